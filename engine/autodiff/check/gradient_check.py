"""The gradient check: is the gradient that the rules give the one that the values show?

Per input: central differences over a sweep of steps, and the complex step where the operations allow it. Which step is best
is decided from the differences alone, never by how well they agree with the gradient, so a wrong rule cannot choose its own
witness. Knows nothing of programs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf, isfinite, nan

import numpy as np

from backpass.engine.autodiff.check.kinks import distance, straddles
from backpass.engine.autodiff.check.perturbation import PerturbedGraph, data_of
from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.formulas.algebras import NotAnalyticError
from backpass.engine.graph.tensor import Tensor
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.shapes import as_data, as_float_or_array, size_of

STEPS = tuple(float(f"1e-{exponent}") for exponent in range(1, 16))
"""The steps h of the sweep."""
MAX_ELEMENTS = 16
"""A tensor with more elements is checked along one random direction instead of element by element."""
_COMPLEX_STEPS = 1e-20, 1e-30
_ROUNDING = float(np.finfo(np.float64).eps)
_AGREES, _DECIDES, _CAUTION = 1e-7, 1e-4, 10.0
"""Relative difference that is agreement; largest relative uncertainty that decides anything; factor on that uncertainty."""


class Verdict(StrEnum):
    """What a check says of one derivative."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    """The differences do not settle on a number, or there is nothing to compare; `note` says why."""


class Side(StrEnum):
    """Which values a difference uses: both sides, or the only one on which the value is finite."""

    CENTRAL = "central"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Estimate:
    """One step of the sweep."""

    step: float
    estimate: float
    """NaN where the value is finite on neither side."""
    error: float
    """|estimate − autodiff|."""
    truncation: float
    """What the step's size adds to the error, as far as its neighbours in the sweep show; infinite where they do not."""
    round_off: float
    """What the rounding of floats may add to it."""
    side: Side
    straddles: bool
    """Whether an operation lies on one side of its kink at one end of the difference and on the other at the other."""

    @property
    def uncertainty(self) -> float:
        return self.truncation + self.round_off


@dataclass(frozen=True, slots=True)
class NearKink:
    """An operation whose kink some of the differences straddle."""

    tensor: Tensor
    distance: float
    """How far its kink condition is from being true; 0 on the kink."""
    smallest_step: float
    """The smallest step that straddles it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the check found for one element of an input, or for one direction."""

    tensor: Tensor
    index: tuple[int, ...] | None
    """The element, () for a scalar; None for a random direction over all elements."""
    autodiff: float
    numeric: float
    """The difference at the best step; NaN where there is none."""
    complex_step: float | None
    """None where an operation on the way has no continuation to complex numbers, or sits on its kink."""
    relative_error: float | None
    """None where there is nothing to compare, or where both are 0 as far as differences can show."""
    best: Estimate | None
    sweep: tuple[Estimate, ...]
    kinks: tuple[NearKink, ...]
    verdict: Verdict
    note: str | None
    """Why it is undecided, or what is special about the comparison."""


@dataclass(frozen=True, slots=True)
class _Line:
    """The line on which one check moves: source + t · direction, and the output's weighted sum along it."""

    again: PerturbedGraph
    direction: Data
    upstream: Data

    def at(self, step: float) -> tuple[dict[Tensor, Data], float]:
        with np.errstate(all="ignore"):
            moved = self.again.at(as_float_or_array(self.again.source.raw + step * self.direction))
            return moved, self.weighted(data_of(self.again.output, moved))

    def weighted(self, data: Data) -> float:
        with np.errstate(all="ignore"):
            return float(np.sum(np.asarray(data) * self.upstream))

    def complex_slope(self) -> float | None:
        """Im f(x + ih) / h, no subtraction and so no round-off; None where it is not available."""
        found = []
        try:
            for step in _COMPLEX_STEPS:
                output = self.again.complex_at(self.again.source.raw + 1j * step * np.asarray(self.direction))
                with np.errstate(all="ignore"):
                    found.append(float(np.sum(np.imag(output) * self.upstream) / step))
                if not np.allclose(np.real(output), self.again.output.raw, rtol=1e-9, atol=1e-12):
                    return None
        except NotAnalyticError:
            return None
        # What is round-off in the imaginary part grows as the step shrinks: a derivative does not.
        return found[1] if all(map(isfinite, found)) and np.isclose(found[0], found[1], rtol=1e-9, atol=0.0) else None


def check(
    gradients: Gradients, wanted: Mapping[str, Tensor], upstream: object = 1.0, limits: Limits | None = None, seed: int = 0
) -> dict[str, list[Check]]:
    """Checks a finished backward pass: per name, one check for each element of its tensor, or one along a random direction.

    `upstream` must be what the pass was started with. A tensor that was computed is moved independently, as if it were an input.
    Raises ProblemError (too-much-work).
    """
    again = {name: PerturbedGraph(gradients.tensors, tensor) for name, tensor in wanted.items()}
    each = 2 * len(STEPS) + len(_COMPLEX_STEPS)
    checks = {name: _count(tensor) for name, tensor in wanted.items()}
    (limits or Limits()).check_evaluations(sum(each * checks[name] * again[name].work for name in wanted))
    generator, weights = np.random.default_rng(seed), as_data(upstream)
    by_tensor = dict(zip(gradients.tensors, gradients.values, strict=True))
    return {
        name: [
            _check(_Line(again[name], direction, weights), index, gradients, by_tensor.get(tensor))
            for index, direction in _directions(tensor, generator)
        ]
        for name, tensor in wanted.items()
    }


def check_gradients(output: Tensor, wanted: Mapping[str, Tensor], upstream: object = 1.0) -> dict[str, list[Check]]:
    """Differentiates and checks in one go: `check_gradients(L, {"w": w})["w"][0].verdict`."""
    return check(backward(output, upstream), wanted, upstream)


def _count(tensor: Tensor) -> int:
    size = size_of(tensor.raw)
    return size if size <= MAX_ELEMENTS else 1


def _directions(tensor: Tensor, generator: np.random.Generator) -> Iterator[tuple[tuple[int, ...] | None, Data]]:
    if isinstance(tensor.raw, float):
        yield (), 1.0
    elif tensor.raw.size > MAX_ELEMENTS:
        direction = generator.standard_normal(tensor.shape)
        yield None, direction / np.abs(direction).max()
    else:
        for index in np.ndindex(tensor.shape):
            direction = np.zeros(tensor.shape)
            direction[index] = 1.0
            yield index, direction


def _check(line: _Line, index: tuple[int, ...] | None, gradients: Gradients, gradient: Data | None) -> Check:
    source = line.again.source
    with np.errstate(all="ignore"):
        autodiff = 0.0 if gradient is None else float(np.sum(np.asarray(gradient * line.direction)))
    sweep, kinks = _sweep(line, autodiff, _carried(line.again, gradients))
    usable = [row for row in sweep if isfinite(row.uncertainty) and not row.straddles]
    best = min(usable, key=lambda row: row.uncertainty, default=None)
    numeric = best.estimate if best else nan
    verdict, note = _verdict(autodiff, best, sweep, _ROUNDING * _arrived(line, gradients))
    return Check(
        source,
        index,
        autodiff,
        numeric,
        None if any(kink.distance == 0 for kink in kinks) else line.complex_slope(),
        _relative(autodiff, best),
        best,
        sweep,
        kinks,
        verdict,
        note,
    )


def _carried(again: PerturbedGraph, gradients: Gradients) -> list[tuple[Tensor, Data]]:
    """What moves in this check, each with the size of its gradient: that is how strongly its rounding reaches the output."""
    concerned = {again.source, *again.affected}
    return [
        (tensor, abs(gradient) if isinstance(gradient, float) else np.abs(gradient))
        for tensor, gradient in zip(gradients.tensors, gradients.values, strict=True)
        if gradient is not None and tensor in concerned
    ]


def _rounding(carried: Sequence[tuple[Tensor, Data]], one: Mapping[Tensor, Data], other: Mapping[Tensor, Data]) -> float:
    """How far rounding may move the output at either end of a difference: every number on the way is off by a rounding."""
    total = 0.0
    with np.errstate(all="ignore"):
        for tensor, weight in carried:
            data = [tensor.raw, data_of(tensor, one), data_of(tensor, other)]
            if isinstance(weight, float):
                largest = max(abs(float(each)) for each in data) * weight
                total += 0.0 if largest != largest else largest  # only NaN differs from itself
            else:
                total += float(np.nansum(np.fmax.reduce(np.abs(np.stack([np.asarray(each) for each in data]))) * weight))
    return _ROUNDING * total


def _sweep(
    line: _Line, autodiff: float, carried: Sequence[tuple[Tensor, Data]]
) -> tuple[tuple[Estimate, ...], tuple[NearKink, ...]]:
    kinks = [
        tensor for tensor in line.again.affected if tensor.operation and tensor.operation.elementwise and tensor.operation.kink
    ]
    smallest: dict[Tensor, float] = {}
    here = line.weighted(line.again.output.raw)
    rows = []
    for step in STEPS:
        (below, low), (above, high) = line.at(-step), line.at(step)
        crossed = [tensor for tensor in kinks if straddles(tensor, below, above)]
        smallest |= dict.fromkeys(crossed, step)
        estimate, side = _difference(low, here, high, step)
        used = [{} if side is Side.ABOVE else below, {} if side is Side.BELOW else above]
        round_off = _rounding(carried, *used) / step
        rows.append(Estimate(step, estimate, abs(estimate - autodiff), inf, round_off, side, bool(crossed)))
    rows = [replace(row, truncation=_truncation(rows, position)) for position, row in enumerate(rows)]
    near = (NearKink(tensor, distance(tensor), step) for tensor, step in smallest.items())
    return tuple(rows), tuple(sorted(near, key=lambda kink: kink.distance))


def _difference(low: float, here: float, high: float, step: float) -> tuple[float, Side]:
    if isfinite(low) and isfinite(high):
        return (high - low) / (2 * step), Side.CENTRAL
    if isfinite(here) and isfinite(high):
        return (high - here) / step, Side.ABOVE
    if isfinite(here) and isfinite(low):
        return (here - low) / step, Side.BELOW
    return nan, Side.CENTRAL


def _truncation(rows: Sequence[Estimate], position: int) -> float:
    """How far a difference is from its limit, judged by the next larger and the next smaller step.

    A central difference gains a factor of 100 from one step to the next, a one-sided one 10. What the smaller step's own
    rounding explains does not count.
    """
    row = rows[position]
    gain = 100 if row.side is Side.CENTRAL else 10
    seen = []
    if position and not rows[position - 1].straddles:
        seen.append(abs(rows[position - 1].estimate - row.estimate) / (gain - 1))
    if position + 1 < len(rows):
        smaller = rows[position + 1]
        if isfinite(smaller.round_off):
            seen.append(max(0.0, abs(row.estimate - smaller.estimate) - smaller.round_off))
    finite = [each for each in seen if isfinite(each)]
    return max(finite) if finite and isfinite(row.estimate) else inf


def _jumps(sweep: Sequence[Estimate]) -> bool:
    """Whether the two ends of a difference stay apart however near they come."""
    gaps = [abs(row.estimate) * 2 * row.step for row in sweep if 1e-9 <= row.step <= 1e-3 and row.side is Side.CENTRAL]
    noise = max((row.round_off * row.step for row in sweep), default=0.0)
    return len(gaps) > 1 and min(gaps) > max(0.5 * max(gaps), 1e3 * noise)


def _size(best: Estimate, sweep: Sequence[Estimate]) -> float:
    """The size of slope there is to be seen: where the slope itself is 0, larger steps still see the curve."""
    return max(abs(row.estimate) for row in sweep if row.step >= best.step and isfinite(row.estimate))


def _arrived(line: _Line, gradients: Gradients) -> float:
    """The size of what arrived at the source: where large contributions cancel, the gradient itself is rounded like them."""
    total = 0.0
    by_tensor = dict(zip(gradients.tensors, gradients.values, strict=True))
    for user in line.again.affected:
        upstream = by_tensor[user]
        for slot, source in enumerate(user.inputs):
            if source is line.again.source and upstream is not None:
                with np.errstate(all="ignore"):
                    sent = gradients.contribution(user, slot, upstream).sent
                    total += float(np.sum(np.abs(np.asarray(sent * line.direction))))
    return total


def _verdict(autodiff: float, best: Estimate | None, sweep: Sequence[Estimate], rounded: float) -> tuple[Verdict, str | None]:
    """`rounded`: how far the rounding of what arrived may have moved the gradient."""
    if not isfinite(autodiff):
        return Verdict.UNDECIDED, say("check-not-finite")
    if _jumps(sweep):
        return Verdict.UNDECIDED, say("check-jumps")
    if all(row.straddles for row in sweep):
        return Verdict.UNDECIDED, say("check-straddles")
    if best is None:
        return Verdict.UNDECIDED, say("check-no-side")
    size = _size(best, sweep)
    if size and best.uncertainty > _DECIDES * size:
        return Verdict.UNDECIDED, say("check-not-settled")
    apart = abs(autodiff - best.estimate)
    if apart > _CAUTION * (best.uncertainty + rounded) + _AGREES * max(abs(autodiff), abs(best.estimate)):
        return Verdict.DIFFERS, say("check-differs")
    if best.side is not Side.CENTRAL:
        return Verdict.AGREES, say("check-one-sided")
    return Verdict.AGREES, None


def _relative(autodiff: float, best: Estimate | None) -> float | None:
    """Their distance by the larger of the two."""
    if best is None or not isfinite(autodiff):
        return None
    if autodiff == best.estimate:
        return 0.0
    size = max(abs(autodiff), abs(best.estimate))
    return abs(autodiff - best.estimate) / size if size > _CAUTION * best.uncertainty else None
