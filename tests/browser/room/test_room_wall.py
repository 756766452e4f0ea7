"""The window for the projector: it follows the class, keeps answers back until the question is closed, and never leads."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classroom import Student, Teacher
from tests.browser.pages import Workbench, shown_words


def test_the_wall_follows_without_tools_and_shows_answers_once_the_question_is_closed(
    teacher: Teacher, enter: Callable[..., Student], axe: Callable[[Page], list[str]]
) -> None:
    code = teacher.open_class()
    student = enter(code, "Ada")
    teacher.tool_of_class(f"{code[:3]}-{code[3:]}: show this code large").click()
    with teacher.page.expect_popup() as opened:
        teacher.code_screen.get_by_role("button", name="Window for the projector").click()
    teacher.code_screen.get_by_role("button", name="Begin").click()
    page = opened.value
    page.set_viewport_size({"width": 1280, "height": 720})
    wall = Workbench(page)
    strip = page.get_by_role("region", name="Class", exact=True)
    expect(strip).to_contain_text(f"{code[:3]}-{code[3:]}")
    expect(strip.get_by_role("button")).to_have_count(0)
    teacher.page.keyboard.press("Home")
    wall.expect_position(0)
    teacher.ask("gradient")
    question = page.get_by_role("complementary", name="Question to the class")
    expect(question).to_contain_text("What is the gradient of a?")
    student.answer_with("21")
    expect(question).to_contain_text("1 of 1 answered")
    wall.expect_card("a", grad="—")
    assert "21" not in shown_words(page)
    assert axe(page) == []
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(student.question).to_contain_text("Closed.")
    assert "one path only" not in question.inner_text()
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(question).to_contain_text("one path only")
    teacher.page.reload()
    expect(teacher.sentence_of_class).to_contain_text("1 here")
    page.reload()
    expect(question).to_contain_text("one path only")
    expect(teacher.sentence_of_class).to_contain_text("1 here")


def test_a_phone_steps_the_class_and_shows_the_answer(
    teacher: Teacher, enter: Callable[..., Student], open_page: Callable[..., Page]
) -> None:
    code = teacher.open_class()
    student = enter(code, "Ada")
    teacher.tool_of_class(f"{code[:3]}-{code[3:]}: show this code large").click()
    with teacher.page.expect_response("**/remotes") as made:
        teacher.code_screen.get_by_role("button", name="Phone as remote control").click()
    remote = teacher.page.get_by_role("dialog", name="Phone as remote control")
    expect(remote.get_by_role("img")).to_have_accessible_name(re.compile(rf"192\.168\.1\.20:8000/r/{code}/remote#"))
    remote.get_by_role("button", name="Close").click()
    teacher.code_screen.get_by_role("button", name="Begin").click()
    teacher.page.keyboard.press("Home")
    student.expect_position(0)
    phone = open_page(f"/r/{code}/remote#{made.value.json()['token']}", viewport={"width": 400, "height": 850})
    phone.get_by_role("button", name="Next step").click()
    student.expect_position(1)
    phone.get_by_role("button", name="Previous step").click()
    student.expect_position(0)
    teacher.ask("gradient")
    student.answer_with("21")
    expect(phone.locator(".remote-question")).to_contain_text("1 of 1 answered")
    phone.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("The answer: 31")
