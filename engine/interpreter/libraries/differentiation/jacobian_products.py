"""Products of a vector with a Jacobian that a program asks for: `jax.vjp`, `jax.jvp`, and those of PyTorch.

A cotangent times the Jacobian is one reverse pass. The Jacobian times a tangent is two: the reverse pass is linear in its
cotangent u, so the derivative of ⟨vjp(u), tangent⟩ by u is the product, whatever u is. All of it are nodes of the graph.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.followed import follow
from backpass.engine.graph.stand_ins import rejoined
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import call_errors, element_errors
from backpass.engine.interpreter.libraries.differentiation import pytrees
from backpass.engine.interpreter.libraries.differentiation.gradients import differentiable, gradients, with_aux
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Builtin, Item, Then
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError


class _Call:
    """A function called with arguments that it is differentiated by, and the reverse pass from a cotangent of its result."""

    def __init__(self, machine: Any, function: Item, values: list[Item], arguments: Arguments) -> None:
        self.machine = machine
        self.arguments = arguments
        self.leaves: list[Tensor] = []
        given = Arguments(values, {}, arguments.part)
        self.trees = [differentiable(machine, function, place, given, self.leaves) for place in range(len(values))]
        self.outputs: list[Tensor] = []
        self.cotangents: list[Tensor] = []
        self.totals: list[Tensor] = []

    def passed(self, result: Item) -> None:
        """The reverse pass from each tensor of the result, of which a placeholder is the cotangent. Raises ProblemError."""
        machine, part = self.machine, self.arguments.part
        for item in pytrees.leaves_of(result, part):
            output = machine.evaluator.tensor(item, part)
            cotangent = Tensor(np.ones(output.shape) if output.shape else 1.0)
            found = gradients(machine, output, self.leaves, self.arguments, upstream=cotangent, summed=True)
            self.outputs.append(output)
            self.cotangents.append(cotangent)
            pairs = zip(self.totals, found, strict=True)
            self.totals = [machine.evaluator.operator("+", [*pair], part) for pair in pairs] if self.totals else found

    def tangents(self, along: list[Tensor]) -> list[Tensor]:
        """What each output changes by where the leaves change along these tangents. Raises ProblemError."""
        total = self.dotted(self.totals, along)
        return gradients(self.machine, total, self.cotangents, self.arguments) if total is not None else []

    def dotted(self, these: list[Tensor], others: list[Tensor]) -> Tensor | None:
        """The sum of the products of all elements; None of nothing."""
        evaluator, part = self.machine.evaluator, self.arguments.part
        total: Tensor | None = None
        for one, other in zip(these, others, strict=True):
            product = evaluator.operator("*", [one, other], part)
            summed = evaluator.operation(OPERATIONS["sum"], [product], part) if product.shape else product
            total = summed if total is None else evaluator.operator("+", [total, summed], part)
        return total

    def fitting(self, tree: Item, like: list[Tensor]) -> list[Tensor]:
        """The leaves of a tree as tensors of these shapes. Raises ProblemError where they are not."""
        part = self.arguments.part
        tensors = self.machine.evaluator.tensors(pytrees.leaves_of(tree, part), part)
        if len(tensors) != len(like):
            raise ProblemError(element_errors.other_structure(part))
        for tensor, wanted in zip(tensors, like, strict=True):
            if tensor.shape != wanted.shape:
                raise ProblemError(call_errors.vector_of_other_shape(tensor.shape, wanted.shape, part))
        return list(tensors)

    def joined(self, *groups: list[Tensor]) -> list[list[Tensor]]:
        """Groups of results without the stand-ins of the arguments."""
        every = iter(rejoined([each for group in groups for each in group], self.leaves))
        return [[next(every) for _ in group] for group in groups]

    def tree_of(self, result: Item, leaves: list[Tensor]) -> Item:
        return pytrees.rebuilt(result, iter(leaves), self.arguments.part)

    def gradients_of(self, totals: list[Tensor]) -> Item:
        """One gradient for each argument."""
        following = iter(totals)
        return tuple(pytrees.rebuilt(tree, following, self.arguments.part) for tree in self.trees)


def _several(item: Item, name: str, arguments: Arguments) -> list[Item]:
    if not isinstance(item, tuple | list):
        raise ProblemError(call_errors.no_tuple(name, arguments.part))
    return list(item)


# JAX's and torch.func's


@offer(("jax", "torch.func"), "vjp", least=1, takes="(function, *primals, has_aux=False)")
def _vjp(machine: Any, arguments: Arguments) -> Then:
    """`vjp(f, x, y)`: f(x, y), and a function from a cotangent of it to a tuple of its products with the Jacobians."""
    function, *values = arguments.values
    has_aux = machine.truth(arguments.keywords.get("has_aux", False), arguments.span)
    call = _Call(machine, function, values, arguments)

    def finish(result: Item) -> Item:
        value, aux = with_aux(result, arguments) if has_aux else (result, None)
        call.passed(value)
        outputs, totals = call.joined(call.outputs, call.totals)

        def pull(machine: Any, given: Arguments) -> Item:
            if len(given.values) != 1:
                raise ProblemError(call_errors.builtin_arguments("vjp", 1, 1, len(given.values), given.part))
            moved = dict(zip(call.cotangents, call.fitting(given.values[0], outputs), strict=True))
            before = set(moved)
            follow(totals, moved)
            for each in moved.keys() - before:
                moved[each].span = moved[each].span or machine.evaluator.place or given.span
                machine.evaluator.count(moved[each])
            found = [moved.get(each, each) for each in totals]
            machine.names.differentiated(outputs[0], found)
            return call.gradients_of(found)

        tree = call.tree_of(value, outputs)
        back = Builtin("vjp", pull, "(cotangent)")
        return (tree, back, aux) if has_aux else (tree, back)

    return Then(function, Arguments(list(call.trees), {}, arguments.part), finish)


@offer(("jax", "torch.func"), "jvp", takes="(function, primals, tangents, *, has_aux=False)")
def _jvp(machine: Any, arguments: Arguments) -> Then:
    """`jvp(f, (x, y), (dx, dy))`: f(x, y), and what it changes by along the tangents."""
    function, primals, tangents = arguments.values
    has_aux = machine.truth(arguments.keywords.get("has_aux", False), arguments.span)
    values = _several(primals, "primals", arguments)
    call = _Call(machine, function, values, arguments)
    along = call.fitting(tuple(_several(tangents, "tangents", arguments)), call.leaves)

    def finish(result: Item) -> Item:
        value, aux = with_aux(result, arguments) if has_aux else (result, None)
        call.passed(value)
        outputs, found = call.joined(call.outputs, call.tangents(along))
        trees = call.tree_of(value, outputs), call.tree_of(value, found)
        return (*trees, aux) if has_aux else trees

    return Then(function, Arguments(list(call.trees), {}, arguments.part), finish)


# Those of torch.autograd.functional


_FUNCTIONAL = ("torch.autograd.functional",)


def _of_inputs(machine: Any, arguments: Arguments) -> tuple[_Call, Item, bool]:
    """The call of a function with its inputs, which are one tensor or a tuple, and whether they are a tuple."""
    function, inputs = arguments.values[:2]
    several = isinstance(inputs, tuple)
    call = _Call(machine, function, list(inputs) if isinstance(inputs, tuple) else [inputs], arguments)
    return call, function, several


def _vector(call: _Call, arguments: Arguments, like: list[Tensor]) -> list[Tensor]:
    """The vector, which may be left out where there is one number. Raises ProblemError."""
    v = arguments.values[2] if len(arguments.values) > 2 else arguments.keywords.get("v")
    if v is None and len(like) == 1 and np.size(like[0].raw) == 1:
        return [Tensor(np.ones(like[0].shape) if like[0].shape else 1.0, requires_grad=False)]
    if v is None:
        raise ProblemError(call_errors.builtin_arguments(getattr(arguments.part, "name", ""), 3, 3, 2, arguments.part))
    return call.fitting(v, like)


def _product(name: str, *, forward: bool) -> None:
    @offer(_FUNCTIONAL, name, takes="(func, inputs, v=None)")
    def product(machine: Any, arguments: Arguments) -> Then:
        call, function, several = _of_inputs(machine, arguments)

        def finish(result: Item) -> Item:
            call.passed(result)
            like = call.leaves if forward else call.outputs
            vector = _vector(call, arguments, like)
            if forward:
                outputs, found = call.joined(call.outputs, call.tangents(vector))
                return call.tree_of(result, outputs), call.tree_of(result, found)
            moved = dict(zip(call.cotangents, vector, strict=True))
            follow(call.totals, moved)
            outputs, found = call.joined(call.outputs, [moved.get(each, each) for each in call.totals])
            answer = call.gradients_of(found)
            return call.tree_of(result, outputs), answer if several else answer[0]  # type: ignore[index]

        return Then(function, Arguments(list(call.trees), {}, arguments.part), finish)


_product("vjp", forward=False)
_product("jvp", forward=True)


def _of_hessian(name: str) -> None:
    @offer(_FUNCTIONAL, name, takes="(func, inputs, v=None)")
    def product(machine: Any, arguments: Arguments) -> Then:
        """The value, and the Hessian, which is symmetric, times a vector."""
        call, function, several = _of_inputs(machine, arguments)

        def finish(result: Item) -> Item:
            output = machine.evaluator.tensor(result, arguments.part)
            first = gradients(machine, output, call.leaves, arguments)
            total = call.dotted(first, _vector(call, arguments, call.leaves))
            assert total is not None
            (value,), found = call.joined([output], gradients(machine, total, call.leaves, arguments))
            answer = call.gradients_of(found)
            return value, answer if several else answer[0]  # type: ignore[index]

        return Then(function, Arguments(list(call.trees), {}, arguments.part), finish)


_of_hessian("hvp")
_of_hessian("vhp")
