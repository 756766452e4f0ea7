"""`<backpass-graph>` on a page of another site, under that site's own strict policy."""

from collections.abc import Callable, Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import orjson
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from backpass.app.api.endpoints.graphs import graph_of
from backpass.engine.export.web_page import in_script
from backpass.engine.messages import worded
from backpass.engine.serialization.operation_json import operations_of
from tests.browser.pages import THEMES, number

PROGRAM = "a = 2.0\nb = -3.0\nL = tanh(a*b + 6) * a + a"


class Embedded(NamedTuple):
    """A page of another site, and the addresses that it asked for."""

    page: Page
    asked: list[str]


Embed = Callable[..., Embedded]


class Site(ThreadingHTTPServer):
    """Another site, with one page."""

    html = ""
    policy = ""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/lesson"


class Serving(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        site = self.server
        assert isinstance(site, Site)
        content = site.html.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(content)))
        self.send_header("content-security-policy", site.policy)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """It answers on a port of its own: browsers let no page that seems to be of the internet ask this machine."""
    with Site(("127.0.0.1", 0), Serving) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def embed(browser: Browser, server_url: str, site: Site) -> Iterator[Embed]:
    """`embed(html)`: a plain page of another site with the script of `<backpass-graph>`. What it should not do fails the test."""
    contexts: list[BrowserContext] = []
    asked: list[str] = []
    seen: list[str] = []
    site.policy = f"default-src 'none'; script-src {server_url}; connect-src {server_url}; img-src data:; base-uri 'none'"

    def open_one(body: str, may_fail: bool = False, lang: str = "en", **options: Any) -> Embedded:
        script = f'<script type="module" src="{server_url}/embed.js"></script>'
        head = f'<meta name="viewport" content="width=device-width"><title>Lesson</title><link rel="icon" href="data:,">{script}'
        site.html = (
            f'<!doctype html><html lang="{lang}"><head>{head}</head><body><main><h1>Lesson</h1>{body}</main></body></html>'
        )
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: seen.append(f"error: {error}"))
        page.on("console", lambda message: seen.append(message.text) if message.type == "error" and not may_fail else None)
        page.goto(site.address)
        return Embedded(page, asked)

    yield open_one
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith((f"{server_url}/", site.address, "data:", "blob:"))] == []
    assert seen == []


def tag(program: str = PROGRAM, **attributes: object) -> str:
    given = {"program": program} | attributes
    written = " ".join(f'{name}="{escape(str(value))}"' for name, value in given.items())
    return f"<backpass-graph {written}></backpass-graph>"


def scrubber(page: Page) -> Any:
    return page.get_by_role("slider", name="Timeline")


STEPS = len(graph_of(PROGRAM)["steps"])


def test_one_tag_shows_the_graph_with_the_numbers_of_the_engine(embed: Embed) -> None:
    page = embed(tag()).page
    expect(page.get_by_role("group", name="L = tanh(a*b + 6) * a + a")).to_be_visible()
    expect(scrubber(page)).to_have_attribute("aria-valuenow", str(STEPS))
    graph = graph_of(PROGRAM)
    cards = page.locator(".card")
    expect(cards.first).to_be_visible()
    shown = cards.evaluate_all("all => all.map(({dataset, textContent}) => Number(dataset.node))")
    grads = [page.locator(f".card[data-node='{node}'] .number.grad") for node in shown]
    compared = [(node, number(grad.text_content())) for node, grad in zip(shown, grads, strict=True) if grad.count()]
    assert len(compared) >= 5
    for node, grad in compared:
        assert grad == pytest.approx(graph["nodes"][node]["grad"], rel=1e-3)


def test_only_the_small_script_comes_before_the_element_is_in_view(embed: Embed, server_url: str) -> None:
    page, asked = embed(tag(hidden=""))
    page.wait_for_function("customElements.get('backpass-graph') !== undefined")
    page.wait_for_load_state("networkidle")
    built = [url for url in asked if url.startswith(server_url)]
    assert len(built) == 2, built  # embed.js, and the built file that it names
    assert not [url for url in built if "player" in url or "/api/" in url]
    page.locator("backpass-graph").evaluate("element => element.removeAttribute('hidden')")
    expect(page.locator(".card").first).to_be_visible()


def test_attributes_are_observed_and_steps_are_reported(embed: Embed) -> None:
    page = embed(tag(step="start")).page
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "0")
    element = page.locator("backpass-graph")
    element.evaluate("element => addEventListener('backpass-step', ({detail}) => (window.reported = detail))")
    element.evaluate("element => element.setAttribute('step', '3')")
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "3")
    assert page.evaluate("window.reported") == {"step": 3, "steps": STEPS}
    element.evaluate("element => element.setAttribute('node', '0')")
    expect(page.locator(".card[data-node='0']")).to_contain_class("selected")
    element.evaluate("element => element.setAttribute('node', '999')")
    expect(page.locator(".card.selected")).to_have_count(0)
    element.evaluate("element => { element.setAttribute('program', 'q*q'); element.setAttribute('inputs', '{\"q\": 4}'); }")
    expect(page.get_by_role("group", name="q*q", exact=True)).to_be_visible()
    element.evaluate("element => element.setAttribute('step', 'end')")
    expect(page.locator(".card[data-node='0'] .number.grad")).to_have_text("8")


def test_data_within_the_element_asks_no_server_for_any(embed: Embed) -> None:
    graph = graph_of(PROGRAM)
    used = {node["op"] for node in graph["nodes"] if node["op"]}
    show = orjson.dumps(worded({"graph": graph, "program": PROGRAM, "operations": operations_of(used)})).decode()
    page, asked = embed(f'<backpass-graph><script type="application/json">{in_script(show)}</script></backpass-graph>')
    expect(page.locator(".card").first).to_be_visible()
    assert not [url for url in asked if "/api/" in url]


@pytest.mark.parametrize("program", ["a = foo(", ""], ids=["a mistake", "nothing"])
def test_a_program_that_cannot_be_computed_is_answered_with_a_sentence(embed: Embed, program: str) -> None:
    page = embed(tag(program), may_fail=True).page
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_hostile_data_within_the_element_is_refused_with_a_sentence(embed: Embed) -> None:
    for data in ('{"graph": {"nodes": 1}}', "null", "[", '{"graph": "<img src=x onerror=alert(1)>"}'):
        page = embed(f'<backpass-graph><script type="application/json">{data}</script></backpass-graph>').page
        expect(page.get_by_role("alert")).not_to_be_empty()
        assert page.locator("img").count() == 0


def test_keys_work_within_the_element_in_use_and_nowhere_else(embed: Embed) -> None:
    page = embed(f'<button id="outside">Outside</button>{tag(id="one", step="start")}{tag("x*x", id="two", step="start")}').page
    one, two = (page.locator(f"#{name}").get_by_role("slider", name="Timeline") for name in ("one", "two"))
    page.locator("#two").scroll_into_view_if_needed()
    for each in (one, two):
        expect(each).to_have_attribute("aria-valuenow", "0")
    page.locator("#outside").focus()
    page.keyboard.press(".")
    page.locator("#one .card[tabindex='0']").first.focus()
    page.keyboard.press(".")
    page.keyboard.press(".")
    expect(one).to_have_attribute("aria-valuenow", "2")
    expect(two).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("Enter")
    expect(page.locator("#one .inspector-body")).to_be_focused()
    page.keyboard.press("d")
    assert page.evaluate("document.documentElement.dataset.theme") is None
    assert page.locator("#one").get_attribute("data-theme") == "dark"


def test_it_speaks_the_language_of_the_text_around_it(embed: Embed) -> None:
    page = embed(tag(), lang="fr-CA").page
    expect(page.get_by_role("button", name="Lecture")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (400, 850)])
def test_axe_finds_nothing_serious(
    embed: Embed, axe: Callable[[Page], list[str]], screenshot: Callable[[Page, str], Path], size: tuple[int, int]
) -> None:
    page = embed(tag(), viewport={"width": size[0], "height": size[1]}, bypass_csp=True, reduced_motion="reduce").page
    expect(page.locator(".card").first).to_be_visible()
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("backpass-graph")).to_have_attribute("data-theme", scheme)
        screenshot(page, f"embedded-{scheme}-{size[0]}")
        assert axe(page) == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
