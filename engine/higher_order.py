"""Exact second derivatives of scalar graphs: forward over reverse.

How a slope itself changes is had by evaluating the text of its rule with dual numbers, so a second derivative follows from
the same text as the first. One pass per input gives a column of the Hessian. Knows nothing of programs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.arithmetics import DUAL, Dual, evaluate
from engine.backward import Gradients
from engine.blocking import local_derivative
from engine.forward_mode import push
from engine.limits import Limits
from engine.operations import Data, Operation
from engine.problems import Code, Problem, ProblemError
from engine.tensor import Tensor


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


def hessian(gradients: Gradients, wanted: Mapping[str, Tensor], limits: Limits | None = None) -> dict[str, dict[str, float]]:
    """The second derivatives of the output of a finished backward pass, by the names of the wanted tensors.

    A wanted tensor that does not feed the output has second derivatives of 0; one that was computed counts as free to move
    by itself. Raises ProblemError (scalars-only, too-much-work).
    """
    tensors = gradients.tensors
    for tensor in (*tensors, *wanted.values()):
        if not isinstance(tensor.data, float):
            raise ProblemError(_scalars_only(tensor))
    (limits or Limits()).check_evaluations(len(tensors) * len(wanted))
    positions = {tensor: position for position, tensor in enumerate(tensors)}
    bends = [_bend(tensor, positions) for tensor in tensors]
    rows: dict[str, dict[str, float]] = {}
    for name, tensor in wanted.items():
        moved = _column(gradients, bends, push(tensors, {tensor: 1.0})) if tensor in positions else None
        rows[name] = {
            other: 0.0 if moved is None or each not in positions else moved[positions[each]] for other, each in wanted.items()
        }
    return rows


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


def _column(gradients: Gradients, bends: Sequence[_Bend], tangents: Sequence[Data | None]) -> list[float]:
    """How every gradient changes while the tensors move at the rates of `tangents`: the backward pass, differentiated.

    A factor of exactly 0 stands for "does not move" or "is blocked" and sends nothing, whatever it meets.
    """
    moved = [0.0] * len(bends)
    for position in range(len(bends) - 1, -1, -1):
        bend, upstream, moving = bends[position], gradients.values[position], moved[position]
        if upstream is None:
            continue
        for slot in bend.needed:
            slope = bend.slopes[slot]
            sent = moving * slope if moving and not (bend.routes and slope == 0) else 0.0
            for other in bend.needed:
                change, tangent = bend.changes.get((slot, other)), tangents[bend.sources[other]]
                if change and tangent:
                    sent += float(upstream) * change * float(tangent)
            moved[bend.sources[slot]] += sent
    return moved


def _scalars_only(tensor: Tensor) -> Problem:
    return Problem(
        Code.SCALARS_ONLY,
        f"Second derivatives are computed for scalars only, and here a tensor has the shape {tensor.shape}.",
        "Give single numbers as inputs, or ask for the first derivatives.",
        tensor.span,
    )
