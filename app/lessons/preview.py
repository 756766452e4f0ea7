"""One page of a text that is being written, as data: what a worker process answers to the editor of lessons."""

from dataclasses import asdict
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.lessons.model import Lesson, LessonPage, LessonProblem
from backpass.app.lessons.options import OPTIONS
from backpass.app.lessons.reading import read_lesson
from backpass.app.lessons.shelf import names
from backpass.app.problems.status_codes import invalid_request
from backpass.engine import Limits
from backpass.engine.messages import say, worded


class PreviewRequest(BaseModel):
    """A lesson's text, and which of its pages is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str
    page: int | None = Field(default=None, ge=1, le=100_000, description="By its number; else the page of `line`.")
    line: int = Field(default=1, ge=1, le=10_000_000, description="Where the author writes.")


def answer_preview(body: bytes, _limits: Limits) -> Answer:
    """The page that is asked for, what all pages are called, and everything that is wrong in the text."""
    try:
        asked = PreviewRequest.model_validate_json(body)
    except ValidationError as error:
        return refusal(invalid_request(error))
    return Answer(200, orjson.dumps(worded(preview_json(asked))))


def preview_json(asked: PreviewRequest) -> dict[str, Any]:
    """The answer. A page beyond the last is the last; `page` is 0 where there is none."""
    lesson = read_lesson(asked.text)
    number = min(asked.page, len(lesson.pages)) if asked.page is not None else page_at(lesson, asked.line)
    page = lesson.pages[number - 1] if number else LessonPage("", ())
    problems = sorted((*lesson.problems, *lost_links(lesson)), key=lambda problem: (problem.line, problem.column))
    return {
        "matter": asdict(lesson.matter),
        "pages": [{"title": each.title, "line": each.line} for each in lesson.pages],
        "page": number,
        "parts": [asdict(part) for part in page.parts],
        "notes": page.notes,
        "problems": [asdict(problem) for problem in problems],
        "figures": lesson.figures,
    }


def page_at(lesson: Lesson, line: int) -> int:
    """The number of the page that a line of the text is on; 0 where the lesson has no page."""
    begun = [number for number, page in enumerate(lesson.pages, 1) if page.line <= line]
    return begun[-1] if begun else min(1, len(lesson.pages))


def lost_links(lesson: Lesson) -> list[LessonProblem]:
    """Links to lessons that are not built in: a text that stands alone has no neighbours."""
    known = names()
    hint = say("lesson-link-unknown.hint", names=", ".join(known))
    return [
        LessonProblem(say("lesson-link-unknown", target=target), hint, line)
        for target, line in lesson.links
        if target not in known
    ]


def options_json() -> list[dict[str, Any]]:
    """Every option of a live block, for the editor's completion."""
    return [{"kind": each.kind, "name": each.name, "example": each.example, "meaning": each.meaning} for each in OPTIONS]
