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
_ANSWER = 3
"""The file of a fork through which its request and its answer go."""


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
    if "lacking" not in ready:
        _Parent(channel, request["library"]).serve()


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

    def __init__(self, channel: socket.socket, library: str) -> None:
        self._channel = channel
        self._library = library
        self._selector = selectors.DefaultSelector()
        self._selector.register(channel, selectors.EVENT_READ)
        self._forks: dict[int, _Fork] = {}
        """By the file that is watched, and by that of the report."""

    def serve(self) -> None:
        """Until the channel is closed."""
        while True:
            now = time.monotonic()
            first = min((each.ends for each in self._forks.values()), default=now + 3_600)
            for key, _ in self._selector.select(max(0.0, first - now)):
                if key.fileobj is self._channel:
                    if not self._begin():
                        self._end_all()
                        return
                elif (fork := self._forks.get(key.fd)) is not None:
                    if key.fd == fork.watched:
                        self._over(fork)
                    else:
                        self._kill(fork, "unwanted")
            for fork in [each for each in self._forks.values() if each.ends <= time.monotonic()]:
                self._kill(fork, "late")

    def _begin(self) -> bool:
        """Forks a process for the next program; False where there will be none."""
        message, files, _, _ = socket.recv_fds(self._channel, MESSAGE, 2)
        if not message:
            return False
        bounds = Bounds(**json.loads(message))
        work, report = files
        parent = os.getpid()
        process = os.fork()
        if process == 0:
            self._run(work, bounds, parent)
        os.close(work)
        fork = _Fork(process, os.pidfd_open(process), socket.socket(fileno=report), time.monotonic() + bounds.clock)
        for file in (fork.watched, report):
            self._forks[file] = fork
            self._selector.register(file, selectors.EVENT_READ)
        return True

    def _run(self, work: int, bounds: Bounds, parent: int) -> None:
        """In the fork: closes the fence and runs the program. Never returns."""
        try:
            os.dup2(0, 2)  # which reads nothing and writes nowhere
            os.dup2(work, _ANSWER)
            fence.close(bounds, parent, *libraries.beginning(self._library))
            run(_ANSWER, self._library, bounds)
        finally:
            os._exit(1)

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
        for fork in {each.watched: each for each in self._forks.values()}.values():
            signal.pidfd_send_signal(fork.watched, signal.SIGKILL)
            os.waitpid(fork.process, 0)
