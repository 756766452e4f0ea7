"""The numbers of lines that were copied along: before each line, or in lines of their own as from a table's first column."""

import itertools
import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"[ \t]*(\[?)(0*)([0-9]+)((?:\][.:]?|[.:)→⇥]|[ \t]*[|│┃▏])?)([ \t]*)")
"""The number of a line with its mark; what follows is the line."""
_NAME = r"[^\W\d][\w.]*(?:\[[^\]=]*\])?"
_STATEMENT = re.compile(
    r"(?:import|from|return|print|global|assert|del|pass|raise|async)\b"
    r"|(?:def|class|for|while|if|elif|else|with|try|except)\b.*:"
    rf"|\(?{_NAME}(?:[ \t]*,[ \t]*{_NAME})*\)?[ \t]*(?::[^=]+)?(?:[-+*/@%]|\*\*|//)?=(?!=)"
)
"""A line that is a statement, so that a number before it belongs to no expression."""
_WORDED = re.compile(r"(?:import|from|def|class|for|while|if|return|with)\b")
_MAY_FOLLOW = re.compile(r"(?!(?:and|or|in|is|not|if|else|for)\b)[A-Za-z_#@\"')\]}]")
"""What an expression never goes on with behind a number and a blank, an implied product aside."""
_FEWEST_WITHOUT_STATEMENT = 3
_OF_EXPRESSIONS = frozenset({"", ".", "|"})
"""Marks that may belong to an expression: `1. x`, `2 | x`."""


def without_line_numbers(lines: Sequence[str]) -> list[str] | None:
    """The lines with blanks in the place of their numbers; None where they have none, or where these may be the program."""
    written = [place for place, line in enumerate(lines) if line.strip()]
    if len(written) < 2:
        return None
    return _before_each(lines, written) or _in_lines_of_their_own(lines, written)


def _before_each(lines: Sequence[str], written: Sequence[int]) -> list[str] | None:
    found: dict[int, re.Match[str]] = {}
    first = _NUMBERED.match(lines[written[0]])
    for count, place in enumerate(written):
        expected = int(first[3]) + count if first else 0
        match = _read(lines[place], expected)
        if first is None or match is None or (match[1], match[4]) != (first[1], first[4]):
            return None
        found[place] = match
    rests = {place: lines[place][match.end() :] for place, match in found.items()}
    if not _are_numbers_of_lines(list(found.values()), list(rests.values())):
        return None
    ends = {place: match.start(5) for place, match in found.items()}
    ends = {place: end + (lines[place][end : end + 1] == "\t") for place, end in ends.items()}
    # Python counts indentation from a form feed, which makes `9  x` and `10  x` begin in the same column.
    last = " " if len({end for place, end in ends.items() if rests[place].strip()}) == 1 else "\f"
    return [" " * (ends[place] - 1) + last + line[ends[place] :] if place in ends else line for place, line in enumerate(lines)]


def _read(line: str, number: int) -> re.Match[str] | None:
    """The number at the beginning of a line, where it is the one that is due. `33.0` may be the third line and `3.0`."""
    written = _NUMBERED.match(line)
    if written and int(written[3]) == number:
        return written
    return re.compile(rf"[ \t]*()(0*)({number})()()").match(line)


def _are_numbers_of_lines(found: Sequence[re.Match[str]], rests: Sequence[str]) -> bool:
    """Whether numbers before lines can be nothing but the numbers of the lines."""
    written = [(match, rest) for match, rest in zip(found, rests, strict=True) if rest.strip() and not rest.startswith("#")]
    statements = [rest for _, rest in written if _STATEMENT.match(rest)]
    starts = found[0][3] == "1"
    if not all(match[4] or match[5] for match, _ in written):
        return starts and len(found) >= _FEWEST_WITHOUT_STATEMENT and any(map(_WORDED.match, statements))
    if len(found) >= _FEWEST_WITHOUT_STATEMENT:
        return bool(statements) or (bool(written) and all(_MAY_FOLLOW.match(rest) for _, rest in written))
    if found[0][4].strip() not in _OF_EXPRESSIONS:
        return bool(statements)
    is_apart = bool(found[0][4]) or all(len(match[5].expandtabs()) > 1 for match, _ in written)
    return bool(statements) and starts and (is_apart or any(map(_WORDED.match, statements)))


def _in_lines_of_their_own(lines: Sequence[str], written: Sequence[int]) -> list[str] | None:
    """Numbers above the lines that they belong to, one each, or all above the first."""
    numbers = [place for place in written if lines[place].strip().isdecimal()]
    values = [int(lines[place]) for place in numbers]
    others = [place for place in written if place not in set(numbers)]
    is_counted = len(numbers) >= _FEWEST_WITHOUT_STATEMENT and values == list(range(1, len(numbers) + 1))
    if not is_counted or numbers[0] != written[0] or not any(_STATEMENT.match(lines[place].lstrip()) for place in others):
        return None
    is_block = numbers == written[: len(numbers)] and len(others) <= len(numbers)
    between = [sum(before < place < after for place in others) for before, after in itertools.pairwise(numbers)]
    is_alternating = all(count <= 1 for count in between) and sum(place > numbers[-1] for place in others) == 1
    if not is_block and not is_alternating:
        return None
    blanked = set(numbers)
    return [" " * len(line) if place in blanked else line for place, line in enumerate(lines)]
