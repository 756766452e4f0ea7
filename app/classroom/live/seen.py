"""What each of a teacher's windows is sent of counts and marks: nothing about right or wrong before it is shown."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from backpass.app.classroom.store import JSON


class Eyes(Enum):
    """Who looks at a window."""

    TEACHER = auto()
    """Everything at once: a script that leads a class, and a tab whose teacher asked for it."""
    COVERED = auto()
    """A teacher's tab that may be on the wall: marks once they are shown."""
    SCREEN = auto()
    """The window for the projector: what students see, and how many have answered."""
    REMOTE = auto()
    """A phone as remote control: counts, and nothing of a single student."""

    @property
    def may_lead(self) -> bool:
        """Whether the class may follow this window."""
        return self in {Eyes.TEACHER, Eyes.COVERED}


_FIELDS = {"tally": ("type", "poll", "tally"), "lesson": ("type", "answered")}
"""What a screen or a remote control receives of a message for the host's tabs, by its type."""


def seen(message: JSON, eyes: Eyes, poll: Mapping[str, Any] | None) -> JSON | None:
    """What a window receives of a message for the host's tabs while `poll` is on the screens; None for nothing."""
    if eyes is Eyes.TEACHER:
        return message
    if message["type"] == "tally" and poll is not None:
        return _with_tally(message, eyes, poll)
    if eyes is Eyes.COVERED:  # of a lesson or of practice each student learns it at once
        return message
    fields = _FIELDS.get(message["type"])
    return None if fields is None else {name: message[name] for name in fields if name in message}


def _with_tally(message: JSON, eyes: Eyes, poll: Mapping[str, Any]) -> JSON:
    """The counts. What the class is shown comes with the poll itself."""
    is_revealed = poll["state"] == "revealed" and poll["poll"] == message["poll"]
    # Open answers are sorted by hand before the class sees them; none is right or wrong.
    is_sorted = poll["state"] == "closed" and poll["question"]["type"] == "text"
    if eyes is Eyes.COVERED and (is_revealed or is_sorted):
        return message
    # Groups are what students wrote; bars alone would show who agrees with whom.
    lists: JSON = {name: [] for name, value in message["tally"].items() if isinstance(value, list)}
    correct = message["tally"]["correct"] if is_revealed else None
    return {"type": "tally", "poll": message["poll"], "tally": message["tally"] | lists | {"correct": correct, "others": 0}}
