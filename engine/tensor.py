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

from engine.keys import key_of
from engine.operations import OPERATIONS, Data, Operation, Options, Transform
from engine.problems import Code, Problem, ProblemError, Span
from engine.rules import FLOAT_ERRORS, kernel, scalar_source
from engine.shapes import Shape, as_data, as_float_or_array, broadcast, shape_of

Value = float | int | list[Any]
_next_number: Callable[[], int] = itertools.count().__next__


class Tensor:
    """A number or an array of numbers in a computational graph.

    `Tensor(2.0)`, `Tensor([[1, 2], [3, 4]])`; numbers on either side of an operator become constants. `.backward()` adds the
    derivative of this tensor with respect to every tensor it was made from to their `.grad`; it *adds*, so a second call doubles
    them until `.zero_grad()`. `.grad` is None where no gradient was computed, which is not the same as 0.

    Raises ProblemError (invalid-input) for data that are not numbers.
    """

    # The first two inputs and slopes have places of their own instead of a tuple each: the garbage collector then visits one
    # object per operation instead of three, and a large graph is built and differentiated in half the time.
    __slots__ = (
        "accumulated",
        "arriving",
        "data",
        "first",
        "first_slope",
        "label",
        "more",
        "number",
        "operation",
        "options",
        "requires_grad",
        "second",
        "second_slope",
        "span",
    )

    data: Data
    """float, or a float64 array."""
    operation: Operation | None
    """The record of the operation that made it; None for a leaf."""
    options: Options | None
    """What the operation was told besides its inputs, such as an axis."""
    first: "Tensor | None"
    second: "Tensor | None"
    more: "tuple[Tensor, ...]"
    """The inputs by slot; see `inputs`."""
    first_slope: float | None
    second_slope: float | None
    """Derivatives for the first two inputs, where all data are floats; else they are computed when they are asked for."""
    number: int
    """Larger than the number of every input."""
    requires_grad: bool
    label: str | None
    span: Span | None
    """The place in a program that made it."""

    if TYPE_CHECKING:

        def backward(self, upstream: Any = 1.0) -> None:
            """See `engine.tensor_methods`, as for the next two."""

        def zero_grad(self) -> None: ...

        def _repr_svg_(self) -> str: ...

        def __getattr__(self, name: str) -> "Callable[..., Tensor]":
            """Every operation is a method under each of its names."""

    def __init__(self, data: Any, requires_grad: bool = True, label: str | None = None) -> None:
        self.data = data if type(data) is float else as_data(data)
        self.operation = None
        self.options = None
        self.first = self.second = None
        self.more = ()
        self.first_slope = self.second_slope = None
        self.number = _next_number()
        self.requires_grad = requires_grad
        self.label = label
        self.span = None
        self.accumulated: Data | None = None
        # The gradient that has arrived so far while a backward pass runs; None outside one.
        self.arriving: Any = None

    @property
    def inputs(self) -> "tuple[Tensor, ...]":
        """In slot order; a tensor used twice stands there twice."""
        if self.first is None:
            return ()
        return (self.first,) if self.second is None else (self.first, self.second, *self.more)

    @property
    def grad(self) -> Data | None:
        """The accumulated derivative, with the shape of `data`; None where none was computed."""
        return self.accumulated

    @grad.setter
    def grad(self, value: Any) -> None:
        self.accumulated = None if value is None else as_data(value)

    @property
    def grad_fn(self) -> Operation | None:
        """The operation through which a gradient flows back; None for a leaf and for what needs no gradient."""
        return self.operation if self.requires_grad else None

    @property
    def shape(self) -> Shape:
        return shape_of(self.data)

    def __getitem__(self, key: Any) -> "Tensor":
        """Elements as in NumPy: `x[0]`, `x[1:3]`, `x[:, -1]`, `x[[2, 0]]`, `x[mask]`, `x[..., None]`.

        Raises ProblemError (invalid-axis, shape-mismatch).
        """
        entries = [_entry(each) for each in (key if isinstance(key, tuple) else (key,))]
        found, shape = key_of(entries, self.shape)
        result = FUNCTIONS["index"](self, key=found)
        return result if shape is None else FUNCTIONS["reshape"](result, shape=shape)

    def __iter__(self) -> "Iterator[Tensor]":
        """Its parts along the first axis. Raises TypeError for a scalar."""
        if not self.shape:
            raise TypeError("a scalar has no parts to go through")
        return (self[index] for index in range(self.shape[0]))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    def __bool__(self) -> bool:
        """Whether a scalar is not 0. Raises ValueError for more than one element, where it could mean two things."""
        return self.item() != 0

    def item(self) -> float:
        """The number of a scalar, or of a tensor with one element. Raises ValueError."""
        return self.data if isinstance(self.data, float) else float(self.data.item())

    def detach(self) -> "Tensor":
        """The same data as a leaf through which no gradient flows."""
        return Tensor(self.data, requires_grad=False)

    def __float__(self) -> float:
        return self.item()

    def __pos__(self) -> "Tensor":
        return self

    def __repr__(self) -> str:
        parts = [_short(self.data)]
        if self.grad is not None:
            parts.append(f"grad={_short(self.grad)}")
        if self.label:
            parts.append(f"label={self.label!r}")
        if self.grad_fn:
            parts.append(f"grad_fn={self.grad_fn.name}")
        elif not self.requires_grad:
            parts.append("requires_grad=False")
        return f"Tensor({', '.join(parts)})"

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions of elements are ours where a record has their name: `np.exp(tensor)`, `array + tensor`."""
        record = OPERATIONS.spellings.get(ufunc.__name__)
        if method != "__call__" or options or record is None:
            return NotImplemented
        return FUNCTIONS[record.name](*map(_without_truths, inputs))

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        """NumPy's functions of arrays are ours where a record has their name: `np.sum(tensor, axis=0)`."""
        if function is np.shape:
            return self.shape
        record = OPERATIONS.spellings.get(function.__name__)
        if record is None:
            return NotImplemented
        return FUNCTIONS[record.name](*map(_without_truths, arguments), **options)


def _entry(each: Any) -> Any:
    """What stands in brackets, lists and the data of tensors as arrays."""
    if isinstance(each, Tensor):
        each = np.asarray(each.data).astype(int)
        return int(each) if each.ndim == 0 else each
    if isinstance(each, tuple | list | np.ndarray):
        array = np.asarray(each)
        return array if array.dtype == bool else array.astype(int)
    return int(each) if isinstance(each, np.integer) else each


def _short(data: Data) -> str:
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
    """A tensor as it is; a number or array as a constant. Raises ProblemError (invalid-input)."""
    return value if isinstance(value, Tensor) else Tensor(value, requires_grad=False)


def shape_after(operation: Operation, inputs: Sequence[Tensor], options: Options) -> Shape:
    """The shape of the result, before it is computed. Raises ProblemError (shape-mismatch, invalid-axis)."""
    shapes = tuple(tensor.shape for tensor in inputs)
    if isinstance(operation.value, Transform):
        return operation.value.shape(shapes, options)
    return broadcast(operation.name, shapes)


def apply(operation: Operation, *inputs: Tensor, **options: Any) -> Tensor:
    """A new tensor: the operation on the inputs' data; element by element with broadcasting, unless it is a `Transform`.

    Raises ProblemError (shape-mismatch, invalid-axis, singular-matrix), and (argument-count) for too few or too many inputs.
    """
    if not inputs or (len(inputs) != operation.arity and not operation.variadic):
        raise ProblemError(argument_count(operation, len(inputs)))
    result = object.__new__(Tensor)
    data = [tensor.data for tensor in inputs]
    result.options = options or None
    if isinstance(operation.value, Transform):
        shape_after(operation, inputs, options)
        with np.errstate(all="ignore"):
            result.data = as_float_or_array(operation.value.evaluate(*data, **options))
        result.first_slope = result.second_slope = None
    elif all(type(value) is float for value in data):
        functions = kernel(operation)
        result.data, slopes = functions.scalar(*data)
        result.first_slope, result.second_slope = (*slopes, None, None)[:2]
    else:
        shape_after(operation, inputs, options)
        with np.errstate(all="ignore"):
            result.data = np.asarray(kernel(operation).value(*data), dtype=np.float64)
        result.first_slope = result.second_slope = None
    result.operation = operation
    result.number = _next_number()
    result.first = inputs[0]
    result.second = inputs[1] if len(inputs) > 1 else None
    result.more = inputs[2:]
    result.requires_grad = any(tensor.requires_grad for tensor in inputs)
    result.accumulated = result.label = result.span = result.arriving = None
    return result


def arranged(operation: Operation, given: Sequence[Any], keywords: dict[str, Any]) -> list[Any]:
    """The inputs of a call in slot order: those given by place, then those by name (taken out of `keywords`), then defaults.

    Ends before the first that is missing, so that whoever counts them can say so. A default is a constant with its own number
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
    plural = "argument" if wanted == 1 else "arguments"
    least = "at least " if operation.folds else ""
    return Problem(
        Code.ARGUMENT_COUNT,
        f"`{operation.notation.call or operation.name}` takes {least}{wanted} {plural}, "
        f"but {given} {'is' if given == 1 else 'are'} given.",
        f"Write it as `{operation.signature}`.",
    )


# The body of an operation as people call it. The case that matters for speed, floats only, is written out: the formulas
# stand in the body instead of behind a call. Everything else goes through `apply`.
_BODY = """
def {name}({parameters}):
{lift}
    {data} = {reads}
    if {floats}:
        try:
            out = {value}
            {slopes} = {derivatives}
        except _errors:
            out, ({slopes},) = _beyond({parameters_data})
        result = _new(_Tensor)
        result.data = out
{keep}
        result.operation = _operation
        result.number = _next_number()
        result.requires_grad = {requires}
        result.more = ()
        result.options = None
        result.accumulated = result.label = result.span = result.arriving = None
        return result
    return _apply(_operation, {inputs})
"""


_SLOTS = ("first", "second", "first_slope", "second_slope")


def function(operation: Operation) -> Callable[..., Tensor]:
    """The operation as a function of tensors and numbers. Raises ProblemError as `apply` does, TypeError for wrong arity."""
    if not operation.elementwise or operation.arity > 2:
        return _general(operation)
    names = operation.parameters
    tensors = [f"{name}_" for name in names]
    scalar = scalar_source(operation)
    slopes = [f"{name}_slope" for name in names]
    kept = [*tensors[:2], *slopes[:2]] if len(names) > 1 else [tensors[0], "None", slopes[0], "None"]
    source = _BODY.format(
        name=operation.name,
        parameters=", ".join(tensors),
        lift="\n".join(f"    if type({tensor}) is not _Tensor: {tensor} = _lift({tensor})" for tensor in tensors),
        data=", ".join(names),
        reads=", ".join(f"{tensor}.data" for tensor in tensors),
        floats=" and ".join(f"type({name}) is float" for name in names),
        value=scalar.value,
        slopes=", ".join(slopes),
        derivatives=", ".join(scalar.slopes),
        keep="\n".join(f"        result.{slot} = {kept}" for slot, kept in zip(_SLOTS, kept, strict=True)),
        parameters_data=", ".join(names),
        inputs=", ".join(tensors),
        requires=" or ".join(f"{tensor}.requires_grad" for tensor in tensors),
    )
    namespace: dict[str, Any] = {
        **scalar.names,
        "_errors": FLOAT_ERRORS,
        "_new": object.__new__,
        "_Tensor": Tensor,
        "_lift": lift,
        "_apply": apply,
        "_operation": operation,
        "_next_number": _next_number,
    }
    exec(source, namespace)  # noqa: S102 (formulas of our own tables, see engine.rules)
    made: Callable[..., Tensor] = namespace[operation.name]
    made.__doc__ = f"{operation.summary}\n\n{operation.why}"
    made.__qualname__ = operation.name
    made.__module__ = "engine"
    return made


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
    made.__module__ = "engine"
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
"""The methods behind Python's operators. `==` and `!=` keep asking whether two tensors are the same one, since tensors are keys
of dictionaries everywhere; whether their numbers are equal says `engine.equal`."""
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
    tensor.T = property(FUNCTIONS["transpose"])  # type: ignore[attr-defined]
    for python, name in {"neg": "negate", "abs": "abs"}.items():
        setattr(tensor, f"__{python}__", FUNCTIONS[name])


def _reflected(made: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda right, left: made(left, right)


_complete(Tensor)
