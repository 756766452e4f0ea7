"""Methods of PyTorch's tensors that are made of one or two operations."""

from typing import Any

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.library.binding import refused
from backpass.engine.messages import say
from backpass.engine.shapes import axes_of


def t(self: Tensor) -> Tensor:
    """The transpose of a matrix.

    Returns:
        A matrix; a vector or a scalar is returned unchanged.

    Raises:
        CallError: The tensor has more than two axes.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).t().shape
    (3, 1)
    """
    if len(self.shape) > 2:
        raise refused(say("t-of-matrices", axes=len(self.shape)), say("t-of-matrices.hint"))
    return FUNCTIONS["transpose"](self) if len(self.shape) == 2 else self


def flip(self: Tensor, *dims: Any) -> Tensor:
    """The elements in reverse order along the given axes.

    Parameters:
        dims: The axes, one by one or as a tuple.

    Returns:
        A tensor of the same shape.

    Raises:
        ProblemError: An axis does not exist.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0, 3.0]).flip(0).tolist()
    [3.0, 2.0, 1.0]
    """
    given = dims[0] if len(dims) == 1 and isinstance(dims[0], tuple | list) else dims
    turned = axes_of(tuple(given), self.shape)
    return self[tuple(slice(None, None, -1 if axis in turned else None) for axis in range(len(self.shape)))] if turned else self


def masked_fill(self: Tensor, mask: Any, value: Any) -> Tensor:
    """Replaces the elements where a mask holds with a number.

    Parameters:
        mask: A condition such as `x < 0`, or a tensor whose elements count as true unless they are 0.
        value: The number.

    Returns:
        A tensor of the shape to which this tensor and the mask are broadcast.

    Raises:
        ProblemError: The shapes cannot be broadcast together.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, -2.0])
    >>> x.masked_fill(x < 0, 0.0).tolist()
    [1.0, 0.0]
    """
    return FUNCTIONS["where"](mask, value, self)


def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """The same elements in the shape of another tensor.

    Parameters:
        other: The tensor that has the shape.

    Returns:
        A tensor of the shape of `other`.

    Raises:
        ProblemError: `other` has a different number of elements.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0]).reshape_as(Tensor([[0.0], [0.0]])).shape
    (2, 1)
    """
    return FUNCTIONS["reshape"](self, shape=other.shape)


def expand_as(self: Tensor, other: Tensor) -> Tensor:
    """The elements, repeated to the shape of another tensor.

    Parameters:
        other: The tensor that has the shape.

    Returns:
        A tensor of the shape of `other`.

    Raises:
        ProblemError: This tensor cannot be broadcast to the shape of `other`.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0]).expand_as(Tensor([[0.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """
    return FUNCTIONS["broadcast_to"](self, shape=other.shape)


METHODS = {
    "t": t,
    "flip": flip,
    "masked_fill": masked_fill,
    "reshape_as": reshape_as,
    "view_as": reshape_as,
    "expand_as": expand_as,
}
