"""Changing a tensor in place: `x[0] = 5`, `x.add_(1)`, `x += 1`, `x.zero_()`, `x.copy_(y)`.

While operations are recorded, the tensor becomes the result of the change, and the gradient of what was overwritten is cut;
what was computed from it before keeps the earlier version. A leaf that needs a gradient is refused, as in PyTorch: its gradient
would be that of a result. Within `no_grad` the numbers are changed and nothing is recorded. `x += y` is that within `no_grad`;
elsewhere it gives the name x a new tensor, as Python does with numbers, so that another name for the old one is not changed.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.grad_mode import is_grad_enabled
from backpass.engine.graph.plain_values import Numbers
from backpass.engine.graph.tensor import FUNCTIONS, Tensor, entries, lift
from backpass.engine.graph.versions import become, earlier
from backpass.engine.library.binding import bound, takes_names
from backpass.engine.library.docstrings import documentation_of_changing, in_place_documentation
from backpass.engine.library.signatures import of_changing, of_method
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import as_data


class InPlaceError(ProblemError, RuntimeError, TypeError):
    """A change in place would make gradients wrong. A TypeError, as in NumPy, and a RuntimeError, as in PyTorch."""


def changed(tensor: Tensor, name: str, make: Callable[[Tensor], Tensor]) -> Tensor:
    """The tensor, with what `make` makes of it in its place. Raises InPlaceError, and ProblemError (shape-mismatch)."""
    if not is_grad_enabled():
        _overwrite(tensor, name, make(tensor))
        return tensor
    if tensor.operation is None and tensor.requires_grad:
        raise InPlaceError(
            Problem(
                Code.UNSUPPORTED,
                say("leaf-in-place", name=name),
                say("leaf-in-place.hint") if not tensor.label else say("leaf-in-place.named", label=tensor.label),
            )
        )
    if tensor.operation is not None and tensor.operation.name in _PARTS:
        raise InPlaceError(
            Problem(
                Code.UNSUPPORTED,
                say("view-in-place", name=name, name2=tensor.operation.name),
                say("view-in-place.hint"),
            )
        )
    before = earlier(tensor)
    result = make(before)
    _check_shape(tensor, name, result)
    become(tensor, before, result)
    return tensor


_PARTS = frozenset({"index", "reshape", "transpose", "expand_dims", "squeeze", "broadcast_to", "flatten", "diagonal"})
"""Operations whose results share the memory of their input elsewhere."""


def _overwrite(tensor: Tensor, name: str, result: Tensor) -> None:
    _check_shape(tensor, name, result)
    if type(tensor.raw) is Numbers:  # somebody has the array: it changes with the tensor
        tensor.raw[...] = result.raw
    else:
        tensor.raw = result.raw if isinstance(result.raw, float) else np.array(result.raw)


def _check_shape(tensor: Tensor, name: str, result: Tensor) -> None:
    if result.shape != tensor.shape:
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("shape-in-place", name=name, shape=result.shape, shape2=tensor.shape),
                say("shape-in-place.hint"),
            )
        )


def set_item(self: Tensor, key: Any, value: Any) -> None:
    """`x[0] = 5`, `x[mask] = 0`, `x[1:] = y`: as in NumPy; no gradient flows to what was there before.

    Raises InPlaceError, and ProblemError (invalid-axis, shape-mismatch).
    """
    places = _places(self, key)
    value = lift(value)
    try:
        np.broadcast_to(np.empty(value.shape), places.shape)
    except ValueError:
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("shape-of-assigned", shape=value.shape, shape2=places.shape),
                say("shape-of-assigned.hint"),
            )
        ) from None
    if places.size:
        changed(self, "x[…] = …", lambda before: _replaced(before, places, value))


def _places(tensor: Tensor, key: Any) -> Any:
    """The positions in the flattened tensor that a key names, in its shape. Raises ProblemError (invalid-axis)."""
    numbers = np.arange(np.size(tensor.raw)).reshape(tensor.shape)
    try:
        return np.asarray(numbers[tuple(entries(key))])
    except IndexError as error:
        raise ProblemError(
            Problem(Code.INVALID_AXIS, f"{str(error)[:1].upper()}{str(error)[1:]}.", say("tensor-has-shape", shape=tensor.shape))
        ) from None


def _replaced(before: Tensor, places: Any, value: Tensor) -> Tensor:
    """The tensor with the value in these places; where one is named twice, the last one counts, as in NumPy."""
    overwritten = np.zeros(np.size(before.raw))
    overwritten[places.ravel()] = 1.0
    mask = as_data(overwritten.reshape(before.shape))
    if value.shape:
        source = np.zeros(np.size(before.raw), dtype=int)
        source[places.ravel()] = np.arange(places.size)
        spread = FUNCTIONS["flatten"](FUNCTIONS["broadcast_to"](value, shape=places.shape))
        value = FUNCTIONS["index"](spread, key=(tuple(source.tolist()),))
        value = FUNCTIONS["reshape"](value, shape=before.shape)
    return FUNCTIONS["where"](mask, value, before)


def zero_(self: Tensor) -> Tensor:
    """Sets all elements to 0.

    Returns:
        This tensor, with its new elements.

    Raises:
        InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0], requires_grad=False).zero_()
    Tensor([0., 0.], requires_grad=False)
    """
    return fill_(self, 0.0)


def fill_(self: Tensor, value: Any) -> Tensor:
    """Sets all elements to one number.

    Parameters:
        value: The number.

    Returns:
        This tensor, with its new elements.

    Raises:
        InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0], requires_grad=False).fill_(7)
    Tensor([7., 7.], requires_grad=False)
    """
    return copy_(self, value)


def copy_(self: Tensor, source: Any) -> Tensor:
    """Replaces all elements by those of another tensor, to which the gradient then flows.

    Parameters:
        source: A tensor, a number or an array, which is broadcast to the shape of this tensor.

    Returns:
        This tensor, with its new elements.

    Raises:
        InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded.
        ProblemError: `source` cannot be broadcast to the shape of this tensor.

    >>> from backpass import Tensor
    >>> x, y = Tensor([1.0, 2.0]), Tensor([5.0, 6.0])
    >>> out = x * 3
    >>> out.copy_(y).sum().backward()
    >>> x.grad.tolist(), y.grad.tolist()
    ([0.0, 0.0], [1.0, 1.0])
    """
    return changed(self, "copy_", lambda before: FUNCTIONS["where"](as_data(np.ones(before.shape)), lift(source), before))


def add_(self: Tensor, other: Any, *, alpha: float = 1.0) -> Tensor:
    """Adds `alpha * other` to this tensor.

    Parameters:
        other: A tensor, a number or an array, which is broadcast to the shape of this tensor.
        alpha: The factor of `other`.

    Returns:
        This tensor, with its new elements.

    Raises:
        InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded.
        ProblemError: `other` cannot be broadcast to the shape of this tensor.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0], requires_grad=False).add_(1.0, alpha=10).tolist()
    [11.0, 12.0]
    """
    return changed(self, "add_", lambda before: FUNCTIONS["add"](before, _scaled(other, alpha)))


def sub_(self: Tensor, other: Any, *, alpha: float = 1.0) -> Tensor:
    """Subtracts `alpha * other` from this tensor.

    Parameters:
        other: A tensor, a number or an array, which is broadcast to the shape of this tensor.
        alpha: The factor of `other`.

    Returns:
        This tensor, with its new elements.

    Raises:
        InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded.
        ProblemError: `other` cannot be broadcast to the shape of this tensor.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0], requires_grad=False).sub_(1.0).tolist()
    [0.0, 1.0]
    """
    return changed(self, "sub_", lambda before: FUNCTIONS["subtract"](before, _scaled(other, alpha)))


def _scaled(other: Any, alpha: float) -> Any:
    return other if alpha == 1.0 else FUNCTIONS["multiply"](other, alpha)


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Sets whether a leaf requires a gradient.

    Parameters:
        requires_grad: Whether it does.

    Returns:
        This tensor.

    Raises:
        InPlaceError: `requires_grad` is False and the tensor is the result of an operation; use `detach()`.

    >>> from backpass import Tensor
    >>> Tensor(1.0, requires_grad=False).requires_grad_().requires_grad
    True
    """
    if self.operation is not None and self.requires_grad and not requires_grad:
        raise InPlaceError(
            Problem(
                Code.UNSUPPORTED,
                say("only-leaves"),
                "Write `x = x.detach()`.",
            )
        )
    if requires_grad and not self.requires_grad:
        set_grad_fn(self, None)
    self.requires_grad = bool(requires_grad)
    return self


def set_grad_fn(self: Tensor, _: None) -> None:
    """Makes a leaf of a result."""
    self.operation = self.options = self.first = self.second = self.first_slope = self.second_slope = None
    self.other_inputs = ()


def in_place(record: Operation, name: str) -> Callable[..., Tensor]:
    """The operation, by one of its names, as a method that changes its first input: `x.mul_(2)`, `x.clamp_(min=0)`."""
    made = bound(record) if takes_names(record) else getattr(Tensor, record.name)

    def change(self: Tensor, *arguments: Any, **keywords: Any) -> Tensor:
        return changed(self, f"{record.name}_", lambda before: made(before, *arguments, **keywords))

    change.__name__ = change.__qualname__ = f"{name}_"
    change.__module__ = "backpass"
    change.__doc__ = in_place_documentation(record, name)
    change.__signature__ = of_method(record)  # type: ignore[attr-defined]
    return change


OTHERS = (
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "addr",
    "baddbmm",
    "clamp_max",
    "clamp_min",
    "cumprod",
    "cumsum",
    "fix",
    "fmod",
    "frac",
    "heaviside",
    "index_add",
    "lerp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logit",
    "masked_fill",
    "nan_to_num",
    "scatter",
    "scatter_add",
    "tril",
    "triu",
    "trunc",
    "xlogy",
)
"""Methods that are no operations element by element, and which PyTorch has in place as well, without changes of shape."""


def changing(name: str, method: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A method as one that changes the tensor that it is called of: `x.tril_()`, `x.masked_fill_(mask, 0)`."""

    def change(self: Tensor, *arguments: Any, **keywords: Any) -> Tensor:
        return changed(self, f"{name}_", lambda before: method(before, *arguments, **keywords))

    change.__name__ = change.__qualname__ = f"{name}_"
    change.__module__ = "backpass"
    record = OPERATIONS.spellings.get(name)
    change.__doc__ = in_place_documentation(record, name) if record else documentation_of_changing(name, method.__doc__ or "")
    change.__signature__ = of_changing(method)  # type: ignore[attr-defined]
    return change


def _augmented(record: Operation) -> Callable[[Tensor, Any], Any]:
    made = FUNCTIONS[record.name]

    def change(self: Tensor, other: Any) -> Any:
        if is_grad_enabled():
            return made(self, other)
        return changed(self, f"{record.notation.infix}=", lambda before: made(before, other))

    return change


_AUGMENTED = {
    "iadd": "+",
    "isub": "-",
    "imul": "*",
    "itruediv": "/",
    "ipow": "**",
    "imod": "%",
    "ifloordiv": "//",
    "imatmul": "@",
}
_ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise and not record.variadic]

METHODS: dict[str, Callable[..., Any]] = {
    **{f"{name}_": in_place(record, name) for record in _ELEMENTWISE for name in record.names if name.isascii()},
    **{f"__{name}__": _augmented(OPERATIONS.infix[symbol, 2]) for name, symbol in _AUGMENTED.items()},
    "__setitem__": set_item,
    "zero_": zero_,
    "fill_": fill_,
    "copy_": copy_,
    "add_": add_,
    "sub_": sub_,
    "requires_grad_": requires_grad_,
}
