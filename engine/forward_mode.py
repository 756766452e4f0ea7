"""Forward mode: tangents pushed through a finished graph from its inputs to its output, one pass per direction.

The slopes are those that the backward pass multiplies with, so the two cannot disagree by more than rounding; what differs
is the order of the multiplications, and with it their number. Knows nothing of programs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.backward import Gradients, contribution
from engine.limits import Limits
from engine.operations import Array, Data, How
from engine.problems import Code, Problem, ProblemError
from engine.shapes import as_data, shape_of, size_of
from engine.tensor import Tensor
from engine.trace import ancestors


class ForwardStep(NamedTuple):
    """One frame of a forward pass: a node has its value, and moves at the rate of its tangent."""

    node: int
    value: Data
    tangent: Data | None
    """None where nothing that moves reaches the node, which is not the same as 0."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What derivatives cost beyond the values themselves. A slope that is 1 whatever the inputs are is not multiplied with."""

    passes: int
    multiplications: int
    additions: int

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.passes + other.passes, self.multiplications + other.multiplications, self.additions + other.additions)

    def times(self, count: int) -> "Cost":
        """That many passes of this kind."""
        return Cost(self.passes * count, self.multiplications * count, self.additions * count)


def push(tensors: Sequence[Tensor], seeds: Mapping[Tensor, Data]) -> list[Data | None]:
    """The tangent of every tensor (they stand in evaluation order) when the seeded ones move at the rates given.

    A seeded tensor moves as its seed says, whatever it was made from. Raises ProblemError (scalars-only) for operations
    that do not work element by element.
    """
    tangents: dict[Tensor, Data | None] = {}
    for tensor in tensors:
        tangents[tensor] = seeds[tensor] if tensor in seeds else _tangent(tensor, tangents)
    return list(tangents.values())


def _tangent(user: Tensor, tangents: Mapping[Tensor, Data | None]) -> Data | None:
    total: Data | None = None
    for slot, tangent in _arriving(user, tangents):
        sent = contribution(user, slot, tangent).scaled
        # What does not move sends nothing, even where the slope is infinite: so a blocked branch blocks here, too.
        sent = (sent if tangent else 0.0) if isinstance(tangent, float) else np.where(np.equal(tangent, 0), 0.0, sent)
        total = sent if total is None else total + sent
    return total


def _arriving(user: Tensor, tangents: Mapping[Tensor, Data | None]) -> Iterator[tuple[int, Data]]:
    """The slots through which something that moves reaches the user, each with its tangent in the user's shape."""
    for slot, source in enumerate(user.inputs):
        tangent = tangents.get(source)
        if tangent is None:
            continue
        _check_elementwise(user)
        yield slot, tangent if isinstance(user.data, float) else np.broadcast_to(np.asarray(tangent), user.shape)


def _check_elementwise(user: Tensor) -> None:
    assert user.operation is not None
    if user.operation.elementwise:
        return
    raise ProblemError(
        Problem(
            Code.SCALARS_ONLY,
            f"Forward mode goes through operations that work element by element, and `{user.operation.name}` does not.",
            'Ask for `"mode": "reverse"`, which differentiates every operation.',
            user.span,
        )
    )


def timeline(output: Tensor, seeds: Mapping[Tensor, Data]) -> list[ForwardStep]:
    """The frames of one forward pass, in evaluation order; `node` is the position in the graph of `output`."""
    tensors = ancestors(output)
    pushed = push(tensors, seeds)
    return [ForwardStep(node, tensor.data, tangent) for node, (tensor, tangent) in enumerate(zip(tensors, pushed, strict=True))]


def gradient(tensors: Sequence[Tensor], wanted: Tensor, upstream: Data) -> Data:
    """d output / d wanted, times `upstream`, by one forward pass per element of `wanted`; the output is the last tensor.

    Raises ProblemError (scalars-only).
    """
    if isinstance(wanted.data, float):
        return _along(tensors, wanted, 1.0, upstream)
    found = np.empty(wanted.shape)
    for index in np.ndindex(wanted.shape):
        direction = np.zeros(wanted.shape)
        direction[index] = 1.0
        found[index] = _along(tensors, wanted, direction, upstream)
    return found


def _along(tensors: Sequence[Tensor], wanted: Tensor, direction: Data, upstream: Data) -> float:
    tangent = push(tensors, {wanted: direction})[-1]
    if tangent is None:
        return 0.0
    if isinstance(tangent, float) and isinstance(upstream, float):
        return upstream * tangent
    with np.errstate(all="ignore"):
        weighted: Array = np.asarray(upstream * tangent)
        return float(weighted.sum())


def forward_gradients(gradients: Gradients, wanted: Sequence[Tensor], upstream: object, limits: Limits) -> list[Data]:
    """The gradients of a finished backward pass once more, by forward mode.

    Raises ProblemError (too-much-work, scalars-only).
    """
    tensors = gradients.tensors
    passes = sum(size_of(tensor.data) for tensor in wanted)
    limits.check_evaluations(passes * sum(size_of(tensor.data) for tensor in tensors))
    seed, present = as_data(upstream), set(tensors)
    return [gradient(tensors, tensor, seed) if tensor in present else _nothing(tensor) for tensor in wanted]


def _nothing(tensor: Tensor) -> Data:
    return 0.0 if isinstance(tensor.data, float) else np.zeros(tensor.shape)


def reverse_cost(gradients: Gradients) -> Cost:
    """What the backward pass multiplied and added, for all inputs together."""
    multiplications = additions = 0
    reached: set[Tensor] = set()
    for each in gradients.contributions():
        assert each.user.operation is not None
        scaled, sent = size_of(each.scaled), size_of(each.sent)
        multiplications += 0 if each.user.operation.rule(each.slot).how is How.COPY else scaled
        additions += scaled - sent + (sent if each.input in reached else 0)
        reached.add(each.input)
    return Cost(1, multiplications, additions)


def forward_cost(tensors: Sequence[Tensor], wanted: Sequence[Tensor]) -> Cost:
    """What forward mode multiplies and adds for the gradients of the wanted tensors: a pass for each of their elements."""
    total = Cost(0, 0, 0)
    for tensor in wanted:
        ones = 1.0 if isinstance(tensor.data, float) else np.ones(shape_of(tensor.data))
        total += _pass_cost(tensors, {tensor: ones}).times(size_of(tensor.data))
    return total


def _pass_cost(tensors: Sequence[Tensor], seeds: Mapping[Tensor, Data]) -> Cost:
    tangents = dict(zip(tensors, push(tensors, seeds), strict=True))
    multiplications = additions = 0
    for user in tensors:
        if user in seeds or user.operation is None:
            continue
        slots = [slot for slot, _ in _arriving(user, tangents)]
        size = size_of(user.data)
        multiplications += size * sum(user.operation.rule(slot).how is not How.COPY for slot in slots)
        additions += size * max(0, len(slots) - 1)
    return Cost(1, multiplications, additions)
