"""The steps of a script of PyTorch: each `backward()` and `grad()`, and whether it is that of the loss that is looked for."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from types import FrameType
from typing import Any, Self

import torch
from torch.autograd.graph import GradientEdge
from torch.overrides import is_tensor_like

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.pytorch.autograd_graph import AutogradGraph
from backpass.engine.capture.pytorch.recording import Recording
from backpass.engine.capture.pytorch.watching import is_library
from backpass.engine.capture.refusals import CaptureError
from backpass.engine.capture.scripts.finding import Finding, frames_from, value_of, variables_from

_is_unwatched: ContextVar[bool] = ContextVar("is_unwatched", default=False)


class Steps:
    """Watches a script, as a context. The whole of it is one recording, which begins again after each step of the loss."""

    def __init__(self, finding: Finding, most_elements: int) -> None:
        self._finding = finding
        self._recording = Recording(None, None, most_elements, remembers_backward=False)
        self._backward = torch.autograd.backward
        self._grad = torch.autograd.grad

    def __enter__(self) -> Self:
        # `Tensor.backward` and those of other libraries all come through the first of these two functions.
        torch.autograd.backward = self.backward
        torch.autograd.grad = self.grad
        self._recording.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._recording.__exit__(*error)
        torch.autograd.backward = self._backward
        torch.autograd.grad = self._grad

    def graph_of(self, loss: Any, variables: Mapping[str, Any], upstream: Any = None) -> Graph:
        """The graph of a value as it is now. Raises CaptureError for what cannot be captured."""
        with _unwatched():
            return self._recording.graph_with(variables, loss, upstream)

    def backward(self, tensors: Any, grad_tensors: Any = None, *rest: Any, **options: Any) -> Any:
        """In place of `torch.autograd.backward`. Raises Stopped at the wanted step."""
        given = _listed(tensors)
        is_step = self._is_step(given, grad_tensors, sys._getframe(1))
        result = self._backward(given, grad_tensors, *rest, **options)
        if is_step:
            self._recording.forget()
        return result

    def grad(self, outputs: Any, inputs: Any, grad_outputs: Any = None, *rest: Any, **options: Any) -> Any:
        """In place of `torch.autograd.grad`, whose name it has in a recording. Raises Stopped at the wanted step."""
        if _is_unwatched.get():
            return self._grad(outputs, inputs, grad_outputs, *rest, **options)
        given = _listed(outputs)
        is_step = self._is_step(given, grad_outputs, sys._getframe(1))
        with _unwatched():  # within a recording PyTorch calls its `grad` a second time
            result = self._grad(given, inputs, grad_outputs, *rest, **options)
        if is_step:
            self._recording.forget()
        return result

    def _is_step(self, given: tuple[Any, ...], seeds: Any, frame: FrameType) -> bool:
        """Whether the loss is among what is differentiated. Delivers its graph, and raises Stopped, at the wanted step."""
        listed = (None,) * len(given) if seeds is None else (seeds,) if len(given) == 1 else tuple(seeds)
        for tensor, seed in zip(given, listed, strict=False):  # PyTorch itself refuses a wrong number of seeds
            if self._is_wanted(tensor, frame):
                if self._finding.is_reached():
                    upstream = seed[0] if isinstance(seed, tuple | list) else seed
                    line = next((each.f_lineno for each in frames_from(frame) if not is_library(each.f_code.co_filename)), None)
                    self._finding.deliver(partial(self.graph_of, tensor, variables_from(frame, is_library), upstream), line)
                return True
            self._finding.note_other(_names_of(tensor, frame))
        return False

    def _is_wanted(self, tensor: Any, frame: FrameType) -> bool:
        """Whether it is the loss of that name in any code that calls, or is computed from it, as `loss / 4` is; any without a
        name.
        """
        if self._finding.loss is None:
            return True
        for each in frames_from(frame):
            for variables in (each.f_locals, each.f_globals):
                if value_of(variables, self._finding.loss) is tensor:
                    return True
        named = value_of(variables_from(frame, is_library), self._finding.loss)
        return isinstance(named, torch.Tensor) and named.grad_fn is not None and _leads_to(tensor, named)


@contextmanager
def _unwatched() -> Iterator[None]:
    """While PyTorch or the capture differentiates, and not the script: `grad` is no step of it."""
    token = _is_unwatched.set(True)
    try:
        yield
    finally:
        _is_unwatched.reset(token)


def _listed(tensors: Any) -> tuple[Any, ...]:
    """What is differentiated, one or several, as PyTorch reads it; an edge of a graph is a tuple, and one."""
    return (tensors,) if is_tensor_like(tensors) or isinstance(tensors, GradientEdge) else tuple(tensors)


def _leads_to(tensor: Any, part: Any) -> bool:
    try:
        return part.grad_fn in AutogradGraph.of(tensor).slots
    except CaptureError:
        return False


def _names_of(tensor: Any, frame: FrameType) -> list[str]:
    """What a person's code calls a tensor."""
    return [name for name, value in variables_from(frame, is_library).items() if value is tensor and not name.startswith("_")]
