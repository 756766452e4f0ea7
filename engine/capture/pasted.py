"""Places in a pasted program: which part of the text each instruction of its code comes from."""

import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from types import CodeType, FrameType, TracebackType

from backpass.engine.problems import Span

PASTED = "<program>"
"""The name of its file, which does not exist."""
_END_OF_LINE = re.compile(r"\r\n|\r|\n")

_lines: list[str] = []
"""The lines of the one program of this process, with their ends."""


def take_text(text: str) -> None:
    """The places that are asked for from here on are those of this text."""
    ends = [found.end() for found in _END_OF_LINE.finditer(text)]
    _lines[:] = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    span_in_units.cache_clear()


def span_in(frame: FrameType) -> Span | None:
    """The part of the text that a frame of the program is at, in UTF-16 units."""
    return span_in_units(frame.f_code, frame.f_lasti)


def part_of_text(frame: FrameType) -> Span | None:
    """The part of the text that a frame of the program is at, in code points."""
    return _span(frame.f_code, frame.f_lasti, len)


def place_of(traceback: TracebackType | None) -> tuple[int, Span | None] | None:
    """The innermost line of the program that an error went through, and the part of the text, in code points."""
    place = None
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == PASTED:
            place = traceback.tb_lineno, _span(code, traceback.tb_lasti, len)
        traceback = traceback.tb_next
    return place


@cache
def span_in_units(code: CodeType, instruction: int) -> Span | None:
    """The part of the text that an instruction comes from, in UTF-16 units; None where Python does not say."""
    return _span(code, instruction, _units)


def _span(code: CodeType, instruction: int, measure: Callable[[str], int]) -> Span | None:
    if instruction < 0:
        return None
    first, last, begin, end = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    if first is None or last is None or begin is None or end is None or last > len(_lines):
        return None
    return _at(first, begin, measure), _at(last, end, measure)


def _at(line: int, column: int, measure: Callable[[str], int]) -> int:
    """A place in the text; columns are bytes of UTF-8."""
    before = _lines[line - 1].encode()[:column].decode(errors="ignore")
    return sum(map(measure, _lines[: line - 1])) + measure(before)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
