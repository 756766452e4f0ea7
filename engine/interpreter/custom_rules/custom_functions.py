"""Functions of the program with a derivative rule of their own: PyTorch's `torch.autograd.Function`, `jax.custom_vjp`, and
autograd's `primitive` with `defvjp`.

`forward` runs on placeholders of the inputs, and `backward` at once after it, on a placeholder of the gradient that
will arrive; see `recorded_rules`. In the graph the application is one node, named after the class or function.
"""

from collections.abc import Callable, Container
from typing import Any

import numpy as np

from backpass.engine.graph.rule_gradients import JAX, PYTORCH
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.custom_rules.rule_recording import RuleRecording, unwritten
from backpass.engine.interpreter.errors import call_errors, custom_rule_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import (
    CALLED,
    Arguments,
    Builtin,
    Class,
    ClassMethod,
    Instance,
    Item,
    Then,
    UserFunction,
)
from backpass.engine.problems import ProblemError

FUNCTION_MODULES = frozenset({"torch.autograd", "torch.autograd.function", "engine", "backpass"})
"""The modules that have the class `Function`."""


# PyTorch


def function_class() -> Class:
    """`torch.autograd.Function`."""
    return Class("Function", (), {"apply": ClassMethod("apply", _apply)})


def _apply(machine: Any, kind: Class, given: Arguments) -> Then:
    """`Square.apply(x)`."""
    forward, backward = (_static(kind, name, given) for name in ("forward", "backward"))
    setup = kind.find("setup_context")
    outer = next((each for each in machine.recordings if each.kind is kind), None)
    if outer is not None:  # its own rule applies it
        arguments = (
            list(given.values) if isinstance(setup, UserFunction) else [_context((False,) * len(given.values), []), *given.values]
        )
        return Then(forward, Arguments(arguments, given.keywords, given.part), outer.called_within)
    recording = RuleRecording(machine, kind.name, given, kind=kind)
    ctx = _context(
        tuple(each.requires_grad if isinstance(each, Tensor) else False for each in recording.values), recording.constants
    )

    def go_back(result: Item) -> Item | Then:
        recording.computed(result)
        if not recording.moves:
            return recording.constant()
        return Then(backward, Arguments([ctx, *recording.parts(recording.upstream)], {}, given.part), sent)

    def sent(found: Item) -> Item | Then:
        gradients = recording.given_back(found, PYTORCH)
        ctx.members["saved_tensors"] = ctx.members.pop(_FORWARD, ctx.members["saved_tensors"])
        return recording.with_tangent(kind.find("jvp"), [ctx], lambda: recording.sent(gradients, PYTORCH, once=backward.once))

    if isinstance(setup, UserFunction):

        def set_up(result: Item) -> Then:
            arguments = Arguments([ctx, tuple(recording.values), result], {}, given.part)
            return Then(setup, arguments, lambda _: go_back(result))

        return Then(forward, Arguments(list(recording.values), {}, given.part), set_up)
    return Then(forward, Arguments([ctx, *recording.values], {}, given.part), go_back)


def _static(kind: Class, name: str, given: Arguments) -> UserFunction:
    found = kind.find(name)
    if not isinstance(found, UserFunction):
        raise ProblemError(custom_rule_errors.no_member(kind.name, name, given.part))
    if found.bound != "nothing":
        raise ProblemError(custom_rule_errors.not_static(kind.name, name, given.part))
    return found


def _context(needed: tuple[bool, ...], constants: list[Item]) -> Instance:
    """What `forward` hands to `backward`; outputs that are marked as not differentiable are added to `constants`."""
    ctx = Instance(Class("Context", (), {}), {"needs_input_grad": needed, "saved_tensors": ()})

    def save(_: Any, given: Arguments) -> None:
        ctx.members["saved_tensors"] = tuple(given.values)

    def save_ahead(_: Any, given: Arguments) -> None:
        ctx.members[_FORWARD] = tuple(given.values)

    ctx.members["save_for_forward"] = Builtin("save_for_forward", save_ahead)

    def materialize(_: Any, given: Arguments) -> None:
        if given.values != [True]:
            raise ProblemError(custom_rule_errors.of_context("set_materialize_grads", given.part))

    def rest(_: Any, given: Arguments) -> None:
        constants.extend(given.values)

    ctx.members["mark_non_differentiable"] = Builtin("mark_non_differentiable", rest)
    ctx.members["save_for_backward"] = Builtin("save_for_backward", save)
    ctx.members["set_materialize_grads"] = Builtin("set_materialize_grads", materialize)
    ctx.members["mark_dirty"] = Builtin("mark_dirty", _refused("mark_dirty"))
    return ctx


_FORWARD = "(saved for forward)"
"""What `save_for_forward` keeps for `jvp`, a member that no program can spell."""


def _refused(name: str) -> Callable[[Any, Arguments], Item]:
    def refuse(_: Any, given: Arguments) -> Item:
        raise ProblemError(custom_rule_errors.of_context(name, given.part))

    return refuse


# JAX and autograd


def called(name: str, recording_of: Callable[[Any, Arguments], "Item | Then"], **members: Item) -> Instance:
    """A function with members, which a call of it calls."""
    return Instance(Class(name, (), {}), {CALLED: Builtin(name, recording_of), "__name__": name, **members})


def name_of(function: Item) -> str:
    return function.name if isinstance(function, UserFunction) else "function"


def marked(arguments: Arguments) -> Item:
    """What a decorator is put before. Raises ProblemError for further arguments."""
    if arguments.keywords:
        keyword = next(iter(arguments.keywords))
        raise ProblemError(call_errors.unknown_keyword(getattr(arguments.part, "name", "this"), keyword, arguments.part))
    return arguments.values[0]


@offer(("jax",), "custom_vjp", least=1, most=1, takes="(function)")
def _custom_vjp(machine: Any, arguments: Arguments) -> Item:
    """`@jax.custom_vjp`: a function whose `defvjp(forward, backward)` says how its gradient goes back."""
    function = marked(arguments)
    name = name_of(function)
    rule: list[Item] = []
    within: list[RuleRecording] = []

    def define(_: Any, given: Arguments) -> None:
        if len(given.values) != 2 or given.keywords:
            raise ProblemError(call_errors.builtin_arguments("defvjp", 2, 2, len(given.values) + len(given.keywords), given.part))
        rule[:] = given.values

    def call(machine: Any, given: Arguments) -> Item | Then:
        if not rule:
            raise ProblemError(custom_rule_errors.no_rule(name, f"`{name}.defvjp(forward, backward)`", given.part))
        if within:  # the rule itself calls the function: what it is, not how it is differentiated
            return Then(function, given, within[-1].called_within)
        forward, backward = rule
        recording = RuleRecording(
            machine, name, with_numbers_as_tensors(machine, with_inputs(machine, function, given)), through=True
        )
        within.append(recording)
        recording.at_end = within.pop

        def primal(value: Item) -> Then:
            def went_forward(result: Item) -> Item | Then:
                if not isinstance(result, tuple) or len(result) != 2:
                    raise ProblemError(custom_rule_errors.no_residuals(name, given.part))
                output, residuals = result
                compare(machine, name, value, output, given)
                recording.computed(output)
                if not recording.moves:
                    return recording.constant()
                parts = recording.parts(recording.upstream)
                upstream = parts[0] if recording.shapes is None else tuple(parts)
                return Then(backward, Arguments([residuals, upstream], {}, given.part), sent)

            return Then(forward, Arguments(list(recording.values), {}, given.part), went_forward)

        def sent(found: Item) -> Item:
            return recording.sent(recording.given_back(found, JAX), JAX)

        return Then(function, Arguments(list(recording.values), {}, given.part), primal)

    return called(name, call, defvjp=Builtin("defvjp", define))


def compare(machine: Any, name: str, value: Item, output: Item, given: Arguments) -> None:
    """Holds what the function itself gives against what its rule gives. Raises ProblemError where they differ."""
    pairs = zip(*(each if isinstance(each, tuple) else (each,) for each in (value, output)), strict=False)
    alike = isinstance(value, tuple) == isinstance(output, tuple) and (
        not isinstance(value, tuple) or len(value) == len(output)  # type: ignore[arg-type]
    )
    for one, other in pairs:
        left, right = (machine.evaluator.tensor(each, given.part).raw for each in (one, other))
        alike = alike and np.shape(left) == np.shape(right) and np.allclose(left, right, rtol=1e-9, atol=1e-12, equal_nan=True)
    if not alike:
        raise ProblemError(custom_rule_errors.other_value(name, given.part))


def with_inputs(machine: Any, function: Item, given: Arguments, rules: Container[int] | None = None) -> Arguments:
    """Numbers that the top level writes into the call as inputs, as in a call of any function of the program; not those at
    places without a rule.
    """
    if not isinstance(function, UserFunction):
        return given
    ruled = [rules is None or place in rules for place in range(len(given.values))]
    fixed = [each if has else unwritten(each) for each, has in zip(given.values, ruled, strict=True)]
    return Arguments(machine.inputs(function, fixed), given.keywords, given.part)


def with_numbers_as_tensors(machine: Any, given: Arguments) -> Arguments:
    """Numbers as constants: JAX hands tensors to every function that has a rule."""
    values = [
        machine.evaluator.tensor(each, given.part) if isinstance(each, int | float) and not isinstance(each, bool) else each
        for each in given.values
    ]
    return Arguments(values, given.keywords, given.part)


@offer(("torch.autograd.function", "engine"), "once_differentiable", least=1, most=1, takes="(function)")
def _once_differentiable(machine: Any, arguments: Arguments) -> Item:
    """A `backward` whose result is not differentiated again."""
    (function,) = arguments.values
    if isinstance(function, UserFunction):
        function.once = True
    return function
