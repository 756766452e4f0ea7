"""Rules for derivatives that a program has written. What one sends back is remembered, so that it can be followed afterwards."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import OPTION, not_linear
from backpass.engine.graph.followed import are_linear_in, follow
from backpass.engine.graph.grad_mode import enable_grad, no_grad
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

Ask = Callable[..., Sequence[Tensor | None] | None]
"""Gets the gradient of the output, and whether what is computed of it is differentiated again; gives that of each input, or None
where the program has ended.
"""


class ProgramRule:
    """One application of a rule of the program, an `engine.graph.custom_rules.OwnRule`. Several outputs are one node."""

    def __init__(self, name: str, sources: Sequence[Tensor], output: Tensor, ask: Ask) -> None:
        self.name = name
        self.output = output
        """The numbers that the program has computed."""
        self.is_known = False
        """Whether it was asked what it sends back."""
        self._sources = sources
        self._ask = ask
        self._upstream = output
        self._sent: Sequence[Tensor | None] = ()

    @property
    def sources(self) -> Sequence[Tensor]:
        """The inputs that it was applied to."""
        return self._sources

    def now_of(self, sources: Sequence[Tensor]) -> None:
        """Other nodes of the same numbers have taken the places of its inputs."""
        self._sources = sources

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        """What is sent back for a gradient: by the program as long as it runs, afterwards as it was the last time."""
        with enable_grad():
            given = Tensor(upstream.raw, requires_grad=False)
            sent = self._ask(given, is_differentiated=False)
        if sent is not None:
            self._upstream, self._sent, self.is_known = given, sent, True
        with no_grad():
            return self._followed(upstream)

    def forward(self, inputs: Sequence[Tensor]) -> tuple[Tensor, Callable[[Tensor], Sequence[Any]]]:
        """The same numbers and what is sent back, which can be differentiated. Raises ProblemError for other inputs."""
        if len(inputs) != len(self._sources) or any(one is not other for one, other in zip(inputs, self._sources, strict=True)):
            raise ProblemError(
                Problem(Code.UNSUPPORTED, say("rule-looks-at-inputs", name=self.name), say("rule-looks-at-inputs.hint"))
            )
        return self.output, self._again

    def check_linear(self) -> None:
        """Raises ProblemError where what is sent is not seen to be linear in the gradient."""
        if not are_linear_in([self._upstream], [each for each in self._sent if each is not None]):
            raise ProblemError(not_linear(self.name))

    def _again(self, upstream: Tensor) -> Sequence[Any]:
        sent = self._ask(upstream, is_differentiated=True)
        return self._followed(upstream) if sent is None else sent

    def _followed(self, upstream: Tensor) -> Sequence[Any]:
        moved = {self._upstream: upstream}
        follow([each for each in self._sent if each is not None], moved)
        return [None if each is None else moved.get(each, each) for each in self._sent]


def rules_of(tensors: Iterable[Tensor]) -> list[ProgramRule]:
    """The rules of the program by which tensors were made."""
    found = [each.options[OPTION].rule for each in tensors if each.options and OPTION in each.options]
    return [each for each in found if isinstance(each, ProgramRule)]


def laid_out(parts: Sequence[Tensor]) -> Tensor:
    """The numbers of several tensors as those of one, one after the other."""
    return Tensor(np.concatenate([np.ravel(each.raw) for each in parts]), requires_grad=False)
