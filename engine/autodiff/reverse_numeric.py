"""The backward pass: gradients, and the contributions that made them.

Each contribution is *upstream × local*: the gradient of the user, which is finished before the user sends anything,
times the user's
derivative in that slot. Both are kept, so every contribution can be recovered exactly; keeping them costs nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.autodiff.reachability import Reachability, local_derivative
from backpass.engine.autodiff.reverse import Algebra, reverse_sweep
from backpass.engine.graph.custom_rules import OPTION
from backpass.engine.graph.hooks import HOOKED, hooked
from backpass.engine.graph.tensor import Tensor, recorded
from backpass.engine.graph.trace import evaluation_order
from backpass.engine.graph.versions import CHANGED, settle
from backpass.engine.messages import say
from backpass.engine.operations import Data, How, Transform
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import as_data, as_float_or_array, repeated_axes, shape_of, sum_to


class Contribution(NamedTuple):
    """One term of a gradient: what a user sends back through one of its slots."""

    user: Tensor
    slot: int
    input: Tensor
    """The tensor whose gradient it is added to."""
    upstream: Data
    """Gradient of the user."""
    local: Data | None
    """Derivative of the user with respect to this slot; None for a `Transform`, whose derivative nobody forms."""
    scaled: Data
    """upstream × local, in the user's shape."""
    sent: Data
    """What arrives, in the input's shape: `scaled`, summed over the axes along which the input was repeated."""
    how: How
    axes: tuple[int, ...] = ()
    """The axes that were summed over."""


@dataclass(frozen=True)
class Gradients:
    """Derivatives of one output with respect to every tensor it was made from."""

    tensors: Sequence[Tensor]
    """In evaluation order, the output last."""
    values: Sequence[Data | None]
    """Per tensor, in its shape; None where no gradient is computed."""
    blocks: Reachability
    """Where nothing can arrive, because on every way from the output something else was picked."""
    order: Sequence[int] | None = None
    """The positions of the operations in the order in which they send, where a program says it; else from the output back."""

    def senders(self) -> Iterable[int]:
        """The positions of the tensors in the order in which they send what arrived."""
        return range(len(self.tensors) - 1, -1, -1) if self.order is None else self.order

    def of(self, tensor: Tensor) -> Data | None:
        """The gradient with respect to a tensor of this graph. Raises KeyError for a stranger."""
        for candidate, value in zip(self.tensors, self.values, strict=True):
            if candidate is tensor:
                return value
        raise KeyError(tensor)

    @np.errstate(all="ignore")
    def accumulate(self) -> None:
        """Adds every gradient to `.grad` of its tensor."""
        for tensor, gradient in zip(self.tensors, self.values, strict=True):
            if gradient is not None:
                tensor.accumulated_grad = gradient if tensor.accumulated_grad is None else tensor.accumulated_grad + gradient

    def contributions(self) -> Iterator[Contribution]:
        """Every contribution in the order in which they arrive: of one user after the other, each by slot."""
        for position in self.senders():
            user, upstream = self.tensors[position], self.values[position]
            if upstream is not None:
                for slot, source in enumerate(user.inputs):
                    if source.requires_grad:
                        yield self.contribution(user, slot, upstream)

    def contribution(self, user: Tensor, slot: int, upstream: Data) -> Contribution:
        """What `user` sends back through one slot when `upstream` has arrived at it."""
        return contribution(user, slot, upstream, self.blocks)


_one_at_a_time = Lock()
"""Two passes over graphs that share tensors must not see each other's running sums, where these are kept in the tensors.

Nobody's own code is called meanwhile: it may begin a pass itself, on any thread, and would wait for ever.
"""

_WAITING: Any = object()
"""The running sum of a tensor that belongs to the pass and that nothing has reached yet. Not 0: nothing has been computed."""


def backward(output: Tensor, upstream: Any = 1.0) -> Gradients:
    """The gradient of `output` by every tensor that it was made from, without storing it in `.grad`.

    Parameters:
        output: A tensor.
        upstream: The gradient of the output: one number for all elements, or an array of its shape.

    Returns:
        The gradients: `found.of(x)` is that of `x`, in its shape.

    Raises:
        ProblemError: The shape of `upstream` differs from that of the output.

    >>> from backpass import Tensor, backward
    >>> x = Tensor(3.0)
    >>> found = backward(x * x)
    >>> found.of(x), x.grad
    (6.0, None)
    """
    seed = seed_of(output, upstream)
    with np.errstate(all="ignore"):
        tensors, values = _of_plain_rules(output, seed)
        blocks = Reachability(tensors)
        if values is None:
            sums = reverse_sweep(tensors, seed, _WithHooks(blocks)) if output.requires_grad else {}
            values = [sums.get(tensor) for tensor in tensors]
    return Gradients(tensors, values, blocks)


def _of_plain_rules(output: Tensor, seed: Data) -> tuple[list[Tensor], list[Data | None] | None]:
    """The graph, and its gradients where nobody has hooks or rules of their own in it; with these the sums belong to the pass."""
    with _one_at_a_time:
        tensors = _ancestors(output)
        try:
            if HOOKED:
                return tensors, None
            if output.requires_grad:
                output.pending_grad = seed
                if not _flow(tensors, Reachability(tensors)):
                    return tensors, None
            return tensors, [None if tensor.pending_grad is _WAITING else tensor.pending_grad for tensor in tensors]
        finally:
            for tensor in tensors:
                tensor.pending_grad = None


def _ancestors(output: Tensor) -> list[Tensor]:
    """As `engine.graph.trace.ancestors`, with the running sums themselves as the mark of what has been found: half the time."""
    if CHANGED:
        settle(output)
    output.pending_grad = _WAITING
    tensors = [output]
    append = tensors.append
    for tensor in tensors:
        source = tensor.first
        if source is None:
            continue
        if source.pending_grad is None:
            source.pending_grad = _WAITING
            append(source)
        source = tensor.second
        if source is None:
            continue
        if source.pending_grad is None:
            source.pending_grad = _WAITING
            append(source)
        for source in tensor.other_inputs:
            if source.pending_grad is None:
                source.pending_grad = _WAITING
                append(source)
    tensors.sort(key=evaluation_order)
    return tensors


def _flow(tensors: Sequence[Tensor], blocks: Reachability) -> bool:
    """Every user, from the output back, adds what it sends to the running sums of its inputs; False at a rule of somebody's own.

    Written out for the first two slots of floats, which is nearly all of a scalar graph; the rest goes through `contribution`.
    """
    for user in reversed(tensors):
        source = user.first
        if source is None:
            continue
        upstream = user.pending_grad
        if upstream is _WAITING:
            continue
        local = user.first_slope
        if local is None or user.other_inputs:
            if user.options and OPTION in user.options:
                return False
            _send(user, upstream, blocks)
            continue
        if source.requires_grad:
            sent = upstream * local
            if sent != sent:  # only NaN differs from itself
                sent = _scaled(user, upstream, local, blocks)
            arrived = source.pending_grad
            source.pending_grad = sent if arrived is _WAITING else arrived + sent
        source = user.second
        if source is not None and source.requires_grad:
            local = user.second_slope
            assert local is not None
            sent = upstream * local
            if sent != sent:  # only NaN differs from itself
                sent = _scaled(user, upstream, local, blocks)
            arrived = source.pending_grad
            source.pending_grad = sent if arrived is _WAITING else arrived + sent
    return True


class _WithHooks(Algebra[Data]):
    """The same with hooks, each of which gets the finished gradient of its tensor and may give another one, and for any rules."""

    def __init__(self, blocks: Reachability) -> None:
        self._blocks = blocks

    def vjp(self, user: Tensor, slot: int, cotangent: Data) -> Data:
        return contribution(user, slot, cotangent, self._blocks).sent

    def add(self, total: Data, term: Data) -> Data:
        return total + term

    def complete(self, tensor: Tensor, cotangent: Data) -> Data:
        given: Data = hooked(tensor, cotangent)
        return given


def _send(user: Tensor, upstream: Data, blocks: Reachability) -> None:
    """One user's part of `_flow`, whatever its data are."""
    for slot, source in enumerate(user.inputs):
        if source.requires_grad:
            sent = contribution(user, slot, upstream, blocks).sent
            source.pending_grad = sent if source.pending_grad is _WAITING else source.pending_grad + sent


def _scaled(user: Tensor, upstream: Data, local: Data, blocks: Reachability | None) -> Data:
    """upstream × local, except that a blocked branch sends nothing whatever arrives, and that what nothing can arrive at sends
    nothing whatever its slope: there 0 × ∞ must not become NaN.
    """
    assert user.operation is not None
    with np.errstate(all="ignore"):
        scaled = upstream * local
    if user.operation.routes:
        scaled = (scaled if local else 0.0) if isinstance(scaled, float) else np.where(np.equal(local, 0), 0.0, scaled)
    if blocks is None or not np.isnan(scaled).any():
        return scaled
    alive = blocks.mask(user)
    if alive is True:
        return scaled
    return np.where(alive, scaled, 0.0) if isinstance(scaled, np.ndarray) else scaled if alive else 0.0


def seed_of(output: Tensor, upstream: Any) -> Data:
    """The upstream gradient in the output's shape. Raises ProblemError (shape-mismatch)."""
    seed = as_data(upstream)
    shape = output.shape
    if shape_of(seed) == shape:
        return seed
    if isinstance(seed, float):
        return np.full(shape, seed)
    raise ProblemError(
        Problem(
            Code.SHAPE_MISMATCH,
            say("upstream-of-shape", shape_of=shape_of(seed), shape=shape),
            say("upstream-of-shape.hint"),
        )
    )


def contribution(user: Tensor, slot: int, upstream: Data, blocks: Reachability | None = None) -> Contribution:
    """What `user` sends back through one slot when `upstream` has arrived at it; `blocks` are those of its backward pass."""
    operation, source = user.operation, user.inputs[slot]
    assert operation is not None
    how = operation.rule(slot).how
    if isinstance(operation.value, Transform):
        sent = _through(operation.value, user, slot, upstream)
        return Contribution(user, slot, source, upstream, None, sent, sent, how)
    local = local_derivative(user, slot)
    if type(local) is float and type(upstream) is float:
        sent = upstream * local
        if sent != sent:  # only NaN differs from itself
            sent = float(_scaled(user, upstream, local, blocks))
        return Contribution(user, slot, source, upstream, local, sent, sent, how)
    scaled = _scaled(user, upstream, local, blocks)
    inputs, out = recorded(user)
    given, wanted = shape_of(out), shape_of(inputs[slot])
    axes = repeated_axes(given, wanted) if given != wanted else ()
    with np.errstate(all="ignore"):
        sent = sum_to(scaled, wanted)
    return Contribution(user, slot, source, upstream, local, scaled, sent, How.SUM_OVER_AXES if axes else how, axes)


def _through(transform: Transform, user: Tensor, slot: int, upstream: Data) -> Data:
    """The upstream gradient sent through the transpose of what the operation does to this input, in the input's shape."""
    inputs, out = recorded(user)
    with np.errstate(all="ignore"):
        sent = transform.vjp(slot, upstream, inputs, out, user.options)
    return as_float_or_array(sent)
