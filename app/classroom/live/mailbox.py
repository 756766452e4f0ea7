"""What waits to be sent to one connection: bounded, however slow the connection is. Pure: no clock, no sockets.

Three kinds. *Reliable* messages wait in a bounded queue. Of messages of which only the newest matters (`count`, `tally`) one
waits per kind. *Changes* do not wait at all: the mailbox knows the revision that it has sent, and later changes are merged
when they are sent. A connection that leaves two requests for an acknowledgement unanswered gets no more changes
until it answers, and then all at once: so it is never further behind than what is under way. Who answers promptly is asked now
and then; who does not, and everybody at first, with every message: then no more than two are under way on a slow line.
"""

from collections import deque
from collections.abc import Callable

from backpass.app.classroom.live.history import History

CREDIT = 2
"""Requests for an acknowledgement that may be unanswered."""

_LATE = 3
"""Changes that happened before an answer came which is not prompt: a fifth of a second at 15 a second."""

_TRUSTED = 10
"""Prompt answers in a row after which a connection is not asked with every message."""

_ROOM = 256
"""Reliable messages that may wait."""


class MailboxFullError(Exception):
    """More reliable messages wait than a connection may have."""


class Mailbox:
    """What to send next to one connection."""

    def __init__(self, history: History, snapshot: Callable[[], str], sent_revision: int | None = None) -> None:
        """`snapshot()` writes the whole state; it comes first where `sent_revision`, the revision that the page has, is None."""
        self._history = history
        self._snapshot = snapshot
        self.sent_revision = sent_revision
        self._reliable: deque[str] = deque()
        self._newest: dict[str, str] = {}
        self._unanswered: deque[int] = deque()
        self._owed = 0
        """Requests for an acknowledgement that were sent, without those that an answer came for."""
        self._answers = False
        self._prompt = 0
        """Prompt answers in a row."""

    def put(self, text: str) -> None:
        """A message that must not be lost. Raises MailboxFullError."""
        if len(self._reliable) >= _ROOM:
            raise MailboxFullError
        self._reliable.append(text)

    def put_newest(self, kind: str, text: str) -> None:
        """A message that replaces the one of its kind that still waits."""
        self._newest[kind] = text

    def start_over(self) -> None:
        """The whole state comes next."""
        self.sent_revision = None

    def knows(self, revision: int) -> bool:
        """The connection made this change itself and need not receive it, if it has everything before (which is returned)."""
        if self.sent_revision != revision - 1:
            return False
        self.sent_revision = revision
        return True

    def seen(self, revision: int) -> bool:
        """The connection has everything up to there on its screen. Whether an answer was asked for."""
        self._answers = True
        before = len(self._unanswered)
        while self._unanswered and self._unanswered[0] <= revision:
            self._unanswered.popleft()
        if len(self._unanswered) < before:
            self._prompt = self._prompt + 1 if self._history.revision - revision < _LATE else 0
        owed = self._owed > 0
        self._owed -= owed
        return owed

    def take(self) -> str | None:
        """The next message; None for nothing at the moment."""
        if self.sent_revision is None:
            return self._whole()
        if self._reliable:
            return self.take_reliable()
        if self._newest:
            return self._newest.pop(next(iter(self._newest)))
        if self.sent_revision == self._history.revision or (self._answers and len(self._unanswered) >= CREDIT):
            return None
        frame = self._history.since(self.sent_revision, acknowledge=self._prompt < _TRUSTED)
        if frame is None:
            return self._whole()
        self.sent_revision = frame.revision
        if frame.acknowledge:
            self._asked(frame.revision)
        return frame.text

    def take_reliable(self) -> str | None:
        """The next message that must not be lost; None where none waits."""
        return self._reliable.popleft() if self._reliable else None

    def _whole(self) -> str:
        self.sent_revision = self._history.revision
        return self._snapshot()

    def _asked(self, revision: int) -> None:
        self._owed += 1
        if self._answers or len(self._unanswered) < CREDIT:  # else nobody is keeping count: it has never answered
            self._unanswered.append(revision)

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return len(self._reliable) + len(self._newest) + (self.sent_revision != self._history.revision)
