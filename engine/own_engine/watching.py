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
    forgetful,
    leaf,
    node_of,
    number_function,
    plain,
    wrapped,
)
from backpass.engine.plain_python.values import MISSING, Function, Instance, Object, Within
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


WATCHED = 200_000
"""Stores after which whole passes suffice: what comes behind them is run and not watched."""
MAX_STORES = 600_000
"""Stores that are kept at most, whether a pass has ended or not."""


def _numbers(side: Any) -> Any:
    """A number as it is now; of an object, those that it holds, by attribute."""
    if isinstance(side, Instance):
        return {name: value.node.value for name, value in side.members.items() if type(value) in KINDS and value.node is not None}
    return plain(side)


def readable(text: str) -> str:
    """A text of the program that can be written down, whatever stands in it."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


class Recorder(Watch):
    """Keeps what happens, in order, until there is too much of it. Then numbers are Python's own again."""

    def __init__(self, suffices: Callable[["Recorder"], bool] = lambda _: False) -> None:
        self._suffices = suffices
        """Whether whole passes have been seen. It is asked where new objects follow on changes of old ones."""
        self._ask_at = WATCHED
        self._last_calls: tuple[Call, ...] = ()
        self.ended = False
        """Whether nothing more is kept."""
        self.is_whole = True
        """Whether what is kept ends behind a pass, not in the middle of something."""
        self.stores: list[Store] = []
        self.objects: dict[int, Any] = {}
        """By `id`, every object that has stored a number, in the order of their first number."""
        self.names: dict[int, str] = {}
        """What the program calls an object."""
        self.operated: list[Operated] = []
        self.made_at: dict[int, ast.AST | None] = {}
        self.asked_at: dict[int, ast.AST | None] = {}
        self.made_in: dict[int, Within | None] = {}
        """By `id` of an object, the innermost call or repetition that made it."""
        self.failed_calls: tuple[Call, ...] = ()
        self.failed_values: tuple[Any, ...] = ()
        self._count = 0

    def stored(self, of: Any, name: str, before: Any, value: Any, *, augmented: bool) -> Any:
        """Remembers a number that is stored, and gives it a node if it has none."""
        if before is MISSING and len(self.stores) >= self._ask_at and not self.stores[-1].first:
            self._ask_at = len(self.stores) * 5 // 4
            self.ended = self.ended or self._suffices(self)
        if self.ended:
            return forgetful(value)
        kind = type(value)
        if kind is float or kind is int or kind is np.float64 or kind is np.ndarray:
            value = leaf(value)
        node = node_of(value)
        if node is None:
            return value
        key = id(of)
        if key not in self.objects:
            self.objects[key] = of
            self.made_at[key] = self._caller()
            self.asked_at[key] = self._user()
            self.made_in[key] = self._place(of)
        in_place = type(value) is TracedArray and augmented and before is value
        earlier = value.prior if in_place else node_of(before)
        if node.owner is None:
            node.owner = (of, name)
        elif not in_place and node.owner != (of, name):
            value = wrapped(plain(value), node := Node("copy", (node,), plain(value)))
            node.owner = (of, name)
        calls = self._calls()
        self._count += 1
        self.stores.append(
            Store(of, name, earlier, node, node.value, self.machine.node, calls, self._count, first=before is MISSING)
        )
        if len(self.stores) >= MAX_STORES:
            self.ended, self.is_whole = True, False
        return value

    def kept(self) -> tuple[Any, ...]:
        """What is held here and not by the program."""
        return (self.stores, self.objects, self.names, self.operated, self.made_at, self.asked_at, self.made_in)

    def _calls(self) -> tuple[Call, ...]:
        """The calls in progress; the same tuple for all that is stored within the innermost one."""
        calls = self.machine.open
        if not calls:
            return ()
        if len(calls) != len(self._last_calls) or self._last_calls[-1] is not calls[-1]:
            self._last_calls = tuple(calls)
        return self._last_calls

    def _place(self, of: Any) -> Within | None:
        """The call or repetition that asked for the object, outside of the innermost methods of its own class."""
        place = self.machine.within
        while place is not None and type(place.of) is Function and place.of.owner is of.user_class:
            place = place.around
        return place

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
        if isinstance(result, Instance) and not self.ended:
            sides = (_numbers(left), _numbers(right), _numbers(result))
            self.operated.append(Operated(symbol, *sides, reflected=not isinstance(left, Instance), at=at))

    def called(self, of: Any) -> str | None:
        """What the program calls an object: its label, else the name that refers to it."""
        label = of.members.get("label") or of.members.get("name")
        return readable(label) if isinstance(label, str) and label else self.names.get(id(of))

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
