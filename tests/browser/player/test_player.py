"""The standalone page of a graph: from disk, without a request, complete for keyboard and screen reader, whatever its data."""

import base64
import gzip
import itertools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from backpass.app.api.endpoints.graphs import graph_of
from backpass.engine.capture.captured_trace import CapturedGroup, CapturedNode, captured_json
from backpass.engine.capture.summaries import BINS, Summary, summarised
from backpass.engine.export import web_page as module
from backpass.engine.export.animated_svg import animated_svg
from backpass.engine.export.web_page import web_page
from backpass.engine.messages import speaking
from tests.browser.pages import THEMES, number

PROGRAM = "a = 2.0\nb = -3.0\nL = tanh(a*b + 6) * a + a"
Play = Callable[..., Page]


@pytest.fixture
def play(browser: Browser, tmp_path: Path) -> Iterator[Play]:
    """`play(html)`: the page from disk, offline. Anything that it asks for or reports as an error fails the test.

    `play(html, page)` opens it where another one was.
    """
    contexts: list[BrowserContext] = []
    seen: list[str] = []

    def open_one(html: str, page: Page | None = None, **options: Any) -> Page:
        file = tmp_path / "flow.html"
        file.write_text(html, encoding="utf-8")
        if page:
            page.goto(file.as_uri())
            return page
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: seen.append(request.url) if request.url != file.as_uri() else None)
        page.on("pageerror", lambda error: seen.append(str(error)))
        page.on("console", lambda message: seen.append(message.text) if message.type in ("error", "warning") else None)
        page.on("dialog", lambda dialog: seen.append(f"dialog: {dialog.message}"))
        page.goto(file.as_uri())
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [each for each in seen if not each.startswith(("blob:", "data:"))] == []


def page_of(program: str = PROGRAM, **options: Any) -> str:
    return web_page(graph_of(program), program, **options)


def scrubber(page: Page) -> Any:
    return page.get_by_role("slider", name="Timeline")


def test_it_plays_from_disk_without_a_request(play: Play) -> None:
    page = play(page_of(step="start"))
    expect(page.get_by_role("heading", level=1)).to_have_text("L = tanh(a*b + 6) * a + a")
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "0")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("combobox", name="Speed").select_option("4")
    expect(scrubber(page)).to_have_attribute("aria-valuenow", str(len(graph_of(PROGRAM)["steps"])), timeout=30_000)


def test_its_cards_and_its_explanation_show_the_numbers_of_the_engine(play: Play) -> None:
    page = play(page_of())
    graph = graph_of(PROGRAM)
    shown = page.evaluate(
        """Array.from(document.querySelectorAll(".card"), (card) =>
             [Number(card.dataset.node), card.querySelector(".number.grad")?.textContent ?? null])"""
    )
    compared = 0
    for node, grad in shown:
        if grad is not None:
            assert number(grad) == pytest.approx(graph["nodes"][node]["grad"], rel=1e-3)
            compared += 1
    assert compared >= 5
    page.locator(".card[data-node='0']").click()
    explanation = page.get_by_role("complementary", name="Explanation")
    expect(explanation).to_contain_text("∂L/∂a")
    expect(explanation).to_contain_text("tanh")


def test_everything_can_be_done_by_keyboard(play: Play) -> None:
    page = play(page_of(step=0))
    page.keyboard.press(".")
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("End")
    expect(scrubber(page)).to_have_attribute("aria-valuenow", str(len(graph_of(PROGRAM)["steps"])))
    card = page.locator(".card[tabindex='0']").first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".inspector-body")).to_be_focused()
    page.keyboard.press("i")
    expect(page.get_by_role("complementary", name="Explanation")).to_be_hidden()
    page.keyboard.press("d")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="table").press("Enter")
    expect(page.get_by_role("region", name="Nodes as a table").get_by_role("row")).to_have_count(
        len(graph_of(PROGRAM)["nodes"]) + 1
    )


def test_it_opens_at_the_step_and_with_the_selection_that_was_saved(play: Play) -> None:
    page = play(page_of(step=2, select={"node": 0}))
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "2")
    expect(page.locator(".card[data-node='0']")).to_contain_class("selected")


@pytest.mark.parametrize("size", [(1440, 900), (400, 850)])
def test_axe_finds_nothing_serious(
    play: Play, axe: Callable[[Page], list[str]], screenshot: Callable[[Page, str], Path], size: tuple[int, int]
) -> None:
    page = play(page_of(), viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    expect(page.locator(".card").first).to_be_visible()
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        screenshot(page, f"player-{scheme}-{size[0]}")
        assert axe(page) == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_its_sentences_are_in_the_language_that_it_was_made_in(play: Play) -> None:
    with speaking("fr"):
        html = page_of("a = 2\na*a")
    page = play(html)
    expect(page.get_by_role("complementary", name="Explication")).to_be_visible()
    expect(page.get_by_role("button", name="Lecture")).to_be_visible()


def test_on_paper_it_shows_every_gradient_in_ink_and_afterwards_the_step_from_before(play: Play) -> None:
    page = play(page_of(step=0), color_scheme="dark")
    expect(page.locator(".card").first).to_be_visible()
    page.evaluate("""() => {
      window.addEventListener("beforeprint", () => { window.printed = [
        document.documentElement.dataset.theme, document.querySelector("[role=slider]").ariaValueNow]; });
    }""")
    page.pdf()
    steps = len(graph_of(PROGRAM)["steps"])
    assert page.evaluate("window.printed") == ["light", str(steps)]
    expect(scrubber(page)).to_have_attribute("aria-valuenow", "0")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_with_less_motion_nothing_moves_while_it_steps(play: Play) -> None:
    page = play(page_of(step=0), reduced_motion="reduce")
    page.keyboard.press("End")
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0
    expect(page.locator(".token")).to_have_count(0)


def test_the_animated_picture_plays_as_an_image(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "flow.svg").write_text(animated_svg(graph_of(PROGRAM)), encoding="utf-8")
    (tmp_path / "slide.html").write_text("<img src='flow.svg' width='900'>", encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "slide.html").as_uri())
    page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
    first = page.screenshot()
    for _ in range(100):
        page.wait_for_timeout(100)
        if page.screenshot() != first:
            break
    else:
        pytest.fail("nothing moves")
    context.close()


# Data from anywhere

MARKUP = "<img src=x onerror=alert(1)></script><script>alert(2)</script><svg onload=alert(3)>"


def test_names_with_markup_are_text(play: Play) -> None:
    graph = graph_of("a = 2\nb = a*a\nb + 1")
    for node in graph["nodes"]:
        node["name"] = MARKUP
    graph["problems"] = [{"code": "x", "severity": "info", "message": MARKUP, "hint": MARKUP, "span": None}]
    page = play(web_page(graph, MARKUP, title=MARKUP))
    expect(page.get_by_role("heading", level=1)).to_have_text(MARKUP)
    expect(page.locator(".card").first).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.locator("img, iframe, object").count() == 0
    assert page.locator("script").count() == 2


def replaced(html: str, data: str) -> str:
    """The page with other data, as somebody may have written it into the file."""
    before, rest = html.split('<script type="application/json" id="backpass-data">')
    return f'{before}<script type="application/json" id="backpass-data">{data}</script>{rest.split("</script>", 1)[1]}'


def with_graph(**changes: Any) -> str:
    return replaced(page_of("a = 2\na*a"), module.in_script(json.dumps({"graph": graph_of("a = 2\na*a") | changes})))


NO_GRAPH: dict[str, tuple[Callable[[], str], str]] = {
    "truncated": (lambda: replaced(page_of(), '{"graph": {"nodes": [{"id": 0, "na'), "incomplete: it is not valid JSON"),
    "no-graph": (lambda: replaced(page_of(), "[1, 2, 3]"), "This data is not a graph"),
    "cycle": (
        lambda: with_graph(nodes=[{**graph_of("a*a")["nodes"][1], "id": 0, "inputs": [0, 0]}]),
        "contradicts the rest of this graph",
    ),
    "a-million-edges": (lambda: with_graph(edges=[0] * 1_000_000), "1,000,000 entries; the player shows at most 200,000"),
    "no-such-edge": (lambda: with_graph(steps=[{"phase": "backward", "edge": -1}]), "contradicts the rest of this graph"),
}


def test_data_that_is_no_graph_is_refused_with_a_sentence(play: Play, subtests: pytest.Subtests) -> None:
    page = play(page_of())
    for name, (html, sentence) in NO_GRAPH.items():
        with subtests.test(data=name):
            play(html(), page)
            expect(page.get_by_role("alert")).to_contain_text(sentence)


def packed(text: str | bytes) -> str:
    """A page whose packed data is this."""
    written = text if isinstance(text, str) else base64.b64encode(text).decode()
    return replaced(page_of(), written).replace('type="application/json" id="backpass-data"', PACKED)


PACKED = 'type="text/plain" id="backpass-data" data-packed="gzip"'


def bomb() -> bytes:
    """A few hundred kilobytes that unpack to 300 MB of spaces."""
    return gzip.compress(b" " * 300_000_000)


def dangling() -> bytes:
    graph = graph_of("a*a")
    graph["nodes"][0]["data"] = {"at": 7}
    return gzip.compress(json.dumps({"graph": graph, "arrays": [[1.0]]}).encode())


NO_DATA: dict[str, tuple[Callable[[], str], str]] = {
    "no-base64": (lambda: packed("not base64, really!"), "it is not valid Base64"),
    "no-gzip": (lambda: packed(b"no gzip at all"), "is incomplete or damaged and cannot be unpacked"),
    "truncated": (
        lambda: packed(gzip.compress(b'{"graph": {}}' * 1_000)[:-30]),
        "is incomplete or damaged and cannot be unpacked",
    ),
    "bomb": (lambda: packed(bomb()), "would unpack to more than 200 MB"),
    "no-json": (lambda: packed(gzip.compress(b'{"graph": {"nodes": [')), "incomplete: it is not valid JSON"),
    "null": (lambda: packed(gzip.compress(b"null")), "This data is not a graph"),
    "plain-null": (lambda: replaced(page_of(), "null"), "This data is not a graph"),
    "no-rows": (lambda: packed(gzip.compress(b'{"graph": {"nodes": [null], "edges": 3}, "arrays": []}')), "contradicts the rest"),
    "no-such-array": (lambda: packed(dangling()), "Entry 0 of nodes contradicts the rest of this graph"),
}


def test_packed_data_that_cannot_be_shown_is_refused_with_a_sentence(play: Play, subtests: pytest.Subtests) -> None:
    page = play(page_of())
    for name, (html, sentence) in NO_DATA.items():
        with subtests.test(data=name):
            play(html(), page)
            expect(page.get_by_role("alert")).to_contain_text(sentence)


LARGE = "x = [0.5, 1.5]\n" + "x = tanh(x * 1.1)\n" * 1_500 + "L = sum(x)"


def test_a_large_graph_is_unpacked_in_the_page(play: Play) -> None:
    graph = graph_of(LARGE)
    html = web_page(graph, title="L", select={"node": graph["output"]})
    assert 'data-packed="gzip"' in html
    page = play(html)
    expect(scrubber(page)).to_have_attribute("aria-valuenow", str(len(graph["steps"])), timeout=60_000)
    explanation = page.get_by_role("complementary", name="Explanation")
    expect(explanation).to_contain_text(f"= {graph['value']:.4g}")
    (edge,) = [each for each in graph["edges"] if each["target"] == graph["output"]]
    assert edge["contribution"] == [1.0, 1.0]
    expect(explanation).to_contain_text("[1, 1]")


def captured(operations: int) -> dict[str, Any]:
    """A chain of so many operations on arrays of 2,048 elements, a hundred for each module, as a recording would have it."""
    random = np.random.default_rng(0)

    def summary() -> Summary:
        low, mean, high = np.sort(random.normal(size=3)).tolist()
        counts = tuple(random.multinomial(2048, [1 / BINS] * BINS).tolist())
        return Summary((2048,), "float32", "cpu", low, high, mean, 45 * abs(mean), 0.0, 0.0, counts)

    groups = [CapturedGroup(None, f"layers.{place}") for place in range(operations // 100 + 1)]
    last = CapturedNode(None, (2048,), "float32", "cpu", role="input", name="x", value=summary(), gradient=summary())
    for place in range(operations):
        common: dict[str, Any] = {"value": summary(), "gradient": summary(), "group": place // 100, "order": float(place)}
        last = CapturedNode("torch.sin", (2048,), "float32", "cpu", inputs=[last], sent=[last.gradient], **common)
    end: dict[str, Any] = {"role": "output", "name": "loss", "value": 0.5, "gradient": 1.0, "order": float(operations)}
    output = CapturedNode("sum", (), "float32", "cpu", inputs=[last], sent=[last.gradient], **end)
    found: dict[str, Any] = captured_json(output, groups, "pytorch")
    return found


def test_twenty_thousand_captured_operations_open_folded(play: Play) -> None:
    graph = captured(20_000)
    html = web_page(graph, title="loss")
    assert len(html) < 5_000_000
    page = play(html)
    expect(page.locator(".card[data-folded]").first).to_be_visible(timeout=60_000)
    work = page.context.new_cdp_session(page)
    work.send("Performance.enable")
    seconds = {each["name"]: each["value"] for each in work.send("Performance.getMetrics")["metrics"]}["ProcessTime"]
    assert seconds < 10, "of processor time; two on a machine at rest"
    expect(scrubber(page)).to_have_attribute("aria-valuenow", str(len(graph["steps"])))


def test_a_large_array_is_said_by_its_shape_and_its_summary(play: Play) -> None:
    page = play(web_page(captured(3), title="loss", select={"node": 1}))
    expect(page.locator(".card[data-node='1'] .number").first).to_have_text("(2048,)")
    explanation = page.get_by_role("complementary", name="Explanation")
    expect(explanation.get_by_text("An array of shape (2048,), too large to store")).to_have_count(2)  # value and gradient
    page.keyboard.press("Home")
    expect(page.locator(".card[data-node='1'] .number").first).to_have_text("—")
    expect(explanation.get_by_text("An array of shape (2048,), too large to store")).to_have_count(0)


def with_large_arrays(value: np.ndarray, gradient: np.ndarray) -> dict[str, Any]:
    """`loss = sum(x)` of a large array with this value and this gradient."""
    shape = value.shape
    sent = summarised(gradient, "float64", "cpu")
    x = CapturedNode(
        None, shape, "float64", "cpu", role="input", name="x", value=summarised(value, "float64", "cpu"), gradient=sent
    )
    end: dict[str, Any] = {"role": "output", "name": "loss", "value": 0.5, "gradient": 1.0}
    found: dict[str, Any] = captured_json(
        CapturedNode("sum", (), "float64", "cpu", inputs=[x], sent=[sent], **end), [], "pytorch"
    )
    return found


def bars_of(figure: Any) -> tuple[list[float], list[str]]:
    """Heights of the bars, as shares of the highest, and their signs."""
    found = figure.locator("rect[class^=bar-]").evaluate_all(
        "bars => bars.map((bar) => [bar.getBoundingClientRect().height, bar.getAttribute('class').slice(4)])"
    )
    most = max(height for height, _ in found)
    return [height / most for height, _ in found], [each for _, each in found]


@pytest.mark.parametrize(("scheme", "size"), [("light", (1440, 900)), ("dark", (400, 850))])
def test_the_histogram_of_a_large_array_is_drawn_and_said(
    play: Play, axe: Callable[[Page], list[str]], screenshot: Callable[[Page, str], Path], scheme: str, size: tuple[int, int]
) -> None:
    random = np.random.default_rng(7)
    value, gradient = random.normal(size=(50, 40)), np.maximum(random.normal(size=(300, 250)), 0)
    html = web_page(with_large_arrays(value, gradient), title="loss", select={"node": 0})
    page = play(html, color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
    figures = page.locator(".distribution")
    expect(figures).to_have_count(2)
    counts, borders = np.histogram(value, bins=BINS)
    heights, signs = bars_of(figures.first)
    assert heights == pytest.approx(np.where(counts > 0, np.maximum(counts / counts.max(), 0.02), 0), abs=0.01)
    bins = itertools.pairwise(borders)
    assert signs == ["positive" if low > 0 else "negative" if high < 0 else "zero" for low, high in bins]
    drawing = figures.first.get_by_role("img")
    name = drawing.get_attribute("aria-label") or ""
    assert name.startswith("Value: histogram with 32 equal bins from −")
    assert name.endswith(f"Elements per bin: {'; '.join(str(each) for each in counts)}.")
    expect(figures.first).to_contain_text(f"32 bins, at most {counts.max()} elements in one.")
    drawing.focus()
    page.keyboard.press("ArrowRight")
    expect(figures.first.locator("[aria-live]")).to_have_text(re.compile(f"^From −.* to −.*: {counts[1]}$"))
    # 75,000 elements: a sample of them is counted, and both texts say so.
    heights, signs = bars_of(figures.last)
    assert heights[0] == 1, "every second number is 0"
    assert signs == ["zero"] + ["positive"] * (BINS - 1)
    expect(figures.last).to_contain_text("One element in 7 is counted.")
    expect(figures.last.get_by_role("img")).to_have_accessible_name(re.compile("^Gradient: .* One element in 7 is counted.$"))
    assert figures.first.evaluate("figure => parseFloat(getComputedStyle(figure).fontSize)") >= 11
    screenshot(page, f"histogram-{scheme}-{size[0]}")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    targets = page.locator("use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
    assert targets
    assert [each for each in targets if page.locator(f"symbol{each}").count() == 0] == []


def test_a_contribution_has_a_histogram_and_equal_numbers_have_none(play: Play) -> None:
    value = np.full((40, 50), 0.25)
    graph = with_large_arrays(value, np.linspace(-1, 3, 2_000).reshape(40, 50))
    page = play(web_page(graph, title="loss", select={"edge": 0}))
    expect(page.get_by_role("img", name="Contribution: histogram with 32 equal bins from −1 to 3")).to_be_visible()
    page.locator(".card[data-node='0']").click()
    expect(page.locator(".distribution")).to_have_count(1)
    expect(page.get_by_role("img", name="Gradient: histogram")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".distribution")).to_have_count(0)


def test_where_the_browser_cannot_unpack_a_sentence_says_so(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "flow.html"
    file.write_text(web_page(graph_of(LARGE), LARGE), encoding="utf-8")
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(file.as_uri())
    expect(page.get_by_role("alert")).to_contain_text("has no DecompressionStream")
    page.close()


def test_operations_that_it_does_not_know_are_shown_by_their_names(play: Play) -> None:
    graph = graph_of("a = 2\nb = 3\ntanh(a*b)")
    for node in graph["nodes"]:
        if node["op"]:
            node["op"] = "aten::addmm"
    page = play(web_page(graph, ""))
    expect(page.locator(".card").first).to_be_visible()
    for key in ("Home", "End", ".", ","):
        page.keyboard.press(key)
    expect(page.get_by_role("complementary", name="Explanation")).to_contain_text("aten::addmm")


def test_a_large_graph_is_laid_out_by_a_worker_of_its_own(play: Play) -> None:
    program = "x = 0.5\n" + "\n".join(f"y{k} = tanh(x * {k + 1} + {k})" for k in range(250))
    program += "\n" + " + ".join(f"y{k}" for k in range(250))
    graph = graph_of(program)
    assert len(graph["nodes"]) > 1_000
    page = play(web_page(graph, program))
    expect(page.locator(".graph-canvas")).to_be_visible()
    expect(page.locator(".card").first).to_be_attached(timeout=60_000)
