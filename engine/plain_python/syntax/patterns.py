"""Patterns of `match`, each laid out once as a function from the names of a call and a value to whether it fits."""

import ast
from collections import deque
from collections.abc import Callable
from typing import Any

from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.syntax.stores import Stores
from backpass.engine.plain_python.values import MISSING, Env, UserClass

Fits = Callable[[Env, Any], bool]
_THEMSELVES = (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Types whose only place in a pattern is the value itself."""


def pattern(stores: Stores, node: ast.pattern, scope: FunctionScope | None) -> Fits:
    """Whether a value fits a pattern, whose names it gives values to. Raises ProblemError for what is not read."""
    found = _PATTERNS.get(type(node))
    if found is None:
        raise stores.machine.refusal(node)
    laid: Fits = found(stores, node, scope)
    return laid


def _value(stores: Stores, node: ast.MatchValue, scope: FunctionScope | None) -> Fits:
    wanted, machine = stores.expressions.lay(node.value, scope), stores.machine

    def fits(env: Env, value: Any) -> bool:
        machine.measure(value)
        return bool(value == wanted(env))

    return fits


def _singleton(stores: Stores, node: ast.MatchSingleton, scope: FunctionScope | None) -> Fits:
    return lambda env, value: value is node.value


def _named(stores: Stores, node: ast.MatchAs, scope: FunctionScope | None) -> Fits:
    inner = pattern(stores, node.pattern, scope) if node.pattern else None
    store = stores.store_name(node.name, scope) if node.name else None

    def fits(env: Env, value: Any) -> bool:
        if inner is not None and not inner(env, value):
            return False
        if store is not None:
            store(env, value)
        return True

    return fits


def _either(stores: Stores, node: ast.MatchOr, scope: FunctionScope | None) -> Fits:
    parts = [pattern(stores, each, scope) for each in node.patterns]
    return lambda env, value: any(each(env, value) for each in parts)


def _sequence(stores: Stores, node: ast.MatchSequence, scope: FunctionScope | None) -> Fits:
    starred = next((place for place, each in enumerate(node.patterns) if isinstance(each, ast.MatchStar)), None)
    parts = [None if isinstance(each, ast.MatchStar) else pattern(stores, each, scope) for each in node.patterns]
    star: Any = None if starred is None else node.patterns[starred]
    store = stores.store_name(star.name, scope) if star is not None and star.name else None
    least, machine = len(parts) - (starred is not None), stores.machine

    def fits(env: Env, value: Any) -> bool:
        if not isinstance(value, list | tuple | range | deque) or len(value) < least or (starred is None and len(value) > least):
            return False
        behind = 0 if starred is None else len(parts) - starred - 1
        for place, part in enumerate(parts):
            at = place if starred is None or place < starred else len(value) - len(parts) + place
            if part is not None and not part(env, value[at]):
                return False
        if store is not None and starred is not None:
            machine.hold(len(value))
            store(env, [*value][starred : len(value) - behind])
        return True

    return fits


def _mapping(stores: Stores, node: ast.MatchMapping, scope: FunctionScope | None) -> Fits:
    keys = [stores.expressions.lay(each, scope) for each in node.keys]
    parts = [pattern(stores, each, scope) for each in node.patterns]
    store = stores.store_name(node.rest, scope) if node.rest else None
    machine = stores.machine

    def fits(env: Env, value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        wanted = [key(env) for key in keys]
        for key, part in zip(wanted, parts, strict=True):
            found = value.get(key, MISSING)
            if found is MISSING or not part(env, found):
                return False
        if store is not None:
            machine.hold(len(value))
            store(env, {key: each for key, each in value.items() if key not in wanted})
        return True

    return fits


def _class(stores: Stores, node: ast.MatchClass, scope: FunctionScope | None) -> Fits:
    wanted, machine = stores.expressions.lay(node.cls, scope), stores.machine
    places = [pattern(stores, each, scope) for each in node.patterns]
    named = [(name, pattern(stores, each, scope)) for name, each in zip(node.kwd_attrs, node.kwd_patterns, strict=True)]

    def fits(env: Env, value: Any) -> bool:
        kind = wanted(env)
        if not machine.builtins["isinstance"].call(value, kind):
            return False
        if places and kind in _THEMSELVES:
            return len(places) == 1 and places[0](env, value)
        names = machine.member(kind, "__match_args__") if places and isinstance(kind, UserClass) else getattr(kind, "_fields", ())
        if len(places) > len(names):
            given = f"({len(places)} given)"
            raise TypeError(
                f"{kind.name if isinstance(kind, UserClass) else kind.__name__}() accepts {len(names)} positional "
                f"sub-pattern{'s' * (len(names) != 1)} {given}"
            )
        for name, part in [*zip(names, places, strict=False), *named]:
            try:
                found = machine.member(value, name)
            except AttributeError:
                return False
            if not part(env, found):
                return False
        return True

    return fits


_PATTERNS: dict[type, Any] = {
    ast.MatchValue: _value,
    ast.MatchSingleton: _singleton,
    ast.MatchAs: _named,
    ast.MatchOr: _either,
    ast.MatchSequence: _sequence,
    ast.MatchMapping: _mapping,
    ast.MatchClass: _class,
}
