"""What a machine can be told to do. The parts of plain expressions are instructions as they are; the others stand here.

Data only: `code` lays them out, `machine` carries them out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.language import program, tree
from engine.language.tree import Parameter, Part
from engine.problems import Span


class Label:
    """A place in the code that is known once everything before it is laid out."""

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position = -1


class Constant(NamedTuple):
    """Puts a number that stands in the program, as Python's."""

    value: float


class Go(NamedTuple):
    """Goes on at a label."""

    to: Label


class GoUnless(NamedTuple):
    """Takes a value and goes to a label if it is not true."""

    to: Label
    span: Span


class Decide(NamedTuple):
    """Of `and` and `or`: goes to a label if the value decides already, else takes it away."""

    symbol: str
    to: Label
    span: Span


class Iterate(NamedTuple):
    """Takes a value and puts what goes through its items."""

    span: Span
    group: bool
    """Whether the repetitions are a group of the graph each."""


class Next(NamedTuple):
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


class Tuck(NamedTuple):
    """Puts the last value once more, below the one before it, which then stands before the last again: `a b` becomes `b a b`."""


class Nip(NamedTuple):
    """Takes away the value below the last."""


class BeginList(NamedTuple):
    """Begins the list of a comprehension, with names of its own."""


class Append(NamedTuple):
    """Takes a value to the innermost list that has begun."""

    span: Span


class EndList(NamedTuple):
    """Puts the list."""


class StoreName(NamedTuple):
    """Takes a value and gives it a name."""

    name: str
    span: Span


class StoreAttribute(NamedTuple):
    """Takes an object and a value that becomes its attribute."""

    name: str
    span: Span
    augmented: bool


class StoreItem(NamedTuple):
    """Takes indices, a collection and a value that is put there."""

    subscript: tree.Subscript


class Unpack(NamedTuple):
    """Takes a value and puts its items, the first one on top."""

    names: int
    span: Span


class ZeroGradient(NamedTuple):
    """`.grad.zero_()`: takes a tensor and sets its gradient to zero."""

    span: Span


class MakeFunction(NamedTuple):
    """Takes the values of defaults (those parameters that have one) and decorators, and puts a function."""

    name: str
    parameters: tuple[Parameter, ...]
    code: "Callable[[], Code]"
    """Lays out its body, once, when it is called first; so that lambdas within lambdas are no recursion here."""
    decorators: int
    span: Span


class MakeClass(NamedTuple):
    """Takes the bases and puts a class, whose body is run for its names."""

    name: str
    bases: int
    code: "Callable[[], Code]"
    span: Span


class Assigned(NamedTuple):
    """At the top level: takes the value of an assignment to names."""

    statement: program.Assign
    place: int
    """Of the statement in the program."""
    plain: bool
    """Whether it stands outside all loops and conditions."""


class Evaluated(NamedTuple):
    """At the top level: takes the value of an expression that stands alone."""

    statement: program.Evaluate
    plain: bool


class Rebind(NamedTuple):
    """`name += …` where the name may stand for a tensor that is to be changed in place."""

    name: str
    span: Span


class EnterWith(NamedTuple):
    """Takes a context, enters it and puts what it is called."""

    span: Span


class LeaveWith(NamedTuple):
    """Leaves the innermost context."""


class GiveBack(NamedTuple):
    """Takes a value, ends the function, and puts the value where it was called."""


class Check(NamedTuple):
    """Takes the condition of an `assert`."""

    span: Span


Control = (
    Constant
    | Go
    | GoUnless
    | Decide
    | Iterate
    | Next
    | Repeat
    | EnterLoop
    | LeaveLoop
    | Discard
    | Duplicate
    | Tuck
    | Nip
    | BeginList
    | Append
    | EndList
    | StoreName
    | StoreAttribute
    | StoreItem
    | Unpack
    | ZeroGradient
    | MakeFunction
    | MakeClass
    | Assigned
    | Evaluated
    | Rebind
    | EnterWith
    | LeaveWith
    | GiveBack
    | Check
    | program.Import
)
Instruction = Part | Control


@dataclass(slots=True)
class Code:
    """Instructions; the last one gives a value back."""

    instructions: list[Instruction] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """Per statement of the top level, where the next one begins."""
