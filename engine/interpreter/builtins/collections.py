"""Methods of lists and dictionaries. Lengths are counted before anything is made."""

from typing import Any

from backpass.engine.interpreter.builtins.iteration import Body, builtin, everything, put_in_order, whole
from backpass.engine.interpreter.errors import element_errors
from backpass.engine.interpreter.evaluation import dictionary_key
from backpass.engine.interpreter.python_containers import Counts, emptied
from backpass.engine.interpreter.values import MISSING, Arguments, Builtin, Item, Then
from backpass.engine.problems import ProblemError

LIST_METHODS: dict[str, Builtin] = {}
DICTIONARY_METHODS: dict[str, Builtin] = {}


@builtin(LIST_METHODS, "append", least=2, most=2)
def _append(machine: Any, arguments: Arguments) -> Item:
    machine.evaluator.hold(1)
    arguments.values[0].append(arguments.values[1])  # type: ignore[union-attr]
    return None


@builtin(LIST_METHODS, "extend", least=2, most=2)
def _extend(machine: Any, arguments: Arguments) -> Item:
    arguments.values[0].extend(everything(machine, arguments.values[1], arguments))  # type: ignore[union-attr]
    return None


@builtin(LIST_METHODS, "insert", least=3, most=3)
def _insert(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.hold(1)
    machine.evaluator.move(len(items))
    items.insert(whole(machine, arguments.values[1], arguments), arguments.values[2])
    return None


@builtin(LIST_METHODS, "pop", least=1, most=2)
def _pop(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    place = whole(machine, arguments.values[1], arguments) if len(arguments.values) > 1 else -1
    if not -len(items) <= place < len(items):
        raise ProblemError(element_errors.index_out_of_range(place, len(items), arguments.part))
    machine.evaluator.move(len(items))
    return items.pop(place)  # type: ignore[no-any-return]


@builtin(LIST_METHODS, "reverse", least=1, most=1)
def _reverse(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.move(len(items))
    items.reverse()
    return None


@builtin(LIST_METHODS, "copy", least=1, most=1)
def _copy(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.hold(len(items))
    return items.copy()  # type: ignore[no-any-return]


@builtin(LIST_METHODS, "index", "count", least=2, most=2)
def _place(machine: Any, arguments: Arguments) -> Item:
    items, wanted = everything(machine, arguments.values[0], arguments), arguments.values[1]
    places = [index for index, item in enumerate(items) if machine.same(item, wanted, arguments.part)]
    if getattr(arguments.part, "name", "") == "count":
        return len(places)
    if not places:
        raise ProblemError(element_errors.index_out_of_range(0, 0, arguments.part))
    return places[0]


@builtin(LIST_METHODS, "remove", least=2, most=2)
def _remove(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.move(len(items))
    place = next((index for index, item in enumerate(items) if machine.same(item, arguments.values[1], arguments.part)), None)
    if place is None:
        raise ProblemError(element_errors.not_in_list(arguments.part))
    del items[place]
    return None


@builtin(LIST_METHODS, "clear", least=1, most=1)
def _clear(_: Any, arguments: Arguments) -> Item:
    arguments.values[0].clear()  # type: ignore[union-attr]
    return None


@builtin(LIST_METHODS, "sort", least=1, most=1)
def _sort(machine: Any, arguments: Arguments) -> Item | Then:
    items: Any = arguments.values[0]

    def keep(ordered: list[Item]) -> Item:
        items[:] = ordered
        return None

    return put_in_order(machine, everything(machine, items, arguments), arguments, keep)


# Methods of dictionaries


@builtin(DICTIONARY_METHODS, "keys", least=1, most=1)
def _keys(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments)


@builtin(DICTIONARY_METHODS, "values", least=1, most=1)
def _values(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    return [owner[key] for key in everything(machine, owner, arguments)]


@builtin(DICTIONARY_METHODS, "items", least=1, most=1)
def _pairs(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    return [(key, owner[key]) for key in everything(machine, owner, arguments)]


@builtin(DICTIONARY_METHODS, "get", least=2, most=3)
def _get(machine: Any, arguments: Arguments) -> Item:
    owner, key, *default = arguments.values
    return owner.get(dictionary_key(machine.literal_key(key), arguments.part), default[0] if default else None)  # type: ignore[union-attr]


def _taking_away(default: Any) -> Body:
    """`pop` and `setdefault`."""

    def body(machine: Any, arguments: Arguments) -> Item:
        owner, wanted, *given = arguments.values
        key = dictionary_key(machine.literal_key(wanted), arguments.part)
        if key not in owner and not given and default is MISSING:  # type: ignore[operator]
            raise ProblemError(element_errors.no_such_key(key, owner, arguments.part))  # type: ignore[arg-type]
        if default is MISSING:
            return owner.pop(key, *given)  # type: ignore[union-attr, no-any-return]
        machine.evaluator.hold(1)
        return owner.setdefault(key, given[0] if given else None)  # type: ignore[union-attr]

    return body


builtin(DICTIONARY_METHODS, "pop", least=2, most=3)(_taking_away(MISSING))
builtin(DICTIONARY_METHODS, "setdefault", least=2, most=3)(_taking_away(None))


@builtin(DICTIONARY_METHODS, "update", least=1, most=2)
def _update(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    more: Any = arguments.values[1] if len(arguments.values) > 1 else {}
    if isinstance(owner, Counts):
        _count(machine, owner, more, arguments)
        return None
    if not isinstance(more, dict):
        rows = [everything(machine, row, arguments) for row in everything(machine, more, arguments)]
        if any(len(row) != 2 for row in rows):
            raise ProblemError(element_errors.unpacking(2, len(rows[0]), arguments.span))
        more = {dictionary_key(row[0], arguments.part): row[1] for row in rows}
    machine.evaluator.hold(len(more) + len(arguments.keywords))
    owner.update(more, **arguments.keywords)
    return None


def _count(machine: Any, owner: Counts, more: Item, arguments: Arguments) -> None:
    """Adds to a `Counter`: how often a dictionary or keywords say, and 1 for each item of anything else. Raises ProblemError."""
    part = arguments.part
    pairs: list[tuple[Any, Item]] = [*arguments.keywords.items()]
    pairs += more.items() if isinstance(more, dict) else [(key, 1) for key in everything(machine, more, arguments)]
    machine.evaluator.hold(len(pairs))
    for item, times in pairs:
        key = dictionary_key(item, part)
        owner[key] = machine.evaluator.operator("+", [owner[key], times], part) if key in owner else times


@builtin(DICTIONARY_METHODS, "copy", least=1, most=1)
def _copy_of_dictionary(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    machine.evaluator.hold(len(owner))
    made = emptied(owner)
    made.update(owner)
    return made  # type: ignore[no-any-return]


@builtin(DICTIONARY_METHODS, "clear", least=1, most=1)
def _clear_dictionary(_: Any, arguments: Arguments) -> Item:
    arguments.values[0].clear()  # type: ignore[union-attr]
    return None
