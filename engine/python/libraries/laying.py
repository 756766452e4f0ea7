"""How the prelude is laid out: as plain Python, whose names are those of its file, and which leaves no trace of where it stands:
what it computes was made by the call in the program.
"""

import ast
from collections.abc import Callable
from typing import Any

from backpass.engine.plain_python.syntax.expressions import Expressions
from backpass.engine.plain_python.syntax.operators import BINARY, UNARY
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.syntax.statements import Statements
from backpass.engine.plain_python.syntax.stores import Run
from backpass.engine.plain_python.values import MISSING, Env, Evaluate


class PreludeExpressions(Expressions):
    """Expressions of one file."""

    def __init__(self, machine: Any, names: Any) -> None:
        super().__init__(machine)
        self.names = names

    def _global(self, name: str) -> Evaluate:
        find, machine = self.names.find, self.machine

        def read(env: Env) -> Any:
            found = find(name)
            if found is MISSING:
                found = machine.builtins.get(name, MISSING)
                if found is MISSING:
                    raise NameError(f"name '{name}' is not defined")
            return found

        return read

    def operator(self, node: ast.BinOp) -> Callable[[Any, Any], Any]:
        """What an operator does to two values."""
        apply, machine = BINARY[type(node.op)], self.machine
        return lambda one, other: apply(machine, one, other)

    def sign(self, node: ast.UnaryOp) -> Callable[[Any], Any]:
        """What `-`, `~` or `not` does to a value."""
        return (lambda value: not value) if isinstance(node.op, ast.Not) else UNARY[type(node.op)]

    def _call(self, node: ast.Call, scope: FunctionScope | None) -> Evaluate:
        machine = self.machine
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return machine.super_of  # type: ignore[no-any-return]
        callee, values = self.lay(node.func, scope), self.several(node.args, scope)
        named = [(each.arg, self.lay(each.value, scope)) for each in node.keywords]

        def call(env: Env) -> Any:
            what, given = callee(env), values(env)
            keywords: dict[str, Any] = {}
            for name, value in named:
                machine.add_keywords(keywords, name, value(env), what)
            return machine.call(what, given, keywords)

        return call


class PreludeStatements(Statements):
    """Statements of one file."""

    def __init__(self, machine: Any, names: Any) -> None:
        super().__init__(machine, PreludeExpressions(machine, names))
        self.names = names

    def block(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """Statements one after the other."""
        laid = [self.lay(each, scope) for each in body if not _is_text(each)]
        if len(laid) == 1:
            return laid[0]

        def run(env: Env) -> Any:
            for each in laid:
                ended = each(env)
                if ended is not None:
                    return ended
            return None

        return run

    def store_name(self, name: str, scope: FunctionScope | None) -> Callable[[Env, Any], None]:
        """What gives a value to a name."""
        if scope is not None and scope.depth(name) is not None:
            return super().store_name(name, scope)
        names = self.names
        return lambda env, value: names.__setitem__(name, value)

    def _import_from(self, node: ast.ImportFrom, scope: FunctionScope | None) -> Run:
        names = self.names
        wanted = [(each.name, self.store_name(each.asname or each.name, scope)) for each in node.names]

        def run(env: Env) -> None:
            for name, store in wanted:
                store(env, names.imported(node, name))

        return run


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


PreludeExpressions.table = {**Expressions.table, ast.Call: PreludeExpressions._call}
PreludeStatements.table = {**Statements.table, ast.ImportFrom: PreludeStatements._import_from}
