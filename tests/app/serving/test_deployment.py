"""The servers behind their proxy, as compose.yaml and deploy/Caddyfile have them: with a real Caddy, PostgreSQL and Redis."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from backpass.app.settings import Settings
from scripts.page import ROOT
from tests.classroom import classroom
from tests.servers import Server, ServerByCommand, wait_until_it_answers
from tests.services import MISSING, MissingServiceError, free_port, postgresql, redis

RUN = {"data": {"name": "moons", "count": 20}, "model": {"kind": "mlp", "layers": [4, 1]}, "steps": 20}

DRAIN_SECONDS = 8
"""Longer than Caddy takes to ask again whether a server is ready and to hear it, also where the machine is busy."""


class Deployment(NamedTuple):
    """Where the proxy is, and what is behind it."""

    url: str
    servers: list[Server]


@contextlib.contextmanager
def proxy(folder: Path, servers: list[Server]) -> Iterator[str]:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip(MISSING.format(program="caddy", what="the proxy's configuration", package="caddy"))
    port, log = free_port(), folder / "caddy.txt"
    addresses = " ".join(server.url.removeprefix("http://") for server in servers)
    environment = os.environ | {"SITE": f":{port}", "SERVERS": addresses, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    # Caddy's administration would listen on one port for all.
    config = "{\n\tadmin off" + (ROOT / "deploy/Caddyfile").read_text().split("\n{", 1)[1]
    (folder / "Caddyfile").write_text(config)
    command = [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    try:
        wait_until_it_answers(process, f"http://127.0.0.1:{port}/readyz", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("deployment")
    with contextlib.ExitStack() as ends:
        try:
            database, bus = ends.enter_context(postgresql()), ends.enter_context(redis())
        except MissingServiceError as missing:
            pytest.skip(str(missing))
        shared: dict[str, Any] = {
            "database": database,
            "redis": bus,
            "trusted_proxies": "127.0.0.1",
            "drain_seconds": DRAIN_SECONDS,
        }
        servers: list[Server] = [ServerByCommand(folder / f"server{number}.txt", **shared) for number in range(2)]
        for server in servers:
            server.start()
            ends.callback(server.stop)
        yield Deployment(ends.enter_context(proxy(folder, servers)), servers)


def test_a_class_meets_behind_the_proxy_whichever_server_each_came_to(deployment: Deployment) -> None:
    def have_all_served() -> bool:
        served = [httpx2.get(f"{server.url}/metrics").text for server in deployment.servers]
        return all(re.search(r"backpass_room_connections_opened_total [1-9]", text) for text in served)

    async def story() -> None:
        async with asyncio.timeout(60), classroom(deployment.url) as room:
            host = await room.host()
            guests = [await room.guest() for _ in range(6)]
            # The proxy sends nobody to a server that was slow to say that it is well, until it says so again.
            while not have_all_served():
                await asyncio.sleep(0.5)
                guests.append(await room.guest())
            await host.request({"type": "show", "changes": {"position": 3}})
            for guest in guests:
                await guest.until_view(position=3)

    asyncio.run(story())


def test_a_stream_comes_through_as_it_is_written_and_its_run_is_found_again(deployment: Deployment) -> None:
    with httpx2.Client(base_url=deployment.url, timeout=30) as client:
        for _ in range(3):
            with client.stream("POST", "/api/v1/training", json=RUN) as stream:
                assert stream.status_code == 200, stream.read()
                events = [line for line in stream.iter_lines() if line.startswith("event: ")]
                assert events[0] == "event: started"
                assert events[-1] == "event: finished"
        with client.stream("POST", "/api/v1/training", json=RUN | {"steps": 2_000}) as stream:
            first = next(line for line in stream.iter_lines() if line.startswith("data: "))
            run = re.search(r'"id":"([^"]+)"', first)
            assert run is not None
            asked = [client.get(f"/api/v1/training/{run[1]}", headers={"accept": "application/json"}) for _ in range(4)]
            assert {answer.status_code for answer in asked} == {200}
            client.delete(f"/api/v1/training/{run[1]}")


def test_the_numbers_are_not_for_those_outside_and_nobody_says_who_they_are(deployment: Deployment) -> None:
    with httpx2.Client(base_url=deployment.url) as client:
        assert client.get("/metrics").status_code == 404
        left = [
            int(
                client.get("/api/v1/problems", headers={"x-forwarded-for": f"192.0.2.{number}"})
                .headers["ratelimit"]
                .split("r=")[1]
                .split(";")[0]
            )
            for number in range(6)
        ]
        assert min(left) <= 60_000 - 3, "all count for the one client they come from"


def test_a_server_that_ends_is_noticed_by_nobody(deployment: Deployment) -> None:
    ending = deployment.servers[0]
    statuses: list[int] = []
    with httpx2.Client(base_url=deployment.url, timeout=30) as client:
        os.kill(ending.process, signal.SIGTERM)
        end = time.monotonic() + DRAIN_SECONDS + 3
        while time.monotonic() < end or len(statuses) <= 50:
            statuses.append(client.post("/api/v1/gradient", json={"program": "x*x"}).status_code)
            time.sleep(0.01)
    ending.stop()
    ending.start()
    assert Counter(statuses) == {200: len(statuses)}


def test_without_its_database_and_redis_the_site_still_computes(tmp_path: Path) -> None:
    with contextlib.ExitStack() as ends:
        try:
            services = ends.enter_context(contextlib.ExitStack())
            database, bus = services.enter_context(postgresql()), services.enter_context(redis())
        except MissingServiceError as missing:
            pytest.skip(str(missing))
        server = Server(tmp_path / "server.txt", database=database, redis=bus, trusted_proxies="127.0.0.1")
        server.start()
        ends.callback(server.stop)
        client = ends.enter_context(httpx2.Client(base_url=ends.enter_context(proxy(tmp_path, [server])), timeout=60))
        assert client.post("/api/v1/rooms", json={}).status_code == 201
        services.close()
        while client.get(f"{server.url}/readyz").status_code == 200:
            time.sleep(0.1)
        asked, statuses = 0, []
        while asked < 4:  # until the proxy has asked again and again
            time.sleep(0.5)
            statuses += [client.post("/api/v1/gradient", json={"program": "x*x"}).status_code, client.get("/").status_code]
            asked = len(statuses) // 10
        assert set(statuses) == {200}
        checks = client.get("/readyz").json()["checks"]
        assert (checks["database"], checks["redis"], checks["workers"]) == ("not ok", "not ok", "ok")
        assert set(client.get("/computez").json()["checks"]) == {"workers", "ending"}
        refused = client.post("/api/v1/rooms", json={})
        assert (refused.status_code, refused.json()["problems"][0]["code"]) == (503, "storage-unavailable")


def test_compose_sets_what_is_a_setting_and_mounts_what_is_there() -> None:
    text = (ROOT / "compose.yaml").read_text()
    named = set(re.findall(r"BACKPASS_(\w+):", text))
    assert {"DATABASE", "REDIS", "TRUSTED_PROXIES"} <= named
    assert not {name for name in named if name.lower() not in Settings.model_fields}
    assert all((ROOT / path).is_file() for path in re.findall(r"- \./([\w/.]+):", text))
    documented = (ROOT / "docs/operating.md").read_text()
    assert not [name for name in re.findall(r"\$\{(\w+)", text) if f"`{name}`" not in documented]
