"""Powers whose raised characters came down in a copy: the number stays, and a note says how the power is written."""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say
from backpass.engine.problems import Problem


def notes(text: str) -> list[Problem]:
    start = say("lost-power", shown="\0").partition("\0")[2]
    return [problem for problem in run(parse(text)).problems if start in problem.message]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("y = 1/(1+e-x)", "y = 1/(1+e**(-x))"),
        ("f(x) = 1/(1+e−x)", "f(x) = 1/(1+e**(-x))"),
        ("k = 2\nt = 3\ny = e-2t + k", "k = 2\nt = 3\ny = e**(-2t) + k"),
        ("y = e-x2", "y = e**(-x**2)"),
        ("x = 3\ny = x2 + 3x", "x = 3\ny = x**2 + 3x"),
        ("f(x) = x2 + 1", "f(x) = x**2 + 1"),
        ("y = 1 + x + x3", "y = 1 + x + x**3"),
    ],
)
def test_what_apply_writes_is_the_power_and_is_not_noted_again(text: str, mended: str) -> None:
    (note,) = notes(text)
    assert note.replacement
    (start, end), written = note.replacement
    assert text[:start] + written + text[end:] == mended
    assert notes(mended) == []


def test_where_the_power_may_go_on_it_is_not_written_by_itself() -> None:
    (note,) = notes("y = e-x2/2")
    assert note.replacement is None


@pytest.mark.parametrize(
    "text",
    [
        "x1 = 2\nx2 = 3\ny = x1*x2",
        "x = 1\ny = x + x1*x2",
        "x = 1\nx3 = 4\ny = x + x2*x3",
        "y = w2*x2 + b",
        "e = 3\nx = 2\ny = e-x",
        "x = 2\ny = e - x",
        "y = (e-1)/2",
        "f(x) = 2x\nx = 3\ny = e-f(x)",
        "import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x*x2",
    ],
)
def test_names_that_are_numbered_and_differences_are_left_alone(text: str) -> None:
    assert notes(text) == []
