"""What a program does besides computing: backward passes it asks for, gradients it reads and resets, numbers it changes in place,
lines it prints.

A leaf whose number is changed after a graph was built from it gets the number back that the graph was built with, so that the
graph that is shown is true in itself.
"""

from typing import Any

import numpy as np

from engine.backward import backward
from engine.language.tree import Attribute
from engine.limits import Limits
from engine.problems import ProblemError, Span
from engine.running import element_refusals
from engine.running.values import Item
from engine.shapes import as_data, shape_of
from engine.tensor import Tensor


class Effects:
    """The effects of one run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.requested: Tensor | None = None
        """What `.backward()` was called on last."""
        self._waiting: list[Tensor] = []
        """Backward passes that were asked for and whose gradients nobody has read yet."""
        self._started = False
        self._changes: dict[Tensor, list[tuple[int, Any]]] = {}
        """Per leaf: until which tensor it had which data."""
        self.printed: list[str] = []
        self._open_line = False
        self._characters = 0
        self._evaluations = 0
        """Tensors that backward passes have gone through."""
        self.read = False
        """Whether the program looked at numbers."""

    def backward(self, tensor: Tensor) -> None:
        """`tensor.backward()`. It is done when a gradient is asked for; the graph that is shown has its own."""
        self.requested = tensor
        self._waiting.append(tensor)
        self._started = True

    def _catch_up(self) -> None:
        for tensor in self._waiting:
            gradients = backward(tensor)
            self._evaluations += len(gradients.tensors)
            self._limits.check_evaluations(self._evaluations)
            gradients.accumulate()
        self._waiting.clear()

    def attribute(self, tensor: Tensor, part: Attribute) -> Item:
        """`.data`, `.grad`, `.shape` and their like. Raises ProblemError (attribute-refused)."""
        name = part.name
        if name == "data":
            self.read = self.read or tensor.requires_grad
            return _outside(tensor.data)
        if name == "grad":
            self.read = True
            self._catch_up()
            if tensor.grad is None:
                return 0.0 if self._started else None
            return _outside(tensor.grad)
        if name == "shape":
            return tensor.shape
        if name == "ndim":
            return len(tensor.shape)
        if name == "size":
            return int(np.prod(tensor.shape, dtype=int))
        if name == "requires_grad":
            return tensor.requires_grad
        if name == "is_leaf":
            return tensor.operation is None
        if name == "label":
            return tensor.label or ""
        raise ProblemError(element_refusals.attribute(part))

    def set_attribute(self, tensor: Tensor, name: str, value: Item, span: Span) -> None:
        """`.label`, `.data`, `.grad`, `.requires_grad` of a tensor. Raises ProblemError (attribute-refused, shape-mismatch)."""
        if name == "label" and isinstance(value, str):
            tensor.label = value[:200]
        elif name == "grad":
            self._catch_up()
            data: Any = value.data if isinstance(value, Tensor) else value
            tensor.grad = data if np.any(data) else None
        elif name == "data" and isinstance(value, Tensor | int | float):
            self._change(tensor, value, span)
        elif name == "requires_grad" and isinstance(value, bool) and tensor.operation is None:
            tensor.requires_grad = value
        else:
            raise ProblemError(element_refusals.attribute_set(name, span))

    def _change(self, tensor: Tensor, value: Any, span: Span) -> None:
        if tensor.operation is not None:
            raise ProblemError(element_refusals.data_of_result(span))
        data = value.data if isinstance(value, Tensor) else as_data(value)
        if shape_of(data) != tensor.shape:
            raise ProblemError(element_refusals.data_of_other_shape(shape_of(data), tensor.shape, span))
        self._catch_up()
        self.read = True
        self._changes.setdefault(tensor, []).append((Tensor(0.0).number, tensor.data))
        tensor.data = data if isinstance(data, float) else data.copy()

    def settle(self, output: Tensor) -> None:
        """Gives every leaf the number it had when the output was computed, and forgets the accumulated gradients."""
        for tensor, changes in self._changes.items():
            before = next((data for number, data in changes if number > output.number), None)
            if before is not None:
                tensor.data = before
            tensor.accumulated = None

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text. Raises ProblemError (too-many-elements) where it would be more than anyone reads."""
        self._characters += len(text) + 1
        self._limits.check_printed(self._characters, span)
        text += end
        if self._open_line:
            text = self.printed.pop() + text
        self._open_line = not text.endswith("\n")
        self.printed += text.removesuffix("\n").split("\n")


def _outside(data: Any) -> Item:
    """A tensor's numbers without its graph."""
    return data if isinstance(data, float) else Tensor(data, requires_grad=False)
