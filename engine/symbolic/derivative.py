"""The derivative of a program as a formula: its backward pass, with letters instead of numbers.

Each node of the graph is an expression over the inputs; from the output back, each sends its derivative times the rule of its
operation to its inputs, as `engine.backward` does with numbers. The rules are the records' own texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import e, pi
from typing import Any

from engine.arithmetics import Arithmetic, evaluate
from engine.graph import named, no_influence
from engine.operations import OPERATIONS, Operation
from engine.problems import Code, Problem, ProblemError
from engine.running.interpreter import Run
from engine.shapes import finite_data
from engine.symbolic.algebra import Algebra, Node
from engine.symbolic.functions import applied, compared
from engine.symbolic.names import symbol_names
from engine.symbolic.numbers import exact
from engine.symbolic.writing import Written, write
from engine.tensor import Tensor
from engine.trace import ancestors

MOST_PARTS = 100_000
"""How many parts of expressions are looked at for one derivative, all inputs together; about a second's work."""


@dataclass(frozen=True, slots=True)
class Derivatives:
    """The formulas of one program."""

    by_name: Mapping[str, Written | None]
    """None for a constant, which has no gradient."""
    problems: Sequence[Problem]


class _Comparable:
    """What the comparisons in a rule look at; answers with an expression instead of a truth."""

    __slots__ = ("algebra", "node")

    def __init__(self, algebra: Algebra, node: Node) -> None:
        self.algebra = algebra
        self.node = node

    def _compared(self, name: str, other: "_Comparable") -> Node:
        return compared(self.algebra, OPERATIONS[name], self.node, other.node)

    def __lt__(self, other: "_Comparable") -> Node:
        return self._compared("less", other)

    def __le__(self, other: "_Comparable") -> Node:
        return self._compared("less_equal", other)

    def __gt__(self, other: "_Comparable") -> Node:
        return self._compared("greater", other)

    def __ge__(self, other: "_Comparable") -> Node:
        return self._compared("greater_equal", other)

    def __eq__(self, other: object) -> Any:
        assert isinstance(other, _Comparable)
        return self._compared("equal", other)

    def __ne__(self, other: object) -> Any:
        assert isinstance(other, _Comparable)
        return self._compared("not_equal", other)

    __hash__ = object.__hash__


def derivatives(run: Run, wrt: Sequence[str] | None = None, upstream: Any = 1.0) -> Derivatives:
    """d output / d input as a formula, for each input or each of the names in `wrt`, times `upstream`.

    Raises ProblemError: scalars-only where the graph holds tensors, unknown-input, invalid-input, and expression-too-large
    where the formulas would be too long to work out or to read.
    """
    seed = finite_data(upstream, "The upstream gradient")
    tensors = ancestors(run.output)
    for tensor in tensors:
        if not isinstance(tensor.data, float) or (tensor.operation is not None and not tensor.operation.elementwise):
            raise ProblemError(_scalars_only(tensor))
    if not isinstance(seed, float):
        raise ProblemError(Problem(Code.SCALARS_ONLY, "The upstream gradient of a single number is a single number.", None))
    wanted = {name: named(run, name) for name in (run.inputs if wrt is None else wrt)}
    problems = [problem for problem in run.problems if problem.code is not Code.ASSUMED_INPUT or run.decided]
    if run.decided:
        problems.append(_decided())
    reached = set(tensors)
    if wrt is None:
        wanted = {name: tensor for name, tensor in wanted.items() if tensor in reached}
    problems += [no_influence(name, tensor) for name, tensor in wanted.items() if tensor not in reached and tensor.requires_grad]
    formulas = _Formulas(run, tensors)
    output = run.output.label or "f"
    gradients = formulas.gradients(exact(seed), set(wanted.values()))
    by_name = {
        name: write(
            formulas.algebra,
            gradients.get(tensor, formulas.algebra.zero),
            formulas.letters.get(name, name),
            output,
            formulas.known,
        )
        if tensor.requires_grad
        else None
        for name, tensor in wanted.items()
    }
    return Derivatives(by_name, problems)


class _Formulas:
    """Every node of a graph as an expression over the inputs."""

    def __init__(self, run: Run, tensors: Sequence[Tensor]) -> None:
        self.algebra = Algebra(MOST_PARTS)
        self._tensors = tensors
        labels = {tensor: name for name, tensor in run.inputs.items()}
        self.letters = names = symbol_names([labels[tensor] for tensor in tensors if tensor in labels])
        """Per name of an input what it is called in formulas."""
        self.known: dict[Node, str] = {}
        """What the program calls a value that is no input."""
        self._constants = {
            value: node for value, node in ((pi, self.algebra.pi), (e, self.algebra.e)) if node.name not in names.values()
        }
        self._values: dict[Tensor, Node] = {}
        for tensor in tensors:
            self._values[tensor] = self._value(tensor, labels, names)
            if tensor.operation is not None and tensor.label:
                self.known.setdefault(self._values[tensor], tensor.label)

    def _value(self, tensor: Tensor, labels: Mapping[Tensor, str], names: Mapping[str, str]) -> Node:
        if tensor.operation is not None:
            return applied(self.algebra, tensor.operation, [self._values[source] for source in tensor.inputs])
        if tensor in labels:
            return self.algebra.symbol(names[labels[tensor]])
        return self._number(tensor.item())

    def _number(self, value: float) -> Node:
        return self._constants.get(value) or self.algebra.number(exact(value))

    def gradients(self, seed: Any, wanted: set[Tensor]) -> dict[Tensor, Node]:
        """The derivative of the output for each wanted tensor that feeds it."""
        needed = self._above(wanted)
        arrived: dict[Tensor, list[Node]] = {self._tensors[-1]: [self.algebra.number(seed)]}
        found = {}
        for tensor in reversed(self._tensors):
            if tensor not in needed or tensor not in arrived:
                continue
            total = self.algebra.add(arrived.pop(tensor))
            if tensor in wanted:
                found[tensor] = total
            for slot, source in enumerate(tensor.inputs):
                if source in needed and total is not self.algebra.zero:
                    sent = self.algebra.multiply((total, self._slope(tensor, slot)))
                    arrived.setdefault(source, []).append(sent)
        return found

    def _above(self, wanted: set[Tensor]) -> set[Tensor]:
        """The wanted tensors and all that is made from them."""
        above: set[Tensor] = set()
        for tensor in self._tensors:
            if tensor in wanted or any(source in above for source in tensor.inputs):
                above.add(tensor)
        return above

    def _slope(self, tensor: Tensor, slot: int) -> Node:
        """The user's derivative in a slot: the text of its rule, on expressions."""
        record = tensor.operation
        assert record is not None
        rule = record.rule(slot)
        names = dict(zip(record.parameters, (self._values[source] for source in tensor.inputs), strict=True))
        return evaluate(rule.usual or rule.text, {**names, "out": self._values[tensor]}, self._arithmetic())

    def _arithmetic(self) -> Arithmetic[Node]:
        algebra = self.algebra

        def apply(record: Operation, nodes: Sequence[Node]) -> Node:
            return applied(algebra, record, nodes)

        return Arithmetic(
            number=self._number,
            apply=apply,
            compared=lambda node: _Comparable(algebra, node),
            choose=algebra.choose,
        )


def _scalars_only(tensor: Tensor) -> Problem:
    what = f"`{tensor.operation.name}` works on whole arrays" if tensor.operation else f"here is one of shape {tensor.shape}"
    if tensor.operation and tensor.operation.elementwise:
        what = f"`{tensor.operation.name}` gives one of shape {tensor.shape} here"
    return Problem(
        Code.SCALARS_ONLY,
        f"A derivative is written as a formula for single numbers, not for tensors: {what}.",
        "Write the elements as names of their own, or ask for the numbers: gradients and Jacobians take tensors.",
        tensor.span,
    )


def _decided() -> Problem:
    return Problem(
        Code.READING,
        "The program looks at numbers on its way, so its formula may be another one for other inputs.",
        "This one holds for the way taken with the inputs as they are.",
    )
