"""A program with an engine of its own: what is wrong is marked in the graph, on the timeline and for screen readers."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from backpass.app.api.gallery.own_engine_examples import CLOSURES, CLOSURES_USE, EXERCISE, EXERCISE_USE
from tests.browser.pages import Workbench, link, visit
from tests.engine.own_engine.test_options import UNCLEAR

Open = Callable[..., Workbench]

RIGHT = (CLOSURES + CLOSURES_USE).lstrip()
WRONG = RIGHT.replace("self.grad += other.data * out.grad", "self.grad = other.data * out.grad")


def test_the_first_wrong_step_is_one_press_away_and_marked(open_workbench: Open) -> None:
    workbench = open_workbench(link(WRONG))
    panel = workbench.page.get_by_role("region", name="Your own engine")
    expect(panel).to_contain_text("15 of 16 gradients are right")
    card = workbench.card("a")
    expect(card).to_have_accessible_name(re.compile("^a, input, data 2, gradient −0.7617, wrong: −1.112 would be right, feeds"))
    expect(card.locator(".right")).to_have_text(re.compile("^should be −1.11"))
    expect(card.locator(".number.grad")).to_have_attribute("text-decoration", "line-through")
    expect(workbench.graph.locator(".card.wrong")).to_have_count(1)
    panel.get_by_role("button", name="First wrong step").click()
    expect(workbench.timeline).to_contain_text("✗ The gradient of a is overwritten here")
    expect(workbench.graph.locator(".wire.wrong")).to_have_count(1)
    workbench.page.keyboard.press("Home")
    expect(workbench.graph.locator(".card.wrong, .wire.wrong")).to_have_count(0)
    workbench.page.keyboard.press("v")
    expect(workbench.badge).to_have_text("BACKWARD 18/19")


PRODUCT = (
    CLOSURES.lstrip()
    + """
a = Value(2.0, label="a")
b = Value(-3.0, label="b")
d = a * b
L = d * a
L.backward()
"""
)
ASSIGNED = PRODUCT.replace("self.grad += other.data *", "self.grad = self.data *").replace(
    "other.grad += self.data *", "other.grad = self.data *"
)

COVERED = """() => {
  const boxes = (selector) => [...document.querySelectorAll("#graph " + selector)]
    .filter((one) => one.textContent !== "").map((one) => [one.textContent, one.getBoundingClientRect()]);
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  return boxes(".right > rect").concat(boxes(".right > text")).flatMap(([tag, box]) => boxes(".callout")
    .filter(([, label]) => over(box, label)).map(([label]) => `${tag} / ${label}`));
}"""


def test_no_number_of_a_wire_is_under_the_right_gradient(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for size in ((1440, 900), (1280, 720), (400, 850)):
        with subtests.test(size=size):
            visit(workbench.page, link(ASSIGNED), size)
            expect(workbench.graph.locator(".card .right").first).to_be_visible()
            assert workbench.graph.locator(".callout", has_text="✗").count() == 1
            assert workbench.page.evaluate(COVERED) == []


@pytest.mark.parametrize(("program", "sign"), [(ASSIGNED, "="), (PRODUCT, "+=")])
def test_the_ledger_writes_what_the_engine_did(open_workbench: Open, program: str, sign: str) -> None:
    workbench = open_workbench(link(program))
    workbench.card("b").click()
    workbench.page.locator(".ledger button.contribution-summary").first.click()
    lines = workbench.page.locator(".four-lines").first
    chain = lines.locator("dt", has_text="Chain rule").locator("+ dd .equations > span").first
    expect(chain).to_have_text(re.compile(rf"[^+]\s*{re.escape(sign)}$"))


def test_the_rule_is_not_written_as_equal_to_another_number_that_an_engine_used(open_workbench: Open) -> None:
    workbench = open_workbench(link(ASSIGNED))
    workbench.card("d").click()  # The rule is a = 2; this engine multiplies by d = -6.
    workbench.page.locator(".ledger button.contribution-summary").first.click()
    lines = workbench.page.locator(".four-lines").first
    expect(lines.locator("dt", has_text="Rule").first.locator("+ dd .equations > span")).to_have_count(3)
    expect(lines.locator("dt", has_text="With numbers").locator("+ dd")).to_have_text("1 × −6")
    expect(lines.locator("dt", has_text="Result").locator("+ dd")).to_have_text("−6")


def test_the_table_has_the_right_gradient_beside_a_wrong_one(open_workbench: Open) -> None:
    workbench = open_workbench(link(WRONG, view="table"))
    marked = workbench.table.locator("td.column-grad", has_text="✗")
    expect(marked).to_have_text([re.compile(r"^✗ −0.7617 \(right: −1.112?.*\)$")])


def test_nothing_is_marked_in_the_graph_of_a_right_engine(open_workbench: Open) -> None:
    workbench = open_workbench(link(RIGHT))
    panel = workbench.page.get_by_role("region", name="Your own engine")
    expect(panel).to_contain_text("16 of 16 gradients are right")
    expect(panel.get_by_role("button", name="First wrong step")).to_have_count(0)
    expect(workbench.graph.locator(".card.wrong, .wire.wrong, .card .right")).to_have_count(0)


def test_the_examination_is_shared_as_a_link_and_saved(open_workbench: Open) -> None:
    exercise = (EXERCISE + EXERCISE_USE).lstrip()
    workbench = open_workbench(link(exercise, examine=1), permissions=["clipboard-read", "clipboard-write"])
    panel = workbench.page.get_by_role("region", name="Your own engine")
    row = panel.locator("tr", has_text="tanh(a) at a = -2")
    expect(row.get_by_role("img", name="stopped")).to_be_visible()
    expect(panel.locator("tr", has_text="hidden test").get_by_role("img", name="stopped").first).to_be_visible()
    row.locator("summary").first.click()
    expect(row).to_contain_text("NotImplementedError: tanh is not written yet")
    for format_, name in (("Markdown", "examination.md"), ("JSON", "examination.json")):
        with workbench.page.expect_download() as saved:
            panel.get_by_role("button", name=format_, exact=True).click()
        assert saved.value.suggested_filename == name
        text = Path(saved.value.path()).read_text("utf-8")
        assert "tanh(a) at a = -2" in ([each["key"] for each in json.loads(text)["lines"]] if format_ == "JSON" else text)
    panel.get_by_role("button", name="Copy a link to it").click()
    expect(workbench.page.get_by_text("Link copied")).to_be_visible()
    assert "examine=1" in workbench.page.evaluate("navigator.clipboard.readText()")


def test_a_line_that_fails_is_shown_as_a_small_graph(open_workbench: Open) -> None:
    workbench = open_workbench(link(WRONG))
    panel = workbench.page.get_by_role("region", name="Your own engine")
    panel.get_by_role("button", name="Test the engine").click()
    row = panel.locator("tr", has_text="a * a + a at a = 3")
    row.locator("summary").first.click()
    row.get_by_role("button", name="Show it as a graph").click()
    expect(panel).to_contain_text("First wrong step")
    expect(workbench.card("a")).to_have_accessible_name(re.compile("wrong: 7 would be right"))
    expect(panel.locator("tr", has_text="a * a + a at a = 3")).to_have_count(0)


def test_which_attribute_holds_the_gradient_is_asked_and_answered(open_workbench: Open) -> None:
    workbench = open_workbench(link(UNCLEAR.lstrip()))
    panel = workbench.page.get_by_role("region", name="Your own engine")
    expect(panel.get_by_role("group", name="Which attribute holds the gradient?")).to_be_visible()
    panel.get_by_role("button", name="s", exact=True).click()
    expect(panel).to_contain_text("gradients are right")
    expect(panel).to_contain_text("The gradient is read from s, as you chose.")
    workbench.expect_card("a", "2", "12")
