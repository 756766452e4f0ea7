"""What can be wrong with a call of what another library has, in words; see `program_errors`."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.signatures.parameter_meanings import HINTS
from backpass.engine.interpreter.signatures.signatures import Misfit
from backpass.engine.interpreter.values import Item, kind_of
from backpass.engine.language.syntax_tree import Call, Part
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, nearest


def misfit(reading: Any, found: Misfit, part: Part) -> Problem:
    """A call that does not fit the signatures of the library."""
    name = reading.dotted
    messages = {
        "unknown": say("no-parameter", name=name, name2=found.name),
        "twice": say("given-twice", name=name, name2=found.name),
        "missing": say("parameter-missing", name=name, name2=found.name),
        "many": say("most-by-place", name=name, count=int(found.name) if found.reason == "many" else 0),
        "kinds": say("kinds-together", name=name),
    }
    close = nearest(found.name, reading.parameters) if found.reason == "unknown" else None
    hint = say("did-you-mean", close=close) if close else _honoured(reading)
    if found.reason == "many" and name.rpartition(".")[2] in _OF_ONE_LIST:
        return _rows_apart(part)
    return Problem(Code.ARGUMENT_COUNT, messages[found.reason], hint, part.span)


def _rows_apart(part: Part) -> Problem:
    """`np.array([1, 2], [3, 4])`: the second row came into the place of an option."""
    name = f"{part.qualifier}.{part.name}" if isinstance(part, Call) and part.qualifier else getattr(part, "name", "array")
    return Problem(Code.ARGUMENT_COUNT, say("rows-apart", name=name), say("one-list-of-rows", name=name), part.span)


_OF_ONE_LIST = frozenset({"tensor", "array", "asarray", "as_tensor"})
"""What makes a tensor of one list, whose rows are lists within it."""


def _honoured(reading: Any) -> str:
    names = [name for name in reading.parameters if name in reading.honoured and name != "self"]
    return say("understood-here", names=", ".join(f"`{name}`" for name in names)) if names else say("call-without-arguments")


def parameter(reading: Any, name: str, item: Item, part: Part) -> Problem:
    """An argument that is understood at its default only."""
    if isinstance(item, list | tuple | Tensor) and reading.dotted.rpartition(".")[2] in _OF_ONE_LIST:
        return _rows_apart(part)
    message = say("parameter-not-understood", name=name, dotted=reading.dotted)
    return Problem(
        Code.ARGUMENT_COUNT,
        message,
        HINTS.get(name, say("parameter-not-understood.hint", honoured=_honoured(reading))),
        part.span,
    )


def of_python(name: str, given: str, known: frozenset[str], part: Part) -> Problem:
    """An argument by name that a function of Python's is not understood with."""
    message = say("value-not-understood", given=given, name=name)
    hint = say("understood-by-name", known=", ".join(f"`{each}`" for each in sorted(known))) if known else say("values-by-place")
    return Problem(Code.ARGUMENT_COUNT, message, hint, part.span)


def value(name: str, item: Item, known: str, part: Part) -> Problem:
    """An argument whose value is none of those that are understood."""
    if isinstance(part, Call) and part.name in _OF_ONE_LIST and name == "dtype" and isinstance(item, list | tuple | Tensor):
        return _rows_apart(part)
    shown = repr(item) if isinstance(item, str | int | float | tuple) or item is None else kind_of(item)
    return Problem(
        Code.ARGUMENT_COUNT,
        say("option-not-understood", name=name, shown=f"{shown:.60}"),
        say("option-not-understood.hint", known=known),
        part.span,
    )


def function(dotted: str, hint: str, part: Part) -> Problem:
    """A function whose name means something else here."""
    return Problem(Code.UNSUPPORTED, say("operation-differs", dotted=dotted), hint, part.span)


def several_items(size: int, part: Part) -> Problem:
    message = say("item-of-several", size=size)
    return Problem(Code.SHAPE_MISMATCH, message, say("item-of-several.hint"), part.span)


def pair(part: Part) -> Problem:
    message = say("pair-of-maximum")
    return Problem(Code.UNSUPPORTED, message, say("pair-of-maximum.hint"), part.span)


def stacks(part: Part) -> Problem:
    message = say("dot-of-many-axes")
    return Problem(Code.SHAPE_MISMATCH, message, say("dot-of-many-axes.hint"), part.span)


def no_matrix(axes: int, part: Part) -> Problem:
    """`x.t()` of a tensor with more than two axes."""
    return Problem(
        Code.INVALID_AXIS,
        say("t-of-many-axes", axes=axes),
        say("t-of-many-axes.hint"),
        part.span,
    )
