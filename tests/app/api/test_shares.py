"""Short links: kept once, found again, refused politely, and let go."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

from backpass.app.api.shares import find_share, share_code, store_share
from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.app.storage.database import Database
from backpass.engine import Code, ProblemError

STATE = "v=1&program=x*y&inputs=x:2.5&at=3"
NOW = datetime(2026, 1, 1)  # noqa: DTZ001 - times are kept in UTC, without a zone


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'shares.db'}"


@pytest.fixture
def make_client(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    made: list[TestClient] = []

    def make(**settings: Any) -> TestClient:
        client = TestClient(create_app(Settings(database=url(tmp_path), **settings)))
        client.__enter__()
        made.append(client)
        return client

    yield make
    for client in made:
        client.__exit__(None, None, None)


def test_what_is_shared_is_found_again_also_after_the_server_was_started_anew(make_client: Callable[..., TestClient]) -> None:
    shared = make_client().post("/api/v1/shares", json={"state": STATE})
    assert shared.status_code == 200
    assert shared.json()["path"] == f"/s/{shared.json()['code']}"
    found = make_client().get(f"/api/v1/shares/{shared.json()['code']}")
    assert found.status_code == 200
    assert found.json() == shared.json()
    assert found.json()["state"] == STATE


def test_equal_states_are_kept_once_and_others_have_other_codes(make_client: Callable[..., TestClient]) -> None:
    client = make_client(max_shares=1)
    codes = {client.post("/api/v1/shares", json={"state": STATE}).json()["code"] for _ in range(3)}
    assert codes == {share_code(STATE)}
    assert len(share_code(STATE)) == 16
    assert share_code(STATE + " ") not in codes


def test_an_unknown_code_is_a_problem_that_says_what_to_do(make_client: Callable[..., TestClient]) -> None:
    for code in ("AAAAAAAAAAAAAAAA", "x", "%00", "' or 1=1 --"):
        answer = make_client().get(f"/api/v1/shares/{code}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
        assert "share it again" in answer.json()["problems"][0]["hint"]


def test_what_is_too_long_too_much_or_no_state_is_refused(make_client: Callable[..., TestClient]) -> None:
    client = make_client(max_share_characters=100, max_shares=2)
    for state, status, code in (
        ("v=1&program=" + "x" * 100, 413, "too-long"),
        ("program=x", 400, "invalid-request"),
        ("", 400, "invalid-request"),
    ):
        answer = client.post("/api/v1/shares", json={"state": state})
        assert (answer.status_code, answer.json()["problems"][0]["code"]) == (status, code)
    assert client.post("/api/v1/shares", content=b"{").status_code == 400
    for number in (1, 2):
        assert client.post("/api/v1/shares", json={"state": f"v=1&program={number}"}).status_code == 200
    full = client.post("/api/v1/shares", json={"state": "v=1&program=3"})
    assert (full.status_code, full.json()["problems"][0]["code"]) == (507, "shares-full")
    assert client.post("/api/v1/shares", json={"state": "v=1&program=2"}).status_code == 200


def test_a_share_ends_after_its_days_makes_room_and_begins_anew_where_it_is_shared_again(tmp_path: Path) -> None:
    settings = Settings(database=url(tmp_path), share_days=10, max_shares=1)

    async def story() -> None:
        database = Database(settings.database)
        code = (await store_share(database, settings, STATE, NOW)).code
        assert (await find_share(database, code, NOW + timedelta(days=9))).state == STATE
        await store_share(database, settings, STATE, NOW + timedelta(days=9))
        assert (await find_share(database, code, NOW + timedelta(days=18))).state == STATE
        with pytest.raises(ProblemError) as gone:
            await find_share(database, code, NOW + timedelta(days=20))
        assert gone.value.problems[0].code is Code.NOT_FOUND
        other = await store_share(database, settings, "v=1&program=x", NOW + timedelta(days=20))
        assert (await find_share(database, other.code, NOW + timedelta(days=20))).expires == NOW + timedelta(days=30)
        await database.close()

    anyio.run(story)


def test_without_an_end_a_share_is_kept_for_ever(make_client: Callable[..., TestClient]) -> None:
    assert make_client(share_days=0).post("/api/v1/shares", json={"state": STATE}).json()["expires"] is None


def test_only_the_embedded_page_may_stand_in_other_sites_and_a_setting_says_in_which(
    make_client: Callable[..., TestClient],
) -> None:
    policies = {
        path: make_client().get(path).headers["content-security-policy"] for path in ("/", "/s/abc", "/embed", "/embed/abc")
    }
    assert "frame-ancestors 'self'" in policies["/"]
    assert "frame-ancestors 'self'" in policies["/s/abc"]
    assert policies["/embed"].endswith("frame-ancestors *")
    assert policies["/embed/abc"].endswith("frame-ancestors *")
    client = make_client(frame_ancestors="https://school.example")
    assert client.get("/embed").headers["content-security-policy"].endswith("frame-ancestors https://school.example")
    with pytest.raises(ValueError, match="frame_ancestors"):
        Settings(frame_ancestors="*; script-src *")


def test_a_server_that_keeps_nothing_opens_no_file(make_client: Callable[..., TestClient], tmp_path: Path) -> None:
    make_client().get("/healthz")
    assert not (tmp_path / "shares.db").exists()
