"""Operations on what stands on the stack: tensors, and numbers that become tensors where they meet one. Work is counted and
refused before it is done. Knows nothing of names, statements or calls of functions.
"""

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.language.tree import Call, Part
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation, Options
from engine.problems import ProblemError, Span
from engine.running import call_refusals, element_refusals, refusals
from engine.running.dialects import OPTION_SPELLINGS
from engine.running.values import (
    MOST_NESTED,
    Item,
    Plain,
    SkippedError,
    Starred,
    Unknown,
    option,
)
from engine.tensor import FUNCTIONS, Tensor, apply, argument_count, arranged, shape_after

NO_OPTIONS: Options = {}

_NEEDED = frozenset({"shape", "key"})
"""Options without which an operation says nothing."""

_LONGEST_KEY = 100
"""Values of a key that is several of them: every look into the dictionary goes through all."""

_LARGEST_INTEGER = 2**63
"""Whole numbers beyond it go on as floats."""


class Evaluator:
    """Computes operations under limits."""

    def __init__(self, limits: Limits, *, lists_are_tensors: bool) -> None:
        self._limits = limits
        self._lists_are_tensors = lists_are_tensors
        self._nodes = 0
        self._elements = 0
        self.place: Span | None = None
        """Where the program called what is being run, if the text that is run is not the program's."""

    # Counting

    def count(self, tensor: Tensor) -> None:
        """Counts a node. Raises ProblemError (too-many-nodes, too-many-elements)."""
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._limits.check_nodes(self._nodes)
        if type(tensor.data) is not float:
            self.hold(math.prod(tensor.shape))

    def hold(self, items: int) -> None:
        """Counts items that a list, a text or a tensor is going to hold. Raises ProblemError (too-many-elements)."""
        self._elements += items
        if self._elements > self._limits.elements:
            self._limits.check_elements(self._elements)

    def move(self, items: int) -> None:
        """Counts items that are only moved, which takes a thousandth of the time of making them."""
        self.hold(items // 1_000)

    # Items as tensors

    def constant(self, value: Any, span: Span | None) -> Tensor:
        """A new constant leaf."""
        made = Tensor(value, requires_grad=False)
        made.span = span
        self.count(made)
        return made

    def tensors(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The items as tensors, which an operation's arguments must be. Raises ProblemError, SkippedError."""
        return [item if isinstance(item, Tensor) else self.tensor(item, part) for item in items]

    def tensor(self, item: Item, part: Part, depth: int = 0) -> Tensor:
        """An item as a tensor: a number as a constant, a list of tensors stacked. Raises ProblemError, SkippedError."""
        if isinstance(item, Tensor):
            return item
        if isinstance(item, int | float):
            return self.constant(float(item), getattr(item, "span", None))
        if isinstance(item, range):
            self.hold(len(item))
            item = list(item)
        if isinstance(item, list | tuple) and (isinstance(item, list) or not self._lists_are_tensors) and depth < MOST_NESTED:
            return self._joined([self.tensor(each, part, depth + 1) for each in item], part)
        if isinstance(item, Unknown):
            raise SkippedError
        raise ProblemError(refusals.not_a_number(item, part))

    def _joined(self, items: list[Tensor], part: Part) -> Tensor:
        """A list as a tensor: of numbers alone a constant, else its elements stacked."""
        if not items:
            raise ProblemError(refusals.empty_list(part.span))
        if any(tensor.operation is not None or tensor.requires_grad for tensor in items):
            return self.operation(OPERATIONS["stack"], items, part)
        shape_after(OPERATIONS["stack"], items, NO_OPTIONS)
        return self.constant([tensor.data for tensor in items], part.span)

    def tensor_list(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The elements of a list as tensors, with the whole list marked where one is none. Raises ProblemError."""
        try:
            return self.tensors(items, part)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None

    # Operations

    def operation(self, record: Operation, arguments: Sequence[Tensor], part: Part, options: Options = NO_OPTIONS) -> Tensor:
        """The operation's result as a node with its place. Raises ProblemError."""
        scalar = not options and not record.variadic
        for each in arguments:
            scalar = scalar and type(each.data) is float
        try:
            if scalar:
                result = FUNCTIONS[record.name](*arguments)
            else:
                # Refused before it is allocated where it would be too large.
                shape = shape_after(record, arguments, options)
                self._limits.check_elements(self._elements + math.prod(shape))
                result = apply(record, *arguments, **options)
        except ProblemError as error:
            raise ProblemError(problem.at(self.place or part.span) for problem in error.problems) from None
        result.span = self.place or part.span
        self.count(result)
        return result

    def call(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Item:
        """An operation called with items. Raises ProblemError (argument-count and those of the operation)."""
        if record.alone and len(items) == 1:
            record = OPERATIONS[record.alone]
        if record.longer and (len(items) > record.arity or keywords.keys() & OPERATIONS[record.longer].keywords.keys()):
            record = OPERATIONS[record.longer]
        if record.variadic:
            return self._call_with_list(record, part, items, keywords)
        if record.keywords:
            items = arranged(record, items, keywords)
        options = self._options(record, part, items, keywords)
        if (
            not options
            and not self._lists_are_tensors
            and len(items) == record.arity
            and all(isinstance(item, Plain) for item in items)
        ):
            return self.operation(record, self.tensors(items, part), part).item()
        arguments = self.tensors(items, part)
        if len(arguments) != record.arity and not (record.folds and len(arguments) > record.arity):
            raise ProblemError(argument_count(record, len(arguments)).at(part.span))
        result = self.operation(record, arguments[: record.arity], part, options)
        for argument in arguments[record.arity :]:
            result = self.operation(record, [result, argument], part)
        return result

    def _call_with_list(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Tensor:
        first = items[0] if items else None
        if not isinstance(first, list | tuple):
            raise ProblemError(call_refusals.needs_a_list(record, part.span))
        if not first:
            raise ProblemError(refusals.empty_list(part.span))
        return self.operation(record, self.tensors(first, part), part, self._options(record, part, items, keywords))

    def _options(self, record: Operation, part: Call, items: list[Item], keywords: dict[str, Item]) -> Options:
        """What the call says besides the inputs, by keyword or by place; takes it out of `items`."""
        options: dict[str, Any] = {}
        for keyword, value in keywords.items():
            name = OPTION_SPELLINGS.get(keyword, keyword)
            if name not in record.options:
                raise ProblemError(call_refusals.unknown_option(record, keyword, part.span))
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
            raise ProblemError(call_refusals.unknown_option(record, "", part.span))
        return options

    # Operators

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
        if not any(isinstance(item, Tensor) for item in items):
            found = self._python(symbol, items, part)
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        record = OPERATIONS.infix.get((symbol, len(items)))
        if record is None:
            raise ProblemError(refusals.no_operator(symbol, part))
        return self.operation(record, self.tensors(items, part), part)

    def _python(self, symbol: str, items: list[Item], part: Part) -> Any:
        """The operator on Python's own values; NotImplemented where it is one for tensors."""
        if any(isinstance(item, Unknown) for item in items):
            raise SkippedError
        if all(isinstance(item, int | float) for item in items) and (len(items) == 1 or symbol in _PLAIN):
            return plain(symbol, items)
        if len(items) != 2:
            return NotImplemented
        left, right = items
        if symbol in ("==", "!="):
            return equal(left, right, part) == (symbol == "==")
        if self._lists_are_tensors and not (isinstance(left, str) or isinstance(right, str)):
            return NotImplemented
        if symbol == "+" and isinstance(left, list | tuple | str) and type(left) is type(right):
            self.hold(len(left) + len(right))
            return left + right  # type: ignore[operator]
        if symbol == "*" and isinstance(left, int) and isinstance(right, list | tuple | str):
            left, right = right, left
        if symbol == "*" and isinstance(left, list | tuple | str) and isinstance(right, int):
            self.hold(len(left) * max(right, 0))
            return left * int(right)
        return NotImplemented

    def rows(self, tensor: Tensor, part: Part) -> Iterator[Tensor]:
        """The parts of a tensor along its first axis, a node each. Raises ProblemError for a scalar."""
        if not tensor.shape:
            raise ProblemError(element_refusals.not_iterable(tensor, part))
        return (self.operation(OPERATIONS["index"], [tensor], part, {"key": (index,)}) for index in range(tensor.shape[0]))


def dictionary_key(item: Item, part: Part) -> Any:
    """What a dictionary may have for a key: a text, a number, true or false. Raises ProblemError (unsupported)."""
    if isinstance(item, str | int | float) or item is None:
        return item
    if isinstance(item, tuple) and len(item) <= _LONGEST_KEY and all(isinstance(each, str | int | float) for each in item):
        return item
    raise ProblemError(element_refusals.not_a_key(item, part))


def equal(left: Item, right: Item, part: Part) -> bool:
    """Whether two values that are no tensors are equal. Lists within lists are not compared: the same list may stand in one a
    thousand times, so that comparing would never end. Raises ProblemError (unsupported).
    """
    if not isinstance(left, list | tuple) or not isinstance(right, list | tuple):
        nested = isinstance(left, dict) and isinstance(right, dict)
        return left is right if nested else bool(left == right)
    if any(isinstance(item, list | tuple | dict) for item in (*left, *right)):
        raise ProblemError(element_refusals.not_comparable(part))
    return type(left) is type(right) and len(left) == len(right) and all(map(operator.eq, left, right))


def flattened(items: list[Item]) -> list[Item]:
    """The items with `*list` taken apart."""
    if not any(isinstance(item, Starred) for item in items):
        return items
    return [each for item in items for each in (item.items if isinstance(item, Starred) else [item])]


def plain(symbol: str, items: Sequence[Any]) -> Plain:
    """Arithmetic and comparison of plain numbers. As in Python, except that it goes on where Python raises: 1/0 is infinite, as
    on the graph.
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
        return float(found)
    return found  # type: ignore[no-any-return]


def _power(base: Any, exponent: Any) -> Plain:
    with np.errstate(all="ignore"):
        found = float(np.float64(base) ** np.float64(exponent))
    whole = isinstance(base, int) and isinstance(exponent, int) and exponent >= 0
    return int(found) if whole and abs(found) < 2**53 else found


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
