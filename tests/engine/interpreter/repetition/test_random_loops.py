"""Random loops with NumPy: repetitions that are computed without being run change no bit of a value, a print or the graph."""

import gc
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import orjson
import pytest

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.interpreter.repetition.replay import Replay
from backpass.engine.interpreter.repetition.shortcut import Shortcut
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

PARTS, EACH = 4, 12
_LIMITS = replace(Limits(), nodes=1_500)
_BEFORE = """import numpy as np
a = np.array([0.5, -1.0, 2.0])
b = np.array([1.0, 0.3, -0.2])
m = np.array([[0.1, 0.2, 0.3], [0.0, -0.5, 0.4], [0.7, 0.1, -0.3]])
s = np.array(0.5)
k = 1.5
c = a * 1.0
log = [0.5]
last = best = a * 1.0
p = {'w': a * 0.1}
r, q = 0.3 - 0.1, 0.3 - 0.2
def f(x, y):
    return np.tanh(x) * 0.9 + y * 0.1
"""
_ARRAYS = (
    "a = a * 0.99 + b * 0.01",
    "b = np.tanh(b + a * 0.1)",
    "a -= 0.05 * b",
    "b[0] = a.sum() * 0.1",
    "m -= 0.01 * np.outer(a, b)",
    "c = m @ a",
    "s = np.mean(c) * 0.5 + 0.1",
    "k = k * 0.99",
    "p['w'] = p['w'] * 0.9 + a * 0.01",
    "a[:] = np.clip(a, -2, 2)",
    "b, a = a, b",
    "c = np.where(a > 0, a, 0.1 * a)",
    "a = f(a, b)",
    "m = m / np.linalg.norm(m)",
    "g = a\n    g += 0.01",
)
_OF_THE_VARIABLE = (
    "r = 0.1 / (1 + i)",
    "a = a * (1 - r)",
    "r = 0.5 * 0.9**i",
    "b = b - r * a",
    "a = a + 1e-3 * (i % 7)",
    "k = k * (1 - r)",
    "r = r * 0.5",
    "c = a / (1 - 0.9 ** (i + 1))",
    "r = i",
    "a = a + np.sin(b) * (i // 3) * 1e-3",
    "q = -i / (i - 100)",
    "b = b * 0.9 + q * 1e-3",
    "a = a * (r if i < 50 else 0.5)",
)
_NOTED = (
    "log.append(s)",
    "log.append(s.item())",
    "log.append(float(np.sum(a * b)))",
    "log.append(np.mean(c**2))",
    "log.append(a)",
    "log.append(r)",
    "log.append(i)",
    "print(i, f'{s:.3f}', a[0])",
    "print(len(log), log[-1] if i < 0 else b)",
    "print('mean', round(float(np.mean(b)), 4), r)",
    "if i % 7 == 0:\n        log.append(a * 2)",
    "if (i + 1) % 20 == 0:\n        print(i, s, r, len(log))",
    "if i % 3 == 2:\n        last = np.mean(c) + k\n        log.append(last)\n        print(last)",
    "if i % 5 == 0:\n        best = a.sum()",
    "if not i % 50:\n        print(m.T[0], log[-2:])",
)
"""Statements on which the rest of the loop does not depend, in most loops."""
_CONDITIONS = (
    "",
    "",
    "",
    "    if i % 20 == 0:\n        print(i, s, r)\n",
    "    if i > 100:\n        b = b * 0.9\n",
    "    if i == 120:\n        break\n",
    "    if np.sum(a) > 1:\n        a = a * 0.5\n",
    "    log.append(s)\n",
)


def _program(generator: random.Random) -> str:
    lines = [generator.choice(_ARRAYS)]
    lines += generator.choices((*_ARRAYS, *_OF_THE_VARIABLE), k=generator.randrange(1, 6))
    for noted in generator.choices(_NOTED, k=generator.choice((0, 1, 1, 2))):
        lines.insert(generator.randrange(1, len(lines) + 1), noted)
    body = "".join(f"    {line}\n" for line in lines)
    loop = f"for i in range({generator.choice((150, 300, 500))}):\n"
    end = generator.choice(("np.sum(a * b) + np.sum(m) + s", "np.sum(a * b) + np.sum(log[-1])", "np.sum(last * a) + log[3] * s"))
    return f"{_BEFORE}{loop}{body}{generator.choice(_CONDITIONS)}print(a, b, s, k, r, best, len(log), log[-30::7])\n{end}"


def _answer(text: str) -> Any:
    try:
        found = run(parse(text), limits=_LIMITS)
    except ProblemError as error:
        return [(problem.code, problem.message, problem.span) for problem in error.problems]
    numbers = {name: np.asarray(tensor.raw).tobytes() for name, tensor in found.names.items()}
    graph = orjson.dumps(graph_json(found), option=orjson.OPT_SERIALIZE_NUMPY)
    return numbers, found.printed, [problem.message for problem in found.problems], graph


def _is_refused_for_nodes(answer: Any) -> bool:
    """Whether a program needs more nodes than the limit, which it does not where repetitions are passed over."""
    return isinstance(answer, list) and {code for code, _, _ in answer} == {Code.TOO_MANY_NODES}


@pytest.mark.parametrize("part", range(PARTS))
def test_no_bit_of_a_random_loop_differs(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = set()  # programs of which repetitions were passed over to the end
    run_again = Replay.run
    text = ""

    def counted(self: Replay, times: int, variables: Iterator[int]) -> Any:
        found = run_again(self, times, variables)
        passed.add(text)
        return found

    monkeypatch.setattr(Replay, "run", counted)
    generator = random.Random(f"loops {part}")
    for _ in range(EACH):
        text = _program(generator)
        short = _answer(text)
        with monkeypatch.context() as without:
            without.setattr(Shortcut, "repeat", lambda *_: None)
            whole = _answer(text)
        if not (_is_refused_for_nodes(whole) and isinstance(short, tuple)):
            assert short == whole, text
    assert len(passed) >= EACH // 6, "hardly any repetition is passed over, so little is tried"


def test_a_loop_is_not_refused_for_cycles_that_python_has_not_collected() -> None:
    loop = (
        "for i in range(500):\n    c = m @ a\n    print(i, f'{s:.3f}', a[0])\n    s = np.mean(c) * 0.5 + 0.1\n"
        "    log.append(s)\n    if np.sum(a) > 1:\n        a = a * 0.5\n"
    )
    gc.collect()
    gc.disable()
    try:
        answer = _answer(f"{_BEFORE}{loop}np.sum(a * b) + np.sum(log[-1])")
    finally:
        gc.enable()
    assert isinstance(answer, tuple), answer
