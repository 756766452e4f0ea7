"""A class that writes engines: the teacher sees who passes what, the projector counts alone, students nothing of one another."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.own_engine_examples import CLOSURES, EXERCISE, EXERCISE_USE
from tests.browser.classroom import Student, Teacher
from tests.browser.pages import Workbench, link, shown_words
from tests.engine.own_engine.test_options import UNCLEAR

RIGHT = (CLOSURES + EXERCISE_USE).lstrip()
OVERWRITES = RIGHT.replace("self.grad += other.data * out.grad", "self.grad = other.data * out.grad")
NEVER_ENDS = RIGHT.replace("    def backward(self):", "    def backward(self):\n        while True: pass")
CUT = """() => [...document.querySelectorAll(".engine-counts-lines :is(code, span)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)"""
SIZES = """() => [...document.querySelectorAll(".engine-counts-lines :is(code, span)")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
SKELETON = (EXERCISE + EXERCISE_USE).lstrip()
PASSED, FAILED, STOPPED = "passed", "failed", "stopped"


@pytest.fixture
def class_with_engines(teacher: Teacher, enter: Callable[..., Student]) -> dict[str, Student]:
    """Ada's engine is right, Ben's overwrites a gradient, Cleo's never ends."""
    teacher.write(SKELETON)
    teacher.settle()
    code = teacher.open_class()
    students = {name: enter(code, name) for name in ("Ada", "Ben", "Cleo")}
    teacher.tool_of_class("Explore").click()
    for name, program in (("Ada", RIGHT), ("Ben", OVERWRITES), ("Cleo", NEVER_ENDS)):
        expect(students[name].sentence_of_class).to_contain_text("Explore")
        students[name].write(program)
    return students


def verdicts(teacher: Teacher, line: str) -> list[str | None]:
    """What the table shows for a line, student by student."""
    row = teacher.wall.locator("tr", has=teacher.page.get_by_text(line, exact=True))
    return [mark.get_attribute("aria-label") for mark in row.get_by_role("img").all()]


def test_the_teacher_sees_who_passes_which_line_and_the_projector_counts(
    teacher: Teacher,
    class_with_engines: dict[str, Student],
    axe: Callable[[Page], list[str]],
    screenshot: Callable[[Page, str], Path],
) -> None:
    teacher.tool_of_class("Wall").click()
    expect(teacher.wall.get_by_role("listitem")).to_have_count(3)
    teacher.wall.get_by_role("button", name="Who passes what").click()
    table = teacher.wall.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_contain_text(["Test", "Pass", "Ada", "Ben", "Cleo"])
    expect(teacher.wall).to_contain_text("Engines that pass every required test: 1 of 3.")
    expect(teacher.wall).not_to_contain_text("still being tested")
    assert verdicts(teacher, "a * b at a = 2, b = -3") == [PASSED, PASSED, STOPPED]
    assert verdicts(teacher, "a * a + a at a = 3") == [PASSED, FAILED, STOPPED]
    assert verdicts(teacher, "hidden test 1") == [PASSED, FAILED, STOPPED]
    assert axe(teacher.page) == []
    with teacher.page.expect_popup() as opened:
        teacher.page.evaluate("window.open('/?wall=1')")
    wall = opened.value
    counts = wall.get_by_role("region", name="How many engines pass")
    expect(counts.get_by_role("listitem").filter(has_text="a * a + a at a = 3")).to_contain_text("1 of 3")
    expect(counts).to_contain_text("Engines that pass every required test: 1 of 3.")
    assert not any(name in shown_words(wall) for name in ("Ada", "Ben", "Cleo"))
    assert axe(wall) == []
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        screenshot(wall, f"class-counts-{width}")
        assert wall.evaluate(CUT) == []
        least = min(wall.evaluate(SIZES))
        assert least >= height / 46, f"type of {least} px on a wall of {height} px"
    wall.reload()
    expect(counts).to_contain_text("Engines that pass every required test: 1 of 3.")

    class_with_engines["Ben"].write(RIGHT)
    expect(counts).to_contain_text("Engines that pass every required test: 2 of 3.")
    expect(teacher.wall).to_contain_text("Engines that pass every required test: 2 of 3.")
    for name, student in class_with_engines.items():
        words = shown_words(student.page)
        assert not any(other in words for other in class_with_engines if other != name)
        assert "every required test" not in words


def test_names_that_are_not_shown_are_not_saved(teacher: Teacher, class_with_engines: dict[str, Student]) -> None:
    teacher.tool_of_class("Wall").click()
    expect(teacher.wall.get_by_role("listitem")).to_have_count(3)
    teacher.wall.get_by_role("button", name="Who passes what").click()
    expect(teacher.wall).to_contain_text("Engines that pass every required test: 1 of 3.")
    expect(teacher.wall).not_to_contain_text("still being tested")
    saved = {}
    for shown in (True, False):
        teacher.wall.get_by_label("Show names").set_checked(shown)
        for format_ in ("CSV", "JSON"):
            with teacher.page.expect_download() as download:
                teacher.wall.get_by_role("button", name=f"Download {format_}", exact=True).click()
            saved[shown, format_] = Path(download.value.path()).read_text("utf-8-sig")
    assert saved[True, "CSV"].splitlines()[0] == "section,line,passed,asked,Ada,Ben,Cleo"
    assert saved[False, "CSV"].splitlines()[0] == "section,line,passed,asked,Copy 1,Copy 2,Copy 3"
    assert saved[True, "CSV"].splitlines()[1:] == saved[False, "CSV"].splitlines()[1:]
    assert [each["student"] for each in json.loads(saved[False, "JSON"])] == ["Copy 1", "Copy 2", "Copy 3"]
    assert not any(name in saved[False, "JSON"] for name in class_with_engines)


def test_the_chosen_attribute_of_the_gradient_goes_to_the_class(
    teacher: Teacher, enter: Callable[..., Student], open_workbench: Callable[..., Workbench]
) -> None:
    student = enter(teacher.open_class())
    teacher.write(UNCLEAR.lstrip())
    panel = teacher.page.get_by_role("region", name="Your own engine")
    panel.get_by_role("button", name="s", exact=True).click()
    teacher.page.keyboard.press("End")
    student.expect_card("a", "2", "12")
    expect(student.page.get_by_role("region", name="Your own engine")).to_contain_text("The gradient is read from s")
    shared = open_workbench(link(UNCLEAR.lstrip(), gradient="s"))
    shared.expect_card("a", "2", "12")
