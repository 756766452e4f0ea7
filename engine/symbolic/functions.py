"""What is known of single functions: how an operation's record becomes an expression, and the identities that shorten it."""

from collections.abc import Callable, Sequence
from math import isfinite

from engine.operations import Family, Operation
from engine.rules import kernel
from engine.symbolic.algebra import Algebra, Kind, Node, is_negative
from engine.symbolic.numbers import HALF, ONE, exact

_ODD = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf", "cbrt", "sign"})
"""f(−x) is −f(x)."""
_EVEN = frozenset({"cos", "cosh", "abs"})
"""f(−x) is f(x)."""
_UNDONE_BY = {
    "sin": "asin",
    "cos": "acos",
    "tan": "atan",
    "sinh": "asinh",
    "cosh": "acosh",
    "tanh": "atanh",
    "expm1": "log1p",
    "log1p": "expm1",
}
"""f(g(x)) is x."""
_TWICE_IS_ONCE = frozenset({"abs", "relu", "floor", "ceil", "round", "sign", "detach"})
_EXACT_ARGUMENTS, _EXACT_VALUES = (-1, 0, 1), (-1, 0, 0.5, 1)
"""Where a function of a whole number gives such a number, it is so exactly and not by rounding."""

TWO = ONE + ONE

_WRITTEN: dict[str, Callable[[Algebra, Sequence[Node]], Node]] = {
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


def applied(algebra: Algebra, record: Operation, nodes: Sequence[Node]) -> Node:
    """The operation on expressions, as short as is known."""
    written = _WRITTEN.get(record.name)
    if written is not None:
        return written(algebra, nodes)
    if record.notation.infix and record.name in _COMPARISONS:
        return compared(algebra, record, *nodes)
    return _folded(algebra, record, nodes) or _call(algebra, record, nodes)


def _logarithm(algebra: Algebra, node: Node) -> Node:
    if node is algebra.one:
        return algebra.zero
    if node is algebra.e:
        return algebra.one
    if node.kind is Kind.PRODUCT and node.value == 1 and len(node.factors) == 1 and node.factors[0][0] is algebra.e:
        return node.factors[0][1]
    return algebra.call("log", (node,))


_COMPARISONS: dict[str, tuple[bool, Callable[[float, float], bool]]] = {
    "less": (False, lambda a, b: a < b),
    "less_equal": (True, lambda a, b: a <= b),
    "greater": (False, lambda a, b: a > b),
    "greater_equal": (True, lambda a, b: a >= b),
    "equal": (True, lambda a, b: a == b),
    "not_equal": (False, lambda a, b: a != b),
}
"""What each says of two equal expressions, and of two numbers."""


def compared(algebra: Algebra, record: Operation, left: Node, right: Node) -> Node:
    """A comparison; 1 or 0 where it is known."""
    of_equals, of_numbers = _COMPARISONS[record.name]
    if left is right:
        return algebra.one if of_equals else algebra.zero
    if left.kind is right.kind is Kind.NUMBER:
        return algebra.one if of_numbers(float(left.value), float(right.value)) else algebra.zero
    return algebra.call(record.name, (left, right))


def _folded(algebra: Algebra, record: Operation, nodes: Sequence[Node]) -> Node | None:
    """The number that a function of plain numbers is, where it is one exactly."""
    if any(node.kind is not Kind.NUMBER for node in nodes):
        return None
    value, _ = kernel(record).scalar(*(float(node.value) for node in nodes))
    picks = record.family is Family.PIECEWISE and record.name not in ("hypot", "atan2")
    known = picks or (all(node.value in _EXACT_ARGUMENTS for node in nodes) and value in _EXACT_VALUES)
    if not (known and isfinite(value)):
        return None
    return algebra.number(HALF if value == HALF else exact(value))


def _call(algebra: Algebra, record: Operation, nodes: Sequence[Node]) -> Node:
    if record.arity > 1:
        if record.name in ("maximum", "minimum") and nodes[0] is nodes[1]:
            return nodes[0]
        return algebra.call(record.name, nodes)
    (node,) = nodes
    if is_negative(node) and record.name in _ODD | _EVEN:
        turned = _call(algebra, record, (algebra.scaled(-ONE, node),))
        return turned if record.name in _EVEN else algebra.scaled(-ONE, turned)
    if node.kind is Kind.CALL and node.name == _UNDONE_BY.get(record.name):
        return node.arguments[0]
    if node.kind is Kind.CALL and node.name == record.name and record.name in _TWICE_IS_ONCE:
        return node
    return algebra.call(record.name, nodes)
