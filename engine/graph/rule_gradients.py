"""What a backward rule of somebody's own gave back, held against what it was applied to; for library and language alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Shape


@dataclass(frozen=True)
class Manner:
    """How the rules of one make give their gradients."""

    lists: bool = False
    """As a list, too; else as a tuple, or one gradient as it is."""
    tuple_always: bool = False
    """As a tuple, also where there is one."""
    nothing_for_one: bool = False
    """A rule with one argument that gives None sends it nothing; else it has forgotten its `return`."""
    nothings_behind: bool = False
    """Further Nones behind those of the arguments."""
    summed: bool = False
    """A gradient may have the shape of the argument repeated, and is summed, as PyTorch does."""


OPERATION = Manner(lists=True)
PYTORCH = Manner(nothing_for_one=True, nothings_behind=True, summed=True)
JAX = Manner(tuple_always=True)


def by_argument(name: str, found: Any, shapes: Sequence[Shape | None], manner: Manner) -> Sequence[Any]:
    """For each argument what the rule gave; `shapes` has None for an argument that is no tensor.

    Raises ProblemError where the rule gave nothing, no tuple where it should, or another number of gradients.
    """
    wanted = len(shapes)
    if found is None and not (manner.nothing_for_one and wanted == 1):
        raise ProblemError(gives_nothing(name, shapes))
    if manner.tuple_always and not isinstance(found, tuple):
        raise ProblemError(_no_tuple(name))
    several = found if isinstance(found, tuple) or (manner.lists and isinstance(found, list)) else (found,)
    behind = several[wanted:]
    if len(several) < wanted or (behind and not (manner.nothings_behind and all(each is None for each in behind))):
        raise ProblemError(_count(name, len(several), shapes))
    return several[:wanted]


def is_fitting(given: Shape, wanted: Shape, manner: Manner) -> bool:
    """Whether a gradient of one shape may be sent to an argument of another."""
    if given == wanted:
        return True
    try:
        return manner.summed and np.broadcast_shapes(given, wanted) == given
    except ValueError:
        return False


def gives_nothing(name: str, shapes: Sequence[Shape | None]) -> Problem:
    message = say("rule-gives-nothing", name=name, wanted=len(shapes), shapes=listed(shapes))
    return Problem(Code.UNSUPPORTED, message, say("rule-gives-nothing.hint"))


def misshapen(name: str, slot: int, given: Shape, wanted: Shape) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("rule-gradient-shape", name=name, given=given, slot=slot + 1, wanted=wanted),
        say("rule-gradient-shape.hint"),
    )


def no_gradient(name: str, slot: int, kind: str, wanted: Shape) -> Problem:
    """It gave something that has no numbers; `kind` says what."""
    message = say("rule-gradient-kind", name=name, kind=kind, slot=slot + 1, wanted=wanted)
    return Problem(Code.UNSUPPORTED, message, say("rule-gradient-kind.hint"))


def listed(shapes: Sequence[Shape | None]) -> str:
    """The shapes of the tensors among the arguments, as sentences name them."""
    return ", ".join(str(each) for each in shapes if each is not None)


def _count(name: str, given: int, shapes: Sequence[Shape | None]) -> Problem:
    message = say("rule-gradient-count", name=name, given=given, wanted=len(shapes), shapes=listed(shapes))
    return Problem(Code.ARGUMENT_COUNT, message, say("rule-gradient-count.hint"))


def _no_tuple(name: str) -> Problem:
    return Problem(Code.ARGUMENT_COUNT, say("rule-backward-tuple", name=name), say("rule-backward-tuple.hint"))
