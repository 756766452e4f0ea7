"""A clock that jumps must not delete what only seems to be over."""

import time
from collections.abc import Callable

_JUMP_SECONDS = 300.0
_GRACE_SECONDS = 3_600.0


class SteadyClock:
    """Whether the date can be trusted to delete by: not for an hour after a jump, such as by a wrong clock or a long sleep."""

    def __init__(self, clock: Callable[[], float] = time.time, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._offset = clock() - elapsed()
        self._jumped: float | None = None

    def __call__(self) -> bool:
        offset, now = self._clock() - self._elapsed(), self._elapsed()
        if abs(offset - self._offset) < _JUMP_SECONDS:
            self._jumped = None
        elif self._jumped is None:
            self._jumped = now
        elif now - self._jumped > _GRACE_SECONDS:
            self._offset, self._jumped = offset, None
        return self._jumped is None
