"""Where a slope passes from one formula to another, so that its own slope, a second derivative, need not exist.

`elu` has the slope 1 right of 0 and exp(x) left of it: these meet at 0, but one is level there and the other is not. The rules of
the records say where, since they are evaluated here with numbers that remember whether a comparison was decided by equality.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.autodiff.operation_text import name_of
from backpass.engine.formulas.algebras import Arithmetic, Comparable, evaluate
from backpass.engine.formulas.compiled import holds, kernel
from backpass.engine.graph.tensor import Tensor
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Apply, Call
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem


def problems_at_borders(tensors: Iterable[Tensor], text: str) -> list[Problem]:
    """One for each operation of a graph whose slope is differentiated again right where its formula changes. `text` is the
    program, which the sentences quote.

    What sits on a kink has no first derivative either, which `engine.autodiff.diagnose` reports.
    """
    return [_problem(tensor, text) for tensor in tensors if tensor.requires_grad and at_border(tensor)]


def at_border(tensor: Tensor) -> bool:
    """Whether the slope of an operation, for an input that needs a gradient, changes its formula at one of the elements."""
    record = tensor.operation
    if record is None or not record.elementwise or not _has_cases(record):
        return False
    if record.kink is not None and holds(record.kink, record, [source.raw for source in tensor.inputs]).any():
        return False
    names = dict(zip(record.parameters, (_Number(np.asarray(source.raw), False) for source in tensor.inputs), strict=True))
    names["out"] = _Number(np.asarray(tensor.raw), False)
    with np.errstate(all="ignore"):
        return any(
            np.any(evaluate(rule.text, names, _ARITHMETIC).border)
            for rule, source in zip(record.rules, tensor.inputs, strict=True)
            if source.requires_grad and not rule.routes
        )


@cache
def _has_cases(record: Operation) -> bool:
    """Whether a rule of the record, or a function in it, distinguishes cases."""
    return any(_distinguishes_cases(rule.text) for rule in record.rules if not rule.routes)


def _distinguishes_cases(text: str) -> bool:
    for part in parse_expression(text):
        if isinstance(part, Call | Apply):
            name = part.name if isinstance(part, Call) else None
            used = OPERATIONS.spellings.get(name) if name else OPERATIONS.infix.get((part.symbol, part.arity))  # type: ignore[union-attr]
            if name == "where" or (used is not None and used.kink is not None):
                return True
    return False


class _Number(NamedTuple):
    """Numbers of a formula, and where any of them came by a border."""

    value: Any
    border: Any


def _compared(compare: Callable[[Any, Any], Any], left: _Number, right: _Number) -> _Number:
    """The answer to a comparison; equality is the border between its answers. A kink of what is compared turns none."""
    return _Number(compare(left.value, right.value), np.equal(left.value, right.value))


def _applied(record: Operation, arguments: Sequence[_Number]) -> _Number:
    values = [each.value for each in arguments]
    border: Any = np.logical_or.reduce(np.broadcast_arrays(*(each.border for each in arguments)))
    if record.kink is not None:
        border = border | holds(record.kink, record, values)
    return _Number(kernel(record).value(*values), border)


def _chosen(condition: _Number, chosen: _Number, otherwise: _Number) -> _Number:
    value = np.where(condition.value, chosen.value, otherwise.value)
    return _Number(value, condition.border | np.where(condition.value, chosen.border, otherwise.border))


_ARITHMETIC: Arithmetic[Any] = Arithmetic(
    lambda value: _Number(np.float64(value), False), _applied, lambda number: Comparable(number, _compared), _chosen
)


def _problem(tensor: Tensor, text: str) -> Problem:
    return Problem(
        Code.KINK,
        say("second-kink", written=name_of(tensor, text)),
        say("second-kink.hint"),
        tensor.span,
    )
