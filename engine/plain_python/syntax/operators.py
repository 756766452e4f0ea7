"""Python's operators on its own values, refused before they make something enormous."""

import ast
import operator
import re
from collections import deque
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

MAX_BITS = 20_000
"""Bits of a whole number."""
_LONG_BITS = 1_000
"""Bits from which on a whole number takes longer than a step of the program."""
_COPIED = 500
"""Items that Python copies in the time of a step."""
_SEQUENCES = (str, bytes, list, tuple, deque)
_PER_STEP = 20
"""As a power of two, the products of bits that Python makes in the time of a step."""


_ADDRESS = re.compile(r" at 0x[0-9a-f]+(?=>)")


class Binary:
    """An operator between two values. `plain` is what it is to two floats."""

    __slots__ = ("check", "plain", "reflected")

    def __init__(self, plain: Callable[[Any, Any], Any], check: Callable[[Any, Any, Any], None] | None = None) -> None:
        self.plain = plain
        self.check = check
        self.reflected = f"__r{plain.__name__.strip('_').removeprefix('i')}__"

    def __call__(self, machine: Any, left: Any, right: Any) -> Any:
        if self.check is not None:
            self.check(machine, left, right)
        if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
            machine.hold(_joined(left, right))
        if isinstance(left, float) and isinstance(right, int) and type(right) not in _WHOLE:
            result = self._by_right(left, right)
        else:
            result = self.plain(left, right)
        if isinstance(result, np.ndarray):
            machine.check_held(result)
        return result

    def _by_right(self, left: Any, right: Any) -> Any:
        """Of a float and a whole number that remembers, which Python's floats would take for one of theirs."""
        method = getattr(type(right), self.reflected, None)
        found = NotImplemented if method is None else method(right, left)
        return self.plain(left, right) if found is NotImplemented else found


_WHOLE = (int, bool)


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
    if isinstance(left, int) and isinstance(right, _SEQUENCES):
        left, right = right, left
    if isinstance(left, _SEQUENCES) and isinstance(right, int):
        machine.hold(len(left) * max(int(right), 0))
        machine.tick(len(left) * max(int(right), 0) // _COPIED)
    elif isinstance(left, int) and isinstance(right, int):
        _bits(machine, left.bit_length() + right.bit_length())
        _long(machine, left, right)
    else:
        check_whole_elements(machine, left, right)


def _plus(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, _SEQUENCES) and isinstance(right, _SEQUENCES):
        machine.hold((len(left) + len(right)) // 4)
        machine.tick((len(left) + len(right)) // _COPIED)


def check_power(machine: Any, base: Any, exponent: Any, modulus: Any = None) -> None:
    """Refuses powers of too many bits, and counts those that take long. Raises ProblemError."""
    if isinstance(modulus, int) and isinstance(exponent, int):
        machine.tick((exponent.bit_length() * modulus.bit_length() ** 2) >> _PER_STEP)
    elif isinstance(base, int) and isinstance(exponent, int):
        if exponent > 0 and base not in (-1, 0, 1):
            _bits(machine, base.bit_length() * exponent)
    else:
        check_whole_elements(machine, base, exponent, most=0)


def _shift(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int):
        _bits(machine, left.bit_length() + right)
    else:
        check_whole_elements(machine, left, right, most=0)


def _percent(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, str | bytes):
        machine.check_template(left if isinstance(left, str) else left.decode("latin1"))
        machine.measure(right)
    else:
        _long(machine, left, right)


def _matrix(machine: Any, left: Any, right: Any) -> None:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        machine.hold(left.size * (right.shape[-1] if right.ndim > 1 else 1))
    check_whole_elements(machine, left, right)


def _bits(machine: Any, count: int) -> None:
    if count > MAX_BITS:
        machine.too_large()


def _long(machine: Any, left: Any, right: Any) -> None:
    """Counts what long whole numbers take."""
    if isinstance(left, int) and isinstance(right, int) and left.bit_length() > _LONG_BITS:
        machine.tick((left.bit_length() * right.bit_length()) >> _PER_STEP)


def check_whole_elements(machine: Any, *values: Any, most: int = 64) -> None:
    """Refuses arrays of objects with whole numbers of more than `most` bits, which NumPy would let grow without an end."""
    for each in values:
        if isinstance(each, np.ndarray) and each.dtype.kind == "O":
            machine.tick(each.size // 8)
            if any(isinstance(item, int) and item.bit_length() > most for item in each.flat):
                machine.too_large()


def matmul(left: Any, right: Any) -> Any:
    """`left @ right`."""
    return left @ right


BINARY: dict[type, Binary] = {
    ast.Add: Binary(operator.add, _plus),
    ast.Sub: Binary(operator.sub),
    ast.Mult: Binary(operator.mul, _times),
    ast.Div: Binary(operator.truediv),
    ast.FloorDiv: Binary(operator.floordiv, _long),
    ast.Mod: Remainder(operator.mod, _percent),
    ast.Pow: Binary(operator.pow, check_power),
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
    ast.FloorDiv: Binary(operator.ifloordiv, _long),
    ast.Mod: Remainder(operator.imod, _percent),
    ast.Pow: Binary(operator.ipow, check_power),
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
        if type(left) is not float and type(left) is not int:
            machine.measure(left)
        return function(left, right)

    return compare


def _contains(machine: Any, left: Any, right: Any) -> bool:
    if isinstance(right, range):
        if type(left) not in (int, bool):
            machine.counted(right)  # Python compares each
    elif isinstance(right, dict | set | frozenset):
        machine.measure(left)
    elif isinstance(right, list | tuple | str | deque):
        machine.tick(len(right) * (1 + machine.measure(left)) // 32)
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

BY_METHOD: dict[str, Callable[[Any, Any, Any], Any]] = {
    **{f"__{symbol.plain.__name__.strip('_')}__": symbol for symbol in BINARY.values()},
    **{f"__{name}__": COMPARE[kind] for name, kind in (("eq", ast.Eq), ("ne", ast.NotEq), ("lt", ast.Lt), ("le", ast.LtE))},
    "__gt__": COMPARE[ast.Gt],
    "__ge__": COMPARE[ast.GtE],
    "__contains__": lambda machine, of, item: _contains(machine, item, of),
}
"""What each operator is by the name of its method."""
