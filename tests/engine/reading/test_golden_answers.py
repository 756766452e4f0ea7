"""The golden answers by the new evaluator: whole, but for those of a list that may only become shorter."""

import ast
import json

from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.language.formula_tree import NoTreeError, formula_tree
from backpass.engine.problems import ProblemError
from backpass.engine.python.source import Source
from backpass.engine.reading.whole import run_source
from backpass.engine.serialization.graph_json import graph_json
from tests.columns import columns
from tests.golden.programs import PROGRAMS
from tests.golden.test_golden import KEPT, close_to, compact
from tests.in_turn import in_turn

DIFFERENT = {
    "from micrograd.engine import Value": "a library",
    "W = [[1.0, -2.0], [3.0, 0.5]]": "lists of numbers are arrays in a formula",
    "import random": "`Value` of a library",
    "a = Value(2.0, label='a')": "`Value` of a library",
    "loss = (y - w*x)**2": "`.backward()` of a formula",
}
"""Programs, by their first line, whose whole answer is another one yet, and why."""


def run_anew(text: str) -> Run:
    """A program or a formula, run by the new evaluator."""
    program = parse(text)
    try:
        return run_source(program, Source(text, formula_tree(program)), is_formula=True)
    except NoTreeError:
        return run_source(program, Source(text, ast.parse(text)))


def whole(text: str) -> object:
    """The whole answer, as golden answers are kept; None where it is refused."""
    try:
        graph = graph_json(run_anew(text))
    except ProblemError:
        return None
    return json.loads(json.dumps(compact(graph | {table: columns(graph[table]) for table in ("nodes", "edges", "steps")})))


@in_turn("program", PROGRAMS, ids=lambda program: program[:40])
def test_the_whole_answer_is_the_golden_one(program: str) -> None:
    is_equal = whole(program) == close_to(json.loads(KEPT.read_text())[program])
    assert is_equal == (program.partition("\n")[0] not in DIFFERENT)
