"""The page in an installed Firefox: opened, stepped, clicked, drawn, without a complaint of its own."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from backpass.app.api.endpoints.graphs import graph_of
from backpass.engine.export.web_page import web_page
from scripts import firefox as installed
from tests.browser.firefox import Firefox, running
from tests.browser.graph.test_scale import STACKED
from tests.browser.pages import link

HOME, END = "\ue011", "\ue010"
LABELS = 'Array.from(document.querySelectorAll("#graph .card"), (card) => card.getAttribute("aria-label"))'
NARRATION = 'document.querySelector(".narration").textContent'


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = installed.on_path()
    if program is None:
        pytest.skip("needs Firefox: Debian's package is firefox-esr")
    with contextlib.ExitStack() as stack:
        try:
            started = stack.enter_context(running(program, tmp_path_factory.mktemp("firefox")))
        except TimeoutError:
            pytest.skip("needs a Firefox that starts")
        yield started


def test_the_default_program_is_drawn_stepped_and_explained(firefox: Firefox, server_url: str) -> None:
    firefox.open(server_url + "/")
    firefox.expect(f"{LABELS}.length", 8)
    # A first visit plays to its end.
    firefox.expect(f'{LABELS}.includes("a, input, data 2, gradient 31, feeds b*a, a + d")', True)
    firefox.press(HOME)
    firefox.expect(f'{LABELS}.includes("a, input, data 2, gradient not computed yet, feeds b*a, a + d")', True)
    firefox.press(".")
    firefox.expect(f'{LABELS}.includes("b*a, intermediate, multiply, data 6, gradient not computed yet, feeds b*a + c")', True)
    assert "b⋅a" in firefox.evaluate(NARRATION)
    firefox.press(END)
    firefox.expect(f'{LABELS}.includes("a, input, data 2, gradient 31, feeds b*a, a + d")', True)
    firefox.click('#graph .card[data-node="0"]')
    firefox.expect('document.querySelector("#graph .card.selected")?.getAttribute("data-node")', "0")
    assert firefox.complaints == []


def test_alike_groups_are_stacked_and_flipped_through(firefox: Firefox, server_url: str) -> None:
    # So narrow that the page opens with a part of the graph at its full size, where pagers are drawn.
    firefox.open(server_url + link(STACKED, direction="right"), 1280, 800)
    stack = f'{LABELS}.find((label) => label.includes("stack of 100 alike"))'
    firefox.expect(f"{stack}?.includes(', 1 is shown: ')", True)
    firefox.click('[data-flip="1"]')
    firefox.expect(f"{stack}?.includes(', 2 is shown: ')", True)
    assert firefox.complaints == []


@pytest.mark.parametrize(("path", "drawn"), [("/learn", "main article, main li"), ("/training", "svg, canvas")])
def test_lessons_and_studio_are_drawn(path: str, drawn: str, firefox: Firefox, server_url: str) -> None:
    firefox.open(server_url + path)
    firefox.expect(f"document.querySelectorAll('{drawn}').length > 0", True)
    assert firefox.complaints == []


def test_a_page_of_its_own_unpacks_a_large_graph_from_disk(firefox: Firefox, tmp_path: Path) -> None:
    graph = graph_of("x = [0.5, 1.5]\n" + "x = tanh(x * 1.1)\n" * 1_500 + "L = sum(x)")
    html = web_page(graph)
    assert 'data-packed="gzip"' in html
    file = tmp_path / "flow.html"
    file.write_text(html, encoding="utf-8")
    firefox.open(file.as_uri())
    firefox.expect('document.querySelector("[role=slider]")?.getAttribute("aria-valuenow")', str(len(graph["steps"])))
    firefox.expect('document.querySelectorAll(".card").length > 0', True)
    assert firefox.complaints == []
