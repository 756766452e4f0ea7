"""Losses: against formulas written out, against PyTorch, and for batches and single numbers alike."""

import math

import numpy as np
import pytest

from backpass.engine import Code, ProblemError, Tensor
from backpass.engine.learning.datasets import Dataset, blobs, moons, sine
from backpass.engine.learning.losses import LOSSES, Encoding, l2_penalty

SCORES = np.array([-2.0, -0.5, 0.25, 0.75, 3.0])
CLASSES = np.array([0.0, 1.0, 1.0, 0.0, 1.0])
BY_HAND = {
    "mean_squared_error": lambda s, c: sum((a - (2 * b - 1)) ** 2 for a, b in zip(s, c, strict=True)) / len(s),
    "summed_squared_error": lambda s, c: sum((a - (2 * b - 1)) ** 2 for a, b in zip(s, c, strict=True)),
    "mean_absolute_error": lambda s, c: sum(abs(a - (2 * b - 1)) for a, b in zip(s, c, strict=True)) / len(s),
    "huber": lambda s, c: (
        sum(d * d / 2 if d <= 1 else d - 0.5 for d in (abs(a - (2 * b - 1)) for a, b in zip(s, c, strict=True))) / len(s)
    ),
    "hinge": lambda s, c: sum(max(0, 1 - a * (2 * b - 1)) for a, b in zip(s, c, strict=True)) / len(s),
    "binary_cross_entropy": lambda s, c: -sum(math.log(a if b else 1 - a) for a, b in zip(s, c, strict=True)) / len(s),
    "binary_cross_entropy_with_logits": lambda s, c: (
        -sum(math.log(1 / (1 + math.exp(-a if b else a))) for a, b in zip(s, c, strict=True)) / len(s)
    ),
    "cross_entropy": lambda s, c: -sum(a[int(b)] - math.log(sum(map(math.exp, a))) for a, b in zip(s, c, strict=True)) / len(s),
}


def batch(name: str) -> np.ndarray:
    """Predictions of the kind that a loss takes."""
    if name == "binary_cross_entropy":
        return 1 / (1 + np.exp(-SCORES))
    return np.column_stack([SCORES, SCORES[::-1], np.ones(5)]) if name == "cross_entropy" else SCORES


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_is_what_its_formula_says_for_batches_and_for_single_numbers(name: str) -> None:
    loss, made = LOSSES[name], batch(name)
    data = Dataset(np.zeros((5, 1)), CLASSES, classes=3 if name == "cross_entropy" else 2)
    targets = loss.encoded(data)
    whole = Tensor(made)
    rows = [[Tensor(each) for each in row] if made.ndim == 2 else Tensor(row) for row in made.tolist()]
    totals = [loss(whole, targets), loss(rows, targets)]
    expected = BY_HAND[name](made.tolist(), CLASSES.tolist())
    assert [total.item() for total in totals] == pytest.approx([expected, expected], rel=1e-13)
    for total in totals:
        total.backward()
    single = [[each.grad for each in row] if isinstance(row, list) else row.grad for row in rows]
    np.testing.assert_allclose(np.array(single), np.array(whole.grad), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_and_its_gradient_are_pytorchs(name: str) -> None:
    torch = pytest.importorskip("torch")
    functional = torch.nn.functional
    theirs = {
        "mean_squared_error": functional.mse_loss,
        "summed_squared_error": lambda a, b: functional.mse_loss(a, b, reduction="sum"),
        "mean_absolute_error": functional.l1_loss,
        "huber": functional.huber_loss,
        "hinge": lambda a, b: functional.relu(1 - a * b).mean(),
        "binary_cross_entropy": functional.binary_cross_entropy,
        "binary_cross_entropy_with_logits": functional.binary_cross_entropy_with_logits,
        "cross_entropy": functional.cross_entropy,
    }[name]
    made = batch(name)
    targets = LOSSES[name].encoded(Dataset(np.zeros((5, 1)), CLASSES, classes=3 if name == "cross_entropy" else 2))
    ours, other = Tensor(made), torch.tensor(made, requires_grad=True)
    total = LOSSES[name](ours, targets)
    total.backward()
    expected = theirs(other, torch.tensor(targets))
    expected.backward()
    assert total.item() == pytest.approx(expected.item(), rel=1e-13)
    np.testing.assert_allclose(ours.grad, other.grad.numpy(), rtol=1e-12, atol=1e-15)


def test_cross_entropy_with_logits_is_exact_where_the_sigmoid_is_1_in_floating_point() -> None:
    logits = Tensor([800.0, -800.0, 800.0])
    total = LOSSES["binary_cross_entropy_with_logits"](logits, [1.0, 0.0, 0.0])
    total.backward()
    assert total.item() == pytest.approx(800 / 3)
    assert logits.grad.tolist() == pytest.approx([0.0, 0.0, 1 / 3])


def test_each_loss_decides_for_the_class_it_was_told_to_aim_at() -> None:
    for loss in LOSSES.values():
        data = blobs(30, seed=2, centres=3 if loss.encoding is Encoding.ONE_HOT else 2)
        targets = loss.encoded(data)
        ideal = {Encoding.LOGIT: 20 * targets - 10, Encoding.PROBABILITY: targets}.get(loss.encoding, targets)
        assert loss.accuracy(ideal, data) == 1.0
        assert loss.accuracy(-ideal if loss.encoding is not Encoding.PROBABILITY else 1 - ideal, data) < 0.5


def test_numbers_to_be_found_have_no_accuracy_and_only_a_squared_error() -> None:
    data = sine(20)
    assert LOSSES["mean_squared_error"].encoded(data) is data.targets
    assert LOSSES["mean_squared_error"].accuracy(data.targets, data) is None
    with pytest.raises(ProblemError, match="hinge needs classes"):
        LOSSES["hinge"].encoded(data)


def test_two_class_losses_refuse_a_third_class_and_name_the_loss_to_use() -> None:
    with pytest.raises(ProblemError, match="there are 3") as refusal:
        LOSSES["hinge"].encoded(blobs(30, seed=1))
    assert "cross_entropy" in (refusal.value.problems[0].hint or "")


def test_a_column_of_predictions_is_not_compared_with_a_row_of_targets() -> None:
    targets = LOSSES["hinge"].encoded(moons(4))
    for predictions in (Tensor(np.zeros((4, 1))), [Tensor(0.0)] * 3):
        with pytest.raises(ProblemError) as refusal:
            LOSSES["hinge"](predictions, targets)
        assert refusal.value.problems[0].code is Code.SHAPE_MISMATCH


def test_the_l2_penalty_adds_twice_its_strength_times_each_parameter_to_the_gradient() -> None:
    weights, bias = Tensor([[1.0, -2.0], [3.0, 0.5]]), Tensor(4.0)
    penalty = l2_penalty([weights, bias], 0.1)
    penalty.backward()
    assert penalty.item() == pytest.approx(0.1 * (1 + 4 + 9 + 0.25 + 16))
    np.testing.assert_allclose(weights.grad, 0.2 * weights.data)
    assert bias.grad == pytest.approx(0.8)
