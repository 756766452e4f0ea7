"""The instructions of the machine. The parts of plain expressions are instructions as they are; the others stand here.

Data only: `compiler` lays them out, `machine` carries them out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from backpass.engine.language import program, syntax_tree
from backpass.engine.language.syntax_tree import FunctionParameter, Part
from backpass.engine.problems import Span


class Label:
    """A place in the code that is known once everything before it is laid out."""

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position = -1


class LoadConstant(NamedTuple):
    """Puts a number that stands in the program, as Python's."""

    value: float


class Goto(NamedTuple):
    """Goes on at a label."""

    to: Label


class JumpIfFalse(NamedTuple):
    """Takes a value and goes to a label if it is not true."""

    to: Label
    span: Span


class JumpIfDecided(NamedTuple):
    """Of `and` and `or`: goes to a label if the value decides already, else takes it away."""

    symbol: str
    to: Label
    span: Span


class GetIter(NamedTuple):
    """Takes a value and puts what goes through its items."""

    span: Span
    group: bool
    """Whether the repetitions are a group of the graph each."""
    name: str = ""
    """The name that gets the items; empty where it is not a single one."""


class ForIter(NamedTuple):
    """Takes the next item to names, or puts it where its target is more than names; goes to a label when there is none."""

    to: Label
    names: tuple[str, ...]
    """The names that get the item, or its parts; none where it is put."""
    parts: "Unpack | None"
    """How the item is taken apart, if it is."""
    span: Span


class Repeat(NamedTuple):
    """Begins another repetition of a `while`."""

    span: Span


class EnterLoop(NamedTuple):
    """Begins the group of a loop."""

    name: str
    span: Span


class LeaveLoop(NamedTuple):
    """Ends the group of the innermost loop."""


class Discard(NamedTuple):
    """Takes a value away."""


class Duplicate(NamedTuple):
    """Puts the last value once more."""


class DupBelow(NamedTuple):
    """Puts the last value once more, below the one before it, which then stands before the last again: `a b` becomes `b a b`."""


class PopBelow(NamedTuple):
    """Takes away the value below the last."""


class BeginList(NamedTuple):
    """Begins the list of a comprehension, with names of its own."""


class Append(NamedTuple):
    """Takes a value to the innermost list that has begun."""

    span: Span


class EndList(NamedTuple):
    """Puts the list, or the set or dictionary that it becomes; of a dictionary its items are keys with values."""

    kind: str
    span: Span


class StoreName(NamedTuple):
    """Takes a value and gives it a name."""

    name: str
    span: Span


class NameValue(NamedTuple):
    """Gives the last value a name, which is no name of a comprehension's own, and leaves the value where it is."""

    name: str
    span: Span


class StoreAttribute(NamedTuple):
    """Takes an object and a value that becomes its attribute."""

    name: str
    span: Span
    augmented: bool


class StoreItem(NamedTuple):
    """Takes indices, a collection and a value that is put there."""

    subscript: syntax_tree.Subscript
    augmented: bool = False


class Unpack(NamedTuple):
    """Takes a value and puts its items, the first one on top."""

    names: int
    span: Span
    starred: int | None = None
    """The place of the one that is a list of what the others leave."""


class StoreOutside(NamedTuple):
    """Takes a value and gives it a name of the top level (`global`) or of a function around (`nonlocal`)."""

    name: str
    word: str
    span: Span


class DeclareGlobal(NamedTuple):
    """From here on these names are those of the top level."""

    names: frozenset[str]


class DeleteName(NamedTuple):
    """Takes a name away."""

    name: str
    span: Span


class DeleteAttribute(NamedTuple):
    """Takes an object, whose attribute is taken away."""

    name: str
    span: Span


class DeleteItem(NamedTuple):
    """Takes indices and a collection from which what stands there is taken away."""

    subscript: syntax_tree.Subscript


class LeaveOut(NamedTuple):
    """A statement that was left out stands here: names that it would have given or changed have no value from here on."""

    given: frozenset[str]
    changed: frozenset[str]
    line: int
    """Of the comment that it has become, from 1."""


class ZeroGradient(NamedTuple):
    """`.grad.zero_()`: takes a tensor and sets its gradient to zero."""

    span: Span


class MakeFunction(NamedTuple):
    """Takes the values of defaults (those parameters that have one) and decorators, and puts a function."""

    name: str
    parameters: tuple[FunctionParameter, ...]
    code: "Callable[[], CodeObject]"
    """Lays out its body, once, when it is called first; so that lambdas within lambdas are no recursion here."""
    decorators: int
    span: Span


OWN_BASES = frozenset({"Function", "Operation"})
"""Classes of ours, to make custom operations of, that a program may extend without an import."""


class LoadBase(NamedTuple):
    """Puts a class of ours that the program's extends, which it need not have imported."""

    part: syntax_tree.Name


class MakeClass(NamedTuple):
    """Takes decorators and bases and puts a class, whose body is run for its names."""

    name: str
    bases: int
    code: "Callable[[], CodeObject]"
    decorators: int
    fields: tuple[str, ...]
    span: Span


class Assigned(NamedTuple):
    """At the top level: takes the value of an assignment to names."""

    statement: program.Assign
    place: int
    """Of the statement in the program."""
    plain: bool
    """Whether it stands outside all loops and conditions."""


class TakenApart(NamedTuple):
    """At the top level: names have got the parts of a value."""

    targets: tuple[syntax_tree.AssignmentTarget, ...]


class Evaluated(NamedTuple):
    """At the top level: takes the value of an expression that stands alone."""

    statement: program.Evaluate
    plain: bool


class AugmentedStore(NamedTuple):
    """`name += …` where the name may stand for a tensor that is to be changed in place."""

    name: str
    span: Span


class EnterWith(NamedTuple):
    """Takes a context, enters it and puts what it is called."""

    span: Span


class LeaveWith(NamedTuple):
    """Leaves the innermost context."""


class ReturnValue(NamedTuple):
    """Takes a value, ends the function, and puts the value where it was called."""


class YieldValue(NamedTuple):
    """Takes a value, hands it to who goes through the generator, and waits to be gone on with."""


class LoadSent(NamedTuple):
    """Puts what was sent to the generator when it was gone on with; None where nothing was."""


class CheckAssertion(NamedTuple):
    """Takes the condition of an `assert` and goes to a label where it is true."""

    to: Label
    span: Span


class SetupTry(NamedTuple):
    """From here on exceptions lead to a label, with the exception as the last value."""

    to: Label


class PopTry(NamedTuple):
    """Ends what the innermost `try` protects."""


class MatchException(NamedTuple):
    """Takes kinds of exceptions and puts whether the exception before them is one of them."""

    span: Span


class LoadException(NamedTuple):
    """Puts the exception that is being handled, which is the last value, as the program sees it."""


class Reraise(NamedTuple):
    """Takes the exception that is being handled and raises it again."""


class BeginRaise(NamedTuple):
    """Ends the program where nothing could catch what it is about to raise."""

    span: Span


class RaiseException(NamedTuple):
    """Takes an exception and raises it; without one it raises the one that is being handled."""

    span: Span
    given: bool


Control = (
    SetupTry
    | PopTry
    | MatchException
    | LoadException
    | Reraise
    | BeginRaise
    | RaiseException
    | LoadConstant
    | Goto
    | JumpIfFalse
    | JumpIfDecided
    | GetIter
    | ForIter
    | Repeat
    | EnterLoop
    | LeaveLoop
    | Discard
    | Duplicate
    | DupBelow
    | PopBelow
    | BeginList
    | Append
    | EndList
    | StoreName
    | NameValue
    | StoreAttribute
    | StoreItem
    | StoreOutside
    | DeclareGlobal
    | DeleteName
    | DeleteAttribute
    | DeleteItem
    | LeaveOut
    | Unpack
    | ZeroGradient
    | MakeFunction
    | LoadBase
    | MakeClass
    | Assigned
    | TakenApart
    | Evaluated
    | AugmentedStore
    | EnterWith
    | LeaveWith
    | ReturnValue
    | YieldValue
    | LoadSent
    | CheckAssertion
    | program.Import
)
Instruction = Part | Control


@dataclass(slots=True)
class CodeObject:
    """Instructions; the last one gives a value back."""

    instructions: list[Instruction] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """Per statement of the top level, where the next one begins."""
    yields: bool = False
    """Whether it is the body of a generator."""
