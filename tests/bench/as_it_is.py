"""What it costs to run a program as it is: milliseconds and megabytes, one and twenty at a time, beside `python script.py`.

    python3 run.py bench as_it_is

By the clock, from the request to the answer's graph; processor time is that of the fork alone, as the kernel counts it. Memory of
its own is what the fork has beyond what it shares with its parent. The peer is the same script in a fresh process of Python,
without a graph; ratios are to it, measured in the same run. At the end a crowd: programs of every kind at once, each of which a
server must answer with a graph, in a sentence or with 503.
"""

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from typing import Any

from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine.capture.as_it_is import libraries
from backpass.engine.capture.as_it_is.confined import Confined, Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from tests.bench._measure import size, table
from tests.processes import resident_bytes

TIMES, AT_ONCE, CROWD = size((20, 20, 300), (1, 2, 6))
SMALL = "import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x ** 2\n(3 * y).backward()"
MODEL = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), 1e-2)
x = torch.randn(100, 2)
y = torch.sign(x[:, :1])
for epoch in range(20):
    loss = ((net(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
OF_JAX = """import jax
import jax.numpy as jnp
def loss(w):
    return jnp.mean((jnp.arange(12.0).reshape(4, 3) @ w - 1) ** 2)
print(jax.grad(loss)(jnp.ones(3)))
"""
PROGRAMS = {
    "torch": {"nothing": ("pass", 1), "a small program": (SMALL, 1), "an MLP, 20 steps": (MODEL, 20)},
    "jax": {"nothing": ("pass", 1), "a small program": (OF_JAX, 1)},
}
BAD = (
    "import os; os._exit(7)",
    "import time; time.sleep(600)",
    "import os\nwhile True: os.write(3, b'x' * 10**5)",
    "import os; os.fork()",
)
"""Killed, silent, flooding and forking: each third program of the crowd is one of them."""


def timed(confined: Confined, program: str, step: int, _number: int = 0) -> tuple[float, Outcome]:
    start = time.perf_counter()
    outcome = confined.begin(Bounds(clock=120.0)).run({"program": program, "step": step, "language": "en"})
    return (time.perf_counter() - start) * 1e3, outcome


def peer(library: str, program: str) -> float:
    """Milliseconds of the same script by `python script.py`."""
    environment = os.environ | libraries.environment() | {"PATH": os.environ["PATH"]}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {library}\n{program}"], env=environment, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1e3


def row(confined: Confined, name: str, shared: float) -> Sequence[object]:
    program, step = PROGRAMS[confined.library][name]
    cold, first = timed(confined, program, step)
    warm: list[tuple[float, Any]] = []
    peers: list[float] = []
    for _ in range(TIMES):
        warm.append(timed(confined, program, step))
        peers.append(peer(confined.library, program) if len(peers) < TIMES // 4 + 1 else peers[-1])
    with ThreadPoolExecutor(AT_ONCE) as threads:
        many = list(threads.map(partial(timed, confined, program, step), range(AT_ONCE)))
    assert {outcome.answer["kind"] for _, outcome in [*warm, *many]} <= {"graph", "ended"}
    script = statistics.median(peers)
    one, together = (statistics.median(wall for wall, _ in each) for each in (warm, many))
    computed = statistics.median(outcome.seconds for _, outcome in warm) * 1e3
    own = max(0.0, first.kilobytes / 1e3 - shared)
    figures = (cold, one, together, computed, own, script)
    return [name, *(f"{each:.0f}" for each in figures), *(f"{each / script:.2f}" for each in (one, together / AT_ONCE))]


def costs(library: str) -> None:
    confined = Confined(library)
    start = time.perf_counter()
    confined.start()
    started = time.perf_counter() - start
    assert confined._process is not None
    shared = resident_bytes(confined._process.pid) / 1e6
    print(f"\nThe parent: {started:.1f} s until it has {library} {confined.version}, {shared:.0f} MB.")
    rows = [row(confined, name, shared) for name in PROGRAMS[library]]
    heading = ["", "first, ms", "one, ms", f"{AT_ONCE} at once, ms", "processor, ms", "own, MB", "python script.py, ms"]
    table(f"A program of {library}, run as it is", [*heading, "one : script", f"each of {AT_ONCE} : script"], rows)
    confined.close()


def crowd() -> None:
    """What becomes of many at once."""
    settings = Settings(run_as_is="torch", max_seconds=4.0, log_requests=False, database="sqlite+aiosqlite://")
    programs = [f"import torch\n{BAD[number // 3 % len(BAD)] if number % 3 == 0 else SMALL}" for number in range(CROWD)]
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:

        def asked(program: str) -> tuple[int, str, float]:
            start = time.perf_counter()
            answer = client.post("/api/v1/graph", json={"program": program, "run": "as-it-is"})
            said = answer.json()
            assert answer.status_code == 200 or said["problems"][0]["message"]
            return (
                answer.status_code,
                "" if answer.status_code == 200 else said["problems"][0]["code"],
                time.perf_counter() - start,
            )

        with ThreadPoolExecutor(CROWD) as threads:
            answers = list(threads.map(asked, programs))
        afterwards = asked(programs[1])[0]
    found = Counter((status, code) for status, code, _ in answers)
    assert {status for status, _ in found} <= {200, 422, 503}, found
    assert afterwards == 200
    rows = [[status, code, count] for (status, code), count in sorted(found.items())]
    table(f"{CROWD} at once, a third of them bad", ["status", "code", "answers"], rows)
    print(f"The last answer came after {max(seconds for *_, seconds in answers):.0f} s; the next program had a graph.")


def main() -> None:
    for library in PROGRAMS:
        if find_spec(library) is not None:
            costs(library)
    crowd()


if __name__ == "__main__":
    main()
