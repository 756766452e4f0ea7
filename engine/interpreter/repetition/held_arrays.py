"""Arrays that statements of a loop hold on to, and that are more than their numbers: parts of others, masks, or held twice.

Where repetitions are computed without being run, a tensor that such a statement reads is a leaf with the right numbers. That is
enough unless the program can see what else the tensor was.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Family


def is_more_than_numbers(tensor: Tensor, aliases: Any, *, is_held: bool) -> bool:
    """Whether a leaf with the same numbers behaves in another way: a mask picks elements as it is a comparison, and a view that
    `is_held` changes together with the array beneath it.
    """
    return aliases.is_shown(tensor) or _may_be_mask(tensor) or (is_held and bool(tensor.shape) and aliases.is_view(tensor))


def _may_be_mask(tensor: Tensor) -> bool:
    """Whether it is computed from comparisons alone, so that it is a mask for some of the numbers that it may hold."""
    waiting, met = [tensor], {tensor}
    for each in waiting:
        if each.operation is None:
            return False
        if each.operation.family is not Family.COMPARISON:
            waiting += [source for source in dict.fromkeys(each.inputs) if source not in met]
            met.update(each.inputs)
    return True


def is_one_held_twice(held: Iterable[Mapping[str, Tensor]], before: Sequence[Tensor], made: Sequence[Tensor]) -> bool:
    """Whether two statements, or one under two names, hold the same array of a repetition, which would become two arrays.

    `held` is what each statement holds, by name; `before` and `made` are the tensors of two repetitions in a row: what the first
    made takes the place of what the second makes one repetition later. A single number that was computed never changes in place.
    """
    places = {tensor: place for tensors in (before, made) for place, tensor in enumerate(tensors)}
    found = [
        places[tensor]
        for tensors in held
        for tensor in tensors.values()
        if tensor in places and (tensor.shape or tensor.operation is None)
    ]
    return len(found) != len({*found})
