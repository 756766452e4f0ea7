"""A program from its text to what all answers are made of, a `Run`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
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
from backpass.engine.reading.inputs import inputs_of, literals_of
from backpass.engine.reading.names import names_of
from backpass.engine.reading.notes import assumed_notes, constant_notes, product_notes, raised, uncalled
from backpass.engine.reading.output import named_output, output_of
from backpass.engine.reading.statements import statements_of

_LIMITS = Limits()
_CONSTANTS: Mapping[str, float] = MappingProxyType({**CONSTANTS, **NOT_FINITE})


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
    done = evaluate(source, limits or _LIMITS, inputs, is_formula=is_formula, constants=_CONSTANTS, counts_living=counts_living)
    if unmatched := set(inputs or {}) - done.machine.used:
        raise ProblemError([program_errors.unknown_input(min(unmatched), inputs_of(done.record))])
    if done.outcome.error is not None:
        raise ProblemError([raised(done, source.places)], printed_lines(done.outcome.printed)) from done.outcome.error
    return read(program, done, output)


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
    leaves = inputs_of(record)
    problems = [each for each in program.problems if each.severity is not Severity.ERROR]  # which are of our own parser
    problems += [*product_notes(done, places), *assumed_notes(done, list(done.names))]
    if output is None:
        if not lines:
            raise ProblemError([program_errors.empty_program(program, uncalled(done), lambda _: False)])
        output = Tensor(np.zeros(0), requires_grad=False)
        output.span = (0, len(program.text))
        problems.append(program_errors.printed_alone(program, len(lines)))
    else:
        problems += constant_notes(output, leaves)
    return Run(
        program,
        output,
        names_of(done.names),
        leaves,
        literals_of(record),
        {leaf for _, leaf in record.assumed},
        list(record.mentions),
        statements_of(record, places),
        [*problems, *done.machine.notes],
        groups=groups_of(record, places),
        printed=lines,
        is_data_dependent=may_change(done),
    )
