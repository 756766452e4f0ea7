"""What the server writes down: one line for each event, to be read by people or, as JSON, by programs. Nothing personal.

Lines of our own have fields whose values are numbers and names of ours: routes as templates, never an address, a program, a
nickname, a token or a code of a room. Of messages by libraries, the values are left out and only the sentence is logged; of an
exception, its kind and where it was raised, since its message may quote what somebody typed.
"""

import logging
import sys
from traceback import extract_tb
from types import TracebackType
from typing import Any, Literal

import orjson
import structlog
from structlog.typing import EventDict, Processor

Form = Literal["console", "json"]

_OURS = "backpass"
_FIRST: list[Processor] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso", key="time")]
_FRAMES = 12
"""The innermost frames of an exception that are logged."""


def configure(form: Form, level: str) -> None:
    """Sends everything that is logged in this process to standard output, one line for each event."""
    configure_events(form, level)
    of_libraries = structlog.stdlib.ProcessorFormatter
    handler = logging.StreamHandler(sys.stdout)
    formatter = of_libraries(
        foreign_pre_chain=[*_FIRST, _without_values, _placed],
        processors=[of_libraries.remove_processors_meta, _renderer(form)],
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(_number(level), logging.WARNING))
    logging.getLogger(_OURS).setLevel(_number(level))


def configure_events(form: Form, level: str) -> None:
    """The same for our own events alone, where somebody else decides on logging, such as another server or a test."""
    structlog.configure(
        processors=[*_FIRST, _placed, _renderer(form)],
        wrapper_class=structlog.make_filtering_bound_logger(_number(level)),
        logger_factory=structlog.WriteLoggerFactory(_StandardOutput()),  # type: ignore[arg-type] # writes and flushes like one
        cache_logger_on_first_use=True,
    )


class _StandardOutput:
    """Whatever it is at the moment: tests put another in its place."""

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def flush(self) -> None:
        sys.stdout.flush()


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]


def _renderer(form: Form) -> Processor:
    return _json if form == "json" else _console


def _console(_logger: object, _method: str, event: EventDict) -> str:
    """A line for people: when, how grave, what, and its fields."""
    time, level, name = event.pop("time"), event.pop("level"), event.pop("event")
    fields = " ".join(f"{key}={value}" for key, value in event.items())
    return f"{time[:19]} {level:8}{name:10} {fields}".rstrip()


def _json(_logger: object, _method: str, event: EventDict) -> str:
    """A line of JSON, what every line has first."""
    first = {name: event.pop(name) for name in ("time", "level", "event")}
    return orjson.dumps({**first, **event}, default=str).decode()


def _without_values(_logger: object, _method: str, event: EventDict) -> EventDict:
    """A library's message without its values."""
    record: logging.LogRecord = event["_record"]
    if record.name.partition(".")[0] != _OURS:
        event["event"] = str(record.msg).partition("\n")[0]
    event["logger"] = record.name
    return event


def _placed(_logger: object, _method: str, event: EventDict) -> EventDict:
    """An exception as its kind and the places it came through."""
    given = event.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event.update(_error_fields(error))
    return event


def _error_fields(error: BaseException) -> dict[str, Any]:
    """The kind of an exception and its innermost places, without its message."""
    kinds = [type(error).__qualname__]
    cause = error.__cause__ or error.__context__
    while cause is not None and len(kinds) < _FRAMES:
        kinds.append(type(cause).__qualname__)
        cause = cause.__cause__ or cause.__context__
    return {"error": " from ".join(kinds), "places": _places(error.__traceback__)}


def _places(traceback: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(traceback)[-_FRAMES:]]
