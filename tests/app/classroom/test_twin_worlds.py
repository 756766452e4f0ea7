"""Two worlds that differ only in what is right are the same, byte for byte, for everybody who may not know it yet."""

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from backpass.app.classroom.questions.asking import PollService
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.dispatcher import Dispatcher
from tests.app.classroom.test_lesson_class import Lesson, bearer
from tests.lessons import small_lesson

CHOICE = {"type": "choice", "choices": ["grows", "shrinks"], "prompt": "What does it do?"}
NUMBER = {"type": "number", "node": 0}
GIVEN = {"type": "number", "quantity": "given", "prompt": "How many?"}
FORMULA = {"type": "formula", "node": 0}
EDGE = {"type": "edge", "position": 3}
QUESTIONS: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], Any]] = {
    "choice": ([CHOICE | {"correct": [0]}, CHOICE | {"correct": [1]}], [{}, {}], [0]),
    "number": ([NUMBER] * 2, [{"value": 3.0, "mistakes": []}, {"value": 4.0, "mistakes": [[3.0, "A known mistake."]]}], "3"),
    "formula": ([FORMULA] * 2, [{}, {"text": "b*b"}], "b"),
    "edge": ([EDGE] * 2, [{"next": [0], "landed": []}, {"next": [1], "landed": [0]}], 0),
}
"""By kind: the questions of both worlds, what differs in what is expected, and an answer that is right in one of them."""
HELLOS: dict[str, dict[str, Any]] = {
    "student": {},
    "screen": {"watching": True, "tab": "wall"},
    "screen with a key": {"tab": "far"},
    "remote": {"tab": "phone"},
    "covered": {"peek": False, "tab": "tab"},
}


class Swapped:
    """Computes what is right, and takes something else for it."""

    def __init__(self, inner: Dispatcher, expected: dict[str, Any]) -> None:
        self._inner = inner
        self._expected = expected

    async def answer(self, *asked: Any) -> Answer:
        answer = await self._inner.answer(*asked)
        body = orjson.loads(answer.body)
        return answer._replace(body=orjson.dumps(body | {"expected": body["expected"] | self._expected}))


class World:
    """A class with a student who has answered, and everything that was sent to whom."""

    def __init__(self, client: TestClient, stage: str = "playground") -> None:
        self._client = client
        opened = client.post("/api/v1/rooms", json={"view": {"program": "a=2\nb=3\nL=a*b+a"}}).json()
        self._room, self._host = f"/api/v1/rooms/{opened['code']}", opened["host_token"]
        self._student = client.post(f"{self._room}/guests", json={"nickname": "Ada"}).json()["token"]
        if stage == "lesson":
            lesson = {"text": small_lesson("T", "One", "Only text.")}
            assert client.put(f"{self._room}/lesson", headers=bearer(self._host), json=lesson).status_code == 200
        shown = client.put(f"{self._room}/stage", headers=bearer(self._host), json={"kind": stage})
        assert shown.json() == {"stage": stage}
        self._remote = client.post(f"{self._room}/remotes", headers=bearer(self._host)).json()["token"]
        made = client.post(f"{self._room}/keys", headers=bearer(self._host), json={"kind": "screen"})
        self._screen = made.json()["token"]
        self._secret = [opened["code"], self._host, self._student, self._remote, self._screen]
        self.received: dict[str, list[str]] = {name: [] for name in (*HELLOS, "peeking", "replies")}

    @contextlib.contextmanager
    def _window(self, **hello: Any) -> Iterator[WebSocketTestSession]:
        with self._client.websocket_connect(f"{self._room}/live") as socket:
            socket.send_text(json.dumps({"type": "hello"} | hello))
            yield socket

    def _note(self, name: str, text: str) -> None:
        for each in self._secret:
            text = text.replace(each, "…")
        # How many have answered is counted a moment later, in either world.
        text = re.sub(r'"(epoch|poll|answered|begun)": ?("[^"]*"|\d+)', r'"\1": 0', text)
        self.received[name].append(re.sub(r'"count":\d+}$', "}", text))  # how many are here

    def _call(self, method: str, path: str, token: str, body: object = None) -> Any:
        answer = self._client.request(method, f"{self._room}{path}", headers=bearer(token), json=body)
        self._note("replies", f"{answer.status_code} {answer.text}")
        return answer.json()

    def look(self, moment: str) -> None:
        """Everybody loads the page anew: what is sent then, up to the answer to a ping."""
        tokens = {"student": self._student, "remote": self._remote, "screen with a key": self._screen}
        for name, hello in (HELLOS | {"peeking": {"peek": True}}).items():
            with self._window(token=tokens.get(name, self._host), **hello) as socket:
                socket.send_text('{"type": "ping", "request": 1}')
                while (text := socket.receive_text()) and '"pong"' not in text:
                    if '"type":"guests"' not in text and '"type":"count"' not in text:  # who is here, and nothing else
                        self._note(name, f"{moment} {text}")
        for token in (self._host, self._screen):
            self._call("GET", "/polls?shown=true", token)
        self._call("GET", "/addresses", self._screen)

    def prepare(self, question: dict[str, Any]) -> int:
        """The number of a question that waits to be asked."""
        made = self._client.post(f"{self._room}/polls?draft=true", headers=bearer(self._host), json=question).json()
        assert made["state"] == "draft"
        number: int = made["poll"]
        return number

    def drop(self, poll: int) -> None:
        assert self._client.delete(f"{self._room}/polls/{poll}", headers=bearer(self._host)).status_code == 204

    def live(self, question: dict[str, Any], answer: Any, draft: int | None = None) -> None:
        """A question from the asking to the closing; windows are open meanwhile."""
        if draft is None:
            asked = self._client.post(f"{self._room}/polls", headers=bearer(self._host), json=question).json()
        else:
            asked = self._client.patch(f"{self._room}/polls/{draft}", headers=bearer(self._host), json={"state": "open"}).json()
        poll = asked["poll"]
        with contextlib.ExitStack() as windows:
            open_windows = {
                name: windows.enter_context(self._window(token=token, **HELLOS[name]))
                for name, token in (
                    *(("screen", self._host), ("covered", self._host), ("remote", self._remote)),
                    ("screen with a key", self._screen),
                )
            }
            self._call("PUT", f"/polls/{poll}/answer", self._student, {"answer": answer})
            for name, socket in open_windows.items():
                tally: Any = None
                while tally is None or tally["tally"]["answered"] < 1:
                    message = socket.receive_json()
                    tally = message if message["type"] == "tally" else tally
                self._note(name, json.dumps(tally))
        self.look("open")
        for state in ("discuss", "open", "closed"):
            self._call("PATCH", f"/polls/{poll}", self._host, {"state": state})
            self._call("GET", f"/polls/{poll}/answer", self._student)
            self.look(state)
        self.poll = poll

    def reveal(self) -> None:
        self._call("PATCH", f"/polls/{self.poll}", self._host, {"state": "revealed"})
        self.look("revealed")


@pytest.mark.parametrize("kind", QUESTIONS)
def test_nothing_that_is_sent_before_the_reveal_depends_on_what_is_right(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    questions, expected, answer = QUESTIONS[kind]
    polls: PollService = client.app.state.parts.polls  # type: ignore[attr-defined]
    worlds = []
    inner = polls._dispatcher
    for question, changed in zip(questions, expected, strict=True):
        monkeypatch.setattr(polls, "_dispatcher", Swapped(inner, changed))
        world = World(client)
        world.live(question, answer)
        worlds.append(world)
    one, other = (world.received for world in worlds)
    for name in (*HELLOS, "replies"):
        assert one[name] == other[name], name
        assert one[name], "something was sent"
    if kind != "formula":  # of it the words alone differ
        assert one["peeking"] != other["peeking"], "who asks for it sees it"
    for world in worlds:
        world.reveal()
    assert all(one[name] != other[name] for name in HELLOS)


BESIDE: dict[str, tuple[list[dict[str, Any]], Any]] = {
    "choice": ([CHOICE | {"correct": [0]}, CHOICE | {"correct": [1]}], [0]),
    "given": ([GIVEN | {"correct": 3}, GIVEN | {"correct": 4}], "3"),
}


@pytest.mark.parametrize("stage", ["lesson", "studio"])
@pytest.mark.parametrize("kind", BESIDE)
def test_nothing_that_is_sent_of_a_question_beside_a_lesson_depends_on_what_is_right(
    client: TestClient, kind: str, stage: str
) -> None:
    questions, answer = BESIDE[kind]
    worlds = []
    for question in questions:
        world = World(client, stage)
        world.live(question, answer)
        worlds.append(world)
    one, other = (world.received for world in worlds)
    for name in (*HELLOS, "replies"):
        assert one[name] == other[name], name
        assert any(question["prompt"] in text for question in questions for text in one[name]), "it was there to be seen"
    assert one["peeking"] != other["peeking"], "who asks for it sees it"
    for world in worlds:
        world.reveal()
    assert all(one[name] != other[name] for name in HELLOS)


def test_what_is_prepared_is_sent_to_nobody_before_it_is_asked(client: TestClient) -> None:
    worlds = []
    for is_prepared in (True, False):
        world = World(client)
        world.look("at first")
        drafts = [world.prepare(each) for each in (NUMBER, CHOICE | {"correct": [1]}, EDGE)] if is_prepared else []
        world.look("prepared")
        if drafts:
            world.drop(drafts[1])
        world.look("deleted")
        world.live(NUMBER, "4", drafts[0] if drafts else None)
        world.reveal()
        worlds.append(world)
    one, other = (world.received for world in worlds)
    for name in (*HELLOS, "replies"):
        assert one[name] == other[name], name
        assert one[name], "something was sent"


def test_a_tab_is_covered_until_it_peeks_and_a_screen_never_does(client: TestClient) -> None:
    opened = client.post("/api/v1/rooms", json={"view": {"program": "a=2\nb=3\nL=a*b+a"}}).json()
    room, host = f"/api/v1/rooms/{opened['code']}", bearer(opened["host_token"])
    student = client.post(f"{room}/guests", json={}).json()["token"]
    poll = client.post(f"{room}/polls", headers=host, json=NUMBER).json()["poll"]
    client.put(f"{room}/polls/{poll}/answer", headers=bearer(student), json={"answer": "4"})

    def counts(socket: WebSocketTestSession, on: bool) -> Any:
        socket.send_text(json.dumps({"type": "peek", "on": on, "request": 1}))
        found = []
        while (message := socket.receive_json()).get("request") != 1:
            found += [message["tally"]] if message["type"] == "tally" else []
        return found[-1] if message["type"] == "stored" else message["problems"][0]["code"]

    with client.websocket_connect(f"{room}/live") as tab:
        tab.send_text(json.dumps({"type": "hello", "token": opened["host_token"], "peek": False}))
        covered, peeking, again = counts(tab, on=False), counts(tab, on=True), counts(tab, on=False)
        assert (covered["answered"], covered["correct"], covered["groups"]) == (1, None, [])
        assert (peeking["correct"], len(peeking["groups"])) == (1, 1)
        assert again == covered
    with client.websocket_connect(f"{room}/live") as screen:
        screen.send_text(json.dumps({"type": "hello", "token": opened["host_token"], "watching": True}))
        assert counts(screen, on=True) == "host-only"


ASKED = {
    "choice": ("- [x] one\n  - Because.\n- [ ] other\n  - No.", "- [ ] one\n  - Because.\n- [x] other\n  - No."),
    "number of=grad(a)": ("- [x] yes\n  - Because.\n- `grad(b)`\n  - No.", "- [x] yes\n  - Else.\n- `a`\n  - Never."),
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_page_of_a_lesson_in_class_is_the_same_whatever_is_right(client: TestClient, kind: str) -> None:
    pages = []
    for answers in ASKED[kind]:
        text = small_lesson("T", "One", f"```question kind={kind} hint=look\nWhich?\n\n{answers}\n```\n")
        lesson = Lesson(client, text)
        ada = lesson.join("Ada")
        remote = client.post(f"/api/v1/rooms/{lesson.code}/remotes", headers=bearer(lesson.host)).json()["token"]
        sent = [lesson.ask("GET", path, token).text for path, token in (("/pages/1", ada), ("/pages/1?shown=true", lesson.host))]
        screen = client.post(f"/api/v1/rooms/{lesson.code}/keys", headers=bearer(lesson.host), json={"kind": "screen"}).json()
        sent += [lesson.ask("GET", "/pages/1", token).text for token in (remote, screen["token"])]
        for page in sent:
            questions = [part["html"] for part in json.loads(page)["parts"] if "data-question" in part["html"]]
            assert len(questions) == 1
            for word in ("answer", "right", "mistakes", "Because", "Never", "thought"):
                assert word not in questions[0]
        pages.append([re.sub(r'"figures":\d+', "", page) for page in sent])
    assert pages[0] == pages[1]
