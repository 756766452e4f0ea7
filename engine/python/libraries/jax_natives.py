"""What files of JAX's prelude take from `backpass.engine.python.libraries.jax_natives`; NumPy's files that are laid out again for
`jax.numpy` take theirs from here as well.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.indexing import key_of
from backpass.engine.graph.tensor import Tensor, entries
from backpass.engine.handles.array_kinds import type_of
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.handle import NUMBERS, Handle
from backpass.engine.handles.jax_arrays import places_of_jax
from backpass.engine.handles.kinds import BOOL, FLOAT64, INT64, Kind
from backpass.engine.handles.operations import constant, hold, operate, stopped
from backpass.engine.python.libraries import jax_random
from backpass.engine.python.libraries.array_natives import PLAIN, VALUES, lengths_of
from backpass.engine.python.libraries.derivatives import has_node
from backpass.engine.python.libraries.natives import Table
from backpass.engine.python.libraries.own_rules import OwnRules
from backpass.engine.python.numbers import TrackedFloat, plain, tracked

__all__ = ["jax_natives_of"]

_OF_NO_EFFECT = frozenset(
    [
        "jax_platform_name", "jax_platforms", "jax_debug_nans", "jax_debug_infs", "jax_disable_jit", "jax_log_compiles",
        "jax_default_matmul_precision", "jax_check_tracer_leaks",
    ]
)  # fmt: skip
"""Settings of JAX that choose hardware, speed, or what is checked."""
_KINDS = {"float32": FLOAT64, "float64": FLOAT64, "int32": INT64, "int64": INT64, "bool": BOOL}
"""What types mean where numbers have 32 bits: arrays themselves choose the width."""


class JaxNatives(OwnRules):
    """The functions of one run."""

    def __init__(self, libraries: Any) -> None:
        super().__init__(libraries)
        self.trees.are_sorted = True

    @property
    def of(self) -> Any:
        """The class of the arrays of this run."""
        return self.libraries.jax_class()

    def refuse(self, name: str) -> Any:
        """See `ArrayNatives.refuse`."""
        return self.libraries.machine.modules.refuse("python-module-lacks", module="jax", name=name)

    # Arrays

    def array(self, data: Any, dtype: Any = None, copy: Any = True, ndmin: int = 0) -> Array:
        """`jnp.array`, of any shape: numbers that are written make a leaf."""
        if isinstance(data, Array) and not ndmin:
            same = self.of.of(data.used, data.kind) if not isinstance(data, self.of) else data
            return same if dtype is None else self.cast(same, dtype)
        made: Any = super().array(data, dtype, copy, ndmin)
        made.is_weak = dtype is None and isinstance(data, NUMBERS)
        return made  # type: ignore[no-any-return]

    def copied(self, array: Array) -> Array:
        """The same array: nothing changes it."""
        return array

    def as_array(self, value: Any) -> Array:
        """See `ArrayNatives.as_array`. A number of Python has no kind of its own."""
        if isinstance(value, Array):
            return value
        made: Any = super().as_array(value)
        made.is_weak = isinstance(value, NUMBERS)
        return made  # type: ignore[no-any-return]

    def kind(self, dtype: Any) -> Kind | None:
        """What `dtype=` means. Raises TypeError, ProblemError (unsupported) for what is not here."""
        if dtype is None or isinstance(dtype, Kind):
            return dtype
        name = np.dtype(dtype).name
        if name not in _KINDS or (self.of.is_wide and name.endswith("32")):
            self.refuse(f"dtype={name}")
        return _KINDS[name]

    def cast(self, array: Array, dtype: Any) -> Array:
        """An array with numbers of another kind."""
        kind = self.kind(dtype) or FLOAT64
        if kind.rank == array.kind.rank:
            return self.of.of(array.used, kind)  # type: ignore[no-any-return]
        return super().cast(array, kind)

    def into(self, out: Any, found: Array, name: str = "", dtype: Any = None) -> Array:
        """See `ArrayNatives.into`. Raises NotImplementedError where an array is to have the result, as JAX does."""
        if out is not None:
            raise NotImplementedError(f"The 'out' argument to jnp.{name} is not supported.")
        return found if dtype is None else self.cast(found, dtype)

    def number_of(self, array: Array, kind: Any = None) -> Any:
        """The number of an array as Python has it. What is differentiated has none in JAX, which is left to others."""
        if self.is_differentiating and array.node.requires_grad:
            self.libraries.beyond("the number of what is differentiated")
        self.libraries.looked_at(array)
        value, node = array.item() if kind is None else kind(array), array.used
        if not node.requires_grad or isinstance(value, bool):
            return value
        node = operate("reshape", node, shape=()) if node.shape else node
        record = self.libraries.machine.record
        if not isinstance(value, float):
            return tracked(value, node, record)
        made = TrackedFloat(value)  # of the digits of 32 bits, where the graph has more
        made.node, made.record = node, record
        return made

    def updated(self, array: Array, key: Any, name: str, value: Any) -> Array:
        """`x.at[key].set(y)` and its like. Raises IndexError, ValueError."""
        with places_of_jax():
            found = array._key(key)
            if all(isinstance(each, int | slice | type(None) | type(Ellipsis)) for each in found):
                array._check(found)
            places, shape = array._places(found)
        given = self.as_array(value)
        if given.kind.rank > array.kind.rank:
            self.libraries.beyond("numbers cut off")
        new = array._fitted(given.used, places.shape if shape is None else shape)
        new = new if shape is None else operate("reshape", new, shape=places.shape)
        key, _ = key_of(entries(found), array.shape)
        if name in ("add", "subtract"):
            node = operate(name, array.used, operate("put_back", new, key=key, shape=array.shape))
        else:
            node = self._put(array, key, places, new if name == "set" else self._changed(array, key, name, new))
        return self.of.of(node, array.kind)  # type: ignore[no-any-return]

    @staticmethod
    def _changed(array: Array, key: Any, name: str, new: Tensor) -> Tensor:
        return operate(name, operate("index", array.used, key=key), new)

    def _put(self, array: Array, key: Any, places: Any, new: Tensor) -> Tensor:
        counts = np.bincount(np.ravel(places), minlength=array.size).reshape(array.shape)
        if counts.max(initial=0) > 1:
            self.libraries.beyond("a place that is written twice")  # which number stays is open
        there = operate("put_back", new, key=key, shape=array.shape)
        return there if counts.all() else operate("where", constant(counts.astype(float)), there, array.used)

    def halted(self, value: Any) -> Any:
        """`stop_gradient`, of a tree."""
        leaves = self.trees.leaves(value)
        return self.trees.rebuilt(value, (self._halted(each) for each in leaves))

    def _halted(self, value: Any) -> Array:
        array: Any = self.as_array(value)
        return array.like(stopped(array.used))  # type: ignore[no-any-return]

    # Trees and rows

    def held(self, tree: Any) -> Any:
        """A tree whose numbers are arrays."""
        return self.trees.rebuilt(tree, (self.as_array(each) for each in self.trees.leaves(tree)))

    def rows_of(self, tree: Any, axis: int = 0) -> list[Any]:
        """What a tree of arrays has along an axis, one after the other. Raises ValueError where arrays have different lengths."""
        columns = [self._along(each, axis) for each in self.trees.leaves(tree)]
        if len({len(each) for each in columns}) > 1:
            raise ValueError("arrays of different lengths along the axis that is gone through")
        return [self.trees.rebuilt(tree, iter(row)) for row in zip(*columns, strict=True)]

    def _along(self, value: Any, axis: int) -> list[Any]:
        if not isinstance(value, Handle):
            return list(self.libraries.machine.iterate(value))
        array: Any = self.as_array(value)
        if not array.shape:
            raise ValueError("an array without axes cannot be gone through")
        axis %= len(array.shape)
        if axis:
            order = (axis, *(each for each in range(len(array.shape)) if each != axis))
            array = array.view(lambda node: operate("transpose", node, axes=order))
        hold(array.shape[0])
        return list(array)

    def stacked(self, found: list[Any], axis: int = 0) -> Any:
        """Trees of one structure as a tree of stacks; None of nothing but None."""
        if not found:
            self.refuse("nothing to stack")
        columns = zip(*(self.trees.leaves(each) for each in found), strict=True)
        return self.trees.rebuilt(found[0], iter([self.apply("stack", *column, axis=axis) for column in columns]))

    def is_differentiating_by(self, tree: Any) -> bool:
        """Whether a function is being differentiated, and a tree has something that a gradient may flow through."""
        return self.is_differentiating and any(has_node(each) and each.node.requires_grad for each in self.trees.leaves(tree))

    def truth(self, value: Any) -> bool:
        """Whether something is true, which the program looks at."""
        return bool(value)

    def whole(self, value: Any) -> int:
        """A whole number. Raises TypeError."""
        return int(value.__index__())

    # Settings and random numbers

    def configured(self, name: Any, value: Any) -> None:
        """`jax.config.update`. Raises ProblemError (unsupported) for what is not here."""
        if name == "jax_enable_x64":
            self.of.is_wide = bool(value)
        elif name not in _OF_NO_EFFECT:
            self.refuse(str(name))

    def shown(self, text: Any) -> None:
        """`jax.debug.print`."""
        self.libraries.machine.print_values(text)

    def differs(self, name: str) -> None:
        """Notes that the library does something else here."""
        self.libraries.differs(name)

    def key(self, seed: Any, how: Any = None) -> jax_random.Key:
        """The words of `PRNGKey(seed)`."""
        if how not in (None, "threefry2x32"):
            self.refuse(f"impl={how}")
        return jax_random.key_of(int(plain(seed)), is_wide=self.of.is_wide)

    def split_key(self, key: jax_random.Key, count: Any) -> list[jax_random.Key]:
        """The words of the keys of `split`."""
        hold(int(plain(count)))
        return jax_random.split(key, int(plain(count)))

    @staticmethod
    def folded_key(key: jax_random.Key, number: Any) -> jax_random.Key:
        """The words of `fold_in`."""
        return jax_random.folded(key, int(plain(number)))

    def drawn_by(self, key: jax_random.Key, how: str, shape: Any, dtype: Any = None, *bounds: Any) -> Array:
        """Random numbers: normal ones, `integers`, or between bounds. Raises ProblemError (unsupported) for another kind."""
        kind, is_wide = INT64 if how == "integers" else FLOAT64, self.of.is_wide
        if dtype is not None and self.kind(dtype) != kind:
            self.refuse(f"dtype={np.dtype(dtype).name}")
        lengths = lengths_of(() if shape is None else shape)
        hold(int(np.prod(lengths, dtype=object)))
        if how == "integers":
            first, last = (int(plain(each)) for each in bounds)
            return self.new(jax_random.integers(key, lengths, first, last, is_wide=is_wide), kind)
        if how == "normal":
            return self.new(jax_random.normal(key, lengths, is_wide=is_wide), kind)
        info = np.finfo(np.float64 if is_wide else np.float32)
        least = {"uniform": 0.0, "above 0": float(info.tiny), "above -1": float(info.epsneg) - 1.0}[how]
        low, high = map(float, bounds or (least, 1.0))
        return self.new(jax_random.uniform(key, lengths, low, high, is_wide=is_wide), kind)

    def order_by(self, key: jax_random.Key, count: Any) -> Any:
        """The whole numbers below a count in an order that follows from a key."""
        hold(int(count))
        return self.new(jax_random.order(key, int(count)), INT64)

    @staticmethod
    def key_shown(words: Any, is_raw: bool, is_repr: bool) -> str:
        """As JAX shows keys: an array of words, or what is laid over one."""
        numbers = np.array(words, dtype=np.uint32)
        if not is_raw:
            return f"Array({numbers.shape[:-1]}, dtype=key<fry>) overlaying:\n{numbers}"
        return f"Array({np.array2string(numbers, prefix='Array(', separator=', ')}, dtype=uint32)" if is_repr else str(numbers)

    def type_of(self, array: Array) -> Any:
        """`array.dtype`."""
        return type_of(array.kind)


_VALUES: dict[str, Any] = {**VALUES, "float32": np.float32, "int32": np.int32}


def jax_natives_of(libraries: Any) -> dict[str, Any]:
    """The functions and values by their names."""
    return Table(JaxNatives(libraries), PLAIN, _VALUES, ("ArrayBase", libraries.jax_base))
