"""A thousand students on a lesson at their own pace, each with an answer every ten seconds: how soon an answer is stored, how
old the teacher's dashboard is, and what a server that is killed loses (nothing).

    python3 run.py bench lessons

One server process with SQLite, a teacher who watches, and the students in this process, over loopback: each has a live channel,
and answers over HTTP. Bounded: about a minute in all. Prints the load of the machine, since others may be at work on it.
"""

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench._measure import size, table
from tests.bench.answers import processor_seconds
from tests.classroom import Member, call
from tests.servers import Server

STUDENTS, SECONDS, EVERY = size(1_000, 10), size(20.0, 2.0), size(10.0, 0.5)
COMING = 50
"""Students who connect at the same time."""
SETTINGS = {
    "requests_per_minute": 0,
    "log_requests": False,
    "max_guests": 5_000,
    "max_sockets_per_client": 0,
    "stall_seconds": 60,
}
LESSON = """---
title: Measured
summary: One product.
language: en
minutes: 5
level: 1
---

## One

```question kind=number of=(2+3)
What is 2 + 3?
```

## Two

```question kind=number of=(2*3)
What is 2 * 3?
```
"""


class Student:
    """A page on the lesson: a live channel, and a connection for what it asks."""

    def __init__(self, server: Server, code: str, token: str) -> None:
        self.member = Member(server.url, code, token)
        self._port, self._head = server.port, f"host: 127.0.0.1\r\nauthorization: Bearer {token}"
        self._route = f"/api/v1/rooms/{code}/lesson"
        self.waits: list[float] = []
        self.stored: dict[str, str] = {}
        """The last answer to each question that was acknowledged."""

    async def come(self) -> None:
        await self.member.again()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(Exception):  # until the server is killed
            while True:
                await self.member.receive()

    async def learn(self, end: float, acknowledged: list[float]) -> None:
        """Turns to a page and answers its question, every ten seconds from a moment of its own."""
        await asyncio.sleep(random.uniform(0, EVERY))
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        number = 0
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while time.perf_counter() < end:
                began, page = time.perf_counter(), number % 2 + 1
                await self._ask(reader, writer, "/place", {"page": page})
                question, text = f"{page}.1", str(number)
                start = time.perf_counter()
                await self._ask(reader, writer, f"/answers/{question}", {"text": text})
                self.waits.append(time.perf_counter() - start)
                self.stored[question] = text
                acknowledged.append(time.perf_counter())
                number += 1
                await asyncio.sleep(max(0.0, min(EVERY, end - began) - (time.perf_counter() - began)))
        writer.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, asked: object) -> None:
        body = json.dumps(asked)
        head = f"PUT {self._route}{path} HTTP/1.1\r\n{self._head}\r\ncontent-length: {len(body)}"
        writer.write(f"{head}\r\n\r\n{body}".encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 20"), answered
        sizes = [line for line in answered.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        if sizes:
            await reader.readexactly(int(sizes[0].partition(b":")[2]))


class Lesson:
    """A room with a lesson at everybody's own pace, and its students."""

    def __init__(self, server: Server) -> None:
        self.server = server
        opened = call(server.url, "POST", "/rooms", {}, status=201)
        self.code, self.host = opened["code"], opened["host_token"]
        room = f"/rooms/{self.code}"
        call(server.url, "PUT", f"{room}/lesson", {"text": LESSON}, token=self.host)
        call(server.url, "PATCH", f"{room}/lesson", {"mode": "own"}, token=self.host)
        tokens = [call(server.url, "POST", f"{room}/guests", {}, status=201)["token"] for _ in range(STUDENTS)]
        self.students = [Student(server, self.code, token) for token in tokens]

    async def come(self) -> float:
        """All connect, as many at a time as phones of a class do; how long that takes."""
        start, door = time.perf_counter(), asyncio.Semaphore(COMING)

        async def one(student: Student) -> None:
            async with door:
                await student.come()

        await asyncio.gather(*map(one, self.students))
        return time.perf_counter() - start

    async def watch(self, acknowledged: list[float], ages: list[float]) -> None:
        """Notes with every dashboard how long ago the oldest answer was acknowledged that it does not have."""
        host = await Member(self.server.url, self.code, self.host).connect()
        while True:
            message = await host.receive()
            if message["type"] == "lesson":
                shown = sum(message["tries"].values())
                ages.append(time.perf_counter() - acknowledged[shown] if shown < len(acknowledged) else 0.0)

    def lost(self, database: Path) -> int:
        """Acknowledged answers that are not in the database."""
        with sqlite3.connect(database) as kept:
            rows = {(guest, question): answer for guest, question, answer in kept.execute(_KEPT, (self.code,))}
        # What was under way when the server went may be stored as well: a later answer is no loss.
        return sum(
            int(json.loads(rows.get((guest, question), '"-1"'))) < int(answer)
            for guest, student in enumerate(self.students, 1)
            for question, answer in student.stored.items()
        )


_KEPT = "SELECT guest, place, last FROM room_answers JOIN room_questions USING (question) WHERE room = ?"


async def measure(server: Server, database: Path) -> None:
    lesson = await asyncio.to_thread(Lesson, server)
    came = await lesson.come()
    acknowledged: list[float] = []
    ages: list[float] = []
    watching = asyncio.create_task(lesson.watch(acknowledged, ages))
    end, used = time.perf_counter() + SECONDS, processor_seconds(server.process)
    learning = asyncio.gather(*(each.learn(end, acknowledged) for each in lesson.students))
    await asyncio.sleep(SECONDS - 1)
    load, used = os.getloadavg()[0], processor_seconds(server.process) - used
    await asyncio.to_thread(server.kill)
    await learning
    watching.cancel()
    missing = lesson.lost(database)
    start = time.perf_counter()
    await asyncio.to_thread(server.start)
    await lesson.come()
    back = time.perf_counter() - start
    waits = sorted(wait for each in lesson.students for wait in each.waits)
    at = lambda of, share: f"{sorted(of)[int(share * (len(of) - 1))] * 1e3:,.0f}"  # noqa: E731
    heading = [
        "students",
        "all in, s",
        "answers",
        "p50 ms",
        "p99 ms",
        "server CPU",
        "dashboard p50",
        "oldest ms",
        "lost",
        "all back, s",
        "load",
    ]
    row = [
        STUDENTS,
        f"{came:.1f}",
        len(waits),
        at(waits, 0.5),
        at(waits, 0.99),
        f"{used / SECONDS:.0%}",
        at(ages, 0.5),
        at(ages, 1.0),
    ]
    table("A lesson at everybody's own pace", heading, [[*row, missing, f"{back:.1f}", f"{load:.1f}"]])


def main() -> None:
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        server = Server(log, **SETTINGS)
        server.start()
        try:
            asyncio.run(measure(server, log.with_suffix(".db")))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
