"""Why the database fails: the problem for clients, and the sentence for the operator.

Drivers use numbers and names of their own (SQLite's error names, PostgreSQL's SQLSTATE); here is what they mean. What they
say besides is never handed on, since it may hold paths, addresses and what somebody typed.
"""

import sqlite3
from collections.abc import Iterator
from enum import Enum

from alembic.util import CommandError
from sqlalchemy.exc import InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import say


class Failure(Enum):
    """What is wrong with the database, and what the operator can do about it."""

    FULL = "The disk or the database is full: make room, and writing goes on by itself."
    READ_ONLY = (
        "The database cannot be written: look at the rights of its file and folder, or whether the server became a replica."
    )
    CORRUPT = "The database is damaged, is no database, or its disk fails: put back the last backup."
    LOCKED = "Another process keeps the database locked: look for one that writes to it, such as a backup."
    NEWER = "The database was brought up to date by a newer version of Backpass: start that version, or put back an older backup."
    UNREACHABLE = "The database cannot be opened: look whether its folder is there, or its server runs and lets this one in."

    @property
    def code(self) -> Code:
        """The problem for clients."""
        return Code.STORAGE_FULL if self is Failure.FULL else Code.STORAGE_UNAVAILABLE


_SQLITE = {
    "SQLITE_FULL": Failure.FULL,
    "SQLITE_READONLY": Failure.READ_ONLY,
    "SQLITE_PERM": Failure.READ_ONLY,
    "SQLITE_CORRUPT": Failure.CORRUPT,
    "SQLITE_NOTADB": Failure.CORRUPT,
    "SQLITE_IOERR": Failure.CORRUPT,
    "SQLITE_BUSY": Failure.LOCKED,
    "SQLITE_LOCKED": Failure.LOCKED,
    "SQLITE_CANTOPEN": Failure.UNREACHABLE,
    "SQLITE_AUTH": Failure.UNREACHABLE,
}
"""By the name of an error without its extension: `SQLITE_READONLY_DBMOVED` is one of `SQLITE_READONLY`."""

_NO_SPACE_FOR_SHARED_MEMORY = {"SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMOPEN", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_TRUNCATE"}
"""What a full disk looks like where SQLite makes its file of shared memory or its log longer."""

_POSTGRESQL = {
    "53100": Failure.FULL,  # disk_full
    "25006": Failure.READ_ONLY,  # read_only_sql_transaction
    "42501": Failure.READ_ONLY,  # insufficient_privilege
    "XX001": Failure.CORRUPT,  # data_corrupted
    "XX002": Failure.CORRUPT,  # index_corrupted
    "55P03": Failure.LOCKED,  # lock_not_available
}
_POSTGRESQL_CLASSES = {
    "08": Failure.UNREACHABLE,  # connection exceptions
    "28": Failure.UNREACHABLE,  # invalid authorisation
    "3D": Failure.UNREACHABLE,  # no such database
    "53": Failure.UNREACHABLE,  # too many connections, out of memory
    "57": Failure.UNREACHABLE,  # shut down
}
"""By the first two characters of a SQLSTATE."""

_TEXTS = {
    Code.STORAGE_FULL: (
        say("storage-full"),
        say("storage-full.hint"),
    ),
    Code.STORAGE_UNAVAILABLE: (
        say("storage-unavailable"),
        say("storage-unavailable.hint"),
    ),
}


class StorageError(ProblemError):
    """Nothing was stored or read. Where it came from is its `__cause__`."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(Problem(failure.code, *_TEXTS[failure.code]))
        self.failure = failure


def failure_of(error: BaseException) -> Failure | None:
    """What an exception from a database means; None where it is no fault of the database, but a mistake of ours."""
    return next((failure for each in _chain(error) if (failure := _meaning(each)) is not None), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The exception and those it came from, the first of all first: what is tried to clean up fails in its wake."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__
    return reversed(chain)


def _meaning(error: BaseException) -> Failure | None:
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "") or ""
        if name in _NO_SPACE_FOR_SHARED_MEMORY:
            return Failure.FULL
        return _SQLITE.get("_".join(name.split("_")[:2]))
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRESQL.get(state) or _POSTGRESQL_CLASSES.get(state[:2])
    if isinstance(error, CommandError):
        return Failure.NEWER
    return Failure.UNREACHABLE if isinstance(error, OSError | InterfaceError | PoolTimeoutError) else None
