"""`GET /api/v1/operations`, `GET /api/v1/misconceptions` and `GET /api/v1/problems`."""

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from app.documents import Document
from app.operations.service import misconceptions_json, operations_json, problems_json
from app.routes import API

router = APIRouter(prefix=API, tags=["reference"])


@cache
def documents() -> dict[str, Document]:
    """The answers, by the name of their route and of their one field."""
    written = {"operations": operations_json, "misconceptions": misconceptions_json, "problems": problems_json}
    return {name: Document(orjson.dumps({name: content()})) for name, content in written.items()}


@router.get("/operations", response_model=None)
async def operations(request: Request) -> Response:
    """Every operation: how it is called and written, its derivative for each input and why, its domain and conventions.

    In `latex` and `plain`, `‹x›` and `«x»` mark inputs (and `out` the value); the second wants parentheses around
    anything compound.
    """
    return documents()["operations"].response(request)


@router.get("/misconceptions", response_model=None)
async def misconceptions(request: Request) -> Response:
    """What wrong answers give away: the mistake as a formula, what is said to it, and at which operations it is made (all, where
    none is named).
    """
    return documents()["misconceptions"].response(request)


@router.get("/problems", response_model=None)
async def problems(request: Request) -> Response:
    """Every code that a problem can carry, and what it means."""
    return documents()["problems"].response(request)
