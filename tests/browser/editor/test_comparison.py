"""Two programs on one timeline: one is pinned, the other edited; what differs is marked on both pictures and listed in words."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]

PINNED = "a = 2\nb = -3\nc = 10\nd = 1\nL = (b*a + c)*(a + d)"
CHANGED = PINNED.replace("+ c", "- c")
PHONE = {"viewport": {"width": 400, "height": 850}, "has_touch": True}


def beside(program: str, pinned: str, **state: object) -> str:
    """The address of a program with another one pinned."""
    return link(program, compare=json.dumps({"program": pinned, "inputs": {}}), **state)


def comparison(workbench: Workbench) -> Locator:
    return workbench.page.get_by_role("region", name="Comparison with the pinned program")


def marked(picture: Locator) -> Locator:
    return picture.locator(".card.differs")


def listed(workbench: Workbench) -> list[str]:
    """The list of differences, a line each."""
    texts = comparison(workbench).locator(".comparison-list > li").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def number(picture: Locator, name: str, row: str = "") -> Locator:
    """The value of a card of a picture, or with `.grad` its gradient."""
    return picture.get_by_label(re.compile(rf"^{re.escape(name)}, ")).last.locator(f".number{row}").first


def test_a_program_is_pinned_and_what_is_changed_afterwards_is_marked_and_listed(open_workbench: Open) -> None:
    workbench = open_workbench(link(PINNED))
    workbench.page.get_by_role("region", name="Program").get_by_role("button", name="Compare").click()
    pane = comparison(workbench)
    expect(pane.get_by_role("status")).to_have_text("No difference up to this step")
    expect(pane.locator(".card")).to_have_count(8)
    expect(marked(workbench.page.locator("#picture"))).to_have_count(0)
    workbench.write(CHANGED)
    workbench.settle()
    expect(pane.get_by_role("status")).to_have_text("6 differences up to this step")
    assert listed(workbench) == [
        "b*a - c operation −, pinned +; value −16, pinned 4",
        "L value −48, pinned 12",
        "a gradient −25, pinned −5",
        "c gradient −3, pinned 3",
        "d gradient −16, pinned 4",
        "a + d gradient −16, pinned 4",
    ]
    for picture in (workbench.graph, pane):
        expect(marked(picture)).to_have_count(6)
    for picture, name in ((workbench.graph, "b*a - c, "), (pane, "b*a + c, ")):
        expect(picture.get_by_label(name).locator(".tag")).to_have_text("≠ operation")
    pane.get_by_role("button", name="Unpin").click()
    expect(pane).to_have_count(0)
    expect(marked(workbench.graph)).to_have_count(0)


def test_both_programs_are_stepped_together_and_compared_as_far_as_they_have_come(open_workbench: Open) -> None:
    workbench = open_workbench(beside(CHANGED, PINNED, at=0))
    pane = comparison(workbench)
    expect(pane.get_by_role("status")).to_have_text("1 difference up to this step")
    assert listed(workbench) == ["b*a - c operation −, pinned +"]
    expect(number(pane, "L")).to_have_text("—")
    workbench.page.keyboard.press("Shift+Period")
    expect(number(workbench.graph, "L")).to_have_text("−48")
    expect(number(pane, "L")).to_have_text("12")
    expect(number(pane, "a", ".grad")).to_have_text("—")
    assert listed(workbench)[-1] == "L value −48, pinned 12"
    workbench.page.keyboard.press("End")
    expect(number(pane, "a", ".grad")).to_have_text("−5")
    workbench.page.keyboard.press("Home")
    expect(number(pane, "L")).to_have_text("—")


def test_a_card_that_is_selected_is_selected_in_both_pictures(open_workbench: Open) -> None:
    workbench = open_workbench(beside(CHANGED, PINNED))
    pane = comparison(workbench)
    pane.get_by_role("button", name="b*a - c").click()
    expect(workbench.graph.locator(".card.selected")).to_have_attribute(
        "aria-label", "b*a - c, intermediate, subtract, data −16, gradient 3, feeds L"
    )
    expect(pane.locator(".card.selected")).to_have_attribute(
        "aria-label", "b*a + c, intermediate, add, data 4, gradient 3, feeds L"
    )
    pane.get_by_label("c, input").click()
    expect(workbench.graph.locator(".card.selected")).to_have_attribute(
        "aria-label", "c, input, data 10, gradient −3, feeds b*a - c"
    )


def test_an_edge_that_is_selected_is_selected_in_both_pictures(open_workbench: Open) -> None:
    workbench = open_workbench(beside("a = 2\nb = 3\ny = a*b + a", "b = 3\na = 2\ny = a*b + b"))
    pane = comparison(workbench)
    expect(pane.locator(".card").first).to_be_attached()
    workbench.click_wire(0)
    expect(workbench.wire(0)).to_contain_class("selected")
    partner = pane.locator(".wire.selected")
    expect(partner).to_have_attribute("aria-label", re.compile("^edge from a to "))
    workbench.click_wire(3)
    # The program beside it adds b instead of a, so it has nothing to select there.
    expect(workbench.wire(3)).to_contain_class("selected")
    expect(partner).to_have_count(0)


def test_sums_that_cancel_are_no_differences(open_workbench: Open) -> None:
    one, other = "a = 0.1\nb = 0.2\nc = 0.3\ny = (a + b) - c", "a = 0.1\nb = 0.2\nc = 0.3\ny = a + (b - c)"
    workbench = open_workbench(beside(one, other))
    # What is left of the sum is 5.6e−17 in one order and 2.8e−17 in the other.
    expect(comparison(workbench).locator(".comparison-list > li").filter(has_text=re.compile("^y"))).to_have_text(
        re.compile(r"^y\s*operation −, pinned \+$")
    )


def test_a_difference_that_is_chosen_keeps_the_focus_and_the_selection(open_workbench: Open) -> None:
    workbench = open_workbench(beside("x = 0.5\ny = x*3", "x = 0.5\nw = 2\ny = x*3 + w*w"))
    pane = comparison(workbench)
    entry = pane.get_by_role("button", name="w", exact=True)
    entry.focus()
    workbench.page.keyboard.press("Enter")
    expect(entry).to_be_focused()
    selected = pane.locator(".card.selected")
    expect(selected).to_have_attribute("aria-label", re.compile("^w, input"))
    workbench.graph.get_by_label(re.compile("^x, input")).hover()
    expect(pane.locator(".card.hovered, .card.lit").first).to_be_attached()
    expect(selected).to_have_attribute("aria-label", re.compile("^w, input"))


def test_relu_beside_tanh_is_brought_by_a_link_and_stays_in_it(open_workbench: Open) -> None:
    workbench = open_workbench(beside("x = 0.5\ny = relu(x)", "x = 0.5\ny = tanh(x)"))
    expect(comparison(workbench).get_by_role("status")).to_have_text("2 differences up to this step")
    assert listed(workbench) == [
        "y operation relu, pinned tanh; value 0.5, pinned 0.4621",
        "x gradient 1, pinned 0.7864",
    ]
    workbench.page.wait_for_function("location.hash.includes('compare=')")
    assert "tanh" in workbench.page.url


def test_a_pinned_program_with_a_mistake_says_so_and_is_let_go(open_workbench: Open) -> None:
    workbench = open_workbench(beside("x = 2\nx*x", "x = 2\nx*"), may_fail="422")
    expect(workbench.notice).to_contain_text("The pinned program: ")
    expect(comparison(workbench)).to_have_count(0)
    expect(workbench.page.get_by_role("button", name="Compare").first).to_have_attribute("aria-pressed", "false")


def test_the_palette_pins_a_program(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2\nx*x"))
    workbench.page.keyboard.press("ControlOrMeta+k")
    workbench.page.get_by_role("combobox", name="Commands").fill("compare")
    workbench.page.keyboard.press("Enter")
    expect(comparison(workbench).locator(".card").first).to_be_visible()


def test_on_a_projector_the_programs_are_side_by_side(open_workbench: Open) -> None:
    workbench = open_workbench(beside(CHANGED, PINNED, projector=1), viewport={"width": 1280, "height": 720})
    pane = comparison(workbench)
    expect(pane.locator(".card").first).to_be_visible()
    first, second = workbench.graph.bounding_box(), pane.bounding_box()
    assert first
    assert second
    assert first["x"] + first["width"] <= second["x"] + 1
    assert abs(first["width"] - second["width"]) <= 4
