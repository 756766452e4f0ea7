"""Long loops whose repetitions are computed without being run give what running each of them gives, to the bit."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import orjson
import pytest

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.interpreter.repetition.replay import Replay
from backpass.engine.interpreter.repetition.shortcut import Shortcut
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

_TIGHT = replace(Limits(), nodes=1_000)

_DATA = """
import numpy as np
np.random.seed(1)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([[0], [1], [1], [0]])
W1 = np.random.randn(2, 4)
b1 = np.zeros((1, 4))
W2 = np.random.randn(4, 1)
lr = 0.5
"""

_NETWORK = """
    h = np.tanh(np.dot(X, W1) + b1)
    out = 1 / (1 + np.exp(-np.dot(h, W2)))
    error = out - y
    d_h = np.dot(error, W2.T) * (1 - h**2)
    loss = np.mean(error**2)
    W2 -= lr * h.T.dot(error)
    W1 = W1 - lr * X.T @ d_h
    b1 -= lr * d_h.sum(axis=0, keepdims=True)
"""

_PASSED_OVER = {
    "a network": _DATA + "for epoch in range(300):" + _NETWORK + "loss",
    "lines that are printed now and then": (
        _DATA + "for epoch in range(300):" + _NETWORK + "    if epoch % 50 == 0:\n        print(epoch, loss)\nprint(W1, b1)\nloss"
    ),
    "a loss that is computed now and then": (
        _DATA
        + "for epoch in range(300):"
        + _NETWORK
        + "    if (epoch + 1) % 40 == 0:\n        cost = np.abs(error).mean()\n        print(cost)\ncost"
    ),
    "a loop that is left": _DATA
    + "for epoch in range(300):"
    + _NETWORK
    + "    if epoch == 250:\n        break\nprint(epoch, W1)\nloss",
    "momentum": (
        _DATA
        + "v = np.zeros((2, 4))\nfor epoch in range(300):\n    h = np.tanh(X @ W1)\n    error = h @ W2 - y\n"
        + "    g = X.T @ (error @ W2.T * (1 - h**2))\n    v = 0.9 * v + g\n    W1 -= 0.01 * v\nprint(v)\nnp.sum(error**2)"
    ),
    "numbers alone": (
        "import numpy as np\nw, b = 0.5, 0.25\nfor i in range(900):\n    e = w * 2.0 + b - np.sin(w)\n"
        "    w = w - 0.01 * e * 2.0\n    b = b - 0.01 * e\nw * b"
    ),
    "objects, dictionaries and functions": (
        _DATA
        + "class Net:\n    def __init__(self):\n        self.w = np.random.randn(2, 4)\n        self.cache = {}\n"
        + "    def forward(self, x):\n        self.cache['h'] = self.squash(x @ self.w)\n        return self.cache['h'] @ W2\n"
        + "    def squash(self, x):\n        return np.tanh(x)\n"
        + "net = Net()\nfor epoch in range(300):\n    error = net.forward(X) - y\n"
        + "    net.w -= 0.1 * X.T @ (error @ W2.T * (1 - net.cache['h']**2))\nprint(net.w)\nnp.sum(error**2)"
    ),
    "samples one after the other": (
        _DATA
        + "for epoch in range(80):\n    for x, target in zip(X, y):\n        h = np.tanh(x @ W1)\n        e = h @ W2 - target\n"
        + "        W2 -= 0.05 * np.outer(h, e)\nprint(W2)\ne.sum()"
    ),
    "a rate that falls": _DATA
    + "for epoch in range(600):\n    rate = 0.5 / (1 + epoch)\n    W1 = W1 - rate * W1\nprint(W1, rate)\nW1.sum()",
    "rates of many kinds": (
        _DATA
        + "first = 1 - 0.9\nfor t in range(1, 300):\n    rate = first * 0.95 ** (t // 7) - -t % 5 * 1e-3\n"
        + "    scale = rate / (1 - 0.9**t)\n"
        + "    g = W1 * t / (2 * t + 1)\n    W1 = W1 - scale * g + (t - 150) * 1e-6\n    rate = 2 * t\n"
        + "print(W1, rate, scale)\nW1.sum()"
    ),
    "a number that is infinite once": (
        _DATA
        + "for t in range(300):\n    W1 = W1 * 0.99 + 0.01 * 2**-(t % 3)\n    W1 = W1 + 1 / (t - 200) * 1e-3\nprint(W1)\nW1.sum()"
    ),
    "an infinite number that nothing uses": (
        _DATA + "for t in range(900):\n    W1 = W1 * 0.99 + 0.01\n    q = -t / (t - 300)\nprint(W1, q)\nW1.sum()"
    ),
    "a rate that another way reads": (
        _DATA
        + "rate = 1 - 0.5\nfor t in range(900):\n    if t == 650:\n        print(rate)\n"
        + "    rate = 0.5 / (t + 1)\n    W1 = W1 - rate * W1\n"
        + "print(W1)\nW1.sum()"
    ),
    "a list of losses": _DATA
    + "losses = []\nfor epoch in range(300):"
    + _NETWORK
    + "    losses.append(loss)\nprint(losses[::20])\nloss",
    "a list of losses that is computed with": (
        _DATA + "losses = []\nfor epoch in range(300):" + _NETWORK + "    losses.append(loss)\nnp.mean(losses)"
    ),
    "a list of numbers": (
        _DATA
        + "losses, steps = [], []\nfor epoch in range(300):"
        + _NETWORK
        + "    losses.append(loss.item())\n    steps.append(epoch)\nprint(losses, steps[-1])\nloss"
    ),
    "lines that are printed often": (
        _DATA
        + "for epoch in range(300):"
        + _NETWORK
        + "    if epoch % 3 == 0:\n        print(f'{epoch} {loss:.4f}', W1[0])\nloss"
    ),
    "lines that are printed in the midst": (
        _DATA
        + "for t in range(300):\n    g = W1 * 2\n    if t % 10 == 9:\n"
        + "        print(t, np.sum(g), np.sum(W1))\n    W1 = W1 - 0.01 * g\nW1.sum()"
    ),
    "a loss that is computed and kept now and then": (
        _DATA
        + "log = []\nfor epoch in range(300):"
        + _NETWORK
        + "    if epoch % 7 == 0:\n        cost = np.abs(error).mean()\n"
        + "        log.append(cost)\n        print(len(log), log[-1])\n"
        + "cost + log[3]"
    ),
    "a rate that is printed": (
        _DATA
        + "for t in range(400):\n    rate = 0.5 / (1 + t)\n    if (t + 1) % 30 == 0:\n"
        + "        print(t, rate)\n    W1 = W1 - rate * W1\nW1.sum()"
    ),
    "what is infinite": (
        "import numpy as np\nx = np.array([1.0, 2.0])\nfor i in range(600):\n    x = x * x\n    z = x - x\nz.sum()"
    ),
}

_RUN = {
    "a counter": _DATA
    + "t = 0\nfor epoch in range(200):\n    t += 1\n    W1 = W1 * (1 - 1 / (t + 5)) + 0.01\nprint(W1)\nW1.sum()",
    "a rate that is computed from itself": _DATA
    + "rate = 1 - 0.5\nfor epoch in range(200):\n    W1 = W1 - rate * W1\n    rate = 0.1 / (epoch + 2)\nprint(W1)\nW1.sum()",
    "a rate that a function reads": _DATA
    + "rate = 1 - 0.5\ndef step(w):\n    return w - rate * w\nfor epoch in range(200):\n    rate = 0.1 / (epoch + 2)\n"
    + "    W1 = step(W1)\nprint(W1)\nW1.sum()",
    "a condition on a rate": _DATA
    + "for epoch in range(200):\n    rate = 0.5 / (1 + epoch)\n    if rate < 0.01:\n        rate = 0.01\n"
    + "    W1 = W1 - rate * W1\n"
    + "print(W1, rate)\nW1.sum()",
    "the epoch in a list": _DATA
    + "for epoch in range(200):\n    W1 = W1 * 0.99 + np.array([epoch, 1, 2, 3])\nprint(W1)\nW1.sum()",
    "a list that the loop reads": _DATA
    + "kept = [W1.sum()]\nfor epoch in range(200):\n    W1 = W1 * 0.99 + 0.001 * kept[-1]\n"
    + "    kept.append(W1.sum())\nprint(kept[3])\nW1.sum()",
    "a list with two names": _DATA
    + "kept = []\nlog = {'loss': kept}\nfor epoch in range(100):\n"
    + "    W1 = W1 * 0.99 + 0.001 * len(log['loss'])\n    kept.append(W1.sum())\n"
    + "W1.sum()",
    "a list that a function holds": _DATA
    + "kept = []\ndef count(items=kept):\n    return len(items)\nfor epoch in range(100):\n    W1 = W1 * 0.99 + 0.001 * count()\n"
    + "    kept.append(W1.sum())\nW1.sum()",
    "a list of an array that is changed later": _DATA
    + "kept = []\nfor epoch in range(100):\n    W1 += 0.01\n    W1 = W1 * 0.9\n    kept.append(W1)\nprint(kept[::9])\nW1.sum()",
    "a list of one array": _DATA
    + "kept = []\nfor epoch in range(100):\n    kept.append(W1)\n    W1 *= 0.9\nprint(kept[::9])\nW1.sum()",
    "a list of arrays that are changed in place": (
        _DATA
        + "kept = []\nfor epoch in range(300):\n    kept.append(W1)\n"
        + "    W1 = W1 * 0.99\n    W1 += 0.01\nprint(kept[::50])\nkept[7].sum()"
    ),
    "a list that is made again": _DATA
    + "for epoch in range(200):\n    kept = []\n    kept.append(W1.sum())\n    W1 = W1 * 0.99 + len(kept)\nprint(kept)\nW1.sum()",
    "a name that a condition changes": _DATA
    + "rate = 1 - 0.5\nfor epoch in range(200):\n    if epoch % 3 == 0:\n"
    + "        rate = rate * 0.9\n    W1 = W1 - rate * W1\nW1.sum()",
    "random numbers that are printed": _DATA
    + "for epoch in range(100):\n    W1 = W1 * 0.99\n    print(np.random.randn() + W1[0, 0])\nprint(np.random.randn())\nW1.sum()",
    "random numbers": _DATA + "for epoch in range(200):\n    W1 = W1 + 0.1 * np.random.randn(2, 4)\nprint(W1)\nW1.sum()",
    "a list that grows": _DATA
    + "kept = []\nfor epoch in range(60):\n    W1 = W1 * 0.99\n    kept.append(W1[0, 0])\nprint(kept[3])\nW1.sum()",
    "a condition on a number of an array": (
        _DATA + "for epoch in range(200):\n    W1 = W1 * 0.99\n    if W1[0, 0] < 0.5:\n        W1 = W1 + 0.3\nprint(W1)\nW1.sum()"
    ),
    "where the largest number is": (
        _DATA + "for epoch in range(200):\n    W1 = W1 * 0.99\n    W1[0, np.argmax(W1[0])] = 0.01\nprint(W1)\nW1.sum()"
    ),
    "a generator that goes on": (
        _DATA
        + "def steps():\n    for k in range(900):\n        yield k / 1000\ngiven = steps()\nfor epoch in range(200):\n"
        + "    for each in given:\n        W1 = W1 * 0.99 + each\n        break\nprint(W1)\nW1.sum()"
    ),
    "a view from before the loop": (
        _DATA
        + "turned = W2.T\nfor epoch in range(300):\n    h = np.tanh(X @ W1)\n    error = h @ W2 - y\n"
        + "    W1 -= 0.01 * X.T @ (error @ turned * (1 - h**2))\n    W2 -= 0.01 * h.T @ error\nprint(turned)\nnp.sum(error**2)"
    ),
    "two versions in turn": (
        "import numpy as np\na = np.array([1.0, 2.0])\nb = np.array([0.5, 0.25])\nfor i in range(400):\n"
        "    c = a * 0.5 + b * 0.25\n    a = b\n    b = c + 0.1\nprint(a, b)\nb.sum()"
    ),
}


_LOOP = (
    "import numpy as np\nw, g, last, h = np.array([1.0, -0.3]), np.array([0.5, 0.25]), -9, []\nfor i in range(400):\n"
    "    w = w * 0.99 + g * 0.01\n    w = w - 0.0001 * g\n"
)
_WITH_THE_VALUES_OF_THE_PLACE = {
    "a limit that is set again": (
        _LOOP + "    k = 300\n    if i < k:\n        w = w * 0.999\n    k = 900\n    w = w * 1.001\nprint(w)\nw.sum()"
    ),
    "a limit of an inner loop": (
        _LOOP + "    for j in range(2):\n        if i < 200 + j * 100:\n            w = w * 0.999\nprint(w)\nw.sum()"
    ),
    "a number that is given later": _LOOP
    + "    if i % 50 == 1:\n        print(last)\n    if i % 50 == 0:\n        last = i\nw.sum()",
    "an array that is given later": (
        _LOOP
        + "    if i == 0:\n        old = w\n"
        + "    if i % 50 == 1:\n        print(old)\n    if i % 50 == 0:\n        old = w\nw.sum()"
    ),
    "a condition on what is given later": (
        _LOOP + "    if i > last + 40:\n        print(i)\n    if i % 50 == 0:\n        last = i\nw.sum()"
    ),
    "a mask": _LOOP + "    m = w > 0\n    if i % 50 == 1:\n        print(w[m])\nw.sum()",
    "masks in a list": _LOOP + "    m = w > 0\n    if i % 50 == 1:\n        h.append(m)\nfor m in h:\n    print(w[m])\nw.sum()",
    "two names of an array": (
        _LOOP
        + "    v = w\n    if i % 50 == 0:\n        h.append(w)\n        h.append(v)\n"
        + "for k in range(8):\n    h[2 * k] += 100.0\nprint(h)\nw.sum()"
    ),
    "an array in two lines": (
        _LOOP
        + "    if i % 50 == 0:\n        h.append(w)\n    if i % 50 == 0:\n        h.append(w)\n"
        + "for k in range(8):\n    h[2 * k] += 100.0\nprint(h)\nw.sum()"
    ),
    "a view and its array": (
        _LOOP
        + "    v = w[:1]\n    if i % 50 == 0:\n        h.append(w)\n        h.append(v)\n"
        + "for k in range(8):\n    h[2 * k] += 100.0\nprint(h)\nw.sum()"
    ),
}
"""Programs of which more is run than of those above: what a statement reads is more than the numbers at the repetition's end."""


def _told(found: Run) -> Any:
    numbers = {name: np.asarray(tensor.raw).tobytes() for name, tensor in found.names.items()}
    graph = orjson.dumps(graph_json(found), option=orjson.OPT_SERIALIZE_NUMPY)
    return numbers, found.printed, [each.message for each in found.problems], graph


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many repetitions were not run, each time that some were not."""
    found: list[int] = []
    run_again = Replay.run

    def counted(self: Replay, times: int, variables: Iterator[int]) -> Any:
        found.append(times)
        return run_again(self, times, variables)

    monkeypatch.setattr(Replay, "run", counted)
    return found


def _both(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Run, Run]:
    """With and without running every repetition."""
    short = run(parse(text), limits=_TIGHT)
    monkeypatch.setattr(Shortcut, "repeat", lambda *_: None)
    return short, run(parse(text), limits=_TIGHT)


@pytest.mark.parametrize("text", _PASSED_OVER.values(), ids=_PASSED_OVER)
def test_repetitions_that_are_not_run_change_nothing(text: str, passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    short, whole = _both(text, monkeypatch)
    assert sum(passed) > 10
    assert _told(short) == _told(whole)


@pytest.mark.parametrize("text", _RUN.values(), ids=_RUN)
def test_repetitions_that_differ_are_run(text: str, passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    short, whole = _both(text, monkeypatch)
    assert not passed
    assert _told(short) == _told(whole)


@pytest.mark.parametrize("text", _WITH_THE_VALUES_OF_THE_PLACE.values(), ids=_WITH_THE_VALUES_OF_THE_PLACE)
def test_what_a_statement_reads_is_what_is_there_where_it_is(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = replace(_TIGHT, nodes=1_500)
    short = run(parse(text), limits=roomy)
    monkeypatch.setattr(Shortcut, "repeat", lambda *_: None)
    assert _told(short) == _told(run(parse(text), limits=roomy))


@pytest.mark.parametrize("limits", [replace(_TIGHT, operations=4_000), replace(_TIGHT, repetitions=150)])
def test_repetitions_that_are_not_run_are_counted(limits: Limits, passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    text = _PASSED_OVER["a network"]
    with pytest.raises(ProblemError) as short:
        run(parse(text), limits=limits)
    assert sum(passed) > 0
    monkeypatch.setattr(Shortcut, "repeat", lambda *_: None)
    with pytest.raises(ProblemError) as whole:
        run(parse(text), limits=limits)
    assert short.value.problems == whole.value.problems
    assert short.value.problems[0].code in (Code.TOO_MUCH_WORK, Code.TOO_MANY_REPETITIONS)


def test_a_print_that_fails_in_a_later_repetition_is_told_once(passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        _DATA
        + "losses = []\nfor epoch in range(900):"
        + _NETWORK
        + (
            "    losses.append(loss)\n    if epoch % 100 == 50:\n        print(epoch, losses[epoch % 800])\n"
            "    if epoch == 850:\n        print(losses[900])\nloss"
        )
    )
    roomy = replace(_TIGHT, nodes=5_000)
    with pytest.raises(ProblemError) as short:
        run(parse(text), limits=roomy)
    assert sum(passed) > 0
    monkeypatch.setattr(Shortcut, "repeat", lambda *_: None)
    with pytest.raises(ProblemError) as whole:
        run(parse(text), limits=roomy)
    assert short.value.problems == whole.value.problems
    assert short.value.printed == whole.value.printed


def test_a_problem_in_a_later_repetition_is_told_of_where_it_is(passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "import numpy as np\na = np.array([[4.0, 1.0], [1.0, 2.0]])\nfor i in range(2000):\n    a = a * 0.5\n"
        "    b = np.linalg.inv(a)\nb.sum()"
    )
    with pytest.raises(ProblemError) as short:
        run(parse(text), limits=_TIGHT)
    assert sum(passed) > 0
    monkeypatch.setattr(Shortcut, "repeat", lambda *_: None)
    with pytest.raises(ProblemError) as whole:
        run(parse(text), limits=_TIGHT)
    assert short.value.problems == whole.value.problems
    assert short.value.problems[0].code is Code.SINGULAR_MATRIX
