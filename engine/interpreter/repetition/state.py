"""The state of a program between two repetitions of a loop, in a form in which two of them can be compared.

Tensors that the repetition before has made stand there by the order in which it made them; all else stands there as it is. Two
states that are equal so lead to the same operations in the next repetition, on the tensors in the same places.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.program_state.live_tensors import Table
from backpass.engine.interpreter.values import Instance, Item

_LARGEST = 10_000
"""Values and notes of a state that is compared."""

State = tuple[list[Any], dict[Any, Any], list[Item]]
"""What names lead to, the notes of tensors, and all that was named by its identity, so that no other thing gets the same one.
Tensors are named by their number, so that a state keeps none of them from being freed.
"""


def state_of(names: Mapping[str, Item], tables: Iterable[Table], made: Sequence[Tensor], since: float) -> State | None:
    """The state after a repetition that made these tensors. `since` is the number of the first tensor that this repetition, and
    those right before it that were recorded, have made: what they made and nothing leads to any more is left out.

    None where it is too large to be compared.
    """
    places = {tensor: place for place, tensor in enumerate(made)}
    held: list[Item] = []
    values = _values(names, places, held)
    notes = _notes(tables, places, since, held)
    return None if values is None or notes is None else (values, notes, held)


def alike(one: State, other: State) -> bool:
    """Whether two states are equal but for numbers in tensors."""
    return one[0] == other[0] and one[1] == other[1]


def _token(item: Item, places: Mapping[Tensor, int], held: list[Item]) -> Any:
    if isinstance(item, Tensor):
        return ("made", places[item]) if item in places else ("tensor", item.number)
    if item is None or isinstance(item, int | float | str):
        return (type(item).__name__, repr(item))
    held.append(item)
    return ("same", id(item))


def _values(names: Mapping[str, Item], places: Mapping[Tensor, int], held: list[Item]) -> list[Any] | None:
    """What names lead to, through lists, dictionaries and objects; a thing that is met again is marked as the same."""
    found: list[Any] = [*names]
    waiting: list[Item] = [*names.values()]
    met: dict[int, int] = {}
    for place, item in enumerate(waiting):
        inner = _parts(item)
        if inner is None:
            found.append(_token(item, places, held))
            continue
        if id(item) in met:
            found.append(("again", met[id(item)]))
            continue
        met[id(item)] = place
        held.append(item)
        found.append((type(item).__name__, inner[0]))
        waiting += inner[1]
        if len(waiting) > _LARGEST:
            return None
    return found


def _parts(item: Item) -> tuple[Any, Sequence[Item]] | None:
    """How something is put together and what of; None for what is one thing."""
    if isinstance(item, list | tuple):
        return len(item), item
    if isinstance(item, dict):
        return [(type(key).__name__, repr(key)) for key in item], [*item.values()]
    if isinstance(item, Instance):
        return (id(item), [*item.members]), [*item.members.values()]
    return None


def _notes(tables: Iterable[Table], places: Mapping[Tensor, int], since: float, held: list[Item]) -> dict[Any, Any] | None:
    found: dict[Any, Any] = {}
    for number, table in enumerate(tables):
        if len(table) > _LARGEST:
            return None
        for tensor in table:
            if tensor.number < since or tensor in places:
                note = None if isinstance(table, set) else table[tensor]
                found[number, _token(tensor, places, held)] = _note(note, places, held)
    return found


def _note(note: Any, places: Mapping[Tensor, int], held: list[Item]) -> Any:
    if isinstance(note, tuple | list):
        return tuple(_token(each, places, held) for each in note)
    return _token(note, places, held)
