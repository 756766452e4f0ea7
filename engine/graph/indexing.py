"""What may stand in the brackets behind a tensor, as the key of the operation `index`: arrays of indices, and masks, too.

Knows shapes and arrays; nothing of tensors.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.indexing import Key, picked
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Shape


def key_of(entries: Sequence[Any], shape: Shape) -> tuple[Key, Shape | None]:
    """The key for a tensor of that shape, and the shape that what it picks has then to be given; None where it has it already.

    Entries are whole numbers, slices, None, Ellipsis, and arrays: of whole numbers, or of truths, which are masks. Raises
    ProblemError (invalid-axis, shape-mismatch).
    """
    listed = _without_masks(entries, shape)
    arrays = [each for each in listed if isinstance(each, np.ndarray)]
    try:
        together = np.broadcast_shapes(*(each.shape for each in arrays))
    except ValueError:
        raise _invalid(say("index-lists-shapes"), say("index-lists-shapes.hint")) from None
    key = tuple(
        tuple(np.broadcast_to(each, together).ravel().tolist()) if isinstance(each, np.ndarray) else each for each in listed
    )
    if len(together) < 2:
        return key, None
    found, place = picked(key, shape)
    assert place is not None
    return key, (*found[:place], *together, *found[place + 1 :])


def _without_masks(entries: Sequence[Any], shape: Shape) -> list[Any]:
    """The entries with every mask as a list of indices for each of its axes. Raises ProblemError (shape-mismatch)."""
    found: list[Any] = []
    for place, each in enumerate(entries):
        if not (isinstance(each, np.ndarray) and each.dtype == bool):
            found.append(each)
            continue
        axis = sum(_axes(entry) for entry in entries[:place])
        if any(entry is Ellipsis for entry in entries[:place]):
            axis = len(shape) - sum(_axes(entry) for entry in entries[place:])
        if each.shape != shape[axis : axis + each.ndim]:
            raise ProblemError(
                Problem(
                    Code.SHAPE_MISMATCH,
                    say("mask-shape", shape=each.shape, shape2=shape[max(axis, 0) :]),
                    say("mask-shape.hint"),
                )
            )
        found += np.nonzero(each)
    return found


def _axes(entry: Any) -> int:
    """How many axes an entry takes up."""
    if isinstance(entry, np.ndarray):
        return entry.ndim if entry.dtype == bool else 1
    return 0 if entry is None or entry is Ellipsis else 1


def _invalid(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_AXIS, message, hint))
