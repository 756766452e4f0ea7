"""`JaxArray`: an array that follows JAX's rules. No assignment changes it, and floats have 32 bits unless 64 are asked for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles.array_kinds import type_of
from backpass.engine.handles.arrays import NUMBERS_OF_PYTHON, Array
from backpass.engine.handles.handle import fit, reaches_far
from backpass.engine.handles.kinds import FLOAT32, FLOAT64, INT32, INT64, Kind
from backpass.engine.handles.operations import beyond, print_options

_NARROW = {FLOAT64: FLOAT32, INT64: INT32}
_LARGEST_WHOLE = 2.0**31
_IMMUTABLE = (
    "JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x = x.at[idx].set(y) or "
    "another .at[] method: https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html"
)
"""What JAX says of `x[0] = 1`."""


class JaxArray(Array):
    """An array of JAX, of any shape. What is computed of numbers of Python alone `is_weak`: it takes the kind of the other."""

    is_wide: ClassVar[bool] = False
    """Whether the program has asked for numbers of 64 bits."""
    is_weak = False
    goes_first = True

    @classmethod
    def of(cls, node: Tensor, kind: Kind, *, is_scalar: bool | None = None) -> "JaxArray":  # noqa: ARG003
        """An array on a node, of the kind that JAX has in its place."""
        own = kind if cls.is_wide else _NARROW.get(kind, kind)
        if own is FLOAT32 and node.operation is not None and reaches_far(node.operation.name):
            fit(node)
        if own is INT32 and not np.all(np.abs(node.raw) < _LARGEST_WHOLE):
            beyond("whole numbers of more than 32 bits")
        found: Any = cls.result_class.made(node, own, "jax")
        return found  # type: ignore[no-any-return]

    @classmethod
    def result(cls, node: Tensor, kind: Kind, decisive: Sequence[Any]) -> "JaxArray":
        """See `Array.result`."""
        found = cls.of(node, kind)
        found.is_weak = kind.rank > 0 and all(map(is_weak, decisive))
        return found

    def like(self, node: Tensor, kind: Kind | None = None) -> "JaxArray":
        """See `Handle.like`."""
        made: Any = super().like(node, kind)
        made.is_weak = self.is_weak
        return made  # type: ignore[no-any-return]

    @property
    def own(self) -> Any:
        """Its numbers as those functions of NumPy take them that have no derivative: with 64 bits, and the digits of its kind."""
        return self.numbers if self.kind.rank == 0 else self.numbers.astype(float if self.kind.rank == 2 else int)

    @property
    def real_type(self) -> type:
        """What JAX calls its class."""
        return type(self)

    @property
    def sample(self) -> Any:
        """A value of this class: itself."""
        return self

    # Items

    def _key(self, key: Any) -> tuple[Any, ...]:
        parts = key if isinstance(key, tuple) else (key,)
        if any(isinstance(each, list | tuple) for each in parts):
            raise TypeError("Using a non-tuple sequence for multidimensional indexing is not allowed; use `arr[array(seq)]`.")
        return super()._key(key)

    def __getitem__(self, key: Any) -> Array:
        with places_of_jax():
            return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError(_IMMUTABLE)

    # What is shown

    def __repr__(self) -> str:
        """As JAX shows it, by NumPy's rules for the numbers."""
        with np.printoptions(**print_options()):
            width = np.get_printoptions()["linewidth"]
            kind = f"dtype={type_of(self.kind).name}{', weak_type=True' if self.is_weak else ''})"
            shown = np.array2string(self.numbers, prefix=_PREFIX, suffix=",", separator=", ", max_line_width=width)
        if not self.size:
            shown = f"[], shape={self.shape}"
        last = len(shown) - shown.rfind("\n") + 1
        between = "\n" + " " * len(_PREFIX) if last + len(kind) + 1 > width else " "
        return f"{_PREFIX}{shown},{between}{kind}"

    def __str__(self) -> str:
        with np.printoptions(**print_options()):
            return str(self.numbers)

    def __format__(self, written: str) -> str:
        return format(self.numbers[()] if not self.shape else self.numbers, written)

    __hash__ = object.__hash__


@contextmanager
def places_of_jax() -> Iterator[None]:
    """JAX has a number in the place of one that is outside, and raises nothing that a program could catch."""
    try:
        yield
    except IndexError:
        beyond("a place outside of an array")
        raise


JaxArray.result_class = JaxArray
_PREFIX = "Array("


def is_weak(value: Any) -> bool:
    """Whether a value takes the kind of what it meets: a number of Python, or what is computed of such alone."""
    return value.is_weak if isinstance(value, JaxArray) else isinstance(value, NUMBERS_OF_PYTHON)


def _complete() -> None:
    kind: Any = JaxArray
    for name in ("add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "matmul", "and", "or", "xor", "lshift", "rshift"):
        setattr(kind, f"__i{name}__", getattr(Array, f"__{name}__"))  # `x += 1` is `x = x + 1`


_complete()
