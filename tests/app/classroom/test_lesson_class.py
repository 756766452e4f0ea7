"""A lesson in class over HTTP and the live channel: pace, answers, the dashboard, what students see, restarts, downloads."""

import asyncio
import csv
import io
from typing import Any

import httpx2
import pytest
from sqlalchemy import delete
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from backpass.app.classroom.questions import lesson_store
from backpass.app.classroom.questions.tables import LessonRow, QuestionRow
from backpass.app.classroom.store import refusal
from backpass.engine import Code
from tests.app.classroom.questions.test_moderation import WHY
from tests.app.classroom.questions.test_polls import ask, give
from tests.classroom import Member
from tests.lessons import small_lesson
from tests.school import Class, School

LESSON = small_lesson(
    "In class",
    "One",
    """```question kind=number of=grad(a)
What is the gradient of `a`?
```

```notes
Let two neighbours compare: `=grad(a)`. <b>Not</b> markup.
```

## Two

```question kind=choice
Which?

- [ ] the `left` one
- [x] the right one
```

## Three

The end.
""",
)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Lesson:
    """A room with a lesson, as its teacher and students ask."""

    def __init__(self, client: TestClient, text: str = LESSON) -> None:
        self.client = client
        opened = client.post("/api/v1/rooms", json={"title": "T"}).json()
        self.code, self.host = opened["code"], opened["host_token"]
        self.begun = self.ask("PUT", "", self.host, {"text": text})

    def ask(self, method: str, path: str, token: str, body: object = None) -> Any:
        address = f"/api/v1/rooms/{self.code}/lesson{path}"
        return self.client.request(method, address, headers=bearer(token), json=body)

    def join(self, name: str) -> str:
        token: str = self.client.post(f"/api/v1/rooms/{self.code}/guests", json={"nickname": name}).json()["token"]
        return token

    def change(self, **asked: object) -> Any:
        return self.ask("PATCH", "", self.host, asked).json()

    def answer(self, token: str, question: str, value: float | str) -> Any:
        text = value if isinstance(value, str) else f"{value:g}"
        return self.ask("PUT", f"/answers/{question}", token, {"text": text})


@pytest.fixture
def lesson(client: TestClient) -> Lesson:
    return Lesson(client)


def test_a_class_begins_on_the_first_page_together(lesson: Lesson) -> None:
    begun = lesson.begun.json()
    assert begun.pop("begun")
    assert begun == {
        "title": "In class", "pages": 3, "mode": "together", "page": 1, "first": 1, "last": 3, "revealed": {},
        "compared": None, "furthest": 1,
    }  # fmt: skip


def test_a_lesson_of_the_shelf_is_taught_by_its_name(client: TestClient) -> None:
    made = Lesson(client)
    assert made.ask("PUT", "", made.host, {"name": "slope"}).json()["pages"] == 7
    assert made.ask("PUT", "", made.host, {"name": "../../README"}).status_code == 404
    assert made.ask("PUT", "", made.host, {}).status_code == 404


def test_a_lesson_with_a_mistake_is_refused_with_its_place(client: TestClient) -> None:
    refused = Lesson(client, LESSON.replace("L = a*b", "L = a*tanhh(b)")).begun
    assert refused.status_code in {400, 422}
    assert "line 14, column 7" in refused.json()["problems"][0]["message"]


def test_students_see_only_the_pages_that_are_open(lesson: Lesson) -> None:
    ada = lesson.join("Ada")

    def opened(token: str) -> list[int]:
        return [page for page in range(6) if lesson.ask("GET", f"/pages/{page}", token).status_code == 200]

    assert opened(ada) == [1]
    assert opened(lesson.host) == [1, 2, 3]
    lesson.change(page=2)
    assert opened(ada) == [2]
    lesson.change(mode="own", first=2, last=3)
    assert opened(ada) == [2, 3]
    assert lesson.ask("PUT", "/place", ada, {"page": 1}).status_code == 409
    assert lesson.ask("PUT", "/place", ada, {"page": 3}).status_code == 204
    assert lesson.answer(ada, "1.2", 5).status_code == 409
    assert lesson.change(page=99)["page"] == 3
    assert lesson.change(first=3, last=1)["last"] == 3


def test_answers_are_marked_and_come_back_with_their_student(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    first = lesson.answer(ada, "1.2", 2).json()
    assert (first["stored"], first["correct"], first["tries"], first["feedback"]["right"]) == (True, False, 1, None)
    assert "Wrong factor" in first["feedback"]["sentence"], "of mistakes that are as near, the first of the table"
    assert lesson.answer(ada, "1.2", 2).json()["tries"] == 1, "the same once more is no further try"
    second = lesson.answer(ada, "1.2", 5.01).json()
    assert (second["correct"], second["tries"], second["feedback"]["right"]) == (True, 2, {"answer": 5.0, "html": ""})
    own = {"text": "5.01", "right": True, "tries": 2, "feedback": second["feedback"]}
    assert lesson.ask("GET", "", ada).json() == {"page": None, "answers": {"1.2": own}}
    for question in ("1.1", "9.9", "0.1", "1", "1.2.3", "a.b", "1.٣"):
        assert lesson.answer(ada, question, 1).status_code == 404


def test_the_server_reads_what_was_typed_and_believes_no_page(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    believed = lesson.ask("PUT", "/answers/1.2", ada, {"text": "999", "value": 5}).json()
    assert believed["correct"] is False
    for text in ("5", "10/2", "5,0", "= 5", "5.02"):
        assert lesson.answer(ada, "1.2", text).json()["correct"] is True, text
    for text in ("5 apples", "1,000", "", " ", "[5]"):
        assert lesson.answer(ada, "1.2", text).status_code in {400, 422}, text
    lesson.change(page=2)
    for text in ("2", "-1", "1.0", "١", "right"):
        assert lesson.answer(ada, "2.1", text).status_code in {400, 422}, text
    assert lesson.answer(ada, "2.1", "1").json()["correct"] is True


def test_what_is_right_is_told_once_it_was_tried_for_twice(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    assert lesson.answer(ada, "1.2", 7).json()["feedback"]["right"] is None
    assert lesson.answer(ada, "1.2", 8).json()["feedback"]["right"] == {"answer": 5.0, "html": ""}


def test_an_answer_after_what_is_right_was_shown_is_late(lesson: Lesson) -> None:
    ada, bob, eve, dan = (lesson.join(name) for name in ("Ada", "Bob", "Eve", "Dan"))
    lesson.answer(ada, "1.2", 5)
    lesson.answer(eve, "1.2", 7)
    shown = lesson.change(reveal="1.2")
    assert "shown" not in shown
    lesson.answer(bob, "1.2", 5)
    lesson.answer(eve, "1.2", 5)
    lesson.change(hide="1.2")
    lesson.answer(dan, "1.2", 5)
    grid = lesson.ask("GET", "", lesson.host).json()["grid"]
    assert [grid[guest]["marks"]["1.2"] for guest in "1234"] == ["1", "+", "+", "+"]
    results = lesson.ask("GET", "/results", lesson.host).json()["answers"]
    assert {each["nickname"]: each["late"] for each in results} == {"Ada": False, "Bob": True, "Eve": True, "Dan": True}


def test_the_dashboard_is_the_teachers_alone(lesson: Lesson) -> None:
    ada, bob, eve = (lesson.join(name) for name in ("Ada", "Bob", "Eve"))
    lesson.ask("PUT", "/place", ada, {"page": 1})
    lesson.answer(ada, "1.2", 5)
    lesson.answer(bob, "1.2", 2)
    lesson.answer(bob, "1.2", 5)
    lesson.answer(eve, "1.2", 2)
    assert lesson.ask("GET", "", lesson.host).json()["grid"] == {
        "1": {"page": 1, "marks": {"1.2": "1"}},
        "2": {"page": None, "marks": {"1.2": "+"}},
        "3": {"page": None, "marks": {"1.2": "x"}},
    }
    tally = lesson.ask("GET", "/answers/1.2", lesson.host).json()
    assert [(each["label"], each["correct"], each["count"]) for each in tally["groups"]] == [("5", True, 2), ("2", False, 1)]
    assert tally["groups"][1]["thought"]
    for method, path, body in (
        ("GET", "/answers/1.2", None),
        ("GET", "/results", None),
        ("PATCH", "", {"page": 2}),
        ("PUT", "", {"name": "slope"}),
        ("DELETE", "", None),
    ):
        assert lesson.ask(method, path, ada, body).status_code == 403
        assert lesson.ask(method, path, "nobody", body).status_code == 401
    assert set(lesson.ask("GET", "", ada).json()) == {"page", "answers"}
    assert lesson.answer(lesson.host, "1.2", 5).status_code == 403


def test_what_is_revealed_has_words_and_no_names(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    lesson.change(page=2)
    lesson.answer(ada, "2.1", 0)
    revealed = lesson.change(reveal="2.1")["revealed"]
    assert revealed == {
        "2.1": {
            "answered": 1,
            "groups": [{"label": "the left one", "correct": False, "thought": "", "count": 1}],
            "others": 0,
        }
    }
    assert "Ada" not in str(revealed)
    assert lesson.change(hide="2.1")["revealed"] == {}


def test_the_download_has_every_answer_under_the_rooms_names(lesson: Lesson) -> None:
    client = lesson.client
    made_up = client.post(f"/api/v1/rooms/{lesson.code}/guests", json={"nickname": None}).json()
    lesson.answer(made_up["token"], "1.2", 2)
    lesson.ask("PUT", "/answers/1.2", lesson.join("Ada"), {"text": "=exp(2)"})
    found = lesson.ask("GET", "/results", lesson.host).json()
    assert (found["lesson"], found["questions"]) == ("In class", ["1.2", "2.1"])
    assert found["answers"][0]["nickname"] == made_up["nickname"]
    rows = list(csv.DictReader(io.StringIO(lesson.ask("GET", "/results?format=csv", lesson.host).content.decode("utf-8-sig"))))
    assert [(row["student"], row["answer"], row["correct"]) for row in rows] == [("1", "2", "no"), ("2", "'=exp(2)", "no")]
    assert lesson.ask("GET", "/results?format=xml", lesson.host).status_code in {400, 422}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "", {"name": 3}),
        ("PATCH", "", {"mode": "alone"}),
        ("PATCH", "", {"page": 0}),
        ("PATCH", "", {"reveal": "1"}),
        ("PATCH", "", {"unknown": 1}),
    ],
)
def test_what_makes_no_sense_is_refused(lesson: Lesson, method: str, path: str, body: dict[str, object]) -> None:
    assert lesson.ask(method, path, lesson.host, body).status_code in {400, 422}


def test_a_lesson_ends_and_its_answers_stay_in_the_table_of_the_class(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    lesson.answer(ada, "1.2", 2)
    lesson.change(reveal="1.2")
    lesson.answer(ada, "1.2", 5)
    assert lesson.ask("DELETE", "", lesson.host).status_code == 204
    assert lesson.answer(ada, "1.2", 2).status_code == 404
    lesson.ask("PUT", "", lesson.host, {"text": LESSON})
    assert lesson.ask("GET", "", ada).json()["answers"] == {}
    lesson.answer(ada, "1.2", 5)
    lesson.ask("PUT", "/place", ada, {"page": 1})
    room = f"/api/v1/rooms/{lesson.code}/results"
    lessons = lesson.client.get(room, headers=bearer(lesson.host)).json()["lessons"]
    assert [[each["page"] for each in held["students"]] for held in lessons] == [[None], [1]]
    table = lesson.client.get(f"{room}?format=csv", headers=bearer(lesson.host)).content.decode("utf-8-sig")
    rows = [
        tuple(row[name] for name in ("what", "number", "page", "place", "answer", "first", "correct", "tries", "late"))
        for row in csv.DictReader(io.StringIO(table))
    ]
    assert rows == [
        ("lesson", "1", "1", "1.2", "5", "2", "yes", "2", "yes"),
        ("lesson", "2", "1", "1.2", "5", "5", "yes", "1", "no"),
    ]


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")

        async def ask(member: Member, method: str, path: str, body: object) -> Any:
            async with httpx2.AsyncClient(timeout=60) as client:
                address = f"{member.url}/api/v1/rooms/{member.code}/lesson{path}"
                return await client.request(method, address, headers=bearer(member.token), json=body)

        assert (await ask(host, "PUT", "", {"text": LESSON})).status_code == 200
        await until(ada, lambda message: message.get("lesson", {}).get("page") == 1)
        await ask(host, "PATCH", "", {"mode": "own"})
        await until(ada, lambda message: message.get("lesson", {}).get("mode") == "own")
        assert (await ask(ada, "PUT", "/place", {"page": 2})).status_code == 204
        assert (await ask(ada, "PUT", "/answers/2.1", {"text": "1", "value": 1})).json()["correct"]
        await until(host, lambda message: message["type"] == "lesson" and "2.1" in str(message["grid"]))
        received = await ada.told(0.5)
        assert not [message for message in received if message["type"] == "lesson"], "students receive no dashboard"
        for server in school.servers:
            server.kill()
        for server in school.servers:
            await asyncio.to_thread(server.start)
        ada.epoch = None
        await ada.again()
        assert ada.snapshot["room"]["lesson"]["mode"] == "own"
        await host.again()
        await until(host, lambda message: message["type"] == "lesson" and "2.1" in str(message["grid"]))

    school.teach(story)


def test_a_remote_control_presses_buttons_and_pauses(school: School) -> None:
    async def story(room: Class) -> None:
        host = await room.host()
        token = (await asyncio.to_thread(room.call, "POST", "/remotes", 201, room.host_token))["token"]
        remote = Member(school.last, room.code, token, "phone")
        await remote.connect()
        await remote.until("snapshot")
        assert remote.snapshot["you"]["in_charge"] is False
        try:
            assert (await remote.request({"type": "press", "button": "next"}))["type"] == "stored"
            await host.until("press", button="next")
            assert (await remote.request({"type": "settings", "changes": {"paused": True}}))["type"] == "stored"
            while not host.settings["paused"]:
                await host.receive()
            for refused in (
                {"type": "settings", "changes": {"locked": True}},
                {"type": "take_charge"},
                {"type": "remove", "guest": 1},
            ):
                assert (await remote.request(refused))["problems"][0]["code"] == "host-only", refused
            await asyncio.to_thread(room.call, "DELETE", "/remotes", 204, room.host_token)
            assert await remote.closed() == 4403
        finally:
            await remote.leave()

    school.teach(story)


def test_a_remote_control_that_is_displaced_ends_and_none_receives_names(school: School) -> None:
    async def story(room: Class) -> None:
        async def remote() -> Member:
            token = (await asyncio.to_thread(room.call, "POST", "/remotes", 201, room.host_token))["token"]
            made = Member(school.last, room.code, token, token[:8])
            await made.connect()
            await made.until("snapshot")
            return made

        ada = await room.guest("Ada")
        host = await room.host()
        await host.until_guest("Ada")
        oldest, second = await remote(), await remote()
        assert oldest.guests == {}
        try:
            await asyncio.to_thread(room.call, "PUT", "/lesson", 200, room.host_token, {"text": LESSON})
            await asyncio.to_thread(room.call, "PUT", "/lesson/answers/1.2", 200, ada.token, {"text": "2", "value": 2})
            counts = await second.until("lesson", answered={"1.2": 1})
            assert set(counts) == {"type", "answered"}
            poll = await asyncio.to_thread(ask, room, WHY)
            await asyncio.to_thread(give, room, poll["poll"], ada, "my own words")
            tally = await second.until("tally")
            while not tally["tally"]["answered"]:
                tally = await second.until("tally")
            assert tally["tally"]["groups"] == []
            assert "my own words" not in str(second.log)
            for _ in range(7):
                await asyncio.to_thread(room.call, "POST", "/remotes", 201, room.host_token)
            assert await oldest.closed() == 4403
            assert (await second.request({"type": "press", "button": "next"}))["type"] == "stored"
            assert "guests" not in {message["type"] for message in second.log}
        finally:
            await oldest.leave()
            await second.leave()

    school.teach(story)


def test_what_a_removed_student_answered_is_on_no_screen(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")

        async def ask(member: Member, method: str, path: str, body: dict[str, Any]) -> Any:
            status = 200
            return await asyncio.to_thread(room.call, method, f"/lesson{path}", status, member.token, body)

        await ask(host, "PUT", "", {"text": LESSON})
        await ask(ada, "PUT", "/answers/1.2", {"text": "2"})
        await ask(bob, "PUT", "/answers/1.2", {"text": "5", "value": 5})
        shown = await ask(host, "PATCH", "", {"reveal": "1.2", "compare": {"question": "1.2", "students": [1, 2]}})
        assert shown["compared"] == {"question": "1.2", "answers": ["2", "5"]}
        assert (await host.request({"type": "remove", "guest": 1}))["type"] == "stored"
        await until(bob, lambda message: str(message.get("lesson")).count("'answers': ['5']") == 1)
        late = await room.guest("Eve")
        lesson = late.snapshot["room"]["lesson"]
        assert lesson["compared"] == {"question": "1.2", "answers": ["5"]}
        assert [group["label"] for group in lesson["revealed"]["1.2"]["groups"]] == ["5"]
        shown = await ask(host, "PATCH", "", {"compare": {"question": "1.2", "students": [1]}})
        assert shown["compared"] is None

    school.teach(story)


async def until(member: Member, is_it: Any) -> None:
    """Receives until a message fits; those that came before count as well."""
    while not any(map(is_it, member.log)):
        await member.receive()
    member.log.clear()


def test_notes_are_the_teachers_alone(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    own, hers = (lesson.ask("GET", "/pages/1", token).json() for token in (lesson.host, ada))
    assert '<span class="figure" title="grad(a)">5</span>' in own["notes"]
    assert "&lt;b&gt;Not" in own["notes"]
    assert hers["notes"] == ""
    assert "neighbours" not in str(hers)
    assert [part["id"] for part in own["parts"]] == [part["id"] for part in hers["parts"]]


def test_answers_are_shown_side_by_side_without_names(lesson: Lesson) -> None:
    ada, bob, eve = (lesson.join(name) for name in ("Ada", "Bob", "Eve"))
    lesson.answer(ada, "1.2", 2)
    lesson.answer(bob, "1.2", 5)
    asked = lesson.ask("GET", "/answers/1.2/students", lesson.host).json()
    assert asked == [{"student": 1, "answer": "2", "correct": False}, {"student": 2, "answer": "5", "correct": True}]
    assert lesson.change(compare={"question": "1.2", "students": [2, 1, 3]})["compared"] == {
        "question": "1.2", "answers": ["5", "2"]
    }  # fmt: skip
    assert lesson.change(page=2)["compared"] is not None
    assert lesson.change(compare={"question": "1.2", "students": []})["compared"] is None
    lesson.answer(eve, "2.1", 0)
    assert lesson.answer(eve, "2.1", 0).status_code == 200
    assert lesson.change(compare={"question": "2.1", "students": [3]})["compared"]["answers"] == ["the left one"]
    for wrong in ({"question": "9.9", "students": []}, {"question": "1.2", "students": [0]}, {"question": "1.2"}):
        assert lesson.ask("PATCH", "", lesson.host, {"compare": wrong}).status_code in {400, 404, 422}
    for token in (ada, eve):
        assert lesson.ask("GET", "/answers/1.2/students", token).status_code == 403


def test_an_answer_is_marked_by_the_lesson_that_has_begun_since(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    assert lesson.answer(ada, "1.2", 5).json()["correct"]
    lesson.ask("PUT", "", lesson.host, {"text": LESSON.replace("b = 5", "b = 6")})
    assert not lesson.answer(ada, "1.2", 5).json()["correct"]
    assert lesson.answer(ada, "1.2", 6).json()["correct"]
    lesson.ask("DELETE", "", lesson.host)
    assert lesson.answer(ada, "1.2", 6).status_code == 404


def test_the_teacher_opens_a_students_page(lesson: Lesson) -> None:
    ada, bob = lesson.join("Ada"), lesson.join("Bob")
    lesson.answer(ada, "1.2", 2)
    lesson.ask("PUT", "/place", ada, {"page": 1})
    seen = lesson.ask("GET", "/students/1", lesson.host).json()
    assert (seen["page"], seen["answers"]["1.2"]["text"], seen["answers"]["1.2"]["right"]) == (1, "2", False)
    assert lesson.ask("GET", "/students/1", bob).status_code == 403
    for number in ("0", "-1", "x", "9" * 30):
        assert lesson.ask("GET", f"/students/{number}", lesson.host).status_code in {404, 422, 400}


def test_a_remote_control_leads_and_can_do_nothing_else(lesson: Lesson) -> None:
    ada = lesson.join("Ada")
    remotes = f"/api/v1/rooms/{lesson.code}/remotes"
    assert lesson.client.post(remotes, headers=bearer(ada)).status_code == 403
    remote = lesson.client.post(remotes, headers=bearer(lesson.host)).json()["token"]
    assert lesson.ask("PATCH", "", remote, {"page": 2}).json()["page"] == 2
    assert lesson.ask("GET", "/pages/3", remote).status_code == 200
    for path in ("", "/results", "/students/1", "/answers/1.2", "/answers/1.2/students"):
        assert lesson.ask("GET", path, remote).status_code == 403, path
    compared = {"compare": {"question": "1.2", "students": [1]}}
    assert lesson.ask("PATCH", "", remote, compared).status_code == 403
    practice = f"/api/v1/rooms/{lesson.code}/practice"
    assert lesson.client.get(practice, headers=bearer(remote)).status_code == 403
    assert lesson.ask("PUT", "", remote, {"name": "slope"}).status_code == 403
    assert lesson.ask("DELETE", "", remote).status_code == 403
    assert lesson.ask("PUT", "/place", remote, {"page": 1}).status_code == 403
    room = f"/api/v1/rooms/{lesson.code}"
    assert lesson.client.delete(room, headers=bearer(remote)).status_code == 403
    assert lesson.client.post(remotes, headers=bearer(remote)).status_code == 403
    assert lesson.client.delete(remotes, headers=bearer(remote)).status_code == 403
    assert lesson.client.delete(remotes, headers=bearer(lesson.host)).status_code == 204
    assert lesson.ask("PATCH", "", remote, {"page": 1}).status_code == 401


def test_a_room_has_no_more_remote_controls_than_a_few(lesson: Lesson) -> None:
    remotes = f"/api/v1/rooms/{lesson.code}/remotes"
    made = [lesson.client.post(remotes, headers=bearer(lesson.host)).json()["token"] for _ in range(9)]
    answers = [lesson.ask("PATCH", "", token, {"page": 1}).status_code for token in made]
    assert answers == [401, *[200] * 8]


def test_questions_that_could_not_be_read_at_the_start_are_read_when_somebody_answers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lesson that began on a server of before step 0009, on a server whose workers are busy at first."""
    lesson = Lesson(client)
    ada = lesson.join("Ada")
    teaching = client.app.state.parts.teaching  # type: ignore[attr-defined]

    def as_that_step_leaves_it(session: Session) -> None:
        row = session.get_one(LessonRow, (lesson.code, 1))
        row.state = row.state | {lesson_store.UNREAD: True}
        session.execute(delete(QuestionRow).where(QuestionRow.room == lesson.code))

    async def busy(_text: str) -> None:
        raise refusal(Code.WORKER_LOST, "The workers are busy.", "Wait.")

    assert client.portal is not None
    client.portal.call(teaching._rooms.write, as_that_step_leaves_it)
    with monkeypatch.context() as patch:
        patch.setattr(teaching, "_lesson", busy)
        client.portal.call(teaching.remark)
        early = lesson.ask("PUT", "/answers/1.2", ada, {"text": "3"})
        assert early.status_code == 503, "the page keeps the answer and sends it again"
        assert lesson.ask("GET", "/answers/1.2", lesson.host).status_code == 503
    write = teaching._rooms.write

    async def write_early(job: Any) -> Any:
        """Another answer has the questions read a moment later."""
        try:
            return await write(job)
        finally:
            await teaching.remark()

    monkeypatch.setattr(teaching._rooms, "write", write_early)
    stored = lesson.ask("PUT", "/answers/1.2", ada, {"text": "3"}).json()
    assert stored["stored"]
    assert lesson.ask("PUT", "/answers/1.9", ada, {"text": "3"}).status_code == 404, "there is none of that name"
    assert list(lesson.ask("GET", "", ada).json()["answers"]) == ["1.2"]
