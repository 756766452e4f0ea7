"""`Trace`: the graph of one output, flat and in evaluation order, with positions for ids. Knows nothing of gradients
or of drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import attrgetter

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.versions import CHANGED, settle

evaluation_order = attrgetter("number")
"""Sorts tensors into an order in which each stands after its inputs."""


def ancestors(output: Tensor) -> list[Tensor]:
    """Every tensor the output was made from, itself last, in evaluation order (the order in which they were made)."""
    if CHANGED:
        settle(output)
    found = {output}
    waiting = [output]
    for tensor in waiting:
        for source in tensor.inputs:
            if source not in found:
                found.add(source)
                waiting.append(source)
    waiting.sort(key=evaluation_order)
    return waiting


@dataclass(frozen=True)
class Trace:
    """The nodes of one output. A node's id is its position here, so every input has a smaller id than its users."""

    tensors: Sequence[Tensor]

    @classmethod
    def of(cls, output: Tensor) -> "Trace":
        return cls(ancestors(output))

    @property
    def output(self) -> Tensor:
        return self.tensors[-1]

    @cached_property
    def positions(self) -> dict[Tensor, int]:
        """The id of each tensor."""
        return {tensor: position for position, tensor in enumerate(self.tensors)}

    @cached_property
    def inputs(self) -> list[list[int]]:
        """Per node, the ids of its inputs by slot."""
        positions = self.positions
        return [[positions[source] for source in tensor.inputs] for tensor in self.tensors]

    @cached_property
    def edge_offsets(self) -> list[int]:
        """Per node, the id of the edge into its slot 0: edges are numbered by user, then slot."""
        return list(accumulate(map(len, self.inputs[:-1]), initial=0))


def check_trace(trace: Trace) -> None:
    """Raises ValueError where a trace is not what every other part relies on: ordered, closed, without strangers."""
    seen: set[Tensor] = set()
    for position, tensor in enumerate(trace.tensors):
        if tensor in seen:
            raise ValueError(f"node {position} stands in the trace twice")
        for slot, source in enumerate(tensor.inputs):
            if source not in seen:
                raise ValueError(f"slot {slot} of node {position} is not an earlier node of the trace")
        if (tensor.operation is None) != (not tensor.inputs):
            raise ValueError(f"node {position} has an operation without inputs, or inputs without an operation")
        if tensor.operation is not None and not tensor.operation.variadic and len(tensor.inputs) != tensor.operation.arity:
            raise ValueError(f"node {position} has {len(tensor.inputs)} inputs for {tensor.operation}")
        seen.add(tensor)
    used = {source for tensor in trace.tensors for source in tensor.inputs}
    for position, tensor in enumerate(trace.tensors[:-1]):
        if tensor not in used:
            raise ValueError(f"node {position} does not feed the output")
