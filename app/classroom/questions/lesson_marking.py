"""What an answer to a lesson's question is worth. As static/src/learn/marking.ts has it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backpass.app.classroom.questions.readings import read_number
from backpass.app.classroom.store import JSON, refusal
from backpass.app.lessons.model import Lesson, Part, part_id, place_of
from backpass.engine import Code
from backpass.engine.messages import say

_RECOGNISED = 5e-3
_NOISE = 1e-9
_TRIES = 2
"""After so many wrong answers the right one may be looked at."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Whether it is right, and the misconception behind it where that is a known one."""

    correct: bool
    name: str
    """Of what the author says to it, in the part's `thoughts`; there may be none of that name."""
    thought: str = ""


def mark(data: Mapping[str, Any], text: str) -> Worth:
    """Marks what was typed, or a choice by its place. `data` is that of the question's part.

    Raises ProblemError for what cannot be read as an answer, with the place in it.
    """
    if data["kind"] == "choice":
        if text not in map(str, range(len(data["choices"]))):
            wanted = say("wanted-places", count=len(data["choices"]) - 1)
            raise refusal(Code.INVALID_REQUEST, say("answer-wanted", wanted=wanted), say("answer-wanted.hint"))
        return Worth(int(text) == data["right"], text)
    value = read_number(text)
    if abs(value - data["answer"]) <= max(data["within"], _NOISE):
        return Worth(correct=True, name="right")
    own = next((place for place, wrong in enumerate(data["wrong"]) if _is_near(value, wrong)), None)
    near = [(abs(value - wrong), sentence) for wrong, sentence in data["mistakes"] if _is_near(value, wrong)]
    return Worth(correct=False, name="wrong" if own is None else f"wrong-{own}", thought=min(near)[1] if near else "")


def feedback(part: Part, worth: Worth, tries: int) -> JSON:
    """The feedback on the own answer: why, and what is right once that was found, or tried for often enough."""
    data = part.data
    html = part.thoughts.get(worth.name, "")
    found: JSON = {"html": html, "sentence": "" if html else worth.thought, "right": None}
    if worth.correct or tries >= _TRIES:
        right, name = (data["right"], str(data["right"])) if data["kind"] == "choice" else (data["answer"], "right")
        found["right"] = {"answer": right, "html": part.thoughts.get(name, "")}
    return found


def _is_near(value: float, wanted: float) -> bool:
    return abs(value - wanted) <= max(abs(wanted) * _RECOGNISED, _NOISE)


def questions(lesson: Lesson) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every question by its name, page and place, with its data."""
    for number, page in enumerate(lesson.pages, 1):
        for place, part in enumerate(page.parts, 1):
            if part.kind == "question":
                yield part_id(number, place), part.data


def question(lesson: Lesson, name: str) -> Part | None:
    """The part of one; None where there is none."""
    page, place = place_of(name)
    parts = lesson.pages[page - 1].parts if page <= len(lesson.pages) else ()
    part = parts[place - 1] if place <= len(parts) else None
    return part if part is not None and part.kind == "question" else None
