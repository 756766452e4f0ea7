"""The window for the projector: it follows the class, keeps answers back until the question is closed, and never leads."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classroom import SPY, Student, Teacher, open_screen
from tests.browser.pages import Workbench, shown_words


def test_the_wall_follows_without_tools_and_shows_answers_once_the_question_is_closed(
    teacher: Teacher, enter: Callable[..., Student], axe: Callable[[Page], list[str]]
) -> None:
    code = teacher.open_class()
    student = enter(code, "Ada")
    teacher.tool_of_class(f"{code[:3]}-{code[3:]}: show this code large").click()
    page = open_screen(teacher.page)
    teacher.code_screen.get_by_role("button", name="Begin").click()
    page.set_viewport_size({"width": 1280, "height": 720})
    wall = Workbench(page)
    strip = page.get_by_role("region", name="Class", exact=True)
    expect(strip).to_contain_text(f"{code[:3]}-{code[3:]}")
    expect(strip.get_by_role("button")).to_have_count(0)
    for tools in (".projector-tools", ".transport"):
        expect(page.locator(tools)).to_be_hidden()
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
    with teacher.page.expect_response("**/keys") as made:
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


def test_a_projector_elsewhere_has_a_key_of_its_own_until_the_teacher_ends_it(
    teacher: Teacher, enter: Callable[..., Student], open_page: Callable[..., Page]
) -> None:
    code = teacher.open_class()
    enter(code, "Ada")
    host = teacher.page.evaluate(f"localStorage.getItem('backpass.room.{code}.host')")
    teacher.tool_of_class(f"{code[:3]}-{code[3:]}: show this code large").click()
    with teacher.page.expect_response("**/keys") as made:
        teacher.code_screen.get_by_role("button", name="Window for the projector").click()
    key = made.value.json()["token"]
    links = teacher.page.get_by_role("dialog", name="Window for the projector")
    expect(links.get_by_role("button", name="Copy the link")).to_be_visible()

    far = open_page("/join")
    far.add_init_script(SPY)
    asked: list[str] = []
    far.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
    far.goto(f"/r/{code}/screen#{key}")
    strip = far.get_by_role("region", name="Class", exact=True)
    expect(strip).to_contain_text("1 here")
    assert far.url.endswith(f"/r/{code}/screen"), "the right leaves the address"
    kept = far.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}, document.documentElement.outerHTML, window.sent])"
    )
    assert key in kept
    assert host not in kept + "".join(asked) + far.url
    far.reload()
    expect(strip).to_contain_text("1 here")

    links.get_by_role("button", name="Disconnect all projectors").click()
    expect(far.get_by_role("heading", name="This window is not connected to a class")).to_be_visible()
    far.reload()
    expect(far.get_by_role("heading", name="This window is not connected to a class")).to_be_visible()
    assert key not in far.evaluate("JSON.stringify({...localStorage})")


def test_an_old_link_leads_to_a_window_with_a_key_of_its_own(teacher: Teacher) -> None:
    code = teacher.open_class()
    host = teacher.page.evaluate(f"localStorage.getItem('backpass.room.{code}.host')")
    for old in ("/?wall=1", f"/learn/class/{code}?wall=1"):
        with teacher.page.expect_popup() as opened:
            teacher.page.evaluate("(old) => void window.open(old)", old)
        window = opened.value
        expect(window).to_have_url(re.compile(f"/r/{code}/screen$"))
        expect(window.get_by_role("region", name="Class", exact=True)).to_contain_text("0 here")
        window.add_init_script(SPY)
        window.reload()
        expect(window.get_by_role("region", name="Class", exact=True)).to_contain_text("0 here")
        sent = window.evaluate("JSON.stringify(window.sent)")
        assert "hello" in sent
        assert host not in sent
        window.close()
