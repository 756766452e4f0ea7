"""What stands in square brackets behind a value: indices and slices of lists, keys of dictionaries, and all by which tensors are
indexed, lists of indices and masks among it.
"""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import numpy as np

from engine.keys import key_of
from engine.language.tree import Part, Subscript
from engine.operations import OPERATIONS, Family
from engine.problems import ProblemError
from engine.running import element_refusals
from engine.running.evaluation import Evaluator, dictionary_key
from engine.running.values import Item, whole_number
from engine.tensor import Tensor


def element(evaluator: Evaluator, part: Subscript, items: list[Item], *, listed: bool) -> Item:
    """`x[i, j:k]` of a tensor, a list, a text or a dictionary; `listed` says whether lists are Python's rather than tensors.

    Raises ProblemError (invalid-axis, shape-mismatch).
    """
    owner = items[0]
    if isinstance(owner, dict):
        key = dictionary_key(items[1], part) if len(items) == 2 else None
        if key not in owner:
            raise ProblemError(element_refusals.no_such_key(key, owner, part))
        held: Item = owner[key]
        return held
    if listed and isinstance(owner, list | tuple | str | range) and len(part.pattern) == 1:
        place = place_in_list(part, items[1:])
        if isinstance(place, slice):
            evaluator.hold(len(range(*place.indices(len(owner)))))
        try:
            return owner[place]
        except IndexError:
            raise ProblemError(element_refusals.index_out_of_range(place, len(owner), part)) from None
    tensor = evaluator.tensor(owner, part)
    entries = _written(part, [_entry(evaluator, item, part) for item in items[1:]])
    try:
        key, shape = key_of(entries, tensor.shape)
    except ProblemError as error:
        raise ProblemError(problem.at(evaluator.place or part.span) for problem in error.problems) from None
    found = evaluator.operation(OPERATIONS["index"], [tensor], part, {"key": key})
    return found if shape is None else evaluator.operation(OPERATIONS["reshape"], [found], part, {"shape": shape})


def place_in_list(part: Subscript, items: Sequence[Item]) -> Any:
    """The one index or slice by which a list is asked or changed. Raises ProblemError (invalid-axis)."""
    in_slice = part.pattern[0] is not None
    values = [None if item is None and in_slice else whole_number(item, "An index", part) for item in items]
    (place,) = _written(part, values)
    return place


def _written(part: Subscript, values: Sequence[Any]) -> list[Any]:
    """What stands in the brackets, slices put together. Raises ProblemError (invalid-axis)."""
    following = iter(values)
    found = [
        next(following) if each is None else slice(*[next(following) if written else None for written in each])
        for each in part.pattern
    ]
    if any(isinstance(each, slice) and each.step == 0 for each in found):
        raise ProblemError(element_refusals.step_of_zero(part.head))
    return found


def _entry(evaluator: Evaluator, item: Item, part: Part) -> Any:
    """A whole number, None, Ellipsis, or an array of indices or truths. Raises ProblemError."""
    if item is None or isinstance(item, EllipsisType):
        return item
    if isinstance(item, list | tuple | range):
        is_mask = _holds_truths(item)
        item = evaluator.tensor(list(item) if isinstance(item, tuple) else item, part)
        return _indices(item, part, is_mask=is_mask)
    if isinstance(item, Tensor) and item.shape:
        return _indices(item, part, is_mask=_is_mask(item))
    return whole_number(item, "An index", part)


def _indices(tensor: Tensor, part: Part, *, is_mask: bool) -> Any:
    data = np.asarray(tensor.data)
    if is_mask:
        return data != 0
    if not np.equal(np.mod(data, 1), 0).all():
        raise ProblemError(element_refusals.not_indices(part))
    return data.astype(int)


def _holds_truths(item: Any) -> bool:
    """Whether a list is one of truths, at its beginning."""
    seen: set[int] = set()
    while isinstance(item, list | tuple) and item and id(item) not in seen:
        seen.add(id(item))
        item = item[0]
    return isinstance(item, bool)


def _is_mask(tensor: Tensor) -> bool:
    """Whether a tensor says true or false of each element: a comparison, or masks put together by products and the like."""
    waiting = [tensor]
    for each in waiting:
        if each.operation is None or not np.isin(each.data, (0.0, 1.0)).all():
            return False
        if each.operation.family is not Family.COMPARISON:
            waiting += each.inputs
    return True
