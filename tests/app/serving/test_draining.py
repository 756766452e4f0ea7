"""What those hear who are connected for long when a server is told to end: something they can act on, and in time."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import httpx2

from tests.classroom import classroom
from tests.servers import ServerByCommand

LONG = {"data": {"name": "moons", "count": 100}, "model": {"kind": "mlp", "layers": [16, 16, 1]}, "steps": 10_000}


def test_a_page_is_told_to_come_again_and_a_run_ends_with_a_last_event(tmp_path: Path) -> None:
    server = ServerByCommand(tmp_path / "log.txt", shutdown_seconds=20)
    server.start()

    async def live() -> int:
        async with asyncio.timeout(60), classroom(server.url) as room:
            guest = await room.guest()
            async with (
                httpx2.AsyncClient(timeout=60) as client,
                client.stream("POST", f"{server.url}/api/v1/training", json=LONG) as stream,
            ):
                events = stream.aiter_lines()
                while await anext(events) != "event: progress":
                    pass
                os.kill(server.process, signal.SIGTERM)
                lines = [line async for line in events if line]
            assert "event: stopped" in lines
            last = json.loads(lines[-1].removeprefix("data: "))
            assert last["reason"] == "shutdown"
            return await guest.closed()

    start = time.monotonic()
    try:
        assert asyncio.run(live()) == 1012
    finally:
        server.stop()
    assert time.monotonic() - start < 50


def test_a_class_goes_on_where_it_was_when_its_server_is_started_again(tmp_path: Path) -> None:
    server = ServerByCommand(tmp_path / "log.txt")
    server.start()

    async def story() -> None:
        async with asyncio.timeout(60), classroom(server.url) as room:
            host, guest = await room.host(), await room.guest()
            assert (await host.request({"type": "show", "changes": {"position": 7}}))["type"] == "stored"
            await guest.until_view(position=7)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            await guest.connect()
            await guest.receive()
            assert guest.view["position"] == 7

    try:
        asyncio.run(story())
    finally:
        server.stop()
