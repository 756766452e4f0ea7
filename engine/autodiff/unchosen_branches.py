"""Where 0 times an infinite slope would make NaN of a gradient, had a branch that was not chosen been followed."""

from collections.abc import Iterator
from math import isfinite

import numpy as np

from backpass.engine.autodiff.reachability import local_derivative
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Data, Transform


def hidden_by_branches(gradients: Gradients) -> Iterator[Tensor]:
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
