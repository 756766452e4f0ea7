"""Calls: of functions and classes that the program defines, of methods, of operations, and of what Python and other libraries
have ready. A call begins a frame; nothing here waits for one to end.
"""

import math
import time
from abc import abstractmethod
from itertools import takewhile
from typing import Any

from backpass.engine.graph.tensor import Tensor, next_number
from backpass.engine.interpreter.builtins.methods import METHODS, TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, call_errors, element_errors, program_errors
from backpass.engine.interpreter.errors.run_together import product_of_function
from backpass.engine.interpreter.exceptions import is_exception
from backpass.engine.interpreter.frame import CallFrame, Continuation
from backpass.engine.interpreter.libraries import enumerations
from backpass.engine.interpreter.libraries.arrays import array_functions, number_types
from backpass.engine.interpreter.libraries.passed_over import plots_and_timers
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import is_passed_over
from backpass.engine.interpreter.libraries.spellings import library_of
from backpass.engine.interpreter.program_state.call_groups import BATCH
from backpass.engine.interpreter.resolver import BUILTINS, Resolver
from backpass.engine.interpreter.signatures.binding import Reading, chosen, known_of, of_function, of_method, own_signature
from backpass.engine.interpreter.signatures.parameter_meanings import OBJECTS, OF_PYTHON
from backpass.engine.interpreter.signatures.signatures import REQUIRED, ParameterKind
from backpass.engine.interpreter.tensor_semantics.in_place import OF_METHODS, change_in_place, is_in_place
from backpass.engine.interpreter.values import (
    CALLED,
    MISSING,
    Arguments,
    Builtin,
    Class,
    GradientContext,
    Held,
    Instance,
    Item,
    Iterated,
    LeftOutValue,
    LibraryModule,
    Method,
    Missing,
    NumberType,
    NumpyGenerator,
    PassedOver,
    Scope,
    SkippedError,
    SourceFloat,
    Super,
    Then,
    Unknown,
    UnloadedModule,
    UserFunction,
    WrittenInteger,
    kind_of,
)
from backpass.engine.language.syntax_tree import Apply, Call, Part
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Problem, ProblemError, Span

_OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow", "@": "matmul", "//": "floordiv", "%": "mod"}
_OPERATORS |= {"&": "and", "|": "or"}
_PREFIXES = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
_COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}

_MIRRORED = {"<": "gt", "<=": "ge", ">": "lt", ">=": "le", "==": "eq", "!=": "ne"}
"""What the right one of two is asked where the left one knows no answer."""

_PLAIN: dict[tuple[object, str, int], Operation] = {}
"""Calls that are operations and say no more than that, as nearly all are: by module, or the libraries whose methods are called,
by name and by number of values.
"""

_LOADER = "DataLoader"
"""PyTorch's class that gives batches: what makes one of them is one part of the picture."""
_UNTIMED = 10
"""Repetitions between two looks at the clock."""
_ELEMENTS_AT_ONCE, _LEAST_AT_ONCE = 20_000_000, 20
"""Numbers that a loop computes without being run before the clock is looked at, and the fewest repetitions of that."""
_ELEMENTS_OF_NODE = 100
"""Numbers of an array that are computed in the time that a node of a loop takes besides, where it is not run."""


class Calls(Resolver):
    """The part of the machine that calls."""

    _repetitions = 0
    _until = 0
    """Repetitions before the limits are looked at again."""
    is_out_of_time = False
    _began: float | None = None
    """The processor time at which the program began, where it ends after some time."""

    def end_in_time(self) -> None:
        """From now on the program ends when it has run as long as is allowed for what is shown in part."""
        if self.limits.seconds is not None:
            self._began, self._until = time.thread_time(), self._repetitions

    def has_time(self) -> bool:
        """Whether less than half of the time has passed that is allowed for what is shown in part."""
        if self._began is None or self.limits.seconds is None:
            return True
        return time.thread_time() - self._began < self.limits.seconds / 2

    @abstractmethod
    def apart(self, callee: Item, arguments: Arguments) -> Item:
        """Calls something and waits for what it gives."""

    @abstractmethod
    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true."""

    def repeat(self, span: Span, times: int = 1) -> None:
        """Counts repetitions of a loop or a call. Raises ProblemError (too-many-repetitions)."""
        self._repetitions += times
        if self._repetitions > self._until:
            self._check_work(span)

    def _check_work(self, span: Span) -> None:
        self.limits.check_repetitions(self._repetitions, span)
        self._until = self.limits.repetitions
        if self._began is not None:
            self._until = min(self._until, self._repetitions + _UNTIMED)
            used = time.thread_time() - self._began
            self.is_out_of_time = self.limits.seconds is not None and used > self.limits.seconds
            self.limits.check_seconds(used, span)

    def counted(self) -> tuple[int, int, int, int]:
        """What was counted by now: nodes, numbers, numbers in tensors, and repetitions with calls."""
        return *self.evaluator.counted(), self._repetitions

    def repetitions_left(self, work: tuple[int, int, int, int]) -> int:
        """How often a repetition of so much may be computed before something has to be freed or refused."""
        left = (self.limits.repetitions - self._repetitions) // max(work[3], 1) - 1
        if self._began is not None:
            left = min(left, max(_ELEMENTS_AT_ONCE // (work[0] * _ELEMENTS_OF_NODE + work[1] + 1), _LEAST_AT_ONCE))
        return min(left, self.evaluator.repetitions_left(work[0], work[1]))

    def count_again(self, work: tuple[int, int, int, int], times: int) -> None:
        """Counts repetitions that were computed without being run."""
        self.evaluator.count_again(work[:3], times)
        self._repetitions += work[3] * times

    def named(self, part: Any, values: list[Item]) -> dict[str, Item]:
        """The arguments that a call gives by name, those of a dictionary behind `**` among them. Raises ProblemError."""
        if "**" not in part.keywords:
            return dict(zip(part.keywords, values, strict=True))
        found: dict[str, Item] = {}
        for name, value in zip(part.keywords, values, strict=True):
            if name == "**" and not isinstance(value, dict):
                raise ProblemError(element_errors.no_mapping(kind_of(value), part))
            more: dict[Any, Item] = value if name == "**" else {name: value}  # type: ignore[assignment]
            for key in more:
                if not isinstance(key, str) or key in found:
                    raise ProblemError(call_errors.not_given_by_name(key, part))
            self.evaluator.hold(len(more))
            found |= more
        return found

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
        while len(self.contexts) > frame.contexts:
            self.contexts.pop().leave()
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
            if self.evaluator.whole:
                self.kinds.note_result(callee.name, found)
            return _before(found, step.then) if isinstance(found, Then) else found
        if isinstance(callee, UserFunction | Method):
            return self._enter(callee, arguments, step.then)
        if isinstance(callee, Class):
            return self._construct_instance(callee, arguments, step.then)
        if isinstance(callee, Instance):
            found = self._begin_object(callee, step)
            if found is not MISSING:
                return found
        is_formula = self.evaluator.place is None  # in the text of a library a number is called by mistake
        if is_formula and isinstance(callee, Tensor | int | float) and len(arguments.values) == 1 and not arguments.keywords:
            self.names.note(call_errors.value_read_as_product(arguments.part))
            return self.evaluator.operator("*", [callee, arguments.values[0]], arguments.part)
        if isinstance(callee, Unknown):
            raise SkippedError
        if is_passed_over(callee):
            return PassedOver(callee.name, getattr(callee, "lengths", ()))  # type: ignore[union-attr]
        if isinstance(callee, GradientContext) and len(arguments.values) == 1:
            return within(callee, arguments.values[0])
        if isinstance(callee, NumberType):
            return number_types.called(self, callee, arguments)
        unloaded = isinstance(callee, UnloadedModule)
        refused = program_errors.not_loaded if unloaded else call_errors.not_callable
        raise ProblemError(refused(callee.name if unloaded else kind_of(callee), arguments.part))  # type: ignore[union-attr]

    def _begin_object(self, callee: Instance, step: Then) -> Any:
        """Begins a call of an object: as `_begin`, or `MISSING` where the object cannot be called."""
        arguments = step.arguments
        if CALLED in callee.members:
            return Then(callee.members[CALLED], arguments, step.then)
        method = callee.kind.find("__call__")
        method = callee.kind.find("forward") if method is MISSING else method
        if isinstance(method, UserFunction):
            return self._enter(Method(method, callee), arguments, step.then, callee.kind.name)
        if isinstance(method, Builtin):  # of a class of ours that the program's extends
            return Then(method, Arguments([callee, *arguments.values], arguments.keywords, arguments.part), step.then)
        return MISSING

    @abstractmethod
    def generated(self, frame: CallFrame, group: str | None = None) -> Iterated:
        """What goes through the values that a generator's body gives; what makes one of them is one call of that name, if any."""

    def _enter(self, callee: UserFunction | Method, arguments: Arguments, then: Continuation, name: str | None = None) -> Any:
        """Begins the frame of a function of the program, and returns `_RUNNING`; of a generator what goes through its values."""
        function = callee.function if isinstance(callee, Method) else callee
        function.called = True
        values = arguments.values
        values = [callee.receiver, *values] if isinstance(callee, Method) else self.inputs(function, values)
        scope = Scope(function.scope)
        self._bind(function, values, arguments, scope.names)
        owner = function.owner.name if function.owner else None
        group = self.groups.current
        called_at = self.frames[-1].place or arguments.span
        place = called_at if function.foreign else None
        code = function.code()
        if code.yields:
            self.repeat(arguments.span)
            loads = function.foreign and owner == _LOADER
            return self.generated(CallFrame(code.instructions, scope, place=place), BATCH if loads else None)
        self.push_frame(CallFrame(code.instructions, scope, then=then, place=place))
        self.frames[-1].group = group
        self.frames[-1].owner = function.owner
        if function.name not in ("lambda", "__init__") and not self.groups.is_within(BATCH):
            written = (
                function.name
                if owner is None
                else owner
                if function.name in ("__call__", "forward")
                else f"{owner}.{function.name}"
            )
            self.groups.enter("call", name or written, called_at)
        return _RUNNING

    def push_frame(self, frame: CallFrame) -> None:
        """Begins a frame. Raises ProblemError (too-deep) for calls within calls without end."""
        self.repeat(frame.place or (0, 0))
        self.limits.check_depth(len(self.frames))
        frame.group = self.groups.current
        frame.contexts = len(self.contexts)
        self.frames.append(frame)
        self.evaluator.place = frame.place

    def inputs(self, function: UserFunction, values: list[Item]) -> list[Item]:
        """A number that the top level writes into a call is an input, called as the parameter."""
        if len(self.frames) != 1 or self.groups.current is not None:
            return values
        by_place = takewhile(lambda parameter: not (parameter.several or parameter.mapping), function.parameters)
        names = [parameter.name for parameter in by_place]
        return [
            self.names.argument(name, value) if isinstance(value, SourceFloat | WrittenInteger | list) else value
            for name, value in zip(names, values, strict=False)
        ] + values[len(names) :]

    def _bind(self, function: UserFunction, values: list[Item], arguments: Arguments, names: dict[str, Item]) -> None:
        """Gives the parameters their values. Raises ProblemError (argument-count)."""
        rest = list(values)
        keywords = dict(arguments.keywords)
        for parameter in function.parameters:
            if parameter.several:
                if parameter.name:
                    names[parameter.name] = tuple(rest)
                    rest = []
                elif rest:
                    break
            elif parameter.mapping:
                names[parameter.name] = keywords
                keywords = {}
            elif rest:
                names[parameter.name] = rest.pop(0)
            elif parameter.name in keywords and not parameter.by_place:
                names[parameter.name] = keywords.pop(parameter.name)
            elif parameter.name in function.defaults:
                names[parameter.name] = function.defaults[parameter.name]
            else:
                raise ProblemError(call_errors.parameter_missing(function, parameter.name, arguments.part))
        if rest or keywords:
            raise ProblemError(call_errors.too_many_arguments(function, len(values), [*keywords], arguments.part))

    def _construct_instance(self, kind: Class, arguments: Arguments, then: Continuation) -> Any:
        kind.called = True
        if kind.listed:
            return enumerations.called(self, kind, arguments)
        made = Instance(kind)
        exception = is_exception(kind)
        if exception:
            made.members["args"] = tuple(arguments.values)
        initial = kind.find("__init__")
        if isinstance(initial, UserFunction):
            self._enter(Method(initial, made), arguments, lambda _: then(made))
            return _RUNNING
        if arguments.values and self.operation_class in kind.line():
            return Then(made, arguments, then)  # `Cube(x)`, of an operation without values of its own
        if (arguments.values and not exception) or arguments.keywords:
            raise ProblemError(call_errors.no_constructor(kind.name, arguments.part))
        return made

    def decorate(self, function: UserFunction, decorators: list[Item], part: Any) -> None:
        """Puts a function after its decorators, of which the last is applied first."""
        self._go_on(self.decorating(decorators, part)(function))

    def decorating(self, decorators: list[Item], part: Any) -> Continuation:
        """Applies decorators to what they decorate, the last one first."""
        then: Continuation = _as_it_is
        for decorator in reversed(decorators):
            if is_passed_over(decorator):
                continue
            if isinstance(decorator, Tensor | int | float):
                raise ProblemError(call_errors.no_decorator(part))
            then = _decorated(decorator, part, then)
        return then

    # Resolver what is called

    def call_by_name(self, part: Call, items: list[Item], keywords: dict[str, Item], scope: Scope) -> None:
        """`name(…)` or `owner.name(…)`."""
        if part.method:
            self._call_member(part, items, keywords)
            return
        value = scope.find(part.name)
        if type(value) is LeftOutValue:
            raise ProblemError(program_errors.left_out(value.name, value.line, part.head))
        if not isinstance(value, Missing):
            if _is_number(value) and len(items) == 1 and not keywords and self.evaluator.place is None:  # see `_begin`
                self._product(part, value, items[0])
            else:
                self.call(value, items, keywords, part)
            return
        self._call_ready(part, items, keywords)

    def _product(self, part: Call, value: Item, other: Item) -> None:
        """`x(y + 1)` with a known x is a product, as in class."""
        if self.names.is_raised(part.span):
            raise ProblemError(call_errors.power_of_product(part))
        self.names.note(call_errors.read_as_product(part))
        if isinstance(value, Tensor):
            self.names.mention(part.head, value)
        record = OPERATIONS["multiply"]
        self.frames[-1].stack.append(self.evaluator.operation(record, self.evaluator.tensors([value, other], part), part))

    def _call_ready(self, part: Call, items: list[Item], keywords: dict[str, Item], module: str | None = None) -> None:
        """A function that is there without being defined. Raises ProblemError (unknown-function)."""
        if part.name == "where" and module is not None and len(items) == 1 and not keywords:  # the places where it holds
            part, keywords = part._replace(name="nonzero"), {"as_tuple": True} if library_of(module) == "torch" else {}
        found: Item | Operation | Missing = None if keywords or module is None else _PLAIN.get((module, part.name, len(items)))
        if found is None:
            found = self.ready(part.name, module)
            if module is None and isinstance(found, Operation) and part.name == "round" and len(items) > 1:
                found = BUILTINS[part.name]  # `round(x, 2)` is Python's
            lacks = module is not None and isinstance(found, Operation) and self.note_lacking(module, part.name, part.head)
            if module is not None and isinstance(found, Operation | Builtin):
                reading = of_function(module, part.name, found)
                if reading is not None and (keywords or not reading.bare or len(items) != reading.arity):
                    then = self._with_check(items, part) if module == "math" else self._handing_over(module, part)
                    self.call(self._leaving(reading.function, items, module), items, keywords, part, then)
                    return
                if reading is not None and isinstance(found, Operation) and not lacks:
                    _PLAIN[module, part.name, len(items)] = found
        if isinstance(found, Operation):
            result = self.evaluator.call(found, part, items, keywords)
            if module is not None:
                self._computed_by(module, result, items, part)
            self.frames[-1].stack.append(result)
        elif isinstance(found, Missing):
            raise ProblemError(self._unknown(part, module))
        else:
            if keywords and module is None and found is BUILTINS.get(part.name):
                self._check_names(part, keywords)
            elif module is not None and isinstance(found, Builtin):
                self._check_count(found, items, keywords, part, 0)
            self.call(found, items, keywords, part)

    def _unknown(self, part: Call, module: str | None) -> Problem:
        """A call of what there is not: of a module, or without one. Raises ProblemError (import-refused)."""
        if module is None:
            self.refuse_from_elsewhere(part.name, part.head)
            own, scope = list(self.names.functions()), self.frames[-1].scope
            product = product_of_function(part, self.names.text, own, lambda name: _is_number(scope.find(name)))
            return product or call_errors.unknown_function(part, own)
        return call_errors.unknown_of_module(part, module, known_of(module))

    def _with_check(self, items: list[Item], part: Call) -> Continuation:
        def checked(result: Item) -> Item:
            self._check_number(result, items, part)
            return result

        return checked

    def _computed_by(self, module: str, result: Item, items: list[Item], part: Call) -> None:
        """What an operation has computed that a module was asked for."""
        library = library_of(module)
        if module == "math":
            self._check_number(result, items, part)
        elif library == "numpy" and isinstance(result, Tensor):
            self._leaves_library(result, items)
        elif handing := self._handing_over(module, part, made_here=not any(result is each for each in items)):
            handing(result)

    def _handing_over(self, module: str, part: Call, *, made_here: bool = False) -> Continuation | None:
        """What makes PyTorch's tensor of what a function of PyTorch's has computed of NumPy's arrays alone; None where there are
        no such arrays.
        """
        if "numpy" not in self.aliases.libraries or library_of(module) != "torch":
            return None
        before = next_number()

        def handed(result: Item) -> Item:
            if not isinstance(result, Tensor):
                return result
            return self.aliases.handed_to("torch", result, self, part, made_here=made_here or result.number > before)

        return handed

    def _check_number(self, result: Item, items: list[Item], part: Call) -> None:
        """Says where a function of Python's `math` would raise an error: it gives numbers only."""
        numbers = [each.raw if isinstance(each, Tensor) else each for each in (result, *items)]
        finite = [isinstance(each, int) or math.isfinite(each) for each in numbers if isinstance(each, int | float)]
        if finite and not finite[0] and all(finite[1:]):
            name = "no real number" if numbers[0] != numbers[0] else "out of range"
            if self.evaluator.protected:
                kind = "OverflowError" if name == "out of range" and not part.name.startswith("log") else "ValueError"
                text = "math range error" if kind == "OverflowError" else "math domain error"
                raise ProblemError(program_errors.python_raises(kind, text, part.span))
            self.names.differs(name, "python", part.span, value=str(numbers[0]))

    def _leaving(self, function: Builtin, items: list[Item], module: str) -> Builtin:
        """The function, or where it is NumPy's and given a TensorFlow tensor, one whose result no tape knows of."""
        if library_of(module) != "numpy" or not self._holds_tensorflow(items):
            return function

        def call(machine: Any, arguments: Arguments) -> Any:
            result = function.call(machine, arguments)
            if isinstance(result, Tensor):
                self._leaves_library(result, items)
            return result

        return Builtin(function.name, call, function.takes)

    def _holds_tensorflow(self, items: list[Item]) -> bool:
        return "tensorflow" in self.aliases.libraries and any(
            isinstance(item, Tensor) and self.aliases.library_of(item) == "tensorflow" for item in items
        )

    def _leaves_library(self, result: Tensor, items: list[Item]) -> None:
        """NumPy's result of a TensorFlow tensor is NumPy's, so no tape knows of it."""
        if self._holds_tensorflow(items):
            self.evaluator.careful = True
            self.tracking.without_gradients(result)
            self.aliases.made(result, "numpy")

    def _check_names(self, part: Call, keywords: dict[str, Item]) -> None:
        """Arguments by name of a function of Python's. Raises ProblemError (argument-count) where one is not understood."""
        known = OF_PYTHON.get(part.name, frozenset())
        unknown = next((name for name in keywords if name not in known and part.name != "dict"), None)
        if unknown is not None:
            raise ProblemError(binding_errors.of_python(part.name, unknown, known, part))

    def _call_member(self, part: Call, items: list[Item], keywords: dict[str, Item]) -> None:
        owner, values = items[0], items[1:]
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, UnloadedModule):
            raise ProblemError(program_errors.not_loaded(owner.name, part))
        if isinstance(owner, LibraryModule):
            self._call_of_module(owner, part, values, keywords)
            return
        if isinstance(owner, Tensor):
            libraries = self._method_libraries_of(owner)
            plain = (None if keywords else _PLAIN.get((libraries, part.name, len(items)))) or self._plain_method(
                part, items, keywords
            )
            if plain is not None:
                self.frames[-1].stack.append(self.evaluator.call(plain, part, items, keywords))
                return
            if self.call_method(part, items, keywords):
                return
        method = next((table[part.name] for kind, table in METHODS if isinstance(owner, kind) and part.name in table), None)
        if method is not None:
            self._check_count(method, items, keywords, part, 1)
            self.call(method, items, keywords, part)
        elif part.name in OF_METHODS and isinstance(owner, Tensor) and self.aliases.changes(owner):
            self._change_by_method(part, owner, items, keywords)
        elif is_in_place(part.name) and isinstance(owner, Tensor | Held):
            self.frames[-1].stack.append(change_in_place(self, part, owner, values, keywords))
        elif isinstance(owner, Instance | Class | Super):
            self.call(self.member(owner, part.name, part), values, keywords, part)
        elif (record := OPERATIONS.spellings.get(part.name)) is not None and not isinstance(owner, str | dict):
            self.frames[-1].stack.append(self.evaluator.call(record, part, items, keywords))
        else:
            raise ProblemError(call_errors.unknown_function(part, self.names.functions()))

    def _change_by_method(self, part: Call, owner: Tensor, items: list[Item], keywords: dict[str, Item]) -> None:
        """`x.masked_fill_(mask, 0)`: `x.masked_fill(mask, 0)` in the place of x. Raises ProblemError."""

        def put(value: Item) -> Item:
            changed = self.changed(owner, value, part)
            return self.aliases.current(changed) if isinstance(changed, Tensor) else changed

        reading = of_method("torch", part.name.removesuffix("_"))
        if reading is None:
            raise ProblemError(call_errors.unknown_function(part, self.names.functions()))
        self.call(reading.function, items, keywords, part._replace(name=reading.name), put)

    @abstractmethod
    def changed(self, held: Item, value: Item, part: Any) -> Item:
        """What is held after `held += …`, which has the value."""

    def _call_of_module(self, owner: LibraryModule, part: Call, values: list[Item], keywords: dict[str, Item]) -> None:
        if isinstance(owner, PassedOver):
            self.call(plots_and_timers.member(owner, part.name), values, keywords, part)
            return
        if isinstance(owner, NumpyGenerator):
            self.random.modern = owner.numbers
        self._call_ready(part, values, keywords, owner.name)

    @staticmethod
    def _check_count(function: Builtin, items: list[Item], keywords: dict[str, Item], part: Call, owners: int) -> None:
        """Raises ProblemError (argument-count) where a function of ours lacks a value that it needs, or has one too many. Of its
        values so many `owners` are the array whose method it is.
        """
        if function.takes is None:
            return
        given = [each for each in own_signature(function) if each.kind is not ParameterKind.NAME]
        needed = [each.name for each in given if each.kind is not ParameterKind.SEVERAL and each.default is REQUIRED]
        most = None if any(each.kind is ParameterKind.SEVERAL for each in given) else len(given)
        lacks = any(name not in keywords for name in needed[len(items) :])
        if lacks or (most is not None and len(items) > most):
            least = len(needed) - owners
            called = call_errors.builtin_arguments(part.name, least, most and most - owners, len(items) - owners, part)
            raise ProblemError(called)

    def _plain_method(self, part: Call, items: list[Item], keywords: dict[str, Item]) -> Operation | None:
        """The operation of the method's name, if the call says no more than that, as nearly all do."""
        name = part.name
        record = OPERATIONS.spellings.get(name)
        if keywords or record is None or name in TENSOR_METHODS or record.unary_form:
            return None
        libraries = self._method_libraries_of(items[0])
        readings = self._readings_of(name, libraries)
        if readings and not (readings[0].bare and len(items) == readings[0].arity):
            return None
        kind = OBJECTS.get(self.aliases.library_of(items[0]) or "")  # type: ignore[arg-type]
        if not (kind and not readings and self.note_lacking(kind[0], name, part.head)):
            _PLAIN[libraries, name, len(items)] = record
        return record

    def _method_libraries_of(self, owner: Item) -> tuple[str, ...]:
        """The libraries that are asked for a method, that of the array itself first."""
        named = self.method_libraries
        if len(named) < 2 or not isinstance(owner, Tensor):
            return named
        own = self.aliases.library_of(owner)
        own = "numpy" if own == "autograd" else own
        return named if own not in named or own == named[0] else (own, *(each for each in named if each != own))

    def _readings_of(self, name: str, libraries: tuple[str, ...]) -> list[Reading]:
        """How a method is read by libraries that the program names."""
        found = [of_method(library, name) for library in libraries]
        return [each for each in found if each is not None]

    def call_method(self, part: Call, items: list[Item], keywords: dict[str, Item]) -> bool:
        """A method of an array as the library has it that the program names; returns whether there is one to be bound."""
        if not self.method_libraries:
            own = array_functions.own_method(part.name, items, keywords)
            if own is not None:
                self.call(own, items, keywords, part)
            return own is not None
        readings = self._readings_of(part.name, self._method_libraries_of(items[0]))
        if not readings:
            return False
        self.call(chosen(readings, self, items, keywords, part).function, items, keywords, part)
        return True

    def has_method(self, owner: Tensor, name: str) -> bool:
        """Whether a tensor has a method of a name."""
        return name in TENSOR_METHODS or name in OF_METHODS or bool(self._readings_of(name, self._method_libraries_of(owner)))

    def member_called(self, owner: Instance, name: str, values: list[Item], part: Part) -> bool:
        """Calls a member, such as `__getitem__`, if there is one; returns whether there is."""
        found = owner.kind.find(name)
        if not isinstance(found, UserFunction):
            return False
        self.call(Method(found, owner), values, {}, part)
        return True

    def operator_of(self, owner: Instance, part: Apply, items: list[Item]) -> bool:
        """Calls `__add__` and its like of a class of the program; returns whether there is one."""
        if len(items) == 1:
            return self.member_called(owner, _PREFIXES[part.symbol], [], part)
        name = _OPERATORS.get(part.symbol) or _COMPARISONS.get(part.symbol)
        if name is None:
            return False
        left, right = items
        in_place = part.head[1] - part.head[0] > len(part.symbol) and part.symbol in _OPERATORS  # `+=` and its like
        if in_place and isinstance(left, Instance) and self.member_called(left, f"__i{name}__", [right], part):
            return True
        if isinstance(left, Instance) and self.member_called(left, f"__{name}__", [right], part):
            return True
        mirrored = f"__{_MIRRORED[part.symbol]}__" if part.symbol in _COMPARISONS else f"__r{name}__"
        return isinstance(right, Instance) and self.member_called(right, mirrored, [left], part)

    def combined(self, symbol: str, left: Item, right: Item, part: Part) -> Item:
        """`left + right` and its like, of which at least one is an object of the program's. Raises ProblemError."""
        name = _OPERATORS[symbol]
        for owner, other, method in ((left, right, f"__{name}__"), (right, left, f"__r{name}__")):
            if isinstance(owner, Instance) and isinstance(found := owner.kind.find(method), UserFunction):
                return self.apart(Method(found, owner), Arguments([other], {}, part))
        raise ProblemError(program_errors.not_a_number(left if isinstance(left, Instance) else right, part))


def within(context: GradientContext, function: Item) -> Builtin:
    """`@torch.no_grad()`: a function that runs in a context."""
    context.handed_on()

    def call(machine: Any, arguments: Arguments) -> Then:
        depth = len(machine.contexts)
        machine.contexts.append(context)
        context.enter()
        machine.evaluator.careful |= machine.evaluator.paused

        def leave(value: Item) -> Item:
            while len(machine.contexts) > depth:
                machine.contexts.pop().leave()
            return value

        return Then(function, arguments, leave)

    return Builtin(getattr(function, "name", "function"), call, wraps=function if isinstance(function, UserFunction) else None)


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


def _is_number(value: Item | Missing) -> bool:
    return isinstance(value, Tensor | int | float) and not isinstance(value, bool)
