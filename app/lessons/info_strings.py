"""Reads the line after the fence of a live block: its kind and its options, split as a shell would, checked against the table."""

import re
import shlex
from difflib import get_close_matches

from backpass.app.lessons.model import LessonProblem
from backpass.app.lessons.options import KINDS, REQUIRED, Option, options_of
from backpass.engine.messages import say

Options = dict[str, list[str]]
"""Values by name; of a switch, the empty text."""


def kind_of(info: str) -> str | None:
    """The kind of a live block; None for any other fence."""
    first = info.split(maxsplit=1)[:1]
    return first[0] if first and first[0] in KINDS else None


def read_options(info: str, line: int, source: str) -> tuple[Options, list[LessonProblem]]:
    """The options of a live block, and what is wrong with them. `source` is the fence's line as it was written, for columns."""
    kind = kind_of(info)
    assert kind is not None
    known = options_of(kind)
    try:
        words = shlex.split(info)[1:]
    except ValueError:
        quote = max(source.find('"'), source.find("'"), 0)
        return {}, [LessonProblem(say("lesson-open-quote"), say("lesson-open-quote.hint"), line, quote + 1)]
    options: Options = {}
    problems: list[LessonProblem] = []
    for word in words:
        name, equals, value = word.partition("=")
        column = column_of(source, name)
        option = known.get(name)
        wrong = _unknown(kind, name, known) if option is None else _mistake(option, bool(equals), value, name in options)
        if wrong is None:
            options.setdefault(name, []).append(value)
        else:
            problems.append(LessonProblem(*wrong, line, column))
    if problems:
        return options, problems
    missing = [name for name in REQUIRED[kind] if name not in options]
    hints = {name: say("lesson-write-option", example=known[name].example) for name in missing}
    return options, [LessonProblem(say("lesson-option-missing", kind=kind, name=name), hints[name], line) for name in missing]


def column_of(source: str, name: str) -> int:
    """Where an option begins on the fence's line, from 1; the line's first column where it is not on it."""
    found = re.search(rf"\s{re.escape(name)}(?=[=\s]|$)", source)
    return found.end() - len(name) + 1 if found else 1


def _unknown(kind: str, name: str, known: dict[str, Option]) -> tuple[str, str]:
    near = get_close_matches(name, known, n=1)
    hint = say("lesson-did-you-mean", name=near[0]) if near else say("lesson-options-are", options=", ".join(known))
    return say("lesson-unknown-option", kind=kind, name=name[:60]), hint


def _mistake(option: Option, has_value: bool, value: str, again: bool) -> tuple[str, str] | None:
    hint = say("lesson-write-option", example=option.example)
    if again and not option.several:
        return say("lesson-option-twice", name=option.name), say("lesson-option-twice.hint")
    if option.pattern is None:
        return (say("lesson-option-no-value", name=option.name), hint) if has_value else None
    if not has_value or not option.accepts(value):
        return say("lesson-option-value", name=option.name, value=value[:60]), hint
    return None
