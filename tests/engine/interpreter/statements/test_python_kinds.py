"""What a program learns about its values from Python's functions: their kinds, and numbers of generators of their own."""

import contextlib
import io

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

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


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("class A:\n    def __new__(cls): return 3\nx*1", "method-not-called"),
        ("class A:\n    def __init_subclass__(cls): pass\nclass B(A): pass\nx*1", "method-not-called"),
        ("class A:\n    def __get__(self, owner, kind): return 3\nx*1", "method-not-called"),
        ("class A(list): pass\nx*1", "base-of-python"),
        ("class A(int): pass\nx*1", "base-of-python"),
        ("from enum import Enum\nclass A(Enum):\n    B = [1]\nx*1", "no-enumeration"),
        ("y := x", "assigned-by-colon"),
        ("y = x + z := 2", "assigned-by-colon"),
        ("def f(/, a): return a\nx*1", "parameter-list"),
        ("def f(a, /): return a\nf(a=x)", "argument-missing"),
    ],
)
def test_what_python_would_do_otherwise_is_refused(text: str, key: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(f"x = 2.0\n{text}"))
    assert getattr(caught.value.problems[0].message, "key", "") == key


def test_a_walrus_is_a_name_that_a_left_out_statement_would_have_given() -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse("x = 2.0\nn = 1.0\n# left out: if (n := g(x)) > 1: pass\nx*n"))
    assert getattr(caught.value.problems[0].message, "key", "") == "name-left-out"
