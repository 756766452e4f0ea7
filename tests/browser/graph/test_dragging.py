"""Nodes in the hand: dragged by the mouse and by keys, kept in the link, undone, and put back by a button."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.classroom import Student, Teacher
from tests.browser.pages import Workbench, link

PROGRAM = "a = 2\nb = -3\nc = 10\ne = a*b\nd = e + c\nf = -2\nL = d*f"

Open = Callable[..., Workbench]


def place(bench: Workbench, name: str) -> tuple[float, float]:
    bench.painted()
    box = bench.card(name).bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


def drag(bench: Workbench, name: str, dx: float, dy: float) -> None:
    box = bench.card(name).locator(".card-title").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    bench.page.mouse.move(x, y)
    bench.page.mouse.down()
    bench.page.mouse.move(x + dx, y + dy, steps=4)
    bench.painted()
    bench.page.mouse.up()


@pytest.fixture
def bench(open_workbench: Open) -> Workbench:
    opened = open_workbench(link(PROGRAM, direction="right"))
    expect(opened.card("L")).to_be_visible()
    return opened


def test_a_card_follows_the_hand_and_its_wires_follow_the_card(bench: Workbench) -> None:
    before, others = place(bench, "f"), {name: place(bench, name) for name in "abcdeL"}
    wires = [bench.wire(edge).locator(".wire-line").get_attribute("d") for edge in range(6)]
    drag(bench, "f", -40, 30)
    after = place(bench, "f")
    assert after[0] - before[0] == pytest.approx(-40, abs=2)
    assert after[1] - before[1] == pytest.approx(30, abs=2)
    assert {name: place(bench, name) for name in "abcdeL"} == others
    moved = [bench.wire(edge).locator(".wire-line").get_attribute("d") for edge in range(6)]
    assert moved[:5] == wires[:5]
    assert moved[5] != wires[5]  # f into L
    expect(bench.card("f")).not_to_have_class(re.compile("selected"))  # the end of a drag is no click
    drag(bench, "f", 0, 0)
    expect(bench.card("f")).to_have_class(re.compile("selected"))


def test_what_was_dragged_is_in_the_link_and_survives_a_reload(bench: Workbench) -> None:
    drag(bench, "d", 20, 50)
    expect(bench.page).to_have_url(re.compile(r"moves=d:\d+,\d+"))
    there = bench.card("d").get_attribute("transform")
    bench.page.reload()
    expect(bench.card("L")).to_be_visible()
    assert bench.card("d").get_attribute("transform") == there


def test_a_drag_is_one_step_of_undo(bench: Workbench) -> None:
    before = place(bench, "e")
    drag(bench, "e", 20, 50)
    there = place(bench, "e")
    assert there != before
    bench.page.keyboard.press("Control+z")
    expect(bench.page).not_to_have_url(re.compile("moves="))
    assert place(bench, "e") == before
    bench.page.keyboard.press("Control+Shift+z")
    expect(bench.page).to_have_url(re.compile("moves="))
    assert place(bench, "e") == there


def test_put_back_is_offered_once_a_card_was_dragged(bench: Workbench) -> None:
    before = {name: place(bench, name) for name in "abcdeL"}
    put_back = bench.graph.get_by_role("button", name="Put back")
    expect(put_back).to_be_hidden()
    drag(bench, "d", 30, 60)
    drag(bench, "a", -300, -200)
    put_back.click()
    expect(bench.page).not_to_have_url(re.compile("moves="))
    for name in "abcdeL":
        assert place(bench, name) == pytest.approx(before[name], abs=2)


def test_a_slider_leaves_a_dragged_card_where_it_is(bench: Workbench) -> None:
    drag(bench, "d", 20, 50)
    there = place(bench, "d")
    bench.value_of("a").fill("3")
    bench.value_of("a").press("Enter")
    bench.expect_card("e", data="−9")
    assert place(bench, "d") == there


def test_the_focused_card_is_moved_by_keys(bench: Workbench) -> None:
    before = place(bench, "d")
    bench.card("d").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        bench.page.keyboard.press(f"Control+{key}")
    expect(bench.page).to_have_url(re.compile(r"moves=d:10,20"))
    after = place(bench, "d")
    assert after[0] > before[0]
    assert after[1] > before[1]
    expect(bench.card("d")).to_be_focused()


def test_another_program_begins_where_the_layout_puts_it(bench: Workbench) -> None:
    drag(bench, "d", 20, 50)
    expect(bench.page).to_have_url(re.compile("moves="))
    bench.page.goto(link("d = 1\nL = d*d + 3"))
    bench.expect_card("L", data="4")
    expect(bench.page).not_to_have_url(re.compile("moves="))


def test_a_finger_that_rests_on_a_card_holds_it(open_workbench: Open) -> None:
    bench = open_workbench(link(PROGRAM), viewport={"width": 400, "height": 850}, has_touch=True)
    expect(bench.card("L")).to_be_visible()
    before, position = place(bench, "d"), bench.position()
    box = bench.card("d").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = bench.page.context.new_cdp_session(bench.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(bench.graph.locator(".is-dragging")).to_be_attached()
    for part in (0.25, 0.5, 0.75, 1):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 60 * part, "y": y + 10 * part}]})
        bench.painted()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after = place(bench, "d")
    assert after[0] - before[0] == pytest.approx(60, abs=3)
    assert after[1] - before[1] == pytest.approx(10, abs=3)
    assert bench.position() == position


def test_a_class_sees_what_its_teacher_drags(teacher: Teacher, enter: Callable[..., Student]) -> None:
    student = enter(teacher.open_class())
    teacher.write(PROGRAM)
    student.expect_card("L", data="−8")
    was, other = student.card("f").get_attribute("transform") or "", place(student, "e")
    teacher.leave_editor()
    drag(teacher, "f", -40, 30)
    expect(teacher.page).to_have_url(re.compile("moves=f:"))
    expect(student.card("f")).not_to_have_attribute("transform", was)
    assert place(student, "e") == other
    expect(student.sentence_of_class).to_contain_text("Following")
