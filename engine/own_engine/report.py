"""A program with an engine of its own: run, and what is found."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.detection import parsed
from backpass.engine.own_engine.engine_graph import ObjectGraph, object_graph, tangent_graph
from backpass.engine.own_engine.literals import give
from backpass.engine.own_engine.mistakes import Kind, Mistake, first_mistake, of_error, of_tangents, of_values
from backpass.engine.own_engine.passes import Pass, find_passes
from backpass.engine.own_engine.roles import Roles, find_roles
from backpass.engine.own_engine.watching import Recorder
from backpass.engine.plain_python.machine import Machine, Outcome
from backpass.engine.problems import Code, Problem, ProblemError


@dataclass(slots=True)
class Report:
    """What a program's own engine did."""

    tree: ast.Module
    outcome: Outcome
    recorder: Recorder
    machine: Machine
    refused: ProblemError | None = None
    """Why it was not run to its end: a limit, or what is not read. What is shown is what it did before."""
    roles: Roles | None = None
    passes: list[Pass] = field(default_factory=list)
    graph: ObjectGraph | None = None
    """Of the pass with the first mistake, else of the last one."""
    shown: int = 0
    """The place of that pass."""
    mistake: Mistake | None = None

    def is_over(self, found: Pass) -> bool:
        """Whether the last pass came to its end before the run did, or what was watched of it."""
        is_open = self.refused is not None and found.call in {None, *self.machine.open_at_end}
        return self.recorder.is_whole and not is_open

    @property
    def unclear(self) -> list[str]:
        """The attributes that might hold the gradient, where that is ambiguous."""
        return self.roles.candidates if self.roles else []


_MAX_PASSES = 12
"""Passes of a training loop that are looked through for the first mistake, the last one besides."""


def examine_run(
    text: str,
    limits: Limits,
    gradient: str | None = None,
    inputs: Mapping[str, Any] = MappingProxyType({}),
    output: str | None = None,
) -> Report:
    """Runs a program and looks at what its engine did. Raises ProblemError at a limit, SyntaxError where it is no Python.

    `gradient` is the attribute that holds the gradient, where the user has named it; `inputs` are other numbers for leaves;
    `output` is the name of the value whose passes are looked at, else all are.
    """
    tree = parsed(text)
    if inputs:
        give(tree, inputs)
    recorder = Recorder(lambda recorder: _ends_behind_a_pass(recorder, gradient))
    machine = Machine(text, limits, recorder)
    report = _run(tree, recorder, machine)
    outcome = report.outcome
    roles = report.roles = find_roles(recorder, gradient)
    if gradient is not None:
        _check_attribute(recorder, gradient)
    if roles is None:
        if outcome.error is not None:
            report.mistake = of_error(outcome.error, outcome.error_at, is_backward=False)
        return report
    passes = report.passes = find_passes(recorder, roles) if roles.gradient else []
    if passes and not report.is_over(passes[-1]):
        del passes[-1]
    value = of_values(recorder, roles)
    for place in _looked_at([*range(len(passes))] if output is None else _of_output(report, output)):
        graph = object_graph(recorder, roles, passes[place])
        mistake = first_mistake(graph, roles)
        report.graph, report.shown = graph, place
        if mistake is not None:
            report.mistake = mistake
            break
    if roles.tangent and (found := tangent_graph(recorder, roles)) is not None:
        report.graph = found
        report.mistake = of_tangents(found)
    if value is not None and (report.mistake is None or report.mistake.kind is not Kind.RIGHT_OPERAND):
        report.mistake = value
    if outcome.error is not None and (report.mistake is None or report.mistake.kind in (Kind.MISSING, Kind.OTHER)):
        in_pass = bool(passes) or any(
            function.name != "__init__" and "back" in function.name.lower() for _, function, _, _ in recorder.failed_calls
        )
        report.mistake = of_error(outcome.error, outcome.error_at, is_backward=in_pass) or report.mistake
    return report


def _run(tree: ast.Module, recorder: Recorder, machine: Machine) -> Report:
    """The program, run as far as it goes. Raises ProblemError where these limits are tentative and too small."""
    try:
        return Report(tree, machine.run(tree), recorder, machine)
    except ProblemError as error:
        if machine.limits.tentative:
            raise
        return Report(tree, Outcome(machine.printed, names=machine.globals), recorder, machine, error)


def _ends_behind_a_pass(recorder: Recorder, gradient: str | None) -> bool:
    """Whether the last backward pass is over, as far as can be known while the program runs: it was a call that has ended."""
    roles = find_roles(recorder, gradient)
    passes = find_passes(recorder, roles) if roles is not None and roles.gradient else []
    return bool(passes) and passes[-1].call not in recorder.machine.open_calls()


def _looked_at(places: list[int]) -> list[int]:
    """The passes that are looked at: the first ones, and the last."""
    return [*places[:_MAX_PASSES], *places[_MAX_PASSES:][-1:]]


def _check_attribute(recorder: Recorder, name: str) -> None:
    """Refuses an attribute that never held a number. Raises ProblemError (own-engine-question)."""
    names = [*dict.fromkeys(store.name for store in recorder.stores)]
    if name not in names:
        message = say("own-no-attribute", name=name, names=", ".join(names))
        raise ProblemError(Problem(Code.OWN_ENGINE_QUESTION, message, choices=tuple(names)))


def _of_output(report: Report, output: str) -> list[int]:
    """The places of the passes that begin at the value of this name. Raises ProblemError (unknown-output)."""
    names = [report.recorder.called(each.output) for each in report.passes]
    if output not in names:
        known = dict.fromkeys(name for name in names if name is not None)
        hint = say("names-are", listed=", ".join(known)) if known else None
        raise ProblemError(Problem(Code.UNKNOWN_OUTPUT, say("unknown-output", name=output), hint))
    return [place for place, name in enumerate(names) if name == output]
