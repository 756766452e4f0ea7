"""Statements that give values to names, members and items, and that take them away."""

import ast
from collections.abc import Callable
from typing import Any

from backpass.engine.plain_python.syntax.expressions import Expressions
from backpass.engine.plain_python.syntax.operators import IN_PLACE
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.values import Env, Ignored, Instance

Run = Callable[[Env], Any]
"""A statement: None where it ends as usual, else a mark that says how."""


class Stores:
    """Lays out what stores. `machine` is the one that will run it."""

    def __init__(self, machine: Any, expressions: Expressions) -> None:
        self.machine = machine
        self.expressions = expressions
        self.guarded: set[ast.AST] = set()
        """The imports behind which `except ImportError` stands."""

    def store(self, target: ast.expr, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        """What gives a value to a name, a member, an item, or several of them."""
        machine = self.machine
        if isinstance(target, ast.Name):
            return self.store_name(target.id, scope)
        if isinstance(target, ast.Attribute):
            owner, name = self.expressions.lay(target.value, scope), machine.private(target.attr, scope)
            return lambda env, value: machine.set_member(owner(env), name, value)
        if isinstance(target, ast.Subscript):
            of, key = self.expressions.lay(target.value, scope), self.expressions.lay(target.slice, scope)
            return lambda env, value: machine.set_item(of(env), key(env), value)
        if isinstance(target, ast.Tuple | ast.List):
            return self._unpacking(target, scope)
        raise machine.refusal(target)

    def store_name(self, name: str, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        """What gives a value to a name."""
        depth = scope.depth(name) if scope else None
        if depth is None:
            names, named = self.machine.globals, self.machine.watch.named

            def whole(env: Env, value: Any) -> None:
                names[name] = value
                named(name, value)

            return whole
        if depth == 0:
            named = self.machine.watch.named_locally

            def local(env: Env, value: Any) -> None:
                env.names[name] = value
                if isinstance(value, Instance):
                    named(name, value)

            return local

        def outer(env: Env, value: Any) -> None:
            for _ in range(depth):
                env = env.around  # type: ignore[assignment]
            env.names[name] = value

        return outer

    def _unpacking(self, target: ast.Tuple | ast.List, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        starred = next((place for place, each in enumerate(target.elts) if isinstance(each, ast.Starred)), None)
        stores = [self.store(each.value if isinstance(each, ast.Starred) else each, scope) for each in target.elts]
        machine, count = self.machine, len(stores)

        def unpack(env: Env, value: Any) -> None:
            if type(value) is Ignored:
                value = [value] * (count - (starred is not None))
            if not hasattr(value, "__iter__") and not hasattr(value, "__getitem__"):
                raise TypeError(f"cannot unpack non-iterable {machine.kind_of(value).__name__} object")
            items = [*machine.counted(value)]
            if starred is None and len(items) != count:
                many = "too many values to unpack" if len(items) > count else "not enough values to unpack"
                got = f"expected {count}" + ("" if len(items) > count else f", got {len(items)}")
                raise ValueError(f"{many} ({got})")
            if starred is not None:
                if len(items) < count - 1:
                    raise ValueError(f"not enough values to unpack (expected at least {count - 1}, got {len(items)})")
                after = count - starred - 1
                end = len(items) - after
                items = [*items[:starred], items[starred:end], *items[end:]]
            for store, item in zip(stores, items, strict=True):
                store(env, item)

        return unpack

    def _augmented(self, node: ast.AugAssign, scope: FunctionScope | None) -> Run:
        machine, apply, target = self.machine, IN_PLACE[type(node.op)], node.target
        value = self.expressions.lay(node.value, scope)
        if isinstance(target, ast.Name):
            read, store = self.expressions.name(target.id, scope), self.store_name(target.id, scope)
            return lambda env: store(env, apply(machine, read(env), value(env)))
        owner = self.expressions.lay(target.value, scope)
        if isinstance(target, ast.Attribute):
            name = machine.private(target.attr, scope)

            def member(env: Env) -> None:
                of = owner(env)
                before = machine.member(of, name)
                machine.set_member(of, name, apply(machine, before, value(env)), augmented=True)

            return member
        key = self.expressions.lay(target.slice, scope)

        def item(env: Env) -> None:
            of, where = owner(env), key(env)
            before = machine.item(of, where)
            machine.set_item(of, where, apply(machine, before, value(env)))

        return item

    def _delete(self, node: ast.Delete, scope: FunctionScope | None) -> Run:
        machine = self.machine
        laid: list[Callable[[Env], None]] = []
        for target in node.targets:
            if isinstance(target, ast.Name):
                laid.append(self._delete_name(target.id, scope))
            elif isinstance(target, ast.Attribute):
                owner, name = self.expressions.lay(target.value, scope), machine.private(target.attr, scope)
                laid.append(lambda env, owner=owner, name=name: machine.delete_member(owner(env), name))  # type: ignore[misc]
            elif isinstance(target, ast.Subscript):
                of, key = self.expressions.lay(target.value, scope), self.expressions.lay(target.slice, scope)
                laid.append(lambda env, of=of, key=key: machine.delete_item(of(env), key(env)))  # type: ignore[misc]

        def run(env: Env) -> None:
            for each in laid:
                each(env)

        return run

    def _delete_name(self, name: str, scope: FunctionScope | None) -> Callable[[Env], None]:
        names = self.machine.globals
        is_global = scope is None or scope.depth(name) is None

        def run(env: Env) -> None:
            if (names if is_global else env.names).pop(name, _ABSENT) is _ABSENT:
                raise NameError(f"name '{name}' is not defined")

        return run


_ABSENT = object()
