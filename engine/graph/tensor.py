"""`Tensor`: a value that remembers the operation and the inputs that made it. Its operators build the graph.

Scalars are Python floats and arrays NumPy float64, because a 0-d array costs several times as much per operation as a
float. Every
tensor gets the next number when it is made, so numbers are already an evaluation order and no graph is ever walked recursively.
Knows operations through their records; of programs, requests and drawings it knows nothing.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.grad_mode import SWITCHED_OFF, is_grad_enabled
from backpass.engine.graph.indexing import key_of
from backpass.engine.graph.plain_values import Number, Numbers, owned
from backpass.engine.graph.scalar_functions import written_out
from backpass.engine.graph.tensor_slots import SLOTS
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Data, Family, Operation, Options, Transform
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.shapes import MAX_AXES, Shape, as_data, as_float_or_array, broadcast, shape_of, too_many_axes

if TYPE_CHECKING:
    from backpass.engine.graph.tensor_methods import TensorMethods
else:
    TensorMethods = object  # what the methods take is known of their records: scripts/type_stubs.py

Value = float | int | list[Any]
next_number: Callable[[], int] = itertools.count().__next__

ROLES = ("input", "parameter", "constant", "intermediate", "output")
"""What a tensor may be to its graph."""

HANDED_OUT: list[bool] = []
"""Not empty once anybody got an array of a tensor, and so may change it."""

WATCHERS: list[list[Any]] = []
"""Lists of tensors whose numbers were taken out of the graph, for those that have to know that a derivative may be cut there."""


WALKED: "list[Callable[[Tensor], Data | None]]" = []
"""Not empty once anybody walked a graph as micrograd does: what gives a gradient to tensors that were met there and have none."""


class Tensor(TensorMethods):
    """A number or an array of numbers in a computational graph.

    Operators, functions and methods build the graph; numbers on either side of an operator become constants. `y.backward()` adds
    the gradient of `y` by every tensor that it was made from to their `.grad`, which is None until then.

    Parameters:
        data: A number, nested lists of numbers, an array or a leaf, whose numbers are copied.
        requires_grad: Whether gradients are computed for the tensor.
        label: The name that drawings show.

    Raises:
        ProblemError: `data` is not made of numbers, or is the result of an operation.

    >>> from backpass import Tensor
    >>> a, b = Tensor(2.0), Tensor(-3.0)
    >>> out = a * b + a**2
    >>> out.backward()
    >>> out, a.grad, b.grad
    (Tensor(-2.0, grad=1.0, grad_fn=add), 1.0, 2.0)
    """

    # The first two inputs and slopes have places of their own instead of a tuple each: the garbage collector then visits one
    # object per operation instead of three, and a large graph is built and differentiated in half the time.
    __slots__ = SLOTS

    raw: Data
    operation: Operation | None
    options: Options | None
    first: "Tensor | None"
    second: "Tensor | None"
    other_inputs: "tuple[Tensor, ...]"
    first_slope: float | None
    second_slope: float | None
    number: float
    requires_grad: bool
    recorded: tuple[Sequence[Data], Data]
    attached: dict[str, Any]
    label: str | None
    span: Span | None

    if TYPE_CHECKING:

        def _operator(self, other: Any, /) -> "Tensor":
            """Python's operators, which come from the records as well."""

        __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __matmul__ = _operator
        __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __rmatmul__ = _operator
        __lt__ = __le__ = __gt__ = __ge__ = _operator

        def __neg__(self) -> "Tensor": ...
        def __abs__(self) -> "Tensor": ...
        def __contains__(self, item: Any, /) -> bool: ...
        def __divmod__(self, other: Any, /) -> "tuple[Tensor, Tensor]": ...

        __rdivmod__ = __divmod__

    def __init__(
        self,
        data: Any,
        requires_grad: Any = True,
        _op: str | None = None,
        label: str | None = None,
        *,
        _children: Any = None,
        creator: Any = None,
        parents: Any = (),
        ctx: Any = None,
    ) -> None:
        self.raw = data if type(data) is float else numbers_of(data)
        self.operation = None
        self.options = None
        self.first = self.second = None
        self.other_inputs = ()
        self.first_slope = self.second_slope = None
        self.number = next_number()
        self.requires_grad = requires_grad
        self.label = label
        self.span = None
        self.accumulated_grad: Data | None = None
        # The gradient that has arrived so far while a backward pass runs; None outside one.
        self.pending_grad: Any = None
        if type(requires_grad) is not bool or _op is not None or _children is not None or creator is not None:
            self._made_otherwise(requires_grad, _op, _children, creator, parents, ctx)

    @property
    def inputs(self) -> "tuple[Tensor, ...]":
        """The inputs of the operation that made the tensor, in order; empty for a leaf. An input used twice is listed twice.

        >>> from backpass import Tensor
        >>> x = Tensor(3.0)
        >>> (x * x).inputs == (x, x)
        True
        """
        if self.first is None:
            return ()
        return (self.first,) if self.second is None else (self.first, self.second, *self.other_inputs)

    @property
    def data(self) -> Any:
        """The values, outside the graph: a float, or an array that can be changed in place.

        Results keep the values from which they were computed, also for their gradients. It can be set to anything that a tensor
        can be made from, of any shape.

        Raises:
            ProblemError: It is set to something that is not made of numbers.

        >>> from backpass import Tensor
        >>> x = Tensor([1.0, 2.0])
        >>> x.data -= 0.5
        >>> x
        Tensor([0.5, 1.5])
        """
        if WATCHERS:
            looked_at(self)
        raw: Any = self.raw
        if type(raw) is float:
            return Number(raw)
        if type(raw) is not Numbers:
            # What was computed before keeps the old array, except where a leaf lives in the storage of a training run.
            shared = self.operation is None and raw.base is not None
            raw = self.raw = raw.view(Numbers) if shared else owned(raw)
            HANDED_OUT[:] = [True]
        return raw

    @data.setter
    def data(self, value: Any) -> None:
        if value is self.raw:  # after `x.data -= …`
            return
        before = self.shape
        self.raw = value if type(value) is float else as_data(value.raw if isinstance(value, Tensor) else value)
        if self.shape != before:
            self.accumulated_grad = None

    @property
    def grad(self) -> Data | None:
        """The accumulated gradient, of the shape of `data`; None until one is computed, which is not the same as 0.

        It is a float, or an array that can be changed in place; after `backward(create_graph=True)`, it is a tensor.

        Raises:
            ProblemError: It is set to something that is not made of numbers.

        >>> from backpass import Tensor
        >>> x = Tensor(3.0)
        >>> x.grad is None
        True
        >>> (x * x).backward()
        >>> x.grad
        6.0
        """
        found = self.accumulated_grad
        if found is None and WALKED:
            found = WALKED[0](self)
        if found is None or isinstance(found, Tensor):
            return found
        if type(found) is float:
            return Number(found)
        if type(found) is not Numbers:
            found = self.accumulated_grad = owned(found)
        return found

    @grad.setter
    def grad(self, value: Any) -> None:
        if value is not self.accumulated_grad:
            self.accumulated_grad = None if value is None else as_data(value.raw if isinstance(value, Tensor) else value)

    @property
    def shape(self) -> Shape:
        """The length of each axis; empty for a scalar.

        >>> from backpass import Tensor
        >>> Tensor([[1.0, 2.0, 3.0]]).shape
        (1, 3)
        """
        return shape_of(self.raw)

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was created directly, or requires no gradient: a backward pass ends at it.

        >>> from backpass import Tensor
        >>> x = Tensor(3.0)
        >>> x.is_leaf, (x * 2).is_leaf
        (True, False)
        """
        return self.operation is None or not self.requires_grad

    def __getitem__(self, key: Any) -> "Tensor":
        """Elements as in NumPy: `x[0]`, `x[1:3]`, `x[:, -1]`, `x[[2, 0]]`, `x[mask]`, `x[..., None]`.

        Raises ProblemError (invalid-axis, shape-mismatch).
        """
        found, shape = key_of(entries(key), self.shape)
        result = FUNCTIONS["index"](self, key=found)
        return result if shape is None else FUNCTIONS["reshape"](result, shape=shape)

    def __iter__(self) -> "Iterator[Tensor]":
        """Its slices along the first axis. Raises TypeError for a scalar."""
        if not self.shape:
            raise TypeError("a scalar has no parts to go through")
        return (self[index] for index in range(self.shape[0]))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    def __bool__(self) -> bool:
        """Whether a scalar differs from 0. Raises ValueError for several elements, since that could mean `any` or `all`."""
        return self.raw != 0 if isinstance(self.raw, float) else bool(self.raw.item() != 0)

    def __eq__(self, other: object) -> Any:
        """Element by element, 1 or 0, as in NumPy and PyTorch; `is` asks whether it is the same tensor."""
        if isinstance(other, Tensor | int | float | list | np.ndarray | np.generic):
            return FUNCTIONS["equal"](self, _without_truths(other))
        return NotImplemented

    def __ne__(self, other: object) -> Any:
        if isinstance(other, Tensor | int | float | list | np.ndarray | np.generic):
            return FUNCTIONS["not_equal"](self, _without_truths(other))
        return NotImplemented

    __hash__ = object.__hash__

    def item(self) -> float:
        """The value of a tensor with one element, as a float.

        Raises:
            ValueError: The tensor has several elements.

        >>> from backpass import Tensor
        >>> Tensor([[3.0]]).item()
        3.0
        """
        if WATCHERS:
            looked_at(self)
        return self.raw if isinstance(self.raw, float) else float(self.raw.item())

    def detach(self) -> "Tensor":
        """A constant with the same values, through which no gradient flows.

        >>> from backpass import Tensor
        >>> x = Tensor(3.0)
        >>> (x * x.detach()).backward()
        >>> x.grad
        3.0
        """
        return Tensor(self.raw, requires_grad=False)

    def __pos__(self) -> "Tensor":
        return self

    def __repr__(self) -> str:
        parts = [_short(self.raw)]
        if self.accumulated_grad is not None:
            parts.append(f"grad={_short(self.accumulated_grad)}")
        if self.label:
            parts.append(f"label={self.label!r}")
        if self.operation and self.requires_grad:
            parts.append(f"grad_fn={self.operation.name}")
        elif not self.requires_grad:
            parts.append("requires_grad=False")
        return f"Tensor({', '.join(parts)})"


def looked_at(tensor: Tensor) -> None:
    """Says that the numbers of a tensor leave the graph."""
    if tensor.requires_grad:
        for watcher in WATCHERS:
            watcher.append(tensor)


def attachments(tensor: Tensor) -> dict[str, Any]:
    """What a tensor has besides, to be changed."""
    try:
        return tensor.attached
    except AttributeError:
        tensor.attached = {}
        return tensor.attached


def attachment(tensor: Tensor, name: str) -> Any:
    """One of the things that a tensor has besides; None where it has not."""
    found = getattr(tensor, "attached", None)
    return found.get(name) if found else None


def numbers_of(value: Any) -> Data:
    """What a leaf is made of. Raises ProblemError (invalid-input) for no numbers, and for results, whose graph would be lost."""
    if type(value) is int and -_EXACT < value < _EXACT:
        return float(value)
    if isinstance(value, Tensor):
        if value.requires_grad and value.operation is not None:
            raise ProblemError(_cut_off())
        return value.raw if isinstance(value.raw, float) else value.raw.copy()
    if isinstance(value, list | tuple) and holds_results(value):
        raise ProblemError(_cut_off())
    return as_data(value)


_EXACT = 2**53
"""Whole numbers below are floats exactly."""


def holds_results(value: Any) -> bool:
    """Whether there is a tensor within lists through which a gradient would flow."""
    if isinstance(value, Tensor):
        return value.requires_grad
    return isinstance(value, list | tuple) and any(map(holds_results, value))


def _cut_off() -> Problem:
    return Problem(
        Code.INVALID_INPUT,
        say("tensor-of-computed"),
        say("tensor-of-computed.hint"),
    )


def entries(key: Any) -> list[Any]:
    """What stands in brackets, as `engine.graph.indexing` takes it. Raises ProblemError (invalid-axis)."""
    return [_entry(each) for each in (key if isinstance(key, tuple) else (key,))]


def _entry(each: Any) -> Any:
    """What stands in brackets, lists and the data of tensors as arrays. Raises ProblemError (invalid-axis)."""
    if isinstance(each, Tensor):
        array = np.asarray(each.raw) if not is_mask(each) else np.not_equal(each.raw, 0)
    elif isinstance(each, tuple | list | np.ndarray | np.generic | float):
        array = np.asarray(each)
    else:
        return each
    if array.dtype.kind == "f":
        if not np.equal(np.mod(array, 1), 0).all():
            raise ProblemError(Problem(Code.INVALID_AXIS, say("no-index", short=_short(array)), say("no-index.hint")))
        array = array.astype(int)
    return array if array.ndim else int(array)


def is_mask(tensor: Tensor) -> bool:
    """Whether a tensor says true or false of each element: a comparison, or masks put together by products and the like."""
    waiting = [tensor]
    for each in waiting:
        if each.operation is None or not np.logical_or(np.equal(each.raw, 0), np.equal(each.raw, 1)).all():
            return False
        if each.operation.family is not Family.COMPARISON:
            waiting += each.inputs
    return True


def _short(data: Any) -> str:
    data = data.raw if isinstance(data, Tensor) else data
    if isinstance(data, float):
        return f"{data:.6g}" if data != int_or_nan(data) else f"{data:.1f}"
    return np.array2string(data, precision=4, separator=", ", threshold=20)


def int_or_nan(data: float) -> float:
    """The whole number a float is, else NaN."""
    return data if data.is_integer() and abs(data) < 1e6 else float("nan")


def _without_truths(value: Any) -> Any:
    """An array of truths as numbers, which is what conditions are here."""
    return value.astype(np.float64) if isinstance(value, np.ndarray) and value.dtype == bool else value


def lift(value: Any) -> Tensor:
    """A tensor as it is; a number or array as a constant; a list of tensors stacked. Raises ProblemError (invalid-input)."""
    if isinstance(value, Tensor):
        return value
    if type(value) is not float:
        if type(value) is not int and isinstance(value, list | tuple) and holds_results(value):
            return apply(OPERATIONS["stack"], *map(lift, value))
        value = numbers_of(value)
    # A constant as `Tensor(value, requires_grad=False)` makes it, at once: every `2 * x` makes one.
    made = object.__new__(Tensor)
    made.raw = value
    made.other_inputs = ()
    made.number = next_number()
    made.requires_grad = False
    made.operation = made.options = made.first = made.second = made.first_slope = made.second_slope = None
    made.accumulated_grad = made.label = made.span = made.pending_grad = None
    return made


def shape_after(operation: Operation, inputs: Sequence[Tensor], options: Options) -> Shape:
    """The shape of the result, before it is computed. Raises ProblemError (shape-mismatch, invalid-axis)."""
    shapes = tuple([() if type(tensor.raw) is float else tensor.raw.shape for tensor in inputs])  # type: ignore[union-attr]
    if isinstance(operation.value, Transform):
        shape = operation.value.shape(shapes, options)
        if len(shape) > MAX_AXES:
            raise too_many_axes(len(shape))
        return shape
    return broadcast(operation.name, shapes)


def apply(operation: Operation, *inputs: Tensor, **options: Any) -> Tensor:
    """A new tensor: the operation on the inputs' data; element by element with broadcasting, unless it is a `Transform`.

    Raises ProblemError (shape-mismatch, invalid-axis, singular-matrix), and (argument-count) for too few or too many inputs.
    """
    if not inputs or (len(inputs) != operation.arity and not operation.variadic):
        raise ProblemError(argument_count(operation, len(inputs)))
    shape_after(operation, inputs, options)
    return computed(operation, inputs, options)


def computed(operation: Operation, inputs: Sequence[Tensor], options: Options) -> Tensor:
    """As `apply`, of inputs whose shapes are known to fit, as `shape_after` says."""
    result = object.__new__(Tensor)
    # An array that somebody may change is copied first, so that what was computed with it stays what it was.
    data = [tensor.raw for tensor in inputs]
    if HANDED_OUT:
        data = [np.array(raw) if type(raw) is Numbers else raw for raw in data]
    result.options = options or None
    if isinstance(operation.value, Transform):
        with np.errstate(all="ignore"):
            result.raw = as_float_or_array(operation.value.evaluate(*data, **options))
        result.first_slope = result.second_slope = None
    elif all(type(value) is float for value in data):
        functions = kernel(operation)
        result.raw, slopes = functions.scalar(*data)
        result.first_slope, result.second_slope = (*slopes, None, None)[:2]
    else:
        with np.errstate(all="ignore"):
            result.raw = np.asarray(kernel(operation).value(*data), dtype=np.float64)
        result.first_slope = result.second_slope = None
    result.operation = operation
    result.recorded = data, result.raw
    result.number = next_number()
    result.first = inputs[0]
    result.second = inputs[1] if len(inputs) > 1 else None
    result.other_inputs = tuple(inputs[2:])
    result.requires_grad = False
    for tensor in inputs:
        if tensor.requires_grad:
            result.requires_grad = True
            break
    result.accumulated_grad = result.label = result.span = result.pending_grad = None
    if SWITCHED_OFF:
        cut(result)
    return result


def cut(result: Tensor) -> None:
    """Makes a constant of a result where nothing is recorded."""
    if not is_grad_enabled():
        separate(result)


def separate(result: Tensor) -> None:
    """Makes a constant of a result, which forgets what it was made from."""
    result.operation = result.options = result.first = result.second = result.first_slope = result.second_slope = None
    result.other_inputs = ()
    result.requires_grad = False


def recorded(result: Tensor) -> tuple[Sequence[Data], Data]:
    """The numbers of a result's inputs, and its own, when it was computed; they may have been changed since."""
    try:
        return result.recorded
    except AttributeError:  # of floats alone, whose slopes are recorded instead
        return [source.raw for source in result.inputs], result.raw


def arranged(operation: Operation, given: Sequence[Any], keywords: dict[str, Any]) -> list[Any]:
    """The inputs of a call in slot order: those given by place, then those by name (taken out of `keywords`), then defaults.

    Ends before the first that is missing, so that a caller can count them. A default is a constant with its own number
    for a name, since no text of a program shows it.
    """
    first_default = operation.arity - len(operation.defaults)
    found: list[Any] = []
    for slot, parameter in enumerate(operation.parameters):
        named = next((name for name in keywords if operation.keywords.get(name) == parameter), None)
        value = given[slot] if slot < len(given) else keywords.pop(named) if named else None
        if value is None and slot >= first_default:
            default = operation.defaults[slot - first_default]
            value = Tensor(default, requires_grad=False, label=f"{default:g}".replace("inf", "∞").replace("-", "−"))
        if value is None:
            return found
        found.append(value)
    return [*found, *given[operation.arity :]]


def argument_count(operation: Operation, given: int) -> Problem:
    """The problem of a call with the wrong number of arguments."""
    wanted = operation.arity
    least = "yes" if operation.is_variadic_fold else "no"
    is_of_base = operation.name == "log" and given == 2
    return Problem(
        Code.ARGUMENT_COUNT,
        say("argument-count", name=operation.notation.call or operation.name, least=least, wanted=wanted, given=given),
        say("log-of-base") if is_of_base else say("write-signature", signature=operation.signature),
    )


def function(operation: Operation) -> Callable[..., Tensor]:
    """The operation as a function of tensors and numbers. Raises ProblemError as `apply` does, TypeError for wrong arity."""
    if not operation.elementwise or operation.arity > 2:
        return _general(operation)
    names = {
        "_Tensor": Tensor,
        "_lift": lift,
        "_apply": apply,
        "_next_number": next_number,
        "_off": SWITCHED_OFF,
        "_cut": cut,
    }
    return written_out(operation, names)


def _general(operation: Operation) -> Callable[..., Tensor]:
    """The function of an operation that has no body of its own: options by keyword, or by place after the inputs."""

    def made(*arguments: Any, **options: Any) -> Tensor:
        if operation.variadic:
            arguments = (*arguments[0], *arguments[1:]) if isinstance(arguments[0], list | tuple) else arguments
            inputs, by_place = arguments, ()
        else:
            arguments = tuple(arranged(operation, arguments, options)) if operation.keywords else arguments
            inputs, by_place = arguments[: operation.arity], arguments[operation.arity :]
        if len(by_place) > len(operation.options) or not set(options) <= set(operation.options):
            raise TypeError(f"{operation.name} takes {operation.arity} inputs and the options {operation.options}")
        if len(inputs) < operation.arity:
            raise TypeError(f"{operation.name} takes {operation.arity} inputs")
        return apply(operation, *map(lift, inputs), **dict(zip(operation.options, by_place, strict=False)), **options)

    made.__name__ = made.__qualname__ = operation.name
    made.__module__ = "backpass"
    made.__doc__ = f"{operation.summary}\n\n{operation.why}"
    return made


FUNCTIONS: dict[str, Callable[..., Tensor]] = {record.name: function(record) for record in OPERATIONS.values()}
"""Every operation as a function, by its record's name."""

_PYTHON_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "**": "pow",
    "@": "matmul",
    "%": "mod",
    "//": "floordiv",
    ">": "gt",
    ">=": "ge",
    "<": "lt",
    "<=": "le",
}
"""The methods behind Python's operators."""
_MIRRORED = frozenset({"<", "<=", ">", ">="})
"""Where the tensor stands on the right, Python itself asks the mirrored question: `1 < x` is `x > 1`."""


def _complete(tensor: type[Tensor]) -> None:
    """Gives the class its operators and methods, all from the records; what it defines itself stays as it is."""
    own = {*vars(tensor)}
    for record in OPERATIONS.values():
        made = FUNCTIONS[record.name]
        for name in record.names:
            if name not in own:
                setattr(tensor, name, made)
        symbol = record.notation.infix
        if symbol in _PYTHON_OPERATORS and record.arity == 2:
            python = _PYTHON_OPERATORS[symbol]
            setattr(tensor, f"__{python}__", made)
            if symbol not in _MIRRORED:
                setattr(tensor, f"__r{python}__", _reflected(made))
    for python, name in {"neg": "negate", "abs": "abs"}.items():
        setattr(tensor, f"__{python}__", FUNCTIONS[name])


def _reflected(made: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda right, left: made(left, right)


_complete(Tensor)
