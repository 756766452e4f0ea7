"""Operations called as NumPy and PyTorch call them, held against both."""

import numpy as np
import pytest

from backpass import engine
from backpass.engine import CallError, ProblemError, Tensor
from tests.in_turn import in_turn

torch = pytest.importorskip("torch")

MATRIX = [[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]]
CUBE = np.arange(24.0).reshape(2, 3, 4) ** 1.5 - 20

PYTORCH = [
    "x.sum()",
    "x.sum(0)",
    "x.sum(dim=0)",
    "x.sum(dim=(0, 1), keepdim=True)",
    "x.sum(1, True)",
    "x.mean(dim=-1, keepdim=True)",
    "x.prod(1)",
    "x.max()",
    "x.min()",
    "x.max(dim=0).values",
    "x.max(dim=1)[0]",
    "x.min(dim=1, keepdim=True).values",
    "x.amax(dim=0)",
    "x.amin(1)",
    "x.reshape(3, 2)",
    "x.reshape((3, 2))",
    "x.reshape(-1)",
    "x.view(2, -1)",
    "x.flatten()",
    "x.permute(1, 0)",
    "x.transpose(1, 0)",
    "x.transpose(dim0=0, dim1=1)",
    "x.swapaxes(0, 1)",
    "x.T",
    "x.unsqueeze(1)",
    "x.unsqueeze(dim=0).squeeze(0)",
    "x.expand(4, 2, 3)",
    "x.norm()",
    "x.norm(p=1)",
    "x.norm(p=2, dim=1)",
    "x.norm(p=float('inf'))",
    "x.var(dim=1, unbiased=True)",
    "x.var(dim=0, correction=0)",
    "x.std(dim=1, correction=1)",
    "x.clamp(min=-1, max=2)",
    "x.clamp(max=2.0)",
    "x.softmax(dim=1)",
    "x.log_softmax(dim=0)",
    "x.cumsum(dim=1)",
    "x.logsumexp(dim=1)",
    "x[0]",
    "x[:, 1:]",
    "x[x > 0]",
    "x[[1, 0]]",
    "x.abs().sqrt()",
    "x.where(x > 0, x * 0 - 3)",
    "x.clone()",
    "x ** 2 % 3",
    "abs(x)",
    "x @ x.T",
    "x.mm(x.T)",
    "x.T.matmul(x)",
    "x.t()",
    "x.flip(0)",
    "x.flip(0, -1)",
    "x.flip((1,))",
    "x.masked_fill(x > 0, 7.0)",
    "x.view_as(x.t())",
    "x.reshape_as(x.t())",
    "x[0].expand_as(x)",
    "x[0].t()",
]


def value_and_gradient(x: object, program: str) -> tuple[np.ndarray, np.ndarray]:
    result = eval(program, {"x": x, "float": float})
    (result * result).sum().backward()
    return np.asarray(result.tolist()), np.asarray(x.grad.tolist())  # type: ignore[attr-defined]


@in_turn("program", PYTORCH)
def test_methods_give_what_pytorch_gives(program: str) -> None:
    ours = value_and_gradient(Tensor(MATRIX), program)
    theirs = value_and_gradient(torch.tensor(MATRIX, dtype=torch.float64, requires_grad=True), program)
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.shape == other.shape
        assert np.allclose(mine, other, rtol=1e-12)


@pytest.mark.parametrize("axes", [(0, 2, 1), (2, 0, 1), (2, 1, 0)])
def test_axes_are_permuted_as_in_both_libraries(axes: tuple[int, ...]) -> None:
    x = Tensor(CUBE)
    assert np.array_equal(x.transpose(*axes).data, CUBE.transpose(*axes))
    assert np.array_equal(x.transpose(axes).data, CUBE.transpose(axes))
    assert np.array_equal(x.permute(*axes).data, CUBE.transpose(axes))
    assert np.array_equal(x.transpose(0, 2).data, CUBE.swapaxes(0, 2))


NUMPY = [
    "np.sum(x, axis=0)",
    "np.sum(x, axis=1, keepdims=True)",
    "np.mean(x)",
    "np.max(x, axis=1)",
    "np.min(x)",
    "np.maximum(x, 0)",
    "np.reshape(x, (3, 2))",
    "np.transpose(x)",
    "np.concatenate([x, x], axis=1)",
    "np.stack([x, x])",
    "np.where(x > 0, x, 0)",
    "np.clip(x, -1, 2)",
    "np.dot(x, np.ones(3))",
    "np.exp(x) * np.sin(x)",
    "np.std(x)",
    "np.var(x, axis=0, ddof=1)",
    "np.linalg.norm(x)",
    "np.abs(x)",
    "np.argmax(x)",
    "np.isfinite(x)",
    "x.argmax()",
    "x.argmin(axis=1)",
    "x.std(axis=0)",
    "x.max(axis=1)",
    "np.deg2rad(x)",
    "np.radians(x)",
    "np.rad2deg(x)",
    "np.degrees(x)",
    "np.sinc(x)",
]


@pytest.mark.parametrize("program", NUMPY)
def test_functions_give_what_numpy_gives(program: str) -> None:
    found = eval(program, {"np": np, "x": Tensor(MATRIX)})
    expected = eval(program, {"np": np, "x": np.array(MATRIX)})
    assert np.shape(found) == np.shape(expected)
    assert np.allclose(found.data if isinstance(found, Tensor) else found, expected, rtol=1e-14)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: x.sum(dims=0), "sum.*does not take `dims`"),
        (lambda x: x.mean(dtype=float), "dtype"),
        (lambda x: x.reshape(2, 3, order="F"), "order"),
        (lambda x: x.sum(0, True, 5), "sum"),
        (lambda x: x.sum(0, axis=0), "twice"),
        (lambda x: x.sum(dim=0.5), "whole number"),
        (lambda x: x.max(0), "NumPy.*PyTorch"),
        (lambda x: x.transpose(0, 1), "NumPy.*PyTorch"),
        (lambda x: x.norm(p=3), "order"),
        (lambda x: x.unsqueeze(0).t(), "expects a tensor with <= 2 dimensions"),
        (engine.concatenate, "list"),
        (lambda x: engine.stack([x][1:]), "empty"),
        (lambda x: np.heaviside(x, 0.0), "heaviside"),
        (np.add.reduce, "add"),
        (np.fft.fft, "fft"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(call: object, words: str) -> None:
    with pytest.raises(CallError, match=words) as error:
        call(Tensor(MATRIX))  # type: ignore[operator]
    assert isinstance(error.value, TypeError)
    assert error.value.problems[0].hint


def test_what_does_not_fit_is_refused() -> None:
    x = Tensor(MATRIX)
    for call in (lambda: x.reshape(5), lambda: x.sum(dim=3), lambda: x.squeeze(0), lambda: x @ x):
        with pytest.raises(ProblemError):
            call()


def test_numpys_other_functions_work_on_constants() -> None:
    constant = Tensor(MATRIX, requires_grad=False)
    assert np.array_equal(np.heaviside(constant, 0.0), np.heaviside(MATRIX, 0.0))
    assert np.array_equal(np.sort(constant), np.sort(MATRIX))


def test_extremes_along_an_axis_credit_the_element_that_was_picked_and_whole_ones_share() -> None:
    for way, expected in ((lambda x: x.max(dim=0).values, [1, 0]), (lambda x: x.amax(axis=0), [0.5, 0.5])):
        x = Tensor([2.0, 2.0])
        way(x).backward()
        other = torch.tensor([2.0, 2.0], requires_grad=True)
        (other.max(dim=0).values if expected == [1, 0] else other.amax(dim=0)).backward()
        assert x.grad.tolist() == expected == other.grad.tolist()
