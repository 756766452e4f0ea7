"""`show`: a graph in the notebook that runs the code, else in the browser."""

import sys
import tempfile
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backpass.engine.capture import variables_of
from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.recomputing import Recomputable, recomputable
from backpass.engine.capture.refusals import MissingExtraError, needed


def show(out: Any, names: Mapping[str, Any] | None = None, *, inputs: Mapping[str, Any] | None = None) -> Any:
    """Shows the graph of `out` with its picture, timeline and explanation.

    `out` and `names` are as for `backpass.capture`; or `out` is a function and `inputs` are its arguments by name, numbers or
    arrays of Backpass, PyTorch or JAX, with which it is called.

    In a notebook with the extra `notebook`, the output of the cell is a widget, which is returned: see `GraphWidget`. Its
    sliders compute in the kernel, for the single numbers of a function's `inputs`, or those that a tensor of Backpass was made
    from. Without the extra, the output of the cell is the player without sliders, and None is returned. Outside a notebook, the
    graph is written as a web page to a temporary file, which the browser opens, and its path is returned.

    Raises CaptureError if the graph cannot be captured, MissingExtraError if PyTorch is not installed, and ProblemError
    (not-exportable) if the player has not been built.

    >>> x = Tensor(3.0)
    >>> show(x * x, {"x": x}).name
    'graph.html'
    """
    variables = variables_of(sys._getframe(1)) if names is None else names
    source, graph = recomputable(out, variables, inputs)
    if in_marimo():
        return _widget(source, graph) or graph
    if in_notebook():
        widget = _widget(source, graph)
        if widget is None:
            sys.modules["IPython"].display.display(graph)
        else:
            widget.show_in_this_cell()
        return widget
    folder = Path(tempfile.mkdtemp(prefix="backpass-"))
    path = graph.save(folder / "graph.html")
    webbrowser.open(path.as_uri())
    return path


def _widget(source: Recomputable, graph: Graph) -> Any:
    """The widget of a graph; None where the extra is not installed."""
    try:
        return needed("backpass.engine.capture.widget", "anywidget", "notebook", package="anywidget").GraphWidget(source, graph)
    except MissingExtraError:
        return None


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook; an IPython in a terminal shows no frames."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return shell is not None and hasattr(shell, "kernel")


def in_marimo() -> bool:
    """Whether this is a notebook of marimo, which shows what the last line of a cell is."""
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())
