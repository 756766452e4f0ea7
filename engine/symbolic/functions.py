"""How an operation's record becomes an expression, shortened by the identities that the record names."""

from collections.abc import Callable, Sequence
from math import isfinite

from backpass.engine.formulas.compiled import kernel
from backpass.engine.operations import OPERATIONS, Family, Operation
from backpass.engine.symbolic.algebra import Expr, ExprFactory, ExprKind, is_negative
from backpass.engine.symbolic.numbers import HALF, ONE, exact

_EXACT_ARGUMENTS, _EXACT_VALUES = (-1, 0, 1), (-1, 0, 0.5, 1)
"""Where a function of a whole number gives such a number, it is so exactly and not by rounding."""

TWO = ONE + ONE

_WRITTEN: dict[str, Callable[[ExprFactory, Sequence[Expr]], Expr]] = {
    "add": lambda algebra, nodes: algebra.add(nodes),
    "subtract": lambda algebra, nodes: algebra.add((nodes[0], algebra.scaled(-ONE, nodes[1]))),
    "negate": lambda algebra, nodes: algebra.scaled(-ONE, nodes[0]),
    "multiply": lambda algebra, nodes: algebra.multiply(nodes),
    "divide": lambda algebra, nodes: algebra.divide(*nodes),
    "power": lambda algebra, nodes: algebra.power(*nodes),
    "square": lambda algebra, nodes: algebra.power(nodes[0], algebra.number(TWO)),
    "reciprocal": lambda algebra, nodes: algebra.power(nodes[0], algebra.number(-ONE)),
    "sqrt": lambda algebra, nodes: algebra.power(nodes[0], algebra.number(HALF)),
    "rsqrt": lambda algebra, nodes: algebra.power(nodes[0], algebra.number(-HALF)),
    "exp": lambda algebra, nodes: algebra.power(algebra.e, nodes[0]),
    "exp2": lambda algebra, nodes: algebra.power(algebra.number(TWO), nodes[0]),
    "log": lambda algebra, nodes: _logarithm(algebra, nodes[0]),
    "where": lambda algebra, nodes: algebra.choose(*nodes),
}
"""The operations that sums, products and powers stand for; every other one stays a call."""


def applied(algebra: ExprFactory, record: Operation, nodes: Sequence[Expr]) -> Expr:
    """The operation on expressions, as short as is known."""
    written = _WRITTEN.get(record.name)
    if written is not None:
        return written(algebra, nodes)
    if record.notation.infix and record.family is Family.COMPARISON:
        return compared(algebra, record, *nodes)
    return _folded(algebra, record, nodes) or _call(algebra, record, nodes)


def _logarithm(algebra: ExprFactory, node: Expr) -> Expr:
    if node is algebra.one:
        return algebra.zero
    if node is algebra.e:
        return algebra.one
    if node.kind is ExprKind.PRODUCT and node.value == 1 and len(node.factors) == 1 and node.factors[0][0] is algebra.e:
        return node.factors[0][1]
    return algebra.call("log", (node,))


def compared(algebra: ExprFactory, record: Operation, left: Expr, right: Expr) -> Expr:
    """A comparison; 1 or 0 where it is known. That the answer of another one is not 0 is that answer."""
    if record.name == "not_equal" and right is algebra.zero and left.kind is ExprKind.CALL and _is_comparison(left.name):
        return left
    numbers = (1.0, 1.0) if left is right else (left.value, right.value) if left.kind is right.kind is ExprKind.NUMBER else None
    if numbers is not None:
        holds, _ = kernel(record).scalar(*map(float, numbers))
        return algebra.one if holds else algebra.zero
    return algebra.call(record.name, (left, right))


def _is_comparison(name: str) -> bool:
    return OPERATIONS[name].family is Family.COMPARISON and OPERATIONS[name].notation.infix is not None


def _folded(algebra: ExprFactory, record: Operation, nodes: Sequence[Expr]) -> Expr | None:
    """The number that a function of plain numbers is, where it is one exactly."""
    if any(node.kind is not ExprKind.NUMBER for node in nodes):
        return None
    value, _ = kernel(record).scalar(*(float(node.value) for node in nodes))
    known = record.family is Family.PIECEWISE or (
        all(node.value in _EXACT_ARGUMENTS for node in nodes) and value in _EXACT_VALUES
    )
    if not (known and isfinite(value)):
        return None
    return algebra.number(HALF if value == HALF else exact(value))


def _call(algebra: ExprFactory, record: Operation, nodes: Sequence[Expr]) -> Expr:
    if record.arity > 1:
        if record.is_idempotent and nodes[0] is nodes[1]:
            return nodes[0]
        return algebra.call(record.name, nodes)
    (node,) = nodes
    if is_negative(node) and (record.odd or record.even):
        turned = _call(algebra, record, (algebra.scaled(-ONE, node),))
        return turned if record.even else algebra.scaled(-ONE, turned)
    if node.kind is ExprKind.CALL and node.name == record.left_inverse_of:
        return node.arguments[0]
    if node.kind is ExprKind.CALL and node.name == record.name and record.is_idempotent:
        return node
    return algebra.call(record.name, nodes)
