"""Answers for programs that are asked again with other numbers, written into a remembered text.

The text is what the long way wrote once, cut at its numbers; so its shape cannot differ from the long way's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import isfinite
from typing import Any

import orjson

from engine import Gradients, Limits, ProblemError
from engine.language import parse
from engine.replay import MARK, Recording

_MOST_KEPT, _LONGEST_KEPT = 512, 4_000
"""Programs that are kept, and the most characters of one."""

_EXACT_INTEGERS = 2**53
"""Below this every integer is a float as well."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of answer: its text with marks, and the numbers that go there."""

    marked: Callable[[Recording, tuple[str, ...] | None], object]
    numbers: Callable[[Gradients, list[int]], list[Any]]


@dataclass(frozen=True, slots=True)
class _Text:
    recording: Recording
    wanted: list[int]
    pieces: list[bytes]


@lru_cache(maxsize=_MOST_KEPT)
def _text(
    kind: Kind, program: str, names: tuple[str, ...], output: str | None, wrt: tuple[str, ...] | None, limits: Limits
) -> _Text | None:
    """The remembered text; None where the long way must answer."""
    try:
        recording = Recording(parse(program), names, output, limits)
        wanted = recording.wanted(wrt)
        if wanted is None:
            return None
        marked = orjson.dumps(kind.marked(recording, wrt))
    except (ProblemError, ValueError):
        return None
    return _Text(recording, wanted, marked.split(orjson.dumps(MARK)))


def replay(kind: Kind, request: Any, limits: Limits) -> bytes | None:
    """The answer to a `ProgramRequest`, if its program is short, its numbers are scalars, and nothing must be said of
    them; else None.
    """
    inputs = request.inputs
    upstream = request.upstream
    if len(request.program) > min(_LONGEST_KEPT, limits.characters) or MARK in request.program or type(upstream) is not float:
        return None
    if not (isfinite(upstream) and all(map(_plain, inputs.values()))):
        return None
    text = _text(
        kind, request.program, tuple(inputs), request.output, None if request.wrt is None else tuple(request.wrt), limits
    )
    if text is None or len(text.recording.positions) > limits.nodes:
        return None
    gradients = text.recording.again(inputs, upstream)
    if gradients is None:
        return None
    numbers = kind.numbers(gradients, text.wanted)
    if not isfinite(sum(numbers)):
        return None
    written = orjson.dumps(numbers)[1:-1].split(b",")
    return b"".join(chain.from_iterable(zip(text.pieces[:-1], written, strict=True))) + text.pieces[-1]


def _plain(value: Any) -> bool:
    """Whether a given value is a finite number beyond doubt."""
    return isfinite(value) if type(value) is float else type(value) is int and abs(value) < _EXACT_INTEGERS
