"""Frees the tensors of a run that nothing can reach any more, when the limits would be exceeded otherwise.

What the interpreter notes about tensors (their library, their views, the leaves made in functions) is kept in tables that hold
the tensors. So a training loop keeps every step it ever took. Here these tables forget what the program itself has forgotten. A
tensor is alive if anything but tables and other tensors refers to it, or if one that is alive was computed from it. This is how
Python finds cycles: what refers to an object, less what is known to refer to it from within. A reference that is not known about
keeps a tensor alive, so an omission here costs memory and no number.
"""

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from sys import getrefcount
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.shapes import size_of

Table = MutableMapping[Tensor, Any] | set[Tensor]
"""Notes about tensors, by tensor. What stands there for a tensor is needed as long as the tensor is alive."""


class Room(NamedTuple):
    """What was left after something was freed."""

    tensors: set[Tensor]
    elements: int
    """Numbers in their arrays."""
    freed: int
    """Numbers that leaves had before they were changed, and that nobody needs any more."""


def forget_dead(tensors: set[Tensor], alive: set[Tensor], tables: Sequence[Table], made: list[tuple[Tensor, Any, Any]]) -> None:
    """Takes those of the tensors that are not alive out of the set, the tables, and the list of leaves that were made."""
    for table in tables:
        for tensor in [each for each in table if each in tensors and each not in alive]:
            if isinstance(table, set):
                table.discard(tensor)
            else:
                del table[tensor]
    made[:] = [each for each in made if each[0] not in tensors or each[0] in alive]
    tensors &= alive


def elements_of(tensors: Iterable[Tensor]) -> int:
    """Numbers in the arrays of tensors, those that were recorded for the backward pass among them."""
    arrays: dict[int, Any] = {}
    for tensor in tensors:
        held = (tensor.raw, *(tensor.recorded[0] if hasattr(tensor, "recorded") else ()))
        arrays |= {id(each): each for each in held if type(each) is not float}
    return sum(map(size_of, arrays.values()))


def alive_among(
    tensors: set[Tensor],
    tables: Sequence[Table],
    made: Sequence[tuple[Tensor, Any, Any]],
    is_cut: Callable[[Tensor], bool] | None,
) -> set[Tensor]:
    """The tensors that something else than tables, the list of leaves that were made, and tensors leads to. What `is_cut` names
    leads to nothing any more.
    """
    references: dict[Tensor, int] = {}
    for tensor in tensors:
        references[tensor] = getrefcount(tensor) - _FROM_HERE
    for referred in (*_inputs(tensors), *_noted(tables), *(tensor for tensor, _, _ in made)):
        if referred in references:
            references[referred] -= 1
    waiting = [tensor for tensor, count in references.items() if count > 0]
    alive = set(waiting)
    maps = [table for table in tables if not isinstance(table, set)]
    for tensor in waiting:
        sources = () if is_cut is not None and is_cut(tensor) else tensor.inputs
        notes = (each for table in maps if tensor in table for each in _tensors_in(table[tensor]))
        new = {each for each in (*sources, *notes) if each in references and each not in alive}
        alive |= new
        waiting += new
    return alive


def _references_from_here() -> int:
    """How many references there are to what is in a set that is gone through, and that nothing else knows."""
    return next(getrefcount(each) for each in {object()})


_FROM_HERE = _references_from_here()


def _inputs(tensors: Iterable[Tensor]) -> Iterator[Tensor]:
    """What tensors refer to, once for each reference: an earlier version of a tensor shares its tuple of further inputs."""
    seen: set[int] = set()
    for tensor in tensors:
        if tensor.first is not None:
            yield tensor.first
        if tensor.second is not None:
            yield tensor.second
        if tensor.other_inputs and id(tensor.other_inputs) not in seen:
            seen.add(id(tensor.other_inputs))
            yield from tensor.other_inputs


def _noted(tables: Iterable[Table]) -> Iterator[Tensor]:
    """What tables refer to, once for each reference."""
    seen: set[int] = set()
    for table in tables:
        yield from table
        if isinstance(table, set):
            continue
        for note in table.values():
            if isinstance(note, Tensor) or id(note) not in seen:
                yield from _tensors_in(note)
                seen.add(id(note))


def _tensors_in(note: Any) -> Iterable[Tensor]:
    if isinstance(note, Tensor):
        return (note,)
    return (each for each in note if isinstance(each, Tensor)) if isinstance(note, tuple | list) else ()
