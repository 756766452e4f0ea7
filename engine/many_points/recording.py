"""A program once more, with other numbers for its inputs: the graph is remembered, only the numbers are computed.

A program without decisions has the same graph whatever its inputs are, so reading and interpreting it again is
needless work: this is
what a moving slider and an API in a loop ask for. Scalars only. Knows nothing of JSON texts;
`app.evaluation.answer_cache` writes the numbers.
"""

from collections.abc import Mapping, Sequence
from math import isfinite

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.compile.backends.python_floats import FloatCode, Numbers
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import ASSUMED
from backpass.engine.language import Program
from backpass.engine.limits import Limits
from backpass.engine.reading.run_as_python import run_as_python
from backpass.engine.serialization.graph_json import gradient_json, graph_json

_MAX_NODES = 500
"""Nodes up to which a graph is recorded; writing out a larger one would keep other requests waiting."""
MARK = "\x01"
"""Stands where a number is to be written; no program's text can hold it, since it is no character of the language."""


class ProgramRecording:
    """The graph of a program for a set of given inputs. `names` are the inputs that will be given.

    Raises ProblemError where the program does not run within the limits, ValueError where it is not element by element or looks
    at its own numbers.
    """

    def __init__(self, program: Program, names: Sequence[str], output: str | None, limits: Limits | None = None) -> None:
        self.run = run_as_python(program, dict.fromkeys(names, ASSUMED), output, limits)
        if self.run.is_data_dependent or self.run.printed:
            raise ValueError("what depends on the numbers themselves is not recorded")
        if self.run.differentiated:
            raise ValueError("where a program takes gradients itself, something may have to be said of other numbers")
        if self.run.upstream is not None:
            raise ValueError("the program says itself with which gradient to begin")
        if self.run.inputs and not self.run.output.requires_grad:
            raise ValueError("of an output without an input, something must be said")
        self._gradients = backward(self.run.output)
        self._trace = Trace(self._gradients.tensors)
        tensors = self._trace.tensors
        if not all(tensor.operation is None or tensor.operation.elementwise for tensor in tensors):
            raise ValueError("only what is element by element is recorded")
        if len(tensors) > _MAX_NODES or not all(isinstance(tensor.raw, float) for tensor in tensors):
            raise ValueError("only small graphs of single numbers are recorded")
        if not all(isfinite(tensor.item()) for tensor in tensors if not tensor.inputs):
            raise ValueError("with a constant that is not finite, something must be said every time")
        self.positions = self._trace.positions
        # Of a name that does not feed the output no number is needed.
        leaves = {name: self.run.inputs[name] for name in names if name in self.run.inputs}
        self._given = {name: self.positions[leaf] for name, leaf in leaves.items() if leaf in self.positions}

    def values(self, inputs: Mapping[str, float]) -> list[float]:
        """The numbers of the given inputs in the order in which the functions below take them."""
        return [float(inputs[name]) for name in self._given]

    def gradient_numbers(self, wanted: Sequence[int]) -> Numbers:
        """What gives the numbers of `marked_gradient`, in its order."""
        code = self._code()
        return code.compiled(self._answer(code, wanted))

    def graph_numbers(self, wanted: Sequence[int]) -> Numbers:
        """What gives the numbers of `marked_graph`, in its order."""
        code = self._code()
        results = self._answer(code, wanted)
        for position, gradient in enumerate(code.gradients):
            results += [f"v{position}"] if gradient is None else [f"v{position}", gradient]
        for edge in sorted(code.pairs):
            results += code.pairs[edge]
        if code.gradients[-1] is not None:
            results.append("upstream")
        return code.compiled(results + code.totals)

    def _code(self) -> FloatCode:
        return FloatCode(self._trace, list(self._given.values()))

    def _answer(self, code: FloatCode, wanted: Sequence[int]) -> list[str]:
        """The variables with the value and the gradients that are wanted."""
        gradients = (code.gradients[position] for position in wanted)
        return [f"v{len(self.positions) - 1}", *(gradient for gradient in gradients if gradient is not None)]

    def wanted(self, wrt: Sequence[str] | None) -> list[int] | None:
        """The positions of the tensors whose gradients are asked for; None where one of them is not in the graph."""
        names = [name for name, leaf in self.run.inputs.items() if leaf in self.positions] if wrt is None else wrt
        tensors = [self.run.named(name) for name in names]
        positions = [self.positions.get(tensor) for tensor in tensors if tensor is not None]
        found = [position for position in positions if position is not None]
        return found if len(found) == len(names) else None


def marked_gradient(recording: ProgramRecording, wrt: Sequence[str] | None) -> object:
    """What `gradient_json` gives, with a mark for each number."""
    answer = gradient_json(recording.run, wrt)
    _mark(answer, "value")
    _mark_all(answer["gradients"])
    answer["problems"] = [problem for problem in answer["problems"] if problem["node"] is None]
    return answer


def marked_graph(recording: ProgramRecording, wrt: Sequence[str] | None) -> object:
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
