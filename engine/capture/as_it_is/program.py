"""A program, run within the fence. What it prints and its answer go through one file, a line of JSON each."""

import io
import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EACCES, EPERM
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.libraries import LIBRARIES
from backpass.engine.capture.as_it_is.stand_in_modules import StandInModules
from backpass.engine.capture.as_it_is.stand_ins import StandIns
from backpass.engine.capture.lightening import lighten
from backpass.engine.capture.pasted import PASTED, place_of, take_text
from backpass.engine.capture.scripts.finding import Finding, Stopped
from backpass.engine.capture.scripts.running import run_to_answer
from backpass.engine.messages import speaking

_MAX_PRINTED = 20_000
"""Characters that are kept of what a program prints."""


def run(file: int, library: str, bounds: Bounds) -> None:
    """Reads a request, runs its program up to the step that is wanted or to its end, and ends this process."""
    with open(file, "rb", closefd=False) as channel:
        request = json.loads(channel.read())
    stand_ins = StandIns(request["program"])
    answers = _Answers(file, bounds.answer, stand_ins)
    with speaking(request["language"]), suppress(Stopped):
        take_text(request["program"])
        sys.stdout, sys.stderr, sys.stdin = _Printed(answers.send), _Nowhere(), io.StringIO()
        finding = Finding(None, request["step"], answers.answer)
        variables = _as_main()
        stand_ins.install()
        StandInModules(stand_ins).install()
        random.seed(0)
        watched = import_module(LIBRARIES[library].watching).watched if library else _unwatched
        with watched(finding, variables, stand_ins) as at_end:
            run_to_answer(request["program"], PASTED, variables, finding=finding, at_end=at_end, failed=_failed)
    os._exit(0)


class _Answers:
    """Writes what is printed, and the answer, which is the last."""

    def __init__(self, file: int, most: int, stand_ins: StandIns) -> None:
        self._file = file
        self._most = most
        self._stand_ins = stand_ins

    def answer(self, answer: Mapping[str, Any]) -> None:
        """Nothing that the program does after its answer is of interest: it ends this process."""
        line = {**answer, "notes": self._stand_ins.notes}
        size = len(json.dumps(line, allow_nan=False))
        if size > self._most and answer["kind"] == "graph":
            lighten(line["graph"], size - self._most)
            size = len(json.dumps(line, allow_nan=False))
        self.send(line if size <= self._most else {"kind": "too-large", "bytes": size})
        os._exit(0)

    def send(self, line: Mapping[str, Any]) -> None:
        """Writes a line."""
        left = json.dumps(line, allow_nan=False).encode() + b"\n"
        while left:
            left = left[os.write(self._file, left) :]


class _Printed(io.TextIOBase):
    """What the program prints, sent at once: a program that is killed has printed it all the same."""

    def __init__(self, send: Callable[[Mapping[str, Any]], None]) -> None:
        self._send = send
        self._left = _MAX_PRINTED

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Sends a text, as far as there is room."""
        if self._left > 0 and text:
            self._send({"printed": text[: self._left]})
            self._left -= len(text)
        return len(text)


class _Nowhere(io.TextIOBase):
    """Progress bars and warnings of libraries, which name files of this machine."""

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Forgets a text."""
        return len(text)


def _as_main() -> dict[str, Any]:
    """The variables of a program that is the main one; without arguments and environment."""
    module = ModuleType("__main__")
    module.__file__ = PASTED
    sys.modules["__main__"] = module
    sys.argv = ["program.py"]
    os.environ.clear()
    return vars(module)


def _failed(error: BaseException) -> Mapping[str, Any]:
    """Where the program failed, and whether it was for want of a right."""
    line, span = place_of(error.__traceback__) or (getattr(error, "lineno", None), None)
    chain = [error, error.__cause__, error.__context__]
    is_refused = any(isinstance(each, OSError) and each.errno in {EPERM, EACCES} for each in chain) or isinstance(
        error, ModuleNotFoundError
    )
    return {"line": line, "span": span, "refused": is_refused}


@contextmanager
def _unwatched(finding: Finding, variables: dict[str, Any], stand_ins: StandIns) -> Iterator[Callable[[], None]]:  # noqa: ARG001 - as of libraries
    """Of a program without a library, which has no graph."""
    yield partial(finding.answer, {"kind": "ended", "count": 0})
