"""The API's description at /docs: it renders and its requests run, and nothing leaves the server."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

VISIBLE_PATHS = """() => [...document.querySelectorAll("[data-path]")].filter((each) => each.checkVisibility())
  .map((each) => each.dataset.path)"""


@pytest.fixture
def docs(open_page: Callable[..., Page]) -> Page:
    """The watch of `open_page` fails the test if anything is asked of another host."""
    return open_page("/docs")


def test_every_route_is_described_and_a_request_runs_and_shows_its_answer(docs: Page) -> None:
    described = docs.request.get("/openapi.json").json()["paths"]
    expect(docs.get_by_role("heading", name="Backpass", level=1)).to_be_visible()
    expect(docs.locator(f"[data-path='{list(described)[-1]}']").first).to_be_visible()
    assert set(described) <= set(docs.evaluate(VISIBLE_PATHS))
    operation = docs.locator(".opblock").filter(has=docs.locator("[data-path='/api/v1/gradient']"))
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table")
    expect(answer).to_contain_text("200")
    expect(answer).to_contain_text("gradients")
    operation.locator("textarea").fill(json.dumps({"program": "q*q*q", "inputs": {"q": 2}}))
    operation.get_by_role("button", name="Execute").click()
    expect(answer).to_contain_text('"q": 12')


def test_the_way_back_leads_to_the_page(docs: Page) -> None:
    docs.get_by_role("link", name="Backpass").first.click()
    expect(docs.get_by_role("button", name="Play")).to_be_visible()
    docs.get_by_role("link", name="API").click()
    expect(docs.get_by_role("button", name="Execute").or_(docs.locator(".opblock")).first).to_be_visible()
