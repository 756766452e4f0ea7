"""How a command ends that cannot go on: a sentence on standard error, and status 2."""

import sys
from typing import NoReturn

from backpass.engine.messages import say

_WRONG = 2


def leave(message: str) -> NoReturn:
    """Ends the command with this sentence."""
    sys.stderr.write(say("cli-error", message=message) + "\n")
    raise SystemExit(_WRONG)


def reason(error: Exception) -> str:
    """What the system says of a file, without its number and the file's name, which the sentence has already."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
