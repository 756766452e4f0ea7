"""Losses as PyTorch has them: the operation of each pair, and the mean of them at once."""

from typing import Any

from engine.language.tree import Call
from engine.operations import OPERATIONS, Operation
from engine.problems import ProblemError
from engine.running import call_refusals
from engine.running.offers import offer
from engine.running.values import Arguments, Builtin, Item
from engine.tensor import Tensor

_LOSSES = {
    "squared_error": ("mse_loss", "MSELoss"),
    "absolute_error": ("l1_loss", "L1Loss"),
    "huber": ("huber_loss", "HuberLoss"),
    "binary_cross_entropy": ("binary_cross_entropy", "BCELoss"),
    "binary_cross_entropy_with_logits": ("binary_cross_entropy_with_logits", "BCEWithLogitsLoss"),
    "cross_entropy": ("cross_entropy", "CrossEntropyLoss"),
}
"""By operation, PyTorch's function and its class, which makes such a function."""
_REDUCTIONS = {"mean": "mean", "sum": "sum", "none": None}


def _reduced(record: Operation, machine: Any, arguments: Arguments, told: dict[str, Item]) -> Item:
    keywords = {**told, **arguments.keywords}
    reduction = keywords.pop("reduction", "mean")
    if reduction not in _REDUCTIONS:
        raise ProblemError(call_refusals.unknown_option(record, f"reduction={reduction}", arguments.span))
    part = arguments.part
    errors: Tensor = machine.evaluator.tensor(
        machine.evaluator.call(record, Call(record.name, 0, part.span, part.span), list(arguments.values), keywords), part
    )
    reducer = _REDUCTIONS[str(reduction)]
    return machine.evaluator.operation(OPERATIONS[reducer], [errors], part) if reducer and errors.shape else errors


def _enter(record: Operation, function: str, kind: str) -> None:
    @offer(("torch",), function)
    def _call(machine: Any, arguments: Arguments) -> Item:
        return _reduced(record, machine, arguments, {})

    @offer(("torch",), kind, most=0)
    def _construct(_machine: Any, arguments: Arguments) -> Item:
        return Builtin(kind, lambda machine, given: _reduced(record, machine, given, arguments.keywords))


for _name, (_function, _class) in _LOSSES.items():
    _enter(OPERATIONS[_name], _function, _class)
