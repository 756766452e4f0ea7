"""The database: jobs are stored before they answer, each whole or not at all, and tables grow by steps; SQLite and PostgreSQL."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.orm import Session

import backpass.app.main  # noqa: F401 - every capability declares its tables
from backpass.app.api.shares import Share
from backpass.app.storage.database import Database, Table, upsert
from backpass.app.storage.failures import Failure, StorageError
from scripts.page import ROOT
from tests.services import MissingServiceError, postgresql


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    try:
        with postgresql() as url:
            yield url
    except MissingServiceError as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "SQLite":
        return f"sqlite+aiosqlite:///{tmp_path / 'kept.db'}"
    empty: str = request.getfixturevalue("server")

    async def emptied() -> None:
        connection = await asyncpg.connect(empty)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    asyncio.run(emptied())
    return empty


def run(url: str, story: Callable[[Database], Awaitable[None]]) -> None:
    async def told() -> None:
        database = Database(url)
        try:
            await story(database)
        finally:
            await database.close()

    asyncio.run(told())


def put(code: str, state: str = "") -> Callable[[Session], str]:
    def job(session: Session) -> str:
        upsert(session, Share, {"code": code, "state": state, "expires": None}, keys=["code"])
        return code

    return job


def states(session: Session) -> dict[str, str]:
    return {share.code: share.state for share in session.scalars(select(Share))}


def test_what_is_written_is_there_for_the_next_reader_and_after_the_next_start(url: str) -> None:
    async def story(database: Database) -> None:
        assert await database.write(put("a", "first")) == "a"
        await database.write(put("a", "second"))
        assert await database.read(states) == {"a": "second"}

    async def again(database: Database) -> None:
        assert await database.read(states) == {"a": "second"}

    run(url, story)
    run(url, again)


def test_a_job_that_fails_leaves_nothing_and_spares_those_beside_it(url: str) -> None:
    def failing(session: Session) -> None:
        put("half", "written")(session)
        raise LookupError("on purpose")

    async def story(database: Database) -> None:
        outcomes = await asyncio.gather(
            *(database.write(put(f"{i}")) for i in range(20)),
            database.write(failing),
            *(database.write(put(f"{i}")) for i in range(20, 40)),
            return_exceptions=True,
        )
        assert [str(each) for each in outcomes if isinstance(each, Exception)] == ["on purpose"]
        assert set(await database.read(states)) == {f"{i}" for i in range(40)}

    run(url, story)


def test_a_caller_that_gives_up_does_not_keep_others_from_their_answers(url: str) -> None:
    async def story(database: Database) -> None:
        await database.write(put("first"))
        gone = asyncio.create_task(database.write(put("gone")))
        await asyncio.sleep(0)
        gone.cancel()
        assert await database.write(put("next")) == "next"
        assert "next" in await database.read(states)

    run(url, story)


def test_jobs_of_the_same_moment_are_committed_together_on_sqlite(tmp_path: Path) -> None:
    commits = 0

    def count(_connection: Connection) -> None:
        nonlocal commits
        commits += 1

    async def story(database: Database) -> None:
        await database.write(put("open"))
        event.listen(Engine, "commit", count)
        try:
            await asyncio.gather(*(database.write(put(f"{i}")) for i in range(100)))
        finally:
            event.remove(Engine, "commit", count)
        assert commits == 1
        assert len(await database.read(states)) == 101

    run(f"sqlite+aiosqlite:///{tmp_path / 'kept.db'}", story)


@pytest.mark.skipif(sys.platform == "win32", reason="its files have no such modes")
def test_the_file_is_for_its_owner_alone_and_one_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    made, known = tmp_path / "made.db", tmp_path / "known.db"
    known.touch(mode=0o640)

    async def story(database: Database) -> None:
        await database.write(put("a"))
        assert modes() == {0o600}

    def modes() -> set[int]:
        return {each.stat().st_mode & 0o777 for each in tmp_path.glob("made.db*")}

    run(f"sqlite:///{made}", story)
    run(f"sqlite:///{known}", lambda database: database.check())
    assert known.stat().st_mode & 0o777 == 0o640


def test_readers_of_sqlite_cannot_write(tmp_path: Path) -> None:
    async def story(database: Database) -> None:
        with pytest.raises(StorageError) as refused:
            await database.read(put("a"))
        assert refused.value.failure is Failure.READ_ONLY

    run(f"sqlite+aiosqlite:///{tmp_path / 'kept.db'}", story)


def test_a_database_in_memory_is_forgotten_with_the_process() -> None:
    async def story(database: Database) -> None:
        assert await database.read(states) == {}
        await database.write(put("a"))

    run("sqlite+aiosqlite://", story)
    run("sqlite+aiosqlite://", story)


def test_the_steps_of_migration_make_just_the_tables_that_are_declared(url: str) -> None:
    async def story(database: Database) -> None:
        def differences(session: Session) -> list[object]:
            return compare_metadata(MigrationContext.configure(session.connection()), Table.metadata)

        assert await database.read(differences) == []

    run(url, story)


def test_a_file_from_before_there_were_migrations_keeps_what_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    engine = create_engine(f"sqlite:///{file}")
    Table.metadata.create_all(engine, tables=[Table.metadata.tables["shares"]])
    with Session(engine) as session, session.begin():
        session.add(Share(code="old", state="v=1", expires=None))
    engine.dispose()

    async def story(database: Database) -> None:
        assert await database.read(states) == {"old": "v=1"}

    run(f"sqlite+aiosqlite:///{file}", story)


OPENING = """
import asyncio, sys
from backpass.app.storage.database import Database
from backpass.app.api.shares import Share
from tests.app.storage.test_database import put

async def story():
    database = Database(sys.argv[1])
    for number in range(20):
        await database.write(put(f"{sys.argv[2]}-{number}"))
    await database.close()

asyncio.run(story())
"""


def test_processes_that_open_an_empty_database_at_once_wait_for_one_another(url: str) -> None:
    processes = [subprocess.Popen([sys.executable, "-c", OPENING, url, name], cwd=ROOT, stderr=subprocess.PIPE) for name in "abc"]
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors.decode()

    async def story(database: Database) -> None:
        assert await database.read(lambda session: session.scalar(select(func.count()).select_from(Share))) == 60

    run(url, story)
