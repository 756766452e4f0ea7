"""What is said and lit on the page goes with what is shown at that moment, and what can be pressed looks so."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from backpass.engine.messages import languages
from tests.browser.pages import Workbench

Open = Callable[..., Workbench]
TOPMOST_AT = "([x, y]) => document.elementFromPoint(x, y).closest('.scrubber') !== null"


@pytest.mark.parametrize("language", languages())
def test_the_key_of_the_picture_is_seen_on_every_screen(browser: Browser, server_url: str, language: str) -> None:
    context = browser.new_context(locale=language, base_url=server_url)
    page = context.new_page()
    for width, height in [(400, 850), (1440, 900), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        key = page.locator("#graph .graph-legend")
        expect(key).to_be_in_viewport(ratio=1)
        assert key.evaluate("(key) => key.scrollWidth <= key.clientWidth + 1")
        assert key.locator("strong").evaluate("(bold) => getComputedStyle(bold).fontWeight") == "700"
    context.close()


def test_the_whole_knob_of_the_timeline_can_be_grasped(open_workbench: Open) -> None:
    workbench = open_workbench(viewport={"width": 1440, "height": 900})
    workbench.settle()
    knob = workbench.page.locator(".scrubber-thumb").bounding_box()
    assert knob
    middle = knob["x"] + knob["width"] / 2
    for share in (0.1, 0.5, 0.9):
        assert workbench.page.evaluate(TOPMOST_AT, [middle, knob["y"] + share * knob["height"]]), share


def test_an_edge_tells_its_share_of_the_gradient_that_stands_on_the_card(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.write("a = 2\nd = 5\np = a*3\ns = a + d\np*s")
    workbench.expect_card("a", grad="27")
    graph = workbench.answer("a = 2\nd = 5\np = a*3\ns = a + d\np*s")
    (first,) = (edge["id"] for edge in graph["edges"] if edge["source"] == 0 and edge["contribution"] == 6)
    workbench.click_wire(first)
    expect(workbench.explanation.locator(".edge-sentence")).to_have_text("6 of a's 27 comes through this edge: 6 × 1.")


def test_while_a_new_program_is_read_nobody_is_told_that_it_failed(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.settle()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    workbench.page.route("**/api/v1/graph", hold)
    workbench.write("u = 3\nu*u*u")
    expect(workbench.graph.get_by_text("Reading the new program …")).to_be_visible()
    expect(workbench.stale_note()).to_be_hidden()
    held[-1].continue_()
    workbench.page.unroute("**/api/v1/graph")
    workbench.expect_card("u", data="3", grad="27")
    expect(workbench.graph.get_by_text("Reading the new program …")).to_be_hidden()


def test_another_program_begins_with_nothing_selected(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.write("a = 2\nb = 3\n(a*b + a)*b")
    workbench.expect_card("a*b", data="6")
    workbench.card("a*b").locator(".card-body").click()
    expect(workbench.graph.locator(".card.selected")).to_have_count(1)
    workbench.write("2x^2 + 3x + 5")
    workbench.expect_card("x", grad="7")
    expect(workbench.graph.locator(".card.selected")).to_have_count(0)


def test_nothing_is_dimmed_while_an_input_moves_under_the_pointer(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.settle()
    lit = workbench.graph.locator("svg[data-lit]").first
    row = workbench.page.locator(".input-row", has=workbench.slider_of("a"))
    row.hover()
    expect(lit).to_have_attribute("data-lit", "true")
    row.get_by_role("button", name="Animate a").click()
    expect(lit).to_have_attribute("data-lit", "false")
    workbench.expect_card("a")
    expect(lit).to_have_attribute("data-lit", "false")
