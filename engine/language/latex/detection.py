r"""Whether a text is in LaTeX. Knows characters only."""

import re

from backpass.engine.language.latex.symbols import SMALL_BOUNDS

_OUTSIDE = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*"
    r"|(?P<latex>\\[A-Za-z]+|\\[\[(|]|\$|[\^_]\{|[∑∏])",
    re.DOTALL,
)
_TRANSPOSED = re.compile(r"(?<!\w)[^\W\d_]\^T[ \t]+[^\W\d_]|\)\^T[ \t]*\(")
"""`w^T x`, as it is typed on a line."""
_PYTHON = re.compile(r"^[ \t]*(?:import\s+\w|from\s+[\w.]+\s+import\s|def\s+\w+\s*\(|class\s+\w+\s*[(:])", re.MULTILINE)
"""No formula has such a line."""
_SIGNS = {"Σ": "∑", "Π": "∏"}
_INDEX = (
    r"(?:_[ \t]*(?:[^\W\d_](?!\w)(?:=\d+(?=\^))?|\{\s*[^\W\d_]\s*(?:=[^{}]*)?\})(?:[ \t]*\^[ \t]*(?:\w|\{[^{}]*\}))?"
    rf"|{SMALL_BOUNDS[0]}{SMALL_BOUNDS[1]}?)"
)
_NAMES = {
    letter: re.compile(
        rf"(?<!\w){letter}(?:_\w+)?[ \t]*(?:\([^()\n]*\)[ \t]*)?=(?!=|\d+\^)"
        rf"|(?:(?<!\w)[A-Z]|[\w)]\^T|ᵀ|\.T|@)[ \t]*{letter}"
        rf"|{letter}(?!(?:{_INDEX})?(?:[ \t]*[(√|\\{{∑∏ΣΠ]|[ \t]+[\w\[])|{_INDEX}[ \t]*[\w\[])|\w{letter}"
    )
    for letter in _SIGNS
}
"""Where a letter is a name: it is given a value, a matrix is before it, or nothing is behind it that could be added up."""


def with_signs_of_sums(text: str) -> str:
    """The text with `∑` for `Σ` and `∏` for `Π`, as long as before, where the Greek letters are no names."""
    for letter, sign in _SIGNS.items():
        if letter in text and _NAMES[letter].search(text) is None:
            text = text.replace(letter, sign)
    return text


def is_latex(text: str) -> bool:
    r"""Whether a text has a LaTeX command, `^{`, `_{` or a `$` outside quotes and comments, or transposes: `w^T x`. A `\` at a
    line's end is Python's. So is a formula with the sign of a sum in it.
    """
    text = with_signs_of_sums(text)
    transposes = "^T" in text and _TRANSPOSED.search(text) is not None
    if not transposes and "\\" not in text and "$" not in text and "{" not in text and not ("∑" in text or "∏" in text):
        return False
    if _PYTHON.search(text):
        return False
    return transposes or any(found["latex"] for found in _OUTSIDE.finditer(text))
