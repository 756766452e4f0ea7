"""A program of PyTorch, run as it is: the graph of its first, or n-th, `backward()`, else of the last tensor that it computed."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.pasted import PASTED
from backpass.engine.capture.pytorch.script_steps import Steps
from backpass.engine.capture.scripts.finding import Finding, Stopped
from backpass.engine.capture.scripts.running import run_to_answer
from backpass.engine.capture.summaries import MAX_ELEMENTS

_USUAL = (
    "x = torch.tensor([1.0, 2.0], requires_grad=True)\n(x * x).sum().backward()\n",
    """
net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2))
net = nn.Sequential(net, nn.Flatten(), nn.Dropout(0.1), nn.Linear(18, 3))
optimizer = torch.optim.Adam(net.parameters())
for images, labels in DataLoader(TensorDataset(torch.rand(4, 1, 8, 8), torch.arange(4) % 3), 2, shuffle=True):
    optimizer.zero_grad()
    nn.CrossEntropyLoss()(net(images), labels).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
""",
    """
words = nn.Embedding(5, 4)(torch.arange(3))[None]
hidden, _ = nn.LSTM(4, 4, batch_first=True)(words)
seen = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)(hidden)
F.mse_loss(nn.LayerNorm(4)(seen), torch.zeros(1, 3, 4)).backward()
""",
)
"""Programs that load what PyTorch loads only when it is used."""


def warm() -> None:
    """Runs some usual programs, so that all that come later find everything loaded."""
    importlib.import_module("torch._dynamo")  # which optimisers load at their first step
    for step, text in ((step, text) for text in _USUAL for step in (1, 100)):
        finding = Finding(None, step, lambda _answer: None)
        names = {"torch": torch, "nn": nn, "F": nn.functional, "DataLoader": DataLoader, "TensorDataset": TensorDataset}
        with suppress(Stopped), watched(finding, names) as at_end:
            run_to_answer(text, PASTED, names, finding=finding, at_end=at_end, failed=lambda _error: {})


@contextmanager
def watched(finding: Finding, variables: dict[str, Any]) -> Iterator[Callable[[], None]]:
    """Watches what the program does. What is given is to be called once it has ended."""
    torch.manual_seed(0)
    np.random.seed(0)
    with Steps(finding, MAX_ELEMENTS) as steps:
        yield partial(_at_end, steps, finding, variables)


def _at_end(steps: Steps, finding: Finding, variables: dict[str, Any]) -> None:
    """The graph of the tensor that was computed last, of those that the program has a name for."""
    values: list[Any] = list(variables.values())
    computed = [value for value in values if isinstance(value, torch.Tensor) and value.grad_fn is not None]
    if finding.count or not computed:
        finding.answer({"kind": "ended", "count": finding.count})
        return
    numbered: Any = computed
    last = max(numbered, key=lambda value: value.grad_fn._sequence_nr())
    finding.deliver(partial(_graph_of, steps, last, variables))


def _graph_of(steps: Steps, tensor: Any, variables: dict[str, Any]) -> Graph:
    """Of several numbers, the graph of their sum of gradients, each with 1."""
    return steps.graph_of(tensor, variables, None if tensor.numel() == 1 else torch.ones_like(tensor))
