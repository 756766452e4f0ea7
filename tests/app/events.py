"""Server-sent events read back, as a client does."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson


class Event(NamedTuple):
    number: int
    kind: str
    data: Any


def read_events(lines: Iterable[str]) -> Iterator[Event]:
    """The events in the lines of a stream, comments left out."""
    fields: dict[str, str] = {}
    for line in lines:
        if not line and fields:
            yield Event(int(fields["id"]), fields["event"], orjson.loads(fields["data"]))
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            assert name not in fields
            fields[name] = value
    assert not fields, "a stream ends after a whole event"


def events_of(text: str) -> list[Event]:
    return list(read_events(text.splitlines()))


def steps_of(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The steps of all `progress` events."""
    return [step for event in events if event.kind == "progress" for step in event.data["steps"]]
