"""Sliders and numbers: everything follows, nothing moves, and what is meant is written into the program."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import Workbench, link, number, visit

Open = Callable[..., Workbench]

PROGRAM = "a = 2.0\nb = 3.0\n\na*b + a"


def test_while_a_slider_is_dragged_numbers_follow_no_card_moves_and_the_program_waits(workbench: Workbench) -> None:
    program = EXAMPLES[0].program
    workbench.full_editor()
    boxes = workbench.boxes()
    workbench.drag_slider("a", to=0.9, release=False)
    expect(workbench.value_of("a")).to_have_value("8.0")
    workbench.expect_numbers({"a": "8", "L": "364"}, {"a": "67", "b": "104"})
    expect(workbench.gradient_of("b")).to_have_text("104")
    assert workbench.boxes() == boxes
    workbench.expect_program(program)
    workbench.page.mouse.up()
    workbench.expect_program(program.replace("a = 2.0", "a = 8.0"))
    workbench.settle()
    assert workbench.boxes() == boxes


def test_undo_takes_a_drag_back_and_redo_does_it_again(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM))
    workbench.full_editor()
    workbench.drag_slider("b", to=0.0)
    workbench.expect_program(PROGRAM.replace("3.0", "-10.0"))
    workbench.expect_card("a", grad="−9")
    workbench.editor.press("ControlOrMeta+z")
    workbench.expect_program(PROGRAM)
    workbench.expect_card("a", grad="4")
    expect(workbench.slider_of("b")).to_have_value("3")
    workbench.editor.press("ControlOrMeta+y")
    workbench.expect_card("a", grad="−9")


def test_a_drag_before_the_full_editor_is_there_is_written_as_well(open_page: Callable[..., object]) -> None:
    workbench = Workbench(open_page("about:blank"))  # type: ignore[arg-type]
    workbench.page.route(re.compile("codemirror-"), lambda _route: None)
    workbench.page.goto(link(PROGRAM))
    workbench.expect_card("a", grad="4")
    workbench.drag_slider("a", to=1.0)
    expect(workbench.editor).to_have_value(PROGRAM.replace("2.0", "10.0"))


def test_the_arrow_keys_move_a_slider_and_the_number_beside_it(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM))
    workbench.slider_of("a").press("ArrowRight")
    workbench.expect_program(PROGRAM.replace("2.0", "2.1"))
    workbench.value_of("a").press("ArrowDown")
    workbench.value_of("a").press("ArrowDown")
    workbench.expect_program(PROGRAM.replace("2.0", "1.9"))
    workbench.expect_card("b", grad="1.9")


def test_a_typed_number_is_written_into_the_program(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM))
    slider = workbench.slider_of("b")
    for typed, literal in (
        ("7", "7.0"),
        ("−2,5", "-2.5"),
        ("1e-7", "1e-7"),
        (" 40000 ", "40000.0"),
        ("6.8813735870195432", "6.881373587019543"),
    ):
        workbench.value_of("b").fill(typed)
        workbench.value_of("b").press("Enter")
        workbench.expect_program(PROGRAM.replace("3.0", literal))
        workbench.settle()
        smallest, largest = float(slider.get_attribute("min") or ""), float(slider.get_attribute("max") or "")
        assert smallest <= float(literal) <= largest


def test_what_is_not_a_number_is_refused_with_advice_and_changes_nothing(workbench: Workbench) -> None:
    field = workbench.value_of("a")
    advice = workbench.page.get_by_role("alert").filter(has_text="Write a number such as −2.5")
    for typed in ("abc", "", "nan", "1 2", "--1", "[1, x]", "<b>"):
        field.fill(typed)
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(advice).to_be_visible()
        workbench.expect_card("a", data="2", grad="31")
    field.fill("1e999")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(workbench.page.get_by_role("alert").filter(has_text="larger than a 64-bit float can hold")).to_be_visible()
    workbench.expect_card("a", data="2", grad="31")
    field.fill("4")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(workbench.page.get_by_role("alert")).to_have_count(0)
    workbench.expect_card("a", data="4")


def test_a_refused_entry_gives_way_when_the_field_is_left_with_escape(workbench: Workbench) -> None:
    field = workbench.value_of("a")
    field.fill("abc")
    field.press("Escape")
    expect(field).not_to_be_focused()
    expect(field).to_have_value("2.0")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_number_beyond_the_slider_widens_it(workbench: Workbench) -> None:
    workbench.value_of("a").fill("-1234")
    workbench.value_of("a").press("Enter")
    workbench.expect_card("a", data="−1234")
    expect(workbench.slider_of("a")).to_have_attribute("min", "-2000")
    expect(workbench.slider_of("a")).to_have_attribute("aria-valuetext", "-1234.0")
    assert number(workbench.slider_of("a").input_value()) == pytest.approx(-1234, abs=20)


def test_the_range_of_a_slider_can_be_set_and_nonsense_is_refused(workbench: Workbench) -> None:
    row = workbench.page.get_by_role("group", name="a", exact=True)
    row.hover()
    row.get_by_role("button", name="Range of the slider of a").click()
    row.get_by_label("from").fill("0")
    row.get_by_label("to", exact=True).fill("4")
    row.get_by_label("step").fill("0.5")
    row.get_by_label("step").press("Enter")
    workbench.drag_slider("a", to=0.9)
    workbench.expect_card("a", data="3.5")
    row.get_by_label("to", exact=True).fill("-1")
    row.get_by_label("to", exact=True).press("Enter")
    expect(row.get_by_label("to", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(workbench.slider_of("a")).to_have_attribute("max", "4")
    expect(workbench.page).to_have_url(re.compile(r"ranges=a:0,4,0\.5"))
    workbench.page.reload()
    expect(workbench.slider_of("a")).to_have_attribute("max", "4")
    expect(workbench.slider_of("a")).to_have_attribute("step", "0.5")


def test_a_free_name_is_an_input_that_counts_as_one_until_its_slider_says_otherwise(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*y + z"))
    row = workbench.page.get_by_role("group", name="y", exact=True)
    expect(row).to_contain_text("counts as 1")
    workbench.expect_numbers({"x*y + z": "2"}, {"x": "1"})
    workbench.drag_slider("y", to=0.0)
    workbench.expect_card("x", grad="−10")
    workbench.expect_program("x*y + z")
    expect(row).to_contain_text("set here")
    row.get_by_role("button", name="reset").click()
    workbench.expect_card("x", grad="1")
    expect(row).to_contain_text("counts as 1")


def test_a_free_name_keeps_its_value_while_the_program_is_edited_around_it(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*y", inputs="y:5"))
    workbench.expect_card("x", grad="5")
    workbench.write("x*y*2")
    workbench.expect_card("x", grad="10")
    workbench.write("x*y*2\ny = 3")
    workbench.write("y = 3\nx*y*2")
    workbench.expect_card("x", grad="6")


def test_a_second_tab_is_independent(open_workbench: Open) -> None:
    first = open_workbench()
    second = Workbench(first.page.context.new_page())
    second.page.goto("/")
    second.drag_slider("a", to=1.0)
    second.write("q = 3.0\nq*q")
    second.expect_card("q", grad="6")
    first.expect_card("a", data="2", grad="31")
    first.page.keyboard.press("Home")
    first.expect_position(0)
    assert second.position() == second.length()


def test_sliding_quickly_to_and_fro_ends_with_the_last_number(workbench: Workbench) -> None:
    box = workbench.slider_of("d").bounding_box()
    assert box is not None
    mouse, middle = workbench.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * 0.75, middle)
    mouse.down()
    for move in range(60):
        mouse.move(box["x"] + box["width"] * (move % 11) / 10, middle)
    mouse.up()
    workbench.settle()
    held = number(workbench.value_of("d").input_value())
    assert number(workbench.cards()[3].data) == held
    assert number(workbench.cards()[0].grad or "") == pytest.approx(2 * 2 * 3 + 4 + 3 * held)
    expect(workbench.editor).to_contain_text(f"d = {workbench.value_of('d').input_value()}")


def test_an_input_whose_program_has_a_mistake_cannot_be_moved(workbench: Workbench) -> None:
    workbench.write("a = 2.0\na * (")
    expect(workbench.slider_of("a")).to_be_disabled()
    workbench.write("a = 2.0\na * 2")
    expect(workbench.slider_of("a")).to_be_enabled()


def test_a_formula_typed_as_a_value_is_written_into_the_program(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\na*b"))
    workbench.value_of("a").fill("pi/2")
    workbench.value_of("a").press("Enter")
    workbench.expect_program("a = pi/2 a*b")
    workbench.expect_card("b", grad="1.571")
    workbench.value_of("b").fill("2*a")
    workbench.value_of("b").press("Enter")
    workbench.expect_program("a = pi/2 b = 2*a a*b")
    workbench.expect_card("b", data="3.142")
    expect(workbench.value_of("b")).to_have_count(0)


def test_undo_on_a_slider_takes_its_drag_back_also_where_the_program_gives_no_number(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*x"))
    workbench.drag_slider("x", to=1.0)
    workbench.expect_card("x", data="10", grad="20")
    workbench.slider_of("x").press("ControlOrMeta+z")
    workbench.expect_card("x", data="1", grad="2")
    expect(workbench.tool("Undo the last change")).to_have_attribute("aria-disabled", "true")
    workbench.tool("Redo the change").click()
    workbench.expect_card("x", data="10", grad="20")


def test_a_number_moves_by_itself_until_it_is_stopped_and_then_stands_in_the_program(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM))
    move = workbench.page.get_by_role("button", name="Animate a")
    move.click()
    expect(move).to_have_attribute("aria-pressed", "true")
    expect(workbench.card("b").locator(".number.grad")).not_to_have_text("2")
    workbench.expect_program(PROGRAM)
    move.click()
    expect(move).to_have_attribute("aria-pressed", "false")
    value = workbench.value_of("a").input_value()
    assert -10 <= float(value) <= 10
    workbench.expect_program(PROGRAM.replace("2.0", value))
    workbench.slider_of("a").press("ControlOrMeta+z")
    workbench.expect_program(PROGRAM)


def test_unfinished_work_is_there_again_at_the_next_visit_and_a_link_wins(workbench: Workbench) -> None:
    workbench.write("x*x + sin(x)")
    workbench.drag_slider("x", to=1.0)
    workbench.expect_card("x", data="10")
    workbench.page.goto("about:blank")
    workbench.page.goto("/")
    workbench.expect_program("x*x + sin(x)")
    workbench.expect_card("x", data="10")
    workbench.page.goto("about:blank")
    workbench.page.goto(link("q = 3.0\nq*q"))
    workbench.expect_card("q", grad="6")
    workbench.page.goto("about:blank")
    workbench.page.goto("/")
    workbench.expect_program("x*x + sin(x)")
    workbench.choose_example(EXAMPLES[0].title)
    workbench.settle()
    workbench.page.goto("about:blank")
    workbench.page.goto("/")
    workbench.expect_program(EXAMPLES[0].program)


def test_a_layers_weight_and_bias_are_told_apart_by_the_ends_of_their_names(open_workbench: Open) -> None:
    program = "import torch\nmodel = torch.nn.Linear(2, 1)\nmodel(torch.tensor([1.0, 2.0])).sum()"
    workbench = open_workbench(link(program))
    names = workbench.page.locator(".input-name")
    expect(names).to_have_text(["…el.weight", "model.bias"])
    expect(workbench.page.locator(".input-row").first).to_have_accessible_name("model.weight")


MODEL = """import random
random.seed(1)

class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.5)

    def __call__(self, x):
        return sum((wi*xi for wi, xi in zip(self.w, x)), self.b).tanh()

class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

layer = Layer(2, 3)
L = sum(layer([1.0, 2.0]))
"""


LISTS = "x = [1.25, -2.5, 3, 4]\nweights = [0.5, 1, 2, 3]\nb = [[1, 2], [3, 4]]\nL = sum(x*weights) + sum(b)"


# Of a text what is seen of its letters, which may reach beyond its box.
PARTS_OF_ROW = """(row) => [...row.children]
  .filter((part) => part.checkVisibility() && (part.matches("input") || part.textContent !== ""))
  .map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const { left, top, right, bottom } = (part.matches("input") ? part : range).getBoundingClientRect();
    const isCut = getComputedStyle(part).overflow === "hidden";
    return [left, top, isCut ? Math.min(right, part.getBoundingClientRect().right) : right, bottom];
  })"""


def test_nothing_is_printed_over_the_shape_of_a_list(open_workbench: Callable[..., Workbench], subtests: pytest.Subtests) -> None:
    bench = open_workbench("about:blank")
    for width, height in ((850, 400), (400, 850), (360, 740), (1280, 800)):
        with subtests.test(width=width, height=height):
            visit(bench.page, link(LISTS), (width, height))
            bench.settle()
            if width < 1000:
                bench.pane("Inputs")
            rows = bench.page.locator(".input-row.is-tensor")
            expect(rows).to_have_count(3)
            expect(rows.nth(1).locator(".input-gradient")).to_have_text("[1.25, −2.5, 3, 4]")
            for row in rows.all():
                parts = row.evaluate(PARTS_OF_ROW)
                for index, one in enumerate(parts):
                    for other in parts[:index]:
                        across, along = (
                            min(one[2], other[2]) - max(one[0], other[0]),
                            min(one[3], other[3]) - max(one[1], other[1]),
                        )
                        assert across <= 1 or along <= 1, row.inner_text()


def test_parameters_are_listed_under_the_objects_that_own_them(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link(MODEL))
    workbench.settle()
    panel = workbench.page.locator("#inputs")
    expect(panel.locator(".input-owner")).to_have_text(["neurons[0]", "neurons[1]", "neurons[2]"])
    row = panel.get_by_role("group", name="layer.neurons[1].b", exact=True)
    expect(row.locator(".input-name")).to_have_text("b")
    expect(workbench.value_of("layer.neurons[1].b")).to_have_value("0.5")


def test_a_number_in_its_field_is_whole_with_its_exponent(open_workbench: Open, subtests: pytest.Subtests) -> None:
    """Digits less, but no digit cut in half and no exponent out of sight; all digits come with the focus."""
    numbers = [0.688846741, -0.158840291, 6.8813735870195432, 1.234567e-12, -9.87654e-100, 123456.789, -1234567.0, 2.0]
    names = "abcdefgh"
    program = "\n".join(f"{name} = {value!r}" for name, value in zip(names, numbers, strict=True)) + "\n" + " + ".join(names)
    workbench = open_workbench("about:blank")
    for size in ((1440, 900), (1280, 720), (400, 850)):
        with subtests.test(size=size):
            visit(workbench.page, link(program), size)
            workbench.settle()
            if size[0] < 720:
                workbench.pane("Inputs")
            for name, value in zip(names, numbers, strict=True):
                field = workbench.value_of(name)
                expect(field).not_to_have_value("")
                shown = field.input_value()
                assert float(shown) == pytest.approx(value, rel=0.1)
                assert ("e" in shown) == ("e" in repr(value)) or abs(value) >= 1e5
                assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth"), shown
            workbench.value_of("a").focus()
            expect(workbench.value_of("a")).to_have_value("0.688846741")


def test_a_sum_that_is_not_finished_does_not_pass_for_the_gradient(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM, at=5))
    shown = workbench.gradient_of("a")
    expect(shown).to_have_text("1…")
    expect(shown).to_have_accessible_description(re.compile("so far.*1 of 2 contributions have arrived"))
    workbench.page.keyboard.press("End")
    expect(shown).to_have_text("4")


def test_the_field_of_an_array_stays_usable_where_its_value_does_not_fit(open_workbench: Open) -> None:
    program = "x = np.array([1.0, 2.0])\nW = np.array([[1.0,0.5],[0.0,2.0]])\ny = np.sum(W @ x)"
    workbench = open_workbench(link(program))
    workbench.full_editor()
    field, row = workbench.value_of("x"), workbench.page.get_by_role("group", name="x", exact=True)
    for written in ("[1, 2, 3]", "[4, 5, 6, 7]"):
        field.fill(written)
        field.press("Enter")
        expect(row.get_by_role("alert")).to_contain_text("cannot multiply")
        expect(field).to_be_enabled()
        expect(field).to_have_value(written)
    field.fill("[3, 4]")
    field.press("Enter")
    workbench.expect_program(program.replace("[1.0, 2.0]", "[3, 4]"))
    workbench.expect_card("y", data="13")
    expect(row.get_by_role("alert")).to_be_hidden()


def test_the_gradient_of_a_short_list_is_written_out_beside_its_shape(open_workbench: Open) -> None:
    program = "x = [0.123, 0.65, 1]\nw = [0.5, -1, 2]\nsum(1/(1 + exp(-x*w))) * sum(x*w)"
    workbench = open_workbench(link(program), viewport={"width": 1440, "height": 900})
    row = workbench.page.get_by_role("group", name="x", exact=True)
    expect(row.locator(".input-gradient")).to_have_text("[1.0, −2.1, 3.8]")
    assert row.evaluate(
        """(row) => {
          const [gradient, note] = [".input-gradient", ".input-note:not(.is-advice)"].map((one) => row.querySelector(one));
          const [right, left] = [gradient, note].map((one) => one.getBoundingClientRect());
          const words = document.createRange();
          words.selectNodeContents(note);
          return gradient.scrollWidth <= gradient.clientWidth && words.getBoundingClientRect().right < right.left
            && left.top < right.bottom && right.top < left.bottom;
        }"""
    )


LONG_LISTS = """x = [0.123, 0.65, -1, 12.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]
m = [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]]
L = sum(x**2/7) + sum(m**3)"""


def test_the_gradient_of_a_long_list_is_begun_as_far_as_there_is_room(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width, height in ((1440, 900), (1280, 720), (400, 850)):
        with subtests.test(width=width, height=height):
            visit(workbench.page, link(LONG_LISTS), (width, height))
            workbench.settle()
            if width < 1000:
                workbench.pane("Inputs")
            whole = {
                "x": ["0.03514", "0.1857", "−0.2857", "3.571", "0.8571", "1.143"],
                "m": ["0.03", "0.12", "0.27", "0.48", "0.75", "1.08", "1.47"],
            }
            for name, numbers in whole.items():
                row = workbench.page.get_by_role("group", name=name, exact=True)
                gradient = row.locator(".input-gradient")
                expect(gradient).to_have_text(re.compile(r"^\[.*…\]$"))
                begun = re.findall(r"[^\[\], …]+", gradient.inner_text())
                assert len(begun) >= 2
                assert begun[: len(numbers)] == numbers[: len(begun)]
                assert gradient.evaluate("(gradient) => gradient.scrollWidth <= gradient.clientWidth")
                expect(row).to_contain_text("(20,)" if name == "x" else "(2, 7)")
                # The first number begins where the input's own list begins.
                left = """(part) => {
                  const {paddingLeft, borderLeftWidth} = getComputedStyle(part);
                  return part.getBoundingClientRect().left + parseFloat(paddingLeft) + parseFloat(borderLeftWidth);
                }"""
                assert abs(gradient.evaluate(left) - row.locator(".input-number").evaluate(left)) <= 1
                expect(gradient).to_have_attribute("title", re.compile(r"^\[(?:.*,){13}[^…]*$"))


def test_more_of_a_long_gradient_is_written_where_the_list_of_inputs_is_widened(open_workbench: Open) -> None:
    workbench = open_workbench(link(LONG_LISTS), viewport={"width": 1440, "height": 900})
    gradient = workbench.page.get_by_role("group", name="x", exact=True).locator(".input-gradient")
    expect(gradient).to_have_text(re.compile(r"…\]$"))
    before = gradient.inner_text()
    workbench.page.set_viewport_size({"width": 1000, "height": 900})
    workbench.page.locator("#side-splitter").focus()
    for _ in range(12):
        workbench.page.keyboard.press("ArrowRight")
    expect(gradient).not_to_have_text(before)
    assert gradient.evaluate("(gradient) => gradient.scrollWidth <= gradient.clientWidth")
