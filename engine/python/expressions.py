"""Expressions whose numbers are remembered: literals know their places, operators and calls say where they stand, and what names
refer to is noted.
"""

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles.handle import Handle
from backpass.engine.plain_python.syntax.expressions import Expressions
from backpass.engine.plain_python.syntax.operators import BINARY, COMPARE, IN_PLACE
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.values import Env, Evaluate, Function, Within
from backpass.engine.problems import Span
from backpass.engine.python.numbers import OPERATORS, TRACKED, WRITTEN, node_of, plain, remembered, signed, tracked, written
from backpass.engine.python.record import UNSHOWN

_NOTHING: dict[str, Any] = {}
_OPERATORS: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: OPERATORS["add"],
    ast.Sub: OPERATORS["sub"],
    ast.Mult: OPERATORS["mul"],
    ast.Div: OPERATORS["truediv"],
    ast.Pow: OPERATORS["pow"],
    ast.FloorDiv: OPERATORS["floordiv"],
    ast.Mod: OPERATORS["mod"],
}
"""Per operator, the name of its operation and what it is to two numbers."""


_OF_PYTHON = frozenset([int, float, bool, str, list, tuple, *WRITTEN])
"""Kinds of what is no tensor, which is seen at once."""


def number_of(node: ast.AST) -> Any:
    """The number that a literal is, with a sign before it or without; None for anything else."""
    signs = 0
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        signs += isinstance(node.op, ast.USub)
        node = node.operand
    value = node.value if isinstance(node, ast.Constant) else None
    return None if type(value) not in (int, float) else -value if signs % 2 else value  # type: ignore[operator]


class TrackedExpressions(Expressions):
    """Lays out expressions for a `TrackedMachine`."""

    def span(self, node: ast.AST) -> Span | None:
        """Where a node stands."""
        found: Span | None = self.machine.places.span(node)
        return found

    # Literals and names

    def _constant(self, node: ast.Constant, scope: FunctionScope | None) -> Evaluate:
        value, record = node.value, self.machine.record
        if type(value) not in (int, float):
            return lambda env: value
        if record.is_formula:
            return self._leaf(value, self.span(node))
        made = written(value, self.span(node))
        return lambda env: made

    def _leaf(self, value: Any, span: Span | None) -> Evaluate:
        """A number of a formula, which is a node of the picture wherever it stands."""
        record = self.machine.record

        def made(env: Env) -> Any:
            leaf = Tensor(float(value), requires_grad=False)
            leaf.span = span
            record.count(leaf)
            return tracked(value, leaf, record)

        return made

    def _unary(self, node: ast.UnaryOp, scope: FunctionScope | None) -> Evaluate:
        value = number_of(node)
        if value is None or self.machine.record.is_formula:
            return super()._unary(node, scope)
        made = signed(value, False, self.span(node))
        return lambda env: made

    def sign(self, node: ast.UnaryOp) -> Callable[[Any], Any]:
        """As of plain numbers, with the place of what it makes."""
        apply, record = super().sign(node), self.machine.record
        spot = (self.span(node), None, None)

        def compute(value: Any) -> Any:
            if type(value) not in TRACKED and not isinstance(value, Handle):
                return apply(value)
            around, record.spot = record.spot, spot
            try:
                return apply(value)
            finally:
                record.spot = around

        return compute

    def _name(self, node: ast.Name, scope: FunctionScope | None) -> Evaluate:
        read, inner = self.name(node.id, scope), None if _is_of_top_level(scope) else scope
        if inner is None or inner.depth(node.id) is None:
            read = self._found(read, node)
        is_mentioned = inner is None or inner.function_name in UNSHOWN
        return self._mentioned(read, node) if is_mentioned else read

    def _mentioned(self, read: Evaluate, node: ast.Name) -> Evaluate:
        """A name, whose node is noted where it is in no part of the picture."""
        machine, record, span = self.machine, self.machine.record, self.span(node)

        def mentioned(env: Env) -> Any:
            value = read(env)
            if span is not None and (found := node_of(value)) is not None and _is_unshown(machine.within):
                record.mentions[span, found] = None
            return value

        return mentioned

    def _found(self, read: Evaluate, node: ast.Name) -> Evaluate:
        """A name of the whole program, which may be one that has no value."""
        machine, name = self.machine, node.id

        def found(env: Env) -> Any:
            try:
                return read(env)
            except UnboundLocalError:
                raise
            except NameError:
                return machine.without_value(name, node)

        return found

    # Operators

    def operator(self, node: ast.BinOp) -> Callable[[Any, Any], Any]:
        """As of plain numbers, with the places of what it is applied to."""
        return self._placed(super().operator(node), node, node.left, node.right)

    def in_place(self, node: ast.AugAssign) -> Callable[[Any, Any], Any]:
        """What `x += y` does to two values."""
        machine, apply = self.machine, IN_PLACE[type(node.op)]

        def compute(one: Any, other: Any) -> Any:
            try:
                return apply(machine, one, other)
            except Exception as error:
                machine.blame(error, node)
                raise

        return self._placed(compute, node, node.target, node.value)

    def _placed(
        self, apply: Callable[[Any, Any], Any], node: ast.BinOp | ast.AugAssign, left: ast.AST, right: ast.AST
    ) -> Callable[[Any, Any], Any]:
        """An operator that says where it and the literals beside it stand while numbers with nodes are computed."""
        machine, record = self.machine, self.machine.record
        spot = (self.span(node), *(self.span(each) if number_of(each) is not None else None for each in (left, right)))
        name, function = _OPERATORS.get(type(node.op), (None, None))
        check = BINARY[type(node.op)].check

        def beside(one: Any, other: Any) -> Any:
            if not isinstance(one, Handle) and not isinstance(other, Handle):
                if (type(one) in TRACKED and isinstance(other, complex)) or (type(other) in TRACKED and isinstance(one, complex)):
                    return machine.watch.unknown("complex")
                return apply(one, other)
            around, record.spot = record.spot, spot
            try:
                return apply(one, other)
            finally:
                record.spot = around

        def compute(one: Any, other: Any) -> Any:
            if type(one) in _OF_PYTHON and type(other) in _OF_PYTHON:
                return apply(one, other)
            if type(one) not in TRACKED and type(other) not in TRACKED:
                return beside(one, other)
            if not isinstance(one, int | float) or not isinstance(other, int | float):
                return beside(one, other)
            around, record.spot = record.spot, spot
            try:
                if name is None:
                    return apply(one, other)
                if check is not None:
                    check(machine, one, other)
                return remembered(name, (one, other), record.divided(name, function, plain(one), plain(other)))
            except Exception as error:
                machine.blame(error, node)
                raise
            finally:
                record.spot = around

        return compute

    def _compare(self, node: ast.Compare, scope: FunctionScope | None) -> Evaluate:
        if len(node.ops) > 1:
            return super()._compare(node, scope)
        first, second, machine = self.lay(node.left, scope), self.lay(node.comparators[0], scope), self.machine
        apply = partial(COMPARE[type(node.ops[0])], machine)
        of_tensor = self._at(node, apply)

        def compared(env: Env) -> Any:
            left, right = first(env), second(env)
            return (of_tensor if isinstance(left, Handle) or isinstance(right, Handle) else apply)(left, right)

        return compared

    # Parts of tensors

    def _attribute(self, node: ast.Attribute, scope: FunctionScope | None) -> Evaluate:
        machine, owner, plainly = self.machine, self.lay(node.value, scope), self.attribute_of(node, scope)
        name, of_tensor = machine.private(node.attr, scope), self._at(node, machine.member)

        def found(env: Env) -> Any:
            of = owner(env)
            return of_tensor(of, name) if isinstance(of, Handle) else plainly(of)

        return found

    def _subscript(self, node: ast.Subscript, scope: FunctionScope | None) -> Evaluate:
        owner, key, machine = self.lay(node.value, scope), self.lay(node.slice, scope), self.machine
        of_tensor = self._at(node, machine.item)

        def found(env: Env) -> Any:
            of, where = owner(env), key(env)
            return of_tensor(of, where) if isinstance(of, Handle) else machine.item(of, where)

        return found

    def _at(self, node: ast.AST, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """What computes nodes at a place."""
        record, spot = self.machine.record, (self.span(node), None, None)

        def placed(of: Any, part: Any) -> Any:
            around, record.spot = record.spot, spot
            try:
                return function(of, part)
            finally:
                record.spot = around

        return placed

    # Calls

    def _call(self, node: ast.Call, scope: FunctionScope | None) -> Evaluate:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self._super(scope)
        callee, values, machine = self.lay(node.func, scope), self.several(node.args, scope), self.machine
        named = [(each.arg, self.lay(each.value, scope)) for each in node.keywords]
        record = machine.record
        if record.is_formula and isinstance(node.func, ast.Name):
            callee, values = self._after_its_arguments(node, scope)

        def call(env: Env) -> Any:
            what, given = callee(env), values(env)
            keywords: dict[str, Any] = {} if named else _NOTHING
            for name, value in named:
                machine.add_keywords(keywords, name, value(env), what)
            if type(what) is Function and machine.within is None and machine.depth == 1 and not machine.libraries.defines(what):
                given = machine.inputs_of_call(what, given)
            around, machine.node = machine.node, node
            try:
                if type(what) in TRACKED and record.is_formula and len(given) == 1 and not named:
                    result = machine.product(node, what, given[0])
                else:
                    result = machine.call(what, given, keywords)
            except Exception as error:
                machine.blame(error, node)
                raise
            machine.node = around
            return result

        return call

    def _after_its_arguments(self, node: ast.Call, scope: FunctionScope | None) -> tuple[Evaluate, Evaluate]:
        """What a formula calls by a name, which is looked up when the arguments are known: `x(y + 1)` may be a product."""
        values, name = self.several(node.args, scope), self.lay(node.func, scope)
        given: list[list[Any]] = []

        def callee(env: Env) -> Any:
            found = values(env)
            what = name(env)
            given.append(found)
            return what

        return callee, lambda env: given.pop()


def _is_unshown(within: Within | None) -> bool:
    """Whether what is made belongs to no call and no loop that the picture shows."""
    while within is not None:
        if within.kind != "call" or getattr(within.of, "name", "") not in UNSHOWN:
            return False
        within = within.around
    return True


def _is_of_top_level(scope: FunctionScope | None) -> bool:
    """Whether a scope is that of a comprehension that stands in no function."""
    while scope is not None and getattr(scope, "is_comprehension", False):
        scope = scope.around
    return scope is None


TrackedExpressions.table = {
    **Expressions.table,
    ast.Constant: TrackedExpressions._constant,
    ast.UnaryOp: TrackedExpressions._unary,
    ast.Name: TrackedExpressions._name,
    ast.Attribute: TrackedExpressions._attribute,
    ast.Compare: TrackedExpressions._compare,
    ast.Subscript: TrackedExpressions._subscript,
    ast.Call: TrackedExpressions._call,
}
