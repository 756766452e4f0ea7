"""`POST /api/v1/explain`."""

from fastapi import APIRouter, Request, Response

from app.explanations.schemas import ExplanationRequest, ExplanationResponse
from app.explanations.service import answer_explanation
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["graph"])

EXAMPLES = {
    "a value used twice": {"program": "a = 3\na*a + a"},
    "a neuron": {"program": "x1, x2 = 2, 0\nw1, w2 = -3, 1\nb = 6.88\nn = x1*w1 + x2*w2 + b\no = tanh(n)"},
    "a gradient that is blocked": {"program": "x = -2\nw = 0.5\nrelu(x) * w"},
}


@router.post("/explain", **described(ExplanationRequest, ExplanationResponse, EXAMPLES))
async def explain(request: Request) -> Response:
    """Words every step of the graph, and takes every contribution from letters to numbers to its result: to read, in
    LaTeX, and to hear.
    """
    return await program_response(request, answer_explanation)
