"""The graph of a program with its own engine, from text to plain data."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.report import Report, examine_run
from backpass.engine.own_engine.report_json import report_json
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.reading import LIBRARIES, Reading, as_json

WORK = 50_000
"""Evaluations that such a program counts as, whatever it does: too many for a server to run it where it answers others."""
_REPETITIONS = 10
"""How many repetitions of a program with an engine stand for one of others: each does little, as one scalar of a network."""
_OF_THE_TIME = 0.5
"""The part of the time in which the program is run; in the other its passes are compared."""
_TABLES = ("nodes", "edges", "steps")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a program with an engine of its own, besides its graph."""

    gradient: str | None = None
    """The attribute that holds the gradient, where the user has named it."""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """Other numbers for leaves, by name."""
    output: str | None = None
    """The name of the value whose backward pass is wanted."""
    wrt: tuple[str, ...] = ()
    """The names whose gradients are wanted; else all leaves."""
    as_columns: bool = False
    gradients_only: bool = False
    reading: bool = False


def own_graph(text: str, limits: Limits, asked: Asked | None = None) -> Any:
    """Nodes, edges and steps of the engine's own objects, with the right gradients beside. Raises ProblemError."""
    asked = asked or Asked()
    limits.check_characters(text)
    limits.check_evaluations(WORK)
    try:
        report = examine_run(text, _for_running(limits), asked.gradient, asked.inputs, asked.output)
    except SyntaxError as error:
        raise ProblemError(Problem(Code.SYNTAX, say("own-not-python", text=str(error.msg)), None, None)) from None
    limits.check_nodes(0 if report.graph is None else len(report.graph.vertices))
    answer = report_json(report, text)
    if asked.wrt:
        answer["gradients"] = _chosen(answer["nodes"], asked.wrt)
    if asked.reading:
        answer["reading"] = as_json(_read(text, report))
    if asked.gradients_only:
        return {name: value for name, value in answer.items() if name not in (*_TABLES, "mentions")}
    if asked.as_columns:
        answer |= {name: _columns(answer[name]) for name in _TABLES}
    return answer


def _for_running(limits: Limits) -> Limits:
    """Repetitions of an engine on scalars are small and many; the time for running is a part of the whole."""
    seconds = None if limits.seconds is None else limits.seconds * _OF_THE_TIME
    return replace(limits, repetitions=limits.repetitions * _REPETITIONS, seconds=seconds)


def _chosen(nodes: list[dict[str, Any]], names: tuple[str, ...]) -> dict[str, Any]:
    """The engine's gradients of these names. Raises ProblemError (unknown-input)."""
    known = {node["name"]: node["grad"] for node in nodes if node["name"] is not None}
    for name in names:
        if name not in known:
            hint = say("inputs-are", listed=", ".join(map(str, known)))
            raise ProblemError(Problem(Code.UNKNOWN_INPUT, say("unused-input", name=name), hint))
    return {name: known[name] for name in names}


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """A list for each field; one that a row lacks is null there."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _read(text: str, report: Report) -> Reading:
    """All lines are read: the program is run as Python."""
    written = sum(1 for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#"))
    modules = {
        name.partition(".")[0]
        for each in ast.walk(report.tree)
        for name in (
            [alias.name for alias in each.names]
            if isinstance(each, ast.Import)
            else [each.module or ""]
            if isinstance(each, ast.ImportFrom)
            else []
        )
    }
    return Reading(tuple(called for name, called in LIBRARIES.items() if name in modules), written, written, ())
