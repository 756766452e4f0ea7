"""Lists of lists of different lengths are Python's in every program; as an array they are refused. Calls of values are named."""

import contextlib
import io

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError


@pytest.mark.parametrize(
    "program",
    [
        "a = [[1, 2], [3]]\nprint(len(a))",
        "a = [[1, 2], [3]]\nprint(a[1][0], sum(a[0]), a)",
        "a = [[1], []]\nprint(len(a), len(a[1]))",
        "a = [[[1, 2], [3, 4]], [[5, 6]]]\nprint(len(a), a[1][0][1])",
    ],
)
def test_they_are_printed_as_python_prints_them(program: str) -> None:
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        exec(compile(program, "program", "exec"), {})
    assert list(run(parse(program)).printed) == lines.getvalue().splitlines()


@pytest.mark.parametrize("program", ["W = [[1, 2], [3]]\nW*2", "W = [[1, 2], [3]]\nx = [1, 1]\nW @ x", "sin([[1, 2], [3]])"])
def test_as_arrays_they_are_refused(program: str) -> None:
    with pytest.raises(ProblemError, match="equal shapes"):
        run(parse(program))


def test_a_call_of_an_element_is_a_product_with_a_note() -> None:
    found = run(parse("g = [3.0]\nx = 2.0\ng[0](x)"))
    assert found.output.raw == 6.0
    assert Code.READING in {each.code for each in found.problems}


def test_what_scipy_has_is_no_file_of_the_author() -> None:
    with pytest.raises(ProblemError) as raised:
        run(parse("from scipy.special import i0e\nx = 1.0\ni0e(x)"))
    assert "file of yours" not in (raised.value.problems[0].hint or "")
