"""A first visit plays once and ends on a sum with its ways in colour; whatever a visitor does ends it and is done."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import NOT_COMPUTED, Workbench, link

Open = Callable[..., Page]

LENGTH = 13
LEVELS = [1, 3, 4, 5, 7, 11, 13]
"""Where the frames of the opening end: a level of values or of gradients each."""
REST, FIRST, FRAME, FLIGHT = 600, 250, 800, 560
"""Milliseconds: before it plays, to its first frame, from one to the next, and until the numbers of a frame have landed."""

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 400, "height": 850}, "has_touch": True}

PLACES = """() => {
  const places = [".header a", ".header button", ".narration", ".timeline-bar", ".transport button", "#editor", "#inputs",
    "#sheet-bar", "#inspector h2", "#graph .card .card-body"];
  const boxes = places.flatMap((place) => [...document.querySelectorAll(place)].map((part) => part.getBoundingClientRect()));
  return boxes.filter(({width}) => width > 0).map(({x, y, width, height}) => [x, y, width, height]);
}"""


def begun(open_page: Open, path: str = "/", **options: Any) -> Workbench:
    """A first visit with a clock that stands still, and everything in its place."""
    page = open_page("about:blank", first_visit=True, reduced_motion="no-preference", **options)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(path)
    workbench = Workbench(page)
    workbench.expect_position(0)
    page.clock.run_for(50)  # what surrounds the picture waits until that is painted
    page.locator("#help > *").first.wait_for(state="attached")
    return workbench


def play_to(workbench: Workbench, frame: int, landed: bool = True) -> None:
    """From the beginning."""
    workbench.page.clock.run_for(REST - 50 + FIRST + (frame - 1) * FRAME + (FLIGHT if landed else FLIGHT // 4))


def expect_end(workbench: Workbench) -> None:
    workbench.expect_position(LENGTH)
    workbench.expect_card("a", data="2", grad="31")
    expect(workbench.button("Play")).to_be_visible()


def expect_ways(workbench: Workbench) -> None:
    """Both ways, of two hues, on the picture and in the sum."""
    for way in ("one", "two"):
        expect(workbench.graph.locator(f".wires > g.way-{way}").first).to_be_attached()
        expect(workbench.page.locator(f"#inspector .sum-part.way-{way}")).to_have_count(1)
    expect(workbench.page.locator("#inspector .derivative")).to_contain_text(re.compile(r"31\s*=\s*10\s*\+\s*21"))


@pytest.mark.parametrize("device", [DESKTOP, LAPTOP, PHONE], ids=["desktop", "laptop", "phone"])
def test_a_first_visit_plays_once_and_nothing_else_moves(open_page: Open, device: dict[str, Any]) -> None:
    workbench = begun(open_page, **device)
    page = workbench.page
    places = page.evaluate(PLACES)
    heard = workbench.timeline.locator("[aria-live=polite]")
    page.clock.run_for(REST - 50 + FIRST - 1)
    workbench.expect_position(0)
    page.clock.run_for(1)
    for frame, position in enumerate(LEVELS):
        workbench.expect_position(position)
        if frame < LEVELS.index(4):
            assert "70" not in page.locator("body").inner_text()
        page.clock.run_for(FLIGHT // 4)
        assert "31" not in page.locator("body").inner_text()
        workbench.expect_card("a", data="2", grad="10" if position == LENGTH else None)
        page.clock.run_for(FRAME - FLIGHT // 4)
        assert page.evaluate(PLACES) == places
        expect(heard).to_have_text("" if position < LENGTH else re.compile("31"))
    expect_end(workbench)
    expect_ways(workbench)
    page.clock.run_for(60_000)
    expect_end(workbench)
    assert page.evaluate("location.hash") == ""
    expect(page.locator(".cm-content, .katex")).to_have_count(0)


def test_it_is_never_played_again(open_page: Open) -> None:
    workbench = begun(open_page)
    play_to(workbench, 2)
    for page in (workbench.page, workbench.page.context.new_page()):
        page.goto("/")
        again = Workbench(page)
        again.expect_position(LENGTH)
        expect(page.locator("#inspector .following")).to_have_count(0)


def test_where_motion_is_reduced_its_end_is_there_at_once(open_page: Open) -> None:
    workbench = Workbench(open_page("/", first_visit=True))
    expect_end(workbench)
    expect_ways(workbench)


SEEN = "localStorage['backpass.opened'] ?? null"
SAME = "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\nL = (b*a + c) * (a + d)"


@pytest.mark.parametrize(
    "path", [link(SAME), link("x = 3.0\nx*x"), "/#theme=dark", "/?program=x*y", "/s/absent", "/r/ABCD", "/learn/slope", "/train"]
)
def test_only_the_bare_page_plays_it(open_page: Open, path: str) -> None:
    page = open_page(path, first_visit=True, reduced_motion="no-preference", may_fail="404")
    assert page.evaluate(SEEN) is None
    scrubber = page.locator("#timeline .scrubber")
    if scrubber.count() and scrubber.get_attribute("aria-valuemax"):
        assert scrubber.get_attribute("aria-valuenow") == scrubber.get_attribute("aria-valuemax")


def press(key: str) -> Callable[[Workbench], None]:
    return lambda workbench: workbench.page.keyboard.press(key)


@pytest.mark.parametrize("frame", [0, 3])
@pytest.mark.parametrize(
    "act",
    [
        press("g"),
        press("Shift"),
        lambda workbench: workbench.page.locator("#tab-check").click(),
        lambda workbench: workbench.page.locator("textarea#program").press("ArrowRight"),
        lambda workbench: workbench.page.mouse.click(720, 300),
    ],
)
def test_whatever_a_visitor_does_ends_it(open_page: Open, act: Callable[[Workbench], None], frame: int) -> None:
    workbench = begun(open_page, **DESKTOP)
    if frame:
        play_to(workbench, frame, landed=False)
    act(workbench)
    workbench.page.clock.run_for(50)
    expect_end(workbench)
    workbench.page.clock.run_for(60_000)
    expect_end(workbench)


def test_what_ends_it_is_done(open_page: Open) -> None:
    workbench = begun(open_page, **DESKTOP)
    play_to(workbench, 5, landed=False)
    expect(workbench.card("b").locator(".number.grad")).to_have_text(NOT_COMPUTED)
    workbench.card("b").click()
    workbench.page.clock.run_for(50)
    workbench.expect_card("b", grad="14")
    expect(workbench.explanation.locator("h2")).to_have_attribute("aria-label", "b")


def test_an_edit_is_of_the_whole_pass(open_page: Open) -> None:
    workbench = begun(open_page, **DESKTOP)
    play_to(workbench, 4)
    workbench.page.locator("textarea#program").fill("p = 3.0\np*p")
    workbench.page.clock.run_for(2000)
    workbench.expect_card("p", grad="6")
    expect(workbench.button("Play")).to_be_visible()


def test_a_link_that_is_put_into_the_address_is_opened(open_page: Open) -> None:
    workbench = begun(open_page, **DESKTOP)
    play_to(workbench, 4)
    workbench.page.evaluate("location.hash = 'node=1'")
    workbench.page.clock.run_for(50)
    expect(workbench.explanation.locator("h2")).to_have_attribute("aria-label", "b")
    workbench.expect_position(LENGTH)


@pytest.mark.parametrize(
    ("act", "position"),
    [
        (press("Space"), 4),
        (press("ArrowRight"), 4.2),
        (press("Home"), 0),
        (lambda workbench: workbench.button("Pause").click(), 4),
        (lambda workbench: workbench.button("Previous step").click(), 3),
    ],
)
def test_the_player_takes_over_where_it_is(open_page: Open, act: Callable[[Workbench], None], position: float) -> None:
    workbench = begun(open_page, **DESKTOP)
    play_to(workbench, 3)
    act(workbench)
    workbench.page.clock.run_for(5000)
    workbench.expect_position(position)
    expect(workbench.button("Play")).to_be_visible()
    expect(workbench.page.locator(".timeline-settings select").first).to_have_value("contribution")
