"""Vote, discuss, vote again: what was answered first is kept beside the second answer, and who moved where is counted."""

import csv
import io

import httpx2

from backpass.engine.messages import say
from tests.app.classroom.questions.test_polls import COURSE, GRADIENT, ask, give, history, set_state
from tests.classroom import call
from tests.school import Class, School

MISTAKE = say("misconception-one-path-alone")


def test_one_process_of_the_class_is_killed_between_two_votes(school: School) -> None:
    """Where there are two, the teacher's goes on, and the students' comes back to the same question."""

    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "21")
        school.servers[-1].kill()
        if len(school.servers) > 1:
            assert set_state(room, poll, "discuss")["answered"] == 1
        school.servers[-1].start()
        if len(school.servers) == 1:
            set_state(room, poll, "discuss")
        await ada.again()
        asked = ada.snapshot["room"]["poll"]
        assert (asked["poll"], asked["state"], ada.snapshot["you"]["answer"]) == (poll, "discuss", "21")
        set_state(room, poll, "open")
        assert (await ada.until("changes"))["poll"]["round"] == 2
        give(room, poll, ada, "31")
        await host.again()
        shown = set_state(room, poll, "revealed")
        assert [(each["before"], each["after"]) for each in shown["tally"]["moves"]] == [("21", "31")]

    school.teach(story, view=COURSE)


def test_a_class_votes_discusses_and_votes_again(school: School) -> None:
    async def story(room: Class) -> None:
        ada, bob, eve = [await room.guest(name) for name in ("Ada", "Bob", "Eve")]
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "21")
        give(room, poll, bob, "31")
        discussed = set_state(room, poll, "discuss")
        assert (discussed["state"], discussed["round"], discussed["expected"], discussed["tally"]) == ("discuss", 1, None, None)
        give(room, poll, ada, "31", status=409)
        school.restart()
        assert set_state(room, poll, "open")["round"] == 2
        give(room, poll, ada, "62/2")
        give(room, poll, eve, "10")
        (asked,) = history(room)
        assert asked["tally"]["moves"] == [
            {
                "before": "21",
                "after": "62/2",
                "count": 1,
                "before_correct": False,
                "after_correct": True,
                "misconception": MISTAKE,
            },
            {
                "before": "31",
                "after": "31",
                "count": 1,
                "before_correct": True,
                "after_correct": True,
                "misconception": None,
            },
        ]
        revealed = set_state(room, poll, "revealed")
        assert [each["count"] for each in revealed["tally"]["moves"]] == [1, 1]
        found = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)["polls"][0]["answers"]
        assert {each["nickname"]: (each["first"], each["answer"]) for each in found} == {
            "Ada": ("21", "62/2"),
            "Bob": ("31", "31"),
            "Eve": (None, "10"),
        }
        rows = list(csv.DictReader(io.StringIO(as_table(room))))
        assert {row["nickname"]: row["first"] for row in rows} == {"Ada": "21", "Bob": "31", "Eve": ""}

    school.teach(story, view=COURSE)


def test_an_answer_after_the_reveal_is_no_first_answer(school: School) -> None:
    async def story(room: Class) -> None:
        ada, bob = await room.guest("Ada"), await room.guest("Bob")
        for shut in ("revealed", "over", "closed"):
            poll = ask(room, GRADIENT)["poll"]
            give(room, poll, ada, "21")
            set_state(room, poll, "revealed")
            set_state(room, poll, shut)
            assert set_state(room, poll, "open")["round"] == 2
            give(room, poll, ada, "31")
            give(room, poll, bob, "31")
            found = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)["polls"][-1]["answers"]
            assert {each["nickname"]: (each["first"], each["answer"]) for each in found} == {
                "Ada": ("21", "31"),
                "Bob": (None, "31"),
            }
            assert all(each["late"] for each in found)
            set_state(room, poll, "discuss")
            set_state(room, poll, "open")
            give(room, poll, bob, "21")
            again = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)["polls"][-1]["answers"]
            assert {each["nickname"]: each["first"] for each in again} == {"Ada": "21", "Bob": None}

    school.teach(story, view=COURSE)


def as_table(room: Class) -> str:
    headers = {"authorization": f"Bearer {room.host_token}"}
    answer = httpx2.get(f"{room.url}/api/v1/rooms/{room.code}/results?format=csv", headers=headers)
    return answer.content.decode("utf-8-sig")


def test_opening_a_closed_poll_again_is_no_second_vote_and_a_third_keeps_the_first(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "1")
        set_state(room, poll, "closed")
        assert set_state(room, poll, "open")["round"] == 1
        for answer in ("2", "31"):
            set_state(room, poll, "discuss")
            set_state(room, poll, "open")
            give(room, poll, ada, answer)
        (asked,) = history(room)
        assert [(each["before"], each["after"]) for each in asked["tally"]["moves"]] == [("1", "31")]

    school.teach(story, view=COURSE)
