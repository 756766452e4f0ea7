"""The polls of all rooms: what is asked is computed, stored and told, what is answered is marked, stored and counted.

An answer is stored before it is acknowledged; the host is told the counts a few times a second, however many answer at once.
"""

from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evaluator import Answer as Evaluated
from app.evaluator import Evaluator
from app.rooms import service
from app.rooms.polls import polls
from app.rooms.polls.expected import Asked, AskRequest, answer_asked
from app.rooms.polls.polls import Sheet, Sheets
from app.rooms.polls.practising import Practising
from app.rooms.polls.results import results_json
from app.rooms.polls.schemas import Answer, Question, State
from app.rooms.polls.soon import Soon
from app.rooms.polls.tables import PollRow
from app.rooms.rooms import Rooms
from app.rooms.service import JSON, utc_now
from app.rooms.tables import Room

TALLY_SECONDS = 0.3
"""How often the host is told new counts, at most."""


class RefusedError(Exception):
    """A question that cannot be asked: the problem document says why."""

    def __init__(self, answer: Evaluated) -> None:
        self.answer = answer


class Polls:
    """Asking in rooms; what it adds to their state is `app.rooms.rooms.Asking`."""

    def __init__(self, rooms: Rooms, evaluator: Evaluator) -> None:
        self._rooms = rooms
        self._evaluator = evaluator
        self._sheets = Sheets()
        self.practising = Practising(rooms)
        self._tallies = Soon(TALLY_SECONDS, self._tell_tally)

    # What rooms ask, as parts of jobs.

    def poll(self, session: Session, code: str) -> JSON | None:
        """The poll that everybody sees."""
        row = polls.shown(session, code)
        return None if row is None else polls.poll_json(session, row, self._sheets.of(row))

    def answers(self, session: Session, code: str) -> dict[int, Any]:
        """The answers to it by guest."""
        row = polls.shown(session, code)
        return {} if row is None else polls.answers(session, row.poll)

    def practice(self, session: Session, code: str) -> JSON | None:
        """The practice set that is being worked on."""
        return self.practising.shown(session, code)

    def host_news(self, session: Session, code: str) -> list[JSON]:
        """What a host's tab is told when it comes: the counts, and how far everybody is."""
        return [each for each in (self._tally(session, code), self.practising.progress(session, code)) if each is not None]

    def _tally(self, session: Session, code: str) -> JSON | None:
        row = polls.shown(session, code)
        if row is None:
            return None
        found = polls.tally(session, row.poll, self._sheets.of(row))
        return {"type": "tally", "poll": row.poll, "tally": found.model_dump(mode="json")}

    async def recount(self, code: str) -> None:
        """Somebody was removed, whose answers count no longer."""

        def edit(session: Session, _room: Room) -> JSON:
            row = polls.shown(session, code)
            return {} if row is None or row.state != "revealed" else {"poll": polls.poll_json(session, row, self._sheets.of(row))}

        await self._rooms.change(code, edit)
        self._tallies.want(code)

    async def close(self) -> None:
        """Tells nobody anything any more: whoever comes back reads it."""
        await self._tallies.close()
        await self.practising.close()

    # What the host does.

    async def ask(self, code: str, question: Question) -> JSON:
        """Asks about the program that the room shows. Raises RefusedError where the question has no answer."""
        about = await self._rooms.read(lambda session: _about(session, code))
        request = AskRequest(**about, question=question)
        answer = await self._evaluator.answer(answer_asked, request.model_dump_json().encode())
        if answer.status >= 400:
            raise RefusedError(answer)
        asked = Asked.model_validate_json(answer.body)

        def edit(session: Session, room: Room) -> JSON:
            row = polls.ask(session, room, question, asked, about=about, now=utc_now())
            return {"poll": polls.poll_json(session, row, self._sheets.of(row))}

        return await self._change(code, edit)

    async def set_state(self, code: str, poll: int, state: State) -> JSON:
        """Opens, closes, reveals a poll or puts it away."""
        told: JSON = {}
        again: dict[int, Any] = {}

        def edit(session: Session, _room: Room) -> JSON:
            was_over = polls.find(session, code, poll).state == "over"
            row = polls.change(session, code, poll, state)
            told.update(polls.poll_json(session, row, self._sheets.of(row)))
            again.update(polls.answers(session, poll) if was_over and state != "over" else {})
            return {"poll": self.poll(session, code)}

        await self._change(code, edit)
        for guest, answer in again.items():  # rooms know only the answers to what has been shown
            self._rooms.answered(code, poll, guest, answer)
        self._tallies.want(code)
        return told

    async def delete(self, code: str, poll: int) -> None:
        """Deletes a poll and all answers to it."""

        def edit(session: Session, _room: Room) -> JSON:
            session.delete(polls.find(session, code, poll, lock=True))
            session.flush()
            return {"poll": self.poll(session, code)}

        await self._rooms.change(code, edit)

    async def history(self, code: str) -> list[JSON]:
        """All polls of a room as its host sees them, the oldest first."""

        def read(session: Session) -> list[JSON]:
            rows = session.scalars(select(PollRow).where(PollRow.room == code).order_by(PollRow.poll))
            return [polls.whole(session, row, self._sheets.of(row)) for row in rows]

        return await self._rooms.read(read)

    async def results(self, code: str) -> JSON:
        """Everything that was asked and answered."""
        return await self._rooms.read(lambda session: results_json(session, code, self._sheets, utc_now()))

    async def _change(self, code: str, edit: service.Edit) -> JSON:
        change = await self._rooms.change(code, edit)
        poll: JSON = change.fields["poll"]
        return poll

    # What guests do.

    async def answer(self, code: str, poll: int, token: str, given: Answer) -> Answer:
        """Keeps a guest's answer, and returns it as it is kept. Raises ProblemError where it cannot be read or is too late."""
        sheet = self._sheets.known(poll)
        if sheet is None:
            sheet = await self._rooms.read(lambda session: self._sheet(session, code, poll, token))
        kept = sheet.mark(given).answer
        text = orjson.dumps(kept).decode()
        guest = await self._rooms.write(lambda session: polls.answer(session, code, poll, token, given=text, now=utc_now()))
        self._rooms.answered(code, poll, guest, kept)
        self._tallies.want(code)
        return kept

    async def worth(self, code: str, poll: int, guest: int) -> JSON:
        """A guest's own answer, and once the poll is revealed what it is worth."""

        def read(session: Session) -> JSON:
            row = polls.find(session, code, poll)
            return polls.own(session, row, guest, self._sheets.of(row))

        return await self._rooms.read(read)

    def _sheet(self, session: Session, code: str, poll: int, token: str) -> Sheet:
        service.identify(session, code, token, utc_now())  # strangers are not told which polls there are
        return self._sheets.of(polls.find(session, code, poll))

    async def _tell_tally(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self._tally(session, code))
        if message is not None:
            self._rooms.tell_hosts(code, message)


def _about(session: Session, code: str) -> JSON:
    """What of a room's view decides about its graph."""
    view = service.find(session, code, utc_now()).view
    return {"program": view.get("program", ""), "inputs": view.get("inputs", {}), "output": view.get("output")}
