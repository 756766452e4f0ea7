"""Choices: what a form, an API or a command line may offer by name, with the numbers that go with it.

Data sets, optimisers and schedules are tables of such records. A number's default and kind are read from the function that takes
it, so they stand in one place. Knows nothing of what is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from math import isfinite
from typing import Any, Generic, Protocol, TypeVar

from backpass.engine.messages import Text, in_language, say
from backpass.engine.problems import Code, Problem, ProblemError, nearest

Made_co = TypeVar("Made_co", covariant=True)


@dataclass(frozen=True, slots=True)
class NumberOption:
    """One number that something is made with, and the range in which it makes sense."""

    name: str
    meaning: Text
    """One sentence; its message has the attribute `title`, the label of a field."""
    low: float
    high: float

    @property
    def title(self) -> Text:
        """The label of a field for this number."""
        return say(f"{self.meaning.key}.title")


@dataclass(frozen=True, slots=True)
class Choice(Generic[Made_co]):
    """One thing that can be chosen by name; calling it makes one."""

    name: str
    title: str
    sentence: str
    make: Callable[..., Made_co]
    numbers: tuple[NumberOption, ...] = ()

    def __call__(self, *arguments: Any, **numbers: Any) -> Made_co:
        return self.make(*arguments, **numbers)

    def default(self, number: NumberOption) -> float | bool:
        """The default of `number`; a truth value where it is a switch, an int where it must be whole."""
        default: float | bool = signature(self.make).parameters[number.name].default
        return default

    def settled(self, given: Mapping[str, Any]) -> dict[str, float | bool]:
        """Every number, given or by default. Raises ProblemError (invalid-input) for one that is unknown or out of its range."""
        known = {number.name: number for number in self.numbers}
        for name in given.keys() - known.keys():
            guess = nearest(name, known)
            there_are = say("it-takes", known=", ".join(known)) if known else say("it-takes-none")
            hint = f"Did you mean `{guess}`?" if guess else there_are
            raise _unusable(say("no-such-number", name=self.name, name2=name), hint, name)
        return {
            name: self._checked(number, given[name]) if name in given else self.default(number) for name, number in known.items()
        }

    def _checked(self, number: NumberOption, value: Any) -> float | bool:
        default = self.default(number)
        if isinstance(default, bool):
            if isinstance(value, bool):
                return value
            raise _unusable(
                say("switch-not-number", name=number.name, name2=self.name), say("switch-not-number.hint"), number.name
            )
        real = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        whole = isinstance(default, int)
        if not real or not number.low <= value <= number.high or (whole and value != int(value)):
            raise _unusable(
                say(
                    "out-of-range.whole" if whole else "out-of-range",
                    name=number.name,
                    owner=self.name,
                    meaning=_within_a_sentence(in_language(number.meaning)),
                    low=f"{number.low:,g}",
                    high=f"{number.high:,g}",
                ),
                say("out-of-range.hint", name=number.name, default=f"{default:g}"),
                number.name,
            )
        return int(value) if whole else float(value)


def _within_a_sentence(text: str) -> str:
    return f"{text[0].lower()}{text[1:].rstrip('.')}"


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
                say("no-such-choice", kind=kind, name=name, records=", ".join(records)),
                f"Did you mean `{guess}`?" if guess else say("use-one-of-these"),
            )
        )
    return records[name]


def _unusable(message: str, hint: str, field: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint, field=field))
