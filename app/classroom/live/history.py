"""The newest changes of one room: serialised once for all clients, merged for a client that missed several.

Pure: the time comes in as an argument.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from backpass.app.classroom.store import Change

_KEPT, _KEPT_CHARACTERS = 128, 1_000_000
"""Changes that can be sent again, and what they may come to: a client that missed more gets a snapshot."""

ASKED_BYTES, ASKED_SECONDS = 8_000, 1.0
"""After so much, or so long, a change asks everybody for an acknowledgement: often enough that two unanswered ones are little to
be behind by (16 kB take a slow phone a third of a second), seldom enough to cost next to nothing."""

_MERGED = ("view", "settings", "studio")
"""The fields of which only changed parts are sent; all others are sent whole."""


class Frame(NamedTuple):
    """A `changes` message, ready to be sent."""

    text: str
    revision: int
    acknowledge: bool
    """Whether it asks for an answer."""


def merge(state: dict[str, Any], fields: Mapping[str, Any]) -> None:
    """Makes the changes in `state`, which keeps its own dictionaries."""
    for name, value in fields.items():
        if name in _MERGED and value is not None:
            state[name] = (state.get(name) or {}) | value
        else:
            state[name] = value


def changes_frame(changes: Iterable[Change], revision: int, *, acknowledge: bool) -> Frame:
    """Several changes in one message: of each field the newest."""
    merged: dict[str, Any] = {}
    for change in changes:
        merge(merged, change.fields)
    text = orjson.dumps({"type": "changes", "revision": revision} | merged).decode()
    return asking(Frame(text, revision, acknowledge=False)) if acknowledge else Frame(text, revision, acknowledge=False)


def asking(frame: Frame) -> Frame:
    """The same message, asking for an acknowledgement."""
    return Frame(f'{frame.text[:-1]},"acknowledge":true}}', frame.revision, acknowledge=True)


class History:
    """What happened since `revision` numbers ago."""

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self._changes: deque[tuple[Change, int]] = deque()
        """Each with its length as text."""
        self._characters = 0
        self._asked = 0.0
        self._unasked = 0
        """Characters since everybody was asked for an answer."""
        self._asks = False
        """Whether the newest change asks everybody."""
        self._frames: dict[tuple[int, bool], Frame] = {}
        """By the revision of who has missed the rest, and whether it must answer: those who are alike get the same text."""

    def add(self, change: Change, now: float) -> None:
        """The next change, at a time in seconds."""
        assert change.revision == self.revision + 1
        self.revision = change.revision
        frame = changes_frame([change], change.revision, acknowledge=False)
        self._changes.append((change, len(frame.text)))
        self._characters += len(frame.text)
        while len(self._changes) > _KEPT or (self._characters > _KEPT_CHARACTERS and len(self._changes) > 1):
            self._characters -= self._changes.popleft()[1]
        self._unasked += len(frame.text)
        self._asks = self._unasked >= ASKED_BYTES or now - self._asked >= ASKED_SECONDS
        if self._asks:
            self._asked, self._unasked = now, 0
        self._frames = {(change.revision - 1, self._asks): asking(frame) if self._asks else frame}

    def reset(self, revision: int) -> None:
        """Forgets the changes: the state was read again."""
        self.revision = revision
        self._changes.clear()
        self._characters = 0
        self._frames = {}

    def since(self, revision: int, *, acknowledge: bool = False) -> Frame | None:
        """All that happened after a revision, in one message. None where it is not known (any more), or nothing happened.

        It asks for an answer where that is wanted, where it is several changes, and where the newest does.
        """
        missed = self.revision - revision
        if not 0 < missed <= len(self._changes):
            return None
        acknowledge = acknowledge or missed > 1 or self._asks
        frame = self._frames.get((revision, acknowledge))
        if frame is None:
            changes = [change for change, _length in list(self._changes)[-missed:]]
            frame = changes_frame(changes, self.revision, acknowledge=acknowledge)
            self._frames[revision, acknowledge] = frame
        return frame
