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
    """The largest element (`x.max()`, `x.max(axis=0)`), values and indices (`x.max(dim=0)`), or the larger of two (`x.max(y)`).

    With `keepdims` or `keepdim`, the axis stays, with length 1. Raises CallError for `x.max(0)`, which means one thing in NumPy
    and another in PyTorch, and ProblemError (invalid-axis, shape-mismatch).

    >>> x = Tensor([[1.0, 5.0], [4.0, 2.0]])
    >>> x.max(), x.max(axis=0), x.max(dim=1).indices.tolist()
    (Tensor(5.0, grad_fn=amax), Tensor([4., 5.], grad_fn=amax), [1, 0])
    """
    return _extreme("max", self, other, options)


def minimum(self: Tensor, other: Any = None, **options: Any) -> Any:
    """The smallest element, values and indices, or the smaller of two, with the arguments, shapes and errors of `max`.

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
    """The index of the largest element, of all elements or along an axis: integers, through which no gradient flows.

    Raises AxisError, which is an IndexError, if the tensor has no such axis.

    >>> Tensor([[1.0, 5.0], [4.0, 2.0]]).argmax(), Tensor([[1.0, 5.0], [4.0, 2.0]]).argmax(dim=0).tolist()
    (1, [1, 0])
    """
    found = np.argmax(np.asarray(self.raw), axis=axis if dim is None else dim)
    return found if found.ndim else int(found)


def argmin(self: Tensor, axis: int | None = None, *, dim: int | None = None) -> Any:
    """The index of the smallest element, with the arguments, shapes and errors of `argmax`.

    >>> Tensor([3.0, 1.0, 2.0]).argmin()
    1
    """
    found = np.argmin(np.asarray(self.raw), axis=axis if dim is None else dim)
    return found if found.ndim else int(found)


def transpose(self: Tensor, *axes: Any, **named: Any) -> Tensor:
    """Reverses the axes (`x.transpose()`), puts them in an order (`x.transpose(2, 0, 1)`), or swaps two (`dim0=`, `dim1=`).

    Raises CallError for `x.transpose(0, 1)` of a matrix, which changes nothing in NumPy and swaps the axes in PyTorch, and
    ProblemError (invalid-axis).

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
    """Swaps two axes. Raises ProblemError (invalid-axis).

    >>> Tensor([[1.0, 2.0, 3.0]]).swapaxes(0, 1).shape
    (3, 1)
    """
    one, other = (axes_of(int(each), self.shape)[0] for each in (axis1, axis2))
    order = list(range(len(self.shape)))
    order[one], order[other] = other, one
    return FUNCTIONS["transpose"](self, axes=tuple(order))


def norm(self: Tensor, p: Any = 2, *, axis: Any = None, dim: Any = None, ord: Any = None, keepdims: bool = False) -> Tensor:  # noqa: A002
    """The square root of the sum of squares; with p=1 the sum, and with p=inf the largest, of the absolute values.

    Of all elements, or along `axis` (or `dim`). `ord` is NumPy's name of `p`. Raises CallError for another p, and ProblemError
    (invalid-axis).

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
    """The variance: the mean squared distance from the mean. Divides by n, as in NumPy.

    `unbiased=True` or `correction=1` divides by n − 1, as PyTorch does. Of all elements, or along `axis` (or `dim`). Raises
    CallError for unsupported arguments, and ProblemError (invalid-axis).

    >>> x = Tensor([1.0, 2.0, 3.0])
    >>> x.var(unbiased=True), f"{x.var():.4f}"
    (Tensor(1.0, grad_fn=var), '0.6667')
    """
    return called(OPERATIONS["var"], [self], _spread(axis, unbiased, options))


def deviation(self: Tensor, axis: Any = None, *, unbiased: bool | None = None, **options: Any) -> Tensor:
    """The standard deviation: the square root of the variance, with the arguments, shapes and errors of `var`.

    >>> Tensor([1.0, 2.0, 3.0]).std(correction=1)
    Tensor(1.0, grad_fn=std)
    """
    return called(OPERATIONS["std"], [self], _spread(axis, unbiased, options))


def _spread(axis: Any, unbiased: bool | None, options: dict[str, Any]) -> dict[str, Any]:
    named = {} if axis is None else {"axis": axis}
    return named | options | ({} if unbiased is None else {"ddof": int(unbiased)})


def where(self: Tensor, condition: Any, other: Any) -> Tensor:
    """Keeps elements where `condition` holds; the others come from `other`. The function is `backpass.where(condition, a, b)`.

    Raises ProblemError (shape-mismatch) if the three shapes do not broadcast.

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
