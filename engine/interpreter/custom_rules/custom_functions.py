"""Functions of the program with a derivative rule of their own: PyTorch's `torch.autograd.Function`, `jax.custom_vjp`, and
autograd's `primitive` with `defvjp`.

`forward` runs on placeholders of the inputs, and `backward` at once after it, on a placeholder of the gradient that
will arrive; see `recorded_rules`. In the graph the application is one node, named after the class or function.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.graph.custom_rules import Application, record_of
from engine.graph.tensor import Tensor
from engine.interpreter.custom_rules.recorded_rules import RecordedRule, sources_of
from engine.interpreter.errors import call_errors, custom_rule_errors
from engine.interpreter.libraries.registry import offer
from engine.interpreter.values import (
    CALLED,
    MAX_NESTED,
    Arguments,
    Builtin,
    Class,
    ClassMethod,
    Instance,
    Item,
    Then,
    UserFunction,
    kind_of,
    whole_number,
)
from engine.operations import OPERATIONS
from engine.problems import ProblemError
from engine.shapes import Shape, size_of

FUNCTION_MODULES = frozenset({"torch.autograd", "torch.autograd.function", "engine", "backpass"})
"""The modules that have the class `Function`."""


@dataclass(eq=False)
class RuleRecording:
    """An application that is being recorded: what it was given, and the placeholders of that while its functions run."""

    machine: Any
    name: str
    arguments: Arguments
    through: bool = False
    kind: Class | None = None

    def __post_init__(self) -> None:
        machine, given = self.machine, self.arguments
        if given.keywords:
            raise ProblemError(custom_rule_errors.keywords(self.name, given.part))
        if len(machine.recordings) >= _MAX_NESTED_RULES:
            raise ProblemError(custom_rule_errors.nested(self.name, _MAX_NESTED_RULES, given.part))
        if any(_holds_moving(each) for each in given.values):
            raise ProblemError(custom_rule_errors.tensors_in_list(self.name, given.part))
        values: list[Any] = [
            machine.evaluator.tensor(each, given.part) if isinstance(each, Tensor) else each for each in given.values
        ]
        self.places = [place for place, each in enumerate(values) if isinstance(each, Tensor)]
        if machine.evaluator.careful and not machine.evaluator.paused:
            values = [machine.tracking.held_back(each, given.part) if isinstance(each, Tensor) else each for each in values]
        self.inputs: list[Tensor] = [values[place] for place in self.places]
        self.moves = any(each.requires_grad for each in self.inputs)
        self.sources = [self._standing_for(each) for each in self.inputs]
        self.values: list[Item] = [_unwritten(each) for each in values]
        for place, source in zip(self.places, self.sources, strict=True):
            self.values[place] = source
        self.looked = self.decided = False
        self.undifferentiated: list[Tensor] = []
        self.at_end: Callable[[], object] = lambda: None
        machine.is_data_dependent = True  # what the program's functions do is known for the numbers of this run
        machine.recordings.append(self)
        self._before = machine.watched
        machine.watched = []

    def _standing_for(self, tensor: Tensor) -> Tensor:
        made = Tensor(tensor.raw, requires_grad=tensor.requires_grad, label=tensor.label)
        made.span = tensor.span
        self.machine.evaluator.count(made)
        self.machine.standing.add(made, self.name)
        library = self.machine.aliases.library_of(tensor)
        if library:
            self.machine.aliases.made(made, library)
        if tensor.requires_grad and self.machine.tracking.tracks(tensor):
            self.machine.tracking.declare(made)
        return made

    def computed(self, result: Item) -> None:
        """What `forward` gave: a tensor, or a tuple of several, which are one node of which each is a part."""
        evaluator, part = self.machine.evaluator, self.arguments.part
        if any(self.machine.aliases.current(each) is not each for each in self.sources):
            raise ProblemError(custom_rule_errors.changed_in_place(self.name, part))
        self.shapes: list[Shape] | None = None
        if isinstance(result, list | dict):
            raise ProblemError(custom_rule_errors.no_tensors(self.name, kind_of(result), part))
        if isinstance(result, tuple):
            outputs = [evaluator.tensor(each, part) for each in result]
            self.shapes = [each.shape for each in outputs]
            flat = [self._row(each) for each in outputs]
            self.output = evaluator.operation(OPERATIONS["concatenate"], flat, part)
        else:
            self.output = evaluator.tensor(result, part)
        self.looked = bool(self.machine.watched)
        self.machine.watched = []
        self.upstream = Tensor(np.ones(self.output.shape) if self.output.shape else 1.0)
        self.machine.evaluator.count(self.upstream)
        self.machine.standing.add(self.upstream, self.name, upstream=True)

    def _row(self, tensor: Tensor) -> Tensor:
        return self.machine.evaluator.operation(  # type: ignore[no-any-return]
            OPERATIONS["reshape"], [tensor], self.arguments.part, {"shape": (size_of(tensor.raw),)}
        )

    def parts(self, joint: Tensor) -> list[Tensor]:
        """The outputs, or their gradients, of the one tensor that has them all."""
        if self.shapes is None:
            return [joint]
        found, start = [], 0
        evaluator, part = self.machine.evaluator, self.arguments.part
        for shape in self.shapes:
            size = int(np.prod(shape, dtype=int))
            piece = evaluator.operation(OPERATIONS["index"], [joint], part, {"key": (slice(start, start + size),)})
            found.append(evaluator.operation(OPERATIONS["reshape"], [piece], part, {"shape": shape}))
            start += size
        return found

    def constant(self) -> Item:
        """The outputs where nothing that is differentiated comes in, so that no rule is asked for."""
        self.machine.standing.forget(self.sources)
        self.end()
        output, part = self.output, self.arguments.part
        if output.requires_grad:  # by a tensor of the program around it, to which no rule leads back
            output = self.machine.evaluator.operation(OPERATIONS["detach"], [output], part)
        found = self.parts(output)
        return found[0] if self.shapes is None else tuple(found)

    def sent(self, gradients: Sequence[Item], *, exactly: bool = False, once: bool = False) -> Item:
        """What `backward` gave, for each argument by place; the application's outputs, as nodes of the graph."""
        machine, part = self.machine, self.arguments.part
        given = len(self.values)
        beyond = gradients[given:]
        if len(gradients) < given or any(each is not None for each in beyond) or (exactly and beyond):
            raise ProblemError(custom_rule_errors.gradient_count(self.name, len(gradients), given, part))
        chosen = [gradients[place] for place in self.places]
        tensors = [None if each is None else machine.evaluator.tensor(each, part) for each in chosen]
        for slot, (each, source) in enumerate(zip(tensors, self.sources, strict=True)):
            if each is not None and each.shape != source.shape:
                raise ProblemError(custom_rule_errors.gradient_shape(self.name, slot, each.shape, source.shape, part))
        if machine.watched:
            if self.upstream in sources_of(machine.watched):
                raise ProblemError(custom_rule_errors.looked_at_upstream(self.name, part))
            self.looked = True
        self.end()
        rule = RecordedRule(
            self.name,
            self.sources,
            self.output,
            self.upstream,
            tensors,
            self.looked,
            self.through,
            once,
            frozenset(self.undifferentiated),
            machine.evaluator.place or part.span,
            self.decided,
        )
        application = Application(rule, self.inputs, self.output.raw)
        joint = machine.evaluator.operation(
            record_of(self.name, len(self.inputs)), self.inputs, part, {"application": application}
        )
        self._made(joint)
        found = self.parts(joint)
        for each in found:
            self._made(each)
        return found[0] if self.shapes is None else tuple(found)

    def _made(self, result: Tensor) -> None:
        library = next(filter(None, map(self.machine.aliases.library_of, self.inputs)), None)
        if library and self.machine.aliases.library_of(result) is None:
            self.machine.aliases.made(result, library)

    def called_within(self, value: Item) -> Item:
        """What the function itself gave where its own rule calls it: its derivative would be the rule's, which is being made."""
        self.undifferentiated += [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Tensor)]
        return value

    def end(self) -> None:
        """The functions have run; what they looked at is what those around them looked at, too."""
        self.at_end()
        self.machine.recordings.remove(self)
        watched = self.machine.watched or []
        self.machine.watched = self._before
        if self._before is not None:
            self._before += watched


def _holds_moving(item: Item) -> bool:
    """Whether a list, tuple or dictionary holds a tensor with a gradient; lists within lists are followed for a while."""
    waiting: list[tuple[Any, int]] = [(item, 0)]
    for each, depth in waiting:
        if isinstance(each, Tensor) and each.requires_grad and depth:
            return True
        if isinstance(each, list | tuple | dict) and depth < MAX_NESTED and len(waiting) < _MAX_ITEMS:
            waiting += [(below, depth + 1) for below in (each.values() if isinstance(each, dict) else each)]
    return False


_MAX_NESTED_RULES = 16
"""Rules within rules: following one follows those within it."""

_MAX_ITEMS = 10_000
"""Items that are looked at for tensors."""


def _unwritten(item: Item) -> Item:
    """A number that stands in the program as a plain one, of which no call makes an input."""
    if isinstance(item, bool) or not isinstance(item, int | float):
        return item
    return int(item) if isinstance(item, int) else float(item)


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
            list(given.values) if isinstance(setup, UserFunction) else [_context((False,) * len(given.values)), *given.values]
        )
        return Then(forward, Arguments(arguments, given.keywords, given.part), outer.called_within)
    recording = RuleRecording(machine, kind.name, given, kind=kind)
    ctx = _context(tuple(each.requires_grad if isinstance(each, Tensor) else False for each in recording.values))

    def go_back(result: Item) -> Item | Then:
        recording.computed(result)
        if not recording.moves:
            return recording.constant()
        return Then(backward, Arguments([ctx, *recording.parts(recording.upstream)], {}, given.part), sent)

    def sent(found: Item) -> Item:
        if found is None and len(recording.values) > 1:
            raise ProblemError(custom_rule_errors.gives_nothing(kind.name, given.part))
        return recording.sent(found if isinstance(found, tuple) else (found,), once=backward.once)

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


def _context(needed: tuple[bool, ...]) -> Instance:
    """What `forward` hands to `backward`."""
    ctx = Instance(Class("Context", (), {}), {"needs_input_grad": needed, "saved_tensors": ()})

    def save(_: Any, given: Arguments) -> None:
        ctx.members["saved_tensors"] = tuple(given.values)

    def materialize(_: Any, given: Arguments) -> None:
        if given.values != [True]:
            raise ProblemError(custom_rule_errors.of_context("set_materialize_grads", given.part))

    ctx.members["save_for_backward"] = Builtin("save_for_backward", save)
    ctx.members["set_materialize_grads"] = Builtin("set_materialize_grads", materialize)
    for name in ("mark_dirty", "mark_non_differentiable", "save_for_forward"):
        ctx.members[name] = Builtin(name, _refused(name))
    return ctx


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
            if not isinstance(found, tuple):
                raise ProblemError(custom_rule_errors.no_tuple(name, given.part))
            return recording.sent(found, exactly=True)

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
    fixed = [each if has else _unwritten(each) for each, has in zip(given.values, ruled, strict=True)]
    return Arguments(machine.inputs(function, fixed), given.keywords, given.part)


def with_numbers_as_tensors(machine: Any, given: Arguments) -> Arguments:
    """Numbers as constants: JAX hands tensors to every function that has a rule."""
    values = [
        machine.evaluator.tensor(each, given.part) if isinstance(each, int | float) and not isinstance(each, bool) else each
        for each in given.values
    ]
    return Arguments(values, given.keywords, given.part)


@offer(("autograd.extend",), "primitive", least=1, most=1, takes="(function)")
def _primitive(machine: Any, arguments: Arguments) -> Item:
    """`@primitive`: a function whose derivative is what `defvjp` says."""
    function = marked(arguments)
    name = name_of(function)
    made: Instance

    def call(machine: Any, given: Arguments) -> Item | Then:
        rules: Any = made.members[_RULES]
        recording = RuleRecording(machine, name, with_inputs(machine, function, given, rules))
        moving = [place for place, each in zip(recording.places, recording.inputs, strict=True) if each.requires_grad]
        missing = [place for place in moving if place not in rules]
        if missing:
            raise ProblemError(custom_rule_errors.no_rule(name, f"`defvjp({name}, lambda ans, x: lambda g: …)`", given.part))
        sent: list[Item] = [None] * len(recording.values)
        wanted = [place for place in moving if rules[place] is not None]

        def computed(result: Item) -> Item | Then:
            recording.computed(result)
            if not recording.moves:
                return recording.constant()
            return following(result, 0)

        def following(answer: Item, index: int) -> Item | Then:
            """The rule of one argument after the other: `lambda ans, x: …` gives a function of the gradient."""
            if index == len(wanted):
                return recording.sent(sent)
            place = wanted[index]
            parts = recording.parts(recording.upstream)
            upstream = parts[0] if recording.shapes is None else tuple(parts)

            def keep(gradient: Item) -> Item | Then:
                sent[place] = gradient
                return following(answer, index + 1)

            return Then(
                rules[place],
                Arguments([answer, *recording.values], {}, given.part),
                lambda back: Then(back, Arguments([upstream], {}, given.part), keep),
            )

        return Then(function, Arguments(list(recording.values), {}, given.part), computed)

    made = called(name, call)
    made.members[_RULES] = {}
    return made


_RULES = "(rules)"
"""The rules of a primitive by place of the argument, a member that no program can spell."""


@offer(("autograd.extend",), "defvjp", least=1)
def _defvjp(machine: Any, arguments: Arguments) -> Item:
    """`defvjp(f, rule, …, argnums=…)`: what goes back to each argument of a primitive; None for nothing."""
    function, *rules = arguments.values
    unknown = next((name for name in arguments.keywords if name != "argnums"), None)
    if unknown is not None:
        raise ProblemError(call_errors.unknown_keyword("defvjp", unknown, arguments.part))
    if not isinstance(function, Instance) or _RULES not in function.members:
        raise ProblemError(custom_rule_errors.no_primitive(arguments.part))
    given = arguments.keywords.get("argnums")
    places = range(len(rules)) if given is None else [whole_number(each, "`argnums`", arguments.part) for each in given]  # type: ignore[union-attr]
    if len(places) != len(rules):
        raise ProblemError(call_errors.builtin_arguments("defvjp", len(places), len(places), len(rules), arguments.part))
    function.members[_RULES] = dict(zip(places, rules, strict=True))
    return None


@offer(("torch.autograd.function",), "once_differentiable", least=1, most=1, takes="(function)")
def _once_differentiable(machine: Any, arguments: Arguments) -> Item:
    """A `backward` whose result is not differentiated again."""
    (function,) = arguments.values
    if isinstance(function, UserFunction):
        function.once = True
    return function
