"""Writes the backward pass of a graph of tensors as NumPy statements: every contribution, from the output back.

What arrives at a tensor alone is not copied, sums over broadcast axes are products with ones, products of matrices follow
the text of their rules; everything else calls the records' own functions. Knows nothing of parameters that move or of training.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.array_code import Operand, Writer, compiled, view
from engine.language import parse_expression
from engine.language.tree import Apply, Call, Name
from engine.operations import OPERATIONS, Rule, Transform
from engine.shapes import Shape, repeated_axes
from engine.tensor import Tensor


def backward_code(
    writer: Writer, values: Mapping[Tensor, Operand], parameter_gradients: Mapping[Tensor, Operand], tensors: Sequence[Tensor]
) -> Callable[[], None]:
    """A function that differentiates the last of `tensors`: from the numbers in `values` into `parameter_gradients`."""
    writer.lines = []
    _Backward(writer, values, parameter_gradients).write(tensors)
    return compiled(writer.lines, writer.namespace)


class _Backward:
    """A backward pass while it is written."""

    def __init__(self, writer: Writer, values: Mapping[Tensor, Operand], parameter_gradients: Mapping[Tensor, Operand]) -> None:
        self._writer = writer
        self._values = values
        self._parameter_gradients = parameter_gradients
        self._gradients: dict[Tensor, Operand] = {}

    def write(self, tensors: Sequence[Tensor]) -> None:
        """Every contribution of a graph whose tensors stand in evaluation order, the output last."""
        output = tensors[-1]
        leads = set(self._parameter_gradients)
        for tensor in tensors:
            if any(source in leads for source in tensor.inputs):
                leads.add(tensor)
        # What is not sent a gradient sends none on: an operation may stand behind one that needs none.
        sent = _contribution_counts(tensors, leads)
        seed = self._parameter_gradients.get(output) or self._writer.array(())
        seed.array[...] = 1.0
        self._gradients[output] = seed
        for user in reversed(tensors):
            if user not in self._gradients:
                continue
            for slot, source in enumerate(user.inputs):
                if source in leads and source.requires_grad:
                    with self._writer.working():
                        self._send(user, slot, alone=sent[source] == 1 and source not in self._parameter_gradients)

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

        seen = view(lambda: sent(upstream.array), [upstream.array])
        if seen is not None and seen.shape == into.shape:
            return self._writer.hold(seen)
        return self._writer.call(sent, [upstream], into)


def _contribution_counts(tensors: Sequence[Tensor], leads: set[Tensor]) -> dict[Tensor, int]:
    """How many contributions arrive at each tensor that leads from a parameter to the output."""
    counts = {tensors[-1]: 1}
    for user in reversed(tensors):
        if user in counts:
            for source in user.inputs:
                if source in leads and source.requires_grad:
                    counts[source] = counts.get(source, 0) + 1
    return counts


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
