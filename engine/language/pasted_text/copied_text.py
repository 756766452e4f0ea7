"""What a program is wrapped in when it is copied: Markdown fences, prompts with outputs, line numbers, sentences around it,
typographic quotes, invisible characters.

All of it becomes blanks of the same length, so that a place in what is left is the same place in what was pasted.
"""

import re
from collections.abc import Callable, Sequence

from backpass.engine.language.pasted_text.line_numbers import without_line_numbers
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

_HINT = re.compile(
    r"```|~~~|>>>|[“”„‘’‚\ufeff\u200b-\u200d\u2060]"
    r"|^[ \t]*(?:(?:In|Out) ?\[|\[?[0-9]+(?:[\].:|)│┃→⇥▏ \t]|$|[^\W\d])|[A-Z][a-z]*(?: [\w',`-]+){2,}[.:!?][ \t]*$)",
    re.MULTILINE,
)
"""A text without any of these has no wrapper, as nearly all have none."""

_QUOTES = str.maketrans("“”„‘’‚", "\"\"\"'''")
_INVISIBLE = re.compile(
    r"(?!(?<=[\u203c-\u3299\ufe0f\U0001f000-\U0001faff])\u200d[\u203c-\u3299\U0001f000-\U0001faff])"  # between parts of an emoji
    r"(?:(?<!\w)[\ufeff\u200b-\u200d\u2060]|[\ufeff\u200b-\u200d\u2060](?!\w))"
)
"""Within a name such a character is a problem of its own: without it, the name would be another one."""

_FENCE = re.compile(r"[ \t]*(?:```|~~~)[ \t]*\{?\.?([\w+-]*)[^\n]*")
_READ_HERE = frozenset({"", "python", "py", "python3", "ipython", "pycon", "jupyter", "tex", "latex", "math"})
_PYTHON_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.)(?: |$)")
_CELL = re.compile(r"[ \t]*In ?\[[ 0-9*]*\]:?[ \t]?")
_CELL_GOES_ON = re.compile(r"[ \t]*\.{3,}:[ \t]?")
_OUTPUT = re.compile(r"[ \t]*Out ?\[[ 0-9]*\]:?")
_SENTENCE = re.compile(r"[ \t]*[A-Z][a-z]*(?: [\w',`-]+){2,}[.:!?][ \t]*")
_LONG_QUOTES = re.compile(r"\"\"\"|'''")


def unwrap(text: str) -> tuple[str, list[Problem]]:
    """The program alone, every character where it was, and a note for each kind of wrapper that was ignored."""
    if _HINT.search(text) is None:
        return text, []
    problems: list[Problem] = []
    text = _INVISIBLE.sub(" ", text.translate(_QUOTES))
    for message, read in _WRAPPERS:
        lines = text.split("\n")
        bare = read(lines)
        if bare is None or bare == lines:
            continue
        text = "\n".join(bare)
        problems.append(Problem(Code.IGNORED, message(), None, _changed(lines, bare)))
    return text, problems


def _changed(lines: Sequence[str], bare: Sequence[str]) -> Span:
    """The first line that is another one now."""
    start = 0
    for line, left in zip(lines, bare, strict=True):
        if line != left:
            return (start, start + len(line.rstrip()))
        start += len(line) + 1
    return (0, 0)


def _blank(line: str, count: int | None = None) -> str:
    """A line with its first characters, or all, as blanks."""
    count = len(line) if count is None else count
    return " " * count + line[count:]


def _are_quoted(lines: list[str], places: set[int]) -> bool:
    """Whether lines are all within long quotes of a program, such as the examples of a function's text; others stand around."""
    quoted, outside = False, False
    for place, line in enumerate(lines):
        if not quoted and place in places:
            return False
        outside |= not quoted and bool(line.strip()) and not _LONG_QUOTES.match(line.lstrip())
        quoted ^= len(_LONG_QUOTES.findall(line)) % 2 == 1
    return outside and not quoted


def _fences(lines: list[str]) -> list[str] | None:
    """Only what stands between fences; one at the beginning opens, one at the end closes, what needs no other."""
    fences = [(place, found) for place, line in enumerate(lines) if (found := _FENCE.fullmatch(line))]
    if not fences or _are_quoted(lines, {place for place, _ in fences}):
        return None
    written = [place for place, line in enumerate(lines) if line.strip()]
    if len(fences) == 1 and fences[0][0] != written[0]:
        return [_blank(line) if place == fences[0][0] else line for place, line in enumerate(lines)]
    bare: list[str] = []
    is_open = is_read = False
    for line in lines:
        found = _FENCE.fullmatch(line)
        if found:
            is_open = not is_open
            is_read = is_open and found[1].lower() in _READ_HERE
        bare.append(line if is_read and not found else _blank(line))
    return bare


def _prompts(lines: list[str]) -> list[str] | None:
    """The lines behind `>>>` and `...`; the others were printed."""
    prompts = {place for place, line in enumerate(lines) if line.lstrip().startswith(">>>")}
    if not prompts or _are_quoted(lines, prompts):
        return None
    found = [_PYTHON_PROMPT.match(line) for line in lines]
    return [_blank(line, prompt.end() if prompt else None) for line, prompt in zip(lines, found, strict=True)]


def _cells(lines: list[str]) -> list[str] | None:
    """The code of a notebook's cells: behind `In [1]:`, or below where nothing stands behind it; outputs are left out."""
    if not any(_CELL.match(line) for line in lines):
        return None
    bare: list[str] = []
    is_code = False
    for line in lines:
        cell = _CELL.match(line)
        further = _CELL_GOES_ON.match(line)
        if cell is not None:
            bare.append(_blank(line, cell.end()))
            is_code = not line[cell.end() :].strip()
        elif further is not None:
            bare.append(_blank(line, further.end()))
        else:
            is_code = is_code and not _OUTPUT.match(line)
            bare.append(line if is_code else _blank(line))
    return bare


def _sentences(lines: list[str]) -> list[str] | None:
    """Lines without sentences of prose, such as `Here is my code:`. What stands within long quotes is left alone."""
    bare: list[str] = []
    quoted = False
    for line in lines:
        bare.append(_blank(line) if not quoted and _SENTENCE.fullmatch(line) else line)
        quoted ^= len(_LONG_QUOTES.findall(line)) % 2 == 1
    return bare


_WRAPPERS: tuple[tuple[Callable[[], str], Callable[[list[str]], list[str] | None]], ...] = (
    (lambda: say("wrapper-fences"), _fences),
    (lambda: say("wrapper-prompts"), _prompts),
    (lambda: say("wrapper-cells"), _cells),
    (lambda: say("wrapper-sentence"), _sentences),
    (lambda: say("wrapper-line-numbers"), without_line_numbers),
)
