"""The random numbers of JAX: those that it draws itself from the same key.

Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3 (2011), of which JAX uses Threefry with two words of 32
bits and twenty rounds. Normal numbers of 32 bits are by the polynomials of Giles, Approximating the erfinv function (2010).
"""

from functools import reduce
from math import ceil, log, prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.formulas.compiled import kernel
from backpass.engine.operations import OPERATIONS

Key = tuple[int, int]
"""Two words of 32 bits."""
_WORD, _BITS = 2**32 - 1, 32
_ROTATIONS = (13, 15, 26, 6), (17, 29, 16, 24)
_PARITY = 0x1BD11BDA
_GROUPS = 5
"""Groups of four rounds, after each of which the key is added again."""
_SORTS = 3
"""By how much more often numbers are sorted than their random places need to be distinct."""
_NEAR: tuple[float, ...] = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
)
_NEAR = (*_NEAR, 0.246640727, 1.50140941)
_FAR: tuple[float, ...] = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
)
_FAR = (*_FAR, 1.00167406, 2.83297682)
_FROM_FAR = 5.0


def _hashed(key: Key, first: Any, second: Any) -> tuple[Any, Any]:
    """Two arrays of words, of which no bit can be foretold from those of the arrays given."""
    words = *(np.uint32(each) for each in key), np.uint32(key[0] ^ key[1] ^ _PARITY)
    with np.errstate(over="ignore"):
        one, other = first + words[0], second + words[1]
        for group in range(_GROUPS):
            for turn in _ROTATIONS[group % 2]:
                one = one + other
                other = ((other << np.uint32(turn)) | (other >> np.uint32(_BITS - turn))) ^ one
            one = one + words[(group + 1) % 3]
            other = other + words[(group + 2) % 3] + np.uint32(group + 1)
    return one, other


def _counted(key: Key, count: int) -> tuple[Any, Any]:
    places = np.arange(count, dtype=np.uint64)
    return _hashed(key, (places >> np.uint64(_BITS)).astype(np.uint32), places.astype(np.uint32))


def _bits(key: Key, count: int, *, is_wide: bool) -> Any:
    high, low = _counted(key, count)
    return (high.astype(np.uint64) << np.uint64(_BITS)) | low if is_wide else high ^ low


def key_of(seed: int, *, is_wide: bool) -> Key:
    """`PRNGKey`. A seed has 32 bits, or 64 where numbers have."""
    return (seed >> _BITS) & _WORD if is_wide else 0, seed & _WORD


def split(key: Key, count: int) -> list[Key]:
    """`split`."""
    return list(zip(*(each.tolist() for each in _counted(key, count)), strict=True))


def folded(key: Key, number: int) -> Key:
    """`fold_in`."""
    one, other = _hashed(key, np.zeros(1, np.uint32), np.full(1, number & _WORD, np.uint32))
    return int(one[0]), int(other[0])


def uniform(key: Key, shape: tuple[int, ...], low: float = 0.0, high: float = 1.0, *, is_wide: bool) -> NDArray[Any]:
    """Numbers from `low` up to below `high`."""
    kind, words = (np.float64, np.uint64) if is_wide else (np.float32, np.uint32)
    info = np.finfo(kind)
    drawn = _bits(key, prod(shape), is_wide=is_wide) >> words(info.bits - info.nmant)
    numbers = (drawn | np.ones((), kind).view(words)).view(kind) - kind(1)
    found: NDArray[Any] = np.maximum(kind(low), _rounded_once(numbers, kind(high) - kind(low), kind(low)))
    return found.reshape(shape)


def normal(key: Key, shape: tuple[int, ...], *, is_wide: bool) -> NDArray[Any]:
    """Normal numbers."""
    kind = np.float64 if is_wide else np.float32
    drawn = uniform(key, shape, float(np.nextafter(kind(-1), kind(0))), 1.0, is_wide=is_wide)
    inverse = np.asarray(kernel(OPERATIONS["erfinv"]).value(drawn)) if is_wide else _narrow_erfinv(drawn)
    found: NDArray[Any] = kind(sqrt(2)) * inverse
    return found


def _narrow_erfinv(x: NDArray[Any]) -> NDArray[Any]:
    with np.errstate(divide="ignore", invalid="ignore"):
        w = -np.log1p(-x * x)
        is_near = w < _FROM_FAR
        shifted = np.where(is_near, w - np.float32(2.5), np.sqrt(w) - np.float32(3))
        found = [np.where(is_near, np.float32(near), np.float32(far)) for near, far in zip(_NEAR, _FAR, strict=True)]
        inverse: NDArray[Any] = reduce(lambda total, each: _rounded_once(total, shifted, each), found) * x
    return inverse


def _rounded_once(one: Any, other: Any, added: Any) -> Any:
    """A product and a sum; of 32 bits rounded once, as processors do."""
    return (one.astype(float) * other + added).astype(one.dtype)


def integers(key: Key, shape: tuple[int, ...], low: int, high: int, *, is_wide: bool) -> NDArray[Any]:
    """Whole numbers from `low` to below `high`."""
    words, signed, bits = (np.uint64, np.int64, 64) if is_wide else (np.uint32, np.int32, _BITS)
    info = np.iinfo(signed)
    is_beyond = high > info.max
    low, high = (min(max(each, info.min), info.max) for each in (low, high))
    span = ((high - low if high > low else 1) + (is_beyond and high > low)) % 2**bits
    one, other = (_bits(each, prod(shape), is_wide=is_wide) for each in split(key, 2))
    if span:
        factor = words((2 ** (bits // 2) % span) ** 2 % 2**bits % span)
        with np.errstate(over="ignore"):
            one, other = one % words(span), other % words(span)
            other = (one * factor + other) % words(span)
    with np.errstate(over="ignore"):
        found: NDArray[Any] = words(low % 2**bits) + other
    return found.view(signed).reshape(shape)


def order(key: Key, count: int) -> NDArray[Any]:
    """The whole numbers below a count in an order that follows from a key."""
    found = np.arange(count)
    for _ in range(ceil(_SORTS * log(max(1, count)) / log(_WORD))):
        key, used = split(key, 2)
        found = found[np.argsort(_bits(used, count, is_wide=False), kind="stable")]
    return found
