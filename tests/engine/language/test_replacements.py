"""What a problem advises to write, where that is certain: applied as it is given, it mends the program."""

import pytest

from backpass.engine.interpreter.partial import run_partly
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.problems import Problem, ProblemError, Severity, nearest

_STEP = (
    "import torch\nw = torch.tensor(2.0, requires_grad=True)\no = torch.optim.SGD([w], lr=0.1)\nL = w**2\nL.backward()\no.step"
)


def _problems(text: str) -> list[Problem]:
    try:
        return list(run_partly(parse(text), limits=Limits(nodes=20_000)).problems)
    except ProblemError as error:
        return list(error.problems)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x = 2\ny = sin x", "x = 2\ny = sin(x)"),
        ("x = 2\ny = tanh 2x + 1", "x = 2\ny = tanh(2x) + 1"),
        ("x = 2\ny = sinn(x)", "x = 2\ny = sin(x)"),
        ("x = 2\ny = tg x", "x = 2\ny = tan(x)"),
        ("x = 2\ny = tg(x)", "x = 2\ny = tan(x)"),
        ("x = 2\ny = grad(x**2, x)", "x = 2\ny = diff(x**2, x)"),
        ("x = 2;\ny = x^2;\ndisp(y)", "x = 2;\ny = x^2;\nprint(y)"),
        ("import numpy as np\nx = 2.0\ny = np.snh(x)", "import numpy as np\nx = 2.0\ny = np.sinh(x)"),
        ("x = 2\ny = x.tanhh()", "x = 2\ny = x.tanh()"),
        ("x = 2\ny = x.tanhh", "x = 2\ny = x.tanh()"),
        ("x = 2\ny = x.tanh", "x = 2\ny = x.tanh()"),
        ("x = 2,5\ny = x*2", "x = 2.5\ny = x*2"),
        (
            "import torch\nx = torch.tensor(2.0, requires_grad=True)\nL = x**2\nL.backward",
            "import torch\nx = torch.tensor(2.0, requires_grad=True)\nL = x**2\nL.backward()",
        ),
        (_STEP, f"{_STEP}()"),
        ("x = 2\ny := x**2", "x = 2\ny = x**2"),
        ("x = 2\nfor i in range(3)  # thrice\n    x = x*2", "x = 2\nfor i in range(3):  # thrice\n    x = x*2"),
        ("import torch\nx = 2\ny = torch.sinn(x)", "import torch\nx = 2\ny = torch.sin(x)"),
        ("def square(x): return x*x\nx = 2\ny = sqare(x)", "def square(x): return x*x\nx = 2\ny = square(x)"),
    ],
)
def test_what_is_advised_mends_the_program(text: str, written: str) -> None:
    advised = next(problem.replacement for problem in _problems(text) if problem.replacement is not None)
    start, end = advised.span
    assert text[:start] + advised.text + text[end:] == written
    assert not [problem for problem in _problems(written) if problem.severity is Severity.ERROR]


@pytest.mark.parametrize("text", ["x = 2\ny = cot(x)", "x = 2\ny = x y", "import torch\nnet = torch.nn.Linaer(2, 3).wieght"])
def test_nothing_is_offered_for_more_than_was_written(text: str) -> None:
    for problem in _problems(text):
        if problem.replacement is not None:
            start, end = problem.replacement.span
            assert nearest(text[start:end], [problem.replacement.text])


@pytest.mark.parametrize(
    ("text", "opened", "line"),
    [
        ("L = (a + b * c\nd = 2", "(", 1),
        ("a = 1\nL = f(a +\nd = 2\ne = (3 + d)", "(", 2),
        ("x = [1, (2),\ny = x", "[", 1),
        ("z = (a + b)*(c\nw = 3\n", "(", 1),
        ("a = 2\nc = (a + b\nd = c*a\n)", "(", 2),
        ("a = 2\nc = tanh(a\nd = c*a\nL = d)", "(", 2),
    ],
)
def test_a_bracket_left_open_is_named_with_its_line(text: str, opened: str, line: int) -> None:
    found = next(problem for problem in _problems(text) if problem.code == "unbalanced-parentheses")
    assert found.span is not None
    assert text[slice(*found.span)] == opened
    assert f"line {line}" in found.message
    assert text[: found.span[0]].count("\n") + 1 == line


def test_a_sign_is_named_as_it_was_typed() -> None:
    (found,) = [problem for problem in _problems("x = 2\ny = 3x^^2") if problem.severity is Severity.ERROR]
    assert "`^`" in found.message
    assert "**" not in found.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\nwhile True:\n    x = x*2\ny = x", "line 2 does not end"),
        ("import tensorflow as tf\nx = 2.0\nm = tf.keras.Sequential([])", "torch.nn"),
        ("from jax import grad\nx = 2.0\ny = grad(x**2, x)", "takes a function"),
        ("func f(_ x: Double) -> Double {\n    return x*x\n}", "Swift"),
        ("x = 2\nx > 3", "comparison"),
        ("y = x + 3)", "the matching `(`"),
        ("y = 2\nt = 3\nL = mse(y, t)", "mean((y - t)**2)"),
        ("x = 2\ny = blob(x, 3)", "def blob(x, y): return x + y"),
        ("import torch\nx = torch.tensor([1, 2], [3, 4])", "takes one list; the outer brackets"),
        ("x = 2\nprint('hello)\ny = x", "Add the closing quotation mark"),
        ("let w = 0.5;\nfor (let i = 0; i < 3; i++) {\n  w = 2 * w;\n}", "JavaScript"),
        ("x = 2\nif (x > 1) {\n  x = 3\n}", "with a colon instead of the curly bracket"),
        ("y = |x - 3", "the closing bar is missing"),
        ("y = 50% * x", "not a percentage"),
        ("y = 50%", "not a percentage"),
        ("x = 1.0\nwhile x > 0:\n    x = x*2\nx", "`while x > 0` was still true"),
        ("x = 1.0\nfor i in range(10**6):\n    x = x*1.1\nx", "Take fewer steps"),
    ],
)
def test_the_cause_is_named(text: str, said: str) -> None:
    assert any(said in f"{problem.message} {problem.hint}" for problem in _problems(text))


def test_a_loop_that_may_end_is_not_said_to_be_endless() -> None:
    assert not _problems("x = 1\nwhile True:\n    x = x*2\n    if x > 9:\n        break\ny = x")


def test_comparisons_are_read_as_mathematics_writes_them() -> None:
    assert run_partly(parse("x = 2\ny = 4*(x ≥ 2) + 2*(x ≤ 1) + (x ≠ 3)")).output.raw == 5.0


def test_swift_is_read() -> None:
    made = run_partly(parse("import Foundation\nvar x: Double = 3\nlet y = x*x\nprint(y)"))
    assert made.output.raw == 9.0
