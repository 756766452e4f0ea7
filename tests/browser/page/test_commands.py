"""Every action by its words: the palette, the menu, tooltips; and the ways on from an example, a long program and a page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]

LONG = "\n".join([*(f"x{index} = {index}.0" for index in range(30)), "x1*x2 + x3"])


def test_the_palette_finds_an_action_by_its_words_and_runs_it(open_workbench: Open, axe: Callable[[Page], list[str]]) -> None:
    workbench = open_workbench()
    keyboard = workbench.page.keyboard
    keyboard.press("ControlOrMeta+k")
    field = workbench.page.get_by_role("combobox", name="Commands")
    expect(field).to_be_focused()
    options = workbench.page.locator("#palette").get_by_role("option")
    assert options.count() > 30
    assert axe(workbench.page) == []
    keyboard.type("tab show")
    expect(options).to_have_count(1)
    expect(options).to_have_attribute("aria-selected", "true")
    keyboard.press("Enter")
    expect(field).to_be_hidden()
    expect(workbench.table).to_be_visible()
    keyboard.press("ControlOrMeta+k")
    keyboard.type("start")
    expect(options.first).to_contain_text("Home")
    keyboard.press("Enter")
    workbench.expect_position(0)


def test_the_palette_opens_from_the_editor_and_opens_examples_and_tabs(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.full_editor()
    workbench.page.keyboard.press("ControlOrMeta+k")
    workbench.page.keyboard.type(EXAMPLES[2].title)
    workbench.page.keyboard.press("Enter")
    expect(workbench.editor).to_contain_text(EXAMPLES[2].program.splitlines()[0])
    workbench.page.keyboard.press("ControlOrMeta+k")
    workbench.page.keyboard.type("paths")
    workbench.page.keyboard.press("Enter")
    expect(workbench.explanation.get_by_role("tab", name="Paths")).to_have_attribute("aria-selected", "true")


def test_the_palette_breaks_the_engine_and_mends_it(open_workbench: Open) -> None:
    workbench = open_workbench()
    keyboard = workbench.page.keyboard
    options = workbench.page.locator("#palette").get_by_role("option")
    keyboard.press("ControlOrMeta+k")
    keyboard.type("pitfalls")
    expect(options).to_have_count(5)
    expect(options.first).to_have_attribute("aria-disabled", "true")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    banner = workbench.page.locator(".pitfall-banner")
    expect(banner).to_contain_text("in place of")
    keyboard.press("ControlOrMeta+k")
    keyboard.type("pitfalls")
    keyboard.press("Enter")
    expect(banner).to_be_hidden()


def test_the_palette_says_when_nothing_is_called_so_and_closes_by_escape(workbench: Workbench) -> None:
    workbench.page.keyboard.press("ControlOrMeta+k")
    workbench.page.keyboard.type("zzz")
    expect(workbench.page.locator("#palette")).to_contain_text("No action matches")
    workbench.page.keyboard.press("Enter")
    workbench.page.keyboard.press("Escape")
    expect(workbench.page.locator("#palette")).to_be_hidden()


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_a_tooltip_is_there_at_once_and_names_the_key(workbench: Workbench, by: str) -> None:
    play = workbench.button("Play")
    tooltip = workbench.page.get_by_role("tooltip")
    expect(tooltip).to_be_hidden()
    clock = workbench.page.clock
    clock.install()
    clock.pause_at("2100-01-01")
    if by == "pointer":
        play.hover()
    else:
        workbench.button("Next step").focus()
        workbench.page.keyboard.press("ArrowLeft")
    clock.run_for(200)  # by the page's own clock, however long a busy machine takes for it
    expect(tooltip).to_have_text("Play or pause (Space)")
    clock.resume()
    workbench.page.keyboard.press("Escape")
    expect(tooltip).to_be_hidden()
    workbench.page.mouse.move(5, 400)
    expect(play).to_have_attribute("title", "Play or pause (Space)")


def test_the_buttons_of_the_header_are_words_where_there_is_room(open_workbench: Open) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720})
    for word in ("Examples", "Learn", "Train", "Join", "Present", "Share"):
        expect(workbench.page.get_by_role("banner").get_by_text(word, exact=True)).to_be_visible()
    assert workbench.sideways() == 0


def test_an_example_leads_to_the_next_one_at_its_end(open_workbench: Open) -> None:
    workbench = open_workbench()
    following = workbench.timeline.get_by_role("button", name="Open the next example")
    workbench.timeline.locator(".timeline-more").click()
    expect(following).to_be_visible()
    workbench.page.keyboard.press("Home")
    expect(following).to_be_hidden()
    workbench.page.keyboard.press("End")
    following.click()
    workbench.settle()
    expect(workbench.editor).to_contain_text(EXAMPLES[1].program.splitlines()[0])
    workbench.write("x = 2.0\nx*x*x")
    expect(following).to_be_hidden()


def test_sound_is_a_switch_beside_the_speed(workbench: Workbench) -> None:
    workbench.timeline.locator(".timeline-more").click()
    sound = workbench.timeline.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_a_long_program_is_pasted_to_its_top_with_line_numbers_and_has_room(open_workbench: Open) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720})
    lines = workbench.page.locator(".cm-lineNumbers")
    workbench.full_editor()
    expect(lines).to_have_count(0)
    workbench.write(LONG)
    expect(lines).to_be_visible()
    workbench.painted()
    assert workbench.page.locator(".cm-scroller").evaluate("(scroller) => scroller.scrollTop") < 20
    before = workbench.page.locator("#editor").bounding_box()
    workbench.page.get_by_role("button", name="Wide program").click()
    after = workbench.page.locator("#editor").bounding_box()
    assert before
    assert after
    assert before["height"] > 240
    assert after["width"] > 1.4 * before["width"]
    workbench.write("a = 2.0\na*a")
    expect(lines).to_have_count(0)


def test_new_begins_an_empty_program_and_can_be_undone(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\nx*x"))
    workbench.tool("New: begin an empty program").click()
    workbench.expect_program("")
    expect(workbench.editor).to_be_focused()
    workbench.leave_editor()
    workbench.page.keyboard.press("ControlOrMeta+z")
    workbench.expect_program("x = 2.0 x*x")
    workbench.expect_card("x", grad="4")


def test_the_logo_leads_home(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\nx*x", at=1))
    workbench.page.get_by_role("banner").get_by_role("link", name="Backpass").click()
    expect(workbench.page).to_have_url(re.compile("/$"))
    workbench.expect_card("a", grad="31")


def test_the_tooltip_of_a_tab_covers_nothing_of_what_the_tab_opens(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720})
    page = workbench.page
    tooltip = page.get_by_role("tooltip")
    page.get_by_role("tab", name="Explain", exact=True).focus()
    for name in ("Paths", "Check", "Practice"):
        page.keyboard.press("ArrowRight")
        tab = page.get_by_role("tab", name=name, exact=True)
        expect(tab).to_be_focused()
        if tab.get_attribute("title") is None:
            continue
        expect(tooltip).to_be_visible()
        tip, opened = tooltip.bounding_box(), page.locator("#panel-body").bounding_box()
        assert tip
        assert opened
        assert tip["y"] + tip["height"] <= opened["y"]
