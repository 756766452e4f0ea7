"""Vote, discuss, vote again; open answers sorted by hand; who is lost; and one's own answers to look back on."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classroom import PHONE, Student, Teacher

Enter = Callable[..., Student]


def test_a_class_votes_discusses_and_votes_again_and_sees_who_moved_where(
    teacher: Teacher, enter: Enter, axe: Callable[[Page], list[str]]
) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada", **PHONE), enter(code, "Ben")
    teacher.ask("gradient")
    ada.answer_with("21")
    ben.answer_with("31")
    expect(teacher.drawer).to_contain_text("2 of 2 answered")
    teacher.drawer.get_by_role("button", name="Discuss, then vote again").click()
    expect(ada.question).to_contain_text("Your answer: 21. Find a neighbour who answered differently")
    expect(ada.question.get_by_role("textbox")).to_have_count(0)
    expect(teacher.drawer).to_contain_text("being discussed")
    assert "31" not in teacher.drawer.inner_text()
    teacher.drawer.get_by_role("button", name="Vote again").click()
    expect(ada.question).to_contain_text("Second vote. Your answer so far: 21.")
    ada.page.reload()
    expect(ada.question).to_contain_text("Second vote. Your answer so far: 21.")
    ada.answer_with("31")
    expect(ada.question).to_contain_text("Stored: 31.")
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    moves = teacher.drawer.get_by_role("region", name="How answers changed")
    expect(moves).to_contain_text("Right in the first vote: 1. In the second: 2.")
    expect(moves.get_by_role("listitem").first).to_contain_text("21 → 31")
    expect(moves.get_by_role("listitem").first).to_contain_text("one path only")
    assert axe(teacher.page) == []
    expect(ada.question).to_contain_text("Yours was right.")


def test_open_answers_are_grouped_starred_and_hidden_before_they_are_shown(teacher: Teacher, enter: Enter) -> None:
    code = teacher.open_class()
    texts = ("two paths", "both paths", "rude", "it is reused")
    students = [enter(code) for _ in texts]
    teacher.ask("text", "Why is it added?")
    for student, text in zip(students, texts, strict=True):
        student.answer_with(text)
    expect(teacher.drawer).to_contain_text("4 of 4 answered")
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    answers = teacher.drawer.get_by_role("region", name="Answers from the class")
    answers.get_by_role("checkbox", name="two paths").check()
    answers.get_by_role("checkbox", name="both paths").check()
    answers.get_by_role("textbox", name="Group name").fill("Two paths add up")
    answers.get_by_role("button", name="Group selected answers").click()
    expect(answers.get_by_role("listitem")).to_have_count(3)
    answers.get_by_role("button", name="Hide: rude").click()
    expect(answers.get_by_role("button", name="Hide: rude")).to_have_attribute("aria-pressed", "true")
    answers.get_by_role("button", name="Star: it is reused").click()
    expect(answers.get_by_role("listitem").first).to_contain_text("★ it is reused")
    teacher.drawer.get_by_role("button", name="Show the answers to all").click()
    students[0].question.get_by_text("How the class answered").click()
    rows = students[0].question.get_by_role("listitem")
    expect(rows).to_have_text(["★ it is reused", "Two paths add up × 2", "and 1 more"])
    expect(students[0].question).not_to_contain_text("rude")


def test_who_is_lost_is_seen_by_the_teacher_alone_until_it_is_cleared(teacher: Teacher, enter: Enter) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada", **PHONE), enter(code, "Ben")
    lost = ada.strip.get_by_role("button", name="I am lost")
    lost.click()
    expect(lost).to_have_attribute("aria-pressed", "true")
    teacher.tool_of_class("1 lost").click()
    expect(teacher.drawer.get_by_role("listitem").first).to_contain_text("Adalost")
    assert "1 lost" not in ben.strip.inner_text()
    ada.page.reload()
    expect(lost).to_have_attribute("aria-pressed", "true")
    teacher.drawer.get_by_role("button", name="Clear all “lost” marks").click()
    expect(lost).to_have_attribute("aria-pressed", "false")
    expect(teacher.tool_of_class("1 lost")).to_be_hidden()


def test_a_student_looks_back_on_the_own_answers_at_the_end(
    teacher: Teacher, enter: Enter, axe: Callable[[Page], list[str]]
) -> None:
    student = enter(teacher.open_class(), "Ada", **PHONE)
    teacher.ask("gradient")
    student.answer_with("21")
    expect(student.question).to_contain_text("Stored")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("The answer: 31. Yours: 21.")
    student.page.reload()
    student.strip.get_by_role("button", name="My answers").click()
    own = student.page.get_by_role("dialog", name="My answers")
    expect(own).to_contain_text("Your answer: 21 ✗")
    expect(own).to_contain_text("one path only")
    assert axe(student.page) == []
    student.page.keyboard.press("Escape")
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_role("button", name="End the class").click()
    teacher.drawer.get_by_role("button", name="End and delete").click()
    student.expect_cover("The class is over")
    cover = student.page.get_by_role("region", name="Message to the class")
    expect(cover).to_contain_text("0 of 1 right")
    expect(cover).to_contain_text("The answer: 31.")
    assert student.sideways() == 0
    assert axe(student.page) == []
