"""Reads a finished graph for what a learner must be told: where NaN or infinity began, and which conventions were used at kinks.

Adds sentences, never numbers: what was computed stays as it is.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from engine.backward import Gradients
from engine.blocking import local_derivative
from engine.operations import Data
from engine.problems import Code, Problem
from engine.rules import holds
from engine.tensor import Tensor


def diagnose(gradients: Gradients) -> list[Problem]:
    """The first value that is not finite, or else the first such gradient; then every node that sits on a kink."""
    tensors = gradients.tensors
    problems: list[Problem] = []
    if not all_finite([tensor.data for tensor in tensors]) and not all(finite(each.data) or _bound(each) for each in tensors):
        problems.append(_first_value(tensors))
    elif not all_finite(given := [value for value in gradients.values if value is not None]) and not all(map(finite, given)):
        problems.append(_first_gradient(gradients))
    for position, tensor in enumerate(tensors):
        if tensor.operation is not None and tensor.operation.kink is not None and tensor.requires_grad:
            problems += _kink(tensor, position)
    return problems


def _bound(tensor: Tensor) -> bool:
    """Whether it is infinite on purpose: a bound that a call left out, which no text wrote."""
    return tensor.operation is None and not tensor.requires_grad and tensor.span is None


def all_finite(values: Sequence[Data]) -> bool:
    """Whether these are floats alone, and surely all finite: what is said of nearly every graph, at once."""
    return set(map(type, values)) <= {float} and isfinite(sum(values))


def finite(data: Data) -> bool:
    """Whether all of it is neither NaN nor infinite."""
    return isfinite(data) if isinstance(data, float) else bool(np.isfinite(data).all())


def _first_value(tensors: Sequence[Tensor]) -> Problem:
    """The first node that is not finite: all of its inputs are, so that is where it began."""
    position, tensor = next((place, each) for place, each in enumerate(tensors) if not finite(each.data) and not _bound(each))
    record = tensor.operation
    if record is None:
        return Problem(
            Code.OVERFLOW,
            "This number is larger than a 64-bit float can hold (about 1.8e308), so it counts as infinite.",
            "Write a smaller number.",
            tensor.span,
            position,
        )
    inputs = [source.data for source in tensor.inputs]
    numbers = ", ".join(f"{name} = {_number(data)}" for name, data in zip(record.parameters, inputs, strict=True))
    what = (
        f"`{record.signature}` at {numbers} gives {_number(tensor.data)}, and everything computed from it is affected, "
        "gradients included."
    )
    if record.domain is not None and not holds(record.domain.text, record, inputs).all():
        code = Code.DIVISION_BY_ZERO if _divides_by_zero(tensor) else Code.OUTSIDE_DOMAIN
        return Problem(code, f"{what} {record.domain.outside}", record.domain.hint, tensor.span, position)
    return Problem(
        Code.OVERFLOW,
        f"{what} A 64-bit float ends at about 1.8e308.",
        "Use smaller numbers, or take the logarithm of the whole computation.",
        tensor.span,
        position,
    )


def _divides_by_zero(tensor: Tensor) -> bool:
    assert tensor.operation is not None
    name = tensor.operation.name
    if name == "divide":
        return True
    return name == "power" and bool(np.any(np.equal(tensor.inputs[0].data, 0)))


def _first_gradient(gradients: Gradients) -> Problem:
    """The operation that turned a finite gradient into one that is not: the first whose slope is infinite or NaN,
    seen from the output.
    """
    for position in range(len(gradients.tensors) - 1, -1, -1):
        tensor = gradients.tensors[position]
        for slot, source in enumerate(tensor.inputs):
            if tensor.operation is None or not tensor.operation.elementwise or not source.requires_grad:
                continue
            if not finite(local_derivative(tensor, slot)):
                record = tensor.operation
                return Problem(
                    Code.NOT_FINITE_GRADIENT,
                    f"The value of `{record.signature}` is finite here, but its slope in {record.parameters[slot]} is "
                    f"{_number(local_derivative(tensor, slot))}, and gradients behind it are infinite or NaN.",
                    _why_not_finite(tensor),
                    tensor.span,
                    position,
                )
    return Problem(
        Code.NOT_FINITE_GRADIENT,
        "All values are finite, but a gradient became larger than a 64-bit float can hold.",
        "Use smaller numbers; products of many large slopes grow without bound.",
    )


def _why_not_finite(tensor: Tensor) -> str:
    """What to do about an infinite or missing slope: outside the domain the domain's words, else the convention's."""
    record = tensor.operation
    assert record is not None
    if record.domain is not None and not holds(record.domain.text, record, [source.data for source in tensor.inputs]).all():
        return f"{record.domain.outside} {record.domain.hint}"
    return record.convention or "Move the input a little away from this point."


def _kink(tensor: Tensor, position: int) -> list[Problem]:
    record = tensor.operation
    assert record is not None
    assert record.kink is not None
    data = [source.data for source in tensor.inputs]
    if not holds(record.kink, record, data).any():
        return []
    return [
        Problem(
            Code.KINK,
            f"`{record.signature}` sits exactly on its kink, where it has no derivative. {record.convention or ''}".rstrip(),
            "A small move away from this point gives a slope that exists.",
            tensor.span,
            position,
        )
    ]


def _number(data: Data) -> str:
    if isinstance(data, float):
        return f"{data:.4g}".replace("inf", "∞").replace("-", "−").replace("nan", "NaN")
    return f"a tensor of shape {data.shape}"
