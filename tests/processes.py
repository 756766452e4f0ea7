"""Processes of servers that tests and benchmarks start, as Linux tells of them in `/proc`."""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_FORKSERVER = b"multiprocessing.forkserver"


def descendants(process: int) -> list[int]:
    """The processes that this one has started, and those that they have; without those that have ended."""
    children: dict[int, list[int]] = {}
    for directory in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = _fields(int(directory.name))[:2]
            if state != "Z":
                children.setdefault(int(parent), []).append(int(directory.name))
    found: list[int] = []
    todo = [process]
    while todo:
        own = children.get(todo.pop(), [])
        found += own
        todo += own
    return found


def workers_of(server: int) -> list[int]:
    """The worker processes of the server with that process id: what its fork server has forked, which is a fork in most tests."""
    own = _command(server)
    found = [each for each in descendants(server) if _FORKSERVER in (command := _command(each)) or command == own]
    return [each for each in found if _parent(each) in found]


def is_there(process: int) -> bool:
    """Whether a process has not ended; one that has and was not waited for is none."""
    with contextlib.suppress(OSError):
        return _fields(process)[0] != "Z"
    return False


def cpu_seconds(process: int) -> float:
    """Processor time that a process has taken so far."""
    fields = _fields(process)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident_bytes(process: int) -> int:
    """Memory that a process has, shared pages included; 0 where it has ended."""
    with contextlib.suppress(OSError):
        return int((PROC / str(process) / "statm").read_text().split()[1]) * _PAGE
    return 0


def open_files(process: int) -> int:
    """How many files, pipes and connections a process has open."""
    return len(list((PROC / str(process) / "fd").iterdir()))


def _command(process: int) -> bytes:
    with contextlib.suppress(OSError):
        return (PROC / str(process) / "cmdline").read_bytes()
    return b""


def _parent(process: int) -> int:
    with contextlib.suppress(OSError):
        return int(_fields(process)[1])
    return 0


def _fields(process: int) -> list[str]:
    """Of its `stat`, after the name: state, parent and so on, see proc_pid_stat(5)."""
    return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
