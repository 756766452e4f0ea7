"""Engines that mean harm, or lie about themselves: answered within limits, by a graph or by what is wrong."""

import json
import re

import pytest

from backpass.app.api.endpoints.examinations import answer_examination
from backpass.app.api.endpoints.graphs import answer_graph
from backpass.engine import Limits
from tests.engine.own_engine.makes import CLOSURES, CLOSURES_USE

PROGRAM = CLOSURES + CLOSURES_USE
LIMITS = Limits(repetitions=30_000, elements=300_000, printed=20_000)


def with_method(text: str) -> str:
    """The engine of closures with a method more."""
    return PROGRAM.replace("    def __repr__(self):", f"    {text}\n    def __repr__(self):", 1)


HOSTILE = {
    "a lookup that calls itself": (
        with_method("def __getattr__(self, name): return getattr(self, name + 'x')") + "a.nothing\n",
        "The recursion of the engine is too deep",
    ),
    "an equality that lies": (
        with_method("def __eq__(self, other): return True\n    def __hash__(self): return 1"),
        "sends nothing to",
    ),
    "an equality that calls itself": (
        with_method("def __eq__(self, other): return self == other\n    def __hash__(self): return 1"),
        "The recursion of the engine is too deep",
    ),
    "a store that calls itself": (
        with_method("def __setattr__(self, name, value): self.__setattr__(name, value)"),
        "The recursion of the engine is too deep",
    ),
    "objects that hold one another": (
        PROGRAM + "a.other = b\nb.other = a\na.prev = (L,)\n",
        "",
    ),
    "a million objects": (PROGRAM + "many = [Value(float(i)) for i in range(1000000)]\n", "300,000"),
    "a pass without end": (
        PROGRAM.replace("        self.grad = 1.0\n", "        while True: self.grad += 1.0\n"),
        "limit of 300,000",
    ),
    "names of Python overwritten": ("sum = None\nlen = 3\n" + PROGRAM + "math = None\nisinstance = None\n", ""),
    "the use of os": ("import os\n" + PROGRAM + "os.system('ls')\n", "`os` has no `system` here"),
    "the import of os alone": ("import os\n" + PROGRAM, ""),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_engines_are_answered(name: str) -> None:
    program, message = HOSTILE[name]
    answer = answer_graph(json.dumps({"program": program}).encode(), LIMITS)
    content = json.loads(answer.body)
    if message:
        assert any(re.search(message, problem["message"]) for problem in content["problems"])
    else:
        assert (answer.status, content["own_engine"]["verdict"]) == (200, "right")
    examined = answer_examination(json.dumps({"program": program, "hints": False}).encode(), LIMITS)
    assert examined.status in (200, 422)
    assert json.loads(examined.body).get("passed") is not None or examined.status == 422
