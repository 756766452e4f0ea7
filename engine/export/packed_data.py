"""The data of a page as few bytes: each array once, then gzip.

A gradient is a node's, a contribution's and a step's. Written three times, far apart, gzip would not see that they are the same,
and the reader's browser would read and keep each of them.
"""

import gzip
import json
from collections.abc import Mapping
from typing import Any

_FIELDS = {
    "nodes": ("data", "grad", "summary"),
    "edges": ("local", "contribution", "summary"),
    "steps": ("total",),
}
"""What may be an array, or the summary of one; static/src/view/player/page_data.ts has the same list."""

_DIGITS = 7
"""Of the numbers of a summary: what float32 has. The player shows four, and all of them would be a third of the page."""


def _rounded(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary with its extremes, mean and norm rounded."""
    histogram = summary["histogram"]
    numbers = {name: _round(summary[name]) for name in ("min", "max", "mean", "norm")}
    return {**summary, **numbers, "histogram": {**histogram, "from": numbers["min"], "to": numbers["max"]}}


def _round(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.{_DIGITS}g}")


def packed(shown: Mapping[str, Any], most: int) -> tuple[bytes, int]:
    """The data compressed, and how many bytes it has when it is unpacked; nothing but that where these are more than `most`.

    It is JSON in ASCII with a further field, `arrays`; `{"at": 3}` in the place of an array is the fourth of them.
    """
    encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
    places: dict[str, int] = {}

    def refer(value: Any) -> Any:
        if not isinstance(value, list | dict):
            return value
        if isinstance(value, dict):
            if "histogram" not in value:  # the summaries of a node's value and of its gradient, which is also a contribution
                return {name: refer(each) for name, each in value.items()}
            value = _rounded(value)
        return {"at": places.setdefault(encode(value), len(places))}

    graph = dict(shown["graph"])
    for table, fields in _FIELDS.items():
        graph[table] = [row | {field: refer(row[field]) for field in fields if field in row} for row in graph[table]]
    text = f'{encode({**shown, "graph": graph})[:-1]},"arrays":[{",".join(places)}]}}'
    data = text.encode("ascii")
    return (gzip.compress(data, mtime=0) if len(data) <= most else b""), len(data)
