"""Runs code: frames with a stack each, one instruction after the other. Python's own stack never grows with the program's.

Calls are begun by `calls`, operations computed by `evaluation`; what the top level's names and statements mean is asked of the
`Names` it is given. Repetitions and calls are counted, so that no program runs forever.
"""

from collections.abc import Callable, Generator, Iterator
from operator import length_hint
from typing import Any

from backpass.engine.graph.tensor import Tensor, is_mask
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.builtins.formatting import formatted_value, is_float, is_whole, percent
from backpass.engine.interpreter.builtins.sets import made_set, of_sets, set_key
from backpass.engine.interpreter.builtins.truths import OF_TRUTHS, ORDERS, are_ordered, in_order, is_caret, of_truths
from backpass.engine.interpreter.bytecode import CodeObject, Instruction
from backpass.engine.interpreter.control_flow import Control
from backpass.engine.interpreter.custom_rules.placeholders import Placeholders
from backpass.engine.interpreter.errors import call_errors, element_errors, program_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator, dictionary_key, equal, flattened
from backpass.engine.interpreter.exceptions import exception_of
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.libraries import enumerations
from backpass.engine.interpreter.libraries.arrays.rearrangements import JOINED_IN_BRACKETS
from backpass.engine.interpreter.libraries.passed_over import plots_and_timers
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import is_passed_over
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import prelude
from backpass.engine.interpreter.program_state.call_groups import Groups
from backpass.engine.interpreter.program_state.loop_memory import LoopMemory
from backpass.engine.interpreter.program_state.scope import Names
from backpass.engine.interpreter.python_containers import Counts, DefaultDictionary
from backpass.engine.interpreter.repetition.shortcut import Shortcut
from backpass.engine.interpreter.subscripts import element, key_in, key_of_object
from backpass.engine.interpreter.tensor_semantics.hooks import Hooks
from backpass.engine.interpreter.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
    Going,
    Held,
    IndexedUpdate,
    Instance,
    Item,
    Iterated,
    LeftOutValue,
    Method,
    Missing,
    PassedOver,
    Scope,
    Set,
    SkippedError,
    Starred,
    Unkept,
    Unknown,
    UnloadedModule,
    UserFunction,
    are_no_numbers,
    are_unlike_arrays,
    kind_of,
)
from backpass.engine.language import program, syntax_tree
from backpass.engine.language.parsing.strings import unquoted
from backpass.engine.limits import Limits
from backpass.engine.problems import ProblemError, Span
from backpass.engine.progress import LoopProgress, Progress


class Machine(Control):
    """Runs one program. `start` and `resume` run until the program ends or a problem stops it."""

    def __init__(self, limits: Limits, names: Names, *, structured: bool) -> None:
        super().__init__(limits, names)
        self.structured = structured
        self.evaluator = OperationEvaluator(limits, lists_are_tensors=not structured)
        self.evaluator.exact.written = names.whole_number_written
        self.evaluator.contexts = self.contexts
        self.evaluator.note = names.note
        self.aliases, self.tracking, self.kinds = self.evaluator.aliases, self.evaluator.tracking, self.evaluator.kinds
        self.kinds.machine = self
        self.groups = Groups(self.evaluator.made)
        self._loaded: dict[str, dict[str, Item]] = {}
        self.standing = Placeholders()
        self.hooks = Hooks(self)
        self._apart = 0
        self._yielded: Item | Missing = MISSING
        """What a generator has just given."""
        self._sent: Item = None
        """What a generator that goes on was sent."""
        self._numbered: dict[int, tuple[int, Item]] = {}
        """Numbers of the values whose `id` was asked for, with the values, so that none is given twice."""
        self.recordings: list[Any] = []
        """Applications of rules of the program's own that are being recorded."""
        self.watched: list[Tensor] | None = None
        """Meanwhile, the tensors whose numbers they look at."""
        self.abandoned: list[CallFrame] = []
        """What was running when something that was called apart came to its end, or to a problem."""
        self.unrepeatable = 0
        """How often something was done that may be another thing in the next repetition of a loop."""

    @property
    def lists_are_python_s(self) -> bool:
        """Whether lists are Python's rather than tensors where the machine is now: always in what libraries define."""
        return self.structured or self.loading or self.evaluator.place is not None

    def start(self, code: CodeObject, scope: Scope) -> None:
        """Runs a program's code."""
        self.frames.append(CallFrame(code.instructions, scope))
        self.frames[-1].group, self.frames[-1].contexts = self.groups.current, len(self.contexts)
        self.resume()

    def load(self, module: str) -> dict[str, Item]:
        """What a library defines in the language itself; read once in a run."""
        if module not in self._loaded:
            scope = Scope()
            self._loaded[module] = scope.names
            try:
                self._run_apart(prelude(module), scope)
            except ProblemError:
                del self._loaded[module]
                raise
        return self._loaded[module]

    def loaded(self, module: str) -> dict[str, Item]:
        """The same, where something has asked for it before; else nothing."""
        return self._loaded.get(module, {})

    def define(self, code: CodeObject, names: dict[str, Item]) -> dict[str, Item]:
        """What a text that is not the program's defines, with names that it can use."""
        scope = Scope()
        scope.names |= names
        self._run_apart(code, scope)
        return scope.names

    def _run_apart(self, code: CodeObject, scope: Scope) -> None:
        frames, loading, self.frames, self.loading = self.frames, self.loading, [], True
        try:
            self.start(code, scope)
        finally:
            self.frames, self.loading = frames, loading

    def apart(self, callee: Item, arguments: Arguments) -> Item:
        """Calls something and waits for what it gives, apart from the frames that run. Raises ProblemError, also (too-deep) where
        such calls are within one another.
        """
        if self._apart >= _MAX_APART:
            self.limits.check_depth(self.limits.depth + 1)
        found: list[Item] = []

        def keep(value: Item) -> None:
            found.append(value)

        group, place = self.groups.current, self.evaluator.place
        frames, self.frames = self.frames, [self._last_frame()]
        self._apart += 1
        self.unrepeatable += 1
        try:
            self.call(callee, arguments.values, arguments.keywords, arguments.part, keep)
            self.resume()
        finally:
            self.abandoned, self.frames = self.frames, frames
            self._apart -= 1
        self.groups.go(group)
        self.evaluator.place = place
        return found[0]

    def _last_frame(self) -> CallFrame:
        """Below frames that are run apart: with it they end, in the group and the contexts that there are now."""
        frame = CallFrame([bytecode.ReturnValue()], Scope())
        frame.group, frame.contexts = self.groups.current, len(self.contexts)
        return frame

    def generated(self, frame: CallFrame, group: str | None = None) -> Iterated:
        """What goes through the values that a generator's body gives, each of which is computed when it is asked for; what makes
        one of them is one call of that name, if any.
        """
        frame.generates = True
        return Iterated(self._steps(frame, group))

    def _steps(self, frame: CallFrame, named: str | None) -> Generator[Item, Item]:
        while True:
            if self._apart >= _MAX_APART:
                self.limits.check_depth(self.limits.depth + 1)
            group, place = self.groups.current, self.evaluator.place
            if named is not None:
                self.groups.enter("call", named, place or frame.place)
            frames, self.frames = self.frames, [self._last_frame(), frame]
            frame.group, frame.contexts, self.evaluator.place = self.groups.current, len(self.contexts), frame.place
            self._apart += 1
            self.unrepeatable += 1
            self.evaluator.protected += len(frame.handlers)
            self._yielded = MISSING
            try:
                self.resume()
            finally:
                self.frames = frames
                self._apart -= 1
            self.groups.go(group)
            self.evaluator.place = place
            value, self._yielded = self._yielded, MISSING
            if isinstance(value, Missing):
                return
            self.evaluator.protected -= len(frame.handlers)
            self._sent = yield value

    def _yield(self, part: bytecode.YieldValue, frame: CallFrame) -> None:
        if len(self.contexts) > frame.contexts:
            raise ProblemError(call_errors.yield_within_with(self.evaluator.place))
        self._yielded = frame.stack.pop()
        self.frames.clear()

    def _load_sent(self, part: bytecode.LoadSent, frame: CallFrame) -> None:
        frame.stack.append(self._sent)
        self._sent = None

    def catch(self, error: ProblemError) -> bool:
        """Goes on where an exception is handled. What goes on within a rule of the program's own is not left halfway."""
        return not self.recordings and self.watched is None and super().catch(error)

    def recover(self, code: CodeObject) -> int:
        """After a problem: goes on at the next statement of the top level. Returns the index of the one that failed."""
        index = self.failed(code)
        frame = self.frames[0]
        del self.frames[1:]
        frame.reset(code.ends[index])
        self.clear()
        return index

    def failed(self, code: CodeObject) -> int:
        """After a problem: the index of the statement of the top level that failed."""
        return next(index for index, end in enumerate(code.ends) if end >= self.frames[0].position)

    def clear(self) -> None:
        """Forgets what was going on when a problem came."""
        self.contexts.clear()
        self.watched = None
        self.recordings.clear()
        self.hooks.forget_running()
        self.evaluator.place = None
        self.evaluator.protected = 0
        self.groups.go(None)

    def progress(self) -> Progress | None:
        """Where the program is; None while something is called apart from its frames. For another thread to read."""
        if self._apart or self.loading:
            return None
        loops = [item for frame in [*self.frames] for item in [*frame.stack] if type(item) is Going and item.loop is not None]
        return Progress(tuple(map(self._progress_of, loops)), self._repetitions)

    def _progress_of(self, going: Going) -> LoopProgress:
        done = going.count if self.shortcut is None else self.shortcut.count_of(going)
        left = length_hint(going.items, -1)
        return LoopProgress(going.name, done, going.count + left if left >= 0 else None)

    def number_of(self, item: Item) -> int:
        """The `id` of a value."""
        if isinstance(item, Tensor):
            item = self.aliases.current(item)
        return self._numbered.setdefault(id(item), (len(self._numbered) + 1, item))[0]

    def resume(self) -> None:
        """Goes on until the program ends. Raises ProblemError and SkippedError."""
        while True:
            try:
                self._go_through()
            except ProblemError as error:
                if not self.catch(error):
                    raise
            else:
                return

    def _go_through(self) -> None:
        frames, handlers = self.frames, _HANDLERS
        while frames:
            frame = frames[-1]
            code = frame.instructions
            while frame is frames[-1]:
                part = code[frame.position]
                frame.position += 1
                handlers[type(part)](self, part, frame)
                if not frames:
                    return

    def pass_over(self, memory: LoopMemory) -> None:
        """Repetitions of a loop whose steps are freed may be computed without being run."""
        self.shortcut = Shortcut(self, memory, _HANDLERS)

    # Leaves

    def _number(self, part: syntax_tree.NumberLiteral, frame: CallFrame) -> None:
        frame.stack.append(self.evaluator.constant(part.value, part.span))

    def _constant(self, part: bytecode.LoadConstant, frame: CallFrame) -> None:
        frame.stack.append(part.value)

    def _name(self, part: syntax_tree.Name, frame: CallFrame) -> None:
        value = frame.scope.find(part.name)
        if value is MISSING:
            value = self.names.look_up(part)
        if isinstance(value, Tensor):
            aliases = self.aliases
            if aliases.any_outside or (self.evaluator.careful and (value.operation is not None or aliases.now)):
                value = aliases.current(value)
            if self.groups.current is None:
                self.names.mention(part.span, value)
        elif type(value) is Held:
            value = self.aliases.renewed(value)
        elif type(value) is LeftOutValue:
            raise ProblemError(program_errors.left_out(value.name, value.line, part.span))
        elif isinstance(value, UnloadedModule):
            raise ProblemError(program_errors.not_loaded(value.name, part))
        frame.stack.append(value)

    def _text(self, part: syntax_tree.StringLiteral, frame: CallFrame) -> None:
        frame.stack.append(unquoted(part.value))

    def _literal(self, part: syntax_tree.Literal, frame: CallFrame) -> None:
        frame.stack.append(part.value)

    # Operations

    def _apply(self, part: syntax_tree.Apply, frame: CallFrame) -> None:
        stack = frame.stack
        if part.symbol == "**" and is_caret(part) and all(map(self.is_truth_or_set, stack[-2:])):
            stack.append(of_truths(self, "^", frame.take(2), part))
            return
        if self.evaluator.of_numbers(part, stack):
            return
        items = frame.take(part.arity)
        found = self.evaluator.of_tensors(part.symbol, items, part)
        if found is not None:
            stack.append(found)
            return
        if part.symbol in _WORDS or (part.arity == 1 and part.symbol == "*"):
            stack.append(self._worded(part, items))
            return
        owner = next((item for item in items if isinstance(item, Instance)), None)
        if owner is None or not self.operator_of(owner, part, items):
            stack.append(self._computed(part, items))

    def _computed(self, part: syntax_tree.Apply, items: list[Item]) -> Item:
        """An operator on what is neither two tensors nor an object of the program's. Raises ProblemError."""
        symbol = part.symbol
        if symbol == "%" and isinstance(items[0], str):
            return percent(self, items[0], items[1], part)
        if symbol in ORDERS and are_ordered(items) and (self.lists_are_python_s or not isinstance(items[0], list)):
            return in_order(self, symbol, items, part)
        if symbol in OF_TRUTHS:
            return of_truths(self, symbol, items, part)
        if isinstance(items[0], Set) and isinstance(items[-1], Set):
            return of_sets(self, symbol, items, part)
        if isinstance(items[0], PassedOver) and isinstance(items[-1], PassedOver):
            return items[0]  # the time since another
        if symbol == "*" and self.lists_are_python_s:
            items = [self._times(item, items) for item in items]
        if symbol == "*" and any(isinstance(item, str) for item in items):
            self._refuse_float_times_text(items, part)
        if symbol in ("==", "!="):
            self.search(items[0], part)
        return self.evaluator.operator(symbol, items, part)

    def _times(self, item: Item, items: list[Item]) -> Item:
        """A whole number of the program's own beside a list is how often the list is repeated."""
        beside_list = isinstance(item, Tensor) and any(isinstance(each, list | tuple) for each in items)
        if not beside_list or self.aliases.library_of(item) is not None or not is_whole(item, self):  # type: ignore[arg-type]
            return item
        self.read(item)
        return int(item.item())  # type: ignore[union-attr]

    def _refuse_float_times_text(self, items: list[Item], part: syntax_tree.Apply) -> None:
        """A text is repeated a whole number of times, which `1.0` is not in Python. Raises ProblemError (string-not-allowed)."""
        left, right = items
        text, other = (left, right) if isinstance(left, str) else (right, left)
        if is_float(other, self) if isinstance(other, Tensor) else isinstance(other, float) and not other.is_integer():
            raise ProblemError(program_errors.not_a_number(text, part))

    def is_truth_or_set(self, item: Item) -> bool:
        """Whether an item is a mask, a truth or a set, of which `^` is no power."""
        return isinstance(item, bool | Set) or (isinstance(item, Tensor) and is_mask(self.aliases.current(item)))

    def _worded(self, part: syntax_tree.Apply, items: list[Item]) -> Item:
        """`not`, `in`, `is`, and `*` before a list."""
        symbol = part.symbol
        if symbol == "not":
            return not self.truth(items[0], part.span)
        if symbol == "*" and part.arity == 1:
            return Starred(self.everything(items[0], part))
        left, right = items
        if symbol in ("is", "is not"):
            same = left is right or (_is_nothing(left) and _is_nothing(right))
            return same == (symbol == "is")
        if isinstance(right, str) and isinstance(left, str):
            found = left in right
        elif isinstance(right, dict):
            found = dictionary_key(self.literal_key(left), part) in right
        elif isinstance(right, Set):
            found = set_key(self, left, part) in right.members
        elif isinstance(right, Instance) and isinstance(method := right.kind.find("__contains__"), UserFunction):
            found = self.truth(self.apart(Method(method, right), Arguments([left], {}, part)), part.span)
        elif isinstance(right, range):
            left = self.number(left)
            found = isinstance(left, int | float) and float(left).is_integer() and int(left) in right
        else:
            self.search(right, part)
            found = any(self.same(each, left, part) for each in self.items(right, part))
        return found == (symbol == "in")

    def _format(self, part: syntax_tree.FormattedString, frame: CallFrame) -> None:
        values = frame.take(part.arity)
        pieces = [part.pieces[0]]
        for value, written_as, after in zip(values, part.formats, part.pieces[1:], strict=True):
            pieces += (formatted_value(self, value, written_as, part), after)
        self.evaluator.hold(sum(map(len, pieces)))
        frame.stack.append("".join(pieces))

    def _collection(self, part: syntax_tree.Collection, frame: CallFrame) -> None:
        stack = frame.stack
        items = frame.take(part.arity)
        if part.kind == "dict":
            stack.append(self._dictionary(items[::2], items[1::2], part))
            return
        found: list[Item] = flattened(items)
        if part.kind == "set":
            stack.append(made_set(self, found, part))
            return
        nested = part.kind == "tuple" and any(isinstance(item, tuple) for item in found)
        holds = part.kind == "tuple" or any(isinstance(item, Tensor | list | tuple) for item in found)
        if holds and not nested and not self.lists_are_python_s and not are_no_numbers(found) and not are_unlike_arrays(found):
            rows = self.evaluator.tensor_list(found, part)
            if part.kind == "tuple" or len({row.shape for row in rows}) < 2:  # lists of numbers of other lengths are no arrays
                found = [*rows]
        stack.append(found if part.kind == "list" else tuple(found))

    def _dictionary(self, keys: list[Any], values: list[Item], part: syntax_tree.Collection) -> Item:
        found: dict[Any, Item] = {}
        for key, value in zip(keys, values, strict=True):
            if key is not syntax_tree.Spread.KEY:
                found[dictionary_key(self.literal_key(key), part)] = value
            elif isinstance(value, dict):
                self.evaluator.hold(len(value))
                found |= value
            else:
                raise ProblemError(element_errors.no_mapping(kind_of(value), part))
        return found

    def literal_key(self, item: Item) -> Item:
        """A number of Python's or NumPy's in the place of a key as that number, which the program looks at."""
        if isinstance(item, tuple):
            return tuple(map(self.literal_key, item))
        if not isinstance(item, Tensor) or item.shape or self.aliases.library_of(item) not in (None, "numpy"):
            return item
        self.read(item)
        return int(item.item()) if is_whole(item, self) else item.item()

    def _subscript(self, part: syntax_tree.Subscript, frame: CallFrame) -> None:
        items = frame.take(part.arity)
        if isinstance(items[0], Instance) and self._subscript_of_object(items[0], items[1:], part):
            return
        if is_passed_over(items[0]):
            frame.stack.append(plots_and_timers.element(items[0], len(part.pattern)))
            return
        if isinstance(items[0], Builtin) and items[0].name in JOINED_IN_BRACKETS:
            if any(part.pattern):
                raise ProblemError(element_errors.slice_of_object(items[0], part))
            self.call(items[0], items[1:], {}, part)
            return
        if isinstance(items[0], Class) and items[0].listed and not any(part.pattern):
            frame.stack.append(enumerations.element(items[0], items[1], part))
            return
        if isinstance(items[0], dict):
            frame.stack.append(self.aliases.as_it_is(self._entry(items[0], items[1:], part)))
            return
        self.look(items[1:])
        if isinstance(items[0], IndexedUpdate):
            tensor = self.aliases.current(items[0].tensor)
            frame.stack.append(IndexedUpdate(tensor, key_in(self.evaluator, part, items[1:], tensor)))
            return
        found = element(self.evaluator, part, items, listed=self.lists_are_python_s or isinstance(items[0], tuple))
        frame.stack.append(self.aliases.as_it_is(found))

    def _entry(self, owner: dict[Any, Item], items: list[Item], part: syntax_tree.Subscript) -> Item:
        """What a dictionary has under a key; puts what is missing into a `defaultdict`. Raises ProblemError."""
        key = dictionary_key(key_of_object(part, [self.literal_key(each) for each in items]), part)
        if key in owner:
            return owner[key]
        if isinstance(owner, Counts):
            return 0
        if not isinstance(owner, DefaultDictionary) or owner.factory is None:
            raise ProblemError(element_errors.no_such_key(key, owner, part))
        self.evaluator.hold(1)
        made: Item = self.apart(owner.factory, Arguments([], {}, part))
        owner[key] = made
        return made

    def _subscript_of_object(self, owner: Instance, items: list[Item], part: syntax_tree.Subscript) -> bool:
        """Calls `__getitem__`, or of classes of ours `__slice__` with where it begins and ends and its step."""
        (written, *more) = part.pattern
        if written is not None and not more:
            following = iter(items)
            bounds = [next(following) if each else None for each in written]
            bounds += [None] * (3 - len(bounds))
            if self.member_called(owner, "__slice__", bounds, part):
                return True
        if any(part.pattern):
            self.look(items)
        return self.member_called(owner, "__getitem__", [key_of_object(part, items)], part)

    def _attribute(self, part: syntax_tree.Attribute, frame: CallFrame) -> None:
        owner = frame.stack.pop()
        if isinstance(owner, Tensor) and part.name != "T":
            frame.stack.append(self.names.attribute(self.aliases.current(owner), part))
            return
        if isinstance(owner, Held) and part.name == "data":
            frame.stack.append(owner)
            return
        found = self.member(owner, part.name, part)
        found = self.aliases.as_it_is(found)
        if isinstance(found, Method) and found.function.bound == "property":
            self.call(found, [], {}, part)
        else:
            frame.stack.append(found)

    def _call_by_name(self, part: syntax_tree.Call, frame: CallFrame) -> None:
        keywords = self.named(part, frame.take(len(part.keywords))) if part.keywords else {}
        values = frame.take(part.arity - len(part.keywords))
        self.call_by_name(part, flattened(values), keywords, frame.scope)

    def _invoke(self, part: syntax_tree.Invoke, frame: CallFrame) -> None:
        keywords = self.named(part, frame.take(len(part.keywords)))
        callee, *values = frame.take(part.arity - len(part.keywords))
        self.call(callee, flattened(values), keywords, part)

    # Values

    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true. Raises ProblemError for a tensor with several elements."""
        if isinstance(item, Unknown):
            raise SkippedError
        if isinstance(item, Tensor):
            item = self.aliases.current(item)
            if item.shape and item.raw.size != 1:  # type: ignore[union-attr]
                raise ProblemError(element_errors.truth_of_several(span))
            self.read(item)
            return item.item() != 0.0
        if isinstance(item, PassedOver):
            raise ProblemError(program_errors.gives_nothing(item.name, span))
        if isinstance(item, Instance):
            for name in ("__bool__", "__len__"):
                if isinstance(method := item.kind.find(name), UserFunction):
                    found = self.apart(Method(method, item), Arguments([], {}, syntax_tree.Literal(None, span)))
                    return self.truth(found, span)
        return bool(item) and not isinstance(item, Unkept)

    def same(self, one: Item, other: Item, part: Any) -> bool:
        """Whether two values are equal; numbers by their value, whether they are in the graph or not."""
        left, right = self.number(one), self.number(other)
        return left is right or (not isinstance(left, Tensor) and not isinstance(right, Tensor) and equal(left, right, part))

    def number(self, item: Item) -> Item:
        """A tensor of one number as that number, which the program looks at; anything else as it is."""
        self.read(item)
        if not isinstance(item, Tensor):
            return item
        item = self.aliases.current(item)
        return item if item.shape else item.item()

    def copied(self, tensor: Tensor, part: Any) -> Tensor:
        """A tensor that no change of this one reaches: itself, where the program changes none."""
        copies = self.names.changes_in_place() or self.aliases.shows_outside(tensor)
        return self.aliases.copied(tensor, part) if copies else tensor

    def search(self, item: Item, part: Any) -> None:
        """Counts going through a list to compare what is in it. Raises ProblemError (too-many-repetitions)."""
        if isinstance(item, list | tuple):
            self.repeat(part.span, len(item) // _COMPARED)

    def read(self, item: Item) -> None:
        """The program looks at a number, so its graph may depend on it."""
        self.unrepeatable += isinstance(item, Tensor)
        if self.hooks.reads is not None and isinstance(item, Tensor):
            self.hooks.reads.append(item)
        if isinstance(item, Tensor) and item.requires_grad:
            self.is_data_dependent = True
            if self.watched is not None:
                self.watched.append(item)
            elif self.standing:
                self.standing.check(item, None, looked_at=True)

    def look(self, items: list[Item]) -> None:
        """The program looks at numbers that say where."""
        for item in items:
            self.read(item)
            if isinstance(item, list | tuple):
                self.look([each for each in item if isinstance(each, Tensor)])

    def everything(self, item: Item, part: Any) -> list[Item]:
        """All items of anything that a loop goes through, counted before they are taken. Raises ProblemError."""
        if isinstance(item, list | tuple | str | range | dict | Set):
            self.evaluator.hold(len(item))
            return list(self.items(item, part))
        found: list[Item] = []
        for each in self.items(item, part):
            self.evaluator.hold(1)
            found.append(each)
        return found

    def items(self, item: Item, part: Any) -> Iterator[Item]:
        """What a loop goes through. Raises ProblemError."""
        if isinstance(item, Tensor):
            return self.evaluator.rows(item, part)
        if isinstance(item, dict):
            return iter([*item])  # which the loop may change meanwhile
        if isinstance(item, list | tuple | range | str):
            return iter(item)
        if isinstance(item, Set):
            return iter(item.items())
        if isinstance(item, Class) and item.listed:
            return iter(enumerations.items_of(item))
        if isinstance(item, Unknown):
            raise SkippedError
        if isinstance(item, Iterated):
            return item.items
        if isinstance(item, PassedOver):
            progress = item.items is not None
            return self.items(item.items, part) if progress else iter(plots_and_timers.elements(item, part))
        if isinstance(item, Instance) and isinstance(found := item.kind.find("__iter__"), UserFunction):
            made = self.apart(Method(found, item), Arguments([], {}, part))
            return self._by_next(made, part) if isinstance(made, Instance) else self.items(made, part)
        raise ProblemError(element_errors.not_iterable(item, part))

    def _by_next(self, owner: Instance, part: Any) -> Iterator[Item]:
        """What the `__next__` of an object gives, until it raises StopIteration."""
        method = owner.kind.find("__next__")
        if not isinstance(method, UserFunction):
            raise ProblemError(element_errors.not_iterable(owner, part))
        while True:
            self.evaluator.protected += 1
            try:
                value = self.apart(Method(method, owner), Arguments([], {}, part))
            except ProblemError as error:
                raised = exception_of(error, self.exceptions, ())
                if raised is None or self.exceptions["StopIteration"] not in raised.kind.line():
                    raise
                return
            finally:
                self.evaluator.protected -= 1
            yield value


def _is_nothing(item: Item) -> bool:
    return item is None or isinstance(item, Unkept)


_MAX_APART = 16
"""Rules of operations of the program's own that are run while others are; each takes some of Python's own stack."""

_COMPARED = 32
"""Items that are compared in the time of one repetition."""

_WORDS = frozenset({"not", "in", "not in", "is", "is not"})

_HANDLERS: dict[type[Instruction], Callable[[Machine, Any, CallFrame], None]] = {
    syntax_tree.NumberLiteral: Machine._number,
    bytecode.LoadConstant: Machine._constant,
    syntax_tree.Name: Machine._name,
    syntax_tree.StringLiteral: Machine._text,
    syntax_tree.Literal: Machine._literal,
    syntax_tree.Apply: Machine._apply,
    syntax_tree.FormattedString: Machine._format,
    syntax_tree.Collection: Machine._collection,
    syntax_tree.Subscript: Machine._subscript,
    syntax_tree.Attribute: Machine._attribute,
    syntax_tree.Call: Machine._call_by_name,
    syntax_tree.Invoke: Machine._invoke,
    program.Import: Machine.import_,
    bytecode.Goto: Machine.go,
    bytecode.JumpIfFalse: Machine.go_unless,
    bytecode.JumpIfDecided: Machine.decide,
    bytecode.GetIter: Machine.iterate,
    bytecode.ForIter: Machine.next,
    bytecode.Repeat: Machine.begin_repetition,
    bytecode.EnterLoop: Machine.enter_loop,
    bytecode.LeaveLoop: Machine.leave_loop,
    bytecode.Discard: Machine.discard,
    bytecode.Duplicate: Machine.duplicate,
    bytecode.DupBelow: Machine.tuck,
    bytecode.PopBelow: Machine.nip,
    bytecode.BeginList: Machine.begin_list,
    bytecode.Append: Machine.append,
    bytecode.EndList: Machine.end_list,
    bytecode.StoreName: Machine.store_name,
    bytecode.NameValue: Machine.name_value,
    bytecode.StoreOutside: Machine.store_outside,
    bytecode.DeclareGlobal: Machine.declare_global,
    bytecode.DeleteName: Machine.delete_name,
    bytecode.DeleteAttribute: Machine.delete_attribute,
    bytecode.DeleteItem: Machine.delete_item,
    bytecode.LeaveOut: Machine.leave_out,
    bytecode.StoreAttribute: Machine.store_attribute,
    bytecode.StoreItem: Machine.store_item,
    bytecode.Unpack: Machine.unpack,
    bytecode.ZeroGradient: Machine.zero_gradient,
    bytecode.MakeFunction: Machine.make_function,
    bytecode.LoadBase: Machine.load_base,
    bytecode.MakeClass: Machine.make_class,
    bytecode.Assigned: Machine.assigned,
    bytecode.TakenApart: Machine.taken_apart,
    bytecode.Evaluated: Machine.evaluated,
    bytecode.AugmentedStore: Machine.rebind,
    bytecode.EnterWith: Machine.enter_with,
    bytecode.LeaveWith: Machine.leave_with,
    bytecode.ReturnValue: Machine.give_value_back,
    bytecode.YieldValue: Machine._yield,
    bytecode.LoadSent: Machine._load_sent,
    bytecode.CheckAssertion: Machine.check,
    bytecode.SetupTry: Machine.begin_try,
    bytecode.PopTry: Machine.end_try,
    bytecode.MatchException: Machine.match,
    bytecode.LoadException: Machine.load_exception,
    bytecode.Reraise: Machine.raise_again,
    bytecode.BeginRaise: Machine.begin_raise,
    bytecode.RaiseException: Machine.raise_,
}
