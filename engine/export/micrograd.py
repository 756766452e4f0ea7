"""Programs for micrograd. It has `+ - * / **` and relu; every other operation is defined in the program with its
slope, as the course
does for tanh.
"""

from backpass.engine.export.code_writer import GRADIENT, CodeWriter, numbers
from backpass.engine.export.formula import Source, literal, operand
from backpass.engine.export.own_rules import Layout, OwnRules, micrograd_value
from backpass.engine.export.target_libraries import MICROGRAD, PYTHON, Lacking, function_name
from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import OPERATIONS, Family, Operation
from backpass.engine.operations.arithmetic import PRODUCT
from backpass.engine.serialization.computation import Computation

_DEEPEST = 400
"""micrograd walks the graph recursively; a graph of more nodes may go deeper than Python allows."""


def micrograd(computation: Computation) -> str:
    """Scalars only. Raises ProblemError (not-exportable)."""
    writer = _Micrograd(computation)
    output = computation.output
    name = writer.by_tensor[output]
    lines = []
    if len(computation.tensors) > _DEEPEST:
        lines += [f"sys.setrecursionlimit({10 * len(computation.tensors)})  # micrograd walks the graph recursively", ""]
    for tensor in computation.tensors:
        if tensor not in writer.inlined:
            made = writer.formula(tensor) if tensor.operation else _value(tensor)
            lines.append(f"{writer.by_tensor[tensor]} = {made}")
    if output.requires_grad:
        lines += ["", _backward(computation, name)]
    lines += ["", writer.printed(output, f"{name}.data")]
    lines += [writer.printed(each, f"{writer.by_tensor[each]}.grad", GRADIENT) for each in computation.wanted]
    return writer.program(
        f"{name} and its gradients in micrograd.", lines, [*writer.floats.values(), *writer.definitions.values()]
    )


def _value(tensor: Tensor) -> str:
    return f"Value({numbers(tensor.raw)})"


def _backward(computation: Computation, name: str) -> str:
    seed = computation.gradients.values[-1]
    assert isinstance(seed, float)
    return (
        f"{name}.backward()" if seed == 1 else f"({name} * {operand(literal(seed), PRODUCT)}).backward()  # starts with {seed!r}"
    )


class _Micrograd(CodeWriter):
    """Remembers which operations the program must define, and the functions of floats that their formulas need."""

    def __init__(self, computation: Computation) -> None:
        self.floats = Lacking(PYTHON, "plain_")
        super().__init__(computation, MICROGRAD, micrograd_value, (f"plain_{name}" for name in OPERATIONS))
        self.definitions: dict[str, str] = {}

    def _own_rules(self, layout: Layout) -> OwnRules:
        return OwnRules(PYTHON, layout, numbers, self.floats, self.reserved, set(self.taken))

    def formula(self, tensor: Tensor) -> str:
        record = tensor.operation
        assert record is not None
        if record.own:
            return super().formula(tensor)
        if not record.elementwise:
            raise self.lacks(tensor)
        arguments = [self.source(source) for source in tensor.inputs]
        own = self.target.written(record, arguments) if self._has(record, arguments) else None
        if own is not None:
            return own.text
        if record.name not in self.definitions:
            self.definitions[record.name] = self._definition(record)
        given = (f"Value({each.text})" if each.number is not None else each.text for each in arguments)
        return f"{function_name(record)}({', '.join(given)})"

    def _has(self, record: Operation, arguments: list[Source]) -> bool:
        """Its power takes a plain number for an exponent, and not 0 where the base may be 0 as well."""
        if record.family is not Family.ARITHMETIC:
            return record.name in self.target.calls
        return record.notation.infix != "**" or bool(arguments[1].number)

    def _definition(self, record: Operation) -> str:
        names = {name: Source(f"{name}.data") for name in record.parameters}
        value = self._value_of(record, names).text
        slopes = [self.floats.formula(rule.text, {**names, "out": Source("out.data")}) for rule in record.rules]
        added = [
            f"        {name}.grad += {operand(slope, PRODUCT)} * out.grad"
            for name, slope in zip(record.parameters, slopes, strict=True)
        ]
        parameters = ", ".join(record.parameters)
        inputs = f"({parameters},)" if record.arity == 1 else f"({parameters})"
        return "\n".join(
            [
                f"def {function_name(record)}({parameters}):",
                f'    """{record.summary}"""',
                f"    out = Value({value}, {inputs}, {record.name!r})",
                "",
                "    def _backward():",
                *added,
                "",
                "    out._backward = _backward",
                "    return out",
            ]
        )

    def _value_of(self, record: Operation, names: dict[str, Source]) -> Source:
        if isinstance(record.value, str):
            return self.floats.formula(record.value, names)
        return self.floats.call(OPERATIONS[record.name], [names[name] for name in record.parameters])
