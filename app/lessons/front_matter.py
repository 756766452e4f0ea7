"""Reads the YAML before the text of a lesson. Every field is declared once, with what it accepts."""

from collections.abc import Callable
from typing import Any

import yaml

from backpass.app.lessons.model import FrontMatter, LessonProblem
from backpass.engine.messages import languages, say

LONGEST = 4_000
"""Characters of front matter."""

LEVELS = {1: say("lesson-level-1"), 2: say("lesson-level-2"), 3: say("lesson-level-3")}
"""How much a lesson asks for, and what that means."""


def _text(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and 0 < len(value.strip()) <= longest and "\n" not in value.strip()


def _whole(lowest: int, highest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 20 and all(map(_text(300), value))


FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "title": (_text(100), "title: The chain rule"),
    "summary": (_text(300), "summary: Why gradients are multiplied"),
    "language": (lambda value: value in languages(), "language: en"),
    "minutes": (_whole(1, 120), "minutes: 12"),
    "level": (_whole(min(LEVELS), max(LEVELS)), "level: 1"),
    "sources": (_texts, "sources: [a book, a lecture]"),
}
_NEEDED = ("title", "summary", "language", "minutes", "level")


def read_front_matter(text: str) -> tuple[FrontMatter, list[LessonProblem]]:
    """The fields, and what is wrong with them. `text` is what stands between the two lines of dashes."""
    if len(text) > LONGEST:
        return FrontMatter(), [LessonProblem(say("lesson-matter-long", longest=LONGEST), say("lesson-matter.hint"), 1)]
    try:
        found = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = (mark.line + 2, mark.column + 1) if mark else (1, 1)
        return FrontMatter(), [
            LessonProblem(say("lesson-matter-broken", error=error.problem or ""), say("lesson-matter.hint"), *place)
        ]
    except (yaml.YAMLError, ValueError, RecursionError):
        return FrontMatter(), [LessonProblem(say("lesson-matter-unreadable"), say("lesson-matter.hint"), 1)]
    if not isinstance(found, dict):
        return FrontMatter(), [LessonProblem(say("lesson-matter-missing"), say("lesson-matter.hint"), 1)]
    return _checked(found, text.splitlines())


def _checked(found: dict[Any, Any], lines: list[str]) -> tuple[FrontMatter, list[LessonProblem]]:
    problems: list[LessonProblem] = []
    accepted: dict[str, Any] = {}
    for name, value in found.items():
        line = next((number for number, each in enumerate(lines, 2) if each.startswith(f"{name}:")), 1)
        if name not in FIELDS:
            fields = say("lesson-matter-fields", fields=", ".join(FIELDS))
            problems.append(LessonProblem(say("lesson-matter-unknown", name=str(name)[:60]), fields, line))
        elif not FIELDS[name][0](value):
            problems.append(
                LessonProblem(say("lesson-matter-value", name=name), say("lesson-write-option", example=FIELDS[name][1]), line)
            )
        else:
            accepted[name] = tuple(value) if isinstance(value, list) else value.strip() if isinstance(value, str) else value
    for name in _NEEDED:
        if name not in found:
            example = say("lesson-write-option", example=FIELDS[name][1])
            problems.append(LessonProblem(say("lesson-matter-lacks", name=name), example, 1))
    return FrontMatter(**accepted), problems
