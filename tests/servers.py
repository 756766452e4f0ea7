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

START_SECONDS = 30


@contextlib.contextmanager
def running_server(log: Path, port: int | None = None, **settings: object) -> Iterator[str]:
    """The address of a server in a process of its own, ended afterwards. Settings by name, as in `app.settings`."""
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"database": f"sqlite+aiosqlite:///{log.with_suffix('.db')}"} | settings
    environment = os.environ | {f"BACKPASS_{name.upper()}": str(value) for name, value in settings.items()}
    with log.open("wb") as output:
        command = server.command(sys.executable, "127.0.0.1", port)
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=environment)
        try:
            wait_until_it_answers(process, f"{url}/healthz", log)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=10)


def wait_until_it_answers(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.05)
    pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')}")
