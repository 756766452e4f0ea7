"""A program at many points, run again at each: for programs that no recorded graph can replace.

Those decide by the values of their inputs, or compute with tensors. It is slower by a factor of a hundred, and always right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.interpreter.run import Run
from backpass.engine.limits import Limits
from backpass.engine.many_points.points import Points
from backpass.engine.messages import say
from backpass.engine.operations import Array, Data
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.graph_json import named
from backpass.engine.shapes import shape_of, size_of, zeros_like

Compute = Callable[[Mapping[str, Data]], Run]
"""Runs a program with the inputs of one point."""
Column = list[Data | None]
"""A result, point by point; None where nothing was computed."""


def one_by_one(
    compute: Compute, points: Points, wrt: Sequence[str] | None, limits: Limits
) -> tuple[Array, dict[str, Array | None]]:
    """The value and the gradients at every point; without `wrt`, of every input of any point.

    A name that does not feed the output of a point has the gradient 0 there. Raises ProblemError as running the program does,
    naming the point, and (shape-mismatch) where results have different shapes at different points.
    """
    values: Column = []
    columns: dict[str, Column] = {name: [] for name in wrt or ()}
    evaluations = 0
    for index in range(points.count):
        try:
            made = compute(points.at(index))
            gradients = backward(made.output, points.upstream_at(index))
            for name in made.inputs if wrt is None else wrt:
                columns.setdefault(name, [0.0] * index).append(_gradient(made, gradients, name))
        except ProblemError as error:
            raise ProblemError(at_point(problem, index) for problem in error.problems) from None
        values.append(made.output.raw)
        for column in columns.values():
            if len(column) == index:
                column.append(0.0)
        evaluations += sum(size_of(tensor.raw) for tensor in gradients.tensors)
        limits.check_evaluations(max(evaluations, evaluations // (index + 1) * points.count))
    return _array(values, say("the-value")), {name: _gradients(column, name) for name, column in columns.items()}


def _gradient(made: Run, gradients: Gradients, name: str) -> Data | None:
    tensor = named(made, name)
    try:
        return gradients.of(tensor)
    except KeyError:
        return zeros_like(tensor.raw)


def _gradients(column: Column, name: str) -> Array | None:
    """None for a name that needs no gradient at any point."""
    if all(each is None for each in column):
        return None
    return _array([np.nan if each is None else each for each in column], say("the-gradient-of", name=name))


def _array(column: Column, what: str) -> Array:
    shapes = [shape_of(each) for each in column if each is not None]
    other = next((index for index, shape in enumerate(shapes) if shape != shapes[0]), None)
    if other is not None:
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("points-of-two-shapes", what=what, shapes=shapes[0], shapes2=shapes[other], other=other),
                say("points-of-two-shapes.hint"),
            )
        )
    return np.array(column, dtype=np.float64)


def at_point(problem: Problem, index: int) -> Problem:
    """The same problem with the point at which it was met."""
    return replace(problem, message=say("at-point", index=index, message=problem.message))
