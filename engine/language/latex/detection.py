r"""Whether a text is in LaTeX. Knows characters only."""

import re

_OUTSIDE = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*"
    r"|(?P<latex>\\[A-Za-z]+|\\[\[(|]|\$|[\^_]\{)",
    re.DOTALL,
)
_TRANSPOSED = re.compile(r"(?<!\w)[^\W\d_]\^T[ \t]+[^\W\d_]|\)\^T[ \t]*\(")
"""`w^T x`, as it is typed on a line."""
_PYTHON = re.compile(r"^[ \t]*(?:import\s+\w|from\s+[\w.]+\s+import\s|def\s+\w+\s*\(|class\s+\w+\s*[(:])", re.MULTILINE)
"""No formula has such a line."""


def is_latex(text: str) -> bool:
    r"""Whether a text has a LaTeX command, `^{`, `_{` or a `$` outside quotes and comments, or transposes: `w^T x`. A `\` at a
    line's end is Python's.
    """
    transposes = "^T" in text and _TRANSPOSED.search(text) is not None
    if not transposes and "\\" not in text and "$" not in text and "{" not in text:
        return False
    if _PYTHON.search(text):
        return False
    return transposes or any(found["latex"] for found in _OUTSIDE.finditer(text))
