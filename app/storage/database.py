"""What the server keeps: one database, its address a setting. Capabilities declare tables on `Table` and hand in jobs.

A *job* is a plain function of a session: it reads and writes, returns plain values, and knows nothing of threads, event loops or
commits. The database is opened, and brought to the newest tables (`app.storage.migrations`), when it is first asked for
something, so a server that stores nothing never opens a file.

SQLite: one writer in a thread of its own takes the jobs of a few milliseconds together and commits them once, which stores
several times as many answers a second as one by one; readers have connections of their own and never wait. PostgreSQL: each job
is a transaction of its own, since that server gathers commits itself.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import structlog
from sqlalchemy import URL, Connection, Engine, Executable, LargeBinary, TableClause, create_engine, delete, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from backpass.app.storage.failures import Failure, StorageError, failure_of
from backpass.app.storage.migrations import upgrade

log = structlog.get_logger()

T = TypeVar("T")
Job = Callable[[Session], T]

_GATHERED_SECONDS = 0.003
"""How long the writer waits for more jobs to commit together: no one notices, and a class that answers at once is one commit."""

_BUSY_SECONDS = 20
"""How long one process waits for another that writes to the same file."""

_LOG_AGAIN_SECONDS = 60
"""The shortest time between two log lines about the same failure."""

_PROBE_BYTES = 16_384
"""As much as must have room, for a database to count as one that can be written."""


class Table(DeclarativeBase):
    """What every table of the server is derived from."""


class Probe(Table):
    """What is written to see whether writing works, and deleted at once."""

    __tablename__ = "probes"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


def upsert(session: Session, table: type[Table], values: Mapping[str, Any], keys: Iterable[str]) -> None:
    """Inserts a row, or changes the one that has the same `keys` (a unique index) to the other values."""
    statement = _upserting(session.get_bind().dialect.name, table, tuple(values), tuple(keys))
    session.execute(statement, values)


@cache
def _upserting(dialect: str, table: type[Table], names: tuple[str, ...], keys: tuple[str, ...]) -> Executable:
    """Put together once: that takes ten times as long as carrying it out."""
    target = cast(TableClause, table.__table__)
    insert = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(target)
    changed = {name: insert.excluded[name] for name in names if name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


class Database:
    """Runs jobs on the database at `url`, an address as SQLAlchemy writes it; `sqlite://` alone is forgotten with the process."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._store: _Store | None = None
        self._opening = asyncio.Lock()
        self._logged: dict[Failure, float] = {}
        """When a failure was last logged."""

    async def read(self, job: Job[T]) -> T:
        """What the job returns. It must not write; on SQLite it cannot. Raises StorageError where the database does not work."""
        return await self._done(lambda store: store.read(job))

    async def write(self, job: Job[T]) -> T:
        """What the job returns, once what it wrote is stored. Where it raises, nothing is stored and the error comes out here.

        It must touch nothing but the session: its caller may have given up by the time it runs. Raises StorageError.
        """
        return await self._done(lambda store: store.write(job))

    async def check(self) -> None:
        """Stores a little and deletes it again. Raises StorageError where that does not work."""
        await self.write(_put_probe)
        await self.write(_delete_probes)

    async def _done(self, work: "Callable[[_Store], Awaitable[T]]") -> T:
        try:
            return await work(self._store or await self._opened())
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            self._log_failure(failure)
            raise StorageError(failure) from error

    def _log_failure(self, failure: Failure) -> None:
        now = time.monotonic()
        if now >= self._logged.get(failure, 0) + _LOG_AGAIN_SECONDS or failure not in self._logged:
            self._logged[failure] = now
            log.error("storage", failure=failure.name.lower(), sentence=failure.value)

    async def _opened(self) -> "_Store":
        async with self._opening:
            if self._store is None:
                made: _Store = _Sqlite(self._url) if self._url.get_backend_name() == "sqlite" else _Server(self._url)
                await made.open()
                self._store = made
            return self._store

    async def close(self) -> None:
        """Stores what is under way and ends all connections."""
        async with self._opening:
            if self._store is not None:
                await self._store.close()
                self._store = None


def _put_probe(session: Session) -> None:
    session.add(Probe(content=os.urandom(_PROBE_BYTES)))  # what can be compressed would take no room


def _delete_probes(session: Session) -> None:
    session.execute(delete(Probe))


class _Store(Protocol):
    """How one kind of database runs jobs."""

    async def open(self) -> None: ...
    async def read(self, job: Job[T]) -> T: ...
    async def write(self, job: Job[T]) -> T: ...
    async def close(self) -> None: ...


class _Server:
    """A database server such as PostgreSQL."""

    def __init__(self, url: URL) -> None:
        if url.drivername in {"postgres", "postgresql"}:
            url = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)

    async def open(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(upgrade)

    async def read(self, job: Job[T]) -> T:
        return await _read(self._engine, job)

    async def write(self, job: Job[T]) -> T:
        async with AsyncSession(self._engine, expire_on_commit=False) as session, session.begin():
            return await session.run_sync(job)

    async def close(self) -> None:
        await self._engine.dispose()


class _Sqlite:
    """A file, in write-ahead mode."""

    def __init__(self, url: URL) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if url.database in {None, "", ":memory:"}:
            # Databases in memory cannot be shared by a writer and readers without locking whole tables.
            self._folder = tempfile.TemporaryDirectory(prefix="backpass-")
            url = url.set(database=str(Path(self._folder.name) / "backpass.db"))
        self._writing = create_engine(url.set(drivername="sqlite"), connect_args={"check_same_thread": False})
        self._reading = create_async_engine(url.set(drivername="sqlite+aiosqlite"))
        _prepare(self._writing, "BEGIN IMMEDIATE", "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON")
        _prepare(self._reading.sync_engine, "BEGIN", "query_only = ON")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._waiting: list[tuple[Job[Any], asyncio.Future[Any]]] = []
        self._gatherer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._upgrade)

    def _upgrade(self) -> None:
        if (file := self._writing.url.database) and not file.startswith("file:"):
            # For its owner alone: it holds what a class answers. SQLite makes the files beside it alike, and reports what fails.
            with suppress(OSError):
                os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        with self._writing.begin() as connection:
            upgrade(connection)

    async def read(self, job: Job[T]) -> T:
        return await _read(self._reading, job)

    async def write(self, job: Job[T]) -> T:
        stored: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, stored))
        if self._gatherer is None:
            self._gatherer = asyncio.create_task(self._gather())
        return await stored

    async def _gather(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(_GATHERED_SECONDS)
                together, self._waiting = self._waiting, []
                await self._commit(together)
        finally:
            self._gatherer = None

    async def _commit(self, together: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        jobs = [job for job, _ in together]
        try:
            outcomes = await asyncio.get_running_loop().run_in_executor(self._thread, _run_together, self._writing, jobs)
        except Exception as error:  # noqa: BLE001 - it concerns all of them: the disk is full, or another process writes for too long
            outcomes = [error] * len(jobs)
        for (_, stored), outcome in zip(together, outcomes, strict=True):
            if stored.done():  # its caller has given up
                continue
            if isinstance(outcome, Exception):
                stored.set_exception(outcome)
            else:
                stored.set_result(outcome)

    async def close(self) -> None:
        while self._gatherer is not None:
            await asyncio.wait([self._gatherer])
        await self._reading.dispose()
        self._thread.submit(self._writing.dispose)
        self._thread.shutdown()
        if self._folder is not None:
            self._folder.cleanup()


async def _read(engine: AsyncEngine, job: Job[T]) -> T:
    async with AsyncSession(engine, expire_on_commit=False) as session:
        return await session.run_sync(job)


def _run_together(engine: Engine, jobs: list[Job[Any]]) -> list[Any]:
    """What each job returned or raised, after one commit. What a job wrote that raised is taken back, alone."""
    outcomes: list[Any] = []
    with engine.begin() as connection, Session(connection) as session:
        for job in jobs:
            connection.exec_driver_sql("SAVEPOINT job")
            try:
                outcome = job(session)
                session.flush()
            except Exception as error:  # noqa: BLE001 - handed to who asked
                session.expunge_all()
                connection.exec_driver_sql("ROLLBACK TO job")
                outcome = error
            else:
                session.expunge_all()
            connection.exec_driver_sql("RELEASE job")
            outcomes.append(outcome)
    return outcomes


def _prepare(engine: Engine, begin: str, *pragmas: str) -> None:
    """Has every connection set up, and transactions begun by us: the driver would begin them at the first change only."""

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout = {_BUSY_SECONDS * 1000}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
