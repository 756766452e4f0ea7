"""What Python's grammar refuses is refused: statements where they have no place and numbers, against `compile()` itself."""

import ast
import random
import re
import warnings
from collections import Counter

import pytest

from backpass.engine.language import parse
from backpass.engine.language.program import Evaluate
from backpass.engine.language.syntax_tree import NumberLiteral
from backpass.engine.problems import Severity

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


_DIGITS = r"\d(?:_?\d)*"
_NUMBER = rf"(?:{_DIGITS}(?:\.{_DIGITS})?|{_DIGITS}\.(?=[eE]\d)|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?"
_FACTORS = re.compile(rf"(?!0[bBoOxX]|0[0_]*[1-9][\d_]*(?!\.|[eE]\d)[a-zA-Z]){_NUMBER}[a-zA-Z]\w*(?:\.[a-zA-Z_]\w*)*")
"""A number and a name, which are multiplied here: `2x`, `3.5e2x`. The number does not end with a point."""
_OTHER_BASES = re.compile(r"[+-]?0[bBoOxX]")


def a_number(randomness: random.Random) -> str:
    """What may be a number: its characters at random, or a right one with a character more, fewer or another."""
    if randomness.random() < 0.5:
        return randomness.choice("0123456789.") + "".join(randomness.choices("00123456789__..eExa", k=randomness.randint(0, 5)))
    number = list(
        randomness.choice(["0", "00", "007", "1_000", "1.5", ".5", "5.", "1e5", "1.5e03", "2_0.0_5e1_0", "0x1f", "0o17", "0b1"])
    )
    place = randomness.randrange(len(number) + 1)
    number[place : place + randomness.randint(0, 1)] = randomness.choice(["", *"0127_.exa"])
    return "".join(number)


def test_numbers_are_those_of_python() -> None:
    randomness, seen = random.Random(20261126), Counter[str]()
    for _ in range(6_000):
        text = a_number(randomness)
        if not re.match(r"[\d.]", text):
            continue
        refused = refused_by_python(text)
        if not refused and not isinstance(ast.parse(text, mode="eval").body, ast.Constant):
            continue  # an attribute of a number: `1.5.a`
        factors = _FACTORS.fullmatch(text)
        if not refused and not _OTHER_BASES.match(text):
            (statement,) = parse(text).statements
            assert not is_refused(text), text
            assert isinstance(statement, Evaluate)
            (number,) = statement.expression
            assert isinstance(number, NumberLiteral)
            assert number.value == ast.literal_eval(text), text
            seen["right"] += 1
        elif not factors:
            assert is_refused(text), text
            (problem, *_) = [each for each in parse(text).problems if each.severity is Severity.ERROR]
            assert problem.hint
            assert problem.span is not None
            seen["refused"] += 1
        else:
            seen["factors"] += 1
    assert min(seen.values()) > 300, seen


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("y = 2 * 0777", "0777", "begins with a zero"),
        ("def f(a=0_7): return a", "0_7", "begins with a zero"),
        ("f(1_, 2)", "1_", "only separate digits"),
        ("1__0 + x", "1__0", "only separate digits"),
        ("x + 0x", "0x", "no digits follow"),
        ("5.a + 1", "5.a", "follows a decimal point"),
        ("10.sin(x)", "10.sin", "follows a decimal point"),
    ],
)
def test_a_number_that_is_none_is_refused_with_what_to_write(text: str, place: str, says: str) -> None:
    (problem,) = [each for each in parse(text).problems if each.severity is Severity.ERROR]
    assert problem.span is not None
    assert text[slice(*problem.span)] == place
    assert says in problem.message
    assert problem.hint


@pytest.mark.parametrize("text", ["5. if x else 2", "5.if x else 2", "2x", "3e2x", "2x_1", "2.5x", "5.²", "2.(x)", "5..sin()"])
def test_numbers_before_names_words_and_powers_are_read(text: str) -> None:
    assert not is_refused(text)
