"""The inputs of a run: the leaves that a gradient is wanted for, by name, and where their numbers stand."""

from backpass.engine.graph.tensor import Tensor
from backpass.engine.problems import Span
from backpass.engine.python.record import Record


def inputs_of(record: Record) -> dict[str, Tensor]:
    """The inputs by their unique names, in the order of their making."""
    return dict(record.labels)


def literals_of(record: Record) -> dict[Tensor, Span]:
    """Where the numbers of inputs stand."""
    return {leaf: span for _, leaf, span in record.leaves if span is not None and span[0] < span[1]}
