"""`POST /api/v1/paths`."""

from fastapi import APIRouter, Request, Response

from app.paths.schemas import PathsRequest, PathsResponse
from app.paths.service import answer_paths
from app.routes import API, described, program_response

router = APIRouter(prefix=API, tags=["gradient"])

EXAMPLES = {
    "31 = 21 + 10": {"program": "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n((a*b) + c) * (a + d)", "name": "a"},
    "a weight used by two neurons": {
        "program": "x = 0.5\nw1 = 1.7\nw2 = 0.2\nw3 = 0.6\na = x²\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\ny = 4sin(b + c)",
        "name": "w3",
    },
    "16 paths, the 2 largest": {"program": "x = 0.5\nx = x + x²\nx = x + x²\nx = x + x²\nx + x²", "node": 0, "most": 2},
}


@router.post("/paths", **described(PathsRequest, PathsResponse, EXAMPLES))
async def paths(request: Request) -> Response:
    """Takes the gradient of one node apart into paths from the output to it: their exact number, the largest ones
    with the derivatives on their edges, and what each last step brings.
    """
    return await program_response(request, answer_paths)
