"""Expressions of Python's syntax tree, each laid out once as a function from the names of a call to its value."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from backpass.engine.plain_python.syntax.comprehensions import comprehension
from backpass.engine.plain_python.syntax.operators import BINARY, COMPARE, UNARY
from backpass.engine.plain_python.syntax.scopes import FunctionScope, scope_of_function
from backpass.engine.plain_python.values import MISSING, BoundMethod, Env, Evaluate, Function, Instance, Parameters


class Expressions:
    """Lays out expressions. `machine` is the one that will run them."""

    table: Mapping[type, Any]
    """By the kind of a node, what lays it out."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine

    def lay(self, node: ast.expr, scope: FunctionScope | None) -> Evaluate:
        """An expression as a function of the names of the call that it stands in. Raises ProblemError for what is not read."""
        found = self.table.get(type(node))
        if found is None:
            raise self.machine.refusal(node)
        laid: Evaluate = found(self, node, scope)
        return laid

    def several(self, nodes: list[ast.expr], scope: FunctionScope | None) -> Callable[[Env], list[Any]]:
        """Expressions side by side, `*items` among them."""
        if any(isinstance(each, ast.Starred) for each in nodes):
            laid = [
                (
                    isinstance(each, ast.Starred),
                    self.lay(getattr(each, "value", each) if isinstance(each, ast.Starred) else each, scope),
                )
                for each in nodes
            ]
            machine = self.machine

            def spread(env: Env) -> list[Any]:
                found: list[Any] = []
                for starred, each in laid:
                    if starred:
                        found.extend(machine.counted(each(env)))
                    else:
                        found.append(each(env))
                return found

            return spread
        parts = [self.lay(each, scope) for each in nodes]
        return lambda env: [each(env) for each in parts]

    # Leaves

    def _constant(self, node: ast.Constant, scope: FunctionScope | None) -> Evaluate:
        value = node.value
        return lambda env: value

    def _name(self, node: ast.Name, scope: FunctionScope | None) -> Evaluate:
        return self.name(node.id, scope)

    def name(self, name: str, scope: FunctionScope | None) -> Evaluate:
        """What reads a name."""
        if scope is not None and scope.is_class and name in scope.local:
            outside = self.name(name, _beyond(scope))

            def of_class(env: Env) -> Any:
                if name in env.names:
                    return env.names[name]
                return outside(env.around)  # type: ignore[arg-type]

            return of_class
        depth = scope.depth(name) if scope else None
        if depth is None:
            return self._global(name)
        if depth == 0:

            def local(env: Env) -> Any:
                try:
                    return env.names[name]
                except KeyError:
                    message = f"cannot access local variable '{name}' where it is not associated with a value"
                    raise UnboundLocalError(message) from None

            return local

        def outer(env: Env) -> Any:
            for _ in range(depth):
                env = env.around  # type: ignore[assignment]
            try:
                return env.names[name]
            except KeyError:
                message = f"cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
                raise NameError(message) from None

        return outer

    def _global(self, name: str) -> Evaluate:
        names, ready = self.machine.globals, self.machine.builtins

        def read(env: Env) -> Any:
            found = names.get(name, MISSING)
            if found is MISSING:
                found = ready.get(name, MISSING)
                if found is MISSING:
                    raise NameError(f"name '{name}' is not defined")
            return found

        return read

    # Operators

    def _binary(self, node: ast.BinOp, scope: FunctionScope | None) -> Evaluate:
        chain: list[ast.BinOp] = []
        first: ast.expr = node
        while isinstance(first, ast.BinOp):
            chain.append(first)
            first = first.left
        if len(chain) < _LONG_CHAIN:
            return self._between(self.lay(node.left, scope), self.lay(node.right, scope), self.operator(node))
        begin = self.lay(first, scope)
        links = [(self.lay(each.right, scope), self.operator(each)) for each in reversed(chain)]

        def compute(env: Env) -> Any:
            value = begin(env)
            for right, apply in links:
                value = apply(value, right(env))
            return value

        return compute

    @staticmethod
    def _between(left: Evaluate, right: Evaluate, apply: Callable[[Any, Any], Any]) -> Evaluate:
        return lambda env: apply(left(env), right(env))

    def operator(self, node: ast.BinOp) -> Callable[[Any, Any], Any]:
        """What an operator does to two values; what it raises is blamed on it."""
        apply, machine = BINARY[type(node.op)], self.machine
        plain, operated, symbol = apply.plain, machine.watch.operated_on, type(node.op).__name__

        def compute(one: Any, other: Any) -> Any:
            try:
                if type(one) is float and type(other) is float:
                    return plain(one, other)
                result = apply(machine, one, other)
            except Exception as error:
                machine.blame(error, node)
                raise
            if isinstance(result, Instance):
                operated(symbol, one, other, result, node)
            return result

        return compute

    def _unary(self, node: ast.UnaryOp, scope: FunctionScope | None) -> Evaluate:
        signs = [node]
        while isinstance(inner := signs[-1].operand, ast.UnaryOp):
            signs.append(inner)
        operand = self.lay(signs[-1].operand, scope)
        links = [self.sign(each) for each in reversed(signs)]
        if len(links) == 1:
            (apply,) = links
            return lambda env: apply(operand(env))

        def compute(env: Env) -> Any:
            value = operand(env)
            for each in links:
                value = each(value)
            return value

        return compute

    def sign(self, node: ast.UnaryOp) -> Callable[[Any], Any]:
        """What `-`, `+`, `~` or `not` does to a value; what it raises is blamed on it."""
        if isinstance(node.op, ast.Not):
            return lambda value: not value
        apply, machine = UNARY[type(node.op)], self.machine

        def compute(value: Any) -> Any:
            try:
                result = apply(value)
            except Exception as error:
                machine.blame(error, node)
                raise
            if type(result) is not float and type(result) is not int:
                machine.check_held(result)
            return result

        return compute

    def _logic(self, node: ast.BoolOp, scope: FunctionScope | None) -> Evaluate:
        parts = [self.lay(each, scope) for each in node.values]
        *before, last = parts
        stops = isinstance(node.op, ast.Or)

        def compute(env: Env) -> Any:
            for each in before:
                value = each(env)
                if bool(value) == stops:
                    return value
            return last(env)

        return compute

    def _compare(self, node: ast.Compare, scope: FunctionScope | None) -> Evaluate:
        first = self.lay(node.left, scope)
        links = [(COMPARE[type(symbol)], self.lay(each, scope)) for symbol, each in zip(node.ops, node.comparators, strict=True)]
        machine = self.machine
        if len(links) == 1:
            ((apply, right),) = links
            return lambda env: apply(machine, first(env), right(env))

        def chained(env: Env) -> Any:
            left, found = first(env), True
            for compare, each in links:
                value = each(env)
                found = compare(machine, left, value)
                if not found:
                    return found
                left = value
            return found

        return chained

    def _conditional(self, node: ast.IfExp, scope: FunctionScope | None) -> Evaluate:
        test, then, otherwise = (self.lay(each, scope) for each in (node.test, node.body, node.orelse))
        return lambda env: then(env) if test(env) else otherwise(env)

    def _walrus(self, node: ast.NamedExpr, scope: FunctionScope | None) -> Evaluate:
        value = self.lay(node.value, scope)
        outside = scope
        while outside is not None and getattr(outside, "is_comprehension", False):
            outside = outside.around
        depth_of_scope = _steps(scope, outside)
        store = self.machine.statements.store(node.target, outside)

        def compute(env: Env) -> Any:
            found = value(env)
            for _ in range(depth_of_scope):
                env = env.around  # type: ignore[assignment]
            store(env, found)
            return found

        return compute

    # Collections

    def _list(self, node: ast.List, scope: FunctionScope | None) -> Evaluate:
        items, hold = self.several(node.elts, scope), self.machine.hold

        def made(env: Env) -> Any:
            found = items(env)
            hold(len(found))
            return found

        return made

    def _tuple(self, node: ast.Tuple, scope: FunctionScope | None) -> Evaluate:
        items = self.several(node.elts, scope)
        return lambda env: tuple(items(env))

    def _set(self, node: ast.Set, scope: FunctionScope | None) -> Evaluate:
        items, hold, measure = self.several(node.elts, scope), self.machine.hold, self.machine.measure

        def made(env: Env) -> Any:
            listed = items(env)
            measure(listed)
            hold(len(listed))
            return set(listed)

        return made

    def _dict(self, node: ast.Dict, scope: FunctionScope | None) -> Evaluate:
        pairs = [
            (None if key is None else self.lay(key, scope), self.lay(value, scope))
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        machine = self.machine

        def made(env: Env) -> Any:
            found: dict[Any, Any] = {}
            machine.hold(len(pairs))
            for key, value in pairs:
                if key is None:
                    found.update(machine.mapping(value(env)))
                else:
                    name = key(env)
                    if type(name) is tuple:
                        machine.measure(name)
                    found[name] = value(env)
            return found

        return made

    def _formatted(self, node: ast.JoinedStr, scope: FunctionScope | None) -> Evaluate:
        parts = [self.lay(each, scope) for each in node.values]
        hold = self.machine.hold

        def made(env: Env) -> str:
            found = "".join([each(env) for each in parts])
            hold(len(found) // 8)
            return found

        return made

    def _field(self, node: ast.FormattedValue, scope: FunctionScope | None) -> Evaluate:
        value, machine = self.lay(node.value, scope), self.machine
        written = self.lay(node.format_spec, scope) if node.format_spec else (lambda _: "")
        conversion = {-1: None, 115: str, 114: repr, 97: ascii}[node.conversion]

        def made(env: Env) -> str:
            found = value(env)
            if conversion is not None:
                found = machine.shown(found, conversion)
            return machine.formatted(found, written(env))  # type: ignore[no-any-return]

        return made

    # Members, items, calls

    def _attribute(self, node: ast.Attribute, scope: FunctionScope | None) -> Evaluate:
        owner, read = self.lay(node.value, scope), self.attribute_of(node, scope)
        return lambda env: read(owner(env))

    def attribute_of(self, node: ast.Attribute, scope: FunctionScope | None) -> Callable[[Any], Any]:
        """What reads an attribute of a value."""
        name, read = self.machine.private(node.attr, scope), self.machine.member

        def found(of: Any) -> Any:
            if isinstance(of, Instance):
                value = of.members.get(name, MISSING)
                if value is not MISSING and of.user_class.find(name) is MISSING:
                    return value
            return read(of, name)

        return found

    def _subscript(self, node: ast.Subscript, scope: FunctionScope | None) -> Evaluate:
        owner, key, machine = self.lay(node.value, scope), self.lay(node.slice, scope), self.machine
        return lambda env: machine.item(owner(env), key(env))

    def _slice(self, node: ast.Slice, scope: FunctionScope | None) -> Evaluate:
        none: Evaluate = lambda _: None  # noqa: E731
        lower, upper, step = (self.lay(each, scope) if each else none for each in (node.lower, node.upper, node.step))
        return lambda env: slice(lower(env), upper(env), step(env))

    def _call(self, node: ast.Call, scope: FunctionScope | None) -> Evaluate:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self._super(scope)
        callee = self.lay(node.func, scope)
        values = self.several(node.args, scope)
        named = [(each.arg, self.lay(each.value, scope)) for each in node.keywords]
        machine = self.machine
        run, call = machine.run_function, machine.call
        if not named:

            def plain(env: Env) -> Any:
                what = callee(env)
                kind = type(what)
                if kind is Function:
                    result = run(what, values(env), _NOTHING)
                elif kind is BoundMethod:
                    result = run(what.function, [what.receiver, *values(env)], _NOTHING)
                else:
                    given = values(env)
                    machine.node = node
                    result = call(what, given, _NOTHING)
                return result

            return plain

        def with_names(env: Env) -> Any:
            what, given = callee(env), values(env)
            keywords: dict[str, Any] = {}
            for name, value in named:
                machine.add_keywords(keywords, name, value(env), what)
            machine.node = node
            return call(what, given, keywords)

        return with_names

    def _super(self, scope: FunctionScope | None) -> Evaluate:
        machine = self.machine
        return machine.super_of  # type: ignore[no-any-return]

    # Functions and comprehensions

    def _lambda(self, node: ast.Lambda, scope: FunctionScope | None) -> Evaluate:
        parameters = Parameters(node.args)
        inner = scope_of_function(scope, node.args, [ast.Expr(node.body)])
        body, machine = self.lay(node.body, inner), self.machine
        defaults = self.defaults(node.args, scope)
        return lambda env: Function(machine, "<lambda>", node, parameters, defaults(env), body, env)

    def defaults(self, arguments: ast.arguments, scope: FunctionScope | None) -> Callable[[Env], dict[str, Any]]:
        """The values that parameters have unless a call gives others, computed where the function is defined."""
        places = [*arguments.posonlyargs, *arguments.args]
        with_values = places[len(places) - len(arguments.defaults) :]
        laid = [(each.arg, self.lay(value, scope)) for each, value in zip(with_values, arguments.defaults, strict=True)]
        laid += [
            (each.arg, self.lay(value, scope))
            for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if value is not None
        ]
        return lambda env: {name: value(env) for name, value in laid}


_LONG_CHAIN = 40
"""Operators side by side from which on they are applied one after the other, not each within the next."""


def _beyond(scope: FunctionScope) -> FunctionScope | None:
    return scope.around


def _steps(scope: FunctionScope | None, outside: FunctionScope | None) -> int:
    count = 0
    while scope is not outside and scope is not None:
        scope, count = scope.around, count + 1
    return count


_NOTHING: dict[str, Any] = {}

_EXPRESSIONS: dict[type, Any] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.BoolOp: Expressions._logic,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._conditional,
    ast.NamedExpr: Expressions._walrus,
    ast.List: Expressions._list,
    ast.Tuple: Expressions._tuple,
    ast.Set: Expressions._set,
    ast.Dict: Expressions._dict,
    ast.JoinedStr: Expressions._formatted,
    ast.FormattedValue: Expressions._field,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice,
    ast.Call: Expressions._call,
    ast.Lambda: Expressions._lambda,
    ast.ListComp: comprehension,
    ast.SetComp: comprehension,
    ast.DictComp: comprehension,
    ast.GeneratorExp: comprehension,
}
Expressions.table = _EXPRESSIONS
