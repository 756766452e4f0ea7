"""What makes something else of a tensor: texts, whole numbers, lists, arrays, copies; and what NumPy's functions make of it."""

import dis
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.grad_mode import is_grad_enabled
from backpass.engine.graph.tensor import FUNCTIONS, WATCHERS, Tensor, looked_at
from backpass.engine.library.binding import bound, refused
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Data, Shape, size_of


class Size(int):
    """NumPy's `x.size`, how many numbers there are, which called is PyTorch's: `x.size()`, the shape, and `x.size(0)`."""

    shape: Shape

    def __call__(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]


def _size(self: Tensor) -> Size:
    """The number of elements, as in NumPy. Called, it returns the shape or the length of one axis, as in PyTorch.

    Raises:
        IndexError: The tensor does not have the axis of the call.

    >>> from backpass import Tensor
    >>> x = Tensor([[1.0, 2.0, 3.0]])
    >>> x.size, x.size(), x.size(1)
    (3, (1, 3), 3)
    """
    made = Size(size_of(self.raw))
    made.shape = self.shape
    return made


def _plain(self: Tensor) -> Data:
    if WATCHERS:
        looked_at(self)
    return self.raw if isinstance(self.raw, float) else np.array(self.raw)


def numpy(self: Tensor) -> Any:
    """A copy of the numbers as a float64 array, outside the graph.

    >>> from backpass import Tensor
    >>> Tensor([1.0, 2.0]).numpy()
    array([1., 2.])
    """
    return np.asarray(_plain(self))


def tolist(self: Tensor) -> Any:
    """The numbers as a float, or as nested lists of floats.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0]]).tolist(), Tensor(3.0).tolist()
    ([[1.0, 2.0]], 3.0)
    """
    plain = _plain(self)
    return plain if isinstance(plain, float) else plain.tolist()


def _array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    """What `np.asarray(x)` is, of a tensor that needs no gradient.

    NumPy also asks for it where a list of tensors is given to one of its functions, as in `np.sum([a, b])`: the gradient would
    end there in silence. So it raises CallError for a tensor that needs a gradient, as PyTorch does; and ValueError for
    `copy=False`, since the graph keeps its numbers to itself.
    """
    if self.requires_grad:
        raise refused(
            say("leaves-the-graph"),
            say("leaves-the-graph.hint"),
        )
    if copy is False:
        raise ValueError("the numbers of a tensor are copied, so that its graph stays what it was")
    return np.asarray(_plain(self), dtype=dtype)


def _float(self: Tensor) -> float:
    """`float(x)`, of a tensor that needs no gradient.

    Python also asks for it where a function of `math` is called with a tensor, as in `math.tanh(x)`: the gradient would end there
    in silence. So it raises CallError where a gradient is recorded, and `x.item()` says that the number alone is wanted; a text
    such as `"%.4f" % x` wants no more than that.
    """
    if self.requires_grad and is_grad_enabled() and not _is_being_written():
        raise refused(say("number-leaves-the-graph"), say("number-leaves-the-graph.hint"))
    return self.item()


def _is_being_written() -> bool:
    """Whether the number is asked for by the `%` of a text, the only operator of Python that asks a tensor for it."""
    caller = sys._getframe(2)
    return dis.opname[caller.f_code.co_code[caller.f_lasti]] == "BINARY_OP"


def _format(self: Tensor, written_as: str) -> str:
    """`f"{x:.4f}"`: a tensor of one number is written as that number."""
    if written_as and size_of(self.raw) != 1:
        raise TypeError(f"{written_as!r} is a format for one number, and the tensor has the shape {self.shape}")
    return format(self.item(), written_as) if written_as else str(self)


def _round(self: Tensor, digits: int | None = None) -> Any:
    """`round(x, 2)`: a number, outside of the graph; of an array a rounded array. (`x.round()` stays in the graph.)"""
    plain = _plain(self)
    if isinstance(plain, float):
        return round(plain, digits)
    return np.round(plain, digits or 0)


def _divmod(self: Tensor, other: Any) -> tuple[Tensor, Tensor]:
    return FUNCTIONS["floor_divide"](self, other), FUNCTIONS["modulo"](self, other)


def _reflected_divmod(self: Tensor, other: Any) -> tuple[Tensor, Tensor]:
    return FUNCTIONS["floor_divide"](other, self), FUNCTIONS["modulo"](other, self)


def _contains(self: Tensor, value: Any) -> bool:
    return bool(np.any(np.equal(self.raw, value.raw if isinstance(value, Tensor) else value)))


def clone(self: Tensor) -> Tensor:
    """A copy of the tensor; the gradient flows through it unchanged.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x.clone() * x).backward()
    >>> x.grad
    6.0
    """
    return FUNCTIONS["multiply"](self, 1.0)


def _rebuilt(raw: Data, requires_grad: bool, label: str | None, gradient: Any) -> Tensor:
    made = Tensor(raw, requires_grad, label=label)
    made.grad = gradient
    return made


def _reduce(self: Tensor) -> Any:
    """Leaves can be pickled and copied, with their gradients. Raises ProblemError for a result: its graph would be lost."""
    if self.operation is not None and self.requires_grad:
        raise ProblemError(
            Problem(
                Code.UNSUPPORTED,
                say("copied-or-saved", name=self.operation.name),
                say("copied-or-saved.hint"),
            )
        )
    gradient: Any = self.accumulated_grad
    return _rebuilt, (_plain(self), self.requires_grad, self.label, None if isinstance(gradient, Tensor) else gradient)


def _deepcopy(self: Tensor, memo: dict[int, Any]) -> Tensor:
    make, arguments = _reduce(self)
    memo[id(self)] = made = make(*arguments)
    return made  # type: ignore[no-any-return]


def _shallow(self: Tensor) -> Tensor:
    make, arguments = _reduce(self)
    return make(*arguments)  # type: ignore[no-any-return]


_BY_NUMPY = {record.name: bound(record) for record in OPERATIONS.values() if record.unary_form or not record.elementwise}
"""Operations that NumPy's functions call with options."""

_TELLING = frozenset(
    [
        *("all", "allclose", "any", "argmax", "argmin", "argsort", "array_equal", "array_repr", "array_str", "count_nonzero"),
        *("isclose", "iscomplexobj", "isfinite", "isinf", "isnan", "isreal", "ndim", "nonzero", "signbit", "size"),
    ]
)
"""Functions of NumPy that test or describe numbers, and through which nobody expects a gradient to flow."""


def _ufunc(_: Tensor, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's functions of elements are ours where a record has their name: `np.exp(tensor)`, `array + tensor`."""
    record = OPERATIONS.spellings.get(ufunc.__name__)
    if method == "__call__" and not options and record is not None:
        return FUNCTIONS[record.name](*map(_without_truths, inputs))
    return _outside(ufunc if method == "__call__" else getattr(ufunc, method), ufunc.__name__, inputs, options)


def _function(self: Tensor, function: Any, _: Any, arguments: Any, options: Any) -> Any:
    """NumPy's functions of arrays are ours where a record has their name: `np.sum(tensor, axis=0)`."""
    if function is np.shape:
        return self.shape
    record = OPERATIONS.spellings.get(function.__name__)
    if record is None:
        return _outside(function, function.__name__, arguments, options)
    made = _BY_NUMPY.get(record.name) or FUNCTIONS[record.name]
    return made(*map(_without_truths, arguments), **options)


def _outside(function: Any, name: str, arguments: Any, options: dict[str, Any]) -> Any:
    """A function of NumPy on the numbers alone, where no gradient is lost by it."""
    tensors = list(_tensors([*arguments, *options.values()]))
    if name not in _TELLING and any(tensor.requires_grad for tensor in tensors):
        raise refused(
            say("no-derivative-here", name=name),
            say("no-derivative-here.hint"),
        )
    if any(isinstance(each, Tensor) for each in _tensors(list(options.get("out") or ()))):
        return NotImplemented
    return function(*map(_numbers, arguments), **{key: _numbers(value) for key, value in options.items()})


def _tensors(values: Any) -> Any:
    for each in values:
        if isinstance(each, Tensor):
            yield each
        elif isinstance(each, list | tuple):
            yield from _tensors(each)


def _numbers(value: Any) -> Any:
    if isinstance(value, Tensor):
        return numpy(value)
    return type(value)(map(_numbers, value)) if isinstance(value, list | tuple) else value


def _without_truths(value: Any) -> Any:
    """An array of truths as numbers, which is what conditions are here."""
    return value.astype(np.float64) if isinstance(value, np.ndarray) and value.dtype == bool else value


def _complex(_: Tensor) -> complex:
    raise refused(say("real-number"), say("real-number.hint"))


def numel(self: Tensor) -> int:
    """The number of elements; 1 for a scalar.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).numel()
    3
    """
    return size_of(self.raw)


def dim(self: Tensor) -> int:
    """The number of axes; 0 for a scalar.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).dim()
    2
    """
    return len(self.shape)


def _ndim(self: Tensor) -> int:
    """The number of axes, as in NumPy; 0 for a scalar.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).ndim
    2
    """
    return len(self.shape)


def itself(self: Tensor) -> Tensor:
    """This tensor: there is one device, and the memory layout makes no difference.

    Returns:
        The tensor itself, without a copy.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, 2.0])
    >>> x.contiguous() is x
    True
    """
    return self


def _dtype(_: Tensor) -> Any:
    """The type of the numbers, which is always float64.

    >>> from backpass import Tensor
    >>> Tensor(3).dtype
    dtype('float64')
    """
    return np.dtype(np.float64)


def _device(_: Tensor) -> str:
    """Where the numbers are, which is always the processor.

    >>> from backpass import Tensor
    >>> Tensor(3.0).device
    'cpu'
    """
    return "cpu"


def _matrix_transpose(self: Tensor) -> Tensor:
    """The tensor with its last two axes swapped.

    Raises:
        ProblemError: The tensor has fewer than two axes.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0, 3.0]]).mT.shape
    (3, 1)
    """
    return self.swapaxes(-1, -2)


def on_device(self: Tensor, device: Any = None) -> Tensor:  # noqa: ARG001 (there is one)
    """This tensor: there is one device.

    Parameters:
        device: Has no effect.

    Returns:
        The tensor itself, without a copy.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, 2.0])
    >>> x.cuda() is x
    True
    """
    return self


_TYPES = {"b": "bool", "i": "long", "u": "long", "f": "float"}
"""By the first letter of a kind of numbers, the method that makes tensors of it."""


def to(self: Tensor, *wanted: Any, device: Any = None, dtype: Any = None, **options: Any) -> Tensor:  # noqa: ARG001
    """The tensor as another type, or on another device: all numbers have double precision, and there is one device.

    Parameters:
        wanted: Devices, types of PyTorch, NumPy or Python, or a tensor whose type is meant, in any order.
        device: Has no effect.
        dtype: A type.
        copy: Whether the result is a new tensor even if nothing changes.
        non_blocking: Has no effect.

    Returns:
        This tensor for a device or a floating-point type; for integers, a constant of rounded numbers; for booleans, 1 and 0.

    Raises:
        CallError: The type is neither floating-point nor integer nor boolean, or there are other arguments.

    >>> from backpass import Tensor
    >>> x = Tensor([1.5, 0.0])
    >>> x.to("cpu") is x, x.to(int).tolist(), x.to(dtype=bool).tolist()
    (True, [1.0, 0.0], [1.0, 0.0])
    """
    unknown = next((name for name in options if name not in ("copy", "non_blocking")), None)
    if unknown is not None:
        raise refused(say("does-not-take", name="to", keyword=unknown), say("to-takes"))
    kinds = [each for each in (*wanted, dtype) if not isinstance(each, bool | Tensor | None)]
    made = self
    for each in kinds:
        made = _of_kind(made, each)
    return made.clone() if options.get("copy") and made is self else made


def _of_kind(self: Tensor, kind: Any) -> Tensor:
    name = str(kind).rpartition(".")[2]  # of `torch.float64`
    try:
        letter = np.dtype(kind).kind
    except TypeError:
        letter = np.dtype(name).kind if hasattr(np, name) else ""
    if letter not in _TYPES:
        if str(kind).partition(":")[0] in ("cpu", "cuda", "mps"):  # `torch.device("cuda:0")`
            return self
        raise refused(say("no-such-type", kind=str(kind)), say("to-takes"))
    return self if letter == "f" else getattr(self, _TYPES[letter])()


def _int(self: Tensor) -> int:
    """`int(x)`: a number, outside of the graph. Rounding has the derivative 0: no gradient is lost."""
    return int(self.item())


def _floor(self: Tensor) -> int:
    return math.floor(self.item())


def _ceil(self: Tensor) -> int:
    return math.ceil(self.item())


METHODS: dict[str, Callable[..., Any]] = {
    "numpy": numpy,
    "tolist": tolist,
    "clone": clone,
    "numel": numel,
    "nelement": numel,
    "dim": dim,
    "cpu": itself,
    "cuda": on_device,
    "to": to,
    "contiguous": itself,
    "__array__": _array,
    "__array_ufunc__": _ufunc,
    "__array_function__": _function,
    "__format__": _format,
    "__float__": _float,
    "__int__": _int,
    "__trunc__": _int,
    "__floor__": _floor,
    "__ceil__": _ceil,
    "__round__": _round,
    "__divmod__": _divmod,
    "__rdivmod__": _reflected_divmod,
    "__contains__": _contains,
    "__complex__": _complex,
    "__reduce__": _reduce,
    "__deepcopy__": _deepcopy,
    "__copy__": _shallow,
}
PROPERTIES: dict[str, Callable[[Tensor], Any]] = {
    "ndim": _ndim,
    "size": _size,
    "dtype": _dtype,
    "device": _device,
    "mT": _matrix_transpose,
    "T": FUNCTIONS["transpose"],
}
