"""The list of formats. The API, the command line and the documentation take it from here."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from backpass.engine.export import animated_svg, dot, latex, mermaid, micrograd, python_and_numpy, pytorch_and_jax, svg, web_page
from backpass.engine.export.code_writer import OTHER_FORMATS
from backpass.engine.export.target_libraries import NotWrittenError
from backpass.engine.messages import Text, say
from backpass.engine.problems import Problem, ProblemError
from backpass.engine.serialization import load_graph
from backpass.engine.serialization.computation import Computation, not_exportable


@dataclass(frozen=True, slots=True)
class ExportFormat:
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
    ExportFormat("json", "json", "application/json", say("export-json"), load_graph.write),
    ExportFormat("svg", "svg", "image/svg+xml", say("export-svg"), _drawn),
    ExportFormat("animated-svg", "svg", "image/svg+xml", say("export-animated-svg"), animated_svg.animated),
    ExportFormat("html", "html", "text/html", say("export-html"), web_page.html),
    ExportFormat(
        "dot",
        "dot",
        "text/vnd.graphviz",
        say("export-dot"),
        dot.dot,
        lambda computation: dot.dot(computation, operation_nodes=False),
    ),
    ExportFormat(
        "mermaid",
        "mmd",
        "text/vnd.mermaid",
        say("export-mermaid"),
        mermaid.mermaid,
        lambda computation: mermaid.mermaid(computation, operation_nodes=False),
    ),
    ExportFormat("latex", "tex", "application/x-latex", say("export-latex"), latex.latex),
    ExportFormat("python", "py", _PYTHON, say("export-python"), python_and_numpy.python),
    ExportFormat(
        "numpy",
        "py",
        _PYTHON,
        say("export-numpy"),
        python_and_numpy.numpy,
    ),
    ExportFormat("pytorch", "py", _PYTHON, say("export-pytorch"), pytorch_and_jax.pytorch),
    ExportFormat("jax", "py", _PYTHON, say("export-jax"), pytorch_and_jax.jax),
    ExportFormat(
        "micrograd",
        "py",
        _PYTHON,
        say("export-micrograd"),
        micrograd.micrograd,
    ),
)
FORMATS = {each.name: each for each in _ALL}
SUFFIXES = {each.suffix: each for each in reversed(_ALL)}
"""The format that a file's suffix names."""


def export(computation: Computation, format_name: str, *, operation_nodes: bool = True) -> str:
    """The computation in a format. Raises ProblemError (not-exportable) where the format cannot hold it."""
    chosen = FORMATS[format_name]
    if not operation_nodes and chosen.without_operations:
        return chosen.without_operations(computation)
    try:
        return _written(chosen, computation)
    except ProblemError as error:
        raise ProblemError(_with_formats_that_work(each, computation, format_name) for each in error.problems) from None


def _written(chosen: ExportFormat, computation: Computation) -> str:
    """Raises ProblemError (not-exportable) also where a record is a pair of functions that the format has nothing like."""
    try:
        return chosen.write(computation)
    except NotWrittenError as error:
        (record,) = error.args
        tensor = next((each for each in computation.tensors if each.operation is record), None)
        node = None if tensor is None else computation.ids[tensor]
        why = say("export-no-function", name=record.name)
        raise not_exportable(chosen.name, why, OTHER_FORMATS, tensor, node) from None


_WRITE_ARRAYS = ("numpy", "pytorch", "jax")
"""Formats that hints name in place of one that cannot hold a computation."""


def _with_formats_that_work(problem: Problem, computation: Computation, refused: str) -> Problem:
    """The same refusal; where its hint is to export it as code otherwise, it names the formats that can hold the computation."""
    key = problem.hint.key if isinstance(problem.hint, Text) else None
    if key not in ("export-as-code", "format-tensor.hint"):
        return problem
    work = [name for name in _WRITE_ARRAYS if name != refused and _holds(FORMATS[name], computation)]
    if not work:
        return replace(problem, hint=say("export-no-code.hint"))
    named = say("or-else").join(filter(None, (", ".join(work[:-1]), work[-1])))
    hint = say("export-as-code", instead=named) if key == "export-as-code" else say("format-tensor.hint", instead=named)
    return replace(problem, hint=hint)


def _holds(candidate: ExportFormat, computation: Computation) -> bool:
    try:
        _written(candidate, computation)
    except ProblemError:
        return False
    return True
