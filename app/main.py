"""Puts the server together. Nothing happens when this module is imported; `create_app` makes an application."""

import asyncio
import gc
import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI
from redis.asyncio import Redis
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from app import error_handlers
from app.assets import Assets
from app.checks.router import router as checks
from app.database import Database
from app.derivatives.router import router as derivatives
from app.evaluator import Evaluator
from app.examples.router import router as examples
from app.examples.service import EXAMPLES, examples_json
from app.explanations.router import router as explanations
from app.exports.router import router as exports
from app.gradients.router import router as gradients
from app.graphs.router import router as graphs
from app.graphs.service import graph_of
from app.jacobians.router import router as jacobians
from app.middleware import BodyLimit, SecurityHeaders
from app.operations.router import router as operations
from app.operations.service import misconceptions_json, operations_json
from app.pages.files import BuiltFiles
from app.pages.router import environment, json_in_html
from app.pages.router import router as pages
from app.paths.router import router as paths
from app.rooms.bus import Alone
from app.rooms.keeper import keep
from app.rooms.polls.asking import Polls
from app.rooms.polls.router import router as polls
from app.rooms.redis_bus import RedisBus
from app.rooms.rooms import Rooms
from app.rooms.router import router as rooms
from app.serving.draining import Draining
from app.serving.health import router as health
from app.serving.logs import configure_events
from app.serving.metrics import Metrics
from app.serving.observation import Observation
from app.serving.rate_limit import RateLimit, policies
from app.serving.rates import Counts
from app.serving.shared_counts import exchange_for_ever
from app.settings import Settings
from app.shares.router import router as shares
from app.state import Bootstrap
from app.training.places import workers_of
from app.training.router import router as training
from app.training.runs import Runs

_DESCRIPTION = """
Any expression becomes a computational graph with exact gradients.

Send a program as text; get its value, the gradient of every input, and (with `/graph`) every node, edge and step of
the computation.
Numbers that JSON does not have are the strings `"NaN"`, `"Infinity"`, `"-Infinity"`; `null` is what was not computed.
Every refusal is an `application/problem+json` with a code, a sentence, a hint and the place in the program (in UTF-16 units).
"""


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    # What exists now lives as long as the server: the collector need never look at it again, and may look at the rest seldom.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    async with AsyncExitStack() as ends:
        ends.push_async_callback(app.state.database.close)
        if app.state.redis is not None:
            ends.push_async_callback(app.state.redis.aclose)
            exchanging = asyncio.create_task(exchange_for_ever(app.state.redis, app.state.counts.values()))
            ends.callback(exchanging.cancel)
        yield {"draining": app.state.draining}
        await app.state.draining.end(app.state.settings.shutdown_seconds)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Raises an error that says what to do where the page has not been built."""
    settings = settings or Settings()
    if not structlog.is_configured():
        configure_events(settings.log_format, settings.log_level)
    assets = Assets()
    app = FastAPI(
        title="Backpass",
        version="1",
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.database = Database(settings.database)
    app.state.redis = Redis.from_url(settings.redis) if settings.redis else None
    app.state.counts = {name: Counts(policy) for name, policy in policies(settings).items()}
    app.state.rooms = Rooms(settings, app.state.database, RedisBus(settings.redis) if settings.redis else Alone(), keep)
    app.state.evaluator = Evaluator(settings)
    app.state.polls = app.state.rooms.asking = Polls(app.state.rooms, app.state.evaluator)
    app.state.training = Runs(settings, workers_of(settings))
    app.state.draining = Draining()
    app.state.checked = -math.inf, {}
    app.state.draining.at_end("training", app.state.training.shutdown)
    app.state.draining.at_end("polls", app.state.polls.close)
    app.state.draining.at_end("rooms", app.state.rooms.close)
    app.state.metrics = _metrics(app)
    app.state.templates = environment(assets)
    app.state.bootstrap = _bootstrap()
    for router in (
        graphs,
        gradients,
        derivatives,
        jacobians,
        checks,
        paths,
        explanations,
        operations,
        examples,
        exports,
        training,
        rooms,
        polls,
        shares,
        pages,
        health,
    ):
        # The routes themselves: an included router is searched anew for every request, which costs a third of a small one.
        app.router.routes.extend(router.routes)
    app.mount("/static", BuiltFiles(directory=assets.directory), name="static")
    error_handlers.install(app)
    # A graph of a few dozen nodes is sent as it is: compressing it would take longer than computing it.
    app.add_middleware(GZipMiddleware, minimum_size=32_000, compresslevel=5)
    app.add_middleware(BodyLimit, limit=settings.max_body_bytes)
    app.add_middleware(RateLimit, counts=app.state.counts, sockets_per_client=settings.max_sockets_per_client)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["GET", "POST", "PATCH", "DELETE"],
        allow_headers=["content-type", "last-event-id"],
        expose_headers=["RateLimit", "RateLimit-Policy", "Retry-After"],
    )
    app.add_middleware(Observation, metrics=app.state.metrics, log_requests=settings.log_requests)
    app.add_middleware(SecurityHeaders)
    return app


def _metrics(app: FastAPI) -> Metrics:
    """What there is to read of the application's parts."""
    made = Metrics()
    evaluator: Evaluator = app.state.evaluator
    made.gauge("workers_busy", "Worker processes that compute.", lambda: evaluator.busy)
    made.gauge("workers_waiting", "Requests that wait for a worker process.", lambda: evaluator.waiting)
    training: Runs = app.state.training
    made.gauge("training_runs", "Training runs under way.", lambda: training.active)
    rooms: Rooms = app.state.rooms
    made.gauge("rooms", "Rooms with somebody in them.", lambda: rooms.statistics().rooms)
    made.gauge("room_hosts", "Live connections of teachers.", lambda: rooms.statistics().hosts)
    made.gauge("room_guests", "Live connections of students.", lambda: rooms.statistics().guests)
    made.gauge("room_messages_waiting", "Messages that wait to be sent.", lambda: rooms.statistics().waiting)
    made.gauge("room_messages_waiting_most", "Messages that wait for the slowest connection.", lambda: rooms.statistics().longest)
    made.counter("room_messages_received", "Messages from pages.", lambda: rooms.counters.received)
    made.counter("room_messages_sent", "Messages to pages.", lambda: rooms.counters.sent)
    made.counter("room_connections_opened", "Live connections that were let in.", lambda: rooms.counters.connected)
    made.counter("room_connections_refused", "Live connections that were not, or were closed.", lambda: rooms.counters.refused)
    made.counter("room_connections_dropped", "Connections that took nothing for too long.", lambda: rooms.counters.dropped)
    made.counter("room_changes_stored", "Changes of rooms.", lambda: rooms.counters.stored)
    return made


def _bootstrap() -> Bootstrap:
    """The first example, computed, and everything the page lists."""
    first = EXAMPLES[0].program
    content = {
        "program": first,
        "graph": graph_of(first),
        "operations": operations_json(),
        "misconceptions": misconceptions_json(),
        "examples": examples_json(),
    }
    return Bootstrap(json_in_html(content))
