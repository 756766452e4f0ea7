"""Frozen parameters: which they are, that nothing moves them, and that the others move as with PyTorch."""

import json
from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError, Tensor
from backpass.engine.learning.datasets import moons
from backpass.engine.learning.freezing import WeightPlace, frozen_parameters
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import LogisticRegression
from backpass.engine.learning.optim import OPTIMIZERS, Adam
from backpass.engine.learning.training import Pitfall, Training
from backpass.engine.shapes import Mask
from tests.engine.learning.test_optim import OURS_AND_THEIRS

ROW = WeightPlace("layer 1 · weights", (1,))
"""The weights from the second input to the three neurons: numbers 3, 4 and 5 of the model."""
BIAS = WeightPlace("layer 2 · biases", (0,))


def network() -> MatrixMLP:
    return MatrixMLP(2, [3, 1], "tanh", last="linear", random=4)


def training(places: list[WeightPlace], optimizer: str = "adam", **options: Any) -> Training:
    model = network()
    frozen = frozen_parameters(model, places)
    made = OPTIMIZERS[optimizer](model.parameters(), learning_rate=0.05, weight_decay=0.1)
    return Training(model, moons(20, seed=1), "hinge", made, steps=8, frozen=frozen, **options)


def test_a_place_is_a_number_a_row_or_a_whole_parameter() -> None:
    model = network()
    places: dict[tuple[WeightPlace, ...], list[int]] = {
        (WeightPlace("layer 1 · weights", (1, 2)),): [5],
        (ROW,): [3, 4, 5],
        (WeightPlace("layer 1 · weights"),): [0, 1, 2, 3, 4, 5],
        (BIAS, ROW, ROW): [3, 4, 5, 12],
        (): [],
    }
    for wanted, numbers in places.items():
        assert np.flatnonzero(frozen_parameters(model, wanted)).tolist() == numbers
    neuron = LogisticRegression(2, random=0)
    assert frozen_parameters(neuron, [WeightPlace("b")]).sum() == 1


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (WeightPlace("layer 3 · weights"), "no parameter `layer 3 · weights`"),
        (WeightPlace("layer 1 · weights", (2,)), "has no element"),
        (WeightPlace("layer 1 · weights", (0, -1)), "has no element"),
        (WeightPlace("layer 1 · biases", (0, 0)), "has no element"),
    ],
)
def test_a_place_that_the_model_does_not_have_is_refused(place: WeightPlace, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        frozen_parameters(network(), [place])


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("options", [{}, {"l1": 0.01, "l2": 0.02}, {"pitfall": Pitfall.FORGOTTEN_ZERO_GRAD}])
def test_nothing_moves_a_frozen_number_and_its_gradient_is_computed(optimizer: str, options: dict[str, Any]) -> None:
    run = training([ROW, BIAS], optimizer, **options)
    before = run.objective.parameters.copy()
    for _ in run:
        pass
    frozen = run.frozen
    assert frozen is not None
    assert np.array_equal(run.objective.parameters[frozen], before[frozen])
    assert (run.objective.parameters[~frozen] != before[~frozen]).all()
    assert (run.objective.gradients[frozen] != 0).any()


def test_a_frozen_layer_has_a_gradient_and_no_update() -> None:
    run = training([WeightPlace("layer 1 · weights"), WeightPlace("layer 1 · biases")], "sgd")
    progress = run.advance()
    assert progress.gradient_norms is not None
    assert progress.update_ratios is not None
    assert progress.gradient_norms["layer 1"] > 0
    assert progress.update_ratios["layer 1"] == 0
    assert progress.update_ratios["layer 2"] != 0


def test_a_run_with_nothing_frozen_is_the_run_without_freezing() -> None:
    one, other = training([]), training([])
    other.optimizer.freeze(None)
    losses = [[progress.loss for progress in run] for run in (one, other)]
    assert losses[0] == losses[1]
    assert "rested" not in one.checkpoint()["optimizer"]
    assert "frozen" not in one.checkpoint()["settings"]


def switches(*numbers: int) -> Mask:
    return np.isin(np.arange(3), numbers)


@pytest.mark.parametrize("case", OURS_AND_THEIRS)
def test_freezing_and_releasing_is_requires_grad_of_pytorch(case: str) -> None:
    torch = pytest.importorskip("torch")
    name = case.split(maxsplit=1)[0]
    ours_options, theirs_options = OURS_AND_THEIRS[case]
    start = [1.5, -2.0, 0.3]
    # A tensor each: PyTorch freezes whole tensors only.
    theirs_parameters = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in start]
    numbers = np.array(start)
    ours = OPTIMIZERS[name.lower()]([Tensor(start)], 0.05, **ours_options)
    theirs = getattr(torch.optim, name)(theirs_parameters, lr=0.05, **theirs_options)
    # The second from the first step on, for a while; the first later; both once more at the end.
    phases = [switches(1)] * 6 + [switches(0, 1)] * 4 + [switches(0)] * 3 + [switches()] * 5 + [switches(0, 1)] * 2
    for frozen in phases:
        ours.freeze(frozen)
        ours.update(numbers, 4 * numbers**3 - 6 * numbers + 1)
        theirs.zero_grad()
        for parameter, is_frozen in zip(theirs_parameters, frozen.tolist(), strict=True):
            parameter.requires_grad_(not is_frozen)
        sum(x**4 - 3 * x * x + x for x in theirs_parameters).backward()
        theirs.step()
        np.testing.assert_allclose(numbers, [parameter.item() for parameter in theirs_parameters], rtol=1e-11)


def test_a_released_number_makes_the_first_step_of_one_that_begins() -> None:
    numbers = np.array([1.0, 1.0])
    optimizer = Adam([Tensor([1.0, 1.0])], 0.1)
    optimizer.freeze(np.array([False, True]))
    for _ in range(50):
        optimizer.update(numbers, np.array([2.0, 2.0]))
    assert numbers[1] == 1.0
    optimizer.freeze(None)
    optimizer.update(numbers, np.array([2.0, 2.0]))
    assert numbers[1] == pytest.approx(0.9), "the rate itself, whatever the gradient"


def test_a_checkpoint_goes_on_exactly_and_takes_what_is_frozen_along() -> None:
    whole = training([ROW])
    losses = [progress.loss for progress in whole]
    first = training([ROW])
    start = [first.advance().loss for _ in range(3)]
    checkpoint = json.loads(json.dumps(first.checkpoint()))
    second = training([ROW])
    second.restore(checkpoint)
    assert start + [progress.loss for progress in second] == losses
    assert second.checkpoint() == whole.checkpoint()
    with pytest.raises(ProblemError, match="so it would continue differently"):
        training([]).restore(checkpoint)
    released = training([])
    released.adopt(checkpoint)
    before = released.objective.parameters.copy()
    released.advance()
    assert (released.objective.parameters != before).all()


def test_what_is_remembered_of_updates_sat_out_must_fit_the_model() -> None:
    run = training([ROW])
    run.advance()
    checkpoint = run.checkpoint()
    checkpoint["optimizer"]["rested"] = [1.0]
    with pytest.raises(ProblemError, match="saved state of Adam"):
        training([ROW]).restore(checkpoint)
