"""Programs of one library, each in a confined process of its own, which the process that serves starts, follows and ends."""

import json
import socket
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.capture.as_it_is import libraries
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.scripts.process import command
from backpass.engine.messages import language, say

STARTING_SECONDS = 300.0
"""Until a library must be loaded, on a busy machine with a cold disk."""
_PATIENCE = 30.0
"""Seconds beyond the time of a program, until its end must be reported."""
_ENDING_SECONDS = 10.0
"""In which it ends its forks; what is left of it is then killed, and they end with it."""
_BESIDE = 200_000
"""Bytes that a program may send besides its answer: what it prints."""
_MESSAGE = 4_096
_MAX_LISTS, _MAX_ITEMS = 200_000, 1_000_000
"""Most lists and objects, and most of what they hold, in an answer: 8 MB of empty lists would take 200 MB here."""
_MAX_PRINTED = 20_000
_MAX_LINES = _MAX_PRINTED + 1
"""Each says at least a character that was printed, and one is the answer."""
"""Characters."""
_SAID = {"graph", "problem", "raised", "exited", "ended", "too-large"}
"""The kinds of answers that a program's process gives. All others are given to it here."""
SIGXCPU = 24
"""With which Linux ends a process that has used its processor time."""


class NotConfinedError(Exception):
    """Programs cannot be run as they are on this machine; the text is a sentence that says why."""


class ParentLostError(Exception):
    """The process that programs are forked from has ended."""


@dataclass(slots=True)
class Outcome:
    """What became of a program."""

    answer: Mapping[str, Any]
    """Its `kind` is what the program says of itself; or `late`, `memory`, `died`, `flood` or `broken`."""
    printed: str = ""
    seconds: float = 0.0
    """Of the processor."""
    kilobytes: int = 0
    """The most memory that it had, shared memory included."""


def tried() -> None:
    """Tries the fence in a process of its own, without a library. Raises NotConfinedError where it does not hold."""
    asked = command("backpass.engine.capture.as_it_is.trying", {"language": language.get()})
    try:
        done = subprocess.run(  # noqa: S603 - our own
            asked,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=libraries.environment(),
            check=False,
            timeout=STARTING_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise NotConfinedError(say("as-it-is-not-started")) from None
    if done.returncode or done.stdout:
        raise NotConfinedError(done.stdout.decode() or say("as-it-is-not-started"))


class Confined:
    """The process that programs of a library are forked from."""

    def __init__(self, library: str) -> None:
        self.library = library
        self.version = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._starting = threading.Lock()
        self._lacking = ""
        """What this machine lacks, once that is known."""

    def start(self) -> None:
        """Starts the process, unless it runs, and waits until it has loaded the library. Raises NotConfinedError."""
        with self._starting:
            self._start()

    def _start(self) -> None:
        if self._lacking:
            raise NotConfinedError(self._lacking)
        if self._channel is not None and self._process is not None and self._process.poll() is None:
            return
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        request = {"channel": theirs.fileno(), "library": self.library, "language": language.get()}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own
                command("backpass.engine.capture.as_it_is.parent", request),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # what breaks it is written where this process writes; forks write nowhere
                pass_fds=[theirs.fileno()],
                env=libraries.environment(),
                start_new_session=True,
            )
        self._channel = ours
        ours.settimeout(STARTING_SECONDS)
        try:
            ready = json.loads(ours.recv(_MESSAGE))
        except (OSError, ValueError):
            self.close()
            raise NotConfinedError(say("as-it-is-not-started")) from None
        if "lacking" in ready:
            self.close()
            self._lacking = ready["lacking"]
            raise NotConfinedError(self._lacking)
        self.version = ready["version"]

    def begin(self, bounds: Bounds) -> "Confinement":
        """A process for one program. Raises NotConfinedError, and ParentLostError where it cannot be forked."""
        work, theirs = socket.socketpair()
        report, of_parent = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs, of_parent, self._starting:
                self._start()
                assert self._channel is not None
                message = json.dumps(bounds.plain()).encode()
                socket.send_fds(self._channel, [message], [theirs.fileno(), of_parent.fileno()])
        except (OSError, NotConfinedError) as error:
            work.close()
            report.close()
            if isinstance(error, OSError):
                raise ParentLostError from error
            raise
        return Confinement(work, report, bounds)

    def close(self) -> None:
        """Ends the process, and all that it has forked."""
        channel, process = self._channel, self._process
        self._channel = self._process = None
        if channel is not None:
            with suppress(OSError):
                channel.shutdown(socket.SHUT_RDWR)
            channel.close()
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_ENDING_SECONDS if self.version else 0)
            process.kill()
            process.wait()


class Confinement:
    """One confined process."""

    def __init__(self, work: socket.socket, report: socket.socket, bounds: Bounds) -> None:
        self._work = work
        self._report = report
        self._bounds = bounds

    def kill(self) -> None:
        """Ends it. May be called at any time, in any thread; never blocks."""
        with suppress(OSError):
            self._report.shutdown(socket.SHUT_WR)

    def run(self, request: Mapping[str, Any]) -> Outcome:
        """What became of the program of a request, with `program`, `step` and `language`. Raises ParentLostError."""
        with self._work, self._report:
            for each in (self._work, self._report):
                each.settimeout(self._bounds.clock + _PATIENCE)
            received = _Received(self._bounds.answer + _BESIDE)
            with suppress(OSError):  # it has ended before it has read everything
                self._work.sendall(json.dumps(request).encode())
                self._work.shutdown(socket.SHUT_WR)
            with suppress(OSError):
                while not received.is_too_much and (some := self._work.recv(1 << 16)):
                    received.take(some)
            if received.is_too_much:
                self.kill()
            try:
                report = json.loads(self._report.recv(_MESSAGE) or b"null")
            except OSError:
                report = None
        if report is None:
            raise ParentLostError
        return received.outcome(report)


@dataclass(slots=True)
class _Received:
    """What has come of a process, of which nothing is believed."""

    most: int
    content: bytearray = field(default_factory=bytearray)

    @property
    def is_too_much(self) -> bool:
        return len(self.content) > self.most

    def take(self, some: bytes) -> None:
        self.content += some

    def outcome(self, report: Mapping[str, Any]) -> Outcome:
        printed: list[str] = []
        answer: Mapping[str, Any] = {"kind": "broken"}
        if self.is_too_much:
            answer = {"kind": "flood"}
        else:
            with suppress(ValueError, RecursionError):
                for line in self._lines():
                    found = json.loads(line, parse_constant=_no_constant)
                    if isinstance(found, dict) and isinstance(found.get("printed"), str):
                        printed.append(found["printed"])
                    elif isinstance(found, dict) and isinstance(found.get("kind"), str) and found["kind"] in _SAID:
                        answer = found
        if answer["kind"] == "broken" and (report["why"] == "late" or report["status"] == -SIGXCPU):
            answer = {"kind": "late"}
        elif answer["kind"] == "broken" and report["why"] == "memory":
            answer = {"kind": "memory"}
        elif answer["kind"] == "broken":
            answer = {"kind": "died", "status": report["status"]}
        return Outcome(answer, plain("".join(printed))[:_MAX_PRINTED], report["seconds"], report["kilobytes"])

    def _lines(self) -> list[bytes]:
        """What is read as JSON; nothing where that would take too much memory."""
        lists = self.content.count(b"[") + self.content.count(b"{")
        few = self.content.count(b"\n") <= _MAX_LINES
        is_small = few and lists <= _MAX_LISTS and self.content.count(b",") <= _MAX_ITEMS
        return bytes(self.content).split(b"\n")[:-1] if is_small else []


def plain(text: str) -> str:
    """A text that can be written as UTF-8, whatever a program has sent."""
    return text.encode(errors="replace").decode()


def _no_constant(name: str) -> None:
    raise ValueError(name)
