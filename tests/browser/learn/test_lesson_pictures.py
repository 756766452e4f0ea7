"""The picture of docs/lessons.md, made anew with every test run, so that it never shows a lesson that is no more."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.guides import Guide

GUIDE = Guide("lessons")
PICTURES = {"descent": "/learn/steps"}


def test_every_picture_of_the_guide_can_be_made(open_page: Callable[..., Page], tmp_path: Path) -> None:
    for name, path in PICTURES.items():
        page = open_page(path, viewport={"width": 1280, "height": 860})
        expect(page.locator(".live-curve .plot-tangent")).to_be_visible()
        GUIDE.take(page, name, tmp_path)


def test_the_guide_shows_every_picture_and_no_other() -> None:
    assert GUIDE.pictures() == list(PICTURES)
