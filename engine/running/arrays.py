"""Arrays that other libraries make: of zeros, of ones, evenly spaced. What is large is counted before it is made."""

import math
from typing import Any

import numpy as np

from engine.problems import ProblemError
from engine.running import element_refusals
from engine.running.offers import ARRAYS, count, number, offer
from engine.running.values import Arguments, Item
from engine.tensor import Tensor


def lengths_of(machine: Any, items: list[Item], arguments: Arguments) -> tuple[int, ...]:
    """Lengths by place or as one tuple, counted before anything is allocated."""
    if len(items) == 1 and isinstance(items[0], list | tuple):
        items = list(items[0])
    lengths = tuple(count(machine, item, arguments) for item in items)
    if any(length < 0 for length in lengths):
        raise ProblemError(element_refusals.index_out_of_range(min(lengths), 0, arguments.part))
    machine.evaluator.hold(math.prod(lengths))
    return lengths


def _filled(machine: Any, lengths: tuple[int, ...], value: float, arguments: Arguments) -> Item:
    return _made(machine, np.full(lengths, value) if lengths else value, arguments)


def _made(machine: Any, data: Any, arguments: Arguments) -> Item:
    """An array; with `requires_grad=True` an input."""
    if arguments.keywords.get("requires_grad") is True:
        leaf = Tensor(data)
        leaf.span = arguments.span
        machine.names.constructed(leaf, None, None)
        return leaf
    return machine.evaluator.constant(data, arguments.span)  # type: ignore[no-any-return]


@offer(ARRAYS, "zeros", least=1)
def _zeros(machine: Any, arguments: Arguments) -> Item:
    return _filled(machine, lengths_of(machine, arguments.values, arguments), 0.0, arguments)


@offer(ARRAYS, "ones", least=1)
def _ones(machine: Any, arguments: Arguments) -> Item:
    return _filled(machine, lengths_of(machine, arguments.values, arguments), 1.0, arguments)


@offer(ARRAYS, "full", least=2, most=2)
def _full(machine: Any, arguments: Arguments) -> Item:
    lengths = lengths_of(machine, [arguments.values[0]], arguments)
    return _filled(machine, lengths, number(machine, arguments.values[1], arguments), arguments)


@offer(ARRAYS, "zeros_like", "ones_like", least=1, most=1)
def _like(machine: Any, arguments: Arguments) -> Item:
    shape = machine.evaluator.tensor(arguments.values[0], arguments.part).shape
    machine.evaluator.hold(math.prod(shape))
    return _filled(machine, shape, float(getattr(arguments.part, "name", "") == "ones_like"), arguments)


@offer(ARRAYS, "eye", "identity", least=1, most=1)
def _eye(machine: Any, arguments: Arguments) -> Item:
    length = count(machine, arguments.values[0], arguments)
    machine.evaluator.hold(length * length)
    return _made(machine, np.eye(length), arguments)


@offer(ARRAYS, "linspace", least=2, most=3)
def _linspace(machine: Any, arguments: Arguments) -> Item:
    start, end, *more = arguments.values
    length = count(machine, more[0] if more else arguments.keywords.get("num", arguments.keywords.get("steps", 50)), arguments)
    machine.evaluator.hold(max(length, 0))
    return _made(
        machine, np.linspace(number(machine, start, arguments), number(machine, end, arguments), max(length, 0)), arguments
    )


@offer(ARRAYS, "arange", least=1, most=3)
def _arange(machine: Any, arguments: Arguments) -> Item:
    numbers = [number(machine, item, arguments) for item in arguments.values]
    start, end, step = (0.0, numbers[0], 1.0) if len(numbers) == 1 else (*numbers, 1.0)[:3]
    if step == 0 or not math.isfinite((end - start) / step):
        raise ProblemError(element_refusals.step_of_zero(arguments.span))
    machine.evaluator.hold(max(0, math.ceil((end - start) / step)))
    return _made(machine, np.arange(start, end, step), arguments)
