"""Forward mode beside a finished graph, as plain data: a pass for each direction, its frames, and what that costs.

A direction says at which rates named values move. Value and tangent of a node together are a dual number, value + tangent·ε: the
values are those of the graph, the tangents are added here. The shapes of the JSON are those of docs/api.md.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from backpass.engine.autodiff.forward import DerivativeCost, ForwardStep, forward_cost, reverse_cost, timeline
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.columns import ColumnTable
from backpass.engine.serialization.graph_json import GraphExtras, Json, data_json, named, no_influence
from backpass.engine.shapes import finite_data, size_of, zeros_like

Direction = Mapping[str, Any]
"""By name, the rate at which it moves: a number for all of its elements alike, or one for each."""


def forward_passes(directions: Sequence[Direction], limits: Limits) -> Callable[[Run, Gradients, Trace], GraphExtras]:
    """What `graph_json` needs to report forward mode as well.

    The returned function raises ProblemError (unknown-input, invalid-input, shape-mismatch, too-much-work).
    """

    def extras(run: Run, gradients: Gradients, trace: Trace) -> GraphExtras:
        limits.check_evaluations(len(directions) * sum(size_of(tensor.raw) for tensor in trace.tensors))
        seeds = [{named(run, name): _rate(run, name, rate) for name, rate in each.items()} for each in directions]
        passes = [timeline(trace.tensors, each) for each in seeds]
        idle = {name for each in directions for name in each if named(run, name) not in trace.positions}
        return GraphExtras(
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

    return extras


def _rate(run: Run, name: str, rate: Any) -> Data:
    """A direction's rate in the shape of what it moves."""
    tensor = named(run, name)
    data = finite_data(rate, say("the-rate-of", name=name))
    if isinstance(data, float):
        return data if isinstance(tensor.raw, float) else np.full(tensor.shape, data)
    if data.shape == tensor.shape:
        return data
    raise ProblemError(
        Problem(
            Code.SHAPE_MISMATCH,
            say("rate-shape", name=name, shape=data.shape, shape2=tensor.shape),
            say("rate-shape.hint"),
        )
    )


def _derivative(steps: Sequence[ForwardStep], trace: Trace) -> Json:
    """What arrives at the output; 0 where nothing that moves reaches it."""
    output = trace.output
    last = steps[-1] if steps else None
    return data_json(last.tangent if last and last.node == len(trace.tensors) - 1 else zeros_like(output.raw))


def _steps(direction: int, steps: Sequence[ForwardStep], trace: Trace) -> ColumnTable:
    first = trace.edge_offsets
    return ColumnTable(
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


def _cost(cost: DerivativeCost) -> Json:
    return {"passes": cost.passes, "multiplications": cost.multiplications, "additions": cost.additions}
