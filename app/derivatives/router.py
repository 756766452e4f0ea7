"""`POST /api/v1/derivative`."""

from fastapi import APIRouter, Request, Response

from app.derivatives.schemas import DerivativeRequest, DerivativeResponse
from app.derivatives.service import answer_derivative
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["gradient"])

EXAMPLES = {
    "two inputs": {"program": "x*y + sin(x)"},
    "as in class": {"program": "2x² + 3x + 5"},
    "a neuron": {"program": "n = w1*x1 + w2*x2 + b\no = tanh(n)", "wrt": ["w1"]},
}


@router.post("/derivative", **described(DerivativeRequest, DerivativeResponse, EXAMPLES))
async def derivative(request: Request) -> Response:
    """Differentiates a program of single numbers with letters: each derivative as a simplified formula."""
    return await program_response(request, answer_derivative)
