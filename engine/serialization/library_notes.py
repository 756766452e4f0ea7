"""Where a finished backward pass has numbers that other libraries do not have."""

from collections.abc import Iterator
from math import isfinite

import numpy as np

from backpass.engine.autodiff.reachability import local_derivative
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.tensor_semantics.library_differences import DIFFERENCES, difference
from backpass.engine.operations import Data, Transform
from backpass.engine.problems import Problem

_NOT_A_NUMBER = "not a number elsewhere"


def differences(run: Run, gradients: Gradients) -> list[Problem]:
    """Notes on a run's gradients, once per operation of its text."""
    library = next((name for name in DIFFERENCES[_NOT_A_NUMBER].libraries if name in run.program.libraries), None)
    if library is None and "tf" in run.program.libraries:
        library = "tensorflow"
    if library is None:
        return []
    spans = dict.fromkeys(tensor.span for tensor in _hidden(gradients))
    return [difference(_NOT_A_NUMBER, library, span) for span in spans]


def _hidden(gradients: Gradients) -> Iterator[Tensor]:
    """The tensors where 0 × ∞ would have arisen, had their branch been chosen; not those that NaN would have reached."""
    reached: set[Tensor] = set()
    for user, upstream in zip(reversed(gradients.tensors), reversed(gradients.values), strict=True):
        record = user.operation
        if upstream is None or record is None:
            continue
        hidden = not isinstance(record.value, Transform) and any(
            source.requires_grad and not record.rules[slot].routes and _is_hidden(user, slot, upstream, gradients)
            for slot, source in enumerate(user.inputs)
        )
        if hidden and user not in reached:
            yield user
        if hidden or user in reached:
            reached.update(user.inputs)


def _is_hidden(user: Tensor, slot: int, upstream: Data, gradients: Gradients) -> bool:
    local = local_derivative(user, slot)
    if isinstance(local, float) and isfinite(local):
        return False
    blocked = np.logical_not(gradients.blocks.mask(user))
    return bool(np.any(np.logical_and(blocked, np.logical_and(np.equal(upstream, 0), ~np.isfinite(local)))))
