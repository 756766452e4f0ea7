"""What a confined program may ask of the kernel: every system call with its reason. Whatever is not in this list is refused.

There is none that names a file, a process, an address or a device: files are gone once the fence is closed, and what a program
may import is in memory (see `modules`). Arguments are looked at where a call is more than what is needed of it.
"""

from dataclasses import dataclass

X86_64 = 0xC000003E
"""The machine, as the kernel calls it for filters (`AUDIT_ARCH_X86_64`); the numbers below are its own."""

_CLOCKS = tuple(range(12))
"""The clocks of this machine and of this process. Those of other processes have negative numbers."""
_PRIVATE_AND_OF_NO_FILE = 0x02 | 0x20
_REFUSED_MEMORY = 0x01 | 0x08 | 0x100 | 0x40000
"""Shared, dropped where memory is short, growing by itself past its bound, of huge pages."""
_PRIVATE_WAITS = (0x80, 0x81, 0x89, 0x8A, 0x189)
"""`FUTEX_WAIT`, `_WAKE`, `_WAIT_BITSET`, `_WAKE_BITSET` within one process, and a wait until a time of day."""
_GIVE_BACK, _FREE, _LARGE_PAGES, _SMALL_PAGES = 4, 8, 14, 15


@dataclass(frozen=True, slots=True)
class OneOf:
    """An argument must have one of these values."""

    argument: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bits:
    """An argument must have all of the bits `all`, and none of the bits `none`."""

    argument: int
    all: int = 0
    none: int = 0


Condition = OneOf | Bits


@dataclass(frozen=True, slots=True)
class Allowed:
    """A system call that a confined program may make."""

    name: str
    number: int
    reason: str
    conditions: tuple[Condition, ...] = ()


ALLOWED = (
    Allowed("read", 0, "of the request, the only file that is open for it"),
    Allowed("write", 1, "of the answer, the only file that leads anywhere"),
    Allowed("close", 3, "of what it has open"),
    Allowed("fstat", 5, "of what it has open, which Python asks of a file"),
    Allowed("mmap", 9, "memory; not shared, of no file, counted", (Bits(3, _PRIVATE_AND_OF_NO_FILE, _REFUSED_MEMORY),)),
    Allowed("mprotect", 10, "kernels of convolutions and products are machine code that is written as it is needed"),
    Allowed("munmap", 11, "memory"),
    Allowed("brk", 12, "memory"),
    Allowed("rt_sigaction", 13, "Python's own handlers, and what a program does with its own"),
    Allowed("rt_sigprocmask", 14, "around `sigaction` and `abort`"),
    Allowed("rt_sigreturn", 15, "the end of a handler"),
    Allowed("sched_yield", 24, "locks that wait for a moment"),
    Allowed("mremap", 25, "memory of a list or array that grows"),
    Allowed(
        "madvise",
        28,
        "memory given back; not merged with that of others",
        (OneOf(2, (_GIVE_BACK, _FREE, _LARGE_PAGES, _SMALL_PAGES)),),
    ),
    Allowed("getpid", 39, "seeds and names that programs make of it; it is no other's"),
    Allowed("exit", 60, "the end"),
    Allowed("gettimeofday", 96, "the time, where the kernel is asked for it"),
    Allowed("getrusage", 98, "`time.process_time`; of this process and thread alone", (OneOf(0, (0, 1)),)),
    Allowed("sigaltstack", 131, "Python's report of a fault"),
    Allowed("gettid", 186, "locks that know who has them"),
    Allowed("futex", 202, "locks; within this process alone", (OneOf(1, _PRIVATE_WAITS),)),
    Allowed("restart_syscall", 219, "a sleep that was interrupted"),
    Allowed("clock_gettime", 228, "the time; of no other process", (OneOf(0, _CLOCKS),)),
    Allowed("clock_getres", 229, "`time.get_clock_info`", (OneOf(0, _CLOCKS),)),
    Allowed("clock_nanosleep", 230, "`time.sleep`, which the time of a program bounds", (OneOf(0, _CLOCKS),)),
    Allowed("exit_group", 231, "the end"),
    Allowed("getrandom", 318, "seeds"),
)
"""By number."""
