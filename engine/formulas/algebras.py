"""The records' formulas on other kinds of numbers than floats and arrays: dual numbers, and complex ones.

A kind of number says only how a record is applied to it; which records a formula uses stands in the formula's text, so
nothing here lists operations. Knows nothing of tensors or graphs.
"""

import math
import operator
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from backpass.engine.formulas.compiled import kernel
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Name, NumberLiteral, Part, fold
from backpass.engine.operations import OPERATIONS, Family, Operation, Options, Transform

Kind = TypeVar("Kind")

_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Arithmetic(Generic[Kind]):
    """One kind of number."""

    number: Callable[[float], Kind]
    """A constant."""
    apply: Callable[[Operation, Sequence[Kind]], Kind]
    compared: Callable[[Kind], Any]
    """What comparisons look at."""
    choose: Callable[[Any, Kind, Kind], Kind]
    """`where`: the second where the first is true, else the third."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparable:
    """What comparisons look at where their answers are more than truths: `answer(compare, left, right)` gives them."""

    value: Any
    answer: Callable[[Callable[[Any, Any], Any], Any, Any], Any]

    def __lt__(self, other: "Comparable") -> Any:
        return self.answer(operator.lt, self.value, other.value)

    def __le__(self, other: "Comparable") -> Any:
        return self.answer(operator.le, self.value, other.value)

    def __gt__(self, other: "Comparable") -> Any:
        return self.answer(operator.gt, self.value, other.value)

    def __ge__(self, other: "Comparable") -> Any:
        return self.answer(operator.ge, self.value, other.value)

    def __eq__(self, other: object) -> Any:
        assert isinstance(other, Comparable)
        return self.answer(operator.eq, self.value, other.value)

    def __ne__(self, other: object) -> Any:
        assert isinstance(other, Comparable)
        return self.answer(operator.ne, self.value, other.value)

    __hash__ = object.__hash__


def evaluate(text: str, names: Mapping[str, Kind], arithmetic: Arithmetic[Kind]) -> Kind:
    """A formula of a record; `names` are its parameters (and `out`), any other name is a constant of `math`."""

    def leaf(part: Part) -> Any:
        if isinstance(part, Name):
            return names[part.name] if part.name in names else arithmetic.number(getattr(math, part.name))
        assert isinstance(part, NumberLiteral), f"{part} in a rule"
        return arithmetic.number(part.value)

    def combine(part: Part, arguments: list[Any]) -> Any:
        if isinstance(part, Call):
            if part.name == "where":
                return arithmetic.choose(*arguments)
            return arithmetic.apply(OPERATIONS.spellings[part.name], arguments)
        assert isinstance(part, Apply), f"{part} in a rule"
        if compare := _COMPARISONS.get(part.symbol):
            return compare(*map(arithmetic.compared, arguments))
        return arithmetic.apply(OPERATIONS.infix[part.symbol, part.arity], arguments)

    result: Kind = fold(_parsed(text), leaf, combine)
    return result


@cache
def _parsed(text: str) -> Expression:
    return parse_expression(text)


class Dual(NamedTuple):
    """A number and how fast it moves: value + tangent · ε, where ε² is 0."""

    value: float
    tangent: float


def _dual(record: Operation, arguments: Sequence[Dual]) -> Dual:
    value, slopes = kernel(record).scalar(*(each.value for each in arguments))
    # What does not move adds nothing, even where the slope is infinite.
    moves = (slope * each.tangent for slope, each in zip(slopes, arguments, strict=True) if each.tangent)
    return Dual(value, sum(moves, 0.0))


DUAL: Arithmetic[Dual] = Arithmetic(
    number=lambda value: Dual(value, 0.0),
    apply=_dual,
    compared=lambda dual: dual.value,
    choose=lambda condition, chosen, otherwise: chosen if condition else otherwise,
)
"""Dual numbers: evaluating a formula with them differentiates it. `where` takes the branch of the value."""


class NotAnalyticError(Exception):
    """An operation has no continuation to complex numbers here."""


def complex_value(record: Operation, arguments: Sequence[Any], options: Options) -> Any:
    """The operation on complex numbers or arrays of them: the function whose real values are the operation's.

    Cases are distinguished by the real part. Raises NotAnalyticError; run it under `np.errstate(all="ignore")`.
    """
    if isinstance(record.value, Transform):
        return _complex_transform(record.value, arguments, options)
    if isinstance(record.value, str):
        if record.family is Family.ARITHMETIC:
            return kernel(record).value(*arguments)
        return evaluate(record.value, dict(zip(record.parameters, arguments, strict=True)), _COMPLEX)
    if record is OPERATIONS["abs"]:
        (argument,) = arguments
        return np.where(np.real(argument) < 0, -argument, argument)
    loops = getattr(record.value.array, "types", ())
    if record.family is Family.PIECEWISE or "D" * record.arity + "->D" not in loops:
        raise NotAnalyticError(record.name)
    return record.value.array(*arguments)


def _complex_transform(transform: Transform, arguments: Sequence[Any], options: Options) -> Any:
    """A transform where it carries complex numbers through; it may have been written for real ones only."""
    if "application" in options:  # a rule of somebody's own
        raise NotAnalyticError
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", np.exceptions.ComplexWarning)
            result = transform.evaluate(*arguments, **options)
    except (TypeError, ValueError, np.exceptions.ComplexWarning):
        raise NotAnalyticError from None
    if not np.iscomplexobj(result):
        raise NotAnalyticError
    return result


def _complex(record: Operation, arguments: Sequence[Any]) -> Any:
    return complex_value(record, arguments, {})


_COMPLEX: Arithmetic[Any] = Arithmetic(number=np.complex128, apply=_complex, compared=np.real, choose=np.where)

ARRAYS: Arithmetic[Any] = Arithmetic(
    number=np.float64,
    apply=lambda record, arguments: kernel(record).value(*arguments),
    compared=lambda value: value,
    choose=np.where,
)
"""Floats and arrays; run it under `np.errstate(all="ignore")`."""
