"""What the fence asks of the kernel, by its own calls: a filter of system calls, Landlock, and privileges. Linux on x86-64 alone.

Each function raises OSError where the kernel refuses. Nothing here can be undone by the process that did it.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EPERM
from signal import SIGKILL

from backpass.engine.capture.as_it_is.system_calls import X86_64, Allowed, Bits, Condition, OneOf

_CAPSET, _SECCOMP, _LANDLOCK_CREATE, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT = 126, 317, 444, 445, 446
_SET_END_WITH_PARENT, _SET_DUMPABLE, _SET_NO_NEW_PRIVS, _SET_SPECULATION = 1, 4, 38, 53
_STORE_BYPASS, _INDIRECT_BRANCH, _FOR_EVER_OFF = 0, 1, 8
_CAPABILITIES_3 = 0x20080522


def is_supported() -> bool:
    """Whether the fence knows this machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 2**32


def _call(number: int, *arguments: object) -> int:
    """A system call by its number."""
    libc = ctypes.CDLL(None, use_errno=True)
    result = int(libc.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _prctl(option: int, *values: int) -> None:
    given = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    if ctypes.CDLL(None, use_errno=True).prctl(option, *given):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def give_up_privileges() -> None:
    """No capability, no way back to one, and no other process of this user may look into this one."""
    _prctl(_SET_NO_NEW_PRIVS, 1)
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITIES_3, 0))
    _call(_CAPSET, header, ctypes.create_string_buffer(24))
    _prctl(_SET_DUMPABLE, 0)


def refuse_speculation() -> None:
    """The processor does not guess for this process in the two ways by which others' memory was read, where it has a switch for
    them: https://docs.kernel.org/userspace-api/spec_ctrl.html
    """
    for guess in (_STORE_BYPASS, _INDIRECT_BRANCH):
        with suppress(OSError):  # it has none, or the guess is off already
            _prctl(_SET_SPECULATION, guess, _FOR_EVER_OFF)


def end_with_parent() -> None:
    """This process is killed once the one that has forked it has ended."""
    _prctl(_SET_END_WITH_PARENT, SIGKILL)


# Landlock: https://docs.kernel.org/userspace-api/landlock.html

_FILE_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which version on how many rights on files are known; version 4 brought the network."""
_BENEATH, _READ_FILE = 1, 1 << 2
_NETWORK, _SCOPES, _SILENCE = 4, 6, 7
"""The versions that brought rights on TCP ports, scopes of signals and abstract sockets, and a log that can be turned off."""


def landlock_version() -> int:
    """Which version of Landlock the kernel has; 0 for none."""
    try:
        return _call(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0


def give_up_files(but: Iterable[str] = ()) -> None:
    """Every right on files, networks, and on signals and sockets of processes outside, as far as this kernel knows them; but for
    reading those that are named.
    """
    version = landlock_version()
    rights = max((count for since, count in _FILE_RIGHTS if since <= version), default=0)
    fields = [(1 << rights) - 1]
    if version >= _NETWORK:
        fields.append(3)
    if version >= _SCOPES:
        fields.append(3)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    rules = _call(_LANDLOCK_CREATE, ctypes.create_string_buffer(attributes), ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        for file in but:
            _let_read(rules, file)
        silent = 1 if version >= _SILENCE else 0  # else each refusal is a line in the log of the machine
        _call(_LANDLOCK_RESTRICT, ctypes.c_int(rules), ctypes.c_uint32(silent))
    finally:
        os.close(rules)


def _let_read(rules: int, file: str) -> None:
    opened = os.open(file, os.O_PATH)
    try:
        rule = ctypes.create_string_buffer(struct.pack("=Qi", _READ_FILE, opened))
        _call(_LANDLOCK_ADD_RULE, ctypes.c_int(rules), ctypes.c_int(_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(opened)


# Filters of system calls: https://docs.kernel.org/userspace-api/seccomp_filter.html

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL_PROCESS, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | EPERM
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
"""Where a filter finds them, in bytes."""
_FIRST_OF_X32 = 0x40000000
_SET_FILTER, _GET_ACTION, _ALL_THREADS = 1, 2, 1
_LOWER = 0xFFFFFFFF

Instruction = tuple[int, int, int, int]
"""Operation, how many to skip where it holds and where it does not, and a number."""


def is_filter_supported() -> bool:
    """Whether the kernel filters system calls, and may end a process for one."""
    try:
        return _call(_SECCOMP, ctypes.c_uint(_GET_ACTION), ctypes.c_uint(0), ctypes.byref(ctypes.c_uint32(_KILL_PROCESS))) == 0
    except OSError:
        return False


def refuse_all_but(allowed: Iterable[Allowed]) -> None:
    """From here on every other system call of every thread fails with EPERM, and one in the manner of another machine ends the
    process.
    """
    program = b"".join(struct.pack("=HBBI", *each) for each in filter_of(allowed))
    code = ctypes.create_string_buffer(program)
    header = struct.pack("=HxxxxxxQ", len(program) // 8, ctypes.addressof(code))
    if _call(_SECCOMP, ctypes.c_uint(_SET_FILTER), ctypes.c_uint(_ALL_THREADS), ctypes.create_string_buffer(header)):
        raise OSError(EPERM, "a thread cannot be given the filter")


def filter_of(allowed: Iterable[Allowed]) -> list[Instruction]:
    """The program that the kernel runs at each system call."""
    made: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, X86_64),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _FIRST_OF_X32),
        (_RETURN, 0, 0, _KILL_PROCESS),
    ]
    for each in allowed:
        inner = [instruction for condition in each.conditions for instruction in _held(condition)]
        made += [(_EQUAL, 0, len(inner) + 1, each.number), *inner, (_RETURN, 0, 0, _ALLOW)]
    return [*made, (_RETURN, 0, 0, _REFUSE)]


def _held(condition: Condition) -> Iterator[Instruction]:
    """Goes on where a condition holds, and refuses the call where it does not. The upper half of an argument must be empty."""
    place = _ARGUMENTS + 8 * condition.argument
    refuse = (_RETURN, 0, 0, _REFUSE)
    yield from ((_LOAD, 0, 0, place + 4), (_EQUAL, 1, 0, 0), refuse, (_LOAD, 0, 0, place))
    match condition:
        case OneOf(values=values):
            for skipped, value in enumerate(values):
                yield (_EQUAL, len(values) - skipped, 0, value & _LOWER)
            yield refuse
        case Bits(all=needed, none=unwanted):
            for bit in _bits(needed):
                yield from ((_ANY_BIT, 1, 0, bit), refuse)
            yield from ((_ANY_BIT, 0, 1, unwanted), refuse)


def _bits(number: int) -> Iterator[int]:
    while number:
        yield number & -number
        number &= number - 1
