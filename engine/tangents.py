"""Forward mode beside a finished graph, as plain data: a pass for each direction, its frames, and what that costs.

A direction says at which rates named values move. Value and tangent of a node together are a dual number, value + tangent·ε: the
values are those of the graph, the tangents are told here. The shapes of the JSON are those of docs/api.md.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.backward import Gradients
from engine.forward_mode import Cost, ForwardStep, forward_cost, reverse_cost, timeline
from engine.graph import Besides, Json, data_json, named, no_influence
from engine.limits import Limits
from engine.operations import Data
from engine.problems import Code, Problem, ProblemError
from engine.running.interpreter import Run
from engine.shapes import finite_data, size_of
from engine.table import Table
from engine.tensor import Tensor
from engine.trace import Trace

Direction = Mapping[str, Any]
"""By name, the rate at which it moves: a number for all of its elements alike, or one for each."""


def forward_passes(directions: Sequence[Direction], limits: Limits) -> Callable[[Run, Gradients, Trace], Besides]:
    """What `graph_json` is given to tell of forward mode as well.

    The returned function raises ProblemError (unknown-input, invalid-input, shape-mismatch, too-much-work).
    """

    def told(run: Run, gradients: Gradients, trace: Trace) -> Besides:
        limits.check_evaluations(len(directions) * sum(size_of(tensor.data) for tensor in trace.tensors))
        seeds = [{named(run, name): _rate(run, name, rate) for name, rate in each.items()} for each in directions]
        passes = [timeline(trace.tensors, each) for each in seeds]
        idle = {name for each in directions for name in each if named(run, name) not in trace.positions}
        return Besides(
            steps=[_steps(number, steps, trace) for number, steps in enumerate(passes)],
            fields={
                "directions": [
                    {
                        "seeds": {name: data_json(seed) for name, seed in zip(each, seed_of.values(), strict=True)},
                        "derivative": _derivative(steps, trace),
                    }
                    for each, seed_of, steps in zip(directions, seeds, passes, strict=True)
                ],
                "costs": _costs(run, gradients, trace),
            },
            problems=[no_influence(name, named(run, name)) for name in sorted(idle)],
        )

    return told


def _rate(run: Run, name: str, rate: Any) -> Data:
    """A direction's rate in the shape of what it moves."""
    tensor = named(run, name)
    data = finite_data(rate, f"The rate of `{name}`")
    if isinstance(data, float):
        return data if isinstance(tensor.data, float) else np.full(tensor.shape, data)
    if data.shape == tensor.shape:
        return data
    raise ProblemError(
        Problem(
            Code.SHAPE_MISMATCH,
            f"The rate of `{name}` has the shape {data.shape}, and `{name}` itself {tensor.shape}.",
            "Give one number for all of its elements, or one for each.",
        )
    )


def _derivative(steps: Sequence[ForwardStep], trace: Trace) -> Json:
    """What arrives at the output; 0 where nothing that moves reaches it."""
    output = trace.output
    last = steps[-1] if steps else None
    return data_json(last.tangent if last and last.node == len(trace.tensors) - 1 else output.data * 0.0)


def _steps(direction: int, steps: Sequence[ForwardStep], trace: Trace) -> Table:
    first = trace.first_edges
    return Table(
        {
            "phase": ["tangent"] * len(steps),
            "direction": [direction] * len(steps),
            "node": [step.node for step in steps],
            "tangent": [data_json(step.tangent) for step in steps],
            "terms": [
                [{"edge": first[step.node] + slot, "sent": data_json(sent)} for slot, sent in step.terms] for step in steps
            ],
        }
    )


def _costs(run: Run, gradients: Gradients, trace: Trace) -> Json:
    """Both modes, for the gradients of all inputs."""
    leaves: list[Tensor] = [leaf for leaf in run.inputs.values() if leaf in trace.positions]
    return {"reverse": _cost(reverse_cost(gradients)), "forward": _cost(forward_cost(trace.tensors, leaves))}


def _cost(cost: Cost) -> Json:
    return {"passes": cost.passes, "multiplications": cost.multiplications, "additions": cost.additions}
