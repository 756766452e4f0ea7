"""The tables of the database, step by step: each file of `versions` takes it from one state to the next (Alembic).

`python3 run.py docs` has no part in this; docs/development.md describes how a step is added.
"""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

FIRST = "0001"
"""What a database holds that was made before there were migrations."""

_LOCK = 7_305_520
"""A number of our own, under which processes that open a PostgreSQL database at the same moment wait for one another."""


def upgrade(connection: Connection) -> None:
    """Brings the database to the newest state, in the connection's transaction: all of it or nothing.

    Several processes may do so at once: the first works, the others wait. SQLite's connection must have begun as a writer.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = configuration(connection)
    if MigrationContext.configure(connection).get_current_revision() is None and inspect(connection).has_table("shares"):
        command.stamp(config, FIRST)
    command.upgrade(config, "head")


def configuration(connection: Connection) -> Config:
    """Alembic's own, for work on an open connection."""
    config = Config()
    config.set_main_option("script_location", "app:storage/migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
