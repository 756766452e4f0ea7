"""All parameters of a model side by side in one row of numbers, so that they can be moved in one stroke."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.shapes import Array, size_of


def flatten(parameters: Sequence[Tensor]) -> tuple[Array, Array]:
    """The numbers of all parameters in one row, and a row for their derivatives."""
    numbers: Array = np.concatenate([np.ravel(tensor.raw) for tensor in parameters])
    return numbers, np.zeros_like(numbers)


def parameter_slices(tensors: Sequence[Tensor]) -> list[slice]:
    """Where each tensor's numbers stand in such a row."""
    ends = list(accumulate(size_of(tensor.raw) for tensor in tensors))
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
