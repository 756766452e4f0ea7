"""Whole numbers that floats do not hold are Python's: printed, divided and compared exactly, or refused by name."""

import contextlib
import io

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

_FACTORIAL = "def f(n):\n    return 1 if n == 0 else n * f(n - 1)\n"
_GENERATOR = (
    "s = 12345\nfor i in range({}):\n    s = (6364136223846793005 * s + 1442695040888963407) % 2**64\nprint(s, s / 2**64)"
)

PROGRAMS = (
    _FACTORIAL + "print(f(25) // f(23), f(25), f(25) % f(24))",
    _GENERATOR.format(5),
    _GENERATOR.format(300),
    "def g(): pass\n" + _GENERATOR.format(5),
    "def g(): pass\nprint((2**64 + 1) - 2**64, 10**20, -(2**70), 2**100 % 7, 123456789012345678901 + 1, 2**53 + 1)",
    "def g(): pass\nprint(abs(-3**50), 3**50 > 3**49, int('9' * 25), max(2**70, 2**71), 2**70 // 3, sum([2**70, 1]))",
    "def g(): pass\nprint(2**70 * 1.0, 1 / 2**70, 2**70 == 2.0**70, float('inf') > 2**70, f'{2**70}', {2**64: 1}[2**64])",
    "def g(): pass\nprint('%d' % 10**20, divmod(2**70, 10))",
    "x = 10**20\nprint(x)",
    "x = 10**2\nprint(x)",
    "a = 9007199254740993\nb = a - 9007199254740992\nprint(a, b, a % 10)",
    "x = 1e17\nprint(x + 1, 3.0**40)",
    "x = 3.0\ny = x * 2**60\nprint(y, y // 3)",
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_they_are_printed_as_python_prints_them(program: str) -> None:
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        exec(compile(program, "program", "exec"), {})
    assert list(run(parse(program)).printed) == lines.getvalue().splitlines()


def test_the_value_on_the_graph_is_the_float_that_is_nearest() -> None:
    found = run(parse(_FACTORIAL + "y = f(25) // f(23)\ny"))
    assert found.output.raw == 600.0


@pytest.mark.parametrize("program", ["def g(): pass\nprint(10**400)", "def g(): pass\nprint(2**1000 * 2**1000)"])
def test_one_that_is_too_long_is_refused(program: str) -> None:
    with pytest.raises(ProblemError, match="more than 308 digits"):
        run(parse(program))
