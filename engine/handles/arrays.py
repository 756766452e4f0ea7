"""`Array`: a handle that follows NumPy's rules. What is computed without axes is a scalar, which no assignment changes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np

from backpass.engine.graph.indexing import key_of
from backpass.engine.graph.tensor import Tensor, attachment, attachments, entries
from backpass.engine.handles.array_kinds import check_whole, fitted, joined, kind_after, kind_of_numbers, type_of
from backpass.engine.handles.handle import NUMBERS, Handle, lifted, picked
from backpass.engine.handles.kinds import INT64, Kind
from backpass.engine.handles.operations import (
    Step,
    TensorError,
    beyond,
    constant,
    does_otherwise,
    hold,
    operate,
    placed_constant,
    print_options,
    was_looked_at,
)
from backpass.engine.operations import OPERATIONS, Native
from backpass.engine.problems import ProblemError

_BASIC = (int, slice, type(None), type(Ellipsis))
_OPERANDS = (Handle, list, tuple, *NUMBERS)
NUMBERS_OF_PYTHON = (int, float)
_NO_NUMBERS = np.zeros(0)
_PER_NUMBER = 64
"""Numbers that are computed in the time in which one is shown."""


class Array(Handle):
    """An array of NumPy, or one of its scalars."""

    result_class: "ClassVar[type[Array]]"
    is_scalar = False
    is_made = False
    """Whether it is new numbers that have no name yet, so that a name of the top level makes it an input."""
    is_read_only = False
    is_turned = False
    """Whether NumPy may keep its numbers in another order than they are read in, so that its `reshape` makes a copy."""
    is_differentiated: ClassVar[bool] = False
    """Whether a function is being differentiated within which nothing may be written into arrays."""
    goes_first: ClassVar[bool] = False
    """Whether what is computed of it and of another library's array is an array of its own."""

    @classmethod
    def made(cls, node: Tensor, kind: Kind, library: str = "numpy") -> "Array":
        """See `Handle.made`. A leaf belongs to the array that was first made on it."""
        owner = attachment(node, "handle")
        found: Any = super().made(node, kind, library)
        if owner is not None:
            attachments(node)["handle"] = owner
        return found  # type: ignore[no-any-return]

    @classmethod
    def of(cls, node: Tensor, kind: Kind, *, is_scalar: bool | None = None) -> "Array":
        """An array on a node; a scalar where it has no axes, unless `is_scalar` is given."""
        if kind.bits == 32:
            beyond("arrays of 32 bits, which another library gave")
        found: Any = cls.result_class.made(node, kind, "numpy")
        found.is_scalar = not node.shape if is_scalar is None else is_scalar
        return found  # type: ignore[no-any-return]

    @classmethod
    def result(cls, node: Tensor, kind: Kind, decisive: Sequence[Any]) -> "Array":  # noqa: ARG003 - for other libraries
        """What an operation has given; `decisive` are those of its inputs of which the result has its kind."""
        return cls.of(node, kind)

    @property
    def numbers(self) -> Any:
        """Its numbers as an array of NumPy's own."""
        was_looked_at()
        return self.kind.numbers(self.node.raw)

    @property
    def own(self) -> Any:
        """What NumPy has in its place: an array, or a scalar of its own."""
        return self.numbers[()] if self.is_scalar else self.numbers

    @property
    def real_type(self) -> type:
        """What NumPy calls its class."""
        return type_of(self.kind).type if self.is_scalar else np.ndarray

    @property
    def sample(self) -> Any:
        """A value of this class of NumPy's own."""
        return self.real_type() if self.is_scalar else _NO_NUMBERS

    @property
    def requires_grad(self) -> bool:
        """Whether a gradient flows to it, whatever kind of numbers it has."""
        return self.node.requires_grad

    @property
    def is_leaf(self) -> bool:
        """Whether it was computed from nothing."""
        return self.node.operation is None

    def require_grad(self, wanted: bool) -> None:
        """Makes it a leaf of its numbers that a gradient is wanted for."""
        before = self.node
        made = Tensor(before.raw, requires_grad=wanted, label=before.label)
        made.span = before.span
        self.base, self.steps, self.is_constant = None, (), False
        is_scalar, members = self.is_scalar, self.members
        Handle.__init__(self, made, self.kind, self.library)
        self.is_scalar, self.members = is_scalar, members

    # Views

    def view(self, step: Step, *, is_constant: bool = False, is_quiet: bool = False, several: bool = False) -> "Array":
        """See `Handle.view`. Raises ValueError where shapes do not fit."""
        try:
            made: Any = super().view(step, is_constant=is_constant, is_quiet=is_quiet, several=several)
        except TensorError as error:
            raise ValueError(str(error)) from None
        made.is_read_only, made.is_turned = self.is_read_only, self.is_turned
        return made  # type: ignore[no-any-return]

    def reshaped(self, step: Step) -> "Array":
        """A view of another shape. Where NumPy may have made a copy, it ends the run as soon as numbers would be shared.

        Raises ValueError where the number of elements differs.
        """
        begun: list[bool] = []

        def checked(node: Tensor) -> Tensor:
            if begun and self._may_be_copied():
                beyond("a shape that shares no numbers")
            begun.append(True)
            return step(node)

        made = self.view(checked)
        made.is_turned = False
        return made

    def _may_be_copied(self) -> bool:
        """Whether a change of its shape may need its numbers in another order than they are kept in."""
        if self.is_turned or self.root.is_turned:  # type: ignore[attr-defined]
            return True
        places = self.places().ravel() if self.base is not None else np.zeros(0)
        return bool(places.size and np.any(np.diff(places) != 1))

    def write(self, new: Tensor) -> None:
        """See `Handle.write`. Raises ValueError."""
        if self.is_read_only:
            raise ValueError("assignment destination is read-only")
        if self.is_differentiated and new.requires_grad:
            beyond("what is written where a function is differentiated")
        new, root = self._cut(self._fitted(new, self.shape)), self.root
        root._node = new if self.base is None else self._put_into(root._node, new)
        root.version += 1

    def _cut(self, new: Tensor) -> Tensor:
        """Numbers as an array of its kind holds them: whole numbers lose what is behind the point, and their graph with it."""
        raw = fitted(self.kind, new.raw)
        if self.kind.rank < 2 and new.requires_grad:
            was_looked_at()
        if raw is new.raw:
            return new
        if self.kind.rank == 1:
            does_otherwise("whole numbers cut off")
        return constant(raw)

    # Items

    def __getitem__(self, key: Any) -> "Array":
        found = self._key(key)
        if all(isinstance(each, _BASIC) for each in found):
            self._check(found)
            if not _keeps_axes(found, len(self.shape)):
                return self.of(picked(self.used, key=found), self.kind)
            return self.view(lambda node: picked(node, key=found))
        chosen = self.of(self._picked(self.used, found), self.kind, is_scalar=False)
        chosen.is_turned = len(chosen.shape) > 1
        return chosen

    @staticmethod
    def _picked(node: Tensor, key: Any) -> Tensor:
        try:
            return picked(node, key=key)
        except TensorError as error:
            raise IndexError(str(error)) from None

    def _key(self, key: Any) -> tuple[Any, ...]:
        """What stands in brackets, with arrays as those of NumPy. Raises IndexError."""
        parts = key if isinstance(key, tuple) else (key,)
        return tuple(map(_part, parts))

    def _check(self, key: tuple[Any, ...]) -> None:
        """Raises IndexError as NumPy does, so that a loop over it ends."""
        axes = sum(each is not None and each is not Ellipsis for each in key)
        if axes > len(self.shape):
            count = f"{len(self.shape)}-dimensional, but {axes} were indexed"
            what = "invalid index to scalar variable." if self.is_scalar else f"too many indices for array: array is {count}"
            raise IndexError(what)
        place = 0
        for number, each in enumerate(key):
            if each is Ellipsis:
                place = len(self.shape) - sum(one is not None for one in key[number + 1 :])
            elif each is not None:
                if isinstance(each, int) and not -self.shape[place] <= each < self.shape[place]:
                    raise IndexError(f"index {each} is out of bounds for axis {place} with size {self.shape[place]}")
                place += 1

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.is_scalar:
            raise TypeError(f"'{type_of(self.kind).type.__module__}.{self.kind.name}' object does not support item assignment")
        found = self._key(key)
        is_view = isinstance(value, Handle) and value.base is not None and value.base is self.root
        if is_view and self._is_part(found, value):
            return  # after `x[0] += 1`, which has written it
        if all(isinstance(each, _BASIC) for each in found):
            self._check(found)
        places, shape = self._places(found)
        new = self._cut(self._fitted(node_of(value), shape if shape is not None else places.shape))
        if shape is not None:
            new = operate("reshape", new, shape=places.shape)
        self._put(places, found, new)

    def _places(self, key: tuple[Any, ...]) -> tuple[Any, tuple[int, ...] | None]:
        """The places of what a key picks, and the shape that this has then to be given. Raises IndexError."""
        try:
            found, shape = key_of(entries(key), self.shape)
        except ProblemError as error:
            raise IndexError(str(error.problems[0].message)) from None
        hold(self.size)
        numbers = np.arange(self.size).reshape(self.shape)
        return numbers[tuple(list(each) if isinstance(each, tuple) else each for each in found)], shape

    def _fitted(self, new: Tensor, shape: tuple[int, ...]) -> Tensor:
        """Numbers in a shape that they are put into. Raises ValueError."""
        if new.shape == shape:
            return new
        try:
            return operate("broadcast_to", new, shape=shape)
        except TensorError:
            shapes = f"from shape {_shown(new.shape)} into shape {_shown(shape)}"
            raise ValueError(f"could not broadcast input array {shapes}") from None

    def _put(self, places: Any, key: tuple[Any, ...], new: Tensor) -> None:
        """Puts numbers where a key says."""
        counts = np.bincount(np.ravel(places), minlength=self.size).reshape(self.shape)
        if self.shape and counts.max(initial=0) < 2:
            found, _ = key_of(entries(key), self.shape)
            there = operate("put_back", new, key=found, shape=self.shape)
            self.write(there if counts.all() else operate("where", constant(counts.astype(float)), there, self.node))
            return
        part: Any = self.of(picked(constant(self.node.raw), key=key), self.kind, is_scalar=False)
        part.base, part.steps, part._seen = self.root, (*self.steps, partial(picked, key=key)), self.root.version
        part.is_read_only = self.is_read_only
        part.write(new if new.shape == part.shape else operate("reshape", new, shape=part.shape))

    def _is_part(self, key: Any, part: Handle) -> bool:
        if part._seen != self.root.version:
            return False
        there = self._picked(constant(self.places().astype(float)), key)
        return bool(np.array_equal(np.asarray(there.raw).astype(int), part.places()))

    # Python's protocols

    def item(self) -> Any:
        """The number of an array that has one, as Python has it. Raises ValueError for several."""
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.numbers.reshape(-1)[0].item()

    def __float__(self) -> float:
        return float(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __complex__(self) -> complex:
        return complex(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            raise TypeError("only length-1 arrays can be converted to Python scalars")
        return self.item()

    def __index__(self) -> int:
        if self.kind.rank != 1 or self.shape:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.item())

    def __round__(self, digits: Any = None) -> Any:
        if not self.is_scalar:
            raise TypeError("type numpy.ndarray doesn't define __round__ method")
        found = round(self.own) if digits is None else round(self.own, digits)
        return int(found) if digits is None else self.of(constant(float(found)), self.kind)

    def __bool__(self) -> bool:
        if self.size != 1:
            what = "an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty."
            several = "an array with more than one element is ambiguous. Use a.any() or a.all()"
            raise ValueError(f"The truth value of {several if self.size else what}")
        return bool(self.item())

    def __len__(self) -> int:
        if self.is_scalar:
            raise TypeError(f"object of type 'numpy.{self.kind.name}' has no len()")
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> "Iterator[Array]":
        if not self.shape:
            name = f"'numpy.{self.kind.name}' object is not iterable" if self.is_scalar else "iteration over a 0-d array"
            raise TypeError(name)
        return (self[place] for place in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(np.equal(self.numbers, node_of(value).raw)))

    def __repr__(self) -> str:
        return self._shown(repr)

    def __str__(self) -> str:
        return self._shown(str)

    def _shown(self, how: Callable[[Any], str]) -> str:
        options = print_options()
        if self.size <= options.get("threshold", 1_000):
            hold(self.size * _PER_NUMBER)
        if not options:
            return how(self.own)
        with np.printoptions(**options):
            return how(self.own)

    def __format__(self, written: str) -> str:
        if self.is_scalar or not written:
            return format(self.own, written) if self.is_scalar else str(self)
        raise TypeError("unsupported format string passed to numpy.ndarray.__format__")


Array.result_class = Array


def _shown(shape: tuple[int, ...]) -> str:
    return f"({','.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


_NO_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
)


def _part(part: Any) -> Any:
    """One of the parts of what stands in brackets. Raises IndexError."""
    if isinstance(part, Handle):
        if part.kind.rank == 2:
            raise IndexError("arrays used as indices must be of integer (or boolean) type" if part.shape else _NO_INDEX)
        return part.numbers if part.shape or part.kind.rank == 0 else int(part.item())
    if isinstance(part, list | tuple):
        found = np.asarray([_plain(each) for each in part])
        return found if found.size else found.astype(int)
    if isinstance(part, slice):
        return slice(*(each.__index__() if isinstance(each, Handle) else each for each in (part.start, part.stop, part.step)))
    if isinstance(part, bool):
        return np.asarray(part)
    if isinstance(part, float | str):
        raise IndexError(_NO_INDEX)
    return int(part) if isinstance(part, int) else part


def _plain(part: Any) -> Any:
    if isinstance(part, list | tuple):
        return [_plain(each) for each in part]
    return part.own if isinstance(part, Array) else part


def _keeps_axes(key: tuple[Any, ...], axes: int) -> bool:
    """Whether a view is left, and not a number alone."""
    return any(each is Ellipsis or each is None or isinstance(each, slice) for each in key) or len(key) < axes


def node_of(value: Any) -> Tensor:
    """The node of an array, of a number, or of lists of these. Raises TypeError, ValueError."""
    if isinstance(value, list | tuple):
        return _node_of_list(value)
    if value is None or isinstance(value, str):
        raise TypeError(f"unsupported operand type for an array: '{type(value).__name__}'")
    return lifted(value)


def _node_of_list(items: Any) -> Tensor:
    """Lists of numbers are one node; where a part has a node itself, what they are put together to."""
    if not _holds_nodes(items):
        array = np.asarray(items)
        if array.dtype.kind not in "biuf":
            raise TypeError("an array of numbers is expected")
        return constant(array.astype(float) if array.ndim else float(array))
    nodes = [node_of(each) for each in items]
    if len({node.shape for node in nodes}) > 1:
        raise ValueError(
            "setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The "
            f"detected shape was ({len(nodes)},) + inhomogeneous part."
        )
    if not any(node.requires_grad for node in nodes):
        return constant(np.array([node.raw for node in nodes]))
    return operate("stack", *nodes, axis=0)


def _holds_nodes(items: Any) -> bool:
    waiting = [items]
    for each in waiting:
        for item in each:
            if isinstance(item, list | tuple):
                waiting.append(item)
            elif isinstance(item, Handle) or isinstance(getattr(item, "node", None), Tensor):
                return True
    return False


def kinds_in(value: Any) -> Iterator[Any]:
    """The kinds of arrays, and the numbers, that a value is or holds."""
    waiting = [value]
    for each in waiting:
        if isinstance(each, list | tuple):
            waiting += each
        else:
            yield each.kind if isinstance(each, Handle) else each


def computed(of: type[Array], name: str, *inputs: Any, **options: Any) -> Array:
    """An operation of arrays, numbers and lists, by slots. Raises TypeError, ValueError."""
    decisive = inputs[1:] if name == "where" else inputs
    given = joined(each for value in decisive for each in kinds_in(value))
    if name == "power" and given is INT64 and np.any(np.asarray(node_of(inputs[1]).raw) < 0):
        raise ValueError("Integers to negative integer powers are not allowed.")
    nodes = [node_of(each) for each in inputs]
    kind = kind_after(name, given)
    try:
        node = operate(name, *nodes, **options)
    except TensorError as error:
        raise ValueError(_worded(name, nodes) or str(error)) from None
    _settle(name, node, nodes, options)
    check_whole(name, node.raw, kind)
    if not node.requires_grad and any(each.requires_grad for each in nodes):
        was_looked_at()
    made = of.result(node, kind, decisive)
    made.is_turned = len(node.shape) > 1 and any(isinstance(each, Array) and each.is_turned for each in inputs)
    return made


_OWN: dict[str, Callable[..., Any]] = {
    "norm": np.linalg.norm,
    "std": np.std,
    "var": np.var,
    "power": lambda base, exponent: (np.float64(base) if isinstance(base, float) else base) ** exponent,
}
"""What NumPy computes in another way than the operations do, with other last digits."""


def _settle(name: str, node: Tensor, inputs: list[Tensor], options: dict[str, Any]) -> None:
    """Gives a result the last digits that NumPy's have: its functions of one number are not those of Python."""
    value = OPERATIONS[name].value
    own = _OWN.get(name)
    if own is None and isinstance(value, Native) and isinstance(node.raw, float):
        own = value.array
    if own is None:
        return
    with np.errstate(all="ignore"):
        found = own(*(each.raw for each in inputs), **options)
    node.raw = float(found) if isinstance(node.raw, float) else found


def _worded(name: str, nodes: list[Tensor]) -> str:
    """A refusal in NumPy's words where two shapes do not fit; empty for any other."""
    if len(nodes) != 2:
        return ""
    shapes = [each.shape for each in nodes]
    if name == "matmul":
        if not all(shapes):
            needs = "(has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)"
            return f"matmul: Input operand {int(bool(shapes[0]))} does not have enough dimensions {needs}"
        left, right = shapes[0][-1], shapes[1][-2 if len(shapes[1]) > 1 else 0]
        return (
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
            f"(size {right} is different from {left})"
        )
    return f"operands could not be broadcast together with shapes {_shown(shapes[0])} {_shown(shapes[1])} "


# Operators

_OPERATORS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "pow": "power",
    "mod": "modulo",
    "floordiv": "floor_divide",
    "matmul": "matmul",
}
_COMPARISONS = {
    "gt": "greater",
    "ge": "greater_equal",
    "lt": "less",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
}
_OF_BITS: dict[str, Callable[[Any, Any], Any]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "lshift": np.left_shift,
    "rshift": np.right_shift,
}


def _binary(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def forward(self: Array, other: Any) -> Any:
        if isinstance(other, Array) and other.goes_first and not self.goes_first:
            return NotImplemented
        return computed(type(self), name, self, other) if isinstance(other, _OPERANDS) else NotImplemented

    def reflected(self: Array, other: Any) -> Any:
        if name == "multiply" and self.is_scalar and self.kind is INT64 and isinstance(other, list | tuple):
            hold(len(other) * max(int(self), 0))
            return other * int(self)  # a list as often again
        return computed(type(self), name, other, self) if isinstance(other, _OPERANDS) else NotImplemented

    def assigned(self: Array, other: Any) -> Any:
        if self.is_scalar or not isinstance(other, _OPERANDS):
            return NotImplemented
        return become(self, computed(type(self), name, self, other), name)

    return forward, reflected, assigned


def become(array: Array, result: Array, name: str) -> Array:
    """Gives an array the numbers that were computed of it. Raises TypeError, ValueError as NumPy does."""
    if result.kind.rank > array.kind.rank:
        types = f"from {type_of(result.kind)!r} to {type_of(array.kind)!r}"
        raise TypeError(f"Cannot cast ufunc '{name}' output {types} with casting rule 'same_kind'")
    if result.shape != array.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {_shown(array.shape)} doesn't match the broadcast shape "
            f"{_shown(result.shape)}"
        )
    array.write(result.node)
    return array


def _comparison(name: str) -> Callable[..., Any]:
    def compare(self: Array, other: Any) -> Any:
        return computed(type(self), name, self, other) if isinstance(other, _OPERANDS) else NotImplemented

    return compare


def _bits(function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def forward(self: Array, other: Any) -> Any:
        return plain(type(self), function, self, other) if isinstance(other, _OPERANDS) else NotImplemented

    def reflected(self: Array, other: Any) -> Any:
        return plain(type(self), function, other, self) if isinstance(other, _OPERANDS) else NotImplemented

    def assigned(self: Array, other: Any) -> Any:
        if self.is_scalar or not isinstance(other, _OPERANDS):
            return NotImplemented
        return become(self, plain(type(self), function, self, other), function.__name__)

    return forward, reflected, assigned


def plain(of: type[Array], function: Callable[..., Any], *inputs: Any) -> Array:
    """A function of NumPy's that has no derivative."""
    given = [each.own if isinstance(each, Array) else _plain(each) for each in inputs]
    hold(size_together(given))
    return of_numbers(of, function(*given))


def size_together(given: Sequence[Any]) -> int:
    """The numbers of arrays of NumPy's own together, as broadcasting makes them, or one after the other."""
    arrays = [each for each in given if isinstance(each, np.ndarray | list | tuple)]
    try:
        together = np.broadcast_shapes(*(np.shape(each) for each in arrays))
    except ValueError:
        together = ()
    return max(int(np.prod(together, dtype=object)), sum(np.size(each) for each in arrays))


def of_numbers(of: type[Array], found: Any) -> Array:
    """An array or a scalar of NumPy's own as one of ours. Raises TypeError for kinds that are not here."""
    array = np.asarray(found)
    kind = kind_of_numbers(array)
    if kind is None:
        raise TypeError(f"arrays of {array.dtype} are not here")
    check_whole("add", array if array.size else 0.0, kind)
    raw = array.astype(float) if array.ndim else float(array)
    return of.of(placed_constant(raw), kind, is_scalar=not isinstance(found, np.ndarray))


def _inverted(self: Array) -> Array:
    return plain(type(self), np.invert, self)


def _hashed(self: Array) -> int:
    """By its number, so that dictionaries find it; a leaf is the one that it is."""
    is_number = self.is_scalar and not (self.node.requires_grad and self.node.operation is None)
    return hash(self.item()) if is_number else object.__hash__(self)


def _complete() -> None:
    kind: Any = Array
    for name, record in _OPERATORS.items():
        forward, reflected, assigned = _binary(record)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
        setattr(kind, f"__i{name}__", assigned)
    for name, record in _COMPARISONS.items():
        setattr(kind, f"__{name}__", _comparison(record))
    for name, function in _OF_BITS.items():
        forward, reflected, assigned = _bits(function)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
        setattr(kind, f"__i{name}__", assigned)
    kind.__neg__ = lambda self: computed(type(self), "negate", self)
    kind.__pos__ = lambda self: self.of(operate("reshape", self.used, shape=self.shape), self.kind, is_scalar=self.is_scalar)
    kind.__abs__ = lambda self: computed(type(self), "abs", self)
    kind.__invert__ = _inverted
    kind.__hash__ = _hashed


_complete()
