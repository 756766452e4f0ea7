"""Captured nodes, in whatever library they were computed, and their account as the data that `POST /api/v1/graph` returns.

Differs from the trace of our own tensors in that a number may not have been recorded, or may be the summary of a large array; the
local derivative is known only where the operation is one of our records.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.capture.summaries import Recorded, Summary
from backpass.engine.operations import How
from backpass.engine.problems import Problem
from backpass.engine.serialization.columns import ColumnTable, rows
from backpass.engine.serialization.graph_json import data_json, problem_json
from backpass.engine.shapes import Data, Shape

Json = Any


class Site(NamedTuple):
    """A line of a person's own code; and its place in the text, where that is at hand: of a pasted program."""

    file: str
    line: int
    span: tuple[int, int] | None = None


class CapturedGroup(NamedTuple):
    """One module, or one call that made several nodes."""

    parent: int | None
    name: str


@dataclass(slots=True, eq=False)
class CapturedNode:
    """One value of a captured computation."""

    op: str | None
    """The operation's name in its library; None for a leaf."""
    shape: Shape
    dtype: str
    device: str
    inputs: list["CapturedNode"] = field(default_factory=list)
    """By slot."""
    role: str = "intermediate"
    name: str | None = None
    value: Recorded = None
    gradient: Recorded = None
    differentiable: bool = True
    """Whether a gradient was computed for it."""
    sent: list[Recorded] = field(default_factory=list)
    """By slot, the contribution to the input's gradient; None where no gradient travels."""
    local: list[Data | None] = field(default_factory=list)
    """By slot, the local derivative, where the operation is one of our records."""
    how: list[How] = field(default_factory=list)
    """By slot, how the contribution is made of the upstream gradient; empty where the operation is none of our records."""
    order: float = 0.0
    """When it was computed, as far as that is known; inputs come before their users in any case."""
    group: int | None = None
    site: Site | None = None


def in_order(output: CapturedNode) -> list[CapturedNode]:
    """Every node that leads to the output, each after its inputs and else by `order`; a leaf right before its first user."""
    found = {output}
    waiting = [output]
    users: dict[CapturedNode, list[CapturedNode]] = {output: []}
    for node in waiting:
        for source in node.inputs:
            if source not in found:
                found.add(source)
                waiting.append(source)
                users[source] = []
            users[source].append(node)
    # Backwards, each after all of its users: a leaf then counts as made right before the first of them.
    place = {node: number for number, node in enumerate(waiting)}
    remaining = {node: len(users[node]) for node in waiting}
    ready = [(-output.order, -place[output], output)]
    heapify(ready)
    backwards: list[CapturedNode] = []
    while ready:
        _, _, node = heappop(ready)
        backwards.append(node)
        for source in reversed(node.inputs):
            remaining[source] -= 1
            if not remaining[source]:
                order = source.order if source.inputs else node.order
                heappush(ready, (-order, -place[source], source))
    return backwards[::-1]


def captured_json(
    output: CapturedNode, groups: Sequence[CapturedGroup] = (), library: str = "", problems: Sequence[Problem] = ()
) -> Json:
    """The whole graph: nodes, edges and steps as lists of objects."""
    nodes = in_order(output)
    leaves = leaf_names((place, node.name) for place, node in enumerate(nodes) if not node.inputs and node.differentiable)
    ids = {node: position for position, node in enumerate(nodes)}
    numbers, shown = _used_groups(nodes, groups)
    edges, steps = _edges_and_steps(nodes, ids)
    span = lambda _span: None  # noqa: E731 - these problems are of no place in a text
    answer: dict[str, Json] = {
        "output": len(nodes) - 1,
        "value": _plain(output.value),
        "gradients": {name: _plain(nodes[place].gradient) for name, place in leaves.items()},
        "nodes": rows(_nodes(nodes, ids, numbers, has_groups=bool(shown))),
        "edges": rows(edges),
        "steps": rows(*steps),
        "mentions": [],
        "problems": [problem_json(each, span) for each in problems],
        "captured": {"library": library},
    }
    if shown:
        answer["groups"] = [
            {"id": number, "parent": group.parent, "kind": "call", "name": group.name, "span": None}
            for number, group in enumerate(shown)
        ]
    return answer


def leaf_names(leaves: Iterable[tuple[int, str | None]]) -> dict[str, int]:
    """The leaves with a gradient by name, as they follow one another; those without a name as v0, v1, after their place."""
    found: dict[str, int] = {}
    for position, given in leaves:
        name = unique = given or f"v{position}"
        count = 1
        while unique in found:
            count += 1
            unique = f"{name}#{count}"
        found[unique] = position
    return found


def _used_groups(
    nodes: Sequence[CapturedNode], groups: Sequence[CapturedGroup]
) -> tuple[dict[int | None, int | None], list[CapturedGroup]]:
    """New numbers for the groups that have nodes, parents first, and these groups."""
    needed: set[int] = set()
    for node in nodes:
        group = node.group
        while group is not None and group not in needed:
            needed.add(group)
            group = groups[group].parent
    numbers: dict[int | None, int | None] = {None: None}
    numbers |= {old: new for new, old in enumerate(sorted(needed))}
    return numbers, [groups[old]._replace(parent=numbers[groups[old].parent]) for old in sorted(needed)]


def _plain(value: Recorded) -> Json:
    return None if isinstance(value, Summary) else data_json(value)


def _nodes(
    nodes: Sequence[CapturedNode], ids: dict[CapturedNode, int], numbers: dict[int | None, int | None], *, has_groups: bool
) -> ColumnTable:
    fields: dict[str, Sequence[Json]] = {
        "id": range(len(nodes)),
        "name": [node.name for node in nodes],
        "op": [node.op for node in nodes],
        "role": [node.role for node in nodes],
        "inputs": [[ids[source] for source in node.inputs] for node in nodes],
        "shape": [list(node.shape) for node in nodes],
        "data": [_plain(node.value) for node in nodes],
        "grad": [_plain(node.gradient) for node in nodes],
        "span": [node.site.span if node.site else None for node in nodes],
        "dtype": [node.dtype for node in nodes],
        "device": [node.device for node in nodes],
    }
    if has_groups:
        fields["group"] = [numbers[node.group] for node in nodes]
    summaries = {ids[node]: found for node in nodes if (found := _summaries(data=node.value, grad=node.gradient))}
    sites = {ids[node]: {"file": node.site.file, "line": node.site.line} for node in nodes if node.site and not node.site.span}
    return ColumnTable(fields, {"summary": summaries, "site": sites})


def _summaries(**values: Recorded) -> dict[str, Json]:
    return {name: value.json() for name, value in values.items() if isinstance(value, Summary)}


@np.errstate(all="ignore")
def _edges_and_steps(nodes: Sequence[CapturedNode], ids: dict[CapturedNode, int]) -> tuple[ColumnTable, list[ColumnTable]]:
    """Every slot of every node as an edge; and the timeline: what is computed, the seed, what arrives."""
    pairs = [(node, slot) for node in nodes for slot in range(len(node.inputs))]
    contributions = [node.sent[slot] if node.sent else None for node, slot in pairs]
    hows = [
        None if sent is None else str(node.how[slot] if node.how else How.ADJOINT)
        for (node, slot), sent in zip(pairs, contributions, strict=True)
    ]
    edges = ColumnTable(
        {
            "id": range(len(pairs)),
            "source": [ids[node.inputs[slot]] for node, slot in pairs],
            "target": [ids[node] for node, _ in pairs],
            "slot": [slot for _, slot in pairs],
            "local": [data_json(node.local[slot]) if node.local else None for node, slot in pairs],
            "contribution": [_plain(sent) for sent in contributions],
            "how": hows,
        },
        {"summary": {edge: sent.json() for edge, sent in enumerate(contributions) if isinstance(sent, Summary)}},
    )
    computed = [ids[node] for node in nodes if node.inputs]
    seed = ColumnTable({"phase": ["backward"], "node": [len(nodes) - 1], "total": [_plain(nodes[-1].gradient)]})
    arrivals = _arrivals(nodes, pairs, contributions)
    landing = ColumnTable(
        {
            "phase": ["backward"] * len(arrivals),
            "edge": [edge for edge, _, _ in arrivals],
            "total": [_plain(total) for _, total, _ in arrivals],
        },
        {"arriving": {place: True for place, (_, _, arriving) in enumerate(arrivals) if arriving}},
    )
    return edges, [ColumnTable({"phase": ["forward"] * len(computed), "node": computed}), seed, landing]


def _arrivals(
    nodes: Sequence[CapturedNode], pairs: Sequence[tuple[CapturedNode, int]], contributions: Sequence[Recorded]
) -> list[tuple[int, Recorded, bool]]:
    """Edge, the source's gradient after it, and whether it only arrives; in the order of the backward pass. The last total is the
    library's own gradient, since a sum of float64 numbers has other digits than one of float32 numbers.
    """
    first: dict[CapturedNode, int] = {}
    expected: dict[CapturedNode, int] = {}
    for edge, (node, slot) in enumerate(pairs):
        first.setdefault(node, edge)
        if contributions[edge] is not None:
            expected[node.inputs[slot]] = expected.get(node.inputs[slot], 0) + 1
    arrivals: list[tuple[int, Recorded, bool]] = []
    totals: dict[CapturedNode, Recorded] = {}
    for node in reversed(nodes):
        for slot, source in enumerate(node.inputs):
            sent = contributions[first[node] + slot]
            if sent is None:
                continue
            before = totals.get(source)
            if node.how and node.how[slot] is How.SUM_OVER_AXES:
                arrivals.append((first[node] + slot, before, True))
            expected[source] -= 1
            total: Recorded = sent if source not in totals else _sum(before, sent)
            totals[source] = source.gradient if not expected[source] else total
            arrivals.append((first[node] + slot, totals[source], False))
    return arrivals


def _sum(before: Recorded, sent: Recorded) -> Recorded:
    """None where what was kept does not give the sum."""
    if before is None or sent is None or isinstance(before, Summary) or isinstance(sent, Summary):
        return None
    return before + sent
