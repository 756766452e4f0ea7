"""What became of a program, in words: its graph as `POST /api/v1/graph` answers it, or the problem why there is none.

Nothing that a program sends is believed: it is data of a stranger until it is checked here.
"""

from dataclasses import dataclass, field
from typing import Any

from backpass.engine.capture.as_it_is.confined import Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.libraries import LIBRARIES
from backpass.engine.capture.as_it_is.notes import notes_of, number_of, span_of, text_of
from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.refusals import CaptureError, refused
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

Json = Any
_LONGEST_TYPE = 20


@dataclass(frozen=True, slots=True)
class AsItIs:
    """A program that is run as it is."""

    program: str
    library: str
    """A name of `LIBRARIES`."""
    version: str
    step: int = 1
    """Which `backward()` is shown, from 1."""
    bounds: Bounds = field(default_factory=Bounds)


def graph_in(outcome: Outcome, asked: AsItIs) -> dict[str, Json]:
    """The graph of a program. Raises ProblemError, with what the program printed, where there is none."""
    printed = outcome.printed.splitlines()
    answer = outcome.answer
    try:
        if answer["kind"] != "graph":
            raise ProblemError(_problem(outcome, asked))
        graph = dict(Graph(answer.get("graph")).json)  # type: ignore[arg-type] # checked there
        _check_fields(graph)
        notes = notes_of(answer.get("notes"), asked.program)
    except CaptureError:
        raise ProblemError(_refused("as-it-is-broken"), printed) from None
    except ProblemError as error:
        raise ProblemError(error.problems, printed) from None
    graph["problems"] = notes
    graph["captured"] = {"library": LIBRARIES[asked.library].recorder}
    line = number_of(answer.get("line"))
    graph["as_it_is"] = {
        "library": asked.library,
        "version": asked.version,
        "step": asked.step,
        "line": line,
        "sentence": _sentence(asked, line, graph["nodes"][graph["output"]].get("dtype")),
    }
    return {**graph, "printed": printed} if printed else graph


_FIELDS = {"output", "value", "gradients", "nodes", "edges", "steps", "mentions", "groups", "problems", "captured"}
"""What a recorder gives. In others a program could speak in our name: of another text, or of a mistake in an engine."""
_ARRAYS = {"nodes": ("data", "grad"), "edges": ("local", "contribution"), "steps": ("total",)}
"""Which fields of the rows are numbers, or lists of them."""
_NOT_FINITE = {"NaN", "Infinity", "-Infinity"}


def _check_fields(graph: Json) -> None:
    """Raises CaptureError for a field that no recorder gives, and where something that is shown as numbers has others in it."""
    if graph.keys() - _FIELDS:
        raise refused(say("as-it-is-broken"), say("as-it-is-broken.hint"))
    waiting = [graph["value"], *graph["gradients"].values()]
    waiting += [row.get(name) for rows, names in _ARRAYS.items() for row in graph[rows] for name in names]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif not (value is None or type(value) in {int, float} or (isinstance(value, str) and value in _NOT_FINITE)):
            raise refused(say("as-it-is-broken"), say("as-it-is-broken.hint"))


def _sentence(asked: AsItIs, line: int | None, kind: object) -> str:
    """Whose numbers these are, of which type, and where the backward pass begins."""
    version = ".".join(asked.version.split(".")[:2])
    numbers = kind if isinstance(kind, str) and kind.isidentifier() and kind.isascii() else "?"
    known = {"title": LIBRARIES[asked.library].title, "version": version, "kind": numbers[:_LONGEST_TYPE]}
    if line is None:
        return say("as-it-is-numbers", **known)
    return (
        say("as-it-is-first", line=line, **known)
        if asked.step == 1
        else say("as-it-is-step", line=line, step=asked.step, **known)
    )


def _problem(outcome: Outcome, asked: AsItIs) -> Problem:
    """Why there is no graph."""
    answer, bounds = outcome.answer, asked.bounds
    match answer["kind"]:
        case "late":
            late = say("as-it-is-late", seconds=f"{bounds.seconds:g}")
            return Problem(Code.TIMEOUT, late, say("as-it-is-late.hint"))
        case "problem" if message := text_of(answer.get("message")):
            return Problem(Code.AS_IT_IS, message, text_of(answer.get("hint")) or None)
        case "raised":
            return _raised(answer, asked)
        case "exited":
            return Problem(Code.AS_IT_IS, say("as-it-is-exited", status=text_of(answer.get("status"))))
        case "ended":
            if count := number_of(answer.get("count")):
                return _refused("as-it-is-no-step", count=count, step=asked.step, call=LIBRARIES[asked.library].call)
            return _refused("as-it-is-no-graph" if asked.library == "torch" else "as-it-is-no-grad")
        case "too-large":
            return _refused("as-it-is-too-large", bytes=number_of(answer.get("bytes")) or bounds.answer)
        case "memory":
            message = say("as-it-is-memory", megabytes=bounds.memory // 1_000_000)
            return Problem(Code.AS_IT_IS, message, say("as-it-is-memory.hint"))
        case "died":
            status = answer["status"]
            if status >= 0:
                message = say("as-it-is-died", cause=say("as-it-is-status", number=status))
                return Problem(Code.AS_IT_IS, message, say("as-it-is-died.itself"))
            message = say("as-it-is-died", cause=say("as-it-is-signal", number=-status))
            return Problem(Code.AS_IT_IS, message, say("as-it-is-died.hint", megabytes=bounds.memory // 1_000_000))
        case "flood":
            return _refused("as-it-is-flood")
        case _:
            return _refused("as-it-is-broken")


def _refused(key: str, **arguments: object) -> Problem:
    return Problem(Code.AS_IT_IS, say(key, **arguments), say(f"{key}.hint"))


def _raised(answer: Any, asked: AsItIs) -> Problem:
    """The program's own error, with its line."""
    error, line = text_of(answer.get("error")), number_of(answer.get("line"))
    if line is None:
        return Problem(Code.AS_IT_IS, say("as-it-is-raised", error=error))
    hint = "as-it-is-raised-at.fenced" if answer.get("refused") is True else "as-it-is-raised-at.hint"
    title = LIBRARIES[asked.library].title
    message = say("as-it-is-raised-at", line=line, error=error)
    return Problem(Code.AS_IT_IS, message, say(hint, library=title), span_of(answer.get("span"), asked.program))
