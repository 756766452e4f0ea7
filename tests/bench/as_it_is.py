"""What it costs to run a program as it is: milliseconds and megabytes a program, one and twenty at a time.

    python3 run.py bench as_it_is

By the clock, from the request to the answer's graph; processor time is that of the fork alone, as the kernel counts it. Memory of
its own is what the fork has beyond what it shares with its parent.
"""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from backpass.engine.capture.as_it_is.confined import Confined, Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from tests.bench._measure import size, table
from tests.processes import resident_bytes

TIMES, AT_ONCE = size((20, 20), (1, 2))
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
PROGRAMS = {"nothing": ("pass", 1), "a small program": (SMALL, 1), "an MLP, 20 steps": (MODEL, 20)}


def timed(confined: Confined, program: str, step: int, _number: int = 0) -> tuple[float, Outcome]:
    start = time.perf_counter()
    outcome = confined.begin(Bounds(clock=120.0)).run({"program": program, "step": step, "language": "en"})
    return (time.perf_counter() - start) * 1e3, outcome


def main() -> None:
    confined = Confined("torch")
    start = time.perf_counter()
    confined.start()
    started = time.perf_counter() - start
    assert confined._process is not None
    shared = resident_bytes(confined._process.pid) / 1e6
    print(f"The parent: {started:.1f} s until it has PyTorch {confined.version}, {shared:.0f} MB.")
    rows = []
    for name, (program, step) in PROGRAMS.items():
        cold, first = timed(confined, program, step)
        warm = [timed(confined, program, step) for _ in range(TIMES)]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            many = list(threads.map(partial(timed, confined, program, step), range(AT_ONCE)))
        assert {outcome.answer["kind"] for _, outcome in [*warm, *many]} <= {"graph", "ended"}
        rows.append(
            [
                name,
                f"{cold:.0f}",
                f"{statistics.median(wall for wall, _ in warm):.0f}",
                f"{statistics.median(wall for wall, _ in many):.0f}",
                f"{statistics.median(outcome.seconds for _, outcome in warm) * 1e3:.0f}",
                f"{max(0.0, first.kilobytes / 1e3 - shared):.0f}",
            ]
        )
    heading = ["", "first, ms", "one at a time, ms", f"{AT_ONCE} at once, ms", "processor, ms", "memory of its own, MB"]
    table("A program, run as it is", heading, rows)
    confined.close()


if __name__ == "__main__":
    main()
