"""What is needed to mark the answers to a question: read once, then kept."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import orjson
from pydantic import TypeAdapter

from backpass.app.classroom.questions.expected import (
    Expected,
    ExpectedChoice,
    ExpectedEdge,
    ExpectedFormula,
    ExpectedNumber,
    ExpectedText,
)
from backpass.app.classroom.questions.marking import Mark, mark
from backpass.app.classroom.questions.schemas import Answer, ChoiceQuestion, Question
from backpass.app.classroom.questions.tables import QuestionRow
from backpass.app.classroom.store import refusal
from backpass.engine import Code, ProblemError
from backpass.engine.messages import say
from backpass.engine.serialization.graph_json import number

_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)
_EXPECTED: TypeAdapter[Expected] = TypeAdapter(Expected)
_MAX_SHEETS, _MAX_MARKS = 512, 5_000
"""Questions, and different answers to each, whose marks are remembered: a class gives the same answers again and again."""


@dataclass(slots=True)
class Sheet:
    """What is needed to mark answers to a question. It never changes."""

    question: Question
    expected: Expected
    _marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def marked(self) -> bool:
        """Whether answers are right or wrong."""
        if isinstance(self.expected, ExpectedChoice):
            return self.expected.correct is not None
        return isinstance(self.expected, ExpectedNumber | ExpectedFormula | ExpectedEdge)

    @property
    def is_open(self) -> bool:
        """Whether answers are texts that the teacher sorts."""
        return isinstance(self.expected, ExpectedText)

    @property
    def choices(self) -> dict[str, str]:
        """The words of a choice by its place; nothing where none are listed."""
        listed = self.question.choices if isinstance(self.question, ChoiceQuestion) else ()
        return {str(place): words for place, words in enumerate(listed)}

    def mark(self, answer: Answer) -> Mark:
        """Raises ProblemError where the answer cannot be read."""
        key = orjson.dumps(answer).decode()
        found = self._marks.get(key)
        if found is None:
            found = mark(self.question, self.expected, answer)
            if len(self._marks) < _MAX_MARKS:
                self._marks[key] = found
        return found

    def mark_typed(self, text: str) -> Mark:
        """Marks what was typed, or a choice by its place. Raises ProblemError for what cannot be read, with the place in it."""
        if not isinstance(self.question, ChoiceQuestion):
            return self.mark(text)
        if text not in self.choices:
            wanted = say("wanted-places", count=len(self.choices) - 1)
            raise refusal(Code.INVALID_REQUEST, say("answer-wanted", wanted=wanted), say("answer-wanted.hint"))
        return self.mark(int(text))

    def mark_stored(self, given: str) -> Mark:
        """The mark of an answer as it is stored."""
        try:
            return self.mark(orjson.loads(given))
        except ProblemError:  # an older version could read it
            return Mark(given, str(given), ("unread", given), correct=None)

    def revealed(self) -> Any:
        """What is right, as JSON."""
        if isinstance(self.expected, ExpectedNumber):
            return number(self.expected.value)
        if isinstance(self.expected, ExpectedFormula):
            return self.expected.text
        if isinstance(self.expected, ExpectedChoice):
            return self.expected.correct
        return self.expected.next if isinstance(self.expected, ExpectedEdge) else None


def sheet_of(body: dict[str, Any], expected: str, source: str) -> Sheet:
    """The sheet of a question as it is stored."""
    # A lesson may have choices that are alike, or longer than those that are asked in passing.
    is_lesson_choice = source == "lesson" and body["type"] == "choice"
    question = ChoiceQuestion.model_construct(**body) if is_lesson_choice else _QUESTION.validate_python(body)
    return Sheet(question, _EXPECTED.validate_json(expected))


class Sheets:
    """The sheets that are in use."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[int, Sheet] = OrderedDict()

    def of(self, row: QuestionRow) -> Sheet:
        """The sheet of a question, read where it is not here."""
        sheet = self.known(row.question)
        if sheet is None:
            assert row.expected is not None
            sheet = self._sheets[row.question] = sheet_of(row.body, row.expected, row.source)
            if len(self._sheets) > _MAX_SHEETS:
                self._sheets.popitem(last=False)
        return sheet

    def known(self, question: int) -> Sheet | None:
        """The sheet of a question, if it is here."""
        sheet = self._sheets.get(question)
        if sheet is not None:
            self._sheets.move_to_end(question)
        return sheet
