"""Practice in rooms: sets are given out, answers are marked at once, and the host is told how far everybody is."""

import anyio
import anyio.to_thread
from sqlalchemy.orm import Session

from app.rooms.polls import practice
from app.rooms.polls.exercises import exercises
from app.rooms.polls.expected import ExpectedNumber
from app.rooms.polls.marking import mark
from app.rooms.polls.schemas import Answer, NumberQuestion
from app.rooms.polls.soon import Soon
from app.rooms.rooms import Rooms
from app.rooms.service import JSON, utc_now
from app.rooms.tables import Room

PROGRESS_SECONDS = 0.5
"""How often the host is told, at most."""

_QUESTION = NumberQuestion(type="number")


class Practising:
    """Practice sets; what they add to the state of rooms is `shown` and `progress`."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        # A whole class asks at once: one after the other, beside the event loop, which has others to serve meanwhile.
        self._making = anyio.CapacityLimiter(1)
        self._news = Soon(PROGRESS_SECONDS, self._tell_progress)

    def shown(self, session: Session, code: str) -> JSON | None:
        """The set that is being worked on."""
        return practice.set_json(practice.shown(session, code))

    def progress(self, session: Session, code: str) -> JSON | None:
        """The host's message about it."""
        row = practice.shown(session, code)
        return None if row is None else {"type": "practice"} | practice.progress_json(session, row)

    async def close(self) -> None:
        """Tells nobody anything any more."""
        await self._news.close()

    async def begin(self, code: str, count: int, level: int) -> JSON:
        """Gives out a set."""

        def edit(session: Session, room: Room) -> JSON:
            return {"practice": practice.set_json(practice.begin(session, room, count, level, utc_now()))}

        told: JSON = (await self._rooms.change(code, edit)).fields["practice"]
        return told

    async def end(self, code: str) -> None:
        """Takes it back; what was answered is kept."""

        def edit(session: Session, _room: Room) -> JSON:
            practice.end(session, code)
            return {"practice": None}

        await self._rooms.change(code, edit)

    async def overview(self, code: str) -> JSON:
        """How far everybody is. Raises ProblemError where there is no set."""
        return await self._rooms.read(lambda session: practice.progress_json(session, practice.find(session, code)))

    async def own(self, code: str, guest: int) -> JSON:
        """A student's exercises, made when they are first asked for. Raises ProblemError where there is no set."""

        def read(session: Session) -> tuple[JSON, int, int, str]:
            row = practice.find(session, code)
            given = [practice.exercise_json(each) for each in practice.own(session, row.practice, guest)]
            return {"practice": row.practice, "exercises": given}, row.count, row.level, practice.seed_of(row, guest)

        found, count, level, seed = await self._rooms.read(read)
        if found["exercises"]:
            return found
        made = await anyio.to_thread.run_sync(exercises, seed, count, level, limiter=self._making)

        def give_out(session: Session) -> list[JSON]:
            rows = practice.give_out(session, code, found["practice"], guest, made)
            return [practice.exercise_json(each) for each in rows]

        given = await self._rooms.write(give_out)
        self._news.want(code)
        return found | {"exercises": given}

    async def answer(self, code: str, guest: int, number: int, given: Answer) -> JSON:
        """Keeps an answer, and says whether it is right and what was mistaken. Raises ProblemError where it cannot be read."""

        def read(session: Session) -> tuple[int, ExpectedNumber]:
            row = practice.find(session, code)
            return row.practice, practice.expected_of(practice.exercise(session, row.practice, guest, number))

        current, expected = await self._rooms.read(read)
        marked = mark(_QUESTION, expected, given)
        assert isinstance(marked.answer, str)
        text = marked.answer

        def keep(session: Session) -> practice.Given:
            row = practice.exercise(session, current, guest, number, lock=True)
            return practice.keep(session, row, text, utc_now(), correct=bool(marked.correct))

        kept = await self._rooms.write(keep)
        if kept.changed:
            self._news.want(code)
        misconception = None if kept.correct else marked.misconception
        return {"answer": text, "stored": True, "correct": kept.correct, "misconception": misconception, "tries": kept.tries}

    async def _tell_progress(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self.progress(session, code))
        if message is not None:
            self._rooms.tell_hosts(code, message)
