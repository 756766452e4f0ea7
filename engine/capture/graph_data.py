"""Whether plain data, which may come from anywhere, is a graph: every row refers to what is there, and to what comes before it.

The player asks the same of what it shows (static/src/graph/checking.ts), and of numbers and shapes besides.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from backpass.engine.capture.refusals import CaptureError, refused
from backpass.engine.messages import say

Row = Mapping[str, Any]


def check_graph(data: Any) -> None:
    """Raises CaptureError for data that is no graph, with the first row that contradicts the others."""
    if not isinstance(data, Mapping):
        raise _wrong(say("player-no-graph"))
    nodes, edges, steps = (_rows(data, name) for name in ("nodes", "edges", "steps"))
    groups = _rows(data, "groups") if data.get("groups") is not None else []
    if not nodes:
        raise _wrong(say("player-no-nodes"))

    def is_node(node: Row, place: int) -> bool:
        inputs, group = node.get("inputs"), node.get("group")
        return (
            node.get("id") == place
            and isinstance(inputs, list)
            and all(_is_place(each, place) for each in inputs)
            and _is_text(node, "name")
            and _is_text(node, "op")
            and isinstance(node.get("shape"), list)
            and {"data", "grad"} <= node.keys()
            and (group is None or _is_place(group, len(groups)))
        )

    def is_edge(edge: Row, place: int) -> bool:
        target, slot = edge.get("target"), edge.get("slot")
        if edge.get("id") != place or not _is_place(target, len(nodes)) or not {"contribution", "how"} <= edge.keys():
            return False
        inputs = nodes[target]["inputs"]
        return _is_place(slot, len(inputs)) and bool(inputs[slot] == edge.get("source"))

    def is_step(step: Row, _place: int) -> bool:
        return _is_place(step["node"], len(nodes)) if "node" in step else _is_place(step.get("edge"), len(edges))

    def is_group(group: Row, place: int) -> bool:
        parent = group.get("parent")
        return group.get("id") == place and "name" in group and (parent is None or _is_place(parent, place))

    for name, rows, holds in (
        ("groups", groups, is_group),
        ("nodes", nodes, is_node),
        ("edges", edges, is_edge),
        ("steps", steps, is_step),
    ):
        _check(name, rows, holds)
    if not _is_place(data.get("output"), len(nodes)):
        raise _wrong(say("player-wrong-output"))
    if "value" not in data or not isinstance(data.get("gradients"), Mapping):
        raise _wrong(say("graph-without", field="gradients" if "value" in data else "value"))


def _rows(data: Row, name: str) -> list[Any]:
    rows = data.get(name)
    if not isinstance(rows, list):
        raise _wrong(say("player-no-list", list=name))
    return rows


def _check(name: str, rows: list[Any], holds: Callable[[Row, int], bool]) -> None:
    for place, row in enumerate(rows):
        if not isinstance(row, Mapping) or not holds(row, place):
            raise _wrong(say("player-wrong-row", list=name, place=place))


def _is_place(value: Any, below: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < below


def _is_text(row: Row, name: str) -> bool:
    return name in row and (row[name] is None or isinstance(row[name], str))


def _wrong(message: str) -> CaptureError:
    return refused(message, say("graph-without.hint"))
