"""What a room's host downloads: as JSON, or as a table that no spreadsheet executes."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson
from fastapi import Request, Response

from backpass.app.classroom.store import JSON, refusal
from backpass.engine import Code
from backpass.engine.messages import reworded, say, spoken

MEDIA_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
"""By format."""
_FORMULA = re.compile(r"\s*[=+\-@\t\r\n]|[\t\r]")
"""How a cell begins that a spreadsheet may take for a formula or a command."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def format_of(request: Request) -> str:
    """The format that `?format=` asks for. Raises ProblemError (invalid-request)."""
    wanted = request.query_params.get("format", "json")
    if wanted not in MEDIA_TYPES:
        raise refusal(Code.INVALID_REQUEST, say("results-format"), say("results-format.hint"))
    return wanted


def download(results: JSON, table: Callable[[JSON], str], name: str, wanted: str) -> Response:
    """A file called `name` in the format that is wanted."""
    # Spreadsheets know by the mark at its beginning that a file is UTF-8.
    body = table(results).encode("utf-8-sig") if wanted == "csv" else spoken(orjson.dumps(results).decode())
    headers = {"content-disposition": f'attachment; filename="{name}.{wanted}"', "cache-control": "no-store"}
    return Response(body, media_type=MEDIA_TYPES[wanted], headers=headers)


def comma_separated(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """A table with a row of headings. What a row lacks is an empty cell."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_harmless(row.get(column)) for column in columns] for row in rows)
    return file.getvalue()


def _harmless(value: Any) -> str:
    """A cell that is shown as it is: numbers stay numbers, what looks like a formula is marked as text by an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = reworded(str(value))
    if _NUMBER.fullmatch(text) or not _FORMULA.match(text):
        return text
    return f"'{text}"
