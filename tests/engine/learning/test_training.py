"""The training loop: what it tells, that it can be paused anywhere, and that it notices when it runs away."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass.engine import Code, ProblemError, Tensor
from backpass.engine.learning.datasets import Dataset, four_points, mesh, moons, sine, spiral
from backpass.engine.learning.divergence import DivergenceWatch
from backpass.engine.learning.losses import LOSSES, l2_penalty
from backpass.engine.learning.matrix_nn import MatrixMLP, predictions
from backpass.engine.learning.nn import MLP, LogisticRegression, Module
from backpass.engine.learning.objective import ScalarObjective
from backpass.engine.learning.optim import OPTIMIZERS, SGD, Adam
from backpass.engine.learning.schedules import Cosine, LinearDecay
from backpass.engine.learning.training import Pitfall, Training

RELU: dict[str, Any] = {"activation": "relu", "last": "linear", "zero_biases": True}


def small(kind: Callable[..., Module] = MatrixMLP, rate: float = 0.1, **options: Any) -> Training:
    model = kind(2, [4, 1], **RELU, random=3)
    return Training(model, moons(20, 0.1, seed=2), "hinge", SGD(model.parameters(), rate), **{"l2": 1e-3, "steps": 12} | options)


class Deciding(MLP):
    """A network that looks at its numbers, so that its graph must be made anew for each example."""

    def __call__(self, x: Any) -> Any:
        made = super().__call__(x)
        assert isinstance(made, Tensor)
        return made if made > 0 else 0.5 * made


def test_a_step_is_what_the_graph_says_loss_gradient_and_update() -> None:
    training = small(schedule=LinearDecay(1.0, 0.1, 100))
    twin = MatrixMLP(2, [4, 1], **RELU, random=3)
    data = training.data
    for step, progress in enumerate(itertools.islice(training, 4)):
        twin.zero_grad()
        made = predictions(twin, data.inputs)
        total = LOSSES["hinge"](made, 2 * data.targets - 1) + l2_penalty(twin.parameters(), 1e-3)
        total.backward()
        gradients = np.concatenate([np.ravel(tensor.grad) for tensor in twin.parameters()])
        assert progress.step == step
        assert progress.loss == pytest.approx(total.item(), rel=1e-12)
        assert progress.accuracy == np.mean((made.data > 0) == data.targets)
        assert progress.learning_rate == 1.0 - 0.9 * step / 100
        assert progress.gradient_norm == pytest.approx(np.linalg.norm(gradients), rel=1e-10)
        for tensor in twin.parameters():
            tensor.data = tensor.data - progress.learning_rate * tensor.grad
        for ours, other in zip(training.model.parameters(), twin.parameters(), strict=True):
            np.testing.assert_allclose(ours.data, other.data, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("batch_size", [None, 5])
def test_asking_the_model_before_and_between_steps_does_not_change_what_it_learns(batch_size: int | None) -> None:
    undisturbed = [progress.loss for progress in small(batch_size=batch_size)]
    asked = small(batch_size=batch_size)
    losses = []
    for _ in range(asked.steps):
        asked.predictions(asked.data.inputs)
        asked.predictions(asked.data.inputs[:5])
        asked.standing()
        losses.append(asked.advance().loss)
    assert losses == undisturbed


def test_the_standing_is_of_all_examples_with_what_is_held_out_beside() -> None:
    data, held_out = moons(40, 0.1, seed=2).split(0.25)
    model = MatrixMLP(2, [4, 1], **RELU, random=3)
    training = Training(
        model, data, "hinge", SGD(model.parameters(), 0.1), l2=1e-2, steps=6, batch_size=4, held_out=held_out, watch_every=10
    )
    list(training)
    standing = training.standing()
    made = predictions(model, data.inputs)
    loss = LOSSES["hinge"](made, 2 * data.targets - 1) + l2_penalty(model.parameters(), 1e-2)
    assert standing.loss == pytest.approx(loss.item(), rel=1e-12)
    assert standing.accuracy == np.mean((made.data > 0) == data.targets)
    aside = predictions(model, held_out.inputs)
    assert standing.held_out_loss == pytest.approx(LOSSES["hinge"](aside, 2 * held_out.targets - 1).item(), rel=1e-12)
    assert standing.held_out_accuracy == np.mean((aside.data > 0) == held_out.targets)


def test_norms_and_ratios_are_told_by_layer() -> None:
    training = small(keep_every=1)
    first, second = itertools.islice(training, 2)
    assert first.parameters is not None
    assert second.parameters is not None
    assert set(first.gradient_norms) == set(first.update_ratios) == {"layer 1", "layer 2"}
    change = second.parameters - first.parameters
    layers = {"layer 1": slice(0, 12), "layer 2": slice(12, 17)}
    for name, part in layers.items():
        assert first.update_ratios[name] == pytest.approx(np.linalg.norm(change[part]) / np.linalg.norm(first.parameters[part]))
        assert first.gradient_norms[name] == pytest.approx(np.linalg.norm(change[part]) / 0.1)
    squares = sum(norm**2 for norm in first.gradient_norms.values())
    assert first.gradient_norm == pytest.approx(squares**0.5)


def test_a_layer_of_zeros_has_no_ratio() -> None:
    model = LogisticRegression(2, weights=[0, 0], bias=1.0)
    training = Training(model, moons(10), "binary_cross_entropy", SGD(model.parameters(), 0.1))
    progress = training.advance()
    assert progress.update_ratios is not None
    assert progress.update_ratios["w"] is None
    assert progress.update_ratios["b"] > 0


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_single_numbers_and_matrices_learn_alike(optimizer: str) -> None:
    runs = []
    for kind in (MLP, MatrixMLP):
        model = kind(2, [4, 1], random=3)
        moved = OPTIMIZERS[optimizer](model.parameters(), 0.05)
        training = Training(model, moons(12, 0.1, seed=2), "mean_squared_error", moved, steps=8, batch_size=5, l2=1e-3, seed=4)
        runs.append([(progress.loss, progress.accuracy) for progress in training])
    np.testing.assert_allclose(runs[0], runs[1], rtol=1e-8)


@pytest.mark.parametrize("kind", [MLP, MatrixMLP, Deciding])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"batch_size": 6, "seed": 3},
        {"batch_size": 6, "schedule": Cosine(0.2, 12)},
        {"pitfall": Pitfall.FORGOTTEN_ZERO_GRAD},
    ],
    ids=["full", "batches", "schedule", "pitfall"],
)
def test_a_run_that_was_paused_goes_on_as_if_nothing_had_been(kind: type[Module], options: dict[str, Any]) -> None:
    straight = list(small(kind, **options))
    paused = small(kind, **options)
    before = list(itertools.islice(paused, 5))
    text = json.dumps(paused.checkpoint(), allow_nan=False)
    resumed = small(kind, **options)
    resumed.restore(json.loads(text))
    after = list(resumed)
    assert [progress.step for progress in before + after] == list(range(12))
    assert [progress.loss for progress in before + after] == [progress.loss for progress in straight]
    assert after[-1] == straight[-1]


def test_a_checkpoint_with_momenta_goes_on_exactly() -> None:
    def made() -> Training:
        model = MatrixMLP(2, [4, 1], random=1)
        return Training(model, spiral(30), "mean_squared_error", Adam(model.parameters(), 0.05), steps=20, batch_size=7)

    straight, paused, resumed = made(), made(), made()
    losses = [progress.loss for progress in straight]
    list(itertools.islice(paused, 9))
    resumed.restore(paused.checkpoint())
    assert [progress.loss for progress in resumed] == losses[9:]
    assert resumed.model.state() == straight.model.state()


def test_going_back_to_a_checkpoint_undoes_what_came_after() -> None:
    training = small()
    list(itertools.islice(training, 3))
    checkpoint = training.checkpoint()
    losses = [progress.loss for progress in training]
    training.restore(checkpoint)
    assert [progress.loss for progress in training] == losses


def test_a_model_that_decides_by_its_numbers_decides_anew_at_every_step() -> None:
    training = small(Deciding)
    assert isinstance(training.objective, ScalarObjective)
    for _ in range(5):
        numbers = [each.item() for each in predictions(training.model, training.data.inputs)]
        expected = np.maximum(0, 1 - (2 * training.data.targets - 1) * numbers).mean()
        penalty = 1e-3 * sum(tensor.data**2 for tensor in training.model.parameters())
        assert training.advance().loss == pytest.approx(expected + penalty, rel=1e-12)


@pytest.mark.parametrize("kind", [MLP, MatrixMLP, Deciding])
def test_a_run_follows_numbers_that_were_loaded_into_its_model(kind: type[Module]) -> None:
    training, fresh = small(kind), small(kind, steps=3)
    start = training.model.state()
    list(itertools.islice(training, 5))
    training.model.load(start)
    training.objective.read()
    assert [training.advance().loss for _ in range(3)] == [progress.loss for progress in fresh]
    assert training.model.state() == fresh.model.state()


def test_a_checkpoint_of_another_run_is_refused() -> None:
    checkpoint = small().checkpoint()
    with pytest.raises(ProblemError, match="continue differently"):
        small(seed=1).restore(checkpoint)
    wider = MatrixMLP(2, [5, 1], **RELU)
    with pytest.raises(ProblemError, match="has the shape"):
        Training(wider, moons(20, 0.1, seed=2), "hinge", SGD(wider.parameters()), l2=1e-3).restore(checkpoint)


def test_kept_parameters_are_those_that_gave_the_loss() -> None:
    training = small(keep_every=2)
    run = list(training)
    assert [progress.parameters is not None for progress in run] == [True, False] * 6
    progress = run[4]
    training.model.load(training.named(progress.parameters))
    again = LOSSES["hinge"](predictions(training.model, training.data.inputs), 2 * training.data.targets - 1)
    penalty = 1e-3 * float(progress.parameters @ progress.parameters)
    assert again.item() + penalty == pytest.approx(progress.loss, rel=1e-13)


def test_held_out_examples_are_watched_and_not_learnt_from() -> None:
    kept, held = moons(60, 0.1, seed=1).split(0.3)
    runs = []
    for held_out in (held, None):
        model = MatrixMLP(2, [8, 1], **RELU)
        runs.append(list(Training(model, kept, "hinge", SGD(model.parameters(), 0.5), steps=30, held_out=held_out)))
    watched, blind = runs
    assert [progress.loss for progress in watched] == [progress.loss for progress in blind]
    assert all(progress.held_out_loss is None and progress.held_out_accuracy is None for progress in blind)
    assert watched[-1].held_out_loss < watched[0].held_out_loss
    assert watched[-1].held_out_accuracy > watched[0].held_out_accuracy


def test_what_is_not_watched_is_not_computed() -> None:
    run = list(small(watch_every=5))
    assert [progress.accuracy is not None for progress in run] == [True, *[False] * 4, True, *[False] * 4, True, False]
    assert run[1].gradient_norms is run[1].update_ratios is None
    assert run[1].held_out_loss is None
    assert [progress.loss for progress in run] == [progress.loss for progress in small()]


def test_the_model_has_the_newest_numbers_after_every_step() -> None:
    for kind in (MLP, MatrixMLP, Deciding):
        training = small(kind)
        before = training.model.state()
        training.advance()
        assert training.model.state() != before
        made = predictions(training.model, training.data.inputs)
        direct = np.array([each.data for each in made]) if isinstance(made, list) else made.data
        np.testing.assert_allclose(training.predictions(training.data.inputs), direct, rtol=1e-13)


def test_a_model_can_be_asked_over_a_mesh_in_the_middle_of_a_run() -> None:
    training, undisturbed = small(batch_size=7), small(batch_size=7)
    grid = mesh(training.data.inputs)
    losses = []
    for progress in training:
        assert grid.rows(training.predictions(grid.points)).shape == (len(grid.y), len(grid.x))
        losses.append(progress.loss)
    assert losses == [progress.loss for progress in undisturbed]


def test_several_classes_are_learnt_with_cross_entropy() -> None:
    data = spiral(90, arms=3, turns=0.5)
    model = MatrixMLP(2, [16, 3], last="linear")
    run = list(Training(model, data, "cross_entropy", Adam(model.parameters(), 0.05), steps=150))
    assert run[-1].accuracy == 1.0
    assert run[-1].loss < 0.1 < run[0].loss
    assert Training(model, data, "cross_entropy", SGD(model.parameters())).predictions(data.inputs).shape == (90, 3)


def test_the_wrong_sign_climbs_and_is_stopped() -> None:
    training = small(pitfall=Pitfall.WRONG_SIGN, steps=500, rate=1.0, l2=0.1)
    run = list(training)
    assert run[1].loss > run[0].loss
    assert training.divergence is not None
    assert training.finished
    assert len(run) < 500


def line(rate: float, steps: int = 2000) -> Training:
    """y = 2x by a line through the origin, whose loss is a parabola with the curvature 5: it diverges above the rate 0.4."""

    class Slope(Module):
        def __init__(self) -> None:
            self.slope = Tensor(0.0)

        def __call__(self, x: Tensor) -> Tensor:
            return (x * self.slope)[:, 0]

    model = Slope()
    data = Dataset(np.array([[1.0], [2.0]]), np.array([2.0, 4.0]))
    return Training(model, data, "mean_squared_error", SGD(model.parameters(), rate), steps=steps)


@pytest.mark.parametrize("rate", [0.41, 0.5, 1.0, 30.0])
def test_a_diverging_run_stops_says_when_it_began_and_proposes_a_rate_that_works(rate: float) -> None:
    training = line(rate)
    run = list(training)
    divergence = training.divergence
    assert divergence is not None
    assert run[-1].divergence is divergence
    assert divergence.step == run[-1].step < 1999
    # Each step multiplies the loss by (1 − 5 rate)², so it exceeds twice the first after this many.
    assert divergence.began == next(step for step in itertools.count() if (1 - 5 * rate) ** (2 * step) > 2)
    assert divergence.problem.code is Code.DIVERGED
    assert f"step {divergence.began}" in divergence.problem.message
    assert f"{divergence.suggestion:g}" in (divergence.problem.hint or "")
    again = line(divergence.suggestion, steps=200)
    assert list(again)[-1].loss < 1e-6
    assert again.divergence is None


def test_a_run_that_was_paused_on_its_way_out_diverges_as_if_it_had_not_been() -> None:
    straight, paused, resumed = line(0.41), line(0.41), line(0.41)
    list(straight)
    list(itertools.islice(paused, 40))
    resumed.restore(paused.checkpoint())
    list(resumed)
    assert straight.divergence == resumed.divergence
    assert resumed.divergence is not None
    assert resumed.divergence.began < 40


def test_a_loss_that_does_not_exist_is_answered_with_the_one_that_was_meant() -> None:
    model = MatrixMLP(2, [2, 1])
    with pytest.raises(ProblemError, match="no loss called `hinje`") as refusal:
        Training(model, moons(10), "hinje", SGD(model.parameters()))
    assert "`hinge`" in (refusal.value.problems[0].hint or "")


def test_a_run_that_has_diverged_leaves_finite_parameters_and_no_checkpoint() -> None:
    training = line(1e200)
    list(training)
    assert training.divergence is not None
    with pytest.raises(ValueError, match="cannot be taken up again"):
        training.checkpoint()


def test_a_gradient_that_is_not_a_number_ends_the_run_at_once() -> None:
    class Root(Module):
        def __init__(self) -> None:
            self.w = Tensor(-1.0)

        def __call__(self, x: Tensor) -> Tensor:
            return (x * self.w.sqrt())[:, 0]

    model = Root()
    training = Training(model, sine(5), "mean_squared_error", SGD(model.parameters()))
    (only,) = training
    assert only.divergence is not None
    assert (only.divergence.step, only.divergence.began) == (0, 0)
    assert model.w.data == -1.0


def test_noise_and_a_rising_start_are_not_taken_for_divergence() -> None:
    watch = DivergenceWatch()
    for step, loss in enumerate([1.0, 40.0, 3.0, 0.5, 9.0, 0.4, 0.7, 0.3]):
        assert watch.see(step, loss, 1.0, 0.1) is None
    assert watch.calm == 7


def test_an_optimiser_of_other_parameters_is_refused() -> None:
    one, other = MatrixMLP(2, [2, 1]), MatrixMLP(2, [2, 1])
    with pytest.raises(ValueError, match="other parameters"):
        Training(one, moons(10), "hinge", SGD(other.parameters()))


def test_a_network_cannot_be_trained_on_examples_it_has_no_inputs_for() -> None:
    model = MatrixMLP(2, [2, 1])
    training = Training(model, four_points(), "mean_squared_error", SGD(model.parameters()))
    with pytest.raises(ProblemError, match="cannot multiply"):
        training.advance()
