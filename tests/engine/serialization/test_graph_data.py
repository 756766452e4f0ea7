"""A graph as data tells of the same contributions as the backward pass, edge by edge and step by step."""

from typing import Any

import pytest

from backpass.engine import backward
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.columns import ColumnTable, columns, rows
from backpass.engine.serialization.graph_json import data_json, graph_json
from tests.columns import columns as columns_of_rows

PROGRAMS = {
    "shared": "a = 2\nb = a*a + a\nb*b/a",
    "blocked": "where(x > 2, log(x - 1), x*y) + relu(-x)",
    "broadcast": "sum([[1, 2], [3, 4]] * x + [y, z])",
    "constants": "x*pi + 3",
    "not finite": "log(x - 1) * y",
    "input alone": "x",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_edges_and_steps_are_the_contributions_in_the_order_of_their_arrival(program: str) -> None:
    made = run(parse(program))
    gradients = backward(made.output)
    trace = Trace(gradients.tensors)
    graph = graph_json(made)
    arriving = [step for step in graph["steps"] if "edge" in step and "arriving" not in step]
    found = list(gradients.contributions())
    assert len(arriving) == len(found)
    totals: dict[int, object] = {}
    for step, each in zip(arriving, found, strict=True):
        edge = graph["edges"][step["edge"]]
        assert step["edge"] == trace.edge_offsets[trace.positions[each.user]] + each.slot
        assert (edge["source"], edge["target"], edge["slot"]) == (
            trace.positions[each.input],
            trace.positions[each.user],
            each.slot,
        )
        assert (edge["local"], edge["contribution"], edge["how"]) == (data_json(each.local), data_json(each.sent), each.how.value)
        totals[edge["source"]] = step["total"]
    for node in graph["nodes"]:
        if node["id"] in totals:
            assert totals[node["id"]] == node["grad"]


def test_tables_are_given_away_as_rows_or_as_columns() -> None:
    tables = (
        ColumnTable({"a": [1, 2], "b": ["x", "y"]}, {"c": {1: True}, "d": {}}),
        ColumnTable({"a": [], "z": []}),
        ColumnTable({"b": ["z"], "e": [[5]]}),
    )
    expected: list[dict[str, Any]] = [{"a": 1, "b": "x"}, {"a": 2, "b": "y", "c": True}, {"b": "z", "e": [5]}]
    assert rows(*tables) == expected
    assert columns(*tables) == columns_of_rows(expected)
    assert columns(ColumnTable({"a": []})) == {}
