"""Functions of other libraries that are no operations: where each is entered with the modules that have it."""

from collections.abc import Callable
from typing import Any

from engine.problems import ProblemError
from engine.running import refusals
from engine.running.builtins import Body, builtin
from engine.running.values import Arguments, Builtin, Item, whole_number
from engine.tensor import Tensor

OFFERED: dict[str, dict[str, Builtin]] = {}
"""Per module, or per library (the first word of a module's name), its functions."""

ARRAYS = ("numpy", "np", "jax", "autograd", "torch", "tensorflow", "tf")
"""Libraries that make arrays."""


def offer(modules: tuple[str, ...], *names: str, least: int = 0, most: int | None = None) -> Callable[[Body], Body]:
    """Enters a function under its names for each of the modules."""

    def enter(body: Body) -> Body:
        for module in modules:
            builtin(OFFERED.setdefault(module, {}), *names, least=least, most=most)(body)
        return body

    return enter


def number(machine: Any, item: Item, arguments: Arguments) -> float:
    """An argument as a number, which the program looks at. Raises ProblemError."""
    machine.read(item)
    value = item.item() if isinstance(item, Tensor) and not item.shape else item
    if not isinstance(value, int | float):
        raise ProblemError(refusals.not_a_number(item, arguments.part))
    return float(value)


def count(machine: Any, item: Item, arguments: Arguments) -> int:
    """An argument as a whole number, which the program looks at. Raises ProblemError."""
    machine.read(item)
    return whole_number(item, "This", arguments.part)
