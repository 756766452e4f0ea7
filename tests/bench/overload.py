"""Many heavy requests at once: how many are answered, what is left of processes and memory, and what light requests notice.

    python3 run.py bench overload

A fresh server for each row. The heavy program makes 60,001 nodes and takes some two seconds alone; each request has another
input, so that no answer serves two of them. A process of its own sends a light request every 20 ms meanwhile, whether or not
those before are answered. In the second table whoever gets 503 tries again once, after the seconds of `Retry-After`.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts.page import ROOT
from tests.bench._measure import size, table
from tests.processes import descendants, open_files, resident_bytes
from tests.servers import Server

HEAVY = f"x = 1.5\nt = x\nfor i in range({size(15_000, 1_500)}):\n    t = sin(t)*cos(t) + x\nt"
LIGHT = {"program": "a = -4.0\nb = 2.0\nc = a + b\nd = a*b + b**3\nd*c + tanh(c)"}
BURSTS = size((20, 150, 300), (2,))
PAUSE = 0.02
"""Between two light questions."""
PATIENCE = 400.0
SETTLE = size(3.0, 0.1)
"""Before processes are counted."""


class Reply(NamedTuple):
    """What came back."""

    status: int
    code: str
    """Of the problem; nothing where there is none."""
    seconds: float
    retry_after: int
    body: bytes = b""


async def post(port: int, path: str, content: bytes) -> Reply:
    """One request over a connection of its own."""
    start = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"POST {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        first, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    status = int(first.split()[1]) if first else 0
    fields = dict(line.lower().split(b": ", 1) for line in first.split(b"\r\n")[1:])
    code = json.loads(body)["problems"][0]["code"] if status >= 400 else ""
    return Reply(status, code, time.perf_counter() - start, int(fields.get(b"retry-after", b"0")), body)


def heavy(number: int) -> bytes:
    return json.dumps({"program": HEAVY, "inputs": {"x": 1.5 + number * 1e-4}}).encode()


async def burst(port: int, count: int, again: bool = False) -> list[Reply]:
    """So many heavy requests at once; with `again` those refused come back once when they are told to."""

    async def asked(number: int) -> Reply:
        reply = await asyncio.wait_for(post(port, "/api/v1/graph", heavy(number)), PATIENCE)
        if again and reply.status == 503 and reply.retry_after:
            await asyncio.sleep(reply.retry_after)
            reply = await asyncio.wait_for(post(port, "/api/v1/graph", heavy(number)), PATIENCE)
        return reply

    return await asyncio.gather(*map(asked, range(count)))


async def light(port: int) -> list[float]:
    """The seconds that light requests take, one sent every `PAUSE` seconds until standard input ends."""
    content = json.dumps(LIGHT).encode()
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    asked = []
    while not ended.done():
        asked.append(asyncio.create_task(post(port, "/api/v1/gradient", content)))
        await asyncio.sleep(PAUSE)
    return [reply.seconds for reply in await asyncio.gather(*asked)]


class Probe:
    """Light requests from a process of their own."""

    def __init__(self, port: int) -> None:
        line = [sys.executable, "-m", "tests.bench.overload", str(port)]
        self._process = subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self) -> list[float]:
        output, _ = self._process.communicate("")
        return sorted(json.loads(output))


def quantile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def row(folder: Path, count: int, again: bool) -> list[str]:
    """A fresh server, a burst, and what is left."""
    server = Server(folder / f"{count}-{again}.log", log_requests=False, requests_per_minute=0)
    server.start()
    try:
        asyncio.run(burst(server.port, 2))  # the workers are there
        files = open_files(server.process)
        probe = Probe(server.port)
        time.sleep(1)
        start = time.perf_counter()
        replies = asyncio.run(burst(server.port, count, again))
        seconds = time.perf_counter() - start
        took = probe.end()
        time.sleep(SETTLE)
        left = descendants(server.process)
        counts = Counter((reply.status, reply.code) for reply in replies)
        refused = sorted(reply.seconds for reply in replies if reply.status == 503)
        return [
            str(count),
            str(counts[200, ""]),
            str(sum(number for (status, _), number in counts.items() if status == 503)),
            str(counts[422, "timeout"]),
            str(
                sum(
                    number
                    for (status, code), number in counts.items()
                    if (status, code) != (422, "timeout") and status not in (200, 503)
                )
            ),
            f"{seconds:.0f}",
            f"{quantile(refused, 0.5):.2f}" if refused else "–",
            str(len(left)),
            f"{sum(map(resident_bytes, left)) / 1e6:.0f}",
            f"{resident_bytes(server.process) / 1e6:.0f}",
            f"{files} → {open_files(server.process)}",
            str(len(took)),
            f"{quantile(took, 0.5) * 1000:.1f}",
            f"{quantile(took, 0.99) * 1000:.0f}",
            f"{took[-1] * 1000:.0f}",
        ]
    finally:
        server.stop()


HEADING = [
    "at once",
    "200",
    "503",
    "422 timeout",
    "other",
    "seconds",
    "503 after, s",
    "processes left",
    "their MB",
    "server MB",
    "files",
    "light asked",
    "p50, ms",
    "p99, ms",
    "most, ms",
]


def main() -> None:
    with TemporaryDirectory() as folder:
        for again in size((False, True), (True,)):
            rows = [row(Path(folder), count, again) for count in BURSTS]
            title = "Those refused come back once" if again else "Heavy requests at once, two worker processes"
            table(f"{title} (load average {os.getloadavg()[0]:.1f})", HEADING, rows)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        print(json.dumps(asyncio.run(light(int(sys.argv[1])))))
    else:
        main()
