"""The options of `backpass lesson`. Light to import, since every command of the command line does."""

import argparse
from pathlib import Path
from typing import Any

from backpass.app.cli.server_packages import needed_by
from backpass.engine.messages import say


def add_to(commands: Any) -> None:
    """Adds the command to the parser's."""
    lesson = commands.add_parser("lesson", help=say("cli-lesson"), description=say("cli-lesson.description"))
    parts = lesson.add_subparsers(required=True, metavar="part")
    check = parts.add_parser("check", help=say("cli-lesson-check"), description=say("cli-lesson-check.description"))
    check.add_argument("files", nargs="+", metavar="FILE", type=Path, help=say("cli-lesson-files"))
    check.set_defaults(command=_check)


def _check(options: argparse.Namespace) -> None:
    with needed_by("backpass lesson"):
        from backpass.app.cli.lesson_command import check

    check(options.files)
