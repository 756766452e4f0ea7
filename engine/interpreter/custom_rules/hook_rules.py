"""What a hook of the program does to a gradient, as the rule of a node: the value is passed on unchanged, and the gradient that
arrives is sent through what the hook computed of it, recorded when the hook was called and followed again for other gradients.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import node
from backpass.engine.graph.followed import follow
from backpass.engine.graph.grad_mode import no_grad
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.custom_rules.recorded_rules import check_linear
from backpass.engine.interpreter.errors import hook_errors
from backpass.engine.operations import Data
from backpass.engine.problems import ProblemError, Span


@dataclass
class HookRule:
    """The rule of a hook, an `engine.graph.custom_rules.OwnRule`."""

    name: str
    number: Data
    """The value of the tensor that has the hook."""
    arrived: Tensor
    """The gradient that the hook was called with."""
    given: Tensor
    """The gradient that it gave back."""
    looked: bool
    """Whether it looked at the numbers of the gradient, so that for another gradient it may do something else."""
    span: Span

    def forward(self, inputs: Sequence[Tensor]) -> tuple[Tensor, Callable[[Tensor], Sequence[Any]]]:
        """The value unchanged, and what the hook does to a gradient. Raises ProblemError where that is known for other numbers
        of the program alone.
        """
        (value,) = inputs
        if not np.array_equal(value.raw, self.number, equal_nan=True) and self._uses_the_program():
            raise ProblemError(hook_errors.other_numbers(self.name, self.span))
        return value, self._sent

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        """What is sent back for the value as it was."""
        with no_grad():
            return self._sent(upstream)

    def check_linear(self) -> None:
        """Raises ProblemError where what the hook does is not seen to be linear in the gradient."""
        check_linear(self.name, self.arrived, [self.given], self.span)

    def _sent(self, upstream: Tensor) -> Sequence[Any]:
        same = not upstream.requires_grad and np.array_equal(upstream.raw, self.arrived.raw, equal_nan=True)
        if self.looked and not same:
            raise ProblemError(hook_errors.looked_at_gradient(self.name, self.span))
        moved = {self.arrived: upstream}
        follow([self.given], moved)
        return [moved.get(self.given, self.given)]

    def _uses_the_program(self) -> bool:
        """Whether it computes with tensors of the program, besides the gradient."""
        waiting, seen = [self.given], {self.given}
        for each in waiting:
            if each.requires_grad and each.operation is None:
                return True
            new = [source for source in each.inputs if source not in seen]
            seen.update(new)
            waiting += new
        return False


def hook_node(rule: HookRule, tensor: Tensor) -> Tensor:
    """The node through which those who use the tensor get it, and through which its gradient comes back."""
    made = node(rule, [tensor], tensor.raw)
    made.number = tensor.number + 0.5  # after the tensor, and before whatever uses it
    made.span = rule.span
    return made
