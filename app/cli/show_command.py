"""`backpass show`: the graph of a loss in a person's own script, which a process of its own runs on this machine."""

import argparse
import errno
import os
import shlex
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Any

from backpass.app.cli.refusals import leave, reason
from backpass.engine.messages import say

_FAILED = 1


def add_to(commands: "argparse._SubParsersAction[Any]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser("show", help=say("cli-show"), description=say("cli-show.description"))
    parser.add_argument("script", metavar="FILE", type=Path, help=say("cli-show.script"))
    parser.add_argument("--loss", metavar="NAME", default="loss", help=say("cli-show.loss"))
    parser.add_argument("--step", metavar="N", type=_count, default=1, help=say("cli-show.step"))
    parser.add_argument("--seconds", metavar="S", type=_seconds, default=300.0, help=say("cli-show.seconds"))
    parser.add_argument("--arguments", metavar="TEXT", type=shlex.split, default=[], help=say("cli-show.arguments"))
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, help=say("cli-show.out"))
    parser.add_argument("--open", action="store_true", help=say("cli-show.open"))
    parser.add_argument("--health", action="store_true", help=say("cli-show.health"))
    parser.set_defaults(command=_show)


def _count(text: str) -> int:
    """A number of a step. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(say("cli-not-a-count", text=repr(text)))
    return int(text)


def _seconds(text: str) -> float:
    """A time. Raises ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(say("cli-not-a-time", text=repr(text)))
    return seconds


def _show(options: argparse.Namespace) -> None:
    from backpass.app.cli.commands import shown
    from backpass.engine.capture.captured_graph import check_suffix
    from backpass.engine.capture.scripts.process import Script, ScriptFailedError, graph_of

    out = options.out or Path(tempfile.mkdtemp(prefix="backpass-")) / "graph.html"
    check_suffix(out)
    if not out.parent.is_dir():
        leave(say("cli-unwritable", out=out, strerror=os.strerror(errno.ENOENT)))
    if options.script.is_file():
        sys.stderr.write(say("cli-show-runs", name=str(options.script)) + "\n")
    try:
        graph = graph_of(Script(options.script, options.loss, options.step, options.seconds, options.arguments))
    except ScriptFailedError as error:
        sys.stderr.write(shown(error.problems[0], ""))
        raise SystemExit(_FAILED) from None
    try:
        graph.save(out, title=f"{options.script.name}: {options.loss}")
    except OSError as error:
        leave(say("cli-unwritable", out=out, strerror=reason(error)))
    if options.health:
        sys.stdout.write(f"{graph.health()}\n")
    sys.stdout.write(say("cli-show-written", out=str(out), nodes=len(graph.nodes)) + "\n")
    if options.open or not options.out:
        webbrowser.open(out.resolve().as_uri())
