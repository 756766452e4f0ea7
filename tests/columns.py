"""Rows to columns, written without regard to how the server does it."""

from typing import Any


def columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The rows as one list per field; a field that a row lacks is null there."""
    fields = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in fields}
