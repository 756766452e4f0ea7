r"""Vectors and matrices in LaTeX: values beside NumPy's, and what `^T` is."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code
from backpass.engine.serialization.graph_json import gradient_json

VALUES: dict[str, Any] = {
    "w": [0.5, -1.0, 2.0],
    "x": [1.0, 0.5, -0.25],
    "y": [0.3, 0.2, 0.9],
    "b": [0.1, 0.2, 0.3],
    "W": [[1.0, 0.2, 0.3], [0.1, 2.0, 0.4], [0.5, 0.6, 1.5]],
    "X": [[1.0, 0.2, 0.3], [0.1, 2.0, 0.4], [0.5, 0.6, 1.5]],
    "A": [[2.0, 0.2, 0.3], [0.1, 1.0, 0.4], [0.5, 0.6, 3.0]],
    "Q": [[1.0, 0.2, 0.3], [0.1, 2.0, 0.4], [0.5, 0.6, 1.5]],
    "K": [[0.3, 0.7, 0.3], [0.2, 1.0, 0.1], [0.5, 0.4, 0.5]],
    "V": [[2.0, 0.2, 0.1], [0.1, 1.0, 0.4], [0.5, 0.9, 3.0]],
}
ARRAYS = {name: np.array(value) for name, value in VALUES.items()}


def softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores)
    return raised / raised.sum(axis=-1, keepdims=True)


FORMULAS: dict[str, Callable[..., Any]] = {
    r"\mathbf{w}^\top \mathbf{x}": lambda w, x: w @ x,
    "w^T x": lambda w, x: w @ x,
    r"\sigma(w^T x)": lambda w, x: 1 / (1 + np.exp(-w @ x)),
    "x^T A x": lambda x, A: x @ A @ x,  # noqa: N803 (as in the formula)
    r"(X^T X)^{-1} X^T y": lambda X, y: np.linalg.inv(X.T @ X) @ X.T @ y,  # noqa: N803
    r"\text{MSE} = (y - Xw)^T (y - Xw)": lambda X, w, y: (y - X @ w) @ (y - X @ w),  # noqa: N803
    r"\mathbf{W} \mathbf{x} + \mathbf{b}": lambda W, x, b: W @ x + b,  # noqa: N803
    r"\frac{1}{2} (\mathbf{x} - \boldsymbol{b})^\top \boldsymbol{A}^{-1} (\mathbf{x} - \boldsymbol{b})": (
        lambda x, b, A: (x - b) @ np.linalg.inv(A) @ (x - b) / 2  # noqa: N803
    ),
    r"\text{softmax}\left(\frac{QK^T}{\sqrt{3}}\right)V": lambda Q, K, V: softmax(Q @ K.T / np.sqrt(3)) @ V,  # noqa: N803
    r"\lVert \mathbf{x} \rVert + \mathbf{w}^\top \mathbf{x}": lambda x, w: np.linalg.norm(x) + w @ x,
}


@pytest.mark.parametrize("text", FORMULAS, ids=FORMULAS)
def test_side_by_side_is_the_product_of_matrices(text: str) -> None:
    formula = FORMULAS[text]
    names = formula.__code__.co_varnames[: formula.__code__.co_argcount]
    made = run(parse(text), {name: VALUES[name] for name in names})
    np.testing.assert_allclose(made.output.raw, formula(*(ARRAYS[name] for name in names)), rtol=1e-12)
    gradients = gradient_json(made)["gradients"]
    for name in names:
        slopes = np.zeros(np.shape(VALUES[name]))
        for at in np.ndindex(slopes.shape):
            step = np.zeros(slopes.shape)
            step[at] = 1e-6
            above, below = (
                np.sum(formula(*(ARRAYS[each] + (sign * step if each == name else 0) for each in names))) for sign in (1, -1)
            )
            slopes[at] = (above - below) / 2e-6
        np.testing.assert_allclose(gradients[name], slopes, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("text", FORMULAS, ids=FORMULAS)
def test_arrays_stand_in_where_no_values_are_given(text: str) -> None:
    made = run(parse(text))
    assert all(leaf.shape in ((3,), (3, 3)) for leaf in made.inputs.values())
    assert any("No values are given" in problem.message for problem in made.program.problems)
    assert not made.literals


def test_greek_letters_in_bold_are_vectors_and_matrices() -> None:
    made = run(parse(r"(\mathbf{x} - \boldsymbol{\mu})^\top \boldsymbol{\Sigma}^{-1} (\mathbf{x} - \boldsymbol{\mu})"))
    assert {name: leaf.shape for name, leaf in made.inputs.items()} == {"x": (3,), "μ": (3,), "Σ": (3, 3)}


def test_values_of_the_text_are_taken() -> None:
    made = run(parse("W = [[1, 2], [3, 4]]\nx = [1, 2]\n\\mathbf{W}\\mathbf{x}"))
    np.testing.assert_array_equal(made.output.raw, [5.0, 11.0])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A = P (1 + r)^T", 4.0),
        (r"x^T + T \cdot 0", 4.0),
        (r"e^{-t/T} \cdot 0 + T", 2.0),
        (r"x^{-1} \cdot 1", 0.5),
        (r"\sum_{t=1}^T A t", 3.0),
    ],
)
def test_where_t_is_a_name_it_is_a_power(text: str, value: float) -> None:
    program = parse(text)
    made = run(program, {name: 2.0 for name in run(program).inputs if name in ("T", "x")})
    assert made.output.raw == value
    assert all(leaf.shape == () for leaf in made.inputs.values())


def test_a_number_beside_a_matrix_scales_it() -> None:
    made = run(parse(r"\lambda w^T w"), {"λ": 2.0, "w": [1.0, 2.0, 3.0]})
    assert made.output.raw == 28.0


def test_a_scalar_between_matrices_is_refused() -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(r"w^T x"), {"w": 2.0, "x": 3.0})
    assert refused.value.problems[0].code is Code.SHAPE_MISMATCH
