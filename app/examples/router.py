"""`GET /api/v1/examples`."""

from typing import Any

from fastapi import APIRouter

from app.examples.service import examples_json
from app.routes import API

router = APIRouter(prefix=API, tags=["reference"])


@router.get("/examples")
async def examples() -> dict[str, Any]:
    """Programs worth looking at, each with a sentence on what there is to see."""
    return {"examples": examples_json()}
