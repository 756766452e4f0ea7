"""Rules of the program's own, recorded: its `forward` and its `backward` run once each, on tensors that stand for the inputs and
for the upstream gradient, and what they compute is followed again with whatever the inputs and the gradient are.

So a rule that is wrong is followed as it is written, also where it is not linear in the upstream gradient.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import Application, record_of
from backpass.engine.graph.followed import are_linear_in, follow, sources_of
from backpass.engine.graph.grad_mode import no_grad
from backpass.engine.graph.tensor import Tensor, apply
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.errors import custom_rule_errors
from backpass.engine.operations import Data
from backpass.engine.problems import ProblemError, Span


@dataclass
class RecordedRule:
    """One application of a rule, an `engine.graph.custom_rules.OwnRule`."""

    name: str
    sources: Sequence[Tensor]
    """What stood for the inputs."""
    output: Tensor
    """What `forward` computed of them."""
    upstream: Tensor
    """What stood for the gradient of the output."""
    gradients: Sequence[Tensor | None]
    """What `backward` computed, by input."""
    looked: bool
    """Whether it looked at numbers of the inputs, so that for other inputs it would be another rule."""
    through: bool
    """Whether what `forward` hands to `backward` is differentiated when the gradient is, as JAX does, and PyTorch does not."""
    once: bool
    """Whether its gradient is marked not to be differentiated again."""
    undifferentiated: frozenset[Tensor]
    """What it computed by calling the function whose rule it is."""
    span: Span
    decided: bool = False
    """Whether numbers of the inputs chose what it sends, as a mask does, whose own derivative is 0."""
    tangents: Sequence[Tensor] = ()
    """What stood for the tangents of the inputs in the forward-mode rule."""
    moved: Tensor | None = None
    """What that rule computed of them; None where there is none."""

    def forward(self, inputs: Sequence[Tensor]) -> "tuple[Tensor, Callable[[Tensor], Sequence[Any]]]":
        """The value for other inputs, or differentiably for the same, and the backward rule of that application.

        Raises ProblemError where the rule was recorded for these numbers alone.
        """
        differentiable = any(each.requires_grad for each in inputs)
        same = all(np.array_equal(one.raw, other.raw, equal_nan=True) for one, other in zip(self.sources, inputs, strict=True))
        if same and not differentiable:
            return self.output, lambda upstream: self._sent({self.upstream: upstream})
        if self.looked or (self.decided and not same):
            raise ProblemError(custom_rule_errors.looked_at_numbers(self.name, self.span))
        moved = dict(zip(self.sources, inputs, strict=True))
        if differentiable and self.once:
            raise ProblemError(custom_rule_errors.once(self.name, self.span))
        if differentiable and self.undifferentiated & self._needed():
            raise ProblemError(custom_rule_errors.calls_itself(self.name, self.span))
        follow([self.output], moved)
        value = moved.get(self.output, self.output)
        if differentiable and not self.through:
            moved = {**dict(zip(self.sources, inputs, strict=True)), **self._output_again(inputs)}
            if self._uses_between():
                raise ProblemError(custom_rule_errors.saved_between(self.name, self.span))

        def back(upstream: Tensor) -> Sequence[Any]:
            return self._sent({**moved, self.upstream: upstream})

        return value, back

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        """What is sent back for the inputs as they were."""
        with no_grad():
            return self._sent({self.upstream: upstream})

    def tangent(self, slot: int, given: Data) -> Data | None:
        """What the result changes by while one input changes so, by the forward-mode rule; None where there is none."""
        if self.moved is None:
            return None
        moved = {each: Tensor(given if place == slot else 0.0 * each.raw) for place, each in enumerate(self.tangents)}
        with no_grad():
            follow([self.moved], moved)
        return moved.get(self.moved, self.moved).raw

    def check_linear(self) -> None:
        """Raises ProblemError where the gradients are not seen to be linear in the upstream gradient."""
        check_linear(self.name, self.upstream, self.gradients, self.span)

    def _output_again(self, inputs: Sequence[Tensor]) -> dict[Tensor, Tensor]:
        """The output that `backward` uses, as a result of this rule, whose derivative is again the rule's."""
        if self.output in set(self.sources) or self.output not in self._needed():
            return {}
        record = record_of(self.name, len(inputs))
        return {self.output: apply(record, *inputs, application=Application(self, inputs, self.output.raw))}

    def _sent(self, moved: dict[Tensor, Tensor]) -> Sequence[Any]:
        follow([each for each in self.gradients if each is not None], moved)
        return [None if each is None else moved.get(each, each) for each in self.gradients]

    def _needed(self, without: Tensor | None = None) -> set[Tensor]:
        """What the gradients are computed of; not what only `without` is computed of."""
        return sources_of([each for each in self.gradients if each is not None], without)

    def _uses_between(self) -> bool:
        """Whether the gradients use what `forward` computed on the way, which PyTorch would count as constant."""
        sources = set(self.sources)
        made = {each for each in ancestors(self.output) if each.operation is not None and each is not self.output}
        needed = self._needed(without=self.output)
        depends = {each for each in needed if each.number < self.upstream.number and each.operation is not None}
        moving = {each for each in depends if not sources.isdisjoint(ancestors(each))}
        return bool((made & needed) | (moving - {self.output} - sources))


def check_linear(name: str, upstream: Tensor, gradients: Sequence[Tensor | None], span: Span) -> None:
    """Raises ProblemError where what a rule sends back is not seen to be linear in the gradient that it gets."""
    if not are_linear_in([upstream], [each for each in gradients if each is not None]):
        raise ProblemError(custom_rule_errors.not_linear(name, span))
