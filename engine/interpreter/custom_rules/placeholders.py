"""Tensors that stand for others while a rule of the program's own is recorded, and must not be used for themselves afterwards:
the one for the upstream gradient has no number that means anything.
"""

from collections.abc import Iterable

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import custom_rule_errors
from backpass.engine.problems import ProblemError, Span


class Placeholders:
    """The tensors of one run that stand for others."""

    def __init__(self) -> None:
        self._names: dict[Tensor, str] = {}
        self._first = 0.0
        self._upstream: set[Tensor] = set()
        self._known: dict[Tensor, Tensor | None] = {}

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, tensor: Tensor, name: str, *, upstream: bool = False) -> None:
        """A tensor is the placeholder of an input of the function called `name`, or of the gradient that arrives at it."""
        if not self._names:
            self._first = tensor.number
        self._names[tensor] = name
        if upstream:
            self._upstream.add(tensor)

    def forget(self, tensors: Iterable[Tensor]) -> None:
        """Constants, which are what they stand for."""
        for tensor in tensors:
            self._names.pop(tensor, None)
        self._known.clear()

    def check(self, tensor: Tensor, span: Span | None, *, looked_at: bool = False) -> None:
        """Raises ProblemError for what was computed from a placeholder; `looked_at` means that only its number is
        used, which of inputs is the true one.
        """
        if (found := self._within(tensor)) is not None and (found in self._upstream or not looked_at):
            raise ProblemError(custom_rule_errors.taken_out(self._names[found], span))

    def _within(self, tensor: Tensor) -> Tensor | None:
        """What of these a tensor was computed of, one for the upstream gradient before others."""
        known, waiting = self._known, [tensor]
        while waiting:
            each = waiting[-1]
            if each in known:
                waiting.pop()
            elif each in self._names or each.number < self._first:
                known[each] = each if each in self._names else None
            elif missing := [source for source in each.inputs if source not in known]:
                waiting += missing
            else:
                found = [below for source in each.inputs if (below := known[source]) is not None]
                known[each] = next((below for below in found if below in self._upstream), found[0] if found else None)
        return known[tensor]
