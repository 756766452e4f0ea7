"""Jacobians and Hessians that a program asks for: `jax.hessian(f)(x)`, `torch.autograd.functional.jacobian(f, x)`.

Each is a tensor of the graph, row by row a gradient, so that it can be computed with and differentiated again.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.operations import OPERATIONS
from engine.running.differentiation import differentiable, gradients
from engine.running.offers import offer
from engine.running.values import Arguments, Builtin, Item, Then, whole_number
from engine.tensor import Tensor

_Derived = Callable[[Any, Tensor, Tensor, Arguments], Tensor]


def _jacobian(machine: Any, output: Tensor, leaf: Tensor, arguments: Arguments) -> Tensor:
    """d output / d leaf, of the shape of the output followed by that of the leaf. Raises ProblemError."""
    if not output.shape:
        return gradients(machine, output, [leaf], arguments)[0]
    evaluator, part = machine.evaluator, arguments.part
    shape = (*output.shape, *leaf.shape)
    evaluator.hold(int(np.prod(shape, dtype=object)))
    rows = []
    for place in np.ndindex(output.shape):
        element = evaluator.operation(OPERATIONS["index"], [output], part, {"key": place})
        rows.append(gradients(machine, element, [leaf], arguments)[0])
    stacked = evaluator.operation(OPERATIONS["stack"], rows, part)
    return stacked if stacked.shape == shape else evaluator.operation(OPERATIONS["reshape"], [stacked], part, {"shape": shape})  # type: ignore[no-any-return]


def _hessian(machine: Any, output: Tensor, leaf: Tensor, arguments: Arguments) -> Tensor:
    """d² output / d leaf². Raises ProblemError."""
    return _jacobian(machine, gradients(machine, output, [leaf], arguments)[0], leaf, arguments)


def _derived(derive: _Derived, function: Item, place: int, given: Arguments, machine: Any) -> Then:
    """Calls the function with one argument as a leaf and derives its result."""
    values = list(given.values)
    leaf = values[place] = differentiable(machine, function, place, values, given)
    return Then(
        function,
        Arguments(values, given.keywords, given.part),
        lambda result: derive(machine, machine.evaluator.tensor(result, given.part), leaf, given),
    )


def _enter(derive: _Derived, *names: str) -> None:
    @offer(("jax", "autograd"), *names, least=1, most=2)
    def _transform(_: Any, arguments: Arguments) -> Item:
        """`hessian(f)`: a function, to be called with the arguments of f."""
        function, *by_place = arguments.values
        argnums = by_place[0] if by_place else arguments.keywords.get("argnums", arguments.keywords.get("argnum", 0))
        place = whole_number(argnums, "`argnums`", arguments.part)
        return Builtin(names[0], lambda machine, given: _derived(derive, function, place, given, machine))

    @offer(("torch.autograd.functional", "torch.func"), names[0], least=2, most=2)
    def _at_once(machine: Any, arguments: Arguments) -> Item | Then:
        """`hessian(f, x)`."""
        function, value = arguments.values
        return _derived(derive, function, 0, Arguments([value], {}, arguments.part), machine)


_enter(_jacobian, "jacobian", "jacrev", "jacfwd")
_enter(_hessian, "hessian")
