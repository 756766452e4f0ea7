"""A formula as Python's syntax tree: what our parser reads, `2x`, `x(y + 1)`, `x²`, with every part at its place in the text.

Nothing here recurses on the depth of a text: expressions are postfix.
"""

import ast
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from backpass.engine.language.program import Assign, Evaluate, Program
from backpass.engine.language.syntax_tree import (
    Apply,
    AssignmentTarget,
    Attribute,
    Call,
    Collection,
    Expression,
    Invoke,
    Literal,
    Name,
    NumberLiteral,
    StringLiteral,
)
from backpass.engine.problems import Span

_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.Div,
    "**": ast.Pow,
    "^": ast.Pow,
    "@": ast.MatMult,
    "%": ast.Mod,
    "//": ast.FloorDiv,
}
_UNARY: dict[str, type[ast.unaryop]] = {"-": ast.USub, "+": ast.UAdd, "not": ast.Not, "~": ast.Invert}
_LOAD = ast.Load()


class NoTreeError(ValueError):
    """The text is more than a formula, or holds what is not turned into Python's tree yet."""


def formula_tree(program: Program) -> ast.Module:
    """The tree of a program of assignments and expressions. Raises NoTreeError for any other."""
    return ast.Module([_Formula(program.text).statement(each) for each in program.statements], [])


class _Formula:
    """Makes the nodes of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.splitlines(keepends=True) or [""]
        self._starts = [0, *accumulate(map(len, self._lines))]

    def statement(self, statement: Any) -> Any:
        """An assignment or an expression."""
        if isinstance(statement, Evaluate):
            return self._at(ast.Expr(self.expression(statement.expression)), statement.span)
        if not isinstance(statement, Assign) or not all(isinstance(each, AssignmentTarget) for each in statement.targets):
            raise NoTreeError(type(statement).__name__)
        targets: list[ast.expr] = [
            self._at(ast.Name(each.name, ast.Store()), each.span)
            for each in statement.targets
            if isinstance(each, AssignmentTarget)
        ]
        value = self.expression(statement.expression)
        if statement.augmented and isinstance(value, ast.BinOp) and isinstance(targets[0], ast.Name):
            return self._at(ast.AugAssign(targets[0], value.op, value.right), statement.span)
        return self._at(ast.Assign(targets, value), statement.span)

    def expression(self, expression: Expression) -> ast.expr:
        """An expression; its parts are put together from the first to the last."""
        stack: list[ast.expr] = []
        for part in expression:
            count = part.arity if isinstance(part, Apply | Call | Invoke | Collection) else int(isinstance(part, Attribute))
            given = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(self._at(self._part(part, given), part.span))
        (found,) = stack
        return found

    def _part(self, part: Any, given: list[ast.expr]) -> ast.expr:
        if isinstance(part, NumberLiteral):
            return ast.Constant(self._number(part))
        if isinstance(part, Name):
            return ast.Name(part.name, _LOAD)
        if isinstance(part, StringLiteral):
            return ast.Constant(ast.literal_eval(part.value))
        if isinstance(part, Literal):
            return ast.Constant(part.value)  # type: ignore[arg-type]
        if isinstance(part, Attribute):
            return ast.Attribute(given[0], part.name, _LOAD)
        if isinstance(part, Collection) and part.kind in ("list", "tuple"):
            return ast.List(given, _LOAD) if part.kind == "list" else ast.Tuple(given, _LOAD)
        if isinstance(part, Apply):
            return self._applied(part, given)
        if isinstance(part, Call | Invoke):
            return self._called(part, given)
        raise NoTreeError(type(part).__name__)

    def _applied(self, part: Apply, given: list[ast.expr]) -> ast.expr:
        if part.arity == 1 and part.symbol in _UNARY:
            return ast.UnaryOp(_UNARY[part.symbol](), given[0])
        if part.arity == 2 and part.symbol in _BINARY:
            return ast.BinOp(given[0], _BINARY[part.symbol](), given[1])
        raise NoTreeError(part.symbol)

    def _called(self, part: Call | Invoke, given: Sequence[ast.expr]) -> ast.expr:
        first = len(given) - len(part.keywords)
        keywords = [ast.keyword(name, value) for name, value in zip(part.keywords, given[first:], strict=True)]
        values = list(given[:first])
        if isinstance(part, Invoke):
            return ast.Call(values[0], values[1:], keywords)
        if part.method:
            return ast.Call(self._at(ast.Attribute(values[0], part.name, _LOAD), part.head), values[1:], keywords)
        if part.qualifier is not None:
            raise NoTreeError(part.qualifier)
        return ast.Call(self._at(ast.Name(part.name, _LOAD), part.head), values, keywords)

    def _number(self, part: NumberLiteral) -> int | float:
        written = self._text[slice(*part.span)].replace("_", "")
        return int(written) if written.isdecimal() and written.isascii() else float(part.value)

    def _at(self, node: Any, span: Span) -> Any:
        """A node with its place, which Python counts in lines and bytes."""
        for end, (line, column) in enumerate((("lineno", "col_offset"), ("end_lineno", "end_col_offset"))):
            place = min(bisect_right(self._starts, span[end]) - 1, len(self._lines) - 1)
            setattr(node, line, place + 1)
            setattr(node, column, len(self._text[self._starts[place] : span[end]].encode()))
        return node
