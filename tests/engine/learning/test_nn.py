"""Modules: sizes, names, numbers, and the same network twice: a node per weight, and as matrices."""

import random
from typing import Any

import numpy as np
import pytest

from backpass.engine import Code, ProblemError, Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.learning.matrix_nn import MatrixMLP, predictions
from backpass.engine.learning.nn import MLP, Layer, LogisticRegression, Module, Neuron, parameter_count

MOONS: dict[str, Any] = {"activation": "relu", "last": "linear", "zero_biases": True}


def test_the_two_networks_of_the_courses_have_41_and_337_parameters() -> None:
    for inputs, outputs, count in ((3, [4, 4, 1], 41), (2, [16, 16, 1], 337)):
        assert len(MLP(inputs, outputs).parameters()) == count
        assert sum(tensor.data.size for tensor in MatrixMLP(inputs, outputs).parameters()) == count
        assert parameter_count(inputs, outputs) == count


def test_modules_are_written_as_in_micrograd() -> None:
    assert repr(Neuron(2, "relu")) == "ReLUNeuron(2)"
    assert repr(Layer(2, 2, "linear")) == "Layer of [LinearNeuron(2), LinearNeuron(2)]"
    assert repr(MLP(2, [2, 1], **MOONS)) == "MLP of [Layer of [ReLUNeuron(2), ReLUNeuron(2)], Layer of [LinearNeuron(2)]]"
    assert repr(Neuron(3)) == "TanhNeuron(3)"
    assert repr(LogisticRegression(2)) == "LogisticRegression(2)"


def test_a_network_is_written_and_drawn_and_computed_as_by_micrograd_itself() -> None:
    micrograd = pytest.importorskip("micrograd.nn")
    random.seed(1337)
    theirs = micrograd.MLP(2, [16, 16, 1])
    ours = MLP(2, [16, 16, 1], **MOONS, random=1337)
    assert repr(ours) == repr(theirs)
    assert [tensor.data for tensor in ours.parameters()] == [value.data for value in theirs.parameters()]
    for model, example in ((ours, [Tensor(0.3), Tensor(-0.7)]), (theirs, [0.3, -0.7])):
        model(example).backward()
    assert ours([0.3, -0.7]).data == theirs([0.3, -0.7]).data
    assert [tensor.grad for tensor in ours.parameters()] == pytest.approx(
        [value.grad for value in theirs.parameters()], rel=1e-12
    )


def test_parameters_are_named_by_where_they_stand_and_graphs_show_the_name() -> None:
    names = [name for name, _ in MLP(3, [4, 4, 1]).named_parameters()]
    assert names[:5] == [
        "layer 1 · neuron 1 · w[0]",
        "layer 1 · neuron 1 · w[1]",
        "layer 1 · neuron 1 · w[2]",
        "layer 1 · neuron 1 · b",
        "layer 1 · neuron 2 · w[0]",
    ]
    assert names[-1] == "layer 3 · neuron 1 · b"
    assert MLP(3, [4, 4, 1]).layers[1].neurons[2].w[3].label == "layer 2 · neuron 3 · w[3]"
    assert [tensor.label for tensor in MatrixMLP(2, [3, 1]).parameters()] == [
        "layer 1 · weights",
        "layer 1 · biases",
        "layer 2 · weights",
        "layer 2 · biases",
    ]


def test_a_module_of_ones_own_finds_its_parameters_once_each_and_leaves_constants_alone() -> None:
    class Tied(Module):
        def __init__(self) -> None:
            self.w = Tensor(1.0)
            self.again = self.w
            self.fixed = Tensor(2.0, requires_grad=False)
            self.parts = [Neuron(1), Neuron(1)]
            self.name = "tied"

    names = [name for name, _ in Tied().named_parameters()]
    assert names == ["w", "part 1 · w[0]", "part 1 · b", "part 2 · w[0]", "part 2 · b"]


@pytest.mark.parametrize("options", [{}, MOONS, {"activation": "sigmoid"}], ids=["tanh", "relu", "sigmoid"])
def test_matrices_and_single_numbers_give_the_same_predictions_and_gradients(options: dict) -> None:
    scalars, matrices = MLP(3, [4, 2], random=5, **options), MatrixMLP(3, [4, 2], random=5, **options)
    inputs = np.random.default_rng(1).normal(size=(6, 3))
    rows = predictions(scalars, inputs)
    whole = predictions(matrices, inputs)
    np.testing.assert_allclose([[each.data for each in row] for row in rows], whole.data, rtol=1e-13)
    total = rows[0][0]
    for row in rows:
        for each in row:
            total = total + each * each
    (total - rows[0][0]).backward()
    assert isinstance(whole, Tensor)
    (whole * whole).sum().backward()
    for layer, matrix in zip(scalars.layers, matrices.layers, strict=True):
        for index, neuron in enumerate(layer.neurons):
            np.testing.assert_allclose(
                np.array([weight.grad for weight in neuron.w]), np.array(matrix.weights.grad)[:, index], rtol=1e-9, atol=1e-12
            )
            assert neuron.b.grad == pytest.approx(np.array(matrix.biases.grad)[index], rel=1e-9, abs=1e-12)


def test_a_network_turns_into_matrices_and_back_without_losing_a_number() -> None:
    scalars = MLP(2, [3, 1], **MOONS, random=9)
    there = MatrixMLP.of(scalars)
    back = there.as_scalars()
    assert back.state() == scalars.state()
    assert repr(back) == repr(scalars)
    assert there.state() == MatrixMLP(2, [3, 1], **MOONS, random=9).state()


def test_one_output_comes_as_itself_and_several_as_a_list() -> None:
    assert isinstance(MLP(2, [3, 1])([1, 2]), Tensor)
    assert len(MLP(2, [3, 2])([1, 2])) == 2
    assert MatrixMLP(2, [3, 1])([[1.0, 2.0], [3.0, 4.0]]).shape == (2,)
    assert MatrixMLP(2, [3, 2])([[1.0, 2.0], [3.0, 4.0]]).shape == (2, 2)
    assert MatrixMLP(2, [3, 1])([1.0, 2.0]).shape == ()


def test_an_input_is_one_node_however_many_neurons_see_it() -> None:
    first, second = Layer(1, 2)([5.0])
    constants = [tensor for tensor in ancestors(first + second) if not tensor.inputs and not tensor.requires_grad]
    assert [tensor.data for tensor in constants] == [5.0]


def test_numpys_streams_can_be_drawn_from_as_well() -> None:
    drawn = np.random.default_rng(4).uniform(-1, 1, size=3).tolist()
    neuron = Neuron(2, random=np.random.default_rng(4))
    assert [tensor.data for tensor in neuron.parameters()] == drawn


def test_gradients_that_are_forgotten_become_none_and_not_zero() -> None:
    neuron = Neuron(1)
    neuron([1.0]).backward()
    assert neuron.b.grad is not None
    neuron.zero_grad()
    assert [tensor.grad for tensor in neuron.parameters()] == [None, None]


def test_a_state_is_taken_by_a_model_of_the_same_build_and_refused_by_any_other() -> None:
    one, other = MLP(2, [3, 1], random=1), MLP(2, [3, 1], random=2)
    other.load(one.state())
    assert other.state() == one.state()
    with pytest.raises(ProblemError, match="layer 3 · neuron 1 · b"):
        MLP(2, [3, 1, 1]).load(one.state())
    with pytest.raises(ProblemError, match=r"\(2, 3\).*\(2, 4\)"):
        MatrixMLP(2, [3, 1]).load({**MatrixMLP(2, [3, 1]).state(), "layer 1 · weights": [[0.0] * 4] * 2})


def test_too_few_numbers_an_empty_layer_and_a_strange_activation_are_refused_with_a_way_out() -> None:
    with pytest.raises(ProblemError, match="has 3 inputs, but 2 numbers are given") as refusal:
        Neuron(3)([1, 2])
    assert refusal.value.problems[0].code is Code.SHAPE_MISMATCH
    with pytest.raises(ProblemError, match="has 3 inputs, but 2 weights are given"):
        Neuron(3, weights=[1, 2], bias=0)
    for inputs, outputs in ((0, [1]), (2, []), (2, [3, 0])):
        with pytest.raises(ProblemError, match="empty layer"):
            MLP(inputs, outputs)
    with pytest.raises(ProblemError, match="is not an activation") as refusal:
        MLP(2, [3, 1], "rellu")
    assert refusal.value.problems[0].hint is not None
    assert "`relu`" in refusal.value.problems[0].hint
    with pytest.raises(ProblemError, match="is not an activation"):
        Neuron(2, "add")


def test_a_module_may_say_what_it_gives_in_forward_as_in_pytorch() -> None:
    class Line(Module):
        def __init__(self) -> None:
            super().__init__()
            self.w, self.b = Tensor(2.0), Tensor(1.0)

        def forward(self, x: Tensor) -> Tensor:
            return self.w * x + self.b

    class Silent(Module):
        pass

    line = Line()
    line(3.0).backward()
    assert {name: tensor.grad for name, tensor in line.named_parameters()} == {"w": 3.0, "b": 1.0}
    with pytest.raises(NotImplementedError, match="Silent"):
        Silent()(1.0)
