"""What is accepted is honoured: generated calls give here what the real library gives, or are refused by name.

The calls here are a share of those that `python3 run.py fuzz conformance` makes, before it makes other ones.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError
from tests.engine.conformance import oracles
from tests.engine.conformance.cases import refusals
from tests.engine.conformance.sweep import readings, share_of_sources, sweep_share


@pytest.mark.parametrize(("library", "least"), [("math", 25), ("numpy", 350), ("torch", 150), ("autograd", 50), ("jax", 12)])
def test_calls_agree_with_the_library(library: str, least: int, record_property: Callable[[str, object], None]) -> None:
    pytest.importorskip(library)
    result = sweep_share(library, share_of_sources(library))
    record_property(f"compared with {library}", result.compared)
    print(f"{library}: {result.compared} calls compared, {sum(result.refused_here.values())} refused here")  # noqa: T201
    assert not result.wrong, "\n\n".join(result.wrong[:20])
    assert result.compared >= least


@pytest.mark.parametrize("library", ["math", "numpy", "torch", "jax", "autograd"])
def test_an_argument_that_is_not_understood_is_refused_by_name(library: str) -> None:
    given = 0
    for reading, owner in readings(library):
        for call in refusals(reading, owner == "self"):
            given += 1
            text = oracles.program(call, library, owner)
            with pytest.raises(ProblemError) as error:
                run(parse(text))
            assert error.value.problems[0].code is Code.ARGUMENT_COUNT, text
            assert f"`{call.refused}`" in error.value.problems[0].message, text
    assert given > {"math": 0, "numpy": 300, "torch": 150, "jax": 100, "autograd": 250}[library]


TORCH = "import torch\nimport torch.nn.functional as F\nA = torch.tensor([[1., 5.], [7., 2.]], requires_grad=True)\n"
NUMPY = "import numpy as np\nA = np.array([[1., 5.], [7., 2.]])\n"
JAX = "import jax\nimport jax.numpy as jnp\nA = jnp.array([[1., 5.], [7., 2.]])\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TORCH + "A.transpose(0, 1)", [[1, 7], [5, 2]]),
        (TORCH + "torch.transpose(A, -2, -1)", [[1, 7], [5, 2]]),
        (NUMPY + "np.transpose(A, (0, 1))", [[1, 5], [7, 2]]),
        (TORCH + "v, i = A.max(dim=1)\nv", [5, 7]),
        (TORCH + "v, i = A.max(dim=1)\ni + 0*v", [1, 0]),
        (TORCH + "torch.max(A, dim=1)[0]", [5, 7]),
        (TORCH + "A.min(1).values", [1, 2]),
        (TORCH + "A.min(dim=1, keepdim=True).indices + 0*A", [[0, 0], [1, 1]]),
        (TORCH + "torch.max(A, 3*A)", [[3, 15], [21, 6]]),
        (TORCH + "A.max(1)", [5, 7]),
        (NUMPY + "A.max(1)", [5, 7]),
        (NUMPY + "A.sum(0, None, None, True)", [[8, 7]]),
        (TORCH + "A.sum(0, True)", [[8, 7]]),
        (TORCH + "A.sum(axis=0, keepdims=True)", [[8, 7]]),
        ("A = [[1, 5], [7, 2]]\nA.max(1)", [5, 7]),
        (NUMPY + "np.linalg.norm(A, 1)", 8),
        (NUMPY + "np.linalg.norm(A, np.inf)", 9),
        (TORCH + "torch.norm(A, 1)", 15),
        (TORCH + "torch.norm(A, 2, dim=1)", np.sqrt([26, 53]).tolist()),
        (NUMPY + "A[0]*0 + np.linspace(0, 1, 2, endpoint=False)", [0, 0.5]),
        (TORCH + "A.var()", 7.583333333333333),
        (TORCH + "A.var(1, False)", [4, 6.25]),
        (TORCH + "torch.round(A / 3, decimals=2)", [[0.33, 1.67], [2.33, 0.67]]),
        (NUMPY + "(A / 3).round(1)", [[0.3, 1.7], [2.3, 0.7]]),
        (JAX + "jax.vmap(lambda x, y: (x * y).sum(), in_axes=(0, None))(A, A[0])", [26, 17]),
        (JAX + "jax.vmap(lambda x: x.sum(), in_axes=1)(A)", [8, 7]),
        (JAX + "jax.vmap(lambda x: 2*x, out_axes=1)(A)", [[2, 14], [10, 4]]),
        (JAX + "jax.vmap(jax.vmap(lambda x, y: x - y, (None, 0)), (0, None))(A[0], A[1])", [[-6, -1], [-2, 3]]),
        (JAX + "jax.vmap(jax.grad(lambda w, x: (w*x)**2), in_axes=(None, 0))(3.0, A[0])", [6, 150]),
        (JAX + "jax.vmap(jax.value_and_grad(lambda x: x**3))(A[0])[1]", [3, 75]),
        ("from torch import *\nA = tensor([[1., 5.], [7., 2.]])\nmax(A, 1)[0]", [5, 7]),
        ("from numpy import array, sum\nA = array([[1., 5.], [7., 2.]])\nsum(A, 0)", [8, 7]),
        ("import tensorflow as tf\nx = tf.Variable([1., -2.])\ntf.nn.leaky_relu(x)", [1, -0.4]),
        ("import tensorflow as tf\nx = tf.Variable([1., -2.])\ntf.identity(x)", [1, -2]),
        ("import tensorflow as tf\nx = tf.Variable([1., -2.])\ntf.nn.softmax_cross_entropy_with_logits([0., 1.], x)", 3.04858735),
        (TORCH + "F.cross_entropy(A[None].expand(2, 2, 2), torch.tensor([[0, 1], [1, 0]]))", 2.275532),
        (TORCH + "torch.autograd.grad(A * A, A, torch.ones(2, 2))[0] + 0.0", [[2, 10], [14, 4]]),
        ("import torch\nx = torch.tensor([1., 2.])\ntorch.func.grad(lambda x: (x**3).sum())(x) + 0.0", [3, 12]),
        ("import torch\nx = torch.tensor([1., 2.])\ntorch.func.hessian(lambda x: (x**3).sum())(x)", [[6, 0], [0, 12]]),
        ("from jax import value_and_grad as vg\nvg(lambda x: x**3)(2.0)[1] + 0.0", 12),
        ("import math\nx = 8.0\nmath.log(x, 2)", 3),
        (TORCH + "A[0] * torch.as_tensor([2.0, 3.0])", [2, 15]),
        (NUMPY + "A.astype('float64')", [[1, 5], [7, 2]]),
        (NUMPY + "(A / 2).astype(int) + 0*A", [[0, 2], [3, 1]]),
        (NUMPY + "A * np.zeros(2, dtype=np.float32)", [[0, 0], [0, 0]]),
        (NUMPY + "A * np.float64(2)", [[2, 10], [14, 4]]),
        (TORCH + "A * torch.Tensor([2, 3])", [[2, 15], [14, 6]]),
        (TORCH + "A[torch.LongTensor([1, 0])]", [[7, 2], [1, 5]]),
        (TORCH + "A[torch.tensor([1, 0], dtype=torch.long)]", [[7, 2], [1, 5]]),
        (TORCH + "(A / 2).long() + 0*A", [[0, 2], [3, 1]]),
        (TORCH + "A[(A - 1).bool()]", [5, 7, 2]),
        (TORCH + "A.to(device='cuda', dtype=torch.float64) + A.to(torch.float32).double()", [[2, 10], [14, 4]]),
        (TORCH + "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nA.to(device)", [[1, 5], [7, 2]]),
        (TORCH + "m = torch.nn.Linear(2, 1, bias=False).to('cpu').double()\nm(A) / m(A)", [[1], [1]]),
        (JAX + "A * jnp.arange(2, dtype=jnp.int32)", [[0, 5], [0, 2]]),
    ],
)
def test_a_spelling_that_is_accepted_is_honoured(text: str, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(run(parse(text)).output.data), expected, rtol=1e-6)


def test_one_element_is_a_number_and_several_are_refused() -> None:
    text = "import torch\na = torch.tensor([4.0], requires_grad=True)\nprint(a.item())\na.sum()"
    assert run(parse(text)).printed == ["4.0"]
    with pytest.raises(ProblemError, match="needs exactly one element"):
        run(parse(TORCH + "A.item()"))


def test_ties_are_credited_as_each_library_does() -> None:
    from backpass.engine.autodiff.reverse_numeric import backward

    for text, expected in (("torch.max(x, 0).values", [1, 0, 0]), ("torch.max(x)", [0.5, 0.5, 0]), ("x.amax(0)", [0.5, 0.5, 0])):
        found = run(parse(f"import torch\nx = torch.tensor([3., 3., 1.], requires_grad=True)\n{text}"))
        made = backward(found.output)
        assert dict(zip(made.tensors, made.values, strict=True))[found.inputs["x"]].tolist() == expected


@pytest.mark.parametrize(
    "text",
    [
        "sin(x=1)",
        "x = 2.0\nprint(x, file=1)\nx*x",
        "def f(x):\n    return max(x, x, default=0)\nf(2.0)",
        "def f(x):\n    return sum([a*b for a, b in zip([x, x], [x], strict=True)])\nf(2.0)",
        "import numpy as np\nnp.zeros(3, foo=1)",
        NUMPY + "np.sum(A, where=A > 2)",
        NUMPY + "np.sum(A, out=A)",
        NUMPY + "np.sum(A, dtype='int64')",
        TORCH + "F.relu(A, in_place=True)",
        TORCH + "A.view(torch.int64)",
        TORCH + "A.max(1) * 2",
        TORCH + "A.to(torch.uint8)",
        TORCH + "A.to(torch.nothing)",
        TORCH + "A * torch.tensor([1.5, 2.0], dtype=torch.long)",
        TORCH + "A * torch.Tensor(2, 2)",
        TORCH + "torch.float32(A)",
        NUMPY + "A * np.full(2, 1.5, dtype=int)",
        NUMPY + "A.astype(np.complex128)",
        JAX + "jax.lax.round(A)",
        JAX + "jax.random.logistic(jax.random.key(0), (2,)) + A",
        JAX + "jax.random.normal(0, (2,)) + A",
        JAX + "jax.random.randint(jax.random.key(0), (2,), 3, 3) + A",
        TORCH + "torch.randint(0, (2,)) + A",
        TORCH + "torch.normal(0.0, -1.0, (2,)) + A",
        JAX + "jax.vmap(lambda x: x, in_axes=None)(A)",
        NUMPY + "np.random.logistic(1.0)",
        NUMPY + "np.linalg.norm(A, 3)",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))
