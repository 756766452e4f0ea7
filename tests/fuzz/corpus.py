"""Programs that are there already: the examples, the golden answers' programs, and every text in the tests of the language."""

import ast
from functools import cache

from backpass.app.api.gallery.examples import EXAMPLES
from scripts.page import ROOT
from tests.golden.programs import PROGRAMS

_LONGEST = 2_500
_MARKS = ("=", "(", "\n", "+", "*", "\\", "²")


@cache
def corpus() -> tuple[str, ...]:
    """All of them, each once, in a fixed order."""
    texts = [example.program for example in EXAMPLES] + PROGRAMS + _fenced()
    for path in sorted((ROOT / "tests" / "engine").rglob("test_*.py")):
        texts += _texts(path.read_text())
    return tuple(dict.fromkeys(text for text in texts if 2 < len(text) < _LONGEST))


def _texts(source: str) -> list[str]:
    """The texts of a test module that may be programs; its own sentences are those with a blank after each word."""
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return [each for each in constants if isinstance(each, str) and any(mark in each for mark in _MARKS) and "{}" not in each]


def _fenced() -> list[str]:
    """The programs of the documentation."""
    found = []
    for path in sorted((ROOT / "docs").glob("*.md")):
        pieces = path.read_text().split("```")
        found += [piece.partition("\n")[2] for piece in pieces[1::2] if not piece.startswith(("json", "sh", "console", "bash"))]
    return found
