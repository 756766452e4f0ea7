"""What files of NumPy's prelude take from `backpass.engine.python.libraries.array_natives`: what is not written as a program."""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles import array_kinds
from backpass.engine.handles.array_kinds import check_whole, fitted, joined, kind_of_type, type_of
from backpass.engine.handles.arrays import Array, become, computed, kinds_in, node_of, of_numbers, size_together
from backpass.engine.handles.handle import NUMBERS, Handle
from backpass.engine.handles.kinds import FLOAT64, INT64, Kind
from backpass.engine.handles.operations import constant, hold, operate, placed_constant, was_looked_at
from backpass.engine.plain_python.values import Module, Native
from backpass.engine.python.libraries.array_functions import ARRAY_FUNCTIONS
from backpass.engine.python.libraries.natives import Table
from backpass.engine.python.libraries.random_arrays import Generators
from backpass.engine.python.numbers import TRACKED, WRITTEN, plain, tracked

__all__ = ["array_natives_of"]


class ArrayNatives:
    """The functions of one run."""

    def __init__(self, libraries: Any) -> None:
        self.libraries = libraries
        self.generators = Generators(self)

    @property
    def of(self) -> type[Array]:
        """The class of the arrays of this run."""
        return self.libraries.array_class()  # type: ignore[no-any-return]

    # Making

    def array(self, data: Any, dtype: Any = None, copy: Any = True, ndmin: int = 0) -> Array:
        """`np.array`, of any shape: numbers that are written make a leaf. Raises ValueError, TypeError."""
        wanted, libraries = self.kind(dtype), self.libraries
        if isinstance(data, Array):
            made = self._copy(data, wanted, is_needed=bool(copy))
        else:
            libraries.machine.measure(data)
            items = _listed(libraries.machine, data)
            given = joined(kinds_in(items))
            node, kind = node_of(items), wanted or given
            if node.requires_grad:
                made = self.of.of(_as_kind(node, given, kind), kind, is_scalar=False)
            else:
                made = self._leaf(fitted(kind, node.raw), kind, data)
        if ndmin > len(made.shape):
            return made.view(lambda node: operate("reshape", node, shape=(1,) * (ndmin - len(node.shape)) + node.shape))
        return made

    def _leaf(self, raw: Any, kind: Kind, data: Any) -> Array:
        """A leaf of numbers, which is called as the text that makes it until something has a name for it. Truths need none."""
        libraries = self.libraries
        array = np.array(raw, dtype=float)
        hold(array.size)
        check_whole("add", array if array.size else 0.0, kind)
        node = Tensor(array if array.ndim else float(array), requires_grad=kind.rank > 0)
        libraries.made(node)
        made = self.of.of(node, kind, is_scalar=False)
        if type(data) in WRITTEN and data.span is not None:
            libraries.machine.record.literals[made] = data.span
        return made

    def _copy(self, array: Array, wanted: Kind | None, *, is_needed: bool) -> Array:
        if wanted is not None and wanted != array.kind:
            return self.cast(array, wanted)
        if not is_needed and not array.is_scalar:
            return array
        made = self.copied(array)
        made.is_turned = array.is_turned
        return made

    def copied(self, array: Array) -> Array:
        """The same numbers in an array of its own."""
        return self.of.of(_copied(array.used), array.kind, is_scalar=False)

    def new(self, raw: Any, kind: Kind) -> Array:
        """New numbers, which are an input where the top level gives them a name."""
        array = np.asarray(raw, dtype=float)
        node = constant(array if array.ndim else float(array))
        self.libraries.made(node)
        made = self.of.of(node, kind, is_scalar=False)
        made.is_made = True
        return made

    def filled(self, shape: Any, number: Any, dtype: Any = None) -> Array:
        """An array of one number."""
        lengths = lengths_of(shape)
        hold(int(np.prod(lengths, dtype=object)))
        given = joined(kinds_in(number))
        kind = self.kind(dtype) or given
        source = node_of(number)
        node = _as_kind(source, given, kind)
        if source.requires_grad or node.shape:
            return self.of.of(operate("broadcast_to", node, shape=lengths), kind, is_scalar=False)
        return self.new(np.full(lengths, node.raw), kind)

    def made(self, name: str, *values: Any, dtype: Any = None, size: Any = 1, **options: Any) -> Array:
        """`arange`, `linspace`, `eye` and their like, of `size` numbers at most."""
        hold(_whole(size))
        given = [own(each) for each in values]
        kind = self.kind(dtype)
        if kind is not None:
            options["dtype"] = type_of(kind)
        found = getattr(np, name)(*given, **{key: own(each) for key, each in options.items()})
        known = array_kinds.kind_of_numbers(found)
        assert known is not None
        return self.new(found, known)

    # Kinds

    def kind(self, dtype: Any) -> Kind | None:
        """What `dtype=` means. Raises TypeError, ProblemError (unsupported) for what is not here."""
        found = kind_of_type(dtype)
        if found is None and dtype is not None:
            self.refuse(f"dtype={dtype}")
        return found

    def cast(self, array: Array, dtype: Any) -> Array:
        """A copy with numbers of another kind."""
        kind = self.kind(dtype) or FLOAT64
        node = _as_kind(array.used, array.kind, kind)
        made = self.of.of(_copied(node) if node is array.used else node, kind, is_scalar=array.is_scalar)
        made.is_turned = array.is_turned
        return made

    def scalar(self, value: Any, name: str) -> Array:
        """`np.float64(x)`."""
        kind = self.kind(name) or FLOAT64
        found = float(value) if isinstance(value, str) else value
        return self.of.of(_as_kind(node_of(found), joined(kinds_in(found)), kind), kind)

    def kind_name(self, dtype: Any) -> str:
        """What a type is called."""
        kind = self.kind(dtype)
        return "" if kind is None else kind.name

    def refuse(self, name: str) -> Any:
        """Ends the run where an option is not here. Raises ProblemError (unsupported)."""
        return self.libraries.machine.modules.refuse("python-module-lacks", module="numpy", name=name)

    # Operations

    def ufunc(self, name: str, *inputs: Any, out: Any = None, where: Any = True, dtype: Any = None) -> Array:
        """An operation element by element. Raises TypeError, ValueError; ProblemError (unsupported) for `where`."""
        if where is not True:
            self.refuse("where")
        found = computed(self.of, name, *inputs)
        return self.into(out, found, name, dtype)

    def into(self, out: Any, found: Array, name: str = "", dtype: Any = None) -> Array:
        """What a function gives: in the array that is to have it, where there is one."""
        found = found if dtype is None else self.cast(found, dtype)
        if out is None:
            return found
        return become(out[0] if isinstance(out, tuple) else out, found, name)

    def apply(self, name: str, *inputs: Any, **options: Any) -> Array:
        """Any other operation."""
        return computed(self.of, name, *inputs, **options)

    def as_array(self, value: Any) -> Array:
        """What a function is given, as an array: of lists and numbers one of their numbers."""
        if isinstance(value, Array):
            return value
        items = _listed(self.libraries.machine, value)
        return self.of.of(node_of(items), joined(kinds_in(items)))

    def view(self, array: Any, name: str, **options: Any) -> Array:
        """An operation that moves elements, as a view."""
        source = self.as_array(array)
        if name == "reshape":
            return source.reshaped(lambda node: operate(name, node, **options))
        made = source.view(lambda node: operate(name, node, **options))
        made.is_turned |= name == "transpose"
        return made

    def read_only(self, array: Array) -> Array:
        """A view that nothing is written to."""
        array.is_read_only = True
        return array

    def plainly(self, name: str, *values: Any, **options: Any) -> Any:
        """A function of NumPy that has no derivative: truths, places, orders."""
        given = [own(each) for each in values]
        hold(size_together(given))
        result = ARRAY_FUNCTIONS[name](*given, **{key: own(each) for key, each in options.items()})
        return self._result(result)

    def _result(self, result: Any) -> Any:
        if isinstance(result, tuple | list):
            return type(result)(map(self._result, result))
        return result if isinstance(result, bool | int | str) else of_numbers(self.of, result)

    def of_numbers(self, numbers: Any) -> Any:
        """Numbers of NumPy's own as an array of this run that the top level may make an input."""
        if isinstance(numbers, int | float) and not isinstance(numbers, np.generic):
            return numbers
        found = of_numbers(self.of, numbers)
        self.libraries.made(found.node)
        found.is_made = True
        return found

    # What an array has

    def item(self, array: Array, *key: Any) -> Any:
        """`item`: Python's number, with its node. Raises ValueError for several."""
        if key:
            place = key[0] if len(key) == 1 else tuple(key)
            array = array.view(lambda node: operate("reshape", node, shape=(-1,)))[place] if len(key) == 1 else array[place]
        return self.number_of(array)

    def number_of(self, array: Array, kind: Any = None) -> Any:
        """The number of an array as Python has it."""
        value, node = array.item() if kind is None else kind(array), array.used
        if not node.requires_grad or isinstance(value, bool):
            return value
        if node.shape:
            node = operate("reshape", node, shape=())
        return tracked(value, node, self.libraries.machine.record)

    def nested(self, array: Array) -> Any:
        """`tolist`."""
        self.libraries.hold(array.size)
        if not array.shape:
            return self.number_of(array)
        if not array.node.requires_grad:
            return array.numbers.tolist()
        return [self.nested(each) for each in array]

    def set_shape(self, array: Array, shape: Any) -> None:
        """`array.shape = …`."""
        made = array.view(lambda node: operate("reshape", node, shape=lengths_of(shape)))
        array._node = made.node
        self.libraries.beyond("a shape that is set")  # views of the array would be of the former one

    def type_of(self, array: Array) -> Any:
        """`array.dtype`."""
        return type_of(array.kind)

    # Random numbers, printing

    def drawn(self, name: str, *values: Any, **options: Any) -> Any:
        """Numbers of `np.random`."""
        return self.generators.drawn(name, *values, **options)

    def generator(self, seed: Any = None) -> Any:
        """`np.random.default_rng(seed)`."""
        return self.generators.generator(seed)

    def random_state(self, seed: Any = None) -> Any:
        """`np.random.RandomState(seed)`."""
        return self.generators.state(seed)

    def begin_random(self, seed: Any = None) -> None:
        """`np.random.seed(seed)`."""
        self.generators.begin(seed)

    def print_as(self, options: dict[str, Any]) -> dict[str, Any]:
        """Sets how arrays are shown from now on; gives how they were."""
        known: dict[str, Any] = {key: own(each) for key, each in options.items() if each is not None}
        before: dict[str, Any] = self.libraries.shown_as
        with np.printoptions(**{**before, **known}):  # raises what NumPy raises
            self.libraries.shown_as = {**before, **known}
        return {key: value for key, value in np.get_printoptions().items() if key in known} | before

    def context(self, entered: Any, left: Any) -> Any:
        """What `with` takes: two functions that are called before and after its block."""
        return Module("context", {"__enter__": Native("__enter__", entered), "__exit__": Native("__exit__", left)})


def _as_kind(node: Tensor, given: Kind, wanted: Kind) -> Tensor:
    """Numbers of one kind as those of another: as whole numbers or truths they have no graph, unless they were such."""
    raw = fitted(wanted, node.raw)
    if raw is node.raw and (given.rank <= wanted.rank or not node.requires_grad):
        return node
    if node.requires_grad:
        was_looked_at()
    return placed_constant(raw)


def _copied(node: Tensor) -> Tensor:
    return operate("reshape", node, shape=node.shape) if node.requires_grad else placed_constant(node.raw)


def own(value: Any) -> Any:
    """A value with arrays of NumPy's own in the place of ours."""
    if isinstance(value, Array):
        return value.own
    if isinstance(value, list | tuple):
        return type(value)(map(own, value))
    if type(value) in TRACKED:
        was_looked_at()
    return plain(value)


def _listed(machine: Any, data: Any) -> Any:
    """Data as numbers or lists: a range or an iterator of Python's is gone through."""
    if data is None or isinstance(data, (list, tuple, Handle, str, *NUMBERS)):
        return data
    if isinstance(data, range):
        return list(machine.counted(data))
    raise TypeError(f"an array cannot be made of '{machine.kind_of(data)}'")


def lengths_of(shape: Any) -> tuple[int, ...]:
    """A shape that is given as a number or as several. Raises TypeError, ValueError."""
    parts = shape if isinstance(shape, list | tuple) or (isinstance(shape, Array) and shape.shape) else (shape,)
    lengths = tuple(each.__index__() for each in parts)
    if any(each < -1 for each in lengths):
        raise ValueError("negative dimensions are not allowed")
    return lengths


def _whole(size: Any) -> int:
    value = float(size)
    return int(min(max(value, 0.0), 1e15)) if value == value else 0


PLAIN: dict[str, Callable[..., Any]] = {
    "has_node": lambda value: isinstance(value, Handle) or type(value) in TRACKED,
    "is_array": lambda value: isinstance(value, Array),
    "is_scalar": lambda value: isinstance(value, Array) and value.is_scalar,
    "shape_of": lambda array: array.shape,
    "size_of": lambda array: array.size,
    "rank_of": lambda array: array.kind.rank,
    "lengths_of": lengths_of,
}
VALUES: dict[str, Any] = {
    **{name: getattr(np, name) for name in ("inf", "nan", "pi", "e", "euler_gamma")},
    **{name: getattr(np, name) for name in ("ndarray", "float64", "int64", "bool_", "number", "floating", "integer", "generic")},
    "whole_kind": INT64,
    "float_kind": FLOAT64,
}


def array_natives_of(libraries: Any) -> dict[str, Any]:
    """The functions and values by their names."""
    return Table(ArrayNatives(libraries), PLAIN, VALUES, ("ArrayBase", libraries.array_base))
