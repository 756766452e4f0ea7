"""Writes the backward pass of a graph of tensors as NumPy statements: every contribution, from the output back.

What arrives at a tensor alone is not copied, sums over broadcast axes are products with ones, products of matrices follow
the text of their rules; everything else calls the records' own functions. Knows nothing of parameters that move or of training.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse import Algebra, reverse_sweep
from backpass.engine.compile.backends.numpy_statements import Buffer, StatementWriter, compiled, view
from backpass.engine.graph.tensor import Tensor
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Apply, Call, Name
from backpass.engine.operations import OPERATIONS, Rule, Transform
from backpass.engine.shapes import Shape, repeated_axes


def backward_code(
    writer: StatementWriter,
    values: Mapping[Tensor, Buffer],
    parameter_gradients: Mapping[Tensor, Buffer],
    tensors: Sequence[Tensor],
) -> Callable[[], None]:
    """A function that differentiates the last of `tensors`: from the numbers in `values` into `parameter_gradients`."""
    writer.lines = []
    output = tensors[-1]
    seed = parameter_gradients.get(output) or writer.array(())
    seed.array[...] = 1.0
    counts = reverse_sweep(tensors, 1, _Counts(), parameter_gradients)
    reverse_sweep(tensors, seed, _Statements(writer, values, parameter_gradients, counts), parameter_gradients)
    return compiled(writer.lines, writer.namespace)


class _Counts(Algebra[int]):
    """How many terms arrive at each tensor. Every term counts as one, whatever the cotangent."""

    def vjp(self, user: Tensor, slot: int, cotangent: int) -> int | None:  # noqa: ARG002
        return 1 if user.inputs[slot].requires_grad else None

    def add(self, total: int, term: int) -> int:
        return total + term


class _Statements(Algebra[Buffer]):
    """Cotangents as arrays in memory: every term is written as NumPy statements, into the place where it is wanted."""

    def __init__(
        self,
        writer: StatementWriter,
        values: Mapping[Tensor, Buffer],
        parameter_gradients: Mapping[Tensor, Buffer],
        counts: Mapping[Tensor, int],
    ) -> None:
        self._writer = writer
        self._values = values
        self._parameter_gradients = parameter_gradients
        self._counts = counts
        self._reached: set[Tensor] = set()

    def vjp(self, user: Tensor, slot: int, cotangent: Buffer) -> Buffer | None:
        """The term in an array of its own, or where it is already: what arrives alone may share the user's cotangent."""
        source = user.inputs[slot]
        if not source.requires_grad:
            return None
        writer = self._writer
        with writer.working():
            if source in self._reached:
                return self._term(user, slot, cotangent, writer.temporary(source.shape))
            self._reached.add(source)
            parameter = self._parameter_gradients.get(source)
            into = writer.array(source.shape) if parameter is None else parameter
            sent = self._term(user, slot, cotangent, into)
            if sent is not into and (parameter is not None or self._counts[source] > 1):
                writer.copy(sent, into)
                return into
            return sent

    def add(self, total: Buffer, term: Buffer) -> Buffer:
        """In place. `term` may be a temporary array that is free again: nothing has been written since."""
        return self._writer.call(np.add, [total, term], total)

    def _term(self, user: Tensor, slot: int, cotangent: Buffer, into: Buffer) -> Buffer:
        """What `user` sends through one slot, in the shape of its input: in `into`, or where it is already."""
        operation = user.operation
        assert operation is not None
        if isinstance(operation.value, Transform):
            return self._through(user, slot, cotangent, into)
        shape, source_shape = user.shape, user.inputs[slot].shape
        if shape == source_shape:
            return self._scaled(user, slot, cotangent, into)
        if len(shape) == 1 and not source_shape and not operation.routes:
            slope = self._slope(user, slot)
            if slope.shape == shape:
                # A number for a whole column: multiplying and adding up is one product.
                return self._writer.call(np.dot, [cotangent, slope], into)
        scaled = self._scaled(user, slot, cotangent, self._writer.temporary(shape))
        return self._summed(scaled, source_shape, into)

    def _slope(self, user: Tensor, slot: int) -> Buffer:
        """The local derivative, or one number that all of its elements equal."""
        assert user.operation is not None
        return self._writer.formula(user.operation.rule(slot).text, self._names(user), None)

    def _names(self, user: Tensor) -> dict[str, Buffer]:
        """What the names in a rule stand for."""
        assert user.operation is not None
        values = (self._values[source] for source in user.inputs)
        return dict(zip(user.operation.parameters, values, strict=True)) | {"out": self._values[user]}

    def _scaled(self, user: Tensor, slot: int, upstream: Buffer, into: Buffer) -> Buffer:
        """upstream × local, as `engine.backward` has it: what is routed elsewhere gets 0 whatever arrives."""
        operation = user.operation
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

    def _summed(self, scaled: Buffer, shape: Shape, into: Buffer) -> Buffer:
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

    def _through(self, user: Tensor, slot: int, upstream: Buffer, into: Buffer) -> Buffer:
        """The upstream gradient through the transpose of an operation on whole arrays."""
        assert user.operation is not None
        transform = user.operation.value
        assert isinstance(transform, Transform)
        values = [self._values[source] for source in user.inputs]
        factors = _factors(user.operation.rule(slot))
        names = dict(zip((*user.operation.parameters, "G"), (*values, upstream), strict=False))
        if factors and not user.options and all(len(names[name].shape) == 2 for name, _ in factors):
            matrices = [names[name].array.T if transposed else names[name].array for name, transposed in factors]
            return self._writer.call(np.dot, [self._writer.hold(matrix) for matrix in matrices], into)
        arrays, out, options = [operand.array for operand in values], self._values[user].array, user.options

        def sent(upstream: Any) -> Any:
            return transform.vjp(slot, upstream, arrays, out, options)

        seen = view(lambda: sent(upstream.array), [upstream.array])
        if seen is not None and seen.shape == into.shape:
            return self._writer.hold(seen)
        return self._writer.call(sent, [upstream], into)


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
