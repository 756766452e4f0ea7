"""Answers given on the graph itself: an edge tapped, the empty place of a number filled; and where on it a class goes wrong."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.classroom import PHONE, Student, Teacher

Enter = Callable[..., Student]


def slot_of(student: Student) -> Locator:
    return student.page.locator(".on-graph").get_by_role("textbox", name="What is the gradient of a?")


def tap_edge(student: Student, label: str) -> None:
    """Taps the middle of the wire of that name in the picture."""
    choice = student.question.get_by_text(label, exact=True)
    place = student.page.evaluate(
        """(edge) => {
          const line = document.querySelector(`.wire[data-edge="${edge}"] > .wire-line`);
          const {x, y} = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
          return [x, y];
        }""",
        int(choice.get_attribute("data-edge") or ""),
    )
    student.page.mouse.click(*place)


def test_the_empty_place_of_a_gradient_is_filled_on_a_phone(
    teacher: Teacher, enter: Enter, axe: Callable[[Page], list[str]]
) -> None:
    student = enter(teacher.open_class(), **PHONE | {"viewport": {"width": 400, "height": 850}})
    teacher.ask("gradient")
    slot = slot_of(student)
    expect(slot).to_be_visible()
    place, card = slot.bounding_box(), student.card("a").bounding_box()
    assert place
    assert card
    assert card["x"] <= place["x"] <= card["x"] + card["width"]
    assert card["y"] <= place["y"] + place["height"] / 2 <= card["y"] + card["height"]
    assert axe(student.page) == []
    slot.fill("21")
    expect(student.question.get_by_role("textbox", name="Your answer")).to_have_value("21")
    student.page.locator(".on-graph").get_by_role("button", name="Send").click()
    expect(student.question).to_contain_text("Stored: 21")
    expect(student.sentence_of_class).to_contain_text("Following")
    student.answer_with("31")
    expect(slot).to_have_value("31")
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(slot).to_have_count(0)


def expect_whole_on_the_wall(teacher: Teacher) -> None:
    """The line of the class is one row, the badges and the sentence are cut nowhere."""
    teacher.painted()
    buttons = [button.bounding_box() for button in teacher.strip.locator(".class-bar button").all()]
    assert len({round(box["y"]) for box in buttons if box}) == 1
    ground = teacher.page.locator(".graph-surface").bounding_box()
    assert ground
    for badge in teacher.page.locator(".on-graph .heat-badge").all():
        box = badge.bounding_box()
        assert box
        assert box["y"] >= ground["y"] - 0.5  # sizes are read in whole pixels
        assert box["x"] + box["width"] <= ground["x"] + ground["width"]
    for text in (teacher.sentence, teacher.sentence_of_class):
        assert text.evaluate("(text) => text.scrollHeight - text.clientHeight") <= 1


def test_the_next_edge_is_tapped_in_the_picture_and_the_wall_shows_where_the_class_went_wrong(
    teacher: Teacher, enter: Enter
) -> None:
    code = teacher.open_class()
    ada, ben = enter(code, "Ada", **PHONE | {"viewport": {"width": 400, "height": 850}}), enter(code, "Ben")
    teacher.ask("edge")
    expect(ada.question).to_contain_text("Tap the edge in the graph.")
    expect(ada.question.get_by_role("radio").first).to_be_hidden()
    tap_edge(ada, "L → a + d")
    expect(ada.question).to_contain_text("Stored: L → a + d")
    ada.question.get_by_text("Or choose it from a list").click()
    expect(ada.question.get_by_role("radio", name="L → a + d")).to_be_checked()
    expect(ada.sentence_of_class).to_contain_text("Following")
    tap_edge(ben, "b*a → a")
    expect(ben.question).to_contain_text("Stored: b*a → a")
    badges = teacher.page.locator(".on-graph .heat-badge")
    expect(teacher.drawer).to_contain_text("2 of 2 answered")
    expect(badges).to_have_count(0)
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(ada.question).to_contain_text("Closed.")
    expect(badges).to_have_count(0)
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(badges).to_have_text([re.compile("^✓ 1/2"), re.compile("^✗ 1/2"), re.compile("^✓ 0/2")])
    teacher.drawer.get_by_role("button", name="Another question").click()
    expect(badges).to_have_count(0)
    teacher.card("a").click()
    teacher.ask("gradient")
    ada.answer_with("21")
    ben.answer_with("31")
    expect(teacher.drawer).to_contain_text("2 of 2 answered")
    teacher.drawer.get_by_role("button", name="Close", exact=True).click()
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(badges).to_have_text([re.compile("^✗ 1/2")])
    expect(badges).to_contain_text("Wrong here: 1 of 2 answers. That is the contribution of one path only.")
    ada.page.get_by_role("button", name=re.compile("I am lost")).click()
    expect(teacher.strip.get_by_role("button", name="1 lost")).to_be_visible()
    teacher.page.keyboard.press("p")
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        teacher.page.set_viewport_size({"width": width, "height": height})
        expect_whole_on_the_wall(teacher)
    teacher.page.keyboard.press("p")
    teacher.drawer.get_by_label("Show on the graph where the class has gone wrong so far").check()
    expect(badges).to_have_count(4)


COVERED_BY_BADGES = """() => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const read = [...document.querySelectorAll("#graph :is(.cards text, .callout > rect)")]
    .filter((one) => seen(one) && (one.textContent !== "" || one.matches("rect")));
  return [...document.querySelectorAll(".on-graph .heat-badge")].filter(seen).flatMap((badge) => {
    const one = badge.getBoundingClientRect();
    return read.filter((text) => {
      const other = text.getBoundingClientRect();
      return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    }).map((text) => `${badge.textContent} over ${text.textContent}`);
  });
}"""

SHORT_WIRES = """x = 1.5
w1 = -0.8
w2 = 2.0
b = 0.3
t = 1.0
h = tanh(w1*x + b)
y = sigmoid(w2*h)
L = -(t*log(y) + (1-t)*log(1-y))"""


def test_where_the_class_went_wrong_is_beside_its_node_and_covers_no_number(teacher: Teacher, enter: Enter) -> None:
    teacher.page.set_viewport_size({"width": 1280, "height": 720})
    teacher.write(SHORT_WIRES)
    teacher.leave_editor()
    teacher.settle()
    student = enter(teacher.open_class())
    teacher.card("w2").click()
    teacher.ask("gradient")
    student.answer_with("-0.716")
    expect(teacher.drawer).to_contain_text("1 of 1 answered")
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(teacher.page.locator(".on-graph .heat-badge")).to_have_text([re.compile("^✗ 1/1")])
    teacher.page.keyboard.press("p")
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        teacher.page.set_viewport_size({"width": width, "height": height})
        teacher.painted()
        teacher.page.wait_for_function(f"() => ({COVERED_BY_BADGES})().length === 0")


# Every text of the teacher's page that is seen, outside the drawing, with a size below the least that a projector may show.
TOO_SMALL = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    if (!data.trim() || parent.closest("svg, .visually-hidden, .header")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parseFloat(getComputedStyle(parent).fontSize) < 13) found.push(data.trim());
  }
  return found;
}"""


def test_an_open_question_leaves_the_graph_the_larger_part_and_marks_its_node_for_the_teacher(
    teacher: Teacher, enter: Enter, axe: Callable[[Page], list[str]]
) -> None:
    teacher.page.set_viewport_size({"width": 1280, "height": 720})
    student = enter(teacher.open_class())
    teacher.card("a").click()
    teacher.ask("gradient")
    mark = teacher.page.locator(".on-graph").get_by_role("img", name="What is the gradient of a?")
    expect(mark).to_have_text("?")
    place, card = mark.bounding_box(), teacher.card("a").bounding_box()
    assert place
    assert card
    assert card["x"] <= place["x"] <= card["x"] + card["width"]
    assert card["y"] <= place["y"] + place["height"] / 2 <= card["y"] + card["height"]
    drawing = teacher.page.locator("#graph .graph-canvas")
    box = drawing.bounding_box()
    assert box
    assert box["height"] > 450
    assert box["width"] > 600
    assert axe(teacher.page) == []
    student.answer_with("21")
    teacher.watch_answers()
    row = teacher.drawer.get_by_role("list", name="Answers so far").get_by_role("listitem")
    expect(row).to_contain_text("21")
    parts = [part.bounding_box() for part in row.locator(".histogram-label, .histogram-track, .histogram-count").all()]
    middles = [part["y"] + part["height"] / 2 for part in parts if part]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 6
    teacher.page.keyboard.press("p")
    expect(teacher.page.locator(":root[data-projector]")).to_be_attached()
    box = drawing.bounding_box()
    assert box
    assert box["height"] > 450
    # Half of a window in which the program and the answers stand beside it.
    assert box["width"] > 640
    assert teacher.page.evaluate(TOO_SMALL) == []
    teacher.drawer.get_by_role("button", name="Show the answer").click()
    expect(mark).to_have_count(0)


def test_a_question_for_a_formula_marks_its_node_on_every_page(teacher: Teacher, enter: Enter) -> None:
    student = enter(teacher.open_class())
    teacher.card("a").click()
    teacher.ask("formula")
    for page in (teacher.page, student.page):
        expect(page.locator(".on-graph").get_by_role("img", name="Which formula gives the gradient of a?")).to_be_visible()
