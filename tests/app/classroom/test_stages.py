"""What is on the screens: playground, lesson or studio, each as it was left, and a question that reaches everybody."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tests.app.classroom.test_keys import key
from tests.app.classroom.test_lesson_class import Lesson, bearer
from tests.lessons import small_lesson

LESSON = small_lesson("T", "One", "```question kind=number of=grad(a)\nWhich?\n```\n\n## Two\n\nThe end.\n")
GIVEN = {"type": "number", "quantity": "given", "correct": 0.3, "prompt": "Which rate?"}
RUN = {"started": {"id": "run-0", "layers": ["1"]}, "steps": [{"step": 0, "loss": 2.5}], "moment": {"step": 0}}
CHOICE = {"type": "choice", "choices": ["grows", "shrinks"], "correct": [0], "prompt": "What does it do?"}


class Stages(Lesson):
    """A class whose teacher moves it between stages."""

    def show(self, kind: str, token: str = "") -> Any:
        path = f"/api/v1/rooms/{self.code}/stage"
        return self.client.put(path, headers=bearer(token or self.host), json={"kind": kind})

    def ask_class(self, question: dict[str, Any]) -> Any:
        return self.client.post(f"/api/v1/rooms/{self.code}/polls", headers=bearer(self.host), json=question)

    def snapshot(self, token: str) -> Any:
        with self.client.websocket_connect(f"/api/v1/rooms/{self.code}/live") as window:
            window.send_text(json.dumps({"type": "hello", "token": token}))
            return received(window, "snapshot")


def received(window: WebSocketTestSession, kind: str) -> Any:
    while (message := window.receive_json())["type"] != kind:
        pass
    return message


@pytest.fixture
def stages(client: TestClient) -> Stages:
    return Stages(client, LESSON)


def test_page_copy_and_answers_survive_three_changes_of_stage(stages: Stages) -> None:
    ada, screen = stages.join("Ada"), key(stages, "screen")
    stages.ask("PATCH", "", stages.host, {"mode": "own"})
    assert stages.ask("PUT", "/answers/1.2", ada, {"text": "5"}).json()["stored"]
    assert stages.ask("PUT", "/place", ada, {"page": 2}).status_code == 204
    before = stages.ask("GET", "", ada).json()
    lesson = stages.snapshot(ada)["room"]["lesson"]
    assert (before["page"], list(before["answers"])) == (2, ["1.2"])

    for kind in ("playground", "lesson", "playground"):
        with stages.client.websocket_connect(f"/api/v1/rooms/{stages.code}/live") as phone:
            phone.send_text(json.dumps({"type": "hello", "token": ada}))
            received(phone, "snapshot")
            assert stages.show(kind).json() == {"stage": kind}
            change = received(phone, "changes")
            assert (change["stage"], change["lesson"]) == (kind, lesson if kind == "lesson" else None)
            if kind == "playground":
                copy = {"type": "explored", "changes": {"program": "a=7", "inputs": {}}, "request": 1}
                phone.send_text(json.dumps(copy))
                assert received(phone, "stored")["request"] == 1
        for token in (ada, screen, stages.host):
            room = stages.snapshot(token)["room"]
            assert (room["stage"], room.get("lesson")) == (kind, lesson if kind == "lesson" else None)
        facts = stages.client.get(f"/api/v1/rooms/{stages.code}").json()
        assert facts["stage"] == kind
        assert stages.snapshot(ada)["you"]["view"]["program"] == "a=7"
        assert stages.ask("GET", "", ada).json() == before


def test_a_question_asked_in_a_lesson_is_answered_and_stays_through_a_change_of_stage(stages: Stages) -> None:
    ada = stages.join("Ada")
    asked = stages.ask_class(CHOICE)
    assert asked.status_code == 201, asked.text
    poll = asked.json()["poll"]
    assert stages.snapshot(ada)["room"]["poll"]["poll"] == poll
    path = f"/api/v1/rooms/{stages.code}/polls/{poll}/answer"
    assert stages.client.put(path, headers=bearer(ada), json={"answer": [1]}).status_code == 200
    for kind in ("playground", "lesson"):
        stages.show(kind)
        snapshot = stages.snapshot(ada)
        assert (snapshot["room"]["poll"]["poll"], snapshot["you"]["answer"]) == (poll, [1])
        (known,) = stages.client.get(f"/api/v1/rooms/{stages.code}/polls", headers=bearer(stages.host)).json()["polls"]
        assert (known["answered"], known["tally"]["groups"][0]["label"]) == (1, "shrinks")


@pytest.mark.parametrize(
    "question", [{"type": "number", "node": 0}, {"type": "formula", "node": 0}, {"type": "edge", "position": 3}]
)
def test_what_no_screen_shows_is_not_asked(stages: Stages, question: dict[str, Any]) -> None:
    stages.join("Ada")
    refused = stages.ask_class(question)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "not-askable")
    assert "Show the playground and ask" in refused.json()["problems"][0]["hint"]
    assert stages.snapshot(stages.host)["room"]["poll"] is None


def test_a_number_that_the_teacher_gives_is_asked_beside_a_lesson_and_marked(stages: Stages) -> None:
    ada, bob = stages.join("Ada"), stages.join("Bob")
    asked = stages.ask_class(GIVEN).json()
    poll = asked["poll"]
    assert "correct" not in asked["question"]
    assert "correct" not in json.dumps(stages.snapshot(ada)["room"]["poll"]["question"])
    path = f"/api/v1/rooms/{stages.code}/polls/{poll}"
    for token, text in ((ada, "3/10"), (bob, "3")):
        assert stages.client.put(f"{path}/answer", headers=bearer(token), json={"answer": text}).status_code == 200
    shown = stages.client.patch(path, headers=bearer(stages.host), json={"state": "revealed"}).json()
    assert (shown["expected"], shown["question"]["correct"], shown["tally"]["correct"]) == (0.3, 0.3, 1)
    assert stages.client.get(f"{path}/answer", headers=bearer(ada)).json()["correct"] is True


@pytest.mark.parametrize(
    "unfit", [{"correct": None}, {"node": 0}, {"prompt": ""}, {"quantity": "value"}, {"correct": "NaN"}, {"correct": [0.3]}]
)
def test_a_given_number_that_says_too_little_or_too_much_is_refused(stages: Stages, unfit: dict[str, Any]) -> None:
    assert stages.ask_class(GIVEN | unfit).status_code == 400


def test_the_studio_is_seen_by_everybody_while_it_is_the_stage(stages: Stages) -> None:
    ada, screen = stages.join("Ada"), key(stages, "screen")
    live = f"/api/v1/rooms/{stages.code}/live"
    with stages.client.websocket_connect(live) as teacher, stages.client.websocket_connect(live) as phone:
        for window, token in ((teacher, stages.host), (phone, ada)):
            window.send_text(json.dumps({"type": "hello", "token": token}))
            received(window, "snapshot")

        def seen() -> Any:
            while "studio" not in (change := received(phone, "changes")):
                pass  # a question
            return change["studio"]

        def show(moment: dict[str, Any], answer: str = "stored") -> Any:
            teacher.send_text(json.dumps({"type": "show", "changes": {"studio": moment}, "request": 1}))
            return received(teacher, answer)

        show(RUN)
        assert stages.show("studio").json() == {"stage": "studio"}
        change = received(phone, "changes")
        assert (change["stage"], change["lesson"], change["studio"]) == ("studio", None, RUN)
        show({"moment": {"step": 7}})
        assert seen() == {"moment": {"step": 7}}, "what differs is sent, and no more"
        for token in (ada, screen, stages.host):
            room = stages.snapshot(token)["room"]
            assert (room["stage"], room["studio"]) == ("studio", RUN | {"moment": {"step": 7}})
        assert stages.ask_class({"type": "number", "node": 0}).status_code == 422
        assert stages.ask_class(GIVEN).status_code == 201
        for unfit in ([0.1] * 200_000, 2**70):
            assert show({"moment": {"regions": unfit}}, "refused")["problems"][0]["code"] == "invalid-request"
        phone.send_text(json.dumps({"type": "explored", "changes": {"studio": RUN}, "request": 2}))
        assert received(phone, "refused")["problems"][0]["code"] == "invalid-request"
        stages.show("lesson")
        assert seen() is None
        assert stages.snapshot(ada)["room"].get("studio") is None
        stages.show("studio")
        assert seen() == RUN | {"moment": {"step": 7}}, "as it was left"


def test_who_may_change_the_stage_and_to_what(client: TestClient, stages: Stages) -> None:
    ada, screen, remote = stages.join("Ada"), key(stages, "screen"), key(stages, "remote")
    for token in (ada, screen, remote):
        assert stages.show("playground", token).status_code == 403
    assert stages.show("wall").status_code >= 400
    opened = client.post("/api/v1/rooms", json={}).json()
    for kind, status in (("playground", 200), ("lesson", 404), ("studio", 200)):
        path = f"/api/v1/rooms/{opened['code']}/stage"
        assert client.put(path, headers=bearer(opened["host_token"]), json={"kind": kind}).status_code == status


def test_an_old_page_leads_its_lesson_on_while_the_playground_is_shown(stages: Stages) -> None:
    ada = stages.join("Ada")
    stages.show("playground")
    assert stages.ask("PATCH", "", stages.host, {"page": 2}).json()["page"] == 2
    assert stages.snapshot(ada)["room"].get("lesson") is None
    assert stages.ask("GET", "/pages/2", ada).status_code == 200
    stages.show("lesson")
    assert stages.snapshot(ada)["room"]["lesson"]["page"] == 2
