"""Puts the server together. Nothing happens when this module is imported; `create_app` makes an application."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI
from redis.asyncio import Redis
from starlette.routing import Route

from app.api.endpoints.program_routes import router as programs
from app.api.gallery.examples import router as examples
from app.api.openapi import describe
from app.api.operations import router as operations
from app.api.routes import COMPRESSION_LEVEL, PAGES_COMPRESSED_FROM
from app.api.shares import router as shares
from app.configuration import read_settings
from app.evaluation.dispatcher import Dispatcher
from app.http.assets import Assets
from app.http.language import Language
from app.http.middleware import BodyLimit, CommonHeaders, Compression, Preflight, StandardMethods
from app.lesson_classes.lesson_class import LessonClass
from app.lesson_classes.router import router as teaching
from app.lessons.own import OwnLessons
from app.pages.embedding import router as embedding
from app.pages.files import BuiltFiles
from app.pages.learn import router as learn
from app.pages.learn_class import router as learn_class
from app.pages.learn_edit import router as learn_edit
from app.pages.previews import router as previews
from app.pages.refusal_page import refusal_page
from app.pages.router import environment
from app.pages.router import router as pages
from app.polls.poll_service import PollService
from app.polls.router import router as polls
from app.problems import error_handlers
from app.rooms import maintenance
from app.rooms.bus import LocalBus
from app.rooms.redis_bus import RedisBus
from app.rooms.rooms import Rooms
from app.rooms.router import router as rooms
from app.serving.draining import Draining
from app.serving.health import ReadinessCache
from app.serving.health import router as health
from app.serving.logs import configure_events
from app.serving.metrics import Metrics
from app.serving.observation import Observation
from app.serving.rate_limit import RateLimit, policies
from app.serving.shared_counts import exchange_for_ever
from app.serving.sliding_window import Counts
from app.settings import Settings
from app.state import AppState, app_state, attach
from app.storage.database import Database
from app.training.executors.choice import executor_of
from app.training.router import router as training
from app.training.runs.run_registry import RunRegistry

_DESCRIPTION = """
Any expression becomes a computational graph with exact gradients.

Send a program as text; get its value, the gradient of every input, and (with `/graph`) every node, edge and step of
the computation.
Numbers that JSON does not have are the strings `"NaN"`, `"Infinity"`, `"-Infinity"`; `null` is what was not computed.
Every refusal is an `application/problem+json` with a code, a sentence, a hint and the place in the program (in UTF-16 units).

A body is read as JSON whatever its `Content-Type`. Fields that a request does not have are refused, parameters of an address that
it does not have are ignored. HEAD is answered wherever GET is, OPTIONS everywhere; another method gets 405 and `Allow`.
Times are in UTC, as RFC 3339 writes them.
"""


def _parts(settings: Settings, assets: Assets) -> AppState:
    """The parts of an application, put together by its settings."""
    database, dispatcher = Database(settings.database), Dispatcher(settings)
    rooms = Rooms(settings, database, RedisBus(settings.redis) if settings.redis else LocalBus(), maintenance.run)
    polls = rooms.extension = PollService(rooms, dispatcher)
    lessons = OwnLessons(settings.lessons, dispatcher)
    rooms.lessons = LessonClass(rooms, lessons)
    return AppState(
        settings=settings,
        database=database,
        redis=Redis.from_url(settings.redis) if settings.redis else None,
        counts={name: Counts(policy) for name, policy in policies(settings).items()},
        dispatcher=dispatcher,
        lessons=lessons,
        rooms=rooms,
        polls=polls,
        teaching=rooms.lessons,
        training=RunRegistry(settings, executor_of(settings)),
        draining=Draining(),
        metrics=Metrics(),
        templates=environment(assets),
        readiness=ReadinessCache(),
    )


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    # What exists now lives as long as the server: the collector need never look at it again, and may look at the rest seldom.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()
    state = app_state(app)
    async with AsyncExitStack() as ends:
        ends.push_async_callback(state.database.close)
        ends.push_async_callback(state.dispatcher.workers.close)
        if state.redis is not None:
            ends.push_async_callback(state.redis.aclose)
            exchanging = asyncio.create_task(exchange_for_ever(state.redis, state.counts.values()))
            ends.callback(exchanging.cancel)
        yield {"draining": state.draining}
        await state.draining.end(state.settings.shutdown_seconds)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Raises PageNotBuiltError, and WrongSettingError where the environment is not as the settings need it."""
    settings = settings or read_settings()
    if not structlog.is_configured():
        configure_events(settings.log_format, settings.log_level)
    assets = Assets()
    state = _parts(settings, assets)
    app = FastAPI(
        title="Backpass",
        version="1",
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=_lifespan,
    )
    attach(app, state)
    for part, end in (
        ("workers", state.dispatcher.workers.drain),
        ("training", state.training.shutdown),
        ("polls", state.polls.close),
        ("lessons", state.teaching.close),
        ("rooms", state.rooms.close),
    ):
        state.draining.at_end(part, end)
    _register_metrics(state)
    for router in (
        programs,
        operations,
        examples,
        training,
        rooms,
        polls,
        teaching,
        shares,
        pages,
        previews,
        embedding,
        learn_edit,
        learn_class,
        learn,
        health,
    ):
        # The routes themselves: an included router is searched again for every request, which costs a third of a small one.
        app.router.routes.extend(router.routes)
    app.mount("/static", BuiltFiles(directory=assets.directory), name="static")
    error_handlers.install(app, refusal_page)
    app.openapi = describe(app)  # type: ignore[method-assign] # as the framework's documentation has it
    compression = {"minimum_size": PAGES_COMPRESSED_FROM, "compresslevel": COMPRESSION_LEVEL}
    app.add_middleware(Compression, apart=[route.path for route in programs.routes if isinstance(route, Route)], **compression)
    app.add_middleware(BodyLimit, limit=settings.max_body_bytes)
    app.add_middleware(StandardMethods)
    app.add_middleware(RateLimit, counts=state.counts, sockets_per_client=settings.max_sockets_per_client)
    app.add_middleware(Preflight)
    app.add_middleware(Observation, metrics=state.metrics, log_requests=settings.log_requests)
    app.add_middleware(Language)
    app.add_middleware(CommonHeaders)
    return app


def _register_metrics(state: AppState) -> None:
    """Registers what the application's parts can be asked for."""
    metrics, workers, training, rooms = state.metrics, state.dispatcher.workers, state.training, state.rooms
    metrics.gauge("workers", "Worker processes that there are.", lambda: workers.alive)
    metrics.gauge("workers_busy", "Worker processes that compute.", lambda: workers.busy)
    metrics.gauge("workers_waiting", "Requests that wait for a worker process.", lambda: workers.waiting)
    metrics.gauge("workers_backlog_seconds", "How long worker processes will take for what waits.", lambda: workers.backlog)
    metrics.counter("workers_started", "Worker processes that were started.", lambda: workers.started)
    metrics.counter("workers_lost", "Requests whose worker process died.", lambda: workers.lost)
    metrics.counter("workers_seconds", "Seconds that worker processes have computed.", lambda: workers.seconds)
    metrics.counter("workers_refused", "Requests that would have waited too long for one.", lambda: workers.refused)
    metrics.gauge("training_runs", "Training runs under way.", lambda: training.active)
    metrics.gauge("rooms", "Rooms with somebody in them.", lambda: rooms.statistics().rooms)
    metrics.gauge("room_hosts", "Live connections of teachers.", lambda: rooms.statistics().hosts)
    metrics.gauge("room_guests", "Live connections of students.", lambda: rooms.statistics().guests)
    metrics.gauge("room_messages_waiting", "Messages that wait to be sent.", lambda: rooms.statistics().waiting)
    metrics.gauge(
        "room_messages_waiting_most", "Messages that wait for the slowest connection.", lambda: rooms.statistics().longest
    )
    metrics.counter("room_messages_received", "Messages from pages.", lambda: rooms.counters.received)
    metrics.counter("room_messages_sent", "Messages to pages.", lambda: rooms.counters.sent)
    metrics.counter("room_connections_opened", "Live connections that were let in.", lambda: rooms.counters.connected)
    metrics.counter("room_connections_refused", "Live connections that were not, or were closed.", lambda: rooms.counters.refused)
    metrics.counter("room_connections_dropped", "Connections that took nothing for too long.", lambda: rooms.counters.dropped)
    metrics.counter("room_changes_stored", "Changes of rooms.", lambda: rooms.counters.stored)
