"""Writing a lesson, and reading one that comes with its link: the server computes a page of a text and stores nothing."""

from functools import cache
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from backpass.app.api.routes import answered, requester_of
from backpass.app.lessons.model import Part
from backpass.app.lessons.preview import answer_preview, options_json
from backpass.app.lessons.shelf import source
from backpass.app.pages.bootstrap import json_in_html
from backpass.app.pages.lesson_parts import written_parts
from backpass.app.pages.router import POLICY, render
from backpass.app.state import state_of
from backpass.engine.messages import language, worded

router = APIRouter(include_in_schema=False)


@router.get("/learn/edit")
async def edit(request: Request, lesson: str = "") -> Response:
    """The editor. `lesson` names a lesson of the shelf to begin with."""
    text = source(lesson, language.get()) or await state_of(request).lessons.source(lesson) if lesson else None
    return render(
        request, "learn_edit.html", POLICY, page_json=json_in_html({"edit": {"options": _options(language.get()), "text": text}})
    )


@router.get("/learn/shared")
async def shared(request: Request) -> Response:
    """A lesson whose text is in the fragment of its address, which no server ever sees: the page asks for a preview of it."""
    return render(request, "learn_shared.html", POLICY, page_json=json_in_html({"shared": {}}))


@router.post("/learn/preview")
async def preview(request: Request) -> Response:
    """A page of the text in the body, ready to be shown, and what is wrong in the text. See app/lessons/preview.py."""
    body = await request.body()
    response = await answered(state_of(request).dispatcher.in_worker(answer_preview, body, requester_of(request)))
    if response.status_code != HTTPStatus.OK:
        return response
    found: dict[str, Any] = orjson.loads(response.body)
    parts = [Part(**part) for part in found["parts"]]
    return written_parts(state_of(request).templates, found, parts, found["page"])


@cache
def _options(_language: str) -> list[dict[str, Any]]:
    options: list[dict[str, Any]] = worded(options_json())
    return options
