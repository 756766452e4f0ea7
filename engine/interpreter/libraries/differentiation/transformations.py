"""What surrounds gradients in other libraries and changes how a function is run: `jit`, `vmap`, `no_grad`."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import each
from backpass.engine.interpreter.errors import call_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Builtin, GradientContext, Item, Then, whole_number
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of


@offer(
    ("jax", "tensorflow", "tf", "torch"),
    "jit",
    "function",
    "checkpoint",
    "remat",
    "compile",
    "DataParallel",
    "block_until_ready",
    "stop_recording",
    takes="(function=None)",
)
def _unchanged(machine: Any, arguments: Arguments) -> Item:
    """What makes programs faster there and changes nothing here; without a function a decorator that changes nothing."""
    if arguments.values and arguments.values[0] is not None:
        return arguments.values[0]
    return Builtin("unchanged", lambda _, given: given.values[0], "(function)")


@offer(("jax", "torch", "torch.func"), "vmap", least=1, takes="(function, in_axes=0, out_axes=0)")
def _vmap(machine: Any, arguments: Arguments) -> Item:
    """`vmap(f)`: f for each row of its arguments. `in_axes` says along which axis the rows of an argument are (None: it has none,
    and goes to each call as it is), `out_axes` where the results are put beside one another.
    """
    function, *by_place = arguments.values
    axes_by_place = [*by_place, 0, 0][:2]
    in_axes = arguments.keywords.get("in_axes", axes_by_place[0])
    out_axes = _axis(arguments.keywords.get("out_axes", axes_by_place[1]), "out_axes", arguments)

    def call(machine: Any, given: Arguments) -> Item | Then:
        axes = list(in_axes) if isinstance(in_axes, list | tuple) else [in_axes] * len(given.values)
        if len(axes) != len(given.values) or given.keywords:
            raise ProblemError(call_errors.builtin_arguments("vmap", len(axes), len(axes), len(given.values), given.part))
        columns = [
            value if axis is None else _rows(machine, value, _axis(axis, "in_axes", arguments), given)
            for value, axis in zip(given.values, axes, strict=True)
        ]
        lengths = {len(column) for column, axis in zip(columns, axes, strict=True) if axis is not None}  # type: ignore[arg-type]
        if len(lengths) != 1:
            raise ProblemError(call_errors.rows_of_vmap(lengths, given.part))
        (length,) = lengths
        machine.evaluator.hold(length * len(columns))
        rows = [
            tuple(column if axis is None else column[row] for column, axis in zip(columns, axes, strict=True))  # type: ignore[index]
            for row in range(length)
        ]
        return each(function, rows, given, lambda found: _beside(machine, found, out_axes, given))

    return Builtin("vmap", call)


def _axis(item: Item, name: str, arguments: Arguments) -> int:
    return whole_number(item, f"`{name}`", arguments.part)


def _rows(machine: Any, value: Item, axis: int, given: Arguments) -> list[Item]:
    """What stands side by side along an axis."""
    if axis and not isinstance(value, Tensor):
        value = machine.evaluator.tensor(value, given.part)
    if isinstance(value, Tensor) and axis:
        place = axis_of(axis, value.shape)
        order = (place, *(each for each in range(len(value.shape)) if each != place))
        value = machine.evaluator.operation(OPERATIONS["transpose"], [value], given.part, {"axes": order})
    return machine.everything(value, given.part)  # type: ignore[no-any-return]


def _beside(machine: Any, found: list[Item], axis: int, given: Arguments) -> Item:
    """The results as one tensor; of results that are several, each as one."""
    if found and all(isinstance(each, tuple) and len(each) == len(found[0]) for each in found):  # type: ignore[arg-type]
        return tuple(_beside(machine, list(column), axis, given) for column in zip(*found, strict=True))
    if not axis:
        return machine.evaluator.tensor(found, given.part)  # type: ignore[no-any-return]
    tensors = machine.evaluator.tensors(found, given.part)
    return machine.evaluator.operation(OPERATIONS["stack"], tensors, given.part, {"axis": axis})  # type: ignore[no-any-return]


@offer(("torch",), "no_grad", "inference_mode", most=0, takes="()")
def _no_grad(machine: Any, arguments: Arguments) -> Item:
    return GradientContext(gradients=False)


@offer(("torch",), "enable_grad", most=0, takes="()")
def _enable_grad(machine: Any, arguments: Arguments) -> Item:
    return GradientContext(gradients=True)


class _Switch(GradientContext):
    """`torch.set_grad_enabled(False)`: as a call it holds from there on, behind `with` or `@` within that alone."""

    __slots__ = ("_before", "_machine")

    def __init__(self, machine: Any, *, gradients: bool) -> None:
        super().__init__(gradients=gradients)
        self._machine = machine
        self._before = not machine.evaluator.paused
        _switch(machine, gradients=gradients)

    def handed_on(self) -> None:
        _switch(self._machine, gradients=self._before)


class _Switched(GradientContext):
    """What `with` has entered, after a call within it has switched."""

    __slots__ = ("_entered",)

    def __init__(self, entered: GradientContext, *, gradients: bool) -> None:
        super().__init__(gradients=gradients)
        self._entered = entered

    def leave(self) -> None:
        self._entered.leave()


def _switch(machine: Any, *, gradients: bool) -> None:
    """Switches for what is computed from here on, until what `with` has entered is left."""
    if machine.contexts:
        entered = machine.contexts[-1]
        inner = entered._entered if isinstance(entered, _Switched) else entered
        machine.contexts[-1] = _Switched(inner, gradients=gradients)
    else:
        machine.evaluator.gradients = gradients
    machine.evaluator.careful |= machine.evaluator.paused
    machine.unrepeatable += 1


@offer(("torch", "torch.autograd"), "set_grad_enabled", least=1, most=1, takes="(mode)")
def _set_grad_enabled(machine: Any, arguments: Arguments) -> Item:
    (mode,) = arguments.values
    return _Switch(machine, gradients=machine.truth(mode, arguments.span))


@offer(("torch",), "is_grad_enabled", most=0, takes="()")
def _is_grad_enabled(machine: Any, arguments: Arguments) -> Item:
    return not machine.evaluator.paused
