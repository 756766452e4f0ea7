"""What each kind of request costs in processor time, and what a million learners a day would need.

    python3 run.py bench scaling

The costs are the processor time that the server process and its workers take for one request each, read from the system; so they
hardly depend on what else the machine does. With them a day is reckoned, and its busiest hour simulated: a queue before one event
loop (Lindley's recursion), where learners come one by one and classes of 30 press a button within a few seconds. What learners
do in a day is assumed, in `HABITS`, and so are the curve of the day and prices; docs/scaling.md says what follows.
"""

import asyncio
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2
import numpy as np

from backpass.app.api.gallery.examples import EXAMPLES
from tests.bench._measure import size, table
from tests.bench.overload import HEAVY
from tests.classroom import classroom
from tests.processes import cpu_seconds, workers_of
from tests.servers import Server

API = "/api/v1"
PROGRAM = next(example.program for example in EXAMPLES if example.name == "micrograd")
STUDENTS, UPDATES = size((40, 25), (2, 2))
SETTINGS: dict[str, Any] = {"requests_per_minute": 0, "creations_per_hour": 0, "view_updates_per_second": 60}

LEARNERS = 1_000_000
PROCESSES = 2
"""Worker processes of one server process."""
BUSIEST_HOUR = 0.12
"""The part of a day's requests that comes in its busiest hour; were it the same at all times it would be 0.042."""
IN_CLASS = 0.5
"""The part of learners who are in a class of 30, which presses a button together now and then."""
CLASS, PRESSED_SECONDS = 30, 5.0
CACHED = {"page": 0.95, "graph, known": 0.2, "gradient, known": 0.2, "explain": 0.5, "heavy": 0.5}
"""The part that a cache before the servers could answer, where learners ask what others have asked: examples and lessons."""
PRICE = 0.04
"""Dollars for one hour of one core, an assumption; what a small machine of a large provider costs."""
SWITCH_SECONDS = 0.005
"""After which Python lets another thread go on: an answer of a worker is read by one, beside the event loop."""
LIGHT_SECONDS = 0.1
"""What 99 of 100 light requests may take."""

HABITS = {
    "page": 2,
    "graph, new": 60,
    "graph, known": 200,
    "gradient, known": 20,
    "explain": 6,
    "check": 2,
    "export": 1,
    "share": 0.2,
    "batch of 1,000 points": 0.5,
    "heavy": 0.3,
    "room message": 400,
}
"""What a learner does in a day: 60 changes of text, 200 of sliders, a class that is shown 400 changes to one of 30, and so on."""


class Cost(NamedTuple):
    """Processor seconds that one request takes."""

    server: float
    workers: float


def numbers() -> Iterator[float]:
    return (1.0 + number / 1_000 for number in count(1))


def kinds() -> dict[str, tuple[int, Callable[[httpx2.Client], object]]]:
    """Each kind of request: how often it is made, and how once."""
    other = numbers()

    def known() -> dict[str, Any]:
        return {"program": PROGRAM, "inputs": {"a": -next(other), "b": next(other)}}

    def new() -> dict[str, Any]:
        return {"program": f"# {next(other)}\n{PROGRAM}"}

    def posted(path: str, content: Callable[[], Any]) -> Callable[[httpx2.Client], object]:
        return lambda client: client.post(API + path, json=content()).raise_for_status()

    points = {"x": [number / 100 for number in range(1_000)], "y": 1.0}
    return {
        "page": (60, lambda client: client.get("/").raise_for_status()),
        "gradient, known": (400, posted("/gradient", known)),
        "gradient, new": (200, posted("/gradient", new)),
        "graph, known": (400, posted("/graph", known)),
        "graph, new": (200, posted("/graph", new)),
        "explain": (60, posted("/explain", new)),
        "check": (60, posted("/check", new)),
        "export": (60, posted("/export", lambda: new() | {"format": "python"})),
        "batch of 1,000 points": (
            60,
            posted("/gradient/batch", lambda: {"program": "x*y + sin(x)*tanh(y)", "inputs": points}),
        ),
        "share": (60, posted("/shares", lambda: {"state": f"v=1&program=x*{next(other)}"})),
        "heavy": (3, posted("/graph", lambda: {"program": HEAVY, "inputs": {"x": next(other)}})),
    }


def cost_of(server: Server, times: int, once: Callable[[httpx2.Client], object]) -> Cost:
    """The mean of so many, after a first few."""
    times = size(times, 3)
    with httpx2.Client(base_url=server.url, timeout=300) as client:
        for _ in range(min(5, times)):
            once(client)
        before = cpu_seconds(server.process), sum(map(cpu_seconds, workers_of(server.process)))
        for _ in range(times):
            once(client)
        after = cpu_seconds(server.process), sum(map(cpu_seconds, workers_of(server.process)))
    return Cost(*((late - early) / times for early, late in zip(before, after, strict=True)))


async def message_cost(server: Server) -> float:
    """Processor seconds for one message to one student."""
    async with classroom(server.url, view={"program": "x*y", "inputs": {"x": 2}}) as room:
        host = await room.host("tab", server.url)
        students = [await room.guest(None, server.url) for _ in range(STUDENTS)]
        before = cpu_seconds(server.process)
        for position in range(1, UPDATES + 1):
            await host.request({"type": "show", "changes": {"position": position}}, position)
            await asyncio.gather(*(student.until_view(position=position) for student in students))
        return (cpu_seconds(server.process) - before) / (STUDENTS * UPDATES)


def measured() -> dict[str, Cost]:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder) / "server.log", log_requests=False, **SETTINGS)
        server.start()
        try:
            message = Cost(asyncio.run(message_cost(server)), 0.0)
            return {name: cost_of(server, times, once) for name, (times, once) in kinds().items()} | {"room message": message}
        finally:
            server.stop()


# The busiest hour of one server process.


def waits(arrivals: np.ndarray, services: np.ndarray) -> np.ndarray:
    """How long each waits before one server, first come first served (Lindley 1952), in closed form: the work that has come so
    far less the time that has passed, above its lowest point so far.
    """
    ahead = np.concatenate(([0.0], np.cumsum(services)[:-1])) - arrivals
    return np.asarray(ahead - np.minimum.accumulate(ahead))


def hour(costs: dict[str, Cost], learners: float, seed: int = 1) -> tuple[float, float]:
    """The busiest hour of so many learners a day on one event loop: the part of it that is used, and how long 99 of 100 take."""
    draws = np.random.default_rng(seed)
    arrivals, services, light = [], [], []
    for name, times in HABITS.items():
        asked = draws.poisson(learners * times * BUSIEST_HOUR)
        together = int(asked * IN_CLASS) if name in {"graph, new", "heavy"} else 0
        alone = draws.uniform(0, 3_600, asked - together)
        starts = np.repeat(draws.uniform(0, 3_600, together // CLASS + 1), CLASS)[:together]
        came, cost = np.concatenate((alone, starts + draws.uniform(0, PRESSED_SECONDS, together))), costs[name].server
        if costs[name].workers:  # what the server does for it is done in parts while others are answered
            parts = max(1, round(cost / SWITCH_SECONDS))
            busy = CLASS / PROCESSES * sum(costs[name])  # as long as workers take for all of a class
            came, cost = (
                np.repeat(came + draws.uniform(0, busy, asked), parts) + draws.uniform(0, 1.0, asked * parts),
                cost / parts,
            )
        arrivals.append(came)
        services.append(np.full(len(came), cost))
        light.append(np.full(len(came), not costs[name].workers))
    came, took, is_light = map(np.concatenate, (arrivals, services, light))
    order = np.argsort(came)
    seconds = (waits(came[order], took[order]) + took[order])[is_light[order]]
    return float(took.sum() / 3_600), float(np.quantile(seconds, 0.99)) if len(seconds) else 0.0


def most_learners(costs: dict[str, Cost]) -> float:
    """How many learners a day one event loop carries, so that 99 of 100 of its answers in the busiest hour come in time."""
    low, high = 0.0, 3_600 / BUSIEST_HOUR / sum(times * costs[name].server for name, times in HABITS.items())
    while high - low > size(0.02, 0.9) * high:
        middle = (low + high) / 2
        used, slow = hour(costs, middle)
        if used < 0.95 and slow <= LIGHT_SECONDS:
            low = middle
        else:
            high = middle
    return low


def reckoned(costs: dict[str, Cost], cached: dict[str, float]) -> list[str]:
    """What the busiest hour of a day of `LEARNERS` needs, with a cache that answers a part of it."""
    left = {name: times * (1 - cached.get(name, 0.0)) for name, times in HABITS.items()}
    busiest = LEARNERS * BUSIEST_HOUR / 3_600
    loop = sum(times * costs[name].server for name, times in left.items()) * busiest
    work = sum(times * costs[name].workers for name, times in left.items()) * busiest
    day = sum(times * sum(costs[name]) for name, times in left.items()) * LEARNERS / 3_600
    return [
        f"{sum(left.values()) * busiest:,.0f}",
        f"{loop:.1f}",
        f"{work:.1f}",
        f"{left['room message'] * busiest:,.0f}",
        f"{left['share'] * busiest:,.0f}",
        f"{day:,.0f}",
        f"{day * PRICE:,.0f}",
    ]


def main() -> None:
    start = time.monotonic()
    costs = measured()
    rows = [
        [name, f"{each.server * 1e3:.2f}", f"{each.workers * 1e3:.1f}", f"{1 / max(sum(each), 1e-7):,.0f}"]
        for name, each in costs.items()
    ]
    table(
        f"Processor time of one request, {platform.machine()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}",
        ["kind", "server, ms", "workers, ms", "a second on one core"],
        rows,
    )
    carried = most_learners(costs)
    curve = [(part, *hour(costs, carried * part)) for part in size((0.25, 0.5, 0.75, 1.0, 1.1), (0.25,))]
    table(
        "The busiest hour of one event loop",
        ["learners a day", "used", "p99, ms"],
        [[f"{carried * part:,.0f}", f"{used:.0%}", f"{slow * 1e3:.0f}"] for part, used, slow in curve],
    )
    table(
        f"{LEARNERS:,} learners a day, in the busiest hour; and the day",
        [
            "",
            "requests/s",
            "cores of event loops",
            "cores of workers",
            "room messages/s",
            "database writes/s",
            "core-hours a day",
            f"$ at {PRICE} an hour",
        ],
        [["without a cache", *reckoned(costs, {})], ["with one", *reckoned(costs, CACHED)]],
    )
    print(f"\nMeasured and simulated in {time.monotonic() - start:.0f} s; {json.dumps(HABITS)}")


if __name__ == "__main__":
    main()
