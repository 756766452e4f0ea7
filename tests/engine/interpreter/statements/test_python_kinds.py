"""What a program learns about its values from Python's functions: their kinds, and numbers of generators of their own."""

import contextlib
import io

import pytest

from engine.interpreter.run import run
from engine.language import parse

_NUMBERS = """
x = 2.0
k = 3
def kinds(a):
    return isinstance(a, float), isinstance(a, int), isinstance(a, (int, float))
print(isinstance(3, float), isinstance(3.0, float), isinstance(True, int), isinstance(2.5, int))
print(kinds(x), kinds(k), kinds(2.5), kinds(x * 2))
x * k
"""

_GENERATORS = """
import numpy as np
first = np.random.default_rng(1)
second = np.random.default_rng(2)
draw = first.normal
print(first.random(), second.random(), first.random(), draw(), second.integers(0, 100))
print(second.normal(), first.uniform(2.0, 3.0))
"""


def _printed_by_python(text: str) -> list[str]:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(text, {})
    return written.getvalue().splitlines()


@pytest.mark.parametrize("text", [_NUMBERS, _GENERATORS])
def test_python_prints_the_same(text: str) -> None:
    assert list(run(parse(text)).printed) == _printed_by_python(text)


@pytest.mark.parametrize(
    ("maker", "kind"),
    [("from micrograd.engine import Value\na = Value(2.0)", "Value"), ("import torch\na = torch.tensor(2.0)", "torch.Tensor")],
)
def test_values_of_libraries_are_no_numbers_of_python(maker: str, kind: str) -> None:
    made = run(
        parse(f"{maker}\ndef f(v): return isinstance(v, {kind}), isinstance(v, (int, float))\nprint(f(a), f(a*2), f(3))\na*a")
    )
    assert list(made.printed) == ["(True, False) (True, False) (False, True)"]
