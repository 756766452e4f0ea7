"""Gradients that a program asks for itself: `jax.grad`, `torch.autograd.grad`, TensorFlow's tape. They are nodes of the graph, so
they can be differentiated again.
"""

from typing import Any

from engine.gradient_graph import gradients_as_tensors
from engine.problems import ProblemError
from engine.running import call_refusals, element_refusals
from engine.running.builtins import builtin
from engine.running.methods import CONTEXT_METHODS, TENSOR_METHODS
from engine.running.offers import offer
from engine.running.values import Arguments, Builtin, Context, Function, Item, Method, Then, whole_number
from engine.tensor import Tensor
from engine.trace import ancestors


@offer(("jax", "autograd"), "grad", "value_and_grad", "elementwise_grad", least=1, most=2)
def _grad(machine: Any, arguments: Arguments) -> Item:
    """`grad(f)`: a function that gives the gradient of f, to be called with the same arguments."""
    function, *by_place = arguments.values
    argnums = by_place[0] if by_place else arguments.keywords.get("argnums", arguments.keywords.get("argnum", 0))
    several = isinstance(argnums, tuple | list)
    places = [whole_number(each, "`argnums`", arguments.part) for each in (argnums if several else [argnums])]  # type: ignore[union-attr]
    with_value = getattr(arguments.part, "name", "") == "value_and_grad"

    def call(machine: Any, given: Arguments) -> Then:
        values = list(given.values)
        leaves: list[Tensor] = []
        for place in places:
            leaves.append(differentiable(machine, function, place, values, given))
            values[place] = leaves[-1]

        def finish(result: Item) -> Item:
            output = machine.evaluator.tensor(result, given.part)
            found = gradients(machine, output, leaves, given)
            gradient = tuple(found) if several else found[0]
            return (output, gradient) if with_value else gradient

        return Then(function, Arguments(values, given.keywords, given.part), finish)

    return Builtin("grad", call)


def differentiable(machine: Any, function: Item, place: int, values: list[Item], arguments: Arguments) -> Tensor:
    """An argument as something that a gradient can be taken of: a number becomes an input called as the parameter.

    Raises ProblemError (invalid-axis) where there is no such argument.
    """
    if not -len(values) <= place < len(values):
        raise ProblemError(element_refusals.index_out_of_range(place, len(values), arguments.part))
    value = values[place]
    if isinstance(value, Tensor) and value.requires_grad:
        return value
    tensor = machine.evaluator.tensor(value, arguments.part)
    parameters = (
        function.parameters
        if isinstance(function, Function)
        else function.function.parameters[1:]
        if isinstance(function, Method)
        else ()
    )
    name = parameters[place].name if place < len(parameters) else "x"
    if len(machine.frames) == 1 and not tensor.shape:
        return machine.names.input_of(name, tensor)  # type: ignore[no-any-return]
    leaf = Tensor(tensor.data, label=name)
    leaf.span = tensor.span
    machine.names.constructed(leaf, name, tensor.span)
    return leaf


def gradients(machine: Any, output: Tensor, leaves: list[Tensor], arguments: Arguments) -> list[Tensor]:
    """d output / d leaf as nodes of the graph, so that they can be differentiated again. Raises ProblemError."""
    if output.shape and output.data.size != 1:  # type: ignore[union-attr]
        raise ProblemError(call_refusals.gradient_of_several(output, arguments.part))
    before = machine.groups.current
    machine.groups.enter("call", "gradient", arguments.span)
    try:
        found = gradients_as_tensors(output, leaves, limits=machine.limits)
    except ProblemError as error:
        raise ProblemError(problem.at(arguments.span) for problem in error.problems) from None
    machine.groups.go(before)
    for made in _made_between(found, output):
        made.span = made.span or machine.evaluator.place or arguments.span
        machine.evaluator.count(made)
    machine.names.differentiated(output, found)
    return found


def _made_between(gradients: list[Tensor], output: Tensor) -> list[Tensor]:
    """What was made to compute the gradients."""
    return list({tensor: None for gradient in gradients for tensor in ancestors(gradient) if tensor.number > output.number})


@offer(("torch.autograd", "torch"), "grad", least=2)
def _torch_grad(machine: Any, arguments: Arguments) -> Item:
    output, wanted = arguments.values[:2]
    leaves = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    tensors = machine.evaluator.tensors([output, *leaves], arguments.part)
    return tuple(gradients(machine, tensors[0], tensors[1:], arguments))


@offer(("tensorflow", "tf"), "GradientTape", most=0)
def _tape(machine: Any, arguments: Arguments) -> Item:
    return Context(gradients=True)


def _tape_gradient(machine: Any, arguments: Arguments) -> Item:
    _, output, wanted = arguments.values
    leaves = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    tensors = machine.evaluator.tensors([output, *leaves], arguments.part)
    found = gradients(machine, tensors[0], tensors[1:], arguments)
    return found if isinstance(wanted, list | tuple) else found[0]


def _watch(machine: Any, arguments: Arguments) -> Item:
    leaf = arguments.values[1]
    if isinstance(leaf, Tensor) and leaf.operation is None:
        machine.names.watch(leaf)
    return None


builtin(CONTEXT_METHODS, "gradient", least=3, most=3)(_tape_gradient)
builtin(CONTEXT_METHODS, "watch", least=2, most=2)(_watch)


@builtin(TENSOR_METHODS, "assign", "assign_sub", "assign_add", least=2, most=2)
def _assign(machine: Any, arguments: Arguments) -> Item:
    leaf, value = arguments.values
    symbol = {"assign_sub": "-", "assign_add": "+"}.get(getattr(arguments.part, "name", ""))
    if symbol:
        value = machine.evaluator.operator(symbol, [leaf, value], arguments.part)
    if isinstance(leaf, Tensor):
        machine.names.set_attribute(leaf, "data", value, arguments.part)
    return leaf
