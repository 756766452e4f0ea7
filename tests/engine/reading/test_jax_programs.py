"""Programs of JAX and of autograd, read after they were run: what they print beside the libraries, and whole answers."""

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.limits import OVER_LIMIT, Limits
from backpass.engine.problems import ProblemError
from backpass.engine.python.run import evaluate
from backpass.engine.python.source import Source
from backpass.engine.reading.run_as_python import python_source, run_as_python
from backpass.engine.reading.whole import run_source
from backpass.engine.serialization.graph_json import gradient_json, graph_json
from tests.corpus.corpus import answers, entries, numbers
from tests.fuzz.corpus import corpus
from tests.golden.test_golden import compact

LIMITS = Limits(repetitions=20_000, nodes=20_000, elements=1_000_000)
LEAST_READ, LEAST_ALIKE = 50, 30
"""Programs of all texts in the tests that are read at least, and whose graphs are the interpreter's, node by node."""
MOST_SECONDS = 5.0
OF_JAX = "import jax\nimport jax.numpy as jnp\n"
OF_AUTOGRAD = "import autograd.numpy as np\nfrom autograd import grad, jacobian, hessian, elementwise_grad, value_and_grad\n"
X = "x = jnp.array([1.5, -2.0, 0.5])\nA = jnp.array([[1., 2., 4.], [3., -1., 0.5]])\nn = jnp.array([3, 1, 2])\n"
LINES = Path(__file__).with_name("jax_programs.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n==\n")
"""What programs do: with the arrays of `X` those of JAX, after `autograd` those of autograd."""
DIGITS = 2e-6
"""JAX computes with 32 bits, so that its last digits are others."""
_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


class LeftError(Exception):
    """A program is left to the interpreter."""


@pytest.fixture(autouse=True)
def narrow_numbers() -> Iterator[None]:
    """JAX with the 32 bits that it has unless a program asks for more: other tests compare with 64."""
    if find_spec("jax") is None:
        yield
        return
    import jax

    before = jax.config.read("jax_enable_x64")
    jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)


def left(*_: object) -> Run:
    raise LeftError


def read(text: str, **given: Any) -> Run:
    return run_source(parse(text), Source(text, ast.parse(text)), given)


def whole(run: Run) -> Any:
    return json.loads(json.dumps(compact(graph_json(run))))


def real(text: str) -> str:
    """What a program prints by its library itself."""
    shown = io.StringIO()
    with redirect_stdout(shown), np.errstate(all="ignore"):
        exec(text, {})  # programs of this file
    return shown.getvalue()


def program(lines: str) -> str:
    """A program of the file, as a whole."""
    first, _, rest = lines.partition("\n")
    return OF_AUTOGRAD + rest if first == "# autograd" else OF_JAX + X + lines


def in_words(text: str) -> tuple[str, list[float]]:
    """A text without its numbers and the blanks beside them, and these numbers."""
    return re.sub(r"\s+", "", _NUMBER.sub("#", text)), [float(each) for each in _NUMBER.findall(text)]


@pytest.mark.parametrize("lines", LINES, ids=[lines[:50] for lines in LINES])
def test_what_is_printed_is_what_the_library_prints(lines: str) -> None:
    text = program(lines)
    if find_spec("autograd" if text.startswith(OF_AUTOGRAD) else "jax") is None:
        pytest.skip("the library is not installed")
    found = evaluate(Source(text, ast.parse(text)), LIMITS)
    assert found.outcome.error is None, found.outcome.error
    assert not found.machine.libraries.unread
    (words, values), (wanted, exact) = in_words(found.outcome.printed), in_words(real(text))
    assert words == wanted
    np.testing.assert_allclose(values, exact, rtol=DIGITS, atol=DIGITS)


def of_corpus() -> list[Any]:
    return [entry for entry in entries() if entry.source in ("jax", "autograd")]


@pytest.mark.parametrize("entry", of_corpus(), ids=lambda entry: entry.key)
def test_programs_of_the_corpus_print_the_numbers_of_the_libraries(entry: Any) -> None:
    try:
        found = run_as_python(parse(entry.text), limits=LIMITS, otherwise=left)
    except LeftError:
        pytest.skip("left to the interpreter")
    np.testing.assert_allclose(numbers("\n".join(found.printed)), answers()[entry.key], rtol=3e-4, atol=1.01e-4)


def test_most_programs_of_the_corpus_are_read() -> None:
    is_read = 0
    for entry in of_corpus():
        try:
            run_as_python(parse(entry.text), limits=LIMITS, otherwise=left)
        except LeftError:
            continue
        is_read += 1
    assert is_read >= LEAST_READ


_BY_FUNCTION = "shows what a Jacobian or Hessian is of, and not an element of it"
_ONE_ARRAY = "an array that is written once is one input by its text"
DIFFERENT = {
    "print(hessian(lambda x: np.sum(x**3))": _BY_FUNCTION,
    "print(jax.hessian(f)(jnp.array([1., 2., 3.])))": _BY_FUNCTION,
    "found = jax.jacobian(": _BY_FUNCTION,
    "found = jax.hessian(": _BY_FUNCTION,
    "h = jax.grad(jax.grad(f))(x)": "shows the derivative that is differentiated",
    "for dW, db in grads:": "shows the loss that all of a list are gradients of",
    "target = r + jnp.dot(theta, s2)": "None for what no gradient reaches",
    "from jax.scipy.stats import norm": _ONE_ARRAY,
    "import autograd.scipy.stats.norm as norm": _ONE_ARRAY,
    "last, ys = jax.lax.scan(step, c0": _ONE_ARRAY,
    "jax.grad(lambda t: t*x*x)(x)": "uses its argument from outside as well, so the graph is of the derivative",
    "x = jax.random.normal(sub, (3,))": "draws JAX's numbers",
    "new = jax.tree.map(lambda p, g: p - g, Params(2.0, 1.0), grads)": "an argument of `tree.map` is no input",
}
"""A line of each program whose numbers are others here than in the interpreter, and why."""


def texts() -> list[str]:
    """Programs of JAX and autograd that are run here, of all texts in the tests."""
    found = dict.fromkeys([*corpus(), *(entry.text for entry in entries() if not entry.formula)])
    return [text for text in found if ("jax" in text or "autograd" in text) and "torch" not in text and python_source(text)]


def test_numbers_and_pictures_are_those_of_the_interpreter() -> None:
    is_read = is_alike = 0
    different = set()
    for text in texts():
        try:
            new, old = whole(run_as_python(parse(text), limits=LIMITS, otherwise=left)), whole(run(parse(text), limits=LIMITS))
        except (LeftError, ProblemError):
            continue
        is_read += 1
        if (new["value"], new["gradients"]) != (old["value"], old["gradients"]):
            different.add(next((line for line in DIFFERENT if line in text), text))
        is_alike += [new[key] for key in ("nodes", "edges", "steps")] == [old[key] for key in ("nodes", "edges", "steps")]
    assert different == DIFFERENT.keys()
    assert is_read >= LEAST_READ
    assert is_alike >= LEAST_ALIKE


@pytest.mark.parametrize(
    "lines",
    [
        "jnp.einsum('i,i->', x, x)",
        "x.astype(jnp.bfloat16).sum()",
        "x[0] = 1.0",
        "jax.grad(lambda t: float(t)*2)(1.0)",
        "jax.grad(lambda t: t**2)(3)",
        "jax.grad(lambda t: jax.lax.while_loop(lambda v: v < 9, lambda v: v*v, t))(2.0)",
        "raise ValueError()",
        "try:\n    print(x[5])\nexcept IndexError:\n    print(0)",
        "try:\n    print(x[jnp.array([0, 5])])\nexcept IndexError:\n    print(0)",
        "try:\n    print(x.at[7].set(3.0))\nexcept IndexError:\n    print(0)",
    ],
    ids=[
        *("no such name", "kind", "assignment", "number", "whole number", "while", "raises"),
        *("outside", "outside by numbers", "set outside"),
    ],
)
def test_what_is_not_here_is_left_to_the_interpreter(lines: str) -> None:
    with pytest.raises(LeftError):
        run_as_python(parse(OF_JAX + X + lines), limits=LIMITS, otherwise=left)


@pytest.mark.parametrize(
    ("text", "gradients"),
    [
        ("import jax\ndef f(x): return x**3\nf_prime = jax.grad(f)\nx = 2.0\nf_prime(x)*x", {"x": 36.0}),
        ("import jax\nx = 3.0\njax.grad(lambda t: t*t)(x)", {"x": 6.0}),
        ("import jax\nx = 3.0\njax.grad(lambda t: t*x*x)(x)", {"x": 6.0}),  # of x², which the program gives
        (OF_JAX + "def f(w): return jnp.sum(w**2)\njax.grad(f)(jnp.array([1., 2.]))", {"jnp.array([1., 2.])": [2.0, 4.0]}),
        (OF_AUTOGRAD + "def f(x): return np.sin(x)*x\nprint(grad(f)(0.0))", {"x": 0.0}),
    ],
)
def test_the_graph_is_of_what_is_differentiated(text: str, gradients: dict[str, Any]) -> None:
    assert gradient_json(read(text))["gradients"] == gradients


def test_where_jax_has_another_derivative_a_note_says_so() -> None:
    answer = graph_json(read(OF_JAX + "print(jax.grad(jnp.abs)(0.0))"))
    assert answer["printed"] == ["0.0"]
    (note,) = answer["problems"]
    assert note["code"] == "kink"
    assert "JAX gives 1 there" in note["message"]


def test_a_rule_of_the_program_is_differentiated_again() -> None:
    text = (
        f"{OF_JAX}@jax.custom_vjp\ndef cube(x): return x**3\ndef forward(x): return x**3, (x, x*x)\n"
        "def backward(kept, g): return (3*kept[1]*g,)\ncube.defvjp(forward, backward)\n"
        "print(jax.grad(cube)(2.0), jax.grad(jax.grad(cube))(2.0), jax.grad(jax.grad(lambda x: x*cube(x)))(2.0))"
    )
    assert read(text).printed == ["12.0 12.0 48.0"]


HOSTILE = {
    "arrays": "keep = []\nfor i in range(100000):\n    keep.append(jnp.ones(1000000))\nx.sum()",
    "nodes": "keep = []\nwhile True:\n    keep.append(x*2)",
    "loop": "jax.lax.fori_loop(0, 10**9, lambda i, v: v + 1, x)",
    "scan": "jax.lax.scan(lambda c, _: (c, None), 0.0, None, length=10**9)",
    "gradients": "f = lambda v: jnp.sum(v**9)\nfor i in range(99):\n    f = jax.grad(f)\nf(x)",
    "rows": "jax.vmap(lambda v: v*2)(jnp.ones(10**6))",
    "jacobian": "jax.jacrev(lambda v: jnp.outer(v, v))(jnp.ones(10**4))",
    "split": "jax.random.split(jax.random.key(0), 10**9)\nx.sum()",
    "drawn": "jax.random.normal(jax.random.key(0), (10**6, 10**6))",
    "tree": "t = []\nt.append(t)\njax.tree.map(lambda v: v, t)",
    "doubled": "t = [1.0]\nfor i in range(60):\n    t = [t, t]\njax.tree.leaves(t)",
}
INLINE = Limits(evaluations=20_000, repetitions=2_000, nodes=5_000, operations=5_000, elements=1_000_000, tentative=True)


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
def test_what_is_much_work_is_given_up_in_the_serving_process(lines: str) -> None:
    began = process_time()
    with pytest.raises((ProblemError, LeftError)) as refused:
        run_as_python(parse(OF_JAX + X + lines), limits=INLINE, otherwise=left)
    if isinstance(refused.value, ProblemError):
        assert {each.code for each in refused.value.problems} & OVER_LIMIT
    assert process_time() - began < MOST_SECONDS


def test_the_recursion_limit_is_left_as_it_was() -> None:
    before = sys.getrecursionlimit()
    read(OF_JAX + "jax.grad(lambda t: t*t)(1.0)")
    assert sys.getrecursionlimit() == before
