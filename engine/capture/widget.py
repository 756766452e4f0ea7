"""The player as a widget of ipywidgets: its step, its selection and the numbers of its sliders are traits of a Python object.

Needs the extra `notebook`. The view is static/src/view/player/notebook.ts; sliders ask by `_asked`, and `_answer` says that the
graph, the numbers and the step that came before it are the answer.
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.recomputing import Recomputable, checked_numbers
from backpass.engine.capture.refusals import refused, shown
from backpass.engine.export.notebook import mime_bundle
from backpass.engine.export.web_page import player_file, shown_data
from backpass.engine.messages import language, say


def _module() -> str:
    """The JavaScript of the view: the text of the player, and what shows a model by it.

    Each is given the language, since a notebook's own page has another or none.
    """
    named = f"const languageOfNotebook = {language.get()!r};\n"
    return f"{named}const textOfPlayer = {json.dumps(named + player_file('player.js'))};\n{player_file('widget.js')}"


class GraphWidget(anywidget.AnyWidget):
    """A graph in a notebook, played.

    Traits, which Python may read, set and observe:

    - `step`: how many steps are taken, from 0 to `steps`.
    - `selection`: `{"node": 3}`, `{"edge": 5}` or None.
    - `inputs`: the numbers by name that have sliders. Some of them may be set, the others stay; the graph is computed at once.
    - `graph`: the `Graph` at these numbers, to be read and observed.

    What is set and does not fit raises CaptureError, and nothing changes; so does a number for which the
    graph cannot be computed.
    """

    step = traitlets.Int().tag(sync=True)
    selection = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    inputs = traitlets.Dict().tag(sync=True)
    graph = traitlets.Instance(Graph, read_only=True)

    _esm = traitlets.Unicode().tag(sync=True)
    _style = traitlets.Unicode().tag(sync=True)
    _shown = traitlets.Unicode().tag(sync=True)
    _places = traitlets.Dict().tag(sync=True)
    _asked = traitlets.Dict().tag(sync=True)
    _answer = traitlets.Dict().tag(sync=True)

    def __init__(self, recomputable: Recomputable, graph: Graph) -> None:
        self._recomputable = recomputable
        self._current = recomputable.inputs
        self._next = graph
        self._cell: object = None
        self.set_trait("graph", graph)
        super().__init__(
            step=self.steps,
            inputs=dict(self._current),
            _esm=_module(),
            _style=player_file("player_embedded.css"),
        )

    @property
    def steps(self) -> int:
        """How many steps the graph has."""
        return len(self.graph.json["steps"])

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        if not 0 <= proposal.value <= self.steps:
            raise refused(say("widget-step", step=proposal.value, steps=self.steps), say("widget-step.hint", steps=self.steps))
        return int(proposal.value)

    @traitlets.validate("selection")
    def _check_selection(self, proposal: Any) -> Any:
        if not _is_in(self.graph, proposal.value):
            raise refused(say("widget-selection", given=shown(proposal.value)), say("widget-selection.hint"))
        return proposal.value

    @traitlets.validate("inputs")
    def _compute(self, proposal: Any) -> dict[str, float]:
        numbers = checked_numbers(proposal.value, self._current)
        if numbers != self._current:
            self._next = self._recomputable.graph(numbers)
            self._current = numbers
        return numbers

    @traitlets.observe("inputs")
    def _follow_inputs(self, _change: object) -> None:
        if self._next is self.graph:
            return
        with self.hold_sync():
            was_at_end = self.step == self.steps
            self.set_trait("graph", self._next)
            self.step = self.steps if was_at_end else min(self.step, self.steps)
            if not _is_in(self.graph, self.selection):
                self.set_trait("selection", None)

    @traitlets.observe("graph")
    def _send_graph(self, _change: object) -> None:
        nodes = {node["name"]: node["id"] for node in reversed(self.graph.nodes) if node["op"] is None}
        self._places = {name: nodes.get(name) for name in self._current}
        self._shown = json.dumps(shown_data(self.graph.json, str(self.graph.json.get("program", "")), title=_title(self.graph)))

    @traitlets.observe("_asked")
    def _move(self, change: Any) -> None:
        """A slider was moved: the sentence of what went wrong goes back to it, whatever the user's function raised."""
        sentence = ""
        with self.hold_sync():
            try:
                self.inputs = change.new["inputs"]
            except Exception as error:  # noqa: BLE001
                sentence = str(error) or type(error).__name__
            self._answer = {"number": change.new["number"], "problem": sentence}

    def __repr__(self) -> str:
        return repr(self.graph)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; and the player without sliders, for exported notebooks and where no widgets are shown.

        Where nobody is there it is the player alone: an export takes the widget first, and asks other servers how to show it.
        """
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**mime_bundle(self.graph.json, repr(self)), **(data if _is_watched() else {})}, metadata

    def _ipython_display_(self) -> None:
        """Shows it; once, where it is also the last line of the cell in which `show` was called."""
        ipython = sys.modules["IPython"]
        shell = ipython.get_ipython()
        cell = None if shell is None else shell.execution_count
        if self._cell is not None and self._cell == cell:
            self._cell = None
            return
        data, metadata = self._repr_mimebundle_()
        ipython.display.publish_display_data(data, metadata)

    def show_in_this_cell(self) -> None:
        """Shows it at once; as the last line of the same cell it is not shown again."""
        self._ipython_display_()
        shell = sys.modules["IPython"].get_ipython()
        self._cell = None if shell is None else shell.execution_count


def _is_watched() -> bool:
    """Whether a person may be before the notebook: what only runs one, such as nbconvert, says that nobody answers questions.

    Voilà runs notebooks in the same way, to show them with their widgets.
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    if kernel is None or os.environ.get("SERVER_SOFTWARE", "").startswith("voila/"):
        return True
    return bool(kernel.get_parent().get("content", {}).get("allow_stdin", True))


def _title(graph: Graph) -> str:
    """What is computed, where it has a name."""
    return graph.nodes[graph.json["output"]]["name"] or repr(graph)


def _is_in(graph: Graph, selection: Mapping[str, Any] | None) -> bool:
    """Whether this is one node or one edge of the graph, or nothing."""
    if selection is None:
        return True
    if len(selection) != 1:
        return False
    (kind, place), *_ = selection.items()
    entries = graph.json["nodes"] if kind == "node" else graph.json["edges"] if kind == "edge" else ()
    return type(place) is int and 0 <= place < len(entries)
