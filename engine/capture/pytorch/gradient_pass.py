"""One backward pass through a graph of autograd, and what each function of it sent back through each of its slots.

The pass is PyTorch's own: the numbers are those that `backward()` gives. It leaves `.grad` of every tensor, the graph and the
states of the random number generators as they were. Hooks that a person registered run, as in every backward pass.
"""

import gc
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch.autograd.graph import GradientEdge

from backpass.engine.capture.pytorch.autograd_graph import AutogradGraph, Output
from backpass.engine.capture.pytorch.tensors import Records
from backpass.engine.capture.refusals import CaptureError, refused
from backpass.engine.capture.summaries import Recorded
from backpass.engine.messages import say


@dataclass(slots=True)
class Flow:
    """What one backward pass sent."""

    gradients: dict[Output, Recorded] = field(default_factory=dict)
    """Of values that were reached."""
    sent: dict[tuple[Any, int], list[Recorded]] = field(default_factory=dict)
    """Per function and number of its output, by slot, what that output's gradient contributes; None where nothing was sent."""


def gradient_pass(graph: AutogradGraph, output: Any, seed: Any, most_elements: int, results: Iterable[Any] | None) -> Flow:
    """Runs the pass. `results` are the tensors of the graph that user code may hold; None where that is not known.

    Raises CaptureError where PyTorch cannot run it: for a graph that was freed, or saved tensors that were changed.
    """
    watcher = _Watcher(graph, most_elements)
    with _unchanged(_retaining(results)), watcher.watching():
        leaves = list(graph.leaves.values())
        found = _grad([output], leaves, [seed]) if leaves else ()
        watcher.records.code_ran()
        for function, gradient in zip(graph.leaves, found, strict=True):
            if gradient is not None:
                watcher.flow.gradients[Output(function, 0)] = watcher.records.of(gradient)
        watcher.split_up()
    return watcher.flow


def _grad(outputs: list[Any], inputs: list[Any], seeds: list[Any]) -> Any:
    try:
        return torch.autograd.grad(outputs, inputs, grad_outputs=seeds, retain_graph=True, allow_unused=True)
    except CaptureError:
        raise
    except RuntimeError as error:
        if "second time" in str(error):
            raise refused(say("capture-freed"), say("capture-freed.hint")) from None
        text = str(error).partition("\n")[0]
        raise refused(say("capture-backward-failed", text=text), say("capture-backward-failed.hint")) from error


class _Watcher:
    """Listens to every function of a graph during a pass."""

    def __init__(self, graph: AutogradGraph, most_elements: int) -> None:
        self.flow = Flow()
        self._graph = graph
        self.records = Records(most_elements)
        self._several = {function: numbers for function, numbers in graph.outputs().items() if len(numbers) > 1}
        self._upstream: dict[Any, tuple[Any, ...]] = {}
        """Of functions of which several outputs are used, the gradients that arrived."""
        self._split: tuple[Any, int] | None = None
        """The function and output whose part is being asked for."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        handles = [function.register_hook(self._listener(function)) for function in self._graph.slots]
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _listener(self, function: Any) -> Any:
        def listen(sent: tuple[Any, ...], upstream: tuple[Any, ...]) -> None:
            self.records.code_ran()
            if self._split is not None:
                if self._split[0] is function:
                    self.flow.sent[self._split] = self._contributions(function, sent)
                return
            for number, gradient in enumerate(upstream):
                if gradient is not None:
                    self.flow.gradients[Output(function, number)] = self.records.of(gradient)
            if function in self._several:
                self._upstream[function] = upstream
                return
            number = next((number for number, gradient in enumerate(upstream) if gradient is not None), 0)
            self.flow.sent[function, number] = self._contributions(function, sent)

        return listen

    def _contributions(self, function: Any, sent: tuple[Any, ...]) -> list[Recorded]:
        found: list[Recorded] = []
        for slot, gradient in zip(self._graph.slots[function], sent, strict=False):
            if slot is None or gradient is None:
                found.append(None)
            else:
                found.append(self.records.of(gradient, stays=slot.function in self._graph.leaves))
        return found

    def split_up(self) -> None:
        """Asks each function of which several outputs are used what each of them contributes: the VJP is linear in the
        gradients.
        """
        for function, upstream in self._upstream.items():
            following = [slot for slot in self._graph.slots[function] if slot is not None]
            if not following:
                continue
            for number in self._several[function]:
                if number < len(upstream) and upstream[number] is not None:
                    if callable(function):  # by itself: in a pass, hooks on its outputs would change the gradient once more
                        alone = [each if place == number else None for place, each in enumerate(upstream)]
                        sent = function(*alone)
                        self.records.code_ran()
                        sent = sent if isinstance(sent, tuple) else (sent,)
                        self.flow.sent[function, number] = self._contributions(function, sent)
                        continue
                    self._split = (function, number)
                    edges = list(dict.fromkeys(GradientEdge(*slot) for slot in following))
                    _grad([GradientEdge(function, number)], edges, [upstream[number]])
        self._split = None


def _retaining(results: Iterable[Any] | None) -> list[Any]:
    """The tensors whose `.grad` a backward pass sets, though they are results."""
    if results is not None:
        return [each for each in results if each.retains_grad]
    kinds = set(_subclasses(torch.Tensor))
    alive: list[Any] = gc.get_objects()
    tensors = [each for each in alive if type(each) in kinds]
    return [each for each in tensors if each.retains_grad]


def _subclasses(kind: Any) -> Iterator[Any]:
    yield kind
    for each in kind.__subclasses__():
        yield from _subclasses(each)


@contextmanager
def _unchanged(retaining: Iterable[Any]) -> Iterator[None]:
    """Puts back what a backward pass may change: random states, and `.grad` of tensors that are to retain it."""
    states = torch.get_rng_state(), random.getstate(), np.random.get_state()
    devices = [torch.cuda.get_rng_state_all()] if torch.cuda.is_available() and torch.cuda.is_initialized() else []
    retained = [(each, each.grad) for each in retaining]
    try:
        yield
    finally:
        for tensor, gradient in retained:
            tensor.grad = gradient
        torch.set_rng_state(states[0])
        random.setstate(states[1])
        np.random.set_state(states[2])
        for each in devices:
            torch.cuda.set_rng_state_all(each)
