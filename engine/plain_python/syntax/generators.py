"""Bodies of generators: statements that may wait, each laid out as a Python generator that returns how it ended."""

import ast
from collections.abc import Callable, Generator
from typing import Any

from backpass.engine.plain_python.syntax.patterns import pattern
from backpass.engine.plain_python.syntax.scopes import FunctionScope, is_generator
from backpass.engine.plain_python.syntax.statements import BREAK, RETURN
from backpass.engine.plain_python.values import Env
from backpass.engine.problems import ProblemError

Waiting = Callable[[Env], Generator[Any, Any, Any]]


_MANY = 50
"""Generators within one another from which on each value counts as a repetition in each: it is handed on by all of them."""


class Generators:
    """Lays out the statements of a generator; those without `yield` are laid out as everywhere."""

    def __init__(self, statements: Any) -> None:
        self.statements = statements
        self.machine = statements.machine
        self.expressions = statements.expressions

    def whole(self, body: list[ast.stmt], scope: FunctionScope) -> Callable[[Env], Any]:
        """The body of a generator: a call gives a Python generator."""
        block, machine = self._block(body, scope), self.machine

        def start(env: Env) -> Generator[Any, Any, Any]:
            body = block(env)
            go_on, given = body.send, None
            while True:
                machine.deepen()  # generators within generators run within one another
                if machine.depth > _MANY:
                    machine.tick()
                try:
                    found = go_on(given)
                except StopIteration:
                    return env.result
                finally:
                    machine.depth -= 1
                try:
                    go_on, given = body.send, (yield found)
                except GeneratorExit:
                    body.close()
                    raise
                except Exception as error:  # noqa: BLE001 - what the program throws into it
                    go_on, given = body.throw, error

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
        kinds: dict[type, Any] = {
            ast.If: self._if,
            ast.For: self._for,
            ast.While: self._while,
            ast.Match: self._match,
            ast.Try: self._try,
            ast.With: self._with,
        }
        if (laid := kinds.get(type(node))) is None:
            raise self.machine.refusal(node)
        return laid(node, scope)

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

    def _match(self, node: ast.Match, scope: FunctionScope) -> Waiting:
        subject = self.expressions.lay(node.subject, scope)
        cases = [
            (
                pattern(self.statements, each.pattern, scope),
                self.expressions.lay(each.guard, scope) if each.guard else None,
                self._block(each.body, scope),
            )
            for each in node.cases
        ]

        def run(env: Env) -> Generator[Any, Any, Any]:
            value = subject(env)
            for fits, guard, body in cases:
                if fits(env, value) and (guard is None or guard(env)):
                    return (yield from body(env))
            return None

        return run

    def _try(self, node: ast.Try, scope: FunctionScope) -> Waiting:
        body, otherwise = self._block(node.body, scope), self._block(node.orelse, scope)
        final = self._block(node.finalbody, scope)
        handlers = [(*self.statements.handler(each, scope), self._block(each.body, scope)) for each in node.handlers]
        machine = self.machine

        def guarded(env: Env) -> Generator[Any, Any, Any]:
            try:
                ended = yield from body(env)
            except ProblemError:
                raise
            except Exception as error:
                for matches, begin, finish, handle in handlers:
                    if matches(env, error):
                        begin(env, error, machine.depth)
                        try:
                            return (yield from handle(env))
                        finally:
                            finish(env, error)
                raise
            return (yield from otherwise(env)) if ended is None else ended

        def run(env: Env) -> Generator[Any, Any, Any]:
            try:
                ended = yield from guarded(env)
            except ProblemError:
                raise
            except BaseException:
                if (ended := (yield from final(env))) is None:
                    raise
                return ended
            kept = env.result
            if (after := (yield from final(env))) is not None:
                return after
            env.result = kept
            return ended

        return run

    def _with(self, node: ast.With, scope: FunctionScope) -> Waiting:
        run = self._block(node.body, scope)
        for item in reversed(node.items):
            run = self._entered(item, run, scope)
        return run

    def _entered(self, item: ast.withitem, inner: Waiting, scope: FunctionScope) -> Waiting:
        enter, machine = self.statements.entering(item, scope), self.machine

        def run(env: Env) -> Generator[Any, Any, Any]:
            leave = enter(env)
            try:
                ended = yield from inner(env)
            except ProblemError:
                raise
            except (Exception, GeneratorExit) as error:
                if not machine.call(leave, [machine.kind_of(error), error, None], {}):
                    raise
                return None
            machine.call(leave, [None, None, None], {})
            return ended

        return run
