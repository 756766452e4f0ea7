"""What a run of a program of tensors gives: its output, the gradients of its leaves by their names, and the graph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.handles.handle import Handle
from backpass.engine.operations import Data
from backpass.engine.plain_python.values import Instance
from backpass.engine.python.run import Evaluation

_MAX_DEPTH = 20
"""Objects within objects, of which the parameters are named."""


@dataclass(frozen=True)
class TensorAnswer:
    """The output of a program of tensors and what it was made from."""

    output: Tensor
    leaves: Mapping[str, Tensor]
    """What needs a gradient, by name: `w`, `net.fc1.weight`."""
    found: Gradients
    """Those of the output, of whatever shape it has: that of its sum."""

    @property
    def value(self) -> Data:
        """The number of the output, or its array."""
        return self.output.raw

    @property
    def gradients(self) -> dict[str, Data | None]:
        """The gradient for each leaf, in its shape; None where nothing arrives."""
        arrived = dict(zip(self.found.tensors, self.found.values, strict=True))
        return {name: arrived.get(leaf) for name, leaf in self.leaves.items()}

    @property
    def graph(self) -> Trace:
        """The nodes that the output was made from."""
        return Trace.of(self.output)


def tensor_answer(done: Evaluation) -> TensorAnswer | None:
    """What a finished run of tensors gives; None where no tensor is its output.

    The output is the tensor on which a backward pass was begun last, else what the last line of the top level gave.
    """
    libraries = done.machine.libraries
    if libraries.backwards:
        output = libraries.backwards[-1].node
    elif libraries.last is not None:
        output = libraries.last.value.node
    else:
        return None
    leaves = {**done.record.labels}
    leaves |= {name: handle.node for name, handle in _leaves(done.names) if handle.requires_grad and handle.is_leaf}
    for name, node in leaves.items():
        node.label = node.label or name
    return TensorAnswer(output, leaves, backward(output))


def _leaves(names: Mapping[str, Any]) -> Iterator[tuple[str, Handle]]:
    """The tensors that names stand for, and those within their objects and lists, each once."""
    waiting = [(name, value, 0) for name, value in names.items()]
    seen: set[int] = set()
    for name, value, depth in waiting:
        if id(value) in seen or depth > _MAX_DEPTH:
            continue
        seen.add(id(value))
        if isinstance(value, Handle):
            yield name, value
        elif isinstance(value, Instance):
            waiting += [(f"{name}.{each}", inner, depth + 1) for each, inner in value.members.items()]
        elif isinstance(value, list | tuple):
            waiting += [(f"{name}[{place}]", inner, depth + 1) for place, inner in enumerate(value[:_MAX_DEPTH])]
