"""What stands on the stack while a program runs, besides tensors. Knows nothing of statements."""

import builtins
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.language.syntax_tree import FunctionParameter, Part
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, Span

if TYPE_CHECKING:
    from backpass.engine.interpreter.bytecode import CodeObject as Instructions


@dataclass(frozen=True, slots=True)
class LibraryModule:
    """What an imported name refers to."""

    name: str


@dataclass(frozen=True, slots=True)
class UnloadedModule:
    """What an import of a module makes known that is not here, or a name of it: refused where it is used."""

    name: str


@dataclass(slots=True)
class Elsewhere:
    """What `from module import *` of a module that is not here may have brought. Which names these are is not known: it is every
    one without a value, that of an operation too, except Python's own and those that another import brought.
    """

    modules: list[str] = field(default_factory=list)
    imported: set[str] = field(default_factory=set)

    def has(self, name: str) -> bool:
        return bool(self.modules) and name not in self.imported and not hasattr(builtins, name)


@dataclass(frozen=True, eq=False)
class PassedOver(LibraryModule):
    """What a module gives that is ignored: its members, its elements and what its calls give are ignored as well."""

    lengths: tuple[int, ...] = ()
    """Of an array of such: how many there are along each axis."""
    items: "Item" = None
    """Of a progress bar: what it goes through."""


@dataclass(frozen=True, eq=False)
class NumpyGenerator(LibraryModule):
    """`np.random.default_rng(seed)`: its functions are those of a module, which draw from its own numbers."""

    numbers: Any


@dataclass(frozen=True, slots=True)
class IndexedUpdate:
    """`x.at` of a JAX array; with `x.at[key]` also where, as `engine.graph.indexing` has it."""

    tensor: Tensor
    place: Any = None


@dataclass(frozen=True, slots=True)
class NumberType:
    """A type of numbers of a library, by its full name: `float32` of `torch`."""

    name: str
    library: str


@dataclass(frozen=True, slots=True)
class RandomKey:
    """A key of `jax.random`: a number of 64 bits from which all that is drawn with it follows."""

    number: int


@dataclass(eq=False, slots=True)
class RandomGenerator:
    """`torch.Generator()`, with NumPy's generator that it draws from."""

    numbers: Any


class Unknown:
    """The value of a name whose statement had an error: statements that use it are skipped in silence, so one mistake is
    reported once.
    """


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class LeftOutValue(Unknown):
    """The value of a name whose statement was left out: statements that use it are refused."""

    name: str
    line: int
    """Of the comment that the statement has become, from 1."""


class SourceFloat(float):
    """A number as it stands in the program; knows its place."""

    span: Span


class WrittenInteger(int):
    """A whole number as it stands in the program; knows its place."""

    span: Span


class Held(float):
    """A number that was taken out of the graph, as by `w.data`; knows the tensor and the attribute that hold it."""

    owner: Tensor
    attribute: str
    noted: tuple[int, Any]
    """How often the tensor had been given another such attribute, and what stood there, when the number was taken."""


@dataclass(frozen=True, slots=True)
class Unkept:
    """A gradient that is None in PyTorch, since it keeps gradients of leaves, and is a number here."""

    number: "Item"


def is_integer_literal(text: str) -> bool:
    """Whether a number is written as a whole one: `-3`, `--3`, `1_000`, but not `3.0`."""
    return text.lstrip("-+ ").replace("_", "").isdecimal()


def integer_literal(text: str) -> int:
    """The number that is written so; more than one sign may stand before it."""
    digits = text.lstrip("-+ ")
    number = int(digits)
    return -number if text[: -len(digits)].count("-") % 2 else number


_BETWEEN_NUMBERS = str.maketrans("[](),", "     ")


def number_literal(text: str) -> bool | None:
    """Whether a number, or every number of a list, is written as a whole one; None for what is no number."""
    numbers = text.translate(_BETWEEN_NUMBERS).split()
    whole = bool(numbers)
    for each in numbers:
        if is_integer_literal(each):
            continue
        try:
            float(each.replace("_", ""))
        except ValueError:
            return None
        whole = False
    return whole if numbers else None


def written(value: float, whole: bool, span: Span) -> float:
    """A number that knows its place."""
    made = WrittenInteger(value) if whole else SourceFloat(value)
    made.span = span
    return made


class Scope:
    """Names and what they stand for; what is not here may be in the scope around it."""

    __slots__ = ("around", "globals", "names")

    def __init__(self, around: "Scope | None" = None) -> None:
        self.names: dict[str, Item] = {}
        self.around = around
        self.globals: frozenset[str] = frozenset()
        """Names that are those of the top level here, whatever functions around call so."""

    def find(self, name: str) -> "Item | Missing":
        """What a name refers to here, or in the nearest scope around that knows it; MISSING where none does."""
        if name in self.names:
            return self.names[name]
        is_global = name in self.globals
        scope = self.around
        while scope is not None:
            if name in scope.names and not (is_global and scope.around is not None):
                return scope.names[name]
            is_global = is_global or name in scope.globals
            scope = scope.around
        return MISSING


@dataclass(eq=False, slots=True)
class UserFunction:
    """A function that the program defines."""

    name: str
    parameters: tuple[FunctionParameter, ...]
    defaults: "dict[str, Item]"
    code: "Callable[[], Instructions]"
    scope: Scope
    span: Span
    bound: str = "instance"
    """What it is bound to as a member of a class: `instance`, `class`, `nothing`, or `property` for one that is read."""
    owner: "Class | None" = None
    foreign: bool = False
    """Whether its text is not the program's."""
    called: bool = False
    once: bool = False
    """Whether it is a backward rule that is marked not to be differentiated again."""
    setter: "UserFunction | None" = None
    """Of a property: what is called with a value that is assigned to it."""


@dataclass(eq=False, slots=True)
class Class:
    """A class that the program defines."""

    name: str
    bases: "tuple[Class, ...]"
    members: "dict[str, Item]"
    called: bool = False
    fields: tuple[str, ...] = ()
    """The names of its body that carry an annotation."""
    compared: tuple[str, ...] = ()
    """Of a data class: the members by which its objects are equal."""
    listed: "dict[str, Instance]" = field(default_factory=dict)
    """Of an enumeration: its members, in order."""
    documentation: str | None = None

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
        """The class and all it extends, in Python's order: each before what it extends, and bases in the order of their list."""
        found, lines = [self], [*(base.line() for base in self.bases), list(self.bases)]
        while lines := [line for line in lines if line]:
            first = next((line[0] for line in lines if all(line[0] not in each[1:] for each in lines)), lines[0][0])
            found.append(first)
            lines = [[each for each in line if each is not first] for line in lines]
        return found


@dataclass(eq=False, slots=True)
class Instance:
    """An object of a class of the program, or one of ours with members. Its member `CALLED` is what a call of it calls."""

    kind: Class
    members: "dict[str, Item]" = field(default_factory=dict)
    held: "dict[Any, Item] | None" = None
    """The dictionary that an object is whose class extends `dict`, once something asks for it."""


@dataclass(frozen=True, slots=True)
class Super:
    """`super()`: the members of what the class of a method extends."""

    instance: Instance
    after: Class


@dataclass(frozen=True, slots=True)
class Method:
    """A function with the object it was found on."""

    function: UserFunction
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
    takes: str | None = None
    """What it takes, as a signature: by place what its `Arguments` have as values, by name what they have as keywords."""
    wraps: "UserFunction | None" = None
    """The function of the program that it is put around, so that as a member of a class it takes the object first."""


@dataclass(frozen=True, slots=True)
class ClassMethod:
    """A function of ours as a member of a class that the program extends; `call` receives the class on which it was looked up."""

    name: str
    call: "Callable[[Any, Class, Arguments], Item | Then]"


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
    name: str = ""
    """The name that gets the items; empty where it is not a single one."""


@dataclass(eq=False, slots=True)
class Iterated:
    """What a generator gives, or `iter` of anything: it is gone through once."""

    items: "Iterator[Item]"


class GradientContext:
    """What `with` may enter: without gradients, or a tape that records them."""

    __slots__ = ("gradients",)

    def __init__(self, *, gradients: bool) -> None:
        self.gradients = gradients

    def enter(self) -> None:
        """`with` begins."""

    def leave(self) -> None:
        """`with` ends, or the function that it stands in."""

    def handed_on(self) -> None:
        """It stands behind `with` or `@`, so that what its call alone does is taken back."""


@dataclass(frozen=True, slots=True)
class Starred:
    """`*items` among arguments or elements."""

    items: "list[Item]"


class Set:
    """A set of the program's, in Python's order for numbers and in the order of adding for everything else."""

    __slots__ = ("keys", "members")

    def __init__(self, members: "dict[Any, Item]", keys: "set[Any]") -> None:
        self.members = members
        """By what they are compared by: see `engine.interpreter.builtins.sets.set_key`."""
        self.keys = keys
        """The same keys as a set of Python's, whose order depends on how it came about."""

    def __len__(self) -> int:
        return len(self.members)

    def items(self) -> "list[Item]":
        """Python's order follows from the hashes, which of texts and objects differ from run to run."""
        if all(isinstance(key, int | float) for key in self.keys):
            return [self.members[key] for key in self.keys]
        return list(self.members.values())

    def add(self, key: Any, item: "Item") -> None:
        """Adds an item, unless there is an equal one."""
        self.keys.add(key)
        self.members.setdefault(key, item)

    def discard(self, key: Any) -> None:
        """Takes an item away, if it is there."""
        self.keys.discard(key)
        self.members.pop(key, None)


class Extremes(NamedTuple):
    """What PyTorch's `max(dim)` gives: `values, indices = x.max(1)`."""

    values: Tensor
    indices: Tensor


class SignAndLogarithm(NamedTuple):
    """What `slogdet` gives."""

    sign: Tensor
    logabsdet: Tensor


class Eigenvectors(NamedTuple):
    """What `eigh` gives, vectors in columns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class SingularVectors(NamedTuple):
    """What `svd` gives: left vectors in columns, right ones in rows."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class QAndR(NamedTuple):
    """What `qr` gives."""

    Q: Tensor
    R: Tensor


NAMED_RESULTS = (Extremes, SignAndLogarithm, Eigenvectors, SingularVectors, QAndR)
"""Tuples whose members a program also reads by name."""

Item = (
    Tensor
    | LibraryModule
    | IndexedUpdate
    | NumberType
    | RandomKey
    | RandomGenerator
    | Unknown
    | str
    | bool
    | int
    | float
    | range
    | list[Any]
    | tuple[Any, ...]
    | dict[Any, Any]
    | Set
    | UserFunction
    | Class
    | Instance
    | Super
    | Method
    | Builtin
    | ClassMethod
    | Going
    | Iterated
    | GradientContext
    | Starred
    | Unkept
    | EllipsisType
    | slice
    | None
)
Plain = bool | int | float

CALLED = "()"
"""The name of a member that no program can spell."""

MAX_NESTED = 32
"""Lists within lists that are followed. A list may hold itself, or one list a thousand times."""


class SkippedError(Exception):
    """The statement uses a name that could not be computed."""


def whole_number(item: Item, what: str, part: Part) -> int:
    """An item as a whole number, which indices and options must be. Raises ProblemError (invalid-axis), SkippedError."""
    if isinstance(item, Unknown):
        raise SkippedError
    value = item.raw if isinstance(item, Tensor) else item
    if isinstance(value, int | float) and float(value).is_integer():
        return int(value)
    raise ProblemError(
        Problem(
            Code.INVALID_AXIS,
            say("must-be-whole", what=what),
            say("must-be-whole.hint"),
            part.span,
        )
    )


_NUMBERS = frozenset({"keepdims", "ddof"})
"""Options that are one number or truth, never several and never left open."""


def option(item: Item, name: str, part: Part) -> Any:
    """An option's value: a whole number, several, or None, True, False. Raises ProblemError (invalid-axis)."""
    if isinstance(item, bool) or (item is None and name not in _NUMBERS):
        return item
    if isinstance(item, tuple | list) and name not in _NUMBERS:
        return tuple(whole_number(each, f"`{name}`", part) for each in item)
    return whole_number(item, f"`{name}`", part)


def holds_tensors(item: Item) -> bool:
    """Whether a list is one of tensors, at its beginning at least."""
    seen: set[int] = set()
    while isinstance(item, list | tuple) and item and id(item) not in seen:
        seen.add(id(item))
        item = item[0]
    return isinstance(item, Tensor)


def are_unlike_arrays(items: "list[Any] | tuple[Any, ...]") -> bool:
    """Whether tensors and numbers among items, or within one of them, have different shapes, or lists within lists different
    lengths, so that they are no rows of one tensor.
    """
    shapes: set[tuple[int, ...]] = set()
    waiting, seen = [items], {id(items)}
    for each in waiting:
        for item in each:
            if isinstance(item, Tensor):
                shapes.add(item.shape)
            elif isinstance(item, int | float):
                shapes.add(())
            elif isinstance(item, list | tuple) and id(item) not in seen:
                seen.add(id(item))
                waiting.append(item)
    return len(shapes) > 1 or _are_ragged(items)


def _are_ragged(items: "list[Any] | tuple[Any, ...]") -> bool:
    """Whether lists that are equally deep within lists have different lengths."""
    level: list[Any] = [items]
    for _ in range(MAX_NESTED):
        if len({len(each) for each in level}) > 1:
            return True
        level = [item for each in level for item in each if isinstance(item, list | tuple)]
        if not level or len(level) > _ROWS_LIMIT:
            break
    return False


_ROWS_LIMIT = 100_000
"""Lists that are compared by their lengths."""


def are_no_numbers(items: Iterable[Item]) -> bool:
    """Whether a text, a slice or nothing is among items, or within one of them: then they are no numbers that belong together."""
    waiting, seen = [items], {id(items)}
    for each in waiting:
        for item in each:
            if item is None or isinstance(item, str | slice | EllipsisType):
                return True
            if isinstance(item, list | tuple) and id(item) not in seen:
                seen.add(id(item))
                waiting.append(item)
    return False


def kind_of(item: Item) -> str:
    """What an item is, in words."""
    if isinstance(item, Instance):
        return say("kind-object", name=item.kind.name)
    for kind, key in _KINDS:
        if isinstance(item, kind):
            return say(key)
    return say("kind-none")


_KINDS: tuple[tuple[Any, str], ...] = (
    (Tensor, "kind-value"),
    (bool, "kind-truth"),
    (int | float, "kind-number"),
    (str, "kind-text"),
    (list, "kind-list"),
    (tuple, "kind-tuple"),
    (dict, "kind-dictionary"),
    (Set, "kind-set"),
    (Iterated, "kind-iterator"),
    (range, "kind-range"),
    (UserFunction | Builtin | Method | ClassMethod, "kind-function"),
    (Class, "kind-class"),
    (LibraryModule, "kind-module"),
    (NumberType, "kind-number-type"),
    (RandomKey, "kind-random-key"),
    (RandomGenerator, "kind-random-generator"),
    (EllipsisType, "kind-ellipsis"),
    (slice, "kind-slice"),
)
