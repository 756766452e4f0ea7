"""The operations of a recorded repetition, computed again with other numbers and without making tensors.

The functions are those with which `engine.graph.tensor` computes, called with the same numbers in the same order, so that the
results are equal to the bit. What depends on nothing that changes is computed once.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import length_hint
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.repetition.bookkeeping import NotedAside
from backpass.engine.interpreter.repetition.loop_numbers import LoopNumbers
from backpass.engine.operations import Data, Transform
from backpass.engine.shapes import as_float_or_array

Function = Callable[..., Data]
RunAside = Callable[[NotedAside, int, Mapping[str, tuple[Data, str | None]]], None]
"""Runs an aside with a value of the loop's variable and the numbers and labels of the tensors that it reads."""


class Step(NamedTuple):
    """One operation: what computes it, and the registers of its inputs and of its result."""

    function: Function
    inputs: tuple[int, ...]
    result: int


class _Shown(NamedTuple):
    """What an aside reads: a register, and how what stands there was called in the last two repetitions."""

    register: int
    before: str | None
    made: str | None
    shift: int
    """-1 for what the repetition before has made."""

    def at(self, registers: Sequence[Data], count: int) -> tuple[Data, str | None]:
        """The number after so many more repetitions, and its label."""
        return registers[self.register], label_after(self.before, self.made, count + self.shift)


class Replay:
    """One repetition as steps on registers: first those of the tensors that it makes, then of what it is given."""

    def __init__(
        self, before: Sequence[Tensor], made: Sequence[Tensor], numbers: LoopNumbers, asides: Sequence[NotedAside] = ()
    ) -> None:
        """`made` are the tensors of the repetition, `before` those of the one before it; `numbers` what it computes from the
        variable of its loop, `asides` what notes its results.
        """
        self._made = made
        self._leaves, self._others = numbers.leaves, numbers.others
        self._registers: list[Data] = [tensor.raw for tensor in made]
        self._steps: list[Step] = []
        self._brought: dict[int, int] = {}
        """Registers of what the repetition before has made, and those of the results that take their place."""
        places = {tensor: place for place, tensor in enumerate(made)}
        earlier = {tensor: place for place, tensor in enumerate(before)}
        for place, tensor in enumerate(made):
            if tensor.operation is not None:
                inputs = tuple(self._register(each, places, earlier) for each in tensor.inputs)
                self._steps.append(Step(_function(tensor), inputs, place))
        self._first: list[Data] = []
        """The registers before the first repetition."""
        self._asides, self._variable = asides, numbers.variable
        self._turns: list[tuple[Iterator[int], int]] = []
        """What counts the repetitions of each run so far, and how many there are."""
        self._shown = [
            {
                name: self._shown_as(tensor, before, places, earlier)
                for name, tensor in each.tensors.items()
                if tensor in earlier or places.get(tensor, len(made)) < len(made)
            }
            for each in asides
        ]
        """Per aside what it reads that differs from one repetition to the next, or is made in each."""
        self._changing = self._that_change()
        self._needed = self._that_are_needed()

    def _register(self, tensor: Tensor, places: dict[Tensor, int], earlier: Mapping[Tensor, int]) -> int:
        if tensor not in places:
            places[tensor] = len(self._registers)
            self._registers.append(tensor.raw)
            if tensor in earlier:
                self._brought[places[tensor]] = earlier[tensor]
        return places[tensor]

    def _shown_as(
        self, tensor: Tensor, before: Sequence[Tensor], places: dict[Tensor, int], earlier: Mapping[Tensor, int]
    ) -> "_Shown":
        """A tensor that an aside reads; one that the repetition before has made is called as it was there."""
        register = self._register(tensor, places, earlier)
        place = earlier.get(tensor, register)
        return _Shown(register, before[place].label, self._made[place].label, -1 if tensor in earlier else 0)

    def _that_change(self) -> list[Step]:
        changing = {*self._brought, *self._leaves}
        found = []
        for step in self._steps:
            if not changing.isdisjoint(step.inputs):
                changing.add(step.result)
                found.append(step)
        return found

    def _that_are_needed(self) -> list[Step]:
        """Those that a later repetition depends on, or an aside."""
        needed = {*self._brought.values(), *(each.register for shown in self._shown for each in shown.values())}
        found = []
        for step in reversed(self._changing):
            if step.result in needed:
                needed.update(step.inputs)
                found.append(step)
        return found[::-1]

    @property
    def brought(self) -> list[Tensor]:
        """What the next repetition takes from this one."""
        return [self._made[place] for place in self._brought.values()]

    @property
    def done(self) -> int:
        """About how many repetitions have been computed; with asides, each is computed twice. For another thread to read."""
        done = sum(times - length_hint(turns) for turns, times in self._turns)
        return done // 2 if self._asides else done

    def _counted(self, times: int) -> Iterator[int]:
        """So many turns, which can be counted while they are taken."""
        turns = iter(range(times))
        self._turns.append((turns, times))
        return turns

    def is_exact(self, variable: int) -> bool:
        """Whether the recorded repetition, computed again, gives the numbers that it gave; `variable` was the loop's."""
        before = list(self._registers)
        with np.errstate(all="ignore"):
            self._set(variable)
            _run(self._steps, self._registers)
        return all(map(_identical, before, self._registers))

    def run(self, times: int, variables: Iterator[int]) -> list[Data]:
        """The numbers of all tensors of the repetition after so many more, in order; `variables` are the values of the loop's
        variable in them. Raises ArithmeticError where a layout changes or a number of the loop is not finite.
        """
        kinds = [_layout(each) for each in self._registers]
        self._first = list(self._registers)
        with np.errstate(all="ignore"):
            self._begin(variables)
            _run(self._changing, self._registers)
            if [_layout(each) for each in self._registers] != kinds:
                raise ArithmeticError("a result of a loop has another layout than before")
            for _ in self._counted(times - 2):
                self._begin(variables)
                _run(self._needed, self._registers)
            if times > 1:
                self._begin(variables)
                _run(self._changing, self._registers)
        return self._registers[: len(self._made)]

    def run_with_asides(self, times: int, variables: Iterator[int], run_aside: RunAside) -> list[Data]:
        """The same once more, from the beginning, now that it is known to succeed, with the asides in their places.

        Raises ProblemError and SkippedError of an aside.
        """
        registers = self._registers
        registers[:] = self._first
        with np.errstate(all="ignore"):
            for turn, variable in zip(self._counted(times), variables, strict=False):
                count = turn + 1
                self._begin(iter((variable,)))
                steps = self._needed if 1 < count < times else self._changing
                done = 0
                for noted, shown in zip(self._asides, self._shown, strict=True):
                    if not noted.is_run(self._variable, variable):
                        continue
                    until = bisect_left(steps, noted.place, key=_result)
                    _run(steps[done:until], registers)
                    done = until
                    run_aside(noted, variable, {name: each.at(registers, count) for name, each in shown.items()})
                _run(steps[done:], registers)
        return registers[: len(self._made)]

    def _set(self, variable: int) -> None:
        for place, expression in self._leaves.items():
            self._registers[place] = float(expression.at(variable))
        for expression in self._others:
            expression.at(variable)

    def _begin(self, variables: Iterator[int]) -> None:
        """What a repetition has made becomes what the next one is given."""
        registers = self._registers
        for into, value in [(into, registers[place]) for into, place in self._brought.items()]:
            registers[into] = value
        if self._leaves or self._others:
            self._set(next(variables))


def _result(step: Step) -> int:
    return step.result


def _run(steps: Sequence[Step], registers: list[Data]) -> None:
    for function, inputs, result in steps:
        if len(inputs) == 2:
            registers[result] = function(registers[inputs[0]], registers[inputs[1]])
        elif len(inputs) == 1:
            registers[result] = function(registers[inputs[0]])
        else:
            registers[result] = function(*[registers[each] for each in inputs])


def _function(tensor: Tensor) -> Function:
    """What `engine.graph.tensor.computed` does for the operation, of inputs like these."""
    operation, options = tensor.operation, tensor.options or {}
    assert operation is not None
    if isinstance(operation.value, Transform):
        evaluate = operation.value.evaluate
        return lambda *data: as_float_or_array(evaluate(*data, **options))
    functions = kernel(operation)
    if all(type(each.raw) is float for each in tensor.inputs):
        scalar = functions.scalar
        return lambda *data: scalar(*data)[0]
    value, float64, asarray = functions.value, np.float64, np.asarray
    return lambda *data: asarray(value(*data), dtype=float64)


def _layout(data: Data) -> Any:
    return None if type(data) is float else (data.shape, data.strides)  # type: ignore[union-attr]


def _identical(one: Data, other: Data) -> bool:
    return _layout(one) == _layout(other) and np.asarray(one).tobytes() == np.asarray(other).tobytes()


_COUNTED = re.compile(r"(.*)#(\d+)")


def label_after(before: str | None, made: str | None, times: int) -> str | None:
    """The label of a value so many repetitions after two, whose values are called `x#4` and `x#5`: `x#8` after three."""
    first, second = _COUNTED.fullmatch(before or ""), _COUNTED.fullmatch(made or "")
    if second is None:
        return made
    step = int(second[2]) - (int(first[2]) if first is not None and first[1] == second[1] else 1)
    return f"{second[1]}#{int(second[2]) + step * times}"
