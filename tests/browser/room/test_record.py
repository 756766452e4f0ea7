"""The record of a class: saved as a file, opened again after the class is gone."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.classroom import Student, Teacher
from tests.browser.lesson_class import end


def test_a_class_that_has_ended_is_read_from_its_file(
    teacher: Teacher, enter: Callable[..., Student], axe: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    code = teacher.open_class()
    ada, bob = enter(code, "Ada"), enter(code, "<b>Bob</b>")
    teacher.open_drawer("Ask")
    teacher.drawer.get_by_role("button", name="Ask the class").click()
    ada.answer_with("31")
    bob.answer_with("21")
    for student in (ada, bob):
        expect(student.question).to_contain_text("Stored")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    teacher.open_drawer("Settings")
    with teacher.page.expect_download() as downloading:
        teacher.drawer.get_by_role("button", name="Download JSON").click()
    file = tmp_path / "class.json"
    downloading.value.save_as(file)
    with teacher.page.context.expect_page() as opened:
        teacher.drawer.get_by_role("link", name="Open a record").click()
    end(teacher.page, code)
    page = opened.value
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method != "GET" else None)
    page.locator("#record-file").set_input_files(file)
    table = page.get_by_role("region", name="Students and questions")
    expect(table.locator("tbody tr")).to_have_text(["Ada✓", "<b>Bob</b>✗"])
    expect(page.locator(".class-detail")).to_contain_text("What is the gradient of a?")
    page.get_by_text("Answers by name").click()
    expect(page.locator(".class-detail tbody tr").first).to_contain_text("Ada")
    assert axe(page) == []
    assert sent == [], "the file goes nowhere"

    hostile = json.loads(file.read_text())
    hostile["title"] = "<img src=x onerror=alert(1)>"
    hostile["polls"][0]["answers"][0]["label"] = "<script>alert(1)</script>"
    file.write_text(json.dumps(hostile))
    page.locator("#record-file").set_input_files(file)
    expect(page.get_by_role("heading", level=2).first).to_have_text("<img src=x onerror=alert(1)>")
    expect(page.locator("main img, main script:not([id])")).to_have_count(0)
    file.write_text("[]")
    page.locator("#record-file").set_input_files(file)
    expect(page.get_by_role("status").first).to_have_text("class.json is not the JSON file of a class.")
    expect(table).to_have_count(0)
