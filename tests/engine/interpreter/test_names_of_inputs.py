"""What inputs are called that no line names by themselves: by the list, the object or the class that holds them."""

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

PAIRS = """\
import jax.numpy as jnp
params = [(jnp.array([1.0, 2.0]), jnp.array(3.0)), (jnp.array([2.0, 1.0]), jnp.array(0.5))]
"""
LAYERS = """\
import torch
class Linear:
    def __init__(self, fan_in, fan_out):
        self.weight = torch.randn((fan_in, fan_out)) / fan_in**0.5
        self.bias = torch.zeros(fan_out)
    def __call__(self, x):
        return x @ self.weight + self.bias
    def parameters(self):
        return [self.weight, self.bias]
layers = [Linear(2, 3), Linear(3, 2)]
for p in [p for layer in layers for p in layer.parameters()]:
    p.requires_grad = True
x = torch.tensor([[1.0, 2.0]])
for layer in layers:
    x = layer(x)
loss = x.sum()
"""
NET = """\
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 1)
    def forward(self, x):
        return torch.tanh(self.a(x))
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            PAIRS + "y = sum((w * w).sum() + b for w, b in params)",
            ["params[0][0]", "params[0][1]", "params[1][0]", "params[1][1]"],
        ),
        (
            PAIRS + "y = sum((w * w).sum() + b for w, b in params)\nparams = [(w - 0.1, b) for w, b in params]",
            ["params[0][0]", "params[0][1]", "params[1][0]", "params[1][1]"],
        ),
        (
            "import jax.numpy as jnp\np = {'w': jnp.array([1.0, 2.0]), 'b': jnp.array(3.0)}\ny = (p['w'] * 2).sum() + p['b']",
            ["p['w']", "p['b']"],
        ),
        (LAYERS, ["layers[0].weight", "layers[0].bias", "layers[1].weight", "layers[1].bias"]),
        (NET + "y = Net()(torch.ones(1, 2)).sum()", ["Net.a.weight", "Net.a.bias"]),
        (NET + "net = Net()\ny = net(torch.ones(1, 2)).sum()", ["net.a.weight", "net.a.bias"]),
        (
            "import torch\nfrom torch import nn\ny = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))(torch.ones(1, 2)).sum()",
            ["Linear.weight", "Linear.bias", "Linear.weight#2", "Linear.bias#2"],
        ),
    ],
)
def test_they_are_called_by_what_holds_them(text: str, names: list[str]) -> None:
    assert list(run(parse(text)).inputs) == names


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        (PAIRS + "y = sum(w.sum() * b for w, b in params)", "params[1][1]", 2.0),
        (PAIRS + "y = sum(w.sum() * b for w, b in params)", "params[0][0]", [5.0, 1.0]),
        (LAYERS, "layers[1].weight", [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]),
        (NET + "y = Net()(torch.ones(1, 2)).sum()", "Net.a.weight", [[0.5, -0.5]]),
    ],
)
def test_a_value_given_for_such_a_name_is_computed_with(
    text: str, name: str, value: float | list[float] | list[list[float]]
) -> None:
    before, after = run(parse(text)), run(parse(text), {name: value})
    assert np.array_equal(after.inputs[name].data, value)
    assert list(after.inputs) == list(before.inputs)
    assert after.output.raw != before.output.raw
