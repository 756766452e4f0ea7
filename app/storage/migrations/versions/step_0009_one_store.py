"""Questions and answers of every kind in one store: ten tables become six.

Questions keep their numbers; those of practice and lessons get numbers above all old ones, those of deleted questions included.
What a lesson asks, and the marks of questions to everybody, are made from text and answers once the server has started:
`LessonClass.remark` and `PollService.remark`.
"""

import json
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_SHOWN = '["counts", "right", "moves"]'
_FREED = (
    "poll_answers",
    "practice_exercises",
    "polls",
    "practice_sets",
    "lesson_answers",
    "lesson_places",
    "room_lessons",
)


def upgrade() -> None:
    """Makes the new tables, fills them from the old ones, and drops those."""
    _make()
    on_server = op.get_bind().dialect.name == "postgresql"
    _move_polls(on_server)
    _move_practice(on_server)
    _move_lessons(on_server)
    for name in _FREED:
        op.drop_table(name)
    op.rename_table("room_lessons_new", "room_lessons")


def _make() -> None:
    for column in (
        sa.Column("stage", sa.String(12), nullable=False, server_default="playground"),
        sa.Column("lesson", sa.Integer()),
        sa.Column("question", sa.Integer()),
        sa.Column("practice", sa.Integer()),
        sa.Column("studio", sa.JSON()),
    ):
        op.add_column("rooms", column)
    op.add_column("room_guests", sa.Column("page", sa.Integer()))
    op.rename_table("room_remotes", "room_keys")
    op.add_column("room_keys", sa.Column("kind", sa.String(8), nullable=False, server_default="remote"))
    op.create_table(
        "room_lessons_new",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("lesson", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "room_questions",
        sa.Column("question", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(16), nullable=False),
        sa.Column("feedback", sa.String(8), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("expected", sa.Text()),
        sa.Column("about", sa.JSON()),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("shows", sa.JSON(), nullable=False),
        sa.Column("moderation", sa.JSON()),
        sa.Column("asked", sa.DateTime()),
        sa.Column("closes", sa.DateTime()),
        sa.Column("shown", sa.DateTime()),
        sa.UniqueConstraint("room", "source", "batch", "place", name="uq_room_questions_place"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "room_answers",
        sa.Column("question", sa.Integer(), sa.ForeignKey("room_questions.question", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("own", sa.Text()),
        sa.Column("first", sa.Text()),
        sa.Column("last", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Boolean()),
        sa.Column("misconception", sa.Text()),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("answered", sa.DateTime()),
    )


def _move_polls(on_server: bool) -> None:
    """Whether one that is over was shown is not known: who answers it again may know what is right."""
    as_json = "AS JSON" if on_server else "AS TEXT"
    op.execute(
        f"""
        INSERT INTO room_questions (question, room, source, batch, place, feedback, body, expected, about, state, round, shows,
            moderation, asked, shown)
        SELECT poll, room, 'live', 0, CAST(poll AS VARCHAR(16)), 'later', question, expected, about, state, round,
            CAST(CASE state WHEN 'revealed' THEN '{_SHOWN}' ELSE '[]' END {as_json}),
            moderation, asked, CASE WHEN state IN ('revealed', 'over') THEN asked END
        FROM polls
        """
    )
    if on_server:
        op.execute(
            "SELECT setval(pg_get_serial_sequence('room_questions', 'question'), last_value, is_called) FROM polls_poll_seq"
        )
    else:
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'room_questions'")
        op.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'room_questions', seq FROM sqlite_sequence WHERE name = 'polls'"
        )
    op.execute("UPDATE rooms SET question = (SELECT max(poll) FROM polls WHERE room = rooms.code AND state <> 'over')")
    op.execute(
        """
        INSERT INTO room_answers (question, guest, first, last, tries, late, answered)
        SELECT poll, guest, first, answer, CASE WHEN first IS NOT NULL AND first <> answer THEN 2 ELSE 1 END, false, answered
        FROM poll_answers JOIN room_questions ON question = poll
        """
    )


def _move_practice(on_server: bool) -> None:
    """Sets keep their numbers: new ones of a room get numbers above them."""
    asked: list[dict[str, Any]] = []
    for each in _rows("SELECT practice, room, count, level, seed, ended, begun FROM practice_sets"):
        about = {name: each[name] for name in ("practice", "count", "level", "seed")}
        state = "over" if each["ended"] else "open"
        made = {"source": "practice", "body": {"type": "number", "quantity": "gradient"}, "about": about, "state": state}
        key = {"room": each["room"], "batch": each["practice"], "asked": _moment(each["begun"])}
        asked += [made | key | {"place": str(number), "shown": None} for number in range(1, each["count"] + 1)]
        if not each["ended"]:
            shown = {"practice": each["practice"], "room": each["room"]}
            op.get_bind().execute(sa.text("UPDATE rooms SET practice = :practice WHERE code = :room"), shown)
    _ask(asked)
    own = (
        "CAST(json_build_object('program', e.program, 'name', e.name, 'expected', CAST(e.expected AS JSON)) AS TEXT)"
        if on_server
        else "json_object('program', e.program, 'name', e.name, 'expected', json(e.expected))"
    )
    text = _text("answer", on_server)
    op.execute(
        f"""
        INSERT INTO room_answers (question, guest, own, first, last, tries, correct, late, answered)
        SELECT q.question, guest, {own}, CASE WHEN tries = 1 THEN {text} END, CASE WHEN answer IS NOT NULL THEN {text} END, tries,
            CASE WHEN tries > 0 THEN correct END, false, answered
        FROM practice_exercises AS e
        JOIN practice_sets AS s ON s.practice = e.practice
        JOIN room_questions AS q
            ON q.room = s.room AND q.source = 'practice' AND q.batch = s.practice AND q.place = CAST(e.number AS VARCHAR(16))
        """
    )


def _move_lessons(on_server: bool) -> None:
    """Of what a lesson asks only what was answered or shown: the rest is in its text."""
    asked: list[dict[str, Any]] = []
    kept: list[dict[str, Any]] = []
    for each in _rows("SELECT room, text, title, pages, state, begun FROM room_lessons"):
        state = json.loads(each["state"]) if isinstance(each["state"], str) else dict(each["state"])
        revealed, shown = state.pop("revealed", {}), state.pop("shown", {})
        begun = _moment(each["begun"])
        kept.append(each | {"lesson": 1, "state": state | {"unread": True}, "begun": begun})
        answered = _rows("SELECT DISTINCT question FROM lesson_answers WHERE room = :room", room=each["room"])
        for place in sorted({*revealed, *shown, *(row["question"] for row in answered)}):
            since = datetime.fromisoformat(shown[place]) if place in shown else begun if place in revealed else None
            made = {"room": each["room"], "source": "lesson", "batch": 1, "place": place, "body": {}, "about": None}
            made |= {"state": "open", "asked": begun, "shown": since, "shows": ["counts", "right"] if place in revealed else []}
            asked.append(made)
    if kept:
        op.bulk_insert(_table("room_lessons_new"), kept)
    _ask(asked)
    text = _text("answer", on_server)
    op.execute(
        f"""
        INSERT INTO room_answers (question, guest, first, last, tries, correct, misconception, late, answered)
        SELECT q.question, guest, CASE WHEN tries = 1 THEN {text} END, {text}, tries, correct, NULLIF(thought, ''),
            q.shown IS NOT NULL AND answered >= q.shown, answered
        FROM lesson_answers AS a
        JOIN room_questions AS q ON q.room = a.room AND q.source = 'lesson' AND q.place = a.question
        """
    )
    op.execute("UPDATE rooms SET stage = 'lesson', lesson = 1 WHERE code IN (SELECT room FROM room_lessons)")
    op.execute(
        "UPDATE room_guests SET page = (SELECT page FROM lesson_places AS p"
        " WHERE p.room = room_guests.room AND p.guest = room_guests.guest)"
    )


def _ask(asked: list[dict[str, Any]]) -> None:
    if asked:
        usual = {"feedback": "at_once", "round": 1, "shows": []}
        op.bulk_insert(_table("room_questions"), [usual | each for each in asked])


def _table(name: str) -> sa.Table:
    """A new table as it stands, with the types that its values have here."""
    made = sa.Table(name, sa.MetaData(), autoload_with=op.get_bind())
    for column in made.columns:
        if column.name in {"body", "about", "shows", "state"} and not isinstance(column.type, sa.String):
            column.type = sa.JSON(none_as_null=True)
    return made


def _rows(query: str, **given: object) -> list[dict[str, Any]]:
    return [dict(row) for row in op.get_bind().execute(sa.text(query), given).mappings()]


def _text(column: str, on_server: bool) -> str:
    """A text as JSON."""
    return f"CAST(to_json({column}) AS TEXT)" if on_server else f"json_quote({column})"


def _moment(value: Any) -> datetime:
    """SQLite has texts for moments."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value
