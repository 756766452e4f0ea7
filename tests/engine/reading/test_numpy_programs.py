"""Programs of NumPy, read after they were run: what they print beside NumPy, gradients beside differences, and whole answers."""

import ast
import io
import json
import re
from contextlib import redirect_stdout
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
from tests.corpus.corpus import entries
from tests.fuzz.corpus import corpus
from tests.golden.test_golden import compact

LIMITS = Limits(repetitions=20_000, nodes=20_000, elements=1_000_000)
LEAST_READ, LEAST_ALIKE = 50, 40
"""Programs of all texts in the tests that are read at least, and whose graphs are the interpreter's, node by node."""
MOST_SECONDS = 5.0
X = "import numpy as np\nx = np.array([1.5, -2.0, 0.5])\nA = np.array([[1., 2., 4.], [3., -1., 0.5]])\nn = np.array([3, 1, 2])\n"
LINES = Path(__file__).with_name("numpy_programs.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n==\n")
"""What programs do with the arrays of `X`."""
STEP = 1e-6
TOLERANCE = 1e-6


class LeftError(Exception):
    """A program is left to the interpreter."""


def left(*_: object) -> Run:
    raise LeftError


def read(text: str, **given: Any) -> Run:
    return run_source(parse(text), Source(text, ast.parse(text)), given)


def whole(run: Run) -> Any:
    return json.loads(json.dumps(compact(graph_json(run))))


def real(text: str) -> list[str]:
    """What a program prints by NumPy itself."""
    shown = io.StringIO()
    with redirect_stdout(shown), np.errstate(all="ignore"), np.printoptions():  # which a program may set
        exec(text, {})  # programs of this file and of the corpus
    return shown.getvalue().removesuffix("\n").split("\n")


NETWORK = """import numpy as np
np.random.seed(1)
X = np.array([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
y = np.array([[0.], [1.], [1.], [0.]])
W1 = np.random.randn(2, 3) * 0.5
b1 = np.zeros((1, 3))
W2 = np.random.randn(3, 1) * 0.5
b2 = np.zeros((1, 1))
def sigmoid(z):
    return 1 / (1 + np.exp(-z))
for epoch in range(5):
    h = np.tanh(X @ W1 + b1)
    p = sigmoid(h @ W2 + b2)
    d2 = (p - y) * p * (1 - p) / len(X)
    d1 = (d2 @ W2.T) * (1 - h**2)
    W2 -= 0.5 * h.T @ d2
    b2 -= 0.5 * d2.sum(axis=0, keepdims=True)
    W1 -= 0.5 * X.T @ d1
    b1 -= 0.5 * d1.sum(axis=0, keepdims=True)
loss = np.mean((p - y)**2)
print(loss)
print(W1, b1, sep="\\n")
loss"""
LINEAR = """import numpy as np
x = np.array([1., 2., 3., 4.])
y = np.array([2.1, 3.9, 6.2, 7.8])
w, b = 0.0, 0.0
for i in range(20):
    e = w * x + b - y
    w -= 0.02 * 2 * np.mean(e * x)
    b -= 0.02 * 2 * np.mean(e)
    if i % 5 == 0:
        print(f"{i}: {np.mean(e**2):.6f}")
print(w, b)
print(np.linalg.inv(np.vstack([x, np.ones(4)]) @ np.vstack([x, np.ones(4)]).T) @ np.vstack([x, np.ones(4)]) @ y)"""
LOGISTIC = """import numpy as np
X = np.array([[0.5, 1.2], [1.5, -0.3], [-0.7, 0.8], [2.0, 1.0]])
t = np.array([1, 0, 1, 0])
w = np.zeros(2)
b = 0.5
p = 1 / (1 + np.exp(-(X @ w + b)))
loss = -np.mean(t * np.log(p) + (1 - t) * np.log(1 - p))
print("loss:", loss, "right:", np.mean((p > 0.5) == t))
loss"""
SOFTMAX = """import numpy as np
def softmax(z):
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
z = np.array([[2.0, 1.0, 0.1], [0.5, 0.5, 3.0]])
s = softmax(z)
print(s, s.shape, s.argmax(axis=1))
loss = -np.log(s[np.arange(2), [0, 2]]).mean()
print(loss)"""
CLASSES = """import numpy as np
class Dense:
    def __init__(self, W, b):
        self.W, self.b = W, b
    def forward(self, x):
        self.x = x
        return self.W @ x + self.b
    def backward(self, g):
        self.dW = np.outer(g, self.x)
        return self.W.T @ g
layer = Dense(np.array([[1., -1.], [0.5, 2.]]), np.array([0.1, 0.2]))
out = layer.forward(np.array([3., 1.]))
dx = layer.backward(np.array([1., -1.]))
print(out, dx)
print(layer.dW)"""
PROGRAMS = {"network": NETWORK, "linear": LINEAR, "logistic": LOGISTIC, "softmax": SOFTMAX, "classes": CLASSES}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_teaching_programs_print_what_numpy_prints(text: str) -> None:
    assert read(text).printed == real(text)


@pytest.mark.parametrize("text", [NETWORK, LOGISTIC, SOFTMAX], ids=["network", "logistic", "softmax"])
def test_gradients_of_teaching_programs_are_differences(text: str) -> None:
    run = read(text)
    gradients = gradient_json(run)["gradients"]
    for name, leaf in run.inputs.items():
        start = np.asarray(leaf.raw, dtype=float)
        found = np.zeros(start.shape)
        for place in np.ndindex(start.shape):
            values = []
            for step in (STEP, -STEP):
                moved = start.copy()
                moved[place] += step
                values.append(read(text, **{name: moved.tolist()}).output.raw)
            found[place] = (values[0] - values[1]) / (2 * STEP)
        np.testing.assert_allclose(gradients[name], found, atol=TOLERANCE, err_msg=name)


@pytest.mark.parametrize("lines", LINES, ids=[lines[:50] for lines in LINES])
def test_what_is_printed_is_what_numpy_prints(lines: str) -> None:
    found = evaluate(Source(X + lines, ast.parse(X + lines)), LIMITS)
    assert found.outcome.error is None, found.outcome.error
    assert not found.machine.libraries.unread
    assert found.outcome.printed.removesuffix("\n").split("\n") == real(X + lines)


DIFFERENT = {
    "    v = v/np.linalg.norm(v)": "a gradient of 0 has 4·10⁻²⁵ of rounding, since `norm` has NumPy's last digits",
}
"""A line of each program whose numbers are others here than in the interpreter, and why."""
OF_PROCESSOR = {
    "print((f(x + h) - f(x - h))/(2*h))": "NumPy's `exp` has Python's last digits on some processors only, and h divides them",
}
"""The same of programs whose numbers may be others."""


def are_near(new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Whether numbers are equal but for rounding."""
    numbers = [(np.asarray(new[name], dtype=float), np.asarray(old[name], dtype=float)) for name in new.keys() | old.keys()]
    return all(np.allclose(one, other, rtol=1e-9, atol=TOLERANCE, equal_nan=True) for one, other in numbers)


def texts() -> list[str]:
    """Programs of NumPy that are run here, of all texts in the tests."""
    found = dict.fromkeys([*corpus(), *(entry.text for entry in entries() if not entry.formula)])
    of_others = re.compile("torch|jax|autograd")
    return [text for text in found if "numpy" in text and python_source(text) is not None and not of_others.search(text)]


def test_all_programs_print_what_numpy_prints() -> None:
    is_read = 0
    for text in texts():
        try:
            run = run_as_python(parse(text), limits=LIMITS, otherwise=left)
        except (LeftError, ProblemError):
            continue
        is_read += 1
        assert (run.printed or [""]) == real(text), text
    assert is_read >= LEAST_READ


def test_numbers_and_pictures_are_those_of_the_interpreter() -> None:
    is_read = is_alike = 0
    different = set()
    for text in texts():
        program = parse(text)
        try:
            new, old = whole(run_as_python(program, limits=LIMITS, otherwise=left)), whole(run(program, limits=LIMITS))
        except (LeftError, ProblemError):
            continue
        is_read += 1
        numbers, others = ({"": one["value"], **one["gradients"]} for one in (new, old))
        if numbers != others:
            different.add(next((line for line in (*DIFFERENT, *OF_PROCESSOR) if line in text), text))
            assert are_near(numbers, others), text
        is_alike += [new[key] for key in ("nodes", "edges", "steps")] == [old[key] for key in ("nodes", "edges", "steps")]
    assert different - OF_PROCESSOR.keys() == DIFFERENT.keys()
    assert is_read >= LEAST_READ
    assert is_alike >= LEAST_ALIKE


@pytest.mark.parametrize(
    ("lines", "gradients"),
    [
        ("try:\n    v = 1.0/2.0\nexcept ZeroDivisionError:\n    v = 0.0\nv*v", {"v": 1.0}),
        ("with np.errstate(all='ignore'):\n    v = 3.0\nv*v", {"v": 6.0}),
        ("v, w = (lambda k: (np.zeros(2), np.ones(2)))(1)\n(v*w).sum()", {"v": [1.0, 1.0], "w": [0.0, 0.0]}),
        ("t = np.zeros(3)\nnp.add(x, 1.0, out=t)\nt.sum()", {"x": [1.0, 1.0, 1.0]}),
        ("v = x.astype(int)\n(v*x).sum()", {"x": [1.0, -2.0, 0.0]}),
        ("v = np.full(2, x[1], dtype=int)\n(v*x[0]).sum()", {"x": [-4.0, 0.0, 0.0]}),
        ("v = np.array([True, False])\n(v*x[:2]).sum()", {"x": [1.0, 0.0, 0.0]}),
    ],
    ids=["try", "with", "taken apart", "out", "whole numbers", "filled with whole numbers", "truths"],
)
def test_gradients_are_those_of_what_the_program_computes(lines: str, gradients: dict[str, Any]) -> None:
    found = gradient_json(read(X + lines))["gradients"]
    assert {name: each for name, each in found.items() if name in gradients or np.any(each)} == gradients


@pytest.mark.parametrize(
    "lines", ["t = A.T.reshape(-1)\nt[0] = 9\nA.sum()", "t = A[:, [0, 1]].ravel()\nt[0] = 9\nt.sum()"], ids=["turned", "chosen"]
)
def test_a_shape_for_which_numpy_may_make_a_copy_is_left_to_the_interpreter(lines: str) -> None:
    with pytest.raises(LeftError):
        run_as_python(parse(X + lines), limits=LIMITS, otherwise=left)


@pytest.mark.parametrize(
    "lines",
    [
        "z = x.astype(np.float32)\nz.sum()",
        "np.polyfit(x, x, 1).sum()",
        "(n * 10**18).sum()",
        "np.array(['a', 'b'])\nx.sum()",
        "(mask := x > 0)\n(mask + mask).sum()",
        "raise ValueError()",
    ],
    ids=["float32", "no such name", "large", "texts", "truths", "raises"],
)
def test_what_is_not_here_is_left_to_the_interpreter(lines: str) -> None:
    with pytest.raises(LeftError):
        run_as_python(parse(X + lines), limits=LIMITS, otherwise=left)


def test_other_numbers_may_be_given_for_arrays() -> None:
    text = "import numpy as np\nw = np.array([1.0, 2.0])\nprint(w)\nv = np.zeros(2)\ny = (w * w + v).sum()\ny"
    found = run_as_python(parse(text), {"w": [3.0, 4.0], "v": [1.0, 1.0]}, otherwise=left)
    assert (found.output.raw, found.printed) == (27.0, ["[3. 4.]"])


HOSTILE = {
    "arrays": "keep = []\nfor i in range(100000):\n    keep.append(np.ones(1000000))\nx.sum()",
    "nodes": "keep = []\nwhile True:\n    keep.append(x*2)",
    "growing": "while True:\n    x = x + 1",
    "product": "a = np.ones((1400, 1400))\nb = a@a@a@a\nx.sum()",
    "outer": "a = np.ones(10**5)\nb = a[:, None] > a\nx.sum()",
    "truths": "a = np.ones(10**5) > 0\nb = np.logical_and(a[:, None], a)\nx.sum()",
    "places": "np.tril_indices(10**5)\nx.sum()",
    "repeated": "np.repeat(x, 10**9).sum()",
    "tiled": "np.tile(x, 10**9).sum()",
    "chosen": "np.random.choice(10**12, 2, replace=False)\nx.sum()",
    "drawn": "np.random.randn(10**6, 10**6)\nx.sum()",
    "list": "([0] * n[0] * np.int64(10**10))\nx.sum()",
    "calls": "def f(v):\n    return f(v*2)\nf(x)",
    "shown": "np.set_printoptions(threshold=10**9)\nfor i in range(10**6):\n    str(np.ones(10**5))\nx.sum()",
}
INLINE = Limits(evaluations=20_000, repetitions=2_000, nodes=5_000, operations=5_000, elements=1_000_000, tentative=True)


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
def test_what_is_much_work_is_given_up_in_the_serving_process(lines: str) -> None:
    began = process_time()
    with pytest.raises(ProblemError) as refused:
        run_as_python(parse(X + lines), limits=INLINE, otherwise=left)
    assert {each.code for each in refused.value.problems} & OVER_LIMIT
    assert process_time() - began < MOST_SECONDS
