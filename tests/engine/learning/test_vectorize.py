"""A model of single examples computed for all of them at once: only where that is the same, and then it is the same."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass.engine import Tensor
from backpass.engine.learning.datasets import blobs, moons
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import predictions
from backpass.engine.learning.nn import MLP, LogisticRegression, Module, Neuron
from backpass.engine.learning.objective import ScalarObjective, objective
from backpass.engine.learning.vectorize import try_vectorize

INPUTS = np.random.default_rng(1).normal(size=(7, 2))


class Single(Module):
    """A model of one parameter and one example, given by a function."""

    one_by_one = True

    def __init__(self, function: Callable[[Tensor, list[Tensor]], Any]) -> None:
        self.w = Tensor(0.5)
        self._function = function

    def __call__(self, x: list[Tensor]) -> Any:
        return self._function(self.w, x)


def drawn() -> float:
    return random.random()


NOT_ALIKE_FOR_ALL = {
    "decides by the example": lambda w, x: w * x[0] if x[0] > 0 else w,
    "decides by the example's data": lambda w, x: w * x[0] if x[0].data > 0 else w,
    "decides by the parameter": lambda w, x: w * x[0] if w.data > 0 else x[0],
    "takes the parameter's number": lambda w, x: w * x[0] + w.data,
    "takes the example's number": lambda w, x: w * x[0].data,
    "takes a number as a float": lambda w, x: w * float(x[0].data),
    "mixes elements": lambda w, x: (w * x[0]).softmax(),
    "adds elements up": lambda w, x: (w * x[0]).sum() + 0 * x[1],
    "is not the same twice": lambda w, x: w * x[0] * drawn(),
    "does not look at the example": lambda w, _x: w * 2.0,
    "is no tensor": lambda _w, _x: 1.0,
}


@pytest.mark.parametrize("name", NOT_ALIKE_FOR_ALL)
def test_a_model_that_is_not_the_same_for_all_examples_sees_them_one_by_one(name: str) -> None:
    model = Single(NOT_ALIKE_FOR_ALL[name])
    assert try_vectorize(model, INPUTS) is None
    assert model.w.data == 0.5
    assert isinstance(objective(model, LOSSES["hinge"], INPUTS), ScalarObjective)


@pytest.mark.parametrize("model", [MLP(2, [3, 1]), MLP(2, [3, 2], "relu"), Neuron(2), LogisticRegression(2)], ids=repr)
def test_a_network_of_single_numbers_can_see_all_examples_at_once(model: Module) -> None:
    whole = try_vectorize(model, INPUTS)
    assert whole is not None
    rows = predictions(model, INPUTS)
    expected = [[each.data for each in row] if isinstance(row, list) else row.data for row in rows]
    np.testing.assert_allclose(whole(Tensor(INPUTS, requires_grad=False)).data, expected, rtol=1e-13)
    assert all(type(tensor.raw) is float for tensor in model.parameters())


@pytest.mark.parametrize(("outputs", "loss"), [([4, 1], "hinge"), ([4, 3], "cross_entropy")])
def test_both_ways_give_the_same_loss_gradients_and_predictions(outputs: list[int], loss: str) -> None:
    data = blobs(20, seed=2) if loss == "cross_entropy" else moons(20)
    targets = LOSSES[loss].encoded(data)
    together = objective(MLP(2, outputs, "relu", random=3), LOSSES[loss], data.inputs)
    alone = ScalarObjective(MLP(2, outputs, "relu", random=3), LOSSES[loss])
    assert not isinstance(together, ScalarObjective)
    for count in (20, 5, 1, 20):
        found, expected = (each.differentiate(data.inputs[:count], targets[:count]) for each in (together, alone))
        assert found[0] == pytest.approx(expected[0], rel=1e-12)
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-12)
        np.testing.assert_allclose(together.gradients, alone.gradients, rtol=1e-10, atol=1e-14)
        for each in (together, alone):
            each.parameters -= 0.1 * each.gradients
            each.moved()


def test_a_single_example_is_not_enough_to_try_a_model_with() -> None:
    assert try_vectorize(MLP(2, [3, 1]), INPUTS[:1]) is None
