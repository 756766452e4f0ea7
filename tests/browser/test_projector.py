"""The projector: large, few things, and one tab beside the picture for whoever wants it; and screens of many pixels."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench

Open = Callable[..., Workbench]


def test_a_tab_can_stand_beside_the_projected_picture_and_a_link_brings_it(
    open_workbench: Open, axe: Callable[[Page], list[str]]
) -> None:
    workbench = open_workbench("/#v=1&projector=1", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    expect(workbench.explanation).to_be_hidden()
    workbench.page.locator(".projector-tools").get_by_role("button", name="Show or hide the explanation").click()
    expect(workbench.explanation.get_by_role("tab", name="Explain")).to_be_visible()
    expect(workbench.explanation).to_contain_text("7 × 3")
    expect(workbench.page).to_have_url(re.compile("beside=1"))
    assert workbench.sideways() == 0
    assert axe(workbench.page) == []
    workbench.page.reload()
    expect(workbench.explanation).to_contain_text("7 × 3")
    workbench.page.keyboard.press("i")
    expect(workbench.explanation).to_be_hidden()
    workbench.page.keyboard.press("Escape")
    expect(workbench.explanation).to_be_visible()


@pytest.mark.parametrize("width", [400, 760, 1024, 1280])
def test_the_projected_picture_and_its_timeline_take_the_whole_width(open_workbench: Open, width: int) -> None:
    workbench = open_workbench("/#v=1&projector=1", reduced_motion="reduce", viewport={"width": width, "height": 768})
    for part in (".picture", ".timeline"):
        box = workbench.page.locator(part).bounding_box()
        assert box
        assert (box["x"], box["width"]) == (0, width)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (400, 860), (1280, 720), (3840, 2160)])
def test_type_grows_with_the_screen_and_nothing_reaches_beyond_it(open_workbench: Open, width: int, height: int) -> None:
    workbench = open_workbench("/#panel=check", viewport={"width": width, "height": height})
    workbench.settle()
    assert workbench.sideways() == 0
    type_size = workbench.sentence.evaluate("(sentence) => parseFloat(getComputedStyle(sentence).fontSize)")
    assert type_size >= max(14, width / 140)
    cut = workbench.page.evaluate(
        """() => Array.from(document.querySelectorAll(".toolbar button, .timeline :is(button, select), .panel-tab"), (each) => {
          const {left, right} = each.getBoundingClientRect();
          return left < 0 || right > innerWidth ? each.getAttribute("aria-label") ?? each.textContent : null;
        }).filter(Boolean)"""
    )
    assert cut == []
    tools = [
        button.bounding_box() for button in workbench.page.get_by_role("navigation", name="View").get_by_role("button").all()
    ]
    assert len({round(box["y"]) for box in tools if box}) == 1


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_search_stands_beside_the_projectors_buttons(open_workbench: Open, width: int, height: int) -> None:
    workbench = open_workbench("/#projector=1", viewport={"width": width, "height": height})
    search = workbench.page.locator(".graph-search").bounding_box()
    tools = workbench.page.locator(".projector-tools").bounding_box()
    assert search
    assert tools
    assert search["x"] + search["width"] <= tools["x"]
