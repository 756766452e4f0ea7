"""The one seam before each operation on nodes: work is counted before it is done, and refusals become errors of the program."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from inspect import signature
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from backpass.engine.graph.grad_mode import is_grad_enabled
from backpass.engine.graph.tensor import FUNCTIONS, Tensor, shape_after
from backpass.engine.limits import OVER_LIMIT, TOO_MUCH
from backpass.engine.operations import OPERATIONS, Data, Transform
from backpass.engine.problems import ProblemError

if TYPE_CHECKING:
    from backpass.engine.handles.handle import Handle


class TensorError(RuntimeError):
    """What an operation refuses, as an exception that a program may catch."""


TensorError.__name__ = "RuntimeError"  # what programs see of it


class Watcher:
    """Is asked before an operation is done, and notified of each node."""

    def hold(self, elements: int) -> None:
        """So many numbers are about to be computed. Raises ProblemError at a limit."""

    def made(self, node: Tensor) -> None:
        """A node was made. Raises ProblemError at a limit."""

    def stopped(self, node: Tensor) -> None:
        """A node was made that lets no gradient through; what it was made from is kept for the picture alone."""

    def sweep(self, nodes: int) -> None:
        """A backward pass is about to go through so many nodes. Raises ProblemError at a limit."""

    def leaf(self, handle: "Handle") -> None:
        """A tensor that needs a gradient was made, or needs one from now on."""

    def looked(self) -> None:
        """Numbers were read that come from elsewhere in the graph, and may be others another time."""

    def changed(self, node: Tensor, *, are_known: bool) -> None:
        """A backward pass computes with numbers that were changed since; the graph has the former ones unless `are_known`."""

    def differs(self, name: str) -> None:
        """The library does something that is worth a note."""

    def beyond(self, what: str) -> None:
        """The library has another number than the graph."""

    def print_options(self) -> Mapping[str, Any]:
        """How arrays are to be shown, by the names of NumPy's `set_printoptions`."""
        return {}


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
    if options:
        usual = _usual(name)
        options = {key: value for key, value in options.items() if key not in usual or value is not usual[key]}
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


@cache
def _usual(name: str) -> Mapping[str, Any]:
    """The values that options of an operation have where they are not given."""
    value = OPERATIONS[name].value
    parameters = signature(value.evaluate).parameters.values() if isinstance(value, Transform) else ()
    return {each.name: each.default for each in parameters if each.default is not each.empty}


def stopped(node: Tensor) -> Tensor:
    """The same numbers, with a node that lets no gradient through and says so; what needs none is itself."""
    if not (node.requires_grad and is_grad_enabled()):
        return node
    made = operate("detach", node)
    made.requires_grad = False
    _WATCHER.get().stopped(made)
    return made


def about_to_sweep(nodes: int) -> None:
    """Counts the nodes that a backward pass goes through. Raises ProblemError (too-many-repetitions)."""
    _WATCHER.get().sweep(nodes)


def was_made(node: Tensor) -> None:
    """Says that a node was made, of a gradient that can be differentiated again."""
    _WATCHER.get().made(node)


def is_leaf_now(handle: "Handle") -> None:
    """Says that a tensor is a leaf that needs a gradient."""
    _WATCHER.get().leaf(handle)


def was_looked_at() -> None:
    """Says that numbers were read without their graph."""
    _WATCHER.get().looked()


def used_changed_numbers(node: Tensor, *, are_known: bool) -> None:
    """Says that a backward pass computes with other numbers than those that a node was computed from."""
    _WATCHER.get().changed(node, are_known=are_known)


def beyond(what: str) -> None:
    """Says that the library has another number than the graph."""
    _WATCHER.get().beyond(what)


def does_otherwise(name: str) -> None:
    """Says that the library does something that is worth a note."""
    _WATCHER.get().differs(name)


def print_options() -> Mapping[str, Any]:
    """How arrays are to be shown."""
    return _WATCHER.get().print_options()


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


def placed_constant(raw: Data) -> Tensor:
    """As `constant`, with the place at which it is made."""
    made = constant(raw)
    was_made(made)
    return made


Step = Callable[[Tensor], Tensor]
"""One step from the base of a view to the view."""
