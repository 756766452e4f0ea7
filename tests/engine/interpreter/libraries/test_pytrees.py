"""Gradients by lists, tuples and dictionaries of tensors have the structure and the numbers that JAX and PyTorch give."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.libraries.differentiation.pytrees import leaves_of
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.syntax_tree import Literal
from backpass.engine.problems import ProblemError

torch = pytest.importorskip("torch")

jax.config.update("jax_enable_x64", True)

NET = """\
import jax
import jax.numpy as jnp
def predict(params, x):
    *hidden, last = params
    for W, b in hidden:
        x = jnp.tanh(W @ x + b)
    W, b = last
    return W @ x + b
def loss(params, x, y):
    return jnp.sum((predict(params, x) - y)**2)
params = [(jnp.array([[1.0, 2.0], [0.5, -1.0]]), jnp.array([0.1, 0.2])), (jnp.array([[1.5, -2.0]]), jnp.array([0.3]))]
x, y = jnp.array([0.5, -0.25]), jnp.array([1.0])
"""

PROGRAMS = (
    NET + "found = jax.grad(loss)(params, x, y)",
    NET + "found = jax.value_and_grad(loss)(params, x, y)",
    NET + "found = jax.grad(loss, argnums=(0, 1))(params, x, y)",
    NET + "gradient = jax.grad(loss)(params, x, y)\nfound = jax.tree.map(lambda p, g: p - 0.1*g, params, gradient)",
    NET + "gradient = jax.grad(loss)(params, x, y)\nfound = jax.tree_util.tree_leaves(gradient)",
    """\
import jax
import jax.numpy as jnp
def f(p, x):
    return (p["w"] * x + p["b"])**2 * p["more"][0]
found = jax.grad(f)({"w": 2.0, "b": 1.0, "more": (3.0, 4.0)}, 0.5)""",
    """\
import jax
import jax.numpy as jnp
def f(p, x):
    prediction = p["w"] * x
    return jnp.sum(prediction**2), prediction
found = jax.grad(f, has_aux=True)({"w": jnp.array([1.0, 2.0])}, 3.0)""",
    """\
import jax
def f(x, y):
    return x**2 * y, {"x": x, "sum": x + y}
found = jax.value_and_grad(f, has_aux=True)(2.0, 3.0)""",
    """\
import jax
import jax.numpy as jnp
found = jax.jacobian(lambda p: p["w"]**2 * p["b"])({"w": jnp.array([1.0, 2.0]), "b": 3.0})""",
    """\
import jax
import jax.numpy as jnp
found = jax.hessian(lambda p: jnp.sum(p[0]**2 * p[1]))((jnp.array([1.0, 2.0]), 3.0))""",
    """\
import jax
second = jax.grad(lambda p: jax.grad(lambda q: q[0]**3 * q[1])(p)[0] * p[1])
found = second([2.0, 3.0])""",
    """\
import torch
from torch.autograd.functional import jacobian
found = jacobian(lambda x, y: x**2 * y, (torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])))""",
    """\
import torch
found = torch.autograd.functional.hessian(lambda x, y: (x**2 * y).sum(), (torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])))""",
)


def _same(ours: Any, theirs: Any) -> None:
    """The same structure with the same numbers."""
    if isinstance(theirs, dict):
        assert isinstance(ours, dict)
        assert ours.keys() == theirs.keys()
        for key in theirs:
            _same(ours[key], theirs[key])
    elif isinstance(theirs, list | tuple):
        assert type(ours) is type(theirs)
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            _same(one, other)
    else:
        wanted = theirs.detach().numpy() if isinstance(theirs, torch.Tensor) else np.asarray(theirs)
        found = np.asarray(getattr(ours, "raw", ours))
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


def _found(text: str) -> Any:
    """What the name `found` stands for at the end: a program prints nothing of its structure that could be compared."""
    kept: list[Any] = []

    def keep(_: Any, arguments: Any) -> Any:
        kept.append(arguments.values[0])
        return arguments.values[0]

    from backpass.engine.interpreter.builtins.objects import OBJECTS
    from backpass.engine.interpreter.resolver import BUILTINS
    from backpass.engine.interpreter.values import Builtin

    assert "kept_by_test" not in OBJECTS
    BUILTINS["kept_by_test"] = Builtin("kept_by_test", keep)
    try:
        run(parse(f"{text}\nkept = kept_by_test(found)\nvalue = 1.0\n"))
    finally:
        del BUILTINS["kept_by_test"]
    return kept[0]


@pytest.mark.parametrize("text", PROGRAMS)
def test_structure_and_numbers_are_the_librarys(text: str) -> None:
    names: dict[str, Any] = {"jnp": jnp}
    exec(text, names)
    _same(_found(text), names["found"])


def test_tensorflow_gradients_have_the_structure_of_the_sources() -> None:
    text = """\
import tensorflow as tf
w, b = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(w**2) * b
found = tape.gradient(y, {"layer": [w, b], "w": w})
"""
    found = _found(text)
    _same(found, {"layer": [np.array([6.0, 12.0]), np.array(5.0)], "w": np.array([6.0, 12.0])})


@pytest.mark.parametrize(
    "text",
    [
        "import jax\nxs = [1.0]\nxs.append(xs)\njax.grad(lambda p: p[0]**2)(xs)",
        "import jax\nxs = []\nfor _ in range(40):\n    xs = [xs, xs]\njax.grad(lambda p: 2.0)(xs)",
        "import jax\njax.grad(lambda x: x**2, has_aux=True)(2.0)",
        "import jax\njax.tree.map(lambda a, b: a + b, [1.0, 2.0], [1.0])",
        "import jax\njax.grad(lambda p: p['a'])({'a': 1.0, 2: 3.0})",
    ],
)
def test_what_is_no_tree_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))


def test_leaves_come_in_jaxs_order() -> None:
    tree = {"b": [1, (2, None)], "a": {"z": 3, "c": []}}
    assert leaves_of(tree, Literal(None, (0, 0))) == jax.tree.leaves(tree)


UPDATED = """\
import jax
import jax.numpy as jnp
from jax import grad, jit

def init(sizes):
    params = []
    for m, n in zip(sizes[:-1], sizes[1:]):
        params.append((0.1 * jnp.arange(m * n).reshape(m, n) - 0.3, jnp.zeros(n)))
    return params

def predict(params, x):
    for w, b in params[:-1]:
        x = jnp.tanh(jnp.dot(x, w) + b)
    w, b = params[-1]
    return jnp.dot(x, w) + b

def loss(params, x, t):
    return jnp.mean((predict(params, x) - t)**2)

params = init([3, 4, 2])
x = jnp.array([[0.5, -1.0, 2.0], [1.0, 0.3, -0.7]])
t = jnp.array([[1.0, 0.0], [0.0, 1.0]])

@jit
def update(params, x, t):
    grads = grad(loss)(params, x, t)
    return [(w - 0.1 * dw, b - 0.1 * db) for (w, b), (dw, db) in zip(params, grads)]

l = loss(params, x, t)
"""


@pytest.mark.parametrize("output", [None, "l"])
@pytest.mark.parametrize("end", ["new = update(params, x, t)", "for step in range(1):\n    params = update(params, x, t)"])
def test_a_loss_that_is_also_differentiated_has_the_parameters_as_inputs(end: str, output: str | None) -> None:
    found = run(parse(UPDATED + end), output=output)
    known: dict[str, Any] = {}
    exec(UPDATED, known)
    value, expected = jax.value_and_grad(known["loss"])(known["params"], known["x"], known["t"])
    assert found.output.label == "l"
    assert float(found.output.raw) == pytest.approx(float(value), rel=1e-14)
    assert not [problem for problem in found.problems if "does not feed" in problem.message]
    gradients = backward(found.output)
    for layer, (weight, bias) in enumerate(expected):
        for place, wanted in enumerate((weight, bias)):
            leaf = next(each for name, each in found.inputs.items() if name.endswith(f"[{layer}][{place}]"))
            assert np.allclose(gradients.of(leaf), np.asarray(wanted), rtol=1e-12, atol=1e-15)


def test_a_loss_that_is_differentiated_elsewhere_or_by_nothing_more_stays_what_it_is() -> None:
    text = "import jax\ndef f(a, x):\n    return (a*x)**2\na, x = 2.0, 3.0\ng = jax.grad(f)(a, 4.0)\nl = f(a, x)"
    assert float(run(parse(text)).output.raw) == 36
    text = "import jax\ndef f(a):\n    return a**2\na = 2.0\nl = f(a)\ng = jax.grad(f)(a)\nl"
    assert run(parse(text)).inputs.keys() == {"a"}
    text = "import jax\ndef f(a):\n    return a**2\nb = 2.0\nl = f(2.0)\ng = jax.grad(f)(b)\nl"
    found = run(parse(text))
    assert found.inputs["b"] not in set(ancestors(found.output))
    text = "import jax\ndef f(x):\n    return x - 1\nx = 1.0\nh = jax.grad(jax.grad(f))(x)\nh"
    assert run(parse(text)).output.label == "h"
