"""`backpass examine`: an engine examined by CPython, in a process of its own on this machine."""

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from backpass.app.cli.refusals import reason
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.examination.examine import (
    Answered,
    Examination,
    Runner,
    Verdict,
    examine,
    is_endless,
    not_run,
)
from backpass.engine.own_engine.examination.formats import examination_json, junit, markdown, shown
from backpass.engine.own_engine.examination.gradescope import SUBMISSION, asked_of, autograder, read_asked, results

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
_FORMATS = ("text", "markdown", "json", "junit", "gradescope")
_NOT_RIGHT = 1
_LIMITS = Limits(repetitions=500_000, elements=5_000_000)
"""Of what our own interpreter does besides: finding out how an engine is used, and which step went wrong."""


def add_to(commands: "argparse._SubParsersAction[Any]", version: str) -> None:
    """Adds the command to the command line. An assignment installs Backpass in this version."""
    parser = commands.add_parser("examine", help=say("cli-examine"), description=say("cli-examine.description"))
    parser.add_argument("file", type=Path, help=say("cli-examine.file"))
    parser.add_argument("--format", choices=_FORMATS, default="text", help=say("cli-examine.format"))
    parser.add_argument("--seconds", type=float, default=20.0, help=say("cli-examine.seconds"))
    parser.add_argument("--here", action="store_true", help=say("cli-examine.here"))
    parser.add_argument("--gradient", help=say("cli-examine.gradient"))
    parser.add_argument("--reveal", action="store_true", help=say("cli-examine.reveal"))
    parser.add_argument("--autograder", type=Path, metavar="ZIP", help=say("cli-examine.autograder"))
    parser.add_argument("--asked", type=Path, metavar="JSON", help=say("cli-examine.asked"))
    parser.set_defaults(command=_examine, version=version)


def _examine(options: argparse.Namespace) -> None:
    if options.format == "gradescope":
        _grade(options)
    elif options.autograder:
        _write_autograder(options.autograder, _examined(options), options.version)
    else:
        _report(options, _examined(options))


def _report(options: argparse.Namespace, found: Examination) -> None:
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


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ProblemError(Problem(Code.NOT_FOUND, say("cli-examine-unreadable", name=str(path)))) from None


def _examined(options: argparse.Namespace) -> Examination:
    options.text = text = _read(options.file)
    runner = None if options.here else in_python(options.seconds)
    if runner is not None:
        sys.stderr.write(say("cli-examine-runs", name=str(options.file)) + "\n")
    try:
        return examine(text, _LIMITS, runner, gradient=options.gradient)
    except SyntaxError as error:
        raise ProblemError(Problem(Code.SYNTAX, say("own-not-python", text=str(error.msg)))) from None


def _grade(options: argparse.Namespace) -> None:
    """Writes results of a submission, also where it cannot be examined: then every test has failed, and they say why."""
    asked = None
    if options.asked and (asked := read_asked(_read(options.asked))) is None:
        raise ProblemError(Problem(Code.UNSUPPORTED, say("cli-examine-not-asked", name=str(options.asked))))
    try:
        found = _examined(options)
        graded = results(found if options.reveal else shown(found), asked)
    except ProblemError as error:
        graded = results(None, asked or {}, str(error))
    sys.stdout.write(json.dumps(graded, indent=2, ensure_ascii=False) + "\n")
    if not graded["tests"] or any(each["status"] == "failed" for each in graded["tests"]):
        raise SystemExit(_NOT_RIGHT)


def _write_autograder(path: Path, solution: Examination, version: str) -> None:
    """Writes the zip of an assignment that asks what a solution does. Raises ProblemError for one that is not right."""
    if not solution.is_right:
        wrong = next(each.line.key for each in solution.findings if each.line.required and each.verdict is not Verdict.PASSED)
        raise ProblemError(Problem(Code.UNSUPPORTED, say("cli-examine-no-solution", line=wrong)))
    asked = asked_of(solution)
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in autograder(asked, version).items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = 0o755 << 16
                archive.writestr(entry, text)
    except OSError as error:
        raise ProblemError(Problem(Code.NOT_FOUND, say("cli-unwritable-path", path=str(path), error=reason(error)))) from None
    sys.stdout.write(say("cli-examine-autograder", path=str(path), count=len(asked), name=SUBMISSION) + "\n")


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
