"""Freezing: parameters that have a gradient and are not moved, single numbers of them or whole ones.

Knows nothing of optimisers, which are given the row of switches that is made here.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from backpass.engine.graph.flat_parameters import parameter_slices
from backpass.engine.learning.nn import Module
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Mask


class WeightPlace(NamedTuple):
    """A number among the parameters of a model, or all below an incomplete path: a row, a whole parameter."""

    parameter: str
    """By the name that `named_parameters` gives it."""
    path: tuple[int, ...] = ()
    """Indices from 0, the outermost first."""


def frozen_parameters(model: Module, places: Iterable[WeightPlace]) -> Mask:
    """One switch for each number of the model, in the order of its row of parameters: whether it is in one of the places.

    Raises ProblemError (invalid-input) for a place that the model does not have.
    """
    named = dict(model.named_parameters())
    slices = dict(zip(named, parameter_slices(list(named.values())), strict=True))
    frozen = np.zeros(sum(place.stop - place.start for place in slices.values()), dtype=bool)
    for parameter, path in places:
        if parameter not in named:
            raise _no_such_place(say("frozen-parameter", name=parameter), say("frozen-parameter.hint", names=", ".join(named)))
        shape = named[parameter].shape
        if len(path) > len(shape) or any(not 0 <= index < length for index, length in zip(path, shape, strict=False)):
            raise _no_such_place(
                say("frozen-path", name=parameter, path=list(path), shape=shape), say("frozen-path.hint", name=parameter)
            )
        frozen[slices[parameter]].reshape(shape)[path] = True
    return frozen


def _no_such_place(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))
