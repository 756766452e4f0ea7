"""Captured nodes out of a graph of autograd, a backward pass, and what a recording knows."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch

from backpass.engine.capture.captured_trace import CapturedGroup, CapturedNode, Json, Site, captured_json
from backpass.engine.capture.pytorch.autograd_graph import AutogradGraph, Output, operation_name, saved_values
from backpass.engine.capture.pytorch.gradient_pass import Flow, gradient_pass
from backpass.engine.capture.pytorch.tensors import dtype_name, kept
from backpass.engine.capture.recognise import recognise
from backpass.engine.capture.refusals import refused, shown
from backpass.engine.capture.summaries import Recorded
from backpass.engine.messages import say


class HasNumbers(Protocol):
    """A tensor as it was at some time."""

    def numbers(self) -> Recorded:
        """Its record."""


@dataclass(slots=True)
class Known:
    """What is known of a graph besides itself. Empty where nothing was recorded."""

    values: dict[Output, Recorded] = field(default_factory=dict)
    constants: dict[Any, list[Any]] = field(default_factory=dict)
    """Per function, by slot, the tensor or number that needs no gradient; None for those that do. Further ones follow."""
    names: dict[Output, str] = field(default_factory=dict)
    tensor_names: dict[int, str] = field(default_factory=dict)
    """Of leaves and constants, by their `id`."""
    groups: list[CapturedGroup] = field(default_factory=list)
    group_of: dict[Any, int] = field(default_factory=dict)
    """Per function."""
    sites: dict[Any, Site] = field(default_factory=dict)
    results: list[Any] | None = None
    """The tensors that are results and that user code may hold; None where that is not known."""
    leaf_at: dict[int, Recorded] = field(default_factory=dict)
    """By `id`, the numbers of leaves when they were used; those of others are taken now."""
    constant_at: dict[tuple[Any, int], "HasNumbers"] = field(default_factory=dict)
    """Per function and `id`, what has the numbers of a constant when the function used it; those of others are taken now."""


@dataclass(slots=True)
class Taken:
    """A graph with all of its numbers, which a later backward pass may free and later steps may change."""

    graph: AutogradGraph
    flow: Flow
    known: Known


@contextmanager
def _without_collection() -> Iterator[None]:
    """No search for reference cycles meanwhile: nothing here has any, and each search among PyTorch's objects takes 40 ms."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collection()
def taken(output: Any, seed: Any, known_of: Callable[[AutogradGraph], Known], most_elements: int) -> Taken:
    """The numbers of a tensor's graph, as they are now. Raises CaptureError for what cannot be captured."""
    graph = AutogradGraph.of(output)
    known = known_of(graph)
    flow = gradient_pass(graph, output, seed_of(output, seed), most_elements, known.results)
    _take_saved(graph, known, most_elements)
    known.values[graph.output] = kept(output, most_elements)
    return Taken(graph, flow, known)


@_without_collection()
def torch_json(found: Taken, most_elements: int) -> Json:
    """The graph as plain data."""
    nodes = _Builder(found.graph, found.flow, found.known, most_elements).nodes()
    recognise(nodes.values(), "torch")
    output = nodes[found.graph.output]
    output.role = "output"
    return captured_json(output, found.known.groups, "pytorch")


def seed_of(output: Any, seed: Any) -> Any:
    """The upstream gradient as a tensor like the output.

    Raises CaptureError where it has another shape, and where there is none for an output of several elements.
    """
    if seed is None:
        if output.numel() != 1:
            shape = tuple(output.shape)
            raise refused(say("capture-no-scalar", shape=shape), say("capture-no-scalar.hint"))
        return torch.ones_like(output)
    try:
        given = torch.as_tensor(seed, dtype=output.dtype, device=output.device).detach()
    except (TypeError, ValueError, RuntimeError):
        raise refused(say("capture-seed-kind", given=shown(seed)), say("capture-seed-kind.hint")) from None
    if given.shape != output.shape:
        raise refused(
            say("capture-seed-shape", given=tuple(given.shape), shape=tuple(output.shape)), say("capture-seed-shape.hint")
        )
    return given


_SLOTS = {"self": 0, "other": 1, "mat1": 1, "mat2": -1, "exponent": 1}
"""The slots of what PyTorch saves of functions of two inputs, and of `addmm`."""


def _take_saved(graph: AutogradGraph, known: Known, most_elements: int) -> None:
    """Values that PyTorch saved for the backward pass, where nothing better is known."""
    for function, slots in graph.slots.items():
        for name, saved in _saved(function):
            if isinstance(saved, torch.Tensor) and saved.grad_fn is not None:
                output = Output(saved.grad_fn, saved.output_nr)
                if output not in known.values:
                    known.values[output] = kept(saved, most_elements)
            elif function not in known.constants or name == "exponent":
                _take_constant(known, function, slots, name, saved)


def _saved(function: Any) -> Any:
    try:
        return list(saved_values(function))
    except RuntimeError:  # freed, in a part of the graph through which no gradient flows
        return []


def _take_constant(known: Known, function: Any, slots: list[Output | None], name: str, saved: Any) -> None:
    """Remembers a saved operand that needs no gradient."""
    slot = _SLOTS.get(name)
    if slot is None or (isinstance(saved, torch.Tensor) and saved.requires_grad):
        return
    if name == "exponent":
        known.constants.setdefault(function, [None] * len(slots))[1:] = [saved]
    elif (len(slots) == 2 or name.startswith("mat")) and slots[slot] is None:
        known.constants.setdefault(function, [None] * len(slots))[slot] = saved


class _Builder:
    """Makes one node of every value that is used, and of every constant that is known."""

    def __init__(self, graph: AutogradGraph, flow: Flow, known: Known, most_elements: int) -> None:
        self._graph = graph
        self._flow = flow
        self._known = known
        self._most_elements = most_elements
        self._nodes: dict[Output, CapturedNode] = {}
        self._constants: dict[tuple[int, int], CapturedNode] = {}
        """By the `id` of a tensor, and of what has its numbers."""

    def nodes(self) -> Mapping[Output, CapturedNode]:
        for function, numbers in self._graph.outputs().items():
            for number in numbers:
                output = Output(function, number)
                leaf = self._graph.leaves.get(function)
                self._nodes[output] = self._of_function(output) if leaf is None else self._of_leaf(output, leaf)
        for output, node in self._nodes.items():
            if output.function in self._graph.slots:
                self._connect(output, node)
        return self._nodes

    def _of_leaf(self, output: Output, leaf: Any) -> CapturedNode:
        return CapturedNode(
            None,
            tuple(leaf.shape),
            dtype_name(leaf.dtype),
            str(leaf.device),
            role="parameter" if isinstance(leaf, torch.nn.Parameter) else "input",
            name=self._known.tensor_names.get(id(leaf)),
            value=self._known.leaf_at[id(leaf)] if id(leaf) in self._known.leaf_at else kept(leaf, self._most_elements),
            gradient=self._flow.gradients.get(output),
        )

    def _of_function(self, output: Output) -> CapturedNode:
        function = output.function
        meta = function._input_metadata[output.number]
        return CapturedNode(
            operation_name(function),
            tuple(meta.shape),
            dtype_name(meta.dtype),
            str(meta.device),
            name=self._known.names.get(output),
            value=self._known.values.get(output),
            gradient=self._flow.gradients.get(output),
            order=float(function._sequence_nr()),
            group=self._known.group_of.get(function),
            site=self._known.sites.get(function),
        )

    def _connect(self, output: Output, node: CapturedNode) -> None:
        """Inputs by slot, with what was sent through each; then what needs no gradient and has no slot."""
        function = output.function
        slots = self._graph.slots[function]
        constants = self._known.constants.get(function, [])
        sent = self._flow.sent.get((function, output.number), [])
        for slot in range(max(len(slots), len(constants))):
            source = slots[slot] if slot < len(slots) else None
            if source is not None:
                node.inputs.append(self._nodes[source])
                node.sent.append(sent[slot] if slot < len(sent) else None)
            elif slot < len(constants) and constants[slot] is not None:
                node.inputs.append(self._constant(function, constants[slot]))
                node.sent.append(None)

    def _constant(self, function: Any, given: Any) -> CapturedNode:
        """One node for a tensor with the same numbers, however often it is used; one for each use of a number."""
        if not isinstance(given, torch.Tensor):
            value = float(given)
            return CapturedNode(None, (), type(given).__name__, "", role="constant", value=value, differentiable=False)
        at_use = self._known.constant_at.get((function, id(given)))
        key = (id(given), id(at_use))
        if key not in self._constants:
            self._constants[key] = CapturedNode(
                None,
                tuple(given.shape),
                dtype_name(given.dtype),
                str(given.device),
                role="constant",
                name=self._known.tensor_names.get(id(given)),
                value=at_use.numbers() if at_use is not None else kept(given, self._most_elements),
                differentiable=False,
            )
        return self._constants[key]
