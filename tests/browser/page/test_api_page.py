"""The description of the API at /docs: everything is described, its requests run, and nothing leaves the server."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import AXE, GRAVE_FINDINGS


@pytest.fixture
def docs(open_page: Callable[..., Page]) -> Page:
    """The watch of `open_page` fails the test if anything is asked of another host."""
    return open_page("/docs")


def test_every_route_is_described_and_a_request_runs_and_shows_its_answer(docs: Page) -> None:
    described = docs.request.get("/openapi.json").json()["paths"]
    operations = {(method.upper(), path) for path, methods in described.items() for method in methods}
    forms = docs.locator("form[data-path]").evaluate_all("found => found.map(({dataset}) => [dataset.method, dataset.path])")
    assert {(method, path) for method, path in forms} == operations
    operation = docs.locator("section", has=docs.locator("#gradient"))
    operation.get_by_text("Try it").click()
    answer = operation.locator("output")
    operation.get_by_role("button", name="Send").click()
    expect(answer).to_contain_text("200")
    expect(answer).to_contain_text("gradients")
    operation.locator("textarea").fill(json.dumps({"program": "q*q*q", "inputs": {"q": 2}}))
    operation.get_by_role("button", name="Send").click()
    expect(answer).to_contain_text('"q": 12')


def test_axe_finds_nothing_grave_with_every_request_unfolded(docs: Page) -> None:
    docs.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    docs.evaluate(AXE.read_text(encoding="utf-8"))
    assert docs.evaluate(GRAVE_FINDINGS, []) == []


def test_the_way_back_leads_to_the_page(docs: Page) -> None:
    docs.get_by_role("link", name="Backpass").first.click()
    expect(docs.get_by_role("button", name="Play")).to_be_visible()
    docs.get_by_role("button", name="Menu").click()
    docs.get_by_role("link", name="API").click()
    expect(docs.get_by_role("heading", name="API", level=1)).to_be_visible()
