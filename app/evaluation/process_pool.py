"""Worker processes: a fixed number of places with at most one process each, killed where its call is cancelled or takes too long.

Made of `multiprocessing` and one thread for each place; ADR 17 compares it with pool libraries. A place is free again only after
its process has been waited for, so there are never more processes than places, whatever is cancelled when. Where the system can
fork, processes are forked from a process that has loaded `app.preloaded` and has no threads of ours: that takes some hundredths
of a second, and memory is shared. Knows nothing of what is computed, and of who asks.
"""

import asyncio
import ctypes
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

STARTING_SECONDS = 30.0
"""Until a new process must be ready, on a busy machine; and beyond the time of a call, until its message has come whole."""

PATIENCE = 4.0

REPORT_SECONDS = 0.5
"""From one report of a call's progress to the next."""

_JOIN_SECONDS = 10.0
_WATCH_SECONDS = 1.0
_NICE = 5
"""Workers leave the processor to the server itself, which answers many while they compute for one."""
_OUT_OF_MEMORY = 137
"""What a shell reports of a process that the system has killed."""
_STATM = Path("/proc/self/statm")
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PRELOADED = "backpass.app.preloaded"
_context: Any = multiprocessing.get_context(_METHOD)
_context.set_forkserver_preload([_PRELOADED])
_starting = threading.Lock()
"""`multiprocessing` keeps its list of processes without one."""


class WorkerLostError(Exception):
    """The worker process ended before it had an answer."""


class Recycling(NamedTuple):
    """When a process is replaced by a new one: after so many calls, or once it has so many bytes in memory."""

    calls: int = 1_000
    bytes: int = 400_000_000


class Reports(NamedTuple):
    """How a call is followed: in its process, `observe` (a module-level function) gives what is reported, or None for nothing;
    here, `receive` is called with it, in a thread of the pool.
    """

    observe: Callable[[], Any]
    receive: Callable[[Any], None]


class _Report(NamedTuple):
    """What a process sends while it computes."""

    content: Any


class PoolCall:
    """One function to be computed, with its arguments. `seconds` is how long it may take once it has begun: of processor time,
    where the system measures it, so that a busy machine takes nothing from it, but never more than `PATIENCE` times as long by
    the clock.

    Afterwards `used` has the seconds that it has been computed, however it ended; waiting and starting a process are not in it.
    """

    def __init__(self, seconds: float, function: Callable[..., Any], *arguments: Any, reports: Reports | None = None) -> None:
        self.seconds = seconds
        self.work = function, arguments, reports and reports.observe
        self.receive = reports and reports.receive
        self.used = 0.0
        self._lock = threading.Lock()
        self._process: Any = None
        self._abandoned = False

    def begin(self, process: Any) -> bool:
        """Whether it is still wanted; from here on `abandon` kills the process."""
        with self._lock:
            self._process = None if self._abandoned else process
            return not self._abandoned

    def end(self) -> None:
        """The process is no longer this call's."""
        with self._lock:
            self._process = None

    def abandon(self) -> None:
        """Nobody waits for the result any more. Never blocks."""
        with self._lock:
            self._abandoned = True
            if self._process is not None:
                self._process.kill()


class _Place:
    """One process at most. Everything is called by one thread at a time."""

    def __init__(self, recycling: Recycling) -> None:
        self._recycling = recycling
        self._process: Any = None
        self._channel: Connection | None = None
        self._has_begun: Any = None
        """In memory that the process shares: whether it has taken up the call that it was sent last."""
        self._calls = 0
        self.started = 0
        """Processes so far."""

    @property
    def occupied(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    def compute(self, call: PoolCall) -> Any:
        """The function's result. Raises what the function raises, TimeoutError, WorkerLostError."""
        answered = self._attempt(call)
        if answered is None and not self._has_begun.value and call.used < call.seconds:
            self.clear()  # it died while it waited, or was dying: the call had no part in that
            answered = self._attempt(call)
        if answered is None:
            self.clear()
            raise TimeoutError if call.used >= call.seconds else WorkerLostError("it has died")
        succeeded, result, resident = answered
        self._calls += 1
        if self._calls >= self._recycling.calls or resident >= self._recycling.bytes:
            self.clear()
        if not succeeded:
            raise result
        return result

    def _attempt(self, call: PoolCall) -> tuple[bool, Any, int] | None:
        """As `_answered`, by a process that waits for work."""
        channel = self._ready()
        if not call.begin(self._process):
            raise WorkerLostError("nobody waits for it")  # the process does for the next call
        start = time.perf_counter()
        self._has_begun.value = False
        try:
            return self._answered(channel, call)
        finally:
            call.used = time.perf_counter() - start
            call.end()

    def _answered(self, channel: Connection, call: PoolCall) -> tuple[bool, Any, int] | None:
        """Whether the function succeeded, its result or exception, and the bytes that its process has; None where none came."""
        try:
            channel.send(call.work)
            answered = self._within(channel, call)
        except (EOFError, OSError):
            return None
        return answered

    def _within(self, channel: Connection, call: PoolCall) -> tuple[bool, Any, int] | None:
        """The answer, if it comes in time. Reports that come before it are given on."""
        seconds = call.seconds
        begun, before = time.perf_counter(), _processor_seconds(self._process.pid)
        left = seconds
        while left > 0:
            if channel.poll(left):
                received: Any = channel.recv()
                if not isinstance(received, _Report):
                    return received  # type: ignore[no-any-return]
                if call.receive is not None:
                    call.receive(received.content)
            spent = time.perf_counter() - begun
            used = spent if before is None else (_processor_seconds(self._process.pid) or spent) - before
            left = min(seconds - used, PATIENCE * seconds - spent)
        return None

    def _ready(self) -> Connection:
        """The connection to a process that waits for work: a new one where there is none, or where it has died meanwhile."""
        if self._channel is not None and self._channel.poll():  # an idle worker sends nothing, so this is its end
            self.clear()
        return self._channel if self._channel is not None else self._start()

    def _start(self) -> Connection:
        try:
            ours, theirs = _context.Pipe()
            self._has_begun = _context.RawValue(ctypes.c_bool, False)
            process = _context.Process(target=serve, args=(theirs, self._has_begun), name="backpass worker", daemon=True)
            self._calls, self._channel, self._process = 0, ours, process
            self.started += 1
            with _starting, theirs:
                process.start()
            if not ours.poll(STARTING_SECONDS):
                raise EOFError
            ours.recv()
        except (EOFError, OSError) as error:
            self.clear()
            raise WorkerLostError("it did not start") from error
        return self._channel

    def clear(self) -> None:
        """Ends the process, and waits for its end: a place that might still hold one must not get another."""
        process, channel = self._process, self._channel
        if process is not None and process.pid is not None:
            if process.exitcode is None:
                process.kill()
            while process.exitcode is None:
                process.join(_JOIN_SECONDS)
            process.close()
        if channel is not None:
            with suppress(EOFError, OSError):  # an end which no other process has: where one is reported dead that is not, it
                while True:  # ends by itself, see `_end_with_parents`
                    channel.recv_bytes()
            channel.close()
        self._process = self._channel = None


class ProcessPool:
    """Computes module-level functions of plain data in at most so many processes, which are started when they are needed."""

    def __init__(self, processes: int, recycling: Recycling | None = None) -> None:
        self._places = [_Place(recycling or Recycling()) for _ in range(processes)]
        self._free = list(self._places)
        self._threads = ThreadPoolExecutor(processes, "backpass-place")
        self._calls: set[PoolCall] = set()

    @property
    def size(self) -> int:
        """How many calls can be computed at the same time."""
        return len(self._places)

    @property
    def free(self) -> int:
        """How many more of them."""
        return len(self._free)

    @property
    def alive(self) -> int:
        """Processes that there are."""
        return sum(place.occupied for place in self._places)

    @property
    def started(self) -> int:
        """Processes that have been started so far."""
        return sum(place.started for place in self._places)

    def begin(self, call: PoolCall, over: Callable[["Future[Any]"], None]) -> None:
        """Computes a call in a free place, of which there must be one. `over` is called in the event loop as soon as the place is
        free again: after the result has come, or the process of an abandoned call has ended.

        The future's exceptions are the function's, TimeoutError, and WorkerLostError where the process has died.
        """
        place = self._free.pop()  # the one used last: its process is there, and its memory is warm
        loop = asyncio.get_running_loop()
        guard = loop.call_later(
            2 * STARTING_SECONDS + PATIENCE * call.seconds, call.abandon
        )  # where a process is stopped half way
        self._calls.add(call)

        def freed(future: "Future[Any]") -> None:
            guard.cancel()
            self._calls.discard(call)
            self._free.append(place)
            over(future)

        def ended(future: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(freed, future)

        # Neither knows the future by itself: a circle would keep an answer of many megabytes until the collector comes by.
        self._threads.submit(place.compute, call).add_done_callback(ended)

    async def close(self) -> None:
        """Ends all processes, and what they compute."""
        for call in self._calls:
            call.abandon()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for place in self._places:
            place.clear()


# In the worker process.


def serve(channel: Connection, has_begun: Any) -> None:
    """Computes one call after the other until the connection ends, or the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends its processes
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_end_with_parents, daemon=True).start()
    channel.send(None)
    while True:
        try:
            function, arguments, observe = channel.recv()
        except (EOFError, OSError):
            return
        has_begun.value = True
        with _reporting(channel, observe):
            outcome = _outcome(function, arguments)
        try:
            channel.send(outcome)
        except OSError:
            return


@contextmanager
def _reporting(channel: Connection, observe: Callable[[], Any] | None) -> Iterator[None]:
    """Meanwhile, a thread sends what is observed, if that is wanted. Nothing is sent afterwards."""
    if observe is None:
        yield
        return
    ended = threading.Event()

    def report() -> None:
        with suppress(OSError):  # nobody is there any more
            while not ended.wait(REPORT_SECONDS):
                if (content := observe()) is not None:
                    channel.send(_Report(content))

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any, int]:
    try:
        return True, function(*arguments), _resident_bytes()
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)  # so that all of it is given back
    except Exception as error:  # noqa: BLE001 - raised again where it was asked for
        return False, _sendable(error), _resident_bytes()


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever keeps it from travelling
        return RuntimeError(type(error).__qualname__)
    return error


def _end_with_parents() -> None:
    """Ends this process with the server, and with the process that it was forked from, which alone would learn of its end."""
    server, forker = multiprocessing.parent_process(), os.getppid()
    while server is not None and server.is_alive() and os.getppid() == forker:
        server.join(_WATCH_SECONDS)
    os._exit(0)


def _processor_seconds(process: int) -> float | None:
    """Processor time that a process has taken so far; None if the system does not measure it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError, IndexError):
        return None


def _resident_bytes() -> int:
    """Memory that this process has; 0 if the system does not measure it."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
