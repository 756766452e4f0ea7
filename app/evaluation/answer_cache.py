"""Answers for programs that are asked again with other numbers, written into a remembered text.

The text is what the long way wrote once, cut at its numbers; so its shape cannot differ from the long way's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import isfinite
from typing import Any, NamedTuple

import orjson

from backpass.engine import Limits, ProblemError
from backpass.engine.compile.backends.python_floats import Numbers
from backpass.engine.language import parse
from backpass.engine.many_points.recording import MARK, ProgramRecording
from backpass.engine.messages import language

_MAX_CACHED, _LONGEST_CACHED = 512, 4_000
"""The number of cached programs, and the most characters of one."""

_WORTH_RECORDING = 3
"""As often a program is asked before it is recorded: while somebody types, every text is asked once."""

_EXACT_INTEGERS = 2**53
"""Below this every integer is a float as well."""


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """One sort of answer: its text with marks, and what computes the numbers that go there."""

    marked: Callable[[ProgramRecording, tuple[str, ...] | None], object]
    numbers: Callable[[ProgramRecording, list[int]], Numbers]


@dataclass(frozen=True, slots=True)
class _AnswerTemplate:
    recording: ProgramRecording
    numbers: Numbers
    pieces: list[bytes]


class _CacheKey(NamedTuple):
    """What an answer depends on, besides numbers."""

    program: str
    names: tuple[str, ...]
    output: str | None
    wrt: tuple[str, ...] | None
    limits: Limits
    language: str


class _CachedProgram:
    """A requested program, with its answer template once it has been requested often enough."""

    def __init__(self, kind: AnswerKind, question: _CacheKey) -> None:
        self._kind = kind
        self._question = question
        self._asked = 0
        self._text: _AnswerTemplate | None = None

    def text(self) -> _AnswerTemplate | None:
        """None where the long way must answer: the first times, and for what is not recorded."""
        self._asked += 1
        if self._asked == _WORTH_RECORDING:
            self._text = _record(self._kind, self._question)
        return self._text


_cached_program = lru_cache(maxsize=_MAX_CACHED)(_CachedProgram)


def _record(kind: AnswerKind, question: _CacheKey) -> _AnswerTemplate | None:
    try:
        recording = ProgramRecording(parse(question.program), question.names, question.output, question.limits)
        wanted = recording.wanted(question.wrt)
        if wanted is None:
            return None
        marked = orjson.dumps(kind.marked(recording, question.wrt))
    except (ProblemError, ValueError):
        return None
    return _AnswerTemplate(recording, kind.numbers(recording, wanted), marked.split(orjson.dumps(MARK)))


def cached_answer(kind: AnswerKind, request: Any, limits: Limits) -> bytes | None:
    """The answer to a `ProgramRequest`, if its program is short, has been asked often enough, and its numbers are finite
    scalars without problems; else None.
    """
    inputs = request.inputs
    upstream = request.upstream
    if len(request.program) > min(_LONGEST_CACHED, limits.characters) or MARK in request.program or type(upstream) is not float:
        return None
    if not (isfinite(upstream) and all(map(_is_exact, inputs.values()))):
        return None
    wrt = None if request.wrt is None else tuple(request.wrt)
    text = _cached_program(kind, _CacheKey(request.program, tuple(inputs), request.output, wrt, limits, language.get())).text()
    if text is None:
        return None
    numbers = text.numbers(text.recording.values(inputs), upstream)
    if numbers is None or not isfinite(sum(numbers)):
        return None
    written = orjson.dumps(numbers)[1:-1].split(b",")
    return b"".join(chain.from_iterable(zip(text.pieces[:-1], written, strict=True))) + text.pieces[-1]


def _is_exact(value: Any) -> bool:
    """Whether a given value is a finite number beyond doubt."""
    return isfinite(value) if type(value) is float else type(value) is int and abs(value) < _EXACT_INTEGERS
