"""From a request's body to the JSON of its graph."""

from typing import Any

from app.evaluator import Answer
from app.graphs.schemas import GraphRequest
from app.programs import answer, run_program
from app.replay import Kind, replay
from engine import Limits
from engine.graph import gradient_json, graph_json
from engine.replay import Recording, marked_graph
from engine.running.interpreter import Run
from engine.tangents import forward_passes

_KIND = Kind(marked_graph, Recording.graph_numbers)


def answer_graph(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/graph`."""
    return answer(GraphRequest, body, limits, lambda request, run: compute(request, run, limits), _replayed)


def _replayed(request: GraphRequest, limits: Limits) -> bytes | None:
    is_usual = request.layout == "rows" and request.detail == "graph" and not request.directions
    return replay(_KIND, request, limits) if is_usual else None


def compute(request: GraphRequest, run: Run, limits: Limits) -> Any:
    """What the request asks of a finished run. Raises ProblemError."""
    if request.detail == "gradients":
        return gradient_json(run, request.wrt, request.upstream)
    as_columns = request.layout == "columns"
    if not request.directions:
        return graph_json(run, request.wrt, request.upstream, as_columns=as_columns)
    passes = forward_passes(request.directions, limits)
    return graph_json(run, request.wrt, request.upstream, as_columns=as_columns, besides=passes)


def graph_of(program: str) -> Any:
    """The graph of a program as the page gets it with its first picture. Raises ProblemError."""
    return graph_json(run_program(GraphRequest(program=program), Limits()))
