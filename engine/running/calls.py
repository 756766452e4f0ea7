"""Calls: of functions and classes that the program defines, of methods, of operations, and of what Python and other libraries
have ready. A call begins a frame; nothing here waits for one to end.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.language.tree import Apply, Call, Part
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation
from engine.problems import ProblemError, Span
from engine.running import refusals
from engine.running.builtins import BUILTINS
from engine.running.dialects import CONSTANTS, CONSTRUCTORS, MODULES, WITHOUT_EFFECT, is_ignored
from engine.running.instructions import Instruction
from engine.running.libraries import constructor, find
from engine.running.methods import METHODS
from engine.running.names import Names
from engine.running.preludes import offered
from engine.running.randomness import Randomness
from engine.running.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
    Context,
    Function,
    Instance,
    Item,
    Method,
    Missing,
    Module,
    Scope,
    SkippedError,
    Super,
    Then,
    Unknown,
    WrittenFloat,
    WrittenInteger,
    kind_of,
)
from engine.tensor import Tensor

if TYPE_CHECKING:
    from engine.running.evaluation import Evaluator
    from engine.running.groups import Groups

Continuation = Callable[[Item], "Item | Then"]

_OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow", "@": "matmul", "//": "floordiv", "%": "mod"}
_COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}


class Frame:
    """A body of code in progress."""

    __slots__ = (
        "contexts",
        "counts",
        "group",
        "instructions",
        "lists",
        "loops",
        "owner",
        "place",
        "position",
        "scope",
        "stack",
        "then",
        "within_class",
    )

    def __init__(
        self,
        instructions: Sequence[Instruction],
        scope: Scope,
        *,
        then: Continuation | None = None,
        within_class: bool = False,
        place: Span | None = None,
    ) -> None:
        self.instructions = instructions
        self.scope = scope
        self.then = then
        """What becomes of the value it gives back."""
        self.within_class = within_class
        self.place = place
        """Where the program called it, if its own text is not the program's."""
        self.owner: Class | None = None
        """The class whose method it is."""
        self.group: int | None = None
        """The group to go on in afterwards."""
        self.contexts = 0
        self.reset(0)

    def reset(self, position: int) -> None:
        """Begins anew at a position."""
        self.position = position
        self.stack: list[Any] = []
        self.lists: list[tuple[list[Item], Scope]] = []
        self.loops: list[int] = []
        self.counts: dict[int, int] = {}

    def take(self, count: int) -> list[Any]:
        """The last values of the stack, in the order in which they were put there, taken away."""
        split = len(self.stack) - count
        taken = self.stack[split:]
        del self.stack[split:]
        return taken

    def count(self, loop: int) -> int:
        """How often a loop has begun, this time included."""
        self.counts[loop] = self.counts.get(loop, 0) + 1
        return self.counts[loop]


class Calls(ABC):
    """The half of the machine that calls."""

    evaluator: "Evaluator"
    groups: "Groups"
    structured: bool

    def __init__(self, limits: Limits, names: Names) -> None:
        self.limits = limits
        self.names = names
        self.frames: list[Frame] = []
        self.contexts: list[Context] = []
        self.random = Randomness()
        self._repetitions = 0

    @abstractmethod
    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true."""

    @abstractmethod
    def load(self, module: str) -> dict[str, Item]:
        """What a library defines in the language itself."""

    def repeat(self, span: Span, times: int = 1) -> None:
        """Counts repetitions of a loop or a call. Raises ProblemError (too-many-repetitions)."""
        self._repetitions += times
        if self._repetitions > self.limits.repetitions:
            self.limits.check_repetitions(self._repetitions, span)

    # Beginning and ending

    def call(
        self, callee: Item, values: list[Item], keywords: dict[str, Item], part: Part, then: Continuation | None = None
    ) -> None:
        """Calls anything; what it gives is put on the stack of the frame that called, after `then`. Raises ProblemError."""
        self._go_on(Then(callee, Arguments(values, keywords, part), then or _as_it_is))

    def give_back(self, value: Item) -> None:
        """Ends the present frame with a value."""
        frame = self.frames.pop()
        if frame.group != self.groups.current:
            self.groups.go(frame.group)
        del self.contexts[frame.contexts :]
        if self.frames:
            self.evaluator.place = self.frames[-1].place
            if frame.then is None:
                self.frames[-1].stack.append(value)
            else:
                self._go_on(frame.then(value))

    def _go_on(self, step: "Item | Then") -> None:
        """Calls one thing after the other, until there is a value or a frame has to be run first."""
        while isinstance(step, Then):
            found = self._begin(step)
            if found is _RUNNING:
                return
            step = found if isinstance(found, Then) else step.then(found)
        self.frames[-1].stack.append(step)

    def _begin(self, step: Then) -> Any:
        """Begins a call: its value, what must be called first, or `_RUNNING`."""
        callee, arguments = step.callee, step.arguments
        if isinstance(callee, Builtin):
            self.repeat(arguments.span)
            found = callee.call(self, arguments)
            return _before(found, step.then) if isinstance(found, Then) else found
        if isinstance(callee, Function | Method):
            self._enter(callee, arguments, step.then)
            return _RUNNING
        if isinstance(callee, Class):
            return self._construct_instance(callee, arguments, step.then)
        if isinstance(callee, Instance):
            method = callee.kind.find("__call__")
            method = callee.kind.find("forward") if method is MISSING else method
            if isinstance(method, Function):
                self._enter(Method(method, callee), arguments, step.then, callee.kind.name)
                return _RUNNING
        if isinstance(callee, Tensor | int | float) and len(arguments.values) == 1 and not arguments.keywords:
            return self.evaluator.operator("*", [callee, arguments.values[0]], arguments.part)
        if isinstance(callee, Unknown):
            raise SkippedError
        if isinstance(callee, Module) and is_ignored(callee.name):
            return callee
        raise ProblemError(refusals.not_callable(kind_of(callee), arguments.part))

    def _enter(self, callee: Function | Method, arguments: Arguments, then: Continuation, name: str | None = None) -> None:
        """Begins the frame of a function of the program."""
        function = callee.function if isinstance(callee, Method) else callee
        values = arguments.values
        if isinstance(callee, Method):
            values = [callee.receiver, *values]
        elif len(self.frames) == 1 and self.groups.current is None:
            values = self._inputs(function, values)
        scope = Scope(function.scope)
        self._bind(function, values, arguments, scope.names)
        owner = function.owner.name if function.owner else None
        group = self.groups.current
        place = (self.frames[-1].place or arguments.span) if function.foreign else None
        self.push_frame(Frame(function.code().instructions, scope, then=then, place=place))
        self.frames[-1].group = group
        self.frames[-1].owner = function.owner
        if function.name not in ("lambda", "__init__"):
            written = (
                function.name
                if owner is None
                else owner
                if function.name in ("__call__", "forward")
                else f"{owner}.{function.name}"
            )
            self.groups.enter("call", name or written, arguments.span)

    def push_frame(self, frame: Frame) -> None:
        """Begins a frame. Raises ProblemError (too-deep) for calls within calls without end."""
        self.repeat(frame.place or (0, 0))
        self.limits.check_depth(len(self.frames))
        frame.group = self.groups.current
        frame.contexts = len(self.contexts)
        self.frames.append(frame)
        self.evaluator.place = frame.place

    def _inputs(self, function: Function, values: list[Item]) -> list[Item]:
        """A number that the top level writes into a call is an input, called as the parameter."""
        names = [parameter.name for parameter in function.parameters if not parameter.several]
        return [
            self.names.argument(name, value) if isinstance(value, WrittenFloat | WrittenInteger | list) else value
            for name, value in zip(names, values, strict=False)
        ] + values[len(names) :]

    def _bind(self, function: Function, values: list[Item], arguments: Arguments, names: dict[str, Item]) -> None:
        """Gives the parameters their values. Raises ProblemError (argument-count)."""
        names.update(function.defaults)
        rest = list(values)
        keywords = dict(arguments.keywords)
        for parameter in function.parameters:
            if parameter.several:
                names[parameter.name] = tuple(rest)
                rest = []
            elif rest:
                names[parameter.name] = rest.pop(0)
            elif parameter.name in keywords:
                names[parameter.name] = keywords.pop(parameter.name)
            elif parameter.default is None:
                raise ProblemError(refusals.parameter_missing(function, parameter.name, arguments.part))
        if rest or keywords:
            raise ProblemError(refusals.too_many_arguments(function, len(values), [*keywords], arguments.part))

    def _construct_instance(self, kind: Class, arguments: Arguments, then: Continuation) -> Any:
        made = Instance(kind)
        initial = kind.find("__init__")
        if isinstance(initial, Function):
            self._enter(Method(initial, made), arguments, lambda _: then(made))
            return _RUNNING
        if arguments.values or arguments.keywords:
            raise ProblemError(refusals.no_constructor(kind.name, arguments.part))
        return made

    def decorate(self, function: Function, decorators: list[Item], part: Any) -> None:
        """Puts a function after its decorators, of which the last is applied first."""
        then: Continuation = _as_it_is
        for decorator in reversed(decorators):
            then = _decorated(decorator, part, then)
        self._go_on(then(function))

    # Finding what is called

    def call_by_name(self, part: Call, items: list[Item], keywords: dict[str, Item], scope: Scope) -> None:
        """`name(…)` or `owner.name(…)`."""
        if part.method:
            self._call_member(part, items, keywords)
            return
        value = scope.find(part.name)
        if not isinstance(value, Missing):
            if isinstance(value, Tensor | int | float) and not isinstance(value, bool) and len(items) == 1 and not keywords:
                self._product(part, value, items[0])
            else:
                self.call(value, items, keywords, part)
            return
        self._call_ready(part, items, keywords)

    def _product(self, part: Call, value: Item, other: Item) -> None:
        """`x(y + 1)` with a known x is a product, as in class."""
        self.names.note(refusals.read_as_product(part))
        if isinstance(value, Tensor):
            self.names.mention(part.head, value)
        record = OPERATIONS["multiply"]
        self.frames[-1].stack.append(self.evaluator.operation(record, self.evaluator.tensors([value, other], part), part))

    def _call_ready(self, part: Call, items: list[Item], keywords: dict[str, Item], module: str | None = None) -> None:
        """A function that is there without being defined. Raises ProblemError (unknown-function)."""
        found = self.ready(part.name, module)
        if isinstance(found, Operation):
            self.frames[-1].stack.append(self.evaluator.call(found, part, items, keywords))
        elif isinstance(found, Missing):
            raise ProblemError(refusals.unknown_function(part, self.names.functions()))
        else:
            self.call(found, items, keywords, part)

    def ready(self, name: str, module: str | None = None) -> "Item | Operation | Missing":
        """What a name stands for without being defined: a function of Python's, of a library's, an operation."""
        if module and name in offered(module):
            return self.load(module)[name]
        found = find(module, name) if module else MISSING
        if found is not MISSING:
            return found
        if name in CONSTRUCTORS and (module is None or name in (*MODULES[module].constructors, *MODULES[module].fixed)):
            return constructor(name, gradient=CONSTRUCTORS[name])
        if name in WITHOUT_EFFECT:
            return Builtin(name, _without_effect)
        record = OPERATIONS.spellings.get(name)
        builtin = BUILTINS.get(name) if module is None else None
        if record is not None and (builtin is None or not self.structured):
            return record
        return builtin or MISSING

    def _call_member(self, part: Call, items: list[Item], keywords: dict[str, Item]) -> None:
        owner, values = items[0], items[1:]
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, Module):
            self._call_ready(part, values, keywords, owner.name)
            return
        method = next((table[part.name] for kind, table in METHODS if isinstance(owner, kind) and part.name in table), None)
        if method is not None:
            self.call(method, items, keywords, part)
        elif isinstance(owner, Instance | Class | Super):
            self.call(self.member(owner, part.name, part), values, keywords, part)
        elif (record := OPERATIONS.spellings.get(part.name)) is not None and not isinstance(owner, str | dict):
            self.frames[-1].stack.append(self.evaluator.call(record, part, items, keywords))
        else:
            raise ProblemError(refusals.unknown_function(part, self.names.functions()))

    def member(self, owner: Item, name: str, part: Any) -> Item:
        """`owner.name` of anything but a tensor. Raises ProblemError (attribute-refused, unknown-name)."""
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, Instance) and name in owner.members:
            return owner.members[name]
        found: Any = MISSING
        if isinstance(owner, Instance):
            found = owner.kind.find(name)
        elif isinstance(owner, Super):
            found = owner.instance.kind.find(name, owner.after)
            if found is MISSING and name == "__init__":
                return Builtin("__init__", lambda *_: None)
        elif isinstance(owner, Class):
            found = owner.name if name == "__name__" else owner.find(name)
        elif isinstance(owner, Module):
            return self._of_module(owner, name, part)
        if isinstance(found, Function):
            return _bound(found, owner)
        if found is MISSING:
            if name == "T" and isinstance(owner, list | Tensor):
                return self.evaluator.operation(OPERATIONS["transpose"], [self.evaluator.tensor(owner, part)], part)
            raise ProblemError(refusals.no_member(owner, name, part))
        return found  # type: ignore[no-any-return]

    def _of_module(self, owner: Module, name: str, part: Any) -> Item:
        dotted = f"{owner.name}.{name}"
        if dotted in MODULES:
            return Module(dotted)
        if name == "newaxis":
            return None
        if name in CONSTANTS:
            return self.evaluator.constant(CONSTANTS[name], part.span)
        found = self.ready(name, owner.name)
        if isinstance(found, Operation):
            return self.function_of(found)
        if isinstance(found, Missing):
            raise ProblemError(refusals.no_member(owner, name, part))
        return found

    def function_of(self, record: Operation) -> Builtin:
        """An operation as a value, to be handed on and called later."""

        def call(_: Any, arguments: Arguments) -> Item:
            part = arguments.part
            spelled = Call(record.name, 0, part.span, part.span)
            return self.evaluator.call(record, spelled, list(arguments.values), arguments.keywords)

        return Builtin(record.name, call)

    def member_called(self, owner: Instance, name: str, values: list[Item], part: Part) -> bool:
        """Calls a member, such as `__getitem__`, if there is one; returns whether there is."""
        found = owner.kind.find(name)
        if not isinstance(found, Function):
            return False
        self.call(Method(found, owner), values, {}, part)
        return True

    def operator_of(self, owner: Instance, part: Apply, items: list[Item]) -> bool:
        """Calls `__add__` and its like of a class of the program; returns whether there is one."""
        if len(items) == 1:
            return self.member_called(owner, "__neg__", [], part)
        name = _OPERATORS.get(part.symbol) or _COMPARISONS.get(part.symbol)
        if name is None:
            return False
        if items[0] is owner:
            return self.member_called(owner, f"__{name}__", [items[1]], part)
        return part.symbol in _OPERATORS and self.member_called(owner, f"__r{name}__", [items[0]], part)


def _bound(function: Function, owner: Item) -> Item:
    if function.bound == "nothing" or (isinstance(owner, Class) and function.bound != "class"):
        return function
    if isinstance(owner, Super):
        return Method(function, owner.instance)
    if function.bound == "class" and isinstance(owner, Instance):
        return Method(function, owner.kind)
    return Method(function, owner)


def _without_effect(machine: Any, arguments: Arguments) -> Item:
    """What shows something that is on the page anyway."""
    name = getattr(arguments.part, "name", "this")
    machine.names.note(refusals.ignored(f"`{name}`", arguments.span))
    return None


def _before(step: Then, after: Continuation) -> Then:
    """A call whose value goes through two continuations."""
    if after is _as_it_is:
        return step

    def both(value: Item) -> "Item | Then":
        found = step.then(value)
        return _before(found, after) if isinstance(found, Then) else after(found)

    return Then(step.callee, step.arguments, both)


def _decorated(decorator: Item, part: Any, after: Continuation) -> Continuation:
    return lambda value: Then(decorator, Arguments([value], {}, part), after)


def _as_it_is(value: Item) -> Item:
    return value


_RUNNING: Any = object()
"""In place of a value: a frame has begun and will give it."""
