"""The backward passes of a run: the stores of gradients that belong together, and what each store sent from where."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.own_engine.roles import Roles, direct_owners
from backpass.engine.own_engine.traced import Node
from backpass.engine.own_engine.watching import Recorder, Store
from backpass.engine.plain_python.values import Instance


@dataclass(slots=True)
class Event:
    """A gradient that was stored during a pass."""

    store: Store
    source: Any
    """The object whose gradient was sent; None where the pass begins, or a gradient is set."""
    sent: Any
    """What arrived: the difference to what was there, or all of it where it replaced that."""
    replaced: bool
    """Whether what was there before was not added to."""
    before: Any
    upstream: Any = None
    """The gradient of the source at that moment, or what had just arrived there where it is handed on at once."""
    handed_on: bool = False


@dataclass(slots=True)
class Pass:
    """One backward pass."""

    output: Any
    output_node: Node
    events: list[Event] = field(default_factory=list)
    start: int = 0
    end: int = 0
    call: int | None = None
    """The number of the call that it is; None where statements of the program make it."""


def find_passes(recorder: Recorder, roles: Roles) -> list[Pass]:
    """The passes, in order. Empty where no gradient was ever sent."""
    values: dict[int, list[Store]] = {}
    for store in recorder.stores:
        if store.name == roles.value:
            values.setdefault(id(store.of), []).append(store)
    order = {key: place for place, key in enumerate(recorder.objects)}
    found = []
    for stores in _grouped(recorder, roles):
        events = list(_events(stores, roles, values))
        output = _output(events, stores, values, order)
        if output is None:
            continue
        at = stores[0].order
        node = [each.node for each in values[id(output)] if each.order < at]
        if node and (any(event.source is not None for event in events) or _called_on(stores[0], output)):
            found.append(Pass(output, node[-1], events, at, stores[-1].order, _pass_call(stores[0], roles)))
    return found


def _called_on(store: Store, output: Any) -> bool:
    """Whether gradients were stored by a method that was called on the output."""
    return any(receiver is output for _, function, receiver, _ in store.calls if function.name != "__init__")


def _grouped(recorder: Recorder, roles: Roles) -> list[list[Store]]:
    """The stores of gradients that one call makes, without those of constructors; new values between them begin a new group."""
    groups: dict[Any, list[Store]] = {}
    made = 0
    for store in recorder.stores:
        if store.name == roles.value and store.first:
            made += 1
        if store.name != roles.gradient or store.first:
            continue
        call = _pass_call(store, roles)
        groups.setdefault((call, made), []).append(store)
    return list(groups.values())


def _pass_call(store: Store, roles: Roles) -> int | None:
    """The outermost call on an object with a value, else the outermost call at all; None for the statements of the program."""
    for number, _, receiver, _ in store.calls:
        if isinstance(receiver, Instance) and roles.value in receiver.members:
            return number
    return store.calls[0][0] if store.calls else None


def _events(stores: list[Store], roles: Roles, values: dict[int, list[Store]]) -> Iterator[Event]:
    arrived: dict[int, Any] = {}
    for store in stores:
        own = (store.of, roles.gradient)
        owners = direct_owners(store.node)
        kept = store.before is not None and any(each is store.before for each in owners)
        before = 0.0 if store.before is None else store.before.value
        sources = [each for each in owners if each.owner and each.owner[1] == roles.gradient and each.owner[0] is not own[0]]
        sent = _added(store, before) if kept else store.value
        if sources:
            upstream: Node | None = sources[-1]
            assert upstream is not None
            yield Event(store, upstream.owner[0], sent, not kept, before, upstream.value)  # type: ignore[index]
        elif (giver := _giver(store, values)) is not None and id(giver) in arrived:
            yield Event(store, giver, sent, not kept, before, arrived[id(giver)], handed_on=True)
        else:
            yield Event(store, None, sent, not kept, before)
        arrived[id(store.of)] = sent


def _added(store: Store, before: Any) -> Any:
    """What was added to a gradient: exactly, where it was computed as a sum."""
    node = store.node
    if node.op == "add" and len(node.inputs) == 2 and node.inputs[0] is store.before:
        other = node.inputs[1]
        return other.value if isinstance(other, Node) else other
    return _difference(store.value, before)


def _difference(after: Any, before: Any) -> Any:
    try:
        return after - before
    except (ValueError, TypeError):
        return after


def _giver(store: Store, values: dict[int, list[Store]]) -> Any:
    """The object on whose behalf a gradient was handed on: that of the innermost call on another object."""
    for _, _, receiver, _ in reversed(store.calls):
        if isinstance(receiver, Instance) and id(receiver) in values and receiver is not store.of:
            return receiver
    return None


def _output(events: list[Event], stores: list[Store], values: dict[int, list[Store]], order: dict[int, int]) -> Any:
    """What a pass is the gradient of: what its first call was made on, else the newest object that sends."""
    for _, function, receiver, _ in stores[0].calls:
        if isinstance(receiver, Instance) and id(receiver) in values and function.name != "__init__":
            return receiver
    senders = [event.source for event in events if event.source is not None and id(event.source) in values]
    reached = senders or [event.store.of for event in events if id(event.store.of) in values and any(event.store.calls)]
    return max(reached, key=lambda of: order[id(of)], default=None)


def gradients_before(found: Pass, recorder: Recorder, roles: Roles) -> dict[int, Any]:
    """By `id`, the gradients that objects had when a pass began."""
    values: dict[int, Any] = {}
    for store in recorder.stores:
        if store.order >= found.start:
            break
        if store.name == roles.gradient:
            values[id(store.of)] = store.value
    return values


def updates(recorder: Recorder, roles: Roles) -> set[int]:
    """By `id`, the values that were computed from an object's own value or gradient, as an optimiser does: leaves then."""
    found = set()
    for store in recorder.stores:
        if store.name == roles.value and not store.first:
            own = {(id(store.of), roles.value), (id(store.of), roles.gradient)}
            owners = direct_owners(store.node)
            if any(each.owner and (id(each.owner[0]), each.owner[1]) in own for each in owners):
                found.add(id(store.node))
    return found


def members_reach(of: Any, other: Any, value: str) -> bool:
    """Whether an object refers to another: as a member, in a list of them, or through an object or function that it holds.
    Objects with values of their own are not looked through.
    """
    waiting: list[tuple[Any, int]] = [(of.members, 0)]
    seen: set[int] = set()
    while waiting and len(seen) < 1_000:
        each, depth = waiting.pop()
        if each is other:
            return True
        if depth > 5 or id(each) in seen:
            continue
        seen.add(id(each))
        waiting += [(inner, depth + 1) for inner in _inside(each, value)]
    return False


def _inside(value: Any, attribute: str) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()][:100]
    if isinstance(value, list | tuple | set | frozenset):
        return [*value][:100]
    if isinstance(value, Instance):
        return [] if attribute in value.members else [value.members]
    around = getattr(value, "around", None) or getattr(getattr(value, "function", None), "around", None)
    return [around.names] if around is not None else []
