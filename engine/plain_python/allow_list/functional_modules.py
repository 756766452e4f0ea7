"""`functools` and `operator`, as programs may use them."""

import functools
import operator
from keyword import iskeyword
from typing import Any

from backpass.engine.plain_python.syntax.operators import BY_METHOD
from backpass.engine.plain_python.values import MISSING, BoundMethod, Function, Marked, Module, Native, UserClass


def functools_module(machine: Any) -> Module:
    """`functools`."""

    def reduce(function: Any, items: Any, *initial: Any) -> Any:
        return functools.reduce(machine.counting(function), machine.finite(items), *initial)

    def partial(function: Any, *values: Any, **named: Any) -> Native:
        return Native("partial", lambda *more, **others: machine.call(function, [*values, *more], {**named, **others}))

    def wraps(of: Any) -> Native:
        def copy(function: Any) -> Any:
            if isinstance(function, Function) and isinstance(of, Function):
                function.name, function.qualname, function.doc = of.name, of.qualname, of.doc
            return function

        return Native("wraps", copy)

    def cached(*options: Any, **_: Any) -> Any:
        return (
            _cache(machine, options[0]) if options and callable(options[0]) else Native("lru_cache", lambda f: _cache(machine, f))
        )

    def cached_property(function: Any) -> Marked:
        key = f"cached {function.name}"

        def read(of: Any) -> Any:
            if key not in of.members:
                of.members[key] = machine.call(function, [of], {})
            return of.members[key]

        return Marked("property", Native(function.name, read))

    return Module(
        "functools",
        {
            "reduce": Native("reduce", reduce),
            "partial": Native("partial", partial),
            "wraps": Native("wraps", wraps),
            "lru_cache": Native("lru_cache", cached),
            "cache": Native("cache", cached),
            "cached_property": Native("cached_property", cached_property),
            "total_ordering": Native("total_ordering", lambda kind: _total_ordering(machine, kind)),
        },
    )


def operator_module(machine: Any) -> Module:
    """`operator`, whose functions are refused what operators are."""
    found: dict[str, Any] = {name: Native(name, getattr(operator, name)) for name in ("neg", "pos", "abs", "invert", "not_")}
    for method, apply in BY_METHOD.items():
        name = method.strip("_")
        own = f"{name}_" if iskeyword(name) else name
        found[own] = Native(own, lambda left, right, apply=apply: apply(machine, left, right))

    def getter(read: Any) -> Any:
        def made(*keys: Any) -> Native:
            several = lambda of: tuple(read(of, each) for each in keys)  # noqa: E731
            return Native("getter", several if len(keys) > 1 else lambda of: read(of, keys[0]))

        return made

    def member(of: Any, names: str) -> Any:
        for each in machine.name_given(names).split("."):
            of = machine.member(of, each)
        return of

    found |= {"itemgetter": Native("itemgetter", getter(machine.item)), "attrgetter": Native("attrgetter", getter(member))}
    return Module("operator", found)


def _cache(machine: Any, function: Any) -> Native:
    kept: dict[Any, Any] = {}

    def call(*values: Any, **named: Any) -> Any:
        own = machine.watch.key
        key = (tuple(map(own, values)), tuple((name, own(value)) for name, value in sorted(named.items())))
        machine.measure(key)
        if key not in kept:
            machine.hold(1)
            kept[key] = machine.call(function, values, named)
        return kept[key]

    return Native(getattr(function, "name", "function"), call)


def _total_ordering(machine: Any, kind: UserClass) -> UserClass:
    less = kind.find("__lt__")
    equal = kind.find("__eq__")
    if less is MISSING or equal is MISSING:
        raise machine.refusal(machine.node)

    def ask(method: Any, own: Any, other: Any) -> bool:
        return bool(machine.call(BoundMethod(method, own), [other], {}))

    for name, answer in {
        "__le__": lambda own, other: ask(less, own, other) or ask(equal, own, other),
        "__gt__": lambda own, other: not ask(less, own, other) and not ask(equal, own, other),
        "__ge__": lambda own, other: not ask(less, own, other),
    }.items():
        if kind.find(name) is MISSING:
            setattr(kind.real, name, answer)
    return kind
