"""The picture can be read wherever it stands: no type below 11 pixels, nothing covers anything, no number is cut.

A sample of the gallery at each size of the window, so that every example has its turn, at several moments of its timeline.
"""

import itertools
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from scripts.page import ROOT
from tests.bench.legibility import SIZES, examples_of
from tests.browser.graph.test_large import expression
from tests.browser.legibility import LEAST_TYPE, legibility, moments_of, seen_from_afar
from tests.browser.pages import Workbench, link

EACH = 2
"""Examples at each size; `python3 run.py fuzz legibility` takes all."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}×{size[1]}")
def test_everything_on_the_stage_can_be_read(open_page: Callable[..., Page], size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    examples = examples_of(page)
    first = SIZES.index(size) * EACH
    for example in [examples[(first + index) % len(examples)] for index in range(EACH)]:
        for part, found in moments_of(page, example["program"]):
            assert found.faults == [], f"{example['title']} at {part:.0%} of its timeline"


def test_a_graph_larger_than_the_stage_is_followed_and_shown_whole_at_the_end(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = 0.5\n" + "\n".join(f"y{step} = tanh({'x' if step == 0 else f'y{step - 1}'} * 1.1)" for step in range(30))
    workbench = open_workbench(link(program, at=0))
    workbench.settle()
    page = workbench.page
    follow = page.get_by_role("button", name="Follow the step that is shown")
    for _ in range(12):
        page.keyboard.press(".")
        workbench.painted()
        now = page.locator("#graph .card.now .card-body").first
        expect(now).to_be_in_viewport(ratio=1)
    assert legibility(page).least >= LEAST_TYPE
    expect(follow).to_be_hidden()
    page.mouse.move(*middle_of(page))
    page.mouse.wheel(0, -300)
    expect(follow).to_be_visible()
    follow.click()
    workbench.painted()
    expect(page.locator("#graph .card.now .card-body").first).to_be_in_viewport(ratio=1)
    expect(follow).to_be_hidden()
    for key in ("End", ",", "."):
        page.keyboard.press(key)
        workbench.painted()
    whole = legibility(page)
    assert whole.cards == page.locator("#graph .card").count()
    assert whole.least >= LEAST_TYPE or whole.texts == 0


def test_the_whole_of_a_large_graph_stays_in_view_until_following_is_asked_for(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = 0.5\n" + "\n".join(f"y{step} = tanh({'x' if step == 0 else f'y{step - 1}'} * 1.1)" for step in range(30))
    phone = {"width": 400, "height": 850}
    workbench = open_workbench(link(program, at=0), viewport=phone, has_touch=True)
    workbench.settle()
    page = workbench.page
    follow = page.get_by_role("button", name="Follow the step that is shown")
    expect(follow).to_be_hidden()
    page.get_by_role("button", name="Fit the graph into view").click()
    expect(follow).to_be_visible()
    picture = page.locator("#graph .viewport")
    whole = picture.get_attribute("transform") or ""
    page.keyboard.press(".")
    workbench.expect_position(1)
    workbench.painted()
    expect(picture).to_have_attribute("transform", whole)
    follow.click()
    expect(follow).to_be_hidden()
    expect(picture).not_to_have_attribute("transform", whole)


def middle_of(page: Page) -> tuple[float, float]:
    box = page.locator("#graph svg.graph-canvas").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_slopes_are_written_on_the_wires_before_gradients_flow(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("a = 2\nb = 3\ny = a*b + a", at=2))
    workbench.settle()
    labels = workbench.graph.locator(".callout[visibility=visible]")
    expect(workbench.badge).to_have_text("FORWARD 2/2")
    workbench.page.keyboard.press(".")
    expect(workbench.badge).to_have_text("DERIVATIVES 1/2")
    expect(labels).to_have_text(["×3", "×2"])
    expect(workbench.sentence).to_have_text("Local derivatives of a⋅b: ∂(a⋅b)/∂a = b = 3, ∂(a⋅b)/∂b = a = 2.")
    workbench.page.keyboard.press(".")
    expect(labels).to_have_text(["×1", "×1"])
    workbench.page.keyboard.press(".")
    expect(workbench.badge).to_have_text("BACKWARD 1/5")
    # A link to a slope opens there, a link to a step of the API where it always did.
    expect(workbench.page).to_have_url(re.compile("at=3(&|$)"))


EVERY_WINDOW = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
PICTURE = """() => {
  const svg = document.querySelector("#graph svg.graph-canvas");
  const place = (card) => [card.getAttribute("data-node"), card.getAttribute("transform")];
  const cards = [...svg.querySelectorAll(".cards > .card")].map(place);
  return JSON.stringify([svg.dataset.direction, svg.dataset.detail, cards.sort()]);
}"""


def test_a_program_has_one_picture_in_every_window(open_workbench: Callable[..., Workbench]) -> None:
    """No turns and no other cards: the window only scales it."""
    workbench = open_workbench()
    examples = [each["program"] for each in examples_of(workbench.page)[:30:6]]
    for program in examples:
        seen = set()
        for width, height in EVERY_WINDOW:
            workbench.page.set_viewport_size({"width": width, "height": height})
            workbench.page.goto("about:blank")
            workbench.page.goto(link(program))
            workbench.settle()
            seen.add(workbench.page.evaluate(PICTURE))
        assert len(seen) == 1, program


def test_nothing_turns_while_a_program_is_written_and_cards_grow_only_once_it_rests(
    open_workbench: Callable[..., Workbench],
) -> None:
    workbench = open_workbench(link("x = 1\ny = 2\nz = 3\nx"))
    workbench.settle()
    looks = []
    parts = ["x**2", " + x**2*y**2", " + (x+y+z)**2", "*(x-y)**2", " + tanh(x*y)", "*exp(z)", " + x*y*z"]
    for count in range(1, len(parts) + 1):
        workbench.write(f"x = 1\ny = 2\nz = 3\n{''.join(parts[:count])}")
        workbench.settle()
        looks.append(json.loads(workbench.page.evaluate(PICTURE))[:2])
    assert {direction for direction, _ in looks} == {"down"}
    order = [["full", "compact", "far"].index(detail) for _, detail in looks]
    assert order == sorted(order), "cards grew while the program was written"
    workbench.write("x = 1\nx*2")
    workbench.settle()
    assert json.loads(workbench.page.evaluate(PICTURE))[1] == looks[-1][1]
    expect(workbench.graph.locator("svg.graph-canvas")).to_have_attribute("data-detail", "full")


def test_the_first_picture_has_every_name_and_thin_wires_without_numbers(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720})
    workbench.settle()
    titles = workbench.graph.locator(".card-title:visible")
    assert sorted(titles.all_text_contents()) == sorted(["a", "b", "c", "d", "L", "b⋅a", "b⋅a + c", "a + d"])
    expect(workbench.graph.locator(".callout.of-wire[visibility=visible]")).to_have_count(0)
    widths = workbench.graph.locator(".wire-line").evaluate_all(
        "(lines) => lines.map((line) => line.getAttribute('stroke-width'))"
    )
    assert set(widths) == {"1.50"}
    expect(workbench.graph.locator(".graph-legend")).to_have_text("valuegradient")
    assert legibility(workbench.page).faults == []


def test_what_is_selected_shows_its_contributions_and_the_ways_they_came(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench()
    workbench.settle()
    workbench.card("a").click()
    numbers = workbench.graph.locator(".callout.of-wire[visibility=visible]")
    expect(numbers).to_have_count(2)
    assert sorted(numbers.all_text_contents()) == ["10", "21"]
    for hue, wires in (("one", 3), ("two", 2)):
        expect(workbench.graph.locator(f".wire.way-{hue}")).to_have_count(wires)
    colours = workbench.graph.locator(".wire.way-one > .wire-line, .wire.way-two > .wire-line").evaluate_all(
        "(lines) => [...new Set(lines.map((line) => getComputedStyle(line).stroke))]"
    )
    assert len(colours) == 2
    workbench.page.keyboard.press("Escape")
    expect(workbench.graph.locator(".wire[class*=way-]")).to_have_count(0)


def test_what_came_through_nan_is_marked_and_not_added_up(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("x = -1\ny = log(x) + x"))
    workbench.settle()
    expect(workbench.sentence).to_contain_text("this gradient is not valid: a value on the path is NaN")
    workbench.card("x").click()
    numbers = workbench.graph.locator(".callout.of-wire[visibility=visible]")
    expect(numbers).to_have_count(2)
    assert sorted(numbers.all_text_contents()) == ["⚠ 1", "⚠ −1"]
    assert workbench.graph.locator(".number.grad.broken").all_text_contents() == ["⚠ 0", "⚠ 1"]


FAR_CARDS = """() => [...document.querySelectorAll("#graph .card")].map((card) => ({
  high: card.querySelector(".card-body").getBoundingClientRect().height,
  own: [".card-title", ".number.data", ".number.grad"].map((part) => card.querySelector(part).textContent),
  far: [...card.querySelectorAll(".far-number > tspan:not(.far-stroke)")].map((part) => part.textContent),
}))"""


def test_name_and_both_numbers_are_on_cards_that_are_seen_from_afar(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720})
    workbench.settle()
    page = workbench.page
    picture = workbench.graph.locator("svg.graph-canvas")
    written = 0
    while picture.get_attribute("data-zoomed") != "marks":
        cards = page.evaluate(FAR_CARDS)
        if picture.get_attribute("data-zoomed") == "numbers" and all(card["high"] >= 25 for card in cards):
            assert len(cards) == 8
            # The numbers are written in the frame after the one that chooses them.
            page.wait_for_function(f"() => ({FAR_CARDS})().every((card) => `${{card.far}}` === `${{card.own}}`)")
            written += 1
        assert legibility(page).faults == []
        page.get_by_role("button", name="Zoom out").click()
        workbench.painted()
    assert written > 0


INSIDE = """() => [...document.querySelectorAll("#graph .card")].every((card) => {
  const body = card.querySelector(".card-body").getBoundingClientRect();
  const {top, bottom} = card.querySelector(".far-number").getBoundingClientRect();
  return top >= body.top - 1 && bottom <= body.bottom + 1;
})"""


def test_a_far_card_without_a_name_says_its_operation_and_keeps_its_numbers_inside(
    open_workbench: Callable[..., Workbench],
) -> None:
    workbench = open_workbench(
        link("x = 2\ny = ((x*x + x) * x - x) ** 2", direction="down"),
        viewport={"width": 1000, "height": 560},
    )
    workbench.settle()
    picture = workbench.graph.locator("svg.graph-canvas")
    while picture.get_attribute("data-zoomed") == "everything":
        workbench.page.get_by_role("button", name="Zoom out").click()
        workbench.painted()
    seen_from_afar(workbench.page)
    assert picture.get_attribute("data-zoomed") == "numbers"
    names = workbench.graph.locator(".far-name").all_text_contents()
    assert set(names) == {"x", "y", "×", "+", "−"}
    workbench.page.wait_for_function(INSIDE)


def test_a_picture_from_afar_is_not_empty_while_its_numbers_are_on_their_way(open_page: Callable[..., Page]) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = open_page("about:blank", viewport={"width": 1000, "height": 700})
    page.route(re.compile("far_number-"), hold)
    page.goto(link(README))
    workbench = Workbench(page)
    expect(page.locator("#graph .card").first).to_be_attached()
    workbench.settle()
    picture = page.locator("#graph svg.graph-canvas")
    while picture.get_attribute("data-zoomed") == "everything":
        page.get_by_role("button", name="Zoom out").click()
        workbench.painted()
    expect(picture).to_have_attribute("data-zoomed", "awaited")
    workbench.painted()
    assert legibility(page).texts >= page.locator("#graph .card").count()
    assert len(held) == 1
    held[0].continue_()
    expect(picture).to_have_attribute("data-zoomed", "numbers")
    assert legibility(page).faults == []


TWO_LAYERS = """x1, x2, t = 0.5, -1.2, 1
w11, w12, b1 = 0.3, -0.7, 0.1
w21, w22, b2 = -0.4, 0.9, 0.05
v1, v2, c = 1.1, -0.6, 0.2
h1 = tanh(w11*x1 + w12*x2 + b1)
h2 = tanh(w21*x1 + w22*x2 + b2)
p = 1 / (1 + exp(-(v1*h1 + v2*h2 + c)))
L = -(t*log(p) + (1 - t)*log(1 - p))
"""


def test_names_stand_on_the_cards_of_a_picture_as_small_as_a_map(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link(TWO_LAYERS), viewport={"width": 400, "height": 850})
    workbench.settle()
    picture = workbench.graph.locator("svg.graph-canvas")
    # All of it has room for numbers; a little further away it has not.
    while picture.get_attribute("data-zoomed") != "marks":
        workbench.page.get_by_role("button", name="Zoom out").click()
        workbench.painted()
    names = workbench.graph.locator(".far-number:visible:not(:empty)")
    given = sorted(name.strip() for line in TWO_LAYERS.splitlines() for name in line.split("=")[0].split(","))
    expect(names).to_have_count(len(given))
    assert sorted(names.all_text_contents()) == given
    assert legibility(workbench.page).faults == []


NAMES_FROM_AFAR = """() => [...document.querySelectorAll("#graph .card")].map((card) => [
  card.getAttribute("aria-label").split(",")[0], card.querySelector(".far-number").textContent,
])"""


def test_a_shape_takes_no_name_its_room(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = np.array([[1.0, 2], [3, 4]])\n" + "\n".join(
        f"{name} = np.tanh({before})" for before, name in itertools.pairwise("xabcdefghij")
    )
    workbench = open_workbench(link(program), viewport={"width": 400, "height": 850})
    workbench.settle()
    picture = workbench.graph.locator("svg.graph-canvas")
    while picture.get_attribute("data-zoomed") != "marks":
        workbench.page.get_by_role("button", name="Zoom out").click()
        seen_from_afar(workbench.page)
        workbench.painted()
        if picture.get_attribute("data-zoomed") == "numbers":
            assert all(name in written for name, written in workbench.page.evaluate(NAMES_FROM_AFAR))


AIR = """() => [...document.querySelectorAll("#graph .card")].flatMap((card) => {
  const body = card.querySelector(".card-body").getBoundingClientRect();
  return [...card.querySelectorAll(".number")].map((number) => {
    const {left, right} = number.getBoundingClientRect();
    return Math.min(left - body.left, body.right - right);
  });
})"""


def test_no_number_touches_the_outline_of_a_small_card(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = 0.123\nw = -0.6931\nb = 0.0312\nz = w*x + b\na = sigmoid(z)\nL = (a - 1)**2"
    workbench = open_workbench(link(program), viewport={"width": 1280, "height": 720})
    workbench.settle()
    expect(workbench.graph.locator("svg.graph-canvas")).to_have_attribute("data-detail", "compact")
    expect(workbench.card("w").locator(".number")).to_have_text(["−0.693", "−0.032"])
    assert min(workbench.page.evaluate(AIR)) >= 3


MARK_ON_NUMBER = """() => [...document.querySelectorAll("#graph .card.is-blocked")].map((card) => {
  const [mark, number] = [".blocked-mark", ".number.grad"].map((part) => card.querySelector(part).getBoundingClientRect());
  return Math.min(mark.right, number.right) - Math.max(mark.left, number.left) > 0 &&
    Math.min(mark.bottom, number.bottom) - Math.max(mark.top, number.top) > 0;
})"""


@pytest.mark.parametrize("numbers", ["[1.5, -0.25]", "[[1.5, -0.25], [2, 3]]", "[1.5, 2.5, 3.5, 4.5]"])
def test_the_mark_of_what_no_gradient_reaches_is_beside_its_number(
    open_workbench: Callable[..., Workbench], numbers: str
) -> None:
    size = {"width": 1440, "height": 1000}
    program = f"x = np.array({numbers})\nm = np.sign(x)\nL = np.sum(m * 2)"
    workbench = open_workbench(link(program), viewport=size)
    workbench.settle()
    assert workbench.page.evaluate(MARK_ON_NUMBER) == [False]


def test_what_explains_a_step_is_not_below_the_small_map(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1000, "height": 700})
    (example,) = (each for each in examples_of(page) if each["title"] == "A Kalman update")
    found = [legible.faults for part, legible in moments_of(page, example["program"]) if part == 0.35]
    expect(page.locator("#graph .minimap")).to_be_attached()
    assert found == [[]]


def test_tags_on_the_wires_of_folded_groups_cover_nothing_and_are_covered_by_nothing(
    open_workbench: Callable[..., Workbench],
) -> None:
    program = link(expression(600), direction="down")
    workbench = open_workbench(program, viewport={"width": 1280, "height": 720})
    workbench.settle()
    expect(workbench.graph.locator(".multiplicity").nth(1)).to_be_attached()
    assert not [pair for pair in legibility(workbench.page).overlaps if "tag " in pair]


BLOCKS = """def block(x, w, v):
    h = tanh(w*x + v)
    g = h*w + x
    return g*v + x*w

x = 0.5
y = -0.3
w1 = 0.8
v1 = -0.4
w2 = 0.6
v2 = 0.9
w3 = -0.7
v3 = 0.2
a = block(x, w1, v1) + block(y, w1, v1)
b = block(a, w2, v2) + block(a*y, w2, v2)
c = block(b, w3, v3) + block(b*x, w3, v3)
loss = (c - 1)**2"""


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_numbers_keep_clear_of_the_cards_behind_that_of_a_folded_group(
    open_workbench: Callable[..., Workbench], size: tuple[int, int]
) -> None:
    workbench = open_workbench(link(BLOCKS, projector=1), viewport={"width": size[0], "height": size[1]})
    workbench.settle()
    workbench.graph.get_by_role("button", name="Fold all", exact=True).click()
    expect(workbench.graph.locator(".card-stack")).to_have_count(12)
    workbench.page.keyboard.press("End")
    workbench.painted()
    assert legibility(workbench.page).faults == []


def chain(lines: int) -> str:
    """Straight-line code, without a loop or a function: two operations on each line."""
    inputs = [f"w{index} = {index / 20 - 0.7:.2f}" for index in range(40)]
    steps = (f"t{index} = t{index - 1}*w{index * 7 % 40} + w{index * 3 % 40}" for index in range(1, lines))
    return "\n".join([*inputs, "t0 = w0*w1", *steps, "L = t0*t1"])


FAR_GROUPS = """() => Array.from(document.querySelectorAll("#graph .card[data-folded]"), (card) => {
  const line = (kind) => card.querySelector(`.far-number > .far-${kind}`)?.textContent ?? "";
  return [line("name"), line("mark")];
})"""


def test_a_long_flat_program_opens_as_groups_with_names_that_can_be_unfolded(open_workbench: Callable[..., Workbench]) -> None:
    program = chain(1300).replace("L = t0*t1", "L = t1298*t1299")
    workbench = open_workbench(link(program), viewport={"width": 1920, "height": 1080})
    workbench.settle()
    expect(workbench.graph.locator("svg.graph-canvas")).to_have_attribute("data-zoomed", "numbers")
    expect(workbench.graph.locator(".far-mark").first).to_be_attached()
    groups = workbench.page.evaluate(FAR_GROUPS)
    assert len(groups) > 10
    assert groups[0] == ["40 inputs", "+"]
    assert all(re.match(r"t\d+ ?…", name) and mark == "+" for name, mark in groups[1:]), groups
    assert legibility(workbench.page).faults == []


def test_a_stack_that_is_seen_from_afar_says_of_how_many_it_is(open_workbench: Callable[..., Workbench]) -> None:
    program = "\n".join(
        [
            "def neuron(ws, xs):\n    s = 0\n    for w, x in zip(ws, xs):\n        s = s + w*x\n    return tanh(s)",
            "def layer(W, xs):\n    return [neuron(w, xs) for w in W]",
            *(
                f"W{index} = [[0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8], [-0.1, 0.3, 0.2, 0.1], [0.4, 0.1, -0.3, 0.2]]"
                for index in range(4)
            ),
            "h0 = [0.5, -0.5, 1.0, 0.3]",
            *(f"h{index + 1} = layer(W{index}, h{index})" for index in range(4)),
            "loss = h4[0] + h4[1] + h4[2] + h4[3]",
        ]
    )
    workbench = open_workbench(link(program), viewport={"width": 1280, "height": 720})
    workbench.settle()
    zoom_out = workbench.page.get_by_role("button", name="Zoom out")
    while workbench.graph.locator("svg.graph-canvas").get_attribute("data-zoomed") == "everything":
        zoom_out.click()
        workbench.painted()
    expect(workbench.graph.locator(".far-mark", has_text="×4 +")).to_have_count(4)
    assert legibility(workbench.page).faults == []


def test_a_constant_is_written_into_its_operation_until_it_is_wanted_as_a_node(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("x = 3\ny = 2*x + 1"))
    workbench.settle()
    glyphs = workbench.graph.locator(".card .glyph")
    expect(glyphs).to_have_text(["×2", "+1"])
    expect(workbench.graph.locator(".cards > g")).to_have_count(3)
    workbench.press_in_view("Draw constants as separate nodes")
    expect(glyphs).to_have_text(["×", "+"])
    expect(workbench.graph.locator(".cards > g")).to_have_count(5)
    expect(workbench.page).to_have_url(re.compile("constants=1"))


def test_the_same_program_draws_the_same_picture_whatever_was_open_before(open_workbench: Callable[..., Workbench]) -> None:
    def places(workbench: Workbench) -> list[str]:
        cards = workbench.graph.locator(".cards > g")
        return sorted(f"{card.get_attribute('aria-label')} {card.get_attribute('transform')}" for card in cards.all())

    fresh = open_workbench()
    fresh.settle()
    expected = places(fresh)
    fresh.choose_example("A neuron")
    expect(fresh.card("tanh(n)").or_(fresh.card("o"))).to_be_attached()
    fresh.settle()
    fresh.choose_example("One input, two paths")
    expect(fresh.card("L")).to_be_attached()
    fresh.settle()
    assert places(fresh) == expected


def test_names_that_are_given_again_are_told_apart_on_their_cards(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("a = 2\nc = a*3\nc = c + a\nc = c*c"))
    titles = workbench.graph.locator(".card-title")
    expect(titles).to_have_text(["a", "c1", "c2", "c3"])
    # The numbers are set as indices: smaller and lower than their letter.
    places = titles.last.evaluate("(title) => [...title.querySelectorAll('tspan')].map((part) => part.getBoundingClientRect())")
    letter, index = places[0], places[-1]
    assert index["height"] < letter["height"]
    assert index["bottom"] > letter["bottom"] - letter["height"] / 4


@pytest.mark.parametrize("at", ["7.373e−5", "−1e−323"])
def test_a_gradient_beside_its_input_keeps_its_exponent(open_workbench: Callable[..., Workbench], at: str) -> None:
    program = "a = 2\nL = tanh(a*3)" if at == "7.373e−5" else "a = 2\nL = a * -1e-323"
    workbench = open_workbench(link(program))
    gradient = workbench.gradient_of("a")
    expect(gradient).to_have_text(at)
    assert gradient.evaluate("(shown) => shown.scrollWidth <= shown.clientWidth")


def inside(workbench: Workbench) -> bool:
    """Whether every card is on the stage."""
    return workbench.page.evaluate(
        """() => {
          const stage = document.querySelector("#graph .graph-surface").getBoundingClientRect();
          return [...document.querySelectorAll("#graph .card > .card-body")].every((card) => {
            const {left, right, top, bottom} = card.getBoundingClientRect();
            return left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1;
          });
        }"""
    )


def test_turning_and_resizing_show_all_of_a_picture_again(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(
        link("x = 0.5\na = tanh(x)\ny = exp(a)", direction="right"),
        viewport={"width": 1440, "height": 900},
    )
    workbench.expect_card("y", grad="1")
    assert inside(workbench)
    for direction in ("down", "right"):
        workbench.page.keyboard.press("t")
        expect(workbench.page).to_have_url(re.compile(f"direction={direction}"))
        workbench.painted()
        assert inside(workbench), direction
    for width, height in ((1200, 700), (1280, 560), (1920, 1080), (1440, 900)):
        workbench.page.set_viewport_size({"width": width, "height": height})
        workbench.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 300))")
        assert inside(workbench), (width, height)


def test_what_is_unfolded_is_brought_into_view(open_workbench: Callable[..., Workbench]) -> None:
    program = "def f(x):\n    a = tanh(x)\n    b = exp(a)\n    return a*b\nx = 0.5\n" + "\n".join(
        f"y{index} = f({f'y{index - 1}' if index else 'x'}/9)" for index in range(40)
    )
    workbench = open_workbench(link(program + "\ny39"))
    folded = workbench.graph.locator(".card[data-folded]")
    expect(folded.first).to_be_attached()
    last = folded.last
    last.focus()
    before = set(workbench.cards())
    workbench.page.keyboard.press("Enter")
    expect(workbench.graph.locator(".card:not([data-folded])")).not_to_have_count(len(before))
    workbench.painted()
    seen = workbench.page.evaluate(
        """(before) => {
          const stage = document.querySelector("#graph .graph-surface").getBoundingClientRect();
          return [...document.querySelectorAll("#graph .card:not([data-folded])")].map((card) => {
            const {left, right, top, bottom} = card.querySelector(".card-body").getBoundingClientRect();
            const isIn = left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1;
            return [Number(card.dataset.node), isIn];
          }).filter(([node]) => !before.includes(node));
        }""",
        list(before),
    )
    assert seen
    assert all(is_in for _, is_in in seen), seen


def test_unfolding_all_shows_the_step_that_is_explained_at_a_size_at_which_it_is_read(
    open_workbench: Callable[..., Workbench],
) -> None:
    program = "r = 3.2\nx = 0.4\nfor i in range(90):\n    x = r*x*(1-x)"
    workbench = open_workbench(link(program, at=200))
    stage = workbench.graph.locator(".graph-surface")
    stage.hover()
    for _ in range(6):
        workbench.page.mouse.wheel(0, 400)
    workbench.painted()
    workbench.page.get_by_role("button", name="Unfold all").click()
    now = workbench.graph.locator(".card.now:not([data-folded])")
    expect(now).to_be_in_viewport()
    expect(now.locator(".number.data")).to_be_visible()
    box, room = now.bounding_box(), stage.bounding_box()
    assert box
    assert room
    assert room["y"] <= box["y"] < room["y"] + room["height"] - box["height"]
    assert legibility(workbench.page).least >= LEAST_TYPE


def test_folding_all_shows_all_and_a_picture_that_is_cut_has_a_map(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = 0.4\nfor i in range(8):\n    x = tanh(x)*x\nL = x**2"
    workbench = open_workbench(link(program), viewport={"width": 1280, "height": 720})
    workbench.settle()
    buttons = (
        workbench.graph.get_by_role("button", name="Unfold all"),
        workbench.graph.get_by_role("button", name="Fold all", exact=True),
    )
    if buttons[0].get_attribute("aria-disabled") is None:
        buttons[0].click()
    last = workbench.graph.locator(".card").last
    last.click()
    buttons[1].click()
    expect(workbench.graph.locator(".card[data-folded]").first).to_be_attached()
    workbench.painted()
    assert inside(workbench)
    expect(workbench.graph.locator(".minimap")).to_be_hidden()
    workbench.page.keyboard.press("Escape")
    for _ in range(4):
        workbench.graph.get_by_role("button", name="Zoom in").click()
    expect(workbench.graph.locator(".minimap")).to_be_visible()


README = """from micrograd.engine import Value

a = Value(-4.0)
b = Value(2.0)
c = a + b
d = a * b + b**3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + (b + a).relu()
d += 3 * d + (b - a).relu()
e = c - d
f = e**2
g = f / 2.0
g += 10.0 / f
g.backward()
"""


@pytest.mark.parametrize("size", [(850, 400), (400, 850)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_what_is_explained_is_in_view_when_a_large_graph_opens(
    open_workbench: Callable[..., Workbench], size: tuple[int, int]
) -> None:
    workbench = open_workbench(link(README), viewport={"width": size[0], "height": size[1]})
    workbench.settle()
    expect(workbench.sentence).to_contain_text("b gets")
    explained = workbench.card("b").locator(".card-body")
    expect(explained).to_be_in_viewport(ratio=1)
    # Where the backward pass begins the far end is explained; with a jump to the end, this node again.
    while "BACKWARD" in (workbench.badge.text_content() or "") or "DERIVATIVES" in (workbench.badge.text_content() or ""):
        workbench.page.keyboard.press("Shift+,")
        workbench.painted()
    expect(workbench.graph.locator(".card[data-role=output] .card-body")).to_be_in_viewport(ratio=1)
    expect(explained).not_to_be_in_viewport()
    workbench.page.keyboard.press("End")
    expect(explained).to_be_in_viewport(ratio=1)


def test_a_node_that_is_selected_in_a_link_or_in_the_text_comes_into_view(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link(README, node=24), viewport={"width": 1280, "height": 720})
    workbench.settle()
    selected = workbench.graph.locator(".card.selected .card-body")
    expect(selected).to_be_in_viewport(ratio=1)
    workbench.page.keyboard.press("Escape")
    x, y = middle_of(workbench.page)
    workbench.page.mouse.move(x, y)
    workbench.page.mouse.wheel(0, -600)
    expect(workbench.card("b").locator(".card-body")).not_to_be_in_viewport()
    workbench.explanation.locator(".contribution.is-current .contribution-summary").click()
    workbench.explanation.get_by_role("button", name="Select this edge").click()
    workbench.painted()
    expect(workbench.card("b").locator(".card-body")).to_be_in_viewport(ratio=1)


ON_TEXTS_OF_CARDS = """() => {
  const SLACK = 1.5;
  const texts = [...document.querySelectorAll("#graph .card > text, #graph .card > .glyph-circle")]
    .filter((text) => text.checkVisibility({visibilityProperty: true, opacityProperty: true}));
  return [...document.querySelectorAll("#graph .ghost")].flatMap((ghost) => {
    const one = ghost.firstChild.getBoundingClientRect();
    return texts.filter((text) => {
      const other = text.getBoundingClientRect();
      return Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
    }).map((text) => `${ghost.textContent} on ${text.textContent}`);
  });
}"""

FIRST = "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\nL = (b*a + c) * (a + d)"
CROSS_ENTROPY = "x=0.5\nw=-1.2\nb=0.3\ny=1.0\nz=w*x+b\np=sigmoid(z)\nL=-(y*log(p)+(1-y)*log(1-p))+0.1*w**2"


# The longer one is seen from afar where it is turned: there, values that are tried out are in the panel alone.
@pytest.mark.parametrize("size", [(1440, 1000)], ids=lambda size: f"{size[0]}×{size[1]}")
@pytest.mark.parametrize(
    ("program", "direction"),
    [(FIRST, "down"), (FIRST, "right"), (CROSS_ENTROPY, "down")],
    ids=["first-down", "first-right", "cross-entropy-down"],
)
def test_values_that_are_tried_out_cover_no_text_of_a_card(
    open_workbench: Callable[..., Workbench], program: str, size: tuple[int, int], direction: str
) -> None:
    workbench = open_workbench(
        link(program, direction=direction, panel="check"),
        viewport={"width": size[0], "height": size[1]},
    )
    workbench.settle()
    expect(workbench.graph.locator(".ghost").first).to_be_visible()
    workbench.painted()
    assert workbench.page.evaluate(ON_TEXTS_OF_CARDS) == []


CONVOLUTIONS = """
import torch
import torch.nn as nn
from mydata import load

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 13 * 13, 10)

    def forward(self, x):
        x = nn.functional.max_pool2d(self.conv(x).relu(), 2)
        return self.fc(torch.flatten(x, 1)).log_softmax(1)

model = Net()
for x, y in load("train"):
    loss = model(x)[0, y]
"""


@pytest.mark.parametrize("size", [(1440, 900), (400, 850)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_long_shapes_have_room_on_their_cards_and_a_remark_covers_nothing(
    open_workbench: Callable[..., Workbench], size: tuple[int, int]
) -> None:
    workbench = open_workbench(link(CONVOLUTIONS), viewport={"width": size[0], "height": size[1]})
    expect(workbench.graph).to_contain_text("(2,4,26,26)")
    expect(workbench.graph.locator(".graph-note")).to_contain_text("line 17")
    workbench.settle()
    workbench.painted()
    assert legibility(workbench.page).faults == []


WORDS = {
    "en-US": ["+", "−", "Fit", "View", "Constants", "Health", "Roles"],
    "fr-FR": ["+", "−", "Cadrer", "Affichage", "Constantes", "Santé", "Rôles"],
}


@pytest.mark.parametrize("locale", WORDS)
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_the_tools_of_the_picture_are_called_by_words_where_there_is_room(
    open_workbench: Callable[..., Workbench], size: tuple[int, int], locale: str
) -> None:
    program = "a = 2.0\nb = 3.0\nL = (b*a + 4) * (a + 5)"
    workbench = open_workbench(link(program, node=1), viewport={"width": size[0], "height": size[1]}, locale=locale)
    tools = workbench.graph.locator(".graph-foot .graph-controls :is(button, summary):visible")
    words = WORDS[locale]
    expect(tools).to_have_text(words[:4], use_inner_text=True)
    assert legibility(workbench.page).faults == []
    tools.last.click()
    expect(tools).to_have_text(words, use_inner_text=True)
    workbench.graph.locator("button[data-action=health]").hover()
    expect(workbench.page.get_by_role("tooltip")).to_have_text(re.compile(r"\(H\)$"))


SHARE_IN_VIEW = """() => {
  const stage = document.querySelector("#graph .graph-surface").getBoundingClientRect();
  const cards = [...document.querySelectorAll("#graph .card > .card-body")].map((card) => card.getBoundingClientRect());
  const seen = cards.filter(({left, right, top, bottom}) =>
    left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1);
  return seen.length / cards.length;
}"""
LAST_OF_README = 65
LONG_WAY = "x = 0.5\n" + "\n".join(f"y{step} = tanh({'x' if step == 0 else f'y{step - 1}'} * 1.1)" for step in range(30))


def test_a_jump_to_the_end_shows_the_whole_as_playing_does(open_workbench: Callable[..., Workbench]) -> None:
    phone = {"width": 400, "height": 850}
    workbench = open_workbench(link(README, at=10), viewport=phone, has_touch=True)
    workbench.settle()
    assert workbench.page.evaluate(SHARE_IN_VIEW) < 1
    workbench.page.keyboard.press("End")
    workbench.painted()
    assert workbench.page.evaluate(SHARE_IN_VIEW) == 1


@pytest.mark.parametrize("at", [LAST_OF_README, None])
@pytest.mark.parametrize("size", [(1280, 720), (850, 400), (400, 850)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_a_graph_that_can_be_read_from_afar_opens_whole(
    open_workbench: Callable[..., Workbench], size: tuple[int, int], at: int | None
) -> None:
    address = link(README) if at is None else link(README, at=at)
    workbench = open_workbench(address, viewport={"width": size[0], "height": size[1]})
    workbench.settle()
    expect(workbench.sentence).to_contain_text("Every gradient is complete.")
    workbench.page.wait_for_function(f"() => ({SHARE_IN_VIEW})() === 1")
    assert legibility(workbench.page).least >= LEAST_TYPE
    # What fits is what opens: nothing is nearer, or further away, than it was.
    picture = workbench.page.locator("#graph .viewport")
    opened = picture.get_attribute("transform") or ""
    workbench.page.get_by_role("button", name="Fit the graph into view").click()
    workbench.painted()
    expect(picture).to_have_attribute("transform", opened)


def test_a_screen_that_is_turned_shows_what_opens_on_it_whatever_was_seen_before(
    open_workbench: Callable[..., Workbench],
) -> None:
    upright, lying = ViewportSize(width=400, height=850), ViewportSize(width=850, height=400)
    # Of 121 cards no picture is found that has room for numbers where all of it is in view.
    longer = LONG_WAY + "".join(f"\nz{step} = tanh({f'z{step - 1}' if step else 'y29'} * 1.1)" for step in range(30))
    workbench = open_workbench(link(longer), viewport=upright, has_touch=True)
    page, svg = workbench.page, workbench.graph.locator("svg.graph-canvas")
    fit = page.get_by_role("button", name="Fit the graph into view")
    workbench.settle()
    fit.click()
    page.wait_for_function(f"() => ({SHARE_IN_VIEW})() === 1")
    expect(svg).to_have_attribute("data-zoomed", "marks")
    page.set_viewport_size(lying)
    expect(svg).to_have_attribute("data-zoomed", "everything")
    expect(workbench.graph.get_by_label("Follow the step that is shown")).to_be_hidden()
    # What can be read whole stays whole.
    page.goto("about:blank")
    page.goto(link(README))
    workbench.settle()
    for size in (upright, lying, upright):
        page.set_viewport_size(size)
        page.wait_for_function(f"() => ({SHARE_IN_VIEW})() === 1")
        fit.click()


def test_what_is_folded_or_unfolded_leaves_the_whole_in_view_while_it_can_be_read(
    open_workbench: Callable[..., Workbench],
) -> None:
    program = "def f(x):\n    a = tanh(x)\n    b = exp(a)\n    return a*b\nx = 0.5\ny = f(x)\nz = f(y)\nL = z + x"
    phone = {"width": 400, "height": 850}
    workbench = open_workbench(link(program), viewport=phone, has_touch=True)
    workbench.settle()
    workbench.graph.get_by_role("button", name="Fold all", exact=True).click()
    folded = workbench.graph.locator(".card[data-folded]")
    expect(folded).not_to_have_count(0)
    while folded.count() > 0:
        before = folded.count()
        folded.first.focus()
        workbench.page.keyboard.press("Enter")
        expect(folded).not_to_have_count(before)
        workbench.page.wait_for_function(f"() => ({SHARE_IN_VIEW})() === 1")


COVERED_BY_BANNER = """() => {
  const banner = document.querySelector(".pitfall-banner").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#graph :is(.card-body, .graph-search), .formula-line, .projector-tools button")];
  const seen = parts.filter((part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true}));
  const [words, ...ways] = document.querySelectorAll(".pitfall-banner :is(p, button:not([hidden]))");
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  return [
    ...seen.filter((part) => isOver(part.getBoundingClientRect(), banner)).map((part) => part.getAttribute("class")),
    ...ways.filter((way) => isOver(way.getBoundingClientRect(), words.getBoundingClientRect())).map((way) => way.textContent),
  ];
}"""


@pytest.mark.parametrize("projector", [False, True], ids=["desk", "projector"])
@pytest.mark.parametrize("pitfall", ["overwrite", "order"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (400, 850)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_what_is_broken_on_purpose_is_said_without_covering_anything(
    open_workbench: Callable[..., Workbench], size: tuple[int, int], pitfall: str, projector: bool
) -> None:
    program = "a = 2.0\nb = 3.0\nc = 4.0\nL = (b*a + c) * a" if pitfall == "overwrite" else "a = 2.0\nb = 3.0\nL = a*b"
    address = link(program, pitfall=pitfall, **({"projector": 1} if projector else {}))
    workbench = open_workbench(address, viewport={"width": size[0], "height": size[1]})
    workbench.settle()
    expect(workbench.page.locator(".pitfall-banner")).to_contain_text("Broken on purpose")
    workbench.painted()
    assert workbench.page.evaluate(COVERED_BY_BANNER) == []
    assert legibility(workbench.page).faults == []


HEIGHTS = """() => ["pitfall-banner", "graph-surface"].map((name) => document.querySelector(`.${name}`).offsetHeight)"""


def test_other_words_about_what_is_broken_on_purpose_do_not_move_the_picture(open_workbench: Callable[..., Workbench]) -> None:
    program = "x1 = 2.0\nx2 = 0.5\nw1 = -3.0\nw2 = 1.0\nn = x1*w1 + x2*w2 + x1*w2\nL = n * n + x1"
    workbench = open_workbench(link(program, pitfall="overwrite"), viewport={"width": 1280, "height": 720})
    workbench.settle()
    words = workbench.page.locator(".pitfall-banner > p")
    expect(words).to_contain_text("x1")
    before = workbench.page.evaluate(HEIGHTS)
    workbench.write("x1 = 2.0\nL = x1 * 3")
    expect(words).not_to_contain_text("says")
    workbench.settle()
    most = workbench.page.evaluate(HEIGHTS)
    assert most[0] >= before[0]
    workbench.write(program)
    expect(words).to_contain_text("x2")
    workbench.settle()
    workbench.painted()
    assert workbench.page.evaluate(HEIGHTS) == most


@pytest.mark.parametrize("constant", ["3", "0.01", "1e-110", "-1.2345678e-110"])
def test_a_constant_stands_in_the_middle_of_its_card(open_workbench: Callable[..., Workbench], constant: str) -> None:
    workbench = open_workbench(link(f"x = 2.0\nL = x*x + x * {constant}", constants=1))
    workbench.settle()
    card = workbench.graph.locator(".card[data-role=constant]").first
    places = (
        "(card, part) => { const {left, right} = card.querySelector(part).getBoundingClientRect(); return (left + right) / 2; }"
    )
    assert card.evaluate(places, ".number") == pytest.approx(card.evaluate(places, ".card-body"), abs=1)
    assert legibility(workbench.page).faults == []


SHORT_WIRES = """x = 1.5
w1 = -0.8
w2 = 2.0
b = 0.3
t = 1.0
h = tanh(w1*x + b)
y = sigmoid(w2*h)
L = -(t*log(y) + (1-t)*log(1-y))"""

NUMBERS_OF_THE_STEP = """() => {
  const svg = document.querySelector("#graph svg.graph-canvas");
  const isSeen = (one) => one.checkVisibility({visibilityProperty: true}) && one.textContent !== "";
  const texts = [...svg.querySelectorAll(".callouts > g")].filter(isSeen).map((one) => one.textContent);
  return {phase: svg.dataset.phase, now: svg.querySelectorAll(".wire.now").length, texts};
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 720), (1400, 790)], ids=lambda size: f"{size[0]}×{size[1]}")
def test_the_number_that_is_explained_can_be_read_at_its_own_wire(
    open_workbench: Callable[..., Workbench], size: tuple[int, int], theme: str
) -> None:
    """Between cards that are too near to each other for it, it is beside its wire; also while that is selected."""
    address = link(SHORT_WIRES, projector=1, edge=6, theme=theme, at=0)
    workbench = open_workbench(address, viewport={"width": size[0], "height": size[1]})
    workbench.settle()
    page, phases = workbench.page, set()
    while workbench.scrubber.get_attribute("aria-valuenow") != workbench.scrubber.get_attribute("aria-valuemax"):
        page.keyboard.press(".")
        workbench.painted()
        sentence = workbench.sentence.text_content() or ""
        read = legibility(page)
        assert read.faults == [], sentence
        # Where the picture is in bands a wire may be enclosed: then the frame's own pill has the number.
        if size == (1280, 720) or sentence.startswith("h gets"):
            assert read.left_out == 0, sentence
        found = page.evaluate(NUMBERS_OF_THE_STEP)
        phases.add(found["phase"])
        product = re.search(r" gets \S+ × \S+ = (\S+) from", sentence)
        if product and found["phase"] == "backward":
            assert any(text == product[1] for text in found["texts"]), (sentence, found)
        if sentence.startswith("Slopes of w2*h"):
            assert {"×2", "×−0.716"} <= set(found["texts"])
    assert {"slopes", "backward"} <= phases


FACES = {
    "text": '400 1000px "Source Sans 3 Variable"',
    "bold": '600 1000px "Source Sans 3 Variable"',
    "italic": "italic 400 1000px KaTeX_Math",
    "upright": "400 1000px KaTeX_Main",
}


def test_letters_are_as_wide_as_the_table_of_card_sizes_says(workbench: Workbench) -> None:
    """Cards are laid out by the table alone, on the page and in still pictures."""
    workbench.settle()
    advances = json.loads((ROOT / "engine" / "export" / "card_sizes.json").read_text(encoding="utf-8"))["advances"]
    wrong = workbench.page.evaluate(
        """async ([advances, faces]) => {
          const pen = document.createElement("canvas").getContext("2d");
          const wrong = [];
          for (const [face, widths] of Object.entries(advances)) {
            await document.fonts.load(faces[face]);
            pen.font = faces[face];
            for (const [width, letters] of Object.entries(widths)) for (const letter of letters)
              if (Math.abs(pen.measureText(letter).width - Number(width)) > 1) wrong.push(`${face} ${letter}`);
          }
          return wrong;
        }""",
        [advances, FACES],
    )
    assert wrong == []
