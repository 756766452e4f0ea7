"""Which attribute holds the value of an object and which its gradient, by what flowed where and not by names."""

from collections import Counter
from dataclasses import dataclass, field

from backpass.engine.own_engine.traced import Node
from backpass.engine.own_engine.watching import Recorder, Store
from backpass.engine.plain_python.values import MISSING

_USUAL_VALUES = ("data", "value", "val", "x", "real", "primal")


@dataclass(slots=True)
class Roles:
    """The attributes of the objects that a graph is made of."""

    value: str
    gradient: str | None
    tangent: str | None = None
    candidates: list[str] = field(default_factory=list)
    """The attributes that might hold the gradient, where that is ambiguous."""


def direct_owners(node: Node, most: int = 2_000) -> list[Node]:
    """The stored numbers that a number was computed from, without those behind them; each once, in the order of use."""
    if all(type(each) is not Node or each.owner is not None for each in node.inputs):
        return list(dict.fromkeys(each for each in node.inputs if type(each) is Node))
    found: dict[int, Node] = {}
    waiting = [each for each in reversed(node.inputs) if type(each) is Node]
    seen: set[int] = set()
    while waiting and len(seen) < most:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if each.owner is not None:
            found[id(each)] = each
        else:
            waiting += [inner for inner in reversed(each.inputs) if type(inner) is Node]
    return list(found.values())


def find_roles(recorder: Recorder, chosen: str | None = None) -> Roles | None:
    """The roles of attributes; None where no object holds a number that was computed from another's.

    `chosen` is the gradient's attribute where the user has named it.
    """
    order = {key: place for place, key in enumerate(recorder.objects)}
    forward: Counter[str] = Counter()
    reverse: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    again: Counter[str] = Counter()
    for store in recorder.stores:
        own = order[id(store.of)]
        others = [each.owner for each in direct_owners(store.node) if each.owner and each.owner[0] is not store.of]
        if store.first:
            forward[store.name] += any(name == store.name and order[id(of)] < own for of, name in others)
            for _, name in others:
                mixed[store.name, name] += 1
        else:
            again[store.name] += 1
            reverse[store.name] += any(name == store.name and order[id(of)] > own for of, name in others)
    gradient = chosen or _most(reverse)
    forward.pop(gradient or "", None)
    value = _most(forward) or next((name for name in _USUAL_VALUES if any(each.name == name for each in recorder.stores)), None)
    if value is None:
        return None
    tangent = next((name for name in forward if name != value and mixed[name, value] and not mixed[value, name]), None)
    if (
        gradient is None
        and tangent is None
        and (swapped := next((n for n in forward if n != value and mixed[value, n] and not mixed[n, value]), None))
    ):
        value, tangent = swapped, value
    candidates: list[str] = []
    if gradient is None and tangent is None:
        candidates = [name for name in again if name != value]
        named = [name for name in candidates if "grad" in name.lower()] or _initial_gradients(recorder, value)
        if len(candidates) == 1 or len(named) == 1:
            gradient, candidates = (named or candidates)[0], []
    return Roles(value, gradient, tangent, candidates)


def _initial_gradients(recorder: Recorder, value: str) -> list[str]:
    """Attributes that say by their name that they are gradients, although nothing was ever added to them."""
    names = {store.name for store in recorder.stores if store.name != value}
    return [name for name in names if "grad" in name.lower()]


def _most(counts: Counter[str]) -> str | None:
    best = max(counts, key=lambda name: counts[name], default=None)
    return best if best is not None and counts[best] else None


def holders(recorder: Recorder, roles: Roles) -> dict[int, object]:
    """By `id`, the objects that have a value, in the order in which they were made."""
    return {key: of for key, of in recorder.objects.items() if of.members.get(roles.value, MISSING) is not MISSING}


def first_values(recorder: Recorder, roles: Roles) -> dict[int, Store]:
    """By `id` of an object, the store that gave it its value."""
    found: dict[int, Store] = {}
    for store in recorder.stores:
        if store.name == roles.value:
            found.setdefault(id(store.of), store)
    return found
