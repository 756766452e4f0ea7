"""What a name of another library stands for, if it is no operation. Nothing of a library is ever loaded."""

from typing import Any

from engine.problems import ProblemError
from engine.running import (
    arrays,
    aside,
    call_refusals,
    differentiation,
    einsum,
    jacobians,
    mean_losses,
    randomness,
    torch_defaults,
    transformations,
)
from engine.running.dialects import MODULES, is_ignored
from engine.running.offers import OFFERED
from engine.running.values import MISSING, Arguments, Builtin, Item, Missing, Module
from engine.tensor import Tensor

__all__ = [
    "arrays",
    "aside",
    "constructor",
    "differentiation",
    "einsum",
    "find",
    "jacobians",
    "mean_losses",
    "randomness",
    "torch_defaults",
    "transformations",
]


def find(module: str, name: str) -> "Item | Missing":
    """What a module offers under a name, if that is no operation."""
    if module in MODULES and f"{module}.{name}" in MODULES:
        return Module(f"{module}.{name}")
    library = module.partition(".")[0]
    for key in (module, library):
        if name in OFFERED.get(key, {}):
            return OFFERED[key][name]
    return Builtin(name, lambda *_: None) if is_ignored(module) else MISSING


def constructor(name: str, *, gradient: bool) -> Builtin:
    """`Value(2.0)`, `torch.tensor(2.0, requires_grad=True)`: makes a leaf."""

    def construct(machine: Any, arguments: Arguments) -> Item:
        values = arguments.values
        if not values or (len(values) > 1 and name not in _WITH_CHILDREN):
            raise ProblemError(call_refusals.one_number(name, arguments.part))
        value = machine.evaluator.tensor(values[0], arguments.part)
        if value.requires_grad:
            return value  # type: ignore[no-any-return]
        wanted = arguments.keywords.get("requires_grad", gradient)
        leaf = Tensor(value.data, requires_grad=bool(wanted))
        leaf.span = machine.evaluator.place or arguments.span
        label = arguments.keywords.get("label")
        literal = value.span if machine.evaluator.place is None else None
        machine.names.constructed(leaf, label[:200] if isinstance(label, str) else None, literal or leaf.span)
        return leaf

    return Builtin(name, construct)


_WITH_CHILDREN = {"Value"}
"""Constructors that are handed more than the number by those who define operations with them."""
