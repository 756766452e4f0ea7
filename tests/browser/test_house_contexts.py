"""A test finds nothing in a context that another has used, but for what was fetched."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.contexts import KEPT, WINDOW, Contexts

SIZE = "() => [innerWidth, innerHeight]"
OPENED = ["backpass.opened"]
"""What is kept for every page, so that it starts at rest."""
LEFT = """() => ({
  kept: [...Object.keys(localStorage), ...Object.keys(sessionStorage)], cookies: document.cookie,
  dark: matchMedia("(prefers-color-scheme: dark)").matches, still: matchMedia("(prefers-reduced-motion: reduce)").matches,
})"""


@pytest.fixture
def contexts(browser: Browser, server_url: str) -> Iterator[Contexts]:
    made = Contexts(browser, server_url)
    yield made
    made.close()


def opened(contexts: Contexts, **options: Any) -> Page:
    page = contexts.new_page(options)
    page.goto("/healthz")
    return page


def test_what_a_test_has_left_is_gone(contexts: Contexts) -> None:
    first = opened(contexts, viewport={"width": 400, "height": 850}, color_scheme="dark", reduced_motion="no-preference")
    assert first.evaluate(SIZE) == [400, 850]
    assert first.evaluate(LEFT) == {"kept": OPENED, "cookies": "", "dark": True, "still": False}
    first.evaluate("() => { localStorage.one = 1; sessionStorage.one = 1; document.cookie = 'one=1'; }")
    first.context.grant_permissions(["geolocation"])
    first.context.route(re.compile("healthz"), lambda route: route.fulfill(body="routed"))
    contexts.give_back()
    second = opened(contexts)
    assert second.context == first.context
    assert "routed" not in second.content()
    assert second.evaluate(SIZE) == [WINDOW["width"], WINDOW["height"]]
    assert second.evaluate(LEFT) == {"kept": OPENED, "cookies": "", "dark": False, "still": True}
    assert second.evaluate("async () => (await navigator.permissions.query({name: 'geolocation'})).state") != "granted"


def test_what_a_page_writes_as_it_is_closed_is_gone(contexts: Contexts) -> None:
    opened(contexts).evaluate("() => addEventListener('pagehide', () => { localStorage.late = 1; })")
    contexts.give_back()
    assert opened(contexts).evaluate(LEFT)["kept"] == OPENED


def test_a_context_with_a_clock_of_its_own_is_no_other_tests(contexts: Contexts) -> None:
    first = opened(contexts)
    first.clock.install(time=0)
    contexts.give_back()
    second = opened(contexts)
    assert second.context != first.context
    assert second.evaluate("() => Date.now()") > 1e12


def test_pages_of_one_test_share_nothing(contexts: Contexts) -> None:
    first, second = opened(contexts), opened(contexts)
    first.evaluate("() => { localStorage.one = 1; }")
    assert second.evaluate(LEFT)["kept"] == OPENED


@pytest.mark.parametrize("options", [{"java_script_enabled": False}, {"offline": True}])
def test_a_context_with_other_options_is_one_tests(contexts: Contexts, options: dict[str, Any]) -> None:
    first = contexts.new_page(options).context
    contexts.give_back()
    assert contexts.new_page(options).context != first
    contexts.give_back()
    assert contexts.new_page({}).context != contexts.new_page({}, cold=True).context


def test_a_few_contexts_wait_and_the_others_are_closed(contexts: Contexts, browser: Browser) -> None:
    before = len(browser.contexts)
    for _ in range(KEPT + 1):
        contexts.new_page({})
    assert len(browser.contexts) == before + KEPT + 1
    contexts.give_back()
    assert len(browser.contexts) == before + KEPT
