"""Statements, each laid out once as a function from the names of a call to how it ended. Statements of generators are laid out as
Python generators, so that they wait where the program yields.
"""

import ast
from collections.abc import Mapping
from operator import length_hint
from typing import Any

from backpass.engine.plain_python.syntax.definitions import Definitions
from backpass.engine.plain_python.syntax.patterns import pattern
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.syntax.stores import Run
from backpass.engine.plain_python.values import Env, Within
from backpass.engine.problems import ProblemError

BREAK, CONTINUE, RETURN = "break", "continue", "return"


class Statements(Definitions):
    """Lays out statements. `machine` is the one that will run them."""

    table: Mapping[type, Any]
    """By the kind of a node, what lays it out."""

    def lay(self, node: ast.stmt, scope: FunctionScope | None) -> Run:
        """A statement. Raises ProblemError for what is not read."""
        found = self.table.get(type(node))
        if found is None:
            raise self.machine.refusal(node)
        laid: Run = found(self, node, scope)
        return laid

    def block(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """Statements one after the other."""
        laid = [(each, self.lay(each, scope)) for each in body if not _is_text(each)]
        machine = self.machine
        if len(laid) == 1:
            ((only, run_only),) = laid

            def single(env: Env) -> Any:
                machine.node = only
                return run_only(env)

            return single

        def run(env: Env) -> Any:
            for node, each in laid:
                machine.node = node
                ended = each(env)
                if ended is not None:
                    return ended
            return None

        return run

    def once(self, body: list[ast.stmt], scope: FunctionScope | None) -> Run:
        """Statements of a block that is run once wherever it stands: of `try`, `finally` or `with`."""
        return self.block(body, scope)

    def _assign(self, node: ast.Assign, scope: FunctionScope | None) -> Run:
        value = self.expressions.lay(node.value, scope)
        stores = [self.store(each, scope) for each in node.targets]
        if len(stores) == 1:
            (store,) = stores
            return lambda env: store(env, value(env))

        def run(env: Env) -> None:
            found = value(env)
            for each in stores:
                each(env, found)

        return run

    def _annotated(self, node: ast.AnnAssign, scope: FunctionScope | None) -> Run:
        if scope is not None and scope.is_class and isinstance(node.target, ast.Name):
            name, value = node.target.id, self.expressions.lay(node.value, scope) if node.value else None

            def declare(env: Env) -> None:
                env.names.setdefault("__annotations__", {})[name] = None
                if value is not None:
                    env.names[name] = value(env)

            return declare
        if node.value is None:
            return lambda env: None
        value, store = self.expressions.lay(node.value, scope), self.store(node.target, scope)
        return lambda env: store(env, value(env))

    def _evaluate(self, node: ast.Expr, scope: FunctionScope | None) -> Run:
        value = self.expressions.lay(node.value, scope)

        def run(env: Env) -> None:
            value(env)

        return run

    # Control

    def _if(self, node: ast.If, scope: FunctionScope | None) -> Run:
        test, then = self.expressions.lay(node.test, scope), self.block(node.body, scope)
        otherwise = self.block(node.orelse, scope) if node.orelse else None

        def run(env: Env) -> Any:
            if test(env):
                return then(env)
            return None if otherwise is None else otherwise(env)

        return run

    def _for(self, node: ast.For, scope: FunctionScope | None) -> Run:
        source, store = self.expressions.lay(node.iter, scope), self.store(node.target, scope)
        body, otherwise = self.block(node.body, scope), self.block(node.orelse, scope)
        machine = self.machine

        name = node.target.id if isinstance(node.target, ast.Name) else ""

        def run(env: Env) -> Any:
            items = machine.iterate(source(env))
            machine.loops.append((name, items, length_hint(items, -1)))
            around = machine.within
            loop = Within(around, "loop", name, node)
            try:
                for item in items:
                    machine.tick()
                    machine.within = Within(loop, "iteration", item, node)
                    store(env, item)
                    ended = body(env)
                    if ended is not None:
                        if ended is BREAK:
                            return None
                        if ended is RETURN:
                            return ended
            finally:
                machine.loops.pop()
                machine.within = around
            return otherwise(env)

        return run

    def _while(self, node: ast.While, scope: FunctionScope | None) -> Run:
        test, body, otherwise = (
            self.expressions.lay(node.test, scope),
            self.block(node.body, scope),
            self.block(node.orelse, scope),
        )
        machine = self.machine

        def run(env: Env) -> Any:
            while test(env):
                machine.tick()
                ended = body(env)
                if ended is not None:
                    if ended is BREAK:
                        return None
                    if ended is RETURN:
                        return ended
                machine.node = node
            return otherwise(env)

        return run

    def _match(self, node: ast.Match, scope: FunctionScope | None) -> Run:
        subject = self.expressions.lay(node.subject, scope)
        cases = [
            (
                pattern(self, each.pattern, scope),
                self.expressions.lay(each.guard, scope) if each.guard else None,
                self.block(each.body, scope),
            )
            for each in node.cases
        ]

        def run(env: Env) -> Any:
            value = subject(env)
            for fits, guard, body in cases:
                if fits(env, value) and (guard is None or guard(env)):
                    return body(env)
            return None

        return run

    def _return(self, node: ast.Return, scope: FunctionScope | None) -> Run:
        if node.value is None:
            return lambda env: RETURN
        value = self.expressions.lay(node.value, scope)

        def run(env: Env) -> str:
            env.result = value(env)
            return RETURN

        return run

    def _raise(self, node: ast.Raise, scope: FunctionScope | None) -> Run:
        machine = self.machine
        error = self.expressions.lay(node.exc, scope) if node.exc else None
        cause = self.expressions.lay(node.cause, scope) if node.cause else None

        def run(env: Env) -> None:
            if error is None:
                raise machine.handled() or RuntimeError("No active exception to reraise")
            made = machine.exception(error(env))
            if cause is not None:
                made.__cause__ = cause(env)
            raise made

        return run

    def _assert(self, node: ast.Assert, scope: FunctionScope | None) -> Run:
        test = self.expressions.lay(node.test, scope)
        message = self.expressions.lay(node.msg, scope) if node.msg else None

        def run(env: Env) -> None:
            if not test(env):
                raise AssertionError(*(() if message is None else (message(env),)))

        return run

    def _try(self, node: ast.Try, scope: FunctionScope | None) -> Run:
        self.guarded |= _guarded_imports(node)
        body, otherwise = self.once(node.body, scope), self.block(node.orelse, scope)
        final = self.once(node.finalbody, scope) if node.finalbody else None
        handlers = [(*self.handler(each, scope), self.block(each.body, scope)) for each in node.handlers]
        machine = self.machine

        def guarded(env: Env) -> Any:
            try:
                ended = body(env)
            except ProblemError:
                raise
            except Exception as error:
                depth = machine.depth
                for matches, begin, finish, handle in handlers:
                    if matches(env, error):
                        begin(env, error, depth)
                        try:
                            return handle(env)
                        finally:
                            finish(env, error)
                raise
            return otherwise(env) if ended is None else ended

        if final is None:
            return guarded

        def run(env: Env) -> Any:
            ended = None
            try:
                ended = guarded(env)
            except ProblemError:
                raise
            except Exception:
                kept = env.result
                if (ended := final(env)) is None:
                    raise
                return ended
            kept = env.result
            if (after := final(env)) is not None:
                return after
            env.result = kept
            return ended

        return run

    def handler(self, node: ast.ExceptHandler, scope: FunctionScope | None) -> tuple[Any, Any, Any]:
        """Whether an `except` is meant for an exception, and what is done before and after its body."""
        machine = self.machine
        kinds = self.expressions.lay(node.type, scope) if node.type else None
        store = self.store_name(node.name, scope) if node.name else None
        forget = self._delete_name(node.name, scope) if node.name else None

        def matches(env: Env, error: Exception) -> bool:
            return kinds is None or machine.is_a(error, kinds(env))

        def begin(env: Env, error: Exception, depth: int) -> None:
            machine.depth = depth
            if store is not None:
                store(env, error)
            machine.handling.append(error)

        def finish(env: Env, error: Exception) -> None:
            del machine.handling[max(place for place, each in enumerate(machine.handling) if each is error)]
            if forget is not None and node.name in (env.names if scope else machine.globals):
                forget(env)

        return matches, begin, finish

    def _with(self, node: ast.With, scope: FunctionScope | None) -> Run:
        run = self.once(node.body, scope)
        for item in reversed(node.items):
            run = self._entered(item, run, scope)
        return run

    def _entered(self, item: ast.withitem, inner: Run, scope: FunctionScope | None) -> Run:
        enter, machine = self.entering(item, scope), self.machine

        def run(env: Env) -> Any:
            leave = enter(env)
            try:
                ended = inner(env)
            except ProblemError:
                raise
            except Exception as error:
                if not machine.call(leave, [machine.kind_of(error), error, None], {}):
                    raise
                return None
            machine.call(leave, [None, None, None], {})
            return ended

        return run

    def entering(self, item: ast.withitem, scope: FunctionScope | None) -> Run:
        """What enters a context; it returns what leaves it."""
        context, machine = self.expressions.lay(item.context_expr, scope), self.machine
        store = self.store(item.optional_vars, scope) if item.optional_vars else None

        def run(env: Env) -> Any:
            manager = context(env)
            enter, leave = machine.special(manager, "__enter__"), machine.special(manager, "__exit__")
            value = machine.call(enter, [], {})
            if store is not None:
                store(env, value)
            return leave

        return run


_GUARDS = {"ImportError", "ModuleNotFoundError", "Exception"}


def _guarded_imports(node: ast.Try) -> set[ast.AST]:
    """The imports for which a `try` has another way."""
    caught = [part for each in node.handlers for part in ([] if each.type is None else ast.walk(each.type))]
    if all(each.type is not None for each in node.handlers) and not _GUARDS & {getattr(each, "id", "") for each in caught}:
        return set()
    return {each for part in node.body for each in ast.walk(part) if isinstance(each, ast.Import | ast.ImportFrom)}


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _constant(ended: str | None) -> Any:
    return lambda _self, _node, _scope: lambda _env: ended


_STATEMENTS: dict[type, Any] = {
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.Expr: Statements._evaluate,
    ast.Delete: Statements._delete,
    ast.If: Statements._if,
    ast.For: Statements._for,
    ast.While: Statements._while,
    ast.Return: Statements._return,
    ast.Raise: Statements._raise,
    ast.Assert: Statements._assert,
    ast.Match: Statements._match,
    ast.Try: Statements._try,
    ast.With: Statements._with,
    ast.FunctionDef: Statements._function,
    ast.ClassDef: Statements._class,
    ast.Import: Statements._import,
    ast.ImportFrom: Statements._import_from,
    ast.Global: _constant(None),
    ast.Nonlocal: _constant(None),
    ast.Pass: _constant(None),
    ast.Break: _constant(BREAK),
    ast.Continue: _constant(CONTINUE),
}
Statements.table = _STATEMENTS
