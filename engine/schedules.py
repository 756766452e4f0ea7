"""Learning-rate schedules: the step size as a function of the step, counted from 0. Knows nothing of optimisers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.choices import Choice, Number, table


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


def _warmed(warm_up: int, then: Schedule) -> Schedule:
    return WarmUp(warm_up, then) if warm_up else then


def _constant(rate: float, steps: int, *, warm_up: int = 0) -> Schedule:  # noqa: ARG001 (all are made alike)
    return _warmed(warm_up, Constant(rate))


def _linear_decay(rate: float, steps: int, *, end: float = 0.1, warm_up: int = 0) -> Schedule:
    return _warmed(warm_up, LinearDecay(rate, end, max(1, steps - warm_up)))


def _step_decay(rate: float, steps: int, *, every: int = 30, factor: float = 0.1, warm_up: int = 0) -> Schedule:  # noqa: ARG001
    return _warmed(warm_up, StepDecay(rate, every, factor))


def _cosine(rate: float, steps: int, *, lowest: float = 0.0, warm_up: int = 0) -> Schedule:
    return _warmed(warm_up, Cosine(rate, max(1, steps - warm_up), lowest))


_WARM_UP = Number("warm_up", "How many steps the rate first takes to climb to its start.", 0, 1_000_000)

SCHEDULES: Mapping[str, Choice[Schedule]] = table(
    Choice("constant", "Constant", "The same rate at every step.", _constant, (_WARM_UP,)),
    Choice(
        "linear_decay",
        "Linear decay",
        "In a straight line from the learning rate to an end, over the whole run.",
        _linear_decay,
        (Number("end", "The rate at the end of the run.", 0, 1_000), _WARM_UP),
    ),
    Choice(
        "step_decay",
        "Step decay",
        "Down by a factor after every so many steps.",
        _step_decay,
        (
            Number("every", "After how many steps.", 1, 1_000_000),
            Number("factor", "What the rate is multiplied by.", 0, 1),
            _WARM_UP,
        ),
    ),
    Choice(
        "cosine",
        "Cosine",
        "Half a cosine wave over the whole run: slow at first, slow at the end.",
        _cosine,
        (Number("lowest", "The rate at the end of the run.", 0, 1_000), _WARM_UP),
    ),
)
"""Every schedule by name; made from the learning rate it starts at, the steps of the run, and these numbers."""
