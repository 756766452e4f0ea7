"""Python's own functions, and ours by their names, on numbers that are remembered."""

import ast
import builtins
import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.handles.arrays import Array
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.plain_python.allow_list.ready import MAKERS
from backpass.engine.plain_python.syntax.operators import BINARY
from backpass.engine.plain_python.values import MISSING, Native
from backpass.engine.plain_python.watch import Watch
from backpass.engine.problems import Code, Problem
from backpass.engine.python.lines import is_number
from backpass.engine.python.numbers import KINDS, TRACKED, node_of, plain, remembered, tracked

PIECEWISE_CONSTANT = frozenset(
    {
        "ceil",
        "floor",
        "trunc",
        "isclose",
        "isfinite",
        "isinf",
        "isnan",
        "bin",
        "hex",
        "oct",
        "chr",
        "ascii",
        "ord",
        "factorial",
        "comb",
        "perm",
        "gcd",
        "lcm",
        "isqrt",
        "round",
    }
)
"""Functions of numbers whose derivative is 0 wherever there is one: what they give has no node."""
_STEPS = frozenset({"floor", "ceil"})
"""Those of them that are steps of the picture all the same."""
_AS_OPERATIONS = {"fabs": "abs", "pow": "power", "remainder": ""}
"""Functions of `math` that are called otherwise here."""
_OF_NUMBERS = frozenset({"abs", "round", "divmod"})
"""Functions that ask what they are given itself."""
_FOLDS = {"max": "maximum", "min": "minimum"}
_OF_LISTS = {"fsum": ast.Add}


class NumberWatch(Watch):
    """Puts functions that know nodes in the place of Python's."""

    def kind_of(self, value: Any) -> Any:
        """What Python calls the type of a number."""
        return KINDS.get(type(value), type(value))

    def converted(self, kind: type, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """`float(x)` keeps the node of `x`: it is the same number."""
        if len(values) == 1 and not named and isinstance(values[0], Array) and kind is float:
            return self._natives_of(values[0])["number_of"].call(values[0], float)
        if issubclass(kind, np.number | np.bool_):
            return self._of_arrays["scalar"].call(*(values or (0,)), kind)
        if kind is float and len(values) == 1 and type(values[0]) in TRACKED:
            return tracked(float(plain(values[0])), values[0].node, values[0].record)
        if kind is complex and any(type(each) in TRACKED for each in values):
            return self.unknown("complex")
        return kind(*map(plain, values), **named)

    def number_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """`math.exp` and its like. Refuses those whose derivative is not known where it is asked for."""
        if name == "divmod":
            return function  # asks the numbers themselves
        record = None if name in PIECEWISE_CONSTANT - _STEPS else OPERATIONS.spellings.get(_AS_OPERATIONS.get(name, name))

        def call(*values: Any, **named: Any) -> Any:
            if any(isinstance(each, Array) for each in values) and name not in _OF_NUMBERS:
                values = tuple(self._as_number(each) for each in values)
            if name in _OF_LISTS and values and not isinstance(values[0], list | tuple):
                values = ([*self.machine.finite(values[0])], *values[1:])
            result = function(*map(_deeply_plain, values), **named)
            if not any(type(each) in TRACKED for each in _flat(values)) or name in PIECEWISE_CONSTANT - _STEPS:
                return result
            if name == "log" and len(values) == 2:
                return remembered("divide", (call(values[0]), call(values[1])), result)
            if name in _OF_LISTS and len(values) == 1 and not named:
                return functools.reduce(functools.partial(BINARY[_OF_LISTS[name]], self.machine), values[0])
            if record is None or record.arity != len(values) or named or not all(map(is_number, values)):
                return self.unknown(name)
            return remembered(record.name, values, result)

        return call

    def _as_number(self, value: Any) -> Any:
        """A number in place of an array that has one: Python's functions take no other."""
        is_number = isinstance(value, Array) and value.size == 1
        return self._natives_of(value)["number_of"].call(value) if is_number else value

    def _natives_of(self, array: Array) -> Mapping[str, Any]:
        """What the library of an array takes from us."""
        libraries: Any = self.machine.libraries  # type: ignore[attr-defined]
        found: Mapping[str, Any] = libraries.natives_of_arrays(array)
        return found

    @property
    def _of_arrays(self) -> Mapping[str, Any]:
        machine: Any = self.machine
        natives: Mapping[str, Any] = machine.libraries.array_natives
        return natives

    def unknown(self, name: str) -> Any:
        """Refuses what has no derivative here."""
        machine: Any = self.machine
        message = say("no-derivative-known", name=name)
        return machine.halt(
            Problem(Code.UNSUPPORTED, message, say("no-derivative-known.hint"), machine.places.span(machine.node))
        )

    def key(self, value: Any) -> Any:
        """Two inputs of one value are two all the same."""
        return (value, id(value.node)) if type(value) in TRACKED else value

    def drawn(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A random number from a range whose ends have nodes is none of their results that is known."""

        def call(*values: Any, **named: Any) -> Any:
            given = [*values, *named.values()]
            if any(type(each) in TRACKED for each in given) and name not in _CHOOSING:
                return self.unknown(name)
            return function(*values, **named)

        return call


_CHOOSING = frozenset(["choice", "choices", "sample", "shuffle", "seed", "randint", "randrange"])
"""Functions of `random` whose result does not change with the numbers that they are given a little."""


def _deeply_plain(value: Any) -> Any:
    if type(value) in (list, tuple):
        return type(value)(map(plain, value))
    return plain(value)


def _flat(values: Iterable[Any]) -> Iterable[Any]:
    for each in values:
        yield from each if type(each) in (list, tuple) else (each,)


CALLED: Mapping[str, Operation] = MappingProxyType(
    {name: record for name, record in OPERATIONS.spellings.items() if name.isidentifier() and not hasattr(builtins, name)}
)
"""The operations that programs call by their names."""


def _operation(machine: Any, name: str, record: Operation) -> Callable[..., Any]:
    """An operation called by its name, as in a formula."""

    def call(*values: Any, **named: Any) -> Any:
        operation = OPERATIONS[record.unary_form] if record.unary_form and len(values) == 1 else record
        if named or operation.options or operation.variadic or not all(isinstance(each, int | float) for each in values):
            return machine.watch.unknown(name)
        if len(values) != operation.arity:
            several = "s" if operation.arity != 1 else ""
            raise TypeError(f"{name}() takes {operation.arity} positional argument{several} but {len(values)} were given")
        given = [Tensor(float(each), requires_grad=False) for each in values]
        return remembered(operation.name, values, float(FUNCTIONS[operation.name](*given).raw))

    return call


def _extreme(machine: Any, usual: Callable[..., Any], fold: str) -> Callable[..., Any]:
    """`max` and `min`, which are operations where their numbers have nodes."""

    def call(*values: Any, **named: Any) -> Any:
        items: Any = values
        if len(values) == 1 and not named and hasattr(values[0], "__iter__"):
            items = values[0] if isinstance(values[0], list | tuple) else [*machine.finite(values[0])]
            values = (items,)
        if named or len(items) < 2 or not any(type(each) in TRACKED for each in items):
            return usual(*values, **named)
        if not all(isinstance(each, int | float) for each in items):
            return usual(*values, **named)
        machine.counted(items)
        choose = max if fold == "maximum" else min
        return functools.reduce(lambda one, other: remembered(fold, (one, other), choose(plain(one), plain(other))), items)

    return call


def _isinstance(usual: Callable[..., Any]) -> Callable[..., Any]:
    """`isinstance`, which takes an array for what NumPy has in its place."""
    return lambda value, kinds: usual(value.sample if isinstance(value, Array) else value, kinds)


def _sum(machine: Any, usual: Callable[..., Any]) -> Callable[..., Any]:
    """`sum`, which begins with its first number where that has a node: nobody wrote the 0 before it."""

    def call(items: Any, start: Any = 0) -> Any:
        if not isinstance(start, int) or start != 0 or type(start) in TRACKED or isinstance(items, str):
            return usual(items, start)
        if isinstance(items, list | tuple):
            begins = bool(items) and node_of(items[0]) is not None
            return usual(items[1:], items[0]) if begins else usual(items, start)
        rest = iter(machine.finite(machine.counted(items)))
        first = next(rest, MISSING)
        if first is MISSING:
            return start
        return usual(rest, first) if node_of(first) is not None else usual(itertools.chain([first], rest), start)

    return call


def _pow(usual: Callable[..., Any], machine: Any) -> Callable[..., Any]:
    """`pow`, which is `**` with two arguments."""
    return lambda *values, **named: (
        BINARY[ast.Pow](machine, *values) if len(values) == 2 and not named else usual(*values, **named)
    )


READY: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        **MAKERS,
        **{
            name: lambda machine, name=name, record=record: Native(name, _operation(machine, name, record))  # type: ignore[misc]
            for name, record in CALLED.items()
        },
        **{
            name: lambda machine, name=name, fold=fold: Native(  # type: ignore[misc]
                name, _extreme(machine, machine.builtins_before[name].call, fold)
            )
            for name, fold in _FOLDS.items()
        },
        "isinstance": lambda machine: Native("isinstance", _isinstance(machine.builtins_before["isinstance"].call)),
        "sum": lambda machine: Native("sum", _sum(machine, machine.builtins_before["sum"].call)),
        "pow": lambda machine: Native("pow", _pow(machine.builtins_before["pow"].call, machine)),
        "print": lambda machine: Native("print", machine.print_values),
    }
)
"""By name, what makes each of the names that every program has, as they are where numbers are remembered."""
