"""`POST /api/v1/graph`."""

from fastapi import APIRouter, Request, Response

from app.graphs.schemas import GraphRequest, GraphResponse
from app.graphs.service import answer_graph
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["graph"])

EXAMPLES = {
    "two paths to one input": {"program": "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n((a*b) + c) * (a + d)"},
    "other inputs, another output": {
        "program": "a = 2.0\nb = -3.0\nd = a*b\nL = tanh(d)",
        "inputs": {"a": 0.25},
        "output": "L",
        "wrt": ["a", "d"],
    },
    "forward mode besides": {"program": "x = 3.0\ny = 4.0\nx*y + sin(x)", "directions": [{"x": 1}, {"y": 1}]},
    "columns": {"program": "2x^2 + 3x + 5", "inputs": {"x": 3}, "layout": "columns"},
}


@router.post("/graph", **described(GraphRequest, GraphResponse, EXAMPLES))
async def graph(request: Request) -> Response:
    """Computes a program forward and backward and returns every node, every edge and every step.

    `steps` are the frames of an animation: first each value as it is computed, then each contribution as it arrives,
    with the running total.
    """
    return await program_response(request, answer_graph)
