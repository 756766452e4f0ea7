"""Programs of JAX, run as they are: the same numbers as outside, though its threads begin before the fence is closed."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from backpass.engine.capture.as_it_is import fence, libraries
from backpass.engine.capture.as_it_is.answers import AsItIs, graph_in
from backpass.engine.capture.as_it_is.confined import Confined, Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.problems import ProblemError
from tests.engine.as_it_is.attacks import ATTACKS, PRELUDE

pytestmark = pytest.mark.skipif(
    fence.lacking() is not None or importlib.util.find_spec("jax") is None, reason="no fence, or no JAX"
)
BOUNDS = Bounds(60.0, 240.0)


@pytest.fixture(scope="module")
def confined() -> Iterator[Confined]:
    made = Confined("jax")
    made.start()
    yield made
    made.close()


def outcome(confined: Confined, program: str, step: int = 1) -> Outcome:
    return confined.begin(BOUNDS).run({"program": program, "step": step, "language": "en"})


def graph(confined: Confined, program: str, step: int = 1) -> Any:
    return graph_in(outcome(confined, program, step), AsItIs(program, "jax", confined.version, step, BOUNDS))


IMPORTS = "import jax\nimport jax.numpy as jnp\n"
LOSSES = {
    "an expression": "def loss(a, b):\n    return jnp.sin(a) * b + jnp.exp(a / b)\ngiven = (0.3, 1.7)",
    "a regression": "def loss(w, b):\n    return jnp.mean((x @ w + b - y) ** 2)\nx = jax.random.normal(jax.random.PRNGKey(0), (6, 3))\ny = jnp.arange(6.0)\n"
    "given = (jnp.ones(3), 0.5)",
    "compiled": "@jax.jit\ndef loss(w):\n    return jax.nn.logsumexp(jax.nn.relu(w) @ jnp.full((4, 2), 0.1))\ngiven = (jnp.linspace(-1, 1, 4),)",
    "a scan": "def loss(w):\n    return jax.lax.scan(lambda h, x: (jnp.tanh(h * w + x), None), 0.1, jnp.arange(4.0))[0]\ngiven = (0.7,)",
    "a tree": "def loss(net):\n    return jnp.sum(jnp.tanh(jnp.ones((2, 3)) @ net['w'] + net['b']))\ngiven = ({'w': jnp.full((3, 2), 0.3), 'b': jnp.zeros(2)},)",
    "a large product": "def loss(w):\n    return (w @ w).sum() / 300\ngiven = (jax.random.normal(jax.random.PRNGKey(1), (300, 300)),)",
    "linear algebra": "def loss(a):\n    return jnp.linalg.det(a) + jnp.linalg.norm(jnp.linalg.solve(a, jnp.ones(3)))\ngiven = (jnp.eye(3) * 2 + 0.1,)",
}
_OUTSIDE = """
import jax, json, sys, numpy
found = {}
for name, text in json.load(sys.stdin).items():
    names = {}
    exec(text, names)
    value, gradients = jax.value_and_grad(names["loss"], tuple(range(len(names["given"]))))(*names["given"])
    found[name] = [float(value), [numpy.asarray(each, float).tolist() for each in jax.tree_util.tree_leaves(gradients)]]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def outside() -> Any:
    """What JAX itself says of all of them, in a process that is not confined."""
    programs = json.dumps({name: IMPORTS + text for name, text in LOSSES.items()})
    environment = os.environ | libraries.environment() | {"PATH": os.environ["PATH"], "JAX_DISABLE_JIT": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", _OUTSIDE], input=programs, capture_output=True, text=True, check=True, env=environment
    )
    return json.loads(ended.stdout)


@pytest.mark.parametrize("name", LOSSES)
def test_the_numbers_are_those_of_the_program_outside_bit_for_bit(confined: Confined, outside: Any, name: str) -> None:
    program = f"{IMPORTS}{LOSSES[name]}\njax.grad(loss, tuple(range(len(given))))(*given)\n"
    found = graph(confined, program)
    value, gradients = outside[name]
    assert found["value"] == value
    if name == "a large product":
        assert found["gradients"] == {"w": None}, "it is summarised"
    else:
        assert sorted(found["gradients"].values(), key=_sum) == sorted(gradients, key=_sum)
    assert found["as_it_is"]["line"] == program.count("\n")


def _sum(gradient: Any) -> float:
    return float(np.sum(gradient))


def test_spans_steps_and_what_was_printed(confined: Confined) -> None:
    program = f"{IMPORTS}def loss(w):\n    return jnp.sum(w * w)\nw = jnp.ones(2)\nfor i in range(3):\n    w = w - 0.1 * jax.grad(loss)(w)\n    print(i)\n"
    first, third = graph(confined, program), graph(confined, program, 3)
    assert (first["value"], third["printed"]) == (2.0, ["0", "1"])
    assert third["value"] < first["value"]
    assert {program[slice(*node["span"])] for node in first["nodes"] if node["span"]} == {"w * w", "jnp.sum(w * w)"}
    assert third["as_it_is"]["sentence"].startswith("Numbers computed by JAX ")
    with pytest.raises(ProblemError, match=r"after 3 × `grad\(\)`, but step 4"):
        graph(confined, program, 4)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("x = jnp.ones(3).sum()", "never called the function that `jax.grad`"),
        ("jax.vmap(jax.grad(jnp.sin))(jnp.ones(2))", "inside another JAX transformation"),
        ("jax.grad(lambda w: w @ jnp.ones(3))(jnp.ones(2))", "Line 3 raised an error: TypeError"),
        ("import os\nos.open('/etc/passwd', 0)", "Operation not permitted"),
        ("import threading\nthreading.Thread(target=int).start()", "can't start new thread"),
    ],
)
def test_what_has_no_graph_is_said(confined: Confined, program: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words.replace("(", r"\(")):
        graph(confined, IMPORTS + program)


def test_the_same_text_has_the_same_numbers(confined: Confined) -> None:
    program = f"{IMPORTS}w = jax.random.normal(jax.random.PRNGKey(3), (2,))\njax.grad(lambda w: (w @ w))(w)"
    assert graph(confined, program) == graph(confined, program)


OF_FEW_WORDS = (
    *(
        "the system call open",
        "openat2",
        "io.FileIO",
        "names in a folder",
        "the size of a file",
        "all processes",
        "fork",
        "clone",
        "clone3",
    ),
    *("a thread", "a shell", "another program", "a signal to everybody", "to be traced", "IPv6", "a pair of sockets", "netlink"),
    *(
        "memory shared with forks",
        "a new key",
        "io_uring",
        "userfaultfd",
        "a namespace of users",
        "more priority",
        "the environment of C",
    ),
)


def test_threads_of_jax_open_no_way_out(confined: Confined) -> None:
    """The fence is closed with a dozen threads beside: the same attacks as on a process with one."""
    chosen = [attack for attack in ATTACKS if attack.name in OF_FEW_WORDS]
    assert len(chosen) == len(OF_FEW_WORDS)
    text = "\n".join(
        [f"SECRET, FOLDER = '/etc/passwd', '/'\n{PRELUDE}\nout()"]
        + [f"try:\n    exec({attack.text!r}, dict(globals()))\nexcept BaseException as error: print(error)" for attack in chosen]
    )
    lines = outcome(confined, text).printed.splitlines()
    assert lines[0] == "OUT", "the prelude works"
    assert len(lines) >= len(chosen)
    assert "OUT" not in lines[1:]
