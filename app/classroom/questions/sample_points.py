"""A program at other inputs, near the present ones: where a formula that is right only here shows that it is wrong.

The inputs are moved at random (with a fixed seed) as far as the graph stays the same, every number stays finite and no operation
comes to the other side of its kink: who writes `w` for the slope of `relu(w*x)` is right on this side. Knows nothing of answers.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from backpass.engine import Limits, ProblemError
from backpass.engine.autodiff.check.kinks import side
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.language import Program
from backpass.engine.operations import Array, Data, Operation
from backpass.engine.reading.run_as_python import run_as_python

WANTED = 8
"""Points that are looked for, besides the present one."""
ENOUGH = 3
"""Fewer would let a wrong formula pass by chance."""
_SCALES = (1.0, 1.0, 1.0, 0.3, 0.3, 0.1, 0.1, 0.03, 0.01, 0.001)
"""How far the inputs are moved, as a share of their size; a next smaller one where the last gave no point."""
_TRIES = 4
_SEED = 6


def nearby(program: Program, here: Run, inputs: Mapping[str, Any], output: str | None, limits: Limits) -> list[Run]:
    """Runs of the same graph with other numbers in its inputs; none where it has no inputs that could be moved.

    Raises ProblemError (too-much-work) where running it so often would take too long.
    """
    trace = Trace.of(here.output)
    moving = {name: leaf.raw for name, leaf in here.inputs.items() if leaf in trace.positions and "#" not in name}
    if not moving:
        return []
    limits.check_evaluations(len(trace.tensors) * len(_SCALES) * _TRIES)
    shape, sides = _shape(trace), _sides(trace)
    source = random.Random(_SEED)  # noqa: S311 (points to try a formula at, not a secret)
    found: list[Run] = []
    for scale in _SCALES:
        for _ in range(_TRIES):
            given = dict(inputs) | {name: _moved(data, scale, source) for name, data in moving.items()}
            try:
                there = run_as_python(program, given, output, limits)
            except ProblemError:
                continue
            if _finite(other := Trace.of(there.output)) and _shape(other) == shape and _same(sides, _sides(other)):
                found.append(there)
                if len(found) == WANTED:
                    return found
    return found


def _moved(data: Data, scale: float, source: random.Random) -> Any:
    """Each number moved by between a fifth of the scale and all of it, either way; of 0 the scale itself is the measure."""
    if isinstance(data, float):
        return data + scale * max(1.0, abs(data)) * source.choice((-1, 1)) * source.uniform(0.2, 1.0)
    flat = [_moved(float(number), scale, source) for number in data.ravel()]
    return np.reshape(flat, data.shape).tolist()


def finite(here: Run) -> bool:
    """Whether every number of a run's graph is finite."""
    return _finite(Trace.of(here.output))


def _finite(trace: Trace) -> bool:
    return all(bool(np.isfinite(tensor.raw).all()) for tensor in trace.tensors)


def _shape(trace: Trace) -> tuple[list[Operation | None], list[list[int]]]:
    return [tensor.operation for tensor in trace.tensors], trace.inputs


def _sides(trace: Trace) -> list[Array]:
    return [
        side(tensor)
        for tensor in trace.tensors
        if tensor.operation is not None and tensor.operation.elementwise and tensor.operation.kink is not None
    ]


def _same(here: list[Array], there: list[Array]) -> bool:
    """What sits on its kink here has no side to keep."""
    return all(bool(np.all((one == 0) | (one == other))) for one, other in zip(here, there, strict=True))
