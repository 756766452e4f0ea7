"""The first moment of a first visit: little travels before the first picture; what comes later moves and loses nothing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scripts.page import ROOT
from tests.browser.pages import Workbench, link

Open = Callable[..., Page]
OpenWorkbench = Callable[..., Workbench]

TO_THE_FIRST_GRAPH = 150_000
BEFORE_THE_FIRST_INTERACTION = 250_000
"""Bytes, as they travel, besides faces."""
FACES = 62_000
"""Four, for text, programs, names and signs. The picture waits for none: a table of widths lays cards out."""
REQUESTS_TO_THE_FIRST_GRAPH = 12
"""The page's code is one file; in two dozen it was heavier by an eighth."""

LATE = re.compile(r"codemirror-|katex-|KaTeX_(?!Math-Italic|Main-Regular)")
"""What a visitor who only looks at the picture does without: of the faces of mathematics two set its names."""

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 400, "height": 850}, "has_touch": True}

NOTICE_THE_FIRST_CARD = """() => new MutationObserver((_, observer) => {
  if (!document.querySelector("#graph .card .number")) return;
  window.firstCard = performance.now();
  observer.disconnect();
}).observe(document, {childList: true, subtree: true})"""

TRAVELLED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
  ({name, transferSize, startTime}) => ({name, size: transferSize, before: startTime < window.firstCard}))"""

CONTROLS = 30
WORDS = 60
"""Of the first screen of a laptop: fewer than these, and the picture is what is looked at."""

SEEN = """(part) => {
  const {left, top, right, bottom, width, height} = part.getBoundingClientRect();
  return width > 1 && height > 1 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
    && part.checkVisibility({opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true});
}"""

CONTROLS_SEEN = f"""() => {{
  const kinds = "a[href], button, input, select, textarea, summary, [role=slider], [role=tab], [contenteditable=true]";
  return Array.from(document.querySelectorAll(kinds))
    .filter((part) => part.ariaDisabled !== "true" && ({SEEN})(part))
    .map((part) => part.ariaLabel || part.textContent.trim() || part.id);
}}"""

WORDS_SEEN = f"""() => {{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) {{
    const {{data, parentElement}} = texts.currentNode;
    if (!parentElement.closest("script, style, .visually-hidden") && ({SEEN})(parentElement))
      words.push(...(data.match(/[a-zé]{{2,}}/gi) ?? []));
  }}
  return words;
}}"""

TEXT_BOXES = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect();
  const whole = ["#program-heading", "#inputs-heading", "#editor", "#graph", ".nudge-try", ".inspector-details"].map(box);
  const begins = ["#inspector h2", ".derivative", ".contribution"].map(box);
  return [...whole.map(({x, y, width, height}) => [x, y, width, height]), ...begins.map(({x, y}) => [x, y])];
}"""


def is_face(entry: dict[str, Any]) -> bool:
    return bool(entry["name"].endswith(".woff2"))


def travelled(entries: list[dict[str, Any]]) -> int:
    return sum(entry["size"] for entry in entries)


def hold_back(page: Page, part: str) -> list[Route]:
    """Requests for a part of the page's code, as they come; none is answered before `continue_`."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(part), hold)
    return held


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_little_travels_before_the_first_graph_and_the_first_interaction(open_page: Open, device: dict[str, Any]) -> None:
    page = open_page("about:blank", first_visit=True, **device)
    page.add_init_script(f"({NOTICE_THE_FIRST_CARD})()")
    page.goto("/")
    page.locator("#help > *").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    entries = page.evaluate(TRAVELLED)
    first = [entry for entry in entries if entry["before"]]
    assert 3 < len(first) < len(entries)
    assert all(entry["size"] for entry in first), "nothing was kept from before"
    assert travelled([entry for entry in first if not is_face(entry)]) <= TO_THE_FIRST_GRAPH, first
    assert len(first) <= REQUESTS_TO_THE_FIRST_GRAPH, first
    assert travelled([entry for entry in entries if not is_face(entry)]) <= BEFORE_THE_FIRST_INTERACTION, entries
    assert 0 < travelled([entry for entry in entries if is_face(entry)]) <= FACES, entries
    assert not [entry["name"] for entry in entries if LATE.search(entry["name"])]


@pytest.mark.parametrize("first_visit", [True, False])
def test_a_first_screen_has_few_controls_and_words(open_page: Open, *, first_visit: bool) -> None:
    page = open_page("/", first_visit=first_visit, viewport={"width": 1440, "height": 900})
    expect(page.locator("#inspector .contribution")).to_have_count(2)
    expect(page.get_by_role("slider", name="Slider of d")).to_be_visible()
    controls, words = page.evaluate(CONTROLS_SEEN), page.evaluate(WORDS_SEEN)
    assert 20 < len(controls) <= CONTROLS, controls
    assert 40 < len(words) <= WORDS, words


def test_what_is_put_away_is_there_for_the_pointer_and_for_the_keyboard(workbench: Workbench) -> None:
    page = workbench.page
    zoom = page.get_by_role("button", name="Zoom in")
    for show in (workbench.graph.hover, zoom.focus):
        page.mouse.move(5, 5)
        page.get_by_role("button", name="Present").focus()
        expect(zoom).to_have_css("opacity", "0")
        show()
        expect(zoom).to_have_css("opacity", "1")
    undo = page.get_by_role("button", name="Undo the last change")
    expect(undo).to_have_css("opacity", "0")
    workbench.write("a = 3.0\na*a")
    expect(undo).to_have_css("opacity", "1")


def test_the_first_graph_waits_for_no_face(open_page: Open) -> None:
    page = open_page("about:blank", cold=True, **DESKTOP)
    held = hold_back(page, r"\.woff2")
    page.goto("/", wait_until="commit")
    expect(page.locator("#graph .card .number").first).to_be_visible()
    box = page.locator("#graph .card .card-body").first
    before = box.bounding_box()
    assert held
    for route in held:
        route.continue_()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert box.bounding_box() == before


FROM_THE_SYSTEM = set("₁₂⁴≠✓✗\n")
"""Characters of messages that none of the page's faces has; all of them stand alone."""

WITHOUT_GLYPH = """async ([letters, face]) => {
  await document.fonts.load(`400 100px ${face}`, letters.join(""));
  const pen = document.createElement("canvas").getContext("2d");
  const width = (letter, other) => {
    pen.font = `400 100px ${face}, ${other}`;
    return pen.measureText(letter).width;
  };
  return letters.filter((letter) => width(letter, "monospace") !== width(letter, "serif"));
}"""


def test_the_faces_have_every_character_of_the_messages_and_of_programs(workbench: Workbench) -> None:
    """What a face lacks is drawn from the one behind it, of which two differ."""
    messages = {letter for file in (ROOT / "messages").glob("*/*.ftl") for letter in file.read_text(encoding="utf-8")}
    for face, letters in (
        ('"Source Sans 3 Variable"', messages - FROM_THE_SYSTEM),
        ('"Source Code Pro Variable"', {*map(chr, range(0x20, 0x7F)), *"àâçéèêëîïôùûœ«»·×−"}),
    ):
        assert workbench.page.evaluate(WITHOUT_GLYPH, [sorted(letters), face]) == []
    assert workbench.page.evaluate(WITHOUT_GLYPH, [["ж"], '"Source Sans 3 Variable"']) == ["ж"]


def test_what_comes_behind_the_first_graph_waits_for_its_sentences(open_workbench: OpenWorkbench) -> None:
    workbench = open_workbench("about:blank")
    page = workbench.page
    held = []

    def hand_on(route: Route) -> None:
        response = route.fetch()
        if "how-scale" in response.text():
            held.append((route, response))
        else:
            route.fulfill(response=response)

    page.route(re.compile(r"/static/en-"), hand_on)
    page.goto("/")
    expect(workbench.card("a")).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)  # time for what would not wait
    for route, response in held:
        route.fulfill(response=response)
    expect(workbench.explanation.get_by_role("heading").first).to_be_visible()
    page.locator("#help > *").first.wait_for(state="attached")


def test_the_first_movement_brings_editor_and_formulas_and_moves_nothing(workbench: Workbench) -> None:
    page = workbench.page
    field = page.locator("textarea#program")
    expect(field).to_have_value(re.compile(r"L = \(b\*a \+ c\) \* \(a \+ d\)"))
    expect(workbench.explanation.get_by_role("heading").first).to_be_visible()
    expect(page.locator(".katex")).to_have_count(0)
    before = page.evaluate(TEXT_BOXES)
    line = page.evaluate(
        """() => {
          const {font, lineHeight, paddingLeft, paddingTop} = getComputedStyle(document.querySelector("textarea#program"));
          return [font, lineHeight, paddingLeft, paddingTop];
        }"""
    )
    page.mouse.move(640, 500)
    expect(page.locator("#inspector .katex").first).to_be_visible()
    expect(workbench.editor).to_have_attribute("contenteditable", "true")
    assert page.evaluate(TEXT_BOXES) == before
    after = page.evaluate(
        """() => {
          const [content, line] = [".cm-content", ".cm-line"].map((name) => getComputedStyle(document.querySelector(name)));
          return [line.font, line.lineHeight, line.paddingLeft, content.paddingTop];
        }"""
    )
    assert after == line


def test_lines_of_a_long_program_stay_where_they_are(open_workbench: OpenWorkbench) -> None:
    program = "\n".join(["x = 2.0", *(f"x{line} = x*{line}" for line in range(1, 12))])
    workbench = open_workbench("about:blank")
    page = workbench.page
    held = hold_back(page, "codemirror-")
    page.goto(link(program))
    field = page.locator("textarea#program")
    expect(field).to_have_value(re.compile("x11"))
    workbench.settle()
    start = field.evaluate("(field) => field.getBoundingClientRect().left + parseFloat(getComputedStyle(field).paddingLeft)")
    for route in held:
        route.continue_()
    page.unroute(re.compile("codemirror-"))
    expect(page.locator(".cm-lineNumbers")).to_be_visible()
    line = page.locator(".cm-line").first
    moved = line.evaluate("(line) => line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).paddingLeft)") - start
    assert abs(moved) <= 1


def test_what_is_typed_while_the_editor_is_on_its_way_is_kept(workbench: Workbench) -> None:
    page = workbench.page
    held = hold_back(page, "codemirror-")
    field = page.locator("textarea#program")
    field.focus()
    field.press("ControlOrMeta+a")
    page.keyboard.type("p = 3.0\np*p + 1")
    page.keyboard.press("ArrowLeft")
    expect(workbench.card("p")).to_be_visible()
    for route in held:
        route.continue_()
    expect(workbench.editor).to_have_attribute("contenteditable", "true")
    expect(workbench.editor).to_be_focused()
    page.keyboard.type("2")
    workbench.expect_program("p = 3.0\np*p + 21")


def test_what_is_written_before_the_code_of_the_page_arrives_is_kept(open_page: Open) -> None:
    page = open_page("about:blank")
    held = hold_back(page, r"/main-[^/]*\.js")
    page.goto("/", wait_until="commit")
    field = page.locator("textarea#program")
    field.focus()
    page.keyboard.type("p = 3.0\np*p + 1")
    for route in held:
        route.continue_()
    workbench = Workbench(page)
    expect(workbench.card("p")).to_be_visible()
    expect(workbench.editor).to_have_attribute("contenteditable", "true")
    expect(workbench.editor).to_be_focused()
    page.keyboard.type("2")
    workbench.expect_program("p = 3.0\np*p + 12")
    workbench.page.keyboard.press("ControlOrMeta+z")
    workbench.page.keyboard.press("ControlOrMeta+z")
    expect(workbench.editor).to_have_text(re.compile(r"L = \(b\*a"))


def test_a_character_that_is_being_composed_keeps_its_field(workbench: Workbench) -> None:
    page = workbench.page
    field = page.locator("textarea#program")
    with page.expect_response(re.compile("codemirror-")) as response:
        field.evaluate("(field) => { field.focus(); field.dispatchEvent(new CompositionEvent('compositionstart')); }")
    response.value.finished()
    page.wait_for_load_state("networkidle")
    workbench.painted()
    expect(field).to_be_focused()
    field.dispatch_event("compositionend")
    expect(workbench.editor).to_have_attribute("contenteditable", "true")


def test_a_link_is_read_at_once(open_workbench: OpenWorkbench) -> None:
    """Whoever comes by a link to an explanation has come to read it."""
    workbench = open_workbench(link("x = 3.0\nx*x", selected=0))
    expect(workbench.page.locator("#inspector .katex").first).to_be_visible()


def test_lists_that_did_not_arrive_are_asked_for_again(open_page: Open) -> None:
    page = open_page("about:blank", may_fail="net::ERR_FAILED")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/api/v1/operations", refuse_once)
    page.goto("/")
    page.locator("#help > *").first.wait_for(state="attached")
    workbench = Workbench(page)
    workbench.write("x = 0.5\ny = sin(x)")
    workbench.settle()
    expect(workbench.sentence).to_contain_text("sin")
    assert refused


@pytest.mark.parametrize("late", ["surroundings-", r"/main-[^/]*\.js"], ids=["the rest", "all code"])
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("menu", ["Examples", "Menu"])
def test_a_press_that_comes_before_the_code_opens_the_menu_with_it(
    open_page: Open, menu: str, device: dict[str, Any], late: str
) -> None:
    page = open_page("about:blank", **device)
    held = hold_back(page, late)
    page.goto("/", wait_until="commit")
    button = page.get_by_role("button", name=menu, exact=True)
    expect(button).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
    # An impatient hand presses twice, and means the last.
    for pressed in ("Examples", menu, menu):
        page.get_by_role("button", name=pressed, exact=True).click()
    for route in held:
        route.continue_()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".menu-panel:not([hidden])")).to_have_count(1)
    button.click()
    expect(button).to_have_attribute("aria-expanded", "false")
