"""`GET /api/v1/examples`."""

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from app.documents import Document
from app.examples.service import examples_json
from app.routes import API

router = APIRouter(prefix=API, tags=["reference"])


@cache
def document() -> Document:
    """The answer."""
    return Document(orjson.dumps({"examples": examples_json()}))


@router.get("/examples", response_model=None)
async def examples(request: Request) -> Response:
    """Programs worth looking at, each with a sentence on what there is to see."""
    return document().response(request)
