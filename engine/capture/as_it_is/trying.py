"""Whether the fence holds on this machine, tried by a process inside: what documents say of a kernel is not believed."""

import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from errno import EACCES, EPERM

from backpass.engine.capture.as_it_is import fence
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.messages import say, speaking

_REFUSED = (EPERM, EACCES)
_NOT_CLOSED = "the fence itself: "


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _call(number: int, *arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


_WAYS: dict[str, Callable[[], object]] = {
    "files": lambda: os.open("/", os.O_RDONLY),
    "metadata of files": lambda: os.stat("/"),  # noqa: PTH116
    "processes": _fork,
    "programs": lambda: os.execv("/bin/true", ["true"]),  # noqa: S606
    "signals": lambda: os.kill(os.getppid(), 0),
    "the network": lambda: socket.socket(socket.AF_INET),
    "local sockets": lambda: socket.socket(socket.AF_UNIX),
    "io_uring": lambda: _call(425, 1, 0),
    "keyrings": lambda: _call(250, 0, -3, 0),
    "namespaces": lambda: _call(272, 0x10000000),
    "tracing": lambda: _call(101, 0, 0, 0, 0),
    "shared memory": lambda: _call(29, 0, 4096, 0o1600),
}


def main(given: str) -> None:
    """Writes what this machine lacks, or what the fence leaves open; nothing where it holds."""
    with speaking(json.loads(given)["language"]):
        sys.stdout.write(fence.lacking() or not_holding() or "")


def not_holding() -> str | None:
    """A sentence that says what the fence leaves open; None where it holds."""
    ways = what_gets_out()
    if ways and ways[0].startswith(_NOT_CLOSED):
        return say("as-it-is-not-closed", error=ways[0].removeprefix(_NOT_CLOSED))
    return say("as-it-is-open", ways=", ".join(ways)) if ways else None


def what_gets_out() -> list[str]:
    """The ways out that a confined process finds open: none, where the fence holds. Where it cannot be closed, why."""
    reading, writing = os.pipe()
    parent, process = os.getpid(), os.fork()
    if process == 0:
        try:
            os.dup2(writing, 3)
            try:
                fence.close(Bounds(memory=100_000_000), parent)
                found = [name for name, way in _WAYS.items() if _is_open(way)]
            except OSError as error:
                found = [f"{_NOT_CLOSED}{error}"]
            os.write(3, "\n".join([*found, "tried"]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        found = file.read().split("\n")
    os.waitpid(process, 0)
    return found[:-1] if found[-1] == "tried" else ["the fence itself"]


def _is_open(way: Callable[[], object]) -> bool:
    try:
        way()
    except OSError as error:
        return error.errno not in _REFUSED
    return True
