"""Scalar code on arrays of points with NumPy, in blocks that stay in the processor's cache.

Whole arrays would travel to memory and back for every operation; a block of a few thousand points does not, which is worth a
factor of three. Buffers are made once, and taken again as soon as their content has been used. Knows nothing of programs.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.compile.ir import COMPARISONS, WHERE, Entry, Instruction, Parameter
from backpass.engine.compile.lower import LinearProgram
from backpass.engine.operations import OPERATIONS, Array, Native

_CACHE_BYTES = 2**21
"""What the arrays of one block may take together, which is about a core's share of its cache."""
_SHORTEST, _LONGEST = 4_096, 9_984
"""Points of a block. A shorter one would cost as much in calls as in numbers; for a longer one BLAS would start threads."""

_ARITHMETIC: Mapping[str, np.ufunc] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "negate": np.negative,
}
"""NumPy's functions behind the operators in which records are written."""

_TRUTHS = 0
"""The cell in which comparisons leave their answers before they become masks."""


class _Step(NamedTuple):
    """One call, `function(first, second, output)`, by indices into the table of arrays of a block.

    Cell k of that table is two entries: 2k the numbers, 2k + 1 the same bits as integers. Choosing between two arrays is
    done with bits: a branch for each point would be guessed wrong half of the time, and cost ten times as much.
    """

    function: Callable[..., Any]
    first: int
    second: int | None
    output: int


def _numbers(cell: int) -> int:
    return 2 * cell


def _bits(cell: int) -> int:
    return 2 * cell + 1


class NumpyChunks:
    """Code made ready for arrays under the names in `varying`; every other given number is one for all points."""

    def __init__(self, code: LinearProgram, varying: Collection[str]) -> None:
        self._code = code
        self._varies = varying_places(code, varying)
        self._plan = _Plan(code, self._varies)
        arrays = self._plan.buffers + len(self._plan.outside)
        self._length = max(_SHORTEST, min(_LONGEST, _CACHE_BYTES // (8 * max(1, arrays))))

    def run(self, given: Mapping[str, Any], outputs: Mapping[int, Array]) -> bool:
        """Fills the outputs of the code, by place, and returns whether all of them, and all that is given, are finite.

        `given` has an array of their length, or a float, for each name. What is finite but larger than 1e154 may count as
        not finite.
        """
        with np.errstate(all="ignore"):
            fixed = fixed_numbers(self._code, self._varies, given)
            fill_known(self._code, fixed, given, outputs)
            arrays = [*outputs.values(), *(given[entry.name] for entry in self._code.entries if isinstance(entry, Parameter))]
            return self._run(fixed, given, outputs, [array for array in arrays if isinstance(array, np.ndarray)])

    def _run(
        self, fixed: Mapping[int, np.float64], given: Mapping[str, Any], outputs: Mapping[int, Array], checked: Sequence[Array]
    ) -> bool:
        count = len(next(iter(outputs.values())))
        length = min(self._length, count)
        finite = True
        truths = np.empty(length, dtype=np.bool_)
        table: list[Any] = [truths, truths.view(np.int8)]
        moving: list[tuple[int, Array]] = []
        for place in self._plan.outside:
            entry = self._code.entries[place]
            if place in fixed:
                table += (fixed[place], _as_bits(fixed[place], entry))
                continue
            array = given[entry.name] if isinstance(entry, Parameter) else outputs[place]
            moving += ((len(table), array), (len(table) + 1, array.view(np.int64)))
            table += (array, array)
        for _ in range(self._plan.buffers):
            buffer = np.empty(length)
            table += (buffer, buffer.view(np.int64))
        for start in range(0, count, length):
            stop = min(start + length, count)
            if stop - start < length:
                table = [each if isinstance(each, np.generic) else each[: stop - start] for each in table]
            for index, array in moving:
                table[index] = array[start:stop]
            for function, first, second, output in self._plan.steps:
                if second is None:
                    function(table[first], table[output])
                else:
                    function(table[first], table[second], table[output])
            finite &= finite_block([array[start:stop] for array in checked])  # while they are in the cache
        return finite


def varying_places(code: LinearProgram, varying: Collection[str]) -> list[bool]:
    """Per place of the code, whether its number differs from point to point when those under the names do."""
    found: list[bool] = []
    for entry in code.entries:
        if isinstance(entry, Instruction):
            found.append(any(found[argument] for argument in entry.arguments))
        else:
            found.append(isinstance(entry, Parameter) and entry.name in varying)
    return found


def fixed_numbers(code: LinearProgram, varies: Sequence[bool], given: Mapping[str, Any]) -> dict[int, np.float64]:
    """The numbers that are the same at all points, by place; run it under `np.errstate(all="ignore")`."""
    fixed: dict[int, np.float64] = {}
    for place, entry in enumerate(code.entries):
        if varies[place]:
            continue
        if isinstance(entry, Instruction):
            fixed[place] = np.float64(_once(entry.function, [fixed[argument] for argument in entry.arguments]))
        else:
            fixed[place] = np.float64(given[entry.name] if isinstance(entry, Parameter) else entry)
    return fixed


def fill_known(
    code: LinearProgram, fixed: Mapping[int, np.float64], given: Mapping[str, Any], outputs: Mapping[int, Array]
) -> None:
    """Fills the outputs that need no computing: those that are the same at all points, and those that are given."""
    for place, output in outputs.items():
        entry = code.entries[place]
        if place in fixed:
            output.fill(fixed[place])
        elif isinstance(entry, Parameter):
            output[:] = given[entry.name]


def finite_block(arrays: Sequence[Array]) -> bool:
    """Whether arrays of some thousand numbers are finite: anything that is not makes the sum of squares so."""
    return bool(np.isfinite(sum(np.dot(array, array) for array in arrays)))


def _once(function: str, arguments: Sequence[np.float64]) -> Any:
    """A line on single numbers."""
    if function == WHERE:
        return arguments[1] if arguments[0] else arguments[2]
    if function in COMPARISONS:
        return COMPARISONS[function](*arguments)
    return array_function(function)(*arguments)


def _as_bits(number: np.float64, entry: Entry) -> np.int64:
    """A number as the integer of the same bits; the answer of a comparison as the mask it represents."""
    if isinstance(entry, Instruction) and entry.function in COMPARISONS:
        return np.int64(-1 if number else 0)
    return number.view(np.int64)


def array_function(name: str) -> Callable[..., Any]:
    """NumPy's function of a line that is neither a comparison nor a choice."""
    if name in _ARITHMETIC:
        return _ARITHMETIC[name]
    native = OPERATIONS[name].value
    assert isinstance(native, Native), f"{name} is not written out"
    return native.array


def writing(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the array to write to as its last argument."""
    if isinstance(function, np.ufunc):
        return function

    def copied(*arguments: Any) -> None:
        np.copyto(arguments[-1], function(*arguments[:-1]))

    return copied


class _Plan:
    """The steps of a block, and what stands in the cells of its table: truths, then `outside`, then the buffers."""

    def __init__(self, code: LinearProgram, varies: Sequence[bool]) -> None:
        self.steps: list[_Step] = []
        self.buffers = 0
        self._code = code
        lines = [(place, entry) for place, entry in enumerate(code.entries) if isinstance(entry, Instruction) and varies[place]]
        last_use = {argument: place for place, line in lines for argument in line.arguments}
        computed = {place for place, _ in lines}
        outputs = [place for place in code.outputs if place in computed]
        self.outside = [*outputs, *(place for place in last_use if place not in computed)]
        """The places of arrays that are given or asked for, and of numbers that are the same at all points."""
        self._cells = {place: cell for cell, place in enumerate(self.outside, _TRUTHS + 1)}
        self._free: list[int] = []
        for place, line in lines:
            done = {argument for argument in line.arguments if last_use[argument] == place and argument in computed}
            self._line(place, line, done.difference(outputs))

    def _line(self, place: int, line: Instruction, done: set[int]) -> None:
        """Adds the steps of a line; `done` are the places of buffers that nothing reads after it."""
        inputs = [self._cells[argument] for argument in line.arguments]
        if line.function == WHERE:  # reads its inputs again when it has begun to write
            self._choose(inputs, line.arguments, self._written_to(place))
            self._free += [self._cells[each] for each in done]
            return
        self._free += [self._cells[each] for each in done]
        output = self._written_to(place)
        first, second = _numbers(inputs[0]), _numbers(inputs[1]) if len(inputs) > 1 else None
        if line.function in COMPARISONS:
            self.steps.append(_Step(COMPARISONS[line.function], first, second, _numbers(_TRUTHS)))
            self.steps.append(_Step(np.negative, _bits(_TRUTHS), None, _bits(output)))
        else:
            self.steps.append(_Step(writing(array_function(line.function)), first, second, _numbers(output)))

    def _written_to(self, place: int) -> int:
        """The cell to which a line writes: that of an output, else a buffer that is free, else one more."""
        if place not in self._cells:
            if not self._free:
                self.buffers += 1
                self._free.append(_TRUTHS + len(self.outside) + self.buffers)
            self._cells[place] = self._free.pop()
        return self._cells[place]

    def _choose(self, cells: Sequence[int], places: Sequence[int], output: int) -> None:
        """One of two numbers by a mask of ones or zeros: `otherwise ^ ((chosen ^ otherwise) & mask)`, less where one is 0."""
        mask, chosen, otherwise = map(_bits, cells)
        out = _bits(output)
        if self._is_zero(places[2]):
            self.steps.append(_Step(np.bitwise_and, chosen, mask, out))
        elif self._is_zero(places[1]):
            self.steps += (_Step(np.bitwise_and, otherwise, mask, out), _Step(np.bitwise_xor, otherwise, out, out))
        else:
            self.steps.append(_Step(np.bitwise_xor, chosen, otherwise, out))
            self.steps += (_Step(np.bitwise_and, out, mask, out), _Step(np.bitwise_xor, out, otherwise, out))

    def _is_zero(self, place: int) -> bool:
        """Whether it is the constant whose bits are all 0, which −0.0 is not."""
        entry = self._code.entries[place]
        return isinstance(entry, float) and entry.hex() == (0.0).hex()
