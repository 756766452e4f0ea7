"""`POST /api/v1/export`."""

from fastapi import APIRouter, Request, Response

from app.exports.schemas import ExportRequest, ExportResponse
from app.exports.service import answer_export
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["export"])

EXAMPLES = {
    "PyTorch": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}, "format": "pytorch"},
    "plain Python, the backward pass by hand": {"program": "a = 3\na*a + a", "format": "python"},
    "a derivation": {"program": "2x² + 3x + 5", "inputs": {"x": 1}, "format": "latex"},
}


@router.post("/export", **described(ExportRequest, ExportResponse, EXAMPLES))
async def export(request: Request) -> Response:
    """Writes a program for another library, as a picture, as a derivation, or as data. Code that comes out runs as it is."""
    return await program_response(request, answer_export)
