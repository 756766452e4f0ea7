"""The one seam before each operation on nodes: work is counted before it is done, and refusals become errors of the program."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import prod
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, shape_after
from backpass.engine.limits import OVER_LIMIT, TOO_MUCH
from backpass.engine.operations import OPERATIONS, Data
from backpass.engine.problems import ProblemError


class TensorError(RuntimeError):
    """What an operation refuses, as an exception that a program may catch."""


TensorError.__name__ = "RuntimeError"  # what programs see of it


class Watcher:
    """Is asked before an operation is done, and notified of each node."""

    def hold(self, elements: int) -> None:
        """So many numbers are about to be computed. Raises ProblemError at a limit."""

    def made(self, node: Tensor) -> None:
        """A node was made. Raises ProblemError at a limit."""


_WATCHER: ContextVar[Watcher] = ContextVar("watcher", default=Watcher())  # noqa: B039 - without a state of its own
_over = OVER_LIMIT | TOO_MUCH


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Within it, `watcher` is asked and notified."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def operate(name: str, *inputs: Tensor, **options: Any) -> Tensor:
    """The node that an operation makes of nodes. Raises TensorError, ProblemError (over a limit)."""
    operation, watcher = OPERATIONS[name], _WATCHER.get()
    try:
        shape = shape_after(operation, inputs, options)
        watcher.hold(prod(shape) * (inputs[0].shape[-1] if name == "matmul" and inputs[0].shape else 1))
        made = FUNCTIONS[name](*inputs, **options)
    except ProblemError as error:
        if any(problem.code in _over for problem in error.problems):
            raise
        raise TensorError(worded(name, inputs, error)) from None
    watcher.made(made)
    return made


def hold(elements: int) -> None:
    """Counts numbers that are about to be made. Raises ProblemError (too-many-elements)."""
    _WATCHER.get().hold(elements)


def worded(name: str, inputs: tuple[Tensor, ...], error: ProblemError) -> str:
    """A refusal in PyTorch's words where two shapes do not fit; else in ours."""
    shapes = [each.shape for each in inputs]
    if name == "matmul" and all(len(shape) == 2 for shape in shapes):
        (a, b), (c, d) = shapes
        return f"mat1 and mat2 shapes cannot be multiplied ({a}x{b} and {c}x{d})"
    if len(shapes) == 2 and OPERATIONS[name].elementwise:
        left, right = (((1,) * (max(map(len, shapes)) - len(each)) + each) for each in shapes)
        for place, (one, other) in reversed([*enumerate(zip(left, right, strict=True))]):
            if one != other and 1 not in (one, other):
                return (
                    f"The size of tensor a ({one}) must match the size of tensor b ({other}) at non-singleton dimension {place}"
                )
    return str(error.problems[0].message)


def constant(raw: Data) -> Tensor:
    """Numbers as a node through which no gradient flows."""
    return Tensor(raw if isinstance(raw, float) else np.asarray(raw, dtype=float), requires_grad=False)


Step = Callable[[Tensor], Tensor]
"""One step from the base of a view to the view."""
