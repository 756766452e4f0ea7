"""What stands on the stack while a program runs, besides tensors. Knows nothing of statements."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import EllipsisType
from typing import TYPE_CHECKING, Any

from engine.language.tree import Parameter, Part
from engine.problems import Code, Problem, ProblemError, Span
from engine.tensor import Tensor

if TYPE_CHECKING:
    from engine.running.instructions import Code as Instructions


@dataclass(frozen=True, slots=True)
class Module:
    """What an imported name stands for."""

    name: str


class Unknown:
    """The value of a name whose statement had an error: whoever uses it is skipped in silence, so one mistake is
    reported once.
    """


UNKNOWN = Unknown()


class WrittenFloat(float):
    """A number as it stands in the program; knows its place."""

    span: Span


class WrittenInteger(int):
    """A whole number as it stands in the program; knows its place."""

    span: Span


def written_whole(text: str) -> bool:
    """Whether a number is written as a whole one: `-3`, `1_000`, but not `3.0`."""
    return text.lstrip("-+ ").replace("_", "").isdigit()


def written(value: float, whole: bool, span: Span) -> float:
    """A number that knows its place."""
    made = WrittenInteger(value) if whole else WrittenFloat(value)
    made.span = span
    return made


class Scope:
    """Names and what they stand for; what is not here may be in the scope around it."""

    __slots__ = ("around", "names")

    def __init__(self, around: "Scope | None" = None) -> None:
        self.names: dict[str, Item] = {}
        self.around = around

    def find(self, name: str) -> "Item | Missing":
        """What a name stands for here, or in the nearest scope around that knows it; MISSING where none does."""
        if name in self.names:
            return self.names[name]
        scope = self.around
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.around
        return MISSING


@dataclass(eq=False, slots=True)
class Function:
    """A function that the program defines."""

    name: str
    parameters: tuple[Parameter, ...]
    defaults: "dict[str, Item]"
    code: "Callable[[], Instructions]"
    scope: Scope
    span: Span
    bound: str = "instance"
    """What it is bound to as a member of a class: `instance`, `class`, `nothing`, or `property` for one that is read."""
    owner: "Class | None" = None
    foreign: bool = False
    """Whether its text is not the program's."""


@dataclass(eq=False, slots=True)
class Class:
    """A class that the program defines."""

    name: str
    bases: "tuple[Class, ...]"
    members: "dict[str, Item]"

    def find(self, name: str, after: "Class | None" = None) -> "Item | Missing":
        """A member of it or of what it extends; with `after`, only of what comes behind that class."""
        line = self.line()
        if after is not None and after in line:
            line = line[line.index(after) + 1 :]
        for each in line:
            if name in each.members:
                return each.members[name]
        return MISSING

    def line(self) -> "list[Class]":
        """The class and all it extends, nearest first."""
        found: list[Class] = []
        waiting = [self]
        while waiting:
            each = waiting.pop(0)
            if each not in found:
                found.append(each)
                waiting += each.bases
        return found


@dataclass(eq=False, slots=True)
class Instance:
    """An object of a class of the program."""

    kind: Class
    members: "dict[str, Item]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Super:
    """`super()`: the members of what the class of a method extends."""

    instance: Instance
    after: Class


@dataclass(frozen=True, slots=True)
class Method:
    """A function with the object it was found on."""

    function: Function
    receiver: "Item"


class Missing:
    """Where there is no such member."""


MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a call is given, and where it stands."""

    values: "list[Item]"
    keywords: "dict[str, Item]"
    part: Part

    @property
    def span(self) -> Span:
        return self.part.span


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function of ours that is no operation. `context` is the machine that runs the program."""

    name: str
    call: "Callable[[Any, Arguments], Item | Then]"


@dataclass(frozen=True, slots=True)
class Then:
    """What a builtin gives that must call something first: its result is handed to `then`."""

    callee: "Item"
    arguments: Arguments
    then: "Callable[[Item], Item | Then]"


@dataclass(slots=True)
class Going:
    """An iteration in progress."""

    items: "Iterator[Item]"
    loop: int | None
    """The group of the loop; None for comprehensions."""
    count: int = 0


class Context:
    """What `with` may enter: without gradients, or a tape that records them."""

    __slots__ = ("gradients",)

    def __init__(self, *, gradients: bool) -> None:
        self.gradients = gradients


@dataclass(frozen=True, slots=True)
class Starred:
    """`*items` among arguments or elements."""

    items: "list[Item]"


Item = (
    Tensor
    | Module
    | Unknown
    | str
    | bool
    | int
    | float
    | range
    | list[Any]
    | tuple[Any, ...]
    | dict[Any, Any]
    | Function
    | Class
    | Instance
    | Super
    | Method
    | Builtin
    | Going
    | Context
    | Starred
    | EllipsisType
    | None
)
Plain = bool | int | float

MOST_NESTED = 32
"""Lists within lists that are followed. A list may hold itself, or one list a thousand times."""


class SkippedError(Exception):
    """The statement uses a name that could not be computed."""


def whole_number(item: Item, what: str, part: Part) -> int:
    """An item as a whole number, which indices and options must be. Raises ProblemError (invalid-axis)."""
    value = item.data if isinstance(item, Tensor) else item
    if isinstance(value, int | float) and float(value).is_integer():
        return int(value)
    raise ProblemError(
        Problem(
            Code.INVALID_AXIS,
            f"{what} must be a whole number.",
            "Write the number itself, as in `x[0]` or `axis=1`.",
            part.span,
        )
    )


def option(item: Item, name: str, part: Part) -> Any:
    """An option's value: a whole number, several, or None, True, False. Raises ProblemError (invalid-axis)."""
    if item is None or isinstance(item, bool):
        return item
    if isinstance(item, tuple | list):
        return tuple(whole_number(each, f"`{name}`", part) for each in item)
    return whole_number(item, f"`{name}`", part)


def holds_tensors(item: Item) -> bool:
    """Whether a list is one of tensors, at its beginning at least."""
    seen: set[int] = set()
    while isinstance(item, list | tuple) and item and id(item) not in seen:
        seen.add(id(item))
        item = item[0]
    return isinstance(item, Tensor)


def kind_of(item: Item) -> str:
    """What an item is, in words."""
    if isinstance(item, Instance):
        return f"an object of the class `{item.kind.name}`"
    for kind, words in _KINDS:
        if isinstance(item, kind):
            return words
    return "nothing (None)"


_KINDS: tuple[tuple[Any, str], ...] = (
    (Tensor, "a value of the graph"),
    (bool, "true or false"),
    (int | float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (tuple, "several values with commas between them"),
    (dict, "a dictionary"),
    (range, "a range"),
    (Function | Builtin | Method, "a function"),
    (Class, "a class"),
    (Module, "a module"),
    (EllipsisType, "`...`"),
)
