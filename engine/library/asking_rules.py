"""Asks the backward rule of an operation of somebody's own, and says where in their code it is when what comes back is bad."""

import warnings
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np

from backpass.engine.graph.grad_mode import no_grad
from backpass.engine.graph.rule_gradients import Manner, by_argument, is_fitting, listed, misshapen, no_gradient
from backpass.engine.graph.tensor import Tensor, lift
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Shape


def asked(
    name: str, rule: Callable[..., Any], arguments: Sequence[Any], given: Sequence[Any], manner: Manner
) -> list[Tensor | None]:
    """What `rule(*given)` sends to each of the arguments that the operation was applied to.

    Raises ProblemError for what is not one gradient for each, of its shape, and hands on what the rule itself raises; both with a
    note that names the class, the line and the shapes. Warns (RuntimeWarning) of a gradient that the rule made infinite or NaN.
    """
    shapes = [each.shape if isinstance(each, Tensor) else None for each in arguments]
    try:
        several = by_argument(name, rule(*given), shapes, manner)
        sent = [
            None if each is None or shape is None else _fitting(name, slot, each, shape, manner)
            for slot, (each, shape) in enumerate(zip(several, shapes, strict=True))
        ]
    except Exception as error:
        error.add_note(say("rule-raised", name=name, place=_place(rule), shapes=listed(shapes)))
        raise
    bad = [(slot, each) for slot, each in enumerate(sent) if each is not None and not _is_finite(each)]
    if bad and all(_is_finite(each) for each in (*given, *arguments)):
        for slot, each in bad:
            _warn(name, rule, slot, each)
    return sent


def pushed(
    name: str, rule: Callable[[Sequence[Tensor]], Any], inputs: Sequence[Tensor], raw: Data, *, slot: int, tangent: Data
) -> Data:
    """The tangent of a result by a forward-mode rule, which is given the tangents of the inputs: 0 but for one of them.

    Raises ProblemError for a tangent that has not the shape of the result, or that is seen not to be linear in what moves.
    """
    shape = np.shape(raw)

    def moved(by: float) -> Data:
        tangents = [Tensor((by * tangent if place == slot else 0.0) * np.ones(each.shape)) for place, each in enumerate(inputs)]
        with no_grad():
            found = lift(rule([Tensor(each.raw, requires_grad=False) for each in tangents]))
        if found.shape != shape:
            raise ProblemError(_problem(Code.SHAPE_MISMATCH, "rule-tangent-shape", name=name, given=found.shape, wanted=shape))
        return found.raw

    found = moved(1.0)
    if not np.allclose(-2.0 * np.asarray(found), moved(-2.0), rtol=1e-9, atol=1e-12, equal_nan=True):
        raise ProblemError(_problem(Code.UNSUPPORTED, "rule-tangent-not-linear", name=name))
    return found


def _problem(code: Code, key: str, **named: object) -> Problem:
    return Problem(code, say(key, **named), say(f"{key}.hint"))


def _fitting(name: str, slot: int, given: Any, shape: Shape, manner: Manner) -> Tensor:
    try:
        made = lift(given)
    except (ProblemError, TypeError, ValueError) as error:
        kind = repr(given)[:40] if isinstance(given, str) else f"`{type(given).__name__}`"
        raise ProblemError(no_gradient(name, slot, kind, shape)) from error
    if not is_fitting(made.shape, shape, manner):
        raise ProblemError(misshapen(name, slot, made.shape, shape))
    return made


def _is_finite(item: Any) -> bool:
    if not isinstance(item, Tensor):
        return True
    return isfinite(item.raw) if type(item.raw) is float else bool(np.isfinite(item.raw).all())


def _warn(name: str, rule: Callable[..., Any], slot: int, sent: Tensor) -> None:
    numbers = np.ravel(sent.raw)
    first = numbers[~np.isfinite(numbers)][0]
    message = say("rule-not-finite", name=name, number=str(first), slot=slot + 1, shape=sent.shape)
    warnings.warn(f"{message} {_place(rule)}".rstrip(), RuntimeWarning, stacklevel=3)


def _place(rule: Callable[..., Any]) -> str:
    """The line at which a rule is defined, in parentheses; nothing for one that is not written in Python."""
    code = getattr(getattr(rule, "__wrapped__", rule), "__code__", None)
    return "" if code is None else f"({code.co_filename}:{code.co_firstlineno})"
