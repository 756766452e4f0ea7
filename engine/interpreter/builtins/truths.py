"""`&`, `|`, `^` and `~`: of masks, truths, sets and dictionaries, and of Python's whole numbers. The order of texts and rows."""

import operator
from typing import Any

from backpass.engine.graph.tensor import Tensor, is_mask
from backpass.engine.interpreter.builtins.formatting import is_whole
from backpass.engine.interpreter.builtins.iteration import comparable
from backpass.engine.interpreter.builtins.sets import of_sets
from backpass.engine.interpreter.errors import element_errors, program_errors
from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS
from backpass.engine.interpreter.values import Arguments, Item, Set, SkippedError, Unknown
from backpass.engine.language.syntax_tree import Apply
from backpass.engine.problems import ProblemError

OF_TRUTHS = frozenset({"&", "|", "~"})
ORDERS: dict[str, Any] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_BITS = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
_JOINED = {"&": "logical_and", "|": "logical_or", "^": "logical_xor", "~": "logical_not"}


def are_ordered(items: list[Item]) -> bool:
    """Whether two items are texts, tuples or lists, which Python compares from the left."""
    return any(all(isinstance(item, kind) for item in items) for kind in (str, tuple, list))


def in_order(machine: Any, symbol: str, items: list[Any], part: Any) -> bool:
    """How two texts, tuples or lists compare: by the first items that differ. Raises ProblemError (unsupported)."""
    left, right = items
    if not isinstance(left, str):
        machine.search(left, part)
        left, right = ([comparable(machine, machine.number(each), Arguments([], {}, part)) for each in item] for item in items)
    try:
        return ORDERS[symbol](left, right)  # type: ignore[no-any-return]
    except TypeError:
        raise ProblemError(element_errors.not_comparable(part)) from None


def is_caret(part: Apply) -> bool:
    """Whether a power is written as `^`, which is another operator of Python's for truths and sets."""
    return part.head[1] - part.head[0] == 1


def of_truths(machine: Any, symbol: str, items: list[Item], part: Any) -> Item:
    """The operator on these values. Raises ProblemError (unsupported) where it would work on the bits of numbers of the graph."""
    if any(isinstance(item, Unknown) for item in items):
        raise SkippedError
    if all(isinstance(item, Set) for item in items):
        return of_sets(machine, symbol, items, part)
    if all(isinstance(item, dict) for item in items) and symbol == "|":
        left, right = items
        machine.evaluator.hold(len(left) + len(right))  # type: ignore[arg-type]
        return left | right  # type: ignore[operator]
    items = [_as_integer(machine, item) for item in items]
    if all(isinstance(item, int) for item in items) and not (symbol == "~" and isinstance(items[0], bool)):
        return _of_integers(symbol, items)
    if any(isinstance(item, Tensor) for item in items) and all(machine.is_truth_or_set(item) for item in items):
        return LIBRARY_FUNCTIONS["numpy"][_JOINED[symbol]].call(machine, Arguments(items, {}, part))  # type: ignore[return-value]
    raise ProblemError(program_errors.works_on_bits(symbol, part))


def _as_integer(machine: Any, item: Item) -> Item:
    """A whole number of Python's own that has become one of the graph, as it was; anything else as it is."""
    if not isinstance(item, Tensor) or item.requires_grad or item.shape or machine.aliases.library_of(item) is not None:
        return item
    return int(item.item()) if machine.lists_are_python_s and is_whole(item, machine) and not is_mask(item) else item


def _of_integers(symbol: str, items: list[Any]) -> int:
    """Of truths a truth, of whole numbers what their bits give, as in Python."""
    if symbol == "~":
        return ~items[0]  # type: ignore[no-any-return]
    return _BITS[symbol](*items)  # type: ignore[no-any-return]
