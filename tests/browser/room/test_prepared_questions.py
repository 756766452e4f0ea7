"""Questions that are prepared before class, asked by a press, with a countdown that the server ends."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.classroom import PHONE, Student, Teacher


def test_questions_are_prepared_asked_by_a_press_and_closed_by_a_countdown(
    teacher: Teacher, enter: Callable[..., Student], axe: Callable[[Page], list[str]]
) -> None:
    code = teacher.open_class()
    ada = enter(code, "Ada", **PHONE)
    drawer, page = teacher.drawer, teacher.page
    teacher.open_drawer("Ask")
    prepared = drawer.get_by_role("region", name="Prepared questions")
    expect(prepared).to_be_hidden()
    drawer.get_by_role("button", name="Prepare", exact=True).click()
    expect(prepared.get_by_role("listitem")).to_contain_text(["What is the gradient of a?"])
    drawer.get_by_role("combobox", name="Ask for").select_option("choice")
    drawer.get_by_label("In words").fill("Which one?")
    drawer.get_by_label("Answers to choose from").fill("sum\n* product")
    drawer.get_by_role("button", name="Prepare", exact=True).click()
    expect(prepared.get_by_role("listitem")).to_contain_text(["What is the gradient of a?", "Which one?"])
    expect(ada.question).to_be_hidden()
    assert axe(page) == []

    def shorter(route: Route) -> None:
        """Twelve seconds in place of the thirty that were chosen."""
        body = route.request.post_data_json if route.request.method == "PATCH" else {}
        is_asked = body.get("seconds") == 30
        route.continue_(post_data={**body, "seconds": 12}) if is_asked else route.continue_()

    page.route(re.compile(r"/polls/\d+$"), shorter)
    drawer.get_by_role("combobox", name="Time to answer").select_option("30 s")
    prepared.get_by_role("button", name="Ask: What is the gradient of a?").click()
    expect(ada.question).to_contain_text("What is the gradient of a?")
    for shown in (ada.question, drawer):
        expect(shown.get_by_role("timer")).to_have_text(re.compile(r"^0:(1[0-2]|0\d) left$"))
    assert axe(ada.page) == []
    ada.answer_with("31")
    expect(ada.question).to_contain_text("Stored: 31")
    expect(ada.question.get_by_role("status").filter(has_text="10 seconds left")).to_have_count(1)
    expect(ada.question).to_contain_text("Closed. Your answer: 31.", timeout=30_000)
    expect(ada.question.get_by_role("timer")).to_be_hidden()
    drawer.get_by_role("button", name="Show the answer").click()
    drawer.get_by_role("button", name="Another question").click()
    expect(prepared.get_by_role("listitem")).to_contain_text(["Which one?"])
    prepared.get_by_role("button", name="Remove: Which one?").click()
    expect(prepared).to_be_hidden()
