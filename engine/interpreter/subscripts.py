"""What stands in square brackets behind a value: indices and slices of lists, keys of dictionaries, and all by which tensors are
indexed, lists of indices and masks among it.
"""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import numpy as np

from backpass.engine.graph.indexing import key_of
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.tensor import is_mask as says_which
from backpass.engine.interpreter.errors import element_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.values import Item, RandomKey, are_no_numbers, are_unlike_arrays, whole_number
from backpass.engine.language.syntax_tree import Part, Subscript
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.operations.indexing import Key
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import Shape


def element(evaluator: OperationEvaluator, part: Subscript, items: list[Item], *, listed: bool) -> Item:
    """`x[i, j:k]` of a tensor, a list or a text; `listed` says whether lists are Python's rather than tensors.

    Raises ProblemError (invalid-axis, shape-mismatch).
    """
    owner = items[0]
    if (
        (listed or isinstance(owner, str) or _holds_no_numbers(owner))
        and isinstance(owner, list | tuple | str | range)
        and len(part.pattern) == 1
    ):
        place = place_in_list(part, items[1:])
        if isinstance(place, slice):
            evaluator.hold(len(range(*place.indices(len(owner)))))
        try:
            return owner[place]
        except IndexError:
            raise ProblemError(element_errors.index_out_of_range(place, len(owner), part)) from None
    tensor = evaluator.tensor(owner, part)
    key, shape = key_in(evaluator, part, items[1:], tensor)
    found = evaluator.operation(OPERATIONS["index"], [tensor], part, {"key": key})
    return found if shape is None else evaluator.operation(OPERATIONS["reshape"], [found], part, {"shape": shape})


def key_in(evaluator: OperationEvaluator, part: Subscript, items: Sequence[Item], tensor: Tensor) -> tuple[Key, Shape | None]:
    """What is written in the brackets behind a tensor, as `key_of` gives it. Raises ProblemError."""
    if len(items) == 1 and isinstance(items[0], tuple):  # `x[place]`: the same as its items with commas between them
        entries = [_entry(evaluator, item, part) for item in items[0]]
    else:
        entries = _written(part, [_entry(evaluator, item, part) for item in items])
    try:
        return key_of(entries, tensor.shape)
    except ProblemError as error:
        raise ProblemError(problem.at(evaluator.place or part.span) for problem in error.problems) from None


def place_in_list(part: Subscript, items: Sequence[Item]) -> Any:
    """The one index or slice by which a list is asked or changed. Raises ProblemError (invalid-axis)."""
    if part.pattern[0] is None and isinstance(items[0], slice):
        return items[0]
    in_slice = part.pattern[0] is not None
    values = [None if item is None and in_slice else whole_number(item, say("an-index"), part) for item in items]
    (place,) = _written(part, values)
    return place


def key_of_object(part: Subscript, items: Sequence[Item]) -> Item:
    """What `__getitem__` of an object is asked for: what stands in the brackets, as a tuple where there are commas.

    Raises ProblemError (invalid-axis).
    """
    if any(part.pattern):
        items = _written(part, [_bound(item, part) for item in items])
    return items[0] if len(items) == 1 else tuple(items)


def _bound(item: Item, part: Part) -> Item:
    """A number of the graph as a whole number, as a slice has them; anything else as it is."""
    return whole_number(item, say("an-index"), part) if isinstance(item, Tensor) and not item.shape else item


def _written(part: Subscript, values: Sequence[Any]) -> list[Any]:
    """What stands in the brackets, slices put together. Raises ProblemError (invalid-axis)."""
    following = iter(values)
    found = [
        next(following) if each is None else slice(*[next(following) if written else None for written in each])
        for each in part.pattern
    ]
    for each in found:
        if isinstance(each, slice):
            if not all(bound is None or isinstance(bound, int) for bound in (each.start, each.stop, each.step)):
                raise ProblemError(element_errors.no_bound(part))
            if each.step == 0:
                raise ProblemError(element_errors.step_of_zero(part.head))
    return found


def _entry(evaluator: OperationEvaluator, item: Item, part: Part) -> Any:
    """A whole number, a slice, None, Ellipsis, or an array of indices or truths. Raises ProblemError."""
    if item is None or isinstance(item, EllipsisType | slice):
        return item
    if isinstance(item, list | tuple | range):
        is_mask = _holds_truths(item)
        item = evaluator.tensor(list(item) if isinstance(item, tuple) else item, part)
        return _indices(item, part, is_mask=is_mask)
    if isinstance(item, Tensor) and item.shape:
        return _indices(item, part, is_mask=says_which(item))
    return whole_number(item, say("an-index"), part)


def _indices(tensor: Tensor, part: Part, *, is_mask: bool) -> Any:
    data = np.asarray(tensor.raw)
    if is_mask:
        return data != 0
    # Beyond 2**53 there are gaps between the numbers, and no index is that large.
    if not (np.isfinite(data).all() and np.equal(np.mod(data, 1), 0).all() and (np.abs(data) < 2.0**53).all()):
        raise ProblemError(element_errors.not_indices(part))
    return data.astype(int)


def _holds_no_numbers(item: Item) -> bool:
    """Whether an item is a list of texts, of keys of `jax.random`, or of arrays that are no rows of one tensor."""
    if not isinstance(item, list) or not item:
        return False
    return isinstance(item[0], RandomKey) or are_no_numbers(item) or are_unlike_arrays(item)


def _holds_truths(item: Any) -> bool:
    """Whether a list is one of truths, at its beginning."""
    seen: set[int] = set()
    while isinstance(item, list | tuple) and item and id(item) not in seen:
        seen.add(id(item))
        item = item[0]
    return isinstance(item, bool)
