"""Operations on what stands on the stack: tensors, and numbers that become tensors where they meet one. Work is counted and
refused before it is done. Knows nothing of names, statements or calls of functions.
"""

import gc
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, argument_count, arranged, computed, shape_after
from backpass.engine.interpreter.errors import binding_errors, call_errors, element_errors, program_errors
from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS
from backpass.engine.interpreter.program_state.live_tensors import Room
from backpass.engine.interpreter.python_containers import Deque, NamedRow
from backpass.engine.interpreter.tensor_semantics.aliases import Aliases
from backpass.engine.interpreter.tensor_semantics.exact_whole_numbers import LARGEST, ExactWholeNumbers
from backpass.engine.interpreter.tensor_semantics.library_differences import difference
from backpass.engine.interpreter.tensor_semantics.number_kinds import REARRANGES, WATCHED, NumberKinds
from backpass.engine.interpreter.tensor_semantics.requires_grad import Tracking
from backpass.engine.interpreter.values import (
    Builtin,
    Class,
    Extremes,
    GradientContext,
    Instance,
    Item,
    Missing,
    Plain,
    SkippedError,
    Starred,
    Unkept,
    Unknown,
    UserFunction,
    are_unlike_arrays,
    option,
    whole_number,
)
from backpass.engine.language.syntax_tree import Apply, Call, Part
from backpass.engine.limits import Limits
from backpass.engine.operations import OPERATIONS, Operation, Options
from backpass.engine.problems import Problem, ProblemError, Span
from backpass.engine.shapes import MAX_AXES, size_of, too_many_axes

NO_OPTIONS: Options = {}

_NEEDED = frozenset({"shape", "key"})
"""Options without which an operation says nothing."""

_LONGEST_KEY = 100
"""Values of a key that is several of them: every look into the dictionary goes through all."""

_ELEMENTS_PER_OPERATION = 1_000
"""Numbers of an array that are computed in the time of an operation."""

_LARGEST_INTEGER = 2**1023
"""Whole numbers are exact up to it; the largest floats are a little larger."""


_OF_NUMBERS = {
    symbol: FUNCTIONS[record.name] for (symbol, count), record in OPERATIONS.infix.items() if count == 2 and record.elementwise
}

_OF_WHOLE = frozenset(symbol for (symbol, _), record in OPERATIONS.infix.items() if record.name in WATCHED)
"""Operators that are something else for whole numbers in some library."""


class OperationEvaluator:
    """Computes operations under limits."""

    def __init__(self, limits: Limits, *, lists_are_tensors: bool) -> None:
        self._limits = limits
        self._in_program = lists_are_tensors
        self._nodes = 0
        self._elements = 0
        self._in_tensors = 0
        """Those of the elements that are in tensors."""
        self._operations = 0
        """Nodes that were made before others were freed."""
        self.exact = ExactWholeNumbers()
        self._made: list[Tensor] = []
        """Tensors of this run that were not freed: other threads may be making tensors of their own."""
        self._uncounted = 0
        """Tensors that were made and count no more, less those that count and were never made."""
        self.recorded: list[Tensor] | None = None
        """Tensors that are made while a repetition of a loop is recorded."""
        self.times_freed = 0
        self.free: Callable[[set[Tensor], int], Room] | None = None
        """Frees those of the run's tensors that nothing can reach; takes all of them and the most nodes that there may be."""
        self.aliases = Aliases(self)
        self.tracking = Tracking(self)
        self.kinds = NumberKinds(self)
        self.whole = False
        """Whether a library has made an array of whole numbers; before that no kind of numbers is asked for."""
        self.contexts: Sequence[GradientContext] = ()
        """What `with` has entered, the machine's own list."""
        self.note: Callable[[Problem], None] = lambda _: None
        """Says something of the program."""
        self.gradients = True
        """Whether there are gradients outside of all that `with` has entered."""
        self.careful = False
        """Whether a tensor was changed in place, or gradients were off; before that arguments are what they are."""
        self.protected = 0
        """How many `try` are in progress: within one, numbers of Python's raise what they raise there."""
        self.place: Span | None = None
        """Where the program called what is being run, if the text that is run is not the program's."""

    @property
    def lists_are_tensors(self) -> bool:
        """Whether lists are tensors where the machine is now: never in what libraries define."""
        return self._in_program and self.place is None

    @property
    def paused(self) -> bool:
        """Whether gradients are off, as within `torch.no_grad()`."""
        return not (self.contexts[-1].gradients if self.contexts else self.gradients)

    # Counting

    def count(self, tensor: Tensor) -> None:
        """Counts a node. Raises ProblemError (too-many-nodes, too-many-elements)."""
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._make_room()
            self._limits.check_nodes(self._nodes)
        self._made.append(tensor)
        if self.recorded is not None:
            self.recorded.append(tensor)
        if type(tensor.raw) is not float:
            elements = size_of(tensor.raw)
            self._in_tensors += elements
            self.hold(elements)

    def counted_already(self, tensor: Tensor) -> None:
        """A tensor takes the place of one that is counted otherwise."""
        self._made.append(tensor)

    def count_from_zero(self) -> None:
        """What is made after a program was stopped, to name and draw what there is, is counted from nothing."""
        self._elements = self._in_tensors = self._nodes = 0

    def hold(self, items: int) -> None:
        """Counts items that a list, a text or a tensor is going to hold. Raises ProblemError (too-many-elements)."""
        self._elements += items
        if self._elements > self._limits.elements:
            self.check_room(0)

    def check_room(self, elements: int) -> None:
        """Frees what can be freed where there is no room for a tensor of so many elements. Raises ProblemError
        (too-many-elements).
        """
        if self._elements + elements > self._limits.elements and elements <= self._limits.elements:
            self._make_room()
        self._limits.check_elements(self._elements + elements)

    def _make_room(self) -> None:
        """Frees the tensors that nothing can reach, if that leaves half of what is allowed. Raises ProblemError
        (too-much-work).
        """
        limits = self._limits
        if self.free is None or self._operations + self._nodes > limits.operations:
            limits.check_operations(self._operations + self._nodes)
            return
        self.times_freed += 1
        if self.recorded is not None:
            self.recorded.clear()
        room = self._freed(self.free)
        if len(room.tensors) > limits.nodes // 2 and gc.collect():
            freed = room.freed
            del room  # its set would keep alive what it holds
            room = self._freed(self.free)  # cycles of objects held some of them
            room = room._replace(freed=room.freed + freed)
        self._elements -= room.freed
        elements = self._elements - self._in_tensors + room.elements
        if len(room.tensors) <= limits.nodes // 2 and elements <= limits.elements // 8 * 7:
            nodes = self._nodes - len(room.tensors)
            self._uncounted += nodes
            self._operations += nodes + (self._elements - elements) // _ELEMENTS_PER_OPERATION
            self._nodes, self._elements, self._in_tensors = len(room.tensors), elements, room.elements

    def made(self) -> int:
        """How many tensors this run has made by now, those that were freed among them."""
        return self._nodes + self._uncounted

    def counted(self) -> tuple[int, int, int]:
        """How many nodes, numbers and numbers in tensors there are by now."""
        return self._nodes, self._elements, self._in_tensors

    def repetitions_left(self, nodes: int, elements: int) -> int:
        """How often so much more may be made before tensors have to be freed."""
        left = (self._limits.nodes - self._nodes) // max(nodes, 1)
        return min(left, (self._limits.elements - self._elements) // max(elements, 1)) - 1

    def will_free(self, nodes: int) -> bool:
        """Whether there is no room for so many more nodes, so that tensors are freed on the way."""
        return not self._limits.tentative and self._nodes + nodes > self._limits.nodes

    def free_now(self) -> None:
        """Frees what can be freed, before there is no room. It counts until then as if it were there."""
        if self.free is not None:
            self._freed(self.free)

    def _freed(self, free: Callable[[set[Tensor], int], Room]) -> Room:
        made = set(self._made)
        self._made.clear()  # what is left refers to no tensor from here
        room = free(made, self._limits.nodes)
        self._made = [*room.tensors]
        return room

    def count_again(self, work: tuple[int, int, int], times: int) -> None:
        """Counts repetitions that were computed without making tensors."""
        self._nodes += work[0] * times
        self._uncounted -= work[0] * times
        self._elements += work[1] * times
        self._in_tensors += work[2] * times

    def move(self, items: int) -> None:
        """Counts items that are only moved, which takes a thousandth of the time of making them."""
        self.hold(items // 1_000)

    # Items as tensors

    def constant(self, value: Any, span: Span | None) -> Tensor:
        """A new constant leaf. In the text of a library `span` is a place in that text, so the program's call takes its place."""
        made = Tensor(value, requires_grad=False)
        made.span = self.place or span
        self.count(made)
        return made

    def tensors(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The items as tensors, which an operation's arguments must be. Raises ProblemError, SkippedError."""
        return [item if type(item) is Tensor and not self.careful else self.tensor(item, part) for item in items]

    def tensor(self, item: Item, part: Part, depth: int = 0) -> Tensor:
        """An item as a tensor: a number as a constant, a list of tensors stacked. Raises ProblemError, SkippedError."""
        if isinstance(item, Tensor):
            return self.aliases.current(item)
        if isinstance(item, int | float):
            made = self.constant(float(item), getattr(item, "span", None))
            if isinstance(item, int) and abs(item) >= LARGEST:
                self.exact.known[made] = int(item)
            if self.whole:
                self.kinds.note_plain(made, item)
            return made
        if isinstance(item, Extremes):
            raise ProblemError(binding_errors.pair(part))
        if isinstance(item, range):
            self.hold(len(item))
            item = list(item)
        if isinstance(item, list | tuple) and (isinstance(item, list) or not self.lists_are_tensors):
            if depth >= MAX_AXES:
                raise too_many_axes(depth + 1)
            if not depth:
                self._check_nested(item, part)
            return self._joined([self.tensor(each, part, depth + 1) for each in item], part)
        if isinstance(item, Unknown):
            raise SkippedError
        if isinstance(item, Unkept):
            self.note(difference("arithmetic with None", "torch", part.span))
            return self.tensor(item.number, part)
        raise ProblemError(program_errors.not_a_number(item, part))

    def _joined(self, items: list[Tensor], part: Part) -> Tensor:
        """A list as a tensor: of numbers alone a constant, else its elements stacked."""
        if not items:
            raise ProblemError(program_errors.empty_list(part.span))
        if any(tensor.operation is not None or tensor.requires_grad for tensor in items):
            return self.operation(OPERATIONS["stack"], items, part)
        shape_after(OPERATIONS["stack"], items, NO_OPTIONS)
        made = self.constant([tensor.raw for tensor in items], part.span)
        if self.whole:
            self.kinds.note(made, self.kinds.promoted(items))
        return made

    def _check_nested(self, item: "list[Any] | tuple[Any, ...]", part: Part) -> None:
        """Refuses a list that holds the same lists so often that its numbers would be too many nodes, before it makes them. One
        that is nested deeper than arrays are is refused where that is met. Raises ProblemError (too-many-nodes).
        """
        sizes: dict[int, int] = {}

        def nodes(each: "list[Any] | tuple[Any, ...]", depth: int) -> int:
            if id(each) not in sizes:
                sizes[id(each)] = 0  # for a list that holds itself
                lists = [inner for inner in each if isinstance(inner, list | tuple)]
                inside = sum(nodes(inner, depth + 1) for inner in lists) if depth < MAX_AXES else 0
                sizes[id(each)] = inside + len(each) - len(lists)
            return sizes[id(each)]

        count, deepest = nodes(item, 0), item
        for _ in range(MAX_AXES):
            deepest = next((each for each in deepest if isinstance(each, list | tuple)), ())
        if not deepest and count > self._limits.nodes:
            try:
                self._limits.check_nodes(count)
            except ProblemError as error:
                raise ProblemError(problem.at(self.place or part.span) for problem in error.problems) from None

    def tensor_list(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The elements of a list as tensors, with the whole list marked where one is none. Raises ProblemError."""
        try:
            return self.tensors(items, part)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None

    # Operations

    def operation(self, record: Operation, arguments: Sequence[Tensor], part: Part, options: Options = NO_OPTIONS) -> Tensor:
        """The operation's result as a node with its place. Raises ProblemError."""
        if self.careful:  # after all changes; what was computed without gradients is a constant where there are gradients
            arguments = self.aliases.arguments_now(arguments)
            if self.tracking.untracked and not self.paused:
                arguments = [self.tracking.held_back(each, part) for each in arguments]
        if self.protected and record.name in _DIVISIONS:
            self._check_divisor(arguments, part)
        if self.whole and record.name in WATCHED:
            self.kinds.check(record, arguments, part)
        scalar = not options and not record.variadic
        for each in arguments:
            scalar = scalar and type(each.raw) is float
        try:
            if scalar:
                result = FUNCTIONS[record.name](*arguments)
                if self.exact.known or not -LARGEST < result.raw < LARGEST:
                    self._as_whole_number(result)
            else:
                if not arguments or (len(arguments) != record.arity and not record.variadic):
                    raise ProblemError(argument_count(record, len(arguments)))
                # Refused before it is allocated where it would be too large.
                shape = shape_after(record, arguments, options)
                self.check_room(math.prod(shape))
                result = computed(record, arguments, options)
        except ProblemError as error:
            raise ProblemError(problem.at(self.place or part.span) for problem in error.problems) from None
        result.span = self.place or part.span
        self.count(result)
        if self.whole and self.place is not None and record.name not in REARRANGES:
            self.kinds.note(result, None)
        if self.careful and (self.contexts or not self.gradients) and result.requires_grad and self.paused:
            self.tracking.paused(result)
        return result

    def _as_whole_number(self, result: Tensor) -> None:
        """A result of Python's whole numbers, which are exact, as the float that is nearest to it."""
        number = float(result.raw)
        if not math.isfinite(number) or (abs(number) < LARGEST and self.exact.known.keys().isdisjoint(result.inputs)):
            return
        if self.aliases.library_of(result) is None and (found := self.exact.of(result)) is not None:
            result.raw = float(found)

    def _check_divisor(self, arguments: Sequence[Tensor], part: Part) -> None:
        """Raises ProblemError where Python divides by zero: numbers of no library."""
        if all(type(each.raw) is float and self.aliases.library_of(each) is None for each in arguments) and not arguments[-1].raw:
            raise ProblemError(program_errors.python_raises("ZeroDivisionError", "division by zero", part.span))

    def call(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Item:
        """An operation called with items. Raises ProblemError (argument-count and those of the operation)."""
        if record.unary_form and len(items) == 1:
            record = OPERATIONS[record.unary_form]
        if record.extended_form and (
            len(items) > record.arity or keywords.keys() & OPERATIONS[record.extended_form].keywords.keys()
        ):
            record = OPERATIONS[record.extended_form]
        if record.variadic:
            return self._call_with_list(record, part, items, keywords)
        if record.keywords:
            items = arranged(record, items, keywords)
        options = self._options(record, part, items, keywords)
        if (
            not options
            and not self.lists_are_tensors
            and len(items) == record.arity
            and all(isinstance(item, Plain) for item in items)
        ):
            return self.operation(record, self.tensors(items, part), part).item()
        arguments = self.tensors(items, part)
        if len(arguments) != record.arity and not (record.is_variadic_fold and len(arguments) > record.arity):
            raise ProblemError(argument_count(record, len(arguments)).at(part.span))
        result = self.operation(record, arguments[: record.arity], part, options)
        for argument in arguments[record.arity :]:
            result = self.operation(record, [result, argument], part)
        return result

    def _call_with_list(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Tensor:
        first = items[0] if items else None
        if not isinstance(first, list | tuple):
            raise ProblemError(call_errors.needs_a_list(record, part.span))
        if not first:
            raise ProblemError(program_errors.empty_list(part.span))
        return self.operation(record, self.tensors(first, part), part, self._options(record, part, items, keywords))

    def _options(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Options:
        """What the call says besides the inputs, by keyword or by place; takes it out of `items`."""
        options: dict[str, Any] = {}
        for keyword, value in keywords.items():
            name = OPTION_SPELLINGS.get(keyword, keyword)
            if name not in record.options:
                raise ProblemError(call_errors.unknown_option(record, keyword, part.span))
            options[name] = option(value, name, part)
        by_place = items[record.arity :] if record.options else []
        if by_place:
            del items[record.arity :]
            if len(by_place) > len(record.options) == 1:
                by_place = [tuple(by_place)]  # reshape(x, 2, 3)
            if len(by_place) > len(record.options):
                raise ProblemError(argument_count(record, record.arity + len(by_place)).at(part.span))
            options |= {name: option(item, name, part) for name, item in zip(record.options, by_place, strict=False)}
        if "key" in options and not isinstance(options["key"], tuple):
            options["key"] = (options["key"],)
        if any(name not in options for name in record.options if name in _NEEDED):
            raise ProblemError(call_errors.unknown_option(record, "", part.span))
        return options

    # Operators

    def of_numbers(self, part: Apply, stack: list[Item]) -> bool:
        """`a + b` and its like of two tensors of one number each, which a scalar program is made of: takes them off the stack and
        puts the result there; False, with the stack as it was, for anything else. Raises ProblemError.
        """
        if self.careful or self.protected or part.arity != 2:
            return False
        if self.whole and (part.symbol in _OF_WHOLE or self.place is not None):
            return False
        function = _OF_NUMBERS.get(part.symbol)
        if function is None:
            return False
        left, right = stack[-2], stack[-1]
        if type(left) is not Tensor or type(right) is not Tensor or type(left.raw) is not float or type(right.raw) is not float:
            return False
        try:
            result = function(left, right)
        except ProblemError as error:
            raise ProblemError(problem.at(self.place or part.span) for problem in error.problems) from None
        if self.exact.known or not -LARGEST < result.raw < LARGEST:
            self._as_whole_number(result)
        result.span = self.place or part.span
        self.count(result)
        stack[-2:] = (result,)
        return True

    def of_tensors(self, symbol: str, items: list[Item], part: Part) -> Tensor | None:
        """`a + b` and its like of tensors alone, as nearly all are; None for anything else. Raises ProblemError."""
        for item in items:
            if type(item) is not Tensor:
                return None
        record = OPERATIONS.infix.get((symbol, len(items)))
        return self.operation(record, items, part) if record else None  # type: ignore[arg-type]

    def operator(self, symbol: str, items: list[Item], part: Part) -> Item:
        """`a + b` and its like: a node where a tensor is among the items, else what Python would give. Raises ProblemError."""
        found = self.of_tensors(symbol, items, part)
        if found is not None:
            return found
        if symbol in ("==", "!=") and not self.lists_are_tensors and _is_number_beside_text(items):
            return symbol == "!="
        if symbol == "*" and len(items) == 2 and isinstance(items[0], str) != isinstance(items[1], str):
            items = [whole_number(item, "This", part) if isinstance(item, Tensor) else item for item in items]
        if not any(isinstance(item, Tensor) for item in items):
            found = self._python(symbol, items, part)
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        record = OPERATIONS.infix.get((symbol, len(items)))
        if record is None:
            raise ProblemError(program_errors.no_operator(symbol, part))
        return self.operation(record, self.tensors(items, part), part)

    def _python(self, symbol: str, items: list[Item], part: Part) -> Any:
        """The operator on Python's own values; NotImplemented where it is one for tensors."""
        if any(isinstance(item, Unknown) for item in items):
            raise SkippedError
        if all(isinstance(item, int | float) for item in items) and (len(items) == 1 or symbol in _PLAIN):
            return self._of_plain_numbers(symbol, items, part)
        if len(items) != 2:
            return NotImplemented
        left, right = items
        if symbol in ("==", "!="):
            return equal(left, right, part) == (symbol == "==")
        if isinstance(left, Deque) and isinstance(right, list | tuple) and symbol == "+":
            self.hold(len(left) + len(right))
            return left + right
        if self.lists_are_tensors and not any(isinstance(item, str | Deque | NamedRow) or _is_of_unlike(item) for item in items):
            return NotImplemented
        if symbol == "+" and isinstance(left, list | tuple | str) and _kind(left) is _kind(right):
            self.hold(len(left) + len(right))  # type: ignore[arg-type]
            return left + right  # type: ignore[operator]
        if symbol == "*" and isinstance(left, int) and isinstance(right, list | tuple | str):
            left, right = right, left
        if symbol == "*" and isinstance(left, list | tuple | str) and isinstance(right, int):
            self.hold(len(left) * max(right, 0))
            return left * int(right)
        return NotImplemented

    def _of_plain_numbers(self, symbol: str, items: Sequence[Any], part: Part) -> Plain:
        """The operator on Python's numbers, with a note where Python would stop. Raises ProblemError."""
        try:
            found = plain(symbol, items)
        except WholeNumberError:
            raise ProblemError(program_errors.whole_number_too_large(self.place or part.span)) from None
        if symbol in _RAISING and not math.isfinite(found) and (name := _error(symbol, *items)):
            if self.protected and name in _RAISED:
                raise ProblemError(program_errors.python_raises(*_RAISED[name], self.place or part.span))
            self.note(difference(name, "python", self.place or part.span, value=str(found)))
        return found

    def rows(self, tensor: Tensor, part: Part) -> Iterator[Tensor]:
        """The parts of a tensor along its first axis, a node each. Raises ProblemError for a scalar."""
        if not tensor.shape:
            raise ProblemError(element_errors.not_iterable(tensor, part))
        return (self.operation(OPERATIONS["index"], [tensor], part, {"key": (index,)}) for index in range(tensor.shape[0]))


def _is_of_unlike(item: Item) -> bool:
    """Whether an item is a list of arrays that are no rows of one tensor."""
    return isinstance(item, list) and are_unlike_arrays(item)


def _is_key(item: Item) -> bool:
    if isinstance(item, Instance):
        return not item.kind.compared and isinstance(item.kind.find("__eq__"), Missing)
    return isinstance(item, str | int | float | UserFunction | Class) or item is None


def dictionary_key(item: Item, part: Any) -> Any:
    """What a dictionary may have for a key: a text, a number, true or false, or what is equal to itself alone, as a function is.
    Raises ProblemError (unsupported).
    """
    if _is_key(item):
        return item
    if isinstance(item, tuple) and len(item) <= _LONGEST_KEY and all(map(_is_key, item)):
        return item
    raise ProblemError(element_errors.not_a_key(item, part))


def equal(left: Item, right: Item, part: Part) -> bool:
    """Whether two values that are no tensors are equal. Lists within lists are not compared: the same list may stand in one a
    thousand times, so that comparing would never end. Raises ProblemError (unsupported).
    """
    if isinstance(left, Builtin) and isinstance(right, Builtin):
        return left is right or left.name == right.name  # a class of Python's, as in `type(x) == float`
    if isinstance(left, Instance) and isinstance(right, Instance) and left.kind is right.kind and left.kind.compared:
        pairs = ((left.members.get(name), right.members.get(name)) for name in left.kind.compared)
        return all((equal if isinstance(one, list | tuple) else _alike)(one, other, part) for one, other in pairs)
    if isinstance(left, dict) and isinstance(right, dict):
        if left is right or left.keys() != right.keys():
            return left is right
        left, right = list(left.values()), [right[key] for key in left]
    if not isinstance(left, list | tuple) or not isinstance(right, list | tuple):
        return bool(left == right)
    if any(isinstance(item, list | tuple | dict) for item in (*left, *right)):
        raise ProblemError(element_errors.not_comparable(part))
    if _kind(left) is not _kind(right) or len(left) != len(right):
        return False
    return all(_alike(one, other, part) for one, other in zip(left, right, strict=True))


def _kind(item: Item) -> type:
    """The class of an item; a row with names is a tuple."""
    return tuple if isinstance(item, tuple) else type(item)


def _alike(one: Item, other: Item, part: Part) -> bool:
    """Whether two items of lists are equal; tensors by their number. Raises ProblemError (unsupported) for arrays."""
    if one is other:
        return True
    if any(isinstance(each, Tensor) and each.shape for each in (one, other)):
        raise ProblemError(element_errors.not_comparable(part))
    left, right = (each.item() if isinstance(each, Tensor) else each for each in (one, other))
    return bool(left == right)


def flattened(items: list[Item]) -> list[Item]:
    """The items with `*list` taken apart."""
    if not any(isinstance(item, Starred) for item in items):
        return items
    return [each for item in items for each in (item.items if isinstance(item, Starred) else [item])]


def plain(symbol: str, items: Sequence[Any]) -> Plain:
    """Arithmetic and comparison of plain numbers. As in Python, except that it goes on where Python raises: 1/0 is infinite, as
    on the graph. Raises WholeNumberError.
    """
    if len(items) == 1:
        return -items[0]  # type: ignore[no-any-return]
    left, right = items
    try:
        if symbol == "**":
            return _power(left, right)
        found: Any = _PLAIN[symbol](left, right)
    except (ZeroDivisionError, OverflowError):
        with np.errstate(all="ignore"):
            found = float(_PLAIN[symbol](np.float64(left), np.float64(right)))
    if isinstance(found, int) and abs(found) > _LARGEST_INTEGER:
        raise WholeNumberError
    return found  # type: ignore[no-any-return]


class WholeNumberError(ArithmeticError):
    """A whole number of Python's that is larger than any float is, and is not computed with here."""


_RAISING = frozenset({"/", "//", "%", "**"})
"""Operators with which Python raises an error for some numbers."""


_RAISED = {
    "division by zero": ("ZeroDivisionError", "division by zero"),
    "out of range": ("OverflowError", "(34, 'Numerical result out of range')"),
}
"""The class and the text of the errors that Python raises; a root of a negative number is a complex one there."""

_DIVISIONS = frozenset({"divide", "floor_divide", "modulo"})


def _error(symbol: str, left: Any, right: Any) -> str | None:
    """The name of what Python does instead of giving this number; None where it gives the same one."""
    if symbol != "**":
        return "division by zero" if right == 0 else None
    if not (math.isfinite(left) and math.isfinite(right)):
        return None
    if left < 0 and not float(right).is_integer():
        return "no real number"
    return "division by zero" if left == 0 else "out of range"


def _power(base: Any, exponent: Any) -> Plain:
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0:
        if exponent * (abs(base).bit_length() - 1) >= _LARGEST_INTEGER.bit_length():
            raise WholeNumberError
        power: int = int(base) ** int(exponent)
        return power
    with np.errstate(all="ignore"):
        return float(np.float64(base) ** np.float64(exponent))


_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "**": operator.pow,
}


def _is_number_beside_text(items: list[Item]) -> bool:
    """Whether one of two items is a text and the other one number of the graph: they are never equal."""
    one, other = items
    if isinstance(one, str):
        one, other = other, one
    return isinstance(other, str) and isinstance(one, Tensor) and not one.shape
