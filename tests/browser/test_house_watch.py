"""The watch over the pages of the browser tests sees what it is there for, and axe finds what is wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.watch import Watch


@pytest.fixture
def bare(browser: Browser, server_url: str) -> Iterator[Page]:
    """A page of the server without a watch, and without the page's own scripts."""
    page = browser.new_page()
    page.goto(f"{server_url}/healthz")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("script", "offence"),
    [
        ("console.error('broken')", "console: broken"),
        ("setTimeout(() => { throw new Error('lost') })", "uncaught: lost"),
        ("fetch('/static/nowhere.js')", "console: Failed to load resource"),
        ("fetch('http://127.0.0.2:9/').catch(() => {})", "request elsewhere: http://127.0.0.2:9/"),
        ("new WebSocket('ws://127.0.0.2:9/')", "request elsewhere: http://127.0.0.2:9/"),
    ],
)
def test_what_a_page_must_not_do_is_seen(script: str, offence: str, bare: Page, server_url: str) -> None:
    watch = Watch(bare, server_url)
    bare.evaluate(f"() => {{ {script} }}")
    bare.wait_for_timeout(200)
    assert any(line.startswith(offence) for line in watch.seen), watch.seen


def test_a_refusal_of_the_api_is_no_offence(bare: Page, server_url: str) -> None:
    watch = Watch(bare, server_url)
    refuse = "async () => (await fetch('/api/v1/graph', {method: 'POST', body: '{}'})).status"
    assert 400 <= bare.evaluate(refuse) < 500
    bare.wait_for_timeout(200)
    assert watch.seen == []


def test_axe_finds_a_picture_without_a_name(bare: Page, axe: Callable[[Page], list[str]]) -> None:
    assert not any(finding.startswith("image-alt") for finding in axe(bare))
    bare.evaluate("document.body.append(document.createElement('img'))")
    assert any(finding.startswith("image-alt") for finding in axe(bare))


def test_a_screenshot_is_written_where_people_look_for_it(bare: Page, screenshot: Callable[[Page, str], Path]) -> None:
    path = screenshot(bare, "house")
    assert path.parent.name == "screenshots"
    assert path.read_bytes().startswith(b"\x89PNG")
