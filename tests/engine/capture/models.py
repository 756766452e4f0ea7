"""Small models of every kind that people train, each with a loss; and what must hold of a captured graph."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, mse_loss
from torch.utils.checkpoint import checkpoint


class Case:
    """A model, and its loss on fixed data. `loss()` computes it again with the same random numbers."""

    def __init__(self, model: Any, forward: Callable[[Any], Any], leaves: tuple[Any, ...] = ()) -> None:
        self.model = model
        self.leaves = (*(model.parameters() if model is not None else ()), *leaves)
        self._forward = forward

    def loss(self) -> Any:
        torch.manual_seed(7)
        return self._forward(self.model)


class Scaled(torch.autograd.Function):
    """Two outputs, with a rule of its own."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return 3 * x, x * x

    @staticmethod
    def backward(ctx: Any, one: Any, other: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3 * one + 2 * x * other


class Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(6, 6)

    def forward(self, x: Any) -> Any:
        return x + torch.tanh(self.inner(x))


class Twice(nn.Module):
    """One layer used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = nn.Linear(5, 5)

    def forward(self, x: Any) -> Any:
        return self.shared(torch.sigmoid(self.shared(x)))


class Recurrent(nn.Module):
    """An LSTM written out over 100 steps."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.LSTMCell(2, 3)

    def forward(self, x: Any) -> Any:
        state = None
        for part in x.unbind(0):
            state = self.cell(part, state)
        return state[0]


def _mlp() -> Case:
    x = torch.randn(8, 4)
    return Case(nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1)), lambda net: mse_loss(net(x), torch.ones(8, 1)))


def _cnn() -> Case:
    x, target = torch.randn(2, 1, 8, 8), torch.tensor([0, 2])
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 3))
    return Case(net, lambda net: cross_entropy(net(x), target))


def _lstm() -> Case:
    x = torch.randn(100, 1, 2)
    return Case(nn.LSTM(2, 3), lambda net: net(x)[0].square().sum())


def _lstm_cell() -> Case:
    x = torch.randn(100, 1, 2)
    return Case(Recurrent(), lambda net: net(x).sum())


def _transformer() -> Case:
    x, mask = torch.randn(2, 5, 8), nn.Transformer.generate_square_subsequent_mask(5)
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True)
    return Case(
        nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), lambda net: net(x, mask=mask, is_causal=True).pow(2).mean()
    )


def _embedding() -> Case:
    places = torch.tensor([0, 1, 0, 3, 0])
    return Case(nn.Embedding(4, 3), lambda net: (net(places) ** 3).sum())


def _shared() -> Case:
    x = torch.randn(3, 5)
    return Case(Twice(), lambda net: net(x).exp().sum())


def _skip() -> Case:
    x = torch.randn(3, 6)
    return Case(nn.Sequential(Residual(), Residual()), lambda net: net(x).std())


def _in_place() -> Case:
    a = torch.randn(4, requires_grad=True)

    def forward(_: Any) -> Any:
        y = a * 2
        y[1] = 5.0
        y.add_(a).mul_(3.0)
        y[2:].sigmoid_()
        return (y * a).sum()

    return Case(None, forward, (a,))


def _views() -> Case:
    a = torch.randn(4, 6, requires_grad=True)

    def forward(_: Any) -> Any:
        left, right = a.chunk(2, dim=1)
        turned = a.T.reshape(4, 6)[1:3, ::2]
        return (left * right.flip(0)).sum() + turned.unsqueeze(0).expand(3, 2, 3).exp().sum() + a[[0, 0, 2]].prod()

    return Case(None, forward, (a,))


def _custom() -> Case:
    a = torch.randn(5, requires_grad=True)

    def forward(_: Any) -> Any:
        tripled, squared = Scaled.apply(a)
        return (tripled * squared).sum() + a.sum()

    return Case(None, forward, (a,))


def _checkpoint() -> Case:
    x = torch.randn(3, 4)
    net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Dropout(0.2), nn.Linear(4, 2))
    return Case(net, lambda net: checkpoint(net, x, use_reentrant=False).square().sum())


def _double_backward() -> Case:
    a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)

    def forward(_: Any) -> Any:
        (gradient,) = torch.autograd.grad((a**3).sum() * a.exp().sum(), a, create_graph=True)
        return gradient.square().sum()

    return Case(None, forward, (a,))


def _float64() -> Case:
    x = torch.randn(8, 4, dtype=torch.float64)
    net = nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.LayerNorm(6), nn.Linear(6, 3)).double()
    return Case(net, lambda net: cross_entropy(net(x), torch.arange(8) % 3))


MODELS: dict[str, Callable[[], Case]] = {
    "MLP": _mlp,
    "CNN with batch norm and pooling": _cnn,
    "LSTM over 100 steps": _lstm,
    "LSTM cell over 100 steps": _lstm_cell,
    "transformer with mask and dropout": _transformer,
    "embedding with repeated indices": _embedding,
    "shared weights": _shared,
    "skip connections": _skip,
    "in place": _in_place,
    "views and slices": _views,
    "custom function": _custom,
    "checkpoint": _checkpoint,
    "double backward": _double_backward,
    "float64": _float64,
}


def made(name: str) -> Case:
    """The same model with the same weights, whenever it is made."""
    torch.manual_seed(0)
    return MODELS[name]()


def assert_same_step(ours: Any, theirs: Any) -> None:
    """Checks two results of one computation, done twice in separate memory.

    Kernels may round the last bit by where in memory an array begins, in two plain steps of PyTorch as well.
    """
    spacing = 2 * torch.finfo(theirs.dtype).eps
    torch.testing.assert_close(ours, theirs, rtol=spacing, atol=spacing * float(theirs.detach().abs().max()))


def adds_up(graph: Any, digits: dict[str, float]) -> int:
    """Checks that the contributions into every node add up to its gradient; returns how many nodes were checked."""
    arrived: dict[int, list[Any]] = {}
    for edge in graph["edges"]:
        if edge["how"] is not None:
            arrived.setdefault(edge["source"], []).append(np.array(edge["contribution"], dtype=float))
    checked = 0
    for node in graph["nodes"][:-1]:
        if node["grad"] is None:
            assert node["id"] not in arrived, node
            continue
        gradient = np.array(node["grad"], dtype=float)
        terms = arrived[node["id"]]
        largest = max([np.abs(gradient).max(), *(np.abs(term).max() for term in terms)])
        assert np.allclose(sum(terms), gradient, rtol=0, atol=digits[node["dtype"]] * max(largest, 1e-30)), node
        checked += 1
    return checked
