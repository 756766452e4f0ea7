"""`POST /api/v1/gradient`."""

from fastapi import APIRouter, Request, Response

from app.gradients.schemas import GradientRequest, GradientResponse
from app.gradients.service import answer_gradient
from app.routes import described, program_response

router = APIRouter(tags=["gradient"])

EXAMPLES = {
    "product and sum": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}},
    "as written in class": {"program": "2x² + 3x + 5", "inputs": {"x": 1}},
    "tensors": {"program": "tanh(w*x + b)", "inputs": {"w": [0.5, -0.5], "x": [1, 2], "b": 0.1}},
    "second derivatives": {"program": "x**2 * y + sin(y)", "inputs": {"x": 2, "y": 3}, "order": 2},
    "forward mode": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}, "mode": "forward"},
}


@router.post("/gradient", **described(GradientRequest, GradientResponse, EXAMPLES))
async def gradient(request: Request) -> Response:
    """Computes a program and the derivative of its output with respect to every input (or to the names in `wrt`)."""
    return await program_response(request, answer_gradient)
