"""A class of thousands of students in one process, for `tests/bench/rooms.py`: sockets that cost a few microseconds a message,
so that the server is what is measured. Runs as `python -m tests.bench._class`; told what to do by its standard input.

    {"urls": [...], "students": 1000, "slow": 20, "stalled": 1}      all come; answers {"joined": ...}
    {"updates": 300, "per_second": 30, "bytes": 1000}                the teacher shows; answers with what arrived when
    {"come_back": ...}                                               waits until all are back; answers how long each took

Every answer is one line of JSON. Times are of the system's monotonic clock, which all processes share.
"""

import asyncio
import json
import random
import re
import resource
import socket
import struct
import sys
import time
from array import array
from base64 import b64encode
from typing import Any

import uvloop

JOINING = 16
"""Students who ask to be let in at the same time."""

SLOW_BYTES = 15_000
"""What a slow client takes in a second, half of 30 updates a second of the usual size."""

_POSITION = re.compile(rb'"position":(\d+)')
_REVISION = re.compile(rb'"revision":(\d+)')
_EPOCH = re.compile(rb'"epoch":"([^"]+)"')
_NO_MASK = bytes(4)
"""A client must mask what it sends; with this mask the content stays as it is."""


def frame(text: bytes) -> bytes:
    """A text message of a client."""
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + struct.pack("!H", size)
    return head + _NO_MASK + text


def upgrade(host: str, port: int, code: str) -> bytes:
    key = b64encode(random.randbytes(16)).decode()
    return (
        f"GET /api/v1/rooms/{code}/live HTTP/1.1\r\nhost: {host}:{port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
    ).encode()


class Class:
    """What all students of a run share."""

    def __init__(self, urls: list[tuple[str, int]], code: str) -> None:
        self.urls, self.code = urls, code
        self.shown = array("d")
        """When the teacher sent each update, by its number."""
        self.delays = array("d")
        self.slow_delays = array("d")
        self.measuring = False
        self.students: list[Student] = []


class Frames:
    """Cuts what comes from a server into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._open = False

    def feed(self, data: bytes) -> list[bytes]:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return []
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:end])
            self._open = True
            del buffer[: end + 4]
        found, at = [], 0
        while len(buffer) - at >= 2:
            size, begin = buffer[at + 1], at + 2
            if size == 126:
                if len(buffer) - at < 4:
                    break
                size, begin = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                if len(buffer) - at < 10:
                    break
                size, begin = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < begin + size:
                break
            if buffer[at] == 0x81:
                found.append(bytes(buffer[begin : begin + size]))
            at = begin + size
        del buffer[:at]
        return found


class Student(asyncio.Protocol):
    """One page. It takes in what comes, and says that it has."""

    def __init__(self, school: Class, token: str, number: int) -> None:
        self.school, self.token, self.number = school, token, number
        self.frames = Frames()
        self.transport: Any = None
        self.epoch: str | None = None
        self.revision: int | None = None
        self.position = -1
        self.greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.back_at = 0.0
        self.snapshots = 0
        self.ends = False

    async def come(self) -> None:
        """Connects, again and again with pauses that grow, as the page does."""
        pause = 0.1
        while True:
            host, port = self.school.urls[self.number % len(self.school.urls)]
            self.frames, self.greeted = Frames(), asyncio.get_running_loop().create_future()
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, host, port)
                await asyncio.wait_for(self.greeted, 10)
            except (OSError, TimeoutError):
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(2 * pause, 2.0)
            else:
                self.back_at = time.perf_counter()
                return

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        hello = {"type": "hello", "token": self.token, "epoch": self.epoch, "revision": self.revision, "tab": str(self.number)}
        host, port = self.school.urls[self.number % len(self.school.urls)]
        transport.write(upgrade(host, port, self.school.code))
        self._hello = frame(json.dumps(hello).encode())

    def data_received(self, data: bytes) -> None:
        if self._hello:
            self.transport.write(self._hello)
            self._hello = b""
        for message in self.frames.feed(data):
            self.take(message)

    def take(self, message: bytes) -> None:
        revision = _REVISION.search(message)
        if revision is None:
            return
        self.revision = int(revision[1])
        if message.startswith(b'{"type":"changes"'):
            found = _POSITION.search(message)
            if found is not None:
                self.position = int(found[1])
                if self.school.measuring:
                    self.noted().append(time.perf_counter() - self.school.shown[self.position])
            if message.endswith(b'"acknowledge":true}'):
                self.transport.write(frame(b'{"type":"seen","revision":%d}' % self.revision))
        elif not self.greeted.done():
            found_epoch = _EPOCH.search(message)
            assert found_epoch is not None
            self.epoch = found_epoch[1].decode()
            self.snapshots += message.startswith(b'{"type":"snapshot"')
            self.greeted.set_result(None)

    def noted(self) -> "array[float]":
        return self.school.delays

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionResetError())
            self.greeted.exception()
        elif not self.ends:
            self.reconnecting = asyncio.create_task(self.come())


class StalledStudent(Student):
    """A page that stops reading once it is in: a phone that was put into a pocket."""

    def take(self, message: bytes) -> None:
        super().take(message)
        self.transport.pause_reading()


class SlowStudent(Student):
    """A page on a bad line: takes only so many bytes a second."""

    async def come(self) -> None:
        host, port = self.school.urls[self.number % len(self.school.urls)]
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, (host, port))
        self.line = line
        self.transport = self
        self.connection_made(self)
        self.reading = asyncio.create_task(self.read_slowly())
        await self.greeted

    def write(self, data: bytes) -> None:
        self.line.send(data)

    async def read_slowly(self) -> None:
        loop = asyncio.get_running_loop()
        while data := await loop.sock_recv(self.line, 1_024):
            self.data_received(data)
            await asyncio.sleep(len(data) / SLOW_BYTES)

    def noted(self) -> "array[float]":
        return self.school.slow_delays


async def request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: str, body: bytes) -> dict[str, Any]:
    """The answer to a request on a connection that stays open."""
    writer.write(f"{head} HTTP/1.1\r\nhost: a\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", answer)
    assert length is not None, answer
    content = await reader.readexactly(int(length[1]))
    assert answer.startswith(b"HTTP/1.1 20"), content
    found: dict[str, Any] = json.loads(content)
    return found


async def join(urls: list[tuple[str, int]], students: int) -> tuple[str, str, list[str]]:
    """A room with students: its code, the teacher's token, and theirs."""
    reader, writer = await asyncio.open_connection(*urls[0])
    view = {"view": {"program": "a = 2\nb = 3\na*b"}}
    room = await request(reader, writer, "POST /api/v1/rooms", json.dumps(view).encode())
    tokens: list[str] = []

    async def some() -> None:
        reader, writer = await asyncio.open_connection(*urls[0])
        while len(tokens) < students:
            place = len(tokens)
            tokens.append("")
            tokens[place] = (await request(reader, writer, f"POST /api/v1/rooms/{room['code']}/guests", b"{}"))["token"]
        writer.close()

    await asyncio.gather(*(some() for _ in range(JOINING)))
    writer.close()
    return room["code"], room["host_token"], tokens


async def enter(asked: dict[str, Any]) -> tuple[Class, Student]:
    """All students in the room, and the teacher."""
    urls = [(url.rpartition(":")[0].removeprefix("http://"), int(url.rpartition(":")[2])) for url in asked["urls"]]
    code, host_token, tokens = await join(urls, asked["students"])
    school = Class(urls, code)
    kinds: list[type[Student]] = [SlowStudent] * asked.get("slow", 0) + [StalledStudent] * asked.get("stalled", 0)
    kinds += [Student] * (asked["students"] - len(kinds))
    school.students = [kind(school, token, number) for number, (kind, token) in enumerate(zip(kinds, tokens, strict=True))]
    for start in range(0, len(school.students), 100):
        await asyncio.gather(*(student.come() for student in school.students[start : start + 100]))
    teacher = Student(school, host_token, 0)
    await teacher.come()
    return school, teacher


def state_message(number: int, size: int) -> bytes:
    """What a teacher's page sends while a slider moves: the inputs of a program, and where the timeline is."""
    inputs: dict[str, float] = {}
    while len(json.dumps(inputs)) < size - 60:
        inputs[f"x{len(inputs)}"] = random.uniform(-1, 1)
    return json.dumps({"type": "show", "changes": {"inputs": inputs, "position": number}}).encode()


async def show(school: Class, teacher: Student, asked: dict[str, Any]) -> dict[str, Any]:
    """The teacher shows so often; what arrived at the students, and when."""
    every, first = 1 / asked["per_second"], len(school.shown)
    school.delays, school.slow_delays = array("d"), array("d")
    content = [state_message(number, asked["bytes"]) for number in range(first, first + asked["updates"])]
    school.measuring = True
    start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    for number, message in enumerate(content):
        await asyncio.sleep(start + number * every - time.perf_counter())
        school.shown.append(time.perf_counter())
        teacher.transport.write(frame(message))
    seconds, now = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(1.5)
    school.measuring = False
    ordinary = [student for student in school.students if type(student) is Student]
    last = len(school.shown) - 1
    return {
        "delays": percentiles(school.delays),
        "slow": percentiles(school.slow_delays),
        "delivered": len(school.delays) / (len(ordinary) * asked["updates"]),
        "at_the_last": sum(student.position == last for student in ordinary) / len(ordinary),
        "messages": len(school.delays) + len(school.slow_delays),
        "client": (now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime) / seconds,
    }


def percentiles(delays: "array[float]") -> list[float]:
    """p50, p95, p99 and the largest, in milliseconds."""
    if not delays:
        return []
    ordered = sorted(delays)
    return [round(1_000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) for part in (0.5, 0.95, 0.99, 1.0)]


async def come_back(school: Class, since: float) -> dict[str, Any]:
    """Waits until every student is in the room again."""
    while any(student.back_at < since for student in school.students):  # noqa: ASYNC110 - a thousand students, one look
        await asyncio.sleep(0.05)
    took = array("d", [student.back_at - since for student in school.students])
    return {"back": percentiles(took), "snapshots": sum(student.snapshots > 1 for student in school.students)}


async def main() -> None:
    loop = asyncio.get_running_loop()
    school: Class
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        if "urls" in asked:
            start = time.perf_counter()
            school, teacher = await enter(asked)
            answer: dict[str, Any] = {"joined": time.perf_counter() - start}
        elif "updates" in asked:
            answer = await show(school, teacher, asked)
        else:
            answer = await come_back(school, asked["come_back"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
