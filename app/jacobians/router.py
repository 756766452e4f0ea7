"""`POST /api/v1/jacobian`."""

from fastapi import APIRouter, Request, Response

from app.jacobians.schemas import JacobianRequest, JacobianResponse
from app.jacobians.service import answer_jacobian
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["gradient"])

EXAMPLES = {
    "element by element": {"program": "x**2 * a", "inputs": {"x": [1, 2, 3], "a": 2}},
    "a scalar output": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}},
}


@router.post("/jacobian", **described(JacobianRequest, JacobianResponse, EXAMPLES))
async def jacobian(request: Request) -> Response:
    """Differentiates every element of the output by itself, where `/gradient` differentiates their weighted sum."""
    return await program_response(request, answer_jacobian)
