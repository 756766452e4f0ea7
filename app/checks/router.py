"""`POST /api/v1/check`."""

from fastapi import APIRouter, Request, Response

from app.checks.schemas import CheckRequest, CheckResponse
from app.checks.service import answer_check
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["gradient"])

EXAMPLES = {
    "a neuron": {"program": "tanh(w*x + b)", "inputs": {"w": 0.5, "x": 2, "b": 0.1}},
    "next to a kink": {"program": "relu(x)", "inputs": {"x": 0.0005}},
    "at the end of a domain": {"program": "x**1.5", "inputs": {"x": 0}},
}


@router.post("/check", **described(CheckRequest, CheckResponse, EXAMPLES))
async def check(request: Request) -> Response:
    """Holds each gradient against differences of values over steps h from 0.1 to 1e-15, and against the complex step."""
    return await program_response(request, answer_check)
