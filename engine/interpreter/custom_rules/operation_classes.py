"""Operations of a program as classes that extend ours: `class Cube(Operation)` with `forward(self, x)` and
`backward(self, upstream_grad)`, called as `Cube()(x)`, `Cube(x)` or `Cube.apply(x)`.

As with `torch.autograd.Function`, `forward` runs on placeholders of the inputs and `backward` at once after it; see
`recorded_rules`. `self.parents` are the inputs, unless `forward` sets them; `backward` gives a gradient for each parent.
"""

from typing import Any

from backpass.engine.graph.rule_gradients import OPERATION, by_argument
from backpass.engine.graph.tensor import Tensor, attachments
from backpass.engine.interpreter.custom_rules.rule_recording import RuleRecording, named_at
from backpass.engine.interpreter.errors import custom_rule_errors
from backpass.engine.interpreter.values import (
    Arguments,
    Builtin,
    Class,
    ClassMethod,
    Instance,
    Item,
    Method,
    Then,
    UserFunction,
)
from backpass.engine.problems import ProblemError

OPERATION_MODULES = frozenset({"engine", "backpass"})
"""The modules that have the class `Operation`."""
AS_IN = {
    "custom_vjp": "jax",
    "defjvp": "autograd.extend",
    "defvjp": "autograd.extend",
    "enable_grad": "torch",
    "grad": "jax",
    "jvp": "jax",
    "no_grad": "torch",
    "primitive": "autograd.extend",
    "value_and_grad": "jax",
}
"""Names of the library that mean what they mean in another one."""


def operation_class() -> Class:
    """`backpass.Operation`."""
    return Class("Operation", (), {"apply": ClassMethod("apply", _apply), "__call__": Builtin("__call__", _call)})


def _apply(_: Any, kind: Class, given: Arguments) -> Then:
    """`Cube.apply(x)`: of a new object of the class."""
    return Then(kind, Arguments([], {}, given.part), lambda made: Then(made, given, lambda result: result))


def _call(machine: Any, arguments: Arguments) -> Then:
    """`Cube()(x)`: the object is the first of the arguments."""
    operation: Any = arguments.values[0]
    given = Arguments(arguments.values[1:], arguments.keywords, arguments.part)
    forward, backward = (_method(operation, name, given) for name in ("forward", "backward"))
    recording = RuleRecording(machine, operation.kind.name, given)
    operation.members["parents"] = list(recording.sources)

    def go_back(result: Item) -> Item | Then:
        recording.computed(result)
        if not recording.moves:
            operation.members["parents"] = list(recording.inputs)
            return recording.constant()
        if recording.shapes is not None:
            raise ProblemError(custom_rule_errors.no_tensors(operation.kind.name, "a tuple", given.part))
        return Then(backward, Arguments([recording.upstream], {}, given.part), sent)

    def sent(found: Item) -> Item | Then:
        slots = _slots(operation, recording, given)
        with named_at(given.part):
            shapes = [recording.sources[slot].shape for slot in slots]
            gradients = by_argument(operation.kind.name, found, shapes, OPERATION)
        by_place: list[Item] = [None] * len(recording.values)
        for slot, gradient in zip(slots, gradients, strict=True):
            by_place[recording.places[slot]] = gradient

        def finish() -> Item:
            operation.members["parents"] = [recording.inputs[slot] for slot in slots]
            result = recording.sent(by_place, OPERATION)
            attachments(result)["creator"] = operation  # type: ignore[arg-type]
            return result

        operation.members["parents"] = [recording.sources[slot] for slot in slots]
        jvp = operation.kind.find("jvp")
        return recording.with_tangent(Method(jvp, operation) if isinstance(jvp, UserFunction) else None, [], finish)

    return Then(forward, Arguments(list(recording.values), {}, given.part), go_back)


def _method(operation: Instance, name: str, given: Arguments) -> Method:
    """Its `forward` or `backward`. Raises ProblemError where it has none."""
    found = operation.kind.find(name)
    if not isinstance(found, UserFunction):
        raise ProblemError(custom_rule_errors.no_method(operation.kind.name, name, given.part))
    return Method(found, operation)


def _slots(operation: Instance, recording: RuleRecording, given: Arguments) -> list[int]:
    """For each parent which input of `forward` it is. Raises ProblemError for a parent that is none."""
    parents = operation.members.get("parents")
    several = list(parents) if isinstance(parents, tuple | list) else [parents]
    slots = [
        next((slot for slot, source in enumerate(recording.sources) if source is each), None)
        for each in several
        if isinstance(each, Tensor)
    ]
    if None in slots or len(slots) != len(several) or len(set(slots)) != len(slots):
        raise ProblemError(custom_rule_errors.foreign_parent(operation.kind.name, given.part))
    return slots  # type: ignore[return-value]
