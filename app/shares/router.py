"""`POST /api/v1/shares` and `GET /api/v1/shares/{code}`."""

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from app.errors import PROBLEM_JSON, invalid_request, problem_answer
from app.problem_models import ProblemDocument
from app.routes import API
from app.shares.schemas import ShareRequest, ShareResponse
from app.shares.service import Kept, find, keep
from engine import ProblemError

router = APIRouter(prefix=API, tags=["sharing"])

EXAMPLES = {"a product, shown as a table": {"value": {"state": "v=1&program=x*y&view=table"}}}

_REFUSALS = {"4XX": {"model": ProblemDocument, "description": "What is wrong, why, and what to do instead (RFC 9457)."}}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": ShareRequest.model_json_schema(), "examples": EXAMPLES}},
    },
}


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _answer(kept: Kept, status: int) -> Response:
    body = ShareResponse(code=kept.code, path=f"/s/{kept.code}", state=kept.state, expires=kept.expires)
    return Response(body.model_dump_json(), status, media_type="application/json")


def _refusal(problem: ProblemError) -> Response:
    status, body = problem_answer(problem.problems, "")
    return Response(body, status, media_type=PROBLEM_JSON)


@router.post("/shares", response_model=None, responses={200: {"model": ShareResponse}} | _REFUSALS, openapi_extra=_BODY)
async def share(request: Request) -> Response:
    """Keeps the state of a page and answers the code under which `/s/{code}` opens it."""
    try:
        asked = ShareRequest.model_validate_json(await request.body())
        return _answer(await keep(request.app.state.database, request.app.state.settings, asked.state, _now()), 200)
    except ValidationError as error:
        return _refusal(ProblemError(invalid_request(error)))
    except ProblemError as error:
        return _refusal(error)


@router.get("/shares/{code}", response_model=None, responses={200: {"model": ShareResponse}} | _REFUSALS)
async def shared(request: Request, code: str) -> Response:
    """What is kept under a code."""
    try:
        return _answer(await find(request.app.state.database, code, _now()), 200)
    except ProblemError as error:
        return _refusal(error)
