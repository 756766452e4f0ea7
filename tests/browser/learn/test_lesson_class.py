"""A lesson in class: opening it, together and at one's own pace, answers, dashboard, reveal, pause, a reload, the download."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classroom import open_screen
from tests.browser.lesson_class import Open, answer, choose, count, end, join, mark, remote_token, teach, teach_text

Axe = Callable[[Page], list[str]]


def test_a_class_goes_through_a_lesson_together_and_at_its_own_pace(open_page: Open, axe: Axe) -> None:
    teacher, code = teach(open_page, "slope")
    ada = join(open_page, code, "Ada")
    bob = join(open_page, code, "Bob", viewport={"width": 400, "height": 850}, has_touch=True)
    teacher.get_by_role("button", name="Next").click()
    for student in (ada, bob):
        count(student, 2)
        expect(student.get_by_role("button", name="Next")).to_be_disabled()
    choose(ada, 0)
    choose(bob, 1)
    expect(mark(teacher, "Ada").locator("td.is-right, td.is-wrong")).to_have_count(1)
    expect(mark(teacher, "Bob").locator("td.is-right, td.is-wrong")).to_have_count(1)
    teacher.set_viewport_size({"width": 1280, "height": 800})
    expect(mark(teacher, "Bob")).to_be_in_viewport()

    teacher.get_by_title("How far does the result move?").filter(has_text="Question 1").click()
    expect(teacher.locator(".class-detail")).to_contain_text("2 answers")
    expect(ada.locator(".class-tally")).to_have_count(0)
    teacher.get_by_role("button", name="Show to all").click()
    for student in (ada, bob):
        expect(student.locator(".class-tally .class-group")).to_have_count(2)
    expect(ada.locator("body")).not_to_contain_text("Bob")
    teacher.get_by_role("button", name="Hide from all").click()
    expect(ada.locator(".class-tally")).to_have_count(0)

    teacher.get_by_role("button", name="Own pace").click()
    bob.get_by_role("button", name="Next").click()
    count(bob, 3)
    count(ada, 2)
    expect(mark(teacher, "Bob").locator("td").first).to_have_text("3")
    ada.reload()
    count(ada, 2)
    expect(ada.get_by_role("radio").first).to_be_checked()
    teacher.get_by_label("To page").select_option("2")
    count(bob, 2)
    teacher.get_by_role("button", name="Bring everyone here").click()
    expect(ada.locator(".class-mode")).to_have_text("Together")

    teacher.get_by_role("button", name="Pause").click()
    expect(ada.locator(".class-cover")).to_be_visible()
    expect(ada.locator(".lesson-page")).to_be_hidden()
    teacher.get_by_role("button", name="Continue").click()
    expect(ada.locator(".lesson-page")).to_be_visible()

    teacher.get_by_label("Show names").uncheck()
    expect(teacher.locator(".class-grid")).not_to_contain_text("Ada")
    with teacher.expect_download() as downloading:
        teacher.get_by_role("button", name="Download CSV").click()
    table = Path(downloading.value.path()).read_text(encoding="utf-8-sig")
    assert len(table.splitlines()) == 3
    assert axe(teacher) == []
    assert axe(bob) == []
    assert bob.evaluate("document.documentElement.scrollWidth") <= 400
    end(teacher, code)
    expect(ada.locator(".class-end")).to_contain_text("Thank you for taking part.")
    expect(ada.locator("main svg:visible")).to_have_count(0)
    expect(ada.get_by_text("This class is over.")).to_have_count(1)


def test_a_distribution_is_asked_for_again_only_when_it_is_another_one(open_page: Open) -> None:
    teacher, code = teach(open_page, "slope")
    ada = join(open_page, code, "Ada")
    teacher.get_by_role("button", name="Next").click()
    count(ada, 2)
    choose(ada, 0)
    teacher.get_by_role("button", name=re.compile("^Question 1")).click()
    group = teacher.locator(".class-detail .class-group .class-label")
    first = group.inner_text()
    asked: list[str] = []
    teacher.on("request", lambda request: asked.append(request.url) if "/answers/" in request.url else None)
    teacher.get_by_role("button", name="Own pace").click()
    ada.get_by_role("button", name="Next").click()
    expect(mark(teacher, "Ada").locator("td").first).to_have_text("3")
    ada.get_by_role("button", name="Back").click()
    count(ada, 2)
    assert asked == []
    choose(ada, 1)
    expect(group).not_to_have_text(first)
    assert len(asked) == 2, "the distribution, and who answered what"
    end(teacher, code)


def test_a_second_lesson_is_given_to_the_class_that_is_open(open_page: Open) -> None:
    teacher, code = teach(open_page)
    teacher.goto("/learn/slope")
    teacher.get_by_role("button", name="Teach it").click()
    expect(teacher.locator(".class-title")).to_have_text(re.compile("^Slope"))
    expect(teacher.locator(".class-code b")).to_have_text(f"{code[:3]}-{code[3:]}")
    end(teacher, code)


def test_a_stranger_at_the_address_of_a_class_is_asked_for_a_name(open_page: Open) -> None:
    teacher, code = teach(open_page)
    stranger = open_page(f"/learn/class/{code}")
    expect(stranger).to_have_url(re.compile(f"/r/{code}$"))
    end(teacher, code)


def test_question_and_answers_are_beside_the_picture_on_the_wall(
    open_page: Open, screenshot: Callable[[Page, str], Path], subtests: pytest.Subtests
) -> None:
    teacher, code = teach(open_page)
    wall = open_screen(teacher)
    wall.set_viewport_size({"width": 1280, "height": 720})
    ada = join(open_page, code, "Ada")
    answer(ada, "5")
    expect(wall.locator(".wall-answered").first).to_have_text("1 of 1 answered")
    teacher.get_by_role("button", name=re.compile("^Question 1")).click()
    teacher.get_by_role("button", name="Show to all").click()
    for width, height in ((1280, 720), (1366, 768)):
        with subtests.test(width=width):
            wall.set_viewport_size({"width": width, "height": height})
            expect(wall.locator(".class-tally")).to_be_in_viewport(ratio=1)
            number = wall.locator(".live .card .number").first
            expect(number).to_be_in_viewport(ratio=1)
            wall.wait_for_function(
                """least => {
                  const number = document.querySelector(".live .card .number");
                  return parseFloat(getComputedStyle(number).fontSize) * number.getScreenCTM().a >= least;
                }""",
                arg=13 / 720 * height,
            )
            screenshot(wall, f"lesson-wall-{width}")
    end(teacher, code)


def test_the_teacher_has_notes_and_the_next_page_and_the_wall_has_neither(open_page: Open, axe: Axe) -> None:
    teacher, code = teach_text(open_page)
    ada, bob = join(open_page, code, "Ada"), join(open_page, code, "Bob")
    expect(teacher.locator(".class-beside")).to_contain_text("Let neighbours compare.")
    expect(teacher.locator(".class-beside")).to_contain_text("Next: The second page")
    expect(teacher.locator(".class-next-page")).to_contain_text("The end of it.")
    expect(teacher.locator(".class-code")).to_contain_text("backpass serve --lan")
    wall = open_screen(teacher)
    wall.set_viewport_size({"width": 1280, "height": 720})
    expect(wall.locator(".wall-answered")).to_have_text("0 of 2 answered")
    answer(ada, "2")
    answer(bob, "5")
    expect(wall.locator(".wall-answered")).to_have_text("2 of 2 answered")
    for word in ("Ada", "Let neighbours", "Next: "):
        expect(wall.locator("body")).not_to_contain_text(word)

    teacher.get_by_role("button", name="Question 1", exact=True).click()
    answers = teacher.locator(".class-answers li")
    expect(answers).to_have_text([re.compile("Ada.*2"), re.compile("Bob.*5")])
    for place in (1, 0):
        answers.nth(place).get_by_role("checkbox").check()
    teacher.get_by_role("button", name="Show the chosen answers to all").click()
    for screen in (wall, ada, bob):
        expect(screen.locator(".class-compared blockquote")).to_have_text(["5", "2"])
        expect(screen.locator(".class-compared")).not_to_contain_text("Ada")
    expect(wall.locator(".class-compared")).to_be_in_viewport()
    teacher.get_by_role("button", name="Hide these answers").click()
    expect(wall.locator(".class-compared")).to_have_count(0)
    assert axe(teacher) == []
    assert axe(wall) == []
    teacher.get_by_role("button", name="Pause").click()
    expect(wall.locator(".class-cover")).to_be_visible()
    end(teacher, code)


def test_the_teacher_looks_at_a_students_screen(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    answer(ada, "2")
    mark(teacher, "Ada").get_by_role("button", name="Ada").click()
    screen = teacher.locator(".student-screen")
    expect(screen.locator("h2")).to_have_text("Ada · page 1 of 2")
    expect(screen.locator(".question-field")).to_have_value("2")
    expect(screen.locator(".question-verdict")).to_contain_text("Not yet")
    expect(screen.locator(".live.is-live .card")).to_have_count(3)
    screen.locator(".student-screen-head").get_by_role("button", name="Next").click()
    expect(screen.locator("article")).to_contain_text("The end of it.")
    teacher.keyboard.press("Escape")
    expect(screen).to_be_hidden()
    count(teacher, 1)
    end(teacher, code)


def test_a_phone_leads_the_lesson(open_page: Open, axe: Axe) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    answer(ada, "5")
    phone = open_page(f"/r/{code}/remote#{remote_token(teacher, code)}", viewport={"width": 400, "height": 850}, has_touch=True)
    expect(phone.locator(".lesson-count")).to_have_text("Page 1 of 2")
    expect(phone.locator(".remote-question")).to_contain_text("1 of 1 answered")
    assert "#" not in phone.url, "the right does not stay in the address"
    expect(phone.locator(".class-beside")).to_contain_text("Let neighbours compare.")
    question, beside = phone.locator(".remote-question").bounding_box(), phone.locator(".class-beside").bounding_box()
    assert question
    assert beside
    assert beside["y"] - question["y"] - question["height"] >= 8
    phone.get_by_role("button", name="Show to all").click()
    expect(ada.locator(".class-tally .class-group")).to_have_count(1)
    phone.get_by_role("button", name="Next").click()
    count(ada, 2)
    count(teacher, 2)
    phone.get_by_role("button", name="Pause").click()
    expect(ada.locator(".class-cover")).to_be_visible()
    phone.reload()
    phone.get_by_role("button", name="Continue").click()
    expect(ada.locator(".class-cover")).to_be_hidden()
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 400
    end(teacher, code)
    expect(phone.get_by_role("alert")).to_contain_text("not connected")


def test_a_phone_without_a_right_leads_nothing(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    expect(open_page(f"/r/{code}/remote").get_by_role("alert")).to_contain_text("not connected")
    expect(open_page(f"/r/{code}/remote#made-up").get_by_role("alert")).to_contain_text("not connected")
    end(teacher, code)


def test_the_playground_leads_nothing_while_the_class_has_a_lesson(open_page: Open) -> None:
    teacher, code = teach_text(open_page)
    ada = join(open_page, code, "Ada")
    playground = teacher.context.new_page()
    playground.goto("/")
    bar = playground.get_by_role("region", name="Class", exact=True)
    expect(bar).to_contain_text("The class has the lesson “With notes” on its screens, and that page leads it.")
    for tool in ("Ask", "Explore", "Wall", "Pause"):
        expect(bar.get_by_role("button", name=tool, exact=True)).to_be_hidden()
    playground.locator("body").press(".")
    expect(ada.locator(".lesson-page h1")).to_be_visible()
    bar.get_by_role("link", name="Open the lesson").click()
    expect(playground).to_have_url(re.compile(f"/learn/class/{code}$"))
    end(teacher, code)


def test_the_teacher_renames_removes_locks_and_ends(open_page: Open, axe: Callable[[Page], list[str]]) -> None:
    teacher, code = teach_text(open_page)
    ada, bob = join(open_page, code, "Ada"), join(open_page, code, "Bob")
    people = teacher.locator(".class-people").filter(has=teacher.get_by_text("People", exact=True))
    people.locator("summary").click()
    names = people.get_by_role("listitem").locator(".people-name")
    expect(names).to_have_text(["Ada", "Bob"])
    people.get_by_role("button", name="Rename Ada").click()
    people.get_by_label("New name").fill("Lovelace")
    people.get_by_role("button", name="Rename", exact=True).click()
    expect(names).to_have_text(["Bob", "Lovelace"])
    people.get_by_role("button", name="Remove Bob").click()
    people.get_by_role("button", name="Remove", exact=True).click()
    expect(names).to_have_text(["Lovelace"])
    expect(bob.get_by_role("heading", level=1)).to_be_visible()
    people.get_by_label("Lock: no one can join").check()
    people.get_by_label("Name of the class").fill("Monday")
    people.get_by_label("Name of the class").press("Enter")
    teacher.reload()
    people.locator("summary").click()
    expect(people.get_by_label("Name of the class")).to_have_value("Monday")
    assert axe(teacher) == []
    late = open_page(f"/r/{code}")
    late.get_by_role("button", name="Join", exact=True).click()
    expect(late.get_by_role("alert").filter(has_text="The teacher has locked this room.")).to_be_visible()
    people.get_by_role("button", name="End the class").click()
    people.get_by_role("button", name="End and delete").click()
    for page in (teacher, ada):
        expect(page.get_by_text("This class is over.").first).to_be_visible()
    expect(people).to_be_hidden()
