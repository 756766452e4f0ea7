"""Servers of tests as forks of one process that has imported all they need: that import is nearly all that their start takes.

Each process of pytest has one, from the first server that a test starts. A fork does what `backpass serve` does, with
arguments, environment and output of its own, and what its worker processes are forked from is a fork as well. It has the order
of sets of the others, and what was imported beside them: so `ServerByCommand` in a few tests, and benchmarks and fuzzers always,
start by the command itself.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from multiprocessing import forkserver, util
from pathlib import Path
from typing import IO, Any, NoReturn

from scripts.page import ROOT

NEEDED = (
    "alembic.command",
    "backpass.app.main",
    "backpass.app.preloaded",
    "backpass.app.serving.server",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
)
_LONGEST = 100_000
"""Bytes of a message."""
_BY_COMMAND = util.spawnv_passfds
_START = "import sys\nfrom tests.forked_servers import serve\nserve(sys.argv[1])"


class Fork:
    """A server, with what tests ask of a `subprocess.Popen`. How it ended only the process that forked it is told."""

    def __init__(self, pid: int, handle: int) -> None:
        self.pid = pid
        self._handle = handle
        self.started_in = os.environ.get("PYTEST_CURRENT_TEST", "no test")

    def poll(self) -> int | None:
        """None as long as it runs."""
        return 0 if self._has_ended(0) else None

    def wait(self, timeout: float) -> int:
        if not self._has_ended(timeout):
            raise subprocess.TimeoutExpired(f"the server {self.pid}", timeout)
        return 0

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def _send(self, which: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended
            signal.pidfd_send_signal(self._handle, which)

    def _has_ended(self, seconds: float) -> bool:
        return bool(select.select([self._handle], [], [], seconds)[0])


class Forks:
    """The process that is forked, and its forks."""

    def __init__(self) -> None:
        self._socket, its_own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its_own:
            command = [sys.executable, "-c", _START, str(its_own.fileno())]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[its_own.fileno()])
        self._forks: list[Fork] = []

    def start(self, command: Sequence[str], output: IO[bytes], environment: Mapping[str, str]) -> Fork:
        """In place of `tests.servers.by_command`."""
        message = json.dumps({"arguments": command[command.index("serve") :], "environment": dict(environment)})
        socket.send_fds(self._socket, [message.encode()], [output.fileno()])
        pid, handles, _, _ = socket.recv_fds(self._socket, _LONGEST, 1)
        self._forks.append(Fork(int(pid), handles[0]))
        return self._forks[-1]

    def end(self) -> None:
        """Raises AssertionError where a server has outlived the test that started it, and ends it."""
        self._socket.close()
        self._process.wait()
        left = [each for each in self._forks if each.poll() is None]
        for each in left:
            each.kill()
        assert not left, f"servers outlived the tests: {', '.join(each.started_in for each in left)}"


def serve(number: str) -> None:
    """Forks a server for each message, until nobody sends any more."""
    for name in NEEDED:
        import_module(name)
    assert threading.active_count() == 1, "a fork has only the thread that forks"
    gc.freeze()
    with socket.socket(fileno=int(number)) as asked:
        while True:
            message, files, _, _ = socket.recv_fds(asked, _LONGEST, 1)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    """Another one that has ended."""
            if not message:
                return
            fork = os.fork()
            if not fork:
                asked.close()
                _be_server(json.loads(message), files[0])
            os.close(files[0])
            handle = os.pidfd_open(fork)  # of this fork for certain: who ended is waited for above only
            socket.send_fds(asked, [str(fork).encode()], [handle])
            os.close(handle)


def _be_server(given: Mapping[str, object], output: int) -> NoReturn:
    from backpass.app.cli import main

    environment, arguments = given["environment"], given["arguments"]
    assert isinstance(environment, dict)
    assert isinstance(arguments, list)
    os.environ.clear()
    os.environ.update(environment)
    for place in (1, 2):
        os.dup2(output, place)
    os.close(output)
    util.spawnv_passfds = _forked  # type: ignore[assignment]
    forkserver.ensure_running()  # now: later there are threads, of which a fork has one alone
    util.spawnv_passfds = _BY_COMMAND
    sys.argv[1:] = arguments
    sys.exit(main(arguments))


def _forked(_path: object, command: Sequence[Any], files: Sequence[int]) -> int:
    """In place of `multiprocessing.util.spawnv_passfds`: what `python -c` would do does a fork, which has the modules."""
    if fork := os.fork():
        return fork
    for each in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        if each > 2 and each not in files:
            with contextlib.suppress(OSError):  # that of the list itself
                os.close(each)
    with contextlib.suppress(SystemExit):
        exec(command[-1], {})
    os._exit(0)


@contextlib.contextmanager
def forks() -> Iterator[Forks]:
    made = Forks()
    try:
        yield made
    finally:
        made.end()


def can_fork() -> bool:
    """Whether this is a system with handles of processes: Linux."""
    return hasattr(os, "pidfd_open")
