"""Inputs at many points: for each name an array whose first axis counts the points, or one number for all of them.

Knows nothing of programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import as_float_or_array, finite_data

_UPSTREAM = say("the-upstream-gradient")


@dataclass(frozen=True, slots=True)
class Points:
    """Checked inputs. All arrays are contiguous and of the same length; whether large ones are finite is looked at later."""

    inputs: Mapping[str, Data]
    upstream: Data
    count: int

    @classmethod
    def of(cls, inputs: Mapping[str, Any], upstream: Any = 1.0) -> "Points":
        """Raises ProblemError (invalid-input, shape-mismatch), naming the input. Numbers alone are a single point."""
        checked = {name: _numbers(value, _given(name)) for name, value in inputs.items()}
        started = _numbers(upstream, _UPSTREAM)
        lengths = {f"`{name}`": len(value) for name, value in checked.items() if not isinstance(value, float)}
        if not isinstance(started, float):
            lengths[_UPSTREAM.lower()] = len(started)
        if len(set(lengths.values())) > 1:
            raise ProblemError(_lengths_differ(lengths))
        return cls(checked, started, next(iter(lengths.values()), 1))

    @property
    def arrays(self) -> frozenset[str]:
        """The names whose numbers differ from point to point."""
        return frozenset(name for name, value in self.inputs.items() if not isinstance(value, float))

    @property
    def scalars(self) -> bool:
        """Whether at each point every input is a single number."""
        return all(isinstance(value, float) or value.ndim == 1 for value in (*self.inputs.values(), self.upstream))

    def check_finite(self) -> None:
        """Raises ProblemError (invalid-input) with the first point that is not finite."""
        for name, value in self.inputs.items():
            _check_finite(value, _given(name))
        _check_finite(self.upstream, _UPSTREAM)

    def at(self, index: int) -> dict[str, Data]:
        """The inputs at one point."""
        return {name: _at(value, index) for name, value in self.inputs.items()}

    def upstream_at(self, index: int) -> Data:
        """The gradient to start with at one point."""
        return _at(self.upstream, index)


def _given(name: str) -> str:
    return say("value-given-for", name=name)


def _at(value: Data, index: int) -> Data:
    return value if isinstance(value, float) else as_float_or_array(value[index])


def _numbers(value: Any, what: str) -> Data:
    """As `finite_data`, but an array of floats is taken as it is."""
    if isinstance(value, np.ndarray) and value.dtype == np.float64 and value.ndim and value.size:
        return np.ascontiguousarray(value)
    return finite_data(value, what)


def _check_finite(value: Data, what: str) -> None:
    finite = np.isfinite(value)
    if not finite.all():
        first = int(np.argmin(finite.reshape(len(finite), -1).all(axis=1)))
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("point-not-finite", what=what, first=first),
                say("point-not-finite.hint"),
            )
        )


def _lengths_differ(lengths: Mapping[str, int]) -> Problem:
    (first, count), *others = lengths.items()
    other, different = next((name, length) for name, length in others if length != count)
    return Problem(
        Code.SHAPE_MISMATCH,
        say("numbers-of-points", count=count, first=first, different=different, other=other),
        say("numbers-of-points.hint"),
    )
