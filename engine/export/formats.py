"""The list of formats. The API, the command line and the documentation take it from here."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.export import automatic, by_hand, dot, graph_json, latex, mermaid, micrograd, svg
from engine.export.computation import Computation


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a computation down."""

    name: str
    suffix: str
    """Of a file that holds it; where several share one, the first is meant by it."""
    media_type: str
    meaning: str
    write: Callable[[Computation], str]
    without_operations: Callable[[Computation], str] | None = None
    """For a picture that can leave out the nodes of operations: how."""


def _drawn(computation: Computation) -> str:
    computation.output.backward(computation.upstream)
    return svg.draw(computation.output)


_PYTHON = "text/x-python"
_ALL = (
    Format(
        "json", "json", "application/json", "The graph with every node, edge and step, as the API gives it.", graph_json.write
    ),
    Format("svg", "svg", "image/svg+xml", "A still picture.", _drawn),
    Format(
        "dot",
        "dot",
        "text/vnd.graphviz",
        "A picture for Graphviz.",
        dot.dot,
        lambda computation: dot.dot(computation, operation_nodes=False),
    ),
    Format(
        "mermaid",
        "mmd",
        "text/vnd.mermaid",
        "A flowchart for Mermaid, as wikis and README files draw it.",
        mermaid.mermaid,
        lambda computation: mermaid.mermaid(computation, operation_nodes=False),
    ),
    Format(
        "latex", "tex", "application/x-latex", "A derivation, value by value and gradient by gradient; numbers only.", latex.latex
    ),
    Format(
        "python", "py", _PYTHON, "A program in plain Python, its backward pass written by hand; numbers only.", by_hand.python
    ),
    Format(
        "numpy",
        "py",
        _PYTHON,
        "A program in NumPy, its backward pass written by hand; no operations on whole arrays.",
        by_hand.numpy,
    ),
    Format("pytorch", "py", _PYTHON, "A program in PyTorch.", automatic.pytorch),
    Format("jax", "py", _PYTHON, "A program in JAX; gradients of inputs only.", automatic.jax),
    Format(
        "micrograd",
        "py",
        _PYTHON,
        "A program in micrograd, with the operations that it lacks; numbers only.",
        micrograd.micrograd,
    ),
)
FORMATS = {each.name: each for each in _ALL}
SUFFIXES = {each.suffix: each for each in reversed(_ALL)}
"""The format that a file's suffix stands for."""


def export(computation: Computation, format_name: str, *, operation_nodes: bool = True) -> str:
    """The computation in a format. Raises ProblemError (not-exportable) where the format cannot hold it."""
    chosen = FORMATS[format_name]
    if not operation_nodes and chosen.without_operations:
        return chosen.without_operations(computation)
    return chosen.write(computation)
