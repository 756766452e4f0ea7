"""Programs as they are written for other libraries. The oracle is arithmetic by hand, and the library itself where installed."""

import importlib
import math
from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.libraries.spellings import MODULES, ONLY_IN_PYTORCH
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError


def ran(text: str, **options: Any) -> Run:
    return run(parse(text), **options)


def gradients(text: str) -> dict[str, Any]:
    found = ran(text)
    made = backward(found.output)
    values = dict(zip(made.tensors, made.values, strict=True))
    return {name: values[leaf] for name, leaf in found.inputs.items() if leaf in values}


# PyTorch


def test_a_pytorch_tensor_has_a_gradient_where_it_is_told_to() -> None:
    text = "import torch\nx = torch.tensor(2.0, requires_grad=True)\nc = torch.tensor(3.0)\n"
    text += "y = torch.tanh(x)*c\ny.backward()\nprint(x.grad.item())"
    found = ran(text)
    assert list(found.inputs) == ["x"]
    assert float(found.printed[0]) == pytest.approx(3 / math.cosh(2) ** 2, rel=1e-12)


def test_a_step_without_gradients_changes_the_leaf_in_place() -> None:
    text = """
import torch
w = torch.tensor(2.0, requires_grad=True)
for i in range(3):
    loss = (3*w - 1)**2
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad.zero_()
    print(w.item())
"""
    w, expected = 2.0, []
    for _ in range(3):
        w -= 0.01 * 6 * (3 * w - 1)
        expected.append(w)
    found = ran(text)
    np.testing.assert_allclose([float(line) for line in found.printed], expected, rtol=1e-12)
    assert list(found.inputs) == ["w"]


def test_modules_layers_and_optimisers_of_pytorch_train() -> None:
    text = """
import torch
import torch.nn as nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.{optimiser}
x = torch.tensor([[1.0, 2.0], [0.5, -1.0], [0.0, 0.3]])
y = torch.tensor([[1.0], [-1.0], [0.2]])
for step in range(60):
    optimizer.zero_grad()
    loss = nn.MSELoss()(model(x), y)
    loss.backward()
    optimizer.step()
    print(loss.item())
"""
    for optimiser in ("SGD(model.parameters(), lr=0.1, momentum=0.5)", "Adam(model.parameters(), lr=0.05)"):
        found = ran(text.format(optimiser=optimiser))
        losses = [float(line) for line in found.printed]
        assert losses[-1] < 0.02 * losses[0]
        assert {leaf.shape for leaf in found.parameters} == {(4, 2), (4,), (1, 4), (1,)}
        assert "model.0.weight" in found.inputs


def test_the_optimisers_step_as_pytorch_does() -> None:
    torch = pytest.importorskip("torch")
    text = """
import torch
w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
optimizer = torch.optim.{optimiser}
for step in range(5):
    optimizer.zero_grad()
    loss = (w**4 - w).sum()
    loss.backward()
    optimizer.step()
print(w.tolist())
"""
    for optimiser in ("SGD([w], lr=0.01, momentum=0.9, weight_decay=0.1)", "Adam([w], lr=0.1)"):
        theirs: dict[str, Any] = {}
        torch.set_default_dtype(torch.float64)
        exec(text.format(optimiser=optimiser).replace("print(w.tolist())", "found = w.tolist()"), theirs)
        torch.set_default_dtype(torch.float32)
        ours = [float(number) for number in ran(text.format(optimiser=optimiser)).printed[0].strip("[]").split(",")]
        np.testing.assert_allclose(ours, theirs["found"], rtol=1e-9)


def test_gradients_of_gradients_as_in_pytorch() -> None:
    text = "import torch\nx = torch.tensor(3.0, requires_grad=True)\ny = x**3\n"
    text += "g, = torch.autograd.grad(y, x, create_graph=True)\ng.backward()\nprint(x.grad)"
    assert ran(text).printed == ["18.0"]


# JAX and HIPS autograd


def test_grad_gives_a_function_and_the_graph_of_what_it_differentiates() -> None:
    text = "import jax\nimport jax.numpy as jnp\ndef f(x):\n    return 3*x**2 - 4*x + 5\njax.grad(f)(3.0)"
    found = ran(text)
    assert found.output.item() == 20.0
    assert gradients(text) == {"x": 14.0}


def test_any_order_by_nesting() -> None:
    text = "import jax\nimport jax.numpy as jnp\nf = lambda x: jnp.tanh(x)**3\n"
    step = 1e-3

    def f(x: float) -> float:
        return math.tanh(x) ** 3

    third = (f(0.5 + 2 * step) - 2 * f(0.5 + step) + 2 * f(0.5 - step) - f(0.5 - 2 * step)) / (2 * step**3)
    found = ran(text + "g = jax.grad(jax.grad(jax.grad(f)))\nprint(g(0.5))\nf(1)")
    assert float(found.printed[0]) == pytest.approx(third, rel=1e-4)


def test_value_and_grad_argnums_and_vmap() -> None:
    text = "import jax\ndef f(x, y):\n    return x*y**2\n"
    text += "v, (a, b) = jax.value_and_grad(f, argnums=(0, 1))(2.0, 3.0)\nprint(v, a, b)\n"
    text += "print(jax.grad(f, 1)(2.0, 3.0), jax.vmap(lambda x: x**2)([1.0, 2.0, 3.0]))\nf(1, 1)"
    assert ran(text).printed == ["18.0 9.0 12.0", "12.0 [1., 4., 9.]"]


def test_gradient_descent_with_grad_is_itself_a_graph() -> None:
    text = "import jax\ndef loss(w):\n    return (3*w - 1)**2\nw = 2.0\nfor i in range(3):\n    w = w - 0.01*jax.grad(loss)(w)\nw"
    assert gradients(text)["w"] == pytest.approx((1 - 0.18) ** 3, rel=1e-12)


def test_the_readme_of_hips_autograd() -> None:
    text = """
import autograd.numpy as np
from autograd import grad
def tanh(x):
    return (1.0 - np.exp((-2 * x))) / (1.0 + np.exp(-(2 * x)))
grad_tanh = grad(tanh)
print(grad_tanh(1.0))
grad_tanh(1.0)
"""
    assert float(ran(text).printed[0]) == pytest.approx(0.41997434161402603, rel=1e-12)


# TensorFlow


def test_a_gradient_tape() -> None:
    text = "import tensorflow as tf\nx = tf.Variable(3.0)\nwith tf.GradientTape() as tape:\n"
    text += "    y = x**2\nprint(tape.gradient(y, x).numpy())\ny"
    assert ran(text).printed == ["6.0"]
    watched = "import tensorflow as tf\nx = tf.constant(3.0)\nwith tf.GradientTape() as tape:\n"
    watched += "    tape.watch(x)\n    y = tf.math.sin(x)*x\n"
    assert gradients(watched + "tape.gradient(y, x)")["x"] == pytest.approx(math.sin(3) + 3 * math.cos(3))
    step = (
        "x = tf.Variable(3.0)\nwith tf.GradientTape() as tape:\n    y = x**2\nx.assign_sub(0.1*tape.gradient(y, x))\nprint(x)\ny"
    )
    assert ran("import tensorflow as tf\n" + step).printed == ["2.4"]


# micrograd


def test_the_networks_of_micrograd_are_known() -> None:
    found = ran(
        "from micrograd.nn import MLP\nmodel = MLP(3, [4, 4, 1])\nprint(model, len(model.parameters()))\nmodel([1.0, -2.0, 0.5])"
    )
    layers = ["Layer of [ReLUNeuron(3), ReLUNeuron(3), ReLUNeuron(3), ReLUNeuron(3)]"]
    layers += ["Layer of [ReLUNeuron(4), ReLUNeuron(4), ReLUNeuron(4), ReLUNeuron(4)]", "Layer of [LinearNeuron(4)]"]
    assert found.printed == [f"MLP of [{', '.join(layers)}] 41"]
    assert len(found.parameters) == 41


def test_a_definition_of_value_is_passed_over() -> None:
    text = """
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), '+')
    def backward(self):
        self.grad = 1.0
a = Value(2.0)
b = a*a + a
b.backward()
print(a.grad)
"""
    found = ran(text)
    assert found.printed == ["5.0"]
    assert [problem.code for problem in found.problems] == [Code.IGNORED]


def test_notebooks_that_draw_are_understood() -> None:
    text = "%matplotlib inline\nimport matplotlib.pyplot as plt\n"
    found = ran(text + "x = 2.0\ny = x**2\nplt.plot([x.data], [y.data])\nplt.show()\ny")
    assert found.output.item() == 4.0
    assert Code.IGNORED in {problem.code for problem in found.problems}


SUMMED = """
import torch
w = torch.tensor([0.5, -1.0], requires_grad=True)
for i in range(3):
    loss = (w**2).sum()
    loss.backward()
    {reset}
print(w.grad)
"""


RESETS = {"pass": True, "last = w.grad.clone(); w.grad.zero_()": False, "w.grad = None": False}
"""By what the loop does: whether gradients add up."""


@pytest.mark.parametrize(("reset", "is_sum"), RESETS.items())
def test_a_gradient_that_adds_up_several_passes_is_noted_where_it_is_read(reset: str, is_sum: bool) -> None:
    """The graph shows the last pass alone, so that the number printed is another one."""
    found = ran(SUMMED.format(reset=reset))
    noted = [problem.message for problem in found.problems if "several backward passes" in problem.message]
    assert len(noted) == is_sum
    if is_sum:
        assert found.printed == ["[ 3., -6.]"]
        assert noted[0].startswith("`w.grad` is the sum")
    twice = "import torch\na = torch.tensor(2.0, requires_grad=True)\n(a*a).backward()\nb = a.grad\na.grad = None\n"
    twice += "(a*3).backward()\nprint(a.grad)"
    assert not [each for each in ran(twice).problems if "several" in each.message]


SINGLE = (
    "(a*2).backward()\nb = leaf(1.0)\n(b*3).backward()\nprint(b.grad)",
    "(a*2).backward()\na = leaf(1.0)\n(a*3).backward()\nprint(a.grad)",
    "def f(v):\n    x = leaf(v)\n    (x**3).backward()\n    return x.grad\nprint(f(1.0), f(2.0))",
    (
        "m, n = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)\nx = torch.ones(1, 1)\n"
        "m(x).sum().backward()\nn(x).sum().backward()\nprint(n.weight.grad)"
    ),
    "a.register_hook(lambda g: g * 2)\n(a*a).backward()\nb = leaf(2.0)\n(b*3).backward()\nprint(a.grad, b.grad)",
    "b = leaf(3.0)\n(a*b).backward()\n(a*a).backward()\nprint(b.grad)",
)


@pytest.mark.parametrize("text", SINGLE)
def test_a_gradient_of_one_pass_is_not_called_a_sum_because_other_leaves_had_passes(text: str) -> None:
    start = "import torch\ndef leaf(v):\n    return torch.tensor(v, requires_grad=True)\na = leaf(1.0)\n"
    assert not [each for each in ran(start + text).problems if "several" in each.message]


def test_a_plain_pass_adds_to_a_gradient_that_was_made_with_a_graph() -> None:
    """PyTorch prints 16: 12 with a graph, and 4 without."""
    text = "import torch\nw = torch.tensor(2.0, requires_grad=True)\n(w**3).backward(create_graph=True)\n(w**2).backward()\n"
    assert ran(text + "print(w.grad.item())").printed == ["16.0"]


# JAX


def test_arrays_of_jax_are_known_by_its_class_and_printed_by_its_debugger() -> None:
    """The lines are those of `jax.debug.print` in JAX 0.10, but for the commas between the numbers of an array."""
    text = """
import jax
import jax.numpy as jnp

@jax.jit
def f(x: jax.Array) -> jax.Array:
    jax.debug.print("x = {} and {y:.2f}, {{}}", x, y=x[1])
    jax.debug.breakpoint()
    return (x**2).sum()

print(isinstance(jnp.ones(2), jax.Array), isinstance([1.0], jax.Array), isinstance(2.0, jax.Array))
f(x)
"""
    found = ran(text, inputs={"x": [1.0, 2.0]})
    assert found.printed == ["True False False", "x = [1., 2.] and 2.00, {}"]
    with pytest.raises(ProblemError):
        ran("import jax\njax.Array([1.0])")


# NumPy


def test_figures_clocks_and_progress_bars_are_passed_over_where_a_loop_needs_what_they_give() -> None:
    text = """
import time
import matplotlib.pyplot as plt
from graphviz import Digraph
from timeit import default_timer as timer
from tqdm import tqdm, trange
fig, ax = plt.subplots(1, 2)
drawing = Digraph(format="svg")
drawing.node("x")
start = time.perf_counter()
y = x
for i in tqdm(range(2), desc="training"):
    for j in trange(2):
        y = y * x
    ax.plot([i], [y])
print(time.perf_counter() - start, timer())
y
"""
    found = ran(text, inputs={"x": 2.0})
    assert found.output.item() == 32.0
    assert found.printed == ["0.0 0.0"]


def test_what_uses_a_module_that_was_refused_is_not_reported_again() -> None:
    with pytest.raises(ProblemError) as refusal:
        ran("import subprocess\nsubprocess.run('true')\nx")
    assert [problem.code for problem in refusal.value.problems] == [Code.IMPORT_REFUSED]


def test_arrays_and_random_numbers_of_numpy() -> None:
    state = np.random.RandomState(3)
    drawn = state.randn(2, 2)
    text = "import numpy as np\nnp.random.seed(3)\nW = np.random.randn(2, 2)\n"
    text += "x = np.array([1.0, 2.0])\nprint(np.zeros(2) + np.arange(2))\n(W @ x).sum()"
    found = ran(text)
    np.testing.assert_allclose(found.output.item(), (drawn @ [1.0, 2.0]).sum())
    assert found.printed == ["[0., 1.]"]
    np.testing.assert_allclose(gradients(text)["x"], drawn.sum(axis=0))


def test_a_name_that_a_library_does_not_offer_is_refused_by_name() -> None:
    with pytest.raises(ProblemError) as refusal:
        ran("import torch\ntorch.fft(x)")
    assert refusal.value.problems[0].code is Code.UNKNOWN_FUNCTION
    with pytest.raises(ProblemError) as refusal:
        ran("from torch import fft\nfft(x)")
    assert refusal.value.problems[0].code is Code.IMPORT_REFUSED


@pytest.mark.parametrize(
    ("program", "name", "hint"),
    [
        ("import torch\ntorch.fft.fft(x)", "torch.fft", "Write out what it computes"),
        ("import torch.distributed\ntorch.distributed.barrier()", "torch.distributed", "leave it out"),
        ("from torch.onnx import export\nexport(x)", "torch.onnx.export", "leave it out"),
    ],
)
def test_a_name_that_only_pytorch_has_is_not_taken_for_a_misspelt_one(program: str, name: str, hint: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        ran(f"x = 2.0\n{program}")
    problem = refusal.value.problems[0]
    assert problem.message == f"`{name}` exists in PyTorch but is not supported here."
    assert hint in (problem.hint or "")


@pytest.mark.parametrize("name", sorted(ONLY_IN_PYTORCH))
def test_what_only_pytorch_has_it_does_have(name: str) -> None:
    pytest.importorskip("torch")
    assert name not in MODULES
    owner, _, last = name.rpartition(".")
    try:
        assert hasattr(importlib.import_module(owner), last) or importlib.import_module(name)
    except ImportError as error:
        pytest.fail(f"{name}: {error}")


@pytest.mark.parametrize(
    "header",
    [
        "import torchvision",
        "import socket, subprocess",
        "from torch.utils.cpp_extension import load",
        "from d2l import torch as d2l",
        "import torch.jit",
        "import numpy.ma",
        "from .data import load",
        "from math import frexp",
    ],
)
def test_an_import_alone_does_not_stop_a_program(header: str) -> None:
    found = ran(f"{header}\nimport math\nimport torch\nx = torch.tensor(3.0, requires_grad=True)\nx * torch.exp(x - 3)")
    assert found.output.item() == 3.0
    assert not found.problems


@pytest.mark.parametrize(
    "use",
    [
        "x * lr",
        "max(x, lr)",
        "[lr, x][0]",
        "x if lr else 2*x",
        "print(lr)",
        "f'{lr}'",
        "x[lr]",
        "lr.step",
        "lr(x)",
        "lr.step = 2.0",
        "for each in lr:\n    print(each)",
        "@lr\ndef f(x): return x",
        "class A(lr):\n    pass",
        "y = lr",
        "isinstance(x, lr)",
    ],
)
def test_what_an_import_did_not_bring_is_refused_by_name_where_it_is_used(use: str) -> None:
    with pytest.raises(ProblemError) as refused:
        ran(f"from settings import rate as lr\nx = 2.0\n{use}\nx * x")
    problem = refused.value.problems[0]
    assert problem.code is Code.IMPORT_REFUSED
    assert "`settings.rate`" in str(problem.message)
    assert problem.span is not None
    assert problem.span[0] > len("from settings import rate as lr")


def test_an_import_of_a_known_name_hides_what_has_it() -> None:
    with pytest.raises(ProblemError) as refused:
        ran("from elsewhere import tanh\nx = 2.0\ntanh(x)")
    assert [problem.code for problem in refused.value.problems] == [Code.IMPORT_REFUSED]


@pytest.mark.parametrize("header", ["import cupy as np", "from cupy import nothing as np"])
def test_what_an_import_did_not_bring_can_be_brought_by_another(header: str) -> None:
    text = f"try:\n    {header}\nexcept ImportError:\n    import numpy as np\nx = np.array([1.0, 3.0])\nx.sum()"
    assert ran(text).output.item() == 4.0
    assert ran(f"{header}\nimport numpy as np\nx = np.array([1.0, 3.0])\nx.sum()").output.item() == 4.0
