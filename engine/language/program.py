"""Programs as the parser reads them: statements and the blocks they hold. Knows nothing of values or operations."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

from backpass.engine.language.syntax_tree import (
    AssignmentTarget,
    Attribute,
    AttributeTarget,
    Call,
    Clause,
    Collection,
    ComparisonLink,
    Comprehension,
    Expression,
    FunctionParameter,
    Invoke,
    Lambda,
    Name,
    NamedValue,
    Nested,
    Part,
    Pattern,
    Several,
    SubscriptTarget,
)
from backpass.engine.problems import Problem, Severity, Span

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
    """An expression as a statement."""

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
    """`for target in iterable:`, with what comes where no `break` ended it."""

    target: Pattern
    iterable: Expression
    body: Block
    otherwise: Block
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """`while condition:`, with what comes where no `break` ended it."""

    condition: Expression
    body: Block
    otherwise: Block
    span: Span


@dataclass(frozen=True, slots=True)
class With:
    """`with context as target:`."""

    context: Expression
    target: AssignmentTarget | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Except:
    """`except kinds as name:`; without kinds it takes every exception."""

    kinds: Expression | None
    target: AssignmentTarget | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Try:
    """`try … except … else … finally …`."""

    body: Block
    handlers: tuple[Except, ...]
    otherwise: Block
    final: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Define:
    """`def name(parameters):`."""

    name: str
    parameters: tuple[FunctionParameter, ...]
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
    decorators: tuple[Expression, ...] = ()
    fields: tuple[FunctionParameter, ...] = ()
    """The names of its body that carry an annotation, in order, as a data class takes them."""


@dataclass(frozen=True, slots=True)
class Return:
    """`return expression`; None without one."""

    expression: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Yield:
    """`yield expression`, or `yield from expression`."""

    expression: Expression | None
    each: bool
    """Whether it gives what the value goes through, one after the other."""
    span: Span
    target: Pattern | None = None
    """Of `target = yield expression`: what gets the value that is sent."""


@dataclass(frozen=True, slots=True)
class Jump:
    """`break`, `continue` or `pass`."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class Assert:
    """`assert condition, message`."""

    condition: Expression
    message: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Delete:
    """`del name, items[0], mapping["key"]`."""

    targets: tuple[Pattern, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Declare:
    """`global names` or `nonlocal names`."""

    word: str
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Raise:
    """`raise exception`, or `raise` alone for the one that is being handled. Where nothing catches it, it is not computed."""

    exception: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A statement that the reader of the program has left out, as a comment."""

    given: frozenset[str]
    """The names to which it would have given a value."""
    changed: frozenset[str]
    """The names whose values it might have changed."""
    span: Span


Simple = Assign | Evaluate | Import | Return | Yield | Jump | Assert | Delete | Declare | Raise | LeftOut
Statement = Simple | If | For | While | With | Try | Except | Define | DefineClass


@dataclass(frozen=True, eq=False)
class Program:
    """A parsed text: statements in order, and what is wrong or worth knowing. With an error among the problems it cannot run.

    Two programs are equal if they are the same one, so that what is computed of one can be kept for it.
    """

    text: str
    statements: Block
    problems: tuple[Problem, ...]
    products: frozenset[str] = frozenset()
    """Runs of letters that are read as products, see `letters`."""
    end: int | None = None
    """The position at which what is read of the text ends, where that is not all of it, see `partial`."""
    is_latex: bool = False

    def up_to(self, end: int) -> "Program | None":
        """The statements that begin before a position, with what is worth knowing of them; None where there is none."""
        statements = tuple(each for each in self.statements if each.span[0] < end)
        problems = tuple(
            each for each in self.problems if each.severity is not Severity.ERROR and (each.span is None or each.span[0] < end)
        )
        return replace(self, statements=statements, problems=problems, end=end) if statements else None

    @property
    def last_use(self) -> dict[str, int]:
        """Per name, the index of the last statement of the top level that reads it, itself or in what it holds."""
        return self._facts.last_use

    @property
    def libraries(self) -> frozenset[str]:
        """The first words of the modules that it imports or calls something of: `torch` of `torch.nn.Linear(2, 3)`."""
        return self._facts.libraries

    @property
    def declared(self) -> frozenset[str]:
        """The names that functions declare `global`, so that they give them other values."""
        return self._facts.declared

    @property
    def changes_in_place(self) -> bool:
        """Whether anything in it may change a tensor that something else holds, too: `b += 3`, `b[0] = 3`, `b.add_(3)`."""
        return self._facts.changes_in_place

    @property
    def changes_leaves(self) -> bool:
        """Whether anything in it may give a leaf other numbers: `w.data = …`, `optimiser.step()`."""
        return self._facts.changes_leaves

    @cached_property
    def code(self) -> str:
        """Its text without comments and texts of several lines, which say nothing of what it does."""
        return _UNREAD.sub(lambda found: found[2] or " ", self.text)

    @property
    def doubles(self) -> bool:
        """Whether it asks its library for 64-bit numbers."""
        return any(word in self.code for word in ("float64", "double", "enable_x64"))

    @cached_property
    def _facts(self) -> "_Facts":
        return _facts_of(self.statements)

    @cached_property
    def structured(self) -> bool:
        """Whether it has loops, functions or classes, or uses those of a library: then its lists are Python's, else they are
        tensors. So they are where arrays are changed in place, since a list holds arrays and a tensor would hold their numbers,
        and where a list of a library's arrays has a name: `params + [w]` is a longer list, not a sum.
        """
        if self._facts.has_structures or (bool(self.libraries & _WITH_ARRAYS) and self._names_lists_of_arrays()):
            return True
        return bool(self.libraries & _IN_PLACE) and self.changes_in_place and self._lists_names()

    def _names_lists_of_arrays(self) -> bool:
        """Whether a list is assigned, directly or within an expression, that holds what has a name or is called for."""
        return any(isinstance(each, Assign) and _holds_lists_of_values(each.expression) for each in self.statements)

    def _lists_names(self) -> bool:
        """Whether a list stands in a statement together with a name, which may be an array's."""
        assigned = {name for each in self.statements for name in names_assigned(each)}
        kinds = [{type(each) for each in walk(statement)} for statement in self.statements if assigned & names_read(statement)]
        return any(Collection in kind for kind in kinds)


_UNREAD = re.compile(
    r"""("{3}|'{3})[\s\S]*?\1|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*""",
)
"""Texts of several lines and comments; texts of one line are found so that a `#` within is none of them."""
_NESTED = frozenset(get_args(Nested))
_PLAIN = frozenset(get_args(Part)) - _NESTED
_HOLDING = frozenset({tuple, ComparisonLink, Clause, Several, AttributeTarget, SubscriptTarget, FunctionParameter})
"""What is no part itself and holds parts."""
_FIELDS = {kind: tuple(each.name for each in fields(kind)) for kind in get_args(Statement)}
"""Of each kind of statement."""


_IN_PLACE = frozenset({"torch", "numpy", "np"})
"""Libraries whose arrays are changed in place."""
_WITH_ARRAYS = _IN_PLACE | {"jax", "jnp", "tensorflow", "tf", "autograd"}


def _holds_lists_of_values(expression: Expression) -> bool:
    """Whether a list with more than numbers in it stands in an expression, other than as what a function is called with."""
    numbers, values, lists = range(3)
    stack: list[int] = []
    for part in expression:
        arity = getattr(part, "arity", 1 if isinstance(part, Attribute) else 0)
        taken = stack[len(stack) - arity :] if arity else []
        del stack[len(stack) - len(taken) :]
        most = max(taken, default=numbers)
        if isinstance(part, Call | Invoke):
            is_of_list = isinstance(part, Call) and part.method and taken[:1] == [lists]
            stack.append(lists if is_of_list else values)
        elif isinstance(part, Collection) and part.kind == "list" and most:
            stack.append(lists)
        else:
            stack.append(max(most, values) if isinstance(part, Name) or type(part) in _NESTED else most)
    return lists in stack


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


_WITH_CLASSES = ("nn", "optim", "nn.init", "nn.utils", "lr_scheduler")
"""The last words of modules whose classes are used as if the program defined them."""
_SHORT_NAMES = frozenset({"nn", "optim", "init", "utils", "lr_scheduler"})
"""The same as they are imported from what holds them."""


_OF_LISTS = frozenset({"set", "frozenset", "shuffle"})
"""Functions of Python's lists and sets."""

_STRUCTURES = frozenset({For, While, Try, Define, DefineClass, Lambda, Comprehension, NamedValue, Delete})


class _Facts(NamedTuple):
    """What a program is asked before each run; see the properties of `Program`."""

    last_use: dict[str, int]
    libraries: frozenset[str]
    has_structures: bool
    changes_in_place: bool
    changes_leaves: bool
    declared: frozenset[str]


def _facts_of(statements: Block) -> _Facts:
    """All facts in one walk over the program, since every new text waits for them."""
    last_use: dict[str, int] = {}
    modules: set[str | None] = set()
    declared: set[str] = set()
    structures = changes = leaves = False
    each: Any  # comparing types takes half the time of isinstance, and gives a type checker nothing
    for index, statement in enumerate(statements):
        for each in walk(statement):
            kind = type(each)
            if kind is Name:
                last_use[each.name] = index
            elif kind is Call:
                last_use[each.name] = index
                modules.add(each.qualifier)
                structures = structures or each.name in _OF_LISTS or _is_class_of_library(each.qualifier)
                changes = changes or each.name == "shuffle" or "out" in each.keywords
                changes = changes or (each.method and each.name.endswith("_") and not each.name.startswith("_"))
                leaves = leaves or (each.method and each.name == "step")
            elif kind is Import:
                modules.add(each.module)
                structures = structures or _is_class_of_library(each.module) or each.name in _SHORT_NAMES
            elif kind is Collection:
                structures = structures or each.kind == "set"
            elif kind is Assign:
                structures = structures or any(isinstance(target, Several) and target.takes_rest() for target in each.targets)
                changes = changes or each.augmented or any(isinstance(target, SubscriptTarget) for target in each.targets)
                leaves = leaves or any(isinstance(target, AttributeTarget) and target.name == "data" for target in each.targets)
            elif kind in _STRUCTURES:
                structures = True
            elif kind is Declare:
                declared.update(each.names)
    libraries = frozenset((module or "").partition(".")[0] for module in modules)
    return _Facts(last_use, libraries, structures, changes, leaves, frozenset(declared))


def _is_class_of_library(module: str | None) -> bool:
    return module is not None and module.endswith(_WITH_CLASSES)


def names_assigned(statement: Statement) -> set[str]:
    """The names to which a statement, or what it holds, assigns a value."""
    found: set[str] = set()
    for each in walk(statement):
        if isinstance(each, Assign):
            found |= {name for target in each.targets for name in _names_in(target)}
        elif isinstance(each, Yield) and each.target:
            found |= _names_in(each.target)
        elif isinstance(each, NamedValue) or (isinstance(each, Except) and each.target):
            found.add(each.target.name)  # type: ignore[union-attr]
    return found


def _names_in(pattern: Pattern) -> set[str]:
    """The names of a target, which may take a value apart."""
    if isinstance(pattern, Several):
        return {name for each in pattern.targets for name in _names_in(each)}
    return {pattern.name} if isinstance(pattern, AssignmentTarget) else set()


def names_given(statement: Statement) -> set[str]:
    """The names that stand for something new after a statement: assigned, defined or imported ones."""
    if isinstance(statement, Define | DefineClass):
        return {statement.name}
    if isinstance(statement, Import):
        return {statement.alias.partition(".")[0]}
    targets = (each.target for each in walk(statement) if isinstance(each, For | With) and each.target is not None)
    return names_assigned(statement) | {name for target in targets for name in _names_in(target)}


def calls_something(statement: Statement) -> bool:
    """Whether running a statement calls a function: an assignment with a call, or one to an element. Definitions call nothing."""
    if not isinstance(statement, Assign):
        return False
    is_plain = all(isinstance(each, AssignmentTarget) for each in statement.targets)
    return not is_plain or any(isinstance(part, Call | Invoke) for part in walk(statement))


def names_read(statement: Statement) -> set[str]:
    """The names whose values a statement asks for, itself or in what it holds."""
    return {part.name for part in walk(statement) if isinstance(part, Name | Call)}
