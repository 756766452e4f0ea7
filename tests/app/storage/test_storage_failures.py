"""A full, damaged, locked or missing database: clients get a code of their own, operators a sentence, and nobody a path."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.serving import health
from backpass.app.settings import Settings
from backpass.app.storage.database import Database
from backpass.app.storage.failures import Failure, StorageError, failure_of
from tests.app.storage.test_database import put, states

STATE = "v=1&program=x"
LARGE = "v=1&program=" + "x" * 300_000


@pytest.fixture(autouse=True)
def every_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_FRESH_SECONDS", -1)


@contextmanager
def server(file: Path) -> Iterator[TestClient]:
    settings = Settings(database=f"sqlite+aiosqlite:///{file}", log_format="json")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def share(client: TestClient, state: str = STATE) -> tuple[int, str | None]:
    answer = client.post("/api/v1/shares", json={"state": state})
    if answer.status_code == 200:
        return 200, None
    assert answer.headers["content-type"] == "application/problem+json"
    assert "backpass-disk" not in answer.text
    assert ".db" not in answer.text
    return answer.status_code, answer.json()["problems"][0]["code"]


def ready(client: TestClient) -> str:
    """`ready`, or why the database is not."""
    answer = client.get("/readyz")
    body = answer.json()
    assert (answer.status_code == 200) == (body["status"] == "ready")
    return "ready" if answer.status_code == 200 else str(body["reasons"]["database"])


def limit_pages(client: TestClient, pages: int) -> None:
    """A quota: SQLite then says `database or disk is full`, as on a full disk. It holds for the one connection that writes."""
    store = client.app.state.parts.database._store  # type: ignore[attr-defined]
    store._thread.submit(_limited, store._writing, pages).result()


def _limited(engine: object, pages: int) -> None:
    with engine.connect() as connection:  # type: ignore[attr-defined]
        connection.connection.driver_connection.execute("VACUUM")  # what a migration has emptied would be room
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def test_a_full_database_is_told_so_keeps_computing_and_goes_on_when_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.db"
    with server(file) as client:
        assert share(client, "v=1&program=first") == (200, None)
        limit_pages(client, 1)  # no more than there are now
        assert share(client, LARGE) == (507, "storage-full")
        assert client.post("/api/v1/rooms", json={"view": {"program": "x" * 300_000}}).status_code == 507
        assert client.post("/api/v1/gradient", json={"program": "x*x"}).status_code == 200
        limit_pages(client, 10**6)
        assert ready(client) == "ready"
        assert share(client, LARGE) == (200, None)
    assert Failure.FULL.value in capsys.readouterr().out


def test_readiness_says_that_the_database_is_full(tmp_path: Path) -> None:
    with server(tmp_path / "kept.db") as client:
        assert share(client) == (200, None)
        limit_pages(client, 1)
        assert ready(client) == "storage-full"
        limit_pages(client, 10**6)
        assert ready(client) == "ready"
        application: Any = client.app
        probes = client.portal.call(
            application.state.parts.database.read,
            lambda session: session.connection().exec_driver_sql("SELECT count(*) FROM probes").scalar(),
        )
        assert probes == 0


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of four megabytes."""
    folder = Path(tempfile.mkdtemp(prefix="backpass-disk-"))
    with ExitStack() as ends:
        ends.callback(shutil.rmtree, folder, ignore_errors=True)
        if os.geteuid() != 0:
            pytest.skip("only root can make a file system")
        if subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], check=False, capture_output=True
        ).returncode:
            pytest.skip("this machine lets nobody make a file system")
        ends.callback(lambda: subprocess.run(["umount", "-l", folder], check=True))
        yield folder


def test_a_full_disk_is_told_as_well() -> None:
    with small_disk() as folder, server(folder / "kept.db") as client:
        assert share(client) == (200, None)
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"x" * 4_096):
                pass
        seen = {share(client, f"{LARGE}{number}") for number in range(3)}
        assert seen == {(507, "storage-full")}
        assert ready(client) == "storage-full"
        filler.unlink()
        assert share(client) == (200, None)
        assert ready(client) == "ready"


def newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def corrupt(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[: len(content)] = b"x" * len(content)
    file.write_bytes(content)


def removed(file: Path) -> None:
    shutil.rmtree(file.parent)


@pytest.mark.parametrize(
    ("spoil", "failure"), [(newer, Failure.NEWER), (corrupt, Failure.CORRUPT), (removed, Failure.UNREACHABLE)]
)
def test_each_failure_has_its_sentence_in_the_log_and_one_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object, failure: Failure
) -> None:
    file = tmp_path / "folder" / "kept.db"
    file.parent.mkdir()
    with server(file) as client:
        assert share(client) == (200, None)
    spoil(file)  # type: ignore[operator]
    capsys.readouterr()
    with server(file) as client:
        assert share(client) == (503, "storage-unavailable")
        assert ready(client) == "storage-unavailable"
        assert client.get("/api/v1/shares/abc").json()["problems"][0]["code"] == "storage-unavailable"
        assert client.post("/api/v1/gradient", json={"program": "x*x"}).status_code == 200
    said = capsys.readouterr().out
    assert said.count(failure.value) == 1
    assert str(file) not in said


def test_a_file_that_is_read_only_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"

    async def written() -> None:
        database = Database(f"sqlite:///{file}")
        await database.write(put("a", "kept"))
        await database.close()

    async def story() -> None:
        database = Database(f"sqlite:///{file}")
        assert await database.read(states) == {"a": "kept"}
        store: Any = database._store
        store._thread.submit(_read_only, store._writing).result()
        with pytest.raises(StorageError) as refused:
            await database.write(put("b"))
        assert refused.value.failure is Failure.READ_ONLY
        assert await database.read(states) == {"a": "kept"}
        await database.close()

    asyncio.run(written())
    asyncio.run(story())


def _read_only(engine: object) -> None:
    with engine.connect() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql("PRAGMA query_only = ON")


def test_a_database_that_another_process_keeps_locked_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"

    async def story() -> None:
        database = Database(f"sqlite:///{file}")
        await database.write(put("a"))
        store: Any = database._store
        store._thread.submit(_impatient, store._writing).result()
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError) as refused:
            await database.write(put("b"))
        assert refused.value.failure is Failure.LOCKED
        other.execute("ROLLBACK")
        assert await database.write(put("b")) == "b"
        await database.close()

    asyncio.run(story())


def _impatient(engine: object) -> None:
    with engine.connect() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql("PRAGMA busy_timeout = 10")


@pytest.mark.parametrize(
    ("state", "failure"),
    [
        ("53100", Failure.FULL),
        ("25006", Failure.READ_ONLY),
        ("28P01", Failure.UNREACHABLE),
        ("57P01", Failure.UNREACHABLE),
        ("23505", None),
    ],
)
def test_what_postgresql_says_is_understood_by_its_number(state: str, failure: Failure | None) -> None:
    error = RuntimeError("wrapped")
    error.__cause__ = type("DriverError", (Exception,), {"sqlstate": state})("secret text")
    assert failure_of(error) is failure


def test_a_mistake_of_ours_is_no_failure_of_the_database() -> None:
    assert failure_of(LookupError("ours")) is None
