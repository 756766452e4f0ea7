"""The questions of a lesson as a class is asked them."""

from collections.abc import Iterator
from typing import NamedTuple

from backpass.app.classroom.questions.expected import Expected, ExpectedChoice, ExpectedNumber
from backpass.app.classroom.questions.marking import Mark
from backpass.app.classroom.questions.sheets import Sheet
from backpass.app.classroom.store import JSON
from backpass.app.lessons.model import Lesson, Part, part_id

_TRIES = 2
"""After so many wrong answers the right one may be looked at."""


class LessonQuestion(NamedTuple):
    """A question as it is put, and what is right."""

    body: JSON
    expected: Expected


def asked_in(part: Part) -> LessonQuestion:
    """The question of a part."""
    data, thoughts = part.data, part.thoughts
    if data["kind"] == "choice":
        body = {"type": "choice", "prompt": "", "choices": data["choices"], "correct": [data["right"]]}
        return LessonQuestion(body, ExpectedChoice(correct=[data["right"]], thoughts=thoughts))
    expected = ExpectedNumber(
        value=data["answer"], mistakes=data["mistakes"], within=data["within"], wrong=data["wrong"], thoughts=thoughts
    )
    return LessonQuestion({"type": "number"}, expected)


def questions(lesson: Lesson) -> Iterator[tuple[str, LessonQuestion]]:
    """Every question by its name, page and place."""
    for number, page in enumerate(lesson.pages, 1):
        for place, part in enumerate(page.parts, 1):
            if part.kind == "question":
                yield part_id(number, place), asked_in(part)


def feedback(sheet: Sheet, worth: Mark, tries: int) -> JSON:
    """The feedback on the own answer: why, and what is right once that was found, or tried for often enough."""
    expected = sheet.expected
    assert isinstance(expected, ExpectedNumber | ExpectedChoice)
    thoughts = expected.thoughts
    html = thoughts.get(worth.thought, "")
    found: JSON = {"html": html, "sentence": "" if html else worth.misconception or "", "right": None}
    if worth.correct or tries >= _TRIES:
        if isinstance(expected, ExpectedNumber):
            found["right"] = {"answer": expected.value, "html": thoughts.get("right", "")}
        else:
            (place,) = expected.correct or [0]
            found["right"] = {"answer": place, "html": thoughts.get(str(place), "")}
    return found
