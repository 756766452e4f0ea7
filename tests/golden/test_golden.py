"""The whole answers for about fifty programs.

After a change that is meant, `python -m tests.golden.test_golden` writes them again.
"""

import json
import math
from pathlib import Path

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from tests.columns import columns
from tests.golden.programs import PROGRAMS
from tests.in_turn import in_turn

KEPT = Path(__file__).with_name("answers.json")


def compact(value: object) -> object:
    """Numbers to twelve digits: the last ones may differ between platforms."""
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {name: compact(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [compact(each) for each in value]
    return value


def answered(program: str) -> object:
    graph = graph_json(run(parse(program)))
    return compact(graph | {table: columns(graph[table]) for table in ("nodes", "edges", "steps")})


def test_there_is_an_answer_for_each_program_and_no_other() -> None:
    assert list(json.loads(KEPT.read_text())) == PROGRAMS


@in_turn("program", PROGRAMS, ids=lambda program: program[:40])
def test_the_answer_is_what_it_was(program: str) -> None:
    assert json.loads(json.dumps(answered(program))) == close_to(json.loads(KEPT.read_text())[program])


def close_to(value: object) -> object:
    """The kept answer, its numbers with a tolerance for the last of twelve digits."""
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-11, abs=1e-300)
    if isinstance(value, dict):
        return {name: close_to(each) for name, each in value.items()}
    if isinstance(value, list):
        return [close_to(each) for each in value]
    return value


if __name__ == "__main__":
    lines = [f"{json.dumps(program)}: {json.dumps(answered(program), ensure_ascii=False)}" for program in PROGRAMS]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
