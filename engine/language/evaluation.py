"""Computes expressions on tensors, under limits: parts are taken in order, results stand on a stack.

What a name stands for, and what becomes of a leaf that a constructor makes, is asked of the `Names` it is given.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

from engine.language import refusals
from engine.language.dialects import CONSTANTS, CONSTRUCTORS, MODULES, OPTION_SPELLINGS
from engine.language.tree import (
    Apply,
    Attribute,
    Call,
    Collection,
    Expression,
    Literal,
    Name,
    Number,
    Part,
    Subscript,
    Text,
)
from engine.language.values import Item, Module, SkippedError, Unknown, option, unquoted, whole_number
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation, Options
from engine.problems import Problem, ProblemError, Span
from engine.tensor import FUNCTIONS, Tensor, apply, argument_count, shape_after

NO_OPTIONS: Options = {}


class Names(Protocol):
    """What an expression needs to know of the program around it."""

    def look_up(self, part: Name) -> Item:
        """What the name stands for. Raises ProblemError."""

    def known(self, name: str) -> Tensor | None:
        """The tensor that the name stands for already, if any."""

    def constructed(self, leaf: Tensor, label: str | None, literal: Span) -> None:
        """A constructor has made a leaf of the number that stands at `literal`."""

    def note(self, problem: Problem, mention: tuple[Span, Tensor]) -> None:
        """Something worth saying of a name that stands for a tensor."""


class Evaluator:
    """Computes the expressions of one program."""

    def __init__(self, limits: Limits, names: Names) -> None:
        self._limits = limits
        self._names = names
        self._nodes = 0
        self._elements = 0

    def tensor(self, expression: Expression) -> Tensor:
        """The value of an expression. Raises ProblemError, or SkippedError where it uses what could not be computed."""
        stack: list[Item] = []
        for part in expression:
            if isinstance(part, Name):
                stack.append(self._names.look_up(part))
            elif isinstance(part, Number):
                stack.append(self.constant(part.value, part.span))
            elif isinstance(part, Text | Literal):
                stack.append(part.value)
            else:
                split = len(stack) - (1 if isinstance(part, Attribute) else part.arity)
                stack[split:] = [self._combined(part, stack[split:])]
        return self._tensors(stack, expression[-1])[0]

    def constant(self, value: float, span: Span) -> Tensor:
        """A new constant leaf."""
        made = Tensor(value, requires_grad=False)
        made.span = span
        self.count(made)
        return made

    def count(self, tensor: Tensor) -> None:
        """Counts a node. Raises ProblemError (too-many-nodes, too-many-elements)."""
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._limits.check_nodes(self._nodes)
        if type(tensor.data) is not float:
            self._elements += math.prod(tensor.shape)
            self._limits.check_elements(self._elements)

    def _combined(self, part: Apply | Call | Attribute | Collection | Subscript, items: list[Item]) -> Item:
        if isinstance(part, Apply):
            record = OPERATIONS.infix.get((part.symbol, part.arity))
            if record is None:
                raise ProblemError(refusals.comparison(part))
            return self._operation(record, self._tensors(items, part), part)
        if isinstance(part, Call):
            return self._call(part, items)
        if isinstance(part, Attribute):
            return self._attribute(part, items[0])
        return self._collection(part, items) if isinstance(part, Collection) else self._subscript(part, items)

    def _tensors(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The items as tensors, which an operation's arguments must be."""
        return [item if isinstance(item, Tensor) else self._as_tensor(item, part) for item in items]

    def _as_tensor(self, item: Item, part: Part) -> Tensor:
        if isinstance(item, Tensor):
            return item
        if isinstance(item, list):
            return self._joined(item, part)
        if isinstance(item, Unknown):
            raise SkippedError
        raise ProblemError(refusals.not_a_number(item, part))

    def _joined(self, items: list[Tensor], part: Part) -> Tensor:
        """A list as a tensor: of numbers alone a constant, else its elements stacked."""
        if any(tensor.operation is not None or tensor.requires_grad for tensor in items):
            return self._operation(OPERATIONS["stack"], items, part)
        shape_after(OPERATIONS["stack"], items, NO_OPTIONS)
        constant = Tensor([tensor.data for tensor in items], requires_grad=False)
        constant.span = part.span
        self.count(constant)
        return constant

    def _collection(self, part: Collection, items: list[Item]) -> Item:
        """A list or tuple of tensors; lists within become tensors, so none is nested."""
        try:
            tensors = self._tensors(items, part)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None
        return tensors if part.kind == "list" else tuple(tensors)

    def _subscript(self, part: Subscript, items: list[Item]) -> Tensor:
        """`x[i, j:k]` of a tensor or a list."""
        owner = self._as_tensor(items[0], part)
        values = iter([whole_number(item, "An index", part) for item in items[1:]])
        key = tuple(
            next(values) if written is None else slice(*[next(values) if each else None for each in written])
            for written in part.pattern
        )
        if any(isinstance(each, slice) and each.step == 0 for each in key):
            raise ProblemError(refusals.step_of_zero(part.head))
        return self._operation(OPERATIONS["index"], [owner], part, {"key": key})

    def _operation(self, record: Operation, arguments: Sequence[Tensor], part: Part, options: Options = NO_OPTIONS) -> Tensor:
        try:
            if options or record.variadic or not all(type(each.data) is float for each in arguments):
                # Refused before it is allocated where it would be too large.
                shape = shape_after(record, arguments, options)
                self._limits.check_elements(self._elements + math.prod(shape))
                result = apply(record, *arguments, **options)
            else:
                result = FUNCTIONS[record.name](*arguments)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None
        result.span = part.span
        self.count(result)
        return result

    def _call(self, part: Call, items: list[Item]) -> Tensor:
        if part.method and isinstance(items[0], Module):
            items = items[1:]
        record = OPERATIONS.spellings.get(part.name)
        if part.name in CONSTRUCTORS:
            return self._construct(part, items)
        if record is None:
            return self._product_with_a_value(part, items)
        if record.alone and len(items) - len(part.keywords) == 1:
            record = OPERATIONS[record.alone]
        if record.variadic:
            return self._call_with_list(record, part, items)
        options = self._options(record, part, items)
        arguments = self._tensors(items, part)
        if len(arguments) != record.arity and not (record.folds and len(arguments) > record.arity):
            raise ProblemError(argument_count(record, len(arguments)).at(part.span))
        result = self._operation(record, arguments[: record.arity], part, options)
        for argument in arguments[record.arity :]:
            result = self._operation(record, [result, argument], part)
        return result

    def _call_with_list(self, record: Operation, part: Call, items: list[Item]) -> Tensor:
        first = items[0] if items else None
        if not isinstance(first, list | tuple):
            raise ProblemError(refusals.needs_a_list(record, part.span))
        return self._operation(record, first, part, self._options(record, part, items))

    def _options(self, record: Operation, part: Call, items: list[Item]) -> Options:
        """What the call says besides the inputs, by keyword or by place; takes it out of `items`."""
        options: dict[str, Any] = {}
        for keyword in reversed(part.keywords):
            name = OPTION_SPELLINGS.get(keyword, keyword)
            if name not in record.options:
                raise ProblemError(refusals.unknown_option(record, keyword, part.span))
            options[name] = option(items.pop(), name, part)
        by_place = items[record.arity :] if record.options else []
        if by_place:
            del items[record.arity :]
            if len(by_place) > len(record.options) == 1:
                by_place = [tuple(self._tensors(by_place, part))]  # reshape(x, 2, 3)
            if len(by_place) > len(record.options):
                raise ProblemError(argument_count(record, record.arity + len(by_place)).at(part.span))
            options |= {name: option(item, name, part) for name, item in zip(record.options, by_place, strict=False)}
        if record.options == ("shape",) and not options:
            raise ProblemError(refusals.unknown_option(record, "", part.span))
        return options

    def _construct(self, part: Call, items: list[Item]) -> Tensor:
        """`Value(2.0)`, `Value(2.0, label='a')`: a leaf."""
        plain = len(items) - len(part.keywords)
        label = dict(zip(part.keywords, items[plain:], strict=True)).get("label")
        values = self._tensors(items[:plain], part)
        if len(values) != 1:
            raise ProblemError(refusals.one_number(part))
        (value,) = values
        if value.requires_grad:
            return value
        leaf = Tensor(value.data)
        leaf.span = part.span
        self._names.constructed(leaf, unquoted(label) if isinstance(label, str) else None, value.span or part.span)
        return leaf

    def _product_with_a_value(self, part: Call, items: list[Item]) -> Tensor:
        """`x(y + 1)` with a known x is a product, as in class. Raises ProblemError where the name is nothing that is known."""
        known = self._names.known(part.name)
        if known is None or part.method or len(items) != 1:
            raise ProblemError(refusals.unknown_function(part))
        self._names.note(refusals.read_as_product(part), (part.head, known))
        return self._operation(OPERATIONS["multiply"], [known, *self._tensors(items, part)], part)

    def _attribute(self, part: Attribute, owner: Item) -> Item:
        if isinstance(owner, Module):
            dotted = f"{owner.name}.{part.name}"
            if dotted in MODULES:
                return Module(dotted)
            if part.name in CONSTANTS:
                return self.constant(CONSTANTS[part.name], part.span)
        if part.name == "T":
            return self._operation(OPERATIONS["transpose"], self._tensors([owner], part), part)
        raise ProblemError(refusals.attribute(part))
