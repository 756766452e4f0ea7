"""What each statement of the top level computed, as those take it who say which of them do not feed the output."""

import ast

from backpass.engine.graph.tensor import Tensor
from backpass.engine.language.program import Assign, Evaluate, Statement
from backpass.engine.language.syntax_tree import AssignmentTarget
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.python.record import Record


def statements_of(record: Record, places: Places) -> list[tuple[Statement, Tensor]]:
    """Statements with the nodes that they computed, in the order in which they ran."""
    return [
        (_statement(node, places), tensor if handle is None or handle.root.version == 0 else handle.node)
        for node, tensor, handle in record.statements
    ]


def _statement(node: ast.stmt, places: Places) -> Statement:
    span = places.span(node) or (0, 0)
    names: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AugAssign):
        names = [node.target]
    if not names:
        return Evaluate((), span)
    targets = [AssignmentTarget(each.id, places.span(each) or span) for each in names if isinstance(each, ast.Name)]
    return Assign(tuple(targets), (), span)
