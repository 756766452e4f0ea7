"""Programs of up to a million characters are read by default, wherever a program goes; answers to nonsense stay small."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine.problems import MAX_PROBLEMS
from tests.classroom import classroom
from tests.servers import running_server

LINES = 20_000
CHAIN = "x = 1.5\nv0 = x\n" + "\n".join(f"v{line} = v{line - 1}*1.0001" for line in range(1, LINES))
MOST = Settings().max_characters
LARGEST_REFUSAL = 64_000


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the settings it comes with, but for time: the machine may be busy."""
    with running_server(tmp_path_factory.mktemp("server") / "log.txt", max_seconds=60) as address:
        yield address


def filled(program: str) -> str:
    """The program with a comment that makes it exactly as long as is read."""
    return program + "\n#" + "." * (MOST - len(program) - 2)


@pytest.mark.parametrize("form", ["as it is", "with escapes"])
def test_a_chain_of_twenty_thousand_lines_has_its_gradient_while_others_are_served(url: str, form: str) -> None:
    async def both() -> tuple[httpx2.Response, list[float]]:
        waits = []
        async with httpx2.AsyncClient(base_url=url, timeout=90) as client:
            program = CHAIN if form == "as it is" else CHAIN + " # " + "é" * (MOST - len(CHAIN) - 3)
            asked = asyncio.create_task(client.post("/api/v1/gradient", content=json.dumps({"program": program})))
            while not asked.done():
                start = time.perf_counter()
                await client.get("/healthz")
                waits.append(time.perf_counter() - start)
                await asyncio.sleep(0.02)
            return await asked, waits

    answer, waits = asyncio.run(both())
    assert answer.status_code == 200, answer.text
    assert answer.json()["gradients"]["x"] == pytest.approx(1.0001 ** (LINES - 1), rel=1e-9)
    assert max(waits) < 1, "reading it does not hold up the others"


def test_one_character_more_than_is_read_is_refused_with_the_number(url: str) -> None:
    read = httpx2.post(f"{url}/api/v1/gradient", json={"program": filled("x*x")}, timeout=90)
    assert read.status_code == 200, read.text
    long = httpx2.post(f"{url}/api/v1/gradient", json={"program": filled("x*x") + "."}, timeout=90)
    assert (long.status_code, long.json()["problems"][0]["code"]) == (413, "too-long")
    assert f"{MOST:,}" in long.json()["detail"]


@pytest.mark.parametrize(
    "program",
    ["😀" * 500_000, ")\n" * 300_000, "\\frac" + "\u0000" * 300_000, "'\n" * 300_000],
    ids=["emoji", ")", "latex", "quotes"],
)
def test_what_is_no_program_gets_a_short_answer_however_long_it_is(url: str, program: str) -> None:
    answer = httpx2.post(f"{url}/api/v1/gradient", json={"program": program}, timeout=90)
    assert answer.status_code == 422, answer.text[:200]
    assert len(answer.content) < LARGEST_REFUSAL
    assert 1 <= len(answer.json()["problems"]) <= MAX_PROBLEMS


@pytest.mark.parametrize("path", ["gradient", "rooms", "shares", "training"])
@pytest.mark.parametrize("count", [500, 200_000])
def test_a_request_of_nothing_but_unknown_fields_gets_a_short_answer(client: TestClient, path: str, count: int) -> None:
    body = json.dumps({f"field{number}": 0 for number in range(count)} | {"data": {"name": "moons"}})
    answer = client.post(f"/api/v1/{path}", content=body)
    assert answer.status_code == 400
    assert len(answer.content) < LARGEST_REFUSAL
    assert all(problem["hint"] for problem in answer.json()["problems"])


def test_a_short_link_and_a_room_hold_a_long_program(url: str) -> None:
    program = filled("x*x")
    made = httpx2.post(f"{url}/api/v1/shares", json={"state": f"v=1&program={program}"[:MOST]}, timeout=90)
    assert made.status_code == 200, made.text
    assert len(httpx2.get(f"{url}/api/v1/shares/{made.json()['code']}", timeout=90).json()["state"]) == MOST

    async def story() -> None:
        async with classroom(url, view={"program": "x"}) as room:
            host, guest = await room.host(), await room.guest()
            await host.request({"type": "show", "changes": {"program": program}})
            await guest.until_view(program=program)

    asyncio.run(story())


def test_a_stranger_cannot_send_a_long_message(url: str) -> None:
    async def story() -> None:
        async with classroom(url, view={"program": "x"}) as room:
            stranger = room.stranger()
            await stranger.open()
            await stranger.socket.send(json.dumps({"type": "hello", "token": "x" * 100_000}))
            with pytest.raises(ConnectionClosed) as closed:
                await stranger.socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    asyncio.run(story())


def test_what_is_stored_counts_by_its_size(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path}/kept.db", creations_per_hour=10)
    with TestClient(create_app(settings)) as client:
        large = "v=1&program=" + "x" * 400_000
        assert client.post("/api/v1/shares", json={"state": large}).status_code == 200
        assert client.post("/api/v1/shares", json={"state": large}).status_code == 429
        assert client.post("/api/v1/shares", json={"state": "v=1&program=x"}).status_code == 200
