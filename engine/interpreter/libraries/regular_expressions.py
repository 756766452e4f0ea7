"""Python's `re` on the texts of a program: the searching itself. Its functions and classes are written in the language, in
`written_as_programs/standard_library`.

A pattern whose search may take exponential time is refused: one that repeats a group which may itself be matched in several ways.
"""

import re
from functools import lru_cache
from typing import Any

from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.libraries.registry import OURS, count, offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

_LONGEST_PATTERN, _LONGEST_TEXT = 400, 200_000
_LARGEST_POWER = 4
"""Parts that are repeated without end; the time of a search may grow with that power of the length of the text."""
_CHARACTERS_OF_REPETITION = 100
"""Characters of a text that are searched in the time of one repetition of a loop."""
_TOKEN = re.compile(
    r"""(?P<escape>\\.)
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    | (?P<opens>\((?:\?(?:P<\w+>|P=|:|=|!|<=|<!|[aimsux-]+[:)]|\#)?)?)
    | (?P<closes>\))
    | (?P<or>\|)
    | (?P<times>[*+?]\??|\{\d*,?\d*\}\??)
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ENDLESS = re.compile(r"[*+]|\{\d*,\}")


@offer((OURS,), "regular_matches", least=5, most=5)
def _matches(machine: Any, arguments: Arguments) -> Item:
    """Where a pattern is found in a text: per match a list of `(text, start, end)` of each group, the whole first, and a
    dictionary of the numbers of the groups that have names. Of `match`, `fullmatch` and `search` one match at most.
    """
    values: list[Any] = arguments.values
    pattern, text, flags, method, most = values
    compiled = _compiled(machine, pattern, text, flags, arguments)
    found: list[Item] = []
    one = getattr(compiled, str(method), None) if method != "finditer" else None
    matches = compiled.finditer(text) if one is None else filter(None, [one(text)])
    limit = count(machine, most, arguments)
    for each in matches:
        machine.evaluator.hold(3 * (len(each.groups()) + 1))
        groups: list[Item] = [(each[place], *each.span(place)) for place in range(len(each.groups()) + 1)]
        found.append((groups, dict(compiled.groupindex)))
        if limit and len(found) >= limit:
            break
    return found


@offer((OURS,), "regular_findall", least=3, most=3)
def _findall(machine: Any, arguments: Arguments) -> Item:
    values: list[Any] = arguments.values
    pattern, text, flags = values
    found = _compiled(machine, pattern, text, flags, arguments).findall(text)
    machine.evaluator.hold(sum(len(each) if isinstance(each, tuple) else 1 for each in found))
    return found


@offer((OURS,), "regular_split", least=4, most=4)
def _split(machine: Any, arguments: Arguments) -> Item:
    values: list[Any] = arguments.values
    pattern, text, most, flags = values
    compiled = _compiled(machine, pattern, text, flags, arguments)
    found: list[Item] = [*compiled.split(text, count(machine, most, arguments))]
    machine.evaluator.hold(len(found))
    return found


@offer((OURS,), "regular_replaced", least=5, most=5)
def _replaced(machine: Any, arguments: Arguments) -> Item:
    """The text with matches replaced by a text, in which `\\1` is what the first group matched, and how many they were."""
    pattern, by, text, most, flags = arguments.values
    compiled = _compiled(machine, pattern, text, flags, arguments)
    assert isinstance(text, str)
    assert isinstance(by, str)
    machine.evaluator.hold((len(by) + 1) * (len(text) + 1) // 8)
    try:
        found, times = compiled.subn(by, text, count(machine, most, arguments))
    except (re.error, IndexError) as error:
        raise ProblemError(library_errors.no_pattern(str(error), machine.evaluator.place or arguments.span)) from None
    machine.evaluator.hold(len(found))
    return found, times


@offer((OURS,), "regular_escape", least=1, most=1)
def _escape(machine: Any, arguments: Arguments) -> Item:
    (text,) = arguments.values
    if not isinstance(text, str):
        raise ProblemError(library_errors.no_pattern("escape", machine.evaluator.place or arguments.span))
    machine.evaluator.hold(len(text))
    return re.escape(text)


def _compiled(machine: Any, pattern: Item, text: Item, flags: Item, arguments: Arguments) -> re.Pattern[str]:
    """A pattern that is safe to search for. Raises ProblemError for one that is not, and for what is no text."""
    place = machine.evaluator.place or arguments.span
    if not isinstance(pattern, str) or not isinstance(text, str):
        raise ProblemError(library_errors.no_pattern("str", place))
    try:
        compiled = _made(pattern, count(machine, flags, arguments))
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise ProblemError(library_errors.no_pattern(str(error), place)) from None
    if compiled is None or len(text) > _LONGEST_TEXT:
        raise ProblemError(library_errors.slow_pattern(pattern, place))
    machine.repeat(arguments.span, 1 + len(text) // _CHARACTERS_OF_REPETITION)
    return compiled


@lru_cache(maxsize=256)
def _made(pattern: str, flags: int) -> re.Pattern[str] | None:
    """None for a pattern that may take too long."""
    return re.compile(pattern, flags) if is_safe(pattern) else None


def is_safe(pattern: str) -> bool:
    """Whether no search for a pattern takes exponential time: it repeats no group that varies in length or has alternatives."""
    if len(pattern) > _LONGEST_PATTERN:
        return False
    varies = [False]
    endless = 0
    closed = False  # whether the part before varies and is a group
    for token in _TOKEN.finditer(pattern):
        kind = token.lastgroup
        if kind == "times":
            is_endless = _ENDLESS.match(token[0]) is not None
            if closed and token[0][0] != "?":
                return False
            endless += is_endless
            varies[-1] = True
        closed = False
        if kind == "opens" and not token[0].endswith(")"):
            varies.append(False)
        elif kind == "or":
            varies[-1] = True
        elif kind == "closes" and len(varies) > 1:
            closed = varies.pop()
            varies[-1] = varies[-1] or closed
    return endless <= _LARGEST_POWER
