"""What the tests of micrograd and of HIPS autograd ask, in our own words and through the same names (see `shims`)."""

import math
from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError, grad, value_and_grad
from backpass.engine import Tensor as Value
from tests.engine.library.shims import check_grads

draw = np.random.default_rng(0)

ONE_VARIABLE = {
    "abs": 1.1,
    "sin": 0.4,
    "sign": -1.1,
    "exp": 0.3,
    "log": 0.7,
    "log2": 0.7,
    "log10": 0.7,
    "log1p": 0.7,
    "expm1": 0.3,
    "exp2": 0.3,
    "cos": 0.4,
    "tan": 0.4,
    "cosh": 0.4,
    "sinh": 0.4,
    "tanh": 0.4,
    "sqrt": 0.7,
    "square": 0.4,
    "reciprocal": 0.7,
    "negative": 0.7,
    "arcsin": 0.2,
    "arccos": 0.2,
    "arctan": 0.2,
    "arcsinh": 0.2,
    "arccosh": 1.4,
    "arctanh": 0.2,
    "rad2deg": 0.2,
    "deg2rad": 0.2,
    "radians": 0.2,
    "degrees": 0.2,
    "sinc": 0.4,
}


@pytest.mark.parametrize("name", ONE_VARIABLE)
def test_numpys_functions_of_numbers_have_two_right_derivatives(name: str) -> None:
    check_grads(lambda x: 3.0 * getattr(np, name)(x))(ONE_VARIABLE[name])


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "true_divide", "power", "mod", "arctan2", "hypot"])
def test_numpys_functions_of_two_have_two_right_derivatives_whatever_is_broadcast(name: str) -> None:
    shapes = [(), (4,), (3, 4), (1, 4)]
    for one in shapes:
        for other in shapes:
            first, second = np.abs(draw.normal(size=one)) + 1.1, np.abs(draw.normal(size=other)) + 2.3
            check_grads(getattr(np, name))(first if one else float(first), second if other else float(second))


@pytest.mark.parametrize("compare", ["less", "less_equal", "greater", "greater_equal", "equal", "not_equal"])
def test_comparisons_have_the_values_of_numbers_and_no_slope(compare: str) -> None:
    for one, other in ((2.0, 2.0), (2.0, 3.0), (np.array([1.0, 2.0]), 2.0), (np.array([1.0, 2.0]), np.array([[1.0], [5.0]]))):

        def count(x: object, y: object) -> object:
            return np.sum(getattr(np, compare)(x, y)) + 0.0

        value, gradient = value_and_grad(count)(one, other)
        assert value == count(one, other)
        assert np.array_equal(gradient, np.zeros(np.shape(one)))
        assert np.array_equal(grad(count, argnum=1)(one, other), np.zeros(np.shape(other)))


GRAPHS = {
    "fans out": lambda x: np.sin(np.sin(x) + np.sin(x)),
    "is used by an inner gradient": lambda x: x * grad(lambda y: x * y)(2.0),
    "is an inner gradient's own": lambda x: x * grad(lambda y: y * x * y)(x),
    "has a third derivative": grad(lambda x: np.sin(np.sin(x) + np.sin(x))),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_a_number_that(name: str) -> None:
    check_grads(GRAPHS[name])(0.7)


def test_products_with_a_hessian() -> None:
    vector = draw.normal(size=10)
    gradient = grad(lambda x: np.sin(np.dot(x, vector)))
    check_grads(lambda x, v: np.sin(np.dot(v, gradient(x))))(draw.normal(size=10), draw.normal(size=10))


def test_a_mixed_derivative_at_numbers_is_a_number() -> None:
    mixed = grad(grad(lambda x, y: x**2 * y**3, 1), 0)(2.0, 3.0)
    assert isinstance(mixed, float)
    assert mixed == pytest.approx(2 * 2.0 * 3 * 3.0**2)


@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"axis": 1}, {"axis": 0, "keepdims": True}, {"keepdims": True}])
def test_sums_of_one_element_count_as_numbers(options: dict[str, Any]) -> None:
    start = draw.normal(size=(3, 1) if options.get("axis") == 0 else (1, 3))
    check_grads(lambda x: np.sum(np.sin(x), **options))(start)
    check_grads(lambda x: np.sum(grad(lambda y: np.sum(np.sum(np.sin(y), **options)))(x)))(start)


def test_a_gradient_is_not_changed_by_what_is_added_to_it_elsewhere() -> None:
    def function(a: Any) -> Any:
        b = a + 1.0
        c = b[0] + 1.5
        return (b + 1.5) + (a + b) + c

    check_grads(function)(draw.normal(size=5))


def test_an_argument_is_not_assigned_to() -> None:
    def function(a: Any, b: Any) -> Any:
        a[1] = b
        return a

    with pytest.raises(TypeError):
        grad(lambda a, b: np.sum(function(a, b)))(draw.normal(size=5), 3.0)


def test_complex_numbers_are_the_ones_that_are_refused() -> None:
    with pytest.raises(ProblemError, match="complex"):
        grad(lambda a: np.sum(np.sin(a + 1.0j)))(draw.normal(size=5))


def test_the_programs_by_which_micrograd_is_tested() -> None:
    x = Value(-4.0)
    z = 2 * x + 2 + x
    q = z.relu() + z * x
    y = (z * z).relu() + q + q * x
    y.backward()
    assert (y.data, x.grad) == (-20, 46)

    a, b = Value(-4.0), Value(2.0)
    c, d = a + b, a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).relu()
    f = (c - d) ** 2
    g = f / 2.0
    g += 10.0 / f
    g.backward()
    assert math.isclose(g.data, 24.70408163265306, rel_tol=1e-15)
    assert math.isclose(a.grad, 138.83381924198250, rel_tol=1e-14)
    assert math.isclose(b.grad, 645.5772594752186, rel_tol=1e-14)
