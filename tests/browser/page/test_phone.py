"""Small screens: the picture first, the player under the thumb, and a sheet with everything else."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import THEMES, Workbench, link, visit

Open = Callable[..., Workbench]

PHONE = {"viewport": {"width": 400, "height": 850}, "has_touch": True}
LYING = [(850, 400), (720, 450), (640, 400)]

PARTS = [".header", ".picture", ".timeline", "#sheet-bar", ".inspector", ".program", ".inputs-panel"]


def box(workbench: Workbench, part: str) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of what is seen of a part."""
    found = workbench.page.locator(part).bounding_box()
    assert found, part
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlapping(workbench: Workbench) -> list[tuple[str, str]]:
    """Pairs of visible parts of the page that lie over one another by more than a border."""
    seen = {part: box(workbench, part) for part in PARTS if workbench.page.locator(part).is_visible()}
    return [
        (one, other)
        for one, a in seen.items()
        for other, b in seen.items()
        if one < other and min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1
    ]


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 4, seconds: float = 0.1) -> None:
    """One finger from one place to another in so many seconds, as the events say whatever the machine takes."""
    session = page.context.new_cdp_session(page)
    begun = time.time()
    at = lambda part: {  # noqa: E731 - said once, used three times
        "x": start[0] + part * (end[0] - start[0]),
        "y": start[1] + part * (end[1] - start[1]),
    }
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at(0)], "timestamp": begun})
    for step in range(1, steps + 1):
        moved = {"type": "touchMove", "touchPoints": [at(step / steps)], "timestamp": begun + seconds * step / steps}
        session.send("Input.dispatchTouchEvent", moved)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": begun + seconds})


def test_a_phone_opens_with_the_graph_from_top_to_bottom_and_the_player_below_it(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.expect_card("a", grad="31")
    _, top, _, bottom = box(workbench, ".picture")
    assert bottom - top >= 0.45 * 850
    boxes = workbench.boxes()
    assert all(top <= card["y"] and card["y"] + card["height"] <= bottom for card in boxes)
    a, output = (workbench.card(name).bounding_box() for name in ("a", "L"))
    assert a
    assert output
    assert a["y"] + a["height"] < output["y"], "inputs are above the output"
    play = workbench.button("Play").bounding_box()
    assert play
    assert bottom <= play["y"] <= 850
    assert overlapping(workbench) == []
    assert workbench.sideways() == 0


def test_a_lying_phone_shows_ten_lines_of_an_open_program(open_workbench: Open) -> None:
    program = "x0 = 2\n" + "\n".join(f"x{line} = x{line - 1}*{line}" for line in range(1, 10))
    workbench = open_workbench(link(program), viewport={"width": 850, "height": 400}, has_touch=True)
    workbench.pane("Program")
    lines = workbench.page.locator(".program .cm-line")
    expect(lines).to_have_count(10)
    for line in (lines.first, lines.last):
        expect(line).to_be_in_viewport(ratio=1)
    workbench.pane("Explanation")
    expect(workbench.button("Play")).to_be_visible()


def test_a_lying_phone_has_the_picture_on_the_left_and_the_player_on_the_right(
    open_workbench: Open, subtests: pytest.Subtests
) -> None:
    workbench = open_workbench("about:blank", **PHONE)
    for width, height in LYING:
        with subtests.test(width=width, height=height):
            visit(workbench.page, "/", (width, height))
            workbench.expect_card("a", grad="31")
            left, top, right, bottom = box(workbench, ".picture")
            assert left == 0
            assert right - left >= 0.5 * width
            assert bottom - top >= 0.8 * height
            assert box(workbench, ".timeline")[0] >= right
            # What is explained is in view, beside the player.
            explained = workbench.card("a").locator(".card-body").bounding_box()
            assert explained
            assert left <= explained["x"]
            assert explained["x"] + explained["width"] <= right
            for pane in ("Explanation", "Program", "Inputs"):
                workbench.pane(pane)
                assert overlapping(workbench) == [], pane
            assert workbench.sideways() == 0


def test_a_lying_screen_has_the_whole_sentence_and_a_note_beside_which_the_line_keeps_its_width(open_workbench: Open) -> None:
    lying = PHONE | {"viewport": {"width": 720, "height": 450}}
    workbench = open_workbench("/#v=1&notes=9:What+would+it+be+if+b+were+larger+than+the+sum+of+the+others?&at=9", **lying)
    workbench.settle()
    expect(workbench.page.locator(".step-note")).to_be_visible()
    line = workbench.scrubber.bounding_box()
    assert line
    assert line["width"] > 80
    workbench.page.keyboard.press("End")
    expect(workbench.sentence).to_contain_text("Every gradient is complete.")
    assert workbench.sentence.evaluate("({scrollHeight, clientHeight}) => scrollHeight <= clientHeight")


SMALL_TYPE = """() => Array.from(document.querySelectorAll(".narration :is(code, .math *), .katex-html span:not(:has(*))"))
  .filter((text) => /\\w/.test(text.textContent) && text.checkVisibility() && parseFloat(getComputedStyle(text).fontSize) < 10.99)
  .map((text) => text.textContent)"""


def test_no_word_of_a_formula_or_sentence_is_below_eleven_pixels(open_workbench: Open) -> None:
    workbench = open_workbench(link("e^(sin(x^2))"), **(PHONE | {"viewport": {"width": 720, "height": 450}}))
    workbench.settle()
    for tab in workbench.explanation.get_by_role("tab").all():
        expect(tab).to_be_in_viewport(ratio=1)
    exponents = workbench.explanation.locator(".katex-html .size1")
    for _ in range(workbench.length()):
        assert workbench.page.evaluate(SMALL_TYPE) == []
        workbench.page.keyboard.press(",")
        workbench.painted()
    expect(exponents.first).to_be_attached()


@pytest.mark.parametrize("by", ["presses", "keys", "drag"])
def test_the_sheet_can_be_pulled_up_and_laid_down(open_workbench: Open, by: str) -> None:
    workbench = open_workbench(**PHONE)
    bar = workbench.page.locator("#sheet-bar")
    top_of_half = box(workbench, "#sheet-bar")[1]
    if by == "presses":
        bar.get_by_role("button", name="Close the sheet").click()
    elif by == "keys":
        bar.get_by_role("tab", name="Explanation").press("ArrowDown")
    else:
        x, y = 200, top_of_half + 20
        workbench.page.mouse.move(x, y)
        workbench.page.mouse.down()
        workbench.page.mouse.move(x, y + 200, steps=5)
        workbench.page.mouse.up()
    expect(workbench.explanation).to_be_hidden()
    assert box(workbench, "#sheet-bar")[3] == 850
    bar.get_by_role("tab", name="Inputs").click()
    expect(workbench.slider_of("a")).to_be_visible()
    assert box(workbench, "#sheet-bar")[1] == top_of_half
    bar.get_by_role("tab", name="Inputs").press("ArrowUp")
    assert box(workbench, "#sheet-bar")[1] < 60
    bar.get_by_role("tab", name="Inputs").press("ArrowRight")
    expect(workbench.explanation).to_be_visible()


def test_a_swipe_over_the_picture_steps_and_moves_nothing(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.expect_card("a", grad="31")
    length, before = workbench.length(), workbench.boxes()
    swipe(workbench.page, (120, 400), (280, 405))
    workbench.expect_position(length - 1)
    swipe(workbench.page, (120, 400), (280, 395))
    workbench.expect_position(length - 2)
    swipe(workbench.page, (280, 400), (120, 400))
    workbench.expect_position(length - 1)
    assert workbench.boxes() == before


@contextlib.contextmanager
def no_finger_rests(page: Page) -> Iterator[None]:
    """However long the machine takes between two events of a finger, none of them comes so late that the finger has rested."""
    page.evaluate("() => { window.usual = window.setTimeout; window.setTimeout = () => 0; }")
    yield
    page.evaluate("() => { window.setTimeout = window.usual; }")


@pytest.mark.parametrize("viewport", [(400, 850), (850, 400)])
def test_a_swipe_of_any_speed_steps_where_all_of_the_graph_is_in_view(
    open_workbench: Open, subtests: pytest.Subtests, viewport: tuple[int, int]
) -> None:
    """From a card as from what is between cards, and also where a thumb goes in an arc."""
    workbench = open_workbench(**(PHONE | {"viewport": {"width": viewport[0], "height": viewport[1]}}))
    workbench.expect_card("a", grad="31")
    card = workbench.card("c").locator(".card-body").bounding_box()
    assert card
    on_card = (card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    length, before, (left, top, _, bottom) = workbench.length(), workbench.boxes(), box(workbench, ".picture")
    begun = workbench.page.context.new_cdp_session(workbench.page)
    for seconds in (0.1, 0.25, 0.5, 1.2):
        with subtests.test(seconds=seconds):
            workbench.page.keyboard.press("End")
            workbench.expect_position(length)
            for count, (x, y) in enumerate([on_card, (left + 40, (top + bottom) / 2)], start=1):
                with no_finger_rests(workbench.page):
                    swipe(workbench.page, (x, y), (x + 130, y + 40), steps=12, seconds=seconds)
                workbench.expect_position(length - count)
            assert workbench.boxes() == before
            # Who comes back to where the finger began steps nowhere.
            for kind, x in (("touchStart", 100), ("touchMove", 160), ("touchMove", 200), ("touchMove", 105), ("touchEnd", None)):
                points = [] if x is None else [{"x": x, "y": 200}]
                begun.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            workbench.painted()
            workbench.expect_position(length - 2)


STEADY = """() => new Promise((done) => {
  let [last, frames] = ["", 0];
  const look = () => {
    const now = document.querySelector("#graph .viewport").getAttribute("transform");
    [last, frames] = [now, now === last ? frames + 1 : 0];
    if (frames < 10) requestAnimationFrame(look);
    else done(now);
  };
  look();
})"""


@pytest.mark.parametrize("name", ["logistic-loss", "ppo-loss"])
def test_a_phone_that_is_turned_and_turned_back_shows_what_it_opened_with(open_workbench: Open, name: str) -> None:
    program = next(example.program for example in EXAMPLES if example.name == name)
    workbench = open_workbench(link(program), **PHONE)
    workbench.settle()
    viewport = workbench.graph.locator(".viewport")
    opened = workbench.page.evaluate(STEADY)
    for _ in range(2):
        workbench.page.set_viewport_size({"width": 850, "height": 400})
        expect(viewport).not_to_have_attribute("transform", opened)
        workbench.page.evaluate(STEADY)
        workbench.page.set_viewport_size({"width": 400, "height": 850})
        expect(viewport).to_have_attribute("transform", opened)


def wide(count: int) -> str:
    sums = [f"y{i} = x*{i} + {i}" for i in range(1, count + 1)]
    return "\n".join(["x = 2", *sums, "L = " + " + ".join(f"y{i}" for i in range(1, count + 1))])


def test_a_slow_finger_moves_a_graph_that_is_wider_than_the_screen_and_a_flick_steps(open_workbench: Open) -> None:
    workbench = open_workbench(link(wide(24)), **PHONE)  # with nineteen of them all is in view
    workbench.settle()
    workbench.page.keyboard.press("Home")
    workbench.expect_position(0)
    before = workbench.boxes()
    swipe(workbench.page, (250, 230), (100, 235), steps=12, seconds=1.2)
    workbench.painted()
    assert workbench.boxes() != before
    workbench.expect_position(0)
    swipe(workbench.page, (250, 230), (100, 235))
    workbench.expect_position(1)


IN_STAGE = """() => { const stage = document.querySelector(".graph-canvas").getBoundingClientRect();
  return [...document.querySelectorAll(".card-body")].map((card) => card.getBoundingClientRect())
    .filter(({ left, top, right, bottom }) =>
      left >= stage.left && top >= stage.top && right <= stage.right && bottom <= stage.bottom)
    .length; }"""


def test_no_finger_loses_the_graph(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank", **PHONE)
    for program, whole in (("a = 2\nb = 3\nL = a*b", True), (wide(19), True), (wide(24), False)):
        with subtests.test(program=program):
            visit(workbench.page, link(program))
            workbench.settle()
            workbench.page.keyboard.press("Home")
            workbench.expect_position(0)
            for across, along in ((0, -150), (0, 150), (-110, -150), (110, 150), (110, -150)):
                for _ in range(8):
                    swipe(workbench.page, (200, 230), (200 + across, 230 + along), steps=8, seconds=0.6)
                seen = workbench.page.evaluate(IN_STAGE)
                assert seen == workbench.graph.locator(".card").count() if whole else seen > 0


def test_no_mouse_loses_the_graph(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.expect_card("a", grad="31")
    stage = workbench.graph.locator(".graph-canvas").bounding_box()
    assert stage
    mouse, x, y = workbench.page.mouse, stage["x"] + stage["width"] / 2, stage["y"] + 8
    for way in (-1, 1):
        for _ in range(4):
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + way * 500, y, steps=5)
            mouse.up()
        assert workbench.page.evaluate(IN_STAGE) > 0


COVERING_WORDS = """() => {
  const hint = document.querySelector(".swipe-hint");
  if (!hint?.checkVisibility()) return [];
  const range = document.createRange();
  range.selectNodeContents(hint);
  const own = range.getBoundingClientRect();
  const others = document.querySelectorAll("#graph :is(.card, .graph-search, .graph-controls > button, .graph-legend)");
  return [...others, document.body]
    .filter((other) => other.checkVisibility())
    .filter((other) => {
      const { left, top, right, bottom } = other.getBoundingClientRect();
      if (other === document.body) return own.right > right || own.bottom > innerHeight;
      return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1;
    })
    .map((other) => other.className || other.textContent);
}"""


def covering_words(page: Page) -> list[str]:
    """What lies over the words of the hint, which may reach beyond their box."""
    found: list[str] = page.evaluate(COVERING_WORDS)
    return found


def covering_words_of_each_theme(page: Page) -> list[str]:
    found = []
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        found += covering_words(page)
    return found


def test_nothing_covers_the_words_that_one_can_swipe(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank", **PHONE)
    page = workbench.page
    for width, height in ((360, 740), (390, 844), (400, 850), (667, 375), (850, 400)):
        with subtests.test(width=width, height=height):
            visit(page, "/", (width, height))
            workbench.settle()
            expect(page.get_by_text("Swipe to step")).to_be_visible()
            assert covering_words_of_each_theme(page) == []
            # With the button more that a hand at the picture brings.
            left, top, _, bottom = box(workbench, ".graph-canvas")
            swipe(page, (left + 20, bottom - 40), (left + 22, top + 20), steps=8)
            expect(workbench.graph.locator(".graph-foot.has-follow")).to_have_count(1)
            assert covering_words_of_each_theme(page) == []


def test_a_phone_says_once_that_one_can_swipe(open_workbench: Open, subtests: pytest.Subtests) -> None:
    """In words that cover nothing and that no screen reader meets; after the first step they are gone for good."""
    workbench = open_workbench("about:blank", **PHONE)
    page, hint = workbench.page, workbench.page.get_by_text("Swipe to step")
    for width in (360, 390, 400):
        with subtests.test(width=width):
            visit(page, "/", (width, 850))
            workbench.settle()
            expect(hint).to_be_visible()
            expect(hint).to_have_attribute("aria-hidden", "true")
            duration = hint.evaluate("(hint) => getComputedStyle(hint.firstElementChild, '::before').animationDuration")
            assert duration in {"0s", "0.01ms", "1e-05s"}
            assert covering_words(page) == []
            before = workbench.boxes()
            hint.evaluate("(hint) => hint.style.setProperty('display', 'none')")
            workbench.painted()
            assert workbench.boxes() == before
            expect(hint).to_have_class(re.compile("is-back"))  # at the last step only the way back does something
            workbench.timeline.get_by_role("button", name="Previous step").click()
            expect(hint).to_have_count(0)
            page.reload()
            workbench.settle()
            expect(workbench.graph.locator(".graph-foot")).to_be_visible()
            expect(hint).to_have_count(0)


def test_a_swipe_that_ends_where_one_began_is_no_second_tap(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.expect_card("a", grad="31")
    workbench.page.keyboard.press("Home")
    workbench.expect_position(0)
    before = workbench.boxes()
    for _ in range(3):
        swipe(workbench.page, (280, 400), (120, 400), steps=1)
        swipe(workbench.page, (120, 400), (280, 400), steps=1)
    workbench.expect_position(0)
    workbench.page.wait_for_timeout(400)  # as long as the zoom of a double tap takes
    assert workbench.boxes() == before


def test_a_finger_that_goes_up_moves_the_picture_and_does_not_step(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.expect_card("a", grad="31")
    before = workbench.boxes()
    swipe(workbench.page, (330, 380), (320, 260), steps=8)
    assert workbench.boxes()[0]["y"] < before[0]["y"]
    workbench.expect_position(workbench.length())


TORCH = """import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 3)
        self.fc2 = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))

net = Net()
x = torch.tensor([[1.0, 2.0]])
y = torch.tensor([[1.0]])
loss = ((net(x) - y)**2).mean()
loss.backward()
print(loss.item())"""


def test_what_is_typed_has_the_room_that_the_keyboard_leaves(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    page, keyboard = workbench.page, ViewportSize(width=400, height=450)
    workbench.pane("Inputs")
    workbench.value_of("d").tap()
    expect(workbench.button("Play")).to_be_visible()
    page.set_viewport_size(keyboard)
    expect(workbench.timeline).to_be_hidden()
    expect(workbench.value_of("d")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 850, "height": 190})
    expect(workbench.value_of("d")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(keyboard)
    page.keyboard.press("Escape")
    workbench.full_editor()
    workbench.write("a = 2\nb = 3\nL = (a + b * a")
    expect(workbench.problems.get_by_role("button").first).to_be_in_viewport(ratio=1)
    assert box(workbench, "#editor")[3] - box(workbench, "#editor")[1] > 150
    # What is pressed beside the text stays where it was when the finger came.
    page.get_by_role("button", name="Compare").or_(page.locator(".pin-button")).first.focus()
    expect(workbench.timeline).to_be_hidden()
    page.locator("#more-button").focus()
    expect(workbench.timeline).to_be_visible()


def test_an_answer_is_typed_beside_the_graph_that_it_is_about(open_workbench: Open) -> None:
    workbench = open_workbench(**(PHONE | {"viewport": {"width": 850, "height": 400}}))
    workbench.settle()
    # As a field of the explanation does that has the focus (view/page/sheet.ts).
    workbench.page.locator("#workbench").evaluate(
        "(all) => { all.dataset.sheet = 'explanation'; all.classList.add('is-typing'); }"
    )
    expect(workbench.timeline).to_be_hidden()
    assert box(workbench, ".picture")[2] <= box(workbench, ".inspector")[0] + 1
    assert box(workbench, ".picture")[2] >= 850 / 2


def test_a_program_that_prints_keeps_six_lines_and_its_groups_one_row(open_workbench: Open) -> None:
    workbench = open_workbench(link(TORCH), **(PHONE | {"viewport": {"width": 360, "height": 850}}))
    workbench.settle()
    assert box(workbench, ".graph-crumbs")[3] - box(workbench, ".graph-crumbs")[1] < 40
    workbench.pane("Program")
    expect(workbench.page.locator("#printed")).not_to_be_empty()
    _, top, _, bottom = box(workbench, "#editor")
    assert min(bottom, 850) - top >= 6 * 1.6 * 14


def test_a_tap_on_a_node_shows_its_ledger_in_the_sheet(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.pane("Inputs")
    workbench.card("b").tap()
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("b")
    workbench.page.locator("#sheet-bar").get_by_role("button", name="Close the sheet").click()
    workbench.card("c").tap()
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("c")


def test_a_lying_phone_has_room_for_the_ledger_of_a_tapped_node(open_workbench: Open) -> None:
    workbench = open_workbench(**(PHONE | {"viewport": {"width": 850, "height": 400}}))
    workbench.settle()
    before = box(workbench, ".picture")
    workbench.card("a").tap()
    heading = workbench.explanation.locator(".inspector-heading")
    expect(heading).to_contain_text("used 2 times")
    below = heading.bounding_box()
    assert below
    assert box(workbench, ".inspector")[3] - below["y"] - below["height"] >= 100
    assert box(workbench, ".picture") == before, "what is tapped stays where it is"
    for part in (workbench.button("Play"), workbench.scrubber, workbench.explanation.get_by_role("tab", name="Explain")):
        expect(part).to_be_in_viewport(ratio=0.9)
    assert box(workbench, ".narration")[3] - box(workbench, ".narration")[1] >= 36
    assert overlapping(workbench) == []


def test_a_short_word_from_the_page_covers_neither_picture_nor_player(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\nx*x"), **PHONE)
    workbench.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    workbench.tool("Copy a link").click()
    expect(workbench.notice).to_contain_class("is-shown")
    assert box(workbench, "#notice")[3] <= box(workbench, ".picture")[1]


def test_what_is_behind_the_menu_is_there_in_words_with_the_other_pages(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.page.get_by_role("button", name="Menu").click()
    menu = workbench.page.locator("#more")
    expect(menu.locator("section").nth(1).get_by_role("button").first).to_contain_text("Share, embed, export")
    for name in ("Undo the last change", "Show as a table", "Share, embed, export", "New: begin an empty program"):
        expect(menu.get_by_role("button", name=name)).to_be_visible()
    expect(menu.locator("kbd").filter(visible=True)).to_have_count(0)
    for place, name in enumerate(("Lessons", "Training", "Join a class")):
        expect(menu.get_by_role("link").nth(place)).to_have_text(name)
    workbench.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(workbench.page.get_by_role("button", name="Menu")).to_be_focused()


SMALL_NETWORK = """x1 = 1.0
x2 = 2.0
w1 = 0.5
w2 = -0.3
b = 0.1
v = 0.7
h = tanh(w1*x1 + w2*x2 + b)
y = v*h"""

BEYOND_OUTLINE = """() => Array.from(document.querySelectorAll("#graph .card"), (card) => {
  const outline = (card.querySelector(".card-inner") ?? card.querySelector(".card-body")).getBoundingClientRect();
  const shown = Array.from(card.querySelectorAll(".number")).filter((number) => number.getClientRects().length > 0);
  if (shown.length === 0) return card.getAttribute("aria-label");
  return shown.map((number) => {
    const {left, right} = number.getBoundingClientRect();
    return left < outline.left + 1 || right > outline.right - 1 ? number.textContent : null;
  });
}).flat().filter(Boolean)"""


def test_no_number_is_on_the_outline_of_its_card(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank", **PHONE)
    for program in (SMALL_NETWORK, "x = -0.9182\ny = 0.1234\nz = x*y\nloss = z*z*x"):
        with subtests.test(program=program):
            visit(workbench.page, link(program))
            workbench.settle()
            for _ in range(12):
                workbench.painted()
                assert workbench.page.evaluate(BEYOND_OUTLINE) == []
                workbench.page.keyboard.press(",")


def test_a_tap_brings_no_tooltip(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    page = workbench.page
    previous = workbench.button("Previous step")
    previous.tap()
    # After a tap the browser also reports a mouse, at the place of the finger.
    previous.dispatch_event("pointerover", {"bubbles": True, "pointerType": "mouse"})
    page.wait_for_timeout(300)  # longer than a tooltip waits
    expect(page.locator("#tooltip")).not_to_contain_class("is-shown")


def test_a_picture_that_a_hand_lost_comes_back_with_a_step_and_with_another_program(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    page = workbench.page
    workbench.settle()
    page.keyboard.press("Home")
    workbench.expect_position(0)
    # No finger pans it out of sight, but between two cards one can come so close that none is left.
    corner = workbench.graph.locator(".graph-canvas").bounding_box()
    assert corner
    page.mouse.move(corner["x"] + 30, corner["y"] + corner["height"] - 90)
    for _ in range(2):
        page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => ({IN_STAGE})() === 0")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => ({IN_STAGE})() > 0")
    # A program that takes the place of this one in small edits is as new as one at once, and is followed.
    follow = workbench.graph.locator(".graph-foot.has-follow")
    expect(follow).to_have_count(1)
    for text in ("a=2\nb=3\nL=(b*a+4)*(a+5)", "a=2\nk=3\nL=(k*a+4)*(a+5)", "m=2\nk=3\nL=k*m*m"):
        workbench.write(text)
        workbench.settle()
    expect(follow).to_have_count(0)


def test_what_stands_beside_the_players_buttons_and_line_leaves_them_free(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.settle()
    assert box(workbench, ".transport-button.next")[2] <= box(workbench, ".timeline-more")[0]
    workbench.page.keyboard.press("Home")
    workbench.expect_position(0)
    assert box(workbench, ".badge")[1] >= box(workbench, ".scrubber-thumb")[3] - 1
    assert box(workbench, ".badge")[2] <= box(workbench, ".timeline-more")[0]
    swipe(workbench.page, (330, 380), (320, 300), steps=8)
    expect(workbench.graph.locator(".graph-foot.has-follow")).to_be_visible()


def test_a_phone_that_is_turned_with_its_sheet_raised_keeps_the_player(open_workbench: Open) -> None:
    workbench = open_workbench(**PHONE)
    workbench.pane("Inputs")
    tab = workbench.page.locator("#sheet-bar").get_by_role("tab", name="Inputs")
    tab.focus()
    tab.press("ArrowUp")
    expect(workbench.page.locator("#workbench")).to_have_attribute("data-sheet-size", "full")
    workbench.page.set_viewport_size({"width": 850, "height": 400})
    for pane in ("Inputs", "Explanation"):
        workbench.pane(pane)
        expect(workbench.button("Play")).to_be_in_viewport(ratio=1)
        expect(workbench.sentence).to_be_visible()
        expect(workbench.scrubber).to_be_in_viewport()
        assert overlapping(workbench) == []


def test_a_mistake_brings_the_program_to_the_sheet_with_what_is_wrong(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nL = (a +"), **PHONE)
    expect(workbench.page.locator("#workbench")).to_have_attribute("data-sheet", "program")
    expect(workbench.problems).to_be_in_viewport()
    workbench.pane("Inputs")
    expect(workbench.page.locator("#workbench")).to_have_attribute("data-sheet", "inputs")
