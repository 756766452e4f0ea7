"""Programs that are Python alone, by the evaluator of Python; all others are left to the interpreter."""

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from time import thread_time
from typing import Any

from backpass.engine.interpreter.libraries.spellings import CONSTANTS, NOT_FINITE
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language.program import LeftOut, Program, walk
from backpass.engine.limits import OVER_LIMIT, TOO_MUCH, Limits
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.python.functions import READY
from backpass.engine.python.source import Source
from backpass.engine.reading.bounded import is_bounded
from backpass.engine.reading.domain import is_of_prelude, is_python_alone
from backpass.engine.reading.whole import UnreadError, run_source

_LEFT_TO_INTERPRETER = frozenset(
    {
        Code.UNSUPPORTED,
        Code.EMPTY_PROGRAM,
        Code.UNKNOWN_INPUT,
        Code.UNKNOWN_NAME,
        Code.UNKNOWN_OUTPUT,
        *OVER_LIMIT,
        *TOO_MUCH,
    }
)
"""Refusals after which the interpreter is asked: it knows more of libraries, and shortens long loops."""
_LIBRARIES = ("torch", "numpy", "jax", "autograd")
_MARKS = ("def ", "class ", *(f"{how} {name}" for name in _LIBRARIES for how in ("import", "from")))
"""One of these stands in every program that is run so."""
_MAX_CHARACTERS, _LONGEST_KEPT = 100_000, 10_000
"""The most characters of a program, and of one that is kept."""


@cache
def _ready() -> frozenset[str]:
    """The names that every program has."""
    return frozenset([*READY, *CONSTANTS, *NOT_FINITE])


def python_source(text: str) -> Source | None:
    """A program that is Python alone, or Python and libraries of the prelude; None for any other text."""
    if not any(each in text for each in _MARKS) or len(text) > _MAX_CHARACTERS:
        return None
    return _kept_source(text) if len(text) <= _LONGEST_KEPT else _read_source(text)


def _read_source(text: str) -> Source | None:
    try:
        source = Source(text, ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source if is_python_alone(source, _ready()) or source.known(_is_of_prelude) else None


def _is_of_prelude(source: Source) -> bool:
    return is_of_prelude(source, _ready())


_kept_source = lru_cache(maxsize=256)(_read_source)


def _has_gaps(program: Program) -> bool:
    """Whether statements were left out, as comments: names that they would have given have no value."""
    return "#" in program.text and any(isinstance(each, LeftOut) for statement in program.statements for each in walk(statement))


def _are_fit(source: Source, values: Iterable[Any]) -> bool:
    """Whether values are numbers that Python has; of a program of tensors they may be arrays as well."""
    return _are_numbers(each for each in values if not (isinstance(each, list) and source.known(_is_of_prelude)))


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(type(each) in (int, float) and abs(each) <= sys.float_info.max for each in values)


def run_as_python(
    program: Program,
    inputs: Mapping[str, Any] | None = None,
    output: str | None = None,
    limits: Limits | None = None,
    names: Collection[str] = (),
    *,
    otherwise: Callable[..., Run] = run,
) -> Run:
    """As `interpreter.run.run`: a program that is Python alone gives what Python gives, and is refused in the interpreter's words
    where both refuse it. All others are run by `otherwise`. Raises ProblemError.
    """
    source = python_source(program.text) if program.end is None else None
    given = inputs or {}
    if source is None or not _are_fit(source, given.values()) or _has_gaps(program):
        return otherwise(program, given, output, limits, names)
    is_tentative = limits is not None and limits.tentative
    if is_tentative and not is_bounded(source):
        raise _elsewhere()
    if source.known(_is_of_prelude):
        return _run_tensors(program, source, given, output, limits or Limits(), names, otherwise)
    try:
        return _run(program, source, given, output, limits)
    except ProblemError as error:
        refused = error
    codes = {each.code for each in refused.problems}
    if is_tentative and codes & OVER_LIMIT:
        raise _elsewhere()
    found = otherwise(program, given, output, limits, names)
    if codes & _LEFT_TO_INTERPRETER or _is_of_lists(refused):
        return found  # as a name without a value, which counts as 1 there, or a product of matrices that are written as lists
    if found.stopped_at is not None or found.left_out:
        return found  # a part of it, up to what refuses it there as well
    raise refused


def _run_tensors(  # noqa: PLR0917 - as they are given
    program: Program,
    source: Source,
    given: Mapping[str, Any],
    output: str | None,
    limits: Limits,
    names: Collection[str],
    otherwise: Callable[..., Run],
) -> Run:
    """A program of tensors; what is refused, or not all read yet, is left to the interpreter for the rest of the time."""
    began, seconds = thread_time(), limits.seconds
    try:
        return run_source(program, source, given, output, limits if seconds is None else replace(limits, seconds=seconds / 2))
    except UnreadError:
        pass
    except ProblemError as error:
        if limits.tentative and OVER_LIMIT.intersection(each.code for each in error.problems):
            raise _elsewhere() from None
    if seconds is not None:
        limits = replace(limits, seconds=seconds - (thread_time() - began))
    return otherwise(program, given, output, limits, names)


def _is_of_lists(refused: ProblemError) -> bool:
    """Whether an operation found lists or tuples, which may be arrays in a formula."""
    cause = refused.__cause__
    return isinstance(cause, TypeError) and re.search(r"\b(?:list|tuple|sequence)\b", str(cause)) is not None


def _run(program: Program, source: Source, inputs: Mapping[str, Any], output: str | None, limits: Limits | None) -> Run:
    """A run, and another one that counts what is alive where everything ever made is too much."""
    try:
        return run_source(program, source, inputs, output, limits)
    except ProblemError as error:
        is_too_large = any(each.code is Code.TOO_MANY_ELEMENTS for each in error.problems)
        if not is_too_large or (limits is not None and limits.tentative):
            raise
    return run_source(program, source, inputs, output, limits, counts_living=True)


def _elsewhere() -> ProblemError:
    """The refusal of what is too much for tentative limits, and is computed under others: nobody reads it."""
    return ProblemError(Problem(Code.TOO_MUCH_WORK, say("too-many-operations", operations=0), say("too-many-operations.hint")))
