"""`POST /api/v1/gradient` and `POST /api/v1/gradient/batch`."""

from fastapi import APIRouter, Request, Response

from app.gradients.batch import answer_batch
from app.gradients.schemas import BatchRequest, BatchResponse, GradientRequest, GradientResponse
from app.gradients.service import answer_gradient
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["gradient"])

EXAMPLES = {
    "product and sum": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}},
    "as written in class": {"program": "2x² + 3x + 5", "inputs": {"x": 1}},
    "tensors": {"program": "tanh(w*x + b)", "inputs": {"w": [0.5, -0.5], "x": [1, 2], "b": 0.1}},
    "second derivatives": {"program": "x**2 * y + sin(y)", "inputs": {"x": 2, "y": 3}, "order": 2},
    "forward mode": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}, "mode": "forward"},
}

BATCH_EXAMPLES = {
    "three points": {"program": "x*y + z", "inputs": {"x": [1, 2, 3], "y": [4, 5, 6], "z": 0}},
    "beyond the domain": {"program": "log(x) / y", "inputs": {"x": [1, -2, 0], "y": 4}, "wrt": ["x"]},
}


@router.post("/gradient", **described(GradientRequest, GradientResponse, EXAMPLES))
async def gradient(request: Request) -> Response:
    """Computes a program and the derivative of its output with respect to every input (or to the names in `wrt`)."""
    return await program_response(request, answer_gradient)


@router.post("/gradient/batch", **described(BatchRequest, BatchResponse, BATCH_EXAMPLES))
async def batch(request: Request) -> Response:
    """Computes a program and its gradients at many points at once: `inputs` has a list with a value for each point, or one
    number for all of them.
    """
    return await program_response(request, answer_batch)
