"""Expressions as the parser reads them. They are flat, in evaluation order (postfix), so nothing that walks one ever recurses.

An expression is a tuple of parts: each leaf stands before its user, and an `Apply` of n arguments takes the n results
before it. `a*b + c` is `a b (*2) c (+2)`. What is computed only sometimes, or several times, is an expression inside a part.
Knows nothing of values or operations.
"""

from collections.abc import Callable
from enum import Enum
from types import EllipsisType
from typing import NamedTuple, TypeVar

from backpass.engine.problems import Span


class NumberLiteral(NamedTuple):
    """A numeric literal."""

    value: float
    span: Span


class Name(NamedTuple):
    """The use of a name."""

    name: str
    span: Span


class StringLiteral(NamedTuple):
    """A text in quotes."""

    value: str
    """As it is written, quotes included."""
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
    """Names of the last arguments that were given by keyword; `**` for a dictionary of them."""
    method: bool = False
    qualifier: str | None = None
    """`math` of `math.exp(x)`: the name in front, where it is a plain name that might be a module."""


class Invoke(NamedTuple):
    """A computed value called: `grad(f)(x)`, `layers[0](x)`. The callee stands before the arguments."""

    arity: int
    """Arguments, the callee included."""
    span: Span
    head: Span
    keywords: tuple[str, ...] = ()


class Attribute(NamedTuple):
    """`.name` of the result before it."""

    name: str
    span: Span
    head: Span


class Literal(NamedTuple):
    """`None`, `True`, `False` or `...`."""

    value: "bool | EllipsisType | Spread | None"
    span: Span


class Spread(Enum):
    """Takes the place of the key of `**mapping` in a dictionary."""

    KEY = "**"


class Collection(NamedTuple):
    """`[a, b]`, `(a, b)`, `{a, b}` or `{a: b}` (keys and values in turn)."""

    kind: str
    """`list`, `tuple`, `set` or `dict`."""
    arity: int
    span: Span


class Subscript(NamedTuple):
    """`x[i, j:k]`, the owner and then the values that are written in the brackets."""

    pattern: "tuple[tuple[bool, ...] | None, ...]"
    """Per index: None for a single one; for a slice, which of start, stop and step are written."""
    arity: int
    span: Span
    head: Span


class FormattedString(NamedTuple):
    """A text with values in it: `f"{x:.2f}"`. The values stand before it."""

    pieces: tuple[str, ...]
    """What stands between the values: one more than there are values."""
    formats: tuple[str, ...]
    """Per value its format, such as `.2f`; `!r` in front of it asks for quotes around texts."""
    arity: int
    span: Span


class Logic(NamedTuple):
    """`a and b`, `a or b`: takes a; b is computed only where it decides."""

    symbol: str
    right: "Expression"
    span: Span


class ComparisonLink(NamedTuple):
    """`< b` of comparisons in a row."""

    symbol: str
    right: "Expression"
    head: Span
    """Of the symbol alone."""


class Chained(NamedTuple):
    """`a < b <= c`: true where each comparison is. Every value is computed once, and none behind the first that is not true."""

    first: "Expression"
    links: tuple[ComparisonLink, ...]
    span: Span


class Conditional(NamedTuple):
    """`then if condition else otherwise`; of the two only one is computed."""

    condition: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span


class FunctionParameter(NamedTuple):
    """A parameter of a function, and its default."""

    name: str
    default: "Expression | None"
    span: Span
    several: bool = False
    """`*names`: takes all that is left; a `*` alone has no name and takes nothing."""
    mapping: bool = False
    """`**names`: takes all that is left of the arguments by name."""
    by_place: bool = False
    """Whether it stands before `/`, so that no argument by name is for it."""

    @property
    def text(self) -> str:
        """The parameter as it is written, without its default."""
        return "*" * self.several + "**" * self.mapping + self.name


class Lambda(NamedTuple):
    """`lambda x: body`."""

    parameters: tuple[FunctionParameter, ...]
    body: "Expression"
    span: Span


class NamedValue(NamedTuple):
    """`(name := value)`: a value that is given a name on the way."""

    target: "AssignmentTarget"
    value: "Expression"
    span: Span


class Clause(NamedTuple):
    """`for target in iterable if condition …` of a comprehension."""

    target: "Pattern"
    iterable: "Expression"
    conditions: "tuple[Expression, ...]"


class Comprehension(NamedTuple):
    """`[element for target in iterable]`. As the argument of a function it is a list as well."""

    element: "Expression"
    """Of a dictionary, a tuple of the key and the value."""
    clauses: tuple[Clause, ...]
    span: Span
    kind: str = "list"
    """`list`, `set`, `dict` or `generator`; `any`, `all` and `first` end where their value is known."""


class AssignmentTarget(NamedTuple):
    """A name that is given a value."""

    name: str
    span: Span


class Several(NamedTuple):
    """`a, (b, c)`: takes a value apart."""

    targets: "tuple[Pattern, ...]"
    span: Span
    starred: int | None = None
    """The place of `*rest` among the targets, which takes what the others leave."""

    def takes_rest(self) -> bool:
        """Whether it, or a tuple within it, has such a target."""
        return self.starred is not None or any(each.takes_rest() for each in self.targets if isinstance(each, Several))


class AttributeTarget(NamedTuple):
    """`owner.name = …`."""

    owner: "Expression"
    name: str
    span: Span


class SubscriptTarget(NamedTuple):
    """`owner[i] = …`; the expression ends with its Subscript, which is not read but written."""

    expression: "Expression"
    span: Span


Pattern = AssignmentTarget | Several | AttributeTarget | SubscriptTarget
Nested = Logic | Chained | Conditional | Lambda | Comprehension | NamedValue
Part = (
    NumberLiteral
    | Name
    | StringLiteral
    | Literal
    | Apply
    | Call
    | Invoke
    | Attribute
    | Collection
    | Subscript
    | FormattedString
    | Nested
)
Leaf = NumberLiteral | Name | StringLiteral | Literal
Expression = tuple[Part, ...]


Result = TypeVar("Result")


def fold(expression: Expression, leaf: Callable[[Leaf], Result], combine: Callable[[Part, list[Result]], Result]) -> Result:
    """Replaces every part by a result, bottom up: `leaf` for leaves, `combine` for the rest with their arguments' results.

    Raises ValueError for what is computed only sometimes or several times, such as a comprehension.
    """
    stack: list[Result] = []
    for part in expression:
        if isinstance(part, NumberLiteral | Name | StringLiteral | Literal):
            stack.append(leaf(part))
            continue
        if isinstance(part, Nested):
            raise ValueError("only plain expressions are folded")  # noqa: TRY004 (the value is at fault, not its type)
        count = 1 if isinstance(part, Attribute) else part.arity
        split = len(stack) - count
        arguments = stack[split:]
        del stack[split:]
        stack.append(combine(part, arguments))
    (result,) = stack
    return result
