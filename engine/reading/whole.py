"""A program from its text to what all answers are made of, a `Run`."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.graph.grad_mode import enable_grad
from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import ancestors
from backpass.engine.handles.backward import ask_rules
from backpass.engine.handles.operations import watched
from backpass.engine.handles.rules import rules_of
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.libraries.spellings import CONSTANTS, NOT_FINITE
from backpass.engine.interpreter.run import Run
from backpass.engine.language.program import Program
from backpass.engine.limits import Limits
from backpass.engine.problems import ProblemError, Severity
from backpass.engine.python.run import Evaluation, evaluate
from backpass.engine.python.source import Source
from backpass.engine.reading.dependence import may_change
from backpass.engine.reading.groups import groups_of
from backpass.engine.reading.inputs import inputs_of
from backpass.engine.reading.names import names_of
from backpass.engine.reading.notes import (
    Passes,
    assumed_notes,
    library_notes,
    output_notes,
    product_notes,
    raised,
    rule_notes,
    uncalled,
)
from backpass.engine.reading.output import named_output, output_of
from backpass.engine.reading.statements import statements_of

_LIMITS = Limits()
_CONSTANTS: Mapping[str, float] = MappingProxyType({**CONSTANTS, **NOT_FINITE})


class UnreadError(Exception):
    """A program of tensors did something that is not read yet, so that its graph would not show it."""


def run_source(
    program: Program,
    source: Source,
    inputs: Mapping[str, Any] | None = None,
    output: str | None = None,
    limits: Limits | None = None,
    *,
    is_formula: bool = False,
    counts_living: bool = False,
) -> Run:
    """Runs a program by its syntax tree. Raises ProblemError for what it raises, for limits, and where it has no output."""
    given, most, passes = inputs or {}, limits or _LIMITS, Passes(program)
    done = evaluate(
        source, most, given, is_formula=is_formula, constants=_CONSTANTS, counts_living=counts_living, on_pass=passes.begun
    )
    if done.machine.uses_tensors:
        libraries = done.machine.libraries
        is_undeclared = _is_read(done) and not libraries.declares and not libraries.are_of_arrays
        if is_undeclared:
            done = evaluate(source, most, given, constants=_CONSTANTS, is_undeclared=True)
        return replace(_read_tensors(program, done, given, output, most), passed=passes.notes)
    if unmatched := set(given) - done.machine.used:
        raise ProblemError([program_errors.unknown_input(min(unmatched), inputs_of(done.record).named)])
    if done.outcome.error is not None:
        raise ProblemError([raised(done, source.places)], printed_lines(done.outcome.printed)) from done.outcome.error
    return read(program, done, output)


def _read_tensors(program: Program, done: Evaluation, given: Mapping[str, Any], output: str | None, limits: Limits) -> Run:
    """As `read`; where values are given for tensors that objects hold, after another run, since this one says which they are.

    Raises UnreadError where the reading does not know what the program does.
    """
    unmatched = set(given) - done.machine.used
    if unmatched and _is_read(done):
        found, libraries = read(program, done, output).inputs, done.machine.libraries
        places = {name: libraries.places.get(attachment(found[name], "handle")) for name in unmatched if name in found}
        presets = {place: given[name] for name, place in places.items() if place is not None}
        if len(presets) < len(unmatched):
            raise UnreadError
        is_undeclared = libraries.is_undeclared
        done = evaluate(done.source, limits, given, constants=_CONSTANTS, presets=presets, is_undeclared=is_undeclared)
    if not _is_read(done):
        raise UnreadError
    return read(program, done, output)


def _is_read(done: Evaluation) -> bool:
    return done.outcome.error is None and not done.machine.libraries.unread


def _ask_rules(done: Evaluation, output: Tensor) -> None:
    """Asks rules of the program that no backward pass of its own has asked, as the one that is shown does.

    Raises UnreadError where they raise.
    """
    libraries = done.machine.libraries
    libraries.has_ended = False
    if any(not rule.is_known for rule in rules_of(ancestors(output))):
        upstream = attachment(output, "upstream")
        try:
            with enable_grad(), watched(libraries):
                ask_rules(output, (np.ones(output.shape) if output.shape else 1.0) if upstream is None else upstream)
        except ProblemError:
            raise
        except Exception as error:
            raise UnreadError from error
    libraries.has_ended = True


def printed_lines(printed: str) -> list[str]:
    """What was printed, line by line."""
    return printed.removesuffix("\n").split("\n") if printed else []


def read(program: Program, done: Evaluation, name: str | None = None) -> Run:
    """What a finished run means; its output is the node of `name`, where that is given. Raises ProblemError where it gives no
    number.
    """
    record, places = done.record, done.source.places
    output = output_of(record, places) if name is None else named_output(done.names, name)
    lines = printed_lines(done.outcome.printed)
    if done.machine.uses_tensors and output is not None:
        _ask_rules(done, output)
    inputs = inputs_of(record, done.names, output)
    leaves = dict(inputs.named)
    libraries = done.machine.libraries if done.machine.uses_tensors else None
    problems = [each for each in program.problems if each.severity is not Severity.ERROR]  # which are of our own parser
    problems += [*rule_notes(done, places), *product_notes(done, places), *assumed_notes(done, list(done.names))]
    problems += library_notes(done)
    if output is None:
        if not lines:
            raise ProblemError([program_errors.empty_program(program, uncalled(done), lambda _: False)])
        output = Tensor(np.zeros(0), requires_grad=False)
        output.span = (0, len(program.text))
        problems.append(program_errors.printed_alone(program, len(lines)))
    else:
        problems += output_notes(output, leaves, program.text)
    return Run(
        program,
        output,
        names_of(done.names),
        leaves,
        dict(inputs.literals),
        {leaf for _, leaf in record.assumed},
        list(dict.fromkeys((span, inputs.now(node)) for span, node in record.mentions)),
        [(statement, inputs.now(node)) for statement, node in statements_of(record, places)],
        [*problems, *done.machine.notes],
        set(inputs.parameters),
        groups=groups_of(record, places),
        printed=lines,
        is_data_dependent=may_change(done),
        differentiated=libraries is not None and libraries.taken is not None and libraries.requested is None,
        upstream=attachment(output, "upstream"),
        is_requested=libraries is not None and libraries.requested is output,
    )
