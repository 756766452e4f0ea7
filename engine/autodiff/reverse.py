"""Reverse-mode differentiation: the one sweep from the output back to the inputs, whatever a cotangent is made of.

A *cotangent* of a tensor is the derivative of the output with respect to it (its gradient, or *upstream* gradient for those who
sent something to it). The chain rule takes it back through one operation at a time:

    cotangent(input)  +=  cotangent(user) × d user / d input          for every user of the input, slot by slot

Such a term is a vector-Jacobian product (VJP). Tensors are numbered as they are made, so the numbers are a topological order:
going through them backwards, a cotangent is finished before it is sent on.

What a cotangent is made of, an `Algebra` says: tensors, so that a gradient can be differentiated again; formulas over the
inputs; places of a straight-line program that computes many points at once; truths, which say where anything arrives at all.
For floats and arrays `engine.autodiff.reverse_numeric` has the same sweep written out, since everybody waits for it; a test
holds the two equal to the bit.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Transform

V = TypeVar("V")


class Algebra(ABC, Generic[V]):
    """One kind of cotangent: what an operation sends back, and how it adds up."""

    @abstractmethod
    def vjp(self, user: Tensor, slot: int, cotangent: V) -> V | None:
        """What `user`, whose cotangent is finished, sends to its input in `slot`, in that input's shape; None for nothing."""

    @abstractmethod
    def add(self, total: V, term: V) -> V:
        """The sum of the terms that arrived before, and one more, which `vjp` has just given."""

    def complete(self, tensor: Tensor, cotangent: V) -> V:  # noqa: ARG002 - for algebras with hooks
        """The cotangent of a tensor once every term has arrived, before it is sent on: here hooks may change it."""
        return cotangent


class LocalDerivatives(Algebra[V]):
    """Cotangents that are multiplied by local derivatives, sent through adjoints and summed over repeated axes."""

    def vjp(self, user: Tensor, slot: int, cotangent: V) -> V | None:
        """See `Algebra.vjp`.

        Here is the rule for operations that pick one of their inputs, such as `maximum` or `where`: an input that was not
        picked is sent 0 whatever the cotangent is, so that 0 × ∞ of a branch that was not taken is 0 and not NaN. Each
        algebra says in `select` how it does that, and nowhere else.
        """
        operation = user.operation
        assert operation is not None
        if isinstance(operation.value, Transform):
            return self.adjoint(operation.value, user, slot, cotangent)
        rule = self.select if operation.rule(slot).routes else self.scale
        sent = rule(user, slot, cotangent)
        return None if sent is None else self.unbroadcast(sent, user, slot)

    @abstractmethod
    def scale(self, user: Tensor, slot: int, cotangent: V) -> V | None:
        """cotangent × local derivative, in the user's shape."""

    @abstractmethod
    def select(self, user: Tensor, slot: int, cotangent: V) -> V | None:
        """The same where the local derivative only says which input was picked: exactly 0 for what was not."""

    def adjoint(self, transform: Transform, user: Tensor, slot: int, cotangent: V) -> V | None:
        """The cotangent through the transpose of an operation on whole arrays, in the input's shape."""
        raise NotImplementedError(f"{type(self).__name__} is of single numbers, and {user.operation} works on arrays")

    def unbroadcast(self, sent: V, user: Tensor, slot: int) -> V:  # noqa: ARG002 - single numbers are of one shape
        """Undoes a broadcast: the sum over the axes along which the input was repeated."""
        return sent


def reverse_sweep(
    tensors: Sequence[Tensor], seed: V, algebra: Algebra[V], wanted: Iterable[Tensor] | None = None
) -> dict[Tensor, V]:
    """The cotangents of the last of `tensors`, by tensor, where that has the cotangent `seed`.

    `tensors` are in topological order. Only what lies between the output and one of `wanted` is visited; without `wanted`,
    whatever needs a gradient. A tensor at which nothing arrives is left out.
    """
    needed = {tensor for tensor in tensors if tensor.requires_grad} if wanted is None else reaching(tensors, wanted)
    cotangents = {tensors[-1]: seed} if tensors[-1] in needed else {}
    for user in reversed(tensors):
        if user not in cotangents:
            continue
        cotangents[user] = algebra.complete(user, cotangents[user])
        for slot, source in enumerate(user.inputs):
            if source not in needed:
                continue
            term = algebra.vjp(user, slot, cotangents[user])
            if term is not None:
                cotangents[source] = algebra.add(cotangents[source], term) if source in cotangents else term
    return cotangents


def reaching(tensors: Iterable[Tensor], wanted: Iterable[Tensor]) -> set[Tensor]:
    """`wanted`, and every tensor that is made from one of them; `tensors` are in topological order."""
    found = set(wanted)
    for tensor in tensors:
        if not found.isdisjoint(tensor.inputs):
            found.add(tensor)
    return found
