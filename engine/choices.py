"""Choices: what a form, an API or a command line may offer by name, with the numbers that go with it.

Data sets, optimisers and schedules are tables of such records. A number's default and kind are read from the function that takes
it, so they stand in one place. Knows nothing of what is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from math import isfinite
from typing import Any, Generic, Protocol, TypeVar

from engine.problems import Code, Problem, ProblemError, nearest

Made_co = TypeVar("Made_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Number:
    """One number that something is made with, and the range in which it makes sense."""

    name: str
    meaning: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Choice(Generic[Made_co]):
    """One thing that can be chosen by name; calling it makes one."""

    name: str
    title: str
    sentence: str
    make: Callable[..., Made_co]
    numbers: tuple[Number, ...] = ()

    def __call__(self, *arguments: Any, **numbers: Any) -> Made_co:
        return self.make(*arguments, **numbers)

    def default(self, number: Number) -> float | bool:
        """What `number` is where nothing is said; a truth value where it is a switch, an int where it must be whole."""
        default: float | bool = signature(self.make).parameters[number.name].default
        return default

    def settled(self, given: Mapping[str, Any]) -> dict[str, float | bool]:
        """Every number, given or by default. Raises ProblemError (invalid-input) for one that is unknown or out of its range."""
        known = {number.name: number for number in self.numbers}
        for name in given.keys() - known.keys():
            guess = nearest(name, known)
            there_are = f"It takes {', '.join(known)}." if known else "It takes none."
            hint = f"Did you mean `{guess}`?" if guess else there_are
            raise _unusable(f"`{self.name}` takes no number called `{name}`.", hint, name)
        return {
            name: self._checked(number, given[name]) if name in given else self.default(number) for name, number in known.items()
        }

    def _checked(self, number: Number, value: Any) -> float | bool:
        default = self.default(number)
        if isinstance(default, bool):
            if isinstance(value, bool):
                return value
            raise _unusable(f"`{number.name}` of {self.name} is a switch, not a number.", "Write true or false.", number.name)
        real = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        whole = isinstance(default, int)
        if not real or not number.low <= value <= number.high or (whole and value != int(value)):
            raise _unusable(
                f"`{number.name}` of {self.name} is {number.meaning[0].lower()}{number.meaning[1:].rstrip('.')}: "
                f"{'a whole number' if whole else 'a number'} from {number.low:,g} to {number.high:,g}.",
                f"Write {number.name} {default:g}, which it is where nothing is said, or another in that range.",
                number.name,
            )
        return int(value) if whole else float(value)


class Named(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=Named)


def table(*records: Record) -> dict[str, Record]:
    """The records by name."""
    return {record.name: record for record in records}


def chosen(kind: str, name: str, records: Mapping[str, Record]) -> Record:
    """The record of that name; `kind` is what they are called. Raises ProblemError (unknown-function)."""
    if name not in records:
        guess = nearest(name, records)
        raise ProblemError(
            Problem(
                Code.UNKNOWN_FUNCTION,
                f"There is no {kind} called `{name}`; there are {', '.join(records)}.",
                f"Did you mean `{guess}`?" if guess else "Use one of these.",
            )
        )
    return records[name]


def _unusable(message: str, hint: str, field: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint, field=field))
