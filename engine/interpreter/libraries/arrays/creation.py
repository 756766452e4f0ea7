"""Arrays that other libraries make: of zeros, of ones, evenly spaced. What is large is counted before it is made."""

import math
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import call_errors, element_errors, in_place_errors
from backpass.engine.interpreter.libraries.arrays.number_types import typed
from backpass.engine.interpreter.libraries.registry import ARRAYS, count, number, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Item, SourceFloat, Then
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import MAX_AXES, too_many_axes


def lengths_of(machine: Any, items: list[Item], arguments: Arguments) -> tuple[int, ...]:
    """Lengths by place or as one tuple, counted before anything is allocated."""
    if len(items) == 1 and isinstance(items[0], list | tuple):
        items = list(items[0])
    lengths = tuple(count(machine, item, arguments) for item in items)
    if any(length < 0 for length in lengths):
        raise ProblemError(element_errors.negative_length(min(lengths), arguments.part))
    if len(lengths) > MAX_AXES:
        raise too_many_axes(len(lengths))
    machine.evaluator.check_room(math.prod(length or 1 for length in lengths))
    return lengths


def _filled(machine: Any, lengths: tuple[int, ...], value: float, arguments: Arguments, kind: Kind | None = Kind.FLOAT) -> Item:
    return made(machine, np.full(lengths, value) if lengths else value, arguments, kind)


def made(machine: Any, data: Any, arguments: Arguments, kind: Kind | None = Kind.FLOAT) -> Item:
    """An array; with `requires_grad=True` an input. `kind` is that of its numbers where the call names none."""
    if arguments.keywords.get("requires_grad") is True:
        leaf = Tensor(data)
        leaf.span = machine.evaluator.place or arguments.span
        machine.names.constructed(leaf, None, None)
    else:
        leaf = machine.evaluator.constant(data, arguments.span)
    if arguments.keywords.get("dtype") is None:
        if kind is Kind.WHOLE:
            machine.tracking.array_of_whole_numbers(leaf)
        machine.kinds.note(leaf, kind)
    return typed(machine, leaf, arguments.keywords.get("dtype"), arguments.part)


def kind_of_number(machine: Any, item: Item) -> Kind | None:
    """The kind of a number that an array is made with."""
    if isinstance(item, Tensor):
        return machine.kinds.of(machine.aliases.current(item))  # type: ignore[no-any-return]
    if isinstance(item, float):
        return Kind.FLOAT if isinstance(item, SourceFloat) or not item.is_integer() else None
    return Kind.TRUTH if isinstance(item, bool) else Kind.WHOLE


@offer(ARRAYS, "zeros", takes="(*shape, requires_grad=False, dtype=None)")
def _zeros(machine: Any, arguments: Arguments) -> Item:
    return _filled(machine, lengths_of(machine, arguments.values, arguments), 0.0, arguments)


@offer(ARRAYS, "ones", takes="(*shape, requires_grad=False, dtype=None)")
def _ones(machine: Any, arguments: Arguments) -> Item:
    return _filled(machine, lengths_of(machine, arguments.values, arguments), 1.0, arguments)


@offer(("tensorflow", "tf"), "fill", least=2, most=2, takes="(shape, value)")
@offer(ARRAYS, "full", least=2, most=2, takes="(shape, value, *, requires_grad=False, dtype=None)")
def _full(machine: Any, arguments: Arguments) -> Item:
    lengths = lengths_of(machine, [arguments.values[0]], arguments)
    kind = kind_of_number(machine, arguments.values[1])
    return _filled(machine, lengths, number(machine, arguments.values[1], arguments), arguments, kind)


@offer(("jax", "autograd"), "full", least=2, most=2, takes="(shape, value, *, requires_grad=False, dtype=None)")
def _full_of_a_result(machine: Any, arguments: Arguments) -> Item | Then:
    """As `full`; a value of the graph is repeated, so that gradients reach it."""
    shape, value = arguments.values
    if not isinstance(value, Tensor) or not value.requires_grad:
        return _full(machine, arguments)
    lengths = lengths_of(machine, [shape], arguments)
    machine.evaluator.hold(math.prod(lengths))
    ones = machine.evaluator.constant(np.ones(lengths) if lengths else 1.0, arguments.span)
    return machine.evaluator.operator("*", [ones, value], arguments.part)  # type: ignore[no-any-return]


@offer(ARRAYS, "zeros_like", "ones_like", least=1, most=1, takes="(x, *, requires_grad=False, dtype=None)")
def _like(machine: Any, arguments: Arguments) -> Item:
    like = machine.evaluator.tensor(arguments.values[0], arguments.part)
    machine.evaluator.hold(math.prod(like.shape))
    value = float(getattr(arguments.part, "name", "") == "ones_like")
    return _filled(machine, like.shape, value, arguments, machine.kinds.of(like))


@builtin(TENSOR_METHODS, "new_zeros", "new_ones", least=1, takes="(x, *size, dtype=None, requires_grad=False)")
def _new(machine: Any, arguments: Arguments) -> Item:
    """Zeros or ones of another shape in a tensor's library."""
    tensor, *sizes = arguments.values
    value = float(getattr(arguments.part, "name", "") == "new_ones")
    found = _filled(machine, lengths_of(machine, sizes, arguments), value, arguments, machine.kinds.of(tensor))
    machine.aliases.made(found, machine.aliases.library_of(tensor))
    return found


@builtin(TENSOR_METHODS, "new_full", least=3, most=3, takes="(x, size, fill_value, *, dtype=None, requires_grad=False)")
def _new_full(machine: Any, arguments: Arguments) -> Item:
    tensor, size, value = arguments.values
    lengths, kind = lengths_of(machine, [size], arguments), machine.kinds.of(tensor)
    filling = number(machine, value, arguments)
    if kind is Kind.WHOLE and not float(filling).is_integer() and arguments.keywords.get("dtype") is None:
        raise ProblemError(in_place_errors.of_whole_numbers("torch", "new_full", arguments.part))
    found = _filled(machine, lengths, filling, arguments, kind)
    machine.aliases.made(found, machine.aliases.library_of(tensor))
    return found


@offer(ARRAYS, "eye", "identity", least=1, most=2, takes="(rows, columns=None, *, k=0, requires_grad=False, dtype=None)")
def _eye(machine: Any, arguments: Arguments) -> Item:
    rows, *more = arguments.values
    lengths = [count(machine, each, arguments) for each in (rows, *(item for item in more if item is not None))]
    if min(lengths) < 0:
        raise ProblemError(element_errors.negative_length(min(lengths), arguments.part))
    machine.evaluator.hold(lengths[0] * lengths[-1])
    diagonal = count(machine, arguments.keywords.get("k", 0), arguments)
    return made(machine, np.eye(lengths[0], lengths[-1], k=max(-lengths[0], min(lengths[-1], diagonal))), arguments)


@offer(("tensorflow", "tf", "jax.nn"), "identity", takes="(x)")
def _identity(machine: Any, arguments: Arguments) -> Item:
    """The `identity` of TensorFlow and of `jax.nn` is no matrix: it gives what it is given."""
    return arguments.values[0]


@offer(ARRAYS, "linspace", least=2, most=3, takes="(start, stop, num=50, *, endpoint=True, requires_grad=False, dtype=None)")
def _linspace(machine: Any, arguments: Arguments) -> Item:
    start, end, *more = arguments.values
    length = max(count(machine, more[0] if more else arguments.keywords.get("num", 50), arguments), 0)
    machine.evaluator.hold(length)
    endpoint = machine.truth(arguments.keywords.get("endpoint", True), arguments.span)
    bounds = number(machine, start, arguments), number(machine, end, arguments)
    with np.errstate(all="ignore"):
        return made(machine, np.linspace(*bounds, length, endpoint=endpoint), arguments)


@offer(
    ARRAYS,
    "arange",
    takes="(first=None, second=None, third=None, *, start=None, stop=None, step=None, requires_grad=False, dtype=None)",
)
def _arange(machine: Any, arguments: Arguments) -> Item:
    """`arange(end)`, `arange(start, end, step)`: by place as in Python's `range`, or by name."""
    named = {name: arguments.keywords[name] for name in ("start", "stop", "step") if arguments.keywords.get(name) is not None}
    values = list(arguments.values)
    if "stop" not in named and not values and "start" in named:
        values = [named.pop("start")]  # JAX calls the only one `start`
    if len(values) == 1 and "stop" not in named:
        named["stop"] = values[0]
    else:
        free = [name for name in ("start", "stop", "step") if name not in named]
        named |= dict(zip(free, values, strict=False))
    if "stop" not in named:
        raise ProblemError(call_errors.builtin_arguments("arange", 1, 3, len(values), arguments.part))
    start, end, step = (
        number(machine, named.get(name, usual), arguments) for name, usual in (("start", 0.0), ("stop", 0.0), ("step", 1.0))
    )
    if step == 0 or not math.isfinite((end - start) / step):
        raise ProblemError(element_errors.step_of_zero(arguments.span))
    machine.evaluator.hold(max(0, math.ceil((end - start) / step)))
    reached = (end - start) / step > 0
    given = [kind_of_number(machine, item) for item in named.values()]
    kind = Kind.FLOAT if Kind.FLOAT in given else None if None in given else Kind.WHOLE
    return made(machine, np.arange(start, end, step) if reached else np.zeros(0), arguments, kind)
