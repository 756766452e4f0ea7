"""What an engine did wrong first: the kind of the mistake, and the store, line and numbers that show it."""

import ast
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from backpass.engine.own_engine.engine_graph import ObjectGraph, Vertex, close
from backpass.engine.own_engine.passes import Event
from backpass.engine.own_engine.reference_derivatives import ordered
from backpass.engine.own_engine.roles import Roles, direct_owners
from backpass.engine.own_engine.watching import Recorder
from backpass.engine.plain_python.values import Instance


class Kind(StrEnum):
    """The mistakes that are known by name."""

    OVERWRITTEN = "overwritten"
    NO_SEED = "no-seed"
    ORDER = "wrong-order"
    LOCAL = "wrong-local-derivative"
    MISSING = "nothing-sent"
    RIGHT_OPERAND = "right-operand"
    UNWRAPPED = "constant-not-wrapped"
    BROADCAST = "broadcast-not-summed"
    STALE = "gradient-kept"
    CHANGED = "data-changed"
    RECURSION = "recursion-too-deep"
    FORWARD = "wrong-value"
    TANGENT = "wrong-tangent"
    OTHER = "wrong-gradient"


@dataclass(slots=True)
class Mistake:
    """The first step that went wrong."""

    kind: Kind
    at: ast.AST | None
    """The part of the program that did it."""
    vertex: Vertex | None = None
    """The object whose number is wrong."""
    source: Vertex | None = None
    """The object that sent it."""
    theirs: Any = None
    right: Any = None
    event: int | None = None
    """The place of the store in the pass."""


def first_mistake(graph: ObjectGraph, roles: Roles) -> Mistake | None:
    """The first step of a pass that went wrong; None where every gradient is right, or nobody knows. Marks what is wrong."""
    flow = _Flow(graph)
    wrong = [] if graph.unknown else [each for each in graph.vertices if flow.is_wrong(each)]
    graph.wrong = {id(each.of) for each in wrong}
    if not wrong:
        return None
    return _Search(graph, roles, wrong).first()


class _Flow:
    """Who uses whom, and who sent something to whom."""

    def __init__(self, graph: ObjectGraph) -> None:
        self.output = graph.output
        self.users: dict[int, list[Vertex]] = {}
        for user in graph.vertices:
            for each in user.inputs:
                self.users.setdefault(id(each), []).append(user)
        self.touched = {id(event.store.of) for event in graph.found.events}
        self.sent = {(id(event.source), id(event.store.of)) for event in graph.found.events if event.source is not None}

    def is_wrong(self, vertex: Vertex) -> bool:
        """Whether a gradient is not the right one, and should be."""
        if vertex.right is None or _needs_none(vertex):
            return False
        if vertex.theirs is None:
            return bool(np.any(vertex.right)) and self._is_reached(vertex)
        if close(vertex.theirs, vertex.right):
            return False
        return id(vertex.of) in self.touched or self._is_reached(vertex)

    def _is_reached(self, vertex: Vertex) -> bool:
        """Whether an engine that sends nothing there makes a mistake: not where the object represents a number of the program."""
        return vertex.inputs != [] or vertex is self.output or not self._is_constant(vertex)

    def _is_constant(self, vertex: Vertex) -> bool:
        """Whether a leaf got nothing from anybody, and its users sent something to others: a constant, as far as the engine
        goes.
        """
        users = self.users.get(id(vertex), [])
        gave = any((id(user.of), id(other.of)) in self.sent for user in users for other in user.inputs if other is not vertex)
        return gave and not any((id(user.of), id(vertex.of)) in self.sent for user in users) and _is_untracked(vertex)


def _is_untracked(vertex: Vertex) -> bool:
    return isinstance(vertex.of, Instance) and any(value is False for value in vertex.of.members.values())


def _needs_none(vertex: Vertex) -> bool:
    """Whether the program declared that an object needs no gradient."""
    members = vertex.of.members if isinstance(vertex.of, Instance) else {}
    return any(value is False and "grad" in name for name, value in members.items())


class _Search:
    """Goes through the stores of a pass until one is wrong."""

    def __init__(self, graph: ObjectGraph, roles: Roles, wrong: list[Vertex]) -> None:
        self.graph = graph
        self.roles = roles
        self.wrong = wrong
        self.events = graph.found.events
        self.last = {id(event.store.of): place for place, event in enumerate(self.events) if event.source is not None}
        self.sent_last = {id(event.source): place for place, event in enumerate(self.events)}
        self.first_sent: dict[int, int] = {}
        """By `id` of an object, the place of the first store that another's gradient makes there."""
        self.of_pair: dict[tuple[int, int], list[tuple[int, Event]]] = {}
        """By `id` of a source and of a target, the stores from one into the other, with their places."""
        for place, event in enumerate(self.events):
            self.of_pair.setdefault((id(event.source), id(event.store.of)), []).append((place, event))
            if event.source is not None:
                self.first_sent.setdefault(id(event.store.of), place)
        self.forward = {id(node) for node in ordered(graph.found.output_node, lambda node: id(node) in graph.cut)}

    def first(self) -> Mistake | None:
        """The first wrong step, else the first wrong number."""
        stale = self._stale()
        if (unsown := self._unsown()) is not None:
            return unsown
        for place, event in enumerate(self.events):
            found = self._event(place, event)
            if found is not None:
                return found if stale is None or found.kind is not Kind.OTHER else stale
        if stale is not None:
            return stale
        return self._missing() or Mistake(
            Kind.OTHER, self.wrong[-1].at, self.wrong[-1], None, self.wrong[-1].theirs, self.wrong[-1].right
        )

    def _unsown(self) -> Mistake | None:
        output = self.graph.output
        sends = next((place for place, event in enumerate(self.events) if event.source is output.of), len(self.events))
        seeds = [event for event in self.events[:sends] if event.store.of is output.of]
        seed = seeds[-1].store.value if seeds else output.before
        if any(event.handed_on for event in self.events):
            seed = next((event.sent for event in self.events if event.store.of is output.of), None)
        if seed is None or (not np.any(seed) and np.any(output.right)):
            at = self.events[sends].store.at if sends < len(self.events) else None
            return Mistake(Kind.NO_SEED, at, output, None, seed, output.right, sends if sends < len(self.events) else None)
        return None

    def _stale(self) -> Mistake | None:
        """Whether what was there before the pass is all that is wrong with a gradient."""
        for each in self.wrong:
            if each.before is None or each is self.graph.output or not np.any(each.before):
                continue
            place = next((place for place, event in enumerate(self.events) if event.store.of is each.of), None)
            if place is not None and not self.events[place].replaced:
                event = self.events[place]
                return Mistake(Kind.STALE, event.store.at, each, self._vertex(event.source), each.theirs, each.right, place)
        return None

    def _event(self, place: int, event: Event) -> Mistake | None:
        target, source = self._vertex(event.store.of), self._vertex(event.source)
        if target is None or source is None:
            return None
        if target not in source.inputs:
            return None
        if np.shape(event.store.value) != np.shape(target.node.value) and np.ndim(event.store.value):
            return Mistake(Kind.BROADCAST, event.store.at, target, source, event.store.value, target.right, place)
        expected = self.graph.local(source, event.upstream)
        right = None if expected is None else expected[id(target.of)]
        if not event.handed_on and self.last.get(id(source.of), -1) > place and not self._sends_again(source):
            return Mistake(Kind.ORDER, event.store.at, source, source, event.upstream, source.right, place)
        if right is None:
            return None
        is_single = len(self._stores_like(event)) == 1
        is_whole = is_single and close(event.sent, right)
        if (is_whole and not event.replaced) or self._by_parts(place, event, right):
            return None
        if event.replaced and np.any(event.before) and not close(event.store.value, target.right):
            at_start = target.before is not None and close(event.before, target.before)
            if self._earlier(place, event) or not at_start:
                after = _plus(event.before, right if is_single else event.sent)
                return Mistake(Kind.OVERWRITTEN, event.store.at, target, source, event.store.value, after, place)
        if is_whole:
            return None
        sent, right = self._wrong_use(event, source, target, right)
        if sent is None:
            return None
        kind = Kind.CHANGED if self._uses_changed(event) else Kind.LOCAL
        return Mistake(kind, event.store.at, target, source, sent, right, place)

    def _wrong_use(self, event: Event, source: Vertex, target: Vertex, right: Any) -> tuple[Any, Any]:
        """What was sent and what would be right. A source that uses an input several times makes a store for each use: then both
        are of this use, where its own derivative is known, else of all uses together; None is sent where this use is right.
        """
        sent = [each.sent for _, each in self._stores_like(event)]
        if len(sent) < 2:
            return event.sent, right
        rights = self.graph.by_use(source, event.upstream, target)
        if len(rights) == len(sent):
            for each in sent:
                matching = next((index for index, other in enumerate(rights) if close(each, other)), None)
                if matching is not None:
                    del rights[matching]
                    if each is event.sent:
                        return None, None
            if all(close(each, rights[0]) for each in rights):
                return event.sent, rights[0]
        with np.errstate(all="ignore"):
            return sum(sent), right

    def _by_parts(self, place: int, event: Event, right: Any) -> bool:
        """Whether a source that uses one input twice sends its share in several stores."""
        if event.replaced and np.any(event.before) and place == self._first_of(event):
            return False
        same = self._stores_like(event)
        if len(same) < 2:
            return False
        replaced = next((each for index, each in same if each.replaced and index > same[0][0]), None)
        if replaced is not None:
            return event is not replaced
        with np.errstate(all="ignore"):
            return close(sum(each.sent for _, each in same), right)

    def _stores_like(self, event: Event) -> list[tuple[int, Event]]:
        """With their places, the stores into one target that a source makes for one upstream gradient: one for each use."""
        pairs = self.of_pair[id(event.source), id(event.store.of)]
        return [(place, each) for place, each in pairs if close(each.upstream, event.upstream)]

    def _first_of(self, event: Event) -> int:
        """The place of the first store that a source makes into a target."""
        return self.of_pair[id(event.source), id(event.store.of)][0][0]

    def _sends_again(self, source: Vertex) -> bool:
        return self.sent_last.get(id(source.of), -1) > self.last[id(source.of)]

    def _earlier(self, place: int, event: Event) -> bool:
        return self.first_sent.get(id(event.store.of), place) < place

    def _uses_changed(self, event: Event) -> bool:
        """Whether a contribution was computed with a value that was stored after the forward pass."""
        waiting, seen = [event.store.node], set()
        while waiting:
            node = waiting.pop()
            for each in direct_owners(node):
                of, name = each.owner or (None, "")
                if id(each) in seen:
                    continue
                seen.add(id(each))
                if name == self.roles.value and id(each) not in self.forward and id(of) in self.graph.by_object:
                    return True
        return False

    def _missing(self) -> Mistake | None:
        """An object that got its gradient and sent nothing to one of its inputs."""
        sent = Counter((id(event.source), id(event.store.of)) for event in self.events if event.source is not None)
        for source in reversed(self.graph.vertices):
            if source.theirs is None or not np.any(source.theirs) or source in self.wrong:
                continue
            expected = self.graph.local(source, source.theirs) or {}
            for target in source.inputs:
                if target in self.wrong and not sent[id(source.of), id(target.of)] and np.any(expected.get(id(target.of), 0)):
                    return Mistake(Kind.MISSING, source.at, target, source, 0.0, expected[id(target.of)])
        return None

    def _vertex(self, of: Any) -> Vertex | None:
        return None if of is None else self.graph.by_object.get(id(of))


def _plus(before: Any, sent: Any) -> Any:
    try:
        return before + sent
    except ValueError:
        return sent


def of_tangents(graph: ObjectGraph) -> Mistake | None:
    """The first object whose tangent does not follow from those of its inputs. Marks all of them."""
    compared = [each for each in graph.vertices if each.inputs and each.right is not None and each.theirs is not None]
    wrong = [each for each in compared if not close(each.theirs, each.right)]
    graph.wrong = {id(each.of) for each in wrong}
    if not wrong:
        return None
    return Mistake(Kind.TANGENT, wrong[0].at, wrong[0], None, wrong[0].theirs, wrong[0].right)


_SYMBOLS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**", "MatMult": "@"}


def of_values(recorder: Recorder, roles: Roles) -> Mistake | None:
    """The first operator that gave an object with another value than Python gives for the values on both sides."""
    import operator

    apply = dict(
        zip(_SYMBOLS, (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow, operator.matmul), strict=True)
    )
    for each in recorder.operated:
        left, right, result = (_value(side, roles) for side in (each.left, each.right, each.result))
        if each.symbol not in apply or result is None or left is None or right is None:
            continue
        try:
            wanted = apply[each.symbol](left, right)
            wanted = float(wanted) if isinstance(wanted, int) else wanted
        except (ArithmeticError, ValueError, TypeError):
            continue
        if np.shape(wanted) == np.shape(result) and not close(result, wanted):
            return Mistake(Kind.RIGHT_OPERAND if each.reflected else Kind.FORWARD, each.at, None, None, result, wanted)
    return None


def _value(side: Any, roles: Roles) -> Any:
    found = side.get(roles.value) if isinstance(side, dict) else side
    if isinstance(found, int) and found.bit_length() > 1_023:
        return None
    return found if isinstance(found, int | float | np.ndarray | np.generic) and not isinstance(found, bool) else None


def of_error(error: Exception, at: ast.AST | None, *, is_backward: bool) -> Mistake | None:
    """The mistake that made an exception, where it is a known one."""
    text = str(error)
    if isinstance(error, RecursionError):
        return Mistake(Kind.RECURSION, at)
    if isinstance(error, TypeError) and isinstance(at, ast.BinOp | ast.stmt | ast.expr) and "unsupported operand" in text:
        sides = text.rpartition(": ")[2].replace("'", "").split(" and ")
        if len(sides) == 2 and sides[0] in _NUMBERS and sides[1] not in _NUMBERS:
            return Mistake(Kind.RIGHT_OPERAND, at)
        if len(sides) == 2 and sides[1] in _NUMBERS and sides[0] not in (*_NUMBERS, "NoneType"):
            return Mistake(Kind.UNWRAPPED, at)
    if isinstance(error, AttributeError) and any(text.startswith(f"'{name}' object has no attribute") for name in _NUMBERS):
        return Mistake(Kind.UNWRAPPED, at)
    if isinstance(error, TypeError) and "NoneType" in text and is_backward:
        return Mistake(Kind.ORDER, at)
    if isinstance(error, ValueError) and "broadcast" in text and is_backward:
        return Mistake(Kind.BROADCAST, at)
    return None


_NUMBERS = ("int", "float", "numpy.float64", "numpy.ndarray", "list")
