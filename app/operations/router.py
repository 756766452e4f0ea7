"""`GET /api/v1/operations`, `GET /api/v1/misconceptions` and `GET /api/v1/problems`."""

from typing import Any

from fastapi import APIRouter

from app.operations.service import misconceptions_json, operations_json, problems_json
from app.routes import API

router = APIRouter(prefix=API, tags=["reference"])


@router.get("/operations")
async def operations() -> dict[str, Any]:
    """Every operation: how it is called and written, its derivative for each input and why, its domain and conventions.

    In `latex` and `plain`, `‹x›` and `«x»` mark inputs (and `out` the value); the second wants parentheses around
    anything compound.
    """
    return {"operations": operations_json()}


@router.get("/misconceptions")
async def misconceptions() -> dict[str, Any]:
    """What wrong answers give away: the mistake as a formula, what is said to it, and at which operations it is made (all, where
    none is named).
    """
    return {"misconceptions": misconceptions_json()}


@router.get("/problems")
async def problems() -> dict[str, Any]:
    """Every code that a problem can carry, and what it means."""
    return {"problems": problems_json()}
