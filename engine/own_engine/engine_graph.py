"""The graph of an engine's objects: what each was computed from, what its gradient should be, and what the engine made of it."""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from backpass.engine.own_engine.passes import Event, Pass, gradients_before, members_reach, updates
from backpass.engine.own_engine.reference_derivatives import UnknownOperationError, by_slots, gradients, operation_name, ordered
from backpass.engine.own_engine.roles import Roles, direct_owners
from backpass.engine.own_engine.traced import Node
from backpass.engine.own_engine.watching import Recorder


@dataclass(slots=True)
class Vertex:
    """An object of the engine, as it was when a pass began."""

    of: Any
    node: Node
    inputs: list["Vertex"] = field(default_factory=list)
    """The objects that its value was computed from, in the order of use."""
    right: Any = None
    """Its gradient as it should be; None where nobody knows."""
    theirs: Any = None
    """Its gradient as the engine has it after the pass; None where it never got one."""
    before: Any = None
    """Its gradient when the pass began."""
    at: Any = None
    """The part of the program that made it."""

    @property
    def operation(self) -> str | None:
        """The one operation of ours that computed it, if it was one."""
        return operation_name(self.node)


@dataclass(slots=True)
class ObjectGraph:
    """The objects that an output was computed from, inputs first."""

    vertices: list[Vertex]
    found: Pass
    by_object: dict[int, Vertex]
    cut: set[int] = field(default_factory=set)
    """By `id`, the values behind which nothing belongs to the graph."""
    wrong: set[int] = field(default_factory=set)
    """By `id`, the objects whose gradient is wrong."""
    unknown: str | None = None
    """An operation whose derivative is not known here, so that nothing can be compared."""

    @property
    def output(self) -> Vertex:
        return self.by_object[id(self.found.output)]

    def local(self, source: Vertex, upstream: Any) -> dict[int, Any] | None:
        """What an object should send to each of its inputs, by their `id`; None where nobody knows."""
        own = {id(each.node) for each in source.inputs}
        try:
            return by_inputs(source, upstream, own)
        except UnknownOperationError:
            return None

    def by_use(self, source: Vertex, upstream: Any, target: Vertex) -> list[Any]:
        """What an object should send to an input for each use of it, in order; empty where nobody knows, as where the input was
        computed with before the object's last operation.
        """
        try:
            sent = by_slots(source.node, upstream)
        except UnknownOperationError:
            return []
        return [each for of, each in zip(source.node.inputs, sent, strict=True) if of is target.node]


def by_inputs(source: Vertex, upstream: Any, own: set[int]) -> dict[int, Any]:
    """`upstream` times the derivatives of an object's value by those of its inputs. Raises UnknownOperationError."""
    found = gradients(source.node, [each.node for each in source.inputs], upstream, lambda node: id(node) in own)
    return {id(each.of): found[id(each.node)] for each in source.inputs}


def object_graph(recorder: Recorder, roles: Roles, found: Pass) -> ObjectGraph:
    """The graph of the pass's output."""
    cut = updates(recorder, roles)
    cut |= _detached(found.output_node, roles, cut)
    reached = [
        node for node in ordered(found.output_node, lambda node: id(node) in cut) if node.owner and node.owner[1] == roles.value
    ]
    vertices: list[Vertex] = []
    by_object: dict[int, Vertex] = {}
    by_node: dict[int, Vertex] = {}
    for node in reached:
        assert node.owner is not None
        vertex = Vertex(node.owner[0], node, at=recorder.made_at.get(id(node.owner[0])))
        if id(node) not in cut:
            seen = _value_inputs(node, roles)
            vertex.inputs = [by_node[id(each)] for each in seen if id(each) in by_node]
        vertices.append(vertex)
        by_node[id(node)] = by_object[id(vertex.of)] = vertex
    graph = ObjectGraph(vertices, found, by_object, cut)
    _fill(graph, recorder, roles, cut)
    return graph


def tangent_graph(recorder: Recorder, roles: Roles) -> ObjectGraph | None:
    """The graph of an engine of dual numbers: for gradients, tangents, each from those that the engine gave to its inputs."""
    values = {id(store.of): store for store in recorder.stores if store.name == roles.value and store.first}
    tangents = {id(store.of): store.value for store in recorder.stores if store.name == roles.tangent}
    vertices: list[Vertex] = []
    by_node: dict[int, Vertex] = {}
    for key, store in values.items():
        vertex = Vertex(store.of, store.node, at=recorder.made_at.get(key), theirs=tangents.get(key))
        vertex.inputs = [by_node[id(each)] for each in _value_inputs(store.node, roles) if id(each) in by_node]
        by_node[id(store.node)] = vertex
        vertices.append(vertex)
    if not any(each.inputs for each in vertices):
        return None
    graph = ObjectGraph(vertices, Pass(vertices[-1].of, vertices[-1].node), {id(each.of): each for each in vertices})
    for each in vertices:
        each.right = _tangent(graph, each)
    return graph


def _tangent(graph: ObjectGraph, vertex: Vertex) -> Any:
    """The tangent that follows from the inputs'; a leaf's is what it was given."""
    if not vertex.inputs:
        return vertex.theirs
    slopes = graph.local(vertex, _ones(vertex.node))
    if slopes is None or any(each.theirs is None for each in vertex.inputs):
        return None
    with np.errstate(all="ignore"):
        return sum(slopes[id(each.of)] * each.theirs for each in vertex.inputs)


def _value_inputs(node: Node, roles: Roles) -> list[Node]:
    """The values of objects that a value was computed from, those behind other stored numbers as well."""
    found: dict[int, Node] = {}
    waiting = direct_owners(node)
    for each in waiting:
        if each.owner and each.owner[1] == roles.value:
            found[id(each)] = each
        elif len(waiting) < 1_000:
            waiting += direct_owners(each)
    return list(found.values())


def _detached(output: Node, roles: Roles, cut: set[int]) -> set[int]:
    """Values that were only copied into an object that does not refer to where they came from: constants on purpose."""
    found = set()
    for node in ordered(output, lambda node: id(node) in cut):
        if node.op != "copy" or node.owner is None or node.owner[1] != roles.value:
            continue
        sources = _value_inputs(node, roles)
        if not any(each.owner and members_reach(node.owner[0], each.owner[0], roles.value) for each in sources):
            found.add(id(node))
    return found


def _fill(graph: ObjectGraph, recorder: Recorder, roles: Roles, cut: set[int]) -> None:
    """The right gradients, and those of the engine."""
    output = graph.found.output_node
    try:
        right = gradients(output, [each.node for each in graph.vertices], _ones(output), lambda node: id(node) in cut)
    except UnknownOperationError as error:
        graph.unknown = error.name
        right = {}
    before = gradients_before(graph.found, recorder, roles)
    last = {id(event.store.of): event.store.value for event in graph.found.events}
    for each in graph.vertices:
        each.right = right.get(id(each.node))
        each.before = before.get(id(each.of))
        each.theirs = last.get(id(each.of), each.before)


def _ones(output: Node) -> Any:
    return np.ones(np.shape(output.value)) if np.ndim(output.value) else 1.0


def close(one: Any, other: Any) -> bool:
    """Whether two gradients are the same but for rounding; arrays of other shapes are not."""
    if type(one) is float and type(other) is float and isfinite(one) and isfinite(other):
        return abs(one - other) <= 1e-9 + 1e-6 * abs(other)
    if one is None or other is None or np.shape(one) not in (np.shape(other), (1,) * np.ndim(one)):
        return False
    with np.errstate(all="ignore"):
        return bool(np.allclose(np.asarray(one, float), np.asarray(other, float), rtol=1e-6, atol=1e-9, equal_nan=True))


def event_vertex(graph: ObjectGraph, event: Event) -> Vertex | None:
    """The object of the graph that an event reached."""
    return graph.by_object.get(id(event.store.of))
