"""A server under mixed load with bursts for some minutes: what it has at the end of the first minute, and at the end of the last.

    python3 run.py bench soak                   one minute, to see that it works
    python3 run.py fuzz soak --seconds 600      ten of them; growth and unexpected answers are defects

Six clients ask for gradients, graphs, explanations, exports and checks; each minute has bursts of heavy programs, clients that
leave, a run of training that is begun and left, a room with students that come and go, and a worker process that is killed.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from websockets.exceptions import ConnectionClosed

from backpass.app.api.gallery.examples import EXAMPLES
from tests.bench._measure import size, table
from tests.bench.overload import heavy, post
from tests.classroom import classroom
from tests.processes import descendants, open_files, resident_bytes, workers_of
from tests.servers import Server

CLIENTS, STUDENTS, BURST, LEAVING = size((6, 20, 12, 12), (1, 2, 2, 2))
MINUTE = size(60.0, 4.0)
COMPUTING, TRAINING = 2, 2
MOST_CHILDREN = COMPUTING + TRAINING + 2
"""A worker process in each place, the process that forks them, and the one in which `multiprocessing` tracks resources. A place
whose process was killed gets another one only when it is used again, so fewer is right at any time.
"""
QUIET = size(8.0, 2.0)
"""At the end of each minute nothing new is begun for so long, so that what is left can be counted."""
SMALL_RUN = {
    "data": {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]},
    "model": {"kind": "program", "program": "w*x + b", "features": ["x"]},
    "optimizer": {"name": "sgd", "learning_rate": 0.1},
    "steps": 200_000,
}


class Soak:
    """One server, and all that is asked of it. `counts` has the answers by what was asked and status."""

    def __init__(self, server: Server, seed: int = 1) -> None:
        self._server = server
        self._random = random.Random(seed)
        self.counts: Counter[str] = Counter()

    async def asked(self, what: str, path: str, content: Any) -> bytes:
        """One request, counted."""
        try:
            reply = await post(self._server.port, path, json.dumps(content).encode())
            self.counts[f"{what} {reply.status}{' ' + reply.code if reply.code else ''}"] += 1
        except (OSError, IndexError):
            self.counts[f"{what} no answer"] += 1
            return b""
        return reply.body

    async def client(self, end: float) -> None:
        """One request after the other of small kinds."""
        while time.monotonic() < end:
            program = {"program": self._random.choice(EXAMPLES).program}
            kind = self._random.choice(["gradient", "gradient", "graph", "explain", "export", "check", "varied"])
            if kind == "varied":
                program = {"program": f"x = {self._random.random()}\ny = x*x + {self._random.randrange(10**6)}\ntanh(y)"}
                await self.asked("varied", "/api/v1/gradient", program)
            elif kind == "explain":
                await self.asked(kind, "/api/v1/explain", program)
            elif kind == "export":
                await self.asked(kind, "/api/v1/export", program | {"format": "python"})
            else:
                await self.asked(kind, f"/api/v1/{kind}", program)
            await asyncio.sleep(self._random.random() * 0.1)

    async def burst(self) -> None:
        """A class presses a button."""
        await asyncio.gather(
            *(self.asked("heavy", "/api/v1/graph", json.loads(heavy(self._random.randrange(10**4)))) for _ in range(BURST))
        )

    async def leaving(self) -> None:
        """Clients that go while they wait, or while they are computed."""

        async def one() -> None:
            content = heavy(self._random.randrange(10**4))
            _, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
            writer.write(
                f"POST /api/v1/graph HTTP/1.1\r\nhost: here\r\ncontent-length: {len(content)}\r\n\r\n".encode() + content
            )
            await asyncio.sleep(self._random.random() * 2)
            writer.transport.abort()
            self.counts["left"] += 1

        await asyncio.gather(*(one() for _ in range(LEAVING)))

    async def killing(self) -> None:
        """As the system does where there is no memory."""
        for worker in workers_of(self._server.process)[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                self.counts["killed"] += 1

    async def training(self) -> None:
        """A run that is looked at for a while."""
        content = json.dumps(SMALL_RUN).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.write(f"POST /api/v1/training HTTP/1.1\r\nhost: here\r\ncontent-length: {len(content)}\r\n\r\n".encode() + content)
        head = await reader.read(1_000)
        self.counts[f"training {head.split()[1].decode() if head else 'no answer'}"] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3):
                while await reader.read(100_000):
                    pass
        writer.transport.abort()

    async def room(self) -> None:
        """A class that comes, sees a few things and goes."""
        try:
            async with asyncio.timeout(40), classroom(self._server.url, view={"program": "x*x", "inputs": {"x": 2}}) as room:
                host = await room.host("tab", self._server.url)
                students = [await room.guest(None, self._server.url) for _ in range(STUDENTS)]
                for position in range(1, 6):
                    await host.request({"type": "show", "changes": {"position": position}}, position)
                    await asyncio.gather(*(student.until_view(position=position) for student in students))
                self.counts["room"] += 1
        except (TimeoutError, ConnectionClosed) as error:
            self.counts[f"room {type(error).__name__}"] += 1

    async def minute(self, length: float) -> None:
        """All of it, then quiet."""
        end = time.monotonic() + length - QUIET
        tasks = [asyncio.create_task(self.client(end)) for _ in range(CLIENTS)]
        for part in (self.burst, self.leaving, self.training, self.room, self.killing, self.leaving, self.burst):
            if time.monotonic() < end:
                await part()
        await asyncio.gather(*tasks)
        await asyncio.sleep(max(2.0, end + QUIET - time.monotonic()))


class Soaked:
    """A server of its own, minute after minute under load."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory()
        settings: dict[str, Any] = {
            "worker_processes": COMPUTING,
            "training_processes": TRAINING,
            "requests_per_minute": 0,
            "creations_per_hour": 0,
            "training_grace_seconds": 1.0,
            "log_requests": False,
        }
        self._server = Server(Path(self._folder.name) / "soak.log", **settings)
        self._server.start()
        self._soak = Soak(self._server, self._seed)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()
        self._folder.cleanup()

    def minute(self) -> Counter[str]:
        """What was answered in one more minute, by what was asked and status."""
        before = self._soak.counts.copy()
        asyncio.run(self._soak.minute(MINUTE))
        return self._soak.counts - before

    def state(self) -> dict[str, float]:
        """What there is of the server now."""
        children = descendants(self._server.process)
        return {
            "workers": len(workers_of(self._server.process)),
            "child processes": len(children),
            "open files": open_files(self._server.process),
            "server megabytes": resident_bytes(self._server.process) / 1e6,
            "worker megabytes": sum(map(resident_bytes, children)) / 1e6,
        }


def main() -> None:
    """One minute."""
    with Soaked() as soaked:
        start = time.monotonic()
        counts = soaked.minute()
        state = soaked.state() | {"seconds": time.monotonic() - start, "load": os.getloadavg()[0]}
        table("At the end of the minute", list(state), [[f"{value:.0f}" for value in state.values()]])
        table("What was answered", ["what", "how often"], [[what, str(count)] for what, count in sorted(counts.items())])


if __name__ == "__main__":
    main()
