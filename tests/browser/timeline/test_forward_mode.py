"""Forward mode on the timeline: dual numbers, a pass for each input, beside the one pass of reverse mode."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]
CASE = "a, b, c, d = 2, 3, 4, 5\n((a*b) + c) * (a + d)"


@pytest.fixture
def still(open_workbench: Open) -> Workbench:
    return open_workbench()


def test_forward_mode_is_played_after_the_backward_pass_and_ends_with_the_same_gradient(still: Workbench) -> None:
    length = still.length()
    still.choice("Forward mode").select_option("a")
    expect(still.scrubber).to_have_attribute("aria-valuemax", str(length + 5))
    still.expect_position(length)
    still.button("Next step").click()
    expect(still.sentence).to_have_text("Forward mode: a gets tangent 1, every other input 0; as a dual number it is 2 + 1ε.")
    still.expect_card("a", data="2", grad="1")
    still.expect_card("b", grad="—")
    expect(still.badge).to_have_text("FORWARD MODE 1/5")
    still.page.keyboard.press("End")
    expect(still.sentence).to_contain_text(
        "= 31, equal to the gradient of a. 4 inputs: 4 forward passes or one in reverse, so training uses reverse mode."
    )
    still.expect_card("L", data="70", grad="31")
    expect(still.explanation.get_by_role("heading", name="Forward mode of a")).to_be_visible()
    expect(still.explanation.get_by_role("row", name="forward mode 4 7 1")).to_be_visible()
    still.page.keyboard.press("m")
    expect(still.scrubber).to_have_attribute("aria-valuemax", str(length))
    still.expect_card("L", grad="1")


def test_each_input_in_turn_is_a_pass_of_its_own(open_workbench: Open) -> None:
    workbench = open_workbench(link(CASE))
    workbench.settle()
    workbench.choice("Forward mode").select_option("of each in turn")
    workbench.choice("Step").select_option("phase")
    outputs = []
    for _ in range(4):
        workbench.button("Next step").click()
        outputs.append(workbench.cards()[7].grad)
    assert outputs == ["31", "14", "7", "10"]


def test_a_link_opens_forward_mode_and_its_table_tells_the_same(open_workbench: Open, axe: Callable[[Page], list[str]]) -> None:
    workbench = open_workbench(link(CASE, forward="b", at=17))
    expect(workbench.badge).to_have_text(re.compile("FORWARD MODE"))
    workbench.page.wait_for_timeout(500)  # a sentence that does not fit can be scrolled once it has rested
    assert axe(workbench.page) == []
    workbench.tool("Show as a table").click()
    expect(workbench.table.get_by_role("columnheader", name="Tangent")).to_be_visible()
    expect(workbench.table.get_by_role("row", name="(a*b) + c, add + a*b, c 10 2")).to_be_visible()
    expect(workbench.page).to_have_url(re.compile("forward=b"))


def test_an_input_that_goes_takes_its_forward_mode_with_it(still: Workbench) -> None:
    still.choice("Forward mode").select_option("d")
    still.write("x = 3\nx*x")
    still.expect_card("x", grad="6")
    expect(still.choice("Forward mode")).to_have_value("")
    expect(still.problems).not_to_contain_text("d")


def test_tangents_are_pushed_through_matrices_and_functions_that_are_folded(open_workbench: Open) -> None:
    program = "W = [[1, 2], [3, 4]]\nt = 0.5\n\ndef layer(x):\n    return tanh(W @ x)\n\nsum(layer(layer([t, t])))"
    workbench = open_workbench(link(program, forward="t", folds="none"))
    workbench.settle()
    expect(workbench.sentence).to_contain_text("equal to the gradient of t")
