"""Watches a program run: which objects it makes, what numbers they store, and where each number comes from.

Nothing is known of names: `data`, `grad` and their like are found afterwards from what flowed where.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.own_engine.traced import (
    KINDS,
    Node,
    TracedArray,
    called,
    deeply_plain,
    leaf,
    node_of,
    number_function,
    plain,
    wrapped,
)
from backpass.engine.plain_python.values import MISSING, Function, Instance, Object
from backpass.engine.plain_python.watch import Watch

Call = tuple[int, Function, Any, ast.AST | None]
"""A call in progress: its number, the function, its first argument, and where it was called."""


@dataclass(slots=True)
class Store:
    """A number that was stored as an attribute of an object."""

    of: Any
    name: str
    before: Node | None
    """What was there before; None where there was no number."""
    node: Node
    value: Any
    at: ast.AST | None
    calls: tuple[Call, ...]
    """The calls in progress, the outermost first."""
    order: int
    first: bool = False


class Operated(NamedTuple):
    """An operator that gave an object: the numbers on both sides, those of objects by attribute, and where."""

    symbol: str
    left: Any
    right: Any
    result: Any
    reflected: bool
    """Whether only the right side was an object."""
    at: ast.AST


MAX_STORES = 200_000


def _numbers(side: Any) -> Any:
    """A number as it is now; of an object, those that it holds, by attribute."""
    if isinstance(side, Instance):
        return {name: value.node.value for name, value in side.members.items() if type(value) in KINDS and value.node is not None}
    return plain(side)


class Recorder(Watch):
    """Keeps what happens, in order."""

    def __init__(self) -> None:
        self.stores: list[Store] = []
        self.objects: dict[int, Any] = {}
        """By `id`, every object that has stored a number, in the order of their first number."""
        self.names: dict[int, str] = {}
        """What the program calls an object."""
        self.operated: list[Operated] = []
        self.made_at: dict[int, ast.AST | None] = {}
        self.asked_at: dict[int, ast.AST | None] = {}
        self.failed_calls: tuple[Call, ...] = ()
        self.failed_values: tuple[Any, ...] = ()
        self._count = 0

    def stored(self, of: Any, name: str, before: Any, value: Any, *, augmented: bool) -> Any:
        """Remembers a number that is stored, and gives it a node if it has none."""
        kind = type(value)
        if kind is float or kind is int or kind is np.float64 or kind is np.ndarray:
            value = leaf(value)
        node = node_of(value)
        if node is None:
            return value
        if id(of) not in self.objects:
            self.objects[id(of)] = of
            self.made_at[id(of)] = self._caller()
            self.asked_at[id(of)] = self._user()
        self.machine.hold(4)
        in_place = type(value) is TracedArray and augmented and before is value
        earlier = value.prior if in_place else node_of(before)
        if node.owner is None:
            node.owner = (of, name)
        elif not in_place and node.owner != (of, name):
            value = wrapped(plain(value), node := Node("copy", (node,), plain(value)))
            node.owner = (of, name)
        if len(self.stores) < MAX_STORES:
            calls = tuple(self.machine.open)
            self._count += 1
            self.stores.append(
                Store(of, name, earlier, node, node.value, self.machine.node, calls, self._count, first=before is MISSING)
            )
        return value

    def _caller(self) -> ast.AST | None:
        """Where the object was made: outside of its constructor."""
        at = self.machine.node
        for _, function, _, called_at in reversed(self.machine.open):
            if function.name not in ("__init__", "__new__", "__setattr__", "__post_init__"):
                break
            at = called_at
        return at

    def _user(self) -> ast.AST | None:
        """Where the program asked for the object: outside of the methods of its classes."""
        return next((at for _, function, _, at in self.machine.open if function.owner is not None), self._caller())

    def operated_on(self, symbol: str, left: Any, right: Any, result: Any, at: ast.AST) -> None:
        """An operator was applied."""
        if isinstance(result, Instance) and len(self.operated) < MAX_STORES:
            sides = (_numbers(left), _numbers(right), _numbers(result))
            self.operated.append(Operated(symbol, *sides, reflected=not isinstance(left, Instance), at=at))

    def called(self, of: Any) -> str | None:
        """What the program calls an object: its label, else the name that refers to it."""
        label = of.members.get("label") or of.members.get("name")
        return label if isinstance(label, str) and label else self.names.get(id(of))

    def named(self, name: str, value: Any) -> None:
        """A name of the whole program."""
        if isinstance(value, Object):
            self.names[id(value)] = name

    def failed(self, error: BaseException) -> None:  # noqa: ARG002 - which one it is, the machine knows
        """An exception: the calls that were open where it was raised."""
        self.failed_calls = tuple(self.machine.open)

    def kind_of(self, value: Any) -> Any:
        """What Python calls the type of a number that remembers."""
        return KINDS.get(type(value), type(value))

    def converted(self, kind: type, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """`float(x)`, which keeps what `x` remembers."""
        if kind is float and len(values) == 1 and (node := node_of(values[0])) is not None:
            made = float(plain(values[0]))
            return wrapped(made, Node("copy", (node,), made))
        return kind(*map(deeply_plain, values), **named)

    def number_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of numbers."""
        return number_function(name, function)

    def array_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of NumPy."""

        def call(*values: Any, **named: Any) -> Any:
            return called(name, function, values, named)

        return call
