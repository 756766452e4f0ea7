"""Names by which the server answers, what pages of other origins may not do, and what stays with the operator."""

from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from backpass.app.main import create_app
from backpass.app.settings import Settings

REBOUND = "http://evil.example:8000"


class Arriving:
    """An application whose connections arrive at that address of the machine, whatever name was asked for."""

    def __init__(self, app: Any, address: str) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app({**scope, "server": (self.address, 8000)}, receive, send)


def at(address: str, tmp_path: Any, **settings: Any) -> TestClient:
    made = Settings(database=f"sqlite:///{tmp_path}/kept.db", log_requests=False, **settings)
    return TestClient(Arriving(create_app(made), address))


NAMES = [
    ("127.0.0.1", "localhost:8000", True),
    ("127.0.0.1", "LOCALHOST", True),
    ("127.0.0.1", "127.0.0.1:8000", True),
    ("::1", "[::1]:8000", True),
    ("::ffff:127.0.0.1", "localhost", True),
    ("127.0.1.1", "teachers-laptop:8000", True),
    ("127.0.0.1", "app.localhost", True),
    ("127.0.0.1", "evil.example:8000", False),
    ("::1", "evil.example", False),
    ("::ffff:127.0.0.1", "evil.example", False),
    ("127.0.0.1", "localhost.evil.example", False),
    ("127.0.0.1", "127.0.0.1.evil.example", False),
    ("127.0.0.1", "192.0.2.1", False),
    ("127.0.0.1", "[2001:db8::1]", False),
    ("127.0.0.1", "[", False),
    ("192.168.1.7", "192.168.1.7:8000", True),
    ("192.168.1.7", "teacher.local:8000", True),
    ("172.17.0.2", "backpass.school.example", True),
]


@pytest.mark.parametrize(("address", "host", "answered"), NAMES)
def test_at_the_machine_itself_only_its_own_names_are_answered(tmp_path: Any, address: str, host: str, answered: bool) -> None:
    answer = at(address, tmp_path).post("/api/v1/gradient", json={"program": "x"}, headers={"host": host})
    assert answer.status_code == (200 if answered else 400)
    if not answered:
        assert answer.headers["content-type"] == "application/problem+json"
        assert "BACKPASS_ALLOWED_HOSTS" in answer.json()["problems"][0]["hint"]


def test_a_proxy_on_the_same_machine_and_the_public_address_may_be_named(tmp_path: Any) -> None:
    site = {"host": "backpass.school.example"}
    local = at("127.0.0.1", tmp_path)
    assert local.get("/", headers=site).status_code == 400
    assert local.get("/", headers=site | {"x-forwarded-for": "192.0.2.7"}).status_code == 200
    assert at("127.0.0.1", tmp_path, public_address="https://backpass.school.example").get("/", headers=site).status_code == 200
    assert at("127.0.0.1", tmp_path, allowed_hosts="*").get("/", headers=site).status_code == 200


def test_with_allowed_hosts_no_other_name_is_answered_anywhere(tmp_path: Any) -> None:
    server = at("10.0.0.5", tmp_path, allowed_hosts="backpass.school.example b.example")
    for host, status in {
        "backpass.school.example": 200,
        "B.example:443": 200,
        "10.0.0.5:8000": 200,
        "localhost": 200,
        "10.0.0.6": 400,
        "evil.example": 400,
        "x.b.example": 400,
    }.items():
        assert server.get("/docs", headers={"host": host, "x-forwarded-for": "192.0.2.7"}).status_code == status, host
    assert server.get("/healthz", headers={"host": "probe.example"}).status_code == 200


def test_a_live_channel_is_not_opened_by_a_name_that_leads_here_from_elsewhere(tmp_path: Any) -> None:
    headers = {"host": "evil.example:8000", "origin": REBOUND}
    server = at("127.0.0.1", tmp_path)
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        server.websocket_connect("/api/v1/rooms/ABC234/live", headers=headers),
    ):
        pass
    assert refused.value.status_code == 400


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/readyz"])
def test_what_is_for_the_operator_is_not_read_by_pages_of_other_origins(path: str) -> None:
    server = TestClient(Arriving(create_app(Settings(metrics_token="secret")), "127.0.0.1"), base_url="http://localhost:8000")
    answer = server.get(path, headers={"origin": "https://evil.example", "authorization": "Bearer secret"})
    assert answer.status_code in (200, 503)
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/r/ABC234", "/embed", "/training", "/docs"])
def test_pages_ask_for_no_camera_and_their_windows_are_their_own(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert ("frame-ancestors *" in headers["content-security-policy"]) == (path == "/embed")


ORIGINS = [
    ("localhost:8000", "https://evil.example", False),
    ("localhost:8000", "null", False),
    ("192.168.1.7:8000", "https://evil.example", False),
    ("localhost:8000", "https://localhost.evil.example", False),
    ("localhost:8000", "http://localhost:8000", True),
    ("localhost:8000", "http://127.0.0.1:3000", True),
    ("192.168.1.7:8000", "http://192.168.1.7:8000", True),
    ("localhost:8000", "https://school.example", True),
    ("localhost:8000", None, True),
    ("backpass.school.example", "https://elsewhere.example", True),
]


@pytest.mark.parametrize(("host", "origin", "made"), ORIGINS)
def test_pages_from_elsewhere_spend_nothing_of_a_server_nearby(tmp_path: Any, host: str, origin: str | None, made: bool) -> None:
    with at("192.168.1.7", tmp_path, allowed_origins="https://school.example", creations_per_hour=5) as server:
        headers = {"host": host, "content-type": "text/plain"} | ({} if origin is None else {"origin": origin})
        answer = server.post("/api/v1/rooms", content=b"{}", headers=headers)
        assert answer.status_code == (201 if made else 400), answer.text
        left = server.post("/api/v1/rooms", content=b"{}", headers={"host": "localhost"}).headers["ratelimit"]
        assert f"r={3 if made else 4};" in left
        computed = server.post("/api/v1/gradient", json={"program": "x"}, headers=headers | {"content-type": "application/json"})
        assert computed.status_code == 200
