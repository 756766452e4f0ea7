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

import backpass
from backpass.app.api.endpoints.program_routes import router as programs
from backpass.app.api.gallery.examples import router as examples
from backpass.app.api.openapi import describe
from backpass.app.api.operations import router as operations
from backpass.app.api.routes import COMPRESSION_LEVEL, PAGES_COMPRESSED_FROM
from backpass.app.api.shares import router as shares
from backpass.app.classroom import maintenance
from backpass.app.classroom.bus import LocalBus
from backpass.app.classroom.lesson_stage import LessonClass
from backpass.app.classroom.questions.asking import PollService
from backpass.app.classroom.questions.question_routes import router as polls
from backpass.app.classroom.questions.sheets import Sheets
from backpass.app.classroom.redis_bus import RedisBus
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.router import router as rooms
from backpass.app.classroom.stage_routes import router as teaching
from backpass.app.classroom.stage_routes import stage_router as stage
from backpass.app.configuration import read_settings
from backpass.app.evaluation.as_it_is import RunsAsIs
from backpass.app.evaluation.dispatcher import Dispatcher
from backpass.app.http.assets import Assets
from backpass.app.http.hosts import KnownHosts
from backpass.app.http.language import Language
from backpass.app.http.middleware import BodyLimit, CommonHeaders, Compression, Preflight, StandardMethods
from backpass.app.lessons.own import OwnLessons
from backpass.app.pages.api_page import router as api_page
from backpass.app.pages.embedding import router as embedding
from backpass.app.pages.files import BuiltFiles
from backpass.app.pages.guide import router as guide
from backpass.app.pages.learn import router as learn
from backpass.app.pages.learn_class import router as learn_class
from backpass.app.pages.learn_edit import router as learn_edit
from backpass.app.pages.previews import router as previews
from backpass.app.pages.refusal_page import refusal_page
from backpass.app.pages.router import environment
from backpass.app.pages.router import router as pages
from backpass.app.problems import error_handlers
from backpass.app.serving.draining import Draining
from backpass.app.serving.health import ReadinessCache
from backpass.app.serving.health import router as health
from backpass.app.serving.logs import configure_events
from backpass.app.serving.metrics import Metrics
from backpass.app.serving.observation import Observation
from backpass.app.serving.rate_limit import RateLimit, policies
from backpass.app.serving.shared_counts import exchange_for_ever
from backpass.app.serving.sliding_window import Counts
from backpass.app.settings import Settings
from backpass.app.state import AppState, app_state, attach
from backpass.app.storage.database import Database
from backpass.app.training.executors.choice import executor_of
from backpass.app.training.router import router as training
from backpass.app.training.runs.run_registry import RunRegistry

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
    sheets = Sheets()
    polls = rooms.extension = PollService(rooms, dispatcher, sheets)
    lessons = OwnLessons(settings.lessons, dispatcher)
    rooms.lessons = LessonClass(rooms, lessons, sheets)
    return AppState(
        settings=settings,
        database=database,
        redis=Redis.from_url(settings.redis) if settings.redis else None,
        counts={name: Counts(policy) for name, policy in policies(settings).items()},
        dispatcher=dispatcher,
        as_it_is=RunsAsIs(settings, dispatcher),
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
        ends.push_async_callback(state.as_it_is.close)
        if state.as_it_is.libraries:
            starting = asyncio.create_task(state.as_it_is.start())
            ends.callback(starting.cancel)
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
        version=backpass.__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=_lifespan,
    )
    attach(app, state)
    for part, end in (
        ("workers", state.dispatcher.workers.drain),
        ("programs", state.as_it_is.drain),
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
        stage,
        shares,
        pages,
        api_page,
        guide,
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
    app.add_middleware(
        KnownHosts,
        allowed=settings.allowed_hosts,
        public_address=settings.public_address,
        origins=settings.allowed_origins,
    )
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
    metrics.gauge("training_kept_bytes", "Bytes that are kept of training runs, ended ones included.", lambda: training.kept)
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
