"""Gradients as tensors: the backward pass written down with operations, so that it can be differentiated again and again.

What is sent back through an operation follows from its record alone: an elementwise rule is evaluated with tensors in place of
numbers, and the adjoint of an operation on whole arrays is called with tensors. Knows nothing of programs.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.arithmetics import Arithmetic, evaluate
from engine.backward import seed_of
from engine.blocking import Blocks, local_derivative
from engine.limits import Limits
from engine.operations import Operation, Transform
from engine.operations.model import summed_to
from engine.rules import kernel
from engine.shapes import Shape
from engine.tensor import FUNCTIONS, Tensor, lift
from engine.trace import ancestors

_add, _multiply, _negate, _where = (FUNCTIONS[name] for name in ("add", "multiply", "negate", "where"))


def gradients_as_tensors(
    output: Tensor, wrt: Sequence[Tensor], upstream: Any = 1.0, limits: Limits | None = None
) -> list[Tensor]:
    """d output / d tensor, times `upstream`, for each tensor of `wrt`: in its shape, and itself differentiable.

    PyTorch calls this `create_graph`; JAX nests `grad`. A tensor that does not feed the output has a gradient of zeros, which
    is a constant. `upstream` is a number, an array or a tensor, as for `backward`. Raises ProblemError (shape-mismatch;
    too-many-nodes where limits are given; singular-matrix where the gradient of a determinant needs an inverse that does
    not exist).
    """
    tensors = ancestors(output)
    if limits is not None:
        limits.check_nodes(len(tensors))
    leads = _leading(tensors, wrt)
    blocks = Blocks(tensors)
    arrived: dict[Tensor, Tensor] = {}
    if output in leads:
        arrived[output] = upstream if isinstance(upstream, Tensor) else lift(seed_of(output, upstream))
    for user in reversed(tensors):
        if user not in arrived:
            continue
        for slot, source in enumerate(user.inputs):
            if source not in leads:
                continue
            sent = _sent(user, slot, arrived[user], blocks)
            if sent is not None:
                arrived[source] = _add(arrived[source], sent) if source in arrived else sent
    return [arrived[tensor] if tensor in arrived else lift(np.zeros(tensor.shape)) for tensor in wrt]


def _leading(tensors: Iterable[Tensor], wrt: Iterable[Tensor]) -> set[Tensor]:
    """The tensors through which one of `wrt` reaches the output."""
    leads = set(wrt)
    for tensor in tensors:
        if tensor not in leads and any(source in leads for source in tensor.inputs):
            leads.add(tensor)
    return leads


def _sent(user: Tensor, slot: int, upstream: Tensor, blocks: Blocks) -> Tensor | None:
    """What a user sends back through a slot, in the shape of its input; None where nothing gets through."""
    record, source = user.operation, user.inputs[slot]
    assert record is not None
    if isinstance(record.value, Transform):
        adjoint = record.value.adjoints[0 if len(record.value.adjoints) == 1 else slot]
        return _shaped(adjoint(upstream, user.inputs, user, {**(user.options or {}), "slot": slot}), source.shape)  # type: ignore[arg-type]
    text = record.rules[slot].text
    if text == "0":
        return None
    scaled = _routed(user, slot, upstream) if record.rules[slot].routes else _scaled(user, text, upstream, blocks)
    return None if scaled is None else _shaped(scaled, source.shape)


def _shaped(sent: Any, shape: Shape) -> Tensor:
    made: Tensor = summed_to(sent, shape)
    return made


def _scaled(user: Tensor, text: str, upstream: Tensor, blocks: Blocks) -> Tensor:
    """upstream × slope, the slope as a tensor of the inputs; what is blocked farther up sends nothing, whatever the slope."""
    if text == "1":
        return upstream
    if text == "-1":
        return _negate(upstream)
    assert user.operation is not None
    names: dict[str, Any] = dict(zip(user.operation.parameters, user.inputs, strict=True))
    slope = evaluate(text, {**names, "out": user}, TENSORS)
    one = type(upstream.data) is float and upstream.data == 1.0 and upstream.operation is None
    scaled = lift(slope) if one else _multiply(upstream, slope)
    alive = blocks.alive(user)
    return scaled if alive is True else _where(np.asarray(alive, dtype=float), scaled, 0.0)


def _routed(user: Tensor, slot: int, upstream: Tensor) -> Tensor | None:
    """What gets through where the slope only says which input was picked: that is decided, and not differentiated again."""
    local = local_derivative(user, slot)
    if isinstance(local, float):
        if local == 0:
            return None
        return upstream if local == 1 else _multiply(upstream, local)
    if np.all(local == 1):
        return upstream
    return _where(np.not_equal(local, 0).astype(float), _multiply(upstream, local), 0.0)


def _applied(record: Operation, arguments: Sequence[Any]) -> Any:
    """An operation within a rule: a tensor where one of its arguments is one, else a number."""
    if any(isinstance(each, Tensor) for each in arguments):
        return FUNCTIONS[record.name](*arguments)
    return kernel(record).scalar(*map(float, arguments))[0]


def _chosen(condition: Any, chosen: Any, otherwise: Any) -> Any:
    """`where` within a rule. What the numbers decide is decided once; only what was chosen is differentiated."""
    if np.all(condition):
        return chosen
    if not np.any(condition):
        return otherwise
    return _where(np.asarray(condition, dtype=float), chosen, otherwise)


TENSORS: Arithmetic[Any] = Arithmetic(
    number=float,
    apply=_applied,
    compared=lambda value: value.data if isinstance(value, Tensor) else value,
    choose=_chosen,
)
"""Tensors, and plain numbers for what does not depend on any."""
