"""Numbers as a tensor hands them out, outside of any graph: a float and an array that also answer to PyTorch's names.

`tensor.data` and `tensor.grad` are such values. Knows nothing of tensors.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from backpass.engine.shapes import Shape


class Number(float):
    """A float that also has what a tensor of one number has: `.item()`, `.data`, `.shape`, `.numpy()`."""

    __slots__ = ()

    shape: Shape = ()
    ndim = 0
    size = 1
    dtype = np.dtype(np.float64)

    @property
    def data(self) -> Self:
        """Itself: it belongs to no graph."""
        return self

    def item(self) -> float:
        return float(self)

    tolist = item

    def numpy(self) -> NDArray[np.float64]:
        """An array without axes."""
        return np.asarray(float(self))

    def detach(self) -> Self:
        return self

    clone = copy = detach

    def __reduce__(self) -> tuple[type, tuple[float]]:
        return type(self), (float(self),)


class Numbers(np.ndarray[Any, np.dtype[np.float64]]):
    """A float64 array whose `.data` is the array itself, and that has PyTorch's methods which change it in place.

    What is computed from it is an ordinary array.
    """

    @property
    def data(self) -> Self:  # type: ignore[override]
        """Itself: it belongs to no graph. (Of an ordinary array this is its memory.)"""
        return self

    def numpy(self) -> NDArray[np.float64]:
        """The same numbers, and the same memory, as an ordinary array."""
        return self.view(np.ndarray)

    def detach(self) -> Self:
        return self

    def clone(self) -> Self:
        return self.copy()

    def numel(self) -> int:
        return self.size

    def dim(self) -> int:
        return self.ndim

    def norm(self) -> float:
        """The root of the sum of all squares."""
        return float(np.linalg.norm(self.ravel()))

    def abs(self) -> NDArray[np.float64]:
        return np.abs(self.numpy())

    def zero_(self) -> Self:
        return self.fill_(0.0)

    def fill_(self, value: float) -> Self:
        self[...] = value
        return self

    def copy_(self, source: Any) -> Self:
        self[...] = np.asarray(source)
        return self

    def add_(self, other: Any, *, alpha: float = 1.0) -> Self:
        np.add(self, alpha * np.asarray(other), out=self)
        return self

    def sub_(self, other: Any, *, alpha: float = 1.0) -> Self:
        np.subtract(self, alpha * np.asarray(other), out=self)
        return self

    def mul_(self, other: Any) -> Self:
        np.multiply(self, np.asarray(other), out=self)
        return self

    def div_(self, other: Any) -> Self:
        np.divide(self, np.asarray(other), out=self)
        return self

    def clamp_(self, min: Any = None, max: Any = None) -> Self:  # noqa: A002 (PyTorch's names)
        np.clip(self, min, max, out=self)
        return self

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if array is self:  # changed in place
            return self
        return array[()] if return_scalar else np.asarray(array)

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()


def owned(data: Any) -> Any:
    """A copy that nothing else refers to, as people may get and change it: a `Number`, or a new array of `Numbers`."""
    return Number(data) if isinstance(data, float) else np.array(data, dtype=np.float64).view(Numbers)
