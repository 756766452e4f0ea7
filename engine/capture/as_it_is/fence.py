"""The fence: a process gives up every right upon itself. The kernel is asked for what it lacks before anything is run."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path

from backpass.engine.capture.as_it_is import kernel
from backpass.engine.capture.as_it_is.system_calls import ALLOWED
from backpass.engine.messages import say

if sys.platform != "win32":
    import resource  # here, since the fence is closed where nothing can be imported from files any more

NOBODY = 65_534
"""The user and group without rights, as Linux distributions call it."""
_NICE = 5
"""Confined programs leave the processor to the server and its workers."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one program may take."""

    seconds: float = 10.0
    """Of the processor."""
    clock: float = 20.0
    """Seconds by the clock, whatever it does meanwhile."""
    memory: int = 1_000_000_000
    """Bytes, beyond those that it shares with the process it is forked from."""
    answer: int = 8_000_000
    """Bytes of its answer."""

    def plain(self) -> dict[str, float]:
        """For JSON."""
        return asdict(self)


def lacking() -> str | None:
    """A sentence that says what of the fence this machine lacks; None where it has everything."""
    if not kernel.is_supported():
        return say("as-it-is-no-linux")
    if not kernel.landlock_version():
        return say("as-it-is-no-landlock")
    if not kernel.is_filter_supported():
        return say("as-it-is-no-filter")
    return None


def is_memory_shared() -> bool:
    """Whether this process has memory that its forks could write for one another, now or once they have asked for that."""
    return any(
        b"sh" in line.split() for line in Path("/proc/self/smaps").read_bytes().splitlines() if line.startswith(b"VmFlags:")
    )


def close(bounds: Bounds, parent: int, begin: Callable[[], None] = lambda: None, reading: Sequence[str] = ()) -> None:
    """Gives up everything but memory, the processor and the files 0 to 3, for ever; and ends with the process `parent`, which has
    forked this one. Raises OSError where something cannot be given up.

    `begin` is what a library does before its first computation, such as starting its threads, and `reading` the files that it
    reads for that. It has no privilege and no other file, and nothing of the program has been read yet. No thread can be started
    afterwards.
    """
    os.setsid()
    Path("/proc/self/oom_score_adj").write_bytes(b"1000")  # ended before all others, where memory is short
    os.nice(_NICE)
    with suppress(OSError):  # a session competes as a whole, where the kernel groups processes by sessions
        Path("/proc/self/autogroup").write_bytes(b"%d" % _NICE)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    os.chdir("/")
    os.umask(0o777)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    kernel.give_up_privileges()
    kernel.refuse_speculation()
    kernel.end_with_parent()
    if os.getppid() != parent:  # it had ended before
        os._exit(1)
    with Path("/proc/self/statm").open("rb", buffering=0) as memory:
        kernel.give_up_files(reading)
        begin()
        if reading:
            kernel.give_up_files()
        _bound(bounds, memory.read().split())
    kernel.refuse_all_but(ALLOWED)


def _bound(bounds: Bounds, pages: list[bytes]) -> None:
    """The kernel's own limits; the clock is watched from outside (`parent`)."""
    size, data = (int(pages[place]) * os.sysconf("SC_PAGE_SIZE") for place in (0, 5))
    processor = ceil(bounds.seconds)
    limits = {
        resource.RLIMIT_AS: size + bounds.memory,
        resource.RLIMIT_DATA: data + bounds.memory,  # memory of libraries that is made writable counts as well
        resource.RLIMIT_NOFILE: 5,  # one more than it has: what is asked for then is refused as what it is
        **dict.fromkeys((resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_NPROC), 0),
        **dict.fromkeys((resource.RLIMIT_MSGQUEUE, resource.RLIMIT_SIGPENDING, resource.RLIMIT_NICE, resource.RLIMIT_RTPRIO), 0),
    }
    for each, most in limits.items():
        resource.setrlimit(each, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))  # ended by SIGXCPU; where that is ignored, killed


def settle() -> None:
    """What is loaded now stays as it is, so that forks share its memory."""
    gc.collect()
    gc.freeze()
