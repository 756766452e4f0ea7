"""Programs as the parser reads them: statements and the blocks they hold. Knows nothing of values or operations."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, get_args

from engine.language.tree import (
    AttributeTarget,
    Call,
    Clause,
    Comprehension,
    Expression,
    Lambda,
    Link,
    Name,
    Nested,
    Parameter,
    Part,
    Pattern,
    Several,
    SubscriptTarget,
    Target,
)
from engine.problems import Problem, Span

Block = tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """`a = b = expression`, or `a, b = x, y` as two of these where neither expression needs the other's name."""

    targets: tuple[Pattern, ...]
    expression: Expression
    span: Span
    augmented: bool = False
    """`a += x`, whose expression is `a + x`."""


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression that stands by itself."""

    expression: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Import:
    """`import module as alias` or `from module import name as alias`, one alias each."""

    module: str
    name: str | None
    alias: str
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if … elif … else …`."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block
    span: Span
    """Of the first line, like every block's."""


@dataclass(frozen=True, slots=True)
class For:
    """`for target in iterable:`."""

    target: Pattern
    iterable: Expression
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """`while condition:`."""

    condition: Expression
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class With:
    """`with context as target:`."""

    context: Expression
    target: Target | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Define:
    """`def name(parameters):`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    decorators: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DefineClass:
    """`class name(bases):`."""

    name: str
    bases: tuple[Expression, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """`return expression`; None without one."""

    expression: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """`break`, `continue` or `pass`."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class Assert:
    """`assert condition, message`."""

    condition: Expression
    span: Span


Simple = Assign | Evaluate | Import | Return | Jump | Assert
Statement = Simple | If | For | While | With | Define | DefineClass


@dataclass(frozen=True, eq=False)
class Program:
    """A parsed text: statements in order, and what is wrong or worth knowing. With an error among the problems it cannot run.

    Two programs are equal if they are the same one, so that what is computed of one can be kept for it.
    """

    text: str
    statements: Block
    problems: tuple[Problem, ...]

    @cached_property
    def last_use(self) -> dict[str, int]:
        """Per name, the index of the last statement of the top level that reads it, itself or in what it holds."""
        return {name: index for index, statement in enumerate(self.statements) for name in names_read(statement)}

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The first words of the modules that it imports or calls something of: `torch` of `torch.nn.Linear(2, 3)`."""
        return frozenset(_library(each) for statement in self.statements for each in walk(statement))

    @cached_property
    def structured(self) -> bool:
        """Whether it has loops, functions or classes, or uses those of a library: then its lists are Python's, else they are
        tensors.
        """
        return any(_structures(each) for statement in self.statements for each in walk(statement))


_NESTED = frozenset(get_args(Nested))
_PLAIN = frozenset(get_args(Part)) - _NESTED
_HOLDING = frozenset({tuple, Link, Clause, Several, AttributeTarget, SubscriptTarget, Parameter})
"""What is no part itself and holds parts."""
_FIELDS = {kind: tuple(each.name for each in fields(kind)) for kind in get_args(Statement)}
"""Of each kind of statement."""


def _library(each: "Statement | Part") -> str:
    """The library that is named, if one is."""
    module = each.module if isinstance(each, Import) else each.qualifier if isinstance(each, Call) else None
    return (module or "").partition(".")[0]


def walk(statement: Statement) -> "Iterator[Statement | Part]":
    """A statement, the parts of its expressions, and all that stands within either. In no promised order."""
    waiting: list[Any] = [statement]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind in _PLAIN:
            yield each
        elif kind in _HOLDING:
            waiting += each
        elif kind in _NESTED:
            yield each
            waiting += each
        elif kind in _FIELDS:
            yield each
            waiting += [getattr(each, name) for name in _FIELDS[kind]]


_WITH_CLASSES = ("nn", "optim")
"""The last words of modules whose classes are used as if the program defined them."""


_STRUCTURES = frozenset({For, While, Define, DefineClass, Lambda, Comprehension})


def _structures(each: "Statement | Part") -> bool:
    if type(each) is Call:
        return each.qualifier is not None and each.qualifier.endswith(_WITH_CLASSES)
    if isinstance(each, Import):
        return each.module.endswith(_WITH_CLASSES) or each.name in _WITH_CLASSES
    return type(each) in _STRUCTURES


def names_assigned(statement: Statement) -> set[str]:
    """The names to which a statement, or what it holds, assigns a value."""
    assignments = (each for each in walk(statement) if isinstance(each, Assign))
    return {target.name for each in assignments for target in each.targets if isinstance(target, Target)}


def names_given(statement: Statement) -> set[str]:
    """The names that stand for something new after a statement: assigned, defined or imported ones."""
    if isinstance(statement, Define | DefineClass):
        return {statement.name}
    return {statement.alias.partition(".")[0]} if isinstance(statement, Import) else names_assigned(statement)


def names_read(statement: Statement) -> set[str]:
    """The names whose values a statement asks for, itself or in what it holds."""
    return {part.name for part in walk(statement) if isinstance(part, Name | Call)}
