"""Gradients that a program asks for itself: `jax.grad`, `torch.autograd.grad`, TensorFlow's tape. They are nodes of the graph, so
they can be differentiated again.
"""

from dataclasses import dataclass, field
from typing import Any

from backpass.engine.autodiff.create_graph import gradient_graph
from backpass.engine.autodiff.diagnose import differentiated_in_program
from backpass.engine.autodiff.reverse_numeric import seed_of
from backpass.engine.graph.stand_ins import rejoined, stand_in
from backpass.engine.graph.tensor import Tensor, lift
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.iteration import builtin, whole
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import call_errors, element_errors
from backpass.engine.interpreter.libraries.differentiation import pytrees
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.tensor_semantics.library_differences import DIFFERENCES
from backpass.engine.interpreter.values import Arguments, Builtin, Item, Method, Then, UserFunction, kind_of, whole_number
from backpass.engine.language.notation.leibniz import DERIVATIVE, HIGHEST_ORDER
from backpass.engine.language.notation.requests import PRIMED
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

NOTATIONS: dict[str, Builtin] = {}
"""Functions that notations of class stand for, by name."""


@offer(("jax",), "grad", "value_and_grad", least=1, most=2, takes="(function, argnums=0, has_aux=False)")
@offer(("autograd",), "grad", "value_and_grad", "elementwise_grad", least=1, most=2, takes="(function, argnums=0)")
@offer(("torch.func",), "grad", "grad_and_value", least=1, most=2, takes="(function, argnums=0, has_aux=False)")
def _grad(machine: Any, arguments: Arguments) -> Item:
    """`grad(f)`: a function that gives the gradient of f, to be called with the same arguments. With `has_aux`, f gives its value
    and something else, which comes back as it is.
    """
    function, *by_place = arguments.values
    if isinstance(function, Tensor | float | int):
        raise ProblemError(call_errors.gradient_of_value(getattr(arguments.part, "name", "grad"), arguments.part))
    argnums = by_place[0] if by_place else arguments.keywords.get("argnums", arguments.keywords.get("argnum", 0))
    several = isinstance(argnums, tuple | list)
    places = [whole_number(each, "`argnums`", arguments.part) for each in (argnums if several else [argnums])]  # type: ignore[union-attr]
    name = getattr(arguments.part, "name", "")
    has_aux = machine.truth(arguments.keywords.get("has_aux", False), arguments.span)

    def call(machine: Any, given: Arguments) -> Then:
        values = list(given.values)
        leaves: list[Tensor] = []
        for place in places:
            values[place] = differentiable(machine, function, place, given, leaves)
        machine.differentiated += leaves

        def finish(result: Item) -> Item:
            machine.differentiated[:] = [each for each in machine.differentiated if each not in set(leaves)]
            value, aux = with_aux(result, given) if has_aux else (result, None)
            output = machine.evaluator.tensor(value, given.part)
            if name == "elementwise_grad" and output.shape:
                output = machine.evaluator.operation(OPERATIONS["sum"], [output], given.part)
            found = gradients(machine, output, leaves, given)
            beside = [each for each in pytrees.leaves_of(aux, given.part) if isinstance(each, Tensor)]
            output, *joined = rejoined([output, *found, *beside], leaves)
            found, replaced = joined[: len(leaves)], dict(zip(beside, joined[len(leaves) :], strict=True))
            machine.names.differentiated(output, found)
            following = iter(found)
            trees = [pytrees.rebuilt(values[place], following, given.part) for place in places]
            gradient = tuple(trees) if several else trees[0]
            of_aux = (
                replaced.get(each, each) if isinstance(each, Tensor) else each for each in pytrees.leaves_of(aux, given.part)
            )
            aux = pytrees.rebuilt(aux, of_aux, given.part)
            return _answer(name, gradient, (output, aux) if has_aux else output, aux, has_aux=has_aux)

        return Then(function, Arguments(values, given.keywords, given.part), finish)

    return Builtin("grad", call)


def with_aux(result: Item, arguments: Arguments) -> tuple[Item, Item]:
    """The value of a function and what it gives besides. Raises ProblemError where it does not give two values."""
    if not isinstance(result, tuple) or len(result) != 2:
        raise ProblemError(call_errors.no_aux(arguments.part))
    return result


def _answer(name: str, gradient: Item, value: Item, aux: Item, *, has_aux: bool) -> Item:
    """What the library gives that has the function of this name."""
    if name == "grad_and_value":
        return (gradient, value)
    if name == "value_and_grad":
        return (value, gradient)
    return (gradient, aux) if has_aux else gradient


def differentiable(machine: Any, function: Item, place: int, arguments: Arguments, leaves: list[Tensor]) -> Item:
    """An argument as something that a gradient can be taken by: of a tensor a stand-in (see `graph.stand_ins`), while a number
    becomes an input called as the parameter. Of a list, tuple or dictionary so is each of its leaves. All are added to `leaves`.

    Raises ProblemError (invalid-axis) where there is no such argument.
    """
    values = arguments.values
    if not -len(values) <= place < len(values):
        raise ProblemError(element_errors.index_out_of_range(place, len(values), arguments.part))
    value = values[place]
    parameters = (
        function.parameters
        if isinstance(function, UserFunction)
        else function.function.parameters[1:]
        if isinstance(function, Method)
        else ()
    )
    name = parameters[place].name if place < len(parameters) else "x"
    made = [_leaf(machine, each, called, arguments) for called, each in pytrees.named_leaves(value, name, arguments.part)]
    machine.evaluator.hold(len(made))
    leaves += made
    return pytrees.rebuilt(value, iter(made), arguments.part)


def _leaf(machine: Any, value: Item, name: str, arguments: Arguments) -> Tensor:
    if isinstance(value, int) and not isinstance(value, bool) and (library := _of_functions(machine)):
        machine.names.differs("whole numbers", library, machine.evaluator.place or arguments.span)
    tensor: Tensor = machine.evaluator.tensor(value, arguments.part)
    if tensor.requires_grad:
        return stand_in(tensor)
    if len(machine.frames) == 1 and not tensor.shape:
        return machine.names.input_of(name, tensor)  # type: ignore[no-any-return]
    leaf = Tensor(tensor.raw, label=name)
    leaf.span = tensor.span
    machine.names.constructed(leaf, name, tensor.span)
    return leaf


def _of_functions(machine: Any) -> str | None:
    """The library of `grad(f)` that the program names."""
    return next((name for name in DIFFERENCES["whole numbers"].libraries if name != "torch" and machine.names.uses(name)), None)


def gradients(
    machine: Any, output: Tensor, leaves: list[Tensor], arguments: Arguments, *, upstream: Any = 1.0, summed: bool = False
) -> list[Tensor]:
    """d output / d leaf, times `upstream`, as nodes of the graph, so that they can be differentiated again. `summed`: of an
    output with several elements the gradient of their sum is meant, as where an upstream gradient is given. Raises ProblemError,
    also where the output was made from a tensor with a hook.
    """
    machine.hooks.check_none(output, arguments.part)
    found = _derived(machine, output, leaves, arguments, upstream=upstream, summed=summed)
    machine.names.differentiated(output, found)
    return found


def _derived(
    machine: Any, output: Tensor, leaves: list[Tensor], arguments: Arguments, *, upstream: Any = 1.0, summed: bool = False
) -> list[Tensor]:
    if output.shape and output.raw.size != 1 and not summed:  # type: ignore[union-attr]
        raise ProblemError(call_errors.gradient_of_several(output, arguments.part))
    before = machine.groups.current
    machine.groups.enter("call", "gradient", machine.evaluator.place or arguments.span)
    try:
        found, decided = gradient_graph(output, leaves, upstream, limits=machine.limits)
    except ProblemError as error:
        raise ProblemError(problem.at(arguments.span) for problem in error.problems) from None
    machine.groups.go(before)
    machine.is_data_dependent = machine.is_data_dependent or decided
    for made in _made_between(found, output):
        made.span = made.span or machine.evaluator.place or arguments.span
        machine.evaluator.count(made)
    machine.names.noted_pass(output, upstream)
    notes = differentiated_in_program(ancestors(output), machine.names.text, machine.names.library_called)
    machine.names.noted_at_gradients(problem.at(arguments.span) for problem in notes)
    return found


@builtin(NOTATIONS, DERIVATIVE, least=2, most=3)
def _derivative(machine: Any, arguments: Arguments) -> Item:
    """`derivative(y, x)`, `derivative(y, x, 2)`: what `dy/dx` and `d²y/dx²` stand for, a value of the graph like any other."""
    output, variable, *order = arguments.values
    if not isinstance(variable, Tensor):
        raise ProblemError(call_errors.no_variable(kind_of(variable), arguments.part))
    found = machine.evaluator.tensor(output, arguments.part)
    machine.hooks.check_none(found, arguments.part)
    for _ in range(_order(machine, order, arguments)):
        (found,) = _derived(machine, found, [variable], arguments)
    return found  # type: ignore[no-any-return]


@builtin(NOTATIONS, PRIMED, least=3, most=3)
def _primed(machine: Any, arguments: Arguments) -> Then:
    """`derivative_at(f, 2, 3)`: what `f''(3)` means, a value of the graph."""
    function, order, value = arguments.values
    times = _order(machine, [order], arguments)
    given = Arguments([value], {}, arguments.part)
    leaves: list[Tensor] = []
    at = differentiable(machine, function, 0, given, leaves)
    if not isinstance(at, Tensor):
        raise ProblemError(call_errors.no_variable(kind_of(value), arguments.part))

    def finish(result: Item) -> Item:
        found = machine.evaluator.tensor(result, arguments.part)
        for _ in range(times):
            (found,) = _derived(machine, found, leaves, arguments)
        (joined,) = rejoined([found], leaves)
        return joined

    return Then(function, Arguments([at], {}, arguments.part), finish)


def _order(machine: Any, given: list[Item], arguments: Arguments) -> int:
    if given and isinstance(given[0], Tensor) and given[0].requires_grad:  # `diff(f, x, y)` means by x and then by y
        raise ProblemError(call_errors.order_is_a_value(arguments.part))
    order = whole(machine, given[0], arguments) if given else 1
    if not 0 <= order <= HIGHEST_ORDER:
        raise ProblemError(call_errors.order_too_high(order, HIGHEST_ORDER, arguments.part))
    return order


def _made_between(gradients: list[Tensor], output: Tensor) -> list[Tensor]:
    """What was made to compute the gradients."""
    return list({tensor: None for gradient in gradients for tensor in ancestors(gradient) if tensor.number > output.number})


_OF_TORCH_GRAD = ("outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "only_inputs", "allow_unused")
"""Arguments of `torch.autograd.grad`, in their order."""


@offer(
    ("torch.autograd", "torch"),
    "grad",
    most=7,
    takes="(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None)",
)
def _torch_grad(machine: Any, arguments: Arguments) -> Item | Then:
    """`torch.autograd.grad(outputs, inputs, …)`: a tuple with a gradient for each input, None for one that is not used."""
    given: dict[str, Any] = {**dict(zip(_OF_TORCH_GRAD, arguments.values, strict=False)), **arguments.keywords}
    if unknown := next((name for name in given if name not in _OF_TORCH_GRAD), None):
        raise ProblemError(call_errors.unknown_keyword("grad", unknown, arguments.part))
    if "outputs" not in given or "inputs" not in given:
        raise ProblemError(call_errors.builtin_arguments("grad", 2, 7, len(arguments.values), arguments.part))
    several = given["inputs"] if isinstance(given["inputs"], list | tuple) else [given["inputs"]]
    for name in ("outputs", "inputs"):
        if isinstance(given[name], list | tuple) and not given[name]:
            raise ProblemError(call_errors.nothing_given(name, arguments.part))
    leaves = machine.evaluator.tensors(several, arguments.part)
    flags = {name: machine.truth(given.get(name), arguments.span) for name in _OF_TORCH_GRAD[3:]}
    outputs = _outputs(machine, given["outputs"], given.get("grad_outputs"), arguments)
    for output, upstream in outputs:
        keeps = flags["retain_graph"] or flags["create_graph"]
        machine.names.passed(output, arguments.part, given=upstream is not None, keeps_graph=keeps, of_inputs=True)
    recorded = machine.tracking.as_recorded
    outputs = [(recorded(output, arguments.part), upstream) for output, upstream in outputs]
    asked = _Asked(machine, leaves, arguments, creates_graph=flags["create_graph"], allows_unused=flags["allow_unused"])
    return asked.with_hooks(*outputs[0]) if machine.hooks and len(outputs) == 1 else asked.of_all(outputs)


@dataclass
class _Asked:
    """A call of `torch.autograd.grad`."""

    machine: Any
    leaves: list[Tensor]
    arguments: Arguments
    creates_graph: bool
    allows_unused: bool
    total: list[Tensor] = field(default_factory=list)
    used: set[Tensor] = field(default_factory=set)
    """The inputs that lead to an output."""

    def of_all(self, outputs: list[tuple[Tensor, Tensor | None]]) -> Item:
        """The sum of the gradients of all outputs, of which none is made from a tensor with a hook."""
        for output, upstream in outputs:
            self.machine.hooks.check_none(output, self.arguments.part)
            self._add(output, upstream)
        return self._given()

    def with_hooks(self, output: Tensor, upstream: Tensor | None) -> Item | Then:
        """The gradients of one output, after hooks were called."""

        def passed(hooked: Tensor, _: set[Tensor]) -> Item:
            self._add(hooked, upstream)
            return self._given()

        seed = seed_of(output, 1.0 if upstream is None else upstream.raw)
        return self.machine.hooks.run(  # type: ignore[no-any-return]
            output, seed, self.arguments.part, passed, inputs=self.leaves, creates_graph=self.creates_graph
        )

    def _add(self, output: Tensor, upstream: Tensor | None) -> None:
        machine, part = self.machine, self.arguments.part
        seed = 1.0 if upstream is None else upstream
        found = _derived(machine, output, self.leaves, self.arguments, upstream=seed, summed=True)
        machine.names.differentiated(output, found)
        pairs = zip(self.total, found, strict=True) if self.total else ()
        self.total = [machine.evaluator.operator("+", [*pair], part) for pair in pairs] or found
        self.used |= {leaf for leaf in self.leaves if machine.tracking.reaches(leaf, output)}

    def _given(self) -> Item:
        machine, leaves = self.machine, self.leaves
        if not self.creates_graph:
            for each in self.total:
                machine.evaluator.careful = True
                machine.tracking.without_gradients(each)
        if len(self.used) < len(leaves) and not self.allows_unused and machine.aliases.library_of(leaves[0]) == "torch":
            machine.names.differs("unused input", "torch", self.arguments.span)
        pairs = zip(leaves, self.total, strict=True)
        return tuple(each if leaf in self.used or not self.allows_unused else None for leaf, each in pairs)


def _outputs(machine: Any, outputs: Item, upstreams: Item, arguments: Arguments) -> list[tuple[Tensor, Tensor | None]]:
    """The outputs, each with the gradient that is given for it; None where none is."""
    several = outputs if isinstance(outputs, list | tuple) else [outputs]
    tensors = machine.evaluator.tensors(several, arguments.part)
    given = upstreams if isinstance(upstreams, list | tuple) and isinstance(outputs, list | tuple) else [upstreams] * len(tensors)
    if len(given) != len(tensors):
        raise ProblemError(call_errors.builtin_arguments("grad_outputs", len(tensors), len(tensors), len(given), arguments.part))
    seeds = [None if each is None else machine.evaluator.tensor(each, arguments.part) for each in given]
    return [(tensor, None if seed is None else _fitting(tensor, seed)) for tensor, seed in zip(tensors, seeds, strict=True)]


def _fitting(tensor: Tensor, seed: Tensor) -> Tensor:
    """The upstream gradient, in the output's shape. Raises ProblemError (shape-mismatch)."""
    if seed.shape != tensor.shape:
        return lift(seed_of(tensor, seed.raw))
    return seed


@builtin(TENSOR_METHODS, "assign", "assign_sub", "assign_add", least=2, most=2)
def _assign(machine: Any, arguments: Arguments) -> Item:
    leaf, value = arguments.values
    symbol = {"assign_sub": "-", "assign_add": "+"}.get(getattr(arguments.part, "name", ""))
    if symbol:
        value = machine.evaluator.operator(symbol, [leaf, value], arguments.part)
    if isinstance(leaf, Tensor):
        machine.names.set_attribute(leaf, "data", value, arguments.part)
    return leaf
