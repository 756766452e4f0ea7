"""Methods that are called through the language: value and gradient are PyTorch's, and calls that mean two things are refused."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from backpass.engine import CallError, InPlaceError, ProblemError, Tensor, no_grad
from backpass.engine.library.in_place import OTHERS
from backpass.engine.library.language_methods import METHODS
from tests.in_turn import in_turn

torch = pytest.importorskip("torch")

NUMBERS = np.random.default_rng(3).normal(size=(3, 3))
POSITIVE = NUMBERS @ NUMBERS.T + 3 * np.eye(3)
BETWEEN = 1 / (1 + np.exp(-NUMBERS))

CALLS = [
    "x.addcdiv(y, p, value=2)",
    "x.addcmul(y, p, value=0.5)",
    "x.addmm(y, p, beta=0.5, alpha=2)",
    "x[0].addmv(y, p[0])",
    "x.addr(y[0], p[1])",
    "x.all(dim=1)",
    "x.any()",
    "x.argsort(dim=0)",
    "x.argsort(1, descending=True)",
    "x.argwhere()",
    "x[None].baddbmm(y[None], p[None])",
    "x.bool()",
    "p.cholesky()",
    "x.chunk(2, dim=1)",
    "x.clamp_max(0.1)",
    "x.clamp_min(0.1)",
    "x.corrcoef()",
    "x.count_nonzero(dim=0)",
    "x.cross(y, dim=1)",
    "x.cummax(dim=1)",
    "x.cummin(0)",
    "x.cumprod(dim=1)",
    "x.cumprod(-2)",
    "x.diag(1)",
    "x.diag_embed()",
    "x.diagflat()",
    "x.diagonal(offset=-1)",
    "x.diff(dim=0)",
    "x.diff(n=2)",
    "x.dist(y, 1)",
    "x.double()",
    "x.fix()",
    "x.fliplr()",
    "x.flipud()",
    "x.fmod(0.3)",
    "x.frac()",
    "x.gather(1, i)",
    "x.index_add(0, i[0], y)",
    "x.index_select(1, i[0])",
    "x.inner(y)",
    "x.int()",
    "x.isclose(x + 1e-7)",
    "x.isfinite()",
    "(x / 0).isinf()",
    "(0 * x / 0).isnan()",
    "x.lerp(y, 0.25)",
    "x.logaddexp2(y)",
    "x.logcumsumexp(dim=1)",
    "p.logdet()",
    "x.logical_and(y > 0)",
    "x.logical_not()",
    "(x > 0).logical_or(y > 0)",
    "(x > 0).logical_xor(y > 0)",
    "b.logit()",
    "b.logit(eps=0.4)",
    "x.long()",
    "x.masked_select(y > 0)",
    "x.matrix_power(3)",
    "x.median()",
    "x.median(dim=1)",
    "x[None].moveaxis(0, 2)",
    "x[None].movedim(0, -1)",
    "x.nan_to_num()",
    "x.nanmean(dim=1)",
    "x.nansum()",
    "x.narrow(1, 0, 2)",
    "x.new_full((2, 2), 3.5)",
    "x.new_ones(2, 3)",
    "x.new_zeros((2,))",
    "x.quantile(0.3, dim=1)",
    "x.repeat_interleave(2, dim=0)",
    "x.roll(1, 0)",
    "x.roll((1, 2), (0, 1))",
    "x.rot90(1, (0, 1))",
    "x.scatter(1, i, y)",
    "x.scatter_add(1, i, y)",
    "x.slogdet()",
    "x.sort(dim=0)",
    "x.sort(descending=True)",
    "x.split(2, dim=1)",
    "x.split([1, 2])",
    "x.take(i)",
    "x.take_along_dim(i, 1)",
    "x.tile(2, 1)",
    "x.topk(2)",
    "x.topk(1, dim=0, largest=False)",
    "x.tril(-1)",
    "x.triu()",
    "x.trunc()",
    "x.unbind(1)",
    "x.unflatten(1, (3, 1))",
    "x[0].vdot(y[1])",
    "p.xlogy(b)",
    "x[0].detach().heaviside(y[0].detach())",
    "x.allclose(x)",
    "x.float()",
]


def parts(found: Any) -> Iterator[Any]:
    """All tensors, arrays and numbers of a result."""
    if isinstance(found, tuple | list):
        for each in found:
            yield from parts(each)
    else:
        yield found


def answered(call: str, make: Any) -> tuple[list[Any], list[Any]]:
    """The values of a call, and the gradients of the weighted sum of its results for all that may have one."""
    leaves = {name: make(data) for name, data in (("x", NUMBERS), ("y", NUMBERS.T + 0.1), ("p", POSITIVE), ("b", BETWEEN))}
    index = np.array([[0, 2, 1], [2, 1, 0], [1, 0, 2]])
    names = {**leaves, "i": torch.tensor(index) if make is not Tensor else Tensor(index, requires_grad=False)}
    found = list(parts(eval(call, names)))
    moving = {place: each for place, each in enumerate(found) if getattr(each, "requires_grad", False)}
    if moving:
        sum(((each * each * (1 + 0.3 * place)).sum() for place, each in moving.items()), start=0.0).backward()
    values = [np.asarray(each.detach().numpy() if hasattr(each, "detach") else each, dtype=float) for each in found]
    grads = [np.zeros((3, 3)) if leaf.grad is None else np.asarray(leaf.grad) for leaf in leaves.values()]
    return values, grads


def of_torch(data: np.ndarray) -> Any:
    return torch.tensor(data, dtype=torch.float64, requires_grad=True)


@pytest.mark.filterwarnings("ignore:torch.cholesky is deprecated")
@in_turn("call", CALLS)
def test_a_call_gives_the_values_and_gradients_of_pytorch(call: str) -> None:
    values, gradients = answered(call, Tensor)
    theirs, their_gradients = answered(call, of_torch)
    tolerance = 1e-6 if call == "x.float()" else 1e-9
    assert [each.shape for each in values] == [each.shape for each in theirs]
    for ours, other in zip([*values, *gradients], [*theirs, *their_gradients], strict=True):
        assert np.allclose(ours, other, rtol=tolerance, atol=1e-12, equal_nan=True)


IN_PLACE = [
    *(re.sub(r"^(\w)\.(\w+)\(", r"(\1 * 1).\2_(", call) for call in CALLS if re.match(rf"[xpb]\.({'|'.join(OTHERS)})\(", call)),
    "(x[0] * 1).addmv_(y, p[0])",
    "(x[None] * 1).baddbmm_(y[None], p[None])",
    "(x * 1).cumsum_(1)",
    "(x.detach() * 1).heaviside_(y.detach())",
    "(x * 1).logical_or_(y > 0)",
    "(x * 1).logical_xor_(y > 0)",
    "(x * 1).masked_fill_(y > 0.2, 2.5)",
]


@pytest.mark.parametrize("call", IN_PLACE)
def test_a_change_in_place_gives_the_values_and_gradients_of_pytorch(call: str) -> None:
    values, gradients = answered(call, Tensor)
    theirs, their_gradients = answered(call, of_torch)
    if "logical" in call or "heaviside" in call:  # PyTorch passes the gradient on as if nothing had been changed
        gradients, their_gradients = [np.any(each) for each in gradients], [False] * 4
    for ours, other in zip([*values, *gradients], [*theirs, *their_gradients], strict=True):
        assert np.allclose(ours, other, rtol=1e-9, atol=1e-12, equal_nan=True)


def test_every_method_that_changes_in_place_is_compared_and_changes_its_tensor() -> None:
    assert {name for call in IN_PLACE for name in re.findall(r"\.(\w+)_\(", call)} == set(OTHERS)
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    y = x * 1
    assert y.tril_() is y
    assert y.tolist() == [[1.0, 0.0], [3.0, 4.0]]
    with pytest.raises(InPlaceError, match="tril_"):
        x.tril_()


def test_every_method_of_the_table_is_compared() -> None:
    called = {name for call in CALLS for name in re.findall(r"\.(\w+)\(", call)}
    assert METHODS.keys() - called == {"bincount", "unique", "nonzero", "repeat"}  # below, and those that are refused
    assert Tensor([2.0, 1.0, 2.0]).unique().tolist() == torch.tensor([2.0, 1.0, 2.0]).unique().tolist()
    assert Tensor([0, 2, 2], requires_grad=False).bincount().tolist() == torch.tensor([0, 2, 2]).bincount().tolist()


@pytest.mark.parametrize("call", ["x.repeat(2, 2)", "x.sort()", "x.sort(0)", "x.nonzero()"])
def test_calls_that_numpy_and_pytorch_read_in_two_ways_are_refused_with_both(call: str) -> None:
    with pytest.raises(CallError, match="NumPy") as error:
        eval(call, {"x": Tensor(NUMBERS)})
    assert "PyTorch" in error.value.problems[0].hint


def test_errors_are_of_the_kinds_that_the_library_has() -> None:
    x = Tensor(NUMBERS)
    with pytest.raises(CallError, match="no parameter `axes`") as error:
        x.cumprod(axes=1)  # type: ignore[call-arg]
    assert error.value.problems[0].span is None
    with pytest.raises(ProblemError, match="axis 5"):
        x.cumprod(dim=5)
    with pytest.raises(ProblemError):
        x.gather(1, Tensor([[7]], requires_grad=False))


def test_a_result_is_part_of_the_graph_like_any_other() -> None:
    x = Tensor([3.0, 1.0, 2.0])
    y = x.cumprod(dim=0)
    (x.roll(1) * y).sum().backward(create_graph=True)
    assert isinstance(x.grad, Tensor)
    with no_grad():
        assert x.cumprod(dim=0).grad_fn is None
    assert all(each.span is None for each in y.grad_fn.parents)


@pytest.mark.parametrize(("asked", "expected"), [("cpu", [1.5, 0.0]), (torch.float64, [1.5, 0.0]), (torch.int64, [1.0, 0.0])])
def test_to_takes_devices_and_types(asked: Any, expected: list[float]) -> None:
    x = Tensor([1.5, 0.0])
    assert x.to(asked).tolist() == expected
    assert x.to(torch.bool).tolist() == [1.0, 0.0]
    assert x.to(torch.device("cpu")) is x
    with pytest.raises(CallError, match="complex"):
        x.to(torch.complex64)
