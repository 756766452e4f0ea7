"""What `help` says of every public name: it is there, has an example, and the example gives what it says."""

import doctest
import inspect
from typing import Any

import numpy as np
import pytest

import backpass
from backpass import engine
from backpass.engine import Tensor
from backpass.engine.library.docstrings import EXAMPLES_FILE
from scripts import method_examples
from tests.in_turn import in_turn

METHODS = [name for name in dir(Tensor) if not name.startswith("_")]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def documentation(owner: Any, name: str) -> str:
    return inspect.getdoc(inspect.getattr_static(owner, name, None) or getattr(owner, name)) or ""


def check(text: str, name: str) -> int:
    """Runs the examples of a text; gives how many there are."""
    names = {each: getattr(backpass, each) for each in backpass.__all__} | {"np": np, "engine": engine}
    examples = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(examples, out=said.append)
    assert result.failed == 0, "".join(said)
    return result.attempted


@in_turn("name", METHODS)
def test_a_member_of_tensor_says_what_it_does_with_an_example(name: str) -> None:
    text = documentation(Tensor, name)
    assert text.strip()[0] != ">"
    assert check(text, name) > 0, f"Tensor.{name} has no example"


@pytest.mark.parametrize("name", backpass.__all__)
def test_a_public_name_says_what_it_does_with_an_example(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    if name == "record":
        pytest.importorskip("torch")
    if name == "capture_jax":
        pytest.importorskip("jax")
    value = getattr(backpass, name)
    text = inspect.getdoc(value) if not inspect.isclass(value) else inspect.cleandoc(vars(value).get("__doc__") or "")
    assert text
    assert check(text, name) > 0, f"backpass.{name} has no example"


def test_a_wrong_example_is_found() -> None:
    with pytest.raises(AssertionError, match=r"3\.0"):
        check(">>> Tensor(2.0) + 1\nTensor(4.0, grad_fn=add)", "wrong")


def test_examples_of_operations_are_those_that_their_records_make() -> None:
    """Where this fails, `python3 run.py docs` writes them again."""
    assert EXAMPLES_FILE.read_text(encoding="utf-8") == method_examples.text()


@pytest.mark.parametrize("name", ["neg", "sub", "softmax", "mul_"])
def test_operations_say_what_they_raise(name: str) -> None:
    assert "Raises" in documentation(Tensor, name)
