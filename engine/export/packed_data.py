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


def packed(shown: Mapping[str, Any], most: int) -> tuple[bytes, int]:
    """The data compressed, and how many bytes it has when it is unpacked; nothing but that where these are more than `most`.

    It is JSON in ASCII with a further field, `arrays`; `{"at": 3}` in the place of an array is the fourth of them.
    """
    encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
    places: dict[str, int] = {}

    def refer(value: Any) -> Any:
        return {"at": places.setdefault(encode(value), len(places))} if isinstance(value, list | dict) else value

    graph = dict(shown["graph"])
    for table, fields in _FIELDS.items():
        graph[table] = [row | {field: refer(row[field]) for field in fields if field in row} for row in graph[table]]
    text = f'{encode({**shown, "graph": graph})[:-1]},"arrays":[{",".join(places)}]}}'
    data = text.encode("ascii")
    return (gzip.compress(data, mtime=0) if len(data) <= most else b""), len(data)
