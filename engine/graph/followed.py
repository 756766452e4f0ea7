"""What was computed once, followed again with other numbers, and whether it is linear in some of them."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from backpass.engine.graph.tensor import Tensor, apply
from backpass.engine.graph.trace import evaluation_order


def sources_of(tensors: Iterable[Tensor], without: Tensor | None = None) -> set[Tensor]:
    """All that some tensors were computed of, themselves included; not what only `without` was computed of."""
    found = set(tensors)
    waiting = list(found)
    for each in waiting:
        if each is not without:
            new = set(each.inputs) - found
            found |= new
            waiting += new
    return found


def are_linear_in(variables: Iterable[Tensor], results: Sequence[Tensor]) -> bool:
    """Whether results are seen to be linear in some tensors together, while all others rest."""
    moving = set(variables)
    for each in sorted(sources_of(results), key=evaluation_order):
        if any(source in moving for source in each.inputs):
            if not _is_linear(each, moving):
                return False
            moving.add(each)
    return not any(each not in moving and np.any(each.raw) for each in results)


def follow(wanted: Sequence[Tensor], moved: dict[Tensor, Tensor]) -> None:
    """Computes again what depends on tensors that have moved, until `wanted` are known."""
    needed: set[Tensor] = set()
    waiting = [each for each in wanted if each not in moved]
    for each in waiting:
        if each not in needed:
            needed.add(each)
            waiting += [source for source in each.inputs if source not in moved]
    for each in sorted(needed, key=evaluation_order):
        if each.operation is not None and any(source in moved for source in each.inputs):
            moved[each] = apply(each.operation, *_inputs(each, moved), **(each.options or {}))


def _inputs(tensor: Tensor, moved: Mapping[Tensor, Tensor]) -> list[Tensor]:
    return [moved.get(source, source) for source in tensor.inputs]


_SUMS = frozenset({"add", "subtract", "negate", "concatenate", "stack", "where"})
"""Operations that are linear in their inputs together; of `where`, in what it chooses between."""

_ALONE = frozenset(
    {"sum", "mean", "reshape", "flatten", "transpose", "index", "broadcast_to", "expand_dims", "squeeze", "cumsum"}
)
"""Operations that are linear in their one input."""

_PRODUCTS = frozenset({"multiply", "matmul", "outer"})
"""Operations that are linear in each of their inputs, while the others stay."""


def _is_linear(tensor: Tensor, moving: set[Tensor]) -> bool:
    """Whether a result is linear in those of its inputs that move."""
    assert tensor.operation is not None
    name, slots = tensor.operation.name, [place for place, each in enumerate(tensor.inputs) if each in moving]
    if name in _SUMS:
        first = 1 if name == "where" else 0
        resting = [each for each in tensor.inputs[first:] if each not in moving]
        return slots[0] >= first and not any(np.any(each.raw) for each in resting)
    if name in _PRODUCTS:
        return len(slots) == 1
    return name in _ALONE or (name == "divide" and slots == [0])
