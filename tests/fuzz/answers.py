"""Answers to the corpus in a process of its own: `python -m tests.fuzz.answers SEED`, one line per program.

Objects lie at addresses that depend on what the process did before, and texts hash by `PYTHONHASHSEED`, so whatever goes
through a set in the set's own order answers differently from one process to the next.
"""

import hashlib
import json
import random
import sys

from backpass.app.api.endpoints.graphs import answer_graph
from tests.fuzz.corpus import corpus
from tests.fuzz.requests import limits

TOGETHER = (
    "y = sum((n(x) - t)**2 for x, t in zip(xs, ts))",
    "for x, target in zip(X, Y):\n    e = x @ W2 - target",
    "init.fancy_(*a, 3)",
)
"""Programs whose problem once stood at any of several names."""


def _programs() -> list[str]:
    return [*TOGETHER * 20, *corpus()[::4]]


def main(seed: int) -> None:
    """Writes the digest of each program's answer, between objects that come and go."""
    generator = random.Random(seed)
    between: list[list[object]] = []
    for program in _programs():
        between.append([object() for _ in range(generator.randrange(1, 500))])
        if generator.random() < 0.3:
            generator.shuffle(between)
            del between[: generator.randrange(len(between))]
        answer = answer_graph(json.dumps({"program": program}).encode(), limits())
        sys.stdout.write(f"{hashlib.sha256(answer.body).hexdigest()} {json.dumps(program)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
