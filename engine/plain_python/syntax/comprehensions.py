"""Comprehensions, which are functions of their own with the names of their clauses."""

import ast
from typing import Any

from backpass.engine.plain_python.syntax.scopes import FunctionScope, bound_in
from backpass.engine.plain_python.values import Env, Evaluate


def comprehension(laying: Any, node: Any, scope: FunctionScope | None) -> Evaluate:
    """A comprehension or an expression that generates, as a function of the names around it."""
    names = {name for clause in node.generators for name in bound_in([clause.target])}
    inner = FunctionScope(scope, names)
    inner.is_comprehension = True  # type: ignore[attr-defined]
    first = laying.lay(node.generators[0].iter, scope)
    elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    laid = [laying.lay(each, inner) for each in elements]
    clauses = [
        (
            None if index == 0 else laying.lay(clause.iter, inner),
            laying.machine.statements.store(clause.target, inner),
            [laying.lay(each, inner) for each in clause.ifs],
        )
        for index, clause in enumerate(node.generators)
    ]
    machine, hashed = laying.machine, isinstance(node, ast.SetComp | ast.DictComp)

    def going(env: Env, source: Any, level: int) -> Any:
        _, store, conditions = clauses[level]
        last = level + 1 == len(clauses)
        for item in machine.iterate(source):
            machine.tick()
            store(env, item)
            if all(condition(env) for condition in conditions):
                if last:
                    found = laid[0](env)
                    if hashed and type(found) is tuple:
                        machine.measure(found)
                    yield found if len(laid) == 1 else (found, laid[1](env))
                else:
                    yield from going(env, clauses[level + 1][0](env), level + 1)  # type: ignore[misc]

    going.__name__ = going.__qualname__ = "<genexpr>"
    gather = {ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}.get(type(node))

    def made(env: Env) -> Any:
        source = first(env)
        if gather is None:
            return going(Env({}, env), machine.iterate(source), 0)
        found: Any = gather(going(Env({}, env), source, 0))
        machine.hold(len(found))
        return found

    return made
