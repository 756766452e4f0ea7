"""What is on the screens of a lesson in class while answers come: the focus, what a prediction keeps closed, another lesson."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.classroom import open_screen
from tests.browser.lesson_class import NOTED, Open, answer, count, end, join, mark, remote_token, teach_text

PREDICTED = NOTED.replace("kind=number of=grad(a)", "kind=number of=grad(a) predict").replace(
    "```notes", "Behind the prediction.\n\n```notes", 1
)


def test_the_wall_opens_what_a_prediction_keeps_closed_once_it_is_answered_or_left(open_page: Open) -> None:
    teacher, code = teach_text(open_page, PREDICTED)
    ada = join(open_page, code, "Ada")
    wall = open_screen(teacher)
    expect(wall.locator(".gated")).to_be_hidden()
    answer(ada, "2")
    teacher.get_by_role("button", name=re.compile("^Question 1")).click()
    teacher.get_by_role("button", name="Show to all").click()
    expect(wall.locator(".gated")).to_be_visible()
    expect(wall.locator(".gate-note")).to_have_count(0)

    teacher.get_by_role("button", name="Hide from all").click()
    expect(wall.locator(".class-tally")).to_have_count(0)
    wall.reload()
    expect(wall.locator(".gated")).to_be_hidden()
    for name, title in (("Next", "The second page"), ("Back", "The first page")):
        teacher.locator(".class-bar").get_by_role("button", name=name).click()
        expect(wall.locator("h1")).to_have_text(title)
    expect(wall.locator(".gated")).to_be_visible()
    wall.reload()
    expect(wall.locator("h1")).to_have_text("The first page")
    expect(wall.locator(".gated")).to_be_visible()
    expect(wall.locator(".gate-note")).to_have_count(0)
    end(teacher, code)


def test_the_focus_stays_where_it_is_while_answers_come(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada, bob = join(open_page, code, "Ada"), join(open_page, code, "Bob")
    answer(ada, "2")
    student = mark(teacher, "Ada").get_by_role("button")
    student.focus()
    answer(bob, "5")
    expect(mark(teacher, "Bob").locator("td.is-right")).to_have_count(1)
    expect(student).to_be_focused()

    heading = teacher.get_by_role("button", name=re.compile("^Question 1"))
    heading.focus()
    heading.press("Enter")
    expect(heading).to_be_focused()
    expect(heading).to_have_attribute("aria-expanded", "true")
    boxes = teacher.locator(".class-answers").get_by_role("checkbox")
    boxes.nth(1).check()
    boxes.nth(1).focus()
    answer(ada, "10")
    expect(teacher.locator(".class-answers li").first).to_contain_text("10")
    expect(boxes.nth(1)).to_be_focused()
    expect(boxes.nth(1)).to_be_checked()
    end(teacher, code)


def test_the_focus_of_a_remote_control_stays_where_it_is_while_answers_come(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    phone = open_page(f"/r/{code}/remote#{remote_token(teacher, code)}")
    show = phone.get_by_role("button", name="Show to all")
    show.focus()
    answer(ada, "5")
    expect(phone.locator(".remote-question")).to_contain_text("1 of 1 answered")
    expect(show).to_be_focused()
    forward = phone.get_by_role("button", name="Pause")
    forward.focus()
    forward.press("Enter")
    expect(ada.locator(".class-cover")).to_be_visible()
    expect(phone.get_by_role("button", name="Continue")).to_be_focused()
    end(teacher, code)


@pytest.mark.parametrize("closes", [False, True], ids=["another is opened", "it is closed"])
def test_a_students_screen_that_comes_late_is_not_shown(open_page: Open, *, closes: bool) -> None:
    teacher, code = teach_text(open_page)
    join(open_page, code, "Ada")
    join(open_page, code, "Bob")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    teacher.route("**/lesson/students/1", hold)
    screen = teacher.locator(".student-screen")
    mark(teacher, "Ada").get_by_role("button").click()
    mark(teacher, "Bob").get_by_role("button").click()
    expect(screen.locator("h2")).to_contain_text("Bob")
    if closes:
        teacher.keyboard.press("Escape")
        expect(screen).to_be_hidden()
    asked: list[str] = []
    teacher.on("request", lambda request: asked.append(request.url) if "/lesson/pages/" in request.url else None)
    with teacher.expect_request_finished(lambda request: request.url.endswith("/lesson/students/1")):
        held[0].continue_()
    teacher.evaluate("async () => (await fetch('/healthz')).text()")  # by then a page would have been asked for
    assert asked == []
    expect(screen.locator("h2")).to_contain_text("Bob")
    assert screen.is_visible() is not closes
    end(teacher, code)


def test_another_lesson_takes_the_place_of_the_one_on_every_screen(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    answer(ada, "2")
    teacher.evaluate(
        """async ({code, text}) => {
          const authorization = `Bearer ${localStorage.getItem(`backpass.room.${code}.host`)}`;
          const headers = {"content-type": "application/json", authorization};
          await fetch(`/api/v1/rooms/${code}/lesson`, {method: "PUT", body: JSON.stringify({text}), headers});
        }""",
        {"code": code, "text": NOTED.replace("The first page", "Another beginning")},
    )
    for screen in (teacher, ada):
        expect(screen.locator(".lesson-page h1").first).to_have_text("Another beginning")
    expect(ada.get_by_role("textbox", name="Your answer")).to_have_value("")
    count(ada, 1)
    end(teacher, code)
