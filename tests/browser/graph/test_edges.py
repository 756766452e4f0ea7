"""An edge is selected as a node is: by pointer, finger and keys; its contribution is explained, linked, followed by a class."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classroom import Student, Teacher
from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]

SQUARE = "a = 3\ny = a*a + a"
TWICE = "def f(u, v):\n    return u*v + u\na = 2.0\nb = 3.0\nf(a, b) + f(b, a)"


def expect_edge(workbench: Workbench, source: str, target: str) -> None:
    heading = workbench.explanation.get_by_role("heading", level=2)
    expect(heading).to_have_attribute("aria-label", f"Edge from {source} to {target}")


@pytest.mark.parametrize("beside", [0, 11])
def test_a_click_on_or_beside_a_wire_explains_what_travels_it(beside: int, open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.card("d").click()
    workbench.click_wire(1, beside=beside)
    expect_edge(workbench, "a", "b*a")
    expect(workbench.wire(1)).to_contain_class("selected")
    expect(workbench.card("d")).not_to_contain_class("selected")
    explanation = workbench.explanation
    expect(explanation).to_contain_text("a gets 7 × 3 = 21 from b⋅a; now 10 + 21 = 31, its whole gradient.")
    expect(explanation.get_by_role("definition")).to_have_count(4)
    expect(explanation.get_by_role("definition").nth(1)).to_contain_text("+=")
    expect(explanation.get_by_role("definition").last).to_have_text("21")
    expect(explanation.get_by_role("heading", name="Why multiply")).to_be_visible()
    explanation.get_by_role("button", name="to b*a").click()
    expect(workbench.card("b*a")).to_contain_class("selected")
    expect(workbench.wire(1)).not_to_contain_class("selected")
    workbench.click_wire(1)
    workbench.page.keyboard.press("Escape")
    expect(workbench.wire(1)).not_to_contain_class("selected")


def test_the_two_edges_of_a_square_are_two(open_workbench: Open) -> None:
    workbench = open_workbench(link(SQUARE))
    workbench.click_wire(1)
    expect(workbench.explanation).to_contain_text("for the second of its 2 uses; now 4 + 3 = 7")
    workbench.explanation.get_by_role("button", name="first of its 2 uses").click()
    expect(workbench.wire(0)).to_contain_class("selected")
    expect(workbench.explanation).to_contain_text("3 of a's 7 comes through this edge: 1 × 3.")
    marked = workbench.editor.locator(".mark-source")
    expect(marked).to_have_text(["a"])
    expect(workbench.editor.locator(".mark-selected").first).to_contain_text("a")


def test_before_its_step_an_edge_has_letters_and_at_its_step_numbers(open_workbench: Open) -> None:
    workbench = open_workbench(link(SQUARE, at=1))
    workbench.click_wire(0)
    explanation = workbench.explanation
    expect(explanation).to_contain_text("Its number appears at step 6, when the backward pass reaches it.")
    expect(explanation.get_by_role("definition").last).to_have_text("—")
    expect(explanation).not_to_contain_text("1 × 3")
    explanation.get_by_role("button", name="Go to its step 6 of 7").click()
    workbench.expect_position(6)
    expect(explanation.get_by_role("definition").last).to_have_text("3")
    expect(explanation.get_by_role("button", name="Active now")).to_have_attribute("aria-disabled", "true")
    workbench.page.keyboard.press("End")
    workbench.graph.get_by_role("button", name="Go to the step of the selection").click()
    workbench.expect_position(6)


@pytest.mark.parametrize(
    ("program", "edge", "sentence"),
    [
        ("x = -1.0\nrelu(x) - 2", 2, "No gradient reaches 2. A constant cannot change"),
        ("x = -1.0\nrelu(x) - 2", 0, "blocks the gradient: its local derivative is 0"),
        ("x = 0.0\ny = 1/x\ny*0 + x", 1, "is not finite here, and 0 × ∞ is undefined"),
        ("A = [[1.0, 2], [3, 4]]\nx = [1.0, 1]\nsum(A @ x + 1)", 0, "A gets G x⊤ from A x, with upstream gradient G"),
        ("A = [[1.0, 2], [3, 4]]\nB = 2*A\nsum(B*A)", 3, "A gets G×B from B⋅A, with upstream gradient G: (2, 2)"),
        ("x = [1.0, 2]\nb = 0.5\nsum(x + b)", 1, "it is summed over axis 0, which was broadcast. b gets [1, 1] → 2"),
    ],
)
def test_every_kind_of_edge_has_its_sentence(program: str, edge: int, sentence: str, open_workbench: Open) -> None:
    workbench = open_workbench(link(program, constants=1))
    workbench.click_wire(edge)
    expect(workbench.explanation).to_contain_text(sentence)


def test_in_forward_mode_an_edge_says_what_it_adds_to_the_tangent(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nc*a", forward="a", edge=2))
    workbench.page.keyboard.press("End")
    expect(workbench.explanation.get_by_role("heading", name="Forward mode of a")).to_be_visible()
    expect(workbench.explanation).to_contain_text("2 × 3 = 6")


def test_keys_lead_onto_wires_along_them_and_to_their_explanation(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nd = c + a\nd*b", direction="right"))
    keyboard = workbench.page.keyboard
    workbench.card("a").focus()
    keyboard.press("Shift+ArrowRight")
    expect(workbench.wire(0)).to_be_focused()
    expect(workbench.wire(0)).to_have_attribute("aria-label", "edge from a to c, rule b, contribution 3 × 3 = 9")
    keyboard.press("ArrowUp")
    expect(workbench.wire(3)).to_be_focused()
    keyboard.press("ArrowRight")
    expect(workbench.card("d")).to_be_focused()
    keyboard.press("Shift+ArrowLeft")
    keyboard.press("Enter")
    expect_edge(workbench, "c", "d")
    expect(workbench.page.locator("#inspector")).to_be_focused()
    keyboard.press("Escape")
    expect(workbench.wire(2)).to_be_focused()
    keyboard.press("j")
    workbench.expect_position(7)
    keyboard.press("Escape")
    expect(workbench.wire(2)).not_to_contain_class("selected")
    keyboard.press("ArrowLeft")
    expect(workbench.card("c")).to_be_focused()
    keyboard.press("?")
    expect(workbench.help.get_by_text("From a card onto an edge")).to_be_visible()


def test_the_link_brings_the_edge_back(open_workbench: Open) -> None:
    workbench = open_workbench(link(SQUARE))
    workbench.click_wire(2)
    expect(workbench.page).to_have_url(re.compile("edge=2"))
    workbench.page.reload()
    expect(workbench.wire(2)).to_contain_class("selected")
    expect_edge(workbench, "a*a", "y")
    workbench.page.evaluate("() => { location.hash = location.hash.replace('edge=2', 'node=0') }")
    expect(workbench.card("a")).to_contain_class("selected")
    expect(workbench.wire(2)).not_to_contain_class("selected")


def test_a_link_to_an_edge_that_is_not_there_selects_nothing(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&edge=999&panel=paths")
    expect(workbench.graph.locator(".selected")).to_have_count(0)
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("a")


def test_an_edit_and_its_undoing_keep_the_edge(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nc + 1"))
    workbench.click_wire(1)
    expect_edge(workbench, "b", "c")
    workbench.write("z = 1.0\na = 2.0\nb = 3.0\nc = a*b\nc + z")
    expect(workbench.card("z")).to_be_visible()
    expect_edge(workbench, "b", "c")
    workbench.page.keyboard.press("ControlOrMeta+z")
    expect(workbench.card("z")).to_have_count(0)
    expect_edge(workbench, "b", "c")
    workbench.write("a = 2.0\nb = 3.0\nc = a - b\nc + 1")
    expect(workbench.explanation.get_by_role("heading", level=2)).not_to_have_attribute("aria-label", re.compile("^Edge"))


def test_a_wire_to_a_folded_group_lists_the_edges_it_stands_for(open_workbench: Open) -> None:
    workbench = open_workbench(link(TWICE))
    workbench.graph.get_by_role("button", name="Fold all", exact=True).click()
    workbench.click_wire(0)
    explanation = workbench.explanation
    expect(explanation.get_by_role("heading", name="This edge combines 2 edges")).to_be_visible()
    rows = explanation.get_by_role("listitem")
    expect(rows).to_have_count(2)
    rows.last.get_by_role("button").click()
    expect(workbench.wire(0)).to_contain_class("selected")
    expect_edge(workbench, "a", "u*v + u")
    workbench.graph.get_by_role("button", name="Unfold all").click()
    expect(workbench.graph.locator(".wire.selected")).to_have_count(1)
    expect(explanation.get_by_role("heading", name="This edge combines")).to_have_count(0)


def test_an_edge_within_a_folded_group_marks_the_group(open_workbench: Open) -> None:
    workbench = open_workbench(link(TWICE, edge=2, folds="all"))
    workbench.graph.get_by_role("button", name="Fold all", exact=True).click()
    expect_edge(workbench, "u*v", "u*v + u")
    expect(workbench.graph.locator(".card[data-folded].selected")).to_have_count(1)


def test_a_contribution_in_the_table_and_in_a_sum_is_an_edge(open_workbench: Open) -> None:
    workbench = open_workbench(link(SQUARE, view="table"))
    contribution = workbench.table.get_by_text("3 from a*a").first
    contribution.click()
    expect(contribution).to_have_attribute("data-selected", "")
    expect_edge(workbench, "a", "a*a")
    workbench.explanation.get_by_role("button", name="from a").click()
    workbench.explanation.get_by_role("button", name=re.compile("upstream 1 × local derivative 1")).click()
    workbench.explanation.get_by_role("button", name="Select this edge").click()
    expect_edge(workbench, "a", "y")


def test_a_class_follows_the_edge_and_a_student_looks_at_another(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.click_wire(1)
    expect(student.wire(1)).to_contain_class("selected")
    expect_edge(student, "a", "b*a")
    teacher.card("a").click()
    expect(student.card("a")).to_contain_class("selected")
    expect(student.wire(1)).not_to_contain_class("selected")
    student.click_wire(2)
    expect_edge(student, "b*a", "b*a + c")
    expect(student.sentence_of_class).not_to_contain_text("Following")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_finger_finds_the_wire(scheme: str, open_workbench: Open) -> None:
    phone = {"viewport": {"width": 400, "height": 850}, "has_touch": True, "color_scheme": scheme}
    workbench = open_workbench(link(SQUARE, view="graph"), **phone)
    workbench.page.locator("#picture").evaluate("(picture) => picture.scrollIntoView({block: 'start'})")
    workbench.page.touchscreen.tap(*workbench.middle_of_wire(3, beside=-11))
    expect_edge(workbench, "a", "y")
    assert workbench.sideways() == 0


def test_a_drag_that_begins_on_a_wire_moves_the_picture_and_selects_nothing(open_workbench: Open) -> None:
    workbench = open_workbench(link(SQUARE))
    x, y = workbench.middle_of_wire(3)
    workbench.page.mouse.move(x, y)
    expect(workbench.wire(3)).to_have_attribute("data-pointed", "")
    workbench.page.mouse.down()
    workbench.page.mouse.move(x + 40, y + 30, steps=4)
    workbench.page.mouse.up()
    expect(workbench.graph.locator(".selected")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_explanation_of_an_edge_is_sound_for_assistive_technology(
    scheme: str, open_workbench: Open, axe: Callable[[Page], list[str]]
) -> None:
    workbench = open_workbench(link(SQUARE, edge=0), color_scheme=scheme)
    expect(workbench.wire(0)).to_contain_class("selected")
    expect_edge(workbench, "a", "a*a")
    assert axe(workbench.page) == []


INK = """(canvas) => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 128 && data[at] + data[at + 1] + data[at + 2] < 150) dark += 1;
  return dark;
}"""


def test_from_afar_a_wire_of_a_large_graph_is_selected_as_well(open_workbench: Open) -> None:
    width, depth = 40, 12
    lines = [f"x0_{place} = {place}.0" for place in range(width)]
    for layer in range(depth):
        lines += [f"x{layer + 1}_{place} = x{layer}_{place} + x{layer}_{(place + 1) % width}" for place in range(width)]
    total = "total = " + " + ".join(f"x{depth}_{place}" for place in range(width))
    workbench = open_workbench(link("\n".join([*lines, total])), color_scheme="light")
    workbench.graph.get_by_role("button", name="Unfold all").click()
    expect(workbench.graph.locator(".card[data-folded]")).to_have_count(0)
    workbench.graph.get_by_role("button", name="Fit the graph").click()
    canvas = workbench.graph.locator("canvas.graph-far")
    expect(canvas).to_be_visible(timeout=60_000)
    expect(workbench.wires()).to_have_count(0)
    workbench.painted()
    before = canvas.evaluate(INK)
    box = workbench.graph.bounding_box()
    assert box is not None
    heading = workbench.explanation.get_by_role("heading", level=2)
    # Between two columns of cards there is nothing but wires.
    places = itertools.product((0.5, 0.55), range(int(box["width"] * 0.5), int(box["width"]), 5))
    for height, place in places:
        workbench.page.mouse.click(box["x"] + place, box["y"] + box["height"] * height)
        workbench.painted()
        if (heading.get_attribute("aria-label") or "").startswith("Edge"):
            break
    expect(heading).to_have_attribute("aria-label", re.compile("^Edge from "))
    assert canvas.evaluate(INK) > before + 20
    workbench.page.keyboard.press("Escape")
    workbench.painted()
    assert canvas.evaluate(INK) == before
