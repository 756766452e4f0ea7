"""The process that programs are forked from: it has the library in memory, never runs any of their code, and ends each in time.

Started by `confined`, with a socket through which programs come: each as a message with its bounds and two sockets, one for the
program itself and its answer, which only the fork has, and one on which this process says how it ended. Where the other end of
that one is closed, the fork is killed; where the first socket is closed, all are, and this process ends.
"""

import json
import os
import selectors
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backpass.engine.capture.as_it_is import fence, libraries
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.program import run
from backpass.engine.capture.as_it_is.trying import not_holding
from backpass.engine.messages import languages, say, speaking

MESSAGE = 4_096
"""Most bytes of a message: bounds, not programs."""
_AFTER_KILLING = 3_600.0
"""Seconds until a process that was killed is killed once more; it ends as soon as the kernel comes to it."""
_LOOKING = 0.05
"""Seconds from one look at the memory of all forks to the next."""
_OF_NO_FILE = (b"RssAnon:", b"VmSwap:", b"VmPTE:")
"""Memory of a process that is of no file, wherever it is, and the kernel's tables of it. The kernel's own limits count neither
what a program makes read-only nor those tables.
"""
_ANSWER = 3
"""The file of a fork through which its request and its answer go."""


class _InFork(Exception):  # noqa: N818 - no error
    """Leads a fork out of all that knows of other programs. Its arguments are those of `_run`."""


@dataclass(slots=True)
class _Fork:
    """A program that runs."""

    process: int
    watched: int
    """A file that can be read once the process has ended."""
    report: socket.socket
    ends: float
    why: str = "ended"


def main(given: str) -> None:
    """Loads a library, says whether programs can be run, and runs them."""
    request = json.loads(given)
    channel = socket.socket(fileno=request["channel"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this process
    with speaking(request["language"]):
        ready = _prepared(request["library"])
    channel.send(json.dumps(ready).encode())
    if "lacking" in ready:
        return
    try:
        _Parent(channel).serve()
    except _InFork as fork:
        asked = fork.args
    else:
        return
    _run(request["library"], *asked)


def _prepared(library: str) -> dict[str, Any]:
    """Loads the library; its version, or what this machine lacks."""
    if sentence := fence.lacking():
        return {"lacking": sentence}
    try:
        importer = libraries.load(library)
    except ImportError as error:
        return {"lacking": say("as-it-is-not-installed", library=libraries.LIBRARIES[library].title, error=str(error))}
    for spoken in languages():
        with speaking(spoken):
            say("as-it-is-too-large", bytes=0)  # reads the sentences of a language: forks cannot
    os.chdir("/")
    libraries.only_from_memory(importer)
    fence.settle()
    if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208 - of this process
        return {"lacking": say("as-it-is-threads")}
    if fence.is_memory_shared():
        return {"lacking": say("as-it-is-shared")}
    if sentence := not_holding():
        return {"lacking": sentence}
    return {"version": getattr(sys.modules.get(library), "__version__", "")}


class _Parent:
    """Forks a process for each program, and watches over all of them."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._selector = selectors.DefaultSelector()
        self._selector.register(channel, selectors.EVENT_READ)
        self._forks: dict[int, _Fork] = {}
        """By the file that is watched, and by that of the report."""
        self._read_only = _read_only_memory()

    def serve(self) -> None:
        """Until the channel is closed. Raises _InFork in each process that is forked."""
        while True:
            for key, _ in self._selector.select(_LOOKING if self._forks else None):
                if key.fileobj is self._channel:
                    if not self._begin():
                        self._end_all()
                        return
                elif (fork := self._forks.get(key.fd)) is not None:
                    if key.fd == fork.watched:
                        self._over(fork)
                    else:
                        self._kill(fork, "unwanted")
            for fork in self._running():
                if fork.ends <= time.monotonic():
                    self._kill(fork, "late")
                elif fork.why == "ended" and _is_beyond_its_memory(fork.process, self._read_only):
                    self._kill(fork, "memory")

    def _running(self) -> list[_Fork]:
        return list({each.watched: each for each in self._forks.values()}.values())

    def _begin(self) -> bool:
        """Forks a process for the next program; False where there will be none. Where it cannot, the program is lost and nothing
        else: its sockets are closed.
        """
        message, files, _, _ = socket.recv_fds(self._channel, MESSAGE, 2)
        if not message:
            return False
        try:
            self._fork(Bounds(**json.loads(message)), *files)
        except (OSError, TypeError):  # no more processes, memory or files; without files, sockets do not come through
            for file in files:
                with suppress(OSError):
                    os.close(file)
        return True

    def _fork(self, bounds: Bounds, work: int, report: int) -> None:
        """Raises OSError where there can be no process, or none that is watched; _InFork in the process."""
        parent = os.getpid()
        process = os.fork()
        if process == 0:
            self._selector.close()  # else the collector closes its file later, whatever that is by then
            raise _InFork(work, bounds, parent)
        try:
            watched = os.pidfd_open(process)
        except OSError:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
        os.close(work)
        fork = _Fork(process, watched, socket.socket(fileno=report), time.monotonic() + bounds.clock)
        for file in (watched, report):
            self._forks[file] = fork
            self._selector.register(file, selectors.EVENT_READ)

    def _kill(self, fork: _Fork, why: str) -> None:
        """Ends a process; what is left of it is seen to once it has ended."""
        fork.why = why
        fork.ends += _AFTER_KILLING
        if fork.report.fileno() in self._selector.get_map():
            self._selector.unregister(fork.report)
        signal.pidfd_send_signal(fork.watched, signal.SIGKILL)

    def _over(self, fork: _Fork) -> None:
        """A process has ended: it is waited for, and how it ended is reported."""
        _, status, used = os.wait4(fork.process, 0)
        seconds = used.ru_utime + used.ru_stime
        report = {"why": fork.why, "status": os.waitstatus_to_exitcode(status), "seconds": seconds, "kilobytes": used.ru_maxrss}
        for file in (fork.watched, fork.report.fileno()):
            del self._forks[file]
            if file in self._selector.get_map():
                self._selector.unregister(file)
        os.close(fork.watched)
        with suppress(OSError):  # nobody wants to know
            fork.report.send(json.dumps(report).encode())
        fork.report.close()

    def _end_all(self) -> None:
        for fork in self._running():
            signal.pidfd_send_signal(fork.watched, signal.SIGKILL)
            os.waitpid(fork.process, 0)


def _run(library: str, work: int, bounds: Bounds, parent: int) -> None:
    """In the fork: closes the fence and runs the program. Never returns."""
    try:
        os.dup2(0, 2)  # which reads nothing and writes nowhere
        os.dup2(work, _ANSWER)
        fence.close(bounds, parent, *libraries.beginning(library))
        run(_ANSWER, library, bounds)
    finally:
        os._exit(1)


def _read_only_memory() -> int:
    """Bytes of this process that are of no file and that it cannot write, which no limit of the kernel counts."""
    counted, is_read_only = 0, False
    for line in Path("/proc/self/smaps").read_bytes().splitlines():
        first, *rest = line.split()
        if not first.endswith(b":"):
            is_read_only = b"w" not in rest[0]
        elif is_read_only and first == b"Anonymous:":
            counted += int(rest[0]) * 1_024
    return counted


def _is_beyond_its_memory(process: int, besides: int) -> bool:
    """Whether a process of ours has more memory than its limit on data, which it has set itself as it closed the fence.

    The limit is read from a file: `prlimit` of another user's process needs a capability that the server need not have.
    """
    folder = Path(f"/proc/{process}")
    try:
        limits, status = (folder.joinpath(name).read_bytes().splitlines() for name in ("limits", "status"))
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return False
    (most,) = (line.split()[3] for line in limits if line.startswith(b"Max data size"))
    counted = sum(int(line.split()[1]) * 1_024 for line in status if line.startswith(_OF_NO_FILE))
    return most != b"unlimited" and counted > int(most) + besides
