"""A class from its opening to its end, and what teachers see of a database that the server of an older release left behind.

python -m tests.app.classroom.transcript    writes both again: only where what the server says is meant to change

`database.sql` is as that server wrote it: a class for each state of a question, with practice and a lesson.
"""

import contextlib
import json
import random
import re
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from backpass.app.main import create_app
from backpass.app.settings import Settings
from tests.lessons import small_lesson

FOLDER = Path(__file__).parent / "recorded"
TRANSCRIPT, DATABASE, ANSWERS = FOLDER / "class.txt", FOLDER / "database.sql", FOLDER / "database.txt"

PROGRAM = {"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "position": 0}
LESSON = small_lesson(
    "Slopes",
    "One",
    """```question kind=number of=grad(a) predict
What is the gradient of `a`?

- `a`
  - That is its value.
```

Behind the gate.

```notes
For the teacher.
```

## Two

```question kind=choice
Which?

- [ ] the left one
- [x] the right one
  - Because.
```
""",
)

_PING, _PONG = '{"type": "ping", "request": 900}', {"type": "pong", "request": 900}
_ALWAYS_NEWEST = ("tally", "practice", "lesson", "count")
"""Of these only the newest matters: how many come on the way depends on the moment, as it does of students."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\d")
_QUIET_SECONDS, _COUNTED_SECONDS = 0.8, 1.4


@contextlib.contextmanager
def foreseeable() -> Iterator[None]:
    """Codes, tokens and seeds that are the same each time."""
    source = random.Random(1)

    def text(count: int = 9) -> str:
        return "".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=2 * count))

    replaced = {"token_urlsafe": text, "token_hex": text, "choice": source.choice}
    with contextlib.ExitStack() as ends:
        for name, instead in replaced.items():
            ends.enter_context(patch.object(secrets, name, instead))
        yield


class Transcript:
    """What pages of a class say to the server and hear from it, in the order of the script."""

    def __init__(self, client: TestClient) -> None:
        self.lines: list[str] = []
        self._client = client
        self._windows: dict[str, WebSocketTestSession] = {}
        self._tokens: dict[str, str] = {"": ""}
        self._room = ""
        self._heard: dict[str, _Heard] = {}

    def name(self, who: str, token: str) -> None:
        """Who asks with this token."""
        self._tokens[who] = token

    def enter(self, code: str) -> None:
        """Addresses are those of this room from now on."""
        self._room = f"/api/v1/rooms/{code}"

    def _note(self, who: str, sign: str, text: str) -> None:
        self.lines.append(f"{who or 'anybody'} {sign} {_TIME.sub('TIME', text)}".rstrip())

    def call(self, who: str, method: str, path: str, body: object = None, language: str = "en") -> Any:
        """A request over HTTP."""
        self._note(who, ">", f"{method} {path} {'' if body is None else json.dumps(body)}")
        headers = {"accept-language": language}
        if self._tokens[who]:
            headers["authorization"] = f"Bearer {self._tokens[who]}"
        answer = self._client.request(method, f"{self._room}{path}", json=body, headers=headers)
        is_json = answer.headers.get("content-type", "").startswith(("application/json", "application/problem+json"))
        for line in [answer.text] if is_json else answer.text.splitlines() or [""]:
            self._note(who, "<", f"{answer.status_code} {line}")
        self._listen()
        return answer.json() if is_json else None

    def open(self, ends: contextlib.ExitStack, window: str, who: str, **hello: object) -> None:
        """A window of somebody connects."""
        socket = ends.enter_context(self._client.websocket_connect(f"{self._room}/live"))
        self._windows[window] = socket
        self._heard[window] = _Heard()
        self.say(window, {"type": "hello", "token": self._tokens[who]} | hello)

    def say(self, window: str, message: dict[str, Any]) -> None:
        """A live message of a page."""
        self._note(window, ">", json.dumps(message))
        self._windows[window].send_text(json.dumps(message))
        self._listen()

    def settle(self, seconds: float = _QUIET_SECONDS) -> None:
        """Everything is sent that the server sends a moment later; then it is written down what each window was sent."""
        time.sleep(seconds)
        self._listen()
        for window, heard in self._heard.items():
            for text in heard.lines():
                self._note(window, "<", text)
        self._heard = {window: _Heard() for window in self._windows}

    def _listen(self) -> None:
        """All messages up to now, of every window."""
        for window, socket in list(self._windows.items()):
            try:
                socket.send_text(_PING)
                while json.loads(text := socket.receive_text()) != _PONG:
                    self._heard[window].take(text)
            except WebSocketDisconnect as gone:
                self._heard[window].take(f'{{"type":"closed with {gone.code}"}}')
                del self._windows[window]


@dataclass
class _Heard:
    """What one window was sent since it was last written down."""

    kept: list[str] = field(default_factory=list)
    newest: dict[str, str] = field(default_factory=dict)
    students: dict[int, Any] = field(default_factory=dict)

    def take(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] in _ALWAYS_NEWEST:
            self.newest[message["type"]] = text
        elif message["type"] == "guests":
            self.students |= {each["guest"]: each for each in message["joined"] + message["changed"]}
            self.students |= dict.fromkeys(message["left"])
        else:
            self.kept.append(text)

    def lines(self) -> list[str]:
        newest = [self.newest[kind] for kind in sorted(self.newest)]
        return [*self.kept, *newest, *(f"student {each}: {json.dumps(self.students[each])}" for each in sorted(self.students))]


def _asked(class_: Transcript, poll: int, question: dict[str, Any], answers: dict[str, Any], language: str = "en") -> None:
    """A question from the asking to the reveal, with a discussion."""
    class_.call("teacher", "POST", "/polls", question)
    for who, answer in answers.items():
        class_.call(who, "PUT", f"/polls/{poll}/answer", {"answer": answer}, language)
    class_.settle()
    class_.call("teacher", "GET", "/polls?shown=true")
    for state in ("discuss", "open"):
        class_.call("teacher", "PATCH", f"/polls/{poll}", {"state": state})
    who, answer = next(iter(answers.items()))
    class_.call("Cleo", "PUT", f"/polls/{poll}/answer", {"answer": answer})
    for state in ("closed", "revealed"):
        class_.call("teacher", "PATCH", f"/polls/{poll}", {"state": state})
    class_.call(who, "GET", f"/polls/{poll}/answer")
    class_.settle()


def _questions(class_: Transcript) -> None:
    number = {"type": "number", "node": 0, "quantity": "gradient"}
    _asked(class_, 1, number, {"Ada": "3", "Ben": "4", "Cleo": "eleven"})
    _asked(class_, 2, {"type": "formula", "node": 0}, {"Ada": "b + 1", "Ben": "b", "Cleo": "a +"})
    _asked(class_, 3, {"type": "choice", "choices": ["grows", "shrinks"], "correct": [0]}, {"Ada": [1], "Ben": [0]})
    _asked(class_, 4, {"type": "edge", "position": 3}, {"Ada": 0, "Ben": 2})
    class_.call("teacher", "POST", "/polls", {"type": "text", "prompt": "Why?"})
    class_.call("Ada", "PUT", "/polls/5/answer", {"answer": "The product rule."})
    class_.call("teacher", "PATCH", "/polls/5/answers", {"answers": ["the product rule."], "starred": True, "group": "rule"})
    class_.call("teacher", "PATCH", "/polls/5", {"state": "revealed"})
    class_.settle()
    class_.call("teacher", "PATCH", "/polls/5", {"state": "over"})
    class_.call("teacher", "DELETE", "/polls/4")
    class_.call("teacher", "GET", "/polls")
    class_.settle()


def _practice(class_: Transcript) -> None:
    class_.call("teacher", "POST", "/practice", {"count": 2, "level": 1})
    class_.call("Ada", "GET", "/practice")
    for answer in ("0", "0", "four", "-3"):
        class_.call("Ada", "PUT", "/practice/1/answer", {"answer": answer})
    class_.settle()
    class_.call("teacher", "GET", "/practice")
    class_.call("teacher", "DELETE", "/practice")


def _lesson(class_: Transcript) -> None:
    class_.call("teacher", "PUT", "/lesson", {"text": LESSON})
    for who in ("teacher", "Ada"):
        class_.call(who, "GET", "/lesson/pages/1")
    class_.call("Ada", "PUT", "/lesson/place", {"page": 1})
    class_.call("Ada", "PUT", "/lesson/answers/1.2", {"text": "2"})
    class_.call("Ada", "PUT", "/lesson/answers/1.2", {"text": "5", "value": 1})
    class_.call("Ben", "PUT", "/lesson/answers/1.2", {"text": "10"})
    class_.call("Ben", "PUT", "/lesson/answers/2.2", {"text": "0"})
    class_.call("remote", "PATCH", "/lesson", {"page": 2})
    class_.call("Ben", "PUT", "/lesson/answers/2.1", {"text": "0"})
    class_.settle()
    class_.call("teacher", "PATCH", "/lesson", {"reveal": "2.1"})
    class_.call("Cleo", "PUT", "/lesson/answers/2.1", {"text": "1"})
    class_.call("teacher", "PATCH", "/lesson", {"compare": {"question": "2.1", "students": [2, 3]}})
    class_.settle()
    for path in ("", "/answers/1.2", "/answers/2.1/students", "/students/1", "/results", "/results?format=csv"):
        class_.call("teacher", "GET", f"/lesson{path}")
    class_.call("Ada", "GET", "/lesson")


def recorded(client: TestClient) -> str:
    """A class of a teacher, three students, a wall and a phone as remote control, from its opening to its end."""
    class_ = Transcript(client)
    class_.enter("")
    opened = client.post("/api/v1/rooms", json={"title": "A class", "view": PROGRAM}).json()
    class_.enter(opened["code"])
    class_.name("teacher", opened["host_token"])
    for who in ("Ada", "Ben", "Cleo"):
        class_.name(who, class_.call("", "POST", "/guests", {"nickname": who})["token"])
    class_.name("remote", class_.call("teacher", "POST", "/remotes")["token"])
    class_.call("", "GET", "")
    with contextlib.ExitStack() as ends:
        class_.open(ends, "desk", "teacher", tab="desk")
        class_.open(ends, "lectern", "teacher", tab="lectern", peek=False)
        class_.open(ends, "wall", "teacher", tab="wall", watching=True)
        class_.open(ends, "remote", "remote", tab="phone")
        for who in ("Ada", "Ben", "Cleo"):
            class_.open(ends, who, who)
        class_.settle(_COUNTED_SECONDS)
        class_.say("desk", {"type": "show", "changes": {"position": 2}, "request": 1})
        class_.settle()
        class_.say("Ada", {"type": "explored", "changes": {"inputs": {"a": 5}}, "request": 2})
        class_.say("Ben", {"type": "lost", "lost": True, "request": 3})
        class_.say("Cleo", {"type": "following", "following": False, "request": 4})
        class_.say("remote", {"type": "press", "button": "next", "request": 5})
        class_.settle()
        class_.say("desk", {"type": "feature", "guest": 1, "request": 6})
        class_.say("desk", {"type": "rename", "guest": 2, "nickname": "Benjamin", "request": 7})
        class_.say("desk", {"type": "clear_lost", "request": 8})
        class_.say("remote", {"type": "settings", "changes": {"paused": True}, "request": 9})
        class_.say("desk", {"type": "settings", "changes": {"paused": False, "mode": "explore"}, "request": 10})
        class_.say("lectern", {"type": "take_charge", "request": 11})
        class_.say("Ada", {"type": "remove", "guest": 2, "request": 12})
        class_.settle()
        _questions(class_)
        _practice(class_)
        _lesson(class_)
        for path in ("", "?format=csv"):
            class_.call("teacher", "GET", f"/results{path}")
        class_.say("desk", {"type": "remove", "guest": 3, "request": 13})
        class_.settle(_COUNTED_SECONDS)
        class_.call("teacher", "DELETE", "/lesson")
        class_.call("teacher", "DELETE", "")
        class_.settle()
    return "\n".join(class_.lines) + "\n"


STATES = ("open", "discuss", "revealed", "over")
"""The titles of the classes in the database: the states of their questions."""


def read_back(client: TestClient, tokens: dict[str, str]) -> str:
    """What the teachers of these classes see of them."""
    found = []
    for code, token in tokens.items():
        class_ = Transcript(client)
        class_.enter(code)
        class_.name("teacher", token)
        for path in ("", "/polls", "/practice", "/results", "/results?format=csv", "/lesson/results", "/lesson/pages/1"):
            class_.call("teacher", "GET", path)
        found += class_.lines
    return "\n".join(found) + "\n"


@contextlib.contextmanager
def serving(address: str = "sqlite+aiosqlite://") -> Iterator[TestClient]:
    """The application over a database, or one that is forgotten."""
    with foreseeable():
        made = create_app(Settings(database=address))
        with TestClient(made, raise_server_exceptions=False) as client:
            yield client


_TOKEN = re.compile(r"^-- the teacher of (\w+) has the token (\S+)$", re.MULTILINE)


def restored(file: Path) -> dict[str, str]:
    """Makes a database of the recorded one. The teachers' tokens by code."""
    script = DATABASE.read_text(encoding="utf-8")
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)
    return dict(_TOKEN.findall(script))


def main() -> None:
    """Writes what is recorded."""
    with serving() as client:
        TRANSCRIPT.write_text(recorded(client), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept.db"
        tokens = restored(file)
        with serving(f"sqlite+aiosqlite:///{file}") as client:
            ANSWERS.write_text(read_back(client, tokens), encoding="utf-8")


if __name__ == "__main__":
    main()
