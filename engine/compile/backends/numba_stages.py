"""Scalar code cut into stages: what a compiled loop computes best, then what NumPy's functions do, and so on in turn.

A loop of sums, products and choices fills the processor's vector units by itself. With an `exp` in it it would not: the compiler
calls the function for each point. NumPy has vector versions of its functions, which take arrays; so the code is cut there.
Knows neither arrays nor compilers.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from backpass.engine.compile.ir import COMPARISONS, Instruction
from backpass.engine.compile.lower import LinearProgram
from backpass.engine.operations import OPERATIONS, Native

_INSTRUCTIONS = frozenset({"abs", "sqrt", "floor", "ceil"})
"""Operations for which processors have an instruction."""


@dataclass(slots=True)
class Stage:
    """A loop, and then functions. All numbers are places of the code."""

    lines: list[int] = field(default_factory=list)
    """What the loop computes, in this order."""
    reads: list[int] = field(default_factory=list)
    """What the loop reads from arrays."""
    stores: list[int] = field(default_factory=list)
    """What the loop writes to arrays, since it is asked for or used outside of the loop."""
    numbers: list[int] = field(default_factory=list)
    """What the loop uses that is the same at all points, and no constant."""
    functions: list[int] = field(default_factory=list)
    """What functions of arrays compute afterwards, in this order."""


def by_function(line: Instruction) -> bool:
    """Whether NumPy computes a line better than a loop: functions of whole arrays, unless they are those of the loop as well."""
    record = OPERATIONS.get(line.function)
    if record is None or not isinstance(record.value, Native) or record.name in _INSTRUCTIONS:
        return False
    return isinstance(record.value.array, np.ufunc) or record.value.scalar.__module__ != "math"


def stages(code: LinearProgram, varies: Sequence[bool]) -> list[Stage]:
    """The stages in which the varying lines of a code are computed, one after the other."""
    computed = {place: entry for place, entry in enumerate(code.entries) if isinstance(entry, Instruction) and varies[place]}
    functions = {place for place, line in computed.items() if by_function(line)}
    # An answer to a comparison is computed again wherever it is used: that costs less than keeping it in an array.
    questions = {place for place, line in computed.items() if line.function in COMPARISONS}
    number: dict[int, int] = {}
    for place, line in computed.items():
        if place not in questions:
            earlier = [(each, number[each]) for each in _used(code, line, questions) if each in number]
            later = 0 if place in functions else 1
            number[place] = max((before + (later if each in functions else 0) for each, before in earlier), default=0)
    found = [Stage() for _ in range(max(number.values(), default=-1) + 1)]
    for place, index in number.items():
        if place in functions:
            found[index].functions.append(place)
        else:
            own = found[index].lines
            own += [each for each in computed[place].arguments if each in questions and each not in own]
            own.append(place)
    for stage in found:
        _connect(stage, code, varies)
    _keep(found, code, functions)
    return found


def _used(code: LinearProgram, line: Instruction, questions: Collection[int]) -> Iterator[int]:
    """The places that a line uses; of a comparison those that are compared."""
    for argument in line.arguments:
        entry = code.entries[argument]
        if argument in questions and isinstance(entry, Instruction):
            yield from entry.arguments
        else:
            yield argument


def _connect(stage: Stage, code: LinearProgram, varies: Sequence[bool]) -> None:
    """What the loop of a stage takes from outside."""
    own = set(stage.lines)
    used = dict.fromkeys(each for place in stage.lines for each in _arguments(code, place) if each not in own)
    stage.reads = [each for each in used if varies[each]]
    stage.numbers = [each for each in used if not varies[each] and not isinstance(code.entries[each], float)]


def _keep(found: Sequence[Stage], code: LinearProgram, functions: Collection[int]) -> None:
    """What each loop has to leave in arrays."""
    needed = {each for stage in found for each in stage.reads} | set(code.outputs)
    needed |= {each for place in functions for each in _arguments(code, place)}
    for stage in found:
        stage.stores = [place for place in stage.lines if place in needed]


def _arguments(code: LinearProgram, place: int) -> tuple[int, ...]:
    entry = code.entries[place]
    return entry.arguments if isinstance(entry, Instruction) else ()
