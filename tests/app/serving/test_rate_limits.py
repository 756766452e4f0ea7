"""What one client may ask in a time: counted exactly, answered with the standard's fields, and refused with a way out."""

from collections import deque
from copy import deepcopy
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from backpass.app.http.clients import client_of
from backpass.app.http.hosts import CREATIONS
from backpass.app.main import create_app
from backpass.app.serving.rate_limit import GUESSABLE, RateLimit
from backpass.app.serving.sliding_window import Counts, Policy
from backpass.app.settings import Settings
from tests.servers import running_server

NOW = 1_000_000_020.0
"""A moment at which a window of a minute begins."""


def test_as_much_as_the_quota_is_allowed_and_no_more() -> None:
    counts = Counts(Policy("requests", 3, 60))
    assert [counts.take("a", 1, NOW).remaining for _ in range(3)] == [2, 1, 0]
    assert not counts.take("a", 1, NOW).allowed
    assert counts.take("b", 1, NOW).allowed


def test_what_was_refused_is_not_counted() -> None:
    counts = Counts(Policy("requests", 10, 60))
    counts.take("a", 5, NOW)
    assert not counts.take("a", 6, NOW).allowed
    assert counts.take("a", 5, NOW).allowed


def test_what_costs_more_than_the_quota_is_allowed_to_who_has_asked_nothing_else() -> None:
    counts = Counts(Policy("requests", 10, 60))
    assert counts.take("a", 11, NOW).remaining == 0
    assert not counts.take("a", 11, NOW + 61).allowed


def test_the_previous_window_slides_out() -> None:
    counts = Counts(Policy("requests", 60, 60))
    counts.take("a", 60, NOW + 59)
    assert not counts.take("a", 1, NOW + 60).allowed
    assert counts.take("a", 30, NOW + 90).remaining == 0
    assert counts.take("a", 30, NOW + 181).remaining == 30


@given(
    st.integers(1, 50),
    st.lists(st.tuples(st.floats(0, 40), st.integers(1, 10)), min_size=1, max_size=60),
)
def test_waiting_as_long_as_is_said_is_enough_and_a_window_never_holds_twice_the_quota(
    quota: int, asked: list[tuple[float, int]]
) -> None:
    counts = Counts(Policy("requests", quota, 60))
    now = NOW
    taken: deque[tuple[float, int]] = deque()
    for pause, cost in asked:
        now += pause
        verdict = counts.take("a", cost, now)
        if not verdict.allowed:
            assert deepcopy(counts).look("a", min(cost, quota), now + verdict.wait).allowed
        if verdict.allowed:
            taken.append((now, cost))
        while taken and taken[0][0] <= now - 60:
            taken.popleft()
        assert sum(min(each, quota) for _, each in taken) <= 2 * quota


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_network_of_ipv6_are_one_client(host: str, client: str) -> None:
    assert client_of({"type": "http", "client": (host, 1234)}) == client


def server(**settings: Any) -> TestClient:
    return TestClient(create_app(Settings(database="sqlite+aiosqlite://", **settings)), raise_server_exceptions=False)


def test_answers_say_what_is_left_in_the_standards_fields() -> None:
    with server(requests_per_minute=10) as client:
        headers = client.post("/api/v1/gradient", json={"program": "x"}).headers
        assert headers["ratelimit-policy"] == '"requests";q=10;w=60'
        assert headers["ratelimit"].startswith('"requests";r=9;t=')


def test_too_many_requests_are_refused_with_the_time_to_wait_and_other_pages_may_read_it() -> None:
    with server(requests_per_minute=2) as client:
        answers = [client.post("/api/v1/gradient", json={"program": "x"}, headers={"origin": "https://a.org"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        refused = answers[-1]
        assert 1 <= int(refused.headers["retry-after"]) <= 120
        assert refused.headers["access-control-allow-origin"] == "*"
        assert "retry-after" in refused.headers["access-control-expose-headers"].lower()
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.json()["problems"][0]["code"] == "too-many-requests"
        assert "2 units" in refused.json()["detail"]


def test_built_files_and_the_health_check_count_nothing() -> None:
    with server(requests_per_minute=1) as client:
        for _ in range(3):
            assert client.get("/healthz").status_code == 200
            assert client.get("/static/nothing.js").status_code == 404
        assert client.get("/api/v1/problems").status_code == 200


def test_a_large_body_counts_more() -> None:
    with server(requests_per_minute=100) as client:
        headers = client.post("/api/v1/gradient", json={"program": "x" + " " * 40_000}).headers
        assert headers["ratelimit"].startswith('"requests";r=89;')


def test_who_makes_much_is_stopped_and_may_still_compute() -> None:
    with server(creations_per_hour=1) as client:
        state = {"state": "v=1&program=x"}
        answers = [client.post("/api/v1/shares", json=state) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert answers[0].headers["ratelimit-policy"] == '"creations";q=1;w=3600'
        assert client.post("/api/v1/gradient", json={"program": "x"}).status_code == 200


def test_a_quota_of_zero_is_no_limit() -> None:
    with server(requests_per_minute=0) as client:
        assert "ratelimit" not in client.post("/api/v1/gradient", json={"program": "x"}).headers


async def room(request: Request) -> Response:
    """Stands in for the rooms: one exists, and one token opens it."""
    if request.path_params["code"] != "KMPR42":
        return PlainTextResponse("no such room", 404)
    given = request.headers.get("authorization")
    return PlainTextResponse("wrong token" if given == "Bearer wrong" else "a room", 403 if given == "Bearer wrong" else 200)


async def live(socket: WebSocket) -> None:
    if socket.path_params["code"] != "KMPR42":
        await socket.send_denial_response(PlainTextResponse("no such room", 404))
        return
    await socket.accept()
    await socket.receive()


def rooms(guesses: int = 3, sockets: int = 2) -> TestClient:
    app = Starlette(routes=[Route(GUESSABLE + "{code}", room), WebSocketRoute(GUESSABLE + "{code}/live", live)])
    counts = {"guesses": Counts(Policy("guesses", guesses, 60))}
    app.add_middleware(RateLimit, counts=counts, sockets_per_client=sockets, clock=lambda: NOW)
    return TestClient(app)


def test_codes_of_rooms_cannot_be_tried_one_after_the_other() -> None:
    with rooms() as client:
        tried = [client.get(f"{GUESSABLE}GUESS{number}").status_code for number in range(5)]
        assert tried == [404, 404, 404, 429, 429]
        assert client.get(f"{GUESSABLE}KMPR42").status_code == 429, "a guess that is right must not show it"


def test_a_right_code_counts_nothing() -> None:
    with rooms() as client:
        assert {client.get(f"{GUESSABLE}KMPR42").status_code for _ in range(10)} == {200}


def test_while_an_address_is_guessing_those_with_a_token_go_on_and_a_wrong_token_learns_nothing() -> None:
    with rooms() as client:
        for number in range(3):
            client.get(f"{GUESSABLE}GUESS{number}")
        right, wrong = {"authorization": "Bearer right"}, {"authorization": "Bearer wrong"}
        assert client.get(f"{GUESSABLE}KMPR42", headers=right).text == "a room"
        answers = [client.get(f"{GUESSABLE}{code}", headers=wrong) for code in ("KMPR42", "GUESS4")]
        assert [answer.status_code for answer in answers] == [429, 429]
        assert answers[0].content == answers[1].content


def test_one_client_holds_only_so_many_live_connections() -> None:
    with rooms(sockets=2) as client:
        address = f"{GUESSABLE}KMPR42/live"
        with (
            client.websocket_connect(address),
            client.websocket_connect(address),
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(address),
        ):
            pass
        with client.websocket_connect(address):
            pass


def test_a_clock_that_is_set_back_gives_nothing_back() -> None:
    counts = Counts(Policy("requests", 2, 60))
    counts.take("a", 2, NOW)
    assert not counts.take("a", 1, NOW - 30).allowed


def test_processes_that_tell_one_another_count_together() -> None:
    one, other = Counts(Policy("requests", 10, 60)), Counts(Policy("requests", 10, 60))
    one.take("a", 4, NOW)
    other.take("a", 3, NOW)
    told = {"a": one.unsent()["a"] + other.unsent()["a"]}
    other.take("a", 1, NOW)
    other.learn(other.window, told)
    assert other.take("a", 1, NOW).remaining == 1
    other.learn(other.window - 1, {"a": 10})
    assert not other.take("a", 1, NOW).allowed


def test_what_is_listed_as_a_creation_exists() -> None:
    paths = create_app(Settings()).openapi()["paths"]
    assert {path for path in CREATIONS if "post" in paths.get(path, {})} == CREATIONS


def test_the_time_of_worker_processes_counts(tmp_path: Path) -> None:
    """So that one address with large programs leaves some of them to others."""
    large = {"program": "+".join(["x"] * 9_000), "detail": "gradients"}
    with running_server(tmp_path / "log.txt", inline_bytes=100) as url, httpx2.Client(base_url=url, timeout=30) as client:
        before = int(client.get("/api/v1/problems").headers["ratelimit"].split("r=")[1].split(";")[0])
        assert client.post("/api/v1/graph", json=large).status_code == 200
        after = int(client.get("/api/v1/problems").headers["ratelimit"].split("r=")[1].split(";")[0])
    assert before - after > 20
