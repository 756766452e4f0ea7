"""Functions of other libraries that are no operations: where each is entered with the modules that have it."""

from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body, builtin
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.values import Arguments, Builtin, Item, SkippedError, Unknown, whole_number
from backpass.engine.problems import ProblemError

LIBRARY_FUNCTIONS: dict[str, dict[str, Builtin]] = {}
"""Per module, or per library (the first word of a module's name), its functions."""

OURS = "backpass"
"""The module of functions that only the texts of libraries may call, which are written in the language."""

ARRAYS = ("numpy", "np", "jax", "autograd", "torch", "tensorflow", "tf")
"""Libraries that make arrays."""


def offer(
    modules: tuple[str, ...], *names: str, least: int = 0, most: int | None = None, takes: str | None = None
) -> Callable[[Body], Body]:
    """Enters a function under its names for each of the modules."""

    def enter(body: Body) -> Body:
        for module in modules:
            builtin(LIBRARY_FUNCTIONS.setdefault(module, {}), *names, least=least, most=most, takes=takes)(body)
        return body

    return enter


def given(arguments: Arguments, **usual: Item) -> list[Item]:
    """The arguments of these names, in their order, whether they came by place or by name, else what they usually are."""
    by_place = dict(zip(usual, arguments.values, strict=False))
    return list({**usual, **{name: item for name, item in arguments.keywords.items() if name in usual}, **by_place}.values())


def number(machine: Any, item: Item, arguments: Arguments) -> float:
    """An argument as a number, which the program looks at. Raises ProblemError, SkippedError."""
    machine.read(item)
    if isinstance(item, Unknown):
        raise SkippedError
    value = item.item() if isinstance(item, Tensor) and not item.shape else item
    if not isinstance(value, int | float):
        raise ProblemError(program_errors.not_a_number(item, arguments.part))
    return float(value)


def count(machine: Any, item: Item, arguments: Arguments) -> int:
    """An argument as a whole number, which the program looks at. Raises ProblemError."""
    machine.read(item)
    return whole_number(item, "This", arguments.part)
