"""The lessons of all rooms: begun and led by the teacher, walked through and answered by students.

An answer is stored before it is acknowledged; the host receives the dashboard twice a second at most, however many answer.
"""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.questions import lesson_store
from backpass.app.classroom.questions.coalesce import Coalescer
from backpass.app.classroom.questions.lesson_marking import feedback, mark, question
from backpass.app.classroom.questions.lesson_results import results_json
from backpass.app.classroom.questions.lesson_schemas import LessonAnswer, LessonChange, LessonRequest
from backpass.app.classroom.questions.lesson_store import LessonText
from backpass.app.classroom.questions.lesson_tables import LessonRow
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import JSON, refusal, utc_now
from backpass.app.classroom.tables import Guest, Room
from backpass.app.lessons.model import Lesson, LessonProblem, Part, place_of
from backpass.app.lessons.own import OwnLessons
from backpass.app.lessons.shelf import built_in, source
from backpass.engine import Code, ProblemError
from backpass.engine.messages import language, say

DASHBOARD_SECONDS = 0.5
"""The shortest time between two messages with the dashboard to the host."""


_MAX_KNOWN = 50
"""Lessons of rooms that are kept as they were read."""


class KnownLesson(NamedTuple):
    """A room's lesson as it was read, and when the room began with it."""

    begun: datetime
    lesson: Lesson


class LessonClass:
    """Lessons in rooms; what they add to the state of a room is `shown` and `host_messages`."""

    def __init__(self, rooms: Rooms, lessons: OwnLessons) -> None:
        self._rooms = rooms
        self._lessons = lessons
        self._known: dict[tuple[str, str], KnownLesson] = {}
        """By room and language: the sentence of a misconception is in that of the student."""
        self._dashboards = Coalescer(DASHBOARD_SECONDS, self._publish_dashboard)

    # What rooms ask, as parts of jobs.

    def shown(self, session: Session, code: str) -> JSON | None:
        """The lesson that everybody sees."""
        return lesson_store.lesson_json(session.get(LessonRow, code))

    def host_messages(self, session: Session, code: str) -> list[JSON]:
        """The messages for a host's tab that connects."""
        if session.get(LessonRow, code) is None:
            return []
        return [{"type": "lesson", **lesson_store.dashboard(session, code)}]

    async def close(self) -> None:
        """Stops publishing dashboards."""
        await self._dashboards.close()

    # What the host does.

    async def begin(self, code: str, asked: LessonRequest) -> JSON:
        """Gives the room a lesson. Raises ProblemError where there is none of that name, or it has a mistake."""
        text = asked.text
        if text is None and asked.name:
            text = source(asked.name, language.get()) or await self._lessons.source(asked.name)
        if text is None:
            raise refusal(Code.NOT_FOUND, say("in-class-unknown-lesson"), say("in-class-unknown-lesson.hint"))
        lesson = await self._lesson(text)
        title, pages = lesson.matter.title, len(lesson.pages)

        def edit(session: Session, room: Room) -> JSON:
            return {
                "lesson": lesson_store.lesson_json(lesson_store.begin(session, room, LessonText(text, title, pages), utc_now()))
            }

        return await self._change(code, edit)

    async def change(self, code: str, asked: LessonChange) -> JSON:
        """Another page, pace, limit; a question's distribution, or some of its answers, are shown to all, or hidden again."""
        choices = _choices(await self._question(code, asked.reveal)) if asked.reveal else {}
        compared_choices = _choices(await self._question(code, asked.compare.question)) if asked.compare else {}

        def edit(session: Session, _room: Room) -> JSON:
            row = lesson_store.find(session, code, lock=True)
            tally = lesson_store.tally(session, code, asked.reveal, choices) if asked.reveal else None
            compared = lesson_store.compared(session, code, asked.compare, compared_choices) if asked.compare else None
            lesson_store.change(row, asked, tally, compared, utc_now())
            return {"lesson": lesson_store.lesson_json(row)}

        return await self._change(code, edit)

    async def end(self, code: str) -> None:
        """The room has no lesson any more; its answers are deleted."""

        def edit(session: Session, _room: Room) -> JSON:
            lesson_store.end(session, code)
            return {"lesson": None}

        await self._rooms.change(code, edit)

    async def recount(self, code: str) -> None:
        """Somebody was removed: what is shown to all no longer has their answers, and the host no longer has their row."""
        shown = await self._rooms.read(lambda session: lesson_store.shown_questions(session.get(LessonRow, code)))
        if shown:
            lesson = await self.lesson(code)
            choices = {name: _choices(found.data) for name in shown if (found := question(lesson, name)) is not None}

            def edit(session: Session, _room: Room) -> JSON:
                row = lesson_store.find(session, code, lock=True)
                lesson_store.recount(session, row, choices)
                return {"lesson": lesson_store.lesson_json(row)}

            await self._rooms.change(code, edit)
        self._dashboards.request(code)

    async def dashboard(self, code: str) -> JSON:
        """Where everybody is and what they answered."""
        return await self._rooms.read(lambda session: lesson_store.dashboard(session, code))

    async def tally(self, code: str, name: str) -> JSON:
        """The distribution of the answers to a question, for the host."""
        choices = _choices(await self._question(code, name))
        return await self._rooms.read(lambda session: lesson_store.tally(session, code, name, choices))

    async def answers(self, code: str, name: str) -> list[JSON]:
        """Who gave which answer to a question, for the host."""
        choices = _choices(await self._question(code, name))
        return await self._rooms.read(lambda session: lesson_store.answers(session, code, name, choices))

    async def results(self, code: str) -> JSON:
        """Everything that was answered."""
        lesson = await self.lesson(code)
        return await self._rooms.read(lambda session: results_json(session, code, lesson))

    async def _change(self, code: str, edit: store.Edit) -> JSON:
        change = await self._rooms.change(code, edit)
        self._dashboards.request(code)
        lesson: JSON = change.fields["lesson"]
        return lesson

    # What guests do.

    async def own(self, code: str, guest: int) -> JSON:
        """A student's place and answers, each with what it is worth."""
        found = await self._rooms.read(lambda session: lesson_store.own(session, code, guest))
        if found["answers"]:
            lesson = await self.lesson(code)
            for name, each in found["answers"].items():
                each["feedback"] = _feedback_of(question(lesson, name), each["text"], each["tries"])
        return found

    async def walk(self, code: str, guest: int, page: int) -> None:
        """A student is on another page. Raises ProblemError where that page is closed."""

        def keep(session: Session) -> None:
            lesson_store.require_open(lesson_store.find(session, code), page)
            lesson_store.keep_place(session, code, guest, page)

        await self._rooms.write(keep)
        self._dashboards.request(code)

    async def answer(self, code: str, guest: int, name: str, given: LessonAnswer) -> JSON:
        """Marks and stores an answer. Raises ProblemError where there is no such question, or its page is closed."""
        known = self._known.get((code, language.get())) or await self._know(code)
        page, _place = place_of(name)

        def keep(session: Session) -> JSON | None:
            lesson_row = lesson_store.find(session, code)
            if lesson_row.begun != known.begun:
                return None
            part = _asked(known.lesson, name)
            worth = mark(part.data, given.text)
            lesson_store.require_open(lesson_row, page)
            session.get(Guest, (code, guest), with_for_update=True)  # two tabs of one student come one after the other
            row = lesson_store.keep_answer(session, (code, guest, name), given.text, worth, utc_now())
            return {"stored": True, "correct": row.correct, "tries": row.tries, "feedback": feedback(part, worth, row.tries)}

        kept = await self._rooms.write(keep)
        if kept is None:  # another lesson has begun
            self._known.pop((code, language.get()), None)
            return await self.answer(code, guest, name, given)
        self._dashboards.request(code)
        return kept

    # What it is about.

    async def _know(self, code: str) -> KnownLesson:
        """The lesson of a room with the moment when it began, kept for the answers that follow."""
        text, begun = await self._rooms.read(lambda session: lesson_store.text_of(session, code))
        known = self._known[code, language.get()] = KnownLesson(begun, await self._lesson(text))
        if len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return known

    async def lesson(self, code: str) -> Lesson:
        """The lesson of a room, read. Raises ProblemError where there is none."""
        return await self._lesson(await self._rooms.read(lambda session: lesson_store.find(session, code).text))

    async def require_page(self, code: str, page: int) -> None:
        """Raises ProblemError for a page on which students are not to be now."""
        await self._rooms.read(lambda session: lesson_store.require_open(lesson_store.find(session, code), page))

    async def _lesson(self, text: str) -> Lesson:
        read = built_in(text, language.get()) or await self._lessons.read(text)
        if isinstance(read, LessonProblem):
            place = {"line": str(read.line), "column": str(read.column)}
            raise refusal(Code.INVALID_REQUEST, say("in-class-wrong-lesson", **place, message=read.message), read.hint)
        return read

    async def _question(self, code: str, name: str) -> Any:
        return _asked(await self.lesson(code), name).data

    async def _publish_dashboard(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self.host_messages(session, code))
        for each in message:
            self._rooms.publish_to_hosts(code, each)


def _feedback_of(part: Part | None, text: str, tries: int) -> JSON | None:
    """The feedback on a stored answer; None where an older version could read it."""
    try:
        return None if part is None else feedback(part, mark(part.data, text), tries)
    except ProblemError:
        return None


def _asked(lesson: Lesson, name: str) -> Part:
    """The part of a question. Raises ProblemError where there is none of that name."""
    found = question(lesson, name)
    if found is None:
        raise refusal(Code.NOT_FOUND, say("in-class-no-question", question=name), say("in-class-no-question.hint"))
    return found


def _choices(data: Any) -> dict[str, str]:
    """The words of a choice by its place; nothing for a number."""
    return {str(place): words for place, words in enumerate(data.get("choices", ()))}
