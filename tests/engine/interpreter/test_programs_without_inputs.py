"""Programs that only print, and programs of definitions alone."""

import re

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say
from backpass.engine.problems import Code, ProblemError, nearest
from backpass.engine.serialization.graph_json import graph_json

DUAL = """\
class Dual:
    def __init__(self, value, slope=0.0):
        self.value = value
        self.slope = slope
    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)
    def __repr__(self):
        return f"Dual({self.value}, {self.slope})"
x = Dual(3.0, 1.0)
print(x * x)
"""


def test_what_is_printed_comes_back_with_a_note() -> None:
    answer = graph_json(run(parse(DUAL)))
    assert answer["printed"] == ["Dual(9.0, 6.0)"]
    assert answer["value"] == []
    assert answer["gradients"] == {}
    assert [problem["code"] for problem in answer["problems"]] == ["constant-output"]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("def f(a, b):\n    return a * b", "f(2.0, 2.0)"),
        ("def f(a, b=2, **k):\n    return a * b", "f(2.0)"),
        ("def f(xs):\n    return sum([x*x for x in xs])", "f([1.0, 2.0])"),
        ("def f(x):\n    y = x[0] * x[1]\n    return y", "f([1.0, 2.0])"),
        ("def f(w, x, b):\n    return w @ x + b", "f([1.0, 2.0], [1.0, 2.0], 2.0)"),
        ("def f(x):\n    return x * x\nclass A:\n    pass\nf(2.0)\nA", None),
        ("class A:\n    def __init__(self, n):\n        self.n = n", "A(2.0)"),
        ("class A:\n    pass", "A()"),
        ("def f(n):\n    t = 1.0\n    for i in range(n):\n        t = t * 2\n    return t * n", "f(2)"),
    ],
)
def test_a_program_of_definitions_is_offered_a_call_that_runs(text: str, call: str | None) -> None:
    if call is None:
        assert run(parse(text)).output.item() == 4.0
        return
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    (problem,) = caught.value.problems
    assert problem.code is Code.EMPTY_PROGRAM
    assert problem.hint == say("never-called.hint", call=call)
    if text.startswith("def"):
        assert run(parse(f"{text}\n{call}")).output.requires_grad


def test_only_a_call_that_runs_is_offered() -> None:
    for body in ("nowhere.known(x)", "f(x)", "x[0, 0, 0, 0]"):
        with pytest.raises(ProblemError) as caught:
            run(parse(f"def f(x):\n    return {body}"))
        assert [each.hint for each in caught.value.problems] == [say("call-it")]
    text = "import numpy as np\ndef f(X, w):\n    return np.dot(X, w).sum(axis=1)"
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    call = "f(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [3.0, 4.0]]))"
    assert caught.value.problems[0].hint == say("never-called.hint", call=call)


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("thn", ["tan", "tanh"], "tanh"),
        ("foo", ["floor"], None),
        ("softmx", ["softmax", "softplus"], "softmax"),
        ("retrun", ["return"], "return"),
        ("TANH", ["tanh"], "tanh"),
        ("Tensor", ["norm", "tensordot"], None),
        ("is_available", ["cat"], None),
        ("randint", ["stop_gradient", "inverse"], None),
        ("se", ["exp", "sin"], None),
        ("xyz", ["abc", "xaz"], "xaz"),
        ("x" * 5000, ["x"], None),
        ("anything", [], None),
    ],
)
def test_suggestions_are_within_two_letters(name: str, known: list[str], meant: str | None) -> None:
    assert nearest(name, known) == meant


def test_the_note_says_how_many_lines_were_printed() -> None:
    (problem,) = run(parse("print('a')\nprint('b')")).problems
    assert re.search(r"printed 2 lines", str(problem.message))


@pytest.mark.parametrize(
    "text",
    ["for x in xs:\n    print(x)", "for i in range(len(xs)):\n    y = xs[i]", "loss = sum([(a - b)**2 for a, b in zip(xs, xs)])"],
)
def test_lists_of_an_earlier_cell_are_called_so(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    (problem,) = caught.value.problems
    assert problem.code is Code.UNKNOWN_NAME
    assert problem.message == say("earlier-cell", names="`xs`", count=1)
    assert text[slice(*problem.span or (0, 0))] == "xs"


def test_a_number_of_the_program_is_not_said_to_come_from_elsewhere() -> None:
    with pytest.raises(ProblemError, match="A loop cannot iterate over"):
        run(parse("x = 2.0\nfor y in x:\n    print(y)"))
