"""Learning-rate schedules: the step size as a function of the step, counted from 0. Knows nothing of optimisers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from backpass.engine.learning.choices import Choice, NumberOption, table
from backpass.engine.messages import say


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


_WARM_UP = NumberOption("warm_up", say("option-warmup"), 0, 1_000_000)

SCHEDULES: Mapping[str, Choice[Schedule]] = table(
    Choice("constant", say("schedule-constant.title"), say("schedule-constant"), _constant, (_WARM_UP,)),
    Choice(
        "linear_decay",
        say("schedule-linear-title"),
        say("schedule-linear"),
        _linear_decay,
        (NumberOption("end", say("option-end-rate"), 0, 1_000), _WARM_UP),
    ),
    Choice(
        "step_decay",
        say("schedule-step-title"),
        say("schedule-step"),
        _step_decay,
        (
            NumberOption("every", say("option-every"), 1, 1_000_000),
            NumberOption("factor", say("option-gamma"), 0, 1),
            _WARM_UP,
        ),
    ),
    Choice(
        "cosine",
        say("schedule-cosine.title"),
        say("schedule-cosine"),
        _cosine,
        (NumberOption("lowest", say("option-end-rate"), 0, 1_000), _WARM_UP),
    ),
)
"""Every schedule by name; made from the learning rate it starts at, the steps of the run, and these numbers."""
