"""A client that wants it hears of the progress of a long computation before its answer; nobody else notices anything."""

import asyncio
import gzip
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import orjson
import pytest
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from backpass.app.api import progress
from backpass.app.api.progress import Computation, quick_or_streamed
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.dispatcher import RequesterGoneError
from backpass.app.evaluation.process_pool import Reports
from backpass.app.evaluation.worker_pool import WorkerPool
from backpass.engine.progress import LoopProgress, Progress
from tests.app.evaluation.test_overload import ENDLESS, GRAPH, metric, started, wait_until

ACCEPT = {"accept": "text/event-stream, application/json"}
SMALL = {"program": "x*y", "inputs": {"x": 2, "y": 3}}
HALF = Progress((LoopProgress("epoch", 50, 100),), 50)


def test_what_is_answered_soon_is_answered_as_to_everybody(client: TestClient) -> None:
    plain, followed = client.post(GRAPH, json=SMALL), client.post(GRAPH, json=SMALL, headers=ACCEPT)
    assert followed.content == plain.content
    assert followed.headers["content-type"] == "application/json"
    refused = client.post(GRAPH, json={"program": "x +"}, headers=ACCEPT)
    assert (refused.status_code, refused.headers["content-type"]) == (422, "application/problem+json")


class Wait:
    """A computation that goes on until the first event has been sent."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.first = asyncio.Event()

    async def __call__(self, follow: Any) -> Answer:
        follow(HALF)
        await self.first.wait()
        return self.answer


def streamed(computation: Computation, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, str], bytes]:
    monkeypatch.setattr(progress, "FIRST_SECONDS", 0.01)

    async def ended() -> tuple[dict[str, str], bytes]:
        messages: list[Any] = []

        async def send(message: Any) -> None:
            messages.append(message)
            if message["type"] == "http.response.body" and isinstance(computation, Wait):
                computation.first.set()

        found = await quick_or_streamed(SimpleNamespace(headers=Headers(headers)), computation)  # type: ignore[arg-type]
        await found({}, None, send)  # type: ignore[operator]
        begin, *bodies = messages
        assert begin["status"] == 200
        assert [each.get("more_body", False) for each in bodies] == [True] * (len(bodies) - 1) + [False]
        return {name.decode(): value.decode() for name, value in begin["headers"]}, b"".join(each["body"] for each in bodies)

    return asyncio.run(ended())


def events(text: bytes) -> list[tuple[str, Any]]:
    found = []
    for event in text.decode().removesuffix("\n\n").split("\n\n"):
        kind, data = event.split("\n")
        found.append((kind.removeprefix("event: "), orjson.loads(data.removeprefix("data: "))))
    return found


@pytest.mark.parametrize("headers", [{}, {"accept-encoding": "gzip"}])
def test_a_long_computation_sends_its_progress_and_then_its_answer(
    headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given, body = streamed(Wait(Answer(503, b'{"title":"busy"}', 7)), headers, monkeypatch)
    assert given["content-type"].startswith("text/event-stream")
    assert ("content-length" in given, given["cache-control"]) == (False, "no-cache")
    assert given.get("content-encoding") == headers.get("accept-encoding")
    *first, (kind, last) = events(gzip.decompress(body) if headers else body)
    assert {kind for kind, _ in first} == {"progress"}
    assert first[0][1]["loops"] == [{"name": "epoch", "done": 50, "total": 100}]
    assert first[0][1]["repetitions"] == 50
    assert (kind, last) == ("answer", {"status": 503, "retry_after": 7, "body": {"title": "busy"}})


def test_a_client_that_leaves_ends_the_stream_and_the_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaves(Wait):
        async def __call__(self, follow: Any) -> Answer:
            await super().__call__(follow)
            raise RequesterGoneError

    with pytest.raises(ClientDisconnect):
        streamed(Leaves(Answer(200, b"{}")), {}, monkeypatch)


def here() -> str:
    return "here"


def until_it_is_there(path: str) -> str:
    while not Path(path).exists():
        pass
    return "done"


def test_a_process_reports_what_is_observed_while_it_computes(tmp_path: Path) -> None:
    """The function ends only because a report has come; one that nobody follows reports nothing."""
    reported: list[str] = []

    def receive(content: str) -> None:
        reported.append(content)
        (tmp_path / "reported").touch()

    async def run() -> None:
        workers = WorkerPool(1)
        try:
            argument = str(tmp_path / "reported")
            assert await workers.call(60, until_it_is_there, argument, reports=Reports(here, receive)) == "done"
            count = len(reported)
            assert await workers.call(60, until_it_is_there, argument) == "done"
            assert len(reported) == count >= 1
        finally:
            await workers.close()

    asyncio.run(run())
    assert set(reported) == {"here"}


def test_the_loops_of_a_long_program_are_reported_and_leaving_ends_its_process(tmp_path: Path) -> None:
    program = "for epoch in range(10**9):\n    for k in range(100):\n        pass\nx*x"
    with started(tmp_path, max_seconds=60) as server, httpx2.Client(base_url=server.url, timeout=60) as client:
        for text, name in ((program, "epoch"), (ENDLESS["program"], None)):
            with client.stream("POST", GRAPH, json={"program": text}, headers=ACCEPT) as response:
                assert response.status_code == 200
                for line in response.iter_lines():
                    data = orjson.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                    if data.get("repetitions", 0) > 0:
                        assert metric(server, "workers_busy") == 1
                        break  # which closes the connection
                assert [loop["name"] for loop in data["loops"][:1]] == ([] if name is None else [name])
            wait_until(lambda: metric(server, "workers_busy") == 0)
