"""Programs with a mistake: what comes before it is run; its statement can be left out, and what depends on that is refused."""

from dataclasses import replace

import pytest

from engine import Limits, ProblemError, Severity
from engine.interpreter.partial import run_partly
from engine.interpreter.run import Run, run
from engine.language import parse
from engine.serialization.graph_json import gradient_json

GOOD = "a = 2.0\nb = a*3\nprint(b)\n"


def errors(made: Run) -> list[tuple[str, str | None]]:
    """The place of each error and the statement that it is in."""
    text = made.program.text
    found = [each for each in made.problems if each.severity is Severity.ERROR]
    return [(text[slice(*each.span or (0, 0))], each.statement and text[slice(*each.statement)]) for each in found]


@pytest.mark.parametrize(
    ("rest", "place", "statement"),
    [
        ("c = foo(b)\nd = c + 1", "foo", "c = foo(b)"),
        ("foo(b, 2); e = d", "foo", "foo(b, 2)"),
        ("c = b +\nd = b", "", "c = b +"),
        ("c = (b + 1\nd = b", "=", "c = (b + 1"),
        ("for i in range(3):\n    b = b*2\n    zork(b)\nb", "zork", "zork(b)"),
        ("@torch.no_grad()\ndef f(x):\n    y = x +\n    return y\nf(b)", "+", "y = x +"),
        ("@zork\ndef f(x):\n    return x\nf(b)", "def f(x)", "@zork\ndef f(x):\n    return x"),
        ("if b > 1:\n    c = 1\nelif b >:\n    c = 2\nc*b", "elif", "if b > 1:\n    c = 1\nelif b >:\n    c = 2"),
        ("def f(x y):\n    return x\n\nf(b)", "y", "def f(x y):\n    return x"),
        ("assert b == 7\nb*2", "assert b == 7", "assert b == 7"),
    ],
)
def test_a_program_is_run_up_to_its_first_mistake(rest: str, place: str, statement: str) -> None:
    made = run_partly(parse(GOOD + rest))
    assert made.output.label == "b"
    assert made.output.raw == 6.0
    assert gradient_json(made)["gradients"] == {"a": 3.0}
    assert made.printed == ["6.0"]
    found, whole = errors(made)[0]
    assert found.startswith(place)
    assert whole == statement
    assert made.stopped_at is not None
    assert len(GOOD) <= made.stopped_at <= len(GOOD + rest)
    with pytest.raises(ProblemError):
        run(parse(GOOD + rest))


def test_a_program_without_a_mistake_is_run_whole() -> None:
    made = run_partly(parse(GOOD + "b*2"))
    assert (made.stopped_at, made.output.raw) == (None, 12.0)
    assert not made.problems


@pytest.mark.parametrize("text", ["c = foo(1)\nd = 2", "def f(x):\n    return x\nzork(3)", "import zork\nzork.x\nx*x"])
def test_where_nothing_comes_before_the_mistake_the_program_is_refused_with_the_statement(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run_partly(parse(text))
    first = refused.value.problems[0]
    assert first.statement is not None
    assert text[slice(*first.statement)] in text.split("\n")


def test_inputs_and_outputs_that_come_later_are_no_mistake_of_the_part() -> None:
    made = run_partly(parse(GOOD + "k = 4.0\nc = foo(k)"), {"k": 3.0, "a": 5.0}, "c")
    assert made.output.label == "k"
    assert made.inputs["a"].raw == 5.0
    with pytest.raises(ProblemError, match="zz"):
        run_partly(parse(GOOD), {"zz": 1.0})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = 2.0\n# left out: c = foo(a)\nb = a*3\nb", 6.0),
        ("a = 2.0; # left out: c = foo(a)\nb = a*3\nb", 6.0),
        ("a = 2.0\nfor i in range(2):\n    # left out: log(a, i)\n    a = a*3\na", 18.0),
        ("def f(x):\n    # left out: check(x)\n    return x*3\nf(2.0)", 6.0),
        ("def f(x):\n    # left out: pass me\n    # left out: and me\nf(2.0)\n2.0*3", 6.0),
        ("if True:\n    # left out: foo()\na = 2.0\na*3", 6.0),
        ("a = [2.0,\n# left out: 5\n3.0]\na[0]*a[1]", 6.0),
        (">>> a = 2.0\n>>> # left out: for i in x y:\n... # left out:     a = foo(i)\n>>> b = 3*2.0\n>>> b", 6.0),
        ("# left out: a = foo(1)\na = 2.0\na*3", 6.0),
    ],
)
def test_a_statement_that_was_left_out_leaves_the_rest(text: str, value: float) -> None:
    assert run(parse(text)).output.raw == value


@pytest.mark.parametrize(
    ("left_out", "used"),
    [
        ("c = foo(a)", "c*a"),
        ("a = foo(a)", "a*2"),
        ("a += foo(3)", "a*2"),
        ("c, (d, *e) = foo(a)", "a*e"),
        ("c: float = foo(a)", "c*a"),
        ("def c(x) return x", "c(a)"),
        ("for c in foo(a): pass", "c*a"),
        ("with foo(a) as c: pass", "c*a"),
        ("import zork.deep as c", "c.pi*a"),
        ("import c.deep", "c.pi*a"),
        ("from zork import (d, e as c)", "c(a)"),
        ("if a > 1: c = foo(a)", "c*a"),
        ("a.data = foo(2)", "a*2"),
        ("a.fancy_(2)", "a*2"),
        ("init.fancy_(a, 3)", "a*2"),
        ("a[0] = foo(2)", "a*2"),
    ],
)
def test_what_comes_from_a_statement_that_was_left_out_is_refused(left_out: str, used: str) -> None:
    text = f"a = 2.0\n# left out: {left_out}\n{used}"
    with pytest.raises(ProblemError, match="comes from line 2, which was left out"):
        run(parse(text))


def test_an_older_value_is_not_taken_for_the_one_that_was_left_out() -> None:
    text = "x = 2.0\ndef f(y):\n    x = y\n    # left out: x = foo(y)\n    return x*y\nf(x)"
    with pytest.raises(ProblemError, match="`x` comes from line 4"):
        run(parse(text))
    assert run(parse(text.replace("return x*y", "x = 1.0\n    return x*y"))).output.raw == 2.0


def test_a_statement_that_was_left_out_is_noted_with_its_place() -> None:
    text = "a = 2.0\n# left out: c = foo(a)\n# left out:     b\n\n# left out: d = 3\na*3"
    notes = [text[slice(*each.span or (0, 0))] for each in run(parse(text)).problems]
    assert notes == ["# left out: c = foo(a)\n# left out:     b", "# left out: d = 3"]


def test_no_part_of_a_program_is_shown_where_it_is_only_tried_with_small_limits() -> None:
    text = "x = 2.0\ns = x\nfor i in range(50):\n    s = s + x\ns"
    small = Limits(repetitions=10)
    assert run_partly(parse(text), limits=small).stopped_at == text.index("for")
    with pytest.raises(ProblemError):
        run_partly(parse(text), limits=replace(small, tentative=True))


@pytest.mark.parametrize(
    "failing",
    [
        "a, b = zork(2)",
        "(a, c), b = zork(2)",
        "for a, b in zork(2):\n    pass",
        "with zork(2) as b:\n    a = 1",
        "a = b = zork(2)",
    ],
)
def test_names_that_a_mistaken_statement_would_set_have_no_number(failing: str) -> None:
    with pytest.raises(ProblemError) as raised:
        run(parse(f"x = 2.0\n{failing}\nprint(a, b)\nx*3"))
    assert list(raised.value.printed) == ["<value> <value>"]
