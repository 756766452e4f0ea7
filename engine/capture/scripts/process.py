"""The graph of a loss in a script: the script runs in a Python process of its own, which ends at the step that is wanted."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import backpass
from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.refusals import CaptureError
from backpass.engine.capture.summaries import MAX_ELEMENTS
from backpass.engine.messages import language, say
from backpass.engine.problems import Code, Problem

_ROOT = Path(backpass.__file__).parents[1]
_START = """
import sys
from importlib import import_module
sys.path.insert(0, sys.argv[1])
main = import_module(sys.argv[2]).main
del sys.path[0]
main(sys.argv[3])
"""
"""Our package is found where this process found it, and is then no longer on the path of the script."""


def command(module: str, given: object) -> list[str]:
    """What starts a Python process that calls `main` of a module of ours, with something that is written as JSON."""
    return [sys.executable, "-P", "-c", _START, str(_ROOT), module, json.dumps(given)]


class ScriptFailedError(CaptureError):
    """A script that raised an error, took too long, or whose process was killed: there is no graph, and the script is why."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script, and the step of it that is wanted."""

    path: Path
    loss: str
    """The variable whose `backward()` is waited for: `loss`, or `self.loss`."""
    step: int = 1
    """Which of these calls, from 1."""
    seconds: float = 300.0
    """How long it may run until then."""
    arguments: Sequence[str] = ()
    """Of its command line."""
    most_elements: int = MAX_ELEMENTS
    """Arrays of more are summarised."""


def graph_of(script: Script) -> Graph:
    """Runs the script in a Python process of its own, on this machine and with all rights of this one, up to the step of the
    loss that is wanted. Its output goes where that of this process goes.

    Raises ScriptFailedError where the script raises, takes too long or is killed, and CaptureError where it ends without that
    step, where the loss cannot be captured, and where there is no such file.
    """
    path = script.path.resolve()
    if not path.is_file():
        raise CaptureError(Problem(Code.NOT_FOUND, say("script-missing", name=str(script.path))))
    with tempfile.TemporaryDirectory(prefix="backpass-") as folder:
        file = Path(folder) / "answer.json"
        request = {
            "script": str(path),
            "loss": script.loss,
            "step": script.step,
            "arguments": list(script.arguments),
            "most_elements": script.most_elements,
            "answer": str(file),
            "language": language.get(),
        }
        status = _run(command("backpass.engine.capture.scripts.child", request), script.seconds)
        answer = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"kind": "none"}
    return _graph_in(answer, script, status)


def _run(command: Sequence[str], seconds: float) -> int | None:
    """The exit status; None where the process took too long. Whatever ends this function ends the process as well."""
    process = subprocess.Popen(command, start_new_session=os.name == "posix")  # noqa: S603 - the user asked to run this script
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """With the processes that it started."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _graph_in(answer: dict[str, Any], script: Script, status: int | None) -> Graph:
    name, loss = script.path.name, script.loss
    if answer["kind"] == "graph":
        return Graph(answer["graph"])
    if answer["kind"] == "problem":
        raise CaptureError(Problem(Code.UNSUPPORTED, answer["message"], answer["hint"]))
    if answer["kind"] == "raised":
        raise _failed(say("script-raised", name=name, error=answer["error"]), say("script-raised.hint", name=name))
    if answer["kind"] == "exited":
        raise _failed(say("script-exited", name=name, status=answer["status"]), say("script-raised.hint", name=name))
    if answer["kind"] == "ended":
        raise _no_step(answer, script)
    if status is None:
        seconds = f"{script.seconds:g}"
        raise _failed(say("script-too-long", name=name, seconds=seconds, loss=loss), say("script-too-long.hint"))
    raise _failed(say("script-killed", name=name, status=status), say("script-killed.hint"))


def _failed(message: str, hint: str) -> ScriptFailedError:
    return ScriptFailedError(Problem(Code.UNSUPPORTED, message, hint))


def _no_step(answer: dict[str, Any], script: Script) -> CaptureError:
    """The error of a script that ended too early, or that has no such loss."""
    name, loss = script.path.name, script.loss
    if answer["count"]:
        message = say("script-too-few", name=name, loss=loss, count=answer["count"], step=script.step)
        return CaptureError(Problem(Code.UNKNOWN_NAME, message, say("script-too-few.hint")))
    message = say("script-no-backward", name=name, loss=loss)
    others = ", ".join(f"`{each}`" for each in answer["others"])
    hint = say("script-others", names=others) if others else say("script-no-backward.hint")
    return CaptureError(Problem(Code.UNKNOWN_NAME, message, hint))
