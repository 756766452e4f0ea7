"""Which parts of a gradient nothing can arrive at, because every way from the output picked something else on the way.

`where(x > 0, x*log(x), 0)` picks its other branch at 0. What flows back into `x*log(x)` is 0 there, and the slope of the
logarithm is infinite; a plain product would be NaN. But the branch was not taken: nothing of it reaches the output, so
nothing is sent. An upstream gradient that merely comes out as 0 is another matter: `sqrt(x) * sqrt(x)` has the slope 1 at 0,
and a 0 from 0 × ∞ would be a lie.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.language import parse_expression
from engine.language.tree import Name
from engine.operations import Data, Operation, Transform
from engine.rules import kernel
from engine.shapes import as_float_or_array, repeated_axes
from engine.tensor import Tensor

Alive = bool | NDArray[np.bool_]
"""Whether something can arrive: of all elements alike, or of each."""


class Blocks:
    """The blocked parts of one graph, found when somebody asks for the first time. `tensors` stand in evaluation order."""

    def __init__(self, tensors: Sequence[Tensor]) -> None:
        self._tensors = tensors

    def alive(self, tensor: Tensor) -> Alive:
        """Where the gradient of a tensor of the graph can be reached from the output; plainly True where that is everywhere."""
        return self._found.get(tensor, False)

    @cached_property
    def _found(self) -> dict[Tensor, Alive]:
        found: dict[Tensor, Alive] = {self._tensors[-1]: True}
        for user in reversed(self._tensors):
            alive = found.get(user, False)
            if alive is False:
                continue
            for slot, source in enumerate(user.inputs):
                if source.requires_grad:
                    found[source] = _either(found.get(source, False), _let_through(user, slot, alive))
        return found


def _either(one: Alive, other: Alive) -> Alive:
    if one is True or other is True:
        return True
    return _simple(np.logical_or(one, other))


def _simple(alive: Any) -> Alive:
    return True if np.all(alive) else False if not np.any(alive) else alive


def _let_through(user: Tensor, slot: int, alive: Alive) -> Alive:
    """What of a slot's input can be reached from what of the user can."""
    record, source = user.operation, user.inputs[slot]
    assert record is not None
    if isinstance(record.value, Transform):
        return alive if alive is True else _through(record.value, user, slot, alive)
    if record.rules[slot].routes:
        alive = np.logical_and(alive, np.not_equal(local_derivative(user, slot), 0))
    if alive is True or np.ndim(alive) == 0:
        return _simple(alive)
    summed = np.any(alive, axis=repeated_axes(user.shape, source.shape), keepdims=True)
    return _simple(summed.reshape(source.shape))


def _through(transform: Transform, user: Tensor, slot: int, alive: Alive) -> Alive:
    """Exactly where the adjoint only moves and adds; else everything, as soon as anything is reached."""
    assert user.operation is not None
    if _only_moves(user.operation, slot):
        adjoint = transform.adjoints[0 if len(transform.adjoints) == 1 else slot]
        ones = as_float_or_array(np.broadcast_to(np.asarray(alive, dtype=float), user.shape))
        sent = adjoint(ones, [source.data for source in user.inputs], user.data, {**(user.options or {}), "slot": slot})
        return _simple(np.not_equal(sent, 0))
    return bool(np.any(alive))


def _only_moves(operation: Operation, slot: int) -> bool:
    """Whether the rule speaks of the upstream gradient alone, so that no number of an input can hide what is reached."""
    names = {part.name for part in parse_expression(operation.rule(slot).text) if isinstance(part, Name)}
    return names == {"G"}


def local_derivative(user: Tensor, slot: int) -> Data:
    """d user / d input in one slot, element by element, in the user's shape. Not for a `Transform`, whose derivative
    is a matrix.
    """
    kept = user.first_slope if slot == 0 else user.second_slope if slot == 1 else None
    if kept is not None:
        return kept
    assert user.operation is not None
    with np.errstate(all="ignore"):
        slope = kernel(user.operation).slopes[slot](*(source.data for source in user.inputs), user.data)
    return as_float_or_array(np.broadcast_to(slope, user.shape))
