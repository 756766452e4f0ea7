"""The derivative of a program as a formula: its backward pass, with letters instead of numbers.

Each node of the graph is an expression over the inputs; from the output back, each sends its derivative times the rule of its
operation to its inputs, as `engine.backward` does with numbers. The rules are the records' own texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import e, pi
from typing import Any

from backpass.engine.autodiff import reverse
from backpass.engine.autodiff.reverse import reverse_sweep
from backpass.engine.explain.notation import output_letter
from backpass.engine.formulas.algebras import Arithmetic, evaluate
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.graph_json import named, no_influence
from backpass.engine.symbolic.algebra import Expr, ExprFactory
from backpass.engine.symbolic.functions import applied, compared
from backpass.engine.symbolic.names import symbol_names
from backpass.engine.symbolic.numbers import Number, exact
from backpass.engine.symbolic.writing import Written, write

MAX_PARTS = 100_000
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

    def __init__(self, algebra: ExprFactory, node: Expr) -> None:
        self.algebra = algebra
        self.node = node

    def _compared(self, name: str, other: "_Comparable") -> Expr:
        return compared(self.algebra, OPERATIONS[name], self.node, other.node)

    def __lt__(self, other: "_Comparable") -> Expr:
        return self._compared("less", other)

    def __le__(self, other: "_Comparable") -> Expr:
        return self._compared("less_equal", other)

    def __gt__(self, other: "_Comparable") -> Expr:
        return self._compared("greater", other)

    def __ge__(self, other: "_Comparable") -> Expr:
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
    seed = run.seed(upstream)
    tensors = ancestors(run.output)
    for tensor in tensors:
        if not isinstance(tensor.raw, float) or (tensor.operation is not None and not tensor.operation.elementwise):
            raise ProblemError(_scalars_only(tensor))
    if not isinstance(seed, float):
        raise ProblemError(Problem(Code.SCALARS_ONLY, say("upstream-of-number"), None))
    wanted = {name: named(run, name) for name in (run.inputs if wrt is None else wrt)}
    problems = [problem for problem in run.problems if problem.code is not Code.ASSUMED_INPUT or run.is_data_dependent]
    if run.is_data_dependent:
        problems.append(_decided())
    reached = set(tensors)
    if wrt is None:
        wanted = {name: tensor for name, tensor in wanted.items() if tensor in reached}
    problems += [no_influence(name, tensor) for name, tensor in wanted.items() if tensor not in reached and tensor.requires_grad]
    formulas = _Formulas(run, tensors)
    output = run.output.label or output_letter(run.program.text, (tensor.label or "" for tensor in tensors))
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
        self.algebra = ExprFactory(MAX_PARTS)
        self._tensors = tensors
        labels = {tensor: name for name, tensor in run.inputs.items()}
        self.letters = names = symbol_names([labels[tensor] for tensor in tensors if tensor in labels])
        """Per name of an input what it is called in formulas."""
        self.known: dict[Expr, str] = {}
        """What the program calls a value that is no input."""
        self._constants = {
            value: node for value, node in ((pi, self.algebra.pi), (e, self.algebra.e)) if node.name not in names.values()
        }
        self._values: dict[Tensor, Expr] = {}
        for tensor in tensors:
            self._values[tensor] = self._value(tensor, labels, names)
            if tensor.operation is not None and tensor.label:
                self.known.setdefault(self._values[tensor], tensor.label)

    def _value(self, tensor: Tensor, labels: Mapping[Tensor, str], names: Mapping[str, str]) -> Expr:
        if tensor.operation is not None:
            return applied(self.algebra, tensor.operation, [self._values[source] for source in tensor.inputs])
        if tensor in labels:
            return self.algebra.symbol(names[labels[tensor]])
        return self._number(tensor.item())

    def _number(self, value: float) -> Expr:
        return self._constants.get(value) or self.algebra.number(exact(value))

    def gradients(self, seed: Number, wanted: set[Tensor]) -> dict[Tensor, Expr]:
        """The derivative of the output for each wanted tensor that feeds it."""
        algebra = _FormulaAlgebra(self)
        cotangents = reverse_sweep(self._tensors, (self.algebra.number(seed),), algebra, wanted)
        return {tensor: algebra.sum(cotangents[tensor]) for tensor in self._tensors if tensor in wanted and tensor in cotangents}

    def slope(self, tensor: Tensor, slot: int) -> Expr:
        """The user's derivative in a slot: the text of its rule, on expressions."""
        record = tensor.operation
        assert record is not None
        rule = record.rule(slot)
        names = dict(zip(record.parameters, (self._values[source] for source in tensor.inputs), strict=True))
        return evaluate(rule.display_text or rule.text, {**names, "out": self._values[tensor]}, self._arithmetic())

    def _arithmetic(self) -> Arithmetic[Expr]:
        algebra = self.algebra

        def apply(record: Operation, nodes: Sequence[Expr]) -> Expr:
            return applied(algebra, record, nodes)

        return Arithmetic(
            number=self._number,
            apply=apply,
            compared=lambda node: _Comparable(algebra, node),
            choose=algebra.choose,
        )


class _FormulaAlgebra(reverse.LocalDerivatives[tuple[Expr, ...]]):
    """Cotangents that are formulas over the inputs, as the terms of a sum: a sum is simplified once, when all have arrived."""

    def __init__(self, formulas: _Formulas) -> None:
        self._formulas = formulas
        self.sum = cache(formulas.algebra.add)

    def scale(self, user: Tensor, slot: int, cotangent: tuple[Expr, ...]) -> tuple[Expr, ...] | None:
        algebra = self._formulas.algebra
        total = self.sum(cotangent)
        return None if total is algebra.zero else (algebra.multiply((total, self._formulas.slope(user, slot))),)

    def select(self, user: Tensor, slot: int, cotangent: tuple[Expr, ...]) -> tuple[Expr, ...] | None:
        """In formulas what is multiplied by 0 is 0 in any case."""
        return self.scale(user, slot, cotangent)

    def add(self, total: tuple[Expr, ...], term: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return (*total, *term)


def _scalars_only(tensor: Tensor) -> Problem:
    what = tensor.operation.as_a_whole if tensor.operation else say("one-of-shape", shape=tensor.shape)
    if tensor.operation and tensor.operation.elementwise:
        what = say("gives-one-of-shape", name=tensor.operation.name, shape=tensor.shape)
    return Problem(
        Code.SCALARS_ONLY,
        say("formula-of-tensors", what=what),
        say("formula-of-tensors.hint"),
        tensor.span,
    )


def _decided() -> Problem:
    return Problem(
        Code.READING,
        say("looks-at-numbers"),
        say("looks-at-numbers.hint"),
    )
