"""The Jacobian of a tensor output: the derivative of each of its elements by each element of the inputs.

Where every operation works element by element, by forward mode, a column a pass: what does not depend on an element then
gets a plain 0, also next to infinite slopes. Else by reverse mode, a row a pass. Knows nothing of programs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from backpass.engine.autodiff.forward import push
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.limits import Limits
from backpass.engine.operations import Array, Data
from backpass.engine.shapes import Shape, as_float_or_array, size_of


def jacobian(output: Tensor, wanted: Mapping[str, Tensor], limits: Limits | None = None) -> dict[str, Data]:
    """d output / d tensor, by the names of the wanted tensors, each in the shape of the output followed by that of the tensor.

    A tensor that does not feed the output has a Jacobian of zeros. Raises ProblemError (too-much-work).
    """
    tensors = ancestors(output)
    try_vectorize = bool(output.shape) and all(each.operation is None or each.operation.elementwise for each in tensors)
    passes = sum(size_of(tensor.raw) for tensor in wanted.values()) if try_vectorize else size_of(output.raw)
    (limits or Limits()).check_evaluations(passes * sum(size_of(tensor.raw) for tensor in tensors))
    fill: Callable[[Sequence[Tensor], list[Tensor], list[Array]], None] = _columns if try_vectorize else _rows
    tables = [np.zeros((size_of(output.raw), size_of(tensor.raw))) for tensor in wanted.values()]
    fill(tensors, list(wanted.values()), tables)
    shapes = ((*output.shape, *tensor.shape) for tensor in wanted.values())
    return {name: as_float_or_array(table.reshape(shape)) for name, table, shape in zip(wanted, tables, shapes, strict=True)}


def _rows(tensors: Sequence[Tensor], wanted: list[Tensor], tables: list[Array]) -> None:
    """Fills one row of every table with each backward pass."""
    for row, seed in enumerate(_ones(tensors[-1].shape)):
        gradients = backward(tensors[-1], seed)
        by_tensor = dict(zip(gradients.tensors, gradients.values, strict=True))
        for tensor, table in zip(wanted, tables, strict=True):
            gradient = by_tensor.get(tensor)
            if gradient is not None:
                table[row] = np.ravel(gradient)


def _columns(tensors: Sequence[Tensor], wanted: list[Tensor], tables: list[Array]) -> None:
    """Fills one column of one table with each forward pass."""
    for tensor, table in zip(wanted, tables, strict=True):
        for column, seed in enumerate(_ones(tensor.shape)):
            tangent = push(tensors, {tensor: seed}, by_jvp=False)[-1]
            if tangent is not None:
                table[:, column] = np.ravel(tangent)


def _ones(shape: Shape) -> Iterator[Data]:
    """For each element in turn, data that are 1 there and 0 elsewhere."""
    for index in np.ndindex(shape):
        seed = np.zeros(shape)
        seed[index] = 1.0
        yield as_float_or_array(seed)
