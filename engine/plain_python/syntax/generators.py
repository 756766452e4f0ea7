"""Bodies of generators: statements that may wait, each laid out as a Python generator that returns how it ended."""

import ast
from collections.abc import Callable, Generator
from typing import Any

from backpass.engine.plain_python.syntax.scopes import FunctionScope, is_generator
from backpass.engine.plain_python.syntax.statements import BREAK, RETURN
from backpass.engine.plain_python.values import Env
from backpass.engine.problems import ProblemError

Waiting = Callable[[Env], Generator[Any, Any, Any]]


class Generators:
    """Lays out the statements of a generator; those without `yield` are laid out as everywhere."""

    def __init__(self, statements: Any) -> None:
        self.statements = statements
        self.machine = statements.machine
        self.expressions = statements.expressions

    def whole(self, body: list[ast.stmt], scope: FunctionScope) -> Callable[[Env], Any]:
        """The body of a generator: a call gives a Python generator."""
        block = self._block(body, scope)

        def start(env: Env) -> Generator[Any, Any, Any]:
            yield from block(env)
            return env.result

        return start

    def _block(self, body: list[ast.stmt], scope: FunctionScope) -> Waiting:
        laid = [(each, is_generator([each]), self._statement(each, scope)) for each in body]
        machine = self.machine

        def run(env: Env) -> Generator[Any, Any, Any]:
            for node, waits, each in laid:
                machine.node = node
                ended = (yield from each(env)) if waits else each(env)
                if ended is not None:
                    return ended
            return None

        return run

    def _statement(self, node: ast.stmt, scope: FunctionScope) -> Any:
        if not is_generator([node]):
            return self.statements.lay(node, scope)
        if isinstance(node, ast.Expr):
            return self._yield(node.value, scope, None)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self._yield(node.value, scope, self.statements.store(node.targets[0], scope))
        laid = {ast.If: self._if, ast.For: self._for, ast.While: self._while, ast.Try: self._try, ast.With: self._with}.get(
            type(node)
        )
        if laid is None:
            raise self.machine.refusal(node)
        return laid(node, scope)  # type: ignore[operator]

    def _yield(self, node: ast.expr, scope: FunctionScope, store: Any) -> Waiting:
        if not isinstance(node, ast.Yield | ast.YieldFrom):
            raise self.machine.refusal(node)
        value = self.expressions.lay(node.value, scope) if node.value else (lambda _: None)
        machine, several = self.machine, isinstance(node, ast.YieldFrom)

        def run(env: Env) -> Generator[Any, Any, Any]:
            found = value(env)
            given = (yield from machine.iterate(found)) if several else (yield found)
            if store is not None:
                store(env, given)

        return run

    def _if(self, node: ast.If, scope: FunctionScope) -> Waiting:
        test, then, otherwise = (
            self.expressions.lay(node.test, scope),
            self._block(node.body, scope),
            self._block(node.orelse, scope),
        )

        def run(env: Env) -> Generator[Any, Any, Any]:
            return (yield from (then if test(env) else otherwise)(env))

        return run

    def _for(self, node: ast.For, scope: FunctionScope) -> Waiting:
        source, store = self.expressions.lay(node.iter, scope), self.statements.store(node.target, scope)
        body, otherwise, machine = self._block(node.body, scope), self._block(node.orelse, scope), self.machine

        def run(env: Env) -> Generator[Any, Any, Any]:
            for item in machine.iterate(source(env)):
                machine.tick()
                store(env, item)
                ended = yield from body(env)
                if ended is BREAK:
                    return None
                if ended is RETURN:
                    return ended
            return (yield from otherwise(env))

        return run

    def _while(self, node: ast.While, scope: FunctionScope) -> Waiting:
        test, body, otherwise = (
            self.expressions.lay(node.test, scope),
            self._block(node.body, scope),
            self._block(node.orelse, scope),
        )
        machine = self.machine

        def run(env: Env) -> Generator[Any, Any, Any]:
            while test(env):
                machine.tick()
                ended = yield from body(env)
                if ended is BREAK:
                    return None
                if ended is RETURN:
                    return ended
            return (yield from otherwise(env))

        return run

    def _try(self, node: ast.Try, scope: FunctionScope) -> Waiting:
        """`try` with `finally` alone, as context managers are written."""
        if node.handlers or node.orelse:
            raise self.machine.refusal(node)
        body, final = self._block(node.body, scope), self.statements.block(node.finalbody, scope)

        def run(env: Env) -> Generator[Any, Any, Any]:
            try:
                ended = yield from body(env)
            except ProblemError:
                raise
            except BaseException:
                final(env)
                raise
            return final(env) or ended

        return run

    def _with(self, node: ast.With, scope: FunctionScope) -> Waiting:
        raise self.machine.refusal(node)
