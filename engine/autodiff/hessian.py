"""Exact second derivatives, and higher ones.

Of graphs of scalars by forward over reverse: how a local derivative changes follows from its rule, evaluated with dual
numbers, so a second derivative follows from the same text as the first, and one pass per input gives a column of the Hessian.
Everything else by reverse over reverse: the gradients as a graph, differentiated again. Knows nothing of programs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.autodiff.forward import push
from backpass.engine.autodiff.reachability import Moves, local_derivative
from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.formulas.algebras import DUAL, Dual, evaluate
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import Data, Operation
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import as_float_or_array, size_of


def slope_changes(operation: Operation, inputs: Sequence[float], out: float, slopes: Sequence[float], slot: int) -> list[float]:
    """The second derivatives of an operation: per slope, how it changes with the input in `slot`."""
    names = {
        name: Dual(value, 1.0 if index == slot else 0.0)
        for index, (name, value) in enumerate(zip(operation.parameters, inputs, strict=True))
    }
    names["out"] = Dual(out, slopes[slot])
    return [evaluate(rule.text, names, DUAL).tangent for rule in operation.rules]


@dataclass(frozen=True, slots=True)
class _Bend:
    """A node with what the passes need of it, as positions and floats."""

    sources: tuple[int, ...]
    slopes: tuple[float, ...]
    changes: Mapping[tuple[int, int], float]
    """By (slot of the slope, slot of the input): second derivatives that are not 0, of slots that need a gradient."""
    needed: tuple[int, ...]
    """The slots that need a gradient."""
    routes: bool


def hessian(gradients: Gradients, wanted: Mapping[str, Tensor], limits: Limits | None = None) -> dict[str, dict[str, Data]]:
    """The second derivatives of the output of a finished backward pass, by the names of two wanted tensors.

    Each has the shape of the first followed by that of the second; of a tensor output it is the sum, weighted with the upstream
    gradient, that is differentiated. A wanted tensor that does not feed the output has second derivatives of 0; one that was
    computed counts as free to move independently. Raises ProblemError (too-much-work, too-many-elements, too-many-nodes,
    singular-matrix).
    """
    allowed = limits or Limits()
    if all(map(_has_slopes, gradients.tensors)) and all(isinstance(tensor.raw, float) for tensor in wanted.values()):
        return _of_scalars(gradients, wanted, allowed)
    return _of_tensors(gradients, wanted, allowed)


def _has_slopes(tensor: Tensor) -> bool:
    """Whether a tensor is a number made of numbers by a rule; a sum over the axes of a number has no slope, but an adjoint."""
    return isinstance(tensor.raw, float) and (tensor.operation is None or tensor.operation.elementwise)


def _of_scalars(gradients: Gradients, wanted: Mapping[str, Tensor], limits: Limits) -> dict[str, dict[str, Data]]:
    tensors = gradients.tensors
    limits.check_evaluations(len(tensors) * len(wanted))
    positions = {tensor: position for position, tensor in enumerate(tensors)}
    bends = [_bend(tensor, positions) for tensor in tensors]
    rows: dict[str, dict[str, Data]] = {}
    for name, tensor in wanted.items():
        moved = _column(gradients, bends, tensor) if tensor in positions else None
        rows[name] = {
            other: 0.0 if moved is None or each not in positions else moved[positions[each]] for other, each in wanted.items()
        }
    return rows


def _of_tensors(gradients: Gradients, wanted: Mapping[str, Tensor], limits: Limits) -> dict[str, dict[str, Data]]:
    """Every element of every gradient, differentiated again by a backward pass of its own."""
    numbers = sum(size_of(tensor.raw) for tensor in wanted.values())
    limits.check_elements(numbers**2)
    seed, output = gradients.values[-1], gradients.tensors[-1]
    firsts = gradients_as_tensors(output, list(wanted.values()), 0.0 if seed is None else seed, limits)
    limits.check_evaluations(sum(size_of(first.raw) * _size(first) for first in firsts))
    tables = {
        name: {other: np.zeros((size_of(each.raw), size_of(tensor.raw))) for other, tensor in wanted.items()}
        for name, each in wanted.items()
    }
    for (other, tensor), first in zip(wanted.items(), firsts, strict=True):
        for column, index in enumerate(np.ndindex(tensor.shape)):
            one = np.zeros(tensor.shape)
            one[index] = 1.0
            again = backward(first, as_float_or_array(one))
            changes = dict(zip(again.tensors, again.values, strict=True))
            for name, each in wanted.items():
                if (change := changes.get(each)) is not None:
                    tables[name][other][:, column] = np.ravel(change)
    return {
        name: {
            other: as_float_or_array(table.reshape((*wanted[name].shape, *wanted[other].shape))) for other, table in row.items()
        }
        for name, row in tables.items()
    }


def _size(output: Tensor) -> int:
    return sum(size_of(tensor.raw) for tensor in ancestors(output))


def derivatives(output: Tensor, tensor: Tensor, order: int, upstream: Any = 1.0, limits: Limits | None = None) -> list[float]:
    """The first, second, ... derivatives by a scalar, up to the order given, all else held fixed.

    Raises ProblemError (scalars-only; too-many-nodes, since graphs of derivatives grow with each order).
    """
    if tensor.shape:
        raise ProblemError(_scalars_only(tensor))
    found: list[float] = []
    (made,) = gradients_as_tensors(output, [tensor], upstream, limits)
    for _ in range(order - 1):
        found.append(made.item())
        (made,) = gradients_as_tensors(made, [tensor], limits=limits)
    return [*found, made.item()]


def _bend(tensor: Tensor, positions: Mapping[Tensor, int]) -> _Bend:
    record, sources = tensor.operation, tensor.inputs
    needed = tuple(slot for slot, source in enumerate(sources) if source.requires_grad)
    if record is None:
        return _Bend((), (), {}, (), routes=False)
    slopes = [float(local_derivative(tensor, slot)) for slot in range(len(sources))]
    inputs = [source.item() for source in sources]
    changes: dict[tuple[int, int], float] = {}
    for slot in needed:
        column = slope_changes(record, inputs, tensor.item(), slopes, slot)
        changes |= {(other, slot): column[other] for other in needed if column[other]}
    return _Bend(tuple(positions[source] for source in sources), tuple(slopes), changes, needed, record.routes)


def _column(gradients: Gradients, bends: Sequence[_Bend], wanted: Tensor) -> list[float]:
    """How every gradient changes while a tensor moves at the rate of 1: the backward pass, differentiated.

    What does not move, and what is blocked, sends nothing, whatever slope it meets.
    """
    tensors = gradients.tensors
    rates: dict[Tensor, Data] = {wanted: 1.0}
    tangents, moves = push(tensors, rates, by_jvp=False), Moves(tensors, rates)
    moved = [0.0] * len(bends)
    for position in range(len(bends) - 1, -1, -1):
        bend, upstream, moving = bends[position], gradients.values[position], moved[position]
        if upstream is None:
            continue
        for slot in bend.needed:
            slope = bend.slopes[slot]
            sent = 0.0 if bend.routes and slope == 0 else moving * slope
            for other in bend.needed:
                change, tangent = bend.changes.get((slot, other)), tangents[bend.sources[other]]
                if change and tangent is not None:
                    added = float(upstream) * change * float(tangent)
                    # only NaN differs from itself
                    sent += added if added == added or moves.reach(tensors[bend.sources[other]]) else 0.0
            if sent != sent and not gradients.blocks.mask(tensors[position]):
                sent = 0.0
            moved[bend.sources[slot]] += sent
    return moved


def _scalars_only(tensor: Tensor) -> Problem:
    return Problem(
        Code.SCALARS_ONLY,
        say("beyond-second", shape=tensor.shape),
        say("beyond-second.hint"),
        tensor.span,
    )
