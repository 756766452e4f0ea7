"""Gradient descent on a function with its path; steps in a model's input."""

import itertools

import numpy as np
import pytest

from backpass.engine import Code, ProblemError, Tensor
from backpass.engine.language import parse
from backpass.engine.learning.descent import adversarial_step, descent, dream_step, path
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import MLP, LogisticRegression
from backpass.engine.learning.optim import SGD, Adam
from backpass.engine.learning.schedules import StepDecay


def parabola(x: Tensor) -> Tensor:
    return 2 * x**2 + 3 * x + 5


@pytest.mark.parametrize("function", [parabola, parse("2x² + 3x + 5")], ids=["Python", "program"])
def test_the_path_of_the_parabola_is_the_published_one(function: object) -> None:
    points = path(function, {"x": 0}, 0.4, steps=5)  # type: ignore[arg-type]
    assert [point.number for point in points] == [0, 1, 2, 3, 4, 5]
    assert [point.at["x"] for point in points] == pytest.approx([0, -1.2, -0.48, -0.912, -0.6528, -0.80832])
    for point in points:
        x = point.at["x"]
        assert point.value == pytest.approx(2 * x * x + 3 * x + 5)
        assert point.gradient["x"] == pytest.approx(4 * x + 3)
    assert path(function, {"x": 0}, 0.4, steps=60)[-1].at["x"] == pytest.approx(-0.75)  # type: ignore[arg-type]


def test_two_variables_go_down_together_and_a_name_that_does_not_matter_stays() -> None:
    points = path(lambda x, y, z: (x - 1) ** 2 + 10 * (y + 2) ** 2 + 0 * z, {"x": 4, "y": 3, "z": 7}, 0.04, steps=300)
    assert points[1].at == pytest.approx({"x": 4 - 0.04 * 6, "y": 3 - 0.04 * 100, "z": 7})
    assert points[-1].at == pytest.approx({"x": 1, "y": -2, "z": 7}, abs=1e-8)
    idle = path(lambda x, y: x * x, {"x": 1, "y": 5}, 0.1, steps=1)  # noqa: ARG005
    assert idle[0].gradient == {"x": 2, "y": 0}


def test_the_path_ends_at_the_bottom() -> None:
    assert [point.at["x"] for point in path(lambda x: x * x, {"x": 1}, 0.5, steps=10)] == [1, 0]


def test_a_path_that_runs_away_ends_and_proposes_the_rate_that_reaches_the_bottom_at_once() -> None:
    points = list(descent(lambda x: x * x, {"x": 1}, 1.5))
    divergence = points[-1].divergence
    assert divergence is not None
    assert (divergence.began, divergence.suggestion) == (1, 0.5)
    assert all(point.divergence is None for point in points[:-1])
    assert len(path(lambda x: x * x, {"x": 1}, divergence.suggestion)) == 2


def test_points_are_made_when_they_are_asked_for() -> None:
    endless = descent(parabola, {"x": 0}, 0.01)
    assert [point.number for point in itertools.islice(endless, 3)] == [0, 1, 2]
    assert next(endless).number == 3


def test_schedules_and_other_optimisers_go_down_as_well() -> None:
    points = path(parabola, {"x": 0}, StepDecay(0.4, 1, 0.5), steps=2)
    assert [point.at["x"] for point in points] == pytest.approx([0, -1.2, -1.2 + 0.2 * 1.8])
    heavy = path(parabola, {"x": 0}, 0.1, steps=2, optimizer=lambda tensors, rate: SGD(tensors, rate, momentum=0.5))
    assert [point.at["x"] for point in heavy] == pytest.approx([0, -0.3, -0.3 - 0.1 * (0.5 * 3 + 1.8)])
    assert path(parabola, {"x": 0}, 0.1, steps=300, optimizer=Adam)[-1].at["x"] == pytest.approx(-0.75, abs=1e-3)


def test_a_start_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ProblemError) as refusal:
        path(parse("2x"), {"y": 1.0})
    assert refusal.value.problems[0].code is Code.UNKNOWN_INPUT
    with pytest.raises(ProblemError, match="x is a list"):
        path(parabola, {"x": [1, 2]})  # type: ignore[dict-item]
    with pytest.raises(ProblemError, match="one value"):
        path(lambda x: x * Tensor([1.0, 2.0]), {"x": 1})


def test_an_adversarial_step_follows_the_gradient_in_the_input_and_a_dream_step_goes_against_it() -> None:
    model = LogisticRegression(2, weights=[1.5, -2.0], bias=0.5)
    loss = LOSSES["binary_cross_entropy"]
    worse = adversarial_step(model, loss, [1.0, -1.0], 1.0, 0.1)
    # Of −log σ(w · x + b) the gradient in x is (σ − 1) w.
    probability = 1 / (1 + np.exp(-(1.5 + 2.0 + 0.5)))
    expected = (probability - 1) * np.array([1.5, -2.0])
    np.testing.assert_allclose(worse.gradient, expected, rtol=1e-10)
    np.testing.assert_allclose(worse.moved, [1.0, -1.0] + 0.1 * expected)
    better = dream_step(model, loss, [1.0, -1.0], 1.0, 0.1)
    np.testing.assert_allclose(better.moved - [1.0, -1.0], [1.0, -1.0] - worse.moved)
    assert better.loss_after < worse.loss == better.loss < worse.loss_after
    by_sign = adversarial_step(model, loss, [1.0, -1.0], 1.0, 0.1, by_sign=True)
    np.testing.assert_allclose(by_sign.moved, [0.9, -0.9])


def test_single_numbers_and_matrices_agree_on_the_input_and_the_parameters_keep_their_gradients() -> None:
    steps = []
    for kind in (MLP, MatrixMLP):
        model = kind(3, [4, 1], random=2)
        steps.append(adversarial_step(model, LOSSES["hinge"], [0.1, -0.2, 0.3], -1.0, 0.5))
        assert all(tensor.grad is None for tensor in model.parameters())
    for field in ("gradient", "moved", "loss", "loss_after"):
        np.testing.assert_allclose(getattr(steps[0], field), getattr(steps[1], field), rtol=1e-10)
    many = MatrixMLP(2, [3, 3], last="linear")
    assert dream_step(many, LOSSES["cross_entropy"], [0.5, 0.5], np.array([0, 1, 0]), 0.1).moved.shape == (2,)
