"""A program once more, with other numbers for its inputs: the graph is remembered, only the numbers are computed.

A program without decisions has the same graph whatever its inputs are, so reading and interpreting it again is
needless work: this is
what a moving slider and an API in a loop ask for. Scalars only. Knows nothing of JSON texts; `app.replay` writes the numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from engine.backward import Gradients, backward
from engine.blocking import local_derivative
from engine.graph import gradient_json, graph_json
from engine.language import Program
from engine.language.interpreter import ASSUMED, run
from engine.limits import Limits
from engine.operations import Data
from engine.rules import holds
from engine.tensor import FUNCTIONS, Tensor

Leaf = tuple[float, bool, str | None]
"""A leaf's number, whether it needs a gradient, and the name under which it is an input."""
Step = tuple[Callable[..., Tensor], tuple[int, ...]]
"""An operation, and the positions of its inputs."""

MARK = "\x01"
"""Stands where a number is to be written; no program's text can hold it, since it is no character of the language."""


class Recording:
    """The graph of a program for a set of given inputs. `names` are the inputs that will be given.

    Raises ProblemError where the program does not run within the limits, ValueError where it is not element by element or looks
    at its own numbers.
    """

    def __init__(self, program: Program, names: Sequence[str], output: str | None, limits: Limits | None = None) -> None:
        self.run = run(program, dict.fromkeys(names, ASSUMED), output, limits)
        if self.run.decided or self.run.printed:
            raise ValueError("what depends on the numbers themselves is not recorded")
        gradients = backward(self.run.output)
        if not all(tensor.operation is None or tensor.operation.elementwise for tensor in gradients.tensors):
            raise ValueError("only what is element by element is recorded")
        by_leaf = {leaf: name for name, leaf in self.run.inputs.items()}
        self.positions = {tensor: position for position, tensor in enumerate(gradients.tensors)}
        self._nodes: list[Leaf | Step] = [
            (FUNCTIONS[tensor.operation.name], tuple(self.positions[source] for source in tensor.inputs))
            if tensor.operation
            else (tensor.item(), tensor.requires_grad, by_leaf.get(tensor))
            for tensor in gradients.tensors
        ]
        self._kinks = [position for tensor, position in self.positions.items() if tensor.operation and tensor.operation.kink]

    def again(self, inputs: Mapping[str, float], upstream: float) -> Gradients | None:
        """The gradients for other numbers; None where something must be said of them (see `engine.diagnose`), which
        the long way does.
        """
        tensors: list[Tensor] = []
        append = tensors.append
        for node in self._nodes:
            if len(node) == 2:
                function, sources = node
                append(function(*[tensors[source] for source in sources]))
            else:
                value, requires_grad, name = node
                append(Tensor(float(inputs.get(name, value)) if name else value, requires_grad=requires_grad))
        gradients = backward(tensors[-1], upstream)
        if not all(isfinite(tensor.data) for tensor in tensors):
            return None
        return None if any(self._on_a_kink(tensors[position]) for position in self._kinks) else gradients

    def _on_a_kink(self, tensor: Tensor) -> bool:
        record = tensor.operation
        assert record is not None
        assert record.kink is not None
        return bool(holds(record.kink, record, [source.data for source in tensor.inputs]))

    def wanted(self, wrt: Sequence[str] | None) -> list[int] | None:
        """The positions of the tensors whose gradients are asked for; None where one of them is not in the graph."""
        names = [name for name, leaf in self.run.inputs.items() if leaf in self.positions] if wrt is None else wrt
        tensors = [self.run.named(name) for name in names]
        positions = [self.positions.get(tensor) for tensor in tensors if tensor is not None]
        found = [position for position in positions if position is not None]
        return found if len(found) == len(names) else None


def marked_gradient(recording: Recording, wrt: Sequence[str] | None) -> object:
    """What `gradient_json` gives, with a mark for each number."""
    answer = gradient_json(recording.run, wrt)
    _mark(answer, "value")
    _mark_all(answer["gradients"])
    answer["problems"] = [problem for problem in answer["problems"] if problem["node"] is None]
    return answer


def marked_graph(recording: Recording, wrt: Sequence[str] | None) -> object:
    """What `graph_json` gives, with a mark for each number."""
    graph = graph_json(recording.run, wrt)
    _mark(graph, "value")
    _mark_all(graph["gradients"])
    for rows, fields in (("nodes", ("data", "grad")), ("edges", ("local", "contribution")), ("steps", ("total",))):
        for row in graph[rows]:
            for field in fields:
                _mark(row, field)
    graph["problems"] = [problem for problem in graph["problems"] if problem["node"] is None]
    return graph


def _mark(row: dict[str, object], field: str) -> None:
    """Whether a number is there at all is a fact of the graph, so null stays null."""
    if row.get(field) is not None:
        row[field] = MARK


def _mark_all(row: dict[str, object]) -> None:
    for field in row:
        _mark(row, field)


def gradient_numbers(gradients: Gradients, wanted: Sequence[int]) -> list[Data]:
    """The numbers of `marked_gradient`, in its order."""
    values = gradients.values
    numbers = [gradients.tensors[-1].data]
    numbers += [value for position in wanted if (value := values[position]) is not None]
    return numbers


def graph_numbers(gradients: Gradients, wanted: Sequence[int]) -> list[Data]:
    """The numbers of `marked_graph`, in its order."""
    tensors, values = gradients.tensors, gradients.values
    numbers = gradient_numbers(gradients, wanted)
    for tensor, gradient in zip(tensors, values, strict=True):
        numbers.append(tensor.data)
        if gradient is not None:
            numbers.append(gradient)
    travelled: list[list[Data]] = []
    totals: list[Data] = []
    running: dict[Tensor, Data] = {}
    for user, upstream in zip(reversed(tensors), reversed(values), strict=True):
        if upstream is None or user.first is None:
            continue
        travelled.append(_travelled(gradients, user, upstream, running, totals))
    for pairs in reversed(travelled):
        numbers += pairs
    if values[-1] is not None:
        numbers.append(values[-1])
    return numbers + totals


def _travelled(gradients: Gradients, user: Tensor, upstream: Data, running: dict[Tensor, Data], totals: list[Data]) -> list[Data]:
    """Local derivative and contribution of each of the user's slots; keeps the running totals."""
    pairs: list[Data] = []
    for slot, source in enumerate(user.inputs):
        if not source.requires_grad:
            continue
        local = local_derivative(user, slot)
        sent = upstream * local
        if sent != sent:
            sent = gradients.contribution(user, slot, upstream).sent
        pairs += (local, sent)
        total = running[source] + sent if source in running else sent
        running[source] = total
        totals.append(total)
    return pairs
