"""Private PostgreSQL and Redis servers for tests: on free ports, in folders of their own, gone afterwards."""

import contextlib
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

START_SECONDS = 60
MISSING = (
    "There is no {program} on this machine, so {what} is not tested. On Debian and Ubuntu `sudo apt install {package}` "
    "brings it; `python3 run.py test` does so itself where it runs as root."
)


class MissingServiceError(Exception):
    """The program is not installed; the text says how to get it."""


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """The address of a Redis server that keeps nothing."""
    program = shutil.which("redis-server")
    if program is None:
        raise MissingServiceError(MISSING.format(program="redis-server", what="fan-out over Redis", package="redis-server"))
    port = port or free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="backpass-redis-") as folder:
        log = Path(folder) / "log.txt"
        with started([program, *options, "--dir", folder], log) as process:
            wait_until(lambda: is_listening(port), process, log)
            yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database on a PostgreSQL server, which does not run as root: there it is given to another user."""
    programs, user = postgresql_programs(), unprivileged()
    # Not in pytest's folder, which is closed to other users.
    with tempfile.TemporaryDirectory(prefix="backpass-postgresql-") as folder:
        if user is not None:
            os.chown(folder, user, -1)
        data, log = Path(folder) / "data", Path(folder) / "log.txt"
        make: list[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "backpass",
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(make, check=True, capture_output=True, user=user, cwd="/")
        port = free_port()
        options = ["-p", str(port), "-h", "127.0.0.1", "-k", "", "-F", "-c", "max_connections=200"]
        with started([str(programs / "postgres"), "-D", str(data), *options], log, user) as process:
            ready: list[str | Path] = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
            wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, process, log)
            yield f"postgresql://backpass@127.0.0.1:{port}/postgres"


def postgresql_programs() -> Path:
    """The folder with `initdb` and the server; Debian keeps it off the PATH."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise MissingServiceError(MISSING.format(program="PostgreSQL server", what="storage in PostgreSQL", package="postgresql"))


def unprivileged() -> int | None:
    """Whom to be instead of root; None for nobody else."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    raise MissingServiceError("PostgreSQL refuses to run as root, and there is no other user here.")


@contextlib.contextmanager
def started(command: list[str], log: Path, user: int | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, user=user, cwd="/")
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


_PORTS = range(12_000, 32_000)
"""Below those that Linux gives to outgoing connections: one of them could take a port between the choice and its use."""
_DRAWN = random.SystemRandom()
"""Seeds that tests and Hypothesis set must not make two processes draw the same ports."""


def free_port() -> int:
    """A port that nothing listens on. Where tests run side by side each process draws ports of its own."""
    while True:
        port = _DRAWN.choice(_PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def is_listening(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def wait_until(ready: Callable[[], bool], process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if ready():
            return
        time.sleep(0.05)
    raise RuntimeError(f"It did not start:\n{log.read_text(errors='replace')}")
