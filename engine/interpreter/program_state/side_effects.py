"""What a program does besides computing: backward passes it asks for, gradients it reads and resets, numbers it changes in place,
lines it prints.

A leaf whose number is changed after a graph was built from it gets the number back that the graph was built with, so that the
graph that is shown is true in itself.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Gradients, backward, seed_of
from backpass.engine.graph.tensor import FUNCTIONS, ROLES, Tensor, attachment, attachments
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import element_errors
from backpass.engine.interpreter.values import MISSING, Item, Missing
from backpass.engine.language.syntax_tree import Attribute
from backpass.engine.limits import Limits
from backpass.engine.operations import OPERATIONS, Data
from backpass.engine.problems import Problem, ProblemError, Span
from backpass.engine.shapes import as_data, shape_of, size_of

Reaches = Callable[[Tensor, Tensor], bool]

_MAX_BY_HAND = 10_000
"""Calls of `_backward()` that are remembered: what is kept in memory is their graph."""
_MAX_WAITING = 1_000
"""Backward passes that are put off until somebody reads a gradient."""


class Effects:
    """The effects of one run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.requested: Tensor | None = None
        """What `.backward()` was called on last."""
        self.upstream: Data | None = None
        """The gradient that it was begun with; None where none was given."""
        self._nodes: dict[Tensor, Tensor] = {}
        """Gradients that were computed as nodes of the graph, by leaf."""
        self._waiting: list[tuple[Tensor, Data, bool]] = []
        """Backward passes that were asked for and whose gradients nobody has read yet; whether they make nodes as well."""
        self._started = False
        self._given: set[Tensor] = set()
        """Tensors whose gradient the program has set itself."""
        self._changes: dict[Tensor, list[tuple[float, Any]]] = {}
        """Per leaf: until which tensor it had which data."""
        self.printed: list[str] = []
        self._open_line = False
        self._characters = 0
        self._evaluations = 0
        """Tensors that backward passes have gone through."""
        self.sent_by_hand: list[Tensor] = []
        """The tensors whose `_backward()` was called, in this order; of very many the first."""
        self.read = False
        """Whether the program looked at numbers."""
        self._passes: dict[Tensor, int] = {}
        """By leaf, the backward passes that have added to its gradient since the program last set that."""
        self.on_pass: Callable[[Gradients], None] = lambda _: None
        """What looks at the gradients of every pass that the program asks for."""
        self.tables: list[Any] = [self._nodes, self._given, self._changes, self._passes]

    def backward(self, tensor: Tensor, upstream: Data | None = None, *, creates_graph: bool = False) -> None:
        """`tensor.backward(upstream)`. It is done when a gradient is asked for; the graph that is shown has its own."""
        self.requested = tensor
        self.upstream = upstream
        self._waiting.append((tensor, 1.0 if upstream is None else upstream, creates_graph))
        self._started = True
        if len(self._waiting) >= _MAX_WAITING:
            self.catch_up()

    def begin(self, tensor: Tensor, upstream: Data | None) -> None:
        """`tensor.backward(upstream)` that is done at once, since hooks are called in it: `finish` ends it."""
        self.catch_up()
        self.requested = tensor
        self.upstream = upstream
        self._started = True

    def is_sum_of_passes(self, leaf: Tensor) -> bool:
        """Whether several backward passes have added to the `.grad` of a leaf since the program last set it."""
        return leaf.grad is not None and self._passes.get(leaf, 0) > 1

    def send(self, tensor: Tensor, sent: Callable[[Tensor], Mapping[Tensor, Data]]) -> None:
        """`tensor._backward()`, which is done at once, with what it `sent` to its parents.

        The first such call is of the output, unless `backward()` chose one.
        """
        self.catch_up()
        self.read = self._started = True
        if self.requested is None:
            self.requested = tensor
            self.upstream = None if tensor.accumulated_grad is None else as_data(tensor.accumulated_grad)
        self._evaluations += 1
        self._limits.check_evaluations(self._evaluations)
        if len(self.sent_by_hand) < _MAX_BY_HAND:
            self.sent_by_hand.append(tensor)
        for parent, gradient in sent(tensor).items():
            self.accumulate(parent, gradient)

    @staticmethod
    def accumulate(leaf: Tensor, gradient: Data) -> None:
        """Adds a gradient to the `.grad` of one leaf."""
        before = leaf.accumulated_grad
        leaf.accumulated_grad = gradient if before is None else before + gradient

    def finish(self, gradients: Gradients, done: Collection[Tensor], *, creates_graph: bool = False) -> None:
        """Accumulates the gradients of all tensors but those that have theirs already. Raises ProblemError (too-much-work)."""
        self._evaluations += len(gradients.tensors)
        self._limits.check_evaluations(self._evaluations)
        kept = {tensor: tensor.accumulated_grad for tensor in done}
        self._accumulate(gradients, creates_graph=creates_graph)
        for tensor, gradient in kept.items():
            tensor.accumulated_grad = gradient

    def _accumulate(self, gradients: Gradients, *, creates_graph: bool) -> None:
        gradients.accumulate()
        self.on_pass(gradients)
        for tensor, gradient in zip(gradients.tensors, gradients.values, strict=True):
            if gradient is not None and tensor.operation is None:
                self._passes[tensor] = self._passes.get(tensor, 0) + 1
                if not creates_graph:
                    self._nodes.pop(tensor, None)  # the node lacks what has been added now

    def as_nodes(self, gradients: Mapping[Tensor, Tensor]) -> None:
        """The last backward pass has made these gradients, by leaf, that can be differentiated again."""
        self.catch_up()
        for leaf, gradient in gradients.items():
            before = self._nodes.get(leaf)
            self._nodes[leaf] = gradient if before is None else FUNCTIONS["add"](before, gradient)

    def catch_up(self) -> None:
        """Does the backward passes that are put off. Raises ProblemError (too-much-work)."""
        for tensor, upstream, creates_graph in self._waiting:
            gradients = backward(tensor, upstream)
            self._evaluations += len(gradients.tensors)
            self._limits.check_evaluations(self._evaluations)
            self._accumulate(gradients, creates_graph=creates_graph)
        self._waiting.clear()

    def attribute(
        self, tensor: Tensor, part: Attribute, otherwise: Item | Missing = MISSING, reaches: Reaches | None = None
    ) -> Item:
        """`.data`, `.grad`, `.shape` and their like; `otherwise` is a gradient that was not computed, or that did not arrive from
        the output of the last backward pass, which `reaches` decides.

        Raises ProblemError (attribute-refused).
        """
        name = part.name
        if name == "data":
            self.read = self.read or tensor.requires_grad
            return _outside(tensor.raw)
        if name == "grad":
            self.read = True
            self.catch_up()
            if tensor.grad is None or (otherwise is None and not self._arrived(tensor, reaches)):
                return (0.0 if self._started else None) if isinstance(otherwise, Missing) else otherwise
            return self._nodes[tensor] if tensor in self._nodes else _outside(tensor.grad)
        if name == "shape":
            return tensor.shape
        if name == "ndim":
            return len(tensor.shape)
        if name == "size":
            return int(np.prod(tensor.shape, dtype=int))
        if name in ("label", "name"):
            return tensor.label or ""
        if name == "role":
            role: Item = attachment(tensor, "role")
            return role
        is_method = name in TENSOR_METHODS or name in OPERATIONS.spellings
        raise ProblemError(element_errors.attribute(part, is_method=is_method))

    def _arrived(self, tensor: Tensor, reaches: Reaches | None) -> bool:
        """Whether a gradient that is 0 has arrived at a tensor, rather than nothing. It has if the program set it."""
        if reaches is None or self.requested is None or tensor in self._given or np.any(tensor.grad):
            return True
        return reaches(tensor, self.requested)

    def set_attribute(self, tensor: Tensor, name: str, value: Item, span: Span) -> None:
        """`.label`, `.data`, `.grad`, `.requires_grad` of a tensor. Raises ProblemError (attribute-refused, shape-mismatch)."""
        if name in ("label", "name") and isinstance(value, str):
            tensor.label = value[:200]
        elif name == "role" and isinstance(value, str) and value in ROLES:
            attachments(tensor)["role"] = value
        elif name == "role":
            raise ProblemError(element_errors.no_such_role(value, ROLES, span))
        elif name == "grad":
            self.catch_up()
            data: Any = value.raw if isinstance(value, Tensor) else value
            tensor.grad = None if data is None else seed_of(tensor, data)
            self._given.add(tensor)
            self._passes.pop(tensor, None)
            self._nodes.pop(tensor, None)
        elif name == "data" and isinstance(value, Tensor | int | float):
            self._change(tensor, value, span)
        else:
            raise ProblemError(element_errors.attribute_set(name, span))

    def _change(self, tensor: Tensor, value: Any, span: Span) -> None:
        if tensor.operation is not None:
            raise ProblemError(element_errors.data_of_result(span))
        data = value.raw if isinstance(value, Tensor) else as_data(value)
        if shape_of(data) != tensor.shape:
            raise ProblemError(element_errors.data_of_other_shape(shape_of(data), tensor.shape, span))
        self.catch_up()
        self.read = True
        self._changes.setdefault(tensor, []).append((Tensor(0.0).number, tensor.raw))
        tensor.raw = data if isinstance(data, float) else data.copy()

    def forget_changes(self, results: Sequence[float]) -> int:
        """Forgets what leaves were between changes with no result in between that is needed; returns how many numbers that were.
        `results` are the numbers of those that are, in order.
        """
        freed = 0
        for tensor, changes in self._changes.items():
            kept = changes[:1]
            for (before, _), change in pairwise(changes):
                if bisect_left(results, before) < bisect_left(results, change[0]):
                    kept.append(change)
                else:
                    freed += size_of(change[1])
            self._changes[tensor] = kept
        return freed

    def settle(self, output: Tensor) -> None:
        """Gives every leaf the number it had when the output was computed, and forgets the accumulated gradients."""
        for tensor, changes in self._changes.items():
            before = next((data for number, data in changes if number > output.number), None)
            if before is not None:
                tensor.raw = before
            tensor.accumulated_grad = None

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text, of which no more is kept than may be printed."""
        room = self._limits.printed - self._characters
        self._characters += len(text) + len(end)
        if room <= 0:
            return
        if len(text) > room:
            text, end = text[:room], ""
        text += end
        if self._open_line:
            text = self.printed.pop() + text
        self._open_line = not text.endswith("\n")
        self.printed += text.removesuffix("\n").split("\n")

    def cut(self) -> Problem | None:
        """The note on what is cut of what was printed; None where nothing is."""
        return self._limits.printed_too_much(self._characters)


def _outside(data: Any) -> Item:
    """A tensor's numbers without its graph."""
    return data if isinstance(data, float) else Tensor(data, requires_grad=False)
