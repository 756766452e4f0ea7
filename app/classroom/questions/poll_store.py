"""Polls in the database: asking, opening and closing, answering, counting. Everything here is a job or part of one.

Knows nothing of sockets or programs. The time comes in as an argument.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from pydantic import TypeAdapter
from sqlalchemy import Select, bindparam, func, select, update
from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.codes import hash_of
from backpass.app.classroom.questions.expected import (
    Expected,
    ExpectedChoice,
    ExpectedEdge,
    ExpectedFormula,
    ExpectedNumber,
    ExpectedText,
    PreparedQuestion,
)
from backpass.app.classroom.questions.marking import Mark, mark
from backpass.app.classroom.questions.schemas import Answer, Moderation, ModerationRequest, Poll, Question, State, Tally
from backpass.app.classroom.questions.tables import AnswerRow, PollRow
from backpass.app.classroom.questions.tally import Counted, key_of, moves_of, tally_of, without_hidden
from backpass.app.classroom.store import JSON, refusal
from backpass.app.classroom.tables import Guest, Room
from backpass.app.storage.database import upsert
from backpass.engine import Code, ProblemError
from backpass.engine.messages import say
from backpass.engine.serialization.graph_json import number

_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)
_EXPECTED: TypeAdapter[Expected] = TypeAdapter(Expected)
_MAX_SHEETS, _MAX_MARKS = 64, 5_000
"""Polls, and different answers to each, whose marks are remembered: a class gives the same answers again and again."""

_MAX_MODERATED = 2_000
"""Different open answers of one poll that can be sorted by hand."""


@dataclass(slots=True)
class Sheet:
    """What is needed to mark answers to a poll. It never changes."""

    question: Question
    expected: Expected
    _marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def marked(self) -> bool:
        """Whether answers are right or wrong."""
        if isinstance(self.expected, ExpectedChoice):
            return self.expected.correct is not None
        return isinstance(self.expected, ExpectedNumber | ExpectedFormula | ExpectedEdge)

    def mark(self, answer: Answer) -> Mark:
        """Raises ProblemError where the answer cannot be read."""
        key = orjson.dumps(answer).decode()
        found = self._marks.get(key)
        if found is None:
            found = mark(self.question, self.expected, answer)
            if len(self._marks) < _MAX_MARKS:
                self._marks[key] = found
        return found

    def revealed(self) -> Any:
        """What is right, as JSON."""
        if isinstance(self.expected, ExpectedNumber):
            return number(self.expected.value)
        if isinstance(self.expected, ExpectedFormula):
            return self.expected.text
        if isinstance(self.expected, ExpectedChoice):
            return self.expected.correct
        return self.expected.next if isinstance(self.expected, ExpectedEdge) else None


class Sheets:
    """The sheets that are in use."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[int, Sheet] = OrderedDict()

    def of(self, row: PollRow) -> Sheet:
        """The sheet of a poll, read where it is not here."""
        sheet = self.known(row.poll)
        if sheet is None:
            sheet = Sheet(_QUESTION.validate_python(row.question), _EXPECTED.validate_json(row.expected))
            self._sheets[row.poll] = sheet
            if len(self._sheets) > _MAX_SHEETS:
                self._sheets.popitem(last=False)
        return sheet

    def known(self, poll: int) -> Sheet | None:
        """The sheet of a poll, if it is here."""
        sheet = self._sheets.get(poll)
        if sheet is not None:
            self._sheets.move_to_end(poll)
        return sheet


def find(session: Session, code: str, poll: int, *, lock: bool = False) -> PollRow:
    """A poll of the room. Raises ProblemError where there is none."""
    row = session.get(PollRow, poll, with_for_update=lock)
    if row is None or row.room != code:
        raise refusal(Code.NOT_FOUND, say("no-poll", poll=poll), say("no-poll.hint"))
    return row


def shown(session: Session, code: str) -> PollRow | None:
    """The poll that everybody sees."""
    return session.scalar(select(PollRow).where(PollRow.room == code, PollRow.state != "over"))


def ask(
    session: Session, room: Room, question: Question, asked: PreparedQuestion, *, about: Mapping[str, Any], now: datetime
) -> PollRow:
    """A new poll, which everybody sees in place of the last one."""
    put_away(session, room.code)
    row = PollRow(
        room=room.code,
        question=question.model_dump(mode="json") | {"prompt": asked.prompt},
        expected=asked.expected.model_dump_json(),
        about=dict(about),
        state="open",
        asked=now,
    )
    session.add(row)
    session.flush()
    return row


def put_away(session: Session, code: str) -> None:
    """The poll that everybody sees is over."""
    session.execute(update(PollRow).where(PollRow.room == code, PollRow.state != "over").values(state="over"))


def change(session: Session, code: str, poll: int, state: State) -> PollRow:
    """Opens, closes, reveals a poll or puts it away; one that was over takes the place of the one that everybody sees."""
    row = find(session, code, poll, lock=True)
    if row.state == "over":
        put_away(session, code)
    # Once what is right was shown, or may have been, another answer says nothing about who knew it.
    if row.state in {"discuss", "revealed", "over"} and state == "open":
        _begin_second_vote(session, row)
    row.state = state
    session.flush()
    return row


def moderate(session: Session, code: str, poll: int, request: ModerationRequest, sheet: Sheet) -> PollRow:
    """Sorts open answers by hand. Raises ProblemError where there is no such poll, or its answers are not open ones."""
    row = find(session, code, poll, lock=True)
    if not isinstance(sheet.expected, ExpectedText):
        raise refusal(Code.NOT_ASKABLE, say("not-moderated"), say("not-moderated.hint"))
    changes = request.model_dump(exclude={"answers"}, exclude_unset=True)
    moderation = dict(row.moderation or {})
    for each in request.answers:
        key = key_of(sheet.mark(each))
        moderation[key] = moderation.get(key, {}) | changes
    if len(moderation) > _MAX_MODERATED:
        raise refusal(Code.TOO_LONG, say("too-much-moderated", count=_MAX_MODERATED), say("too-much-moderated.hint"))
    row.moderation = moderation
    return row


def _begin_second_vote(session: Session, row: PollRow) -> None:
    """What was answered counts as the first vote; where there have been two already, the first stays."""
    row.round = 2
    unmoved = (AnswerRow.poll == row.poll, AnswerRow.first.is_(None))
    session.execute(update(AnswerRow).where(*unmoved).values(first=AnswerRow.answer))


_ANSWERING = (
    select(Guest.guest, PollRow.state)
    .join(PollRow, PollRow.room == Guest.room)
    .join(Room, Room.code == Guest.room)
    .where(
        Guest.room == bindparam("code"),
        Guest.token_hash == bindparam("hashed"),
        Guest.removed.is_(False),
        Room.expires >= bindparam("now"),
        PollRow.poll == bindparam("number"),
    )
    # The lock makes closing wait for answers under way: what is counted afterwards is final.
    .with_for_update(read=True, of=PollRow)
)
"""Who answers, and whether the poll takes answers. Put together once: that takes ten times as long as carrying it out."""


def answer(session: Session, code: str, poll: int, token: str, *, given: str, now: datetime) -> int:
    """Keeps an answer, as JSON, in place of the guest's last one, and returns the guest's number. Sending one twice is harmless.

    Raises ProblemError for anybody but a guest of the room, where there is no such poll, and where it takes no answers any more.
    """
    asked = {"code": code, "hashed": hash_of(token), "now": now, "number": poll}
    found = session.execute(_ANSWERING, asked).one_or_none()
    if found is None:
        store.identify(session, code, token, now).require_guest()
        find(session, code, poll)
    guest, state = found or (0, "")
    if state != "open":
        stored = session.get(AnswerRow, (poll, guest))
        if stored is not None and stored.answer == given:
            return guest  # the same once more: the acknowledgement was lost
        raise refusal(
            Code.POLL_CLOSED,
            say("poll-closed"),
            say("poll-closed.counted") if stored else say("poll-closed.late"),
        )
    upsert(session, AnswerRow, {"poll": poll, "guest": guest, "answer": given, "answered": now}, ("poll", "guest"))
    return guest


def own(session: Session, row: PollRow, guest: int, sheet: Sheet) -> JSON:
    """A guest's answer, with its mark if the poll is revealed."""
    stored = session.get(AnswerRow, (row.poll, guest))
    given = None if stored is None else orjson.loads(stored.answer)
    worth: JSON = {"answer": given, "correct": None, "misconception": None}
    if given is not None and row.state == "revealed":
        marked = sheet.mark(given)
        worth |= {"correct": marked.correct, "misconception": marked.misconception}
    return worth


def _counting(*columns: Any) -> Select[Any]:
    """Of the answers of those who are in the room: who was removed is not counted."""
    here = (Guest.room == PollRow.room) & (Guest.guest == AnswerRow.guest) & Guest.removed.is_(False)
    return select(*columns).select_from(AnswerRow).join(PollRow, PollRow.poll == AnswerRow.poll).join(Guest, here)


def counted(session: Session, poll: int, sheet: Sheet) -> Iterable[Counted]:
    """Every different answer with how many gave it."""
    rows = _counting(AnswerRow.answer, func.count()).where(AnswerRow.poll == poll).group_by(AnswerRow.answer)
    for given, guests in session.execute(rows):
        yield Counted(_mark_of(sheet, given), guests)


def _mark_of(sheet: Sheet, given: str) -> Mark:
    """The mark of an answer as it is stored."""
    try:
        return sheet.mark(orjson.loads(given))
    except ProblemError:  # an older version could read it
        return Mark(given, str(given), ("unread", given), correct=None)


def tally(session: Session, row: PollRow, sheet: Sheet) -> Tally:
    """The counts of a poll at this moment, as its host sees them."""
    poll = row.poll
    moderated = {key: Moderation.model_validate(each) for key, each in (row.moderation or {}).items()}
    found = tally_of(counted(session, poll, sheet), marked=sheet.marked, moderated=moderated)
    if row.round == 1 or isinstance(sheet.expected, ExpectedText):
        return found
    first, last = AnswerRow.first, AnswerRow.answer
    voted = _counting(first, last, func.count()).where(AnswerRow.poll == poll, first.is_not(None)).group_by(first, last)
    found.moves = moves_of(
        (_mark_of(sheet, before), _mark_of(sheet, after), guests) for before, after, guests in session.execute(voted)
    )
    return found


def poll_json(session: Session, row: PollRow, sheet: Sheet) -> JSON:
    """A poll as guests see it."""
    question, revealed = dict(row.question), row.state == "revealed"
    if "correct" in question and not revealed:
        del question["correct"]
    count = session.scalar(_counting(func.count()).where(AnswerRow.poll == row.poll)) or 0
    return Poll(
        poll=row.poll,
        question=question,
        state=row.state,
        round=row.round,
        answered=count,
        expected=sheet.revealed() if revealed else None,
        tally=without_hidden(tally(session, row, sheet)) if revealed else None,
    ).model_dump(mode="json")


def shown_json(session: Session, row: PollRow, sheet: Sheet) -> JSON:
    """A poll as its host sees it on a screen that others see, too: what is right once it is revealed."""
    return poll_json(session, row, sheet) | {"about": row.about}


def whole(session: Session, row: PollRow, sheet: Sheet) -> JSON:
    """A poll as its host sees it."""
    for_host = {
        "question": row.question,
        "expected": sheet.revealed(),
        "about": row.about,
        "tally": tally(session, row, sheet).model_dump(mode="json"),
    }
    return poll_json(session, row, sheet) | for_host


def answers(session: Session, poll: int) -> dict[int, Any]:
    """Every guest's answer."""
    rows = session.execute(select(AnswerRow.guest, AnswerRow.answer).where(AnswerRow.poll == poll))
    return {guest: orjson.loads(given) for guest, given in rows}
