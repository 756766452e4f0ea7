"""The sweep of the studio: values of two settings, small multiples, stopped and gone on with, opened by a press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.studio import STARTING, Studio


def opened(studio: Studio) -> None:
    studio.command("Sweep: try other values of one or two settings")
    expect(studio.page.get_by_role("heading", name="Sweep")).to_be_visible(timeout=STARTING)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (400, 850)])
def test_two_settings_are_tried_and_one_run_is_opened(open_page: Callable[..., Page], width: int, height: int) -> None:
    studio = Studio(open_page("/training", viewport={"width": width, "height": height}))
    page = studio.page
    studio.setup.get_by_role("radio", name="Circles").click()
    opened(studio)
    page.get_by_label("Values of Learning rate").fill("0.01, 0.1")
    page.get_by_label("Down", exact=True).select_option(label="L2")
    page.get_by_label("Values of L2", exact=True).fill("0, 0.001, oops")
    start = page.locator("#sweep button[type=submit]")
    expect(start).to_be_disabled()
    expect(page.locator("#sweep").get_by_role("status")).to_have_text(
        "Write values that the setting can have, separated by commas."
    )
    page.get_by_label("Values of L2", exact=True).fill("0, 0.001")
    expect(start).to_have_text("Train 4 runs")
    start.click()
    cells = page.locator(".sweep-cell")
    expect(page.locator(".sweep-cell.is-best")).to_have_count(1, timeout=STARTING)
    expect(cells).to_have_count(4)
    expect(page.locator(".sweep-cell .sweep-plane .plane-areas path").first).to_be_attached()
    expect(page.locator(".sweep-cell .sweep-curve path")).to_have_count(4)
    box = page.locator(".sweep-table").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    sizes = page.locator(".sweep-result").evaluate_all("all => all.map(each => parseFloat(getComputedStyle(each).fontSize))")
    assert min(sizes) >= 11
    page.get_by_role("button", name="Learning rate 0.1, L2 0.001:").click()
    expect(page.locator("#sweep")).to_be_hidden()
    expect(studio.field("Learning rate")).to_have_value("0.1")
    expect(studio.field("L2")).to_have_value("0.001")


def test_a_sweep_is_stopped_and_the_missing_runs_are_made_later(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    page = studio.page
    # The first line to the server never answers: the sweep rests before its first run, however fast the machine is.
    page.route("**/api/v1/training/sweep", lambda _: None, times=1)
    opened(studio)
    page.get_by_label("Values of Learning rate").fill("0.1, 1")
    page.get_by_label("Down", exact=True).select_option(label="nothing")
    page.locator("#sweep button[type=submit]").click()
    words = page.locator("#sweep").get_by_role("status")
    expect(words).to_have_text("0 of 2 runs have ended.")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(words).to_have_text("Stopped: 0 of 2 runs have ended.")
    page.get_by_role("button", name="Train the missing runs").click()
    expect(words).to_have_text(
        "All 2 runs have ended. Framed: the fewest misclassified points; ties are broken by the smallest loss.", timeout=STARTING
    )
    page.keyboard.press("Escape")
    expect(page.locator("#sweep")).to_be_hidden()
    # What was found is there when the sweep is opened again.
    page.keyboard.press("w")
    expect(page.locator(".sweep-cell.is-best")).to_have_count(1)
