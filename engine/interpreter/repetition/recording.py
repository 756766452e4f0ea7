"""Runs one repetition of a loop instruction by instruction and records it, as long as nothing in it depends on numbers.

An instruction that is not listed here, a call of anything but operations and functions of the program, or a look at a tensor's
numbers ends the recording; the repetition goes on as usual. So a recorded repetition computes the same operations whenever it is
begun in the same state (see `state`), but for the conditions on the loop's own variable, which are recorded as `Guard`, numbers
that are computed from it (see `loop_numbers`), and what only notes its results (see `bookkeeping`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.libraries.spellings import library_of
from backpass.engine.interpreter.repetition.bookkeeping import Asides
from backpass.engine.interpreter.repetition.guards import Guard, guard_at
from backpass.engine.interpreter.repetition.loop_numbers import LoopNumbers
from backpass.engine.interpreter.values import (
    Instance,
    Item,
    Iterated,
    LibraryModule,
    Method,
    Missing,
    NumpyGenerator,
    UserFunction,
    holds_tensors,
)
from backpass.engine.language import syntax_tree
from backpass.engine.operations import OPERATIONS, Operation

_PYTHON = frozenset({"len", "range", "zip", "enumerate"})
"""Functions of Python's that look at no number of a tensor."""
_ATTRIBUTES = frozenset({"T", "shape", "ndim", "size"})
"""Attributes of arrays that do not depend on their numbers."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What one repetition did."""

    path: list[int]
    """Its instructions, by identity."""
    tensors: list[Tensor]
    """What it made, in order."""
    guards: list[Guard]
    numbers: LoopNumbers
    """What it computed from the variable of the loop."""
    asides: Asides
    """What it only noted."""


def record(
    machine: Any, frame: CallFrame, begin: int, handlers: Mapping[type, Callable[..., None]], barred: set[int]
) -> Recording | None:
    """Runs a repetition whose item is taken already, up to the instruction at `begin`, which takes the next one. Statements at
    the places that are `barred` are no asides; those that turn out to be none are added.

    None, in the midst of the repetition or after it, where it cannot be recorded. Raises ProblemError and SkippedError.
    """
    step = frame.instructions[begin]
    assert isinstance(step, bytecode.ForIter)
    variable = step.names[0]
    evaluator, frames = machine.evaluator, machine.frames
    tensors: list[Tensor] = []
    evaluator.recorded = tensors
    before = machine.unrepeatable, evaluator.times_freed
    path: list[int] = []
    guards: list[Guard] = []
    numbers = LoopNumbers(variable, frame)
    asides = Asides(machine, frame, variable, handlers, barred)
    after_guard = -1
    try:
        while True:
            running = frames[-1]
            place = running.position
            part = running.instructions[place]
            if running is frame:
                if place == begin:
                    break
                if place > after_guard and asides.run_at(place, len(tensors), numbers):
                    continue
                if place > after_guard and (found := guard_at(running, place, variable)) is not None:
                    after_guard, guard = found
                    guards.append(guard)
            in_guard = running is frame and place <= after_guard
            if not numbers.begin(part, running, in_guard=in_guard):
                return None
            if not _is_recordable(machine, part, running, variable, may_read=running is frame):
                return None
            path.append(id(part))
            asides.touch(part)
            running.position += 1
            made = len(tensors)
            handlers[type(part)](machine, part, running)
            if in_guard and place == after_guard:
                after_guard = -1  # an inner loop leads back to it, and to what is before it
            if running is frame and not in_guard and not numbers.end(part, running, tensors, made):
                return None
            if frames[-1] is frame and not begin <= frame.position < step.to.position:
                return None
    finally:
        evaluator.recorded = None
    if (machine.unrepeatable, evaluator.times_freed) != before or not numbers.are_complete:
        return None
    return Recording(path, tensors, guards, numbers, asides) if asides.are_apart(numbers) else None


def _is_recordable(machine: Any, part: Any, frame: CallFrame, variable: str, *, may_read: bool) -> bool:
    """Whether an instruction does the same whatever numbers the tensors hold and however often the loop has begun, but for what
    it computes from the loop's variable, which it `may_read`.
    """
    kind = type(part)
    if kind in _ALWAYS:
        return True
    if kind is syntax_tree.Name:
        return may_read or part.name != variable
    if kind in _JUMPS:
        return not isinstance(frame.stack[-1], Tensor)
    check = _CHECKS.get(kind)
    return check is not None and check(machine, part, frame, variable)


def _application(machine: Any, part: syntax_tree.Apply, frame: CallFrame, variable: str) -> bool:
    items = frame.stack[-part.arity :]
    if any(isinstance(each, Tensor) for each in items):
        return all(isinstance(each, Tensor | int | float) for each in items) and (part.symbol, part.arity) in OPERATIONS.infix
    return all(isinstance(each, int | float | str | None) for each in items)


def _assignment(machine: Any, part: bytecode.Assigned, frame: CallFrame, variable: str) -> bool:
    return not any(getattr(each, "name", None) == variable for each in part.statement.targets)


def _storing(machine: Any, part: Any, frame: CallFrame, variable: str) -> bool:
    return bool(part.name != variable)


def _attribute(machine: Any, part: syntax_tree.Attribute, frame: CallFrame, variable: str) -> bool:
    owner = frame.stack[-1]
    if isinstance(owner, Tensor):
        return part.name in _ATTRIBUTES
    return isinstance(owner, Instance) or (isinstance(owner, LibraryModule) and not isinstance(owner, NumpyGenerator))


def _attribute_stored(machine: Any, part: bytecode.StoreAttribute, frame: CallFrame, variable: str) -> bool:
    return isinstance(frame.stack[-1], Instance)


def _item_stored(machine: Any, part: bytecode.StoreItem, frame: CallFrame, variable: str) -> bool:
    return isinstance(frame.stack[-part.subscript.arity], Tensor | list | dict)


def _subscript(machine: Any, part: syntax_tree.Subscript, frame: CallFrame, variable: str) -> bool:
    return isinstance(frame.stack[-part.arity], Tensor | list | tuple | dict)


def _collection(machine: Any, part: syntax_tree.Collection, frame: CallFrame, variable: str) -> bool:
    return part.kind in ("list", "tuple", "dict")


def _items(machine: Any, part: bytecode.GetIter, frame: CallFrame, variable: str) -> bool:
    """A generator that was made before would be further on the next time."""
    before = frame.instructions[frame.position - 1]
    fresh = isinstance(before, syntax_tree.Call) and not before.method and before.name in _PYTHON
    return isinstance(frame.stack[-1], Tensor | list | tuple | range | dict | str) or (
        fresh and isinstance(frame.stack[-1], Iterated)
    )


def _unpacking(machine: Any, part: bytecode.Unpack, frame: CallFrame, variable: str) -> bool:
    return isinstance(frame.stack[-1], Tensor | list | tuple)


def _next(machine: Any, part: bytecode.ForIter, frame: CallFrame, variable: str) -> bool:
    return variable not in part.names


def _call(machine: Any, part: syntax_tree.Call, frame: CallFrame, variable: str) -> bool:
    if "**" in part.keywords:
        return False
    items = frame.stack[len(frame.stack) - part.arity :]
    given = len(items) - len(part.keywords)
    values, named = items[:given], items[given:]
    if part.method:
        return _method(machine, part, values, named)
    found = frame.scope.find(part.name)
    if not isinstance(found, Missing):
        return isinstance(found, UserFunction | Instance)
    ready = machine.ready(part.name)
    if part.name in _PYTHON and not isinstance(ready, Operation):
        return all(isinstance(each, Tensor | list | tuple | range | int | float) for each in items)
    return _is_operation(ready, values, named)


def _method(machine: Any, part: syntax_tree.Call, values: list[Item], named: list[Item]) -> bool:
    owner = values[0]
    if isinstance(owner, LibraryModule):
        if isinstance(owner, NumpyGenerator) or library_of(owner.name) != "numpy":
            return False
        return _is_operation(machine.ready(part.name, owner.name), values[1:], named)
    if isinstance(owner, Tensor):
        return part.name not in TENSOR_METHODS and _is_operation(OPERATIONS.spellings.get(part.name), values, named)
    if isinstance(owner, Instance):
        return isinstance(owner.members.get(part.name, owner.kind.find(part.name)), UserFunction | Instance)
    return False


def _is_operation(found: object, values: list[Item], named: list[Item]) -> bool:
    """Whether it is an operation whose options say no number of a tensor."""
    if not isinstance(found, Operation) or any(isinstance(each, Tensor) or holds_tensors(each) for each in named):
        return False
    return found.variadic or not any(isinstance(each, Tensor) or holds_tensors(each) for each in values[found.arity :])


def _invocation(machine: Any, part: syntax_tree.Invoke, frame: CallFrame, variable: str) -> bool:
    return "**" not in part.keywords and isinstance(frame.stack[-part.arity], UserFunction | Method | Instance)


_ALWAYS = frozenset(
    {
        syntax_tree.NumberLiteral,
        syntax_tree.StringLiteral,
        syntax_tree.Literal,
        bytecode.LoadConstant,
        bytecode.Goto,
        bytecode.EnterLoop,
        bytecode.LeaveLoop,
        bytecode.Discard,
        bytecode.Duplicate,
        bytecode.DupBelow,
        bytecode.PopBelow,
        bytecode.TakenApart,
        bytecode.Evaluated,
        bytecode.ReturnValue,
        bytecode.BeginList,
        bytecode.Append,
        bytecode.EndList,
    }
)
"""Instructions that move values only."""

_JUMPS = frozenset({bytecode.JumpIfFalse, bytecode.JumpIfDecided})

_CHECKS: dict[type, Callable[[Any, Any, CallFrame, str], bool]] = {
    syntax_tree.Apply: _application,
    syntax_tree.Attribute: _attribute,
    syntax_tree.Subscript: _subscript,
    syntax_tree.Collection: _collection,
    syntax_tree.Call: _call,
    syntax_tree.Invoke: _invocation,
    bytecode.Assigned: _assignment,
    bytecode.StoreName: _storing,
    bytecode.AugmentedStore: _storing,
    bytecode.StoreAttribute: _attribute_stored,
    bytecode.StoreItem: _item_stored,
    bytecode.GetIter: _items,
    bytecode.Unpack: _unpacking,
    bytecode.ForIter: _next,
}
"""Instructions that do so in some cases."""
