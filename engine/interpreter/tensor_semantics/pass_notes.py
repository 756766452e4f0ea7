"""Where a backward pass has numbers that the library of the program does not have: other rules, or 32 bits instead of 64."""

from collections.abc import Iterator, Sequence

import numpy as np

from backpass.engine.autodiff.operation_text import name_of
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.autodiff.unchosen_branches import hidden_by_branches
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.tensor_semantics.library_differences import CALLED, DIFFERENCES, difference
from backpass.engine.language.program import Program
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Problem

_ORDER = DIFFERENCES["not a number elsewhere"].libraries
_NARROW = DIFFERENCES["beyond 32 bits"].libraries
"""Libraries whose numbers have 32 bits unless a program asks for more."""

_LARGEST, _SMALLEST = float(np.finfo(np.float32).max), float(np.finfo(np.float32).smallest_subnormal) / 2
_STEEP_AT_0 = {OPERATIONS[name]: slot for name, slot in (("log", 0), ("log2", 0), ("log10", 0), ("divide", 1), ("reciprocal", 0))}
"""Operations that are infinite where this input is 0."""
_DIFFERENCES = {OPERATIONS["subtract"]: -1.0, OPERATIONS["add"]: 1.0}


def library_called(program: Program) -> str:
    """The library that computes gradients in a program, as its makers call it; empty where there is none."""
    return CALLED[library] if (library := _library(program)) else ""


def notes_of_pass(program: Program, gradients: Gradients, *, doubles: bool) -> Iterator[Problem]:
    """The notes on a finished pass, each once; `doubles` says whether the program asks for 64 bits itself."""
    library = _library(program)
    if library is None:
        return
    for span in dict.fromkeys(tensor.span for tensor in hidden_by_branches(gradients)):
        yield difference("not a number elsewhere", library, span)
    if library == "autograd":
        for tensor in gradients.tensors:
            if tensor.requires_grad and tensor.operation is _PRODUCT and np.any(np.equal(tensor.inputs[0].raw, 0)):
                yield difference("product of zeros", library, tensor.span, written=name_of(tensor, program.text))
    if library in _NARROW and not doubles and (found := _beyond_32_bits(gradients.tensors)):
        tensor, number = found
        yield difference("beyond 32 bits", library, tensor.span, written=name_of(tensor, program.text), number=number)


_PRODUCT = OPERATIONS["prod"]


def _library(program: Program) -> str | None:
    found = next((name for name in _ORDER if name in program.libraries), None)
    return "tensorflow" if found is None and "tf" in program.libraries else found


def _beyond_32_bits(tensors: Sequence[Tensor]) -> tuple[Tensor, str] | None:
    """The first tensor that is infinite in 32 bits and finite in 64, or 0 before an operation that 0 makes infinite; and what
    it is there.
    """
    for tensor in tensors:
        if _any_between(tensor.raw, _LARGEST, np.inf):
            return tensor, "∞"
        record = tensor.operation
        slot = None if record is None else _STEEP_AT_0.get(record)
        if slot is not None and _vanishes(tensor.inputs[slot]):
            return tensor.inputs[slot], "0"
    return None


def _any_between(data: object, low: float, high: float) -> bool:
    if isinstance(data, float):
        return low < abs(data) < high
    sizes = np.abs(np.asarray(data))
    return bool(np.any((sizes > low) & (sizes < high)))


def _vanishes(tensor: Tensor) -> bool:
    """Whether an element that is not 0 would be 0 in 32 bits: it is too small, or the difference of what is equal there."""
    if _any_between(tensor.raw, 0.0, _SMALLEST):
        return True
    sign = _DIFFERENCES.get(tensor.operation) if tensor.operation else None
    if sign is None:
        return False
    with np.errstate(all="ignore"):
        one, other = (np.asarray(source.raw, dtype=np.float32) for source in tensor.inputs)
        return bool(np.any((one + np.float32(sign) * other == 0) & np.not_equal(tensor.raw, 0)))
