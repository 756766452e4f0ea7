"""Graphs stand whole with both numbers on every card: of the thirteen in whole_graphs.py, in each window the hardest that do."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.bench.legibility import examples_of
from tests.browser.legibility import LEAST_TYPE, legibility
from tests.browser.pages import Workbench, link
from tests.browser.whole_graphs import PASTED

WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 400, "height": 850}, "has_touch": True},
    "lying phone": {"viewport": {"width": 850, "height": 400}, "has_touch": True},
}
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
    workbench = open_workbench(reduced_motion="reduce", **WINDOWS[window])
    gallery = {example["name"]: example["program"] for example in examples_of(workbench.page)}
    state = {"projector": 1} if window == "wall" else {}
    workbench.page.goto("about:blank")
    workbench.page.goto(link({**gallery, **PASTED}[name], **state))
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
