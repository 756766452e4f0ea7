"""`Graph`: a computation with its gradients as plain data, the same that `POST /api/v1/graph` returns, wherever it ran."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from backpass.engine.capture.captured_trace import leaf_names
from backpass.engine.capture.graph_data import check_graph
from backpass.engine.capture.health import Health, health_of
from backpass.engine.capture.refusals import refused
from backpass.engine.export.animated_svg import animated_svg
from backpass.engine.export.notebook import mime_bundle
from backpass.engine.export.web_page import web_page
from backpass.engine.messages import say
from backpass.engine.problems import ProblemError

Json = Any


class Graph:
    """A computational graph as plain data, made by `capture`, `record` or `capture_jax`.

    Parameters:
        json: The graph as `POST /api/v1/graph` returns it, for example from a file. Arrays are nested lists; docs/capture.md
            describes what else a captured graph has.

    Raises:
        CaptureError: `json` is not a graph.

    >>> from backpass import Tensor, capture
    >>> x = Tensor(3.0)
    >>> graph = capture(x * x, {"x": x})
    >>> graph.value, graph.gradients, len(graph.nodes)
    (9.0, {'x': 6.0}, 2)
    """

    __slots__ = ("json",)

    json: Mapping[str, Json]

    def __init__(self, json: Mapping[str, Json]) -> None:
        check_graph(json)
        self.json = json

    @property
    def value(self) -> Json:
        """The output as a number or nested lists; None for a summarised array."""
        return self.json["value"]

    @property
    def gradients(self) -> dict[str, Json]:
        """The gradient of each leaf by name: a number or nested lists; None for a summarised array."""
        return dict(self.json["gradients"])

    @property
    def nodes(self) -> list[dict[str, Json]]:
        """The nodes in evaluation order, the output last."""
        return list(self.json["nodes"])

    @property
    def edges(self) -> list[dict[str, Json]]:
        """The edges, sorted by user and slot."""
        return list(self.json["edges"])

    def contributions(self, name: str) -> list[Json]:
        """What each use of the node or leaf called `name` adds to its gradient, sorted by user and slot. Raises KeyError for an
        unknown name.
        """
        nodes = self.json["nodes"]
        leaves = leaf_names((node["id"], node["name"]) for node in nodes if node["op"] is None and node.get("role") != "constant")
        wanted = ({node["name"]: node["id"] for node in reversed(nodes) if node["name"] is not None} | leaves)[name]
        return [edge["contribution"] for edge in self.json["edges"] if edge["source"] == wanted and edge["how"] is not None]

    def health(self) -> Health:
        """The size of values and gradients by layer, and the first value that is not finite. See `Health`."""
        return health_of(self.json)

    def to_json(self, indent: int | None = None) -> str:
        """The graph as JSON, as the page and the player read it; NaN and infinities are strings. Raises CaptureError if they are
        numbers, which JSON does not have.
        """
        with _finite():
            return json.dumps(self.json, indent=indent, ensure_ascii=False, allow_nan=False)

    def save(
        self, path: str | Path, *, title: str = "", step: int | str = "end", select: Mapping[str, int] | None = None
    ) -> Path:
        """Writes the graph to a file in the format of its suffix, and returns the path: `.html` for a page that plays it offline,
        `.svg` for an animated picture without a script, `.json` for the data.

        For a page, `title` is the heading, `step` the number of steps taken when it opens (or `start`, `end`), and `select` the
        selection, `{"node": 3}` or `{"edge": 5}`. Raises ProblemError (not-exportable) if the player has not been built,
        CaptureError for another suffix, and OSError if the file cannot be written.
        """
        path = Path(path)
        check_suffix(path)
        if path.suffix == ".json":
            text = self.to_json()
        elif path.suffix == ".svg":
            text = animated_svg(self.json)
        else:
            with _finite():
                text = web_page(self.json, str(self.json.get("program", "")), title=title or path.stem, step=step, select=select)
        path.write_text(text, encoding="utf-8")
        return path

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 (of IPython)
        """What a notebook shows: the player, or the text where it cannot show that."""
        with _finite():
            return mime_bundle(self.json, repr(self))

    def __repr__(self) -> str:
        return f"Graph({len(self.json['nodes'])} nodes, {len(self.json['edges'])} edges)"


@contextmanager
def _finite() -> Iterator[None]:
    """Raises CaptureError where numbers that are not finite are not written as texts."""
    try:
        yield
    except ProblemError:
        raise
    except ValueError as error:
        raise refused(say("graph-not-finite"), say("graph-not-finite.hint")) from error


_SUFFIXES = (".html", ".htm", ".svg", ".json")


def check_suffix(path: Path) -> None:
    """Raises CaptureError where a graph cannot be saved in a file of this name."""
    if path.suffix not in _SUFFIXES:
        raise refused(say("save-suffix", suffix=path.suffix or path.name), say("save-suffix.hint"))
