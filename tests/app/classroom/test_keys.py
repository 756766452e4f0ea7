"""Rights of less than the teacher's: a screen sees what the class sees, and may ask for nothing more."""

import json
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.app.classroom.test_lesson_class import Lesson, bearer


def key(lesson: Lesson, kind: str) -> str:
    made = lesson.client.post(f"/api/v1/rooms/{lesson.code}/keys", headers=bearer(lesson.host), json={"kind": kind})
    assert made.status_code == 201, made.text
    token: str = made.json()["token"]
    return token


def hello(window: WebSocketTestSession, token: str) -> Any:
    window.send_text(json.dumps({"type": "hello", "token": token}))
    snapshot: Any = None
    while snapshot is None:
        message = window.receive_json()
        snapshot = message if message["type"] == "snapshot" else None
    return snapshot


def test_a_screen_sees_the_class_and_leads_nothing(client: TestClient) -> None:
    lesson = Lesson(client)
    lesson.join("Ada")
    screen, room = key(lesson, "screen"), f"/api/v1/rooms/{lesson.code}"
    page = lesson.ask("GET", "/pages/1", screen).json()
    assert page["parts"]
    assert page["notes"] == ""
    assert '"answer"' not in json.dumps(page)
    for method, path, body in (
        ("PATCH", "/lesson", {"page": 2}),
        ("GET", "/lesson", None),
        ("GET", "/lesson/results", None),
        ("GET", "/polls", None),
        ("GET", "/practice", None),
        ("GET", "/results", None),
        ("POST", "/keys", {"kind": "remote"}),
        ("DELETE", "", None),
    ):
        answer = client.request(method, f"{room}{path}", headers=bearer(screen), json=body)
        assert answer.status_code == 403, (method, path)
    with client.websocket_connect(f"{room}/live") as window:
        snapshot = hello(window, screen)
        assert (snapshot["guests"], snapshot["you"]["in_charge"]) == ([], False)
        for message in (
            {"type": "settings", "changes": {"paused": True}},
            {"type": "press", "button": "next"},
            {"type": "peek", "on": True},
        ):
            window.send_text(json.dumps(message | {"request": 1}))
            while (reply := window.receive_json()).get("request") != 1:
                assert reply["type"] not in {"guests", "tally"}, reply
            assert reply["problems"][0]["code"] == "host-only", message


def test_the_keys_of_a_kind_end_together_and_spare_the_others(client: TestClient) -> None:
    lesson = Lesson(client)
    screen, remote = key(lesson, "screen"), key(lesson, "remote")
    room = f"/api/v1/rooms/{lesson.code}"
    for query in ("", "?kind=teacher"):
        assert client.delete(f"{room}/keys{query}", headers=bearer(lesson.host)).status_code in {400, 422}
    with client.websocket_connect(f"{room}/live") as window:
        hello(window, screen)
        assert client.delete(f"{room}/keys?kind=screen", headers=bearer(lesson.host)).status_code == 204
        while window.receive_json()["type"] != "removed":
            pass
    assert lesson.ask("GET", "/pages/1", screen).status_code == 401
    assert lesson.ask("PATCH", "", remote, {"page": 2}).status_code == 200
    assert client.delete(f"{room}/remotes", headers=bearer(lesson.host)).status_code == 204
    assert lesson.ask("PATCH", "", remote, {"page": 1}).status_code == 401
