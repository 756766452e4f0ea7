"""Methods of tensors whose arguments NumPy and PyTorch read in different ways, or that have more than an operation has.

Where the two would give different numbers and the call does not say which it is, it is refused by name.
"""

from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.library.binding import called, refused
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.shapes import axes_of


class ValuesAndIndices(NamedTuple):
    """What PyTorch returns for an extreme along an axis: the numbers and their indices."""

    values: Tensor
    indices: Any


def maximum(self: Tensor, other: Any = None, **options: Any) -> Any:
    """The largest element, the largest along an axis, or the larger of two tensors element by element.

    Parameters:
        other: A tensor, a number or an array to compare with. An integer or a tuple is refused, since it is an axis in NumPy.
        axis: The axis along which to find the largest element, as in NumPy.
        keepdims: Whether the axis stays, with length 1.
        dim: The same as `axis`, with the indices, as in PyTorch.
        keepdim: Another name for `keepdims`.

    Returns:
        A tensor; with `dim`, a pair of `values` and `indices`.

    Raises:
        CallError: The call means one thing in NumPy and another in PyTorch, as `x.max(0)`.
        ProblemError: The axis does not exist, or the shapes cannot be broadcast together.

    >>> from backpass import Tensor
    >>> x = Tensor([[1.0, 5.0], [4.0, 2.0]])
    >>> x.max(), x.max(axis=0), x.max(dim=1).indices.tolist()
    (Tensor(5.0, grad_fn=amax), Tensor([4., 5.], grad_fn=amax), [1, 0])
    """
    return _extreme("max", self, other, options)


def minimum(self: Tensor, other: Any = None, **options: Any) -> Any:
    """The smallest element, the smallest along an axis, or the smaller of two tensors element by element.

    Parameters:
        other: A tensor, a number or an array to compare with. An integer or a tuple is refused, since it is an axis in NumPy.
        axis: The axis along which to find the smallest element, as in NumPy.
        keepdims: Whether the axis stays, with length 1.
        dim: The same as `axis`, with the indices, as in PyTorch.
        keepdim: Another name for `keepdims`.

    Returns:
        A tensor; with `dim`, a pair of `values` and `indices`.

    Raises:
        CallError: The call means one thing in NumPy and another in PyTorch, as `x.min(0)`.
        ProblemError: The axis does not exist, or the shapes cannot be broadcast together.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 5.0], [4.0, 2.0]]).min(dim=0).values.tolist()
    [1.0, 2.0]
    """
    return _extreme("min", self, other, options)


def _extreme(name: str, self: Tensor, other: Any, options: dict[str, Any]) -> Any:
    if isinstance(other, int | tuple) and self.shape:
        raise refused(
            say("maximum-or-pair", name=name, other=other),
            say("maximum-or-pair.hint", name=name, other=other),
        )
    if other is not None:
        return called(OPERATIONS[f"{name}imum"], [self, other], options)
    if "dim" not in options:
        return called(OPERATIONS[f"a{name}"], [self], options)
    if options.keys() - {"dim", "keepdim"}:
        return called(OPERATIONS[f"a{name}"], [self], {"axis": options.pop("dim")} | options)
    dim, keepdim = options["dim"], options.get("keepdim", False)
    (place,) = axes_of(int(dim), self.shape)
    indices = (np.argmax if name == "max" else np.argmin)(np.asarray(self.raw), axis=place)
    grid = list(np.indices(indices.shape))
    values = self[(*grid[:place], indices, *grid[place:])]
    if keepdim:
        return ValuesAndIndices(FUNCTIONS["expand_dims"](values, axis=place), np.expand_dims(indices, place))
    return ValuesAndIndices(values, indices)


def argmax(self: Tensor, axis: int | None = None, *, dim: int | None = None) -> Any:
    """The index of the largest element. No gradient flows through it.

    Parameters:
        axis: The axis; by default, the index is that of the flattened tensor.
        dim: Another name for `axis`.

    Returns:
        An integer, or with an axis an array of integers.

    Raises:
        IndexError: The axis does not exist.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 5.0], [4.0, 2.0]]).argmax(), Tensor([[1.0, 5.0], [4.0, 2.0]]).argmax(dim=0).tolist()
    (1, [1, 0])
    """
    found = np.argmax(np.asarray(self.raw), axis=axis if dim is None else dim)
    return found if found.ndim else int(found)


def argmin(self: Tensor, axis: int | None = None, *, dim: int | None = None) -> Any:
    """The index of the smallest element. No gradient flows through it.

    Parameters:
        axis: The axis; by default, the index is that of the flattened tensor.
        dim: Another name for `axis`.

    Returns:
        An integer, or with an axis an array of integers.

    Raises:
        IndexError: The axis does not exist.

    >>> from backpass import Tensor
    >>> Tensor([3.0, 1.0, 2.0]).argmin()
    1
    """
    found = np.argmin(np.asarray(self.raw), axis=axis if dim is None else dim)
    return found if found.ndim else int(found)


def transpose(self: Tensor, *axes: Any, **named: Any) -> Tensor:
    """The tensor with its axes reversed (`x.transpose()`), reordered (`x.transpose(2, 0, 1)`) or with two of them swapped.

    Parameters:
        axes: All axes in their new order, as in NumPy, or the two axes to swap, as in PyTorch.
        dim0, dim1: The two axes to swap.

    Returns:
        The same elements, with the axes in their new order.

    Raises:
        CallError: The call means one thing in NumPy and another in PyTorch, as `x.transpose(0, 1)` for a matrix.
        ProblemError: An axis does not exist.

    >>> from backpass import Tensor
    >>> x = Tensor([[1.0, 2.0, 3.0]])
    >>> x.transpose().shape, x.transpose(dim0=0, dim1=1).shape
    ((3, 1), (3, 1))
    """
    if named:
        if axes or set(named) != {"dim0", "dim1"}:
            return called(OPERATIONS["transpose"], [self, *axes], named)
        return swapaxes(self, named["dim0"], named["dim1"])
    order = axes[0] if len(axes) == 1 and isinstance(axes[0], tuple | list) else axes
    if len(axes) == 2 and len(self.shape) > 2:
        return swapaxes(self, *axes)  # only PyTorch takes two
    if len(axes) == 2 and axes_of(tuple(order), self.shape) == (0, 1):
        raise refused(
            say("transpose-or-permute", axes=axes),
            say("transpose-or-permute.hint"),
        )
    return called(OPERATIONS["transpose"], [self, tuple(order)] if order else [self], {})


def swapaxes(self: Tensor, axis1: int, axis2: int) -> Tensor:
    """The tensor with two axes swapped.

    Parameters:
        axis1, axis2: The axes.

    Returns:
        The same elements, with the axes in their new order.

    Raises:
        ProblemError: An axis does not exist.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).swapaxes(0, 1).shape
    (3, 1)
    """
    one, other = (axes_of(int(each), self.shape)[0] for each in (axis1, axis2))
    order = list(range(len(self.shape)))
    order[one], order[other] = other, one
    return FUNCTIONS["transpose"](self, axes=tuple(order))


def norm(self: Tensor, p: Any = 2, *, axis: Any = None, dim: Any = None, ord: Any = None, keepdims: bool = False) -> Tensor:  # noqa: A002
    """The norm: by default the Euclidean one, the square root of the sum of squares.

    Parameters:
        p: The order: 2 for the Euclidean norm, 1 for the sum and `inf` for the largest of the absolute values.
        axis: An axis or a tuple of axes; by default, all elements are combined.
        dim: Another name for `axis`.
        ord: NumPy’s name of `p`.
        keepdims: Whether the axis stays, with length 1.

    Returns:
        A scalar, or with an axis a tensor without that axis.

    Raises:
        CallError: `p` is another number.
        ProblemError: The axis does not exist.

    >>> from backpass import Tensor
    >>> x = Tensor([3.0, -4.0])
    >>> x.norm(), x.norm(p=1), x.norm(p=float("inf"))
    (Tensor(5.0, grad_fn=norm), Tensor(7.0, grad_fn=sum), Tensor(4.0, grad_fn=amax))
    """
    kind = p if ord is None else ord
    options = {"axis": axis if dim is None else dim, "keepdims": keepdims}
    if kind == 1:
        return called(OPERATIONS["sum"], [FUNCTIONS["abs"](self)], options)
    if kind == float("inf"):
        return called(OPERATIONS["amax"], [FUNCTIONS["abs"](self)], options)
    if kind in (2, "fro"):
        return called(OPERATIONS["norm"], [self], options)
    raise refused(say("unknown-norm", kind=repr(kind)), say("unknown-norm.hint"))


def variance(self: Tensor, axis: Any = None, *, unbiased: bool | None = None, **options: Any) -> Tensor:
    """The variance, the mean squared distance from the mean. It divides by the number of elements, as NumPy does.

    Parameters:
        axis: An axis or a tuple of axes; by default, all elements are combined.
        unbiased: Whether to divide by the number of elements minus 1, as PyTorch does.
        correction: What is subtracted from the number of elements before dividing by it.
        ddof: NumPy’s name of `correction`.
        keepdims: Whether the axis stays, with length 1.
        dim, keepdim: Other names of `axis` and `keepdims`.

    Returns:
        A scalar, or with an axis a tensor without that axis.

    Raises:
        ProblemError: The axis does not exist.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, 2.0, 3.0])
    >>> x.var(unbiased=True), f"{x.var():.4f}"
    (Tensor(1.0, grad_fn=var), '0.6667')
    """
    return called(OPERATIONS["var"], [self], _spread(axis, unbiased, options))


def deviation(self: Tensor, axis: Any = None, *, unbiased: bool | None = None, **options: Any) -> Tensor:
    """The standard deviation, the square root of the variance. It divides by the number of elements, as NumPy does.

    Parameters:
        axis: An axis or a tuple of axes; by default, all elements are combined.
        unbiased: Whether to divide by the number of elements minus 1, as PyTorch does.
        correction: What is subtracted from the number of elements before dividing by it.
        ddof: NumPy’s name of `correction`.
        keepdims: Whether the axis stays, with length 1.
        dim, keepdim: Other names of `axis` and `keepdims`.

    Returns:
        A scalar, or with an axis a tensor without that axis.

    Raises:
        ProblemError: The axis does not exist.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0, 3.0]).std(correction=1)
    Tensor(1.0, grad_fn=std)
    """
    return called(OPERATIONS["std"], [self], _spread(axis, unbiased, options))


def _spread(axis: Any, unbiased: bool | None, options: dict[str, Any]) -> dict[str, Any]:
    named = {} if axis is None else {"axis": axis}
    return named | options | ({} if unbiased is None else {"ddof": int(unbiased)})


def where(self: Tensor, condition: Any, other: Any) -> Tensor:
    """The elements of this tensor where a condition holds, and those of another elsewhere.

    As a function, the condition comes first: `backpass.where(condition, a, b)`.

    Parameters:
        condition: A tensor or an array; every number except 0 counts as true.
        other: The tensor or the number to take elements from where it does not hold.

    Returns:
        A tensor of the shape to which the three are broadcast.

    Raises:
        ProblemError: The shapes cannot be broadcast together.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, -2.0])
    >>> x.where(x > 0, 0.0)
    Tensor([1., 0.], grad_fn=where)
    """
    return FUNCTIONS["where"](condition, self, other)


SIGNATURES = {
    **dict.fromkeys(("max", "min"), "other=None, *, axis=None, keepdims=False, dim=None, keepdim=False"),
    **dict.fromkeys(
        ("var", "std"), "axis=None, *, unbiased=None, correction=None, ddof=0, keepdims=False, dim=None, keepdim=False"
    ),
    "transpose": "*axes, dim0=None, dim1=None",
    "to": "*wanted, device=None, dtype=None, copy=False, non_blocking=False",
}
"""What methods take that read a call in several ways."""

METHODS = {
    "where": where,
    "max": maximum,
    "min": minimum,
    "argmax": argmax,
    "argmin": argmin,
    "transpose": transpose,
    "swapaxes": swapaxes,
    "norm": norm,
    "var": variance,
    "std": deviation,
}
