"""Small modules of Python's own that programs with an engine import: `copy`, `enum`, `heapq`, `json` and their like."""

import ast
import bisect
import collections
import copy
import heapq
import json
import numbers
import statistics
import string
from collections import deque
from collections.abc import Callable
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

import numpy as np

from backpass.engine.plain_python.guards import DEEPEST
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.values import MISSING, BoundMethod, Env, Instance, Marked, Module, Native, UserClass

_ENUM = """
class auto:
    pass

class Enum:
    def __init_subclass__(cls, **options):
        found = {}
        for name, value in _written(cls):
            if isinstance(value, auto):
                value = max([each._value_ for each in found.values()], default=0) + 1
            member = next((each for each in found.values() if each._value_ == value), None)
            if member is None:
                member = object.__new__(cls)
                member._name_, member._value_ = name, value
                if hasattr(cls, "__init__"):
                    cls.__init__(member, *(value if isinstance(value, tuple) else (value,)))
            found[name] = member
            setattr(cls, name, member)
        cls.__members__ = found
    def __new__(cls, value):
        for member in cls.__members__.values():
            if member._value_ == value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
    def __class_getitem__(cls, name):
        return cls.__members__[name]
    @property
    def name(self):
        return self._name_
    @property
    def value(self):
        return self._value_
    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"
    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"
    def __hash__(self):
        return hash(self._name_)
    def __eq__(self, other):
        return self is other
"""
_CONTEXTS = """
class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds
    def __enter__(self):
        pass
    def __exit__(self, kind, error, trace):
        return isinstance(error, self.kinds)

class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result
    def __enter__(self):
        return self.enter_result
    def __exit__(self, *error):
        pass

class closing(nullcontext):
    def __exit__(self, *error):
        self.enter_result.close()
"""
_NAMESPACE = """
class SimpleNamespace:
    def __init__(self, **names):
        for name, value in names.items():
            setattr(self, name, value)
    def __repr__(self):
        return "namespace(" + ", ".join(f"{name}={value!r}" for name, value in vars(self).items()) + ")"
    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, SimpleNamespace) else NotImplemented
"""


def standard_modules(machine: Any) -> dict[str, Callable[[], Module]]:
    """By name, what makes each of the modules."""
    return {
        "bisect": lambda: _counting(machine, bisect, ["bisect", "bisect_left", "bisect_right", "insort"]),
        "contextlib": lambda: Module(
            "contextlib",
            {
                "contextmanager": Native("contextmanager", lambda function: Native(function.name, contextmanager(function))),
                **_interpreted(machine, _CONTEXTS, {}),
            },
        ),
        "copy": lambda: _copy(machine),
        "enum": lambda: _enum(machine),
        "heapq": lambda: _counting(
            machine,
            heapq,
            ["heappush", "heappop", "heapify", "heappushpop", "heapreplace", "nlargest", "nsmallest"],
        ),
        "json": lambda: _json(machine),
        "numbers": lambda: Module(
            "numbers", {name: getattr(numbers, name) for name in ("Number", "Complex", "Real", "Rational", "Integral")}
        ),
        "pprint": lambda: Module("pprint", {"pprint": machine.builtins["print"]}),
        "statistics": lambda: _counting(
            machine, statistics, ["mean", "fmean", "median", "stdev", "pstdev", "variance", "pvariance"]
        ),
        "string": lambda: Module(
            "string",
            {
                name: getattr(string, name)
                for name in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "punctuation", "whitespace")
            },
        ),
        "types": lambda: Module("types", {"SimpleNamespace": _interpreted(machine, _NAMESPACE, {})["SimpleNamespace"]}),
    }


def _interpreted(machine: Any, text: str, names: dict[str, Any]) -> dict[str, Any]:
    """The names that a text of ours defines, run as the program is."""
    tree = ast.parse(text)
    made = [each.name for each in tree.body if isinstance(each, ast.ClassDef)]
    env = Env(dict(names), None)
    machine.statements.block(tree.body, FunctionScope(None, [*names, *made]))(env)
    return env.names


def _enum(machine: Any) -> Module:
    def written(kind: UserClass) -> list[tuple[str, Any]]:
        kinds = (Marked, Native, BoundMethod)
        return [
            (name, value)
            for name, value in kind.members.items()
            if not name.startswith("_") and not isinstance(value, kinds) and type(value).__name__ != "Function"
        ]

    found = _interpreted(machine, _ENUM, {"_written": Native("_written", written)})
    return Module("enum", {"Enum": found["Enum"], "auto": found["auto"], "unique": Native("unique", lambda kind: kind)})


def _counting(machine: Any, module: Any, names: list[str]) -> Module:
    """A module's functions, which count and compare the items that they are given."""

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            for each in values:
                machine.counted(each)
                machine.measure(each)
            if "key" in named:
                named["key"] = machine.measured(named["key"])
            return function(*values, **named)

        return call

    return Module(module.__name__, {name: Native(name, counted(getattr(module, name))) for name in names})


def _json(machine: Any) -> Module:
    def dumps(value: Any, *, indent: int | None = None, sort_keys: bool = False, default: Any = None) -> str:
        machine.measure(value)
        made = json.dumps(
            value, indent=min(indent, 64) if isinstance(indent, int) else None, sort_keys=sort_keys, default=default
        )
        machine.hold(len(made) // 8)
        return made

    def loads(text: Any) -> Any:
        machine.hold(len(text))
        deep = max(accumulate((each in "[{") - (each in "]}") for each in text), default=0)
        if deep > DEEPEST:
            raise RecursionError("maximum recursion depth exceeded while decoding a JSON array")
        return json.loads(text)

    return Module("json", {"dumps": Native("dumps", dumps), "loads": Native("loads", loads)})


def _copy(machine: Any) -> Module:
    return Module(
        "copy",
        {
            "copy": Native("copy", lambda of: _shallow(machine, of)),
            "deepcopy": Native("deepcopy", lambda of, memo=None: _deep(machine, of, {} if memo is None else memo)),
        },
    )


def _shallow(machine: Any, of: Any) -> Any:
    machine.counted(of)
    if not isinstance(of, Instance):
        return copy.copy(of) if isinstance(of, list | dict | set | deque | np.ndarray) else of
    if (own := of.user_class.find("__copy__")) is not MISSING:
        return machine.call(machine.bound(own, of), [], {})
    machine.hold(4 + len(of.members))
    made = object.__new__(type(of))
    made.members = {}
    for name, value in of.members.items():
        made.members[name] = machine.watch.stored(made, name, MISSING, value, augmented=False)
    return made


def _deep(machine: Any, of: Any, memo: dict[int, Any]) -> Any:
    if id(of) in memo:
        return memo[id(of)]
    machine.tick()
    made: Any = of
    if isinstance(of, Instance):
        if (own := of.user_class.find("__deepcopy__")) is not MISSING:
            made = memo[id(of)] = machine.call(machine.bound(own, of), [memo], {})
            return made
        made = memo[id(of)] = object.__new__(type(of))
        made.members = {}
        machine.hold(4 + len(of.members))
        for name, value in [*of.members.items()]:
            inner = _deep(machine, value, memo)
            made.members[name] = machine.watch.stored(made, name, MISSING, inner, augmented=False)
    elif type(of) is list:
        made = memo[id(of)] = []
        machine.hold(len(of))
        made += [_deep(machine, each, memo) for each in of]
    elif isinstance(of, dict):
        machine.hold(len(of))
        made = memo[id(of)] = copy.copy(of)
        made.clear()
        made.update({_deep(machine, key, memo): _deep(machine, value, memo) for key, value in of.items()})
    elif isinstance(of, tuple | set | frozenset | deque):
        inner = [_deep(machine, each, memo) for each in of]
        made = type(of)(*inner) if hasattr(of, "_fields") else type(of)(inner)
        made = memo[id(of)] = of if isinstance(of, tuple) and all(a is b for a, b in zip(inner, of, strict=True)) else made
    elif isinstance(of, np.ndarray):
        machine.hold(of.size)
        made = memo[id(of)] = of.copy()
    return made


def named_tuple(machine: Any) -> Native:
    """`collections.namedtuple`."""

    def call(typename: str, field_names: Any, *, rename: bool = False, defaults: Any = None, module: Any = None) -> type:
        machine.counted(field_names)
        make: Any = collections.namedtuple  # noqa: PYI024
        made: type = make(typename, field_names, rename=rename, defaults=defaults, module="__main__")
        machine.modules.types = (*machine.modules.types, made)
        return made

    return Native("namedtuple", call)
