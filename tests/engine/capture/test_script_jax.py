"""`backpass show` of scripts that differentiate with JAX."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import numpy as np
import pytest

from backpass.app.cli import main
from backpass.engine.capture.scripts import process
from tests.engine.capture.preloaded import Forks, forks

jax = pytest.importorskip("jax", reason="the extra `jax` is not installed")

TRAINING = """
import jax
import jax.numpy as jnp
from jax import grad, value_and_grad

x = jnp.arange(6.0).reshape(3, 2) / 5
y = jnp.array([1.0, -1.0, 0.5])

def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) + params["b"] - y) ** 2)

def with_extra(params, scale=1.0):
    loss = scale * loss_fn(params, x, y)
    return loss, {"loss": loss}

params = {"w": jnp.array([0.5, -0.25]), "b": jnp.array(0.1)}
""".lstrip()


class Shown(NamedTuple):
    status: object
    graph: Any
    error: str


Show = Callable[..., Shown]


@pytest.fixture(scope="module")
def forked() -> Iterator[Forks | None]:
    with forks("jax") as made:
        yield made


@pytest.fixture
def show(started: Show, forked: Forks | None, monkeypatch: pytest.MonkeyPatch) -> Show:
    """In processes that are forked, see `preloaded`."""
    if forked is not None:
        monkeypatch.setattr(process, "_run", forked.run)
    return started


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Show:
    monkeypatch.chdir(tmp_path)

    def run(text: str, *options: str) -> Shown:
        Path("train.py").write_text(TRAINING + dedent(text), encoding="utf-8")
        status: object
        try:
            status = main(["show", "train.py", "-o", "graph.json", *options])
        except SystemExit as ended:
            status = ended.code
        file = Path("graph.json")
        return Shown(status, json.loads(file.read_text("utf-8")) if file.exists() else None, capfd.readouterr().err)

    return run


def expected(steps: int, rate: float = 0.1, scale: float = 1.0) -> tuple[float, dict[str, Any]]:
    """Loss and gradients at the given step, from 1, by JAX itself."""
    variables: dict[str, Any] = {}
    exec(TRAINING, variables)
    params, differentiate = variables["params"], jax.value_and_grad(lambda params: variables["with_extra"](params, scale)[0])
    for _ in range(steps - 1):
        params = jax.tree.map(lambda each, slope: each - rate * slope, params, differentiate(params)[1])
    value, gradients = differentiate(params)
    return float(value), gradients


def expect(graph: Any, value: float, gradients: dict[str, Any], prefix: str = "params") -> None:
    by_name = {node["name"]: node for node in graph["nodes"]}
    assert graph["value"] == pytest.approx(value, rel=1e-5)
    for name, gradient in gradients.items():
        np.testing.assert_allclose(by_name[f"{prefix}['{name}']"]["grad"], np.asarray(gradient), rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("maker", ["jax.grad(fun=loss_fn)", "value_and_grad(loss_fn, 0)"])
def test_the_gradient_of_a_function_is_shown_at_its_arguments(show: Show, maker: str) -> None:
    shown = show(f"differentiate = {maker}\ndifferentiate(params, x, y)\nraise SystemExit(3)\n", "--loss", "loss_fn")
    assert shown.status == 0, shown.error
    expect(shown.graph, *expected(1))


def test_a_compiled_step_is_seen_each_time_with_its_numbers(show: Show) -> None:
    text = """
    @jax.jit
    def update(params):
        loss, slopes = jax.value_and_grad(loss_fn)(params, x, y)
        return jax.tree.map(lambda each, slope: each - 0.1 * slope, params, slopes)

    for _ in range(5):
        params = update(params)
    """
    shown = show(text, "--loss", "loss_fn", "--step", "3")
    assert shown.status == 0, shown.error
    expect(shown.graph, *expected(3))
    shown = show(text, "--loss", "loss_fn", "--step", "6")
    assert shown.status == 2
    assert "ended after 5" in shown.error


def test_what_else_a_loss_returns_and_its_options_are_honoured(started: Show) -> None:
    shown = started("jax.grad(with_extra, has_aux=True)(params, scale=3.0)\n", "--loss", "with_extra")
    assert shown.status == 0, shown.error
    value, gradients = expected(1, scale=3.0)
    assert shown.graph["value"] == pytest.approx(value, rel=1e-5)
    slopes = [node["grad"] for node in shown.graph["nodes"] if node["role"] == "input"]
    for gradient in gradients.values():
        assert any(np.allclose(each, np.asarray(gradient), rtol=1e-4) for each in slopes if np.shape(each) == gradient.shape)


def test_a_variable_that_holds_the_function_names_it_as_well(show: Show) -> None:
    shown = show("loss = lambda params: loss_fn(params, x, y)\njax.grad(loss)(params)\n")
    assert shown.status == 0, shown.error
    expect(shown.graph, *expected(1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("jax.vmap(jax.grad(loss_fn), (None, 0, 0))(params, x, y)\n", "no numbers"),
        ("jax.hessian(loss_fn)(params, x, y)\n", "nor was a JAX function `loss_fn` differentiated"),
        ("jax.grad(with_extra, has_aux=True)(params)\n", "the script differentiates `with_extra`"),
    ],
    ids=["within vmap", "no gradient", "another function"],
)
def test_what_cannot_be_shown_is_refused_with_a_sentence(show: Show, text: str, sentence: str) -> None:
    shown = show(text, "--loss", "loss_fn")
    assert shown.status == 2
    assert shown.graph is None
    assert sentence in shown.error
