"""Graphs stand whole with numbers on every card: of the thirteen in whole_graphs.py, in each window the hardest that do."""

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


ON_CARDS: dict[str, dict[int, list[str]]] = {
    "desk": {2: ["logistic-loss"], 1: ["micrograd", "network", "lstm-cell", "logistic-regression"]},
    "wall": {1: ["lstm-cell", "logistic-regression"]},
    "laptop": {2: ["logistic-loss"], 1: ["micrograd", "network", "logistic-regression"]},
    "phone": {1: ["paths", "neuron-taken-apart", "quadratic", "logistic-loss"]},
    "lying phone": {1: ["paths", "neuron-taken-apart", "quadratic"]},
}
"""By window: of how many numbers each card is, in which graphs. Far cards have one, the others value and gradient."""


@pytest.mark.parametrize(
    ("window", "numbers", "name"),
    [(window, numbers, name) for window, graphs in ON_CARDS.items() for numbers, names in graphs.items() for name in names],
)
def test_a_graph_stands_whole_and_can_be_read(
    open_workbench: Callable[..., Workbench], window: str, numbers: int, name: str
) -> None:
    state = {"projector": 1} if window == "wall" else {}
    address = link({**GALLERY, **PASTED}[name], **state)
    workbench = open_workbench(address, **WINDOWS[window])
    workbench.settle()
    if window == "laptop":
        workbench.tool("Explanation").click()
    workbench.painted()
    workbench.page.wait_for_timeout(300)
    cards = workbench.page.evaluate(CARDS)
    assert len(cards) >= 12
    assert all(card["inside"] and card["numbers"] == numbers for card in cards), cards
    assert min(card["type"] for card in cards) >= LEAST_NUMBER[window]
    assert legibility(workbench.page).faults == []


EMPTY = """() => [...document.querySelectorAll("#graph .card")]
  .filter((card) => ![...card.querySelectorAll("text")].some((text) => text.textContent.trim() && text.checkVisibility()))
  .map((card) => card.getAttribute("aria-label"))"""


@pytest.mark.parametrize(
    ("window", "name"),
    [
        *(("phone", name) for name in ("lstm-cell", "ppo-loss", "black-scholes")),
        *(("lying phone", name) for name in ("lstm-cell", "kalman-update", "black-scholes")),
    ],
)
def test_what_can_be_read_whole_from_afar_opens_so(open_workbench: Callable[..., Workbench], window: str, name: str) -> None:
    """Where no picture of it has room that is read close by; what is written on a card has room, be it a symbol alone."""
    workbench = open_workbench(link(GALLERY[name]), **WINDOWS[window])
    workbench.settle()
    seen_from_afar(workbench.page)
    cards = workbench.page.evaluate(CARDS)
    assert len(cards) >= 12
    assert all(card["inside"] for card in cards), cards
    assert len(workbench.page.evaluate(EMPTY)) <= 1
    assert legibility(workbench.page).faults == []
