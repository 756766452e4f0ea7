"""Where the answer of `where` jumps: at a condition that varies and is exactly 0."""

import json
from typing import Any

import pytest

from backpass.app.api.endpoints.gradients import answer_gradient
from backpass.engine import Limits
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code
from backpass.engine.serialization.graph_json import gradient_json

JUMPS = {
    "an input": ("where(x, y, z)", {"x": 0.0}, True),
    "a difference": ("where(x - 1, y, z)", {"x": 1.0}, True),
    "one element": ("where(x, 2*x, 3*x)", {"x": [1.0, 0.0]}, True),
    "elsewhere": ("where(x, y, z)", {"x": 0.5}, False),
    "a comparison": ("where(x > 1, y, z)", {"x": 0.0}, False),
    "two comparisons": ("where((x > 1) * (y > 2), x, y)", {"x": 0.0}, False),
    "a comparison times a value": ("where((x > 1) * y, x, y)", {"x": 0.0, "y": 3.0}, True),
    "a number": ("where(0, x, y)", {}, False),
}


def kinks(answer: dict[str, Any]) -> list[str]:
    return [each["message"] for each in answer["problems"] if each["code"] == Code.KINK]


@pytest.mark.parametrize(("program", "inputs", "jumps"), JUMPS.values(), ids=JUMPS)
def test_a_jump_is_reported(program: str, inputs: dict[str, Any], jumps: bool) -> None:
    found = kinks(gradient_json(run(parse(program), inputs)))
    assert any("where" in each for each in found) == jumps


def test_a_cached_answer_reports_it_too() -> None:
    def ask(x: float) -> dict[str, Any]:
        body = json.dumps({"program": "x * where(x, y, z)**2", "inputs": {"x": x, "y": 1.2, "z": 0.2}}).encode()
        answer: dict[str, Any] = json.loads(answer_gradient(body, Limits()).body)
        return answer

    for x in (1.0, 2.0, 3.0, 4.0):
        assert not kinks(ask(x))
    assert kinks(ask(0.0))
