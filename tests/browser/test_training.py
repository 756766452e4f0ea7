"""The training studio in a real browser against the real server: set up, watch, open up."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.studio import STARTING, Studio


@pytest.fixture
def open_studio(open_page: Callable[..., Page]) -> Callable[..., Studio]:
    return lambda fragment="", **options: Studio(open_page(f"/training{fragment}", **options))


@pytest.fixture
def studio(open_studio: Callable[..., Studio]) -> Studio:
    return open_studio()


def test_the_studio_opens_with_the_moons_and_their_first_picture_before_any_training(studio: Studio) -> None:
    expect(studio.points).to_have_count(100)
    expect(studio.sentence).to_contain_text("Before the first of 100 steps")
    assert studio.picture.locator(".plane-area").count() == 10


def test_the_moons_run_ends_with_its_known_figures(studio: Studio) -> None:
    studio.train()
    expect(studio.sentence).to_have_text("Finished after 100 steps: loss 0.01098, 100 % right.")
    expect(studio.page.locator(".log-line").last).to_have_text("step 100 loss 0.01098, accuracy 100.0%")
    expect(studio.curves.locator(".chart:visible")).to_have_count(4)


def test_training_can_be_scrubbed_back_and_everything_shows_that_moment(studio: Studio) -> None:
    studio.train()
    last = studio.picture.locator(".plane-boundary").get_attribute("d")
    slider = studio.page.get_by_role("slider", name="Training step shown")
    slider.focus()
    studio.press("Home", "ArrowRight", "ArrowRight")
    assert studio.step() == 2
    expect(studio.sentence).to_contain_text("Step 2 of 100")
    expect(studio.picture.locator(".plane-boundary")).not_to_have_attribute("d", str(last))
    studio.press("End")
    assert studio.step() == 100
    expect(studio.picture.locator(".plane-boundary")).to_have_attribute("d", str(last))


def test_single_steps_pause_and_cancel(studio: Studio) -> None:
    studio.press(".")
    expect(studio.sentence).to_contain_text("Step 1 of 100", timeout=STARTING)
    studio.press(".")
    expect(studio.sentence).to_contain_text("Step 2 of 100")
    studio.press(",")
    expect(studio.sentence).to_contain_text("Step 1 of 100")
    studio.press("x")
    expect(studio.page.locator("#transport .badge")).to_contain_text("ended")
    studio.press("r")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)


def test_playground_and_studio_lead_to_one_another(studio: Studio) -> None:
    studio.page.get_by_role("link", name="Playground").click()
    expect(studio.page.locator("#graph .card").first).to_be_visible()
    studio.page.get_by_role("link", name="Training").click()
    expect(studio.page).to_have_url(re.compile("/training$"))
