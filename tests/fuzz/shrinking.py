"""The smallest text that still breaks the same promise: lines are left out as long as it does, then tokens."""

import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_MAX_TRIALS = 600


def shrunk(text: str, fails: Callable[[str], bool]) -> str:
    """A part of `text` that `fails` as well, by leaving out runs of lines and of tokens, long ones first."""
    trials = 0

    def still(parts: Sequence[str]) -> bool:
        nonlocal trials
        trials += 1
        return trials <= _MAX_TRIALS and fails("".join(parts))

    lines = _fewer(text.splitlines(keepends=True), still)
    return "".join(_fewer(_TOKEN.findall("".join(lines)), still))


def _fewer(parts: list[str], still: Callable[[Sequence[str]], bool]) -> list[str]:
    length = max(1, len(parts) // 2)
    while True:
        place, changed = 0, False
        while place < len(parts):
            rest = parts[:place] + parts[place + length :]
            if rest and still(rest):
                parts, changed = rest, True
            else:
                place += length
        if not changed and length == 1:
            return parts
        length = max(1, length // 2) if not changed or length > 1 else 1
