"""Whether the server lives (`/healthz`), whether all of it works (`/readyz`), whether it can compute (`/computez`), and what it
has counted (`/metrics`).
"""

import asyncio
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Container
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from backpass.app.http.hosts import FORWARDED
from backpass.app.serving.metrics import CONTENT_TYPE
from backpass.app.state import AppState, state_of
from backpass.engine import ProblemError

router = APIRouter(include_in_schema=False)

OK, NOT_OK = "ok", "not ok"

_SECONDS = 2.0
"""What does not answer by then is not ready."""

_NEEDED_TO_COMPUTE = ("workers", "ending")

_FRESH_SECONDS = 1.0
"""How long it is not asked again: no rate limit applies to it, so frequent requests must be cheap."""


@dataclass(slots=True)
class ReadinessCache:
    """The results of the last check, by name, and when it was made."""

    checked: float = -math.inf
    results: dict[str, str] = field(default_factory=dict)


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Liveness: the server answers."""
    return {"status": "ok"}


@router.get("/readyz")
async def readiness(request: Request) -> Response:
    """Readiness: the server is not shutting down, and everything that it works with answers."""
    return await _report(state_of(request))


@router.get("/computez")
async def computing(request: Request) -> Response:
    """Whether requests should come here: the server is not shutting down, and its workers have room. For a proxy: where a
    database is away for all servers, asking another one helps nobody, and every page and every graph is served without it.
    """
    return await _report(state_of(request), _NEEDED_TO_COMPUTE)


async def _report(state: AppState, named: Container[str] | None = None) -> Response:
    """What the checks found; only the named ones count, where names are given."""
    cache = state.readiness
    if time.monotonic() > cache.checked + _FRESH_SECONDS:
        cache.checked, cache.results = time.monotonic(), await _checked(state)
    found = dict(cache.results)
    found["ending"] = NOT_OK if state.draining.begun else OK
    found = {name: each for name, each in found.items() if named is None or name in named}
    ready = all(each == OK for each in found.values())
    body = {
        "status": "ready" if ready else "not ready",
        "checks": {name: OK if each == OK else NOT_OK for name, each in found.items()},
        "reasons": {name: each for name, each in found.items() if each not in {OK, NOT_OK}},
    }
    return JSONResponse(body, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE, {"cache-control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What is counted, for who has the token, or without one for this machine alone."""
    token = state_of(request).settings.metrics_token
    if not (_has(request, token) if token else _is_here(request)):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return Response(state_of(request).metrics.text(), media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


async def _checked(state: AppState) -> dict[str, str]:
    checks = {"database": _database, "workers": _workers} | ({"redis": _redis} if state.redis is not None else {})
    if state.settings.training_cluster:
        checks["cluster"] = _cluster
    answers = await asyncio.gather(*(_answers(check, state) for check in checks.values()))
    return dict(zip(checks, answers, strict=True))


async def _answers(check: Callable[[AppState], Awaitable[bool]], state: AppState) -> str:
    """`OK`, `NOT_OK`, or the code of the problem."""
    try:
        async with asyncio.timeout(_SECONDS):
            return OK if await check(state) else NOT_OK
    except ProblemError as error:
        return error.problems[0].code.value
    except Exception:  # noqa: BLE001 - whatever it is, it is not ready
        return NOT_OK


async def _database(state: AppState) -> bool:
    await state.database.check()
    return True


async def _redis(state: AppState) -> bool:
    return state.redis is not None and bool(await state.redis.ping())


async def _workers(state: AppState) -> bool:
    """Not ready while a long queue waits for them: a further request would wait long, or in vain."""
    workers = state.dispatcher.workers
    return bool(workers.has_room and workers.waiting < state.settings.max_waiting)


async def _cluster(state: AppState) -> bool:
    return await state.training.has_workers()


def _has(request: Request, token: str) -> bool:
    return secrets.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())


def _is_here(request: Request) -> bool:
    # Who comes through a proxy is not on this machine, whatever the connection looks like.
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
