"""A recorded graph as one Python function of floats: what tensors would compute, number for number, without tensors.

The source is put together from the records' formulas and from numbers; neither names nor text of a program stand in it. Where
anything is not finite or sits on a kink the function gives up, since something must be said of it, which the long way does.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from engine.operations import Operation
from engine.rules import FLOAT_ERRORS, scalar_condition, scalar_source, with_names
from engine.trace import Trace

Numbers = Callable[[Sequence[float], float], list[float] | None]
"""From the numbers of the given leaves and the upstream gradient to the numbers of an answer, or None."""


class FloatCode:
    """The forward and backward pass of a graph of scalars, written out. `given` are the positions of leaves that are given."""

    def __init__(self, trace: Trace, given: Sequence[int]) -> None:
        self._trace = trace
        self._lines = [f"({', '.join(f'v{position}' for position in given)}{',' if given else ''}) = given"]
        self._names: dict[str, Any] = {"_errors": FLOAT_ERRORS, "_inf": inf}
        for position, tensor in enumerate(trace.tensors):
            if tensor.operation is not None:
                self._compute(tensor.operation, position)
            elif position not in given:
                self._lines.append(f"v{position} = {tensor.item()!r}")
        every = ", ".join(f"v{position}" for position in range(len(trace.tensors)))
        # Not finite is the sum as soon as one number is; a sum that overflows by itself goes the long way as well.
        self._lines.append(f"if not -_inf < sum(({every},)) < _inf: return None")
        self.gradients: list[str | None] = [None] * len(trace.tensors)
        """Per node, the variable with its gradient."""
        self.pairs: dict[tuple[int, int], tuple[str, str]] = {}
        """By user and slot, the variables with the local derivative and the contribution."""
        self.totals: list[str] = []
        """The variables with the running totals, in the order of their arrival."""
        self._flow()

    def _compute(self, operation: Operation, position: int) -> None:
        source = scalar_source(operation)
        self._names |= source.names
        names = self._variables(operation, position)
        self._lines.append(f"v{position} = {with_names(source.value, names)}")
        if operation.kink is not None:
            self._lines.append(f"if {with_names(scalar_condition(operation.kink, operation), names)}: return None")

    def _variables(self, operation: Operation, position: int) -> dict[str, str]:
        inputs = (f"v{source}" for source in self._trace.inputs[position])
        return dict(zip(operation.parameters, inputs, strict=True)) | {"out": f"v{position}"}

    def _flow(self) -> None:
        tensors, gradients = self._trace.tensors, self.gradients
        if tensors[-1].requires_grad:
            gradients[-1] = "upstream"
        for position in range(len(tensors) - 1, -1, -1):
            operation, upstream = tensors[position].operation, gradients[position]
            if operation is None or upstream is None:
                continue
            names = self._variables(operation, position)
            for slot, source in enumerate(self._trace.inputs[position]):
                if tensors[source].requires_grad:
                    local, sent = f"l{position}_{slot}", f"s{position}_{slot}"
                    self._lines.append(f"{local} = {with_names(scalar_source(operation).slopes[slot], names)}")
                    self._lines.append(f"{sent} = {upstream} * {local}")
                    self.pairs[position, slot] = (local, sent)
                    self._arrive(source, sent)

    def _arrive(self, source: int, sent: str) -> None:
        before = self.gradients[source]
        total = sent
        if before is not None:
            total = f"t{len(self.totals)}"
            self._lines.append(f"{total} = {before} + {sent}")
        self.gradients[source] = total
        self.totals.append(total)

    def compiled(self, results: Sequence[str]) -> Numbers:
        """The function that gives the numbers of these variables."""
        body = "\n".join(f"        {line}" for line in [*self._lines, f"return [{', '.join(results)}]"])
        source = f"def numbers(given, upstream):\n    try:\n{body}\n    except _errors:\n        return None\n"
        namespace = dict(self._names)
        exec(source, namespace)  # noqa: S102 (formulas of our own tables, see engine.rules)
        made: Numbers = namespace["numbers"]
        return made
