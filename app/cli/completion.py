"""`backpass completion`: what shells evaluate to complete commands, options, choices and files. shtab writes it."""

import argparse
import sys
from pathlib import Path
from typing import Any

from backpass.engine.messages import say

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


class Parser(argparse.ArgumentParser):
    """A parser whose arguments that are paths, or may be, are completed as files."""

    def add_argument(self, *names: Any, may_be_file: bool = False, **options: Any) -> argparse.Action:
        """See `ArgumentParser.add_argument`."""
        action = super().add_argument(*names, **options)
        if may_be_file or options.get("type") is Path:
            vars(action)["complete"] = "file"  # by which shtab knows it
        return action


def add_to(commands: Any, parser: Parser) -> None:
    """Adds the command to the others of a parser."""

    def write(options: argparse.Namespace) -> None:
        from shtab import complete  # takes long, and no other command needs it

        sys.stdout.write(complete(parser, options.shell) + "\n")

    completion = commands.add_parser("completion", help=say("cli-completion"), description=say("cli-completion.description"))
    completion.add_argument("shell", choices=SHELLS, nargs="?", default=SHELLS[0], help=say("cli-completion.shell"))
    completion.set_defaults(command=write)
