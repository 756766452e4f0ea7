"""Statements that define functions and classes, and that import modules."""

import ast
from abc import abstractmethod
from typing import Any

from backpass.engine.plain_python.syntax.scopes import FunctionScope, scope_of_class, scope_of_function
from backpass.engine.plain_python.syntax.stores import Run, Stores
from backpass.engine.plain_python.values import Env, Evaluate, Function, Parameters


class Definitions(Stores):
    """Lays out definitions and imports."""

    @abstractmethod
    def block(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """Statements one after the other."""

    def _function(self, node: ast.FunctionDef, scope: FunctionScope | None) -> Run:
        machine, parameters, body = self.machine, Parameters(node.args), self._body(node, scope)
        defaults = self.expressions.defaults(node.args, scope)
        decorators = [self.expressions.lay(each, scope) for each in node.decorator_list]
        store, doc = self.store_name(node.name, scope), ast.get_docstring(node)

        def run(env: Env) -> None:
            wraps = [each(env) for each in decorators]
            made: Any = Function(machine, node.name, node, parameters, defaults(env), body, env)
            made.doc = doc
            for each in reversed(wraps):
                made = machine.call(each, [made], {})
            store(env, made)

        return run

    def _body(self, node: ast.FunctionDef, scope: FunctionScope | None) -> Evaluate:
        """What a call of a function runs, laid out at its first call: of what a program defines, most is never called."""
        laid: list[Evaluate] = []

        def body(env: Env) -> Any:
            if not laid:
                laid.append(self._laid_body(node, scope_of_function(scope, node.args, node.body)))
            return laid[0](env)

        return body

    def _laid_body(self, node: ast.FunctionDef, inner: FunctionScope) -> Evaluate:
        inner.function_name = node.name
        if inner.gives_values:
            from backpass.engine.plain_python.syntax.generators import Generators

            return Generators(self).whole(node.body, inner)
        block = self.block(node.body, inner)

        def run(env: Env) -> Any:
            block(env)
            return env.result

        return run

    def _class(self, node: ast.ClassDef, scope: FunctionScope | None) -> Run:
        inner = scope_of_class(scope, node.body)
        inner.class_name = node.name  # type: ignore[attr-defined]
        machine, body = self.machine, self.block(node.body, inner)
        bases = self.expressions.several(node.bases, scope)
        options = [(each.arg, self.expressions.lay(each.value, scope)) for each in node.keywords]
        decorators = [self.expressions.lay(each, scope) for each in node.decorator_list]
        store, doc = self.store_name(node.name, scope), ast.get_docstring(node)

        def run(env: Env) -> None:
            wraps = [each(env) for each in decorators]
            inside = Env({}, env)
            made_of = bases(env)
            given = {name: value(env) for name, value in options}
            body(inside)
            made: Any = machine.make_class(node.name, made_of, inside.names, given, node)
            made.doc = doc
            for each in reversed(wraps):
                made = machine.call(each, [made], {})
            store(env, made)

        return run

    def _import(self, node: ast.Import, scope: FunctionScope | None) -> Run:
        machine, guarded = self.machine, node in self.guarded
        wanted = [
            (each.name, each.asname is not None, self.store_name((each.asname or each.name).partition(".")[0], scope))
            for each in node.names
        ]

        def run(env: Env) -> None:
            for name, renamed, store in wanted:
                store(env, machine.module(name if renamed else name.partition(".")[0], may_lack=guarded))

        return run

    def _import_from(self, node: ast.ImportFrom, scope: FunctionScope | None) -> Run:
        machine, guarded = self.machine, node in self.guarded
        wanted = [(each.name, self.store_name(each.asname or each.name, scope)) for each in node.names]

        def run(env: Env) -> None:
            if node.module == "__future__":
                return
            for name, store in wanted:
                if name == "*":
                    machine.globals.update(machine.module(node.module).members)
                else:
                    store(env, machine.from_module(node.module, name, may_lack=guarded))

        return run
