"""Models written as programs with the loss of one example: the same numbers, under names that say where they stand."""

from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.language import parse
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.model_source import model_text, renamed_groups
from backpass.engine.learning.nn import MLP, LogisticRegression, Module
from backpass.engine.learning.program_model import ProgramModel
from backpass.engine.problems import Code, ProblemError
from backpass.engine.serialization.graph_json import graph_json

EXAMPLE = [0.3, -0.7]


def loss_of(model: Any, loss: str, target: Any) -> Tensor:
    made = model(EXAMPLE) if model.one_by_one else model(np.array([EXAMPLE]))
    record = LOSSES[loss]
    return record([made], [target]) if model.one_by_one else record(made, np.array([target]))


@pytest.mark.parametrize(
    ("model", "loss", "target"),
    [
        (MLP(2, [3, 2, 1], "relu", last="linear", random=1), "hinge", -1),
        (MatrixMLP(2, [3, 1], "tanh", random=2), "mean_squared_error", 0.25),
        (MatrixMLP(2, [2, 3], "sigmoid", last="linear", random=3), "cross_entropy", [0.0, 1.0, 0.0]),
        (MLP(2, [1], "sigmoid", random=4), "binary_cross_entropy", 1),
        (MLP(2, [4, 1], "leaky_relu", last="linear", random=5), "binary_cross_entropy_with_logits", 0),
        (LogisticRegression(2, weights=[-1, 1], bias=2), "binary_cross_entropy", 0),
        (ProgramModel(parse("tanh(w*x + v*y)*2"), ["x", "y"]), "huber", 3),
    ],
    ids=["mlp", "matrices", "classes", "one neuron", "leaky", "logistic", "program"],
)
def test_the_text_computes_the_models_own_loss_and_gradients(model: Module, loss: str, target: Any) -> None:
    made = model_text(model, LOSSES[loss], ["x", "y"], EXAMPLE, target).run()
    expected = loss_of(model, loss, target)
    assert made.output.item() == pytest.approx(expected.item(), rel=1e-13)
    if isinstance(model, MatrixMLP):
        model = model.as_scalars()
        expected = loss_of(model, loss, target)
    theirs = backward(expected)
    ours = backward(made.output)
    names = dict(model.named_parameters())
    written = [name for name in made.inputs if name not in ("x", "y")]
    assert len(written) == len(names)
    for (name, tensor), written_name in zip(names.items(), written, strict=True):
        if " · " in name:
            assert written_name == name.replace("layer ", "layer").replace("neuron ", "neuron").replace(" · ", ".")
        assert ours.of(made.inputs[written_name]) == pytest.approx(theirs.of(tensor), rel=1e-12)


def test_the_calls_of_layers_and_neurons_are_groups_numbered_as_they_stand() -> None:
    text = model_text(MLP(2, [2, 1], "relu", last="linear"), LOSSES["hinge"], ["x", "y"], EXAMPLE, 1)
    graph = graph_json(text.run())
    renamed_groups(graph)
    assert [(group["name"], group["parent"]) for group in graph["groups"]] == [
        ("layer 1", None),
        ("neuron 1", 0),
        ("neuron 2", 0),
        ("layer 2", None),
        ("neuron 1", 3),
    ]
    assert {node["name"] for node in graph["nodes"]} >= {
        "x",
        "y",
        "layer1.neuron2.w[0]",
        "layer2.neuron1.b",
        "prediction",
        "loss",
    }


@pytest.mark.parametrize(
    "features", [["petal length", "x"], ["tanh", "y"], ["x", "x"], ["layer1", "y"], ["pi", "y"], ["loss", "y"]]
)
def test_features_whose_names_a_program_cannot_have_are_numbered(features: list[str]) -> None:
    made = model_text(MLP(2, [1]), LOSSES["hinge"], features, EXAMPLE, 1).run()
    assert list(made.inputs)[:2] == ["x1", "x2"]


@pytest.mark.parametrize(
    ("program", "written", "inputs"),
    [
        (
            "w1 = 1.7; w2*x + w1",
            "x = 0.5\nw2 = 1.25\nw1 = 1.95; prediction = w2*x + w1\nloss = squared_error(prediction, 1)\n",
            {},
        ),
        ("x = 3\ny = w*x\nif y > 0:\n    y = y*2\ny", "w = 1.25\nx = 0.5\ny = w*x", {}),
        ("w = [1.0, 2.0]\n(w*x).sum()", "w = [1.25, 2.25]\nprediction = (w*x).sum()", {}),
        ("prediction = w*x\nprediction*2 + loss", "prediction_ = prediction*2 + loss\nloss_ = squared_error(prediction_, 1)", {}),
        ("import random\nw = Value(random.uniform(-1, 1))\nw*x", "w = Value(random.uniform(-1, 1))", {"w"}),
        ("def f(x, w):\n    return w*x\nf(x, 3)", "prediction = f(x, 3.25)", {}),
    ],
)
def test_a_program_keeps_its_text_with_the_numbers_it_has_learnt(program: str, written: str, inputs: set[str]) -> None:
    model = ProgramModel(parse(program), ["x"])
    for tensor in model.parameters():
        tensor.data = tensor.data + 0.25
    text = model_text(model, LOSSES["mean_squared_error"], ["x"], [0.5], 1.0)
    assert written in text.program
    assert set(text.inputs) == set(inputs)
    record = LOSSES["mean_squared_error"]
    expected = record([model([0.5])], [1.0]) if model.one_by_one else record(model(np.array([[0.5]])), [1.0])
    assert text.run().output.item() == pytest.approx(expected.item(), rel=1e-13)


def test_one_number_written_for_several_parameters_stays_and_their_values_are_handed_in() -> None:
    made = "class N:\n    def __init__(self, w):\n        self.w = Value(w)\n        self.b = Value(0)\n"
    program = f"{made}n = N(2)\nm = N(3)\nn.w*m.w*x + n.b + m.b"
    model = ProgramModel(parse(program), ["x"])
    for number, tensor in enumerate(model.parameters()):
        tensor.data = float(number)
    text = model_text(model, LOSSES["mean_squared_error"], ["x"], [0.5], 1.0)
    assert "Value(0)" in text.program
    assert text.inputs.keys() >= {"n.b", "m.b"}
    expected = LOSSES["mean_squared_error"](model(np.array([[0.5]])), [1.0])
    assert text.run().output.item() == pytest.approx(expected.item(), rel=1e-13)


class Strange(Module):
    """A model of somebody's own."""


def test_a_model_without_a_text_is_refused() -> None:
    with pytest.raises(ProblemError) as refused:
        model_text(Strange(), LOSSES["hinge"], ["x"], [0.5], 1)
    assert refused.value.problems[0].code is Code.UNSUPPORTED
