"""A graph of tensors once more, with other numbers in its leaves: written down once, computed again and again.

Training computes one graph thousands of times. Here it becomes NumPy statements into arrays that exist beforehand, forward
and then backward; every statement comes from the operations' records. All parameters lie side by side in one array and all
their gradients in another, so that an optimiser updates them in one stroke, and what it writes is what the next evaluation
reads. The graph stays as it was traced: a model that decides by the values of its tensors must be traced again instead.
Knows nothing of models, losses or optimisers.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.array_code import Operand, Writer, compiled
from engine.backward import backward
from engine.language import parse_expression
from engine.language.tree import Apply, Call, Name
from engine.operations import OPERATIONS, Operation, Rule, Transform
from engine.problems import Code, Problem, ProblemError
from engine.rows import side_by_side, stretches
from engine.shapes import Array, Shape, repeated_axes
from engine.tensor import Tensor, apply
from engine.trace import ancestors


class TensorReplay:
    """The graph of a scalar `output`, to be computed again and again.

    `inputs` are the leaves whose data will be replaced by others of the same shape; every other leaf that is no parameter is a
    constant. Several replays of the same parameters can share one `storage`. Raises ProblemError (scalars-only) where the
    output is not a single number.
    """

    def __init__(
        self,
        output: Tensor,
        parameters: Sequence[Tensor],
        inputs: Sequence[Tensor] = (),
        storage: "tuple[Array, Array] | None" = None,
    ) -> None:
        if output.shape:
            raise ProblemError(
                Problem(
                    Code.SCALARS_ONLY,
                    f"What is made small must be one number, but the output has the shape {output.shape}.",
                    "Take the sum or the mean of it.",
                )
            )
        self.parameters, self.gradients = storage or side_by_side(parameters)
        """The numbers of all parameters, one after the other, to be written to; and their derivatives after `differentiate`."""
        self._writer = Writer()
        self._values: dict[Tensor, Operand] = {}
        self._gradients: dict[Tensor, Operand] = {}
        self._parameter_gradients: dict[Tensor, Operand] = {}
        for tensor, place in zip(parameters, stretches(parameters), strict=True):
            self._values[tensor] = self._writer.hold(self.parameters[place].reshape(tensor.shape))
            self._parameter_gradients[tensor] = self._writer.hold(self.gradients[place].reshape(tensor.shape))
        for tensor in inputs:
            self._values[tensor] = self._writer.hold(np.array(tensor.data))
        self._leaves = [*parameters, *inputs]
        self._varying = set(self._leaves)
        tensors = ancestors(output)
        self._output = output
        self._forward = self._written_forward(tensors)
        self._backward = self._written_backward(tensors, set(parameters))

    def put(self, data: Mapping[Tensor, Any]) -> None:
        """Other numbers for inputs, each in the shape it was traced with."""
        for tensor, numbers in data.items():
            self._values[tensor].array[...] = numbers

    def value_of(self, tensor: Tensor) -> NDArray[np.float64]:
        """The numbers of a tensor of the graph; the array itself, so the next evaluation overwrites it."""
        return self._values[tensor].array

    def evaluate(self) -> float:
        """The output for the present parameters and inputs."""
        with np.errstate(all="ignore"):
            self._forward()
        return float(self._values[self._output].array)

    def differentiate(self) -> float:
        """The output, and in `gradients` its derivatives."""
        with np.errstate(all="ignore"):
            self._forward()
            self._backward()
            total = np.add.reduce(self.gradients)
        if total != total:  # only NaN differs from itself
            self._differentiate_anew()
        return float(self._values[self._output].array)

    def _differentiate_anew(self) -> None:
        """The long way, where 0 × ∞ may have come up: which of them is 0, because a branch was not taken, is known to
        `engine.backward` alone.
        """
        leaves = {tensor: Tensor(self._values[tensor].array, tensor.requires_grad) for tensor in self._leaves}
        gradients = backward(regrown(self._output, leaves))
        found = dict(zip(gradients.tensors, gradients.values, strict=True))
        for tensor, operand in self._parameter_gradients.items():
            gradient = found.get(leaves[tensor])
            operand.array[...] = 0.0 if gradient is None else gradient

    def _written_forward(self, tensors: Sequence[Tensor]) -> Any:
        self._writer.lines = []
        for tensor in tensors:
            if tensor in self._values:
                continue
            if not any(source in self._varying for source in tensor.inputs):
                self._values[tensor] = self._fixed(tensor)
                continue
            self._varying.add(tensor)
            assert tensor.operation is not None
            operands = [self._values[source] for source in tensor.inputs]
            if isinstance(tensor.operation.value, Transform):
                self._values[tensor] = self._transformed(tensor, tensor.operation.value, operands)
            else:
                self._values[tensor] = self._elementwise(tensor, tensor.operation, operands)
        return compiled(self._writer.lines, self._writer.namespace)

    def _fixed(self, tensor: Tensor) -> Operand:
        """What neither parameters nor inputs lead to keeps the numbers it has."""
        if isinstance(tensor.data, float):
            return self._writer.constant(tensor.data)
        return self._writer.hold(tensor.data)

    def _place(self, tensor: Tensor) -> Operand:
        """An array for a result, holding what was traced: whatever is looked at while writing has sensible numbers."""
        into = self._writer.array(tensor.shape)
        into.array[...] = tensor.data
        return into

    def _elementwise(self, tensor: Tensor, operation: Operation, operands: list[Operand]) -> Operand:
        into = self._place(tensor)
        with self._writer.working():
            result = self._writer.value(operation, operands, into)
            if result is not into:
                self._writer.copy(result, into)
        return into

    def _transformed(self, tensor: Tensor, transform: Transform, operands: list[Operand]) -> Operand:
        options = dict(tensor.options or {})
        arrays = [operand.array for operand in operands]
        view = _view(lambda: transform.evaluate(*arrays, **options), arrays)
        if view is not None:
            return self._writer.hold(view)
        into = self._place(tensor)
        if options:
            evaluate = transform.evaluate
            return self._writer.call(lambda *given: evaluate(*given, **options), operands, into)
        return self._writer.call(transform.evaluate, operands, into)

    def _written_backward(self, tensors: Sequence[Tensor], wanted: set[Tensor]) -> Any:
        self._writer.lines = []
        leads = set(wanted)
        for tensor in tensors:
            if any(source in leads for source in tensor.inputs):
                leads.add(tensor)
        # What is not sent a gradient sends none on: an operation may stand behind one that needs none.
        sent = self._contribution_counts(tensors, leads)
        seed = self._parameter_gradients.get(self._output) or self._writer.array(())
        seed.array[...] = 1.0
        self._gradients[self._output] = seed
        for user in reversed(tensors):
            if user not in self._gradients:
                continue
            for slot, source in enumerate(user.inputs):
                if source in leads and source.requires_grad:
                    with self._writer.working():
                        self._send(user, slot, alone=sent[source] == 1 and source not in wanted)
        return compiled(self._writer.lines, self._writer.namespace)

    def _contribution_counts(self, tensors: Sequence[Tensor], leads: set[Tensor]) -> dict[Tensor, int]:
        """How many contributions arrive at each tensor that leads from a parameter to the output."""
        counts = {self._output: 1}
        for user in reversed(tensors):
            if user in counts:
                for source in user.inputs:
                    if source in leads and source.requires_grad:
                        counts[source] = counts.get(source, 0) + 1
        return counts

    def _send(self, user: Tensor, slot: int, *, alone: bool) -> None:
        """One contribution. What arrives `alone` need not be copied: the source may share the user's gradient."""
        source = user.inputs[slot]
        writer = self._writer
        known = self._gradients.get(source)
        if known is not None:
            sent = self._contribution(user, slot, writer.temporary(source.shape))
            writer.call(np.add, [known, sent], known)
            return
        into = self._parameter_gradients[source] if source in self._parameter_gradients else writer.array(source.shape)
        sent = self._contribution(user, slot, into)
        if sent is not into and not alone:
            writer.copy(sent, into)
            sent = into
        self._gradients[source] = sent

    def _contribution(self, user: Tensor, slot: int, into: Operand) -> Operand:
        """What `user` sends through one slot, in the shape of its input: in `into`, or where it stands already."""
        operation = user.operation
        assert operation is not None
        if isinstance(operation.value, Transform):
            return self._through(user, slot, operation.value, into)
        shape, source_shape = user.shape, user.inputs[slot].shape
        if shape == source_shape:
            return self._scaled(user, slot, into)
        if len(shape) == 1 and not source_shape and not operation.routes:
            slope = self._slope(user, slot)
            if slope.shape == shape:
                # A number for a whole column: multiplying and adding up is one product.
                return self._writer.call(np.dot, [self._gradients[user], slope], into)
        scaled = self._scaled(user, slot, self._writer.temporary(shape))
        return self._summed(scaled, source_shape, into)

    def _slope(self, user: Tensor, slot: int) -> Operand:
        """The local derivative, or what stands for all of its elements."""
        assert user.operation is not None
        return self._writer.formula(user.operation.rule(slot).text, self._names(user), None)

    def _names(self, user: Tensor) -> dict[str, Operand]:
        """What the names in a rule stand for."""
        assert user.operation is not None
        values = (self._values[source] for source in user.inputs)
        return dict(zip(user.operation.parameters, values, strict=True)) | {"out": self._values[user]}

    def _scaled(self, user: Tensor, slot: int, into: Operand) -> Operand:
        """upstream × local, as `engine.backward` has it: what is routed elsewhere gets 0 whatever arrives."""
        operation, upstream = user.operation, self._gradients[user]
        assert operation is not None
        writer = self._writer
        gate = writer.gate(operation.rule(slot).text, self._names(user)) if operation.routes else None
        if gate is not None and gate.shape == into.shape:
            writer.copy(upstream, into)
            blocked = writer.call(np.logical_not, [gate], writer.temporary(into.shape, bool))
            writer.lines.append(f"putmask({into.name}, {blocked.name}, {writer.constant(0.0).name})")
            return into
        slope = self._slope(user, slot)
        if slope.constant == 1.0:
            return upstream
        if slope.constant == -1.0:
            return writer.call(np.negative, [upstream], into)
        writer.call(np.multiply, [upstream, slope], into)
        if operation.routes:
            blocked = writer.call(np.equal, [slope, writer.constant(0.0)], writer.temporary(slope.shape, bool))
            writer.lines.append(f"copyto({into.name}, 0.0, where={blocked.name})")
        return into

    def _summed(self, scaled: Operand, shape: Shape, into: Operand) -> Operand:
        """Undoes a broadcast, as `engine.shapes.sum_to` does."""
        writer = self._writer
        given = scaled.shape
        axes = repeated_axes(given, shape)
        if axes == (0,) and len(given) == len(shape) + 1 and len(given) <= 2 and scaled.array.flags.c_contiguous:
            # A product with ones adds up the rows, in a quarter of the time that a sum takes.
            return writer.call(np.dot, [writer.hold(np.ones(given[0])), scaled], into)
        kept = tuple(1 if axis in axes else length for axis, length in enumerate(given))
        total = writer.function(into.array.reshape(kept))
        add = writer.function(np.add.reduce)
        writer.lines.append(f"{add}({scaled.name}, axis={axes}, keepdims=True, out={total})")
        return into

    def _through(self, user: Tensor, slot: int, transform: Transform, into: Operand) -> Operand:
        """The upstream gradient through the transpose of an operation on whole arrays."""
        assert user.operation is not None
        upstream = self._gradients[user]
        values = [self._values[source] for source in user.inputs]
        factors = _factors(user.operation.rule(slot))
        names = dict(zip((*user.operation.parameters, "G"), (*values, upstream), strict=False))
        if factors and not user.options and all(len(names[name].shape) == 2 for name, _ in factors):
            matrices = [names[name].array.T if transposed else names[name].array for name, transposed in factors]
            return self._writer.call(np.dot, [self._writer.hold(matrix) for matrix in matrices], into)
        adjoint = transform.adjoints[0 if len(transform.adjoints) == 1 else slot]
        arrays, out = [operand.array for operand in values], self._values[user].array
        options = {**(user.options or {}), "slot": slot}

        def sent(upstream: Any) -> Any:
            return adjoint(upstream, arrays, out, options)

        view = _view(lambda: sent(upstream.array), [upstream.array])
        if view is not None and view.shape == into.shape:
            return self._writer.hold(view)
        return self._writer.call(sent, [upstream], into)


def regrown(output: Tensor, leaves: Mapping[Tensor, Tensor]) -> Tensor:
    """The same graph with other leaves in the place of some; computed anew."""
    grown = dict(leaves)
    for tensor in ancestors(output):
        if tensor not in grown:
            sources = [grown[source] for source in tensor.inputs]
            grown[tensor] = apply(tensor.operation, *sources, **(tensor.options or {})) if tensor.operation else tensor
    return grown[output]


@cache
def _factors(rule: Rule) -> tuple[tuple[str, bool], ...]:
    """The two factors of a rule such as `transpose(a) @ G`, each with whether it is transposed; empty for any other rule.

    For matrices such a text can be followed to the letter; vectors and stacks of matrices take the record's function.
    """
    *operands, last = parse_expression(rule.text)
    if not (isinstance(last, Apply) and last.symbol == "@"):
        return ()
    factors: list[tuple[str, bool]] = []
    for part in operands:
        if isinstance(part, Name):
            factors.append((part.name, False))
        elif isinstance(part, Call) and OPERATIONS.spellings.get(part.name) is OPERATIONS["transpose"]:
            factors[-1] = (factors[-1][0], not factors[-1][1])
        else:
            return ()
    return tuple(factors)


def _view(made: Callable[[], Any], sources: Sequence[Array]) -> Array | None:
    """What a function makes, where that is only another view of one of its sources: then it follows them by itself."""
    with np.errstate(all="ignore"):
        result = np.asarray(made())
    return result if any(np.may_share_memory(result, source) for source in sources) else None
