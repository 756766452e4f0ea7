"""Where PyTorch counts otherwise than NumPy unless it is told: variances divide by one less than there are numbers.

A method says nothing of its library, so `x.var()` is PyTorch's in programs that name PyTorch, and NumPy's in all others.
"""

from typing import Any

from engine.language.tree import Call
from engine.operations import OPERATIONS, Operation
from engine.running.builtins import builtin
from engine.running.methods import TENSOR_METHODS
from engine.running.offers import offer
from engine.running.values import Arguments, Item


def _spread(record: Operation, machine: Any, arguments: Arguments, *, unbiased: bool) -> Item:
    """A variance or its root: `(x, dim, unbiased, keepdim)`, or `correction` by name."""
    values, keywords = list(arguments.values), dict(arguments.keywords)
    place = next((place for place in (1, 2) if place < len(values) and isinstance(values[place], bool)), None)
    if "unbiased" in keywords or place is not None:
        told = values.pop(place) if place is not None else keywords.pop("unbiased")
        unbiased = machine.truth(told, arguments.span)
    if not keywords.keys() & {"correction", "ddof"}:
        keywords["ddof"] = int(unbiased)
    part = arguments.part
    return machine.evaluator.call(record, Call(record.name, 0, part.span, part.span), values, keywords)  # type: ignore[no-any-return]


def _enter(record: Operation) -> None:
    @offer(("torch",), record.name, least=1)
    def _function(machine: Any, arguments: Arguments) -> Item:
        return _spread(record, machine, arguments, unbiased=True)

    @builtin(TENSOR_METHODS, record.name, least=1)
    def _method(machine: Any, arguments: Arguments) -> Item:
        return _spread(record, machine, arguments, unbiased=machine.names.uses("torch"))


for _name in ("var", "std"):
    _enter(OPERATIONS[_name])
