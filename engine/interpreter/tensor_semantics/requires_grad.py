"""Which tensors PyTorch would track: `requires_grad`, `is_leaf`, and whether `.grad` is there to be read.

The graph here shows a gradient for every input. What a program asks PyTorch's tensors about themselves is answered as PyTorch
does: a leaf is tracked if it was made so, a result if it was computed from one that is, outside `torch.no_grad()`.
"""

from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor, apply
from backpass.engine.operations import OPERATIONS, Family


class Tracking:
    """The tensors of one run."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator
        self._declared: set[Tensor] = set()
        """Leaves that were made with a gradient on purpose."""
        self.untracked: set[Tensor] = set()
        """Results that were computed without gradients."""
        self.unrecorded: set[Tensor] = set()
        """Those of them that were computed within `torch.no_grad()`."""
        self._held_back: dict[Tensor, Tensor] = {}
        """Those of them that were computed with afterwards, as constants."""
        self._retained: set[Tensor] = set()
        """Results whose gradient the program asked to be kept."""
        self._parameters: set[Tensor] = set()
        """What was made as a parameter of a module, whether it is learnt or not."""
        self._whole: set[Tensor] = set()
        self._known: dict[Tensor, bool] = {}
        self.tables = [
            self._declared,
            self.untracked,
            self.unrecorded,
            self._held_back,
            self._retained,
            self._parameters,
            self._whole,
            self._known,
        ]

    def declare(self, leaf: Tensor) -> None:
        """A leaf was made with a gradient on purpose."""
        self._declared.add(leaf)
        self._known.clear()

    def parameter(self, leaf: Tensor) -> None:
        """A leaf was made as a parameter of a module."""
        self._parameters.add(leaf)

    def is_parameter(self, tensor: Tensor) -> bool:
        """Whether a tensor was made as a parameter, which a leaf with a gradient is not yet."""
        return tensor in self._parameters

    def undeclare(self, leaf: Tensor) -> None:
        """A leaf is not to have a gradient any more."""
        self._declared.discard(leaf)
        self._known.clear()

    def became(self, leaf: Tensor, other: Tensor) -> None:
        """A leaf takes the place of another."""
        if leaf in self._declared:
            self.declare(other)
        if leaf in self._whole:
            self._whole.add(other)
        self._evaluator.kinds.became(leaf, other)
        if leaf in self._parameters:
            self._parameters.add(other)

    def without_gradients(self, result: Tensor) -> None:
        """A result was computed where no gradients are recorded."""
        self.untracked.add(result)

    def paused(self, result: Tensor) -> None:
        """A result was computed within `torch.no_grad()`."""
        self.untracked.add(result)
        self.unrecorded.add(result)

    def as_recorded(self, output: Tensor, part: Any) -> Tensor:
        """Where a backward pass begins: what was computed within `torch.no_grad()` is a constant there, too."""
        return self.held_back(output, part) if output in self.unrecorded else output

    def held_back(self, tensor: Tensor, part: Any) -> Tensor:
        """The tensor as it is computed with where gradients flow: what was computed without them lets none through."""
        if tensor not in self.untracked:
            return tensor
        if tensor not in self._held_back:
            made = apply(OPERATIONS["detach"], tensor)
            made.span = self._evaluator.place or part.span
            self._evaluator.count(made)
            self._held_back[tensor] = made
        return self._held_back[tensor]

    def declared(self, leaf: Tensor) -> bool:
        """Whether a leaf was made with a gradient on purpose."""
        return leaf in self._declared

    def made_of_whole_numbers(self, leaf: Tensor) -> None:
        """A leaf was written in whole numbers, which have no gradient in other libraries."""
        self._whole.add(leaf)

    def array_of_whole_numbers(self, leaf: Tensor) -> None:
        """As `made_of_whole_numbers`, of a leaf that is an array, which holds nothing else from then on."""
        self._whole.add(leaf)
        self._evaluator.whole = True

    def holds_whole_numbers(self, leaf: Tensor) -> bool:
        """Whether a leaf was written in whole numbers."""
        return leaf in self._whole

    def stops(self, result: Tensor) -> bool:
        """Whether no gradient goes back through a result, whatever its slope is."""
        return result in self.untracked or _holds_back(result)

    def retain(self, tensor: Tensor) -> None:
        """`retain_grad()`."""
        self._retained.add(tensor)

    def retained(self, tensor: Tensor) -> bool:
        """Whether `.grad` of a result is kept."""
        return tensor in self._retained

    def reaches(self, source: Tensor, output: Tensor, recorded: Callable[[Tensor], bool] = lambda _: True) -> bool:
        """Whether an output was computed from a source, over results that let gradients through and were recorded."""
        waiting, found = [output], {output}
        for each in waiting:
            if each is source:
                return True
            if each.operation is None or self.stops(each) or not recorded(each):
                continue
            inputs = (
                each.options["application"].reached(each.inputs)
                if each.options and "application" in each.options
                else each.inputs
            )
            new = [below for below in inputs if below not in found]
            found.update(new)
            waiting += new
        return False

    def tracks(self, tensor: Tensor) -> bool:
        """PyTorch's `requires_grad`."""
        known = self._known
        waiting = [tensor]
        while waiting:
            each = waiting[-1]
            if each in known:
                waiting.pop()
            elif not each.requires_grad or self.stops(each):
                known[each] = False
            elif each.operation is None:
                known[each] = each in self._declared
            elif missing := [source for source in each.inputs if source not in known]:
                waiting += missing
            else:
                known[each] = any(known[source] for source in each.inputs)
        return known[tensor]

    def is_leaf(self, tensor: Tensor) -> bool:
        """PyTorch's `is_leaf`."""
        return tensor.operation is None or not self.tracks(tensor)


def _holds_back(tensor: Tensor) -> bool:
    operation = tensor.operation
    return operation is not None and (
        operation.name == "detach" or (operation.family is Family.COMPARISON and operation.notation.infix is not None)
    )
