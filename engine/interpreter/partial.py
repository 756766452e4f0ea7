"""Runs a program as far as it can be read and run: up to the first place with an error, also within a loop or a function.

Its values and gradients are those of a program that ends there.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from engine.interpreter.run import Run, StoppedError, run, run_until_stopped
from engine.language.parsing.outline import Outline
from engine.language.program import LeftOut, Program, Statement
from engine.limits import TOO_MUCH, Limits
from engine.problems import Code, ProblemError, Severity

_WORD = re.compile(r"\w+")
_DEFINITION = re.compile(r"(?:@[^\n]*\n\s*)*(?:async\s+)?(?:def|class)\s+(\w+)")
"""A function or a class, of whatever is written in it."""


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
    inputs = inputs or {}
    try:
        return run(program, inputs, output, limits, names)
    except ProblemError as error:
        if limits is not None and limits.tentative and any(each.code in TOO_MUCH for each in error.problems):
            raise
        outline = Outline(program.text)
        problems = [replace(each, statement=outline.statement(each.span)) for each in error.problems]
        refused = ProblemError(problems, error.printed)
        is_whole = not any(each.severity is Severity.ERROR for each in program.problems)
        failed = not is_whole or not isinstance(error, StoppedError) or error.statement is not None
        if not failed and not _is_empty(error):
            raise refused from None
    begun = program if is_whole else _readable(program, outline)
    if begun is None:
        raise refused
    known = inputs
    if failed:
        known = {name: value for name, value in inputs.items() if _is_mentioned(name, program.text[: begun.end])}
    try:
        made = run_until_stopped(begun, known, output, limits, names)
    except ProblemError:
        raise refused from None
    unknown = [replace(each, statement=outline.statement(each.span)) for each in made.problems if each.severity is Severity.ERROR]
    notes = [each for each in made.problems if each.severity is not Severity.ERROR]
    if made.drawn and _is_empty(refused):
        return replace(made, problems=[*unknown, *notes])
    problems += [each for each in unknown if each not in problems]
    made = replace(made, problems=notes)
    end = made.stopped_at if made.stopped_at is not None else begun.end
    return replace(made, problems=[*problems, *made.problems], stopped_at=end)


def _is_empty(error: ProblemError) -> bool:
    """Whether a program has no more wrong with it than that nothing of it is a number, so that no value fits it either."""
    nothing = (Code.EMPTY_PROGRAM, Code.UNKNOWN_INPUT)
    return all(each.code in nothing for each in error.problems if each.severity is Severity.ERROR)


def _is_mentioned(name: str, text: str) -> bool:
    """Whether a text has the first word of an input's name: `w` of `w#2` or `w[0]`."""
    word = _WORD.search(name)
    return word is not None and re.search(rf"(?<!\w){re.escape(word[0])}(?!\w)", text) is not None


def _readable(program: Program, outline: Outline) -> Program | None:
    """The statements before the first that cannot be read; definitions that cannot be read are left out, and stop what uses them.
    None where nothing is left.
    """
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
