"""Bodies of the requests about a lesson in class."""

import re
from typing import Annotated, Literal

from pydantic import Field

from backpass.app.api.schema_types import Strict, Whole

Mode = Literal["together", "own"]
Page = Annotated[Whole, Field(ge=1, le=10_000)]
QUESTION = re.compile(r"[1-9][0-9]{0,4}\.[1-9][0-9]{0,4}")
"""The name of a question: its page and its place there."""
Question = Annotated[str, Field(pattern=rf"^{QUESTION.pattern}$")]


MAX_STUDENT = 1_000_000
"""No room has a student of a larger number."""


class LessonRequest(Strict):
    """The lesson that a room is to have: one of the shelf by its name, or any by its text."""

    name: str | None = Field(default=None, max_length=200)
    text: str | None = Field(default=None, max_length=300_000)


class Comparison(Strict):
    """Answers of students that are shown to all side by side, without names; of no students: nothing any more."""

    question: Question
    students: list[Annotated[Whole, Field(ge=1, le=MAX_STUDENT)]] = Field(max_length=4)


class LessonChange(Strict):
    """What of the way through the lesson changes: only the fields that were set count."""

    mode: Mode | None = None
    page: Page | None = None
    first: Page | None = None
    last: Page | None = None
    reveal: Question | None = None
    hide: Question | None = None
    compare: Comparison | None = None


class PlaceRequest(Strict):
    """The page on which a student is."""

    page: Page


class LessonAnswer(Strict):
    """What was typed, or the place of a choice. Pages loaded before send a `value`, too, which counts for nothing."""

    text: str = Field(min_length=1, max_length=400)
    value: float | None = None
