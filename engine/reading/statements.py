"""What each statement of the top level computed, as those take it who say which of them do not feed the output."""

import ast

from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.handle import Handle
from backpass.engine.language.program import Assign, Evaluate, Statement
from backpass.engine.language.syntax_tree import AssignmentTarget
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.python.record import Record


def statements_of(record: Record, places: Places) -> list[tuple[Statement, Tensor]]:
    """Statements with the nodes that they computed, in the order in which they ran."""
    return [
        (_statement(node, places), handle.node if handle is not None and _is_other(handle) else tensor)
        for node, tensor, handle in record.statements
    ]


def _is_other(handle: Handle) -> bool:
    """Whether a tensor was changed where nothing is recorded; what is written into an array of NumPy is a node of its own."""
    return handle.root.version > 0 and not isinstance(handle, Array)


def _statement(node: ast.stmt, places: Places) -> Statement:
    span = places.span(node) or (0, 0)
    names: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AugAssign):
        names = [node.target]
    if not names:
        return Evaluate((), span)
    targets = [AssignmentTarget(each.id, places.span(each) or span) for each in names if isinstance(each, ast.Name)]
    return Assign(tuple(targets), (), span)
