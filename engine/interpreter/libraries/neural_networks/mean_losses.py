"""Losses as PyTorch has them: the operation of each pair, and the mean of them at once."""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor, arranged
from backpass.engine.interpreter.errors import binding_errors, call_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Builtin, Item, Then
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import ProblemError

_LOSSES = {
    "squared_error": ("mse_loss", "MSELoss"),
    "absolute_error": ("l1_loss", "L1Loss"),
    "huber": ("huber_loss", "HuberLoss", "smooth_l1_loss", "SmoothL1Loss"),
    "binary_cross_entropy": ("binary_cross_entropy", "BCELoss"),
    "binary_cross_entropy_with_logits": ("binary_cross_entropy_with_logits", "BCEWithLogitsLoss"),
    "cross_entropy": ("cross_entropy", "CrossEntropyLoss"),
}
"""By operation, PyTorch's functions, each with its class, which makes such a function."""
_REDUCTIONS = {"mean": "mean", "sum": "sum", "none": None}
_OF_CLASSES = ", weight=None, ignore_index=-100, label_smoothing=0.0"
_OPTIONS = {
    "huber_loss": ", delta=1.0",
    "smooth_l1_loss": ", beta=1.0",
    "cross_entropy": _OF_CLASSES,
    "binary_cross_entropy": ", weight=None",
    "binary_cross_entropy_with_logits": ", weight=None, pos_weight=None",
}
"""What a loss takes besides, as its signature says it."""


_LEAST_SPREAD = 1e-12
"""PyTorch divides the slope of `binary_cross_entropy` by p (1 - p), and by no less than this."""

_UNWEIGHTED: dict[str, Item] = {"weight": None, "pos_weight": None, "ignore_index": -100, "label_smoothing": 0.0}
"""Options that say nothing; with any other the loss is that of `functions_of_modules`."""


def _weighted(record: Operation, machine: Any, arguments: Arguments, keywords: dict[str, Item]) -> Then | None:
    """The call of a loss with weights, smoothed targets or an index that is ignored, if these options say something."""
    unweighted = {name: keywords.pop(name) for name in _UNWEIGHTED if name in keywords}
    ignores = record.name == "cross_entropy" and len(arguments.values) > 1 and _holds_ignored(machine, arguments)
    if not ignores and all(_says_nothing(machine, name, item) for name, item in unweighted.items()):
        return None
    function = machine.load("torch.nn.functional")[f"{record.name}_with_options"]
    return Then(function, Arguments(arguments.values, {**keywords, **unweighted}, arguments.part), lambda found: found)


def _says_nothing(machine: Any, name: str, item: Item) -> bool:
    usual = _UNWEIGHTED[name]
    if isinstance(item, Tensor) and not item.shape and usual is not None:
        machine.read(item)
        item = item.item()
    return item is None if usual is None else item == usual


def _holds_ignored(machine: Any, arguments: Arguments) -> bool:
    """Whether -100, which PyTorch ignores, is among the classes."""
    target = machine.evaluator.tensor(arguments.values[1], arguments.part)
    return not target.requires_grad and bool(np.any(np.asarray(target.raw) == _UNWEIGHTED["ignore_index"]))


def _reduced(record: Operation, machine: Any, arguments: Arguments, unweighted: dict[str, Item]) -> Item | Then:
    keywords = {**unweighted, **arguments.keywords}
    if (call := _weighted(record, machine, arguments, keywords)) is not None:
        return call
    reduction = keywords.pop("reduction", "mean")
    if not isinstance(reduction, str) or reduction not in _REDUCTIONS:
        known = ", ".join(repr(each) for each in _REDUCTIONS)
        raise ProblemError(binding_errors.value("reduction", reduction, known, arguments.part))
    part = arguments.part
    width: dict[str, Item] = {name: keywords.pop(name) for name in ("delta", "beta") if name in keywords}
    given = arranged(record, arguments.values, keywords)
    if keywords or len(given) != record.arity:
        raise ProblemError(call_errors.unknown_option(record, next(iter(keywords), "input"), arguments.span))
    inputs = [machine.evaluator.tensor(each, part) for each in given]
    errors = _errors(record, machine, inputs, width, part)
    if record.name == "binary_cross_entropy" and _is_certain(inputs[0]):
        machine.names.differs("certain probabilities", "torch", machine.evaluator.place or part.span)
    reducer = _REDUCTIONS[str(reduction)]
    return machine.evaluator.operation(OPERATIONS[reducer], [errors], part) if reducer and errors.shape else errors


def _is_certain(probabilities: Tensor) -> bool:
    """Whether PyTorch bounds a logarithm of one of the probabilities, or its slope."""
    numbers = np.asarray(probabilities.raw)
    inside = numbers[(numbers >= 0) & (numbers <= 1)]
    return bool(np.any(inside * (1 - inside) < _LEAST_SPREAD))


def _errors(record: Operation, machine: Any, inputs: list[Tensor], width: dict[str, Item], part: Part) -> Tensor:
    """The losses of all pairs. Beyond two axes PyTorch has the classes along axis 1, the operation along the last."""
    evaluator = machine.evaluator
    if record.name == "cross_entropy":
        inputs = [_classes_last(machine, each, part) if each.shape == inputs[0].shape else each for each in inputs]
    if not width:
        return evaluator.operation(record, inputs, part)  # type: ignore[no-any-return]
    ((name, limit),) = width.items()
    if name == "beta" and np.all(np.equal(evaluator.tensor(limit, part).raw, 0)):
        return evaluator.operation(OPERATIONS["absolute_error"], inputs, part)  # type: ignore[no-any-return]
    scaled = [evaluator.operator("/", [each, limit], part) for each in inputs]
    scale = evaluator.operator("*", [limit, limit], part) if name == "delta" else limit
    return evaluator.operator("*", [evaluator.operation(record, scaled, part), scale], part)  # type: ignore[no-any-return]


def _classes_last(machine: Any, scores: Tensor, part: Part) -> Tensor:
    if len(scores.shape) < 3:
        return scores
    order = (0, *range(2, len(scores.shape)), 1)
    return machine.evaluator.operation(OPERATIONS["transpose"], [scores], part, {"axes": order})  # type: ignore[no-any-return]


def _enter(record: Operation, function: str, kind: str) -> None:
    options = _OPTIONS.get(function, "")

    @offer(("torch",), function, takes=f"({', '.join(record.parameters)}, *, reduction='mean'{options})")
    def _call(machine: Any, arguments: Arguments) -> Item | Then:
        return _reduced(record, machine, arguments, {})

    @offer(("torch",), kind, most=0, takes=f"(*, reduction='mean'{options})")
    def _construct(_machine: Any, arguments: Arguments) -> Item:
        return Builtin(kind, lambda machine, given: _reduced(record, machine, given, arguments.keywords))


for _name, _names in _LOSSES.items():
    for _function, _class in zip(_names[::2], _names[1::2], strict=True):
        _enter(OPERATIONS[_name], _function, _class)
