"""Programs of long loops while other threads make tensors: neither changes the other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

import pytest

from backpass.engine import Limits, ProblemError, Tensor
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

_LIMITS = replace(Limits(), nodes=1_500)
_LOOP = """import numpy as np
a = np.array([0.5, -1.0, 2.0])
log = []
for i in range(500):
    a = np.tanh(a) * 0.99
    if i % 2:
        log.append(np.mean(a))
np.sum(a) + log[-1]
"""
_NESTED = """import numpy as np
w = np.array([0.5, -1.0])
for epoch in range(30):
    for i in range(20):
        w = w - 0.01 * np.sin(w) * (epoch + i)
np.sum(w * w)
"""


@contextmanager
def _others() -> Iterator[list[float]]:
    """Meanwhile, another thread makes graphs and keeps the last ones; yields the gradients that it computes, each of them 12."""
    gradients: list[float] = []
    ended = False

    def compute() -> None:
        graphs: list[tuple[Tensor, Tensor]] = []
        for _ in count():
            x = Tensor(2.0)
            graphs.append((x, x * x * x))
            if len(graphs) > 200:
                x, y = graphs.pop(0)
                y.backward()
                gradients.append(float(x.grad))
            if ended:
                return

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(compute)
        try:
            yield gradients
        finally:
            ended = True
            other.result()


def _answer(text: str) -> tuple[float, list[str]]:
    found = run(parse(text), limits=_LIMITS)
    return found.output.item(), [problem.message for problem in found.problems]


@pytest.mark.parametrize("text", [_LOOP, _NESTED], ids=["list", "nested"])
def test_tensors_of_other_threads_are_left_alone_and_not_counted(text: str) -> None:
    alone = _answer(text)
    with _others() as gradients:
        beside = [_answer(text) for _ in range(5)]
    assert beside == [alone] * 5
    assert len(gradients) > 0
    assert set(gradients) == {12.0}


def test_a_program_of_too_many_nodes_is_refused_alone_and_beside_others() -> None:
    text = "x = 0.5\ny = x\nfor i in range(2000):\n    y = y * x + i\ny"
    with _others(), pytest.raises(ProblemError):
        run(parse(text), limits=_LIMITS)
