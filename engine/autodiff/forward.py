"""Forward mode: tangents pushed through a finished graph from its inputs to its output, one pass per direction.

The slopes are those that the backward pass multiplies with, so the two cannot disagree by more than rounding; what differs
is the order of the multiplications, and with it their number. Knows nothing of programs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from backpass.engine.autodiff.reachability import Moves
from backpass.engine.autodiff.reverse_numeric import Gradients, backward, contribution
from backpass.engine.graph.custom_rules import OPTION, Application
from backpass.engine.graph.tensor import Tensor, lift, recorded
from backpass.engine.limits import Limits
from backpass.engine.operations import Array, Data, How, Transform
from backpass.engine.operations.model import summed_to
from backpass.engine.shapes import as_data, as_float_or_array, size_of, zeros_like


class TangentTerm(NamedTuple):
    """What one slot adds to the tangent of its node: the slope there times the tangent of what stands in it."""

    slot: int
    sent: Data


class ForwardStep(NamedTuple):
    """One frame of a forward pass: a node moves at the rate of its tangent, which is the sum of its terms."""

    node: int
    tangent: Data
    terms: tuple[TangentTerm, ...]
    """Empty where the pass begins: such a node moves as its seed says."""


@dataclass(frozen=True, slots=True)
class DerivativeCost:
    """What derivatives cost beyond the values themselves. A slope that is 1 whatever the inputs are is not multiplied with."""

    passes: int
    multiplications: int
    additions: int


@np.errstate(all="ignore")
def push(tensors: Sequence[Tensor], seeds: Mapping[Tensor, Data], *, by_jvp: bool = True) -> list[Data | None]:
    """The tangent of every tensor (they stand in evaluation order) when the seeded ones move at the rates given.

    A seeded tensor moves as its seed says, whatever it was made from. None where nothing that moves reaches a tensor, which
    is not the same as 0. With `by_jvp`, an operation of somebody's own moves as its forward-mode rule says, where it has one;
    else always as its backward rule, read forward. Raises ProblemError for an own rule that cannot be.
    """
    tangents: dict[Tensor, Data | None] = {}
    moves = Moves(tensors, seeds)
    for tensor in tensors:
        tangents[tensor] = seeds[tensor] if tensor in seeds else _sum(_terms(tensor, tangents, moves, by_jvp))
    return list(tangents.values())


@np.errstate(all="ignore")
def timeline(tensors: Sequence[Tensor], seeds: Mapping[Tensor, Data]) -> list[ForwardStep]:
    """The frames of one forward pass: every node that moves, in evaluation order, by its position among the tensors."""
    tangents: dict[Tensor, Data | None] = {}
    moves = Moves(tensors, seeds)
    steps: list[ForwardStep] = []
    for position, tensor in enumerate(tensors):
        terms = () if tensor in seeds else tuple(_terms(tensor, tangents, moves))
        tangents[tensor] = tangent = seeds[tensor] if tensor in seeds else _sum(terms)
        if tangent is not None:
            steps.append(ForwardStep(position, tangent, terms))
    return steps


def _sum(terms: Iterable[TangentTerm]) -> Data | None:
    total: Data | None = None
    for _, sent in terms:
        total = sent if total is None else total + sent
    return total


def _terms(user: Tensor, tangents: Mapping[Tensor, Data | None], moves: Moves, by_jvp: bool = True) -> Iterator[TangentTerm]:
    """What each slot through which something that moves reaches the user adds to its tangent, in the user's shape."""
    for slot, source in enumerate(user.inputs):
        tangent = tangents.get(source)
        if tangent is not None:
            yield TangentTerm(slot, _sent(user, slot, tangent, moves, by_jvp))


def _sent(user: Tensor, slot: int, tangent: Data, moves: Moves, by_jvp: bool) -> Data:
    assert user.operation is not None
    if isinstance(user.operation.value, Transform):
        own = None if not user.options else user.options.get(OPTION)
        if own is not None:
            return _through_own(own, user, slot, tangent, by_jvp)
        return _through(user, slot, tangent, user.operation.value)
    arriving = tangent if isinstance(user.raw, float) else np.broadcast_to(np.asarray(tangent), user.shape)
    sent = contribution(user, slot, arriving).scaled
    if isinstance(sent, float):
        return sent if sent == sent or moves.reach(user.inputs[slot]) else 0.0  # only NaN differs from itself
    if not np.isnan(sent).any():
        return sent
    return as_float_or_array(np.where(moves.reach(user.inputs[slot]), sent, 0.0))


def _through_own(own: Application, user: Tensor, slot: int, tangent: Data, by_jvp: bool) -> Data:
    """A tangent pushed through an operation of somebody's own: by its forward-mode rule, else by its backward rule transposed."""
    found = own.tangent(slot, tangent) if by_jvp else None
    if found is not None:
        return found
    own.check_forward_mode()
    assert user.operation is not None
    assert isinstance(user.operation.value, Transform)
    found = _through(user, slot, tangent, user.operation.value)
    own.check_transposed(slot, tangent, found)
    return found


def _through(user: Tensor, slot: int, tangent: Data, transform: Transform) -> Data:
    """A tangent pushed through an operation on whole arrays.

    Its adjoint is linear in what arrives from upstream, so the adjoint of the adjoint leads forward again, whatever the
    operation: no second rule is needed (Christianson and Radul call this transposition).
    """
    upstream = Tensor(np.zeros(user.shape) if user.shape else 0.0)
    inputs, out = recorded(user)
    back = transform.vjp(slot, upstream, [lift(each) for each in inputs], lift(out), user.options)
    if not isinstance(back, Tensor):  # a slope that is 0 whatever arrives
        return zeros_like(user.raw)
    sent = summed_to(back, user.inputs[slot].shape)
    gradients = backward(sent, as_float_or_array(np.broadcast_to(np.asarray(tangent), sent.shape)))
    found = dict(zip(gradients.tensors, gradients.values, strict=True)).get(upstream)
    return zeros_like(user.raw) if found is None else found


def gradient(tensors: Sequence[Tensor], wanted: Tensor, upstream: Data) -> Data:
    """d output / d wanted, times `upstream`, by one forward pass per element of `wanted`; the output is the last tensor."""
    if isinstance(wanted.raw, float):
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

    Raises ProblemError (too-much-work).
    """
    tensors = gradients.tensors
    passes = sum(size_of(tensor.raw) for tensor in wanted)
    limits.check_evaluations(passes * sum(size_of(tensor.raw) for tensor in tensors))
    seed, present = as_data(upstream), set(tensors)
    return [gradient(tensors, tensor, seed) if tensor in present else _nothing(tensor) for tensor in wanted]


def _nothing(tensor: Tensor) -> Data:
    return 0.0 if isinstance(tensor.raw, float) else np.zeros(tensor.shape)


def reverse_cost(gradients: Gradients) -> DerivativeCost:
    """What the backward pass multiplied and added, for all inputs together."""
    multiplications = additions = 0
    reached: set[Tensor] = set()
    for each in gradients.contributions():
        assert each.user.operation is not None
        scaled, sent = size_of(each.scaled), size_of(each.sent)
        multiplications += 0 if each.user.operation.rule(each.slot).how is How.COPY else scaled
        additions += scaled - sent + (sent if each.input in reached else 0)
        reached.add(each.input)
    return DerivativeCost(1, multiplications, additions)


def forward_cost(tensors: Sequence[Tensor], wanted: Sequence[Tensor]) -> DerivativeCost:
    """What forward mode multiplies and adds for the gradients of the wanted tensors: a pass for each of their elements.

    Counted without making any of the passes: each node knows, as bits of a number, which of them reach it.
    """
    sizes = [size_of(tensor.raw) for tensor in wanted]
    weigh = _weighing(sizes)
    bits = {tensor: 1 << number for number, tensor in enumerate(wanted)}
    reached: dict[Tensor, int] = {}
    multiplications = additions = 0
    for user in tensors:
        passes = 0
        size = size_of(user.raw)
        for slot, source in enumerate(user.inputs):
            arriving = reached[source]
            if not arriving:
                continue
            assert user.operation is not None
            multiplications += 0 if user.operation.rule(slot).how is How.COPY else size * weigh(arriving)
            additions += size * weigh(arriving & passes)
            passes |= arriving
        reached[user] = passes | bits.get(user, 0)
    return DerivativeCost(sum(sizes), multiplications, additions)


def _weighing(sizes: Sequence[int]) -> Callable[[int], int]:
    """How many passes a set of tensors represents, the set given by its bits."""
    if all(size == 1 for size in sizes):
        return int.bit_count
    return lru_cache(maxsize=None)(lambda bits: sum(size for number, size in enumerate(sizes) if bits >> number & 1))
