"""Training the two moons as the page sees it: MLP 2-16-16-1 (337 parameters), 100 points, full batch, hinge and L2.

    python3 run.py bench training_server

First steps per second: the engine alone, in a worker process chunk by chunk with checkpoints and events, and as they arrive at a
client over HTTP; beside them micrograd, PyTorch and JAX in the same run, each in its own usual way (see `training`). Then what
ten runs at once cost on the machine's cores, for the server process and for the workers, by client. Bounded: a minute or two.
Prints the load of the machine beside the figures, since others may be at work on it; processor time hardly depends on that.
"""

import asyncio
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2

from backpass.app.settings import Settings
from backpass.app.training.executors.executor import LocalExecutor
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs.worker import Beginning, Budget, advance, begin
from backpass.engine.learning.matrix_nn import MatrixMLP
from tests.bench import training
from tests.bench._measure import in_turn, size, table
from tests.processes import cpu_seconds, workers_of
from tests.servers import Server

RUN: dict[str, Any] = {
    "data": {"name": "moons", "count": 100, "noise": 0.1, "seed": 1337},
    "model": {"kind": "mlp", "layers": [16, 16, 1], "activation": "relu", "last": "linear", "zero_biases": True, "seed": 1337},
    "loss": "hinge",
    "l2": training.L2,
    "optimizer": {"name": "sgd", "learning_rate": training.RATE},
    "regions": 40,
}
LONG, PAGE = size(40_000, 200), size(100, 20)
CLIENTS, CLIENT_STEPS = size((10, 20_000), (2, 100))


class Watched(NamedTuple):
    """What a client saw of a run."""

    first_picture: float
    """Seconds from asking to the first moment."""
    first_steps: float
    """To the first step's numbers."""
    seconds: float
    """To the end."""
    steps: int
    read: int
    """Bytes."""


def watch(url: str, run: dict[str, Any]) -> Watched:
    """A run from beginning to end; reads lines, and nothing more, so that the client is not what is measured."""
    start = time.perf_counter()
    picture = first = 0.0
    read = 0
    last = ""
    with httpx2.stream("POST", f"{url}/api/v1/training", json=run, timeout=120) as answer:
        for line in answer.iter_lines():
            read += len(line) + 1
            if line.startswith("event: moment"):
                picture = picture or time.perf_counter() - start
            elif line.startswith("event: progress"):
                first = first or time.perf_counter() - start
            elif line.startswith("data: "):
                last = line
    step = json.loads(last.removeprefix("data: "))["step"]
    return Watched(picture, first, time.perf_counter() - start, step, read)


class Speed(NamedTuple):
    """How fast steps are made."""

    per_second: float
    processor: float
    """Seconds of it a step."""


def of_the_engine(step: Callable[[], object]) -> float:
    """Seconds of processor time a step."""
    start = time.process_time()
    for _ in range(LONG // 4):
        step()
    return (time.process_time() - start) / (LONG // 4)


async def in_a_worker(steps: int) -> Speed:
    """Chunk by chunk as the server drives them, with their events and checkpoints."""
    others = set(workers_of(os.getpid()))  # of a benchmark before, in the same process
    workers = LocalExecutor(1)
    limits = TrainingLimits.of(Settings())
    begun = await workers.call(60, begin, "run", json.dumps(RUN | {"steps": steps}).encode(), limits)
    assert isinstance(begun, Beginning)
    checkpoint, step, told = begun.checkpoint, 0, 0
    (worker,) = set(workers_of(os.getpid())) - others
    start, before = time.perf_counter(), cpu_seconds(worker)
    while step < steps:
        chunk = await workers.call(60, advance, "run", begun.request, checkpoint, Budget(step, steps, 0.25, told), limits)
        step, told, checkpoint = chunk.step, chunk.reported_step, chunk.checkpoint or checkpoint
    return Speed(steps / (time.perf_counter() - start), (cpu_seconds(worker) - before) / steps)


def speeds(url: str) -> None:
    endless = 10**9
    alone = {
        "engine alone": training.backpass(MatrixMLP, endless)[0],
        "engine alone, all diagnostics": training.backpass(MatrixMLP, 1)[0],
        "JAX, jit": training.by_jax()[0],
        "PyTorch": training.by_pytorch()[0],
    }
    times = in_turn(alone, repeats=size(500, 1))
    times |= in_turn({"micrograd": training.by_micrograd()[0]}, repeats=1, rounds=size(3, 1))
    speed = {name: 1 / seconds for name, seconds in times.items()}
    processor = {"engine alone": of_the_engine(alone["engine alone"])}
    speed["in a worker"], processor["in a worker"] = asyncio.run(in_a_worker(LONG))
    long = watch(url, RUN | {"steps": LONG})
    seen = speed["as seen by a client"] = long.steps / long.seconds
    table(
        f"Steps per second of the moons run (load average {os.getloadavg()[0]:.1f})",
        ["", "steps/s", "as seen by a client is", "processor, µs a step"],
        [
            [name, f"{each:,.1f}", f"{seen / each:,.2f}×", f"{processor[name] * 1e6:.0f}" if name in processor else ""]
            for name, each in sorted(speed.items(), key=lambda item: -item[1])
        ],
    )
    runs = sorted((watch(url, RUN | {"steps": PAGE}) for _ in range(7)), key=lambda each: each.seconds)
    middle = runs[len(runs) // 2]
    table(
        f"The preset of {PAGE} steps, a picture of 40 × 40 cells at each, from asking",
        ["", "ms"],
        [
            ["first picture", f"{middle.first_picture * 1000:.0f}"],
            ["first numbers", f"{middle.first_steps * 1000:.0f}"],
            ["finished", f"{middle.seconds * 1000:.0f}"],
            ["kB", f"{middle.read / 1000:.0f}"],
        ],
    )


def at_once(server: Server, clients: int) -> list[str]:
    """One row: so many runs at once, and what each costs."""
    workers = workers_of(server.process)
    before = cpu_seconds(server.process), sum(map(cpu_seconds, workers))
    start = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        seeded = [
            RUN | {"steps": CLIENT_STEPS * CLIENTS // clients, "model": RUN["model"] | {"seed": seed}} for seed in range(clients)
        ]
        seen = list(pool.map(lambda run: watch(server.url, run), seeded))
    seconds = time.perf_counter() - start
    own = cpu_seconds(server.process) - before[0]
    theirs = sum(map(cpu_seconds, workers)) - before[1]
    steps = sum(each.steps for each in seen)
    return [
        str(clients),
        f"{seconds:.1f}",
        f"{steps / seconds:,.0f}",
        f"{max(each.first_steps for each in seen) * 1000:.0f}",
        f"{own / clients * 1000:.0f}",
        f"{own / seconds * 100:.0f} %",
        f"{theirs / seconds * 100:.0f} %",
        f"{own / steps * 1e6:.1f}",
        f"{sum(each.read for each in seen) / clients / 1e6:.1f}",
    ]


def main() -> None:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder) / "server.log", max_training_runs_per_client=20)
        server.start()
        try:
            watch(server.url, RUN | {"steps": PAGE})
            speeds(server.url)
            with ThreadPoolExecutor(2) as pool:  # both workers are there before anything is measured
                list(pool.map(lambda steps: watch(server.url, RUN | {"steps": steps}), [LONG // 4] * 2))
            table(
                f"{CLIENTS * CLIENT_STEPS:,} steps shared by runs at once, two workers (load average {os.getloadavg()[0]:.1f})",
                [
                    "runs",
                    "seconds",
                    "steps/s in all",
                    "first numbers, ms",
                    "server CPU a client, ms",
                    "of a core",
                    "workers, of a core",
                    "server CPU a step, µs",
                    "MB a client",
                ],
                [at_once(server, clients) for clients in (1, 2, CLIENTS)],
            )
        finally:
            server.stop()


if __name__ == "__main__":
    main()
