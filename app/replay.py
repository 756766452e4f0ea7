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

from engine import Limits, ProblemError
from engine.float_code import Numbers
from engine.language import parse
from engine.replay import MARK, Recording

_MOST_KEPT, _LONGEST_KEPT = 512, 4_000
"""Programs that are kept, and the most characters of one."""

_WORTH_RECORDING = 3
"""As often a program is asked before it is recorded: while somebody types, every text is asked once."""

_EXACT_INTEGERS = 2**53
"""Below this every integer is a float as well."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of answer: its text with marks, and what computes the numbers that go there."""

    marked: Callable[[Recording, tuple[str, ...] | None], object]
    numbers: Callable[[Recording, list[int]], Numbers]


@dataclass(frozen=True, slots=True)
class _Text:
    recording: Recording
    numbers: Numbers
    pieces: list[bytes]


class _Question(NamedTuple):
    """What an answer depends on, besides numbers."""

    program: str
    names: tuple[str, ...]
    output: str | None
    wrt: tuple[str, ...] | None
    limits: Limits


class _Program:
    """A program that is asked for, its text as soon as that is worth remembering."""

    def __init__(self, kind: Kind, question: _Question) -> None:
        self._kind = kind
        self._question = question
        self._asked = 0
        self._text: _Text | None = None

    def text(self) -> _Text | None:
        """None where the long way must answer: the first times, and for what is not recorded."""
        self._asked += 1
        if self._asked == _WORTH_RECORDING:
            self._text = _recorded(self._kind, self._question)
        return self._text


_program = lru_cache(maxsize=_MOST_KEPT)(_Program)


def _recorded(kind: Kind, question: _Question) -> _Text | None:
    try:
        recording = Recording(parse(question.program), question.names, question.output, question.limits)
        wanted = recording.wanted(question.wrt)
        if wanted is None:
            return None
        marked = orjson.dumps(kind.marked(recording, question.wrt))
    except (ProblemError, ValueError):
        return None
    return _Text(recording, kind.numbers(recording, wanted), marked.split(orjson.dumps(MARK)))


def replay(kind: Kind, request: Any, limits: Limits) -> bytes | None:
    """The answer to a `ProgramRequest`, if its program is short, has been asked before, and its numbers are scalars of which
    nothing must be said; else None.
    """
    inputs = request.inputs
    upstream = request.upstream
    if len(request.program) > min(_LONGEST_KEPT, limits.characters) or MARK in request.program or type(upstream) is not float:
        return None
    if not (isfinite(upstream) and all(map(_plain, inputs.values()))):
        return None
    wrt = None if request.wrt is None else tuple(request.wrt)
    text = _program(kind, _Question(request.program, tuple(inputs), request.output, wrt, limits)).text()
    if text is None:
        return None
    numbers = text.numbers(text.recording.values(inputs), upstream)
    if numbers is None or not isfinite(sum(numbers)):
        return None
    written = orjson.dumps(numbers)[1:-1].split(b",")
    return b"".join(chain.from_iterable(zip(text.pieces[:-1], written, strict=True))) + text.pieces[-1]


def _plain(value: Any) -> bool:
    """Whether a given value is a finite number beyond doubt."""
    return isfinite(value) if type(value) is float else type(value) is int and abs(value) < _EXACT_INTEGERS
