"""A teacher and up to 2,000 students over loopback: how late what is shown arrives, what it costs, and what a crash costs.

    python3 run.py bench rooms

The class is a process of its own (`tests/bench/_class.py`), the server another; with Redis there are two servers. Bounded: each
run shows for ten seconds. Prints the load of the machine beside the figures, since others may be at work on it.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scripts.page import ROOT
from tests.bench._measure import size, table
from tests.servers import Server
from tests.services import MissingServiceError, redis

SECONDS = size(10, 1)
BYTES = 1_000
"""Of one update: the values of some forty inputs."""

RUNS = size([(200, 10), (200, 30), (1_000, 10), (1_000, 30), (2_000, 10), (2_000, 30)], [(10, 10)])
BESIDE_SLOW = size([(200, 30), (1_000, 30), (2_000, 10)], [(30, 10)])
HELD, COMING_BACK = size((200, 1_000, 2_000), (10,)), size(1_000, 10)
HEADING = [
    "students x updates/s",
    "p50",
    "p95",
    "p99",
    "largest, ms",
    "delivered",
    "up to date",
    "server CPU",
    "µs a message",
    "client CPU",
    "load",
]

SETTINGS: dict[str, Any] = {
    "view_updates_per_second": 60,
    "max_messages_per_second": 100,
    "max_guests": 5_000,
    "max_sockets_per_client": 0,
    "log_requests": False,
    "stall_seconds": 60,
}


class MeasuredServer(Server):
    """A server that can be killed and started again, and what it has used."""

    def seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes(self) -> int:
        """Memory held."""
        return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Students:
    """The class, in its process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.bench._class"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **what: Any) -> dict[str, Any]:
        self.tell(**what)
        return self.answer()

    def tell(self, **what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the class has crashed"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


@contextlib.contextmanager
def running(count: int) -> Iterator[tuple[list[MeasuredServer], Students]]:
    with TemporaryDirectory() as name, contextlib.ExitStack() as ends:
        settings = SETTINGS | {"database": f"sqlite+aiosqlite:///{name}/rooms.db"}
        if count > 1:
            settings["redis"] = ends.enter_context(redis())
        servers = [MeasuredServer(Path(name) / f"server{number}.txt", **settings) for number in range(count)]
        for each in servers:
            each.start()
            ends.callback(each.stop)
        students = Students()
        ends.callback(students.end)
        yield servers, students


def delivery(count: int, runs: list[tuple[int, int]], **special: int) -> list[list[str]]:
    rows = []
    for students, per_second in runs:
        with running(count) as (servers, school):
            school.ask(urls=[each.url for each in servers], students=students, **special)
            school.ask(updates=per_second, per_second=per_second, bytes=BYTES)
            before, start = [each.seconds() for each in servers], time.monotonic()
            found = school.ask(updates=SECONDS * per_second, per_second=per_second, bytes=BYTES)
            seconds = time.monotonic() - start - 1.5
            used = [(each.seconds() - was) / seconds for each, was in zip(servers, before, strict=True)]
        rows.append(
            [
                f"{students:,} x {per_second}",
                *map(str, found["delays"]),
                f"{found['delivered']:.1%}",
                f"{found['at_the_last']:.1%}",
                " + ".join(f"{part:.0%}" for part in used),
                f"{1e6 * sum(used) * seconds / found['messages']:.0f}",
                f"{found['client']:.0%}",
                f"{os.getloadavg()[0]:.1f}",
            ]
        )
        if found["slow"]:
            rows.append(["   of these the slow ones", *map(str, found["slow"]), *[""] * 6])
    return rows


def memory() -> list[list[str]]:
    rows = []
    for students in HELD:
        with running(1) as (servers, school):
            before = servers[0].bytes()
            joined = school.ask(urls=[servers[0].url], students=students)["joined"]
            school.ask(updates=30, per_second=10, bytes=BYTES)
            rows.append([f"{students:,}", f"{(servers[0].bytes() - before) / students / 1_000:.1f}", f"{joined:.1f}"])
    return rows


def crash() -> list[list[str]]:
    """The server is killed while the teacher shows, and started again at once."""
    with running(1) as (servers, school):
        school.ask(urls=[servers[0].url], students=COMING_BACK)
        school.ask(updates=10, per_second=10, bytes=BYTES)
        killed = time.perf_counter()
        servers[0].kill()
        servers[0].start()
        started = time.perf_counter() - killed
        found = school.ask(come_back=killed)
    return [[f"{COMING_BACK:,}", f"{started:.1f}", *(f"{part / 1_000:.1f}" for part in found["back"])]]


def main() -> None:
    asked = sys.argv[1:] or size(["one", "slow", "two", "memory", "crash"], ["slow", "two", "crash"])
    if "one" in asked:
        table(f"One process; updates of {BYTES:,} bytes, milliseconds until a student has them", HEADING, delivery(1, RUNS))
    if "slow" in asked:
        title = (
            "The same with twenty slow clients (15,000 bytes a second) and one that takes nothing, not counted in the first row"
        )
        table(title, HEADING, delivery(1, BESIDE_SLOW, slow=20, stalled=1))
    if "two" in asked:
        try:
            table("Two processes over Redis, half of the students at each", HEADING, delivery(2, RUNS))
        except MissingServiceError as missing:
            print(f"\n{missing}")
    if "memory" in asked:
        table("Memory of the server", ["students", "kB for each", "seconds until all are in"], memory())
    if "crash" in asked:
        heading = ["students", "server is up again", "p50", "p95", "p99", "the last is back, s"]
        table("After `kill -9` of the server, seconds", heading, crash())


if __name__ == "__main__":
    main()
