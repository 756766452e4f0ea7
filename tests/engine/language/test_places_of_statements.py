"""What Python's grammar refuses is refused: statements where they have no place, against `compile()` itself."""

import random
import warnings
from collections import Counter

import pytest

from engine.language import parse
from engine.problems import Severity

LINES = (
    *("x = 2", "x", "pass", "break", "continue", "return x", "return", "yield x", "raise", "del x", "assert x", "import math"),
    *("global x", "global a", "nonlocal x", "nonlocal a", "x: float = 2", "x, y = 1, 2", "x += 1", "y = lambda a, *b: a"),
    *("if x:", "elif x:", "else:", "for i in range(2):", "while x < 3:", "try:", "except:", "except ValueError:", "finally:"),
    *("def f(a):", "def f(a, b=1, *c, **d):", "def f(x, *, y):", "class A:", "for i in [1]: break", "if x: continue"),
)
INDENTATIONS = (0, 0, 4, 4, 8, 8, 12, 2)


_ELSEWHERE = ("no binding for nonlocal", "name '", "annotated name")


def program(randomness: random.Random) -> str:
    """Lines that are right by themselves, indented at random; a line often belongs to the one above."""
    rows, column = [], 0
    for _ in range(randomness.randint(1, 7)):
        line = randomness.choice(LINES)
        rows.append(" " * column + line)
        deeper = column + 4 if line.endswith(":") else column
        column = deeper if randomness.random() < 0.75 else randomness.choice(INDENTATIONS)
    return "\n".join(rows)


def refused_by_python(text: str) -> bool:
    """Without what is accepted here on purpose: indentation that means nothing, and `global` below a use of the name, which holds
    for the whole function anyway. Whether an enclosing function has a name is seen when it is run.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "program", "exec")
    except SyntaxError as error:
        return error.msg != "unexpected indent" and not str(error.msg).startswith(_ELSEWHERE)
    return False


def is_refused(text: str) -> bool:
    return any(problem.severity is Severity.ERROR for problem in parse(text).problems)


def test_statements_stand_only_where_python_has_them() -> None:
    randomness, seen = random.Random(20261126), Counter[bool]()
    for _ in range(3_000):
        text = program(randomness)
        refused = refused_by_python(text)
        seen[refused] += 1
        if refused:
            assert is_refused(text), text
    assert min(seen.values()) > 400, seen


@pytest.mark.parametrize(
    "text",
    [
        *("def f(a, *): return a", "def f(*, **a): return 1", "lambda *: 1", "x: int: float = 2", "def f(a):\n    global a"),
        *("for if in [1]: x", "class for: pass", "def lambda(): return 1", "import for", "import math as if"),
        *("from math import for", "x, if = 1, 2", "for x, in in [1]: x"),
    ],
)
def test_words_and_signs_that_python_refuses_are_refused_at_their_place(text: str) -> None:
    assert refused_by_python(text) or "parameter and global" in text or "global a" in text
    (problem, *_) = [each for each in parse(text).problems if each.severity is Severity.ERROR]
    assert problem.hint
    assert problem.span is not None
    assert text[slice(*problem.span)]
