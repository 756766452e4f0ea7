"""NumPy's random numbers of one run, the very numbers of NumPy: those of `np.random` and of generators that programs make.

Without a seed they begin at 0, so that the same program gives the same graph.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from backpass.engine.handles.arrays import Array
from backpass.engine.handles.operations import hold
from backpass.engine.plain_python.values import Module, Native

if TYPE_CHECKING:
    from backpass.engine.python.libraries.array_natives import ArrayNatives

_OF_LENGTHS = frozenset(["rand", "randn"])
"""Functions whose arguments are lengths."""
_SIZES = {
    **dict.fromkeys(("random", "random_sample", "standard_normal", "standard_exponential"), 0),
    **dict.fromkeys(("choice", "exponential", "poisson"), 1),
    **dict.fromkeys(("uniform", "normal", "randint", "integers", "binomial", "beta", "gamma", "laplace"), 2),
}
"""By function, where its `size` stands among its arguments."""
_OF_ALL = (
    *("random", "standard_normal", "uniform", "normal", "choice", "exponential", "poisson", "binomial", "beta", "gamma"),
    *("laplace", "permutation", "shuffle"),
)
_OF_GENERATORS = (*_OF_ALL, "integers", "standard_exponential")
_OF_STATES = (*_OF_ALL, "rand", "randn", "randint", "random_sample", "seed")


class Generators:
    """The generators of one run."""

    def __init__(self, natives: "ArrayNatives") -> None:
        self._natives = natives
        self._is_seeded = False

    @cached_property
    def _common(self) -> np.random.RandomState:
        return np.random.RandomState(0)

    def begin(self, seed: Any = None) -> None:
        """`np.random.seed`."""
        self._common = np.random.RandomState(_seed(seed))
        self._is_seeded = seed is not None

    def drawn(self, name: str, *values: Any, **options: Any) -> Any:
        """Numbers of the common generator."""
        if not self._is_seeded:
            self._differs()
        return self._drawn(self._common, name, values, options)

    def generator(self, seed: Any = None) -> Module:
        """A generator of the program's own."""
        return self._module("Generator", np.random.default_rng(_seed(seed)), _OF_GENERATORS, is_seeded=seed is not None)

    def state(self, seed: Any = None) -> Module:
        """As `generator`, of the older kind."""
        return self._module("RandomState", np.random.RandomState(_seed(seed)), _OF_STATES, is_seeded=seed is not None)

    def _module(self, title: str, source: Any, names: tuple[str, ...], *, is_seeded: bool) -> Module:
        def offered(name: str) -> Native:
            def call(*values: Any, **options: Any) -> Any:
                if not is_seeded:
                    self._differs()
                return self._drawn(source, name, values, options)

            return Native(name, call)

        return Module(title, {name: offered(name) for name in names})

    def _differs(self) -> None:
        self._natives.libraries.differs("unseeded")

    def _drawn(self, source: Any, name: str, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
        from backpass.engine.python.libraries.array_natives import lengths_of, own

        if name == "seed":
            source.seed(_seed(*values, **options))
            return None
        if name == "shuffle":
            return self._shuffled(source, *values)
        size = values if name in _OF_LENGTHS else options.get("size")
        if size is None and name in _SIZES and len(values) > _SIZES[name]:
            size = values[_SIZES[name]]
        hold(int(np.prod(lengths_of(size), dtype=object)) if size not in (None, ()) else 1)
        if name == "choice" and isinstance(values[0], int):
            hold(values[0])  # which it may put into another order
        if name == "permutation":
            hold(len(values[0]) if isinstance(values[0], Array | list) else int(values[0]))
            if isinstance(values[0], Array):
                return values[0][self._natives.of_numbers(source.permutation(len(values[0])))]
        if name == "choice" and isinstance(values[0], Array):
            places = self._drawn(source, name, (len(values[0]), *values[1:]), options)
            return values[0][places]
        found = getattr(source, name)(*map(own, values), **{key: own(each) for key, each in options.items()})
        return self._natives.of_numbers(found)

    def _shuffled(self, source: Any, items: Any) -> None:
        """Puts rows or items into another order, in place."""
        order = np.arange(len(items))
        hold(order.size)
        source.shuffle(order)
        if isinstance(items, Array):
            items[:] = items[self._natives.of_numbers(order)]
        else:
            items[:] = [items[place] for place in order.tolist()]


def _seed(seed: Any = None) -> Any:
    if seed is None:
        return 0
    return [int(each) for each in seed] if isinstance(seed, list | tuple) else int(seed)
