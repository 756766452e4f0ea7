"""Requests per second of the program routes, against a bare FastAPI POST route that returns constant bytes, one worker each.

    python3 run.py bench server

The micrograd README program with inputs that change, over loopback; the load comes from a second process with 16 connections.
"""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from backpass.app.api.gallery.examples import EXAMPLES
from scripts import server as start
from scripts.page import ROOT
from tests.bench._measure import size, table
from tests.servers import running_server, wait_until_it_answers

CONNECTIONS, SECONDS, ROUNDS = size((16, 3.0, 3), (2, 0.2, 1))
SETTINGS = {"requests_per_minute": 0, "log_requests": False}
"""A minute of this load is more than one address may ask of a server that is set up for classes."""
BARE = """
from fastapi import FastAPI, Request, Response
app = FastAPI()
@app.post("/bare")
async def bare(request: Request) -> Response:
    await request.body()
    return Response(b"{}", media_type="application/json")
@app.get("/healthz")
async def healthz() -> dict[str, str]:
    return {}
"""


def bodies() -> list[bytes]:
    program = next(example.program for example in EXAMPLES if example.name == "micrograd")
    numbers = [index / 100 + 0.001 for index in range(200)]
    return [json.dumps({"program": program, "inputs": {"a": -4.0 + number, "b": 2.0 + number}}).encode() for number in numbers]


async def connection(host: str, port: int, path: str, contents: list[bytes], end: float) -> int:
    """Sends one request after the other over one connection until `end`; returns how many were answered with 200."""
    reader, writer = await asyncio.open_connection(host, port)
    count = 0
    while time.perf_counter() < end:
        content = contents[count % len(contents)]
        writer.write(f"POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {len(content)}\r\n\r\n".encode() + content)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        count += 1
    writer.close()
    return count


async def load(port: int, path: str) -> float:
    """Requests per second."""
    contents = bodies()
    end = time.perf_counter() + SECONDS
    counts = await asyncio.gather(*(connection("127.0.0.1", port, path, contents, end) for _ in range(CONNECTIONS)))
    return sum(counts) / SECONDS


def loaded(port: int, path: str) -> float:
    """The load of a process of its own, so that it does not take the server's time."""
    line = [sys.executable, "-m", "tests.bench.server", str(port), path]
    return float(subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    with TemporaryDirectory() as folder, running_server(Path(folder) / "ours.txt", **SETTINGS) as url:
        (Path(folder) / "bare.py").write_text(BARE)
        bare_port = start.free_port("127.0.0.1", 8300)
        line = [
            sys.executable,
            "-m",
            "uvicorn",
            "bare:app",
            "--port",
            str(bare_port),
            "--log-level",
            "warning",
            "--no-access-log",
        ]
        log = Path(folder) / "bare.txt"
        with log.open("wb") as output, subprocess.Popen(line, cwd=folder, stdout=output, stderr=output) as bare:
            try:
                wait_until_it_answers(bare, f"http://127.0.0.1:{bare_port}/healthz", log)
                compare(bare_port, int(url.rpartition(":")[2]))
            finally:
                bare.terminate()


def compare(bare_port: int, port: int) -> None:
    routes = {"bare": (bare_port, "/bare"), "gradient": (port, "/api/v1/gradient"), "graph": (port, "/api/v1/graph")}
    best = {name: max(loaded(*where) for _ in range(ROUNDS)) for name, where in routes.items()}
    rows = [[name, f"{count:,.0f}", f"{count / best['bare']:.0%}"] for name, count in best.items()]
    table("Requests per second, one worker", ["route", "requests/s", "of bare"], rows)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(asyncio.run(load(int(sys.argv[1]), sys.argv[2])))
    else:
        main()
