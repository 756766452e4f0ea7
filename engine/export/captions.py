"""What is written on the nodes of a still picture, whatever it is drawn with."""

from typing import NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Data
from backpass.engine.serialization.computation import Computation
from backpass.engine.shapes import shape_on_card


def short(data: Data, letters: int = 99) -> str:
    """A number to four digits, fewer where so many letters have no room for them; of a tensor its shape."""
    if not isinstance(data, float):
        return shape_on_card(data.shape)
    for digits in (4, 3, 2, 1):
        text = f"{data + 0.0:.{digits}g}".replace("-", "−").replace("nan", "NaN").replace("inf", "∞")
        if len(text) <= letters:
            break
    return text


class Caption(NamedTuple):
    """The lines of a node. None where there is none; a gradient that was not computed has no line."""

    name: str | None
    data: str
    grad: str | None
    kind: str
    """`input`, `constant`, `intermediate` or `output`."""
    glyph: str | None
    """Of the operation that made it."""


def captions(computation: Computation) -> list[Caption]:
    """Per node, by id."""
    return [
        Caption(
            tensor.label,
            short(tensor.raw),
            None if gradient is None else short(gradient),
            _kind(tensor, computation.output),
            tensor.operation.notation.glyph if tensor.operation else None,
        )
        for tensor, gradient in zip(computation.tensors, computation.gradients.values, strict=True)
    ]


def _kind(tensor: Tensor, output: Tensor) -> str:
    if tensor is output:
        return "output"
    return "intermediate" if tensor.operation else "input" if tensor.requires_grad else "constant"


def is_ordered(tensor: Tensor) -> bool:
    """Whether a picture must say which input is which: they may not change places."""
    return tensor.operation is not None and len(tensor.inputs) > 1 and not tensor.operation.commutes
