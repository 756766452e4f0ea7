"""Runs programs without a fence, each in a fork, and says what each has printed: `python yard.py < programs.json`."""

import contextlib
import json
import os
import signal
import socket
import sys
from importlib import import_module
from typing import Any


def run(text: str) -> str:
    """What a program prints; nothing where it fails, and the error after what it has printed."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.setsid()
        signal.alarm(20)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        _ours, theirs = socket.socketpair()
        os.dup2(theirs.detach(), 3)
        names: dict[str, Any] = {"__name__": "__main__", "PARENT": os.getppid()}
        try:
            exec(compile(text, "<program>", "exec"), names)
        except BaseException as error:  # noqa: BLE001 - it is what is asked for
            sys.stdout.write(f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, errors="replace") as file:
        printed = file.read()
    os.waitpid(process, 0)
    return printed


if __name__ == "__main__":
    import_module("ctypes")  # loaded once, as within the fence
    import_module("numpy")
    json.dump([run(text) for text in json.load(sys.stdin)], sys.stdout)
