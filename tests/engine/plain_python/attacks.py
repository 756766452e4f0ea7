"""Runs hostile programs under the limits of the serving process, each in a process of its own that is measured.

Reads programs as a list of texts from its input, and writes for each how it ended, the time and the megabytes that it took. The
time is processor time, as a multiple of what a million multiplications in a loop take: it does not depend on the machine.
With the argument `remembered` numbers remember what they were computed from.
"""

import ast
import json
import os
import resource
import sys
import time
from pathlib import Path

import numpy as np  # noqa: F401 - so that its memory is not counted

from backpass.app.settings import Settings
from backpass.engine import Limits
from backpass.engine.plain_python.machine import Machine
from backpass.engine.problems import ProblemError
from backpass.engine.python.run import evaluate
from backpass.engine.python.source import Source
from tests.pace import seconds_of_a_million

_SETTINGS = Settings()
LIMITS = Limits(
    repetitions=_SETTINGS.inline_repetitions or 0,
    elements=_SETTINGS.max_elements,
    printed=100_000,
)
_MOST_SECONDS, _MOST_BYTES = 3, 3 << 30


def ended(text: str) -> str:
    """How a program ended: `ok`, `error`, `refused`, and what it printed or said."""
    try:
        tree = ast.parse(text)
        remembers = sys.argv[1:] == ["remembered"]
        outcome = evaluate(Source(text, tree), LIMITS, shows=False).outcome if remembers else Machine(text, LIMITS).run(tree)
    except ProblemError as error:
        return f"refused: {error}"
    if outcome.error is not None:
        return f"error: {type(outcome.error).__name__}: {outcome.error}"
    return f"ok: {outcome.printed}"


def measured(text: str) -> tuple[str, float, int]:
    """How it ended, the seconds of processor time and the megabytes that it took; `died` where it was stopped."""
    read, write = os.pipe()
    resident = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    if (process := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS + 1))
        began = time.process_time()
        try:
            how = ended(text)
        except BaseException as error:  # noqa: BLE001 - whatever escapes is what is looked for
            how = f"escaped: {type(error).__name__}"
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - resident
        os.write(write, json.dumps([how, time.process_time() - began, most >> 20]).encode())
        os._exit(0)
    os.close(write)
    os.waitpid(process, 0)
    with os.fdopen(read, "rb") as results:
        answer = results.read()
    return tuple(json.loads(answer)) if answer else ("died", float(_MOST_SECONDS), 0)


if __name__ == "__main__":
    unit = seconds_of_a_million()
    json.dump([(how, seconds / unit, most) for how, seconds, most in map(measured, json.load(sys.stdin))], sys.stdout)
