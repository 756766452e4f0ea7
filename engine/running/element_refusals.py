"""What can be wrong with elements, keys, members and attributes, in words; see `refusals`."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from engine.language.tree import Attribute, Part, Subscript
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, Span, nearest
from engine.running.refusals import listed, meant
from engine.running.values import Item, Module, kind_of

_MOST_SUGGESTED = 1_000
"""Names that are compared with a mistyped one."""


def not_indices(part: Part) -> Problem:
    message = "A list of indices holds whole numbers, or one truth for each element."
    return Problem(Code.INVALID_AXIS, message, "Write `x[[0, 2]]`, or `x[x > 0]` for a choice.", part.span)


def invalid_einsum(message: str, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, message, 'Write one letter for each axis, as in `einsum("ij,jk->ik", a, b)`.', part.span)


def several_places(part: Part) -> Problem:
    message = "A list has one axis, so one index says where; a list within it has its own."
    return Problem(Code.INVALID_AXIS, message, "Write `a[0][1] = …`.", part.span)


def step_of_zero(span: Span) -> Problem:
    return Problem(Code.INVALID_AXIS, "A slice cannot go in steps of 0.", "Write a step of 1 or more, or a negative one.", span)


def index_out_of_range(index: object, length: int, part: Part) -> Problem:
    return Problem(
        Code.INVALID_AXIS,
        f"The index {index} does not exist: there are {length} elements.",
        f"Indices go from 0 to {length - 1}; -1 is the last." if length else "Put something in first.",
        part.span,
    )


def slice_of_other_length(chosen: int, given: int, part: Part) -> Problem:
    message = f"The slice has {chosen} elements, and {given} are given for them."
    return Problem(Code.SHAPE_MISMATCH, message, "Give as many as it has, or write a slice without a step.", part.span)


def no_such_key(key: Any, owner: dict[Any, Item], part: Subscript) -> Problem:
    known = [f"{each!s:.40}" for each in islice(owner, _MOST_SUGGESTED)]
    message = f"The dictionary has no key {key!r:.60}."
    return Problem(Code.INVALID_AXIS, message, meant(str(key), known, f"Its keys are: {listed(known[:20])}."), part.span)


def not_a_key(item: Item, part: Part) -> Problem:
    message = f"The key of a dictionary must be a text or a number, and this is {kind_of(item)}."
    return Problem(Code.UNSUPPORTED, message, "Write the key in quotes.", part.span)


def items_fixed(owner: Item, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"No element of {kind_of(owner)} can be replaced: a graph keeps every value it was built from.",
        "Use a list, or make a new value with `where`, `stack` or `concatenate`.",
        part.span,
    )


def not_iterable(item: Item, part: Part) -> Problem:
    message = f"A loop cannot go through {kind_of(item)}."
    hint = "A single number has no parts; for a number of repetitions write `range(n)`."
    return Problem(Code.UNSUPPORTED, message, hint, part.span)


def no_length(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED, f"{kind.capitalize()} has no length.", "Lists, texts and tensors with axes have one.", part.span
    )


def not_comparable(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, "These values have no order.", "Sort numbers, or give a `key` that is one.", part.span)


def unpacking(names: int, values: int, span: Span) -> Problem:
    return Problem(
        Code.SYNTAX,
        f"{names} names cannot take {'more' if values > names else values} values.",
        "Write one name for each value.",
        span,
    )


def no_member(owner: Item, name: str, part: Part) -> Problem:
    known: Sequence[str] = ()
    if isinstance(owner, Module):
        message = f"`{owner.name}` has no `{name}` here."
        known = list(OPERATIONS.spellings)
    else:
        message = f"There is no `{name}` in {kind_of(owner)}."
        members = getattr(owner, "members", {})
        known = [*members, *getattr(getattr(owner, "kind", None), "members", ())]
    otherwise = f"There are: {listed(known[:12])}." if known and len(known) < 40 else "Look at its spelling."
    return Problem(Code.ATTRIBUTE_REFUSED, message, meant(name, known, otherwise), part.span)


def no_members(kind: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, f"{kind.capitalize()} has no members.", "Objects of the program's classes have.", part.span)


def truth_of_several(span: Span) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        "A tensor with several elements is neither true nor false.",
        "Choose element by element with `where(condition, a, b)`, or ask of one element.",
        span,
    )


def attribute(part: Attribute) -> Problem:
    close = nearest(part.name, OPERATIONS.spellings) if not part.name.startswith("_") else None
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        f"Values have no attribute `{part.name}` here; their only methods are the operations.",
        f"Did you mean `.{close}()`?" if close else "Write an operation, as in `x.tanh()`, or leave it out.",
        part.head,
    )


def attribute_set(name: str, span: Span) -> Problem:
    message = f"`.{name}` cannot be set; values keep the graph that made them."
    return Problem(Code.ATTRIBUTE_REFUSED, message, "Assign to a new name instead.", span)


def data_of_result(span: Span) -> Problem:
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        "This value was computed, so its number cannot be set: it would contradict what it was computed from.",
        "Set the data of an input.",
        span,
    )


def data_of_other_shape(given: object, shape: object, span: Span) -> Problem:
    message = f"The new data have the shape {given}, the value has {shape}."
    return Problem(Code.SHAPE_MISMATCH, message, "Give data of the same shape.", span)
