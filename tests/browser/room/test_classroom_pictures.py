"""The pictures of docs/classroom.md, made anew with every test run, so that they never show a class that is no more."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.classroom import Student, Teacher
from tests.browser.guides import Guide

GUIDE = Guide("classroom")
PICTURES = ("code", "phone", "answers", "explained", "wall")
ANSWERS = {"Deniz": "31", "Emil": "21", "Farah": "31", "Goran": "10", "Hana": "31", "Ines": "3"}
COPIES = {"Ada": "x = 2.0\ntanh(x)*x", "Ben": "a = 2.0\nb = 3.0\n(a + b)**2", "Chloé": "x = 0.5\nx**3 - x"}


def answer_by_hand(teacher: Teacher, code: str, nickname: str, answer: str) -> None:
    """One more student, who answers the open question without a page of their own."""
    server = teacher.page.request
    joined = server.post(f"/api/v1/rooms/{code}/guests", data={"nickname": nickname}).json()
    token = teacher.page.evaluate("(code) => localStorage.getItem(`backpass.room.${code}.host`)", code)
    asked = server.get(f"/api/v1/rooms/{code}/polls", headers={"authorization": f"Bearer {token}"}).json()["polls"]
    address = f"/api/v1/rooms/{code}/polls/{asked[-1]['poll']}/answer"
    assert server.put(address, data={"answer": answer}, headers={"authorization": f"Bearer {joined['token']}"}).ok


def test_a_lesson_from_the_code_on_the_wall_to_the_wall_of_copies(open_page: Callable[..., Page], tmp_path: Path) -> None:
    taken = []

    def picture(page: Page, name: str) -> None:
        page.evaluate("() => document.querySelector('#notice').replaceChildren()")
        GUIDE.take(page, name, tmp_path)
        taken.append(name)

    teacher = Teacher(open_page("/#v=1", viewport={"width": 1280, "height": 760}))
    code = teacher.open_class()
    students = []
    for nickname in COPIES:
        student = Student(open_page(f"/r/{code}", viewport={"width": 390, "height": 760}))
        student.join(nickname)
        students.append(student)
    teacher.strip.get_by_role("button", name=re.compile("show this code large")).click()
    expect(teacher.code_screen).to_contain_text("3 have joined")
    picture(teacher.page, "code")
    teacher.code_screen.get_by_role("button", name="Begin").click()

    teacher.card("a").click()
    teacher.ask("gradient")
    for student, answer in zip(students, ("21", "31", "10"), strict=True):
        student.answer_with(answer)
        expect(student.question).to_contain_text("Stored")
    picture(students[0].page, "phone")
    for nickname, answer in ANSWERS.items():
        answer_by_hand(teacher, code, nickname, answer)
    expect(teacher.drawer).to_contain_text("9 of 9 answered")
    teacher.drawer.get_by_label("Hide the answers on this screen until I show them").uncheck()
    expect(teacher.drawer).to_contain_text("4 right")
    picture(teacher.page, "answers")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(students[0].question.get_by_role("status")).to_contain_text("one path only")
    picture(students[0].page, "explained")
    teacher.drawer.get_by_role("button", name="Another question").click()

    teacher.tool_of_class("Explore").click()
    for student, program in zip(students, COPIES.values(), strict=True):
        expect(student.sentence_of_class).to_contain_text("Explore")
        student.write(program)
        student.settle()
    teacher.tool_of_class("Wall").click()
    expect(teacher.wall.locator(".sketch")).to_have_count(3)
    picture(teacher.page, "wall")
    assert sorted(taken) == sorted(PICTURES)


def test_the_guide_shows_every_picture_and_no_other() -> None:
    assert GUIDE.pictures() == list(PICTURES)
