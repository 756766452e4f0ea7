"""Where Python itself would raise an error for plain numbers, a note beside the line says so, and only there."""

import math

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code

HEAD = "import math\ndef f(x):\n    return x\nx = f(2.0)\ndef g(k, n):\n    return {}\ny = x * g({})"


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("k/n", "1.0, 0.0"),
        ("k//n", "1.0, 0.0"),
        ("k % n", "5.0, 0.0"),
        ("k**n", "0.0, -1.0"),
        ("k**n", "10.0, 400.0"),
        ("k**n", "-8.0, 0.5"),
        ("k**n", "2.0, 3.0"),
        ("k/n", "1.0, 3.0"),
        ("k/n", "1e308, 1e-10"),
        ("k*n", "1e308, 10.0"),
        ("k - n", "1e308, 1.0"),
        ("math.sqrt(k)", "-1.0, 0.0"),
        ("math.log(k)", "0.0, 0.0"),
        ("math.exp(k)", "1000.0, 0.0"),
        ("math.acos(k)", "2.0, 0.0"),
        ("math.sqrt(k) + math.exp(n)", "4.0, 1.0"),
    ],
)
def test_notes_are_where_python_gives_no_real_number(expression: str, numbers: str) -> None:
    plain = [f"float('{each}')" for each in numbers.split(", ")]
    program = HEAD.format(expression, ", ".join(plain))
    values = dict(zip("kn", map(float, numbers.split(", ")), strict=True))
    try:
        raises = isinstance(eval(expression, {"math": math}, values), complex)
    except (ArithmeticError, ValueError):
        raises = True
    notes = [each for each in run(parse(program)).problems if each.code is Code.LIBRARY_DIFFERS]
    assert bool(notes) == raises, notes
    for note in notes:
        assert note.message.startswith("Python ")
        assert note.span is not None
        assert program[slice(*note.span)] in program
