"""Python's operators on its own values, refused before they make something enormous."""

import ast
import operator
import re
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

MAX_BITS = 20_000
"""Bits of a whole number."""


_ADDRESS = re.compile(r" at 0x[0-9a-f]+(?=>)")


class Binary:
    """An operator between two values. `plain` is what it is to two floats."""

    __slots__ = ("check", "plain")

    def __init__(self, plain: Callable[[Any, Any], Any], check: Callable[[Any, Any, Any], None] | None = None) -> None:
        self.plain = plain
        self.check = check

    def __call__(self, machine: Any, left: Any, right: Any) -> Any:
        if self.check is not None:
            self.check(machine, left, right)
        if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
            machine.hold(_joined(left, right))
        return self.plain(left, right)


class Remainder(Binary):
    """`%`, which also puts values into a text."""

    __slots__ = ()

    def __call__(self, machine: Any, left: Any, right: Any) -> Any:
        result = super().__call__(machine, left, right)
        return without_addresses(result, left) if isinstance(left, str) else result


def without_addresses(text: Any, of: Any) -> Any:
    """A text that Python makes of a value, without the places in memory that it gives for what it cannot show otherwise."""
    return _ADDRESS.sub("", text) if type(text) is str and " at 0x" in text and " at 0x" not in of else text


def _joined(left: Any, right: Any) -> int:
    """The elements of two arrays together, as broadcasting makes them; what does not fit is Python's to refuse."""
    if left.size * right.size < 10_000:
        return int(left.size + right.size)
    try:
        return prod(np.broadcast_shapes(left.shape, right.shape))
    except ValueError:
        return 0


def _times(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, str | list | tuple):
        left, right = right, left
    if isinstance(left, str | list | tuple) and isinstance(right, int):
        machine.hold(len(left) * max(int(right), 0))
    elif isinstance(left, int) and isinstance(right, int):
        _bits(machine, left.bit_length() + right.bit_length())


def _plus(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, str | list | tuple) and isinstance(right, str | list | tuple):
        machine.hold((len(left) + len(right)) // 4)


def _power(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int) and right > 0:
        _bits(machine, left.bit_length() * right)


def _shift(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int):
        _bits(machine, left.bit_length() + right)


def _percent(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, str):
        machine.check_template(left)
        machine.measure(right)


def _matrix(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        machine.hold(left.size * (right.shape[-1] if right.ndim > 1 else 1))


def _bits(machine: Any, count: int) -> None:
    if count > MAX_BITS:
        machine.too_large()


def matmul(left: Any, right: Any) -> Any:
    """`left @ right`."""
    return left @ right


BINARY: dict[type, Binary] = {
    ast.Add: Binary(operator.add, _plus),
    ast.Sub: Binary(operator.sub),
    ast.Mult: Binary(operator.mul, _times),
    ast.Div: Binary(operator.truediv),
    ast.FloorDiv: Binary(operator.floordiv),
    ast.Mod: Remainder(operator.mod, _percent),
    ast.Pow: Binary(operator.pow, _power),
    ast.MatMult: Binary(operator.matmul, _matrix),
    ast.BitAnd: Binary(operator.and_),
    ast.BitOr: Binary(operator.or_),
    ast.BitXor: Binary(operator.xor),
    ast.LShift: Binary(operator.lshift, _shift),
    ast.RShift: Binary(operator.rshift),
}

IN_PLACE: dict[type, Binary] = {
    ast.Add: Binary(operator.iadd, _plus),
    ast.Sub: Binary(operator.isub),
    ast.Mult: Binary(operator.imul, _times),
    ast.Div: Binary(operator.itruediv),
    ast.FloorDiv: Binary(operator.ifloordiv),
    ast.Mod: Remainder(operator.imod, _percent),
    ast.Pow: Binary(operator.ipow, _power),
    ast.MatMult: Binary(operator.imatmul, _matrix),
    ast.BitAnd: Binary(operator.iand),
    ast.BitOr: Binary(operator.ior),
    ast.BitXor: Binary(operator.ixor),
    ast.LShift: Binary(operator.ilshift, _shift),
    ast.RShift: Binary(operator.irshift),
}

UNARY: dict[type, Callable[[Any], Any]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}


def _compared(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    def compare(machine: Any, left: Any, right: Any) -> Any:
        if isinstance(left, list | tuple | dict):
            machine.measure(left)
        return function(left, right)

    return compare


def _contains(machine: Any, left: Any, right: Any) -> bool:
    if isinstance(right, list | tuple | str):
        machine.tick(len(right) // 32)
    return left in machine.container(right)


COMPARE: dict[type, Callable[[Any, Any, Any], Any]] = {
    ast.Eq: _compared(operator.eq),
    ast.NotEq: _compared(operator.ne),
    ast.Lt: _compared(operator.lt),
    ast.LtE: _compared(operator.le),
    ast.Gt: _compared(operator.gt),
    ast.GtE: _compared(operator.ge),
    ast.Is: lambda machine, left, right: machine.identical(left, right),
    ast.IsNot: lambda machine, left, right: not machine.identical(left, right),
    ast.In: _contains,
    ast.NotIn: lambda machine, left, right: not _contains(machine, left, right),
}
