"""Answers to a poll over HTTP, each stored before it is acknowledged: how many a second, how soon a whole class has answered,
and how many are lost when the server is killed amid them (none).

    python3 run.py bench answers

One server process with SQLite, a teacher who watches the counts, and the students in this process, over loopback. Bounded: some
twenty seconds in all. Prints the load of the machine, since others may be at work on it.
"""

import asyncio
import json
import os
import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench._measure import size, table
from tests.classroom import Member, call
from tests.servers import Server

STUDENTS, SECONDS = size(500, 20), size(4.0, 0.2)
COURSE = {"program": "a, b, c, d = 2, 3, 4, 5\n((a*b) + c) * (a + d)"}
GIVEN = ["31", "21", "10", "210", "3*7 + 10", "62/2", "14", "-31"]
SETTINGS = {"requests_per_minute": 0, "log_requests": False}


class Student:
    """One connection that answers again and again."""

    def __init__(self, server: Server, path: str, token: str) -> None:
        self._port, self._path, self._token = server.port, path, token
        self.waits: list[float] = []
        self.acknowledged: str | None = None

    async def answer_until(self, end: float, most: int | None = None) -> None:
        """Until the time has come, so many answers were stored, or the server is gone."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            while time.perf_counter() < end and (most is None or len(self.waits) < most):
                await self._answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answer = GIVEN[(len(self.waits) + hash(self._token)) % len(GIVEN)]
        body = json.dumps({"answer": answer})
        start = time.perf_counter()
        head = (
            f"PUT {self._path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {self._token}\r\ncontent-length: {len(body)}"
        )
        writer.write(f"{head}\r\n\r\n{body}".encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 200"), answered
        length = next(line for line in answered.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        self.waits.append(time.perf_counter() - start)
        self.acknowledged = answer


class Room:
    """A room with a poll and students who have joined."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.opened = call(server.url, "POST", "/rooms", {"view": COURSE}, status=201)
        rooms = f"/rooms/{self.opened['code']}"
        self.joined = [call(server.url, "POST", f"{rooms}/guests", {"nickname": None}, status=201) for _ in range(STUDENTS)]
        token = self.opened["host_token"]
        self.poll = call(server.url, "POST", f"{rooms}/polls", {"type": "number", "node": 0}, token=token, status=201)["poll"]
        self.path = f"/api/v1{rooms}/polls/{self.poll}/answer"

    def students(self, count: int) -> list[Student]:
        return [Student(self.server, self.path, each["token"]) for each in self.joined[:count]]


def processor_seconds(process: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def answering(room: Room, connections: int, most: int | None = None) -> list[object]:
    """A row of the table."""
    host = await Member(room.server.url, room.opened["code"], room.opened["host_token"]).connect()
    watching = asyncio.create_task(watch(host))
    students = room.students(connections)
    used, start = processor_seconds(room.server.process), time.perf_counter()
    await asyncio.gather(*(each.answer_until(start + (60 if most else SECONDS), most) for each in students))
    took, used = time.perf_counter() - start, processor_seconds(room.server.process) - used
    await asyncio.sleep(1)
    watching.cancel()
    await host.socket.close()
    waits = sorted(wait for each in students for wait in each.waits)
    at = lambda share: f"{waits[int(share * (len(waits) - 1))] * 1e3:,.1f}"  # noqa: E731
    told = [message for message in host.log if message["type"] == "tally"]
    row = [
        connections,
        len(waits),
        f"{took:.2f}",
        f"{len(waits) / took:,.0f}",
        at(0.5),
        at(0.99),
        f"{used / len(waits) * 1e6:,.0f}",
    ]
    return [*row, len(told), f"{os.getloadavg()[0]:.1f}"]


async def watch(host: Member) -> None:
    while True:
        await host.receive()


async def lost(room: Room, database: Path) -> tuple[int, int]:
    """Acknowledged answers, and how many of them are not there after `kill -9` amid them."""
    students = room.students(100)
    running = asyncio.gather(*(each.answer_until(time.perf_counter() + 10) for each in students))
    await asyncio.sleep(1)
    await asyncio.to_thread(room.server.kill)
    await running
    with sqlite3.connect(database) as kept:
        rows: dict[int, Any] = dict(
            kept.execute("SELECT guest, last FROM room_answers WHERE question = ?", (room.poll,)).fetchall()
        )
    missing = 0
    for each, joined in zip(students, room.joined, strict=False):
        # What was under way when the server went may be stored as well, so only an older answer, or none, is a loss.
        position = GIVEN.index(each.acknowledged) if each.acknowledged else 0
        allowed = {json.dumps(GIVEN[(position + later) % len(GIVEN)]) for later in (0, 1)}
        missing += each.acknowledged is not None and rows.get(joined["guest"]) not in allowed
    return sum(len(each.waits) for each in students), missing


def main() -> None:
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        server = Server(log, **SETTINGS)
        server.start()
        try:
            room = Room(server)
            rows = [asyncio.run(answering(room, *each)) for each in (*size(((1,), (16,), (64,)), ((1,),)), (STUDENTS, 1))]
            heading = [
                "connections",
                "answers",
                "seconds",
                "stored/s",
                "p50 ms",
                "p99 ms",
                "server µs each",
                "tallies told",
                "load",
            ]
            table("Answers to a poll, stored in SQLite before they are acknowledged", heading, rows)
            acknowledged, missing = asyncio.run(lost(room, log.with_suffix(".db")))
            print(f"\nkill -9 amid 100 students: {acknowledged:,} answers acknowledged, {missing} lost")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
