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
    """Shows a graph with its picture, timeline and explanation.

    In a notebook, it is shown below the cell: as a widget if the extra `notebook` is installed, otherwise as the player. Sliders
    change the inputs of a function, or the leaves of a tensor of Backpass, and the kernel computes the graph again. Outside a
    notebook, the browser opens the graph as a web page.

    Parameters:
        out: As for `capture`; or a function, which is called with `inputs`.
        names: As for `capture`.
        inputs: The arguments of the function by name: numbers, or arrays of Backpass, PyTorch or JAX.

    Returns:
        In a notebook the widget, or None without the extra; else the path of the web page, a temporary file.

    Raises:
        CaptureError: The graph cannot be captured.
        MissingExtraError: PyTorch is not installed.
        ProblemError: The player has not been built.

    >>> from backpass import Tensor, show
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
