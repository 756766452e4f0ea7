"""The notes on a program that was run, as its process reports them: nothing of that is believed before it is checked here."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from backpass.engine.capture.as_it_is.confined import plain
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.invented import notes
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.serialization.graph_json import problem_json, utf16

_LONGEST_TEXT = 2_000
"""Characters of an error or a name that are shown."""
_MAX_NOTES = 20
_MAX_AXES = 8
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LARGEST = 2**53


def _passed_over(place: Span | None, *, what: str) -> Problem:
    if what not in {"files", "pictures"}:
        raise ValueError(what)
    return library_errors.passed_over(what, place)


def _ignored(place: Span | None, *, name: str) -> Problem:
    return Problem(Code.IGNORED, say("module-ignored", module=name), None, place)


def _workers(place: Span | None) -> Problem:
    return Problem(Code.IGNORED, say("as-it-is-workers"), None, place)


def _devices(place: Span | None) -> Problem:
    return Problem(Code.IGNORED, say("as-it-is-devices"), None, place)


def _threads(place: Span | None) -> Problem:
    return Problem(Code.IGNORED, say("as-it-is-one-thread"), None, place)


def _model(place: Span | None, *, name: str, call: str) -> Problem:
    return library_errors.drawn_model(name, call, place)


NOTES: Mapping[str, Callable[..., Problem]] = {
    **notes.NOTES,
    "passed_over": _passed_over,
    "ignored": _ignored,
    "workers": _workers,
    "devices": _devices,
    "threads": _threads,
    "model": _model,
}
"""By kind, with what is known of it."""


def notes_of(given: Any, program: str) -> list[Any]:
    """The notes of a program's process, as problems of the answer. What is no note of ours is left out."""
    span = utf16(program)
    made = [_problem(each, program) for each in given[:_MAX_NOTES]] if isinstance(given, list) else []
    return [problem_json(each, span) for each in dict.fromkeys(made) if each is not None]


def _problem(given: Any, program: str) -> Problem | None:
    match given:
        case [str(kind), dict(known), place] if kind in NOTES:
            wanted = {name: each for name, each in inspect.signature(NOTES[kind]).parameters.items() if name != "place"}
            if wanted.keys() != known.keys():
                return None
            checked = {name: _CHECKS[each.annotation](known[name]) for name, each in wanted.items()}
            try:
                return None if None in checked.values() else NOTES[kind](span_of(place, program), **checked)
            except (ValueError, ProblemError):
                return None
    return None


def text_of(given: Any) -> str:
    """A text of a program, as far as it is shown."""
    return plain(_CONTROLS.sub("", given)[:_LONGEST_TEXT]) if isinstance(given, str) else ""


def span_of(given: Any, program: str) -> Span | None:
    """A part of the program; None where what was sent is no such part."""
    if isinstance(given, list) and len(given) == 2 and all(type(each) is int for each in given):
        start, end = given
        if 0 <= start <= end <= len(program):
            return start, end
    return None


def number_of(given: Any) -> int | None:
    """A count, a place or a length that a program has sent; None where it is none."""
    return given if type(given) is int and 0 <= given < _LARGEST else None


def _shape(given: Any) -> tuple[int, ...] | None:
    numbers = [number_of(each) for each in given[:_MAX_AXES]] if isinstance(given, list) else [None]
    return None if None in numbers else tuple(each for each in numbers if each is not None)


_CHECKS: Mapping[Any, Callable[[Any], Any]] = {str: text_of, int: number_of, notes.Shape: _shape}
"""By what a note's parameter is."""
