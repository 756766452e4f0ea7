"""Practice in rooms: sets are given out, answers are marked at once, and the host receives everybody's progress."""

import anyio
import anyio.to_thread
from sqlalchemy.orm import Session

from backpass.app.classroom.questions import practice_store
from backpass.app.classroom.questions.coalesce import Coalescer
from backpass.app.classroom.questions.exercise_generator import generate_exercises
from backpass.app.classroom.questions.expected import ExpectedNumber
from backpass.app.classroom.questions.marking import mark
from backpass.app.classroom.questions.practice_store import PracticeSet
from backpass.app.classroom.questions.schemas import Answer, NumberQuestion
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import JSON, utc_now
from backpass.app.classroom.tables import Room

PROGRESS_SECONDS = 0.5
"""The shortest time between two messages with progress to the host."""

_QUESTION = NumberQuestion(type="number")


class PracticeService:
    """Practice sets; what they add to the state of rooms is `shown` and `progress`."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        # A whole class asks at once: one after the other, beside the event loop, which has others to serve meanwhile.
        self._making = anyio.CapacityLimiter(1)
        self._progress_updates = Coalescer(PROGRESS_SECONDS, self._publish_progress)

    def shown(self, session: Session, code: str) -> JSON | None:
        """The set that is being worked on."""
        practice = practice_store.shown(session, code)
        return None if practice is None else practice.public

    def progress(self, session: Session, code: str) -> JSON | None:
        """The host's message about it."""
        practice = practice_store.shown(session, code)
        return None if practice is None else {"type": "practice"} | practice_store.progress_json(session, practice)

    async def close(self) -> None:
        """Stops publishing progress to hosts."""
        await self._progress_updates.close()

    async def begin(self, code: str, count: int, level: int) -> JSON:
        """Gives out a set."""

        def edit(session: Session, room: Room) -> JSON:
            return {"practice": practice_store.begin(session, room, count, level, utc_now()).public}

        practice: JSON = (await self._rooms.change(code, edit)).fields["practice"]
        return practice

    async def end(self, code: str) -> None:
        """Ends the set; answers remain stored."""

        def edit(session: Session, room: Room) -> JSON:
            practice_store.end(session, room)
            return {"practice": None}

        await self._rooms.change(code, edit)

    async def overview(self, code: str) -> JSON:
        """How far everybody is. Raises ProblemError where there is no set."""
        return await self._rooms.read(lambda session: practice_store.progress_json(session, practice_store.find(session, code)))

    async def own(self, code: str, guest: int) -> JSON:
        """A student's exercises, made when they are first asked for. Raises ProblemError where there is no set."""

        def read(session: Session) -> tuple[JSON, practice_store.Recipe]:
            practice = practice_store.find(session, code)
            given = practice_store.exercises_json(practice_store.own(session, practice, guest))
            recipe = practice_store.Recipe(practice.seed, guest, practice.count, practice.level)
            return {"practice": practice.practice, "exercises": given}, recipe

        found, recipe = await self._rooms.read(read)
        if found["exercises"]:
            return found
        made = await anyio.to_thread.run_sync(generate_exercises, *recipe, limiter=self._making)

        def give_out(session: Session) -> list[JSON]:
            rows = practice_store.give_out(session, (code, guest), found["practice"], made)
            return practice_store.exercises_json(rows)

        given = await self._rooms.write(give_out)
        self._progress_updates.request(code)
        return found | {"exercises": given}

    async def answer(self, code: str, guest: int, number: int, given: Answer) -> JSON:
        """Stores an answer and returns its mark and misconception. Raises ProblemError if it cannot be read."""

        def read(session: Session) -> tuple[PracticeSet, ExpectedNumber]:
            practice = practice_store.find(session, code)
            return practice, practice_store.expected_of(practice_store.exercise(session, practice, guest, number))

        current, expected = await self._rooms.read(read)
        marked = mark(_QUESTION, expected, given)
        assert isinstance(marked.answer, str)
        text = marked.answer

        def keep(session: Session) -> practice_store.Given:
            row = practice_store.exercise(session, current, guest, number, lock=True)
            return practice_store.keep(session, row, text, marked, utc_now())

        stored = await self._rooms.write(keep)
        if stored.changed:
            self._progress_updates.request(code)
        misconception = None if stored.correct else marked.misconception
        return {"answer": text, "stored": True, "correct": stored.correct, "misconception": misconception, "tries": stored.tries}

    async def _publish_progress(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self.progress(session, code))
        if message is not None:
            self._rooms.publish_to_hosts(code, message)
