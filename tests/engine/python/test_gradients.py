"""Every way in which a program computes with a number keeps what it was computed from, or is refused."""

import ast

import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from backpass.engine.python.source import Source
from backpass.engine.reading.whole import run_source

WAYS = [
    "x*n",
    "2*n + x",
    "2.0*n*x",
    "0.5*n + n/2.0 + 3.0**n + x",
    "n*2.5 + 2*x + 1/x + 2.5/n",
    "pow(x, 2) + pow(2.0, n) + pow(n, x)",
    "math.pow(2.0, n) + math.log(x, 2) + math.fabs(-x) + math.hypot(x, n) + math.log(8.0, x)",
    "math.prod([x, n, 2.5]) + math.fsum([x, n, 0.5]) + math.fsum(a*x for a in [x, n])",
    "sum([x, n, x*n]) + sum([n, 0.5]) + sum((a for a in (x, 1.5)), 0.5)",
    "operator.mul(2.5, n) + operator.add(x, n) + functools.reduce(operator.mul, [0.5, n, x])",
    "functools.reduce(lambda a, b: a*b, [0.5, n, x]) + list(itertools.accumulate([0.5, n, x]))[-1]",
    "max(x, n, 1.0)*x + min([x, n, 9.0]) + min(a*a for a in (x, n))",
    "abs(-x) + abs(n) + divmod(x, 2.0)[1] + (x % n) + (7.5 % x)",
    "float(x)*2 + float(n) + x.real*3 + x.conjugate()",
    "copy.copy(x)*2 + copy.deepcopy([n])[0]*x",
    "kept(x)*2 + kept(n) + kept(y)",
    "[*map(lambda a: a*n, [x, 2.0])][0] + {1: x}[1]*n + (lambda *a: a[0]*a[1])(x, n)",
    "-x*n + (+x) - (-n)",
    "x.__mul__(n) + x.__rsub__(1.0) + n.__add__(2)*x",
    "x*True + n*False + x",
    "sum(map(float, [x, n])) + functools.partial(float)(x)*n",
]
BEGINNING = """
import copy, functools, itertools, math, operator, random
x = 1.7
n = 3
y = 1.7
@functools.lru_cache
def kept(a):
    return a*a
"""
CONSTANT = ["n & 1", "3 | n", "n ^ 2", "n << 1", "1 >> n", "~n", "pow(n, 2, 7)", "n**700 / n**699", "n % 10**400"]
"""What has Python's value and no gradient, which a note says."""
REFUSED = [
    "(-x)**0.5",
    "x*complex(1, 2)",
    "complex(1, 2)*x",
    "complex(x, 1).real",
    "math.gamma(x)",
    "math.modf(x)[0]",
    "math.remainder(x, n)",
    "random.uniform(x, 2.0)",
    "math.dist([x], [n])",
]


def gradient(expression: str) -> dict[str, float]:
    """The derivative by each input, 0 where there is none."""
    text = f"{BEGINNING}{expression}"
    run = run_source(parse(text), Source(text, ast.parse(text)))
    found = backward(run.output, 1.0)
    by_tensor = dict(zip(found.tensors, found.values, strict=True))
    return {name: float(by_tensor.get(leaf) or 0.0) for name, leaf in run.inputs.items()}


def value(expression: str, **given: float) -> float:
    """What the expression is at other numbers."""
    text = f"{BEGINNING}{expression}"
    values = {"x": 1.7, "n": 3.0, "y": 1.7} | given
    for name, number in values.items():
        text = text.replace(f"\n{name} = {3 if name == 'n' else 1.7}\n", f"\n{name} = {number!r}\n")
    return float(run_source(parse(text), Source(text, ast.parse(text))).output.raw)


@pytest.mark.parametrize("expression", WAYS)
def test_a_derivative_is_what_differences_say(expression: str) -> None:
    for name, found in gradient(expression).items():
        at = {"x": 1.7, "n": 3.0, "y": 1.7}[name]
        step = 1e-6
        by_differences = (value(expression, **{name: at + step}) - value(expression, **{name: at - step})) / (2 * step)
        assert found == pytest.approx(by_differences, abs=1e-5, rel=1e-5), name


@pytest.mark.parametrize("expression", REFUSED)
def test_what_has_no_derivative_here_is_refused(expression: str) -> None:
    with pytest.raises(ProblemError, match="derivative of"):
        gradient(expression)


@pytest.mark.parametrize("expression", CONSTANT)
def test_a_result_without_a_derivative_is_one_that_a_note_speaks_of(expression: str) -> None:
    text = f"{BEGINNING}x*({expression})"
    run = run_source(parse(text), Source(text, ast.parse(text)))
    assert run.output.raw == 1.7 * eval(expression, {"n": 3, "pow": pow})
    assert any("counts as a constant" in problem.message for problem in run.problems)
