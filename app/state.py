"""What a running application holds: one object of each part, made by `create_app` and reached through `state_of`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

if TYPE_CHECKING:  # the parts may import this module
    from jinja2 import Environment
    from redis.asyncio import Redis

    from backpass.app.classroom.lesson_stage import LessonClass
    from backpass.app.classroom.questions.asking import PollService
    from backpass.app.classroom.rooms import Rooms
    from backpass.app.evaluation.as_it_is import RunsAsIs
    from backpass.app.evaluation.dispatcher import Dispatcher
    from backpass.app.lessons.own import OwnLessons
    from backpass.app.serving.draining import Draining
    from backpass.app.serving.health import ReadinessCache
    from backpass.app.serving.metrics import Metrics
    from backpass.app.serving.sliding_window import Counts
    from backpass.app.settings import Settings
    from backpass.app.storage.database import Database
    from backpass.app.training.runs.run_registry import RunRegistry


@dataclass(slots=True, kw_only=True)
class AppState:
    """The parts of one application. They live as long as it does."""

    settings: "Settings"
    database: "Database"
    redis: "Redis | None"
    counts: "dict[str, Counts]"
    """What clients used of each rate limit, by its name."""
    dispatcher: "Dispatcher"
    as_it_is: "RunsAsIs"
    lessons: "OwnLessons"
    rooms: "Rooms"
    polls: "PollService"
    teaching: "LessonClass"
    training: "RunRegistry"
    draining: "Draining"
    metrics: "Metrics"
    templates: "Environment"
    readiness: "ReadinessCache"


def attach(app: Starlette, state: AppState) -> None:
    """Makes `state` the state of an application."""
    app.state.parts = state


def app_state(app: Starlette) -> AppState:
    """The state of an application."""
    state: AppState = app.state.parts
    return state


def state_of(connection: HTTPConnection) -> AppState:
    """The state of the application that serves a request or WebSocket."""
    return app_state(connection.app)
