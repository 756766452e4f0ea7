"""IEEE 754 everywhere: floats, arrays and mixtures of both give the same value and the same slopes, and none of them raises."""

import math
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from backpass.engine import OPERATIONS, Operation, Tensor, backward
from backpass.engine.autodiff.reachability import local_derivative
from backpass.engine.formulas.compiled import holds, kernel
from backpass.engine.graph.tensor import FUNCTIONS

ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise]
TINY, HUGE = math.ulp(0.0), 1e308
SPECIAL = (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.5, -2.0, 3.0, TINY, -TINY, 1e-308, 1e-17, 1e17, 1e154, HUGE, -HUGE, 30.0, 710.0)
NOT_FINITE = (math.inf, -math.inf, math.nan)
FEWER = (0.0, -0.0, 1.0, -1.0, 0.5, HUGE, *NOT_FINITE)
"""For operations of three inputs, whose combinations are many."""
RELATIVE = 4e-15
"""What NumPy's own functions and those of the C library differ by."""
every_operation = pytest.mark.parametrize("operation", ELEMENTWISE, ids=lambda record: record.name)


def agree(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Equal, both NaN, or as near as two libraries for the same function come."""
    with np.errstate(all="ignore"):
        near = np.abs(one - other) <= RELATIVE * np.abs(other) + 10 * TINY
    return (one == other) | (np.isnan(one) & np.isnan(other)) | near


def by_floats(operation: Operation, points: list[tuple[float, ...]]) -> NDArray[np.float64]:
    """Value and slopes at each point, a row for each, computed with single floats."""
    found = [kernel(operation).scalar(*point) for point in points]
    return np.array([[value, *slopes] for value, slopes in found])


@every_operation
def test_floats_and_arrays_agree_at_special_values(operation: Operation) -> None:
    values = FEWER if operation.arity > 2 else (*SPECIAL, *NOT_FINITE)
    for floats in product((None, *values), repeat=operation.arity):
        # None stands for an array of all values; with two of them, of all pairs.
        points = list(product(*(values if each is None else (each,) for each in floats)))
        given = np.array(points).T
        made = FUNCTIONS[operation.name](
            *(Tensor(row if each is None else each) for row, each in zip(given, floats, strict=True))
        )
        found = [made.data, *(local_derivative(made, slot) for slot in range(operation.arity))]
        stacked = np.array([np.broadcast_to(each, len(points)) for each in found]).T
        expected = by_floats(operation, points)
        different = [
            (point, row, wanted)
            for point, row, wanted, same in zip(points, stacked, expected, np.all(agree(stacked, expected), axis=1), strict=True)
            if not same and not is_peculiar(operation, point)
        ]
        assert not different


def is_peculiar(operation: Operation, point: tuple[float, ...]) -> bool:
    """NumPy takes the root for the one exponent ½ that holds for a whole array, as if −∞ had no such power."""
    return operation.name == "power" and point == (-math.inf, 0.5)


@every_operation
def test_conditions_hold_for_floats_as_for_arrays(operation: Operation) -> None:
    conditions = [operation.kink] if operation.kink else []
    conditions += [operation.domain.text] if operation.domain else []
    values = FEWER if operation.arity > 2 else (*SPECIAL, *NOT_FINITE)
    points = list(product(values, repeat=operation.arity))
    for condition in conditions:
        together = holds(condition, operation, list(np.array(points).T))
        assert [bool(holds(condition, operation, point)) for point in points] == together.tolist()


@pytest.mark.parametrize("shape", [(2,), (2, 1), (1, 3)], ids=str)
def test_a_tensor_by_a_scalar_zero_has_the_slopes_of_ieee(shape: tuple[int, ...]) -> None:
    x, y = Tensor(np.ones(shape)), Tensor(0.0)
    found = backward(x / y)
    assert np.array_equal(found.of(x), np.full(shape, math.inf))
    assert found.of(y) == -math.inf
