"""A captured graph that is too large to be sent is sent with summaries of its larger arrays."""

from typing import Any

import numpy as np

from backpass.engine.capture.summaries import summarised

Json = Any

_FIRST, _LEAST = 500, 30
"""Arrays of more elements are summarised first, and last of all."""


def lighten(graph: Json, excess: int) -> None:
    """Summarises the largest arrays of a graph, until it is about so many bytes shorter."""
    elements = _FIRST
    while excess > 0 and elements >= _LEAST:
        excess -= _summarise(graph, elements)
        elements //= 2


def _summarise(graph: Json, elements: int) -> int:
    """Summarises arrays of more elements; about how many bytes that spares."""
    spared = 0
    kinds = [(each.get("dtype") or "", each.get("device") or "") for each in graph["nodes"]]
    for place, node in enumerate(graph["nodes"]):
        for name in ("data", "grad"):
            if (array := _large(node.get(name), elements)) is not None:
                node["summary"] = {**(node.get("summary") or {}), name: summarised(array, *kinds[place]).json()}
                node[name] = None
                spared += _BYTES * array.size
    for edge in graph["edges"]:
        if (array := _large(edge.get("contribution"), elements)) is not None:
            edge["summary"] = summarised(array, *kinds[edge["source"]]).json()
            edge["contribution"] = None
            spared += _BYTES * array.size
    for row in graph["steps"]:
        if (array := _large(row.get("total"), elements)) is not None:
            row["total"] = None
            spared += _BYTES * array.size
    graph["gradients"] = {name: None if _large(each, elements) is not None else each for name, each in graph["gradients"].items()}
    return spared


_BYTES = 12
"""Of a number as JSON, at least."""


def _large(numbers: Json, elements: int) -> Any:
    """Lists of numbers as an array, where they are more."""
    array = np.array(numbers, dtype=float) if isinstance(numbers, list) else np.zeros(0)
    return array if array.size > elements else None
