"""The graph behind a tensor's `grad_fn`, walked without recursion; its values where PyTorch saved them.

A value is known by the function that made it and the number of its output: an `Output`. The functions stay alive as long as this
graph does, so that each is one object.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache
from re import sub
from typing import Any, NamedTuple

import torch

from backpass.engine.capture.refusals import refused
from backpass.engine.messages import say

MAX_FUNCTIONS = 200_000
"""A larger graph takes too long to be looked at."""


class Output(NamedTuple):
    """One output of a function of autograd; of a leaf, of the function that would accumulate its gradient."""

    function: Any
    number: int


@dataclass(slots=True)
class AutogradGraph:
    """All functions that lead to an output."""

    output: Output
    slots: dict[Any, list[Output | None]] = field(default_factory=dict)
    """Per function, where the gradient of each of its inputs goes; None where nowhere, since the input needs none."""
    leaves: dict[Any, Any] = field(default_factory=dict)
    """Per function that accumulates a gradient, the leaf."""

    @classmethod
    def of(cls, tensor: Any) -> "AutogradGraph":
        """Raises CaptureError for a tensor without a graph, and for a graph that holds what cannot be captured."""
        if tensor.grad_fn is None:
            raise refused(say("capture-no-graph"), say("capture-no-graph.hint"))
        found = cls(Output(tensor.grad_fn, tensor.output_nr))
        waiting = [tensor.grad_fn]
        known = {tensor.grad_fn}
        for function in waiting:
            _check(function, len(waiting))
            if hasattr(function, "variable"):
                found.leaves[function] = function.variable
                continue
            found.slots[function] = [
                None if following is None else Output(following, number) for following, number in function.next_functions
            ]
            for slot in found.slots[function]:
                if slot is not None and slot.function not in known:
                    known.add(slot.function)
                    waiting.append(slot.function)
        return found

    def outputs(self) -> dict[Any, list[int]]:
        """Per function, the numbers of those of its outputs that are used, in order."""
        used: dict[Any, set[int]] = {self.output.function: {self.output.number}}
        for slots in self.slots.values():
            for slot in slots:
                if slot is not None:
                    used.setdefault(slot.function, set()).add(slot.number)
        return {function: sorted(numbers) for function, numbers in used.items()}


def _check(function: Any, count: int) -> None:
    """Raises CaptureError for functions whose backward pass cannot be watched, and for too many."""
    if count > MAX_FUNCTIONS:
        raise refused(say("capture-too-large", most=MAX_FUNCTIONS), say("capture-too-large.hint"))
    name = function.name()
    if name == "CheckpointFunctionBackward":
        raise refused(say("capture-reentrant-checkpoint"), say("capture-reentrant-checkpoint.hint"))


def operation_name(function: Any) -> str:
    """`mul` of `MulBackward0`, `native_layer_norm` of `NativeLayerNormBackward0`; of a custom function the name of its class."""
    name = function.name().rpartition("::")[2]
    if is_custom(function):
        return str(name.removesuffix("Backward"))
    plain = sub(r"Backward\d*$", "", name)
    return sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", plain).lower()


def is_custom(function: Any) -> bool:
    """Whether a person wrote it, as a class with `forward` and `backward`."""
    return isinstance(function, torch.autograd.function.BackwardCFunction)


def saved_values(function: Any) -> Iterator[tuple[str, Any]]:
    """What PyTorch saved for the backward pass, by name: tensors and numbers.

    What checkpoints and other hooks packed is left packed: to unpack it would compute it again. Raises RuntimeError where the
    graph was freed.
    """
    for name in _names_in(function) if is_custom(function) else _names_of(function.__class__):
        raw = getattr(function, f"_raw{name}", None)
        if raw is None:
            number = getattr(function, name)
            if isinstance(number, int | float) and not isinstance(number, bool):
                yield name.removeprefix("_saved_"), number
            continue
        several = raw if isinstance(raw, tuple | list) else (raw,)
        if any(each.unpack_hook is not None for each in several):
            continue
        unpacked = getattr(function, name)
        for each in unpacked if isinstance(unpacked, tuple | list) else (unpacked,):
            if isinstance(each, torch.Tensor):
                yield name.removeprefix("_saved_"), each


def _names_in(function: Any) -> list[str]:
    return [name for name in dir(function) if name.startswith("_saved_")]


@cache
def _names_of(kind: Hashable) -> list[str]:
    """Of a class of PyTorch's own, whose functions all have the same attributes."""
    return _names_in(kind)
