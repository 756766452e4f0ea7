"""Statements of a program whose numbers are remembered. Numbers that stand at the top level are inputs."""

import ast
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any

from backpass.engine.handles.handle import Handle
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.syntax.statements import BREAK, RETURN, Statements
from backpass.engine.plain_python.syntax.stores import Run
from backpass.engine.plain_python.values import Env, Within
from backpass.engine.python.expressions import TrackedExpressions
from backpass.engine.python.numbers import TRACKED, node_of
from backpass.engine.python.source import Source


class Loop(Within):
    """A loop of the program."""

    __slots__ = ()

    def __init__(self, around: Within | None, of: Any, at: ast.AST) -> None:
        super().__init__(around, "loop", of, at)


class Repetition(Within):
    """A repetition of such a loop; knows which one it is."""

    __slots__ = ("count",)

    def __init__(self, around: Within | None, of: Any, at: ast.AST, count: int) -> None:
        super().__init__(around, "iteration", of, at)
        self.count = count


class TrackedStatements(Statements):
    """Lays out statements for a `TrackedMachine`."""

    expressions: TrackedExpressions

    def __init__(self, machine: Any, expressions: TrackedExpressions) -> None:
        super().__init__(machine, expressions)
        self._blocks = 0
        """The blocks that are being laid out, one within the other."""

    def block(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """Statements one after the other."""
        self._blocks += 1
        try:
            run = super().block(body, scope)
        finally:
            self._blocks -= 1
        return run

    def once(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """As any block; what stands in it stands where the block does."""
        self._blocks -= 1
        try:
            return self.block(body, scope)
        finally:
            self._blocks += 1

    @property
    def _is_plain(self) -> bool:
        """Whether the statement that is laid out is run once: it stands in no block of a condition or a loop."""
        return self._blocks == 1

    def store_name(self, name: str, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        """What gives a value to a name; the first one that a node gets is what it is called."""
        store = super().store_name(name, scope)

        def labelled(env: Env, value: Any) -> None:
            node = node_of(value)
            if node is not None and node.label is None and (node.operation is not None or type(value) in TRACKED):
                node.label = name
            store(env, value)

        return labelled

    def store(self, target: ast.expr, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        """As of plain values; what is written into a tensor is written where its part stands."""
        if not isinstance(target, ast.Subscript):
            return super().store(target, scope)
        of, key, machine = self.expressions.lay(target.value, scope), self.expressions.lay(target.slice, scope), self.machine
        put = self._into(target)

        def stored(env: Env, value: Any) -> None:
            owner, where = of(env), key(env)
            (put if isinstance(owner, Handle) else machine.set_item)(owner, where, value)

        return stored

    def _into(self, target: ast.Subscript) -> Callable[[Any, Any, Any], None]:
        """What writes into a part of a tensor that stands at a place."""
        machine, record, spot = self.machine, self.machine.record, (self.expressions.span(target), None, None)

        def put(of: Any, key: Any, value: Any) -> None:
            around, record.spot = record.spot, spot
            try:
                machine.set_item(of, key, value)
            finally:
                record.spot = around

        return put

    # Statements of the top level

    def _assign(self, node: ast.Assign, scope: FunctionScope | None) -> Run:
        if scope is not None:
            return super()._assign(node, scope)
        if (parts := side_by_side(node, self.machine.source.known(_modules))) is not None:
            runs = [self._assign(each, scope) for each in parts]

            def one_after_the_other(env: Env) -> None:
                for each in runs:
                    each(env)

            return one_after_the_other
        if all(isinstance(each, ast.Name) for each in node.targets):
            return self._named(node, self.expressions.lay(node.value, scope), node.targets)
        run, machine, is_plain = super()._assign(node, scope), self.machine, self._is_plain
        names = [each for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        given = [each for each in names if isinstance(each.ctx, ast.Store)]

        def taken_apart(env: Env) -> None:
            run(env)
            machine.taken_apart(given, is_plain=is_plain)

        return taken_apart

    def _named(self, node: Any, value: Callable[[Env], Any], targets: list[ast.expr]) -> Run:
        """Names of the top level that get a value."""
        machine, is_plain = self.machine, self._is_plain
        names: list[Any] = targets
        return lambda env: machine.assigned(node, names, value(env), is_plain=is_plain)

    def _augmented(self, node: ast.AugAssign, scope: FunctionScope | None) -> Run:
        apply = self.expressions.in_place(node)
        target = node.target
        if not isinstance(target, ast.Name):
            return self._augmented_part(node, target, apply, scope)
        value = self.expressions.lay(node.value, scope)
        read = self.expressions.lay(ast.copy_location(ast.Name(target.id, ast.Load()), target), scope)
        if scope is None:
            return self._named(node, lambda env: apply(read(env), value(env)), [target])
        store = self.store_name(target.id, scope)
        return lambda env: store(env, apply(read(env), value(env)))

    def _augmented_part(
        self, node: ast.AugAssign, target: ast.Attribute | ast.Subscript, apply: Any, scope: FunctionScope | None
    ) -> Run:
        machine = self.machine
        owner, value = self.expressions.lay(target.value, scope), self.expressions.lay(node.value, scope)
        if isinstance(target, ast.Attribute):
            name = machine.private(target.attr, scope)

            def member(env: Env) -> None:
                of = owner(env)
                before = machine.member(of, name)
                machine.set_member(of, name, apply(before, value(env)), augmented=True)

            return member
        key, put = self.expressions.lay(target.slice, scope), self._into(target)

        def item(env: Env) -> None:
            of, where = owner(env), key(env)
            before = machine.item(of, where)
            (put if isinstance(of, Handle) else machine.set_item)(of, where, apply(before, value(env)))

        return item

    def _evaluate(self, node: ast.Expr, scope: FunctionScope | None) -> Run:
        if scope is not None:
            return super()._evaluate(node, scope)
        value, machine, is_plain = self.expressions.lay(node.value, scope), self.machine, self._is_plain
        return lambda env: machine.evaluated(node, value(env), is_plain=is_plain)

    # Loops

    def _for(self, node: ast.For, scope: FunctionScope | None) -> Run:
        source, store = self.expressions.lay(node.iter, scope), self.store(node.target, scope)
        body, otherwise = self.block(node.body, scope), self.block(node.orelse, scope)
        machine, name = self.machine, node.target.id if isinstance(node.target, ast.Name) else ""

        def run(env: Env) -> Any:
            items = machine.looped(machine.iterate(source(env)), name)
            loop = machine.within_now(Loop(machine.within, name, node))
            try:
                for count, item in enumerate(items):
                    machine.tick()
                    machine.within_now(Repetition(loop, item, node, count))
                    store(env, item)
                    ended = body(env)
                    if ended is not None:
                        if ended is BREAK:
                            return None
                        if ended is RETURN:
                            return ended
                    machine.within_now(loop)
            finally:
                machine.loops.pop()
                machine.within_now(loop.around)
            return otherwise(env)

        return run

    def _while(self, node: ast.While, scope: FunctionScope | None) -> Run:
        test, body = self.expressions.lay(node.test, scope), self.block(node.body, scope)
        otherwise, machine = self.block(node.orelse, scope), self.machine

        def run(env: Env) -> Any:
            loop, count = machine.within_now(Loop(machine.within, "", node)), 0
            try:
                while True:
                    machine.within_now(Repetition(loop, None, node, count))
                    if not test(env):
                        break
                    machine.tick()
                    ended = body(env)
                    if ended is not None:
                        if ended is BREAK:
                            return None
                        if ended is RETURN:
                            return ended
                    machine.node = node
                    count += 1
            finally:
                machine.within_now(loop.around)
            return otherwise(env)

        return run


def _modules(source: Source) -> set[str]:
    """The names that modules have in a program, and nothing else."""
    imported = {each.asname or each.name.partition(".")[0] for part in source.of_kinds(ast.Import) for each in part.names}
    return imported - {each.id for each in source.of_kinds(ast.Name) if not isinstance(each.ctx, ast.Load)}


def side_by_side(node: ast.Assign, modules: AbstractSet[str] = frozenset()) -> list[ast.Assign] | None:
    """`a, b = x, y` as two assignments, where neither value needs the other's name; None for anything else. Functions of
    `modules` need no name of the program.
    """
    (target, *others), value = node.targets, node.value
    if others or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
        return None
    if not all(isinstance(each, ast.Name) for each in target.elts) or any(isinstance(each, ast.Starred) for each in value.elts):
        return None
    given = {each.id for each in target.elts if isinstance(each, ast.Name)}
    read = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
    if given & read or any(_may_read(each, modules) for each in ast.walk(value)):
        return None
    pairs = zip(target.elts, value.elts, strict=True)
    return [ast.copy_location(ast.Assign([name], each), node) for name, each in pairs]


def _may_read(node: ast.AST, modules: AbstractSet[str]) -> bool:
    """Whether a part of an expression may read names that do not stand in it."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    while isinstance(function, ast.Attribute):
        function = function.value
    return function is node.func or not isinstance(function, ast.Name) or function.id not in modules


TrackedStatements.table = {
    **Statements.table,
    ast.Assign: TrackedStatements._assign,
    ast.AugAssign: TrackedStatements._augmented,
    ast.Expr: TrackedStatements._evaluate,
    ast.For: TrackedStatements._for,
    ast.While: TrackedStatements._while,
}
