"""What Python has ready to compute with numbers: `sum`, `max`, `abs`, `round` and their like."""

import re
from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.iteration import Body, builtin, comparable, each, everything, whole
from backpass.engine.interpreter.errors import element_errors, program_errors
from backpass.engine.interpreter.values import Arguments, Builtin, Instance, Item, Method, Then, UserFunction, whole_number
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Problem, ProblemError, Span

NUMBERS: dict[str, Builtin] = {}
"""Functions by name."""


@builtin(NUMBERS, "sum", least=1, most=2)
def _sum(machine: Any, arguments: Arguments) -> Item:
    """Adds one after the other. It begins with the first item: adding to 0 first would only put a 0 into the graph."""
    first, *start = arguments.values
    start += [arguments.keywords["start"]] if "start" in arguments.keywords else []
    if isinstance(first, Tensor) and not start:
        return machine.evaluator.operation(OPERATIONS["sum"], [first], arguments.part)  # type: ignore[no-any-return]
    items = [*start, *everything(machine, first, arguments)]
    if any(isinstance(item, Instance) for item in items):
        total: Item = start[0] if start else 0
        for item in items[len(start) :]:
            total = _added(machine, total, item, arguments)
        return total
    if start and not isinstance(start[0], Tensor) and start[0] == 0 and len(items) > 1:
        items = items[1:]
    return _chain(machine, "+", items, arguments) if items else 0


@builtin(NUMBERS, "divmod", least=2, most=2)
def _divmod(machine: Any, arguments: Arguments) -> Item:
    return tuple(machine.evaluator.operator(symbol, list(arguments.values), arguments.part) for symbol in ("//", "%"))


def _chain(machine: Any, symbol: str, items: list[Item], arguments: Arguments) -> Item:
    total = items[0]
    for item in items[1:]:
        total = machine.evaluator.operator(symbol, [total, item], arguments.part)
    return total


def _added(machine: Any, total: Item, item: Item, arguments: Arguments) -> Item:
    if isinstance(total, Instance) or isinstance(item, Instance):
        return machine.combined("+", total, item, arguments.part)  # type: ignore[no-any-return]
    return machine.evaluator.operator("+", [total, item], arguments.part)  # type: ignore[no-any-return]


def _extreme(name: str, better: Callable[[Any, Any], bool]) -> Body:
    def body(machine: Any, arguments: Arguments) -> Item | Then:
        items = list(arguments.values)
        if len(items) > 1 and "default" in arguments.keywords:
            text = "Cannot specify a default with multiple positional arguments"
            raise ProblemError(program_errors.python_raises("TypeError", text, arguments.span))
        if len(items) == 1:
            if isinstance(items[0], Tensor):
                return machine.evaluator.operation(OPERATIONS[OPERATIONS[name].unary_form or name], items, arguments.part)  # type: ignore[no-any-return]
            items = everything(machine, items[0], arguments)
        if not items and len(arguments.values) == 1 and "default" in arguments.keywords:
            return arguments.keywords["default"]
        if not items:
            raise ProblemError(program_errors.empty_list(arguments.span))
        key = arguments.keywords.get("key")
        if key is not None:
            return each(
                key, [(item,) for item in items], arguments, lambda keys: _chosen(machine, items, keys, better, arguments)
            )
        if not any(isinstance(item, Tensor) for item in items) or any(isinstance(item, Instance) for item in items):
            return _chosen(machine, items, items, better, arguments)
        total = items[0]
        for item in items[1:]:
            pair = machine.evaluator.tensors([total, item], arguments.part)
            total = machine.evaluator.operation(OPERATIONS[name], pair, arguments.part)
        return total

    return body


def _chosen(machine: Any, items: list[Item], keys: list[Item], better: Callable[[Any, Any], bool], arguments: Arguments) -> Item:
    best = 0
    for key in keys:
        machine.read(key)
    numbers = [comparable(machine, key, arguments) for key in keys]
    try:
        for index, number in enumerate(numbers):
            if better(number, numbers[best]):
                best = index
    except TypeError:  # a number and a text, or several values
        raise ProblemError(element_errors.not_comparable(arguments.part)) from None
    return items[best]


builtin(NUMBERS, "max", least=1)(_extreme("maximum", lambda one, other: one > other))
builtin(NUMBERS, "min", least=1)(_extreme("minimum", lambda one, other: one < other))


def _own(arguments: Arguments, name: str) -> Then | None:
    """The call of a method of the program's own, such as `__abs__`, on the object that is the first argument."""
    item, *more = arguments.values or [None]
    found = item.kind.find(name) if isinstance(item, Instance) else None
    if not isinstance(found, UserFunction):
        return None
    return Then(Method(found, item), Arguments(more, {}, arguments.part), lambda value: value)


@builtin(NUMBERS, "abs", least=1, most=1)
def _abs(machine: Any, arguments: Arguments) -> Item | Then:
    if own := _own(arguments, "__abs__"):
        return own
    (item,) = arguments.values
    if isinstance(item, int | float):
        return abs(item)
    tensors = machine.evaluator.tensors([item], arguments.part)
    return machine.evaluator.operation(OPERATIONS.spellings["abs"], tensors, arguments.part)  # type: ignore[no-any-return]


@builtin(NUMBERS, "float", most=1)
def _float(machine: Any, arguments: Arguments) -> Item | Then:
    if own := _own(arguments, "__float__"):
        return own
    if arguments.values and isinstance(arguments.values[0], Tensor):
        note_lost_gradient(machine, arguments.values[0], arguments.span)
    return float(_value(machine, arguments)) if arguments.values else 0.0


@builtin(NUMBERS, "int", most=2, takes="(x=0, /, base=None)")
def _int(machine: Any, arguments: Arguments) -> Item | Then:
    if own := _own(arguments, "__int__"):
        return own
    if not arguments.values:
        return 0
    item, *bases = arguments.values
    if (base := bases[0] if bases else arguments.keywords.get("base")) is not None:
        return _in_base(machine, item, base, arguments)
    if isinstance(item, str) and not _WHOLE.fullmatch(item):
        raise ProblemError(_refused(machine, f"invalid literal for int() with base 10: {item[:200]!r}", arguments))
    if isinstance(item, str) and len(item) <= _LONGEST_EXACT:
        return int(item)
    try:
        return int(_value(machine, arguments))
    except (OverflowError, ValueError):
        raise ProblemError(program_errors.not_a_number(arguments.values[0], arguments.part)) from None


def _in_base(machine: Any, item: Item, base: Item, arguments: Arguments) -> Item:
    """`int("ff", 16)`. Raises ProblemError."""
    if not isinstance(item, str):
        raise ProblemError(program_errors.not_a_number(item, arguments.part))
    system = whole_number(base, "base", arguments.part)
    try:
        return int(item, system)
    except ValueError:
        text = f"invalid literal for int() with base {system}: {item[:200]!r}"
        raise ProblemError(_refused(machine, text, arguments)) from None


_LONGEST_EXACT = 300
"""Characters of a whole number that floats can hold, too."""
_WHOLE = re.compile(r"\s*[+-]?\d+(_\d+)*\s*")


def _refused(machine: Any, text: str, arguments: Arguments) -> Problem:
    """A text that is no number: what Python raises where the program may catch it."""
    if machine.evaluator.protected:
        return program_errors.python_raises("ValueError", text, arguments.span)
    return program_errors.not_a_number(arguments.values[0], arguments.part)


def note_lost_gradient(machine: Any, tensor: Tensor, span: Span) -> None:
    """Notes that JAX and autograd stop at `float(x)` or `f"{x:.2f}"` of what a gradient is being taken by: here no gradient goes
    through the number.
    """
    if tensor.requires_grad and not set(machine.differentiated).isdisjoint(ancestors(tensor)):
        library = next((each for each in ("jax", "autograd") if machine.names.uses(each)), None)
        if library is not None:
            machine.names.differs("number of traced", library, machine.evaluator.place or span)


def _value(machine: Any, arguments: Arguments) -> float:
    """The number itself, without the graph that made it."""
    (item,) = arguments.values
    if isinstance(item, Tensor) and (not item.shape or item.raw.size == 1):  # type: ignore[union-attr]
        machine.read(item)
        return item.item()
    if isinstance(item, str):
        try:
            return float(item[:400])
        except ValueError:
            raise ProblemError(_refused(machine, f"could not convert string to float: {item[:200]!r}", arguments)) from None
    if isinstance(item, int | float):
        return item
    raise ProblemError(program_errors.not_a_number(item, arguments.part))


@builtin(NUMBERS, "bool", most=1)
def _bool(machine: Any, arguments: Arguments) -> Item:
    return bool(arguments.values) and machine.truth(arguments.values[0], arguments.span)


@builtin(NUMBERS, "round", least=1, most=2)
def _round(machine: Any, arguments: Arguments) -> Item | Then:
    if own := _own(arguments, "__round__"):
        return own
    item, *digits = arguments.values
    if isinstance(item, Tensor) and not digits:
        return machine.evaluator.operation(OPERATIONS["round"], [item], arguments.part)  # type: ignore[no-any-return]
    number = item.item() if isinstance(item, Tensor) and not item.shape else item
    machine.read(item)
    if not isinstance(number, int | float):
        raise ProblemError(program_errors.not_a_number(item, arguments.part))
    try:
        return round(number, max(-400, min(400, whole(machine, digits[0], arguments)))) if digits else round(number)
    except (OverflowError, ValueError):
        return number


@builtin(NUMBERS, "any", least=1, most=1)
def _any(machine: Any, arguments: Arguments) -> Item:
    return any(machine.truth(item, arguments.span) for item in everything(machine, arguments.values[0], arguments))


@builtin(NUMBERS, "all", least=1, most=1)
def _every(machine: Any, arguments: Arguments) -> Item:
    return all(machine.truth(item, arguments.span) for item in everything(machine, arguments.values[0], arguments))
