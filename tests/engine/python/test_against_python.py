"""Programs whose numbers are remembered print and raise what CPython does. The list of those that do not may only shrink."""

import ast
from typing import Any

from backpass.engine.limits import Limits
from backpass.engine.problems import ProblemError
from backpass.engine.python.numbers import plain
from backpass.engine.python.run import evaluate
from backpass.engine.python.source import Source
from tests.engine.own_engine.oracle import of_cpython
from tests.engine.plain_python.test_against_python import DIFFERENT as OF_PLAIN_PYTHON
from tests.engine.plain_python.test_against_python import cases
from tests.fuzz.python_programs import program

DIFFERENT: set[str] = set()
"""Programs that print something else than CPython only where numbers are remembered."""
RANDOM = 40


def answered(text: str) -> tuple[str, str | None] | None:
    """What a program prints, and the name of the exception that ends it; None where it is refused."""
    try:
        outcome = evaluate(Source(text, ast.parse(text)), Limits(), shows=False).outcome
    except ProblemError:
        return None
    return outcome.printed, None if outcome.error is None else type(outcome.error).__name__


def test_programs_give_the_numbers_of_python() -> None:
    different = {case["name"]: found for case in cases("numbers.jsonl") if (found := _number(case["program"])) != case["value"]}
    assert not different


def _number(text: str) -> Any:
    return plain(evaluate(Source(text, ast.parse(text)), Limits(), shows=False).names.get("out"))


def test_programs_print_what_python_prints() -> None:
    recorded = cases("programs.jsonl")
    different = {
        case["name"] for case in recorded if answered(case["program"]) != (case["printed"], case["error"] and case["error"][0])
    }
    assert different - OF_PLAIN_PYTHON <= DIFFERENT
    assert different >= DIFFERENT, f"take {DIFFERENT - different} out of DIFFERENT: they are right now"


def test_random_programs_print_what_python_prints() -> None:
    texts = [program(f"remembered/{number}") for number in range(RANDOM)]
    for text, (printed, error) in zip(texts, of_cpython(texts), strict=True):
        assert answered(text) == (printed, error and error[0]), text
