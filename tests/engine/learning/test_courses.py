"""The training runs of the four courses that Backpass grew from, each with its figures."""

import random
from typing import Any

import numpy as np
import pytest

from backpass.engine import Tensor, relu, sin
from backpass.engine.learning.datasets import four_blobs, four_points, mesh, moons, sine
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import MLP, LogisticRegression, Module
from backpass.engine.learning.optim import SGD, Adam
from backpass.engine.learning.schedules import LinearDecay
from backpass.engine.learning.training import Pitfall, Training

MOONS: dict[str, Any] = {"activation": "relu", "last": "linear", "zero_biases": True}
PRINTED = {0: (0.8958441028683222, 0.50), 1: (1.7235905336972022, 0.81), 2: (0.7429006313851131, 0.77)}
"""Loss and accuracy of the first steps, as micrograd's notebook prints them for the seed 1337."""


def moons_run(kind: type[Module], steps: int) -> Training:
    model = kind(2, [16, 16, 1], **MOONS, random=1337)  # type: ignore[call-arg]
    schedule = LinearDecay(1.0, 0.1, 100)
    return Training(model, moons(100, 0.1, seed=1337), "hinge", SGD(model.parameters()), schedule=schedule, steps=steps, l2=1e-4)


@pytest.mark.parametrize(("kind", "steps"), [(MLP, 3), (MatrixMLP, 100)])
def test_the_moons_begin_with_the_numbers_that_micrograds_notebook_prints(kind: type[Module], steps: int) -> None:
    run = list(moons_run(kind, steps))
    for step, (loss, accuracy) in PRINTED.items():
        assert run[step].loss == pytest.approx(loss, rel=1e-12)
        assert run[step].accuracy == pytest.approx(accuracy)


def test_the_moons_are_told_apart_without_a_mistake_with_a_loss_near_0_011() -> None:
    training = moons_run(MatrixMLP, 100)
    last = list(training)[-1]
    assert last.accuracy == 1.0
    assert last.loss == pytest.approx(0.011, abs=5e-4)
    grid = mesh(training.data.inputs, step=0.25)
    regions = grid.rows(training.predictions(grid.points)) > 0
    assert 0.3 < regions.mean() < 0.7


def test_a_step_over_the_moons_is_micrograds_own() -> None:
    nn = pytest.importorskip("micrograd.nn")
    data = moons(12, 0.1, seed=1337)
    random.seed(1337)
    theirs = nn.MLP(2, [16, 16, 1])
    model = MLP(2, [16, 16, 1], **MOONS, random=1337)
    run = Training(model, data, "hinge", SGD(model.parameters()), schedule=LinearDecay(), steps=2, l2=1e-4)
    for progress in run:
        scores = [theirs(row) for row in data.inputs.tolist()]
        losses = [(1 + -(2 * target - 1) * score).relu() for target, score in zip(data.targets.tolist(), scores, strict=True)]
        total = sum(losses) * (1.0 / len(losses)) + 1e-4 * sum(parameter * parameter for parameter in theirs.parameters())
        theirs.zero_grad()
        total.backward()
        for parameter in theirs.parameters():
            parameter.data -= (1.0 - 0.9 * progress.step / 100) * parameter.grad
        assert progress.loss == pytest.approx(total.data, rel=1e-12)
        ours = [tensor.data for tensor in model.parameters()]
        assert ours == pytest.approx([parameter.data for parameter in theirs.parameters()], rel=1e-10, abs=1e-14)


@pytest.mark.parametrize("rate", [0.05, 0.1])
@pytest.mark.parametrize("seed", [0, 1, 1337])
def test_41_parameters_fit_four_points_to_below_a_hundredth_in_100_steps(rate: float, seed: int) -> None:
    model = MLP(3, [4, 4, 1], random=seed)
    run = list(Training(model, four_points(), "summed_squared_error", SGD(model.parameters(), rate)))
    assert len(run) == 100
    assert run[0].loss > 1
    assert run[-1].loss < 0.01
    assert run[-1].accuracy == 1.0


def test_adam_fits_the_four_points_too() -> None:
    model = MLP(3, [4, 4, 1])
    assert list(Training(model, four_points(), "summed_squared_error", Adam(model.parameters(), 0.05)))[-1].loss < 0.01


def test_forgetting_to_zero_the_gradients_makes_the_steps_wild_where_zeroing_them_makes_the_loss_fall_steadily() -> None:
    runs = {}
    for pitfall in (None, Pitfall.FORGOTTEN_ZERO_GRAD):
        model = MatrixMLP(3, [4, 4, 1], random=1337)
        training = Training(
            model, four_points(), "summed_squared_error", SGD(model.parameters(), 0.05), steps=40, pitfall=pitfall
        )
        runs[pitfall] = [progress.loss for progress in training]
    assert max(np.diff(runs[None])) <= 0
    assert runs[None][-1] < 0.05
    forgotten = runs[Pitfall.FORGOTTEN_ZERO_GRAD]
    lowest = int(np.argmin(forgotten[:15]))
    assert forgotten[lowest] < 0.001, "it seems to learn"
    assert max(forgotten[lowest:]) > 3, "and overshoots by far: the sum of old gradients does not stop at the bottom"


def test_following_forgotten_gradients_is_following_the_sum_of_all_so_far() -> None:
    model, hand = MLP(3, [4, 4, 1]), MLP(3, [4, 4, 1])
    data = four_points()
    run = Training(
        model, data, "summed_squared_error", SGD(model.parameters(), 0.05), steps=3, pitfall=Pitfall.FORGOTTEN_ZERO_GRAD
    )
    for progress in run:
        errors = [(hand(row) - (2 * target - 1)) ** 2 for row, target in zip(data.inputs.tolist(), data.targets, strict=True)]
        total = errors[0] + errors[1] + errors[2] + errors[3]
        total.backward()
        assert progress.loss == pytest.approx(total.item(), rel=1e-12)
        for tensor in hand.parameters():
            tensor.data -= 0.05 * tensor.grad
    assert [tensor.data for tensor in model.parameters()] == pytest.approx([tensor.data for tensor in hand.parameters()])


def test_logistic_regression_learns_the_four_blobs_in_one_epoch_example_by_example() -> None:
    data = four_blobs(seed=0)
    model = LogisticRegression(2, weights=[-1, 1], bias=2)
    training = Training(model, data, "binary_cross_entropy", SGD(model.parameters(), 0.1), steps=len(data), batch_size=1)
    assert training.loss.accuracy(training.predictions(data.inputs), data) < 0.2
    hand = np.array([-1.0, 1.0, 2.0])
    order = np.concatenate([training.data.inputs, np.ones((len(data), 1))], axis=1)
    for progress in training:
        (row,) = training._epoch[1][progress.step]
        probability = 1 / (1 + np.exp(-order[row] @ hand))
        surprise = probability if data.targets[row] else 1 - probability
        assert progress.loss == pytest.approx(-np.log(surprise), rel=1e-9)
        hand -= 0.1 * (probability - data.targets[row]) * order[row]
    np.testing.assert_allclose(np.array([tensor.data for tensor in model.parameters()]), hand, rtol=1e-9)
    assert training.loss.accuracy(training.predictions(data.inputs), data) > 0.95
    weights = model.state()
    assert weights["w[0]"] > 0 > weights["w[1]"]


class TwoPaths(Module):
    """y = 4 sin(relu(w1 a + w3) + relu(w2 a + w3)) with a = x²: w3 reaches the output along two paths."""

    def __init__(self) -> None:
        self.w1, self.w2, self.w3 = Tensor(1.7), Tensor(0.2), Tensor(0.6)

    def __call__(self, x: Tensor) -> Tensor:
        a = x[:, 0] ** 2
        return 4 * sin(relu(self.w1 * a + self.w3) + relu(self.w2 * a + self.w3))


@pytest.mark.parametrize("batch_size", [1, None])
def test_the_two_paths_learn_the_sine_in_500_iterations_with_falling_loss(batch_size: int | None) -> None:
    model = TwoPaths()
    training = Training(
        model, sine(500), "mean_squared_error", SGD(model.parameters(), 1e-3), steps=500, batch_size=batch_size, l2=0.1
    )
    losses = np.array([progress.loss for progress in training])
    assert losses[:50].mean() > 7
    assert losses[-50:].mean() < 0.25
    if batch_size is None:
        assert (np.diff(losses) < 0).all()
    assert model.w3.data == training.objective.parameters[2]
