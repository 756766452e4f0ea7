"""Which parts of a gradient nothing can arrive at, because every way from the output picked something else on the way.

`where(x > 0, x*log(x), 0)` picks its other branch at 0. What flows back into `x*log(x)` is 0 there, and the slope of the
logarithm is infinite; a plain product would be NaN. But the branch was not taken: nothing of it reaches the output, so
nothing is sent. An upstream gradient that merely comes out as 0 is another matter: `sqrt(x) * sqrt(x)` has the slope 1 at 0,
and a 0 from 0 × ∞ would be a lie.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.autodiff.reverse import LocalDerivatives, reverse_sweep
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import Tensor, recorded
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Name
from backpass.engine.operations import Data, Operation, Transform
from backpass.engine.shapes import as_float_or_array, repeated_axes, shape_of

Alive = bool | NDArray[np.bool_]
"""Whether something can arrive: of all elements alike, or of each."""


class Reachability:
    """The blocked parts of one graph, found when somebody asks for the first time. `tensors` stand in evaluation order."""

    def __init__(self, tensors: Sequence[Tensor]) -> None:
        self._tensors = tensors

    def mask(self, tensor: Tensor) -> Alive:
        """Where the gradient of a tensor of the graph can be reached from the output; plainly True where that is everywhere."""
        return self._found.get(tensor, False)

    @cached_property
    def _found(self) -> dict[Tensor, Alive]:
        return reverse_sweep(self._tensors, True, _ReachabilityAlgebra())


class _ReachabilityAlgebra(LocalDerivatives[Alive]):
    """Cotangents that only say whether anything arrives: of all elements alike, or of each."""

    def scale(self, user: Tensor, slot: int, cotangent: Alive) -> Alive:  # noqa: ARG002 - whatever the slope is
        return cotangent

    def select(self, user: Tensor, slot: int, cotangent: Alive) -> Alive:
        return _simple(np.logical_and(cotangent, np.not_equal(local_derivative(user, slot), 0)))

    def adjoint(self, transform: Transform, user: Tensor, slot: int, cotangent: Alive) -> Alive:
        """Exactly where the adjoint only moves and adds; else everything, as soon as anything is reached."""
        assert user.operation is not None
        if isinstance(cotangent, bool):
            return cotangent
        if not _only_moves(user.operation, slot):
            return bool(np.any(cotangent))
        inputs, out = recorded(user)
        ones = as_float_or_array(np.broadcast_to(np.asarray(cotangent, dtype=float), shape_of(out)))
        return _simple(np.not_equal(transform.vjp(slot, ones, inputs, out, user.options), 0))

    def unbroadcast(self, sent: Alive, user: Tensor, slot: int) -> Alive:
        if isinstance(sent, bool):
            return sent
        inputs, out = recorded(user)
        wanted = shape_of(inputs[slot])
        return _simple(np.any(sent, axis=repeated_axes(shape_of(out), wanted), keepdims=True).reshape(wanted))

    def add(self, total: Alive, term: Alive) -> Alive:
        return _either(total, term)


class Moves:
    """What can move while some tensors of a graph do, at these rates; found when somebody asks for the first time.

    It is the question of `Reachability`, asked from the inputs: `sqrt(relu(x))` stays where it is left of 0, though its slope is
    infinite.
    """

    def __init__(self, tensors: Sequence[Tensor], rates: Mapping[Tensor, Data]) -> None:
        self._tensors = tensors
        self._rates = rates

    def reach(self, tensor: Tensor) -> Alive:
        """Which elements of a tensor of the graph can move; plainly True where all of them can."""
        return self._found.get(tensor, False)

    @cached_property
    def _found(self) -> dict[Tensor, Alive]:
        found: dict[Tensor, Alive] = {tensor: _simple(np.not_equal(rate, 0)) for tensor, rate in self._rates.items()}
        for user in self._tensors:
            if user not in found:
                moving: Alive = False
                for slot, source in enumerate(user.inputs):
                    moving = _either(moving, _let_on(user, slot, found.get(source, False)))
                found[user] = moving
        return found


def _let_on(user: Tensor, slot: int, moving: Alive) -> Alive:
    """What of the user moves, while this much of a slot's input does."""
    record = user.operation
    assert record is not None
    if not record.elementwise:
        return bool(np.any(moving))
    if record.rules[slot].routes:
        moving = np.logical_and(moving, np.not_equal(local_derivative(user, slot), 0))
    return _simple(moving)


def _either(one: Alive, other: Alive) -> Alive:
    if one is True or other is True:
        return True
    return _simple(np.logical_or(one, other))


def _simple(alive: Any) -> Alive:
    return True if np.all(alive) else False if not np.any(alive) else alive


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
    inputs, out = recorded(user)
    with np.errstate(all="ignore"):
        slope = kernel(user.operation).slopes[slot](*inputs, out)
    return as_float_or_array(np.broadcast_to(slope, shape_of(out)))
