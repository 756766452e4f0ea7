"""Private PostgreSQL and Redis servers for tests: on free ports, in folders of their own, ended afterwards."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

START_SECONDS = 60
MISSING = (
    "There is no {program} on this machine, so {what} is not tested. On Debian and Ubuntu `sudo apt install {package}` "
    "brings it; `python3 run.py test` does so itself where it runs as root."
)


class MissingServiceError(Exception):
    """The program is not installed; the text says how to get it."""


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The address of a Redis server that keeps nothing."""
    program = shutil.which("redis-server")
    if program is None:
        raise MissingServiceError(MISSING.format(program="redis-server", what="fan-out over Redis", package="redis-server"))
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    with started([program, *options], folder / "redis.log") as process:
        wait_until_listening(process, port, folder / "redis.log")
        yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The address of an empty database on a PostgreSQL server, which does not run as root: there it is given to another user."""
    programs = postgresql_programs()
    data, log = folder / "data", folder / "postgresql.log"
    user = unprivileged()
    folder.chmod(0o755)
    data.mkdir(mode=0o700)
    if user is not None:
        os.chown(data, user, -1)
        for parent in folder.parents:  # pytest's folders are closed to others
            with contextlib.suppress(PermissionError):
                parent.chmod(parent.stat().st_mode | 0o011)
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "backpass", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
        check=True,
        capture_output=True,
        user=user,
        cwd="/",
    )
    port = free_port()
    options = ["-p", str(port), "-h", "127.0.0.1", "-k", "", "-F", "-c", "max_connections=200"]
    with started([str(programs / "postgres"), "-D", str(data), *options], log, user) as process:
        wait_until_listening(process, port, log)
        subprocess.run(
            [programs / "createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "backpass", "backpass"],
            check=True,
            capture_output=True,
        )
        yield f"postgresql://backpass@127.0.0.1:{port}/backpass"


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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_listening(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"It did not start:\n{log.read_text(errors='replace')}")
