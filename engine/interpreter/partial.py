"""Runs a program as far as it can be read and run: up to the first place with an error, also within a loop or a function.

Its values and gradients are those of a program that ends there.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.interpreter.run import Run, StoppedError, errors_of, run_until_stopped
from engine.language.parsing.outline import Outline
from engine.language.program import LeftOut, Program, Statement
from engine.limits import OVER_LIMIT, TOO_MUCH, Limits
from engine.problems import Problem, ProblemError, Severity

_WORD = re.compile(r"\w+")
_DEFINITION = re.compile(r"(?:@[^\n]*\n\s*)*(?:async\s+)?(?:def|class)\s+(\w+)")
"""A function or a class, of whatever is written in it."""

_NODES, _REPETITIONS = 2_000, 1_000
"""How far errors are looked for behind the one that stopped a program."""


def run_partly(
    program: Program,
    inputs: Mapping[str, Any] | None = None,
    output: str | None = None,
    limits: Limits | None = None,
    names: Collection[str] = (),
) -> Run:
    """As `run`; of a program with an error, what comes before the first place that has one, also within a loop or a function that
    is called. A function or class that cannot be read stops nothing before it is used. The run then has the errors of the whole
    program among its problems, each with the statement it is in, and `stopped_at`. A program that only defines a model is that
    model's output on numbers that stand in.

    Raises ProblemError where there is nothing to show before that place, or where no statement is at fault.
    """
    inputs, limits = inputs or {}, limits or Limits()
    is_whole = not any(each.severity is Severity.ERROR for each in program.problems)
    begun, known = program if is_whole else _readable(program), inputs
    if begun is not program and begun is not None:
        known = {name: value for name, value in inputs.items() if _is_mentioned(name, program.text[: begun.end])}
    made: Run | None = None
    stopped_by: Sequence[Problem] = ()
    printed: Sequence[str] = ()
    if begun is not None:
        try:
            made = run_until_stopped(begun, known, output, limits, names)
        except ProblemError as error:
            if is_whole and isinstance(error, StoppedError) and error.statement is None:
                raise ProblemError(_with_statements(error.problems, program), error.printed) from None
            stopped_by, printed = error.problems, error.printed
        else:
            stopped_by = made.stopped_by
    if made is not None and is_whole and not stopped_by:
        return made if not made.drawn else replace(made, problems=_errors_first(made.problems))
    found = errors_of(program, inputs, output, _less(limits), names)
    problems = [] if found is None else found.problems
    if limits.tentative:
        counted = [*stopped_by, *(problems if limits.nodes < _NODES or limits.repetitions < _REPETITIONS else ())]
        if too_much := [each for each in counted if each.code in TOO_MUCH]:
            raise ProblemError(too_much)
    further = [each for each in problems if each.code not in TOO_MUCH and each not in stopped_by]
    problems = sorted([*stopped_by, *further], key=lambda each: each.span or (0, 0))
    printed = max(printed, found.printed if found else (), key=len)
    problems = _with_statements(problems, program)
    if made is None:
        raise ProblemError(problems, printed)
    drawing = [each for each in _with_statements(made.problems, program) if each not in problems]
    end = made.stopped_at if made.stopped_at is not None else made.program.end
    return replace(made, problems=[*problems, *_errors_first(drawing)], stopped_at=end)


def _less(limits: Limits) -> Limits:
    """With how little work the errors behind the one that stopped a program are looked for."""
    return replace(
        limits,
        nodes=min(limits.nodes, _NODES),
        operations=min(limits.operations, _NODES),
        repetitions=min(limits.repetitions, _REPETITIONS),
        seconds=None if limits.seconds is None else limits.seconds / 4,
    )


def _errors_first(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda each: each.severity is not Severity.ERROR)


def _with_statements(problems: Iterable[Problem], program: Program) -> list[Problem]:
    """Each error with the statement that it is in."""
    outline = Outline(program.text)
    return [
        replace(each, statement=outline.statement(each.span))
        if each.severity is Severity.ERROR and each.code not in OVER_LIMIT  # a loop that takes too long is not to be left out
        else each
        for each in problems
    ]


def _is_mentioned(name: str, text: str) -> bool:
    """Whether a text has the first word of an input's name: `w` of `w#2` or `w[0]`."""
    word = _WORD.search(name)
    return word is not None and re.search(rf"(?<!\w){re.escape(word[0])}(?!\w)", text) is not None


def _readable(program: Program) -> Program | None:
    """The statements before the first that cannot be read; definitions that cannot be read are left out, and stop what uses them.
    None where nothing is left.
    """
    outline = Outline(program.text)
    unread = [problem.span for problem in program.problems if problem.severity is Severity.ERROR]
    if None in unread:
        return None
    tops = sorted({outline.top(span[0]) for span in unread if span is not None})
    defined = {top: found[1] for top in tops if (found := _DEFINITION.match(outline.bare, top))}
    end = next((top for top in tops if top not in defined), len(program.text))
    kept: list[Statement] = [LeftOut(frozenset({name}), frozenset(), (top, top)) for top, name in defined.items() if top < end]
    kept += [each for each in program.statements if each.span[0] < end and outline.top(each.span[0]) not in defined]
    kept.sort(key=lambda each: each.span[0])
    if all(isinstance(each, LeftOut) for each in kept):
        return None
    return replace(program, statements=tuple(kept)).up_to(end)
