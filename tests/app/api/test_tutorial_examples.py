"""The examples that are written as tutorials write them print what the real libraries print."""

import contextlib
import io
import re
import warnings
from typing import Any

import numpy as np
import pytest

from backpass.app.api.gallery import tutorial_examples
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

PROGRAMS = {name: text for name, text in vars(tutorial_examples).items() if name.isupper()}
_NUMBER = re.compile(r"[-+]?[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?")


def numbers(text: str) -> list[float]:
    return [float(each) for each in _NUMBER.findall(text)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_prints_what_its_library_prints(name: str) -> None:
    text, names = PROGRAMS[name], dict[str, Any]()
    if "import torch" in text:
        pytest.importorskip("torch")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(text, names)
    made = run(parse(text))
    expected = numbers(printed.getvalue())
    np.testing.assert_allclose(numbers("\n".join(made.printed)), expected, rtol=2e-4, atol=1e-4)
    last = text.rstrip().rpartition("\n")[2]
    if not last.startswith("print"):
        np.testing.assert_allclose(made.output.raw, np.asarray(eval(last, names), dtype=float), rtol=1e-5)
    else:
        assert expected
    assert made.inputs
