"""Graphs stand whole with both numbers on every card: of the thirteen in whole_graphs.py, in each window the hardest that do."""

from collections.abc import Callable
from typing import Any

import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.legibility import LEAST_TYPE, legibility, seen_from_afar
from tests.browser.pages import Workbench, link
from tests.browser.whole_graphs import PASTED

WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 400, "height": 850}, "has_touch": True},
    "lying phone": {"viewport": {"width": 850, "height": 400}, "has_touch": True},
}
GALLERY = {example.name: example.program for example in EXAMPLES}
LEAST_NUMBER = {"desk": LEAST_TYPE, "wall": 1080 / 57, "laptop": LEAST_TYPE, "phone": LEAST_TYPE, "lying phone": LEAST_TYPE}
"""Pixels; on a wall, a part of its height."""

CARDS = """() => {
  const stage = document.querySelector("#graph svg.graph-canvas").getBoundingClientRect();
  const zoom = document.querySelector("#graph .viewport").getCTM().a;
  return [...document.querySelectorAll("#graph .card")].map((card) => {
    const {left, right, top, bottom} = card.querySelector(".card-body").getBoundingClientRect();
    const numbers = [...card.querySelectorAll(".number")];
    return {
      inside: left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1,
      numbers: numbers.filter((number) => number.checkVisibility() && number.textContent !== "").length,
      type: Math.min(...numbers.map((number) => parseFloat(getComputedStyle(number).fontSize) * zoom)),
    };
  });
}"""


@pytest.mark.parametrize(
    ("window", "name"),
    [
        *(("desk", name) for name in ("micrograd", "network", "pendulum", "lstm-cell", "logistic-regression")),
        *(("wall", name) for name in ("pendulum", "lstm-cell", "logistic-regression")),
        *(("laptop", name) for name in ("micrograd", "pendulum", "logistic-regression")),
        *(("phone", name) for name in ("paths", "neuron-taken-apart", "quadratic")),
        *(("lying phone", name) for name in ("paths", "neuron-taken-apart", "quadratic")),
    ],
)
def test_a_graph_stands_whole_and_can_be_read(open_workbench: Callable[..., Workbench], window: str, name: str) -> None:
    state = {"projector": 1} if window == "wall" else {}
    address = link({**GALLERY, **PASTED}[name], **state)
    workbench = open_workbench(address, reduced_motion="reduce", **WINDOWS[window])
    workbench.settle()
    if window == "laptop":
        workbench.tool("Explanation").click()
    workbench.painted()
    workbench.page.wait_for_timeout(300)
    cards = workbench.page.evaluate(CARDS)
    assert len(cards) >= 12
    assert all(card["inside"] and card["numbers"] == 2 for card in cards), cards
    assert min(card["type"] for card in cards) >= LEAST_NUMBER[window]
    assert legibility(workbench.page).faults == []


EMPTY = """() => [...document.querySelectorAll("#graph .card")]
  .filter((card) => ![...card.querySelectorAll("text")].some((text) => text.textContent.trim() && text.checkVisibility()))
  .map((card) => card.getAttribute("aria-label"))"""


@pytest.mark.parametrize(
    ("window", "name"),
    [
        *(("phone", name) for name in ("lstm-cell", "ppo-loss", "black-scholes", "bayesian-logistic", "pasted pendulum")),
        *(("lying phone", name) for name in ("lstm-cell", "kalman-update", "black-scholes", "bayesian-logistic")),
        # Of more than 48 nodes, which open folded.
        *((window, name) for window in ("phone", "lying phone") for name in ("pendulum", "transformer-block")),
    ],
)
def test_what_can_be_read_whole_from_afar_opens_so(open_workbench: Callable[..., Workbench], window: str, name: str) -> None:
    """Where no picture of it has room that is read close by; what is written on a card has room, be it a symbol alone."""
    programs = {**GALLERY, "pasted pendulum": PASTED["pendulum"]}
    workbench = open_workbench(link(programs[name]), reduced_motion="reduce", **WINDOWS[window])
    workbench.settle()
    seen_from_afar(workbench.page)
    cards = workbench.page.evaluate(CARDS)
    assert len(cards) >= 12
    assert all(card["inside"] for card in cards), cards
    assert len(workbench.page.evaluate(EMPTY)) <= (3 if name == "transformer-block" else 1)
    assert legibility(workbench.page).faults == []
