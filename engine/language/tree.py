"""What the parser makes of a text. Expressions are flat, in evaluation order (postfix), so nothing that walks one ever recurses.

An expression is a tuple of parts: each leaf stands before whoever uses it, and an `Apply` of n arguments takes the n results
before it. `a*b + c` is `a b (*2) c (+2)`. Knows nothing of values or operations.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from engine.problems import Problem, Span


class Number(NamedTuple):
    """A numeric literal."""

    value: float
    span: Span


class Name(NamedTuple):
    """The use of a name."""

    name: str
    span: Span


class Text(NamedTuple):
    """A text in quotes; only labels may be one."""

    value: str
    span: Span


class Apply(NamedTuple):
    """An operator symbol between (or before) its arguments."""

    symbol: str
    arity: int
    span: Span
    """Of the whole application, arguments included."""
    head: Span
    """Of the symbol alone."""


class Call(NamedTuple):
    """A function called by name, or by attribute with the object as its first argument."""

    name: str
    arity: int
    span: Span
    head: Span
    keywords: tuple[str, ...] = ()
    """Names of the last arguments that were given by keyword."""
    method: bool = False
    qualifier: str | None = None
    """`math` of `math.exp(x)`: the name in front, where it is a plain name that might be a module."""


class Attribute(NamedTuple):
    """`.name` of the result before it."""

    name: str
    span: Span
    head: Span


class Literal(NamedTuple):
    """`None`, `True` or `False`, which options of operations may be."""

    value: bool | None
    span: Span


class Collection(NamedTuple):
    """`[a, b]` or `(a, b)`."""

    kind: str
    """`list` or `tuple`."""
    arity: int
    span: Span


class Subscript(NamedTuple):
    """`x[i, j:k]`, the owner and then the values that are written in the brackets."""

    pattern: "tuple[tuple[bool, ...] | None, ...]"
    """Per index: None for a single one; for a slice, which of start, stop and step are written."""
    arity: int
    span: Span
    head: Span


Part = Number | Name | Text | Literal | Apply | Call | Attribute | Collection | Subscript
Leaf = Number | Name | Text | Literal
Expression = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A name on the left of `=`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`a = b = expression`, or `a, b = x, y` as two of these."""

    targets: tuple[Target, ...]
    expression: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression that stands by itself."""

    expression: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class AssignAttribute:
    """`expression.name = expression`; labels are set so in notebooks."""

    owner: Expression
    name: str
    expression: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Import:
    """`import module as alias` or `from module import name as alias`, one alias each."""

    module: str
    name: str | None
    alias: str
    span: Span


Statement = Assign | Evaluate | AssignAttribute | Import


@dataclass(frozen=True)
class Program:
    """A parsed text: statements in order, and what is wrong or worth knowing. With an error among the problems it cannot run."""

    text: str
    statements: tuple[Statement, ...]
    problems: tuple[Problem, ...]

    @cached_property
    def last_use(self) -> dict[str, int]:
        """Per name, the index of the last statement that reads it."""
        return {
            part.name: index
            for index, statement in enumerate(self.statements)
            for part in getattr(statement, "expression", ())
            if isinstance(part, Name)
        }


Result = TypeVar("Result")


def fold(expression: Expression, leaf: Callable[[Leaf], Result], combine: Callable[[Part, list[Result]], Result]) -> Result:
    """Replaces every part by a result, bottom up: `leaf` for leaves, `combine` for the rest with their arguments' results."""
    stack: list[Result] = []
    for part in expression:
        if isinstance(part, Number | Name | Text | Literal):
            stack.append(leaf(part))
            continue
        count = 1 if isinstance(part, Attribute) else part.arity
        split = len(stack) - count
        arguments = stack[split:]
        del stack[split:]
        stack.append(combine(part, arguments))
    (result,) = stack
    return result
