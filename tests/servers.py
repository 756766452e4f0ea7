"""Real servers for tests, started as `run.py` starts them, or as forks of a process that has imported them (`forked_servers`)."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

import pytest

from scripts import server
from scripts.page import ROOT
from tests.services import free_port

START_SECONDS = 120
ENDING = 60
"""Seconds in which a server ends, on a busy machine."""


class Process(Protocol):
    """What is asked of a server's process."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float) -> int: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


def by_command(command: Sequence[str], output: IO[bytes], environment: Mapping[str, str]) -> Process:
    return subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=environment)


start_process: Callable[[Sequence[str], IO[bytes], Mapping[str, str]], Process] = by_command
"""Under pytest another one, see `tests/conftest.py`."""


class Server:
    """A server in a process of its own, that can be killed and started again at the same address."""

    def __init__(self, log: Path, port: int | None = None, **settings: object) -> None:
        """Settings by name, as in `app.settings`."""
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._settings = {"database": f"sqlite+aiosqlite:///{log.with_suffix('.db')}"} | settings
        self._process: Process | None = None

    def start(self) -> None:
        environment = os.environ | {f"BACKPASS_{name.upper()}": str(value) for name, value in self._settings.items()}
        with self._log.open("ab") as output:
            command = server.command(sys.executable, "127.0.0.1", self.port)
            self._process = self._started(command, output, environment)
        wait_until_it_answers(self._process, f"{self.url}/healthz", self._log)

    def _started(self, command: Sequence[str], output: IO[bytes], environment: Mapping[str, str]) -> Process:
        return start_process(command, output, environment)

    @property
    def process(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Without a chance to say anything: `kill -9`."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=ENDING)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=ENDING)


class ServerByCommand(Server):
    """Started by the command under pytest too."""

    def _started(self, command: Sequence[str], output: IO[bytes], environment: Mapping[str, str]) -> Process:
        return by_command(command, output, environment)


@contextlib.contextmanager
def running_server(log: Path, port: int | None = None, **settings: object) -> Iterator[str]:
    """The address of a server in a process of its own, ended afterwards."""
    made = Server(log, port, **settings)
    try:
        made.start()
        yield made.url
    finally:
        made.stop()


def wait_until_it_answers(process: Process, url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.05)
    pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')}")
