"""From a request's body to the JSON of its graph."""

from typing import Any

from app.evaluator import Answer
from app.graphs.schemas import GraphRequest
from app.programs import answer, run_program
from app.replay import Kind, replay
from engine import Limits
from engine.graph import gradient_json, graph_json
from engine.language.interpreter import Run
from engine.replay import Recording, marked_graph

_KIND = Kind(marked_graph, Recording.graph_numbers)


def answer_graph(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/graph`."""
    return answer(GraphRequest, body, limits, _compute, _replayed)


def _replayed(request: GraphRequest, limits: Limits) -> bytes | None:
    return replay(_KIND, request, limits) if request.layout == "rows" and request.detail == "graph" else None


def _compute(request: GraphRequest, run: Run) -> Any:
    if request.detail == "gradients":
        return gradient_json(run, request.wrt, request.upstream)
    return graph_json(run, request.wrt, request.upstream, as_columns=request.layout == "columns")


def graph_of(program: str) -> Any:
    """The graph of a program as the page gets it with its first picture. Raises ProblemError."""
    return graph_json(run_program(GraphRequest(program=program), Limits()))
