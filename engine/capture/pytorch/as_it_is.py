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

from backpass.engine.capture.as_it_is.stand_ins import StandIns
from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.pasted import PASTED
from backpass.engine.capture.pytorch.drawn_models import drawn_model
from backpass.engine.capture.pytorch.script_steps import Steps
from backpass.engine.capture.scripts.finding import Finding, Stopped
from backpass.engine.capture.scripts.running import run_to_answer
from backpass.engine.capture.summaries import MAX_ELEMENTS

_USUAL = (
    "import io\nfile = io.BytesIO()\ntorch.save(nn.Linear(1, 1).state_dict(), file)\nfile.seek(0)\ntorch.load(file)\n",
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
        with suppress(Stopped), watched(finding, names, StandIns(text)) as at_end:
            run_to_answer(text, PASTED, names, finding=finding, at_end=at_end, failed=lambda _error: {})


def begin() -> None:
    """Nothing: PyTorch computes in the thread that calls it."""


@contextmanager
def watched(finding: Finding, variables: dict[str, Any], stand_ins: StandIns) -> Iterator[Callable[[], None]]:
    """Watches what the program does. What is given is to be called once it has ended."""
    torch.manual_seed(0)
    np.random.seed(0)
    begin, save, move = DataLoader.__init__, torch.save, (torch.Tensor.cuda, nn.Module.cuda)
    threads = torch.set_num_threads, torch.set_num_interop_threads
    with Steps(finding, MAX_ELEMENTS) as steps:
        DataLoader.__init__ = _without_workers(begin, stand_ins)  # type: ignore[method-assign]
        torch.save = _saving(save, stand_ins)
        torch.Tensor.cuda = nn.Module.cuda = _staying(stand_ins)  # type: ignore[method-assign]
        for name in ("set_num_threads", "set_num_interop_threads"):
            setattr(torch, name, lambda _: stand_ins.note("threads"))
        yield partial(_at_end, steps, finding, variables, stand_ins)
        DataLoader.__init__, torch.save = begin, save  # type: ignore[method-assign]
        torch.Tensor.cuda, nn.Module.cuda = move  # type: ignore[method-assign]
        torch.set_num_threads, torch.set_num_interop_threads = threads


_OF_WORKERS = ("num_workers", "timeout", "multiprocessing_context", "prefetch_factor", "persistent_workers", "worker_init_fn")


def _without_workers(begin: Callable[..., None], stand_ins: StandIns) -> Callable[..., None]:
    """In place of a DataLoader's beginning: it loads in this process, which gives the same examples in the same order."""

    def begin_alone(loader: Any, *given: Any, **options: Any) -> None:
        named = {**dict(zip(_PARAMETERS, given, strict=False)), **options}
        if named.get("num_workers"):
            stand_ins.note("workers")
            named = {name: value for name, value in named.items() if name not in _OF_WORKERS}
        begin(loader, **named)

    return begin_alone


_PARAMETERS = (
    *("dataset", "batch_size", "shuffle", "sampler", "batch_sampler", "num_workers", "collate_fn", "pin_memory", "drop_last"),
    *("timeout", "worker_init_fn", "multiprocessing_context", "generator"),
)
"""What a DataLoader takes by place."""


def _saving(save: Callable[..., None], stand_ins: StandIns) -> Callable[..., None]:
    """In place of `torch.save`: what is saved under a name can be loaded again."""

    def saving(obj: Any, f: Any, *rest: Any, **options: Any) -> None:
        if hasattr(f, "write"):
            save(obj, f, *rest, **options)
            return
        stand_ins.note("passed_over", what="files")
        with stand_ins.open(f, "wb") as file:
            save(obj, file, *rest, **options)

    return saving


def _staying(stand_ins: StandIns) -> Callable[..., Any]:
    """In place of `x.cuda()` where there is no GPU: the numbers stay where they are."""

    def stay(moved: Any, *_: Any, **__: Any) -> Any:
        stand_ins.note("devices")
        return moved

    return stay


def _at_end(steps: Steps, finding: Finding, variables: dict[str, Any], stand_ins: StandIns) -> None:
    """The graph of the tensor that was computed last, of those that the program has a name for; else of a model on numbers that
    fit its first layers.
    """
    values: list[Any] = list(variables.values())
    computed = [value for value in values if isinstance(value, torch.Tensor) and value.grad_fn is not None]
    if finding.count:
        finding.answer({"kind": "ended", "count": finding.count})
        return
    numbered: Any = computed
    last = max(numbered, key=lambda value: value.grad_fn._sequence_nr()) if computed else drawn_model(variables, stand_ins)
    if last is None:
        finding.answer({"kind": "ended", "count": 0})
    else:
        finding.deliver(partial(_graph_of, steps, last, variables))


def _graph_of(steps: Steps, tensor: Any, variables: dict[str, Any]) -> Graph:
    """Of several numbers, the graph of their sum of gradients, each with 1."""
    return steps.graph_of(tensor, variables, None if tensor.numel() == 1 else torch.ones_like(tensor))
