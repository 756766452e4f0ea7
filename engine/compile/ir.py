"""Writes scalar code: results stand for numbers, and calculating with them writes lines, none twice and none that is not needed.

The records' formulas are evaluated with results as with any other kind of number (see `engine.formulas.algebras`), which
writes them down. Knows nothing of graphs or gradients.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.formulas.algebras import Arithmetic, evaluate
from backpass.engine.formulas.compiled import kernel
from backpass.engine.operations import OPERATIONS, Family, Native, Operation

WHERE = "where"

_LARGEST_WRITTEN_OUT = 8
"""Whole powers up to this one are products: several times as fast, and right to a few units in the last place."""


class Parameter(NamedTuple):
    """A number that is given when the code is run."""

    name: str


class Instruction(NamedTuple):
    """One operation on earlier results."""

    function: str
    """The name of an operation's record, the symbol of a comparison, or `where`."""
    arguments: tuple[int, ...]
    """Places of earlier results."""


Entry = Parameter | Instruction | float
"""What makes the number at a place of the code; a float is a constant."""


class IRBuilder:
    """Code while it is written. Nothing is written twice: who asks for the same again gets the place where it stands."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._places: dict[Any, int] = {}

    def given(self, name: str) -> "Value":
        return self._at(Parameter(name), Parameter(name))

    def constant(self, value: float) -> "Value":
        # 0.0 and -0.0 are equal and not the same, NaN is the same and not equal: the digits distinguish them.
        return self._at(value.hex(), value)

    def line(self, function: str, arguments: Sequence["Value"], *, commutes: bool = False) -> "Value":
        places = [each.place for each in arguments]
        line = Instruction(function, tuple(sorted(places) if commutes else places))
        return self._at(line, line)

    def _at(self, key: Any, entry: Entry) -> "Value":
        place = self._places.setdefault(key, len(self.entries))
        if place == len(self.entries):
            self.entries.append(entry)
        return Value(self, place)


COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
"""The symbols of comparisons, as functions of floats and of arrays."""


def _comparison(symbol: str) -> Callable[["Value", "Value"], "Value"]:
    def compared(left: "Value", right: "Value") -> "Value":
        if left.constant is not None and right.constant is not None:
            return left.code.constant(float(COMPARISONS[symbol](left.constant, right.constant)))
        if symbol == "!=" and right.constant == 0 and (question := _asked(left)) is not None:
            return question
        return left.code.line(symbol, [left, right])

    return compared


def _asked(answer: "Value") -> "Value | None":
    """The comparison of which a number is the answer, 1 or 0."""
    entry = answer.code.entries[answer.place]
    if not isinstance(entry, Instruction) or entry.function != WHERE:
        return None
    question, yes, no = (Value(answer.code, place) for place in entry.arguments)
    return question if (yes.constant, no.constant) == (1, 0) else None


_not_equal = _comparison("!=")


class Value:
    """A number of the code that is being written; the records' formulas are evaluated with these."""

    __slots__ = ("code", "place")

    def __init__(self, code: IRBuilder, place: int) -> None:
        self.code = code
        self.place = place

    @property
    def constant(self) -> float | None:
        """Its number, where that is known already."""
        entry = self.code.entries[self.place]
        return entry if isinstance(entry, float) else None

    def __add__(self, other: "Value") -> "Value":
        return apply(_ADD, [self, other])

    def __mul__(self, other: "Value") -> "Value":
        return apply(_MULTIPLY, [self, other])

    __lt__ = _comparison("<")
    __le__ = _comparison("<=")
    __gt__ = _comparison(">")
    __ge__ = _comparison(">=")
    __eq__ = _comparison("==")  # type: ignore[assignment]
    __ne__ = _not_equal  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


_ADD, _SUBTRACT, _MULTIPLY, _NEGATE, _DIVIDE, _POWER = (
    OPERATIONS[name] for name in ("add", "subtract", "multiply", "negate", "divide", "power")
)


def apply(record: Operation, arguments: Sequence[Value]) -> Value:
    """An operation on results: a line, several where its record is a formula, or none where the result is known."""
    code = arguments[0].code
    constants = [each.constant for each in arguments]
    if None not in constants:
        with np.errstate(all="ignore"):
            return code.constant(float(kernel(record).value(*map(np.float64, constants))))
    if (known := _simpler(record, arguments)) is not None:
        return known
    if isinstance(record.value, Native) or record.family is Family.ARITHMETIC:
        return code.line(record.name, arguments, commutes=record.commutes)
    assert isinstance(record.value, str), f"{record} is not element by element"
    return evaluate(record.value, dict(zip(record.parameters, arguments, strict=True)), arithmetic(code))


def _simpler(record: Operation, arguments: Sequence[Value]) -> Value | None:
    """What is the same for every number, NaN and infinity included (but for the sign of a zero), and costs less."""
    if record is _POWER and (exponent := arguments[1].constant) is not None and exponent.is_integer():
        return _power(arguments[0], int(exponent))
    if record is _NEGATE:
        return _negated(arguments[0])
    if record is _MULTIPLY or record is _DIVIDE:
        return _product(record, *arguments)
    if record is _ADD:
        for one, other in (arguments, arguments[::-1]):
            if one.constant == 0:
                return other
            if (turned := _negated(one)) is not None:
                return apply(_SUBTRACT, [other, turned])
    if record is _SUBTRACT and (turned := _negated(arguments[1])) is not None:
        return apply(_ADD, [arguments[0], turned])
    return None


def _negated(result: Value) -> Value | None:
    """That of which a result is the negative."""
    entry = result.code.entries[result.place]
    if isinstance(entry, Instruction) and entry.function == _NEGATE.name:
        return Value(result.code, entry.arguments[0])
    return None


def _product(record: Operation, one: Value, other: Value) -> Value | None:
    """A product or quotient with its sign in front, where it may meet another one, and without a factor of 1."""
    if other.constant == 1:
        return one
    if one.constant == 1 and record is _MULTIPLY:
        return other
    for sign, rest in ((one, [other]), (other, [one])):
        if sign.constant == -1 and (record is _MULTIPLY or sign is other):
            return apply(_NEGATE, rest)
        if (turned := _negated(sign)) is not None:
            return apply(_NEGATE, [apply(record, [turned, *rest] if sign is one else [*rest, turned])])
    return None


def _power(base: Value, exponent: int) -> Value | None:
    """A small whole power by repeated squaring, which neither overflows nor vanishes on the way to a result that does not."""
    if not 1 <= abs(exponent) <= _LARGEST_WRITTEN_OUT:
        return None
    if exponent < 0:
        exponent, base = -exponent, apply(_DIVIDE, [base.code.constant(1.0), base])
    result, square = None, base
    while True:
        if exponent % 2:
            result = square if result is None else apply(_MULTIPLY, [result, square])
        exponent //= 2
        if not exponent:
            return result
        square = apply(_MULTIPLY, [square, square])


def choose(condition: Value, chosen: Value, otherwise: Value) -> Value:
    """`where`: one of two results."""
    if condition.constant is not None:
        return chosen if condition.constant else otherwise
    if chosen.place == otherwise.place:
        return chosen
    return condition.code.line(WHERE, [condition, chosen, otherwise])


def is_true(number: Value) -> Value:
    """The comparison that a number represents, where 0 is no."""
    return _not_equal(number, number.code.constant(0.0))


def where_true(number: Value, result: Value) -> Value:
    """The result where the number is not 0, else 0."""
    return choose(is_true(number), result, result.code.constant(0.0))


def arithmetic(code: IRBuilder) -> Arithmetic[Value]:
    """The kind of number with which evaluating a formula writes it down."""
    return Arithmetic(number=code.constant, apply=apply, compared=lambda result: result, choose=choose)
