"""Predicting in the picture: a guess in any empty slot, the number that practice asks for, wrong numbers beside right ones."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

PROGRAM = "a = 2.0\nb = -3.0\nL = a*b + a"

Open = Callable[..., Workbench]


@pytest.fixture
def begun(open_workbench: Open) -> Workbench:
    """Nothing is computed yet."""
    workbench = open_workbench(link(PROGRAM, at=0))
    workbench.expect_card("L", data="—", grad="—")
    return workbench


def test_a_guess_is_typed_into_an_empty_slot_and_answered_there(begun: Workbench) -> None:
    begun.card("a*b").locator(".number").first.click()
    guess = begun.graph.get_by_role("textbox", name="Your guess of the value of a*b")
    expect(guess).to_be_focused()
    guess.fill("-1")
    guess.press("Enter")
    expect(begun.graph.locator(".guess-verdict")).to_contain_text("That is the sum of the two; this node multiplies.")
    guess.fill("-6")
    guess.press("Enter")
    expect(begun.graph.locator(".guess-verdict")).to_have_text("Right: −6.")
    begun.expect_card("a*b", data="—")
    begun.expect_position(0)
    guess.press("Escape")
    expect(guess).to_be_hidden()
    expect(begun.card("a*b")).to_be_focused()


def test_one_path_of_a_gradient_is_known_as_a_part(begun: Workbench) -> None:
    begun.card("a").locator(".number.grad").click()
    guess = begun.graph.get_by_role("textbox", name="Your guess of the gradient of a")
    guess.fill("2x")
    guess.press("Enter")
    expect(begun.graph.locator(".guess-verdict")).to_contain_text("Write a number")
    for wrong in ("1", "-3"):
        guess.fill(wrong)
        guess.press("Enter")
        expect(begun.graph.locator(".guess-verdict")).not_to_contain_text(re.compile("Right|Write"))
    guess.fill("-2")
    guess.press("Enter")
    expect(begun.graph.locator(".guess-verdict")).to_have_text("Right: −2.")
    begun.page.keyboard.press("End")  # in the field: the steps stay
    begun.expect_position(0)
    begun.button("Next step").click()
    expect(guess).to_be_hidden()


def test_a_card_is_guessed_by_the_keyboard_and_selected_by_a_click_elsewhere(
    begun: Workbench, axe: Callable[[Page], list[str]]
) -> None:
    begun.card("L").focus()
    begun.page.keyboard.press("Shift+Enter")
    expect(begun.graph.get_by_role("textbox", name="Your guess of the value of L")).to_be_focused()
    assert axe(begun.page) == []
    begun.card("L").locator(".card-title").click()
    expect(begun.card("L")).to_contain_class("selected")
    expect(begun.graph.get_by_role("textbox")).to_have_count(0)


def test_what_is_known_is_not_guessed(begun: Workbench) -> None:
    begun.page.keyboard.press("End")
    begun.expect_card("L", data="−4", grad="1")
    begun.card("L").locator(".number.grad").click()
    expect(begun.graph.get_by_role("textbox")).to_have_count(0)
    expect(begun.card("L")).to_contain_class("selected")


def test_practice_lights_the_number_that_it_asks_for(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM, panel="practice"))
    workbench.explanation.get_by_role("button", name="Begin").click()
    asked = workbench.graph.locator(".card.asked")
    field = workbench.explanation.get_by_role("textbox", name="Your answer")
    for answer, name, slot in (("-6", "a*b", "data"), ("-4", "L", "data"), ("1", "L", "grad"), ("1", "a*b", "grad")):
        expect(workbench.card(name)).to_contain_class("asked")
        expect(asked).to_have_count(1)
        expect(asked.locator(".number").nth(0 if slot == "data" else 1)).to_have_text("?")
        expect(workbench.graph.locator(".card.now")).to_have_count(0)
        field.fill(answer)
        field.press("Enter")
    workbench.explanation.get_by_role("tab", name="Explain").click()
    expect(asked).to_have_count(0)


def test_practice_keeps_the_slopes_that_an_answer_is_made_of_off_the_wires(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a + a", panel="practice"))
    workbench.explanation.get_by_role("button", name="Begin").click()
    field = workbench.explanation.get_by_role("textbox", name="Your answer")
    for answer in ("9", "12", "1"):
        field.fill(answer)
        field.press("Enter")
    expect(workbench.explanation).to_contain_text("How much gradient does")
    expect(workbench.graph.locator(".callout.of-wire", has_text="×")).to_have_count(0)
    workbench.scrubber.focus()
    workbench.page.keyboard.press("ArrowLeft")
    workbench.page.keyboard.press("ArrowLeft")
    workbench.expect_position(1)
    workbench.page.keyboard.press("ArrowRight")
    workbench.page.keyboard.press("ArrowRight")
    workbench.expect_position(3)
    expect(workbench.graph.locator(".callout.of-wire", has_text="×")).to_have_count(0)
    field.fill("1")
    field.press("Enter")


def test_a_number_that_is_wrong_on_purpose_is_struck_beside_the_right_one(open_workbench: Open) -> None:
    workbench = open_workbench(link(PROGRAM, pitfall="overwrite"))
    card = workbench.card("a")
    expect(card).to_contain_class("wrong")
    expect(card.locator(".tag.right")).to_have_text("should be −2")
    expect(card.locator(".number.grad")).not_to_have_text("−2")
    expect(card.locator(".number.grad")).to_have_attribute("text-decoration", "line-through")
    expect(workbench.graph.locator(".card.wrong")).to_have_count(1)
    workbench.page.get_by_role("button", name="Undo the mistake").click()
    expect(workbench.graph.locator(".tag.right")).to_have_count(0)
    workbench.expect_card("a", grad="−2")
