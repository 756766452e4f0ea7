"""Notebooks: the code of their cells as one program, and places called by their cell."""

import json

import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.pasted_text.notebooks import Place, code_of, place_of


def notebook(*cells: object) -> str:
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def code(*lines: str) -> dict[str, object]:
    """A cell as Jupyter writes it: each line but the last with its end."""
    source = [f"{line}\n" for line in lines[:-1]] + list(lines[-1:])
    outputs = [{"output_type": "stream", "text": ["cells: 1\n"]}]
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": outputs, "source": source}


PROSE = {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "x = 5"]}
TEXT = notebook(
    PROSE,
    code("%matplotlib inline", "!pip install torch", "import torch"),
    code('x = torch.tensor(3.0, requires_grad=True)  # "three"', "y = x**2"),
    PROSE,
    code("%%bash", "rm x = y"),
    code("%%time", "y.backward()", 'print(f"{x.grad=}")'),
)


def test_a_notebook_runs_as_the_code_of_its_cells() -> None:
    made = run(parse(code_of(TEXT)))
    assert made.output.raw == 9.0
    assert made.printed == ["x.grad=6.0"]
    notes = [made.program.text[slice(*problem.span or (0, 0))] for problem in made.problems]
    assert notes == ["%matplotlib inline", "!pip install torch", "%%time"]


def test_a_cell_that_raises_an_exception_on_purpose_is_left_out() -> None:
    """Jupyter goes on behind such a cell."""
    raises = code("y[0] = 1.0", "x = 5.0") | {"metadata": {"tags": ["raises-exception", "other"]}}
    made = run(parse(code_of(notebook(code("x = 2.0", "y = x*x"), raises, code("y*x") | {"metadata": {"tags": ["other"]}}))))
    assert made.output.raw == 8.0
    assert "# y[0] = 1.0\n# x = 5.0\n" in made.program.text
    odd_ones: tuple[object, ...] = (None, [], {"tags": None}, {"tags": "raises-exception"})
    for odd in odd_ones:
        assert code_of(notebook(code("a*2") | {"metadata": odd})) == "# %% cell 1\na*2"


def test_places_are_called_by_cell_and_line() -> None:
    text = code_of(TEXT)
    assert place_of(text, text.index("import torch")) == Place(2, 3)
    assert place_of(text, text.index("y = x**2")) == Place(3, 2)
    assert place_of(text, text.index("print")) == Place(6, 3)
    assert place_of("x = 2", 3) is None


def test_the_source_of_a_cell_may_be_one_text_and_the_format_an_old_one() -> None:
    assert code_of(notebook({"cell_type": "code", "source": "a = 2\na*3"})) == "# %% cell 1\na = 2\na*3"
    old = json.dumps({"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 2\n", "a*3"]}]}], "nbformat": 3})
    assert code_of(old) == "# %% cell 1\na = 2\na*3"


@pytest.mark.parametrize(
    "text",
    [
        "x = 2",
        '{"cells": [',
        '{"cells": [1, null]}',
        '{"cells": []}',
        '{"worksheets": [3]}',
        '{"nodes": [], "edges": []}',
        '{"cells": [{"cell_type": "markdown", "source": "x"}]}',
        '["cells"]',
        "{" * 5000 + '"cells": [',
    ],
)
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert code_of(text) == text


def test_a_mistake_in_a_notebook_has_its_place_in_the_code() -> None:
    text = code_of(notebook(code("a = 2.0"), code("b = foo(a)")))
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    span = refused.value.problems[0].span
    assert span
    assert text[slice(*span)] == "foo"
    assert place_of(text, span[0]) == Place(2, 1)
