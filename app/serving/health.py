"""Whether the server lives (`/healthz`), whether it should get work (`/readyz`), and what it has counted (`/metrics`)."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from app.serving.metrics import CONTENT_TYPE

router = APIRouter(include_in_schema=False)

_SECONDS = 2.0
"""What does not answer by then is not ready."""

_FRESH_SECONDS = 1.0
"""How long it is not asked again: no limit stands before the question, and it must cost nothing to whoever asks it often."""

_FORWARDED = ("x-forwarded-for", "forwarded", "via")
"""Who comes through a proxy is not on this machine, whatever the connection looks like."""


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Says that the server answers."""
    return {"status": "ok"}


@router.get("/readyz")
async def readiness(request: Request) -> Response:
    """Says whether the server should get work: it is not about to end, and what it stands on answers."""
    state = request.app.state
    if time.monotonic() > state.checked[0] + _FRESH_SECONDS:
        state.checked = time.monotonic(), await _checked(state)
    found = dict(state.checked[1])
    found["ending"] = not state.draining.begun
    ready = all(found.values())
    body = {
        "status": "ready" if ready else "not ready",
        "checks": {name: "ok" if well else "not ok" for name, well in found.items()},
    }
    return JSONResponse(body, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE, {"cache-control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What is counted, for who has the token, or without one for this machine alone."""
    token = request.app.state.settings.metrics_token
    if not (_has(request, token) if token else _is_here(request)):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


async def _checked(state: Any) -> dict[str, bool]:
    checks = {"database": _database, "workers": _workers} | ({"redis": _redis} if state.redis is not None else {})
    answers = await asyncio.gather(*(_answers(check, state) for check in checks.values()))
    return dict(zip(checks, answers, strict=True))


async def _answers(check: Callable[[Any], Awaitable[bool]], state: Any) -> bool:
    try:
        async with asyncio.timeout(_SECONDS):
            return await check(state)
    except Exception:  # noqa: BLE001 - whatever it is, it is not ready
        return False


async def _database(state: Any) -> bool:
    return bool(await state.database.read(_one) == 1)


def _one(session: Session) -> Any:
    return session.scalar(text("SELECT 1"))


async def _redis(state: Any) -> bool:
    return bool(await state.redis.ping())


async def _workers(state: Any) -> bool:
    """Not ready while a long queue waits for them: whoever comes next would wait in vain."""
    return bool(state.evaluator.waiting < state.settings.max_waiting)


def _has(request: Request, token: str) -> bool:
    return secrets.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())


def _is_here(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
