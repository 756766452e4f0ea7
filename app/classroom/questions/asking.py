"""The polls of all rooms: questions are computed, stored and published, answers are marked, stored and counted.

An answer is stored before it is acknowledged; the host receives the counts a few times a second, however many answer at once.
"""

from contextlib import suppress
from typing import Any

import orjson
from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.questions import answers
from backpass.app.classroom.questions.coalesce import Coalescer
from backpass.app.classroom.questions.expected import AskRequest, PreparedQuestion, prepare_question
from backpass.app.classroom.questions.practice import PracticeService
from backpass.app.classroom.questions.results import results_json
from backpass.app.classroom.questions.schemas import Answer, ModerationRequest, Question, State, needs_graph
from backpass.app.classroom.questions.sheets import Sheet, Sheets
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import JSON, utc_now
from backpass.app.classroom.tables import Room
from backpass.app.evaluation.answer import Answer as Evaluated
from backpass.app.evaluation.dispatcher import Dispatcher, Requester
from backpass.engine import Code, ProblemError
from backpass.engine.messages import say

TALLY_SECONDS = 0.3
"""The shortest time between two messages with counts to the host."""


class RefusedError(Exception):
    """A question that cannot be asked: the problem document says why."""

    def __init__(self, answer: Evaluated) -> None:
        self.answer = answer


class PollService:
    """Asking in rooms; what it adds to their state is `app.classroom.rooms.RoomExtension`."""

    def __init__(self, rooms: Rooms, dispatcher: Dispatcher, sheets: Sheets) -> None:
        self._rooms = rooms
        self._dispatcher = dispatcher
        self._sheets = sheets
        self.practice_service = PracticeService(rooms)
        self._tallies = Coalescer(TALLY_SECONDS, self._publish_tally)

    # What rooms ask, as parts of jobs.

    def poll(self, session: Session, code: str) -> JSON | None:
        """The poll that everybody sees."""
        row = answers.shown(session, code)
        return None if row is None else answers.poll_json(session, row, self._sheets.of(row))

    def answers(self, session: Session, code: str) -> dict[int, Any]:
        """The answers to it by guest."""
        row = answers.shown(session, code)
        return {} if row is None else answers.answers(session, row.question)

    def practice(self, session: Session, code: str) -> JSON | None:
        """The practice set that is being worked on."""
        return self.practice_service.shown(session, code)

    def host_messages(self, session: Session, code: str) -> list[JSON]:
        """The messages for a host's tab that connects: the counts, and the progress of practice."""
        return [each for each in (self._tally(session, code), self.practice_service.progress(session, code)) if each is not None]

    def _tally(self, session: Session, code: str) -> JSON | None:
        row = answers.shown(session, code)
        if row is None:
            return None
        found = answers.tally(session, row, self._sheets.of(row))
        return {"type": "tally", "poll": row.question, "tally": found.model_dump(mode="json")}

    async def recount(self, code: str) -> None:
        """Somebody was removed, whose answers count no longer."""

        def edit(session: Session, _room: Room) -> JSON:
            row = answers.shown(session, code)
            return (
                {} if row is None or row.state != "revealed" else {"poll": answers.poll_json(session, row, self._sheets.of(row))}
            )

        await self._rooms.change(code, edit)
        self._tallies.request(code)

    async def remark(self) -> None:
        """Marks what an older server stored without a mark."""
        database = self._rooms.database
        if found := await database.read(lambda session: answers.unmarked(session, self._sheets)):
            await database.write(lambda session: answers.remark(session, found))

    async def close(self) -> None:
        """Stops publishing updates; clients that reconnect read the state from the database."""
        await self._tallies.close()
        await self.practice_service.close()

    # What the host does.

    async def prepare(self, code: str, question: Question) -> JSON:
        """Keeps a question that is to be asked later. Only the host learns of it."""
        made: JSON = {}

        def edit(session: Session, room: Room) -> JSON:
            made.update(answers.draft_json(answers.prepare(session, room, question)))
            return {}

        await self._rooms.change(code, edit)
        return made

    async def drafts(self, code: str) -> list[JSON]:
        """The questions that wait to be asked."""
        return await self._rooms.read(lambda session: answers.drafts(session, code))

    async def move(self, code: str, poll: int, place: int) -> JSON:
        """Gives a question that waits to be asked another place in the list."""
        moved: JSON = {}

        def edit(session: Session, room: Room) -> JSON:
            moved.update(answers.draft_json(answers.move(session, room, poll, place)))
            return {}

        await self._rooms.change(code, edit)
        return moved

    async def ask(self, code: str, question: Question, *, seconds: int | None = None, draft: int | None = None) -> JSON:
        """Asks about the program that the room shows. Raises RefusedError where the question has no answer, and ProblemError
        where the stage cannot show it.

        It is closed after `seconds`; `draft` is its number where it was prepared.
        """
        about = await self._rooms.read(lambda session: _about(session, code, question))
        request = AskRequest(**about, question=question)
        answer = await self._dispatcher.answer(prepare_question, request.model_dump_json().encode(), Requester(f"room {code}"))
        if answer.status >= 400:
            raise RefusedError(answer)
        asked = PreparedQuestion.model_validate_json(answer.body)

        def edit(session: Session, room: Room) -> JSON:
            row = answers.ask(session, room, question, asked, draft=draft, about=about, seconds=seconds, now=utc_now())
            return {"poll": answers.poll_json(session, row, self._sheets.of(row))}

        return await self._change(code, edit)

    async def set_state(self, code: str, poll: int, state: State, seconds: int | None = None) -> JSON:
        """Opens, closes, reveals a poll or puts it away; one that was prepared is asked when it is opened."""
        if state == "open":
            prepared = await self._rooms.read(lambda session: answers.drafted(session, code, poll))
            if prepared is not None:
                return await self.ask(code, prepared, seconds=seconds, draft=poll)
        changed: JSON = {}
        again: dict[int, Any] = {}

        def edit(session: Session, room: Room) -> JSON:
            now_shown = room.question
            row = answers.change(session, room, poll, state, utc_now(), seconds=seconds)
            changed.update(answers.poll_json(session, row, self._sheets.of(row)))
            again.update(answers.answers(session, poll) if now_shown != poll and state != "over" else {})
            return {"poll": self.poll(session, code)}

        await self._change(code, edit)
        for guest, answer in again.items():  # rooms know only the answers to what has been shown
            self._rooms.answered(code, poll, guest, answer)
        self._tallies.request(code)
        return changed

    async def end_countdowns(self) -> None:
        """Closes every question whose countdown has ended."""
        for code in await self._rooms.read(lambda session: answers.counted_down(session, utc_now())):

            def edit(session: Session, room: Room) -> JSON:
                ended = answers.end_countdown(session, room, utc_now())
                return {"poll": self.poll(session, room.code)} if ended else {}

            with suppress(ProblemError):  # the room has been closed meanwhile
                await self._rooms.change(code, edit)
            self._tallies.request(code)

    async def moderate(self, code: str, poll: int, request: ModerationRequest) -> JSON:
        """Hides, stars or groups open answers; the poll as its host sees it."""
        changed: JSON = {}

        def edit(session: Session, _room: Room) -> JSON:
            sheet = self._sheets.of(answers.find(session, code, poll))
            row = answers.moderate(session, code, poll, request, sheet)
            changed.update(answers.whole(session, row, sheet))
            return {"poll": answers.poll_json(session, row, sheet)} if row.state == "revealed" else {}

        await self._rooms.change(code, edit)
        self._tallies.request(code)
        return changed

    async def delete(self, code: str, poll: int) -> None:
        """Deletes a poll and all answers to it."""

        def edit(session: Session, room: Room) -> JSON:
            is_draft = answers.drafted(session, code, poll) is not None
            answers.delete(session, room, poll)
            return {} if is_draft else {"poll": self.poll(session, code)}

        await self._rooms.change(code, edit)

    async def history(self, code: str, *, shown: bool, now: bool) -> list[JSON]:
        """All polls of a room as its host sees them, the oldest first; `shown`: on a screen that others see, too; `now`: only
        the one that everybody sees.
        """
        form = answers.shown_json if shown else answers.whole

        def read(session: Session) -> list[JSON]:
            rows = [row for row in (answers.shown(session, code),) if row] if now else answers.history(session, code)
            return [form(session, row, self._sheets.of(row)) for row in rows]

        return await self._rooms.read(read)

    async def results(self, code: str) -> JSON:
        """Everything that was asked and answered."""
        return await self._rooms.read(lambda session: results_json(session, code, self._sheets, utc_now()))

    async def _change(self, code: str, edit: store.Edit) -> JSON:
        change = await self._rooms.change(code, edit)
        poll: JSON = change.fields["poll"]
        return poll

    # What guests do.

    async def answer(self, code: str, poll: int, token: str, given: Answer) -> Answer:
        """Stores a guest's answer and returns it as stored. Raises ProblemError if it cannot be read or the poll is closed."""
        sheet = self._sheets.known(poll)
        if sheet is None:
            sheet = await self._rooms.read(lambda session: self._sheet(session, code, poll, token))
        worth = sheet.mark(given)
        text = orjson.dumps(worth.answer).decode()
        guest = await self._rooms.write(
            lambda session: answers.answer(session, code, poll, token, given=text, worth=worth, now=utc_now())
        )
        self._rooms.answered(code, poll, guest, worth.answer)
        self._tallies.request(code)
        return worth.answer

    async def worth(self, code: str, poll: int, guest: int) -> JSON:
        """A guest's own answer, and once the poll is revealed what it is worth."""

        def read(session: Session) -> JSON:
            row = answers.find(session, code, poll)
            return answers.own(session, row, guest)

        return await self._rooms.read(read)

    def _sheet(self, session: Session, code: str, poll: int, token: str) -> Sheet:
        store.identify(session, code, token, utc_now())  # strangers must not learn which polls exist
        return self._sheets.of(answers.find(session, code, poll))

    async def _publish_tally(self, code: str) -> None:
        message = await self._rooms.read(lambda session: self._tally(session, code))
        if message is not None:
            self._rooms.publish_to_hosts(code, message)


def _about(session: Session, code: str, question: Question) -> JSON:
    """What of a room's view decides about its graph. Raises ProblemError for a question about it while no screen shows it."""
    room = store.find(session, code, utc_now())
    if room.stage != "playground" and needs_graph(question):
        raise store.refusal(Code.NOT_ASKABLE, say("no-graph-on-stage"), say("no-graph-on-stage.hint"))
    view = room.view
    return {"program": view.get("program", ""), "inputs": view.get("inputs", {}), "output": view.get("output")}
