"""Whole numbers of Python's on the graph: Python computes them exactly, while the numbers of a graph have 53 bits.

Where one that is computed from whole numbers alone gets larger, it is computed with whole numbers besides: the node has the float
that is nearest to it, and what is printed is exact.
"""

import operator
from collections.abc import Callable

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.values import integer_literal, is_integer_literal
from backpass.engine.problems import Span

LARGEST = 2.0**53
"""Whole numbers beyond it may lie between two floats."""

_BITS_LIMIT, _DIGITS_LIMIT, _NODES_LIMIT = 1_023, 300, 1_000
_OPERATORS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "floor_divide": operator.floordiv,
    "modulo": operator.mod,
    "power": operator.pow,
    "negate": operator.neg,
}


class ExactWholeNumbers:
    """The whole numbers of one run that are larger than floats hold, and what leads to them."""

    def __init__(self) -> None:
        self.known: dict[Tensor, int | None] = {}
        """None for what Python computes with floats, or where the number is too long."""
        self.written: Callable[[Tensor], int | None] = lambda _: None
        """The whole number as which a leaf is written."""

    def of(self, tensor: Tensor) -> int | None:
        """What Python computes for a tensor; None where it does not compute with whole numbers only. Nothing recurses."""
        waiting, visited = [tensor], 0
        while waiting:
            each = waiting[-1]
            if each in self.known:
                waiting.pop()
                continue
            visited += 1
            missing = [source for source in each.inputs if source not in self.known]
            if any(self.known.get(source, 0) is None for source in each.inputs) or visited > _NODES_LIMIT:
                self.known[each] = None
            elif missing:
                waiting += missing
            else:
                self.known[each] = self.written(each) if each.operation is None else self._result(each)
        return self.known[tensor]

    def _result(self, tensor: Tensor) -> int | None:
        assert tensor.operation is not None
        name, numbers = tensor.operation.name, [self.known[each] for each in tensor.inputs]
        compute = _OPERATORS.get(name)
        if compute is None or tensor.shape or any(each is None for each in numbers):
            return None
        last: int = numbers[-1]  # type: ignore[assignment]
        if name in ("floor_divide", "modulo") and last == 0:
            return None
        if name == "power" and not (last >= 0 and numbers[0].bit_length() * last <= _BITS_LIMIT):  # type: ignore[union-attr]
            return None
        found: int = compute(*numbers)  # type: ignore[operator]
        return found if found.bit_length() <= _BITS_LIMIT else None


def whole_number_at(text: str, span: Span | None, leaf: Tensor) -> int | None:
    """The whole number that stands in a place of a program and is the leaf's; None where there is none."""
    if leaf.shape or not float(leaf.raw).is_integer():
        return None
    if span is None:
        return None if leaf.requires_grad or abs(float(leaf.raw)) >= LARGEST else int(leaf.raw)
    found = integer_written(text[slice(*span)])
    return found if found is not None and float(found) == leaf.raw else None


def integer_written(text: str) -> int | None:
    """The number that is written as a whole one, `-3`, `1_000` or `10**20`, but not `3.0`; None for other texts."""
    base, power, exponent = text.replace("_", "").replace(" ", "").partition("**")
    if not is_integer_literal(base) or len(base) > _DIGITS_LIMIT or (power and not exponent.isdecimal()):
        return None
    number = integer_literal(base)
    if not power:
        return number
    if len(exponent) > 4 or number.bit_length() * int(exponent) > _BITS_LIMIT:
        return None
    found: int = abs(number) ** int(exponent)
    return -found if number < 0 else found
