"""Starts the server in .venv's Python, as `backpass serve` does. Knows nothing of what it serves."""

from __future__ import annotations

import os
import socket
import subprocess

from scripts.environment import PYTHON, SetUpError
from scripts.page import ROOT

DEFAULT_PORT = 8000
PORTS_TO_TRY = 100


EVERYWHERE = "0.0.0.0"  # noqa: S104 - for who asks for it


def command(python: str, host: str, port: int, lan: bool = False) -> list[str]:
    """The line that starts the server; the browser tests start theirs by it as well."""
    where = ["--lan"] if lan else ["--host", host]
    return [python, "-m", "backpass", "serve", *where, "--port", str(port)]


def serve(host: str, port: int | None, lan: bool) -> int:
    line = announced(EVERYWHERE if lan else host, port, lan)
    if os.name != "nt":  # the server takes this process's place, so that stopping the one stops the other
        os.chdir(ROOT)
        os.execv(line[0], line)  # noqa: S606
    return subprocess.run(line, cwd=ROOT, check=False).returncode


def serve_and_reload(host: str, port: int | None, lan: bool) -> int:
    """Beside the server a watcher builds the page; the server starts again when Python or the built page changed."""
    line = announced(EVERYWHERE if lan else host, port, lan)
    with subprocess.Popen([str(PYTHON), "scripts/page.py", "watch"], cwd=ROOT) as watcher:
        try:
            return subprocess.run([*line, "--reload"], cwd=ROOT, check=False).returncode
        finally:
            watcher.terminate()


def announced(host: str, port: int | None, lan: bool) -> list[str]:
    """Settles on a port, prints the address, and returns the command line."""
    if port is None:
        port = free_port(host, DEFAULT_PORT)
    elif not is_free(host, port):
        raise SetUpError(f"Port {port} is taken. Name another, or leave --port out for the next free one.")
    shown = {EVERYWHERE: "127.0.0.1", "::": "::1"}.get(host, host)
    print(f"\nBackpass: http://{f'[{shown}]' if ':' in shown else shown}:{port}   (Ctrl+C ends it)\n", flush=True)
    return command(str(PYTHON), host, port, lan)


def free_port(host: str, first: int) -> int:
    """The first that nobody listens on."""
    for port in range(first, first + PORTS_TO_TRY):
        if is_free(host, port):
            return port
    raise SetUpError(f"No free port between {first} and {first + PORTS_TO_TRY - 1}. Name one with --port.")


def is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name != "nt":  # there this option would allow to share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
