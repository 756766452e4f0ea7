"""Gradients as tensors: the backward pass written down with operations, so that it can be differentiated again and again.

What is sent back through an operation follows from its record alone: an elementwise rule is evaluated with tensors in place of
numbers, and the adjoint of an operation on whole arrays is called with tensors. Knows nothing of programs.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.autodiff.reachability import Reachability, local_derivative
from backpass.engine.autodiff.reverse import LocalDerivatives, reverse_sweep
from backpass.engine.autodiff.reverse_numeric import seed_of
from backpass.engine.formulas.algebras import Arithmetic, Comparable, evaluate
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.hooks import HOOKED, hooked
from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.graph.trace import ancestors
from backpass.engine.limits import Limits
from backpass.engine.operations import Operation, Transform
from backpass.engine.operations.model import summed_to

_add, _multiply, _negate, _where = (FUNCTIONS[name] for name in ("add", "multiply", "negate", "where"))


class GradientGraph(NamedTuple):
    """Gradients as tensors, and whether they are those of other numbers as well."""

    gradients: list[Tensor]
    is_data_dependent: bool
    """Whether the numbers of the graph decided what was written down, such as on which side of its corner a `relu` is. With
    other numbers it may be another graph, so nobody may put other numbers into this one.
    """


def gradients_as_tensors(
    output: Tensor,
    wrt: Sequence[Tensor],
    upstream: Any = 1.0,
    limits: Limits | None = None,
    kind: "type[TensorAlgebra] | None" = None,
) -> list[Tensor]:
    """d output / d tensor, times `upstream`, for each tensor of `wrt`: in its shape, and itself differentiable.

    PyTorch calls this `create_graph`; JAX nests `grad`. A tensor that does not feed the output has a gradient of zeros, which
    is a constant. `upstream` is a number, an array or a tensor, as for `backward`. `kind` may write single
    steps down in another way. Raises ProblemError (shape-mismatch;
    too-many-nodes where limits are given; singular-matrix where the gradient of a determinant needs an inverse that does
    not exist).
    """
    return gradient_graph(output, wrt, upstream, limits, kind).gradients


def gradient_graph(
    output: Tensor,
    wrt: Sequence[Tensor],
    upstream: Any = 1.0,
    limits: Limits | None = None,
    kind: "type[TensorAlgebra] | None" = None,
) -> GradientGraph:
    """As `gradients_as_tensors`, and whether the numbers decided what the graph is."""
    tensors = ancestors(output)
    if limits is not None:
        limits.check_nodes(len(tensors))
    algebra = (kind or TensorAlgebra)(Reachability(tensors))
    seed = upstream if isinstance(upstream, Tensor) else algebra.seed(output, upstream)
    cotangents = reverse_sweep(tensors, seed, algebra, wrt)
    found = [cotangents[tensor] if tensor in cotangents else lift(np.zeros(tensor.shape)) for tensor in wrt]
    return GradientGraph(found, algebra.is_data_dependent)


class TensorAlgebra(LocalDerivatives[Tensor]):
    """Cotangents that are tensors: what is done to them is remembered, and can be differentiated again."""

    def __init__(self, blocks: Reachability) -> None:
        self.is_data_dependent = False
        self._blocks = blocks
        self._one: Tensor | None = None
        self._tensors: Arithmetic[Any] = Arithmetic(float, self._applied, lambda value: Comparable(value, _compared), _chosen)
        """Tensors, and plain numbers for what does not depend on any."""

    def seed(self, output: Tensor, upstream: Any) -> Tensor:
        """The upstream gradient as a constant. One that is the number 1 need not be multiplied with: the constant is made here,
        so it stays 1, unlike an input that happens to be 1 today.
        """
        made = lift(seed_of(output, upstream))
        if type(made.raw) is float and made.raw == 1.0:
            self._one = made
        return made

    def adjoint(self, transform: Transform, user: Tensor, slot: int, cotangent: Tensor) -> Tensor:
        sent = transform.vjp(slot, cotangent, user.inputs, user, user.options)
        made: Tensor = summed_to(lift(sent), user.inputs[slot].shape)
        return made

    def unbroadcast(self, sent: Tensor, user: Tensor, slot: int) -> Tensor:
        made: Tensor = summed_to(sent, user.inputs[slot].shape)
        return made

    def add(self, total: Tensor, term: Tensor) -> Tensor:
        return _add(total, term)

    def complete(self, tensor: Tensor, cotangent: Tensor) -> Tensor:
        return hooked(tensor, cotangent) if HOOKED else cotangent

    def scale(self, user: Tensor, slot: int, cotangent: Tensor) -> Tensor | None:
        """cotangent × slope, which is a tensor of the inputs; what is blocked farther up sends nothing, whatever the slope."""
        assert user.operation is not None
        text = user.operation.rule(slot).text
        if text == "0":
            return None
        if text == "1":
            return cotangent
        if text == "-1":
            return _negate(cotangent)
        names: dict[str, Any] = dict(zip(user.operation.parameters, user.inputs, strict=True))
        if user.operation.name == "power" and _is_literal(user.inputs[1]):
            # x² sends 2x, and not 2x to the power 2 − 1.
            names[user.operation.parameters[1]] = user.inputs[1].raw
        slope = self._used(evaluate(text, {**names, "out": user}, self._tensors))
        scaled = lift(slope) if cotangent is self._one else _multiply(cotangent, slope)
        alive = self._blocks.mask(user)
        if alive is True:
            return scaled
        self.is_data_dependent = True
        return _where(np.asarray(alive, dtype=float), scaled, 0.0)

    def select(self, user: Tensor, slot: int, cotangent: Tensor) -> Tensor | None:
        """Which input was picked is decided by the numbers, and not differentiated again."""
        assert user.operation is not None
        if user.operation.rule(slot).text == "0":
            return None
        self.is_data_dependent = True
        local = local_derivative(user, slot)
        if isinstance(local, float):
            if local == 0:
                return None
            return cotangent if local == 1 else _multiply(cotangent, local)
        if np.all(local == 1):
            return cotangent
        return _where(np.not_equal(local, 0).astype(float), _multiply(cotangent, local), 0.0)

    def _applied(self, record: Operation, arguments: Sequence[Any]) -> Any:
        """An operation within a rule: a tensor where one of its arguments is one, else a number."""
        arguments = [self._used(each) for each in arguments]
        if any(isinstance(each, Tensor) for each in arguments):
            if record.name == "power" and isinstance(arguments[1], float) and arguments[1] == 1:
                return arguments[0]
            return FUNCTIONS[record.name](*arguments)
        return kernel(record).scalar(*map(float, arguments))[0]

    def _used(self, value: Any) -> Any:
        """A value that goes into the graph, whether it was chosen or not."""
        if isinstance(value, _Chosen):
            self.is_data_dependent = True
            return value.value
        return value


def _is_literal(tensor: Tensor) -> bool:
    """Whether it is a number that is written in its place, and stays as it is."""
    return tensor.operation is None and not tensor.requires_grad and not tensor.label and isinstance(tensor.raw, float)


class _Chosen(NamedTuple):
    """A value that numbers chose which may be others another time."""

    value: Any


class _Answer(NamedTuple):
    """What a comparison within a rule says."""

    truths: Any
    moves: bool
    """Whether it depends on more than constants."""


def _compared(compare: Callable[[Any, Any], Any], left: Any, right: Any) -> _Answer:
    moves = any(isinstance(each, _Chosen) or (isinstance(each, Tensor) and each.requires_grad) for each in (left, right))
    return _Answer(compare(*map(_numbers, (left, right))), moves)


def _numbers(value: Any) -> Any:
    if isinstance(value, _Chosen):
        return _numbers(value.value)
    return value.raw if isinstance(value, Tensor) else value


def _chosen(condition: _Answer, chosen: Any, otherwise: Any) -> Any:
    """`where` within a rule. What the numbers decide is decided once; only what was chosen is differentiated."""
    truths = condition.truths
    if np.all(truths):
        found = chosen
    elif not np.any(truths):
        found = otherwise
    else:
        both = (each.value if isinstance(each, _Chosen) else each for each in (chosen, otherwise))
        found = _where(np.asarray(truths, dtype=float), *both)
    return _Chosen(found.value if isinstance(found, _Chosen) else found) if condition.moves else found
