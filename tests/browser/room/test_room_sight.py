"""What is asked about the graph is seen with all of the graph: on a wall of 1280×720 beside the drawer, and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.classroom import PHONE, Student, Teacher
from tests.browser.pages import Workbench, link
from tests.browser.whole_graphs import NETWORK

OpenPage = Callable[..., object]
Enter = Callable[..., Student]
CARDS = ("a", "b", "c", "d", "b*a", "b*a + c", "a + d", "L")


def expect_whole(workbench: Workbench, surface: Locator) -> None:
    """Every card is inside the picture."""
    area = surface.bounding_box()
    assert area
    for title in CARDS:
        box = workbench.card(title).bounding_box()
        assert box, title
        assert box["x"] >= area["x"] - 1, title
        assert box["y"] >= area["y"] - 1, title
        assert box["x"] + box["width"] <= area["x"] + area["width"] + 1, title
        assert box["y"] + box["height"] <= area["y"] + area["height"] + 1, title


def test_a_question_can_be_answered_from_the_wall(teacher: Teacher) -> None:
    teacher.page.set_viewport_size({"width": 1280, "height": 720})
    teacher.open_class()
    teacher.ask("gradient")
    expect(teacher.drawer.get_by_role("button", name="Show the answer")).to_be_visible()
    teacher.page.locator("body").press("p")
    expect(teacher.page.locator(":root[data-projector]")).to_have_count(1)
    expect(teacher.page.locator(".graph-canvas")).to_have_attribute("data-zoomed", "everything")
    expect_whole(teacher, teacher.page.locator(".graph-surface"))
    teacher.expect_card("a", data="2", grad="—")
    tools = teacher.page.locator(".projector-tools").bounding_box()
    last = teacher.tool_of_class("Settings").bounding_box()
    assert tools
    assert last
    assert last["x"] + last["width"] <= tools["x"]
    sizes = teacher.page.locator(".graph .number.data").evaluate_all(
        "(numbers) => numbers.map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert min(sizes) >= 11


def test_a_phone_shows_the_graph_with_its_program_and_the_question_above(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), **PHONE | {"viewport": {"width": 400, "height": 850}})
    teacher.ask("gradient")
    expect(student.question).to_be_visible()
    line = student.page.get_by_role("note", name="The program, with the current step")
    expect(line).to_contain_text("L = (b*a + c) * (a + d)")
    expect_whole(student, student.page.locator(".graph-surface"))
    question, program, card = student.question.bounding_box(), line.bounding_box(), student.card("L").bounding_box()
    assert question
    assert program
    assert card
    assert question["y"] < program["y"] < card["y"] < 850 - card["height"]
    teacher.drawer.get_by_role("button", name="Discard").click()
    expect(line).to_be_hidden()
    assert student.sideways() == 0


UPRIGHT = PHONE | {"viewport": {"width": 400, "height": 850}}
LYING = PHONE | {"viewport": {"width": 850, "height": 400}}


@pytest.mark.parametrize(
    ("kind", "label"), [("gradient", "Your answer"), ("choice", "one"), ("edge", "Or choose it from a list")]
)
@pytest.mark.parametrize("phone", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_an_answer_on_a_phone_begins_where_the_focus_is(
    teacher: Teacher, enter: Enter, phone: dict[str, object], kind: str, label: str
) -> None:
    student = enter(teacher.open_class(), **phone)
    teacher.ask(kind, "" if kind == "gradient" else "Which?", "one\ntwo" if kind == "choice" else "")
    focused = student.question.locator(":focus")
    if kind == "edge":
        expect(focused).to_have_text(label)
    else:
        expect(focused).to_have_accessible_name(label)
        expect(focused).to_have_accessible_description(re.compile("Which|gradient of a"))
    expect(focused).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("phone", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_a_question_does_not_move_what_somebody_on_a_phone_types_in(
    teacher: Teacher, enter: Enter, phone: dict[str, object]
) -> None:
    student = enter(teacher.open_class(), **phone)
    teacher.tool_of_class("Explore").click()
    expect(student.sentence_of_class).to_contain_text("Explore")
    student.full_editor()
    before = student.editor.bounding_box()
    teacher.ask("gradient")
    expect(student.question).to_be_in_viewport(ratio=1)
    expect(student.editor).to_be_focused()
    student.painted()
    after = student.editor.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2


def test_a_question_leaves_a_lying_phone_the_graph_that_it_is_about(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), **LYING)
    for kind in ("gradient", "edge"):
        teacher.ask(kind)
        expect(student.question).to_be_in_viewport(ratio=1)
        student.painted()
        surface = student.page.locator(".graph-surface")
        area = surface.bounding_box()
        assert area
        assert area["height"] >= 400 * 0.55
        assert area["y"] + area["height"] <= 400
        expect_whole(student, surface)
        teacher.drawer.get_by_role("button", name="Discard").click()
        expect(student.question).to_be_hidden()


def test_a_page_with_a_question_scrolls_on_a_phone_and_its_question_stays(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), **UPRIGHT)
    teacher.ask("gradient")
    expect(student.question).to_be_visible()
    student.question.hover()
    student.page.mouse.wheel(0, 600)
    student.page.wait_for_function("() => scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    expect(student.question).to_be_in_viewport(ratio=1)


def test_the_way_to_the_list_of_edges_is_in_the_middle_of_what_can_be_tapped(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class(), **UPRIGHT)
    teacher.ask("edge")
    expect(student.question).to_be_visible()
    above, below = student.question.locator(".answer-list > summary").evaluate(
        """(summary) => {
          const words = document.createRange();
          words.selectNodeContents(summary);
          const [line, whole] = [words.getBoundingClientRect(), summary.getBoundingClientRect()];
          return [line.top - whole.top, whole.bottom - line.bottom];
        }"""
    )
    assert abs(above - below) <= 2


def test_pages_beside_the_class_open_in_tabs_of_their_own(teacher: Teacher) -> None:
    link = teacher.page.locator(".header").get_by_role("link", name="Train")
    expect(link).not_to_have_attribute("target", "_blank")
    teacher.open_class()
    expect(link).to_have_attribute("target", "_blank")
    teacher.open_drawer("Settings")
    teacher.drawer.get_by_role("button", name="End the class").click()
    teacher.drawer.get_by_role("button", name="End and delete").click()
    expect(link).not_to_have_attribute("target", "_blank")


def test_a_copy_is_shown_without_a_name_where_the_wall_has_none(teacher: Teacher, enter: Enter) -> None:
    code = teacher.open_class()
    ada, ben, dora = enter(code, "Ada"), enter(code, "Ben"), enter(code, "Dora")
    teacher.tool_of_class("Explore").click()
    expect(ada.sentence_of_class).to_contain_text("Explore")
    for each in (ada, dora):
        each.write("x = 3.0\nx*x")
        each.settle()
    teacher.tool_of_class("Wall").click()
    expect(teacher.wall).to_contain_text("2 alike")
    expect(teacher.wall).to_contain_text("Nothing yet from Ben")
    teacher.wall.get_by_label("Show names").uncheck()
    expect(teacher.wall).not_to_contain_text("Ada")
    teacher.wall.get_by_role("button", name="Show to all: Copy 1").click()
    expect(ben.sentence_of_class).to_contain_text("A student’s program, shown to everyone")
    expect(teacher.sentence_of_class).to_contain_text("Showing a student’s copy")
    ben.expect_program("x = 3.0 x*x")


def test_a_student_is_removed_for_good_by_locking_the_class(teacher: Teacher, enter: Enter) -> None:
    enter(teacher.open_class(), "Ada")
    teacher.open_drawer("People")
    teacher.drawer.get_by_role("button", name="Remove Ada").click()
    teacher.drawer.get_by_role("button", name="Remove and lock the class").click()
    expect(teacher.sentence_of_class).to_contain_text("Locked")
    expect(teacher.drawer.get_by_role("listitem")).to_have_count(0)


def test_a_class_that_begins_leaves_the_picture_the_way_that_it_runs(teacher: Teacher) -> None:
    page = teacher.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("about:blank")
    page.goto(link(NETWORK))
    teacher.settle()
    canvas = page.locator(".graph-canvas")
    expect(teacher.graph.locator(".card").first).to_be_visible()  # drawn, as a page that has just begun is not
    teacher.painted()
    before = [canvas.get_attribute(name) for name in ("data-direction", "data-detail")]
    height = page.locator(".graph-surface").evaluate("(stage) => stage.clientHeight")
    teacher.open_class()
    page.wait_for_function(f"() => document.querySelector('.graph-surface').clientHeight < {height}")
    teacher.painted()
    teacher.painted()
    assert [canvas.get_attribute(name) for name in ("data-direction", "data-detail")] == before
