"""Questions and answers in the database: asking, opening and closing, answering, counting. All here are jobs or parts of one.

Knows nothing of sockets or programs. The time comes in as an argument.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, cast

import orjson
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, Executable, Select, TableClause, bindparam, case, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.codes import hash_of
from backpass.app.classroom.questions.expected import PreparedQuestion
from backpass.app.classroom.questions.marking import Mark
from backpass.app.classroom.questions.schemas import (
    MAX_PREPARED,
    Draft,
    Moderation,
    ModerationRequest,
    Poll,
    Question,
    State,
    Tally,
)
from backpass.app.classroom.questions.sheets import Sheet, Sheets
from backpass.app.classroom.questions.tables import AnswerRow, QuestionRow
from backpass.app.classroom.questions.tally import Counted, key_of, moves_of, tally_of, without_hidden
from backpass.app.classroom.store import JSON, refusal
from backpass.app.classroom.tables import Guest, Room
from backpass.engine import Code
from backpass.engine.messages import say

_REVEALED = ("counts", "right", "moves")
"""What everybody sees of a question that is revealed."""

_MAX_MODERATED = 2_000
"""Different open answers of one poll that can be sorted by hand."""


_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)


def find(
    session: Session, code: str, poll: int, *, lock: bool = False, sources: Container[str] = frozenset({"live"})
) -> QuestionRow:
    """A question to everybody in the room. Raises ProblemError where there is none."""
    row = session.get(QuestionRow, poll, with_for_update=lock)
    if row is None or row.room != code or row.source not in sources:
        raise refusal(Code.NOT_FOUND, say("no-poll", poll=poll), say("no-poll.hint"))
    return row


def shown(session: Session, code: str) -> QuestionRow | None:
    """The question that everybody sees."""
    return session.scalar(select(QuestionRow).join(Room, Room.question == QuestionRow.question).where(Room.code == code))


def history(session: Session, code: str) -> Iterable[QuestionRow]:
    """All questions to everybody in the room, the oldest first."""
    asked = (QuestionRow.room == code, QuestionRow.source == "live")
    return session.scalars(select(QuestionRow).where(*asked).order_by(QuestionRow.asked, QuestionRow.question)).all()


def drafts(session: Session, code: str) -> list[JSON]:
    """The questions that wait to be asked, in the teacher's order, as their teacher sees them."""
    return [draft_json(row) for row in _waiting(session, code)]


def _waiting(session: Session, code: str) -> Sequence[QuestionRow]:
    """Their rows; those of one `batch` in the order in which they were written."""
    mine = select(QuestionRow).where(QuestionRow.room == code, QuestionRow.source == "prepared")
    return session.scalars(mine.order_by(QuestionRow.batch, QuestionRow.question)).all()


def move(session: Session, room: Room, poll: int, place: int) -> QuestionRow:
    """Puts a question that waits to be asked at another place among them. Raises ProblemError where it does not wait."""
    moved = find(session, room.code, poll, lock=True, sources={"prepared"})
    order = [row for row in _waiting(session, room.code) if row is not moved]
    order.insert(place, moved)
    for number, row in enumerate(order, 1):
        row.batch = number
    session.flush()
    return moved


def draft_json(row: QuestionRow) -> JSON:
    """A question that waits to be asked."""
    return Draft(poll=row.question, question=row.body, state="draft").model_dump(mode="json")


def drafted(session: Session, code: str, poll: int) -> Question | None:
    """The question where it waits to be asked; None where it has been asked. Raises ProblemError where there is none."""
    row = find(session, code, poll, sources={"live", "prepared"})
    return _QUESTION.validate_python(row.body) if row.source == "prepared" else None


def prepare(session: Session, room: Room, question: Question) -> QuestionRow:
    """A question that waits to be asked. Raises ProblemError where as many wait as may."""
    waiting = _waiting(session, room.code)
    if len(waiting) >= MAX_PREPARED:
        raise refusal(Code.TOO_LONG, say("too-many-prepared", count=MAX_PREPARED), say("too-many-prepared.hint"))
    row = _written(session, room, question)
    row.batch = waiting[-1].batch if waiting else 0
    return row


def _written(session: Session, room: Room, question: Question) -> QuestionRow:
    row = QuestionRow(
        room=room.code,
        source="prepared",
        batch=0,
        place="",  # its number, which it has a moment later
        feedback="later",
        body=question.model_dump(mode="json"),
        state="draft",
        round=1,
        shows=[],
    )
    session.add(row)
    session.flush()
    row.place = str(row.question)
    return row


def ask(
    session: Session,
    room: Room,
    question: Question,
    asked: PreparedQuestion,
    *,
    draft: int | None,
    about: Mapping[str, Any],
    seconds: int | None,
    now: datetime,
) -> QuestionRow:
    """A new question, or the one with the number `draft`, which everybody sees in place of the last one."""
    row = _written(session, room, question) if draft is None else find(session, room.code, draft, lock=True, sources={"prepared"})
    put_away(session, room)
    row.source, row.batch, row.state = "live", 0, "open"
    row.body = question.model_dump(mode="json") | {"prompt": asked.prompt}
    row.expected, row.about = asked.expected.model_dump_json(), dict(about)
    row.asked, row.closes = now, _end_of(seconds, now)
    room.question = row.question
    session.flush()
    return row


def _end_of(seconds: int | None, now: datetime) -> datetime | None:
    return None if seconds is None else now + timedelta(seconds=seconds)


def put_away(session: Session, room: Room) -> None:
    """The question that everybody sees is over."""
    session.execute(update(QuestionRow).where(QuestionRow.question == room.question).values(state="over", closes=None))
    room.question = None


def change(session: Session, room: Room, poll: int, state: State, now: datetime, *, seconds: int | None = None) -> QuestionRow:
    """Opens, closes, reveals a question or puts it away; one that was over takes the place of the one that everybody sees.

    With every change a countdown ends, or begins where it is opened with `seconds`.
    """
    row = find(session, room.code, poll, lock=True, sources={"live", "prepared"})
    if row.source == "prepared":
        raise refusal(Code.NOT_ASKABLE, say("not-asked-yet", poll=poll), say("not-asked-yet.hint"))
    if row.state == "over":
        if state == "over":
            return row  # another one may be on the screens
        put_away(session, room)
    # Once what is right was shown, or may have been, another answer says nothing about who knew it.
    if state == "open" and (row.state in {"discuss", "over"} or row.shown is not None):
        _begin_second_vote(session, row)
    if state == "revealed":
        row.shows, row.shown = list(_REVEALED), row.shown or now
    elif state != "over":
        row.shows = []
    row.state, row.closes = state, _end_of(seconds, now)
    room.question = None if state == "over" else poll
    session.flush()
    return row


def counted_down(session: Session, now: datetime) -> Iterable[str]:
    """The rooms in which a countdown has ended."""
    here = select(Room.code).join(QuestionRow, QuestionRow.question == Room.question)
    return session.scalars(here.where(QuestionRow.closes <= now, Room.expires >= now)).all()


def end_countdown(session: Session, room: Room, now: datetime) -> bool:
    """Closes the question whose countdown has ended; False where none has, such as when another process was first."""
    row = shown(session, room.code)
    if row is None or row.closes is None or row.closes > now:
        return False
    change(session, room, row.question, "closed", now)
    return True


def delete(session: Session, room: Room, poll: int) -> None:
    """Deletes a question with all answers to it, asked or not."""
    session.delete(find(session, room.code, poll, lock=True, sources={"live", "prepared"}))
    if room.question == poll:
        room.question = None
    session.flush()


def moderate(session: Session, code: str, poll: int, request: ModerationRequest, sheet: Sheet) -> QuestionRow:
    """Sorts open answers by hand. Raises ProblemError where there is no such poll, or its answers are not open ones."""
    row = find(session, code, poll, lock=True)
    if not sheet.is_open:
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


def _begin_second_vote(session: Session, row: QuestionRow) -> None:
    """What was answered counts as the first vote; where there have been two already, the first stays. What was answered once the
    right answer had been shown is none.
    """
    row.round = 2
    unmoved = (AnswerRow.question == row.question, AnswerRow.first.is_(None), AnswerRow.late.is_(False))
    session.execute(update(AnswerRow).where(*unmoved).values(first=AnswerRow.last))


_ANSWERING = (
    select(Guest.guest, QuestionRow.state, QuestionRow.shown, QuestionRow.closes)
    .join(QuestionRow, QuestionRow.room == Guest.room)
    .join(Room, Room.code == Guest.room)
    .where(
        Guest.room == bindparam("code"),
        Guest.token_hash == bindparam("hashed"),
        Guest.removed.is_(False),
        Room.expires >= bindparam("now"),
        QuestionRow.question == bindparam("number"),
        QuestionRow.source == "live",
    )
    # The lock makes closing wait for answers under way: what is counted afterwards is final.
    .with_for_update(read=True, of=QuestionRow)
)
"""Who answers, and whether the poll takes answers. Put together once: that takes ten times as long as carrying it out."""


def answer(session: Session, code: str, poll: int, token: str, *, given: str, worth: Mark, now: datetime) -> int:
    """Keeps an answer, as JSON, in place of the guest's last one, and returns the guest's number. Sending one twice is harmless.

    Raises ProblemError for anybody but a guest of the room, where there is no such poll, and where it takes no answers any more.
    """
    asked = {"code": code, "hashed": hash_of(token), "now": now, "number": poll}
    found = session.execute(_ANSWERING, asked).one_or_none()
    if found is None:
        store.identify(session, code, token, now).require_guest()
        find(session, code, poll)
    guest, state, was_shown, closes = found or (0, "", None, None)
    if state != "open" or (closes is not None and closes <= now):
        stored = session.get(AnswerRow, (poll, guest))
        if stored is not None and stored.last == given:
            return guest  # the same once more: the acknowledgement was lost
        raise refusal(
            Code.POLL_CLOSED,
            say("poll-closed"),
            say("poll-closed.counted") if stored else say("poll-closed.late"),
        )
    mark = {"correct": worth.correct, "misconception": worth.misconception}
    vote = {"question": poll, "guest": guest, "last": given, "answered": now, "tries": 1, "late": was_shown is not None}
    session.execute(_voting(session.get_bind().dialect.name), vote | mark)
    return guest


@cache
def _voting(dialect: str) -> Executable:
    """Keeps a vote in one statement, put together once; the same once more is no further try."""
    insert = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(cast(TableClause, AnswerRow.__table__))
    newest: dict[str, ColumnElement[Any]] = {
        name: insert.excluded[name] for name in ("last", "answered", "correct", "misconception")
    }
    is_same = AnswerRow.last == insert.excluded["last"]
    newest["tries"] = AnswerRow.tries + case((is_same, 0), else_=1)
    newest["late"] = case((is_same, AnswerRow.late), else_=insert.excluded["late"])
    return insert.on_conflict_do_update(index_elements=["question", "guest"], set_=newest)


def try_out(session: Session, row: AnswerRow, text: str, worth: Mark, now: datetime, *, late: bool = False) -> bool:
    """Keeps what was typed where each learns at once what it is worth, and returns whether it is another answer than the last."""
    given = orjson.dumps(text).decode()
    if row.last is not None and orjson.loads(row.last) == text:
        return False
    row.last, row.correct, row.misconception = given, bool(worth.correct), worth.misconception
    row.first = given if row.tries == 0 else row.first
    row.tries += 1
    row.late, row.answered = late, now
    session.flush()
    return True


def own(session: Session, row: QuestionRow, guest: int) -> JSON:
    """A guest's answer, with its mark if the question is revealed."""
    stored = session.get(AnswerRow, (row.question, guest))
    worth: JSON = {"answer": None, "correct": None, "misconception": None}
    if stored is not None and stored.last is not None:
        worth["answer"] = orjson.loads(stored.last)
        if row.state == "revealed":
            worth |= {"correct": stored.correct, "misconception": stored.misconception}
    return worth


def counting(*columns: Any) -> Select[Any]:
    """Of the answers of those who are in the room: who was removed is not counted."""
    here = (Guest.room == QuestionRow.room) & (Guest.guest == AnswerRow.guest) & Guest.removed.is_(False)
    answers = select(*columns).select_from(AnswerRow).join(QuestionRow, QuestionRow.question == AnswerRow.question)
    return answers.join(Guest, here)


def tally(session: Session, row: QuestionRow, sheet: Sheet) -> Tally:
    """The counts of a question at this moment, as its host sees them."""
    last = counting(AnswerRow.last, func.count()).where(AnswerRow.question == row.question).group_by(AnswerRow.last)
    moderated = {key: Moderation.model_validate(each) for key, each in (row.moderation or {}).items()}
    counted = (Counted(sheet.mark_stored(given), guests) for given, guests in session.execute(last))
    found = tally_of(counted, marked=sheet.marked, moderated=moderated)
    if row.round == 1 or sheet.is_open:
        return found
    pair = (AnswerRow.first, AnswerRow.last)
    both = counting(*pair, func.count()).where(AnswerRow.question == row.question, AnswerRow.first.is_not(None)).group_by(*pair)
    found.moves = moves_of(
        (sheet.mark_stored(before), sheet.mark_stored(after), guests) for before, after, guests in session.execute(both)
    )
    return found


def poll_json(session: Session, row: QuestionRow, sheet: Sheet) -> JSON:
    """A question as guests see it."""
    question, revealed = dict(row.body), row.state == "revealed"
    if "correct" in question and not revealed:
        del question["correct"]
    count = session.scalar(counting(func.count()).where(AnswerRow.question == row.question)) or 0
    assert row.state != "draft"
    return Poll(
        poll=row.question,
        question=question,
        state=row.state,
        round=row.round,
        answered=count,
        expected=sheet.revealed() if revealed else None,
        tally=without_hidden(tally(session, row, sheet)) if revealed else None,
        closes=row.closes,
    ).model_dump(mode="json")


def shown_json(session: Session, row: QuestionRow, sheet: Sheet) -> JSON:
    """A question as its host sees it on a screen that others see, too: what is right once it is revealed."""
    return poll_json(session, row, sheet) | {"about": row.about}


def whole(session: Session, row: QuestionRow, sheet: Sheet) -> JSON:
    """A question as its host sees it."""
    for_host = {
        "question": row.body,
        "expected": sheet.revealed(),
        "about": row.about,
        "tally": tally(session, row, sheet).model_dump(mode="json"),
    }
    return poll_json(session, row, sheet) | for_host


def answers(session: Session, poll: int) -> dict[int, Any]:
    """Every guest's answer."""
    rows = session.execute(select(AnswerRow.guest, AnswerRow.last).where(AnswerRow.question == poll))
    return {guest: orjson.loads(given) for guest, given in rows if given is not None}


class Remarked(NamedTuple):
    """What an answer is worth that an older server stored without its mark."""

    question: int
    last: str
    worth: Mark


def unmarked(session: Session, sheets: Sheets) -> list[Remarked]:
    """The answers without a mark to questions that have right and wrong ones, those that are alike once."""
    lacking = (QuestionRow.source == "live", AnswerRow.correct.is_(None), AnswerRow.last.is_not(None))
    wanted = select(QuestionRow, AnswerRow.last).join(AnswerRow, AnswerRow.question == QuestionRow.question).where(*lacking)
    each_once = wanted.group_by(QuestionRow.question, AnswerRow.last).order_by(QuestionRow.question, AnswerRow.last)
    found: list[Remarked] = []
    for row, last in session.execute(each_once):
        assert last is not None
        with suppress(ValidationError):  # an older version could read the question
            sheet = sheets.of(row)
            found += [Remarked(row.question, last, sheet.mark_stored(last))] if sheet.marked else []
    return [each for each in found if each.worth.correct is not None]


def remark(session: Session, found: Iterable[Remarked]) -> None:
    """Keeps their marks."""
    for number, last, worth in found:
        alike = (AnswerRow.question == number, AnswerRow.last == last)
        session.execute(update(AnswerRow).where(*alike).values(correct=worth.correct, misconception=worth.misconception))


def next_batch(session: Session, code: str, source: str) -> int:
    """The number of a new lesson or practice set of the room."""
    last = select(func.max(QuestionRow.batch)).where(QuestionRow.room == code, QuestionRow.source == source)
    return (session.scalar(last) or 0) + 1
