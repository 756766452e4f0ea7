"""Jacobians and Hessians that a program asks for: `jax.hessian(f)(x)`, `torch.autograd.functional.jacobian(f, x)`.

Each is a tensor of the graph, row by row a gradient, so that it can be computed with and differentiated again.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.stand_ins import rejoined
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.libraries.differentiation import pytrees
from backpass.engine.interpreter.libraries.differentiation.gradients import differentiable, gradients
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Builtin, Item, Then, whole_number
from backpass.engine.operations import OPERATIONS

_Derived = Callable[[Any, Tensor, list[Tensor], Item, Arguments], Item]


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


def _first(machine: Any, output: Tensor, leaves: list[Tensor], tree: Item, arguments: Arguments) -> Item:
    """The Jacobian by each leaf, as a tree."""
    found = (_jacobian(machine, output, leaf, arguments) for leaf in leaves)
    return pytrees.rebuilt(tree, found, arguments.part)


def _second(machine: Any, output: Tensor, leaves: list[Tensor], tree: Item, arguments: Arguments) -> Item:
    """The Hessian by each pair of leaves, as a tree of trees."""
    found = (_first(machine, gradient, leaves, tree, arguments) for gradient in gradients(machine, output, leaves, arguments))
    return pytrees.rebuilt(tree, found, arguments.part)


def _derived(derive: _Derived, function: Item, place: int | None, given: Arguments, machine: Any) -> Then:
    """Calls the function with one argument as a leaf, or a tree of leaves, and derives its result; without a place all arguments
    are leaves.
    """
    values = list(given.values)
    leaves: list[Tensor] = []
    if place is None:
        values = [differentiable(machine, function, each, given, leaves) for each in range(len(values))]
    else:
        values[place] = differentiable(machine, function, place, given, leaves)
    tree: Item = tuple(values) if place is None else values[place]

    def finish(result: Item) -> Item:
        output = machine.evaluator.tensor(result, given.part)
        found = derive(machine, output, leaves, tree, given)
        joined = rejoined([each for each in pytrees.leaves_of(found, given.part) if isinstance(each, Tensor)], leaves)
        return pytrees.rebuilt(found, iter(joined), given.part)

    return Then(function, Arguments(values, given.keywords, given.part), finish)


def _enter(derive: _Derived, *names: str) -> None:
    @offer(("jax", "autograd", "torch.func"), *names, least=1, most=2, takes="(function, argnums=0)")
    def _transform(_: Any, arguments: Arguments) -> Item:
        """`hessian(f)`: a function, to be called with the arguments of f."""
        function, *by_place = arguments.values
        argnums = by_place[0] if by_place else arguments.keywords.get("argnums", arguments.keywords.get("argnum", 0))
        place = whole_number(argnums, "`argnums`", arguments.part)
        return Builtin(names[0], lambda machine, given: _derived(derive, function, place, given, machine))

    @offer(("torch.autograd.functional",), names[0], least=2, most=2, takes="(function, inputs)")
    def _at_once(machine: Any, arguments: Arguments) -> Item | Then:
        """`hessian(f, x)`, `hessian(f, (x, y))`."""
        function, value = arguments.values
        if isinstance(value, tuple):
            return _derived(derive, function, None, Arguments(list(value), {}, arguments.part), machine)
        return _derived(derive, function, 0, Arguments([value], {}, arguments.part), machine)


_enter(_first, "jacobian", "jacrev", "jacfwd")
_enter(_second, "hessian")
