"""A class hears today what it heard when it was recorded, and a database of then is read as it was."""

import contextlib
import sqlite3
from pathlib import Path

import backpass.app.main  # noqa: F401 - every capability declares its tables
from backpass.app.storage.database import Table
from tests.app.classroom import transcript


def test_a_class_is_sent_what_it_was_sent_byte_for_byte() -> None:
    with transcript.serving() as client:
        heard = transcript.recorded(client).splitlines()
    wanted = transcript.TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(wanted) > 500
    for place, (line, recorded) in enumerate(zip(heard, wanted, strict=False), 1):
        assert line == recorded, f"line {place} of the transcript"
    assert len(heard) == len(wanted)


def test_a_database_with_classes_is_read_as_it_was_when_it_was_recorded(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    tokens = transcript.restored(file)
    assert len(tokens) == len(transcript.STATES)
    with transcript.serving(f"sqlite+aiosqlite:///{file}") as client:
        assert transcript.read_back(client, tokens) == transcript.ANSWERS.read_text(encoding="utf-8")
    with contextlib.closing(sqlite3.connect(file)) as connection:
        empty = [
            name
            for name in sorted(Table.metadata.tables.keys() - {"probes"})
            if not connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        ]
    assert empty == [], "tables without rows test nothing"
