"""A finished graph once more, with other data for one of its tensors: only what depends on that tensor is computed.

The graph stays as it is, so a program's decisions are not taken again. Knows nothing of gradients.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backpass.engine.formulas.algebras import NotAnalyticError, complex_value
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.operations import Data, Transform
from backpass.engine.shapes import as_float_or_array, size_of


class PerturbedGraph:
    """The graph of the last of `tensors`, which stand in evaluation order, with `source` free to take other data."""

    def __init__(self, tensors: Sequence[Tensor], source: Tensor) -> None:
        self.source = source
        self.output = tensors[-1]
        reached = {source}
        self.affected: list[Tensor] = []
        for tensor in tensors:
            if tensor.operation is not None and tensor.operation.stops_gradient:
                continue  # counts as fixed: its gradient is 0 by intention, and so must be the difference it is held against
            if tensor not in reached and any(each in reached for each in tensor.inputs):
                reached.add(tensor)
                self.affected.append(tensor)

    @property
    def work(self) -> int:
        """How many numbers one evaluation computes."""
        return 1 + sum(size_of(tensor.raw) for tensor in self.affected)

    def at(self, data: Data) -> dict[Tensor, Data]:
        """The data of the source and of everything that depends on it."""
        moved = {self.source: data}
        for tensor in self.affected:
            moved[tensor] = _value(tensor, [moved.get(each, each.raw) for each in tensor.inputs])
        return moved

    def complex_at(self, data: Any) -> Any:
        """The output for complex data of the source. Raises NotAnalyticError."""
        moved: dict[Tensor, Any] = {self.source: data}
        with np.errstate(all="ignore"):
            for tensor in self.affected:
                assert tensor.operation is not None
                arguments = [moved.get(each, each.raw) for each in tensor.inputs]
                moved[tensor] = complex_value(tensor.operation, arguments, tensor.options or {})
        if self.output not in moved:
            raise NotAnalyticError(say("nothing-moves"))
        return moved[self.output]


def data_of(tensor: Tensor, moved: Mapping[Tensor, Data]) -> Data:
    """A tensor's data where some have moved."""
    return moved.get(tensor, tensor.raw)


def _value(tensor: Tensor, inputs: Sequence[Data]) -> Data:
    record = tensor.operation
    assert record is not None
    if isinstance(record.value, Transform):
        with np.errstate(all="ignore"):
            return as_float_or_array(record.value.evaluate(*inputs, **(tensor.options or {})))
    if all(type(each) is float for each in inputs):
        return kernel(record).scalar(*inputs)[0]
    with np.errstate(all="ignore"):
        return as_float_or_array(kernel(record).value(*inputs))
