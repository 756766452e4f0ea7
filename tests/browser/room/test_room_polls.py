"""Questions to a class, on the teacher's page and on the students': asked, kept back, answered, revealed."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.classroom import Student, Teacher
from tests.browser.pages import shown_words
from tests.servers import Server

OpenPage = Callable[..., Page]
Enter = Callable[..., Student]


def test_a_gradient_is_asked_answered_and_revealed_with_the_thinking_behind_a_wrong_answer(
    teacher: Teacher, enter: Enter
) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    teacher.ask("gradient")
    teacher.watch_answers()
    expect(ada.question).to_contain_text("What is the gradient of a?")
    ada.answer_with("21")
    expect(ada.question).to_contain_text("Stored: 21")
    expect(teacher.drawer).to_contain_text("1 of 2 answered")
    ben.answer_with("31")
    expect(teacher.drawer.get_by_role("listitem")).to_have_count(2)
    expect(teacher.drawer).to_contain_text("31✓ right")
    expect(teacher.drawer).to_contain_text("one path only")
    ada.answer_with("20")
    expect(ada.question).to_contain_text("Stored: 20")
    ada.answer_with("21")
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(ada.question).to_contain_text("Closed. Your answer: 21.")
    expect(ada.question.get_by_role("textbox")).to_have_count(0)
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(ada.question).to_contain_text("The answer: 31. Yours: 21. ")
    expect(ada.question).to_contain_text("one path only")
    expect(ben.question).to_contain_text("Yours was right.")
    ben.question.get_by_text("How the class answered").click()
    expect(ben.question.get_by_role("listitem")).to_have_count(2)
    for page in (teacher, ada, ben):
        page.expect_position(13)
        expect(page.card("a")).to_contain_class("selected")
    teacher.drawer.get_by_role("button", name="Another question").click()
    expect(ada.question).to_be_hidden()
    expect(teacher.drawer.get_by_role("button", name="Ask the class")).to_be_visible()


def test_while_a_gradient_is_asked_for_no_screen_tells_it(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), viewport={"width": 1280, "height": 800})
    teacher.ask("gradient")
    expect(student.question).to_be_visible()
    for page in (teacher, student):
        page.expect_card("a", grad="—")
        assert page.length() == 7
        page.page.keyboard.press("End")
        page.expect_card("a", grad="—")
        assert page.position() == 7
    assert "31" not in shown_words(student.page)
    expect(student.page.get_by_role("tab", name="Check")).to_be_disabled()
    expect(student.tool("Copy the request")).to_have_attribute("aria-disabled", "true")
    expect(student.gradient_of("a")).to_have_text("—")
    student.page.keyboard.press("End")
    expect(student.sentence).to_contain_text("What comes next is the question.")


def test_a_value_is_asked_for_before_it_is_computed(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), viewport={"width": 1280, "height": 800})
    teacher.card("L").click()
    teacher.ask("value")
    expect(student.question).to_contain_text("What is the value of L?")
    student.expect_card("L", data="—")
    student.expect_card("a + d", data="7")
    student.answer_with("70")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("Yours was right.")
    student.expect_card("L", data="70")


def test_what_is_asked_among_the_slopes_leaves_all_at_the_same_whole_step(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.card("a").click()
    teacher.page.keyboard.press("Home")
    for _ in range(6):
        teacher.button("Next step").click()
    assert 4 < teacher.position() < 5
    teacher.ask("gradient")
    expect(student.question).to_contain_text("What is the gradient of")
    for page in (teacher, student):
        page.expect_position(4)


def test_an_answer_that_is_confirmed_after_all_see_the_right_one_is_judged_all_the_same(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.ask("gradient")
    held: list[tuple[Route, APIResponse]] = []
    student.page.route("**/answer", lambda route: held.append((route, route.fetch())), times=1)
    student.answer_with("31")
    expect(teacher.drawer).to_contain_text("1 of 1 answered")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("The answer: 31. Sending …")
    [(route, response)] = held
    route.fulfill(response=response)
    expect(student.question).to_contain_text("Yours was right.")


def test_an_answer_that_comes_too_late_says_so(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), may_fail="409")
    teacher.ask("gradient")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    student.page.route("**/answer", hold, times=1)
    student.answer_with("31")
    expect(student.question).to_contain_text("Sending …")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("The answer: 31. Sending …")
    held[0].continue_()
    expect(student.question).to_contain_text("Yours was not counted. This poll is closed.")


def test_the_worth_of_an_answer_is_asked_again_where_the_server_had_no_time(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), may_fail="503")
    teacher.ask("gradient")
    student.answer_with("31")
    expect(student.question).to_contain_text("Stored")
    student.page.route("**/answer", lambda route: route.fulfill(status=503, body=""), times=2)
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("Yours was right.")


def test_a_choice_is_pressed_and_changed_and_all_choices_are_counted(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.ask("choice", "Which rule?", "the sum rule\n* the product rule\nthe chain rule")
    teacher.watch_answers()
    student.question.get_by_role("radio", name="the sum rule").check()
    expect(student.question).to_contain_text("Stored: the sum rule")
    student.question.get_by_role("radio", name="the product rule").check()
    expect(student.question).to_contain_text("Stored: the product rule")
    expect(teacher.drawer.get_by_role("listitem")).to_have_count(3)
    expect(teacher.drawer).to_contain_text("the product rule✓ right")
    assert "correct" not in shown_words(student.page)
    student.page.reload()
    expect(student.question).to_contain_text("Stored: the product rule")
    expect(student.question.get_by_role("radio", name="the product rule")).to_be_checked()


def test_the_next_edge_is_asked_for_where_the_first_gradient_travels_or_where_the_teacher_is(
    teacher: Teacher, enter: Enter
) -> None:
    student = enter(teacher.open_class(), viewport={"width": 1280, "height": 800})
    teacher.ask("edge")
    expect(student.question.get_by_role("radio")).to_have_count(8)
    student.expect_position(5)
    teacher.drawer.get_by_role("button", name="Discard").click()
    while teacher.position() < 6:
        teacher.button("Next step").click()
    teacher.ask("edge")
    expect(student.question.get_by_role("radio")).to_have_count(7)
    student.expect_position(6)
    student.question.get_by_role("radio", name="L → a + d").check()
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("Yours was right.")
    student.expect_position(7)


def test_a_formula_is_compared_by_what_it_computes_and_one_that_cannot_be_read_is_explained(
    teacher: Teacher, enter: Enter
) -> None:
    student = enter(teacher.open_class())
    teacher.ask("formula")
    student.answer_with("b +* c")
    expect(student.question.get_by_role("status")).to_contain_text("*")
    expect(student.question.get_by_role("textbox")).to_have_attribute("aria-invalid", "true")
    student.answer_with("b*(a + d) + b*a + c")
    expect(student.question).to_contain_text("Stored")
    expect(teacher.drawer).to_contain_text("✓ right")


def test_open_answers_are_text_whatever_they_say(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.ask("text", "Why?")
    teacher.watch_answers()
    student.answer_with("<b>because</b>")
    expect(teacher.drawer).to_contain_text("<b>because</b>")
    assert teacher.drawer.locator("b").count() == 0


def test_a_question_brings_those_who_look_around_back_and_late_comers_see_it(
    teacher: Teacher, enter: Enter, open_page: OpenPage
) -> None:
    code = teacher.open_class()
    student = enter(code)
    student.write("own = 1.0\nown*2")
    expect(student.sentence_of_class).to_contain_text("exploring on your own")
    teacher.ask("gradient")
    student.expect_program("a = 2.0 b = 3.0 c = 4.0 d = 5.0 L = (b*a + c) * (a + d)")
    expect(student.sentence_of_class).to_contain_text("Following")
    late = Student(open_page(f"/r/{code}"))
    late.join()
    expect(late.question).to_contain_text("What is the gradient of a?")
    late.expect_card("a", grad="—")


def test_answers_stay_off_the_teacher_s_screen_until_they_are_shown(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.ask("gradient")
    student.answer_with("31")
    expect(teacher.drawer).to_contain_text("1 of 1 answered")
    assert "31" not in teacher.drawer.inner_text()
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(student.question).to_contain_text("Closed.")
    assert "31" not in teacher.drawer.inner_text()
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(teacher.drawer).to_contain_text("31✓ right")


def test_results_are_downloaded(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), "Ada")
    teacher.ask("gradient")
    student.answer_with("31")
    expect(student.question).to_contain_text("Stored")
    teacher.open_drawer("Settings")
    for kind, start in (("CSV", b"\xef\xbb\xbf"), ("JSON", b"{")):
        with teacher.page.expect_download() as saved:
            teacher.drawer.get_by_role("button", name=f"Download {kind}").click()
        content = saved.value.path().read_bytes()
        assert content.startswith(start)
        assert b"Ada" in content


def test_an_answer_given_while_the_server_is_away_is_stored_when_it_is_back(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path / "log.txt")
    options = {"base_url": server.url, "may_fail": "net::ERR_"}
    try:
        server.start()
        teacher = Teacher(open_page(**options))
        student = Student(open_page(f"/r/{teacher.open_class()}", **options))
        student.join()
        teacher.ask("gradient")
        teacher.watch_answers()
        expect(student.question).to_be_visible()
        server.kill()
        student.answer_with("31")
        expect(student.question).to_contain_text("saved here and resent automatically")
        server.start()
        expect(student.question).to_contain_text("Stored: 31", timeout=40_000)
        expect(teacher.drawer).to_contain_text("31✓ right", timeout=40_000)
    finally:
        server.stop()


def test_a_question_takes_the_keyboard_to_it_but_from_nobody_who_writes(teacher: Teacher, enter: Enter) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    ben.full_editor()
    teacher.ask("choice", "Which?", "one\ntwo")
    expect(ada.question.get_by_role("heading", name="Which?")).to_be_focused()
    ada.page.keyboard.press("Tab")
    expect(ada.question.get_by_role("radio").first).to_be_focused()
    expect(ben.question.get_by_role("heading", name="Which?")).to_be_visible()
    expect(ben.editor).to_be_focused()
    expect(ben.notice).to_contain_text("Question to the class: Which?")


def test_a_question_on_a_phone_is_sound_for_assistive_technology(
    teacher: Teacher, enter: Enter, axe: Callable[[Page], list[str]]
) -> None:
    student = enter(teacher.open_class(), viewport={"width": 320, "height": 640}, color_scheme="dark")
    for kind, words, answers in (("gradient", "", ""), ("choice", "Which?", "one\ntwo"), ("text", "Why?", "")):
        teacher.ask(kind, words, answers)
        expect(student.question).to_be_visible()
        # What the keyboard may have to scroll is measured once the page is at rest.
        student.page.wait_for_timeout(500)
        assert axe(student.page) == []
        assert student.sideways() == 0
        assert axe(teacher.page) == []
        teacher.drawer.get_by_role("button", name="Discard").click()
        expect(student.question).to_be_hidden()


def test_projected_answers_are_inside_their_panel_and_the_class_has_at_most_two_lines(teacher: Teacher, enter: Enter) -> None:
    code = teacher.open_class()
    page = teacher.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ada, ben = enter(code, "Ada"), enter(code, "Ben")
    teacher.ask("gradient")
    ada.answer_with("10")
    ben.answer_with("31")
    expect(teacher.drawer).to_contain_text("2 of 2 answered")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(teacher.drawer.locator(".histogram-count")).to_have_count(2)
    page.keyboard.press("p")
    expect(page.locator(":root[data-projector]")).to_have_count(1)
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".class-drawer *")].filter((each) =>
             each.getBoundingClientRect().right > innerWidth || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
           ).map((each) => each.className)"""
    )
    assert outside == []
    assert page.evaluate("document.querySelector('.class-bar').offsetHeight") <= 90


def test_an_edge_that_is_tapped_is_called_by_its_ends_also_where_no_list_has_it(teacher: Teacher, enter: Enter) -> None:
    chain = "x = 2.0\n" + "\n".join(f"x{n} = sin({'x' if n == 1 else f'x{n - 1}'})" for n in range(1, 12))
    teacher.write(chain)
    teacher.settle()
    student = enter(teacher.open_class(), viewport={"width": 1280, "height": 800})
    teacher.ask("edge")
    expect(student.question.get_by_role("radio")).to_have_count(8)
    # The eight of the list are the next ones; this one is travelled last.
    student.click_wire(0)
    expect(student.question).to_contain_text("x1 → x")
    expect(student.question).not_to_contain_text("edge 0")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(student.question).to_contain_text("x11 → x10")
    expect(student.question).to_contain_text("x1 → x")
    expect(student.question).not_to_contain_text(re.compile(r"edge \d"))
