"""The step to one store of questions and answers, on databases as an older server left them: SQLite and PostgreSQL."""

import asyncio
import importlib
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, select, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import Session

from backpass.app.classroom.questions.tables import AnswerRow, QuestionRow
from backpass.app.classroom.tables import Guest, Room, RoomKey
from backpass.app.storage.database import Database
from backpass.app.storage.migrations import configuration
from scripts.page import ROOT
from tests.app.classroom import transcript
from tests.app.storage.test_database import server, url  # noqa: F401 - fixtures

OLD = ("polls", "poll_answers", "practice_sets", "practice_exercises", "room_lessons", "lesson_places", "lesson_answers")
NEW = ("room_questions", "room_answers")
DELETED = 4
"""The last question of the recorded database, which the tests delete before the step: its number is not to be used again."""


def on(address: str, work: Any) -> Any:
    """What `work(connection)` returns, committed."""

    async def done() -> Any:
        driver = address if "sqlite" in address else address.replace("postgresql:", "postgresql+asyncpg:")
        engine = create_async_engine(driver)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(done())


@pytest.fixture
def left(url: str, tmp_path: Path) -> tuple[str, dict[str, str]]:  # noqa: F811
    """The address of a database as it was recorded, and the teachers' tokens."""
    file = tmp_path / "recorded.db"
    tokens = transcript.restored(file)
    if "sqlite" in url:
        return f"sqlite+aiosqlite:///{file}", tokens
    known = MetaData()
    engine = create_engine(f"sqlite:///{file}")
    known.reflect(engine)

    def copy(connection: Connection) -> None:
        command.upgrade(configuration(connection), "0008")
        with engine.connect() as recorded:
            for table in known.sorted_tables:
                rows = [dict(row) for row in recorded.execute(select(table)).mappings()]
                if rows and table.name != "alembic_version":
                    connection.execute(table.insert(), rows)
        for name, column in (("polls", "poll"), ("practice_sets", "practice")):
            connection.execute(text(f"SELECT setval('{name}_{column}_seq', (SELECT max({column}) FROM {name}))"))

    on(url, copy)
    engine.dispose()
    return url, tokens


def counts(address: str, names: tuple[str, ...]) -> dict[str, int]:
    def count(connection: Connection) -> dict[str, int]:
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}

    found: dict[str, int] = on(address, count)
    return found


def test_what_teachers_see_of_their_classes_is_what_it_was(left: tuple[str, dict[str, str]]) -> None:
    address, tokens = left
    with transcript.serving(address) as client:
        read = transcript.read_back(client, tokens)
    assert read == transcript.ANSWERS.read_text(encoding="utf-8")


def test_a_practice_set_after_the_step_is_another_one_than_those_before(left: tuple[str, dict[str, str]]) -> None:
    address, tokens = left
    with transcript.serving(address) as client:
        for number, (code, token) in enumerate(tokens.items(), 1):
            room, headers = f"/api/v1/rooms/{code}", {"authorization": f"Bearer {token}"}
            again = client.post(f"{room}/practice", headers=headers, json={"count": 3}).json()["practice"]
            assert again > number
            student = client.post(f"{room}/guests", json={}).json()["token"]
            mine = client.get(f"{room}/practice", headers={"authorization": f"Bearer {student}"}).json()
            assert (mine["practice"], len(mine["exercises"])) == (again, 3)
            sets = client.get(f"{room}/results", headers=headers).json()["practice"]
            assert [(each["practice"], len(each["answers"])) for each in sets] == [(number, 2), (again, 3)]


def test_a_question_that_is_read_no_more_keeps_no_class_from_its_answers(left: tuple[str, dict[str, str]]) -> None:
    address, tokens = left
    broken = text("UPDATE polls SET expected = '{}' WHERE poll = 1")
    on(address, lambda connection: connection.execute(broken))
    with transcript.serving(address) as client:
        for code in tokens:
            assert client.get(f"/api/v1/rooms/{code}").status_code == 200
        code, token = list(tokens.items())[2]
        (asked,) = client.get(f"/api/v1/rooms/{code}/results", headers={"authorization": f"Bearer {token}"}).json()["polls"]
        assert [each["correct"] for each in asked["answers"]] == [False, True]


def test_every_row_is_there_under_the_same_number_and_none_is_used_again(left: tuple[str, dict[str, str]]) -> None:
    address, tokens = left
    for table in ("poll_answers", "polls"):
        statement = text(f"DELETE FROM {table} WHERE poll = {DELETED}")
        on(address, lambda connection, statement=statement: connection.execute(statement))
    old = counts(address, OLD)

    async def story() -> None:
        database = Database(address)
        try:
            await database.read(compare)
            await database.write(ask)
            await database.write(end)
        finally:
            await database.close()

    def compare(session: Session) -> None:
        live = list(session.scalars(select(QuestionRow).where(QuestionRow.source == "live").order_by(QuestionRow.question)))
        assert [(row.question, row.state, row.shows) for row in live] == [
            (1, "open", []),
            (2, "discuss", []),
            (3, "revealed", ["counts", "right", "moves"]),
        ]
        others = list(session.scalars(select(QuestionRow).where(QuestionRow.source != "live")))
        assert min(row.question for row in others) > DELETED
        given = list(session.scalars(select(AnswerRow)))
        assert len(given) == old["poll_answers"] + old["practice_exercises"] + old["lesson_answers"]
        typed = next(row for row in given if row.question == 1 and row.guest == 1)
        assert (typed.last, typed.first, typed.tries, typed.late) == ('"3"', None, 1, False)
        tried = next(row for row in given if row.own and row.tries)
        assert (tried.last, tried.first, set(json.loads(tried.own or ""))) == ('"1"', '"1"', {"program", "name", "expected"})
        rooms = {room.title: room for room in session.scalars(select(Room))}
        assert [
            (rooms[title].question, rooms[title].practice, rooms[title].stage, rooms[title].lesson) for title in tokens_of
        ] == [
            (1, 1, "lesson", 1),
            (2, 2, "playground", None),
            (3, 3, "playground", None),
            (None, 4, "lesson", 1),
        ]
        assert {key.kind for key in session.scalars(select(RoomKey))} == {"remote"}
        assert sorted(guest.page or 0 for guest in session.scalars(select(Guest))) == [0] * 6 + [1] * 2

    tokens_of = list(transcript.STATES)
    assert len(tokens) == len(tokens_of)

    def ask(session: Session) -> None:
        most = max(session.scalars(select(QuestionRow.question)))
        row = QuestionRow(room=next(iter(tokens)), source="live", batch=0, place="", feedback="later", body={}, state="open")
        row.round, row.shows = 1, []
        session.add(row)
        session.flush()
        assert row.question > most

    def end(session: Session) -> None:
        session.execute(text("DELETE FROM rooms"))
        left_over = [session.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in (*NEW, "room_lessons")]
        assert left_over == [0, 0, 0]

    asyncio.run(story())


KILLED = """
import asyncio, importlib, os, signal, sys
import alembic.script.base
from backpass.app.storage.database import Database
from alembic import op

drop = op.drop_table

def killed(name):
    drop(name)
    if name == "lesson_answers":
        os.kill(os.getpid(), signal.SIGKILL)

op.drop_table = killed

async def story():
    await Database(sys.argv[1]).check()

asyncio.run(story())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_step_that_is_killed_leaves_the_old_tables_whole(left: tuple[str, dict[str, str]]) -> None:
    address, _ = left
    old = counts(address, OLD)
    killed = subprocess.run([sys.executable, "-c", KILLED, address], cwd=ROOT, capture_output=True, check=False)
    assert killed.returncode == -9, killed.stderr.decode()
    assert counts(address, OLD) == old
    on(address, lambda connection: connection.execute(text("SELECT lost FROM room_guests")).all())
    with pytest.raises(Exception, match="room_questions"):
        counts(address, NEW)
    asyncio.run(opened(address))
    assert counts(address, NEW)["room_answers"] > 0


async def opened(address: str) -> None:
    database = Database(address)
    await database.check()
    await database.close()


def test_a_database_without_classes_takes_the_step_too(tmp_path: Path) -> None:
    file = tmp_path / "empty.db"
    asyncio.run(opened(f"sqlite+aiosqlite:///{file}"))
    with closing(sqlite3.connect(file)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {*NEW, "room_keys", "room_lessons"} <= names
    assert not {"polls", "room_remotes", "lesson_places"} & names
    assert importlib.import_module("backpass.app.storage.migrations.versions.step_0009_one_store").down_revision == "0008"
