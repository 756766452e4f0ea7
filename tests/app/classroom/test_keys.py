"""Rights of less than the teacher's: a screen sees what the class sees, and may ask for nothing more."""

import json
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from backpass.app.classroom.maintenance import expire
from backpass.app.classroom.rooms import Rooms
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
        ("GET", "/polls?shown=false", None),
        ("POST", "/polls", {"type": "text", "prompt": "Why?"}),
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


def test_a_screen_is_sent_the_poll_that_the_class_sees_and_no_other(client: TestClient) -> None:
    lesson = Lesson(client)
    screen, remote = key(lesson, "screen"), key(lesson, "remote")
    room = f"/api/v1/rooms/{lesson.code}"
    question = {"type": "choice", "choices": ["grows", "shrinks"], "correct": [1]}

    def ask(prompt: str) -> int:
        asked = client.post(f"{room}/polls", headers=bearer(lesson.host), json=question | {"prompt": prompt})
        number: int = asked.json()["poll"]
        return number

    def seen(token: str) -> Any:
        return client.get(f"{room}/polls?shown=true", headers=bearer(token)).json()["polls"]

    first, second = ask("The first?"), ask("The second?")
    assert [each["poll"] for each in seen(lesson.host)] == [first, second]
    (shown,) = seen(screen)
    assert (shown["poll"], shown["expected"], shown["tally"]) == (second, None, None)
    assert "correct" not in shown["question"]
    client.patch(f"{room}/polls/{second}", headers=bearer(lesson.host), json={"state": "revealed"})
    assert seen(screen)[0]["question"]["correct"] == [1]
    client.patch(f"{room}/polls/{second}", headers=bearer(lesson.host), json={"state": "over"})
    assert seen(screen) == []
    assert client.get(f"{room}/addresses", headers=bearer(screen)).status_code == 200
    guest = lesson.join("Ada")
    for path in ("/addresses", "/polls?shown=true"):
        for token in (remote, guest):
            assert client.get(f"{room}{path}", headers=bearer(token)).status_code == 403


def test_a_screen_learns_of_the_class_alone(client: TestClient) -> None:
    lesson = Lesson(client)
    screen, remote = key(lesson, "screen"), key(lesson, "remote")
    room = f"/api/v1/rooms/{lesson.code}"
    with (
        client.websocket_connect(f"{room}/live") as teacher,
        client.websocket_connect(f"{room}/live") as window,
        client.websocket_connect(f"{room}/live") as phone,
    ):
        hello(teacher, lesson.host)
        hello(window, screen)
        hello(phone, remote)
        for socket, message in ((phone, {"type": "press", "button": "next"}), (teacher, {"type": "take_charge"})):
            socket.send_text(json.dumps(message | {"request": 1}))
            while socket.receive_json().get("request") != 1:
                pass
        teacher.send_text('{"type": "settings", "changes": {"paused": true}}')
        while (message := window.receive_json())["type"] != "changes":
            assert message["type"] in {"count", "lesson"}, message


def test_a_screen_alone_keeps_no_class_from_ending(client: TestClient) -> None:
    lesson = Lesson(client)
    screen, remote = key(lesson, "screen"), key(lesson, "remote")
    rooms: Rooms = client.app.state.parts.rooms  # type: ignore[attr-defined]
    renewed: list[str] = []

    async def renew(*codes: str) -> None:
        renewed.extend(codes)

    rooms.renew = renew  # type: ignore[method-assign]
    for token, expected in ((screen, []), (remote, [lesson.code] * 2), (lesson.host, [lesson.code] * 2)):
        renewed.clear()
        with client.websocket_connect(f"/api/v1/rooms/{lesson.code}/live") as window:
            hello(window, token)
            client.portal.call(expire, rooms)
        assert renewed == expected, token
