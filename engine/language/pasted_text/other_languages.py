"""Programs of other languages: what is cheap is read, with a note, and the rest is refused with the language's name.

What is read becomes characters of the same length, so that a place stays the same place. Knows characters only.
"""

import re
from collections.abc import Callable

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

DIFFERENTIATED = "ᴰ"
"""The name that `D` of the Wolfram Language becomes, one character like it: `diff`."""
LONGEST = 5_000
"""Characters of a text that is looked through for other notations: what people write by hand, and bounded work."""

_HINT = re.compile(
    r"^[ \t]*(?:let|const|var|func|double|float|int|auto|using|function|julia>|=(?!=)|(?:for|if|while)[ \t]*\()"
    r"|\bMath\.|\bconsole\.|[\w)\]]\.[*^/]|@\("
    r"| <- |(?<![\w.])[A-Z]\w*\[",
    re.MULTILINE,
)
_PYTHON = re.compile(r"\"\"\"|'''|^[ \t]*(?:import\s(?!Foundation\b)|from\s+\S+\s+import\s|def\s|class\s)", re.MULTILINE)

_Refused = tuple[re.Pattern[str], Callable[[], str], Callable[[], str]]
_REFUSED: tuple[_Refused, ...] = (
    (
        re.compile(r"^[ \t]*(?:\w+[ \t]+)?(?:double|float|int|void|auto)[ \t]+\w+[ \t]*\([^()\n]*\)[ \t]*\{?", re.MULTILINE),
        lambda: say("other-language-c"),
        lambda: say("other-language-c.hint"),
    ),
    (
        re.compile(r"^[ \t]*func[ \t]+\w+[ \t]*\([^()\n]*\)[^\n]*\{", re.MULTILINE),
        lambda: say("other-language-swift"),
        lambda: say("other-language-javascript.hint"),
    ),
    (
        re.compile(r"^[ \t]*(?:export[ \t]+)?function[ \t]+\w+[ \t]*\([^()\n]*\)[ \t]*\{|^[^\n]*=>", re.MULTILINE),
        lambda: say("other-language-javascript"),
        lambda: say("other-language-javascript.hint"),
    ),
    (
        re.compile(r"^[ \t]*(?:for[ \t]*\([^\n()]*;[^\n()]*;|(?:if|while)[ \t]*\([^\n:]*\)[ \t]*\{[ \t]*$)[^\n]*", re.MULTILINE),
        lambda: say("other-language-blocks"),
        lambda: say("other-language-blocks.hint"),
    ),
    (
        re.compile(r"@\([\w ,]*\)|^[ \t]*function[ \t]+(?:\[?[\w ,]+\]?[ \t]*=[ \t]*)?\w+[ \t]*\(", re.MULTILINE),
        lambda: say("other-language-matlab"),
        lambda: say("other-language-matlab.hint"),
    ),
    (
        re.compile(r"^[ \t]*(?:julia>|using[ \t]+[A-Z]\w*)", re.MULTILINE),
        lambda: say("other-language-julia"),
        lambda: say("other-language-julia.hint"),
    ),
    (
        re.compile(r"(?<![\w.])(?:Plot|Plot3D|Manipulate|N?Integrate|[ND]?Solve|FindRoot|FindMinimum)\["),
        lambda: say("other-language-wolfram"),
        lambda: say("other-language-wolfram.hint"),
    ),
)
"""What shows a language, the message about it and what to write instead."""

_CELLS = re.compile(r"\s*(=)(?!=)[^\n=]*\b[A-Z]{1,2}[0-9]{1,4}\b[^\n=]*\s*")
_OTHER_POWER = re.compile(r"\^[^-+*/(),]*\^|[=(,*/+^-][ \t]*-[ \t]*[\w.]+[ \t]*\^")
"""Powers in a row, which MATLAB and spreadsheets take from the left, and the power of a negative cell."""
_DOTTED = re.compile(r"(?<![\w.])(?:[^\W\d]\w*)(\.)(?=[*^/][^*/=])|(?<=[)\] ])(\.)(?=[*^/][^*/=])")
_DECLARED = re.compile(r"^[ \t]*((?:let|const|var)[ \t]+)(?=[^\W\d]\w*[ \t]*(?::[ \t]*\w+[ \t]*)?=)", re.MULTILINE)
_TYPED = re.compile(r"^[ \t]*((?:const[ \t]+)?(?:double|float|int|auto)[ \t]+)(?=[^\W\d]\w*[ \t]*=)", re.MULTILINE)
_WOLFRAM = {
    **{name: name.lower() for name in ("Exp", "Sqrt", "Abs", "Sign", "Erf", "Max", "Min", "Floor", "Log")},
    **{name: name.lower() for name in ("Sin", "Cos", "Tan", "Sinh", "Cosh", "Tanh")},
    **{f"Arc{name}": f"a{name.lower()}" for name in ("Sin", "Cos", "Tan", "Sinh", "Cosh", "Tanh")},
    "Ceiling": "ceil",
    "D": DIFFERENTIATED,
}
"""Functions of the Wolfram Language, with what they are called here."""
_WOLFRAM_CALL = re.compile(rf"(?<![\w.])({'|'.join(sorted(_WOLFRAM, key=len, reverse=True))})\[")
_LOGGED = re.compile(r"(?<![\w.])(console\.log)(?=[ \t]*\()")
_ARROW = re.compile(r"^[ \t]*[^\W\d][\w.]*[ \t]+(<-)[ \t]+(?=\S)", re.MULTILINE)


def read_other_language(text: str) -> tuple[str, list[Problem]]:
    """The text as it is read here, every character at its place, and a note for each spelling of another language; or the error
    that names the language.
    """
    if len(text) > LONGEST or _HINT.search(text) is None or _PYTHON.search(text) is not None:
        return text, []
    for shows, message, hint in _REFUSED:
        if found := shows.search(text):
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            return text, [Problem(Code.UNSUPPORTED, message(), hint(), (start, found.end()))]
    text, problems = _read_wolfram(text)
    for pattern, put, message in _READ:
        if pattern in (_CELLS, _DOTTED) and _OTHER_POWER.search(text.replace(".^", "^")):
            continue
        found = pattern.search(text) if pattern is not _CELLS else pattern.fullmatch(text)
        if found is None:
            continue
        start, end = found.span(found.lastindex or 0)
        words = say("reads-declared") if pattern is _DECLARED and "^" not in text else message()
        problems.append(Problem(Code.READING, words, None, (start, end)))
        text = pattern.sub(lambda each, put=put: _put(each, put), text)  # type: ignore[misc]
    return text, problems


def _read_wolfram(text: str) -> tuple[str, list[Problem]]:
    """`D[x^2 Sin[x], x]` as `diff(x^2 sin(x), x)`; a text with other brackets is left alone."""
    calls = {found.end() - 1: found for found in _WOLFRAM_CALL.finditer(text)}
    is_list = any(character == "[" and place not in calls for place, character in enumerate(text))
    if not calls or is_list or any(re.search(rf"(?<![\w.]){each[1]}[ \t]*=(?!=)", text) for each in calls.values()):
        return text, []
    first = next(iter(calls.values()))
    for found in calls.values():
        name = _WOLFRAM[found[1]].rjust(len(found[1]))
        text = f"{text[: found.start()]}{name}({text[found.end() :]}"
    return text.replace("]", ")"), [Problem(Code.READING, say("reads-wolfram"), None, first.span(1))]


def _put(found: re.Match[str], put: str) -> str:
    """What was found with its group written otherwise, as long as before."""
    start, end = (place - found.start() for place in found.span(found.lastindex or 0))
    return f"{found[0][:start]}{put.rjust(end - start)}{found[0][end:]}"


_READ: tuple[tuple[re.Pattern[str], str, Callable[[], str]], ...] = (
    (_CELLS, "", lambda: say("reads-cells")),
    (_DECLARED, "", lambda: say("reads-declaration")),
    (_TYPED, "", lambda: say("reads-type")),
    (re.compile(r"(?<![\w.])(Math\.PI)\b"), "pi", lambda: say("reads-math")),
    (re.compile(r"(?<![\w.])(Math\.E)\b"), "e", lambda: say("reads-math")),
    (re.compile(r"(?<![\w.])(Math\.)(?=[a-z]\w*[ \t]*\()"), "", lambda: say("reads-math")),
    (_LOGGED, "print", lambda: say("reads-log")),
    (_DOTTED, "", lambda: say("reads-dots")),
    (_ARROW, "=", lambda: say("reads-arrow")),
)
