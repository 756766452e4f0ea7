"""The studio on the screens of a class: everybody sees the teacher's run, answers beside it, and goes on from it alone."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classroom import PHONE, open_screen
from tests.browser.learn.test_stages import show
from tests.browser.lesson_class import Open, end, join, teach_text
from tests.browser.studio import Studio

STEP = re.compile(r"^Step (\d+)")


def step_of(sentence: str) -> int:
    found = STEP.match(sentence)
    assert found, sentence
    return int(found[1])


def top_of(screen: Page, part: str) -> float:
    box = screen.locator(f".network-{part}").bounding_box()
    assert box is not None
    return box["y"]


def test_a_class_sees_the_run_of_its_teacher_wherever_it_stands(
    open_page: Open, axe: Callable[[Page], list[str]], screenshot: Callable[[Page, str], Path]
) -> None:
    teacher, code = teach_text(open_page)
    phone = join(open_page, code, "Ada", **PHONE)
    wall = open_screen(teacher)
    wall.set_viewport_size({"width": 1280, "height": 720})
    show(teacher, "Studio")
    expect(teacher).to_have_url(re.compile("/training"))
    studio = Studio(teacher)
    strip = teacher.get_by_role("region", name="Class", exact=True)
    expect(strip).to_contain_text("The class sees this run · 1 here")
    expect(phone).to_have_url(re.compile(f"/r/{code}/studio$"))
    expect(wall).to_have_url(re.compile(f"/r/{code}/studio/screen$"))
    studio.press("Space")
    expect(studio.sentence).to_have_text(re.compile(r"^Step [1-9]\d+"), timeout=60_000)
    studio.press("Space")
    teacher.wait_for_timeout(1_000)
    studio.press("ArrowLeft")  # what stands there now stays
    teacher.wait_for_timeout(500)
    sentence = studio.sentence.inner_text()
    for screen in (phone, wall):
        shown = screen.locator(".class-studio-sentence")
        expect(shown).to_have_text(sentence)
        assert step_of(sentence) > 0
        expect(screen.locator(".network-plate canvas, .network-plate svg").first).to_be_visible()
        expect(screen.locator(".plane-plate.is-own .plane-point").first).to_be_attached()
        assert top_of(screen, "maps") == pytest.approx(top_of(screen, "drawing"), abs=2), "what neurons say lies over them"
    expect(wall.get_by_role("button", name="classes only")).to_be_hidden()
    for name, page in (("teacher", teacher), ("phone", phone), ("wall", wall)):
        screenshot(page, f"studio-class-{name}")
        assert axe(page) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    strip.get_by_role("button", name="Ask", exact=True).click()
    form = teacher.locator(".question-form")
    form.get_by_role("combobox").select_option("given")
    form.get_by_label("In words").fill("Which rate?")
    form.get_by_label("The right number").fill("0.3")
    form.get_by_role("button", name="Ask the class").click()
    question = phone.get_by_role("region", name="Question to the class")
    expect(question).to_contain_text("Which rate?")
    question.get_by_role("textbox").fill("0.3")
    question.get_by_role("button", name="Send").click()
    expect(wall.locator(".poll")).to_contain_text("1 of 1 answered")
    assert "0.3" not in wall.locator(".poll").inner_text()
    drawer = teacher.get_by_role("complementary", name="Class panel")
    drawer.get_by_role("button", name="Show the answer").click()
    expect(question).to_contain_text("Yours was right.")

    with phone.context.expect_page() as opened:
        phone.get_by_role("link", name="Try it yourself").click()
    expect(opened.value).to_have_url(re.compile("/training#v=1&"))
    show(teacher, "Lesson")
    for screen in (phone, wall):
        expect(screen.locator("h1").first).to_have_text("The first page")
    end(teacher, code)
