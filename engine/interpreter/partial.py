"""Runs a program as far as it can be read and run: up to the first statement of the top level with an error.

What comes before that statement is run by itself, so its values and gradients are those of a program that ends there.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from engine.interpreter.run import Run, StoppedError, run
from engine.language.parsing.outline import Outline
from engine.language.program import Program
from engine.limits import TOO_MUCH, Limits
from engine.problems import Code, ProblemError, Severity

_WORD = re.compile(r"\w+")


def run_partly(
    program: Program,
    inputs: Mapping[str, Any] | None = None,
    output: str | None = None,
    limits: Limits | None = None,
    names: Collection[str] = (),
) -> Run:
    """As `run`; of a program with an error, what comes before the first statement that has one. The run then has the errors of
    the whole program among its problems, each with the statement it is in, and `stopped_at`.

    Raises ProblemError where there is nothing to show before that statement, or where no statement is at fault.
    """
    inputs = inputs or {}
    try:
        return run(program, inputs, output, limits, names)
    except ProblemError as error:
        if limits is not None and limits.tentative and any(each.code in TOO_MUCH for each in error.problems):
            raise
        outline = Outline(program.text)
        problems = [replace(each, statement=outline.statement(each.span)) for each in error.problems]
        refused = ProblemError(problems, error.printed)
        begun = _begun(program, error, outline)
    if begun is None:
        raise refused
    known = {name: value for name, value in inputs.items() if _is_mentioned(name, program.text[: begun.end])}
    try:
        made = _run(begun, known, output, limits, names)
    except ProblemError:
        raise refused from None
    return replace(made, problems=[*problems, *made.problems], stopped_at=begun.end)


def _run(begun: Program, known: Mapping[str, Any], output: str | None, limits: Limits | None, names: Collection[str]) -> Run:
    """The output that is wanted may be one that comes later: then it is the usual one."""
    try:
        return run(begun, known, output, limits, names)
    except ProblemError as error:
        if output is None or any(problem.code is not Code.UNKNOWN_OUTPUT for problem in error.problems):
            raise
    return run(begun, known, None, limits, names)


def _is_mentioned(name: str, text: str) -> bool:
    """Whether a text has the first word of an input's name: `w` of `w#2` or `w[0]`."""
    word = _WORD.search(name)
    return word is not None and re.search(rf"(?<!\w){re.escape(word[0])}(?!\w)", text) is not None


def _begun(program: Program, error: ProblemError, outline: Outline) -> Program | None:
    """The statements before the first with an error; None where no statement has one, or no statement is before it."""
    unread = [problem for problem in program.problems if problem.severity is Severity.ERROR]
    ends = [outline.top(problem.span[0]) for problem in unread if problem.span is not None]
    failed = error.statement if isinstance(error, StoppedError) else None
    if failed is not None:
        ends.append(outline.top(program.statements[failed].span[0]))
    return program.up_to(min(ends)) if ends else None
