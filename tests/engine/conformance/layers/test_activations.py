"""Activations that are formulas of operations, beside the real libraries' at ordinary points, at kinks and between pieces."""

from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

POINTS = [-7.0, -6.0, -3.0, -2.0, -1.0, -0.5, -0.2, 0.0, 0.3, 0.5, 1.0, 2.5, 3.0, 6.0]
WEIGHTS = np.linspace(0.3, 2.0, len(POINTS))

OF_TORCH = (
    *("F.relu6(x)", "F.hardtanh(x)", "F.hardtanh(x, -2.0, 3.0)", "F.hardsigmoid(x)", "F.hardswish(x)", "F.mish(x)"),
    *("F.selu(x)", "F.celu(x)", "F.celu(x, 0.5)", "F.threshold(x, 0.5, -1.0)", "F.tanhshrink(x)", "F.softshrink(x)"),
    *("F.softshrink(x, 1.0)", "F.hardshrink(x)", "F.hardshrink(x, lambd=3.0)", "F.softmin(x, 0)", "F.glu(x)"),
    *("nn.ReLU6()(x)", "nn.Hardtanh(-2.0, 2.5)(x)", "nn.Hardsigmoid()(x)", "nn.Hardswish()(x)", "nn.Mish()(x)", "nn.SELU()(x)"),
    *("nn.CELU(2.0)(x)", "nn.Threshold(1.0, 2.0)(x)", "nn.Tanhshrink()(x)", "nn.Softshrink()(x)", "nn.Hardshrink(0.3)(x)"),
    *("nn.Softmin(dim=0)(x)", "nn.GLU()(x)", "nn.LogSigmoid()(x)", "nn.PReLU()(x)", "nn.PReLU(2)(x.reshape(-1, 2)).flatten()"),
    "nn.Softmax2d()(x.reshape(2, 7, 1)).flatten()",
)
OF_JAX = (
    *("celu(x)", "celu(x, 0.5)", "selu(x)", "relu6(x)", "hard_tanh(x)", "hard_sigmoid(x)", "hard_silu(x)", "hard_swish(x)"),
    *("mish(x)", "soft_sign(x)", "squareplus(x)", "squareplus(x, 1.0)", "standardize(x)", "glu(x)"),
    *("leaky_relu(x)", "leaky_relu(x, 0.3)", "elu(x)"),
)


def ours(header: str, call: str) -> tuple[Any, Any]:
    """The value of a call and its gradient in x, weighted."""
    found = run(parse(f"{header}\n{call}"))
    made = backward(found.output, WEIGHTS[: found.output.shape[0]])
    gradient = dict(zip(made.tensors, made.values, strict=True))[found.inputs["x"]]
    return np.asarray(found.output.data), gradient


@pytest.mark.parametrize("call", OF_TORCH)
def test_activations_of_pytorch_have_its_values_and_slopes(call: str) -> None:
    torch = pytest.importorskip("torch")
    header = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F"
    value, gradient = ours(f"{header}\nx = torch.tensor({POINTS}, requires_grad=True)", call)
    names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional}
    torch.set_default_dtype(torch.float64)
    try:
        x = torch.tensor(POINTS, requires_grad=True)
        theirs = eval(call, names | {"x": x})
        (slopes,) = torch.autograd.grad(theirs, x, torch.tensor(WEIGHTS[: len(theirs)]))
    finally:
        torch.set_default_dtype(torch.float32)
    np.testing.assert_allclose(value, theirs.detach().numpy(), rtol=1e-12, atol=1e-14)
    # PyTorch's slope of hardsigmoid is a sixth in 32 bits
    np.testing.assert_allclose(gradient, slopes.numpy(), rtol=1e-7 if "ardsigmoid" in call else 1e-12, atol=1e-14)


@pytest.mark.parametrize("call", OF_JAX)
def test_activations_of_jax_have_its_values_and_slopes(call: str) -> None:
    jax = pytest.importorskip("jax")
    header = "import jax\nimport jax.numpy as jnp"
    value, gradient = ours(f"{header}\nx = jnp.array({POINTS})", f"jax.nn.{call}")
    with jax.enable_x64(True):
        theirs, pull = jax.vjp(lambda x: eval(f"jax.nn.{call}", {"jax": jax, "x": x}), jax.numpy.array(POINTS))
        (slopes,) = pull(jax.numpy.array(WEIGHTS[: len(theirs)]))
        np.testing.assert_allclose(value, np.asarray(theirs), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(gradient, np.asarray(slopes), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("call", ["F.selu(x, alpha=2.0)", "F.glu(x[:3])", "nn.Softmax2d()(x)", "F.hardswish(x, 1, 2)"])
def test_what_an_activation_does_not_take_is_refused(call: str) -> None:
    header = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nx = torch.ones(5, requires_grad=True)"
    with pytest.raises(ProblemError):
        run(parse(f"{header}\n{call}"))
