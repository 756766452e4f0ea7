"""A program whose inputs learn: at once for a batch where it can be, example by example where it must be."""

import numpy as np
import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.language import parse
from backpass.engine.learning.datasets import Dataset, four_blobs, moons, sine
from backpass.engine.learning.descent import adversarial_step
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import predictions
from backpass.engine.learning.nn import MLP, LogisticRegression, Module
from backpass.engine.learning.optim import SGD, Adam
from backpass.engine.learning.program_model import ProgramModel
from backpass.engine.learning.training import Training

LOGISTIC = parse("w1 = -1.0\nw2 = 1.0\nb = 2.0\n\nsigmoid(w1*x1 + w2*x2 + b)")
TWO_PATHS = parse("w1 = 1.7\nw2 = 0.2\nw3 = 0.6\na = x**2\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\n4*sin(b + c)")


def test_all_inputs_that_are_no_features_are_parameters_under_their_own_names() -> None:
    model = ProgramModel(LOGISTIC, ["x1", "x2"])
    assert model.state() == {"w1": -1.0, "w2": 1.0, "b": 2.0}
    assert not model.one_by_one
    assert ProgramModel(LOGISTIC, ["x1", "x2"], start={"w1": 5.0}).state()["w1"] == 5.0
    assert set(ProgramModel(parse("w*x + c"), ["x"]).state()) == {"w", "c"}


def test_a_program_learns_as_the_model_it_spells() -> None:
    data = four_blobs(seed=4)
    losses = []
    for model in (ProgramModel(LOGISTIC, ["x1", "x2"]), LogisticRegression(2, weights=[-1, 1], bias=2)):
        training = Training(model, data, "binary_cross_entropy", SGD(model.parameters(), 0.5), steps=30, batch_size=50)
        losses.append([progress.loss for progress in training])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-10)
    assert losses[0][-1] < losses[0][0] / 3


def test_the_sine_along_two_paths_is_learnt_from_its_text() -> None:
    model = ProgramModel(TWO_PATHS, ["x"])
    training = Training(model, sine(500), "mean_squared_error", SGD(model.parameters(), 1e-3), l2=0.1, steps=500)
    losses = [progress.loss for progress in training]
    assert losses[0] == pytest.approx(10.109, abs=1e-3)
    assert losses[-1] < 0.22
    assert model.state()["w3"] != 0.6


@pytest.mark.parametrize("text", ["tanh([w, v] @ [x, 1.0])", "max([w*x, v*x, 0.1*x])"])
def test_what_mixes_elements_is_computed_example_by_example(text: str) -> None:
    model = ProgramModel(parse("w = 0.5\nv = -0.25\n" + text), ["x"])
    assert model.one_by_one
    data = Dataset(np.array([[1.0], [2.0], [-1.0]]), np.array([0.3, 0.6, -0.3]))
    made = predictions(model, data.inputs)
    alone = [ProgramModel(parse(f"w = 0.5\nv = -0.25\nx = {x}\n{text}"), [])([]).item() for x in (1.0, 2.0, -1.0)]
    assert [each.item() for each in made] == alone
    training = Training(model, data, "mean_squared_error", Adam(model.parameters(), 0.05), steps=60)
    run = list(training)
    assert run[-1].loss < run[0].loss / 2


NOTEBOOK = """
import random
from micrograd.engine import Value

random.seed(1337)

class Neuron:
    def __init__(self, nin, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0)
        self.nonlin = nonlin
    def __call__(self, x):
        act = sum((wi*xi for wi, xi in zip(self.w, x)), self.b)
        return act.relu() if self.nonlin else act

class Layer:
    def __init__(self, nin, nout, nonlin):
        self.neurons = [Neuron(nin, nonlin) for _ in range(nout)]
    def __call__(self, x):
        return [n(x) for n in self.neurons]

class MLP:
    def __init__(self, nin, nouts):
        sz = [nin] + nouts
        self.layers = [Layer(sz[i], sz[i + 1], i != len(nouts) - 1) for i in range(len(nouts))]
    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0]

model = MLP(2, [4, 4, 1])
model([x1, x2])
"""


def test_a_network_pasted_from_a_notebook_learns_as_ours_does() -> None:
    pasted = ProgramModel(parse(NOTEBOOK), ["x1", "x2"])
    ours = MLP(2, [4, 4, 1], "relu", last="linear", zero_biases=True, random=1337)
    assert len(pasted.parameters()) == len(ours.parameters()) == 37
    losses = []
    for model in (pasted, ours):
        training = Training(model, moons(40, seed=1), "hinge", SGD(model.parameters(), 0.2), steps=30, l2=1e-4)
        losses.append([progress.loss for progress in training])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-8)
    assert losses[0][-1] < losses[0][0] / 2


def test_numbers_without_a_name_of_their_own_learn_too() -> None:
    model = ProgramModel(
        parse("import random\nrandom.seed(3)\nsum([Value(random.uniform(-1, 1)) * x**k for k in range(3)])"), ["x"]
    )
    assert len(model.parameters()) == 3
    data = Dataset(np.linspace(-1, 1, 9)[:, None], 1 - 2 * np.linspace(-1, 1, 9) + 0.5 * np.linspace(-1, 1, 9) ** 2)
    list(Training(model, data, "mean_squared_error", Adam(model.parameters(), 0.1), steps=300))
    assert sorted(model.state().values()) == pytest.approx([-2, 0.5, 1], abs=1e-2)


def test_a_program_that_decides_by_its_numbers_decides_for_each_example() -> None:
    text = "w = 2.0\nb = 0.5\ny = w*x + b\nif y > 0:\n    y = 3*y\nelse:\n    y = -y\ny"
    model = ProgramModel(parse(text), ["x"])
    assert model.one_by_one
    data = Dataset(np.array([[1.0], [-1.0], [0.25]]), np.array([1.0, 2.0, 3.0]))
    assert [each.item() for each in predictions(model, data.inputs)] == [7.5, 1.5, 3.0]
    training = Training(model, data, "mean_squared_error", SGD(model.parameters(), 0.001), steps=2)
    first, second = training
    assert first.loss == pytest.approx((6.5**2 + 0.5**2) / 3)
    assert second.loss < first.loss


def test_parameters_that_are_tensors_learn_as_well() -> None:
    model = ProgramModel(parse("W = [[0.5, -0.5], [0.25, 1.0]]\nv = [1.0, -1.0]\ntanh(W @ [x1, x2]) @ v"), ["x1", "x2"])
    data = Dataset(np.random.default_rng(2).normal(size=(6, 2)), np.array([0.1, -0.2, 0.3, 0.5, -0.4, 0.0]))
    training = Training(model, data, "mean_squared_error", Adam(model.parameters(), 0.05), steps=80)
    run = list(training)
    assert run[-1].loss < run[0].loss / 3
    assert np.shape(model.state()["W"]) == (2, 2)
    checkpoint = training.checkpoint()
    training.model.load({"W": np.zeros((2, 2)), "v": [0.0, 0.0]})
    training.restore(checkpoint)
    assert model.state() == {name: checkpoint["parameters"][name] for name in ("W", "v")}


def test_the_gradient_in_the_input_goes_through_a_program() -> None:
    spelled, built = ProgramModel(LOGISTIC, ["x1", "x2"]), LogisticRegression(2, weights=[-1, 1], bias=2)
    one, other = (adversarial_step(model, LOSSES["binary_cross_entropy"], [0.5, 0.25], 1.0, 0.1) for model in (spelled, built))
    np.testing.assert_allclose(one.moved, other.moved, rtol=1e-12)


def test_a_feature_that_the_program_does_not_use_and_nothing_to_learn_are_refused() -> None:
    with pytest.raises(ProblemError) as refusal:
        ProgramModel(LOGISTIC, ["x1", "x3"])
    assert refusal.value.problems[0].code is Code.UNKNOWN_INPUT
    with pytest.raises(ProblemError, match="nothing to learn"):
        ProgramModel(parse("x1*x2"), ["x1", "x2"])
    model: Module = ProgramModel(LOGISTIC, ["x1", "x2"])
    with pytest.raises(ProblemError, match="2 features, but the examples have 1 number each"):
        predictions(model, np.zeros((3, 1)))
