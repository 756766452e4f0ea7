"""Statements of a loop that note what it computes and that nothing in the loop depends on: `losses.append(loss.item())`,
`print(epoch, loss)`, and `if epoch % 100 == 0:` with such statements below.

They are no part of a recorded repetition. Where repetitions are computed without being run, the machine runs these statements in
their place, on tensors that hold the numbers of that repetition. A list that they append to is one that nothing but its name
leads to, and the rest of the loop reads neither it nor the names that they give.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from sys import getrefcount
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.libraries.spellings import library_of
from backpass.engine.interpreter.repetition.guards import end_of_condition, is_name, names_of, plain_value
from backpass.engine.interpreter.repetition.held_arrays import is_more_than_numbers
from backpass.engine.interpreter.repetition.loop_numbers import Expression, LoopNumbers
from backpass.engine.interpreter.values import Item, LibraryModule, Missing, NumpyGenerator
from backpass.engine.language import syntax_tree
from backpass.engine.language.syntax_tree import AssignmentTarget
from backpass.engine.operations import OPERATIONS, Data, Operation

_PARTS = frozenset(
    {
        syntax_tree.Name,
        syntax_tree.NumberLiteral,
        syntax_tree.StringLiteral,
        syntax_tree.Literal,
        syntax_tree.Apply,
        syntax_tree.FormattedString,
        syntax_tree.Subscript,
        syntax_tree.Attribute,
        syntax_tree.Call,
        bytecode.LoadConstant,
    }
)
_PLAIN_FUNCTIONS = frozenset({"float", "int", "round", "len", "str", "abs", "min", "max", "sum"})
_KEYWORDS = frozenset({"axis", "keepdims", "end", "sep", "flush", "ndigits"})
_ATTRIBUTES = frozenset({"T", "shape", "ndim", "size", "linalg"})
_METHODS = frozenset({"item", "tolist", "format", "mean", "sum"})
_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "fill", "put", "resize"})
"""Methods that change what they belong to, whatever an operation of that name does."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Such a statement, as it stands in the code."""

    begin: int
    end: int
    condition: Sequence[Any]
    """On the variable of the loop; empty where the statement is run in every repetition."""
    reads: frozenset[str]
    calls: frozenset[str]
    """Functions that it calls by name."""
    modules: frozenset[tuple[str, str]]
    """Names in front of a method, each with the name of the method."""
    lists: frozenset[str]
    """Names of the lists that it appends to."""
    gives: frozenset[str]
    """Names that it gives a value."""

    @property
    def holds(self) -> bool:
        """Whether what it reads may be held after it."""
        return bool(self.lists or self.gives)


class NotedAside(NamedTuple):
    """An aside within a recorded repetition, and what its names stood for there."""

    aside: Aside
    place: int
    """How many tensors the repetition had made by then."""
    tensors: dict[str, Tensor]
    """Those that it reads, as they are there."""
    named: dict[str, Tensor]
    """The same ones, as the names lead to them."""
    numbers: dict[str, Expression]
    constants: dict[str, Item]
    lengths: dict[str, int]
    """How long its lists were."""

    @property
    def reads(self) -> set[str]:
        """Names whose values are those of the repetition, whatever other asides give them."""
        return {*self.constants, *self.named, *self.numbers, *names_of(self.aside.condition)}

    def may_be_left_out(self, variable: str) -> bool:
        """Whether it is run in some repetitions only, as far as its condition shows."""
        return any(is_name(part, name) for part in self.aside.condition for name in (variable, *self.numbers))

    def is_run(self, variable: str, value: int) -> bool:
        """Whether it is run for a value of the loop's variable. Raises KeyError, TypeError, ArithmeticError."""
        condition = self.aside.condition
        if not condition:
            return True
        numbers = {name: each.at(value) for name, each in self.numbers.items()}
        return bool(plain_value(condition, {**self.constants, **numbers, variable: value}))


def aside_at(code: Sequence[Any], place: int) -> Aside | None:
    """The aside that begins here, where a statement begins."""
    end = _end_of_statement(code, place, may_give=False)
    if end is not None:
        return _made(code, place, place, end, ())
    jump = end_of_condition(code, place)
    if jump is None:
        return None
    after = code[jump].to.position
    here = jump + 1
    while here < after:
        if here == after - 1 and isinstance(code[here], bytecode.Goto):
            if code[here].to.position != after:
                return None
            break
        end = _end_of_statement(code, here, may_give=True)
        if end is None:
            return None
        here = end
    return _made(code, place, jump + 1, after, code[place:jump]) if jump + 1 < after else None


def _end_of_statement(code: Sequence[Any], place: int, *, may_give: bool) -> int | None:
    """Where the next statement begins, if the one that begins here only notes something; None for all else."""
    end = place
    while type(code[end]) in _PARTS and _is_harmless(code[end]):
        end += 1
    if isinstance(code[end], bytecode.Assigned):
        targets = code[end].statement.targets
        return end + 1 if may_give and end > place and all(type(each) is AssignmentTarget for each in targets) else None
    call = code[end]
    if not isinstance(call, syntax_tree.Call) or not isinstance(code[end + 1], bytecode.Evaluated):
        return None
    if call.method:
        is_append = call.name == "append" and call.arity == 2 and not call.keywords
        return end + 2 if is_append and isinstance(code[place], syntax_tree.Name) else None
    return end + 2 if call.name == "print" and _KEYWORDS.issuperset(call.keywords) else None


def _is_harmless(part: Any) -> bool:
    """Whether it computes something and changes nothing, for numbers, texts, arrays and lists."""
    if isinstance(part, syntax_tree.Attribute):
        return part.name in _ATTRIBUTES
    if not isinstance(part, syntax_tree.Call):
        return True
    if not _KEYWORDS.issuperset(part.keywords) or part.name in _CHANGING or part.name.endswith("_"):
        return False
    return part.name in (_METHODS if part.method else _PLAIN_FUNCTIONS) or part.name in OPERATIONS.spellings


def _made(code: Sequence[Any], begin: int, body: int, end: int, condition: Sequence[Any]) -> Aside:
    parts = code[body:end]
    given = [part.statement for part in parts if isinstance(part, bytecode.Assigned)]
    calls = [part for part in parts if isinstance(part, syntax_tree.Call)]
    return Aside(
        begin,
        end,
        condition,
        frozenset(part.name for part in code[begin:end] if isinstance(part, syntax_tree.Name)),
        frozenset(part.name for part in calls if not part.method),
        frozenset((part.qualifier, part.name) for part in calls if part.method and part.qualifier),
        frozenset(part.qualifier for part in calls if part.name == "append" and part.method and part.qualifier),
        frozenset(target.name for statement in given for target in statement.targets if isinstance(target, AssignmentTarget)),
    )


class Asides:
    """The asides of one recorded repetition."""

    def __init__(
        self, machine: Any, frame: CallFrame, variable: str, handlers: Mapping[type, Callable[..., None]], barred: set[int]
    ) -> None:
        self._machine = machine
        self._frame = frame
        self._handlers = handlers
        self._barred = barred
        self._depth = len(frame.stack)
        self.variable = variable
        self.noted: list[NotedAside] = []
        self.touched: set[str] = set()
        """Names that the rest of the repetition reads or gives."""
        self.work = (0, 0, 0, 0)
        """What running them counted."""
        self.is_interrupted = False
        """Whether a condition led into one: the next repetition may be without it."""

    @property
    def private(self) -> set[str]:
        """Names that the asides alone use."""
        return {name for each in self.noted for name in each.aside.lists | each.aside.gives}

    @property
    def held(self) -> list[dict[str, Tensor]]:
        """What each of them reads that holds on to something, by name."""
        return [each.named for each in self.noted if each.aside.holds]

    def lengths(self) -> dict[str, int]:
        """Names of the lists that they append to, and how long those were before."""
        return {name: length for each in reversed(self.noted) for name, length in each.lengths.items()}

    def touch(self, part: Any) -> None:
        """Notes the names of an instruction of the rest."""
        name = getattr(part, "name", None)
        if isinstance(name, str):
            self.touched.add(name)
        if isinstance(part, bytecode.Assigned):
            self.touched.update(each.name for each in part.statement.targets if isinstance(each, AssignmentTarget))
        elif isinstance(part, bytecode.ForIter):
            self.touched.update(part.names)

    def last_kept(self, values: Sequence[int]) -> int | None:
        """The place of the last value of the loop's variable with which a condition leads to one that keeps something; None where
        none does. Raises KeyError, TypeError, ArithmeticError.
        """
        keeping = [each for each in self.noted if each.aside.condition and each.aside.holds]
        places = range(len(values) - 1, -1, -1) if keeping else ()
        return next((place for place in places if any(each.is_run(self.variable, values[place]) for each in keeping)), None)

    def hold_what_changes(self) -> bool:
        """Whether any of them holds on to an array that is changed in place, and would change with it."""
        is_changed = self._machine.aliases.is_changed
        return any(is_changed(tensor) for tensors in self.held for tensor in tensors.values())

    def are_apart(self, numbers: LoopNumbers) -> bool:
        """Whether the rest of the repetition neither depends on them nor changes what they were noted with. If not, they are no
        asides the next time.
        """
        constant = {name for each in self.noted for name in each.constants}
        are_private = self.private.isdisjoint(self.touched | {self.variable}) and constant.isdisjoint(numbers.names)
        if are_private and not self._read_each_other():
            return True
        self._barred.update(each.aside.begin for each in self.noted)
        return False

    def _read_each_other(self) -> bool:
        """Whether one reads a name with the value of the repetition that another one gives a value at times."""
        return any(
            one.aside.begin != other.aside.begin and not one.reads.isdisjoint(other.aside.gives)
            for one in self.noted
            for other in self.noted
        )

    def run_at(self, place: int, made: int, numbers: LoopNumbers) -> bool:
        """Runs the aside that begins here, if one does, after so many tensors, and notes it; False, with nothing done, for all
        else. Raises ProblemError and SkippedError.
        """
        if len(self._frame.stack) != self._depth or place in self._barred:
            return False
        aside = aside_at(self._frame.instructions, place)
        noted = None if aside is None else self._note(aside, made, numbers)
        if noted is None:
            self._barred.add(place)
            return False
        self.noted.append(noted)
        self.is_interrupted |= noted.may_be_left_out(self.variable) and noted.is_run(self.variable, self._value)
        machine = self._machine
        evaluator, before, unrepeatable = machine.evaluator, machine.counted(), machine.unrepeatable
        recorded, evaluator.recorded = evaluator.recorded, None
        try:
            run_aside(machine, self._frame, noted.aside, self._handlers)
        finally:
            evaluator.recorded, machine.unrepeatable = recorded, unrepeatable
        found = zip(self.work, machine.counted(), before, strict=True)
        self.work = tuple(sum_ + now - then for sum_, now, then in found)
        return True

    @property
    def _value(self) -> Any:
        """The value of the loop's variable."""
        return self._frame.scope.names[self.variable]

    def _note(self, aside: Aside, made: int, numbers: LoopNumbers) -> NotedAside | None:
        given = {name for each in self.noted for name in each.aside.gives} | aside.gives
        noted = NotedAside(aside, made, {}, {}, {}, {}, {})
        if not self._calls_what_is_ready(aside):
            return None
        lists = {*aside.lists, *(name for each in self.noted for name in each.aside.lists)}
        for name in aside.lists:
            length = self._length_alone(name)
            if length is None:
                return None
            noted.lengths[name] = length
        for name in aside.reads - lists - given - {self.variable}:
            value = self._stands_for(name)
            if isinstance(value, Tensor):
                if is_more_than_numbers(value, self._machine.aliases, is_held=aside.holds):
                    return None
                noted.tensors[name] = self._machine.aliases.current(value)
                noted.named[name] = value
            elif name in numbers.names:
                noted.numbers[name] = numbers.names[name]
            elif value is None or isinstance(value, int | float | str) or type(value) is LibraryModule:
                noted.constants[name] = value
            else:
                return None
        return noted if self._is_decidable(noted) else None

    def _stands_for(self, name: str) -> Any:
        """What a name refers to, which may be a module; MISSING where it has no value."""
        found = self._frame.scope.find(name)
        return (self._machine.names.module(name) or found) if isinstance(found, Missing) else found

    def _length_alone(self, name: str) -> int | None:
        """How long a list is that nothing but a name leads to; None for all else."""
        names = self._frame.scope.names
        if type(names.get(name)) is not list or getrefcount(names[name]) > _ALONE:
            return None
        return len(names[name])  # type: ignore[arg-type]

    def _is_decidable(self, noted: NotedAside) -> bool:
        """Whether its condition, if it has one, is known for every value of the loop's variable."""
        try:
            noted.is_run(self.variable, self._value)
        except (KeyError, IndexError, TypeError, ValueError, ArithmeticError):
            return False
        return True

    def _calls_what_is_ready(self, aside: Aside) -> bool:
        """Whether the functions that it calls are Python's and NumPy's own."""
        machine, scope = self._machine, self._frame.scope
        for name in aside.calls:
            if not isinstance(scope.find(name), Missing):
                return False
            if name not in _PLAIN_FUNCTIONS and name != "print" and not isinstance(machine.ready(name), Operation):
                return False
        for qualifier, name in aside.modules:
            owner = self._stands_for(qualifier)
            if isinstance(owner, LibraryModule) and (
                isinstance(owner, NumpyGenerator)
                or library_of(owner.name) != "numpy"
                or not isinstance(machine.ready(name, owner.name), Operation)
            ):
                return False
        return True


def run_aside(machine: Any, frame: CallFrame, aside: Aside, handlers: Mapping[type, Callable[..., None]]) -> None:
    """Runs the instructions of an aside. Raises ProblemError and SkippedError."""
    frame.position = aside.begin
    frames = machine.frames
    while (running := frames[-1]) is not frame or frame.position != aside.end:
        part = running.instructions[running.position]
        running.position += 1
        handlers[type(part)](machine, part, running)


class Rerun:
    """Runs the asides of repetitions that are computed without being run."""

    def __init__(self, machine: Any, frame: CallFrame, variable: str, handlers: Mapping[type, Callable[..., None]]) -> None:
        self._machine = machine
        self._frame = frame
        self._variable = variable
        self._handlers = handlers

    def __call__(self, noted: NotedAside, value: int, numbers: Mapping[str, tuple[Data, str | None]]) -> None:
        """Runs an aside with a value of the loop's variable; `numbers` is what its tensors hold, and how they are called.

        Raises ProblemError and SkippedError.
        """
        names = self._frame.scope.names
        given: dict[str, Any] = {self._variable: value, **noted.constants, **noted.named}
        given |= {name: each.at(value) for name, each in noted.numbers.items()}
        given |= {name: self.leaf(noted.tensors[name], raw, label) for name, (raw, label) in numbers.items()}
        before = {name: names[name] for name in given if name in names}
        position = self._frame.position
        names |= {name: item for name, item in given.items() if name in before}
        try:
            run_aside(self._machine, self._frame, noted.aside, self._handlers)
        finally:
            names |= before
            self._frame.position = position

    def leaf(self, tensor: Tensor, raw: Data, label: str | None) -> Tensor:
        """The result of a repetition that was not run, as what it becomes when its graph is freed. It was counted already."""
        aliases = self._machine.aliases
        made = Tensor(0.0, requires_grad=tensor.requires_grad, label=label)
        made.raw, made.span = raw, tensor.span
        if (library := aliases.library_of(tensor)) is not None:
            aliases.made(made, library)
        self._machine.kinds.note_as(made, tensor)
        if tensor.operation is not None or tensor in aliases.results:
            aliases.results.add(made)
        self._machine.evaluator.counted_already(made)
        return made


def _references() -> int:
    names: dict[str, list[Any]] = {"only": []}
    return getrefcount(names["only"])


_ALONE = _references()
"""References that there are to what a name alone leads to, where it is counted."""
