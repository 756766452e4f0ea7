"""Questions that a teacher prepares, and countdowns: asked by a call, closed by the server, seen by nobody before."""

import time

import pytest

from tests.app.classroom.questions.test_polls import COURSE, GRADIENT, ask, give, history, set_state
from tests.classroom import Member, Message, call
from tests.school import Class, School

KINDS: list[Message] = [
    GRADIENT,
    {"type": "formula", "node": 0},
    {"type": "choice", "choices": ["sum", "product"], "correct": [1], "prompt": "Which?"},
    {"type": "edge", "position": 8},
    {"type": "text", "prompt": "Why?"},
]


def prepare(room: Class, question: Message, status: int = 201) -> Message:
    return call(room.url, "POST", f"/rooms/{room.code}/polls?draft=true", question, token=room.host_token, status=status)


def drafts(room: Class) -> list[Message]:
    polls: list[Message] = call(room.url, "GET", f"/rooms/{room.code}/polls?state=draft", token=room.host_token)["polls"]
    return polls


def open_for(room: Class, poll: int, seconds: float, status: int = 200) -> Message:
    body = {"state": "open", "seconds": seconds}
    return call(room.url, "PATCH", f"/rooms/{room.code}/polls/{poll}", body, token=room.host_token, status=status)


def delete(room: Class, poll: int) -> None:
    call(room.url, "DELETE", f"/rooms/{room.code}/polls/{poll}", token=room.host_token, status=204)


async def until_state(member: Member, state: str) -> Message:
    """The poll once it is in this state."""
    while True:
        poll = (await member.until("changes")).get("poll")
        if poll and poll["state"] == state:
            found: Message = poll
            return found


def test_prepared_questions_of_every_kind_are_asked_one_by_one(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        first = ask(room, GRADIENT)["poll"]
        prepared = [prepare(room, each) for each in KINDS]
        assert [each["state"] for each in prepared] == ["draft"] * len(KINDS)
        assert drafts(room) == prepared
        assert [each["poll"] for each in history(room)] == [first]
        school.restart()
        assert drafts(room) == prepared
        for each in reversed(prepared):
            asked = set_state(room, each["poll"], "open")
            assert (asked["poll"], asked["state"], asked["answered"]) == (each["poll"], "open", 0)
        assert drafts(room) == []
        # In the order in which they were asked, not prepared.
        order = [first, *(each["poll"] for each in reversed(prepared))]
        assert [each["poll"] for each in history(room)] == order
        results = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)
        assert [each["poll"] for each in results["polls"]] == order
        assert set_state(room, prepared[0]["poll"], "open")["poll"] == prepared[0]["poll"], "once more changes nothing"
        give(room, prepared[0]["poll"], ada, "31")
        assert set_state(room, prepared[0]["poll"], "revealed")["tally"]["correct"] == 1

    school.teach(story, view=COURSE)


def test_prepared_questions_are_asked_in_the_order_that_the_teacher_gives_them(school: School) -> None:
    async def story(room: Class) -> None:
        one, two, three = [prepare(room, {"type": "text", "prompt": each})["poll"] for each in ("1", "2", "3")]

        def move(poll: int, place: int, status: int = 200) -> Message:
            body = {"state": "draft", "place": place}
            return call(room.url, "PATCH", f"/rooms/{room.code}/polls/{poll}", body, token=room.host_token, status=status)

        assert move(three, 0)["state"] == "draft"
        assert [each["poll"] for each in drafts(room)] == [three, one, two]
        move(three, 99)
        move(two, 0)
        school.restart()
        four = prepare(room, {"type": "text", "prompt": "4"})["poll"]
        assert [each["poll"] for each in drafts(room)] == [two, one, three, four], "a new one comes last"
        set_state(room, two, "open")
        assert [each["poll"] for each in drafts(room)] == [one, three, four]
        assert move(two, 0, status=404)["problems"][0]["code"] == "not-found", "it has been asked"
        for body in ({"state": "draft"}, {"state": "open", "place": 1}, {"state": "draft", "place": -1}):
            call(room.url, "PATCH", f"/rooms/{room.code}/polls/{one}", body, token=room.host_token, status=400)

    school.teach(story, view=COURSE)


def test_what_is_right_belongs_to_the_stage_of_the_moment(school: School) -> None:
    async def story(room: Class) -> None:
        host = await room.host()
        draft = prepare(room, GRADIENT)
        unfit = prepare(room, {"type": "number", "node": 6})
        await host.request({"type": "show", "changes": {"program": "u = 3\nu*u", "position": 0}})
        refused = call(
            room.url, "PATCH", f"/rooms/{room.code}/polls/{unfit['poll']}", {"state": "open"}, token=room.host_token, status=422
        )
        assert refused["problems"][0]["code"] == "not-askable"
        assert drafts(room) == [draft, unfit], "it is kept"
        assert history(room) == []
        assert set_state(room, draft["poll"], "open")["question"]["prompt"] == "What is the gradient of `u`?"
        (asked,) = history(room)
        assert (asked["expected"], asked["about"]["program"]) == (6.0, "u = 3\nu*u")

    school.teach(story, view=COURSE)


def test_a_draft_can_be_asked_or_deleted_by_the_teacher_alone(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        path = f"/rooms/{room.code}"
        draft = prepare(room, GRADIENT)["poll"]
        for state in ("closed", "revealed", "discuss", "over"):
            assert set_state(room, draft, state, status=422)["problems"][0]["code"] == "not-askable"
        remote = call(room.url, "POST", f"{path}/remotes", token=room.host_token, status=201)["token"]
        screen = call(room.url, "POST", f"{path}/keys", {"kind": "screen"}, token=room.host_token, status=201)["token"]
        for token in (ada.token, remote, screen):
            for method, where, body in (
                ("GET", "/polls?state=draft", None),
                ("POST", "/polls?draft=true", GRADIENT),
                ("PATCH", f"/polls/{draft}", {"state": "open"}),
                ("PATCH", f"/polls/{draft}", {"state": "draft", "place": 0}),
                ("DELETE", f"/polls/{draft}", None),
            ):
                assert call(room.url, method, path + where, body, token=token, status=403)["problems"][0]["code"] == "host-only"
        # To a student it is no other than a number that nobody has used.
        for number in (draft, 2_000_000):
            answer = give(room, number, ada, "31", status=404)["problems"][0]
            assert answer["message"] == f"There is no poll {number} in this room."
            call(room.url, "GET", f"{path}/polls/{number}/answer", token=ada.token, status=404)
        delete(room, draft)
        assert drafts(room) == []
        assert prepare(room, GRADIENT)["poll"] > draft, "a number is never used again"

    school.teach(story, view=COURSE)


def test_what_cannot_be_prepared_is_refused_by_name(school: School) -> None:
    async def story(room: Class) -> None:
        path, token = f"/rooms/{room.code}/polls", room.host_token
        unfit = call(room.url, "POST", f"{path}?draft=true&seconds=60", GRADIENT, token=token, status=400)
        assert "asked now" in unfit["problems"][0]["message"]
        prepare(room, {"type": "choice", "choices": ["one"]}, status=400)
        poll = ask(room, GRADIENT)["poll"]
        for seconds in (4, 3_601):
            open_for(room, poll, seconds, status=400)
        late = call(room.url, "PATCH", f"{path}/{poll}", {"state": "closed", "seconds": 60}, token=token, status=400)
        assert "countdown" in late["problems"][0]["message"]
        assert late["problems"][0]["field"] == "seconds"
        given = {"type": "number", "quantity": "given", "prompt": "How many?", "correct": 3, "node": 0}
        assert "belongs to no node" in prepare(room, given, status=400)["problems"][0]["message"]
        for _ in range(100):
            prepare(room, {"type": "text"})
        assert prepare(room, GRADIENT, status=413)["problems"][0]["message"].startswith("At most 100 questions")

    school.teach(story, view=COURSE)


def test_a_countdown_closes_the_question_once_with_the_teacher_away(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        before = ada.revision or 0
        asked = call(room.url, "POST", f"/rooms/{room.code}/polls?seconds=5", GRADIENT, token=room.host_token, status=201)
        poll, begun = asked["poll"], time.monotonic()
        left = await ada.until("left", poll=poll)
        assert 3 < left["seconds"] <= 5
        give(room, poll, ada, "21")
        closed = await until_state(ada, "closed")
        assert 4.5 < time.monotonic() - begun < 10
        assert "closes" in asked
        assert "closes" not in closed
        assert give(room, poll, ada, "31", status=409)["problems"][0]["code"] == "poll-closed"
        # Every process looks after it, and one of them closes it: asked and closed are two changes.
        later = [each for each in await ada.told(2) if each["type"] == "changes"]
        assert (later, ada.revision) == ([], before + 2)
        again = set_state(room, poll, "open")
        assert "closes" not in again, "opened again it stays open"
        give(room, poll, ada, "31")

    school.teach(story, view=COURSE)


def test_a_countdown_ends_though_every_server_was_killed_in_the_middle(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        draft = prepare(room, GRADIENT)["poll"]
        assert "closes" in open_for(room, draft, 6)
        school.restart()
        await ada.again()
        assert 0 <= (await ada.until("left", poll=draft))["seconds"] < 6
        await until_state(ada, "closed")
        give(room, draft, ada, "31", status=409)
        school.restart()
        assert [each["state"] for each in history(room)] == ["closed"]

    school.teach(story, view=COURSE)


@pytest.mark.parametrize("change", ["discuss", "closed", "revealed", "over", "open"])
def test_every_change_ends_the_countdown(school: School, change: str) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        open_for(room, poll, 5)
        set_state(room, poll, change)
        await ada.told(6)
        assert [each["state"] for each in history(room)] == [change]
        late = await room.guest("Late")
        assert "left" not in {each["type"] for each in await late.told(0.5)}

    school.teach(story, view=COURSE)
