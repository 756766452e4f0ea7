"""PyTorch's methods that change a tensor in place: `w.sub_(lr * g)`, `x.clamp_(0, 1)`, `x.zero_()`, and NumPy's `x.fill(1.0)`.

Each is the operation without the underscore, whose result everything that holds the tensor refers to from then on.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import call_errors, element_errors, in_place_errors
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change
from backpass.engine.interpreter.values import Held, Item
from backpass.engine.language.syntax_tree import Call
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

_OF_SHAPES = frozenset({"squeeze_", "unsqueeze_", "t_", "transpose_", "resize_"})
_FILLED = {"zero_": 0.0, "fill_": None, "copy_": None}
"""Methods that put other numbers in: those that are given, where none stand here."""
_DRAWN = {"uniform_": (0.0, 1.0), "normal_": (0.0, 1.0)}
"""Methods that put drawn numbers in, and what their two arguments are where they are not given."""
_NAMED = {"uniform_": ("from", "to"), "normal_": ("mean", "std")}


OF_METHODS = frozenset({"masked_fill_", "scatter_", "scatter_add_", "index_add_", "index_fill_", "tril_", "triu_", "erfinv_"})
"""Methods whose result without the underscore is more than one operation."""


def is_in_place(name: str) -> bool:
    """Whether a method is one that changes a tensor in place."""
    return name.endswith("_") and not name.startswith("_")


def is_read_in_place(name: str) -> bool:
    """Whether such a method is understood."""
    return (
        name in _FILLED
        or name in _DRAWN
        or name in OF_METHODS
        or (name not in _OF_SHAPES and name.removesuffix("_") in OPERATIONS.spellings)
    )


def change_in_place(machine: Any, part: Call, owner: Tensor | Held, values: list[Item], keywords: dict[str, Item]) -> Item:
    """Calls such a method; gives back what it belongs to. Raises ProblemError."""
    if not machine.aliases.changes(owner):
        raise ProblemError(call_errors.unknown_function(part, machine.names.functions()))
    if part.name in _OF_SHAPES:
        raise ProblemError(in_place_errors.shape_in_place(part.name, part))
    if part.name in _DRAWN:
        made: Item = _drawn(machine, part, owner, values, keywords)
    elif part.name in _FILLED:
        made = _filled(machine, part, owner, values)
        if machine.evaluator.whole and isinstance(owner, Tensor):
            made = machine.kinds.kept(machine.aliases.current(owner), made, Change(), part)
    else:
        made = _computed(machine, part, owner, values, keywords)
    changed = machine.changed(owner, made, part)
    return machine.aliases.current(changed) if isinstance(changed, Tensor) else changed  # type: ignore[no-any-return]


def _filled(machine: Any, part: Call, owner: Tensor | Held, values: list[Item]) -> Tensor:
    evaluator = machine.evaluator
    shape = owner.shape if isinstance(owner, Tensor) else ()
    number = _FILLED[part.name]
    if len(values) != (number is None):
        raise ProblemError(call_errors.builtin_arguments(part.name, 1, 1, len(values), part))
    source = evaluator.constant(np.full(shape, number) if shape else number, part.span) if number is not None else values[0]
    tensor = evaluator.tensor(source, part)
    if tensor.shape != shape:
        return evaluator.operation(OPERATIONS["broadcast_to"], [tensor], part, {"shape": shape})  # type: ignore[no-any-return]
    return machine.aliases.copied(tensor, part)  # type: ignore[no-any-return]


def _drawn(machine: Any, part: Call, owner: Tensor | Held, values: list[Item], keywords: dict[str, Item]) -> Tensor:
    """As many drawn numbers as there are in what is changed. Raises ProblemError."""
    evaluator = machine.evaluator
    shape = owner.shape if isinstance(owner, Tensor) else ()
    unknown = next((name for name in keywords if name not in (*_NAMED[part.name], "generator")), None)
    if unknown is not None:
        raise ProblemError(call_errors.unknown_keyword(part.name, unknown, part))
    if len(values) > 2:
        raise ProblemError(call_errors.builtin_arguments(part.name, 0, 2, len(values), part))
    bounds = [*values, *_DRAWN[part.name][len(values) :]]
    bounds = [keywords.get(name, bound) for name, bound in zip(_NAMED[part.name], bounds, strict=True)]
    machine.read(evaluator.tensor(bounds[0], part))
    machine.read(evaluator.tensor(bounds[1], part))
    first, second = (float(evaluator.tensor(bound, part).item()) for bound in bounds)
    if second < (first if part.name == "uniform_" else 0.0):
        raise ProblemError(element_errors.no_distribution(part.name, [first, second], part))
    machine.names.differs("other random numbers", "torch", evaluator.place or part.span)
    generator = machine.random.generator
    drawn = generator.uniform(first, second, shape) if part.name == "uniform_" else generator.normal(first, second, shape)
    return evaluator.constant(np.asarray(drawn) if shape else float(drawn), part.span)  # type: ignore[no-any-return]


def _computed(machine: Any, part: Call, owner: Item, values: list[Item], keywords: dict[str, Item]) -> Item:
    evaluator, name = machine.evaluator, part.name.removesuffix("_")
    record = OPERATIONS.spellings.get(name)
    if record is None:
        raise ProblemError(call_errors.unknown_function(part, machine.names.functions()))
    values, keywords = list(values), dict(keywords)
    if name in ("add", "sub") and len(values) == 1 and "alpha" in keywords:
        values = [evaluator.operator("*", [keywords.pop("alpha"), values[0]], part)]
    elif name in ("add", "sub") and len(values) == 2:  # add_(alpha, other), as it was once written
        values = [evaluator.operator("*", values, part)]
    return evaluator.call(record, part._replace(name=name), [owner, *values], keywords)  # type: ignore[no-any-return]
