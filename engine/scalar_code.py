"""A graph's value and gradients as a list of scalar operations, each on the results of earlier ones: for many points at once.

The forward pass and the local derivatives come from the same texts as everywhere (the records' formulas), but are written out
together here, so what they share is computed once: `out` in a rule, `exp(-abs(x))` twice in a sigmoid, `1` times anything.
Knows neither arrays nor compilers: `engine.blocks` and `engine.fused` run the code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.arithmetics import Arithmetic, evaluate
from engine.operations import OPERATIONS, Family, Native, Operation
from engine.rules import kernel
from engine.tensor import Tensor

WHERE = "where"
UPSTREAM = "the upstream gradient"
"""Stands for the gradient to start with among the given numbers; no name of a program has a space."""

_LARGEST_WRITTEN_OUT = 8
"""Whole powers up to this one are products: several times as fast, and right to a few units in the last place."""


class Given(NamedTuple):
    """A number that is given when the code is run."""

    name: str


class Line(NamedTuple):
    """One operation on earlier results."""

    function: str
    """The name of an operation's record, the symbol of a comparison, or `where`."""
    arguments: tuple[int, ...]
    """Places of earlier results."""


Entry = Given | Line | float
"""What makes the number at a place of the code; a float is a constant."""


@dataclass(frozen=True, slots=True)
class ScalarCode:
    """Code without loops or decisions; a result is known by its place."""

    entries: tuple[Entry, ...]
    value: int
    gradients: tuple[int | None, ...]
    """Per wanted tensor; None for one that needs no gradient."""

    @property
    def outputs(self) -> tuple[int, ...]:
        """The places of all results that are asked for, each once."""
        return tuple(dict.fromkeys(place for place in (self.value, *self.gradients) if place is not None))


def scalar_code(
    tensors: Sequence[Tensor], given: Mapping[Tensor, str], wanted: Sequence[Tensor], upstream: float | None
) -> ScalarCode:
    """The code of a graph of scalars (`tensors` in evaluation order, the output last), element by element.

    `given` names the leaves whose numbers are given when it is run; the others are constants. `upstream` None: given as well,
    under the name UPSTREAM. Nothing is computed for what is not wanted.
    """
    code = _Code()
    values = _forward(code, tensors, given)
    seed = code.given(UPSTREAM) if upstream is None else code.constant(upstream)
    gradients = _backward(tensors, values, wanted, seed)
    nothing = code.constant(0.0)
    found = [None if each in values and not each.requires_grad else gradients.get(each, nothing) for each in wanted]
    return _needed(code.entries, values[tensors[-1]].place, [None if each is None else each.place for each in found])


def _forward(code: "_Code", tensors: Sequence[Tensor], given: Mapping[Tensor, str]) -> dict[Tensor, "Result"]:
    values: dict[Tensor, Result] = {}
    for tensor in tensors:
        if tensor.operation is None:
            values[tensor] = code.given(given[tensor]) if tensor in given else code.constant(tensor.item())
        else:
            values[tensor] = apply(tensor.operation, [values[source] for source in tensor.inputs])
    return values


def _backward(
    tensors: Sequence[Tensor], values: Mapping[Tensor, "Result"], wanted: Sequence[Tensor], seed: "Result"
) -> dict[Tensor, "Result"]:
    """The gradients of all tensors on the way from the output back to a wanted one."""
    leads = set(wanted)
    for tensor in tensors:
        if not leads.isdisjoint(tensor.inputs):
            leads.add(tensor)
    arrived = {tensors[-1]: seed}
    for user in reversed(tensors):
        if user.operation is None or user not in arrived:
            continue
        names = dict(zip(user.operation.parameters, (values[source] for source in user.inputs), strict=True))
        names["out"] = values[user]
        for slot, source in enumerate(user.inputs):
            if source.requires_grad and source in leads:
                rule = user.operation.rule(slot)
                sent = _scaled(arrived[user], evaluate(rule.text, names, _arithmetic(seed.code)), routes=rule.routes)
                arrived[source] = apply(_ADD, [arrived[source], sent]) if source in arrived else sent
    return arrived


def _scaled(upstream: "Result", local: "Result", *, routes: bool) -> "Result":
    """upstream × local; a blocked branch sends nothing, whatever arrives."""
    if not routes:
        return apply(_MULTIPLY, [upstream, local])
    if local.constant is not None:
        return local if local.constant == 0 else apply(_MULTIPLY, [upstream, local])
    entry = local.code.entries[local.place]
    if isinstance(entry, Line) and entry.function == WHERE:
        condition, chosen, otherwise = (Result(local.code, place) for place in entry.arguments)
        return _choose(condition, _scaled(upstream, chosen, routes=True), _scaled(upstream, otherwise, routes=True))
    nothing = local.code.constant(0.0)
    return _choose(local.code.line("==", [local, nothing]), nothing, apply(_MULTIPLY, [upstream, local]))


def _needed(entries: Sequence[Entry], value: int, gradients: Sequence[int | None]) -> ScalarCode:
    """The code without what no output needs."""
    needed = {place for place in (value, *gradients) if place is not None}
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if place in needed and isinstance(entry, Line):
            needed.update(entry.arguments)
    kept = sorted(needed)
    moved = {place: index for index, place in enumerate(kept)}
    shortened = tuple(
        Line(entry.function, tuple(moved[argument] for argument in entry.arguments)) if isinstance(entry, Line) else entry
        for entry in map(entries.__getitem__, kept)
    )
    return ScalarCode(shortened, moved[value], tuple(None if place is None else moved[place] for place in gradients))


class _Code:
    """Code while it is written. Nothing is written twice: who asks for the same again gets the place where it stands."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._places: dict[Any, int] = {}

    def given(self, name: str) -> "Result":
        return self._at(Given(name), Given(name))

    def constant(self, value: float) -> "Result":
        # 0.0 and -0.0 are equal and not the same, NaN is the same and not equal: the digits tell.
        return self._at(value.hex(), value)

    def line(self, function: str, arguments: Sequence["Result"], *, commutes: bool = False) -> "Result":
        places = [each.place for each in arguments]
        line = Line(function, tuple(sorted(places) if commutes else places))
        return self._at(line, line)

    def _at(self, key: Any, entry: Entry) -> "Result":
        place = self._places.setdefault(key, len(self.entries))
        if place == len(self.entries):
            self.entries.append(entry)
        return Result(self, place)


COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
"""The symbols of comparisons, as functions of floats and of arrays."""


def _comparison(symbol: str) -> Callable[["Result", "Result"], Any]:
    def compared(left: "Result", right: "Result") -> "Result":
        if left.constant is not None and right.constant is not None:
            return left.code.constant(float(COMPARISONS[symbol](left.constant, right.constant)))
        if symbol == "!=" and right.constant == 0 and (question := _asked(left)) is not None:
            return question
        return left.code.line(symbol, [left, right])

    return compared


def _asked(answer: "Result") -> "Result | None":
    """The comparison of which a number is the answer, 1 or 0."""
    entry = answer.code.entries[answer.place]
    if not isinstance(entry, Line) or entry.function != WHERE:
        return None
    question, yes, no = (Result(answer.code, place) for place in entry.arguments)
    return question if (yes.constant, no.constant) == (1, 0) else None


class Result:
    """A number of the code that is being written; the records' formulas are evaluated with these."""

    __slots__ = ("code", "place")

    def __init__(self, code: _Code, place: int) -> None:
        self.code = code
        self.place = place

    @property
    def constant(self) -> float | None:
        """Its number, where that is known already."""
        entry = self.code.entries[self.place]
        return entry if isinstance(entry, float) else None

    __lt__ = _comparison("<")
    __le__ = _comparison("<=")
    __gt__ = _comparison(">")
    __ge__ = _comparison(">=")
    __eq__ = _comparison("==")  # type: ignore[assignment]
    __ne__ = _comparison("!=")  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


_ADD, _SUBTRACT, _MULTIPLY, _NEGATE, _DIVIDE, _POWER = (
    OPERATIONS[name] for name in ("add", "subtract", "multiply", "negate", "divide", "power")
)


def apply(record: Operation, arguments: Sequence[Result]) -> Result:
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
    return evaluate(record.value, dict(zip(record.parameters, arguments, strict=True)), _arithmetic(code))


def _simpler(record: Operation, arguments: Sequence[Result]) -> Result | None:
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


def _negated(result: Result) -> Result | None:
    """That of which a result is the negative."""
    entry = result.code.entries[result.place]
    if isinstance(entry, Line) and entry.function == _NEGATE.name:
        return Result(result.code, entry.arguments[0])
    return None


def _product(record: Operation, one: Result, other: Result) -> Result | None:
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


def _power(base: Result, exponent: int) -> Result | None:
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


def _choose(condition: Result, chosen: Result, otherwise: Result) -> Result:
    """`where`: one of two results."""
    if condition.constant is not None:
        return chosen if condition.constant else otherwise
    if chosen.place == otherwise.place:
        return chosen
    return condition.code.line(WHERE, [condition, chosen, otherwise])


def _arithmetic(code: _Code) -> Arithmetic[Result]:
    """The kind of number with which evaluating a formula writes it down."""
    return Arithmetic(number=code.constant, apply=apply, compared=lambda result: result, choose=_choose)
