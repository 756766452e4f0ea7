"""Scalar code as compiled loops over all points, by numba: the optional extra `backpass[fast]`.

Sources are printed from our own parsed formulas, never from a user's text; names of a program do not stand in them, either.
Between loops NumPy computes its functions (see `numba_stages`). Where numba is missing, `compiled_loops` returns None, and
NumPy's chunks do the work alone. The first time compiles, which takes a second or more; so this is for code that is run often.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from backpass.engine.compile.backends.numba_stages import Stage, stages
from backpass.engine.compile.backends.numpy_chunks import (
    array_function,
    fill_known,
    finite_block,
    fixed_numbers,
    varying_places,
    writing,
)
from backpass.engine.compile.ir import COMPARISONS, WHERE, Instruction, Parameter
from backpass.engine.compile.lower import LinearProgram
from backpass.engine.operations import OPERATIONS, Array, Native

_LONGEST = 2_000
"""Lines beyond which compiling would take longer than anybody waits."""
_MAX_KEPT = 256
"""Compiled loops that are kept."""
_BLOCK = 8_192
"""Points of a block, where there are functions between the loops."""

_Loop = Callable[..., int]


class NumbaLoops:
    """Code made ready as compiled loops, by stages."""

    def __init__(
        self, code: LinearProgram, varies: Sequence[bool], found: Sequence[Stage], loops: Sequence[_Loop | None]
    ) -> None:
        self._code = code
        self._varies = varies
        self._steps = list(zip(found, loops, strict=True))
        given = {place: entry.name for place, entry in enumerate(code.entries) if isinstance(entry, Parameter) and varies[place]}
        self._given = given
        self._buffers = {place for stage in found for place in (*stage.stores, *stage.functions)}.difference(code.outputs)
        seen = {place for stage in found for place in (*stage.reads, *stage.stores) if stage.lines}
        self._unseen = [place for place in (*given, *code.outputs) if place not in seen]
        """What no loop looks at: whether it is finite must be found out by itself."""

    def run(self, given: Mapping[str, Any], outputs: Mapping[int, Array]) -> bool:
        """Fills the outputs of the code, by place, and returns whether all of them, and all that is given, are finite.

        `given` has an array of their length, or a float, for each name.
        """
        with np.errstate(all="ignore"):
            fixed = fixed_numbers(self._code, self._varies, given)
            fill_known(self._code, fixed, given, outputs)
            arrays = {place: given[name] for place, name in self._given.items()} | dict(outputs)
            count = len(next(iter(outputs.values())))
            length = min(count, _BLOCK) if self._buffers or self._unseen else count
            buffers = {place: np.empty(length) for place in self._buffers}
            finite = True
            for start in range(0, count, length):
                stop = min(start + length, count)
                block = {place: array[start:stop] for place, array in arrays.items()}
                block |= {place: buffer[: stop - start] for place, buffer in buffers.items()}
                finite &= self._compute(block, fixed)
        return finite

    def _compute(self, block: Mapping[int, Array], fixed: Mapping[int, np.float64]) -> bool:
        """All stages on one block of points."""
        beyond = 0
        for stage, loop in self._steps:
            if loop is not None:
                numbers = (fixed[place] for place in stage.numbers)
                beyond += loop(*map(block.__getitem__, (*stage.reads, *stage.stores)), *numbers)
            for place in stage.functions:
                line = self._code.entries[place]
                assert isinstance(line, Instruction)
                arguments = (fixed[each] if each in fixed else block[each] for each in line.arguments)
                writing(array_function(line.function))(*arguments, block[place])
        return beyond == 0 and finite_block([block[place] for place in self._unseen])


def compiled_loops(code: LinearProgram, varying: Collection[str]) -> NumbaLoops | None:
    """The code as compiled loops over arrays under the names in `varying`; None where there is no way to have them."""
    if len(code.entries) > _LONGEST:
        return None
    varies = varying_places(code, varying)
    found = stages(code, varies)
    loops: list[_Loop | None] = []
    for stage in found:
        loop = _compiled(_source(code, stage), len(stage.reads) + len(stage.stores), len(stage.numbers)) if stage.lines else None
        if stage.lines and loop is None:
            return None
        loops.append(loop)
    return NumbaLoops(code, varies, found, loops)


def _source(code: LinearProgram, stage: Stage) -> str:
    """The loop of a stage in Python. Parameters: arrays to read, arrays to write, numbers.

    It returns how many of the given numbers and of the results are not finite: only those differ from themselves by something
    other than 0.
    """
    places = {place: f"v{index}" for index, place in enumerate((*stage.reads, *stage.numbers, *stage.lines))}
    constants = dict.fromkeys(
        each for place in stage.lines for each in _line(code, place).arguments if isinstance(code.entries[each], float)
    )
    places |= {place: f"c{index}" for index, place in enumerate(constants)}
    reads = {place: f"read{index}" for index, place in enumerate(stage.reads)}
    stores = {place: f"write{index}" for index, place in enumerate(stage.stores)}
    numbers = [places[place] for place in stage.numbers]
    inside = [f"{places[place]} = {name}[i]" for place, name in reads.items()]
    inside += [f"{places[place]} = {_written(_line(code, place), places)}" for place in stage.lines]
    inside += [f"{name}[i] = {places[place]}" for place, name in stores.items()]
    looked_at = [place for place in reads if isinstance(code.entries[place], Parameter)] + [
        place for place in stores if place in code.outputs
    ]
    inside += [f"beyond += {places[place]} - {places[place]} != 0.0" for place in looked_at]
    first = next(iter((*reads.values(), *stores.values())))
    return "\n".join(
        [
            f"def loop({', '.join([*reads.values(), *stores.values(), *numbers])}):",
            *(f"    {places[place]} = {_constant(code.entries[place])}" for place in constants),
            "    beyond = 0",
            f"    for i in range(len({first})):",
            *(f"        {line}" for line in inside),
            "    return beyond",
        ]
    )


def _line(code: LinearProgram, place: int) -> Instruction:
    entry = code.entries[place]
    assert isinstance(entry, Instruction)
    return entry


def _constant(value: Any) -> str:
    return repr(value) if math.isfinite(value) else f"_{value!r}".replace("-", "minus_")


def _written(line: Instruction, places: Mapping[int, str]) -> str:
    arguments = [places[argument] for argument in line.arguments]
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
    """What the sources refer to: of each native pair the function that numba knows for single numbers."""
    functions: dict[str, Any] = {"_inf": math.inf, "_minus_inf": -math.inf, "_nan": math.nan}
    for name, record in OPERATIONS.items():
        if isinstance(record.value, Native):
            is_ufunc = isinstance(record.value.array, np.ufunc)
            functions[f"_{name}"] = record.value.array if is_ufunc else record.value.scalar
    return functions


@lru_cache(maxsize=_MAX_KEPT)
def _compiled(source: str, arrays: int, numbers: int) -> _Loop | None:
    """The loop, compiled; None where numba is missing or does not know one of its functions."""
    try:
        import numba
    except ImportError:
        return None
    namespace = _functions()
    exec(source, namespace)  # noqa: S102 (printed from our own tables, see above)
    signature = numba.int64(*[numba.float64[::1]] * arrays, *[numba.float64] * numbers)
    try:
        # IEEE arithmetic as everywhere: nothing is reordered, and dividing by zero is an answer.
        loop: _Loop = numba.njit(signature, error_model="numpy", fastmath=False, nogil=True)(namespace["loop"])
    except numba.core.errors.NumbaError:
        return None
    return loop
