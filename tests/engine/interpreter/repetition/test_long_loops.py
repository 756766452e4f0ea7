"""Loops with more steps than a graph can hold: what nothing can reach is freed, and all numbers stay what they are."""

from dataclasses import replace

import numpy as np
import pytest

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse

_ROOMY = Limits()
_TIGHT = replace(_ROOMY, nodes=400)

_TORCH = """
import torch
torch.manual_seed(0)
x = torch.linspace(-1, 1, 20)
y = torch.exp(x)
a = torch.tensor(0.5, requires_grad=True)
b = torch.tensor(0.25, requires_grad=True)
for t in range(200):
    loss = (a + b * x + b * x ** 2 - y).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        a -= 0.01 * a.grad
        b -= 0.01 * b.grad
        a.grad = None
        b.grad = None
    if t % 50 == 0:
        print(t, loss.item())
"""

_OPTIMIZER = """
import torch
import torch.nn as nn
torch.manual_seed(0)
X = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
y = torch.tensor([[0.], [1.], [1.], [0.]])
model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1), nn.Sigmoid())
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(100):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(X), y)
    loss.backward()
    optimizer.step()
    print(loss.item())
"""

_MICROGRAD = """
import random
from micrograd.nn import MLP
random.seed(1)
xs = [[2.0, 3.0], [3.0, -1.0]]
ys = [1.0, -1.0]
n = MLP(2, [2, 1])
for k in range(60):
    ypred = [n(x) for x in xs]
    loss = sum((out - target)**2 for target, out in zip(ys, ypred))
    n.zero_grad()
    loss.backward()
    for p in n.parameters():
        p.data += -0.05 * p.grad
    print(loss.data)
"""

_NUMPY = """
import numpy as np
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([[0], [1], [1], [0]])
np.random.seed(1)
W1 = np.random.randn(2, 4)
b1 = np.zeros((1, 4))
W2 = np.random.randn(4, 1)
turned = W2.T
lr = 0.5
best = 0.0
for epoch in range({epochs}):
    h = np.tanh(X @ W1 + b1)
    out = 1 / (1 + np.exp(-(h @ W2)))
    mask = out > 0.5
    out[mask] = out[mask]
    error = out - y
    d_h = error @ turned * (1 - h**2)
    best = max(best, error[0, 0])
    W2 -= lr * h.T @ error
    W1 = W1 - lr * X.T @ d_h
    b1 -= lr * d_h.sum(axis=0, keepdims=True)
    loss = np.mean(error**2)
print(loss, best, W1, W2, turned)
loss
"""


def _both(text: str) -> tuple[Run, Run]:
    return run(parse(text), limits=_ROOMY), run(parse(text), limits=_TIGHT)


@pytest.mark.parametrize("text", [_TORCH, _OPTIMIZER, _MICROGRAD])
def test_steps_of_a_training_loop_are_freed(text: str) -> None:
    roomy, tight = _both(text)
    assert tight.printed == roomy.printed
    one, other = backward(roomy.output), backward(tight.output)
    assert [each.operation for each in one.tensors] == [each.operation for each in other.tensors]
    assert all(np.array_equal(left, right) for left, right in zip(one.values, other.values, strict=True) if left is not None)
    assert {*tight.inputs} == {*roomy.inputs}
    assert [each.code for each in tight.problems] == [each.code for each in roomy.problems]


def test_a_loop_that_computes_its_own_gradients_keeps_the_last_repetition() -> None:
    roomy, tight = _both(_NUMPY.format(epochs=100))
    assert tight.printed == roomy.printed
    assert tight.output.raw == roomy.output.raw
    assert [each.code for each in tight.problems if each.code is Code.LAST_REPETITION] == [Code.LAST_REPETITION]
    assert not any(each.code is Code.LAST_REPETITION for each in roomy.problems)
    gradients = backward(tight.output)
    assert len(gradients.tensors) < 40
    before = run(parse(_NUMPY.format(epochs=99)), limits=_ROOMY)
    for name in ("W1", "W2", "b1"):
        weights = tight.inputs[name]
        assert weights in {*gradients.tensors}
        assert np.array_equal(weights.raw, before.names[name].raw)


def test_gradients_of_the_last_repetition_are_those_of_its_formula() -> None:
    text = "import numpy as np\nw = np.array([0.5, 0.25])\nfor i in range(300):\n    z = np.sin(w)\n    w = w - 0.1 * z\nz.sum()"
    found = run(parse(text), limits=_TIGHT)
    weights = found.inputs["w"]
    gradient = backward(found.output).of(weights)
    assert gradient is not None
    assert np.allclose(gradient, np.cos(weights.raw), rtol=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "x = 0.5\nfor i in range(1000):\n    x = x * 0.999\nx",
        "import torch\nx = torch.tensor(0.5, requires_grad=True)\ny = x\nfor i in range(1000):\n    y = y * 0.999\ny.backward()",
        "import torch\nx = torch.tensor(0.5, requires_grad=True)\nkept = [x * i for i in range(1000)]\nsum(kept).backward()",
    ],
)
def test_a_graph_that_is_needed_is_refused_as_before(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text), limits=_TIGHT)
    assert [each.code for each in caught.value.problems] == [Code.TOO_MANY_NODES]


def test_the_numbers_of_arrays_are_counted_while_they_are_alive() -> None:
    text = "import numpy as np\nx = np.ones(100)\nfor i in range(200):\n    y = x * i\ny.sum()"
    found = run(parse(text), limits=replace(_ROOMY, elements=2_000))
    assert found.output.raw == 19_900.0


def test_everything_that_is_computed_is_counted_in_the_end() -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(_TORCH), limits=replace(_TIGHT, operations=2_000))
    assert [each.code for each in caught.value.problems] == [Code.TOO_MUCH_WORK]
