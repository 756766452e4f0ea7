"""What an answer to a lesson's question is worth. As static/src/learn/marking.ts has it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backpass.app.lessons.model import Lesson, part_id, place_of

_RECOGNISED = 5e-3
_NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class Worth:
    """Whether it is right, and the misconception behind it where that is a known one."""

    correct: bool
    thought: str = ""


def mark(data: Mapping[str, Any], value: float) -> Worth:
    """Marks a number, or a choice by its place. `data` is that of the question's part."""
    if data["kind"] == "choice":
        return Worth(value == data["right"])
    if abs(value - data["answer"]) <= max(data["within"], _NOISE):
        return Worth(correct=True)
    near = [(abs(value - wrong), sentence) for wrong, sentence in data["mistakes"] if _is_near(value, wrong)]
    return Worth(correct=False, thought=min(near)[1] if near else "")


def _is_near(value: float, wanted: float) -> bool:
    return abs(value - wanted) <= max(abs(wanted) * _RECOGNISED, _NOISE)


def questions(lesson: Lesson) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every question by its name, page and place, with its data."""
    for number, page in enumerate(lesson.pages, 1):
        for place, part in enumerate(page.parts, 1):
            if part.kind == "question":
                yield part_id(number, place), part.data


def question(lesson: Lesson, name: str) -> Mapping[str, Any] | None:
    """The data of one; None where there is none."""
    page, place = place_of(name)
    parts = lesson.pages[page - 1].parts if page <= len(lesson.pages) else ()
    part = parts[place - 1] if place <= len(parts) else None
    return part.data if part is not None and part.kind == "question" else None
