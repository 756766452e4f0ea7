"""Runs a program as far as it can be read and run: up to the first place with an error, also within a loop or a function.

Its values and gradients are those of a program that ends there. Of a program that computes gradients only behind that place,
they are those of the program without the statements that cannot be run: what comes from these has no value.
"""

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run, StoppedError, errors_of, run_until_stopped
from backpass.engine.language import parse
from backpass.engine.language.parsing.outline import Outline
from backpass.engine.language.program import LeftOut, Program, Statement
from backpass.engine.limits import OVER_LIMIT, TOO_MUCH, Limits
from backpass.engine.problems import Problem, ProblemError, Severity, Span

_WORD = re.compile(r"\w+")
_DEFINITION = re.compile(r"(?:@[^\n]*\n\s*)*(?:async\s+)?(?:def|class)\s+(\w+)")
"""A function or a class, of whatever is written in it."""

_NODES, _REPETITIONS = 2_000, 1_000
"""How far errors are looked for behind the one that stopped a program."""

_MAX_LEFT_OUT = 8
"""Statements that are left out at most."""
_LONGEST = 200_000
"""Characters of a program that is read again without a statement."""
_DIFFERENTIATES = re.compile(r"\bbackward\(|\b\w*grad\w*\(|\bgradient\(")
_LEAVES = re.compile(r"\b(?:return|yield|raise|assert)\b")
"""What decides how a function or the program goes on."""
_LEAVES_LOOP = re.compile(r"\b(?:break|continue)\b")
_LOOP = re.compile(r"(?:async\s+)?(?:for|while)\b")


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

    Where the program computes its gradients only behind that place and does so without the few statements that cannot be run, it
    is the run without these: they are its `left_out`, and it has `stopped_at` where something stops that run, too. So it is where
    a script runs to its end without them.

    Raises ProblemError where there is nothing to show before that place, or where no statement is at fault.
    """
    asked = _Asked(inputs or {}, output, limits or Limits(), names)
    began = time.thread_time()
    attempt = _attempted(program, asked)
    if attempt.is_complete:
        assert attempt.made is not None
        return attempt.made if not attempt.made.drawn else replace(attempt.made, problems=_errors_first(attempt.made.problems))
    found = errors_of(program, asked.inputs, output, _less(asked.limits), names)
    problems = [] if found is None else found.problems
    made, stopped_by = attempt.made, attempt.stopped_by
    if asked.limits.tentative:
        looked_for = asked.limits.nodes < _NODES or asked.limits.repetitions < _REPETITIONS
        _refuse_too_much([*stopped_by, *(problems if looked_for else ())])
    further = [each for each in problems if each.code not in TOO_MUCH and each not in stopped_by]
    problems = sorted([*stopped_by, *further], key=lambda each: each.span or (0, 0))
    printed = max(attempt.printed, found.printed if found else (), key=len)
    problems = _with_statements(problems, program)
    if (gone_on := _without_what_stops(program, asked, attempt, problems, began)) is not None:
        return gone_on
    if made is None:
        raise ProblemError(problems, printed)
    drawing = [each for each in _with_statements(made.problems, program) if each not in problems]
    end = made.stopped_at if made.stopped_at is not None else made.program.end
    return replace(made, problems=[*problems, *_errors_first(drawing)], stopped_at=end)


class _Asked(NamedTuple):
    """What is asked of a program."""

    inputs: Mapping[str, Any]
    output: str | None
    limits: Limits
    names: Collection[str]


class _Attempt(NamedTuple):
    """A run up to the first place that stopped it."""

    is_whole: bool
    """Whether all of the program can be read."""
    made: Run | None = None
    stopped_by: Sequence[Problem] = ()
    printed: Sequence[str] = ()

    @property
    def is_complete(self) -> bool:
        return self.made is not None and self.is_whole and not self.stopped_by

    @property
    def has_gradients(self) -> bool:
        """Whether the program itself computed a gradient before it was stopped."""
        return self.made is not None and not self.made.drawn and (self.made.differentiated or self.made.is_requested)

    def says_more_than(self, other: "_Attempt") -> bool:
        """Whether its graph is the better answer: with the program's own gradients, or run to the end and larger."""
        if self.made is None or self.has_gradients or self.made.drawn or not self.is_complete:
            return self.has_gradients
        if other.made is None:
            return self.made.output.requires_grad
        return not other.made.drawn and len(ancestors(self.made.output)) > len(ancestors(other.made.output))


def _attempted(program: Program, asked: _Asked) -> _Attempt:
    """Raises ProblemError where no statement is at fault."""
    is_whole = not any(each.severity is Severity.ERROR for each in program.problems)
    begun, known = program if is_whole else _readable(program), asked.inputs
    if begun is None:
        return _Attempt(is_whole)
    if begun is not program:
        known = {name: value for name, value in known.items() if _is_mentioned(name, program.text[: begun.end])}
    try:
        made = run_until_stopped(begun, known, asked.output, asked.limits, asked.names)
    except ProblemError as error:
        if is_whole and isinstance(error, StoppedError) and error.statement is None:
            raise ProblemError(_with_statements(error.problems, program), error.printed) from None
        return _Attempt(is_whole, None, error.problems, error.printed)
    return _Attempt(is_whole, made, made.stopped_by)


def _without_what_stops(
    program: Program, asked: _Asked, attempt: _Attempt, problems: Sequence[Problem], began: float
) -> Run | None:
    """The run of a program without the statements that stop it, with their problems besides `problems`; None where the part
    before the first of them is the better answer. `began` is when the time began to run.

    Raises ProblemError under tentative limits that are too small for it.
    """
    text, left_out, stops = program.text, list[Span](), list[Problem]()
    is_script = program.structured and bool(program.libraries - {""})
    if attempt.has_gradients or len(text) > _LONGEST or not (is_script or _DIFFERENTIATES.search(text)):
        return None
    limits, without, first = asked.limits, program, attempt
    while len(left_out) < _MAX_LEFT_OUT:
        seen = attempt.stopped_by or [each for each in without.problems if each.severity is Severity.ERROR]
        stop = next(iter(_with_statements(seen, program)), None)
        statement = None if stop is None else _to_leave_out(stop.statement, text)
        if stop is None or statement is None or statement in left_out:
            return None
        if limits.seconds is not None:
            seconds = int(limits.seconds - (time.thread_time() - began))
            if seconds < max(limits.seconds / 4, 1):
                return None
            asked = asked._replace(limits=replace(limits, seconds=seconds))
        stops.append(stop)
        left_out = [*(each for each in left_out if not _is_in(each, statement)), statement]
        without = parse(text, Limits(characters=len(text)), program.products, left_out)
        try:
            attempt = _attempted(without, asked)
        except ProblemError:
            return None
        if limits.tentative:
            _refuse_too_much(attempt.stopped_by)
        if attempt.made is not None and attempt.says_more_than(first):
            known = {(each.code, each.span) for each in problems}
            errors = [
                each for each in [*stops, *_with_statements(attempt.stopped_by, program)] if (each.code, each.span) not in known
            ]
            errors = sorted([*errors, *problems], key=lambda each: each.span or (0, 0))
            further = [each for each in attempt.made.problems if each.severity is not Severity.ERROR]
            end = attempt.made.stopped_at if attempt.made.stopped_at is not None else attempt.made.program.end
            return replace(attempt.made, problems=[*errors, *further], stopped_at=end, left_out=sorted(left_out))
    return None


def _to_leave_out(statement: Span | None, text: str) -> Span | None:
    """A statement, or that of the top level around it, whose absence changes no way through the program; else None."""
    if statement is None or _may_be_missing(statement, text):
        return statement
    outline = Outline(text)
    top = outline.top(statement[0])
    around = outline.statement((top, top))
    is_definition = _DEFINITION.match(text, top) is not None
    return around if around is not None and not is_definition and _may_be_missing(around, text) else None


def _may_be_missing(statement: Span, text: str) -> bool:
    """Whether what is around a statement goes the same way without it: nothing in it leaves a function or a loop around it."""
    written = text[slice(*statement)]
    if _DEFINITION.match(written):
        return True
    return not _LEAVES.search(written) and (_LOOP.match(written) is not None or not _LEAVES_LOOP.search(written))


def _is_in(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _refuse_too_much(problems: Iterable[Problem]) -> None:
    """Raises ProblemError where a program is too much for tentative limits."""
    if too_much := [each for each in problems if each.code in TOO_MUCH]:
        raise ProblemError(too_much)


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
