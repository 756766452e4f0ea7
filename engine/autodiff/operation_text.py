"""How a node of a graph is named in a sentence: by the program's own text, else by its numbers.

The letters of a record, the a and b of `a / b`, are names of the operation. A program may have the same names for other values,
so no sentence about a program uses them.
"""

from typing import NamedTuple

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.operations import Data, Operation

_LONGEST = 60
"""Characters of a program that are quoted in a sentence; a longer expression is named by its numbers."""


class Calculation(NamedTuple):
    """An operation with numbers in place of its inputs: `1 / 0`, which gives `∞`."""

    text: str
    result: str
    place: str
    """The indices of the element that it is of, as in `[1, 0]`; empty where the result is one number."""


def name_of(tensor: Tensor, text: str) -> str:
    """The expression of the program that made the node, its label, or the operation with its numbers."""
    written = source_of(tensor, text)
    if written or tensor.operation is None:
        return written or tensor.label or number(tensor.raw)
    return calculation(tensor).text


def source_of(tensor: Tensor, text: str) -> str:
    """The part of the program that made the node; empty where there is none, or where it is too long to be quoted."""
    if tensor.span is None:
        return ""
    written = text[slice(*tensor.span)].strip()
    return written if 0 < len(written) <= _LONGEST and not set(written) & set("\n`") else ""


def calculation(tensor: Tensor) -> Calculation:
    """The operation of a node with its numbers; of a tensor those of the first element that is not finite, else of the first."""
    record = tensor.operation
    assert record is not None
    inputs = [source.raw for source in tensor.inputs]
    if isinstance(tensor.raw, float) and all(isinstance(each, float) for each in inputs):
        return Calculation(_with(record, [number(each) for each in inputs]), number(tensor.raw), "")
    if not record.elementwise or not np.size(tensor.raw):
        return Calculation(_with(record, [number(each) for each in inputs]), number(tensor.raw), "")
    place = first_not_finite(tensor.raw)
    elements = [number(element(each, place, tensor.shape)) for each in inputs]
    result = number(element(tensor.raw, place, tensor.shape))
    return Calculation(_with(record, elements), result, f"[{', '.join(map(str, place))}]")


def first_not_finite(data: Data) -> tuple[int, ...]:
    """The indices of the first element that is NaN or infinite; of the first one where all are finite."""
    return tuple(int(index) for index in np.unravel_index(int(np.argmin(np.isfinite(data))), np.shape(data)))


def element(data: Data, place: tuple[int, ...], shape: tuple[int, ...]) -> float:
    """One element of what is broadcast to a shape."""
    return float(np.broadcast_to(data, shape)[place])


def number(data: Data) -> str:
    """A number in four digits, with a true minus; a tensor by its shape."""
    if isinstance(data, float):
        return f"{data:.4g}".replace("inf", "∞").replace("-", "−").replace("nan", "NaN")
    return say("a-tensor-of-shape", shape=data.shape)


def _with(record: Operation, operands: list[str]) -> str:
    """The record's way of writing with operands in place of its parameters: `1 / 0`, `−(2)`, `log(−1)`."""
    infix = record.notation.infix
    if infix is None:
        return f"{record.notation.call or record.name}({', '.join(operands)})"
    if len(operands) == 1:
        return f"{infix}({operands[0]})"
    # (−2) ** 0.5 and −2 ** 0.5 are two numbers
    first = f"({operands[0]})" if operands[0].startswith("−") else operands[0]
    return f"{first} {infix} {operands[1]}"
