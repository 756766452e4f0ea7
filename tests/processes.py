"""Processes of servers that tests and benchmarks start, as Linux tells of them in `/proc`."""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def workers_of(server: int) -> list[int]:
    """The worker processes of the server with that process id."""
    found = []
    for directory in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"anyio.to_process" in (directory / "cmdline").read_bytes() and _fields(int(directory.name))[1] == str(server):
                found.append(int(directory.name))
    return found


def cpu_seconds(process: int) -> float:
    """Processor time that a process has taken so far."""
    fields = _fields(process)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _fields(process: int) -> list[str]:
    """Of its `stat`, after the name: state, parent and so on, see proc_pid_stat(5)."""
    return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
