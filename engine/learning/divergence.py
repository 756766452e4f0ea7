"""Divergence: noticing that a descent diverges, when that began, and which step size to try instead.

Knows the losses and the sizes of gradients, nothing of what they belong to.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

BEYOND = 1e6
"""A loss this many times the first one (or this large, where that was below 1) does not come back."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """A descent that has diverged."""

    step: int
    """Where it was noticed."""
    began: int
    """The first step whose loss was more than twice the lowest so far, and stayed so."""
    loss: float
    learning_rate: float
    suggestion: float | None
    """A smaller rate to try; None where no rate is to blame, since there was no number before the first update."""

    @property
    def problem(self) -> Problem:
        """As people read it."""
        if self.suggestion is None:
            return Problem(
                Code.DIVERGED,
                say("loss-not-a-number", step=self.step, loss=f"{self.loss:.3g}"),
                say("loss-not-a-number.hint"),
            )
        return Problem(
            Code.DIVERGED,
            say(
                "loss-runs-away",
                began=self.began,
                step=self.step,
                loss=f"{self.loss:.3g}",
                learning_rate=f"{self.learning_rate:g}",
            )
            if self.began < self.step
            else say("loss-runs-away.at-once", step=self.step, loss=f"{self.loss:.3g}", learning_rate=f"{self.learning_rate:g}"),
            say("loss-runs-away.hint", suggestion=f"{self.suggestion:g}"),
        )


@dataclass(slots=True)
class DivergenceWatch:
    """Looks at each step; what it remembers is plain and finite, so it can be kept in a checkpoint."""

    first: float | None = None
    lowest: float = math.inf
    calm: int = 0
    """The last step whose loss was within twice the lowest."""
    norm: float = 0.0
    """Size of the last gradient."""
    growth: float = 1.0
    """How many times larger the gradient was one step after `calm`."""

    def see(self, step: int, loss: float, norm: float, learning_rate: float) -> Divergence | None:
        """One step's loss, the size of its gradient, and the rate of its update; what is wrong, if anything is."""
        if self.first is None:
            self.first = loss
        if step == self.calm + 1 and self.norm > 0:
            self.growth = norm / self.norm if math.isfinite(norm) else BEYOND
        if not math.isfinite(loss) or not math.isfinite(norm) or loss > BEYOND * max(self.first, 1.0):
            rate = _smaller(learning_rate, self.growth) if step else None
            return Divergence(step, min(self.calm + 1, step), loss, learning_rate, rate)
        self.lowest = min(self.lowest, loss)
        if loss - self.lowest <= abs(self.lowest):
            self.calm = step
        self.norm = norm
        return None

    def state(self) -> dict[str, Any]:
        """Plain enough for JSON; before the first step there is nothing to say."""
        return asdict(self) if self.first is not None else {}


def _smaller(rate: float, growth: float) -> float:
    """Where a step turns the gradient into −growth times itself, the curvature is (1 + growth) / rate, and its inverse
    would reach the bottom at once. Rounded down to one digit, and at most half.
    """
    wanted = max(min(rate / 2, rate / (1 + growth)), rate / 1000)
    exponent = math.floor(math.log10(wanted))
    return float(f"{math.floor(wanted / 10.0**exponent * (1 + 1e-9))}e{exponent}")
