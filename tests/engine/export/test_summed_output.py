"""Code of a program with several output elements: it says that the gradients are those of their sum, and names each element."""

import pytest

from backpass.engine.export.registry import export
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.computation import Computation

PROGRAM = "W = [[1.0, 2.0], [3.0, 4.0]]\nx = [1.0, 2.0]\ny = W @ x\ny"


@pytest.mark.parametrize("target", ["numpy", "pytorch", "jax"])
def test_code_says_that_gradients_are_of_the_sum_and_offers_each_element(target: str) -> None:
    text = export(Computation.of(run(parse(PROGRAM))), target)
    assert "gradients are those of their sum" in text
    assert "ask for it as the output: y[0], y[1]\n" in text


@pytest.mark.parametrize("target", ["numpy", "pytorch", "jax"])
def test_code_says_nothing_of_it_where_a_gradient_for_each_element_was_given(target: str) -> None:
    made = run(parse(PROGRAM))
    assert "their sum" not in export(Computation.of(made, upstream=[1.0, 0.0]), target)


def test_many_elements_are_not_all_named() -> None:
    text = export(Computation.of(run(parse("import numpy as np\nx = np.arange(30.0)\ny = x*x\ny"))), "numpy")
    assert "y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], …\n" in text
