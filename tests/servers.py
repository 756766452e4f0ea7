"""Real servers for tests, started as `run.py` starts them."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import server
from scripts.page import ROOT
from tests.services import free_port

START_SECONDS = 120
ENDING = 60
"""Seconds in which a server ends, on a busy machine."""


class Server:
    """A server in a process of its own, that can be killed and started again at the same address."""

    def __init__(self, log: Path, port: int | None = None, **settings: object) -> None:
        """Settings by name, as in `app.settings`."""
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._settings = {"database": f"sqlite+aiosqlite:///{log.with_suffix('.db')}"} | settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = os.environ | {f"BACKPASS_{name.upper()}": str(value) for name, value in self._settings.items()}
        with self._log.open("ab") as output:
            command = server.command(sys.executable, "127.0.0.1", self.port)
            self._process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=environment)
        wait_until_it_answers(self._process, f"{self.url}/healthz", self._log)

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


@contextlib.contextmanager
def running_server(log: Path, port: int | None = None, **settings: object) -> Iterator[str]:
    """The address of a server in a process of its own, ended afterwards."""
    made = Server(log, port, **settings)
    try:
        made.start()
        yield made.url
    finally:
        made.stop()


def wait_until_it_answers(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.05)
    pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')}")
