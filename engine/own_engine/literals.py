"""The numbers that a program gives to the leaves of its engine: `a = Value(2.0)`. They can be read, and replaced."""

import ast
from collections.abc import Mapping
from typing import Any

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError


def literal_of(part: ast.AST | None) -> ast.expr | None:
    """The number in `Value(2.0, …)`, or in a statement that gives it to a name; None for any other part of a program."""
    call = part.value if isinstance(part, ast.Assign) else part
    if not isinstance(call, ast.Call) or not call.args:
        return None
    first = call.args[0]
    number = first.operand if isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.USub) else first
    is_number = isinstance(number, ast.Constant) and type(number.value) in (int, float)
    return first if is_number else None


def give(tree: ast.Module, inputs: Mapping[str, Any]) -> None:
    """Puts other numbers in place, by the name or the label of what they are given to. Raises ProblemError (unknown-input)."""
    left = dict(inputs)
    for statement in tree.body:
        literal = literal_of(statement)
        if literal is None or not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            continue
        names = [each.id for each in statement.targets if isinstance(each, ast.Name)]
        names += [str(each.value.value) for each in statement.value.keywords if isinstance(each.value, ast.Constant)]
        for name in names:
            if name in left and isinstance(left[name], int | float):
                statement.value.args[0] = ast.copy_location(ast.Constant(float(left.pop(name))), literal)
    if left:
        name = next(iter(left))
        raise ProblemError(Problem(Code.UNKNOWN_INPUT, say("unused-input", name=name), say("own-input-hint")))
