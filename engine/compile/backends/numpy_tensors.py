"""A graph of tensors once more, with other numbers in its leaves: written down once, computed again and again.

Training computes one graph thousands of times. Here it becomes NumPy statements into arrays that exist beforehand, forward
and then backward; every statement comes from the operations' records. All parameters lie side by side in one array and all
their gradients in another, so that an optimiser updates them in one stroke, and what it writes is what the next evaluation
reads. The graph stays as it was traced: a model that decides by the values of its tensors must be traced again instead.
Knows nothing of models, losses or optimisers.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.compile.backends.numpy_backward import backward_code
from backpass.engine.compile.backends.numpy_statements import Buffer, StatementWriter, compiled, view
from backpass.engine.graph.flat_parameters import flatten, parameter_slices
from backpass.engine.graph.tensor import Tensor, apply
from backpass.engine.graph.trace import ancestors
from backpass.engine.messages import say
from backpass.engine.operations import Operation, Transform
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array


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
                    say("loss-is-one-number", shape=output.shape),
                    say("loss-is-one-number.hint"),
                )
            )
        self.parameters, self.gradients = storage or flatten(parameters)
        """The numbers of all parameters, one after the other, to be written to; and their derivatives after `differentiate`."""
        self._writer = StatementWriter()
        self._values: dict[Tensor, Buffer] = {}
        self._parameter_gradients: dict[Tensor, Buffer] = {}
        for tensor, place in zip(parameters, parameter_slices(parameters), strict=True):
            self._values[tensor] = self._writer.hold(self.parameters[place].reshape(tensor.shape))
            self._parameter_gradients[tensor] = self._writer.hold(self.gradients[place].reshape(tensor.shape))
        for tensor in inputs:
            self._values[tensor] = self._writer.hold(np.array(tensor.raw))
        self._leaves = [*parameters, *inputs]
        self._varying = set(self._leaves)
        tensors = ancestors(output)
        self._output = output
        self._forward = self._written_forward(tensors)
        self._backward = backward_code(self._writer, self._values, self._parameter_gradients, tensors)

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
            self._differentiate_slow_path()
        return float(self._values[self._output].array)

    def _differentiate_slow_path(self) -> None:
        """The long way, where 0 × ∞ may have come up: which of them is 0, because a branch was not taken, is known to
        `engine.backward` alone.
        """
        leaves = {tensor: Tensor(self._values[tensor].array, tensor.requires_grad) for tensor in self._leaves}
        gradients = backward(retrace(self._output, leaves))
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

    def _fixed(self, tensor: Tensor) -> Buffer:
        """What neither parameters nor inputs lead to keeps the numbers it has."""
        if isinstance(tensor.raw, float):
            return self._writer.constant(tensor.raw)
        return self._writer.hold(tensor.raw)

    def _place(self, tensor: Tensor) -> Buffer:
        """An array for a result, holding what was traced: whatever is looked at while writing has sensible numbers."""
        into = self._writer.array(tensor.shape)
        into.array[...] = tensor.raw
        return into

    def _elementwise(self, tensor: Tensor, operation: Operation, operands: list[Buffer]) -> Buffer:
        into = self._place(tensor)
        with self._writer.working():
            result = self._writer.value(operation, operands, into)
            if result is not into:
                self._writer.copy(result, into)
        return into

    def _transformed(self, tensor: Tensor, transform: Transform, operands: list[Buffer]) -> Buffer:
        options = dict(tensor.options or {})
        arrays = [operand.array for operand in operands]
        seen = view(lambda: transform.evaluate(*arrays, **options), arrays)
        if seen is not None:
            return self._writer.hold(seen)
        into = self._place(tensor)
        if options:
            evaluate = transform.evaluate
            return self._writer.call(lambda *given: evaluate(*given, **options), operands, into)
        return self._writer.call(transform.evaluate, operands, into)


def retrace(output: Tensor, leaves: Mapping[Tensor, Tensor]) -> Tensor:
    """The same graph with other leaves in the place of some; computed again."""
    grown = dict(leaves)
    for tensor in ancestors(output):
        if tensor not in grown:
            sources = [grown[source] for source in tensor.inputs]
            grown[tensor] = apply(tensor.operation, *sources, **(tensor.options or {})) if tensor.operation else tensor
    return grown[output]
