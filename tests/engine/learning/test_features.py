"""Features of an example: their numbers, their derivatives, and their place in a program."""

import numpy as np
import pytest

from backpass.engine.learning.features import FEATURES, FeatureMap
from backpass.engine.learning.losses import loss_named
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.model_source import FeatureText, model_text
from backpass.engine.problems import Code, ProblemError

EXAMPLES = np.array([[0.5, -1.5], [2.0, 0.25], [-0.75, 3.0]])
X, Y = EXAMPLES.T
COLUMNS = {"x": X, "y": Y, "x^2": X**2, "y^2": Y**2, "x*y": X * Y, "sin(x)": np.sin(X), "sin(y)": np.sin(Y)}


@pytest.mark.parametrize("name", FEATURES)
def test_each_feature_is_what_its_name_says(name: str) -> None:
    np.testing.assert_allclose(FeatureMap([name], 2).of(EXAMPLES)[:, 0], COLUMNS[name], rtol=1e-15)


def test_features_come_in_the_order_in_which_they_are_named() -> None:
    made = FeatureMap(["sin(y)", "x", "x*y"], 2)
    np.testing.assert_allclose(made.of(EXAMPLES), np.column_stack([np.sin(Y), X, X * Y]), rtol=1e-15)
    assert [each["title"] for each in made.described(["a", "b"])] == ["sin b", "a", "a·b"]


def test_gradients_are_pulled_back_as_jax_does() -> None:
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def features(example):  # type: ignore[no-untyped-def]
        x, y = example
        return jnp.stack([x, y, x**2, y**2, x * y, jnp.sin(x), jnp.sin(y)])

    upstream = np.array([0.3, -2.0, 1.5, 0.25, -0.75, 4.0, 1.0])
    for example in EXAMPLES:
        _, pull = jax.vjp(features, example)
        ours = FeatureMap(list(FEATURES), 2).pulled_back(example, upstream)
        np.testing.assert_allclose(ours, np.asarray(pull(jnp.asarray(upstream))[0]), rtol=1e-5)


def test_a_number_that_no_feature_is_made_of_has_no_slope() -> None:
    assert FeatureMap(["x^2"], 2).pulled_back(np.array([1.5, 2.0]), np.array([1.0])).tolist() == [3.0, 0.0]


@pytest.mark.parametrize(
    ("names", "columns", "code"),
    [
        (["x", "cos(x)"], 2, Code.UNKNOWN_FUNCTION),
        (["x", "y", "x"], 2, Code.INVALID_INPUT),
        (["x", "x*y"], 1, Code.INVALID_INPUT),
        (["x", "y"], 3, Code.INVALID_INPUT),
    ],
)
def test_a_feature_that_cannot_be_is_refused_by_its_name(names: list[str], columns: int, code: Code) -> None:
    with pytest.raises(ProblemError) as refused:
        FeatureMap(names, columns)
    assert refused.value.problems[0].code is code
    assert "`" in refused.value.problems[0].message


@pytest.mark.parametrize("standardized", [None, ([0.5, -1.0, 0.25], [2.0, 0.5, 1.5])])
def test_the_program_of_a_loss_computes_its_features(standardized: tuple[list[float], list[float]] | None) -> None:
    made = FeatureMap(["x", "x*y", "sin(y)"], 2)
    model, loss = MatrixMLP(3, [4, 1], "tanh", last="linear", random=3), loss_named("hinge")
    text = model_text(model, loss, ["x", "y"], EXAMPLES[0].tolist(), 1.0, given=FeatureText(made, standardized))
    run = text.run()
    given = made.of(EXAMPLES[0])
    if standardized is not None:
        given = (given - standardized[0]) / standardized[1]
    assert run.output.item() == pytest.approx(loss(model(given[np.newaxis]), np.array([1.0])).item(), rel=1e-12)
    operations = {tensor.operation.name for tensor in run.names.values() if tensor.operation is not None}
    assert {"multiply", "sin"} <= operations


def test_names_that_a_feature_would_take_give_way() -> None:
    made = FeatureMap(["x", "x^2"], 2)
    model = MatrixMLP(2, [1], "linear")
    text = model_text(model, loss_named("hinge"), ["x", "x_squared"], [2.0, 3.0], 1.0, given=FeatureText(made))
    assert "x1_squared = x1**2" in text.program
