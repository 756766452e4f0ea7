"""Jacobians against closed forms, finite differences, and the gradients whose rows they are."""

import numpy as np
import pytest

from backpass.engine import Code, Limits, ProblemError, backward
from backpass.engine.autodiff.jacobian import jacobian
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse


def ran(text: str, **inputs: object) -> Run:
    return run(parse(text), inputs)


def of(text: str, **inputs: object) -> dict[str, np.ndarray]:
    made = ran(text, **inputs)
    return {name: np.asarray(value) for name, value in jacobian(made.output, made.inputs).items()}


def test_an_elementwise_function_has_a_diagonal_jacobian() -> None:
    found = of("x**2 * a", x=[1, 2, 3], a=2)
    assert found["x"].tolist() == [[4, 0, 0], [0, 8, 0], [0, 0, 12]]
    assert found["a"].tolist() == [1, 4, 9]


def test_the_jacobian_of_an_outer_product_has_the_shape_of_the_output_and_then_of_the_input() -> None:
    found = of("c*r", c=[[1], [2]], r=[3, 4, 5])
    assert found["c"].shape == (2, 3, 2, 1)
    assert found["r"].shape == (2, 3, 3)
    assert found["r"][1].tolist() == [[2, 0, 0], [0, 2, 0], [0, 0, 2]]


def test_the_jacobian_of_a_matrix_product_with_a_vector_is_the_matrix() -> None:
    matrix = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert of("m @ x", m=matrix, x=[1, 1, 1])["x"].tolist() == matrix


def test_the_jacobian_of_a_scalar_is_its_gradient() -> None:
    made = ran("x*y + z", x=2, y=-3, z=10)
    assert jacobian(made.output, made.inputs) == {"x": -3, "y": 2, "z": 1}


def test_both_ways_to_a_jacobian_give_the_same() -> None:
    made = ran("tanh(w*x + b)", w=[[0.5, -0.5], [1, 2]], x=[1, 2], b=0.1)
    try_vectorize = jacobian(made.output, made.inputs)
    by_rows = jacobian(made.output.reshape((2, 2)), made.inputs)
    for name in made.inputs:
        assert np.allclose(try_vectorize[name], by_rows[name], rtol=1e-14)


def test_columns_agree_with_finite_differences() -> None:
    x = np.array([0.3, -0.7, 1.1])
    found = of("tanh(x*w) + sin(x)", x=x.tolist(), w=1.7)["x"]
    for column in range(3):
        step = np.zeros(3)
        step[column] = 1e-6
        above, below = (ran("tanh(x*w) + sin(x)", x=(x + side * step).tolist(), w=1.7).output.data for side in (1, -1))
        assert np.allclose(found[:, column], (np.asarray(above) - np.asarray(below)) / 2e-6, atol=1e-9)


def test_rows_add_up_to_the_gradient() -> None:
    made = ran("tanh(w*x + b)", w=[[0.5, -0.5], [1, 2]], x=[1, 2], b=0.1)
    gradients = backward(made.output)
    for name, rows in jacobian(made.output, made.inputs).items():
        assert np.allclose(np.asarray(rows).sum(axis=(0, 1)), gradients.of(made.inputs[name]))


def test_what_does_not_feed_the_output_has_a_jacobian_of_zeros() -> None:
    made = ran("b = 3\nx*2", x=[1, 2])
    assert np.asarray(jacobian(made.output, {"b": made.names["b"]})["b"]).tolist() == [0, 0]


def test_the_work_is_counted_and_refused_before_it_is_done() -> None:
    made = ran("x*x", x=[1.0] * 100)
    with pytest.raises(ProblemError) as refusal:
        jacobian(made.output, made.inputs, Limits(evaluations=10_000))
    assert refusal.value.problems[0].code is Code.TOO_MUCH_WORK
