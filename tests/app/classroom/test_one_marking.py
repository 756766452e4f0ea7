"""One marking for all: a mistake is kept by its key, and worded for whoever reads; what a prediction keeps closed stays here."""

import json
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from backpass.app.classroom.questions.expected import ExpectedNumber
from backpass.app.classroom.questions.marking import mark
from backpass.app.classroom.questions.schemas import NumberQuestion
from backpass.engine.messages import Text, kept, reworded, say, speaking, spoken
from tests.app.classroom.test_lesson_class import Lesson, bearer
from tests.lessons import small_lesson

PREDICTION = small_lesson(
    "Closed",
    "One",
    """```question kind=number of=grad(a) predict
What is the gradient of `a`?
```

Behind the first: `=grad(b)`.

```question kind=choice predict
Which?

- [x] the right one
- [ ] the left one
```

Behind the second.
""",
)
ALONE = "misconception-one-path-alone"


def in_both(key: str) -> tuple[str, str]:
    with speaking("en"):
        english = str(say(key))
    with speaking("fr"):
        return english, str(say(key))


def test_a_message_is_kept_by_its_key_and_worded_for_its_reader() -> None:
    sentence = kept(say("user-not-finished", user='a "b" ]'))
    with speaking("fr"):
        french = say("user-not-finished", user='a "b" ]')
        assert reworded(sentence) == french
    assert json.loads(spoken(orjson.dumps({"why": [sentence], "é": "a"}).decode(), "fr")) == {"why": [french], "é": "a"}
    assert isinstance(reworded(sentence), Text)
    assert kept("A sentence of a database from before.") == reworded("A sentence of a database from before.")


@pytest.mark.parametrize(
    "typed",
    [
        "\x1f",
        "\x1f[",
        '\x1f["no-such-key",{}]',
        '\x1f["user-not-finished",{}]',
        "\x1f[1,2]",
        "\x1f[[],{}]",
        "\x1f" + "[" * 50_000,
        f'\x1f["docs-found",{{"count":1{"0" * 5_000},"wanted":1}}]',
    ],
)
def test_what_only_looks_kept_stays_a_text(typed: str) -> None:
    assert reworded(typed) == typed[1:]
    assert json.loads(spoken(orjson.dumps([typed]).decode(), "fr")) == [typed[1:]]


def test_of_mistakes_that_are_as_near_the_first_of_the_table_is_named() -> None:
    expected = ExpectedNumber(value=9, mistakes=[(4, "zebra"), (4, "ant"), (4.01, "near")])
    question = NumberQuestion(type="number", tolerance=0.4)
    assert mark(question, expected, "4").misconception == "zebra"
    assert mark(question, expected, "4.009").misconception == "near"
    assert mark(question, expected, "4.1").misconception is None, "recognised as narrowly as it can be typed"


def test_an_english_and_a_french_phone_with_the_same_mistake_are_one_bar(client: TestClient) -> None:
    opened = client.post("/api/v1/rooms", json={"view": {"program": "a=2\nb=3\nL=a*b+a"}}).json()
    room, host = f"/api/v1/rooms/{opened['code']}", opened["host_token"]
    tokens = [client.post(f"{room}/guests", json={}).json()["token"] for _ in range(2)]
    phones = [bearer(token) | {"accept-language": language} for token, language in zip(tokens, ("en", "fr"), strict=True)]
    poll = client.post(f"{room}/polls", headers=bearer(host), json={"type": "number", "node": 0}).json()["poll"]
    for phone, answer in zip(phones, ("1", "1.0"), strict=True):
        client.put(f"{room}/polls/{poll}/answer", headers=phone, json={"answer": answer})
    client.patch(f"{room}/polls/{poll}", headers=bearer(host), json={"state": "revealed"})
    for language, sentence in zip(("en", "fr"), in_both(ALONE), strict=True):
        with client.websocket_connect(f"{room}/live", headers={"accept-language": language}) as window:
            window.send_text(json.dumps({"type": "hello", "token": host}))
            seen: dict[str, Any] = {}
            while {"snapshot", "tally"} - seen.keys():
                message = window.receive_json()
                seen[message["type"]] = message
        shown, counted = seen["snapshot"]["room"]["poll"]["tally"], seen["tally"]["tally"]
        for tally in (shown, counted):
            assert [(group["count"], group["misconception"]) for group in tally["groups"]] == [(2, sentence)]
        asked = client.get(f"{room}/polls", headers=bearer(host) | {"accept-language": language}).json()["polls"][0]
        assert asked["tally"] == counted
        for form in ("json", "csv"):
            results = client.get(f"{room}/results?format={form}", headers=bearer(host) | {"accept-language": language})
            assert results.text.count(sentence.split(",")[0]) >= 2
    worths = [client.get(f"{room}/polls/{poll}/answer", headers=phone).json()["misconception"] for phone in phones]
    assert tuple(worths) == in_both(ALONE)


def test_in_a_lesson_they_are_one_bar_too(client: TestClient) -> None:
    lesson = Lesson(client)
    sentences = []
    for language, name in (("en", "Ada"), ("fr", "Zoé")):
        address = f"/api/v1/rooms/{lesson.code}/lesson/answers/1.2"
        phone = bearer(lesson.join(name)) | {"accept-language": language}
        answered = client.put(address, headers=phone, json={"text": "2"}).json()
        sentences.append(answered["feedback"]["sentence"])
    assert tuple(sentences) == in_both("misconception-own-factor")
    (group,) = lesson.ask("GET", "/answers/1.2", lesson.host).json()["groups"]
    assert (group["count"], group["thought"]) == (2, sentences[0])
    assert lesson.change(reveal="1.2")["revealed"]["1.2"]["groups"] == [group]


def test_what_a_prediction_keeps_closed_comes_with_the_own_answer(client: TestClient) -> None:
    lesson = Lesson(client, PREDICTION)
    ada, bob = lesson.join("Ada"), lesson.join("Bob")

    def parts(token: str, query: str = "") -> list[str]:
        return [part["id"] for part in lesson.ask("GET", f"/pages/1{query}", token).json()["parts"]]

    for token, query in ((ada, ""), (bob, ""), (lesson.host, "?shown=true")):
        page = lesson.ask("GET", f"/pages/1{query}", token).text
        assert "Behind" not in page
        assert "the right one" not in page
    assert parts(lesson.host) == ["1.1", "1.2", "1.3", "1.4", "1.5"]
    lesson.answer(ada, "1.2", 7)
    assert parts(ada) == ["1.1", "1.2", "1.3", "1.4"], "up to the next prediction"
    assert parts(bob) == ["1.1", "1.2"]
    lesson.answer(ada, "1.4", 0)
    assert "Behind the second" in lesson.ask("GET", "/pages/1", ada).text
    lesson.change(reveal="1.2")
    for token, query in ((bob, ""), (lesson.host, "?shown=true")):
        assert parts(token, query) == ["1.1", "1.2", "1.3", "1.4"], "what is shown to all is open"
    lesson.change(hide="1.2")
    assert parts(bob) == ["1.1", "1.2"]


def test_a_screen_has_all_of_a_page_that_the_class_has_passed(client: TestClient) -> None:
    lesson = Lesson(client, f"{PREDICTION}\n## Two\n\nMore.\n")
    remote = client.post(f"/api/v1/rooms/{lesson.code}/remotes", headers=bearer(lesson.host)).json()["token"]
    ada = lesson.join("Ada")
    for token, query in ((lesson.host, "?shown=true"), (remote, "")):
        assert "Behind" not in lesson.ask("GET", f"/pages/1{query}", token).text
    lesson.change(page=2)
    lesson.change(page=1)
    for token, query in ((lesson.host, "?shown=true"), (remote, "")):
        assert "Behind the second" in lesson.ask("GET", f"/pages/1{query}", token).text
    assert "Behind" not in lesson.ask("GET", "/pages/1", ada).text
