"""Programs of PyTorch beside what the library itself prints for them: views, changes in place, kinds, hooks, layers, losses,
optimisers.

`python -m tests.engine.handles.test_against_pytorch` has the library run them all again and writes what it prints.
"""

import ast
import contextlib
import io
import json
import math
import re
from pathlib import Path

import pytest

from backpass.engine import ProblemError
from backpass.engine.limits import Limits
from backpass.engine.python.run import evaluate
from backpass.engine.python.source import Source
from tests.in_turn import in_turn

KEPT = Path(__file__).with_name("pytorch.json")
_WORD = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?|[^\W\d]+|\S")
_GRADIENT = re.compile(r",\s+grad_fn=<\w+>")
"""Which operation of the library made a tensor: here several may stand in the place of one."""
_SAVED = re.compile(r"set_detect_anomaly\(.*\)")

DIFFERENT = {
    "in place numpy shares": "an array does not share its numbers with a tensor",
    "case K2f": "an array does not share its numbers with a tensor",
    "case K4d": "numbers have 64 bits, so a product of 0 and a large one is 0",
    "case K4e": "numbers have 64 bits",
    "case K6i": "0·log 0 sends nothing back, with a note; PyTorch's gradient of the 0 in the logarithm is not a number",
    "case K9d": "`torch.linalg.svd` is not here",
    "case K10f": "`view` of numbers that do not lie side by side copies them",
    "case K15a": "`interpolate` is not here",
}
"""Programs whose answer is another one, and why. What is mended leaves this list."""

PROGRAMS: dict[str, list[str]] = json.loads(KEPT.read_text(encoding="utf-8"))


def printed_here(program: str) -> str:
    """What a program prints, and the exception that ends it."""
    try:
        done = evaluate(Source(program, ast.parse(program)), Limits(), shows=False)
    except ProblemError as error:
        return f"refused: {error.problems[0].message}"
    raised = done.outcome.error
    return done.outcome.printed + (f"RAISES {type(raised).__name__} {raised}\n" if raised is not None else "")


def words(text: str) -> list[str]:
    """The words and numbers of a printed text."""
    return _WORD.findall(_SAVED.sub("", _GRADIENT.sub("", text)))


def are_close(one: str, other: str) -> bool:
    """Whether two words are the same, or numbers that differ by what 32 bits lose."""
    if one == other:
        return True
    try:
        return math.isclose(float(one), float(other), rel_tol=3e-5, abs_tol=2e-4)
    except ValueError:
        return False


def are_same(found: str, real: str) -> bool:
    one, other = words(found), words(real)
    return len(one) == len(other) and all(map(are_close, one, other))


@in_turn("name", [name for name in PROGRAMS if name not in DIFFERENT])
def test_a_program_prints_what_it_prints_in_pytorch(name: str) -> None:
    program, real = PROGRAMS[name]
    found = printed_here(program)
    assert are_same(found, real), f"\n{found}\n--- PyTorch:\n{real}"


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_is_known_to_differ_still_does(name: str) -> None:
    program, real = PROGRAMS[name]
    assert not are_same(printed_here(program), real)


def printed_by_pytorch(program: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(program, {"__name__": "__main__"})
        except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
            print(f"RAISES {type(error).__name__} {error}")
    return printed.getvalue()


if __name__ == "__main__":
    lines = [f"{json.dumps(name)}: {json.dumps([each[0], printed_by_pytorch(each[0])])}" for name, each in PROGRAMS.items()]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
