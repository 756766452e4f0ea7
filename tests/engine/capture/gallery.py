"""The ten models of docs/gallery.md, captured; `python -m tests.engine.capture.gallery` writes their pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import torch
from jax import numpy as jnp
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, mse_loss

import backpass

FOLDER = Path(__file__).parents[3] / "docs" / "gallery"


def _recorded(model: Any, forward: Callable[[Any], Any]) -> backpass.Graph:
    with backpass.record(model=model, names={}) as recording:
        loss = forward(model)
    return recording.graph(loss)


def _mlp() -> backpass.Graph:
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    return _recorded(net, lambda net: mse_loss(net(torch.randn(4, 2)), torch.ones(4, 1)))


def _cnn() -> backpass.Graph:
    filters = nn.Conv2d(1, 2, 3, bias=False)  # a bias before batch norm would have the gradient 0, but for rounding
    net = nn.Sequential(filters, nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3))
    return _recorded(net, lambda net: cross_entropy(net(torch.randn(2, 1, 6, 6)), torch.tensor([0, 2])))


def _lstm() -> backpass.Graph:
    cell, x = nn.LSTMCell(2, 3), torch.randn(2, 1, 2)

    def forward(cell: Any) -> Any:
        state = None
        for part in x.unbind(0):
            state = cell(part, state)
        assert state is not None
        return state[0].square().sum()

    return _recorded(cell, forward)


def _transformer() -> backpass.Graph:
    layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, bias=False, batch_first=True)
    return _recorded(layer, lambda layer: mse_loss(layer(torch.randn(1, 3, 4)), torch.randn(1, 3, 4)))


def _embedding() -> backpass.Graph:
    return _recorded(nn.Embedding(4, 3), lambda net: (net(torch.tensor([0, 1, 0, 3, 0])) ** 3).sum())


class _Autoencoder(nn.Module):
    """A variational one."""

    def __init__(self) -> None:
        super().__init__()
        self.mean, self.spread, self.decoder = nn.Linear(3, 2), nn.Linear(3, 2), nn.Linear(2, 3)

    def forward(self, x: Any) -> Any:
        mean, spread = self.mean(x), self.spread(x)
        z = mean + torch.exp(spread / 2) * torch.randn(4, 2)
        divergence = -0.5 * (1 + spread - mean**2 - spread.exp()).sum()
        return mse_loss(self.decoder(z), x, reduction="sum") + divergence


def _vae() -> backpass.Graph:
    return _recorded(_Autoencoder(), lambda net: net(torch.randn(4, 3)))


def _gan() -> backpass.Graph:
    generator, critic = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
    models = {"generator": generator, "critic": critic}
    with backpass.record(model=models, names={}) as recording:
        loss = binary_cross_entropy_with_logits(critic(generator(torch.randn(4, 2))), torch.ones(4, 1))
    return recording.graph(loss)


class _Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        return x + torch.tanh(self.inner(x))


def _residual() -> backpass.Graph:
    net = nn.Sequential(_Residual(), _Residual())
    return _recorded(net, lambda net: net(torch.randn(2, 3)).square().mean())


def _scan() -> backpass.Graph:
    def loss(w: Any, xs: Any) -> Any:
        state, _ = jax.lax.scan(lambda state, x: (jnp.tanh(w * state + x), None), jnp.zeros(()), xs)
        return state**2

    return backpass.capture_jax(loss, jnp.array(0.5), jnp.array([1.0, -0.5, 0.25]))


def _attention() -> backpass.Graph:
    def loss(params: Any, x: Any) -> Any:
        q, k, v = (x @ params[name] for name in ("q", "k", "v"))
        return (jax.nn.softmax(q @ k.T / jnp.sqrt(2.0)) @ v).sum()

    weights = jnp.linspace(-1.0, 1.0, 18).reshape(3, 3, 2)
    params = dict(zip("qkv", weights, strict=True))
    return backpass.capture_jax(loss, params, jnp.linspace(-1.0, 1.0, 9).reshape(3, 3))


MODELS: dict[str, Callable[[], backpass.Graph]] = {
    "mlp": _mlp,
    "cnn": _cnn,
    "lstm": _lstm,
    "transformer": _transformer,
    "embedding": _embedding,
    "vae": _vae,
    "gan": _gan,
    "residual": _residual,
    "scan": _scan,
    "attention": _attention,
}


def graph_of(name: str) -> backpass.Graph:
    """The graph of a model, with the same weights and data whenever it is made."""
    torch.manual_seed(0)
    return MODELS[name]()


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name in MODELS:
        graph_of(name).save(FOLDER / f"{name}.svg")
