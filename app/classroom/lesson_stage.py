"""The lessons of all rooms: begun and led by the teacher, walked through and answered by students.

An answer is stored before it is acknowledged; the host receives the dashboard twice a second at most, however many answer.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

import orjson
from sqlalchemy.orm import Session

from backpass.app.classroom.questions import lesson_store
from backpass.app.classroom.questions.coalesce import Coalescer
from backpass.app.classroom.questions.lesson_questions import feedback, questions
from backpass.app.classroom.questions.lesson_results import results_json
from backpass.app.classroom.questions.lesson_schemas import LessonAnswer, LessonChange, LessonRequest
from backpass.app.classroom.questions.lesson_store import LessonText, UnreadError
from backpass.app.classroom.questions.sheets import Sheets
from backpass.app.classroom.questions.tables import LessonRow, QuestionRow
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import JSON, Participant, refusal, utc_now
from backpass.app.classroom.tables import Guest, Room
from backpass.app.lessons.model import Lesson, LessonProblem, Part, part_id, place_of
from backpass.app.lessons.own import OwnLessons
from backpass.app.lessons.shelf import built_in, source
from backpass.engine import Code, ProblemError
from backpass.engine.messages import language, say

DASHBOARD_SECONDS = 0.5
"""The shortest time between two messages with the dashboard to the host."""


T = TypeVar("T")


class _Kept(NamedTuple):
    """A lesson that began on an older server."""

    room: str
    lesson: int
    text: str


class LessonClass:
    """Lessons in rooms; what they add to the state of a room is `shown` and `host_messages`."""

    def __init__(self, rooms: Rooms, lessons: OwnLessons, sheets: Sheets) -> None:
        self._rooms = rooms
        self._lessons = lessons
        self._sheets = sheets
        self._dashboards = Coalescer(DASHBOARD_SECONDS, self._publish_dashboard)

    # What rooms ask, as parts of jobs.

    def shown(self, session: Session, code: str) -> JSON | None:
        """The lesson that everybody sees."""
        row = lesson_store.shown(session, code)
        return None if row is None else lesson_store.lesson_json(session, row)

    def host_messages(self, session: Session, code: str) -> list[JSON]:
        """The messages for a host's tab that connects."""
        row = lesson_store.shown(session, code)
        return [] if row is None else [{"type": "lesson", **lesson_store.dashboard(session, row)}]

    async def close(self) -> None:
        """Stops publishing dashboards."""
        await self._dashboards.close()

    async def remark(self) -> None:
        """Keeps what lessons ask that began on an older server."""
        database = self._rooms.database
        found = await database.read(
            lambda session: [_Kept(row.room, row.lesson, row.text) for row in lesson_store.unread(session)]
        )
        for kept in found:
            with suppress(ProblemError):  # tried again when a question is needed: the workers may have been busy
                await self._complete(kept)

    async def _complete(self, kept: _Kept) -> None:
        """Keeps what a lesson asks. Raises ProblemError where it cannot be read, now or by this version."""
        asked = dict(questions(await self._lesson(kept.text)))

        def complete(session: Session) -> None:
            row = session.get(LessonRow, (kept.room, kept.lesson), with_for_update=True)
            if row is not None:
                lesson_store.complete(session, row, asked)

        await self._rooms.database.write(complete)

    async def _knowing(self, code: str, job: Callable[[], Awaitable[T]]) -> T:
        """What `job` returns; where it needs what the class's lesson asks, and that could not be kept at the start, after that.

        Raises ProblemError where it still cannot: answers are then sent once more.
        """
        with suppress(UnreadError):
            return await job()

        def read(session: Session) -> _Kept:
            row = lesson_store.find(session, code)
            return _Kept(row.room, row.lesson, row.text)

        try:
            await self._complete(await self._rooms.read(read))
        except ProblemError:
            raise refusal(Code.WORKER_LOST, say("in-class-unread"), say("in-class-unread.hint")) from None
        return await job()

    # What the host does.

    async def begin(self, code: str, asked: LessonRequest) -> JSON:
        """Gives the room a lesson. Raises ProblemError where there is none of that name, or it has a mistake."""
        text = asked.text
        if text is None and asked.name:
            text = source(asked.name, language.get()) or await self._lessons.source(asked.name)
        if text is None:
            raise refusal(Code.NOT_FOUND, say("in-class-unknown-lesson"), say("in-class-unknown-lesson.hint"))
        lesson = await self._lesson(text)
        kept = LessonText(text, lesson.matter.title, len(lesson.pages), dict(questions(lesson)))

        def edit(session: Session, room: Room) -> JSON:
            row = lesson_store.begin(session, room, kept, utc_now())
            return {"lesson": lesson_store.lesson_json(session, row), "stage": room.stage}

        change = await self._rooms.change(code, edit)
        self._dashboards.request(code)
        begun: JSON = change.fields["lesson"]
        return begun

    async def set_stage(self, code: str, kind: str) -> str:
        """Puts the playground, the lesson or the studio on the screens; each is as it was left. Raises ProblemError for a lesson
        where there is none.
        """

        def edit(session: Session, room: Room) -> JSON:
            row = lesson_store.find(session, code) if kind == "lesson" else None
            if room.stage == kind:
                return {}
            studio = {"studio": room.studio if kind == "studio" else None} if "studio" in {kind, room.stage} else {}
            room.stage = kind
            return {"lesson": None if row is None else lesson_store.lesson_json(session, row), "stage": kind} | studio

        await self._rooms.change(code, edit)
        self._dashboards.request(code)
        return kind

    async def change(self, code: str, asked: LessonChange) -> JSON:
        """Another page, pace, limit; a question's distribution, or some of its answers, are shown to all, or hidden again."""

        changed: JSON = {}

        def edit(session: Session, room: Room) -> JSON:
            row = lesson_store.find(session, code, lock=True)
            lesson_store.change(session, row, asked, utc_now())
            changed.update(lesson_store.lesson_json(session, row))
            return {"lesson": changed} if room.stage == "lesson" else {}

        await self._knowing(code, partial(self._rooms.change, code, edit))
        self._dashboards.request(code)
        return changed

    async def end(self, code: str) -> None:
        """The room has no lesson any more; what was answered stays until the class ends."""

        def edit(_session: Session, room: Room) -> JSON:
            lesson_store.end(room)
            return {"lesson": None, "stage": room.stage}

        await self._rooms.change(code, edit)

    async def recount(self, code: str) -> None:
        """Somebody was removed: what is shown to all no longer has their answers, and the host no longer has their row."""

        def edit(session: Session, room: Room) -> JSON:
            row = lesson_store.current(session, code, lock=True)
            if row is None:
                return {}
            lesson_store.recount(session, row)
            lesson = lesson_store.lesson_json(session, row)
            is_seen = room.stage == "lesson" and (lesson["revealed"] or lesson["compared"] is not None)
            return {"lesson": lesson} if is_seen else {}

        await self._rooms.change(code, edit)
        self._dashboards.request(code)

    async def dashboard(self, code: str) -> JSON:
        """Where everybody is and what they answered."""

        def read(session: Session) -> JSON:
            row = lesson_store.current(session, code)
            return {"grid": {}, "tries": {}, "answered": {}} if row is None else lesson_store.dashboard(session, row)

        return await self._rooms.read(read)

    async def tally(self, code: str, name: str) -> JSON:
        """The distribution of the answers to a question, for the host."""
        return await self._of_question(code, name, lesson_store.tally)

    async def answers(self, code: str, name: str) -> list[JSON]:
        """Who gave which answer to a question, for the host."""
        return await self._of_question(code, name, lesson_store.answers)

    async def _of_question(self, code: str, name: str, ask: Callable[[Session, QuestionRow], T]) -> T:
        def read(session: Session) -> T:
            return ask(session, lesson_store.question(session, lesson_store.find(session, code), name))

        return await self._knowing(code, partial(self._rooms.read, read))

    async def results(self, code: str) -> JSON:
        """Everything that was answered."""
        return await self._rooms.read(lambda session: results_json(session, lesson_store.find(session, code)))

    # What guests do.

    async def own(self, code: str, guest: int) -> JSON:
        """A student's place and answers, each with what it is worth."""

        def read(session: Session) -> JSON:
            row = lesson_store.current(session, code)
            if row is None:
                return {"page": None, "answers": {}}
            page, given = lesson_store.own(session, row, guest)
            found: JSON = {}
            for asked, answer in given:
                text = orjson.loads(answer.last or "")
                found[asked.place] = {"text": text, "right": answer.correct, "tries": answer.tries, "feedback": None}
                with suppress(ProblemError):  # an older version could read it
                    sheet = self._sheets.of(asked)
                    found[asked.place]["feedback"] = feedback(sheet, sheet.mark_typed(text), answer.tries)
            return {"page": page, "answers": found}

        return await self._rooms.read(read)

    async def walk(self, code: str, guest: int, page: int) -> None:
        """A student is on another page. Raises ProblemError where that page is closed."""

        def keep(session: Session) -> None:
            lesson_store.require_open(lesson_store.find(session, code), page)
            lesson_store.keep_place(session, code, guest, page)

        await self._rooms.write(keep)
        self._dashboards.request(code)

    async def answer(self, code: str, guest: int, name: str, given: LessonAnswer) -> JSON:
        """Marks and stores an answer. Raises ProblemError where there is no such question, or its page is closed."""
        page, _place = place_of(name)

        def keep(session: Session) -> JSON:
            lesson = lesson_store.find(session, code)
            asked = lesson_store.question(session, lesson, name)
            sheet = self._sheets.of(asked)
            worth = sheet.mark_typed(given.text)
            lesson_store.require_open(lesson, page)
            session.get(Guest, (code, guest), with_for_update=True)  # two tabs of one student come one after the other
            row = lesson_store.keep_answer(session, asked, guest, (given.text, worth), utc_now())
            return {"stored": True, "correct": row.correct, "tries": row.tries, "feedback": feedback(sheet, worth, row.tries)}

        kept = await self._knowing(code, partial(self._rooms.write, keep))
        self._dashboards.request(code)
        return kept

    # What it is about.

    async def lesson(self, code: str) -> Lesson:
        """The lesson of a room, read. Raises ProblemError where there is none."""
        return await self._lesson(await self._rooms.read(lambda session: lesson_store.find(session, code).text))

    async def parts(self, code: str, number: int, reader: Participant) -> tuple[Lesson, Sequence[Part]]:
        """The lesson, and of a page what is not behind a prediction that waits for an answer: of the own one for a student, of
        the class's for everybody else. Raises ProblemError where there is no such page, or students are not to be on it now.
        """

        def read(session: Session) -> tuple[str, frozenset[str] | None]:
            row = lesson_store.find(session, code)
            if reader.guest is not None:
                lesson_store.require_open(row, number)
            return row.text, lesson_store.opened(session, row, number, reader.guest)

        text, opened = await self._rooms.read(read)
        lesson = await self._lesson(text)
        if not 1 <= number <= len(lesson.pages):
            raise refusal(Code.NOT_FOUND, say("in-class-page-closed", page=number), say("in-class-page-closed.hint"))
        parts = lesson.pages[number - 1].parts
        if opened is None:
            return lesson, parts
        gates = (place for place, part in enumerate(parts, 1) if part.gate and part_id(number, place) not in opened)
        return lesson, parts[: next(gates, len(parts))]

    async def _lesson(self, text: str) -> Lesson:
        read = built_in(text, language.get()) or await self._lessons.read(text)
        if isinstance(read, LessonProblem):
            place = {"line": str(read.line), "column": str(read.column)}
            raise refusal(Code.INVALID_REQUEST, say("in-class-wrong-lesson", **place, message=read.message), read.hint)
        return read

    async def _publish_dashboard(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self.host_messages(session, code))
        for each in message:
            self._rooms.publish_to_hosts(code, each)
