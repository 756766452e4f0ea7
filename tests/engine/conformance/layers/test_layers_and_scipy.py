"""Layers and functions of PyTorch and SciPy that are written in the language itself, beside the real ones."""

from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.test_sweep import NUMPY, TORCH


def noted(text: str) -> list[str]:
    """The messages of what is said of a program."""
    return [problem.message for problem in run(parse(text)).problems]


def drawn(text: str) -> Any:
    """The numbers of a program."""
    return np.asarray(run(parse(text)).output.data)


NORMAL = ("pdf(x)", "cdf(x)", "logpdf(x)", "sf(x)", "pdf(x, 1.0, 2.0)", "cdf(x, loc=-0.5, scale=0.3)", "logpdf(x, scale=2.5)")
SPECIAL = (
    "erf(x)",
    "expit(x)",
    "gammaln(x)",
    "digamma(x)",
    "psi(x)",
    "ndtr(x)",
    "xlogy(x, 3.0)",
    "xlogy(x - x, x - x)",
    "logit(x / 3)",
)


@pytest.mark.parametrize(
    "call", [*(f"scipy.stats.norm.{each}" for each in NORMAL), *(f"scipy.special.{each}" for each in (*SPECIAL, "log1p(x)"))]
)
@pytest.mark.parametrize("x", [0.3, 1.0, 2.7])
def test_functions_of_scipy_give_its_numbers(call: str, x: float) -> None:
    scipy = pytest.importorskip("scipy")
    pytest.importorskip("scipy.stats")
    expected = eval(call, {"scipy": scipy, "x": x})
    found = run(parse(f"import scipy.stats\nimport scipy.special\nimport numpy as np\nx = np.array([{x}])\n{call}")).output
    np.testing.assert_allclose(np.asarray(found.data), [expected], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("axis", ["", ", axis=0", ", axis=1"])
@pytest.mark.parametrize("name", ["softmax", "log_softmax", "logsumexp"])
def test_sums_over_exponentials_of_scipy_go_over_all_or_along_an_axis(name: str, axis: str) -> None:
    special = pytest.importorskip("scipy.special")
    expected = eval(f"special.{name}(A{axis})", {"special": special, "A": np.array([[1.0, 5.0], [7.0, 2.0]])})
    assert np.allclose(drawn(NUMPY + f"from scipy import special\nspecial.{name}(A{axis})"), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "scipy.stats.norm.mean(x)",
        "scipy.stats.norm.pdf(x, scale=-1.0)",
        "scipy.special.huber(x, x)",
        "scipy.stats.norm.pdf(x, 0, 1, 2)",
    ],
)
def test_what_means_something_else_in_scipy_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(f"import scipy.stats\nimport scipy.special\nx = 2.0\n{text}"))


def compared(body: str, names: tuple[str, ...] = ("A",)) -> None:
    """Holds the value and the gradients of a program in PyTorch equal here and there."""
    from backpass.engine.autodiff.reverse_numeric import backward

    torch = pytest.importorskip("torch")
    text = TORCH + "from torch import nn\n" + body
    theirs: dict[str, Any] = {}
    torch.set_default_dtype(torch.float64)
    try:
        exec(text, theirs)
        theirs["out"].sum().backward()
    finally:
        torch.set_default_dtype(torch.float32)
    found = run(parse(text + "out"))
    np.testing.assert_allclose(np.asarray(found.output.data), theirs["out"].detach().numpy(), rtol=1e-10, atol=1e-12)
    made = backward(found.output, np.ones(found.output.shape) if found.output.shape else 1.0)
    gradients = dict(zip(made.tensors, made.values, strict=True))
    for name in names:
        np.testing.assert_allclose(gradients[found.inputs[name]], theirs[name].grad.numpy(), rtol=1e-10, atol=1e-12)


_TARGET = "t = torch.tensor([1, 0])\n"


@pytest.mark.parametrize(
    "body",
    [
        "out = nn.LayerNorm(2)(A) ** 3\n",
        "out = nn.LayerNorm([2, 2], eps=0.1)(A) ** 3\n",
        "out = nn.LayerNorm(2, elementwise_affine=False)(A) ** 3\n",
        "out = nn.BatchNorm1d(2)(A) ** 3\n",
        "m = nn.BatchNorm1d(2, momentum=0.3)\nm(A)\nm(3 * A)\nm.eval()\nout = m(A) ** 2\n",
        "m = nn.Sequential(nn.BatchNorm1d(2), nn.Flatten())\nm(A)\nm.eval()\nm.train()\nout = m(A) ** 3\n",
        "out = nn.Flatten()(A[None]) * 2\n",
        "out = nn.Flatten(0)(A) * 2\n",
        "out = nn.Sequential(nn.Dropout(0.5), nn.LogSoftmax(dim=1)).eval()(A)\n",
        "out = F.dropout(A, 0.5, False) * F.dropout(A, p=1.0, training=True) + A\n",
        _TARGET + "out = nn.NLLLoss()(F.log_softmax(A, dim=1), t)\n",
        _TARGET + "out = F.nll_loss(F.log_softmax(A, dim=1), t, reduction='none') ** 2\n",
        _TARGET + "out = F.one_hot(t) * A + (F.one_hot(t, num_classes=4).sum() + F.one_hot(t, 3)[1, 0]) * A\n",
        "out = A.masked_fill(A > 4, 0.0) * A + torch.masked_fill(A, A < 2, 9.0)\n",
        "mask = torch.tril(torch.ones(2, 2))\nout = F.softmax(A.masked_fill(mask == 0, float('-inf')), dim=-1) * A\n",
        "out = A.tril() * 2 + torch.triu(A, diagonal=1) * A + A.triu(-1)\n",
        "out = torch.vstack([A, A[0]]) * torch.vstack((A[1], A))\n",
        "out = torch.hstack([A, 2 * A]) ** 2\n",
        "out = torch.hstack((A[0], A[1], A[0])) ** 2\n",
        "out = A.gather(1, torch.tensor([[0, 0], [1, 0]])) ** 2 + torch.gather(A, 0, torch.tensor([[1, 0]]))\n",
        "v, i = torch.sort(A)\nout = v * torch.tensor([1.0, 3.0]) + i\n",
        "out = torch.sort(A, dim=0, descending=True)[0] ** 2 * A + torch.sort(A, 0).indices\n",
        "v, i = torch.topk(A, 1, dim=1)\nout = v**2 + i\n",
        "out = A.topk(2, largest=False).values * torch.tensor([1.0, 3.0])\n",
        "out = F.linear(A, A, A[0]) + F.linear(A, 2 * A)\n",
        "out = F.relu6(A) * F.hardtanh(A / 3, -1.0, 2.0)\n",
        "@torch.no_grad()\ndef scale(x):\n    return x.mean() * 2\nout = A * scale(A)\n",
        "m = nn.Sequential(nn.Linear(2, 3))\nout = A * sum([len(n) + p.numel() for n, p in m.named_parameters()])\n",
    ],
)
def test_layers_and_functions_of_pytorch_give_its_numbers(body: str) -> None:
    compared(body)


def test_dropout_leaves_out_its_share_and_keeps_the_mean() -> None:
    text = TORCH + "x = torch.ones(4000, requires_grad=True)\nnn = torch.nn\nnn.Dropout(0.25)(x)"
    found = drawn(text)
    assert set(np.round(found, 12)) == {0, round(4 / 3, 12)}
    assert 0.95 < found.mean() < 1.05


def test_an_embedding_gives_the_rows_that_are_asked_for() -> None:
    text = TORCH + "e = torch.nn.Embedding(4, 3)\ni = torch.tensor([[2, 0], [2, 3]])\n"
    assert not drawn(text + "e(i) - e.weight[i]").any()
    assert drawn(text + "e(i)").shape == (2, 2, 3)
