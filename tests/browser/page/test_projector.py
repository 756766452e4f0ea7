"""The projector: large, few things, and one tab beside the picture for whoever wants it; and screens of many pixels."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link, visit

Open = Callable[..., Workbench]


def test_a_tab_can_stand_beside_the_projected_picture_and_a_link_brings_it(
    open_workbench: Open, axe: Callable[[Page], list[str]]
) -> None:
    workbench = open_workbench("/#v=1&projector=1", viewport={"width": 1280, "height": 720})
    expect(workbench.explanation).to_be_hidden()
    workbench.page.locator(".projector-tools").get_by_role("button", name="Show or hide the explanation").click()
    expect(workbench.explanation.get_by_role("tab", name="Explain")).to_be_visible()
    expect(workbench.explanation).to_contain_text("upstream 7 × local derivative 3")
    expect(workbench.page).to_have_url(re.compile("beside=1"))
    assert workbench.sideways() == 0
    assert axe(workbench.page) == []
    workbench.page.reload()
    expect(workbench.explanation).to_contain_text("upstream 7 × local derivative 3")
    workbench.page.keyboard.press("i")
    expect(workbench.explanation).to_be_hidden()
    workbench.card("b*a").click()
    expect(workbench.card("b*a")).to_contain_class("selected")
    workbench.page.keyboard.press("Escape")
    expect(workbench.card("b*a")).not_to_contain_class("selected")
    expect(workbench.page.locator(".projector-tools")).to_be_visible()
    workbench.page.keyboard.press("Escape")
    expect(workbench.explanation).to_be_visible()


def test_the_projected_picture_and_its_timeline_take_the_whole_width(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width in (400, 760, 1024, 1280):
        with subtests.test(width=width):
            visit(workbench.page, "/#v=1&projector=1", (width, 768))
            for part in (".picture", ".timeline"):
                box = workbench.page.locator(part).bounding_box()
                assert box
                assert (box["x"], box["width"]) == (0, width)


def test_type_grows_with_the_screen_and_nothing_reaches_beyond_it(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width, height in ((320, 640), (400, 860), (1280, 720), (3840, 2160)):
        with subtests.test(width=width, height=height):
            visit(workbench.page, "/#panel=check", (width, height))
            workbench.settle()
            assert workbench.sideways() == 0
            type_size = workbench.sentence.evaluate("(sentence) => parseFloat(getComputedStyle(sentence).fontSize)")
            assert type_size >= max(14, width / 140)
            cut = workbench.page.evaluate(
                """() => {
                  const parts = document.querySelectorAll(".toolbar button, .timeline :is(button, select), .panel-tab");
                  return Array.from(parts, (each) => {
                    const {left, right} = each.getBoundingClientRect();
                    return left < 0 || right > innerWidth ? each.getAttribute("aria-label") ?? each.textContent : null;
                  }).filter(Boolean);
                }"""
            )
            assert cut == []
            tools = [
                button.bounding_box()
                for button in workbench.page.get_by_role("navigation", name="View").get_by_role("button").all()
            ]
            assert len({round(box["y"] + box["height"] / 2) for box in tools if box}) <= 1


def test_the_search_is_apart_from_the_projectors_buttons(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width, height in ((1280, 720), (1920, 1080)):
        with subtests.test(width=width, height=height):
            visit(workbench.page, "/#projector=1", (width, height))
            search = workbench.page.locator("#graph .graph-search").bounding_box()
            tools = workbench.page.locator(".projector-tools").bounding_box()
            assert search
            assert tools
            assert search["x"] >= tools["x"] + tools["width"]


def test_the_program_is_beside_a_projected_picture_and_one_line_of_it_above_a_narrow_one(
    open_workbench: Open, subtests: pytest.Subtests
) -> None:
    workbench = open_workbench("about:blank")
    paths, sizes = ("/#v=1&at=11&projector=1", "/embed#v=1&at=11"), ((1280, 720), (400, 850))
    for path, (width, height) in itertools.product(paths, sizes):
        with subtests.test(path=path, width=width):
            visit(workbench.page, path, (width, height))
            line = workbench.page.get_by_role("note", name="The program, with the current step")
            expect(line).to_contain_text("L = (b*a + c) * (a + d)")
            expect(line.locator("mark")).to_have_text("b*a + c")
            program, graph = line.bounding_box(), workbench.graph.bounding_box()
            assert program
            assert graph
            is_beside = "projector" in path and width >= 900
            if not is_beside:
                assert program["y"] + program["height"] <= graph["y"] + 1
            else:
                assert program["x"] + program["width"] <= graph["x"] + 1
                assert graph["y"] <= program["y"]
                expect(line.locator(".formula-part")).to_have_count(5)
                assert line.locator("code").evaluate("(code) => parseFloat(getComputedStyle(code).fontSize)") >= 720 / 40
            workbench.page.keyboard.press("Home")
            expect(line.locator("mark")).to_have_count(0)
            assert workbench.sideways() == 0


def test_a_projected_phone_prints_nothing_over_its_place(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&projector=1", viewport={"width": 400, "height": 850})
    place = workbench.badge.bounding_box()
    assert place
    for other in workbench.timeline.get_by_role("button").all() + workbench.timeline.get_by_role("combobox").all():
        box = other.bounding_box()
        if not box or not other.is_visible():
            continue
        apart = (
            box["x"] >= place["x"] + place["width"]
            or box["x"] + box["width"] <= place["x"]
            or box["y"] >= place["y"] + place["height"]
            or box["y"] + box["height"] <= place["y"]
        )
        assert apart, other.get_attribute("aria-label")


NUMBERS_ON_SCREEN = """() => Array.from(
  document.querySelectorAll("#graph :is(.number), .tokens text, .narration, .formula-line > code, .badge"),
  (each) => {
    const scale = each.getScreenCTM ? each.getScreenCTM().a : 1;
    return {text: each.textContent, size: parseFloat(getComputedStyle(each).fontSize) * scale};
  })"""


def test_the_first_example_is_whole_on_a_projector_and_read_from_the_back_row(
    open_workbench: Open, subtests: pytest.Subtests
) -> None:
    workbench = open_workbench("about:blank")
    for width, height in ((1280, 720), (1920, 1080)):
        with subtests.test(width=width, height=height):
            visit(workbench.page, "/#v=1&projector=1&at=10", (width, height))
            workbench.settle()
            workbench.painted()
            stage = workbench.page.locator(".graph-surface").bounding_box()
            assert stage
            boxes = workbench.boxes()
            assert len(boxes) == 8
            for box in boxes:
                assert stage["x"] <= box["x"]
                assert box["x"] + box["width"] <= stage["x"] + stage["width"]
                assert stage["y"] <= box["y"]
                assert box["y"] + box["height"] <= stage["y"] + stage["height"]
            shown = workbench.page.evaluate(NUMBERS_ON_SCREEN)
            assert len(shown) > 15
            small = [each for each in shown if each["size"] < height / 52]
            assert not small


def test_nothing_is_measured_for_a_pen_that_has_drawn_nothing(open_workbench: Open) -> None:
    workbench = open_workbench()
    expect(workbench.page.locator(".pen-sheet")).to_be_attached()
    workbench.painted()
    workbench.page.evaluate(
        """() => {
          window.measured = 0;
          const own = SVGGraphicsElement.prototype.getScreenCTM;
          SVGGraphicsElement.prototype.getScreenCTM = function () { window.measured += 1; return own.call(this); };
        }"""
    )
    before = workbench.graph.locator(".viewport").get_attribute("transform")
    workbench.graph.get_by_role("button", name="Zoom in").click()
    expect(workbench.graph.locator(".viewport")).not_to_have_attribute("transform", before or "")
    workbench.painted()
    assert workbench.page.evaluate("() => window.measured") == 0


def test_a_pen_draws_over_the_picture_and_is_wiped_off(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&projector=1", viewport={"width": 1280, "height": 720})
    page = workbench.page
    tools = page.locator(".projector-tools")
    strokes = page.locator(".pen-sheet polyline")
    page.mouse.move(500, 300)
    page.keyboard.press("x")
    expect(tools.get_by_role("button", name="Pen: draw on the projected picture")).to_have_attribute("aria-pressed", "true")
    page.mouse.down()
    page.mouse.move(700, 340, steps=8)
    page.mouse.up()
    page.mouse.click(800, 250)
    expect(strokes).to_have_count(2)
    points = strokes.first.get_attribute("points") or ""
    assert len(points.split()) > 5
    drawn = strokes.first.bounding_box()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_function(
        "(width) => document.querySelector('.pen-sheet polyline').getBoundingClientRect().width > width", arg=drawn["width"] * 1.2
    )
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function(
        "(width) => document.querySelector('.pen-sheet polyline').getBoundingClientRect().width < width", arg=drawn["width"] * 1.1
    )
    # A stroke takes nobody's arrows, and the button that is on looks so.
    pressed = tools.get_by_role("button", name="Pen: draw on the projected picture")
    assert pressed.evaluate("(pen) => getComputedStyle(pen).backgroundColor") != tools.get_by_role(
        "button", name="Spotlight"
    ).evaluate("(other) => getComputedStyle(other).backgroundColor")
    page.keyboard.press("ArrowLeft")
    workbench.expect_position(12)
    # The player is beside the sheet, not under it.
    workbench.button("Previous step").click()
    # So are the buttons of the picture.
    workbench.graph.get_by_role("button", name="Zoom out").click()
    expect(strokes).to_have_count(2)
    tools.get_by_role("button", name="Erase the drawing").click()
    expect(strokes).to_have_count(0)
    page.mouse.click(600, 250)
    page.keyboard.press("p")
    expect(strokes).to_have_count(0)
    page.keyboard.press("p")
    expect(tools.get_by_role("button", name="Pen: draw on the projected picture")).to_have_attribute("aria-pressed", "false")


def test_what_the_pen_drew_stays_on_its_card_while_the_view_moves(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&projector=1", viewport={"width": 1280, "height": 720})
    page = workbench.page

    def middles() -> list[float]:
        """How far the middle of the stroke is from the card's, in widths of the card, and how wide it is in the same measure."""
        return page.evaluate(
            """() => {
              const [stroke, card] = [".pen-sheet polyline", ".card[data-node='0']"].map((each) =>
                document.querySelector(each).getBoundingClientRect());
              return [(stroke.x + stroke.width / 2 - card.x - card.width / 2) / card.width,
                (stroke.y + stroke.height / 2 - card.y - card.height / 2) / card.width, stroke.width / card.width];
            }"""
        )

    card = page.locator(".card[data-node='0']").bounding_box()
    page.keyboard.press("x")
    page.mouse.move(card["x"], card["y"])
    page.mouse.down()
    page.mouse.move(card["x"] + card["width"], card["y"] + card["height"], steps=4)
    page.mouse.up()
    page.keyboard.press("x")
    drawn = middles()
    viewport = page.locator(".viewport").first
    for change in (lambda: page.keyboard.press("i"), lambda: page.get_by_role("button", name="Zoom in").click()):
        before = viewport.get_attribute("transform") or ""
        change()
        expect(viewport).not_to_have_attribute("transform", before)
        assert middles() == pytest.approx(drawn, abs=0.05)
    # A view that a hand chose stays as it is, whatever closes beside it.
    chosen = viewport.get_attribute("transform") or ""
    page.keyboard.press("i")
    expect(workbench.explanation).to_be_hidden()
    workbench.painted()
    expect(viewport).to_have_attribute("transform", chosen)
    assert middles() == pytest.approx(drawn, abs=0.05)


def test_a_spotlight_follows_the_pointer(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&projector=1", viewport={"width": 1280, "height": 720})
    page = workbench.page
    page.keyboard.press("y")
    page.mouse.move(640, 200)
    light = page.locator("#spotlight.is-dimming")
    expect(light).to_have_css("opacity", "1")
    box = light.bounding_box()
    assert box
    assert box["x"] + box["width"] / 2 == pytest.approx(640, abs=4)
    assert box["y"] + box["height"] / 2 == pytest.approx(200, abs=4)
    page.keyboard.press("y")
    expect(light).to_have_count(0)


def test_a_note_belongs_to_its_step_and_travels_in_the_link(open_workbench: Open, axe: Callable[[Page], list[str]]) -> None:
    workbench = open_workbench("/#v=1&at=10")
    page = workbench.page
    page.keyboard.press("a")
    field = page.get_by_role("textbox", name="Note on this step")
    expect(field).to_be_focused()
    page.keyboard.type("Why is it 7?")
    assert axe(page) == []
    page.keyboard.press("Enter")
    note = page.locator(".step-note")
    expect(note).to_have_text("Why is it 7?")
    workbench.button("Next step").click()
    expect(note).to_be_hidden()
    workbench.button("Previous step").click()
    expect(note).to_be_visible()
    expect(page).to_have_url(re.compile(r"(?=.*\bat=10\b).*notes=10:Why"))
    page.keyboard.press("p")
    expect(note).to_be_visible()
    page.reload()
    expect(note).to_have_text("Why is it 7?")
    page.keyboard.press("a")
    field.fill("")
    page.keyboard.press("Enter")
    expect(note).to_be_hidden()


@pytest.mark.parametrize(
    "program", ["b = 2\na = 3\nL = (b*a + 4)*(a + 5)", "x = 0.5\nw = 1.5\nh = tanh(w*x - 0.3)\nL = (h - 1)^2"]
)
def test_a_note_of_two_lines_covers_no_card_and_the_chain_rule_beside_it_has_one_line(open_workbench: Open, program: str) -> None:
    note = "Look at the value of L before anything goes back and guess which of the inputs moves it most. Then take a step."
    address = link(program, projector=1, beside=1, at=7, notes=f"7:{note}")
    workbench = open_workbench(address, viewport={"width": 1280, "height": 720})
    workbench.settle()
    box = workbench.page.locator(".step-notes").bounding_box()
    assert box
    assert box["height"] > 40
    assert max(card["y"] + card["height"] for card in workbench.boxes()) <= box["y"]
    workbench.explanation.locator(".contribution.is-current button").click()
    rule = workbench.explanation.locator(".contribution.is-current .equations").nth(1).bounding_box()
    assert rule
    assert rule["height"] < 75


THREE_LINES = (
    "Look at the value of L before anything goes back, and guess which of the inputs moves it most, and which of them moves it"
    " least of all. Write your guess down. Then take a step, and compare: what came back along the product, and what along the"
    " sum? Say it to your neighbour first, with the words upstream and local."
)


def test_a_note_of_three_lines_has_a_place_of_its_own_and_the_picture_stands_still_beside_it(open_workbench: Open) -> None:
    address = link("b = 2\na = 3\nL = (b*a + 4)*(a + 5)", projector=1, at=7, notes=f"7:{THREE_LINES}")
    workbench = open_workbench(address, viewport={"width": 1280, "height": 720})
    workbench.settle()
    note = workbench.page.locator(".step-note")
    expect(note).to_be_visible()
    assert note.evaluate("({scrollHeight, clientHeight}) => scrollHeight <= clientHeight + 1")
    box, buttons = note.bounding_box(), workbench.button("Play").bounding_box()
    legend, sentence = workbench.page.locator(".graph-foot").bounding_box(), workbench.sentence.bounding_box()
    assert box
    assert buttons
    assert legend
    assert sentence
    assert legend["y"] + legend["height"] <= sentence["y"]
    assert sentence["y"] + sentence["height"] <= box["y"] + 1
    assert box["y"] + box["height"] <= buttons["y"] + 1
    cards = workbench.boxes()
    workbench.button("Next step").click()
    expect(note).to_be_hidden()
    # Of a picture that is moved back, the places are the same to a tenth of a pixel.
    assert [round(card["x"], 1) for card in workbench.boxes()] == [round(card["x"], 1) for card in cards]


def test_a_note_that_is_longer_than_its_place_scrolls_and_is_reached_by_key(open_workbench: Open) -> None:
    address = link("b = 2\na = 3\nL = (b*a + 4)*(a + 5)", at=7, notes=f"7:{THREE_LINES}")
    workbench = open_workbench(address, viewport={"width": 1280, "height": 720})
    workbench.settle()
    note = workbench.page.locator(".step-note")
    expect(note).to_be_visible()
    assert note.evaluate("({scrollHeight, clientHeight}) => scrollHeight > clientHeight + 1")
    expect(note).to_have_attribute("tabindex", "0")
    box, line = note.bounding_box(), workbench.scrubber.bounding_box()
    assert box
    assert line
    assert line["y"] + line["height"] <= box["y"] + 1
    assert box["y"] + box["height"] <= 720


def test_both_rows_of_a_list_are_within_its_projected_card(open_workbench: Open) -> None:
    program = (
        "import torch\nimport torch.nn as nn\nm = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))\n"
        "x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])\nloss = (m(x)**2).mean()\nloss.backward()"
    )
    size = {"width": 1280, "height": 720}
    workbench = open_workbench(link(program, projector=1, at=99), viewport=size)
    workbench.settle()
    cards = workbench.graph.locator(".card:has(> .number.grad)")
    expect(cards.first).to_be_attached()
    rooms = cards.evaluate_all(
        """(cards) => cards.map((card) => card.querySelector(".card-body").getBoundingClientRect().bottom
          - card.querySelector(".number.grad").getBoundingClientRect().bottom)"""
    )
    assert min(rooms) >= -1, rooms


def test_what_a_wrong_gradient_should_be_has_air_in_its_tag(open_workbench: Open) -> None:
    address = link("a = 2\nb = 3\nL = (b*a + 4)*(a + 5)", projector=1, pitfall="overwrite")
    workbench = open_workbench(address, viewport={"width": 1280, "height": 720})
    tag = workbench.graph.locator(".tag.right").first
    around, words = tag.locator("rect").bounding_box(), tag.locator("text").bounding_box()
    assert around
    assert words
    assert around["width"] - words["width"] >= 5


def test_each_frame_of_the_slopes_has_a_note_of_its_own(open_workbench: Open) -> None:
    address = link("a = 2.0\nf = a * 3\ng = f**3\nh = g*g", at=3)
    workbench = open_workbench(address)
    workbench.settle()
    page = workbench.page
    field = page.get_by_role("textbox", name="Note on this step")
    for words in ("The first.", "The second."):
        page.keyboard.press(".")
        page.keyboard.press("a")
        expect(field).to_have_value("")
        page.keyboard.insert_text(words)
        page.keyboard.press("Enter")
        expect(page.locator(".step-note")).to_have_text(words)
        workbench.painted()
    expect(page).to_have_url(re.compile(r"notes=3\.25:The\+first\.%0A3\.5:The\+second"))
    page.reload()
    expect(page.locator(".step-note")).to_have_text("The second.")


def test_a_note_that_is_full_says_so(workbench: Workbench) -> None:
    page = workbench.page
    page.keyboard.press("a")
    page.keyboard.insert_text("n" * 499)
    full = page.locator(".step-note-full")
    expect(full).to_be_empty()
    page.keyboard.insert_text("nn")
    expect(full).to_contain_text("the limit is 500 characters")


@pytest.mark.parametrize("key", ["Home", "End"])
def test_at_both_ends_of_the_timeline_the_line_of_the_output_is_above_a_narrow_picture(open_workbench: Open, key: str) -> None:
    program = "a = 2.0\nf = a + 3\ng = f*f\ng.backward()\nprint(a.grad)"
    workbench = open_workbench(link(program, projector=1), viewport={"width": 800, "height": 720})
    workbench.settle()
    line = workbench.page.get_by_role("note", name="The program, with the current step")
    workbench.page.keyboard.press("End" if key == "Home" else "Home")
    workbench.page.keyboard.press(key)
    expect(line).to_contain_text("g = f*f" if key == "Home" else "f = a + 3")
    expect(line.locator("mark")).to_have_text([] if key == "Home" else ["a + 3"])


def test_where_slopes_are_written_their_statement_is_in_a_box(open_workbench: Open) -> None:
    program = "a = 2.0\nf = a + 3\ng = f*f"
    workbench = open_workbench(link(program, projector=1, at=2), viewport={"width": 1280, "height": 720})
    mark = workbench.page.locator(".formula-line mark")
    for statement in ("a + 3", "f*f"):
        workbench.page.keyboard.press(".")
        expect(workbench.badge).to_contain_text("DERIVATIVES")
        expect(mark).to_have_text(statement)


LONG = "x = 0.5\n" + "\n".join(f"y{step} = tanh({'x' if step == 0 else f'y{step - 1}'} * 1.1)" for step in range(30))


def test_all_lines_of_a_long_program_can_be_reached_and_that_of_the_step_is_in_sight(open_workbench: Open) -> None:
    workbench = open_workbench(link(LONG, projector=1, at=2), viewport={"width": 1280, "height": 720})
    workbench.settle()
    code = workbench.page.locator(".formula-line > code")
    expect(code.locator(".formula-part")).to_have_count(31)
    for _ in range(25):
        workbench.page.keyboard.press(".")
    workbench.settle()
    expect(code.locator("mark")).to_have_count(1)
    expect(code.locator("mark")).to_be_in_viewport(ratio=1)
    assert code.evaluate("(code) => code.scrollTop") > 0


def test_what_a_nudge_changes_is_all_in_sight_beside_a_projected_picture(open_workbench: Open) -> None:
    program = "x1 = 2.0\nx2 = 0.5\nn = x1 * -3 + x2 + 6.88\no = sigmoid(n)\nL = (o - 1)**2"
    address = link(program, projector=1, beside=1, panel="check")
    workbench = open_workbench(address, viewport={"width": 1280, "height": 720})
    table = workbench.explanation.locator(".nudge-table")
    expect(table).to_be_visible()
    right = "(each) => each.getBoundingClientRect().right"
    assert table.evaluate(right) <= workbench.page.locator("#panel-body").evaluate(right)


NETWORK = """x1 = 2.0
x2 = 1.0
t = 1.0
w11 = 0.5
w12 = -0.3
w21 = 0.8
w22 = 0.2
b1 = 0.1
b2 = -0.1
v1 = 0.7
v2 = -0.6
c = 0.05
h1 = tanh(w11*x1 + w12*x2 + b1)
h2 = tanh(w21*x1 + w22*x2 + b2)
y = v1*h1 + v2*h2 + c
loss = (y - t)**2"""

CARDS_IN_VIEW = """() => {
  const stage = document.querySelector(".graph-surface").getBoundingClientRect();
  return Array.from(document.querySelectorAll("#graph .card")).filter((card) => {
    const {left, right, top, bottom} = card.querySelector(".card-body").getBoundingClientRect();
    return left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1;
  }).map((card) => card.dataset.node);
}"""
PLACES_OF_CARDS = """() => Array.from(document.querySelectorAll("#graph .card"), (card) => card.getAttribute("transform"))"""


def test_the_explanation_beside_a_projected_picture_changes_neither_its_layout_nor_what_is_in_view(open_workbench: Open) -> None:
    size = {"width": 1280, "height": 720}
    workbench = open_workbench(link(NETWORK, projector=1, at=20), viewport=size)
    workbench.settle()
    workbench.painted()
    page = workbench.page
    seen, places = page.evaluate(CARDS_IN_VIEW), page.evaluate(PLACES_OF_CARDS)
    assert len(seen) >= 8
    for _ in ("opened", "closed"):
        before = page.locator(".graph-surface").evaluate("(stage) => stage.clientWidth")
        page.keyboard.press("i")
        page.wait_for_function(f"() => document.querySelector('.graph-surface').clientWidth !== {before}")
        workbench.painted()
        workbench.painted()
        assert page.evaluate(PLACES_OF_CARDS) == places
        assert set(seen) <= set(page.evaluate(CARDS_IN_VIEW))


def test_the_field_of_a_note_leaves_a_projected_picture_that_is_seen_in_part_as_it_is(open_workbench: Open) -> None:
    size = {"width": 1280, "height": 720}
    workbench = open_workbench(link(NETWORK, projector=1, at=9), viewport=size)
    workbench.settle()
    workbench.painted()
    page = workbench.page
    places = page.evaluate(PLACES_OF_CARDS)
    height = "(stage) => stage.clientHeight"
    before = page.locator(".graph-surface").evaluate(height)
    page.keyboard.press("a")
    expect(page.get_by_role("textbox", name="Note on this step")).to_be_focused()
    page.wait_for_function(f"() => ({height})(document.querySelector('.graph-surface')) < {before}")
    workbench.painted()
    workbench.painted()
    assert page.evaluate(PLACES_OF_CARDS) == places
    expect(page.locator("#graph .card.now .card-body")).to_be_in_viewport(ratio=1)
