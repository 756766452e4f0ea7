"""A model of single examples, called with whole columns of examples instead: the same graph for all of them at once.

That is right only if the model works on each example alone and never looks at the numbers themselves. Whether it does is found
out by a call in which every number is two, so that whatever decides by a number, or takes it out of the graph, gives itself away.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.learning.nn import Module
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import Array

_TWICE = 2


def try_vectorize(model: Module, inputs: Array) -> Callable[[Tensor], Tensor] | None:
    """The model as a function of a table of examples, shape (n, features); None where it must see them one by one.

    `inputs` are examples to try it with.
    """
    if len(inputs) < _TWICE:
        return None
    call: Callable[[list[Tensor]], Any] = model
    kept = [(tensor, tensor.raw) for tensor in model.parameters()]
    if not all(isinstance(data, float) for _, data in kept):
        return None
    try:
        for tensor, data in kept:
            tensor.raw = np.full(_TWICE, data)
        tried = [_tried(call, inputs[:_TWICE], [tensor for tensor, _ in kept]) for _ in range(2)]
    finally:
        for tensor, data in kept:
            tensor.raw = data
    if tried[0] is None or tried[1] is None or not np.array_equal(tried[0], tried[1], equal_nan=True):
        return None

    def whole(table: Tensor) -> Tensor:
        made = call([table[:, place] for place in range(table.shape[1])])
        return FUNCTIONS["stack"](made, axis=-1) if isinstance(made, list) else made

    return whole


def _tried(call: Callable[[list[Tensor]], Any], inputs: Array, parameters: Sequence[Tensor]) -> Array | None:
    """What the model makes of two examples at once; None where that says nothing about one example."""
    columns = [Tensor(column, requires_grad=False) for column in inputs.T]
    try:
        made = call(columns)
    except (ProblemError, TypeError, ValueError):
        return None
    outputs = made if isinstance(made, list) else [made]
    known = {*columns, *parameters}
    for output in outputs:
        if not isinstance(output, Tensor) or output.shape != (_TWICE,):
            return None
        behind = ancestors(output)
        leaves = {tensor for tensor in behind if tensor.operation is None}
        if not all(tensor.operation is None or tensor.operation.elementwise for tensor in behind):
            return None
        if leaves.isdisjoint(columns) or any(leaf.shape and leaf not in known for leaf in leaves):
            return None
    return np.array([output.raw for output in outputs])
