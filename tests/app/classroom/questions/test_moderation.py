"""Open answers that a teacher hides, stars and groups before the class sees them, and students who say that they are lost."""

from tests.app.classroom.questions.test_polls import COURSE, GRADIENT, ask, give, history, set_state
from tests.classroom import Message, call
from tests.school import Class, School

WHY = {"type": "text", "prompt": "Why is it added?"}


def moderate(room: Class, poll: int, changes: Message, status: int = 200) -> Message:
    path = f"/rooms/{room.code}/polls/{poll}/answers"
    return call(room.url, "PATCH", path, changes, token=room.host_token, status=status)


def test_hidden_answers_are_shown_to_nobody_starred_ones_come_first_and_groups_are_one(school: School) -> None:
    async def story(room: Class) -> None:
        guests = [await room.guest(name) for name in ("Ada", "Bob", "Eve", "Dan")]
        poll = ask(room, WHY)["poll"]
        for member, text in zip(guests, ("two paths", "Both paths", "rude", "because"), strict=True):
            give(room, poll, member, text)
        moderate(room, poll, {"answers": ["RUDE"], "hidden": True})
        moderate(room, poll, {"answers": ["two paths", "Both paths"], "group": " Two paths "})
        school.restart()
        found = moderate(room, poll, {"answers": ["because"], "starred": True})["tally"]
        assert [(each["label"], each["count"], each["hidden"], each["starred"]) for each in found["groups"]] == [
            ("because", 1, False, True),
            ("Two paths", 2, False, False),
            ("rude", 1, True, False),
        ]
        assert found["groups"][1]["members"] == ["Both paths", "two paths"]
        revealed = set_state(room, poll, "revealed")["tally"]
        assert [each["label"] for each in revealed["groups"]] == ["because", "Two paths"]
        assert (revealed["answered"], revealed["others"]) == (4, 1)
        moderate(room, poll, {"answers": ["rude"], "hidden": False})
        moderate(room, poll, {"answers": ["Both paths"], "group": ""})
        assert {each["label"] for each in history(room)[0]["tally"]["groups"]} == {"because", "Two paths", "Both paths", "rude"}

    school.teach(story, view=COURSE)


def test_only_the_teacher_sorts_answers_and_only_open_ones(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, WHY)["poll"]
        path = f"/rooms/{room.code}/polls/{poll}/answers"
        refused = call(room.url, "PATCH", path, {"answers": ["x"], "hidden": True}, token=ada.token, status=403)
        assert refused["problems"][0]["code"] == "host-only"
        refusals: list[Message] = [{"answers": []}, {"answers": ["x"], "group": "g" * 61}, {"answers": ["x"], "kept": True}]
        for wrong in refusals:
            moderate(room, poll, wrong, status=400)
        other = ask(room, GRADIENT)["poll"]
        assert moderate(room, other, {"answers": ["31"], "hidden": True}, status=422)["problems"][0]["code"] == "not-askable"
        moderate(room, other + 99, {"answers": ["31"], "hidden": True}, status=404)

    school.teach(story, view=COURSE)


def test_who_is_lost_is_told_to_the_teacher_alone_and_is_remembered(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        await ada.request({"type": "lost", "lost": True})
        assert (await host.until_guest("Ada", lost=True))["guest"] == 1
        assert not host.guests[2]["lost"]
        await bob.told(0.5)
        assert "lost" not in str([message for message in bob.log if message["type"] != "snapshot"])
        school.restart()
        again = await room.host()
        await again.until_guest("Ada", lost=True)
        ada = await ada.again()
        assert ada.snapshot["you"]["lost"] is True
        await again.request({"type": "clear_lost"})
        await again.until_guest("Ada", lost=False)
        assert (await ada.until("snapshot"))["you"]["lost"] is False
        refused = await ada.request({"type": "clear_lost"}, 2)
        assert refused["problems"][0]["code"] == "host-only"

    school.teach(story)
