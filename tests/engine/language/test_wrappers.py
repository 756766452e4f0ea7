"""Programs as they are copied from pages, terminals, notebooks and books."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.pasted_text.copied_text import unwrap
from backpass.engine.problems import Code, ProblemError, Severity

PROGRAM = "def f(x):\n    y = x*x\n    return y + 1\n\na = 3.0\nf(a)"


def prompted(program: str) -> str:
    return "".join(f"{'...' if line.startswith(' ') or not line else '>>>'} {line}\n" for line in program.split("\n")) + "10.0\n"


def numbered(mark: str) -> Callable[[str], str]:
    return lambda program: "\n".join(f"{number:3}{mark} {line}" for number, line in enumerate(program.split("\n"), 7))


def in_a_terminal(program: str) -> str:
    return "In [12]: " + program.replace("\n", "\n    ...: ") + "\nOut[12]: Value(data=10.0)\n\nIn [13]: \n"


WRAPPERS: dict[str, Callable[[str], str]] = {
    "fence": "```python\n{}\n```".format,
    "fence with prose": "I wrote this:\n\n~~~py\n{}\n~~~\nWhy is `a.grad` 6?\n".format,
    "fences of other languages": "```bash\npip install torch\n```\n\n```\n{}\n```\n```text\n10.0\n```".format,
    "fence that is not closed": "```\n{}".format,
    "fence that is only closed": "{}\n```\n".format,
    "attributes of a fence": "``` {{.python .numberLines}}\n{}\n```".format,
    "prompts": prompted,
    "a cell's label": "In [3]:\n{}\n\nOut[3]:\n10.0\n".format,
    "a terminal": in_a_terminal,
    "line numbers": numbered(""),
    "line numbers with dots": numbered("."),
    "line numbers with colons": numbered(":"),
    "line numbers with bars": numbered("|"),
    "line numbers with bars apart": numbered(" |"),
    "line numbers with lines apart": numbered(" │"),
    "line numbers with arrows": numbered("→"),
    "line numbers with parentheses": numbered(")"),
    "line numbers with zeros": lambda program: "\n".join(f"{n:02} | {line}" for n, line in enumerate(program.split("\n"), 7)),
    "line numbers in brackets": lambda program: "\n".join(f"[{n}] {line}" for n, line in enumerate(program.split("\n"), 1)),
    "line numbers with tabs": lambda program: "\n".join(f"{n}\t{line}" for n, line in enumerate(program.split("\n"), 1)),
    "line numbers of two widths": lambda program: "\n".join(f"{n}: {line}" for n, line in enumerate(program.split("\n"), 8)),
    "line numbers with nothing between": lambda program: "\n".join(f"{n}{line}" for n, line in enumerate(program.split("\n"), 1)),
    "line numbers in lines of their own": lambda program: "\n".join(
        f"{n}\n{line}" for n, line in enumerate(program.split("\n"), 1)
    ),
    "line numbers above all": lambda program: f"1\n2\n3\n4\n5\n6\n{program}",
    "line numbers with a sentence above": lambda program: f"Here is my code:\n\n{numbered('')(program)}",
    "a sentence above": "Here is my code:\n\n{}".format,
    "a sentence below": "{}\n\nWhat is wrong with it?".format,
    "a byte order mark": "\ufeff{}".format,
    "zero width at the ends of lines": lambda program: program.replace("\n", "\u200b\n"),
    "the guard of a main program": lambda program: program.replace(
        "a = 3.0\nf(a)", 'if __name__ == "__main__":\n    a = 3.0\n    f(a)'
    ),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_a_wrapped_program_gives_what_the_program_gives(wrap: Callable[[str], str]) -> None:
    text = wrap(PROGRAM)
    program = parse(text)
    assert program.text == text
    assert all(problem.code is Code.IGNORED for problem in program.problems)
    ran = run(program)
    assert ran.output.raw == 10.0
    (leaf,) = ran.inputs.values()
    assert leaf.label == "a"
    assert text[slice(*ran.literals[leaf])] == "3.0"


PRINTS = {
    "print(“half of”, 3)": "half of 3",
    "print(‘it is’, ‚so’)": "it is so",
    "print 'x is', 3": "x is 3",
    'print "done"': "done",
    "print a": "2",
}


@pytest.mark.parametrize(("line", "printed"), PRINTS.items())
def test_quotes_of_a_word_processor_and_print_without_parentheses(line: str, printed: str) -> None:
    assert run(parse(f"a = 2\n{line}\na*a")).printed == [printed]


UNCHANGED = [
    "1\n2\n3",
    "1 + 2\n2 + 3\n3 + 4",
    "1 x = 2\n3 y = 2\n2 x*y",
    "x = 1\n...\nx*x",
    "a = [\n  1,\n  2,\n]\nsum(a)",
    'def f(x):\n    """Here is what it does.\n\n    The square of a number.\n    """\n    return x*x\nf(3.0)',
    'def f(x):\n    """The square.\n\n    >>> f(3.0)\n    9.0\n    """\n    return x*x\nf(3.0)',
    'def f(x):\n    """The square.\n\n    ```\n    f(3.0)\n    ```\n    """\n    return x*x\nf(3.0)',
    "True if x else False",
    "1 if x else 2\n2 if x else 3\n3 if x else 1",
    "1  # one\n2  # two\n3  # three",
    "1 and x\n2 or x\n3 and x",
    "2 x = 4\n3 y = 6",
    "2x = 4\n3y = 6",
    "1x + 2y\n2x + 3y\n3x - y",
    "1 |x|\n2 |x|",
    "1. + 2\n2. + 3\n3. + 4",
    "1\nx = 2\nx",
    "[1] + [2]\n[2]",
    "[\n1\n]",
]


@pytest.mark.parametrize("text", UNCHANGED)
def test_what_may_be_a_program_is_left_as_it_is(text: str) -> None:
    assert unwrap(text) == (text, [])


def test_a_character_nobody_sees_within_a_name_is_shown() -> None:
    problems = parse("loss = 3\nlo\u200bss*2").problems
    assert next(problem.code for problem in problems if problem.severity is Severity.ERROR) is Code.INVALID_CHARACTER


ROWS = "x = 2.0\ny = [\n    1.0,\n    3.0,\n]\n-x*y[0] + (\n    2*y[1]\n)"


@pytest.mark.parametrize("mark", [" ", "  ", ": ", " | ", ". ", "\t"])
@pytest.mark.parametrize("start", [1, 6])
def test_numbers_before_lines_that_begin_with_anything(mark: str, start: int) -> None:
    text = "\n".join(f"{number}{mark}{line}" for number, line in enumerate(ROWS.split("\n"), start))
    program = parse(text)
    assert [(problem.code, problem.span) for problem in program.problems] == [(Code.IGNORED, (0, text.index("\n")))]
    assert run(program).output.raw == 4.0


@pytest.mark.parametrize("text", ["1  x = 2.0\n2  x*x", "7: x = 2.0\n8: x*x", "1 import math\n2 x = 2.0\n\n3 -x*-x"])
def test_few_numbered_lines(text: str) -> None:
    assert run(parse(text)).output.raw == 4.0


@pytest.mark.parametrize("start", range(1, 11))
def test_numbers_of_two_widths_leave_the_blocks_as_they_are(start: int) -> None:
    code = "def f(x):\n    if x > 1:\n        z = 3\n    else:\n        z = 2\n    return z*x\nx = 2.0\nf(x)"
    program = parse("\n".join(f"{number}: {line}" for number, line in enumerate(code.split("\n"), start)))
    assert [problem.code for problem in program.problems] == [Code.IGNORED]
    assert run(program).output.raw == 6.0


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "```",
                "~~~ python",
                ">>> ",
                "... ",
                "In [1]: ",
                "Out[1]:",
                "1 ",
                "2. ",
                "x = 2",
                " y",
                "Here is a thing.",
                "“",
                "\u200b",
                '"""',
                "\n",
                "\n",
                "é",
            ]
        )
    ).map("".join)
)
def test_places_stay_places(text: str) -> None:
    bare, problems = unwrap(text)
    assert len(bare) == len(text)
    assert [place for place, each in enumerate(bare) if each == "\n"] == [
        place for place, each in enumerate(text) if each == "\n"
    ]
    straight = text.translate(str.maketrans("“”", '""'))
    assert all(kept in (before, " ", "\f") for kept, before in zip(bare, straight, strict=True))
    assert all(problem.span and text[slice(*problem.span)].strip() for problem in problems)


def test_a_docstring_with_a_formula_in_latex_leaves_a_program_python() -> None:
    text = 'def f(x):\n    r"""\n    The \\sin of $x^2$, see \\partial.\n    """\n    return x*x\n\nx = 3.0\nf(x)'
    assert run(parse(text)).output.raw == 9.0
    assert run(parse(text.replace('r"""', "'''").replace('"""', "'''"))).output.raw == 9.0
    assert run(parse("import math  # \\alpha\nx = 2.0\nx*x")).output.raw == 4.0


@pytest.mark.parametrize("text", ["2,5*x", "x = 0,5\nx*2", "1, 2"])
def test_a_comma_may_be_a_decimal_point_and_is_not_guessed(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))


def test_several_values_in_the_last_line_are_one_tensor() -> None:
    ran = run(parse("x, y = 3.0, 4.0\nx*y, x + y"))
    assert ran.output.data.tolist() == [12.0, 7.0]
    unlike = run(parse("def f(x):\n    return [x, x]\nx = 3.0\ny = x*x\ny, f(x)"))
    assert unlike.printed == ["(9.0, [3.0, 3.0])"]
    assert unlike.output.raw == 9.0
