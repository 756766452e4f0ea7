"""A class moves between the playground and a lesson: all screens follow, nothing is lost, and a question reaches everybody."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.classroom import PHONE, open_screen
from tests.browser.lesson_class import Open, answer, end, join, teach_text

Axe = Callable[[Page], list[str]]


def show(teacher: Page, stage: str) -> None:
    teacher.get_by_role("group", name="On all screens").get_by_role("button", name=stage).click()


def ask(teacher: Page, words: str, answers: str) -> None:
    """A choice, asked on the teacher's page of a lesson."""
    teacher.get_by_text("Ask", exact=True).click()
    form = teacher.locator(".question-form")
    expect(form.get_by_role("combobox").locator("option")).to_have_text(["A choice", "A number", "An open question"])
    form.get_by_label("In words").fill(words)
    form.get_by_label("Answers to choose from").fill(answers)
    form.get_by_role("button", name="Ask the class").click()


def test_a_question_asked_in_a_lesson_is_answered_on_a_phone(
    open_page: Open, axe: Axe, screenshot: Callable[[Page, str], Path]
) -> None:
    teacher, code = teach_text(open_page)
    phone = join(open_page, code, "Ada", **PHONE)
    wall = open_screen(teacher)
    wall.set_viewport_size({"width": 1280, "height": 720})
    ask(teacher, "What does it do?", "*it grows\nit shrinks")
    question = phone.get_by_role("region", name="Question to the class")
    expect(question).to_contain_text("What does it do?")
    expect(wall.locator(".poll")).to_contain_text("0 of 1 answered")
    question.get_by_role("radio", name="it shrinks").check()
    expect(question).to_contain_text("it shrinks")
    for screen in (teacher, wall):
        expect(screen.locator(".poll")).to_contain_text("1 of 1 answered")
    assert "it shrinks" not in wall.locator(".poll").inner_text()
    for name, page in (("phone", phone), ("teacher", teacher), ("wall", wall)):
        screenshot(page, f"lesson-asked-{name}")
        assert axe(page) == []
    phone.reload()
    expect(question.get_by_role("radio", name="it shrinks")).to_be_checked()
    teacher.get_by_role("button", name="Close", exact=True).click()
    teacher.get_by_role("button", name="Show the answer").click()
    for screen in (phone, wall):
        expect(screen.locator(".answer-remark, .poll").first).to_contain_text("it grows")
    end(teacher, code)


def test_page_and_answers_survive_changes_of_stage_on_every_screen(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    wall = open_screen(teacher)
    answer(ada, "2")
    teacher.locator(".class-bar").get_by_role("button", name="Next").click()
    expect(ada.locator("h1")).to_have_text("The second page")
    for _ in range(2):
        show(teacher, "Playground")
        expect(teacher).to_have_url(re.compile(r"/(#.*)?$"))
        expect(ada).to_have_url(re.compile(f"/r/{code}$"))
        expect(wall).to_have_url(re.compile(f"/r/{code}/screen$"))
        expect(teacher.get_by_role("region", name="Class", exact=True)).to_contain_text("1 here")
        show(teacher, "Lesson")
        for screen in (teacher, ada, wall):
            expect(screen.locator("h1").first).to_have_text("The second page")
    teacher.locator(".class-bar").get_by_role("button", name="Back").click()
    expect(ada.get_by_role("textbox", name="Your answer")).to_have_value("2")
    end(teacher, code)
