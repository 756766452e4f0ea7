"""Exercises of one's own in a class: given out, worked on, marked at once; the teacher sees how far everybody is."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from backpass.engine import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.browser.classroom import PHONE, Student, Teacher


def card_of(student: Student) -> Locator:
    return student.page.get_by_role("region", name="Exercises", exact=True)


def right_answer(card: Locator) -> float:
    """What stands in the card, worked out by the engine."""
    made = run(parse(card.locator("pre").inner_text()))
    name = card.locator(".answer-question code").inner_text()
    value = backward(made.output).of(made.inputs[name])
    assert isinstance(value, float)
    return value


def answer(card: Locator, number: float) -> None:
    card.get_by_role("textbox", name="Your answer").fill(f"{number:g}")
    card.get_by_role("button", name=re.compile("^Send")).click()


def give_out(teacher: Teacher, count: str = "3", level: str = "3") -> None:
    teacher.open_drawer("Practice")
    teacher.drawer.get_by_label("Exercises per student").select_option(count)
    teacher.drawer.get_by_label("Difficulty").select_option(level)
    teacher.drawer.get_by_role("button", name="Give out exercises").click()


def test_a_set_is_worked_on_by_each_student_and_watched_by_the_teacher(teacher: Teacher, enter: Callable[..., Student]) -> None:
    code = teacher.open_class()
    ada, bob = enter(code, "Ada"), enter(code, "Bob", **PHONE)
    give_out(teacher)
    card, other = card_of(ada), card_of(bob)
    expect(card.get_by_role("button", name="Exercise 1, not tried yet")).to_have_attribute("aria-current", "step")
    expect(other).to_be_visible()
    assert card.locator("pre").inner_text() != other.locator("pre").inner_text()
    expect(ada.sentence_of_class).to_contain_text("Practice")
    ada.expect_program(" ".join(card.locator("pre").inner_text().split()))

    value = right_answer(card)
    answer(card, -value)
    expect(card.get_by_role("status")).to_have_text(re.compile("sign|path|slope|value|gradient|Not yet", re.IGNORECASE))
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("End")
    name = card.locator(".answer-question code").inner_text()
    expect(ada.card(name).locator(".number.grad")).not_to_have_text(f"{value:g}".replace("-", "−"))
    answer(card, value)
    expect(card.get_by_role("status")).to_have_text("Right.")
    expect(card.get_by_role("button", name="Exercise 1, right in the end")).to_be_visible()
    card.get_by_role("button", name="Exercise 2", exact=True).click()
    answer(card, right_answer(card))
    expect(card.get_by_role("button", name="Exercise 2, right first time")).to_be_visible()

    table = teacher.drawer.get_by_role("table")
    expect(
        table.get_by_role("row", name=re.compile("^Ada .*right in the end .*right first time .*not tried yet"))
    ).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("^Bob .*not tried yet"))).to_be_visible()
    expect(teacher.drawer.get_by_role("status")).to_contain_text("2 of 6 exercises")

    ada.page.reload()
    expect(card_of(ada).get_by_role("button", name="Exercise 3, not tried yet")).to_have_attribute("aria-current", "step")
    teacher.drawer.get_by_role("button", name="End practice").click()
    expect(card_of(ada)).to_be_hidden()
    expect(ada.sentence_of_class).to_contain_text("Following")
    ada.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")


def test_a_student_may_look_at_the_teacher_in_between_and_come_back_to_the_exercise(
    teacher: Teacher, enter: Callable[..., Student], axe: Callable[[Page], list[str]]
) -> None:
    student = enter(teacher.open_class(), "Ada")
    give_out(teacher, level="1")
    card = card_of(student)
    program = card.locator("pre").inner_text()
    expect(card).to_be_visible()
    student.follow()
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    card.get_by_role("button", name="Show it on the page").click()
    student.expect_program(" ".join(program.split()))
    expect(card.get_by_role("button", name="Show it on the page")).to_be_hidden()
    assert axe(student.page) == []
    assert axe(teacher.page) == []

    teacher.page.get_by_role("tab", name="Ask").click()
    teacher.ask("gradient")
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    student.page.reload()
    expect(student.question).to_be_visible()
    expect(card.get_by_role("button", name="Show it on the page")).to_be_visible()
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
