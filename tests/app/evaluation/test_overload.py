"""More is asked than can be computed: everyone gets an answer or a refusal soon, and nothing is left behind. Real servers."""

import asyncio
import contextlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx2
import pytest

from tests.processes import cpu_seconds, descendants, is_there, open_files, workers_of
from tests.servers import Server

PROCESSES = 2
HELPERS = 2
"""The process that workers are forked from, and the resource tracker of Python's multiprocessing."""
GRAPH, GRADIENT = "/api/v1/graph", "/api/v1/gradient"
LOOP = "t = x\nfor i in range({count}):\n    t = sin(t)*cos(t) + x\nt"
SETTINGS: dict[str, Any] = {
    "worker_processes": PROCESSES,
    "inline_nodes": 60,
    "inline_repetitions": 10,
    "max_repetitions": 1_000_000_000_000,
    "requests_per_minute": 0,
    "log_requests": False,
}


def heavy(number: int, count: int = 1_000) -> dict[str, Any]:
    """A program for a worker, some tenths of a second; each number makes it another text."""
    return {"program": f"# {number}\n" + LOOP.format(count=count), "inputs": {"x": 1 + number / 1_000}, "detail": "gradients"}


LIGHT = {"program": "x*y + y", "inputs": {"x": 2, "y": 3}}
ENDLESS = {"program": "k = 0\nwhile k < 1e12:\n    k = k + 1\nx*k"}
"""As long as a test needs it, without growing."""


@contextlib.contextmanager
def started(folder: Path, **settings: object) -> Iterator[Server]:
    made = Server(folder / "log.txt", **(SETTINGS | settings))
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with started(tmp_path_factory.mktemp("overload")) as made:
        yield made


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process, two seconds for a program, long waits, and not ready once three wait."""
    settings = {"worker_processes": 1, "max_seconds": 2.0, "max_waiting": 3, "max_wait_seconds": 600}
    with started(tmp_path_factory.mktemp("narrow"), **settings) as made:
        yield made


async def at_once(
    server: Server, requests: list[dict[str, Any]], meanwhile: Callable[[], Awaitable[None]] | None = None
) -> list[httpx2.Response]:
    limits = httpx2.Limits(max_connections=None)
    async with httpx2.AsyncClient(base_url=server.url, timeout=600, limits=limits) as client:
        asked = [asyncio.ensure_future(client.post(GRAPH, json=each)) for each in requests]
        beside = None if meanwhile is None else asyncio.ensure_future(meanwhile())
        answers = await asyncio.gather(*asked)
        if beside is not None:
            await beside
        return list(answers)


class Watch:
    """The most worker processes that there were at a time."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._over = False
        self.most = 0

    async def __call__(self) -> None:
        while not self._over:
            self.most = max(self.most, len(workers_of(self._server.process)))
            await asyncio.sleep(0.02)

    def burst(self, requests: list[dict[str, Any]]) -> list[httpx2.Response]:
        async def ended() -> list[httpx2.Response]:
            watching = asyncio.ensure_future(self())
            answers = await at_once(self._server, requests)
            self._over = True
            await watching
            return answers

        self._over = False
        return asyncio.run(ended())


def wait_until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it has not come to pass"
        time.sleep(0.02)


def metric(server: Server, name: str) -> float:
    values = dict(line.rsplit(" ", 1) for line in httpx2.get(f"{server.url}/metrics").text.splitlines() if line[0] != "#")
    return float(values[f"backpass_{name}"])


def computing(server: Server) -> list[int]:
    """The worker processes that take processor time, and go on doing so."""
    before = {each: cpu_seconds(each) for each in workers_of(server.process)}
    busy: list[int] = []

    def found() -> bool:
        busy[:] = [each for each in workers_of(server.process) if cpu_seconds(each) > before.get(each, 0.0) + 0.2]
        return bool(busy)

    wait_until(found)
    return busy


def compile_program(answer: httpx2.Response) -> str:
    code: str = answer.json()["problems"][0]["code"]
    return code


def test_a_class_that_asks_at_once_gets_all_its_answers_from_as_many_processes_as_are_set(server: Server) -> None:
    for _ in range(2):
        watch = Watch(server)
        answers = watch.burst([heavy(number) for number in range(20)])
        assert Counter(answer.status_code for answer in answers) == {200: 20}
        assert len({answer.json()["value"] for answer in answers}) == 20
        assert 1 <= watch.most <= PROCESSES
        assert len(descendants(server.process)) <= PROCESSES + HELPERS


def test_the_time_limit_counts_computing_and_not_waiting(narrow: Server) -> None:
    """While many wait, the server says that others should get the work."""

    async def asked() -> None:
        await asyncio.to_thread(wait_until, lambda: metric(narrow, "workers_waiting") >= 5)
        async with httpx2.AsyncClient(base_url=narrow.url) as client:
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["checks"]["workers"]) == (503, "not ok")

    answers = asyncio.run(at_once(narrow, [heavy(number, 4_000) for number in range(40)], asked))
    assert Counter(answer.status_code for answer in answers) == {200: 40}
    assert metric(narrow, "workers_seconds_total") > 2.0, "the programs are too small to test anything"
    wait_until(lambda: httpx2.get(f"{narrow.url}/readyz").status_code == 200)


def test_what_takes_too_long_is_ended(narrow: Server) -> None:
    (answer,) = asyncio.run(at_once(narrow, [ENDLESS]))
    assert (answer.status_code, compile_program(answer)) == (422, "timeout")


def test_what_cannot_be_begun_soon_is_refused_with_the_time_to_come_back(tmp_path: Path) -> None:
    with started(tmp_path, max_wait_seconds=1.5) as server:
        files = None
        for round_ in range(2):
            watch = Watch(server)
            answers = watch.burst([heavy(1_000 * round_ + number) for number in range(150 - 100 * round_)])
            counts = Counter(answer.status_code for answer in answers)
            assert set(counts) == {200, 503}, counts
            for answer in answers:
                if answer.status_code == 503:
                    assert compile_program(answer) == "overloaded"
                    assert answer.headers["content-type"] == "application/problem+json"
                    assert 1 <= int(answer.headers["retry-after"]) <= 600
                    assert f"in {answer.headers['retry-after']} second" in answer.json()["problems"][0]["hint"]
            took = {status: [each.elapsed.total_seconds() for each in answers if each.status_code == status] for status in counts}
            assert median(took[503]) < max(took[200]), "those that were refused have not waited for those that were answered"
            assert watch.most <= PROCESSES
            assert len(descendants(server.process)) <= PROCESSES + HELPERS
            if files is None:
                files = open_files(server.process)
        wait_until(lambda: open_files(server.process) <= files + 2)
        assert httpx2.post(server.url + GRAPH, json=heavy(5_000), timeout=60).status_code == 200


def test_light_requests_are_answered_while_heavy_ones_wait(server: Server) -> None:
    answered = 0

    async def light() -> None:
        nonlocal answered
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as client:
            for _ in range(30):
                assert (await client.post(GRADIENT, json=LIGHT)).status_code == 200
                waits = metric(server, "workers_waiting")
                answered += waits > 0

    asyncio.run(at_once(server, [heavy(number) for number in range(40)], light))
    assert answered >= 10, "hardly any while others waited"


def test_a_process_that_dies_while_it_computes_costs_one_answer(server: Server) -> None:
    """As where the system runs out of memory."""

    before = metric(server, "workers_lost_total")

    async def killed() -> list[httpx2.Response]:
        asked = asyncio.ensure_future(at_once(server, [ENDLESS]))
        await asyncio.to_thread(wait_until, lambda: metric(server, "workers_busy") == 1)
        (busy,) = await asyncio.to_thread(computing, server)
        os.kill(busy, signal.SIGKILL)
        others = asyncio.ensure_future(at_once(server, [heavy(number) for number in range(4)]))
        return [*await asked, *await others]

    lost, *others = asyncio.run(killed())
    assert (lost.status_code, compile_program(lost), lost.headers["retry-after"]) == (503, "worker-lost", "1")
    assert [answer.status_code for answer in others] == [200] * 4
    assert metric(server, "workers_lost_total") == before + 1


def test_a_process_that_dies_while_it_waits_costs_nothing(server: Server) -> None:
    asyncio.run(at_once(server, [heavy(number) for number in range(4)]))
    for worker in workers_of(server.process):
        os.kill(worker, signal.SIGKILL)
    answers = asyncio.run(at_once(server, [heavy(number) for number in range(4)]))
    assert [answer.status_code for answer in answers] == [200] * 4


def test_the_death_of_the_process_that_workers_are_forked_from_costs_each_of_them_one_answer_at_most(server: Server) -> None:
    asyncio.run(at_once(server, [heavy(number) for number in range(4)]))
    workers = workers_of(server.process)
    (forker,) = [each for each in descendants(server.process) if set(workers) & set(descendants(each))]
    os.kill(forker, signal.SIGKILL)

    def lost(first: int) -> int:
        answers = asyncio.run(at_once(server, [heavy(first + number) for number in range(4)]))
        return sum(answer.status_code != 200 for answer in answers)

    # Each worker ends by itself some time after, perhaps with an answer that it has begun.
    assert sum(lost(10 + 4 * each) for each in range(3)) <= PROCESSES
    wait_until(lambda: not any(map(is_there, workers)))
    assert lost(30) == 0
    assert len(workers_of(server.process)) <= PROCESSES


async def leave(server: Server, request: dict[str, Any], after: float) -> None:
    """Asks, and goes without waiting for the answer."""
    content = json.dumps(request).encode()
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"POST {GRAPH} HTTP/1.1\r\nhost: here\r\ncontent-length: {len(content)}\r\n\r\n".encode() + content)
    await writer.drain()
    await asyncio.sleep(after)
    writer.transport.abort()


def test_clients_that_leave_make_room_at_once_and_leave_nothing_behind(server: Server) -> None:
    """Some before a process has been started, some in the queue, some while they are computed."""

    async def leaving() -> None:
        watch = Watch(server)
        watching = asyncio.ensure_future(watch())
        await asyncio.gather(*(leave(server, ENDLESS, after) for after in (0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 1.6)))
        watch._over = True
        await watching
        assert watch.most <= PROCESSES

    for _ in range(2):
        asyncio.run(leaving())
        wait_until(lambda: metric(server, "workers_busy") + metric(server, "workers_waiting") == 0)
        assert len(descendants(server.process)) <= PROCESSES + HELPERS
    answers = asyncio.run(at_once(server, [heavy(number) for number in range(4)]))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert open_files(server.process) < 60


def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    with started(tmp_path) as server:

        async def ended() -> list[int]:
            asked = asyncio.ensure_future(at_once(server, [ENDLESS, heavy(1), ENDLESS, ENDLESS]))
            await asyncio.to_thread(wait_until, lambda: len(workers_of(server.process)) == PROCESSES)
            await asyncio.sleep(0.2)
            children = descendants(server.process)
            os.kill(server.process, signal.SIGKILL)
            with contextlib.suppress(httpx2.HTTPError):
                await asked
            return children

        children = asyncio.run(ended())
        assert len(children) == PROCESSES + HELPERS
        wait_until(lambda: not any(map(is_there, children)))


def test_who_waits_when_the_server_ends_is_told_so_and_no_process_is_left(tmp_path: Path) -> None:
    with started(tmp_path, worker_processes=1) as server:
        children: list[int] = []

        async def ended() -> None:
            await asyncio.to_thread(wait_until, lambda: metric(server, "workers_waiting") == 5)
            await asyncio.to_thread(computing, server)
            children[:] = descendants(server.process)
            os.kill(server.process, signal.SIGTERM)

        answers = asyncio.run(at_once(server, [heavy(number, 4_000) for number in range(6)], ended))
        counts = Counter(answer.status_code if answer.status_code == 200 else compile_program(answer) for answer in answers)
        assert set(counts) == {200, "shutting-down"}
        assert all("retry-after" in answer.headers for answer in answers if answer.status_code == 503)
        assert len(children) == 1 + HELPERS
        wait_until(lambda: not any(map(is_there, children)))
