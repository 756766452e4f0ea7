"""Calls: of functions and classes that the program defines, of methods, of operations, and of what Python and other libraries
have ready. A call begins a frame; nothing here waits for one to end.
"""

from abc import abstractmethod
from typing import Any

from engine.language.tree import Apply, Call, Part
from engine.operations import OPERATIONS, Operation
from engine.problems import ProblemError, Span
from engine.running import call_refusals
from engine.running.dialects import is_ignored
from engine.running.finding import Finding
from engine.running.frame import Continuation, Frame
from engine.running.methods import METHODS
from engine.running.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
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

_OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow", "@": "matmul", "//": "floordiv", "%": "mod"}
_COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}


class Calls(Finding):
    """The part of the machine that calls."""

    _repetitions = 0

    @abstractmethod
    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true."""

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
        raise ProblemError(call_refusals.not_callable(kind_of(callee), arguments.part))

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
                raise ProblemError(call_refusals.parameter_missing(function, parameter.name, arguments.part))
        if rest or keywords:
            raise ProblemError(call_refusals.too_many_arguments(function, len(values), [*keywords], arguments.part))

    def _construct_instance(self, kind: Class, arguments: Arguments, then: Continuation) -> Any:
        made = Instance(kind)
        initial = kind.find("__init__")
        if isinstance(initial, Function):
            self._enter(Method(initial, made), arguments, lambda _: then(made))
            return _RUNNING
        if arguments.values or arguments.keywords:
            raise ProblemError(call_refusals.no_constructor(kind.name, arguments.part))
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
        self.names.note(call_refusals.read_as_product(part))
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
            raise ProblemError(call_refusals.unknown_function(part, self.names.functions()))
        else:
            self.call(found, items, keywords, part)

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
            raise ProblemError(call_refusals.unknown_function(part, self.names.functions()))

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
