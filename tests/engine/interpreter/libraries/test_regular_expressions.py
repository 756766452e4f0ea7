"""Regular expressions of a program: what Python's `re` finds, and no search that could take exponential time."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backpass.engine.interpreter.libraries.regular_expressions import is_safe
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b",
        r"(a|a)*b",
        r"(?:\w+\s?)*$",
        r"((a*)b?)*",
        r"(a?b?)+c",
        r"([a-z]+){2,}x",
        r"(x(y|z)){3}",
        "a*" * 5,
        "a" * 500,
    ],
)
def test_a_pattern_that_may_take_exponential_time_is_refused(pattern: str) -> None:
    assert not is_safe(pattern)
    with pytest.raises(ProblemError) as caught:
        run(parse(f"import re\nfound = re.findall({pattern!r}, 'aaaa')\nx = 2.0\nx*len(found)"))
    assert getattr(caught.value.problems[0].message, "key", "") == "slow-pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+|[^\w\s]",
        r"([,.:;?_!\"()']|--|\s)",
        r"(\d+)-(\d+)",
        r"(ab)+",
        r"[()*+?]+",
        r"\(\w+\)\*",
        r"(?<!\S)l o(?!\S)",
        r"(a|b)c?",
        r"(?P<k>\w+)=(?P<v>\d+)",
    ],
)
def test_patterns_of_tokenizers_are_searched(pattern: str) -> None:
    text = "low lower, (lowest)* ab 12-34 k=5 -- 'c'"
    program = f"import re\nprint(re.findall({pattern!r}, {text!r}))\nfor i in range(1): pass\nx = 2.0\nx*1"
    assert list(run(parse(program)).printed) == [str(re.findall(pattern, text))]


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.text(alphabet="ab|()*+?[]{2,}\\.", max_size=12))
@example("(a+)+")
def test_what_is_no_regular_expression_is_said(pattern: str) -> None:
    program = f"import re\nprint(re.findall({pattern!r}, 'abab'))\nfor i in range(1): pass\nx = 2.0\nx*1"
    try:
        expected = str(re.findall(pattern, "abab"))
    except re.error:
        expected = "no-pattern"
    if not is_safe(pattern) and expected != "no-pattern":
        expected = "slow-pattern"
    try:
        found = "\n".join(run(parse(program)).printed)
    except ProblemError as error:
        found = str(getattr(error.problems[0].message, "key", ""))
    assert found == expected or (not is_safe(pattern) and found == "slow-pattern")


def test_a_match_that_there_is_not_is_none_and_a_bad_template_is_said() -> None:
    assert list(run(parse("import re\nprint(re.match('x', 'abc'))\nfor i in range(1): pass\nx = 2.0\nx*1")).printed) == ["None"]
    with pytest.raises(ProblemError) as caught:
        run(parse("import re\nt = re.sub('a', r'\\2', 'abc')\nx = 2.0\nx*len(t)"))
    assert getattr(caught.value.problems[0].message, "key", "") == "no-pattern"
