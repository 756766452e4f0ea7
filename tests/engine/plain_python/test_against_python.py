"""Programs of every kind print and raise what CPython does. The lists of those that do not may only become shorter."""

import ast
import json
from pathlib import Path
from typing import Any

from backpass.engine import Limits
from backpass.engine.plain_python.machine import Machine
from tests.engine.own_engine.oracle import of_cpython
from tests.fuzz.python_programs import program, same

DIFFERENT = {"classes: a class within a class", "classes: properties by inheritance"}
"""Programs that print something else than CPython: names of nested classes and of `property`."""
RANDOM = 40


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file, one a line."""
    return [json.loads(line) for line in (Path(__file__).parent / "data" / name).read_text("utf-8").splitlines()]


def test_programs_give_the_numbers_of_python() -> None:
    different = {case["name"]: found for case in cases("numbers.jsonl") if (found := _number(case["program"])) != case["value"]}
    assert not different


def _number(text: str) -> Any:
    return Machine(text, Limits()).run(ast.parse(text)).names.get("out")


def test_programs_print_what_python_prints() -> None:
    recorded = cases("programs.jsonl")
    assert len(recorded) > 100
    different = {case["name"] for case in recorded if not same(case["program"], case["printed"], case["error"])}
    assert different <= DIFFERENT
    assert different >= DIFFERENT, f"take {DIFFERENT - different} out of DIFFERENT: they are right now"


def test_the_recorded_answers_are_of_python() -> None:
    recorded = cases("programs.jsonl")
    answers = of_cpython([case["program"] for case in recorded])
    assert [(case["printed"], case["error"]) for case in recorded] == answers


def test_random_programs_print_what_python_prints() -> None:
    texts = [program(f"test/{number}") for number in range(RANDOM)]
    for text, (printed, error) in zip(texts, of_cpython(texts), strict=True):
        assert same(text, printed, error), text


def test_a_program_that_differs_is_seen() -> None:
    assert not same("print(1)", "2\n", None)
    assert not same("1/0", "", None)
    assert same("1/0", "", ["ZeroDivisionError", "division by zero"])
    assert not same("import os\nos.remove('x')", "", None)
