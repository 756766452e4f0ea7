"""Scalar code as one compiled loop over all points, by numba: the optional extra `backpass[fast]`.

Its source is printed from our own parsed formulas, never from a user's text; names of a program do not stand in it, either.
Where numba is missing or does not know a function, `fused` says so by None, and NumPy's blocks do the work. The first call
compiles, which takes a second; so this is for code that is run often.
"""

import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from engine.blocks import varying_places
from engine.code_writer import COMPARISONS, WHERE, Given, Line
from engine.operations import OPERATIONS, Array, Native
from engine.scalar_code import ScalarCode

_LONGEST = 2_000
"""Lines beyond which compiling would take longer than anybody waits."""
_OTHERWISE = frozenset({"floor_divide"})
"""Operations for which numba answers otherwise than NumPy: what is left of infinity is not a number."""
_MOST_KEPT = 64
"""Compiled loops that are kept."""


class Fused:
    """Code made ready as a compiled loop."""

    def __init__(self, loop: Callable[..., int], code: ScalarCode, varying: Collection[str]) -> None:
        self._loop = loop
        self._given = _given(code, varying)
        self._outputs = code.outputs

    def run(self, given: Mapping[str, Any], outputs: Mapping[int, Array]) -> bool:
        """Fills the outputs of the code, by place, and tells whether all of them, and all that is given, are finite.

        `given` has an array of their length, or a float, for each name.
        """
        arrays, numbers = self._given
        beyond = self._loop(
            *(given[name] for name in arrays),
            *(float(given[name]) for name in numbers),
            *(outputs[place] for place in self._outputs),
        )
        return beyond == 0


def fused(code: ScalarCode, varying: Collection[str]) -> Fused | None:
    """The code as a compiled loop over arrays under the names in `varying`; None where there is no way to have one."""
    if len(code.entries) > _LONGEST or any(isinstance(entry, Line) and entry.function in _OTHERWISE for entry in code.entries):
        return None
    arrays, numbers = _given(code, varying)
    loop = _compiled(_source(code, varying), len(arrays), len(numbers), len(code.outputs))
    return None if loop is None else Fused(loop, code, varying)


def _given(code: ScalarCode, varying: Collection[str]) -> tuple[list[str], list[str]]:
    """The names that stand for arrays and those that stand for one number, in the order of the loop's parameters."""
    names = [entry.name for entry in code.entries if isinstance(entry, Given)]
    return [name for name in names if name in varying], [name for name in names if name not in varying]


def _source(code: ScalarCode, varying: Collection[str]) -> str:
    """The loop in Python. Parameters: arrays that are given, numbers that are given, arrays for the outputs.

    It returns how many numbers are not finite: only those differ from themselves by something other than 0.
    """
    arrays, numbers = _given(code, varying)
    parameters = [f"given{index}" for index in range(len(arrays))] + [f"number{index}" for index in range(len(numbers))]
    outputs = {place: f"out{index}" for index, place in enumerate(code.outputs)}
    varies = varying_places(code, varying)
    before: list[str] = []
    inside: list[str] = []
    for place, entry in enumerate(code.entries):
        if isinstance(entry, Line):
            (inside if varies[place] else before).append(f"v{place} = {_written(entry)}")
        elif isinstance(entry, float):
            before.append(f"v{place} = {_constant(entry)}")
        elif varies[place]:
            inside.append(f"v{place} = given{arrays.index(entry.name)}[i]")
        else:
            before.append(f"v{place} = number{numbers.index(entry.name)}")
    inside += [f"{name}[i] = v{place}" for place, name in outputs.items()]
    checked = [
        place for place, entry in enumerate(code.entries) if place in outputs or (varies[place] and isinstance(entry, Given))
    ]
    inside += [f"beyond += v{place} - v{place} != 0.0" for place in checked]
    return "\n".join(
        [
            f"def loop({', '.join([*parameters, *outputs.values()])}):",
            *(f"    {line}" for line in before),
            "    beyond = 0",
            "    for i in range(len(out0)):",
            *(f"        {line}" for line in inside),
            "    return beyond",
        ]
    )


def _constant(value: float) -> str:
    return repr(value) if math.isfinite(value) else f"_{value!r}".replace("-", "minus_")


def _written(line: Line) -> str:
    arguments = [f"v{argument}" for argument in line.arguments]
    if line.function == WHERE:
        condition, chosen, otherwise = arguments
        return f"{chosen} if {condition} else {otherwise}"
    if line.function in COMPARISONS:
        return f" {line.function} ".join(arguments)
    record = OPERATIONS[line.function]
    if isinstance(record.value, Native):
        return f"_{record.name}({', '.join(arguments)})"
    symbol = record.notation.infix
    return f" {symbol} ".join(arguments) if len(arguments) == 2 else f"{symbol}{arguments[0]}"


def _functions() -> dict[str, Any]:
    """What the source refers to: of each native pair the function that numba knows for single numbers."""
    natives = {name: record.value for name, record in OPERATIONS.items() if isinstance(record.value, Native)}
    return {
        "_inf": math.inf,
        "_minus_inf": -math.inf,
        "_nan": math.nan,
        **{
            f"_{name}": native.array
            if isinstance(native.array, np.ufunc) or native.scalar.__module__ != "math"
            else native.scalar
            for name, native in natives.items()
        },
    }


@lru_cache(maxsize=_MOST_KEPT)
def _compiled(source: str, arrays: int, numbers: int, outputs: int) -> Callable[..., int] | None:
    """The loop, compiled; None where numba is missing or does not know one of its functions."""
    try:
        import numba
    except ImportError:
        return None
    namespace = _functions()
    exec(source, namespace)  # noqa: S102 (printed from our own tables, see above)
    array = numba.float64[::1]
    signature = numba.int64(*[array] * arrays, *[numba.float64] * numbers, *[array] * outputs)
    try:
        # IEEE arithmetic as everywhere: nothing is reordered, and dividing by zero is an answer.
        loop: Callable[..., int] = numba.njit(signature, error_model="numpy", fastmath=False, nogil=True)(namespace["loop"])
    except numba.core.errors.NumbaError:
        return None
    return loop
