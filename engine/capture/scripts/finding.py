"""What is looked for in a script that runs, and the answer that its process gives."""

from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, NoReturn

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.problems import ProblemError

_MAX_OTHERS = 8


class Stopped(BaseException):
    """Ends a script once its answer is written. It passes by every `except Exception` of the script."""


class Finding:
    """The wanted step of a loss, how far the script is from it, and where the answer goes."""

    def __init__(self, loss: str | None, step: int, write: Callable[[Mapping[str, Any]], None]) -> None:
        """`loss` is the name of a variable; None for whatever is differentiated. `write` is given the first answer."""
        self.loss = loss
        self.step = step
        self.count = 0
        """How often the loss was differentiated."""
        self.others: dict[str, None] = {}
        """The names of what else was differentiated."""
        self._is_answered = False
        self._write = write

    def is_reached(self) -> bool:
        """Counts a step; whether it is the wanted one."""
        self.count += 1
        return self.count >= self.step

    def note_other(self, names: list[str]) -> None:
        """Remembers what else was differentiated."""
        for name in names[: _MAX_OTHERS - len(self.others)]:
            self.others[name] = None

    def deliver(self, graph: Callable[[], Graph], line: int | None = None) -> NoReturn:
        """Writes the graph, or why there is none, and ends the script. `line` is where it is differentiated. Raises Stopped."""
        if not self._is_answered:
            try:
                self.answer({"kind": "graph", "graph": dict(graph().json), "line": line})
            except ProblemError as error:
                self.answer({"kind": "problem", "message": error.problems[0].message, "hint": error.problems[0].hint})
        raise Stopped

    def answer(self, answer: Mapping[str, Any]) -> None:
        """Writes the first answer; there is no other."""
        if not self._is_answered:
            self._write(answer)
            self._is_answered = True


def frames_from(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame and those that called it, outwards."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def variables_from(frame: FrameType | None, is_library: Callable[[str], bool]) -> dict[str, Any]:
    """The variables of a person's code that called: inner ones hide outer ones; attributes of `self` count as variables."""
    found: dict[str, Any] = {}
    for each in frames_from(frame):
        if is_library(each.f_code.co_filename):
            continue
        own = _attribute(each.f_locals.get("self"), "__dict__")
        for variables in (each.f_locals, own or {}, each.f_globals):
            for name, value in variables.items():
                found.setdefault(name, value)
    return found


def value_of(variables: Mapping[str, Any], name: str) -> Any:
    """The value of `loss`, or of `self.loss`; None where there is none."""
    first, *attributes = name.split(".")
    value = variables.get(first)
    for each in attributes:
        value = _attribute(value, each)
    return value


def _attribute(value: Any, name: str) -> Any:
    """An attribute of a value of the script; None where there is none."""
    try:
        return getattr(value, name, None)
    except Exception:  # noqa: BLE001 - the script's own `__getattr__` may raise anything, and the script did not call it
        return None
