"""What a machine notifies an observer of during a run. This one does nothing: the program runs as Python would run it."""

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backpass.engine.plain_python.machine import Machine


class Watch:
    """Is notified of stores and failures, and may put numbers of its own, equal to Python's, in place of Python's."""

    machine: "Machine"
    objects: Mapping[int, Any] = MappingProxyType({})
    """By `id`, the objects that it keeps, of which it has a limit of its own."""

    def stored(self, of: Any, name: str, before: Any, value: Any, *, augmented: bool) -> Any:
        """`of.name = value`; returns what is stored."""
        return value

    def kept(self) -> tuple[Any, ...]:
        """The lists and dictionaries of the observer, which are not the program's."""
        return ()

    def changed(self, of: Any) -> None:
        """A list, dictionary or array has been changed."""

    def named(self, name: str, value: Any) -> None:
        """A name of the whole program refers to a value."""

    def named_locally(self, name: str, value: Any) -> None:
        """A name of a function refers to an object."""

    def operated_on(self, symbol: str, left: Any, right: Any, result: Any, at: ast.AST) -> None:
        """An operator between values gave an object of the program."""

    def failed(self, error: BaseException) -> None:
        """An exception was raised where the program is."""

    def kind_of(self, value: Any) -> Any:
        """`type(value)` of what is no object of the program."""
        return type(value)

    def converted(self, kind: type, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """`float(x)` and its like."""
        return kind(*values, **named)

    def number_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of numbers, such as `math.exp`, as programs call it."""
        return function

    def drawn(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that draws random numbers, such as `random.uniform`."""
        return function

    def key(self, value: Any) -> Any:
        """What a value that is kept by `functools.lru_cache` is found by."""
        return value

    def array_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of NumPy, as programs call it."""
        return function
