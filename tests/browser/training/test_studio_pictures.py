"""The pictures of docs/studio.md, made anew with every test run, so that they never show a page that is no more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guides import Guide
from tests.browser.studio import STARTING, Studio

GUIDE = Guide("studio")


def train(studio: Studio) -> None:
    studio.train()


def compare(studio: Studio) -> None:
    studio.train()
    studio.press("a")
    studio.field("Learning rate").fill("0.02")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    studio.press("Escape")
    studio.train()


def look_into_a_point(studio: Studio) -> None:
    studio.train()
    slider = studio.page.get_by_role("slider", name="Training step shown")
    slider.focus()
    studio.press("Home", *["ArrowRight"] * 10)
    studio.shows_step(10)
    studio.click_wrong_point()
    studio.press("g")
    expect(studio.page.get_by_role("dialog").locator(".card").first).to_be_visible(timeout=STARTING)
    studio.page.wait_for_timeout(1500)


def fool(studio: Studio) -> None:
    studio.train()
    studio.click_wrong_point()
    studio.page.get_by_role("button", name="Fool it").click()
    expect(studio.page.locator("#example")).to_contain_text("Pushed")


PICTURES: dict[str, tuple[str, Callable[[Studio], None], str]] = {
    "trained": ("", train, "light"),
    "graph": ("", look_into_a_point, "light"),
    "compared": ("", compare, "dark"),
    "fooled": ("#preset=four_blobs", fool, "light"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_of_the_guide_can_be_made(open_page: Callable[..., Page], tmp_path: Path, name: str) -> None:
    fragment, prepare, scheme = PICTURES[name]
    look = {"color_scheme": scheme, "viewport": {"width": 1440, "height": 860}}
    studio = Studio(open_page(f"/training{fragment}", **look))
    studio.page.locator("#stage").focus()
    prepare(studio)
    studio.page.wait_for_timeout(400)
    GUIDE.take(studio.page, name, tmp_path)


def test_the_guide_shows_every_picture_and_no_other() -> None:
    assert GUIDE.pictures() == list(PICTURES)
