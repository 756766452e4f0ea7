"""How far a program has come, read by another thread while it runs.

The program does nothing for it: its machine is known here while it runs, and who asks looks at the loops that it is in.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol


class LoopProgress(NamedTuple):
    """A loop in progress."""

    name: str
    """The name that takes its items; empty where it is not a single name."""
    done: int
    """Repetitions that have begun."""
    total: int | None
    """All that there will be; None where that is not known."""


class Progress(NamedTuple):
    """Where a program is."""

    loops: tuple[LoopProgress, ...]
    """The loops that go through items, the outermost first."""
    repetitions: int
    """Repetitions of all loops and calls of functions, as `Limits.repetitions` counts them."""


class Running(Protocol):
    """What runs a program."""

    def progress(self) -> Progress | None:
        """Where the program is; None where that cannot be seen now. Called by another thread."""


_running: dict[int, Running] = {}
"""The innermost of what runs in each thread."""


@contextmanager
def observed(running: Running) -> Iterator[None]:
    """Meanwhile, others can ask for the progress of this thread."""
    thread = threading.get_ident()
    outer = _running.get(thread)
    _running[thread] = running
    try:
        yield
    finally:
        if outer is None:
            del _running[thread]
        else:
            _running[thread] = outer


def progress_of_main_thread() -> Progress | None:
    """Where the program is that the main thread of this process runs; None where it runs none, or that cannot be seen now."""
    running = _running.get(threading.main_thread().ident or 0)
    return None if running is None else running.progress()
