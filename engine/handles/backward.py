"""Backward passes over handles. A pass owns its sums: hooks may begin another one, on any thread."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from backpass.engine.autodiff.create_graph import TensorAlgebra
from backpass.engine.autodiff.reachability import Reachability
from backpass.engine.autodiff.reverse import Algebra, reverse_sweep
from backpass.engine.autodiff.reverse_numeric import contribution
from backpass.engine.graph.grad_mode import enable_grad, no_grad
from backpass.engine.graph.tensor import Tensor, attachment, attachments, next_number
from backpass.engine.graph.trace import evaluation_order
from backpass.engine.handles.handle import Handle, applied, lifted
from backpass.engine.handles.operations import about_to_sweep, constant, hold, used_changed_numbers, was_made
from backpass.engine.handles.saved import free, refresh, save
from backpass.engine.operations import Data
from backpass.engine.shapes import as_float_or_array

Hook = Callable[[Handle], Any]
"""Gets the gradient; gives another one, or None to leave it as it is."""


class Removable:
    """What `register_hook` gives: `remove()` takes the hook away again."""

    def __init__(self, hooks: list[Hook], hook: Hook) -> None:
        self._hooks, self._hook = hooks, hook

    def remove(self) -> None:
        """Takes the hook away; a second time does nothing."""
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)


def register_hook(handle: Handle, hook: Hook) -> Removable:
    """Has a function called with the gradient of a tensor. Raises RuntimeError for one that needs none."""
    if not handle.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    found = attachments(handle.node)
    found.setdefault("of", handle)
    hooks: list[Hook] = found.setdefault("of_handle", [])
    hooks.append(hook)
    return Removable(hooks, hook)


def retain_grad(handle: Handle) -> None:
    """Has a result keep its gradient, as leaves do. Raises RuntimeError for a tensor that needs none."""
    if not handle.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if not handle.is_leaf:
        handle.retains = True
        attachments(handle.node)["handle"] = handle


class _Numbers(Algebra[Data]):
    """Sums of numbers, of one pass."""

    def vjp(self, user: Tensor, slot: int, cotangent: Data) -> Data:
        return contribution(user, slot, cotangent).sent

    def add(self, total: Data, term: Data) -> Data:
        return total + term

    def complete(self, tensor: Tensor, cotangent: Data) -> Data:
        hooks = attachment(tensor, "of_handle")
        if not hooks:
            return cotangent
        with no_grad():
            raw: Data = _hooked(tensor, hooks, constant(cotangent)).raw
        return raw


class _Graphs(TensorAlgebra):
    """Gradients that can be differentiated again."""

    def vjp(self, user: Tensor, slot: int, cotangent: Tensor) -> Tensor | None:
        hold(user.inputs[slot].size)  # each pass makes a graph that is several times as large
        return super().vjp(user, slot, cotangent)

    def complete(self, tensor: Tensor, cotangent: Tensor) -> Tensor:
        hooks = attachment(tensor, "of_handle")
        return _hooked(tensor, hooks, cotangent) if hooks else cotangent


def _hooked(tensor: Tensor, hooks: Sequence[Hook], gradient: Tensor) -> Tensor:
    of: Handle = attachment(tensor, "of")
    handle = of.like(gradient)
    for hook in list(hooks):
        found = hook(handle)
        if found is not None:
            handle = found
    return handle.node


def joined_output(outputs: Sequence[Handle], seeds: Sequence[Any]) -> tuple[Handle, Tensor]:
    """Where a pass begins, and with which gradient: of several outputs at their sum, each times its own. Raises RuntimeError."""
    starts = [_seed(output, given) for output, given in zip(outputs, seeds, strict=True)]
    if len(outputs) == 1:
        return outputs[0], starts[0]
    with enable_grad():
        parts = [
            each if given is None and not each.shape else applied("sum", applied("multiply", each, each.like(start)))
            for each, start, given in zip(outputs, starts, seeds, strict=True)
        ]
        total = parts[0]
        for each in parts[1:]:
            total = applied("add", total, each)
    return total, constant(1.0)


def _swept(output: Handle, start: Tensor, *, create_graph: bool) -> tuple[list[Tensor], dict[Tensor, Any]]:
    """The nodes that an output was made from, and the gradient that has arrived at each. Raises RuntimeError."""
    tensors = _needing(output.node)
    about_to_sweep(len(tensors))
    for node in refresh(tensors):
        used_changed_numbers(node, are_known=not create_graph)
    with np.errstate(all="ignore"):
        if not create_graph:
            return tensors, reverse_sweep(tensors, start.raw, _Numbers())
        before = next_number()
        with enable_grad():
            found = reverse_sweep(tensors, start, _Graphs(Reachability(tensors)))
    for node in made_since(before, found.values()):
        was_made(node)
        save(output.like(node), map(_leaf, node.inputs))
    return tensors, found


def _leaf(node: Tensor) -> Handle | None:
    """The leaf whose node one is."""
    handle: Handle | None = attachment(node, "handle")
    return handle if handle is not None and handle.node is node else None


def made_since(number: float, tensors: Iterable[Tensor]) -> list[Tensor]:
    """What was made behind a number of what tensors were made from, themselves included, in evaluation order."""
    waiting = list(dict.fromkeys(each for each in tensors if each.number > number))
    found = set(waiting)
    for each in waiting:
        for source in each.inputs:
            if source.number > number and source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(waiting, key=evaluation_order)


def _needing(end: Tensor) -> list[Tensor]:
    """Whatever needs a gradient of what `end` was made from, in evaluation order; nothing behind `detach`."""
    found = {end}
    waiting = [end]
    for each in waiting:
        for source in each.inputs:
            if source.requires_grad and source not in found:
                found.add(source)
                waiting.append(source)
    waiting.sort(key=evaluation_order)
    return waiting


def _seed(output: Handle, given: Any) -> Tensor:
    """The gradient that a pass begins with. Raises RuntimeError."""
    if not output.requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if given is None:
        if output.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        return constant(np.ones(output.shape) if output.shape else 1.0)
    node = lifted(given)
    if node.shape != output.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of torch.Size({list(node.shape)}) and output[0] has a shape of "
            f"torch.Size({list(output.shape)})."
        )
    return node


def backward(
    output: Handle,
    start: Tensor,
    *,
    retain_graph: bool = False,
    create_graph: bool = False,
    inputs: Sequence[Handle] | None = None,
) -> None:
    """Adds to the `gradient` of every leaf, or of `inputs` alone, what arrives at it. Raises RuntimeError, TensorError."""
    tensors, found = _swept(output, start, create_graph=create_graph)
    if not (retain_graph or create_graph):
        free(tensors)
    for tensor in tensors:
        handle: Handle | None = attachment(tensor, "handle")
        if handle is None or tensor not in found or (inputs is not None and not any(handle is each for each in inputs)):
            continue
        _accumulate(handle, found[tensor])
        if handle.gradient is not None:
            handle.gradient.differentiated = tensors[-1]


def ask_rules(output: Tensor, upstream: Any) -> None:
    """Asks the rules of the program that an output was made by what they send back. Raises what they raise."""
    _swept(Handle(output), constant(upstream), create_graph=False)


def _accumulate(handle: Handle, arrived: Any) -> None:
    before = handle.gradient
    passes = before.passes[0] if before is not None and before.passes[1] == before.version else 0
    if isinstance(arrived, Tensor):
        gradient = handle.like(arrived)
        handle.gradient = gradient if before is None else applied("add", before, gradient)
    elif before is None:
        handle.gradient = handle.like(constant(as_float_or_array(np.array(arrived))))
    else:
        with no_grad():
            before.write(constant(as_float_or_array(np.add(before.node.raw, arrived))))
    assert handle.gradient is not None
    handle.gradient.passes = passes + 1, handle.gradient.version


def gradients(
    output: Handle,
    inputs: Sequence[Handle],
    start: Tensor,
    *,
    retain_graph: bool = False,
    create_graph: bool = False,
    allow_unused: bool = False,
) -> tuple[Handle | None, ...]:
    """The gradient for each input, in its shape; None for one that the output was not made from, where that is allowed.

    Raises RuntimeError, TensorError.
    """
    if not all(each.requires_grad for each in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    tensors, found = _swept(output, start, create_graph=create_graph)
    if not (retain_graph or create_graph):
        free(tensors)
    given: list[Handle | None] = []
    for place, each in enumerate(inputs):
        sums = [found[node] for node in tensors if node in found and (node is each.node or attachment(node, "handle") is each)]
        if not sums and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {place} appears to not have been used in the graph. Set allow_unused=True "
                "if this is the desired behavior."
            )
        total = _added(each, sums) if sums else None
        if total is not None:
            total.differentiated = tensors[-1]
        given.append(total)
    return tuple(given)


def _added(handle: Handle, sums: list[Any]) -> Handle:
    total = sums[0]
    for each in sums[1:]:
        total = total + each
    return handle.like(total if isinstance(total, Tensor) else constant(as_float_or_array(np.array(total))))
