"""What the server tells its operator: lines without anything personal, numbers by route, and whether it is well."""

import json
import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import structlog
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.serving import health, logs
from backpass.app.settings import Settings
from scripts import server
from scripts.page import ROOT
from tests.servers import running_server, wait_until_it_answers
from tests.services import free_port

SECRET = "xyzzy"


def client_of(**settings: Any) -> TestClient:
    made = create_app(Settings(**({"database": "sqlite+aiosqlite://"} | settings)))
    return TestClient(made, raise_server_exceptions=False, client=("127.0.0.1", 50_000))


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_request_is_a_line_with_its_route_and_nothing_that_was_asked(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with running_server(log, log_format="json") as url, httpx2.Client(base_url=url) as client:
        answer = client.post(f"/api/v1/gradient?{SECRET}", json={"program": SECRET}, headers={"user-agent": SECRET})
        client.get(f"/s/{SECRET}")
        client.get(f"/{SECRET}")
        client.get("/healthz")
    assert SECRET not in log.read_text()
    assert "127.0.0.1" not in log.read_text()
    requests = [line for line in lines_of(log) if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in requests] == [
        ("POST", "/api/v1/gradient", 200),
        ("GET", "/s/{code}", 200),
        ("GET", "other", 404),
    ]
    assert requests[0]["id"] == answer.headers["x-request-id"]
    assert requests[0]["bytes"] == len(answer.content)
    assert requests[0]["milliseconds"] > 0


def test_requests_are_left_out_where_that_is_set(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with running_server(log, log_format="json", log_requests=False) as url:
        httpx2.get(f"{url}/api/v1/problems")
    assert [line["event"] for line in lines_of(log)] == ["listening", "ending", "ended"]


@pytest.fixture
def configured() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


@pytest.mark.usefixtures("configured")
def test_an_exception_is_told_by_its_kind_and_its_places_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(SECRET) from error
    except ValueError:
        structlog.get_logger().exception("exception")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n%s", SECRET)
        logging.getLogger("uvicorn.error").info("%s - WebSocket", SECRET)
        logging.getLogger("backpass.app.classroom").warning("%d rooms", 3)
    ours, theirs, app = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ours["error"] == theirs["error"] == "ValueError from KeyError"
    assert "test_observation.py" in ours["places"][-1]
    assert SECRET not in json.dumps([ours, theirs])
    assert theirs["event"] == "Exception in ASGI application"
    assert app["event"] == "3 rooms"


@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize("form", ["console", "json"])
def test_an_event_is_one_line(form: logs.Form, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(form, "info")
    structlog.get_logger().info("listening", port=8000)
    logging.getLogger("somewhere").error("first\nsecond")
    assert capsys.readouterr().out.count("\n") == 2


def test_a_mistake_of_ours_is_answered_with_a_number_to_report() -> None:
    client = client_of()

    async def broken() -> None:
        raise KeyError(SECRET)

    client.app.add_api_route("/broken", broken)  # type: ignore[attr-defined]
    answer = client.get("/broken")
    assert answer.status_code == 500
    problem = answer.json()["problems"][0]
    assert problem["code"] == "internal"
    assert answer.headers["x-request-id"] in problem["hint"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert SECRET not in answer.text
    assert 'backpass_requests_total{method="GET",route="/broken",status="500"} 1.0' in client.get("/metrics").text


def test_requests_are_counted_by_route_and_status_and_made_up_addresses_are_one_route() -> None:
    client = client_of()
    for number in range(3):
        client.get(f"/api/v1/{SECRET}{number}")
        client.post("/api/v1/gradient", json={"program": "x"})
    client.post("/api/v1/gradient", json={"program": "x +"})
    text = client.get("/metrics").text
    assert 'backpass_requests_total{method="GET",route="other",status="404"} 3.0' in text
    assert 'backpass_requests_total{method="POST",route="/api/v1/gradient",status="200"} 3.0' in text
    assert 'backpass_requests_total{method="POST",route="/api/v1/gradient",status="422"} 1.0' in text
    assert 'backpass_request_seconds_count{route="/api/v1/gradient"} 4.0' in text
    assert "backpass_workers_busy 0.0" in text
    assert SECRET not in text


def test_numbers_are_for_this_machine_or_for_who_has_the_token() -> None:
    here = client_of()
    assert here.get("/metrics").status_code == 200
    assert here.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
    elsewhere = TestClient(here.app, client=("192.0.2.1", 50_000))
    assert elsewhere.get("/metrics").status_code == 404
    guarded = client_of(metrics_token=SECRET)
    assert guarded.get("/metrics").status_code == 404
    assert guarded.get("/metrics", headers={"authorization": "Bearer other"}).status_code == 404
    assert guarded.get("/metrics", headers={"authorization": f"Bearer {SECRET}"}).status_code == 200


def test_a_server_is_ready_when_what_it_stands_on_answers() -> None:
    with client_of() as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"]) == (200, {"database": "ok", "workers": "ok", "ending": "ok"})


@pytest.mark.parametrize(
    ("settings", "check"),
    [({"database": "sqlite+aiosqlite:////nowhere/at/all.db"}, "database"), ({"redis": "redis://127.0.0.1:1"}, "redis")],
)
def test_a_server_without_what_it_stands_on_is_not_ready_and_still_alive(settings: dict[str, str], check: str) -> None:
    with client_of(**settings) as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
        assert [name for name, state in answer.json()["checks"].items() if state != "ok"] == [check]
        assert client.get("/healthz").status_code == 200


def test_asking_often_whether_a_server_is_ready_asks_its_database_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def answer(_state: Any) -> bool:
        asked.append(1)
        return True

    monkeypatch.setattr(health, "_database", answer)
    monkeypatch.setattr(health, "_FRESH_SECONDS", 60)
    with client_of() as client:
        assert {client.get("/readyz").status_code for _ in range(20)} == {200}
    assert len(asked) == 1


def test_who_must_end_is_told_once_and_one_that_fails_keeps_no_other() -> None:
    ended = []

    async def end() -> None:
        ended.append("end")

    async def fail() -> None:
        raise KeyError(SECRET)

    client = client_of()
    client.app.state.parts.draining.at_end("broken", fail)  # type: ignore[attr-defined]
    client.app.state.parts.draining.at_end("whole", end)  # type: ignore[attr-defined]
    with client:
        assert client.get("/readyz").status_code == 200
    assert ended == ["end"]
    assert client.get("/readyz").status_code == 503


def test_a_server_that_is_told_to_end_says_so_answers_what_it_has_begun_and_ends(tmp_path: Path) -> None:
    """In between it still takes requests, for as long as it was told to."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    log = tmp_path / "log.txt"
    environment = {
        "BACKPASS_DRAIN_SECONDS": "4",
        "BACKPASS_SHUTDOWN_SECONDS": "60",
        "BACKPASS_LOG_FORMAT": "json",
        "BACKPASS_DATABASE": "sqlite+aiosqlite://",
    }
    with log.open("wb") as output:
        command = server.command(sys.executable, "127.0.0.1", port)
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=environment)
    wait_until_it_answers(process, f"{url}/healthz", log)
    statuses = []
    slow = {"program": "t = x\nfor i in range(30000):\n    t = t*1.0001 + x\nt", "detail": "gradients"}

    def ask() -> None:
        statuses.append(httpx2.post(f"{url}/api/v1/graph", json=slow, timeout=30).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    while httpx2.get(f"{url}/readyz", timeout=10).status_code == 200:
        time.sleep(0.05)
    assert httpx2.post(f"{url}/api/v1/gradient", json={"program": "x"}, timeout=10).status_code == 200
    asking.join()
    process.wait(timeout=40)
    assert statuses == [200]
    assert [line["event"] for line in lines_of(log) if line["event"] != "request"] == ["listening", "ending", "ended"]
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{url}/healthz")
