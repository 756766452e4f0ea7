"""A formula of the records as Python source, with as few parentheses as a person would write.

Knows how Python binds; which functions a library has, and how it calls them, its caller says.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Apply, Call, Expression, NumberLiteral, Part, fold
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.operations.arithmetic import POWER, PRODUCT, SIGN, SUM

parsed = cache(parse_expression)
"""A formula of a record as an expression. They are few, and a program asks for them again and again."""

SINGLE, RELATION, CHOICE = 100, 5, 1
"""Binding strengths beyond those of the operators: of a name or call, of a comparison, of `a if c else b`."""


class Source(NamedTuple):
    """Python source, how tightly it binds, and its number where it is one."""

    text: str
    binds: int = SINGLE
    number: float | None = None


CallWriter = Callable[[Operation, list[Source]], Source]
ChoiceWriter = Callable[[Source, Source, Source], Source]


def literal(value: float) -> Source:
    """A number that is written the same in every target."""
    if value != value or value in (float("inf"), float("-inf")):
        return Source(f'float("{value}")', SINGLE, value)
    return Source(repr(value), SIGN if value < 0 else SINGLE, value)


def _rule_number(value: float) -> Source:
    """As `literal`, but whole numbers as they stand in the rules: `1 - out ** 2`."""
    return Source(str(int(value)), SINGLE, value) if value.is_integer() and 0 <= value < 1e6 else literal(value)


def operand(source: Source, required: int) -> str:
    """The source where something that binds with `required` takes it."""
    return source.text if source.binds >= required else f"({source.text})"


def infix(symbol: str, arguments: list[Source]) -> Source:
    """An operator between (or before) its arguments."""
    if len(arguments) == 1:
        return Source(f"{symbol}{operand(arguments[0], SIGN)}", SIGN)
    left, right = arguments
    if symbol == "**":
        return Source(f"{operand(left, POWER + 1)} ** {_exponent(right)}", POWER)
    binds = PRODUCT if symbol in ("*", "/", "@", "%", "//") else SUM
    return Source(f"{operand(left, binds)} {symbol} {operand(right, binds + 1)}", binds)


def _exponent(source: Source) -> str:
    """A whole number is written as one: `x ** 2`, and JAX knows the slope of `x ** 0` at 0."""
    whole = source.number is not None and source.number.is_integer() and abs(source.number) < 1e6
    return str(int(source.number or 0)) if whole else operand(source, SIGN)


def python_source(expression: Expression, names: Mapping[str, Source], call: CallWriter, choose: ChoiceWriter) -> Source:
    """The expression in Python. What is known beforehand, such as a choice by a literal exponent, is worked out."""

    def leaf(part: Any) -> Source:
        return _rule_number(part.value) if isinstance(part, NumberLiteral) else names[part.name]

    def combine(part: Part, arguments: list[Source]) -> Source:
        if isinstance(part, Call) and part.name == "where":
            return _chosen(arguments, choose)
        if isinstance(part, Apply):
            return _applied(part.symbol, arguments)
        assert isinstance(part, Call)
        return call(OPERATIONS.spellings[part.name], arguments)

    return fold(expression, leaf, combine)


_TRUTHS = {"True": 1.0, "False": 0.0}


def _chosen(arguments: list[Source], choose: ChoiceWriter) -> Source:
    condition, first, second = arguments
    if condition.text in _TRUTHS:
        return first if _TRUTHS[condition.text] else second
    return choose(condition, first, second)


_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _applied(symbol: str, arguments: list[Source]) -> Source:
    numbers = [argument.number for argument in arguments]
    if symbol in _COMPARISONS:
        left, right = numbers
        if left is not None and right is not None:
            return Source(str(_COMPARISONS[symbol](left, right)))
        return Source(f"{operand(arguments[0], RELATION + 1)} {symbol} {operand(arguments[1], RELATION + 1)}", RELATION)
    if symbol == "-" and len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
        return literal(numbers[0] - numbers[1])  # the exponent of a power's slope
    if symbol == "**" and numbers[1] == 1:
        return arguments[0]
    if symbol == "-" and len(numbers) == 1 and numbers[0] is not None:
        return Source(f"-{arguments[0].text}", SIGN, -numbers[0])
    return infix(symbol, arguments)._replace(number=_known(symbol, numbers))


def _known(symbol: str, numbers: list[float | None]) -> float | None:
    """The number that a sum, product or quotient of plain numbers is."""
    left, right = numbers[0], numbers[-1]
    if left is None or right is None or len(numbers) == 1:
        return None
    if symbol == "/":
        return left / right if right else None
    return left * right if symbol == "*" else left + right if symbol == "+" else None


def product(left: Source, right: Source) -> Source:
    """left × right, without a factor of 1."""
    if left.number == 1 or right.number == 1:
        return right if left.number == 1 else left
    if left.number == -1:
        return infix("-", [right])
    return infix("*", [left, right])
