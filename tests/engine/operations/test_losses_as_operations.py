"""Losses, norms, variances and the gamma function against PyTorch, SciPy's definitions and mpmath, at their edges too."""

import math
from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import Code, ProblemError, Tensor, backward
from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.formulas.compiled import kernel

SCORES = [[1.0, -2.0, 0.5], [800.0, 0.0, -3.0]]


def torch_gradients(function: Any, *data: Any) -> tuple[Any, list[Any]]:
    torch = pytest.importorskip("torch")
    leaves = [torch.tensor(each, dtype=torch.float64, requires_grad=True) for each in data]
    made = function(torch, *leaves)
    made.sum().backward()
    return made.detach().numpy(), [leaf.grad.numpy() for leaf in leaves]


def agrees(ours: Any, theirs: Any, *data: Any) -> None:
    leaves = [Tensor(each) for each in data]
    made = ours(*leaves)
    made.backward()
    value, gradients = torch_gradients(theirs, *data)
    assert np.allclose(made.data, value, rtol=1e-12, atol=1e-300)
    for leaf, expected in zip(leaves, gradients, strict=True):
        assert np.allclose(leaf.grad, expected, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("target", [[2, 0], [[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]]], ids=["classes", "probabilities"])
def test_cross_entropy_is_that_of_pytorch_for_class_numbers_and_for_probabilities(target: Any) -> None:
    torch = pytest.importorskip("torch")
    classes = torch.tensor(target, dtype=torch.int64 if isinstance(target[0], int) else torch.float64)
    agrees(
        lambda scores: engine.cross_entropy(scores, target),
        lambda library, scores: library.nn.functional.cross_entropy(scores, classes, reduction="none"),
        SCORES,
    )


def test_a_class_number_receives_no_gradient_and_a_scalar_class_goes_with_one_row() -> None:
    scores, target = Tensor([1.0, 2.0, 3.0]), Tensor(1.0)
    engine.cross_entropy(scores, target).backward()
    assert target.grad == 0
    assert scores.grad == pytest.approx(np.exp([1, 2, 3]) / np.exp([1, 2, 3]).sum() - [0, 1, 0])


@pytest.mark.parametrize("target", [3.0, -1.0, 0.5])
def test_a_class_that_does_not_exist_is_refused(target: float) -> None:
    with pytest.raises(ProblemError) as error:
        engine.cross_entropy(Tensor([1.0, 2.0, 3.0]), target)
    assert error.value.problems[0].code is Code.INVALID_INPUT
    assert "0 to 2" in error.value.problems[0].message


def test_cross_entropy_with_class_numbers_is_differentiated_twice() -> None:
    scores = Tensor([1.0, 2.0, 3.0])
    (first,) = gradients_as_tensors(engine.cross_entropy(scores, 1.0), [scores])
    (row,) = gradients_as_tensors(first[0], [scores])
    shares = np.exp([1, 2, 3]) / np.exp([1, 2, 3]).sum()
    assert row.data == pytest.approx(shares[0] * (np.array([1, 0, 0]) - shares))


def test_binary_cross_entropies_agree_with_pytorch() -> None:
    probabilities, targets = [0.1, 0.5, 0.9, 0.3], [0.0, 1.0, 1.0, 0.25]
    agrees(
        lambda p: engine.binary_cross_entropy(p, targets),
        lambda torch, p: torch.nn.functional.binary_cross_entropy(
            p, torch.tensor(targets, dtype=torch.float64), reduction="none"
        ),
        probabilities,
    )
    agrees(
        engine.binary_cross_entropy_with_logits,
        lambda torch, z, y: torch.nn.functional.binary_cross_entropy_with_logits(z, y, reduction="none"),
        [-3.0, 0.5, 3.0, 2.0],
        targets,
    )


@pytest.mark.parametrize(("logit", "target"), [(40.0, 1.0), (-40.0, 0.0), (700.0, 1.0), (-700.0, 0.0), (40.0, 0.0)])
def test_a_nearly_certain_score_keeps_all_digits_of_its_loss_and_slope(logit: float, target: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(400):
        share = 1 / (1 + mpmath.exp(-mpmath.mpf(logit)))
        loss = -mpmath.log(share) if target else -mpmath.log(1 - share)
        slope = share - target
        value, (by_logit, _) = kernel(engine.OPERATIONS["binary_cross_entropy_with_logits"]).scalar(logit, target)
        assert value == pytest.approx(float(loss), rel=1e-14)
        assert by_logit == pytest.approx(float(slope), rel=1e-14)


def test_certainty_that_is_right_costs_nothing_and_has_a_finite_slope() -> None:
    for probability, target in ((0.0, 0.0), (1.0, 1.0)):
        p = Tensor(probability)
        loss = engine.binary_cross_entropy(p, target)
        loss.backward()
        assert loss.data == 0
        assert abs(p.grad) == 1


@pytest.mark.parametrize("name", ["huber_loss", "l1_loss", "mse_loss"])
def test_errors_of_numbers_agree_with_pytorch(name: str) -> None:
    ours = {"huber_loss": engine.huber, "l1_loss": engine.absolute_error, "mse_loss": engine.squared_error}[name]
    agrees(
        ours,
        lambda torch, a, b: getattr(torch.nn.functional, name)(a, b, reduction="none"),
        [-3.0, 0.2, 0.5, 5.0],
        [0.0, 0.0, 0.5, 1.0],
    )


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("name", ["var", "std"])
def test_variances_agree_with_pytorch(name: str, ddof: int) -> None:
    agrees(
        lambda x: getattr(engine, name)(x, axis=1, ddof=ddof),
        lambda torch, x: getattr(torch, name)(x, dim=1, correction=ddof),
        [[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]],
    )


def test_equal_elements_and_the_origin_have_the_slope_0_as_in_pytorch() -> None:
    agrees(engine.std, lambda torch, x: torch.std(x, correction=0), [2.0, 2.0])
    agrees(engine.norm, lambda torch, x: torch.linalg.vector_norm(x), [0.0, 0.0])


def test_too_few_numbers_for_a_variance_give_nan() -> None:
    assert math.isnan(engine.var(Tensor([2.0]), ddof=1).item())


def test_a_length_neither_overflows_nor_vanishes() -> None:
    for scale in (1e-200, 1.0, 1e200):
        x = Tensor([3 * scale, 4 * scale])
        length = engine.norm(x)
        length.backward()
        assert length.item() == pytest.approx(5 * scale, rel=1e-15)
        assert x.grad == pytest.approx([0.6, 0.8], rel=1e-15)


def test_a_matrix_has_its_frobenius_norm_and_each_row_its_own() -> None:
    x = Tensor([[3.0, 4.0], [0.0, 5.0]])
    assert engine.norm(x).item() == pytest.approx(math.sqrt(50))
    assert engine.norm(x, axis=1).data.tolist() == [5, 5]
    assert backward(engine.norm(x, axis=1)).of(x).tolist() == [[0.6, 0.8], [0, 1]]


@pytest.mark.parametrize("x", [1e-10, 0.3, 0.99999, 1.0001, 1.5, 1.99999, 2.0001, 2.6, 11.0, 1e10, -0.5, -3.3])
def test_the_gamma_family_agrees_with_mpmath(x: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        expected = [mpmath.loggamma(x).real, *(mpmath.psi(order, x) for order in range(4))]
    start = made = Tensor(x)
    made = engine.lgamma(made)
    for value in expected:
        assert made.item() == pytest.approx(float(value), rel=2e-13)
        (made,) = gradients_as_tensors(made, [start])
