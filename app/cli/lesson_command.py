"""`backpass lesson check FILE…`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from backpass.app.cli.refusals import leave, reason
from backpass.app.lessons.table import CheckedLesson, check_file, write_table
from backpass.engine.messages import say

_WRONG = 2


def check(files: Sequence[Path]) -> None:
    """Checks every file and prints a table. Exits with 2 where one cannot be read or has a mistake."""
    checked: list[CheckedLesson] = []
    for file in files:
        try:
            checked.append(check_file(file))
        except (OSError, UnicodeDecodeError) as error:
            leave(say("cli-unreadable", program=str(file), error=reason(error)))
    write_table(checked, sys.stdout)
    if any(each.problems for each in checked):
        raise SystemExit(_WRONG)
