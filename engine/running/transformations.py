"""What surrounds gradients in other libraries and changes how a function is run: `jit`, `vmap`, `no_grad`."""

from typing import Any

from engine.running.builtins import each
from engine.running.offers import offer
from engine.running.values import Arguments, Builtin, Context, Item, Then


@offer(
    ("jax", "tensorflow", "tf", "torch"), "jit", "function", "checkpoint", "remat", "block_until_ready", "stop_recording", least=1
)
def _unchanged(machine: Any, arguments: Arguments) -> Item:
    """What makes programs faster there and changes nothing here."""
    return arguments.values[0]


@offer(("jax",), "vmap", least=1)
def _vmap(machine: Any, arguments: Arguments) -> Item:
    (function, *_) = arguments.values

    def call(machine: Any, given: Arguments) -> Item | Then:
        rows = list(zip(*[machine.everything(value, given.part) for value in given.values], strict=False))
        return each(function, rows, given, lambda found: machine.evaluator.tensor(found, given.part))

    return Builtin("vmap", call)


@offer(("torch",), "no_grad", "inference_mode", most=0)
def _no_grad(machine: Any, arguments: Arguments) -> Item:
    return Context(gradients=False)


@offer(("torch",), "enable_grad", most=0)
def _enable_grad(machine: Any, arguments: Arguments) -> Item:
    return Context(gradients=True)
