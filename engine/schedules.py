"""Learning-rate schedules: the step size as a function of the step, counted from 0. Knows nothing of optimisers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class Schedule(Protocol):
    """What a training loop asks before each step."""

    def __call__(self, step: int, /) -> float:
        """The learning rate of a step."""
        ...


@dataclass(frozen=True, slots=True)
class Constant:
    """The same rate at every step."""

    rate: float

    def __call__(self, step: int, /) -> float:  # noqa: ARG002 (a schedule is asked with the step)
        return self.rate


@dataclass(frozen=True, slots=True)
class LinearDecay:
    """From `start` in a straight line to `end` at step `steps`, then constant: 1.0 − 0.9 k/100 as it stands here."""

    start: float = 1.0
    end: float = 0.1
    steps: int = 100

    def __call__(self, step: int, /) -> float:
        return self.start - (self.start - self.end) * min(step, self.steps) / self.steps


@dataclass(frozen=True, slots=True)
class StepDecay:
    """Multiplied by `factor` after every `every` steps."""

    rate: float
    every: int
    factor: float = 0.1

    def __call__(self, step: int, /) -> float:
        return self.rate * self.factor ** (step // self.every)


@dataclass(frozen=True, slots=True)
class Cosine:
    """Half a cosine wave from `rate` down to `lowest` at step `steps`, then constant (Loshchilov and Hutter, SGDR, 2017)."""

    rate: float
    steps: int
    lowest: float = 0.0

    def __call__(self, step: int, /) -> float:
        progress = min(step, self.steps) / self.steps
        return self.lowest + (self.rate - self.lowest) * (1 + math.cos(math.pi * progress)) / 2


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Up from nearly 0 in `steps` equal stairs to where `then` starts, which is followed from there."""

    steps: int
    then: Schedule

    def __call__(self, step: int, /) -> float:
        if step < self.steps:
            return self.then(0) * (step + 1) / (self.steps + 1)
        return self.then(step - self.steps)


SCHEDULES: Mapping[str, type] = {made.__name__: made for made in (Constant, LinearDecay, StepDecay, Cosine, WarmUp)}
"""Every schedule by name."""
