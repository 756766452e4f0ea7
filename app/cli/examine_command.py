"""`backpass examine`: an engine examined by CPython, in a process of its own on this machine."""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from backpass.engine import Code, Problem, ProblemError
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.examination.examine import Answered, Runner, examine, is_endless, not_run
from backpass.engine.own_engine.examination.formats import examination_json, junit, markdown, shown

_DRIVER = """
import contextlib, io, json, sys, traceback
for text in json.load(sys.stdin):
    out, error = io.StringIO(), ""
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(text, "<engine>", "exec"), {"__name__": "engine"})
        except BaseException as raised:
            error = f"{type(raised).__name__}: {raised}"
    print(json.dumps([out.getvalue()[:20000], error]), flush=True)
"""
_FORMATS = ("text", "markdown", "json", "junit")
_NOT_RIGHT = 1
_LIMITS = Limits(repetitions=500_000, elements=5_000_000)
"""Of what our own interpreter does besides: finding out how an engine is used, and which step went wrong."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser("examine", help=say("cli-examine"), description=say("cli-examine.description"))
    parser.add_argument("file", type=Path, help=say("cli-examine.file"))
    parser.add_argument("--format", choices=_FORMATS, default="text", help=say("cli-examine.format"))
    parser.add_argument("--seconds", type=float, default=20.0, help=say("cli-examine.seconds"))
    parser.add_argument("--here", action="store_true", help=say("cli-examine.here"))
    parser.add_argument("--gradient", help=say("cli-examine.gradient"))
    parser.add_argument("--reveal", action="store_true", help=say("cli-examine.reveal"))
    parser.set_defaults(command=_examine)


def _examine(options: argparse.Namespace) -> None:
    try:
        text = options.file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ProblemError(Problem(Code.NOT_FOUND, say("cli-examine-unreadable", name=str(options.file)))) from None
    options.text = text
    runner = None if options.here else in_python(options.seconds)
    if runner is not None:
        sys.stderr.write(say("cli-examine-runs", name=str(options.file)) + "\n")
    try:
        found = examine(text, _LIMITS, runner, gradient=options.gradient)
    except SyntaxError as error:
        raise ProblemError(Problem(Code.SYNTAX, say("own-not-python", text=str(error.msg)))) from None
    found = found if options.reveal else shown(found)
    if options.format == "json":
        written = json.dumps(examination_json(found), indent=2, ensure_ascii=False) + "\n"
    elif options.format == "junit":
        written = junit(found, options.file.stem)
    else:
        written = markdown(found)
    sys.stdout.write(written)
    if not found.is_right:
        raise SystemExit(_NOT_RIGHT)


def in_python(seconds: float) -> Runner:
    """Runs programs in a Python process of their own, `seconds` at most for all of them; one that takes too long ends it."""

    def run(programs: Sequence[str]) -> list[Answered]:
        found: list[Answered] = []
        while len(found) < len(programs):
            if is_endless(found):
                return [*found, *(not_run() for _ in programs[len(found) :])]
            rest = programs[len(found) :]
            with tempfile.TemporaryDirectory() as folder:
                answers, in_time = _in_process(rest, seconds, folder)
            found += answers
            if len(answers) < len(rest):
                late = Answered("", str(say("cli-examine-too-long", seconds=f"{seconds:g}")), ended=False)
                found.append(Answered("", "SystemExit") if in_time else late)
        return found

    return run


def _in_process(programs: Sequence[str], seconds: float, folder: str) -> tuple[list[Answered], bool]:
    """What the programs gave until the process ended, and whether it ended on its own."""
    command = [sys.executable, "-I", "-c", _DRIVER]
    try:
        done = subprocess.run(  # noqa: S603 - it is the user's own file, on the user's machine, as the command says
            command, input=json.dumps(programs).encode(), capture_output=True, timeout=seconds, cwd=folder, check=False
        )
        written, in_time = done.stdout, True
    except subprocess.TimeoutExpired as late:
        written, in_time = late.stdout or b"", False
    return [Answered(*each) for each in map(json.loads, written.decode().splitlines())], in_time
