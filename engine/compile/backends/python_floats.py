"""A recorded graph as one Python function of floats: what tensors would compute, number for number, without tensors.

The source is put together from the records' formulas and from numbers; neither names nor text of a program stand in it. Where
anything is not finite or sits on a kink the function gives up, since that must be reported, which the long way does.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from backpass.engine.autodiff.diagnose import CONDITIONAL, varies
from backpass.engine.autodiff.reverse import LocalDerivatives, reverse_sweep
from backpass.engine.formulas.compiled import FLOAT_ERRORS, scalar_condition, scalar_source, with_names
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.operations import Operation

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
        self.pairs: dict[tuple[int, int], tuple[str, str]] = {}
        """By user and slot, the variables with the local derivative and the contribution."""
        self.totals: list[str] = []
        """The variables with the running totals, in the order of their arrival."""
        self.gradients = self._differentiate()
        """Per node, the variable with its gradient; None where it has none."""

    def _compute(self, operation: Operation, position: int) -> None:
        source = scalar_source(operation)
        self._names |= source.names
        names = self._variables(operation, position)
        self._lines.append(f"v{position} = {with_names(source.value, names)}")
        if operation is CONDITIONAL and varies(self._trace.tensors[self._trace.inputs[position][0]]):
            self._lines.append(f"if v{self._trace.inputs[position][0]} == 0: return None")
        if operation.kink is not None:
            self._lines.append(f"if {with_names(scalar_condition(operation.kink, operation), names)}: return None")

    def _variables(self, operation: Operation, position: int) -> dict[str, str]:
        inputs = (f"v{source}" for source in self._trace.inputs[position])
        return dict(zip(operation.parameters, inputs, strict=True)) | {"out": f"v{position}"}

    def _differentiate(self) -> list[str | None]:
        tensors = self._trace.tensors
        variables = reverse_sweep(tensors, "upstream", _Statements(self)) if tensors[-1].requires_grad else {}
        return [variables.get(tensor) for tensor in tensors]

    def position(self, tensor: Tensor) -> int:
        return self._trace.positions[tensor]

    def write_term(self, position: int, slot: int, upstream: str) -> str:
        """Writes one contribution; gives the variable that has it."""
        operation = self._trace.tensors[position].operation
        assert operation is not None
        local, sent = f"l{position}_{slot}", f"s{position}_{slot}"
        self._lines.append(f"{local} = {with_names(scalar_source(operation).slopes[slot], self._variables(operation, position))}")
        self._lines.append(f"{sent} = {upstream} * {local}")
        self.pairs[position, slot] = (local, sent)
        self.totals.append(sent)
        return sent

    def write_sum(self, before: str, sent: str) -> str:
        """Writes the sum of what arrived before and the contribution that has just arrived."""
        total = f"t{len(self.totals)}"
        self._lines.append(f"{total} = {before} + {sent}")
        self.totals[-1] = total
        return total

    def compiled(self, results: Sequence[str]) -> Numbers:
        """The function that gives the numbers of these variables."""
        body = "\n".join(f"        {line}" for line in [*self._lines, f"return [{', '.join(results)}]"])
        source = f"def numbers(given, upstream):\n    try:\n{body}\n    except _errors:\n        return None\n"
        namespace = dict(self._names)
        exec(source, namespace)  # noqa: S102 (formulas of our own tables, see engine.formulas.compiled)
        made: Numbers = namespace["numbers"]
        return made


class _Statements(LocalDerivatives[str]):
    """Cotangents as variables of the source. Nothing here is infinite or NaN, so what was not picked needs no rule of its own."""

    def __init__(self, code: FloatCode) -> None:
        self._code = code

    def scale(self, user: Tensor, slot: int, cotangent: str) -> str:
        return self._code.write_term(self._code.position(user), slot, cotangent)

    select = scale

    def add(self, total: str, term: str) -> str:
        return self._code.write_sum(total, term)
