"""What an expression's parser is in the midst of: operators that wait for their last value, brackets that wait to be closed.

Data only; `parser` decides what to do with it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from backpass.engine.language.parsing.lexer import Token
from backpass.engine.language.syntax_tree import Clause, ComparisonLink, Expression, FunctionParameter, Pattern
from backpass.engine.operations.comparisons import COMPARISON
from backpass.engine.problems import Span

LOWEST = 1
"""Binds so loosely that only brackets are left: `lambda`, and the last part of a conditional."""
CONDITIONAL = 2
"""What binds at least as tightly as this stands on one side of a conditional's `if` or `else`."""


class StuckError(Exception):
    """Reading cannot go on: `reason` names the situation, `token` is where, `before` the token just read (None at the start).

    `unclosed` is the bracket around it that no later token closes.
    """

    unclosed: Token | None = None

    def __init__(self, reason: str, token: Token, before: Token | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.token = token
        self.before = before


class Callee(NamedTuple):
    """A name before a parenthesis."""

    name: str
    head: Span
    method: bool
    qualifier: str | None


@dataclass(slots=True)
class Operator:
    """An operator that waits for its last argument."""

    token: Token
    precedence: int
    count: int
    start: int
    """Where the text of the whole begins."""


@dataclass(slots=True)
class Else:
    """A conditional that waits for what it is otherwise."""

    token: Token
    then: Expression
    condition: Expression
    start: int
    precedence: int = LOWEST


@dataclass(slots=True)
class LambdaHead:
    """A lambda that waits for its body."""

    token: Token
    parameters: tuple[FunctionParameter, ...]
    start: int
    precedence: int = LOWEST


@dataclass(slots=True)
class NameHead:
    """A name that waits for the value behind `:=`."""

    token: Token
    start: int
    precedence: int = LOWEST


@dataclass(slots=True)
class Chain:
    """Comparisons in a row, as far as they have been read: the last one waits for its right side."""

    token: Token
    first: Expression
    links: list[ComparisonLink]
    start: int
    precedence: int = COMPARISON

    def link(self, right: Expression, following: Token) -> None:
        """Takes the right side just read; another comparison follows."""
        self.links.append(ComparisonLink(self.token.text, right, self.token.span))
        self.token = following


@dataclass(slots=True)
class Condition:
    """A conditional whose condition is being read."""

    token: Token
    then: Expression
    start: int
    precedence: int = 0


@dataclass(slots=True)
class Clauses:
    """A comprehension whose clauses are being read."""

    token: Token
    element: Expression
    start: int
    target: Pattern
    kind: str = "list"
    """`list`, `set` or `dict`."""
    iterable: Expression | None = None
    conditions: list[Expression] = field(default_factory=list)
    done: list[Clause] = field(default_factory=list)
    precedence: int = 0

    def piece(self, expression: Expression) -> None:
        """Takes the expression just read: the iterable, else a condition."""
        if self.iterable is None:
            self.iterable = expression
        else:
            self.conditions.append(expression)

    def end_clause(self) -> None:
        assert self.iterable is not None
        self.done.append(Clause(self.target, self.iterable, tuple(self.conditions)))
        self.iterable = None
        self.conditions = []


@dataclass(slots=True)
class Indices:
    """What stands in square brackets behind a value, as far as it has been read."""

    pattern: list[tuple[bool, ...] | None]
    current: list[bool]
    """Of the slice being read: which of its parts are written so far."""
    values: int = 0

    def end(self, *, written: bool) -> None:
        """Ends an index; `written` says whether a value stood last in it."""
        self.values += written
        self.pattern.append((*self.current, written) if self.current else None)
        self.current = []

    def colon(self, *, written: bool) -> None:
        self.values += written
        self.current.append(written)


@dataclass(slots=True)
class Bracket:
    """A bracket that waits to be closed: a group, a list, a call, an index, bars."""

    token: Token
    start: int
    count: int = 1
    """Values between its commas."""
    call: Callee | None = None
    invoke: bool = False
    """Whether it calls the value before it."""
    subscript: Indices | None = None
    several: bool = False
    """Whether commas stood in it."""
    keywords: tuple[str, ...] = ()
    named: bool = False
    """Of a call: whether the argument being read is given by name."""
    colons: int = 0
    """Of a dictionary: keys read so far."""
    comprehension: bool = False
    """Whether what it holds ended as a comprehension."""
    precedence: int = 0

    @property
    def calls(self) -> bool:
        """Whether it holds the arguments of a call."""
        return self.call is not None or self.invoke


Frame = Operator | Chain | Else | LambdaHead | NameHead | Condition | Clauses | Bracket
