"""Where PyTorch's defaults are not NumPy's. The oracle is PyTorch itself."""

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

torch = pytest.importorskip("torch")

DATA = [[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]]


@pytest.mark.parametrize(
    "expression",
    [
        "x.var()",
        "torch.var(x)",
        "torch.std(x, unbiased=False)",
        "torch.var(x, unbiased=True)",
        "torch.var(x, False)",
        "x.var(1, keepdim=True).sum()",
        "torch.var(x, 0, False).sum()",
        "torch.var(x, 1, True, True).sum()",
        "torch.std(x, dim=0, correction=0).sum()",
        "x.std(dim=(0, 1), correction=2)",
        "torch.nn.functional.leaky_relu(x - 3, 0.2).sum()",
        "torch.nn.functional.leaky_relu(x - 3.5).sum()",
        "torch.nn.functional.leaky_relu(x - 3.5, negative_slope=0.3).sum()",
        "torch.nn.LeakyReLU(0.1)(x - 3.5).sum()",
        "torch.nn.Softplus()(torch.nn.SiLU()(x - 3.5)).sum()",
        "(torch.nn.Softmax(dim=1)(x) ** 2).sum()",
        "torch.nn.GELU()(torch.nn.ELU()(torch.nn.Softsign()(x - 3.5))).sum()",
    ],
)
def test_values_and_gradients_are_those_of_pytorch(expression: str) -> None:
    found = run(parse(f"import torch\nx = torch.tensor({DATA}, requires_grad=True)\n{expression}"))
    x = torch.tensor(DATA, dtype=torch.float64, requires_grad=True)
    expected = eval(expression)
    expected.backward()
    np.testing.assert_allclose(found.output.data, expected.item(), rtol=1e-12)
    np.testing.assert_allclose(backward(found.output).of(found.inputs["x"]), x.grad.numpy(), rtol=1e-12, atol=1e-15)


def test_in_programs_that_do_not_name_pytorch_a_variance_is_numpys() -> None:
    for text in ("import numpy as np\nx = np.array([1.0, 2.0, 4.0])\nx.var()", "x = [1.0, 2.0, 4.0]\nvar(x)"):
        assert run(parse(text)).output.item() == pytest.approx(np.var([1.0, 2.0, 4.0]))
