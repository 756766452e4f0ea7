"""Every number of a lesson comes from here: an expression about a program, computed by the engine.

`grad(a)` is the gradient of a name of the program; everything else is an expression in the program's own language, which is run
after it: `L`, `a*b`, `(f(3.001) - f(3)) / 0.001`.
"""

import logging
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from backpass.app.lessons.options import NAME
from backpass.engine import Gradients, Limits, ProblemError, Tensor, backward
from backpass.engine.explain.misconceptions import WrongAnswer, gradient_mistakes, value_mistakes
from backpass.engine.explain.number_format import format_number
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.messages import say
from backpass.engine.reading.run_as_python import run_as_python

_log = logging.getLogger(__name__)

GRADIENT = re.compile(rf"grad\(({NAME})\)")
_VALUE = re.compile(rf"(?:value\(({NAME})\)|({NAME}))")
_FIGURE = "lesson_figure"
LIMITS = Limits(
    characters=20_000, nodes=20_000, elements=200_000, repetitions=200_000, depth=200, printed=10_000, evaluations=1_000_000
)
"""A lesson is for reading: a program that needs more is none for its pages."""


class FigureError(ValueError):
    """An expression that has no value here; its text says why."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or an array of them, and the wrong answers that give a mistake away."""

    value: float | np.ndarray[Any, Any]
    mistakes: tuple[WrongAnswer, ...] = ()

    @property
    def text(self) -> str:
        """As the page writes it."""
        return _written(self.value)


def _written(value: float | np.ndarray[Any, Any]) -> str:
    if isinstance(value, np.ndarray) and value.ndim:
        return f"[{', '.join(map(_written, value))}]"
    return format_number(float(value))


@lru_cache(maxsize=2_000)
def _computed(program: str) -> tuple[Run, Gradients]:
    LIMITS.check_characters(program)
    made = run_as_python(parse(program), {}, None, LIMITS)
    return made, backward(made.output, made.seed())


@lru_cache(maxsize=10_000)
def figure(program: str, expression: str) -> Figure:
    """The value of an expression about a program. Raises FigureError."""
    text = expression.strip()
    try:
        made, gradients = _computed(program) if program.strip() else (None, None)
        asked = GRADIENT.fullmatch(text)
        if asked and made and gradients:
            tensor = _tensor(made, asked[1])
            mistakes = tuple(gradient_mistakes(gradients, tensor)) if _is_part(gradients, tensor) else ()
            return Figure(_gradient(gradients, made, asked[1]), mistakes)
        named = _VALUE.fullmatch(text)
        if named and made and (tensor := _named(made).get(named[1] or named[2])) is not None:
            return Figure(tensor.raw, tuple(value_mistakes(tensor)))
        return Figure(_evaluated(program, _without_gradients(text, made, gradients)))
    except ProblemError as error:
        raise FigureError(error.problems[0].message) from None
    except FigureError:
        raise
    except Exception:  # noqa: BLE001 - it is logged, and becomes a mistake of the text
        _log.exception("A figure of a lesson could not be computed: %s", text)
        raise FigureError(say("lesson-defect")) from None


def _without_gradients(text: str, made: Run | None, gradients: Gradients | None) -> str:
    """The expression with every `grad(name)` replaced by its number."""
    if made is None or gradients is None:
        return text
    return GRADIENT.sub(lambda asked: f"({_literal(_gradient(gradients, made, asked[1]))})", text)


def _literal(value: float | np.ndarray[Any, Any]) -> str:
    return repr(value.tolist() if isinstance(value, np.ndarray) else float(value))


def _tensor(made: Run, name: str) -> Any:
    known = _named(made)
    if name not in known:
        raise FigureError(say("lesson-figure-unknown", name=name))
    return known[name]


def _named(made: Run) -> dict[str, Tensor]:
    """The newest node of each name."""
    return {**made.inputs, **made.names}


def _is_part(gradients: Gradients, tensor: Tensor) -> bool:
    return any(each is tensor for each in gradients.tensors)


def _gradient(gradients: Gradients, made: Run, name: str) -> float | np.ndarray[Any, Any]:
    tensor = _tensor(made, name)
    if not _is_part(gradients, tensor):  # the output does not move with it
        return np.zeros(tensor.shape) if tensor.shape else 0.0
    value = gradients.of(tensor)
    if value is None:
        raise FigureError(say("lesson-figure-no-gradient", name=name))
    return value


def users_of(program: str, name: str) -> list[Tensor] | None:
    """The nodes that were computed from a node and that the output comes from: one for each edge, none for the output itself.
    None where the output does not come from it.
    """
    made, gradients = _computed(program)
    asked = _tensor(made, name)
    if not _is_part(gradients, asked):
        return None
    return [user for user in gradients.tensors for operand in user.inputs if operand is asked]


def _evaluated(program: str, expression: str) -> float | np.ndarray[Any, Any]:
    made = run_as_python(parse(f"{program}\n{_FIGURE} = {expression}"), {}, _FIGURE, LIMITS)
    return made.output.raw
