"""A class in real browsers: a teacher and students, each with storage of their own, over a real server that may be killed."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Page, Route, expect

from tests.browser.classroom import PHONE, Student, Teacher
from tests.browser.learn.test_stages import show
from tests.servers import Server

MARKUP = "<img src=x onerror=x>"

OpenPage = Callable[..., Page]


def test_one_press_opens_a_class_and_a_code_typed_on_a_phone_is_enough_to_be_in_it(teacher: Teacher, open_page: OpenPage) -> None:
    code = teacher.open_class()
    assert re.fullmatch("[2-9B-Z]{6}", code)
    student = Student(open_page("/join", **PHONE))
    student.page.get_by_role("textbox").fill(f"{code[:3].lower()} {code[3:].lower()}")
    student.page.get_by_role("button", name="Next").click()
    student.join()
    expect(student.page).to_have_url(re.compile(f"/r/{code}$"))
    student.pane("Program")
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    expect(teacher.sentence_of_class).to_contain_text("1 here")


def test_the_code_screen_shows_address_code_and_a_code_for_cameras(teacher: Teacher) -> None:
    code = teacher.open_class()
    teacher.strip.get_by_role("button", name=re.compile("show this code large")).click()
    expect(teacher.code_screen).to_contain_text(f"{code[:3]}-{code[3:]}")
    expect(teacher.code_screen).to_contain_text("/join")
    picture = teacher.code_screen.get_by_role("img", name=re.compile("^QR code of "))
    expect(picture).to_be_visible()
    assert re.search(rf"http://[^/]+/r/{code}$", picture.get_attribute("aria-label") or "")
    teacher.page.keyboard.press("Escape")
    expect(teacher.code_screen).to_be_hidden()
    teacher.page.keyboard.press("r")
    expect(teacher.code_screen).to_be_visible()


def test_a_camera_reads_the_address_of_the_class_from_the_drawn_code(teacher: Teacher) -> None:
    code = teacher.open_class()
    teacher.strip.get_by_role("button", name=re.compile("show this code large")).click()
    picture = teacher.code_screen.get_by_role("img", name=re.compile("^QR code of "))
    size = int((picture.get_attribute("viewBox") or "").split()[2])
    modules = np.full((size, size), 255, dtype=np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", picture.locator("path").get_attribute("d") or ""):
        modules[int(y), int(x)] = 0
    (read,) = zxingcpp.read_barcodes(np.kron(modules, np.ones((8, 8), dtype=np.uint8)))
    assert re.fullmatch(rf"http://[^/]+/r/{code}", read.text)
    assert picture.get_attribute("aria-label") == f"QR code of {read.text}"


def test_a_server_that_answers_this_computer_alone_says_so_in_place_of_the_code(teacher: Teacher) -> None:
    teacher.page.unroute("**/addresses")
    teacher.start_class()
    expect(teacher.code_screen).to_contain_text("only this computer can reach this server")
    expect(teacher.code_screen.get_by_role("img", name=re.compile("^(The code|QR code of)"))).to_have_count(0)
    expect(teacher.code_screen.get_by_role("button", name="Remote control")).to_have_count(0)
    for width in (1280, 400):
        teacher.page.set_viewport_size({"width": width, "height": 720})
        for command in teacher.code_screen.get_by_text(re.compile("--lan$")).all():
            lines = (
                "(code) => { const range = new Range(); range.selectNodeContents(code); return range.getClientRects().length }"
            )
            assert command.evaluate(lines) == 1
    expect(teacher.code_screen.get_by_role("button", name="Begin")).to_have_count(0)
    with teacher.page.expect_popup() as opened:
        teacher.code_screen.get_by_role("button", name="Try it on this computer").click()
    student = Student(opened.value)
    student.join("Ada")
    expect(teacher.sentence_of_class).to_contain_text("1 here")
    show(teacher.page, "Studio")
    expect(student.page).to_have_url(re.compile("/studio$"))
    expect(teacher.page).to_have_url(re.compile("/training"))  # or its own way there would overtake the next one
    teacher.page.goto("/learn")
    teacher.page.locator('[data-teach="accumulation"]').click()
    expect(student.page).to_have_url(re.compile("#student$"))
    expect(student.page.locator(".lesson-page h1")).to_be_visible()
    expect(student.page.get_by_role("button", name="Window for the projector")).to_have_count(0)


def test_the_code_is_large_enough_for_the_last_row(open_page: OpenPage) -> None:
    teacher = Teacher(open_page(viewport={"width": 1920, "height": 1080}))
    teacher.start_class()
    letters = teacher.code_screen.get_by_role("img", name=re.compile("^The code "))
    expect(letters).to_be_visible()
    assert letters.evaluate("(code) => parseFloat(getComputedStyle(code).fontSize)") > 1080 / 6


def test_steps_program_inputs_and_selection_are_followed_live(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.page.keyboard.press("Home")
    student.expect_position(0)
    # Four values, the slopes of four operations and the seed.
    for _ in range(9):
        teacher.page.keyboard.press(".")
    student.expect_position(5)
    teacher.write("q = 3.0\nq*q*q")
    student.expect_card("q", data="3")
    student.expect_position(7)  # a program that replaces another opens at its end
    teacher.leave_editor()
    teacher.drag_slider("q", to=0.75)
    expect(student.value_of("q")).to_have_value(teacher.value_of("q").input_value())
    teacher.page.keyboard.press("End")
    teacher.card("q").click()
    expect(student.card("q")).to_contain_class("selected")
    expect(student.sentence_of_class).to_contain_text("Following")


def test_the_slopes_between_the_passes_are_followed_each_and_back(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.page.keyboard.press("Home")
    student.expect_position(0)
    for _ in range(6):
        teacher.page.keyboard.press(".")
    expect(teacher.badge).to_have_text("DERIVATIVES 2/4")
    expect(student.badge).to_have_text("DERIVATIVES 2/4")
    expect(student.sentence).to_have_text(teacher.sentence.inner_text())
    slopes = teacher.graph.locator(".callout[visibility=visible]").all_text_contents()
    assert any(slopes)
    expect(student.graph.locator(".callout[visibility=visible]")).to_have_text(slopes)
    late = enter(teacher.strip.get_by_role("button", name=re.compile("show this code large")).inner_text().replace("-", ""))
    expect(late.badge).to_have_text("DERIVATIVES 2/4")
    teacher.page.keyboard.press(",")
    expect(student.badge).to_have_text("DERIVATIVES 1/4")
    for _ in range(4):
        teacher.page.keyboard.press(".")
    expect(student.badge).to_have_text("BACKWARD 1/9")
    expect(student.sentence_of_class).to_contain_text("Following")


def test_a_program_that_does_not_compute_yet_is_shown_to_nobody(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.write("q = 3.0\nq*")
    expect(teacher.problems.get_by_role("button").first).to_be_visible()
    teacher.write("q = 3.0\nq*q")
    student.expect_program("q = 3.0 q*q")
    assert student.problems.inner_text() == ""


def test_a_student_looks_around_alone_and_is_back_with_one_press(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    student.page.keyboard.press("Home")
    expect(student.sentence_of_class).to_contain_text("You are exploring on your own")
    for _ in range(5):
        teacher.page.keyboard.press(".")
    expect(teacher.badge).to_have_text("BACKWARD 1/9")
    student.expect_position(0)
    student.follow()
    student.expect_position(5)
    expect(student.sentence_of_class).to_contain_text("Following")
    student.write("own = 1.0\nown*2")
    student.leave_editor()
    student.page.keyboard.press("l")
    student.expect_position(5)
    student.expect_card("a", data="2")


def test_explored_copies_are_on_the_wall_and_one_is_shown_to_all(teacher: Teacher, enter: Callable[..., Student]) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    teacher.tool_of_class("Explore").click()
    expect(ada.sentence_of_class).to_contain_text("Explore")
    ada.write("x = 3.0\ntanh(x)*x")
    ada.settle()
    teacher.tool_of_class("Wall").click()
    expect(teacher.wall.get_by_role("listitem")).to_have_count(1)
    expect(teacher.wall).to_contain_text("tanh(x)*x")
    expect(teacher.wall).to_contain_text("2.985")
    teacher.wall.get_by_role("button", name="Show to all: Ada").click()
    ben.expect_program("x = 3.0 tanh(x)*x")
    teacher.expect_program("x = 3.0 tanh(x)*x")
    expect(teacher.sentence_of_class).to_contain_text("Showing Ada's copy")
    teacher.page.keyboard.press("Home")
    ben.expect_position(0)
    teacher.tool_of_class("Back to mine").click()
    ben.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    teacher.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")


def test_show_to_all_covers_those_with_a_copy_of_their_own_who_get_it_back_afterwards(
    teacher: Teacher, enter: Callable[..., Student]
) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    teacher.tool_of_class("Explore").click()
    expect(ada.sentence_of_class).to_contain_text("Explore")
    expect(ben.sentence_of_class).to_contain_text("Explore")
    ada.write("x = 3.0\nx*x")
    ben.write("x = 4.0\nx + x")
    ada.settle()
    ben.settle()
    teacher.tool_of_class("Wall").click()
    teacher.wall.get_by_role("button", name="Show to all: Ada").click()
    ben.expect_program("x = 3.0 x*x")
    expect(ben.sentence_of_class).to_contain_text("Ada’s program, shown to everyone")
    expect(ada.sentence_of_class).to_contain_text("Your program is shown to everyone")
    teacher.tool_of_class("Back to mine").click()
    ben.expect_program("x = 4.0 x + x")
    ada.expect_program("x = 3.0 x*x")


def test_a_class_begins_with_values_and_without_gradients(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    student.expect_position(4)
    teacher.expect_position(4)


def test_what_students_screens_hide_stays_on_the_teacher_s_own_after_a_reload(
    teacher: Teacher, enter: Callable[..., Student]
) -> None:
    student = enter(teacher.open_class())
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_label("Hide the program").check()
    expect(student.editor).to_be_hidden()
    teacher.page.reload()
    expect(teacher.strip).to_be_visible()
    expect(teacher.editor).to_be_visible()
    teacher.write("q = 2.0\nq*q")
    student.expect_card("q", data="2")


def test_a_link_with_letters_that_no_code_has_is_refused_by_name(open_page: OpenPage) -> None:
    page = open_page("/r/ABCDEF", **PHONE)
    expect(page.get_by_role("alert")).to_contain_text("ABCDEF is not a class code: codes never contain A, E.")
    expect(page.get_by_role("textbox")).to_have_value("")


def test_a_copy_of_one_s_own_waits_while_the_student_follows(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.tool_of_class("Explore").click()
    expect(student.sentence_of_class).to_contain_text("Explore")
    student.write("x = 3.0\nx*x")
    expect(student.sentence_of_class).to_contain_text("Your own copy")
    student.settle()
    student.leave_editor()
    student.follow()
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    student.strip.get_by_role("button", name="My copy").click()
    student.expect_program("x = 3.0 x*x")
    expect(student.sentence_of_class).to_contain_text("Your own copy")
    teacher.tool_of_class("Explore").click()
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")


def test_an_edit_of_a_shown_copy_goes_on_as_the_class_s_program(teacher: Teacher, enter: Callable[..., Student]) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    teacher.tool_of_class("Explore").click()
    ada.write("x = 3.0\nx*x")
    ada.settle()
    teacher.tool_of_class("Wall").click()
    teacher.wall.get_by_role("button", name="Show to all: Ada").click()
    ben.expect_program("x = 3.0 x*x")
    teacher.write("x = 3.0\nx*x*x")
    ben.expect_program("x = 3.0 x*x*x")
    expect(teacher.sentence_of_class).to_contain_text("2 here")
    teacher.expect_program("x = 3.0 x*x*x")


def test_students_screens_are_paused_and_parts_of_them_hidden(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    position = student.position()
    teacher.tool_of_class("Pause").click()
    student.expect_cover("A short pause")
    student.page.keyboard.press("Home")
    student.page.keyboard.press("p")
    student.expect_position(position)
    expect(teacher.sentence_of_class).to_contain_text("Screens paused")
    teacher.tool_of_class("Pause").click()
    expect(student.card("a")).to_be_visible()
    expect(student.sentence_of_class).to_contain_text("Following")
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_label("Hide the program").check()
    expect(student.editor).to_be_hidden()
    expect(teacher.editor).to_be_visible()
    teacher.drawer.get_by_label("Hide the program").uncheck()
    expect(student.editor).to_be_visible()


def test_a_locked_class_lets_nobody_new_in(teacher: Teacher, enter: Callable[..., Student], open_page: OpenPage) -> None:
    code = teacher.open_class()
    student = enter(code)
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_label(re.compile("^Lock")).check()
    expect(teacher.sentence_of_class).to_contain_text("Locked")
    late = Student(open_page(f"/r/{code}"))
    late.page.get_by_role("button", name="Join", exact=True).click()
    expect(late.page.get_by_role("alert")).to_contain_text("locked")
    student.page.reload()
    expect(student.sentence_of_class).to_contain_text("Following")


def test_without_names_a_student_is_in_without_being_asked_anything(teacher: Teacher, open_page: OpenPage) -> None:
    code = teacher.open_class()
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_label(re.compile("^Students may choose a name")).uncheck()
    teacher.page.wait_for_timeout(300)
    student = Student(open_page(f"/r/{code}"))
    expect(student.sentence_of_class).to_contain_text("Following")


def test_names_are_text_and_nothing_else_and_can_be_changed(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class(), MARKUP)
    teacher.open_drawer("People")
    row = teacher.drawer.get_by_role("listitem")
    expect(row).to_contain_text(MARKUP)
    row.get_by_role("button", name=re.compile("^Rename")).click()
    row.get_by_role("textbox", name="New name").fill("Ada")
    row.get_by_role("textbox", name="New name").press("Enter")
    expect(row).to_contain_text("Ada")
    expect(student.strip).to_contain_text("Ada")
    assert teacher.page.locator("img").count() == 0


def test_a_student_who_is_removed_is_told_and_stays_out(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class(), "Ada")
    teacher.open_drawer("People")
    teacher.drawer.get_by_role("button", name="Remove Ada").click()
    teacher.drawer.get_by_role("button", name="Remove", exact=True).click()
    student.expect_cover("You are no longer in this class")
    expect(teacher.drawer.get_by_role("listitem")).to_have_count(0)


def test_a_class_that_ends_lets_everybody_keep_the_program(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.page.keyboard.press("End")
    student.expect_position(13)
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_role("button", name="End the class").click()
    ending = teacher.drawer.locator(".drawer-row", has_text="All answers are deleted")
    with teacher.page.expect_download():
        ending.get_by_role("button", name="Download JSON").click()
    ending.get_by_role("button", name="End and delete").click()
    student.expect_cover("The class is over")
    expect(teacher.strip).to_have_count(0)
    student.page.get_by_role("link", name="Keep this program").click()
    expect(student.page).to_have_url(re.compile("/#v=1&"))
    student.expect_card("a", grad="31")


def test_a_code_that_is_none_is_explained_and_can_be_typed_anew(open_page: OpenPage) -> None:
    student = Student(open_page("/r/ZZZZZZ", may_fail="404"))
    expect(student.page.get_by_role("alert")).to_contain_text("no class ZZZ-ZZZ")
    expect(student.page.get_by_role("textbox")).to_have_value("ZZZ-ZZZ")
    student.page.get_by_role("textbox").fill("kmp")
    student.page.get_by_role("button", name="Next").click()
    expect(student.page.get_by_role("alert")).to_contain_text("6 letters and digits")


def test_a_teacher_s_reload_keeps_the_class_and_its_view(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.write("q = 3.0\nq*q")
    teacher.leave_editor()
    student.expect_program("q = 3.0 q*q")
    teacher.page.keyboard.press("Home")
    student.expect_position(0)
    teacher.page.reload()
    expect(teacher.sentence_of_class).to_contain_text("1 here")
    teacher.expect_position(0)
    teacher.expect_program("q = 3.0 q*q")
    teacher.page.keyboard.press(".")
    student.expect_position(1)


def test_of_two_tabs_one_is_in_charge_and_hands_it_over(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.page.keyboard.press("Home")
    student.expect_position(0)
    other = Teacher(teacher.page.context.new_page())
    other.page.goto("/")
    expect(other.sentence_of_class).to_contain_text("led from another tab")
    other.page.keyboard.press(".")
    other.tool_of_class("Take charge").click()
    expect(other.sentence_of_class).to_contain_text("1 here")
    other.expect_position(0)
    expect(teacher.sentence_of_class).to_contain_text("led from another tab")
    other.page.keyboard.press(".")
    student.expect_position(1)
    teacher.page.keyboard.press("End")
    student.page.wait_for_timeout(400)
    student.expect_position(1)
    teacher.tool_of_class("Leave it there").click()
    expect(teacher.strip).to_have_count(0)
    teacher.press_class()
    expect(teacher.sentence_of_class).to_contain_text("led from another tab")
    other.page.close()


def test_a_server_that_is_killed_and_comes_back_has_lost_nothing(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path / "log.txt")
    options = {"base_url": server.url, "may_fail": "net::ERR_"}
    try:
        server.start()
        teacher = Teacher(open_page(**options))
        code = teacher.open_class()
        student = Student(open_page(f"/r/{code}", **options))
        student.join("Ada")
        teacher.page.keyboard.press("Home")
        student.expect_position(0)
        server.kill()
        expect(student.sentence_of_class).to_contain_text("Reconnecting")
        expect(teacher.sentence_of_class).to_contain_text("Reconnecting")
        teacher.page.keyboard.press(".")
        server.start()
        expect(student.sentence_of_class).to_contain_text("Following", timeout=30_000)
        expect(teacher.sentence_of_class).to_contain_text("1 here", timeout=30_000)
        student.expect_position(1)
        teacher.page.keyboard.press(".")
        student.expect_position(2)
        expect(student.strip).to_contain_text("Ada")
    finally:
        server.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_of_a_class_is_sound_for_assistive_technology(
    open_page: OpenPage, axe: Callable[[Page], list[str]], scheme: str
) -> None:
    teacher = Teacher(open_page(color_scheme=scheme))
    teacher.press_class()
    dialog = teacher.page.get_by_role("dialog", name="Start a class?")
    expect(dialog).to_contain_text("all of it is deleted")
    assert axe(teacher.page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(teacher.strip).to_have_count(0)
    assert teacher.page.evaluate("() => localStorage.getItem('backpass.class')") is None
    teacher.start_class()
    expect(teacher.code_screen).to_be_visible()
    assert axe(teacher.page) == []
    teacher.page.keyboard.press("Escape")
    code = teacher.page.evaluate("() => localStorage.getItem('backpass.class')")
    student = Student(open_page(f"/r/{code}", color_scheme=scheme, viewport={"width": 320, "height": 640}))
    expect(student.page.get_by_role("textbox", name="Name (optional)")).to_be_visible()
    assert axe(student.page) == []
    student.join("Ada")
    assert axe(student.page) == []
    assert student.sideways() == 0
    for tab in ("Ask", "People", "Settings"):
        teacher.open_drawer(tab)
        assert axe(teacher.page) == []


def test_the_playground_fetches_nothing_of_a_class_before_there_is_one(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto("/")
    Teacher(page).settle()
    assert not [url for url in fetched if re.search(r"/(room|teacher|student)-", url)]


def test_a_class_that_is_pressed_twice_before_its_code_is_there_asks_once(open_page: OpenPage) -> None:
    page = open_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/teacher-"), hold)

    def press() -> None:
        page.locator("#present-button").click()
        page.get_by_role("button", name=re.compile("^Class:")).press("Enter")

    press()
    press()
    while not held:
        page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    dialogs = page.locator("dialog.class-start")
    expect(dialogs.first).to_be_visible()
    expect(dialogs).to_have_count(1)
    dialogs.get_by_role("button", name="Cancel").click()
    expect(dialogs).to_have_count(0)
    press()
    expect(dialogs).to_have_count(1)
