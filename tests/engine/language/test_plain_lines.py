"""The reader of plain lines against the parser, which decides what a text means."""

import keyword

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from backpass.engine.language import _parse, parse
from backpass.engine.language.parsing.plain_lines import read_plain

NAMES = st.sampled_from(["a", "b", "x1", "_", "exp", "dx", "If", "e5", *sorted(keyword.kwlist)[:6]])
NUMBERS = st.sampled_from(["0", "2", "2.5", "3.", ".5", "1e3", "1.5e-3", "007", "1_000", "0x1f", "1e", "2.5.1"])
PIECES = st.one_of(
    NAMES,
    NUMBERS,
    st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "@", "^", "(", ")", ",", "=", "==", "<", "[", "]", ".", ":", ";"]),
    st.sampled_from([" ", "\t", "\n", "\n  ", "# comment (", "\r\n", "²", "π", "×", "f(", "max("]),
)
ANY_TEXT = st.lists(PIECES, max_size=20).map("".join)

LEAVES = NAMES.filter(lambda name: not keyword.iskeyword(name)) | st.sampled_from(["0", "2", "2.5", "3.", ".5", "1e3", "007.5"])
SYMBOLS = st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "@", "^", " + ", "\t* "])
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, SYMBOLS, inner).map("".join),
        st.tuples(st.sampled_from(["-", "+", "- "]), inner).map("".join),
        inner.map("({})".format),
        st.lists(inner, min_size=1, max_size=3).map(", ".join).map("f ({} )".format),
    ),
    max_leaves=12,
)
LINES = st.one_of(
    EXPRESSIONS, EXPRESSIONS.map("y = {}  # a note: (".format), EXPRESSIONS.map("\tz={} ".format), st.just("# only this")
)
PLAIN_TEXT = st.lists(LINES, max_size=5).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(PLAIN_TEXT)
def test_a_plain_text_is_read_at_once_to_the_tree_of_the_parser(text: str) -> None:
    program = _parse(text)
    assert not program.problems
    assert read_plain(text) == program.statements


@settings(max_examples=600, deadline=None)
@given(ANY_TEXT | st.tuples(PLAIN_TEXT, ANY_TEXT, PLAIN_TEXT).map("".join))
def test_what_is_read_at_once_is_what_the_parser_reads(text: str) -> None:
    statements = read_plain(text)
    event("plain" if statements is not None else "left to the parser")
    if statements is not None:
        program = _parse(text)
        assert (statements, ()) == (program.statements, program.problems)


@pytest.mark.parametrize(
    "text",
    ["a = ", "f()", "f(a,)", "(a, b)", "2x", "a b", "(a", "a)", "if = 2", "a == b", "-", "a +", "x.y", "a\x0cb", "f(a=2)", "% a"],
)
def test_everything_else_is_left_to_the_parser(text: str) -> None:
    assert read_plain(text) is None


def test_derivatives_in_class_notation_are_no_quotients() -> None:
    text = "d/dx(x**2)"
    assert parse(text).statements == _parse(text).statements != read_plain(text)


def test_depth_and_length_do_not_matter() -> None:
    deep = "(" * 20_000 + "a" + ")" * 20_000
    assert read_plain(deep) == _parse(deep).statements
    long = "a = " + "+".join(["x"] * 20_000)
    assert read_plain(long) == _parse(long).statements
