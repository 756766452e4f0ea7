"""`backpass.capture_jax`: contributions add up to the gradients that JAX reports."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from jax import lax
from jax import numpy as jnp

import backpass
from tests.engine.capture.models import adds_up


@pytest.fixture(autouse=True)
def _single_precision() -> Iterator[None]:
    """JAX's own default, whatever other tests have chosen."""
    with jax.enable_x64(False):
        yield


W = jnp.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]], dtype=jnp.float32)
X = jnp.array([0.3, -0.2, 1.1], dtype=jnp.float32)


@jax.custom_vjp
def clipped(x: Any) -> Any:
    return 2 * x


clipped.defvjp(lambda x: (2 * x, None), lambda _, upstream: (jnp.clip(upstream, -0.5, 0.5),))


def mlp(params: Any, x: Any) -> Any:
    return (jnp.tanh(params["w"] @ x + params["b"]) ** 2).sum()


def scanned(w: Any, x: Any) -> Any:
    last, every = lax.scan(lambda carry, row: (jnp.sin(carry * row.sum()), carry * row), x.sum(), w)
    return last + every.prod()


def reversed_scan(w: Any, x: Any) -> Any:
    last, every = lax.scan(lambda carry, row: (carry * row.sum() + 1, carry), x.sum(), w, reverse=True)
    return last * every[0]


def branched(w: Any, x: Any) -> Any:
    return lax.cond(x.sum() > 1, lambda a: a.sum() * 3, lambda a: (a * a).sum(), w @ x)


def custom(w: Any, x: Any) -> Any:
    return clipped(w @ x).sum() * 2 + jax.nn.softplus(w).sum()


def looped(w: Any, x: Any) -> Any:
    bound = lax.while_loop(lambda s: s < 5, lambda s: s * 2 + 1, lax.stop_gradient(x.sum()))
    return lax.fori_loop(0, 3, lambda _, carry: jnp.cos(carry) + w.sum(), bound + x[0])


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "grad": lambda w, x: jax.grad(lambda v: (w @ v).prod())(x).sum() * w.sum(),
    "jit": jax.jit(lambda w, x: jnp.exp(w @ x).mean()),
    "vmap": lambda w, x: jax.vmap(lambda row: jax.nn.relu(row @ x) ** 2)(w).sum(),
    "scan": scanned,
    "scan in reverse": reversed_scan,
    "cond": branched,
    "custom_vjp": custom,
    "loops": looped,
    "checkpoint": lambda w, x: jax.checkpoint(lambda a: jnp.tanh(a).sum())(w @ x) * x[1],
    "softmax": lambda w, x: -jax.nn.log_softmax(w @ x)[0],
    "sort and indices": lambda w, x: (jnp.sort(w, axis=1)[:, ::2] * x[jnp.array([0, 0])]).sum(),
    "random": lambda w, x: (w * jax.random.normal(jax.random.key(0), w.shape)).sum() * x.max(),
    "several outputs": lambda w, x: jnp.linalg.svd(w, full_matrices=False)[1].sum() + sum(jnp.split(x, 3)).sum(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_contributions_add_up_to_the_gradients_that_jax_reports(name: str) -> None:
    function = FUNCTIONS[name]
    value, expected = jax.value_and_grad(function, (0, 1))(W, X)
    graph = backpass.capture_jax(function, W, X, argnums=(0, 1))
    assert adds_up(graph.json, {"float32": 1e-6}) >= 2
    assert graph.value == pytest.approx(float(value), rel=1e-6)
    gradients = list(graph.gradients.values())
    assert len(gradients) == 2
    for ours, theirs in zip(sorted(gradients, key=len), sorted(expected, key=len), strict=True):
        assert np.allclose(ours, theirs, rtol=0, atol=1e-6 * float(jnp.abs(theirs).max()))
    assert [node["op"] for node in graph.nodes if node["data"] is None] == []


def test_in_double_precision_they_agree_to_twelve_digits() -> None:
    with jax.enable_x64(True):
        w, x = jnp.asarray(np.array(W), dtype=jnp.float64), jnp.asarray(np.array(X), dtype=jnp.float64)
        for name in ("grad", "scan", "custom_vjp"):
            graph = backpass.capture_jax(FUNCTIONS[name], w, x)
            (gradient,) = graph.gradients.values()
            assert adds_up(graph.json, {"float64": 1e-12, "float32": 1e-6}) >= 1
            assert np.allclose(gradient, jax.grad(FUNCTIONS[name])(w, x), rtol=1e-12)


def test_names_are_those_of_the_arguments_and_of_their_parts() -> None:
    graph = backpass.capture_jax(mlp, {"w": W, "b": jnp.zeros(2)}, X)
    assert set(graph.gradients) == {"params['w']", "params['b']"}
    assert {node["role"] for node in graph.nodes} == {"input", "constant", "intermediate", "output"}
    assert graph.json["captured"] == {"library": "jax"}


def test_operations_of_our_records_have_their_names_and_local_derivatives() -> None:
    graph = backpass.capture_jax(lambda a, b: a * b + a, 2.0, -3.0, argnums=(0, 1))
    assert [node["op"] for node in graph.nodes if node["op"]] == ["multiply", "add"]
    assert [edge["local"] for edge in graph.edges] == [-3.0, 2.0, 1.0, 1.0]
    assert graph.contributions("a") == [-3.0, 1.0]


def test_calls_and_steps_are_groups_and_lines_are_named() -> None:
    graph = backpass.capture_jax(scanned, W, X)
    assert [group["name"] for group in graph.json["groups"]] == ["scan()", "step 0", "step 1"]
    sites = [node["site"] for node in graph.nodes if node["op"] == "sin"]
    lines = Path(__file__).read_text(encoding="utf-8").split("\n")
    assert {lines[site["line"] - 1].strip() for site in sites} == {
        "last, every = lax.scan(lambda carry, row: (jnp.sin(carry * row.sum()), carry * row), x.sum(), w)"
    }


def test_a_rule_of_its_own_is_one_operation() -> None:
    graph = backpass.capture_jax(custom, W, X)
    assert "clipped" in {node["op"] for node in graph.nodes}


def test_health_says_where_the_first_nan_is() -> None:
    health = backpass.capture_jax(lambda x: jnp.log(x - 5).sum(), X).health()
    assert health.first_non_finite is not None
    assert health.first_non_finite.name == "log"


def test_large_arrays_are_summarised() -> None:
    graph = backpass.capture_jax(lambda x: (x * x).sum(), jnp.arange(2000.0))
    assert graph.nodes[0]["data"] is None
    assert graph.nodes[0]["summary"]["grad"]["max"] == 3998.0
    assert graph.gradients == {"x": None}


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "while": (
        lambda: backpass.capture_jax(lambda x: lax.while_loop(lambda s: s < 9, lambda s: s * 2, x), 2.0),
        "cannot differentiate a `while_loop`",
    ),
    "several outputs": (lambda: backpass.capture_jax(lambda x: (x, x * 2), 2.0), "returns float32[], float32[]"),
    "no scalar": (lambda: backpass.capture_jax(lambda x: x * 2, X), "returns float32[3]"),
    "whole numbers": (lambda: backpass.capture_jax(lambda n: n * 2.0, 3), "`n` holds `int32`"),
    "no such argument": (lambda: backpass.capture_jax(lambda x: x * 2.0, 3.0, argnums=1), "There is no argument 1"),
    "constant": (lambda: backpass.capture_jax(lambda x: lax.stop_gradient(x) * 3, 1.0), "does not depend on"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_captured_is_refused_by_name(name: str) -> None:
    call, message = REFUSED[name]
    with pytest.raises(backpass.CaptureError, match=re.escape(message)) as refused:
        call()
    assert refused.value.problems[0].hint


def test_a_missing_extra_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from backpass.engine.capture import MissingExtraError, refusals

    def missing(_module: str) -> Any:
        raise ModuleNotFoundError("No module named 'jax'", name="jax")

    monkeypatch.setattr(refusals, "import_module", missing)
    with pytest.raises(MissingExtraError, match="JAX is not installed here") as refused:
        backpass.capture_jax(jnp.sum, X)
    assert refused.value.problems[0].hint == "Install it: `pip install backpass[jax]`."
