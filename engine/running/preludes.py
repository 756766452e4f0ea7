"""Classes of other libraries, written in the language itself: micrograd's `nn`, and what of `torch.nn` and `torch.optim` small
models need. They are read when a program first asks for one of them. The nodes they make are marked where the program calls them.
"""

from functools import cache

from engine.language import parse
from engine.language.program import Define, DefineClass
from engine.running.code import Compiler
from engine.running.instructions import Code

_MICROGRAD = """
import random

class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0

    def parameters(self):
        return []

class Neuron(Module):
    def __init__(self, nin, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0)
        self.nonlin = nonlin

    def __call__(self, x):
        act = sum((wi*xi for wi, xi in zip(self.w, x)), self.b)
        return act.relu() if self.nonlin else act

    def parameters(self):
        return self.w + [self.b]

    def __repr__(self):
        return f"{'ReLU' if self.nonlin else 'Linear'}Neuron({len(self.w)})"

class Layer(Module):
    def __init__(self, nin, nout, nonlin=True):
        self.neurons = [Neuron(nin, nonlin) for _ in range(nout)]

    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out[0] if len(out) == 1 else out

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def __repr__(self):
        return f"Layer of [{', '.join([repr(n) for n in self.neurons])}]"

class MLP(Module):
    def __init__(self, nin, nouts):
        sz = [nin] + nouts
        self.layers = [Layer(sz[i], sz[i+1], i != len(nouts) - 1) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def __repr__(self):
        return f"MLP of [{', '.join([repr(layer) for layer in self.layers])}]"
"""

_TORCH_NN = """
import torch

def parameters_of(value):
    if isinstance(value, Module):
        return value.parameters()
    if isinstance(value, list) or isinstance(value, tuple):
        return [p for each in value for p in parameters_of(each)]
    return [value] if isinstance(value, Tensor) and value.requires_grad and value.is_leaf else []

class Module:
    def parameters(self):
        return [p for value in vars(self).values() for p in parameters_of(value)]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = None

    def train(self):
        return self

    def eval(self):
        return self

class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        bound = 1 / in_features**0.5
        self.weight = Parameter(bound * (2*torch.rand(out_features, in_features) - 1))
        self.bias = Parameter(bound * (2*torch.rand(out_features) - 1)) if bias else None

    def forward(self, x):
        out = x @ self.weight.T
        return out if self.bias is None else out + self.bias

class Sequential(Module):
    def __init__(self, *layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01):
        self.negative_slope = negative_slope

    def forward(self, x):
        return torch.leaky_relu(x, self.negative_slope)

class Softmax(Module):
    def __init__(self, dim=-1):
        self.dim = dim

    def forward(self, x):
        return torch.softmax(x, self.dim)
"""

_ACTIVATIONS = ("Tanh", "ReLU", "Sigmoid", "Softplus", "Softsign", "SiLU", "GELU", "ELU")
"""Layers of PyTorch that apply the operation of their name in small letters, without telling it anything."""
_TORCH_NN += "".join(
    f"""
class {name}(Module):
    def forward(self, x):
        return torch.{name.lower()}(x)
"""
    for name in _ACTIVATIONS
)

_TORCH_OPTIM = """
class SGD:
    def __init__(self, params, lr=0.001, momentum=0.0, weight_decay=0.0):
        self.params = list(params)
        self.lr = lr
        self.momentum = momentum
        self.weight_decay = weight_decay
        self.velocity = [None for p in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        for i, p in enumerate(self.params):
            if p.grad is None:
                continue
            g = p.grad + self.weight_decay * p.data if self.weight_decay else p.grad
            if self.momentum:
                self.velocity[i] = g if self.velocity[i] is None else self.momentum * self.velocity[i] + g
                g = self.velocity[i]
            p.data = p.data - self.lr * g

class Adam:
    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-8):
        self.params = list(params)
        self.lr = lr
        self.betas = betas
        self.eps = eps
        self.steps = 0
        self.first = [0.0 for p in self.params]
        self.second = [0.0 for p in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        self.steps += 1
        one, two = self.betas
        for i, p in enumerate(self.params):
            if p.grad is None:
                continue
            self.first[i] = one * self.first[i] + (1 - one) * p.grad
            self.second[i] = two * self.second[i] + (1 - two) * p.grad * p.grad
            first = self.first[i] / (1 - one**self.steps)
            second = self.second[i] / (1 - two**self.steps)
            p.data = p.data - self.lr * first / (second**0.5 + self.eps)
"""

PRELUDES = {"micrograd.nn": _MICROGRAD, "torch.nn": _TORCH_NN, "torch.optim": _TORCH_OPTIM}
"""Texts by the module that has their classes."""


@cache
def prelude(module: str) -> Code:
    """The code of a prelude."""
    text = PRELUDES[module]
    return Compiler(text, structured=True).body(parse(text).statements)


@cache
def offered(module: str) -> frozenset[str]:
    """What a prelude defines."""
    if module not in PRELUDES:
        return frozenset()
    return frozenset(each.name for each in parse(PRELUDES[module]).statements if isinstance(each, Define | DefineClass))
