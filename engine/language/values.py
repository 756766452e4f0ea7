"""What stands on the stack while an expression is computed, besides tensors. Knows nothing of statements."""

from dataclasses import dataclass
from typing import Any

from engine.language.tree import Part
from engine.problems import Code, Problem, ProblemError
from engine.tensor import Tensor


@dataclass(frozen=True, slots=True)
class Module:
    """What an imported name stands for."""

    name: str


class Unknown:
    """The value of a name whose statement had an error: whoever uses it is skipped in silence, so one mistake is
    reported once.
    """


UNKNOWN = Unknown()
Item = Tensor | Module | Unknown | str | bool | list[Tensor] | tuple[Tensor, ...] | None


class SkippedError(Exception):
    """The statement uses a name that could not be computed."""


def whole_number(item: Item, what: str, part: Part) -> int:
    """A constant as a whole number, which indices and options must be. Raises ProblemError (invalid-axis)."""
    if isinstance(item, Tensor) and isinstance(item.data, float) and not item.requires_grad and item.data.is_integer():
        return int(item.data)
    raise ProblemError(
        Problem(
            Code.INVALID_AXIS,
            f"{what} must be a whole number that does not depend on an input.",
            "Write the number itself, as in `x[0]` or `axis=1`.",
            part.span,
        )
    )


def option(item: Item, name: str, part: Part) -> Any:
    """An option's value: a whole number, several, or None, True, False. Raises ProblemError (invalid-axis)."""
    if item is None or isinstance(item, bool):
        return item
    if isinstance(item, tuple | list):
        return tuple(whole_number(each, f"`{name}`", part) for each in item)
    return whole_number(item, f"`{name}`", part)


def unquoted(text: str) -> str:
    """The inside of a quoted text; escapes stay as they are written."""
    inside = text.lstrip("rbfuRBFU")
    quotes = 3 if inside[:3] in ('"""', "'''") else 1
    return inside[quotes:-quotes][:200]
