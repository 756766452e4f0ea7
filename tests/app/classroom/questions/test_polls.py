"""Polls as a class uses them, against real servers: asked, answered, counted, revealed, and nothing lost on the way."""

import asyncio
import csv
import io
import json
from collections import Counter
from typing import Any

import httpx2

from tests.classroom import Classroom, Member, Message, call, classroom
from tests.school import Class, School

# (a·b + c)·(a + d): a gets 21 + 10.
COURSE = {"program": "a, b, c, d = 2, 3, 4, 5\n((a*b) + c) * (a + d)", "position": 0}
GRADIENT = {"type": "number", "node": 0}


def ask(room: Class, question: Message, status: int = 201) -> Message:
    return call(room.url, "POST", f"/rooms/{room.code}/polls", question, token=room.host_token, status=status)


def set_state(room: Class | Classroom, poll: int, state: str, status: int = 200) -> Message:
    return call(room.url, "PATCH", f"/rooms/{room.code}/polls/{poll}", {"state": state}, token=room.host_token, status=status)


def give(room: Class, poll: int, member: Member, answer: Any, status: int = 200) -> Message:
    path = f"/rooms/{room.code}/polls/{poll}/answer"
    return call(member.url, "PUT", path, {"answer": answer}, token=member.token, status=status)


def history(room: Class) -> list[Message]:
    polls: list[Message] = call(room.url, "GET", f"/rooms/{room.code}/polls", token=room.host_token)["polls"]
    return polls


def test_a_poll_is_asked_answered_closed_and_revealed(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        poll = ask(room, GRADIENT)
        assert poll["question"]["prompt"] == "What is the gradient of `a`?"
        for member in (ada, bob, host):
            told = (await member.until("changes", poll=poll))["poll"]
            assert (told["state"], told["expected"], told["tally"], told["answered"]) == ("open", None, None, 0)
        assert give(room, poll["poll"], ada, "21") == {"answer": "21", "stored": True}
        assert give(room, poll["poll"], bob, " 62/2 ") == {"answer": "62/2", "stored": True}
        while (tally := (await host.until("tally", poll=poll["poll"]))["tally"])["answered"] < 2:
            pass
        assert tally["correct"] == 1
        assert "contribution of one path only" in next(
            group["misconception"] for group in tally["groups"] if group["label"] == "21"
        )
        closed = set_state(room, poll["poll"], "closed")
        assert (closed["answered"], closed["expected"], closed["tally"]) == (2, None, None)
        assert give(room, poll["poll"], ada, "31", status=409)["problems"][0]["code"] == "poll-closed"
        set_state(room, poll["poll"], "revealed")
        for member in (ada, bob):
            while (told := (await member.until("changes"))["poll"])["state"] != "revealed":
                pass
            assert told["expected"] == 31.0
            assert {group["label"]: group["count"] for group in told["tally"]["groups"]} == {"21": 1, "62/2": 1}
        assert "tally" not in {message["type"] for message in (*ada.log, *bob.log)}
        set_state(room, poll["poll"], "over")
        while (await ada.until("changes")).get("poll", 0) is not None:
            pass
        assert [each["tally"]["answered"] for each in history(room)] == [2]

    school.teach(story, view=COURSE)


def test_what_is_right_and_what_others_answered_is_told_to_nobody_before_it_is_revealed(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        poll = ask(room, {"type": "choice", "choices": ["sum", "product"], "correct": [1]})
        assert "correct" not in poll["question"]
        give(room, poll["poll"], ada, [1])
        late = await room.guest("Late")
        for member in (ada, late):
            texts = json.dumps([*member.log, member.snapshot])
            assert '"correct"' not in texts
        assert late.snapshot["you"]["answer"] is None
        set_state(room, poll["poll"], "revealed")
        while (told := (await late.until("changes"))["poll"])["state"] != "revealed":
            pass
        assert (told["expected"], told["question"]["correct"]) == ([1], [1])
        assert told["tally"]["correct"] == 1
        await host.until("tally")

    school.teach(story, view=COURSE)


def test_a_late_joiner_sees_the_open_poll_and_a_reload_brings_the_own_answer_back(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)
        give(room, poll["poll"], ada, "30")
        give(room, poll["poll"], ada, "31")
        late = await room.guest("Bob")
        assert late.snapshot["room"]["poll"]["poll"] == poll["poll"]
        assert late.snapshot["you"]["answer"] is None
        again = await Member(ada.url, room.code, ada.token).connect()
        assert (await again.until("snapshot"))["you"]["answer"] == "31"
        await again.socket.close()
        host = await room.host()
        assert {guest["nickname"]: guest["answered"] for guest in host.snapshot["guests"]} == {"Ada": True, "Bob": False}
        assert (await host.until("tally"))["tally"]["answered"] == 1

    school.teach(story, view=COURSE)


def test_the_host_sees_who_has_answered_but_students_do_not(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        poll = ask(room, GRADIENT)
        give(room, poll["poll"], ada, 21)
        answered = False
        while not answered:
            news = await host.until("guests")
            answered = any(guest["answered"] for guest in (*news["joined"], *news["changed"]))
        assert all(message["type"] not in {"guests", "tally"} for message in bob.log)

    school.teach(story, view=COURSE)


def worth(room: Class, poll: int, member: Member, status: int = 200) -> Message:
    return call(member.url, "GET", f"/rooms/{room.code}/polls/{poll}/answer", token=member.token, status=status)


def test_what_an_own_answer_is_worth_is_told_once_the_poll_is_revealed(school: School) -> None:
    async def story(room: Class) -> None:
        ada, bob, eve = await room.guest("Ada"), await room.guest("Bob"), await room.guest("Eve")
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "62/2")
        give(room, poll, bob, "3*7")
        unknown = {"correct": None, "misconception": None}
        assert worth(room, poll, ada) == {"answer": "62/2"} | unknown
        set_state(room, poll, "closed")
        assert worth(room, poll, bob) == {"answer": "3*7"} | unknown
        set_state(room, poll, "revealed")
        assert worth(room, poll, ada) == {"answer": "62/2", "correct": True, "misconception": None}
        assert "contribution of one path only" in worth(room, poll, bob)["misconception"]
        assert worth(room, poll, eve) == {"answer": None} | unknown
        call(room.url, "GET", f"/rooms/{room.code}/polls/{poll}/answer", token=room.host_token, status=403)

    school.teach(story, view=COURSE)


def test_the_answers_of_a_student_who_is_removed_are_shown_no_longer(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, troll = await room.host(), await room.guest("Ada"), await room.guest("Troll")
        poll = ask(room, {"type": "text", "prompt": "Why?"})["poll"]
        give(room, poll, ada, "Chain rule")
        give(room, poll, troll, "Something rude")
        assert set_state(room, poll, "revealed")["answered"] == 2
        await host.request({"type": "remove", "guest": troll.snapshot["you"]["guest"]})
        seen = [2]
        while seen[-1] != 1:
            tally = ((await ada.until("changes")).get("poll") or {}).get("tally")
            seen += [] if tally is None else [len(tally["groups"])]
        assert seen == [2, 2, 1]
        while (await host.until("tally"))["tally"]["answered"] != 1:
            pass

    school.teach(story, view=COURSE)


def test_five_hundred_answers_at_once_are_all_stored_and_counted(school: School) -> None:
    async def story(room: Class) -> None:
        # Before the host comes, whose connection is answered by nobody while requests block this thread.
        joined = [call(room.url, "POST", f"/rooms/{room.code}/guests", {"nickname": None}, status=201) for _ in range(100)]
        poll = ask(room, GRADIENT)
        host = await room.host()
        path = f"{room.school.last}/api/v1/rooms/{room.code}/polls/{poll['poll']}/answer"
        given = ["31", "21", "10", "210", "-31"]
        limits = httpx2.Limits(max_connections=100, max_keepalive_connections=100)
        async with httpx2.AsyncClient(timeout=60, limits=limits) as client:

            async def answer(number: int, text: str) -> None:
                headers = {"authorization": f"Bearer {joined[number]['token']}"}
                response = await client.put(path, json={"answer": text}, headers=headers)
                assert response.status_code == 200

            # Each student changes its mind four times, all at once; the order of one student's answers is kept.
            async def student(number: int) -> None:
                for turn in range(5):
                    await answer(number, given[(number + turn) % 5])

            await asyncio.gather(*(student(number) for number in range(100)))
        last = Counter(given[(number + 4) % 5] for number in range(100))
        while (tally := (await host.until("tally"))["tally"])["answered"] < 100 or {
            group["label"]: group["count"] for group in tally["groups"]
        } != last:
            pass
        assert tally["correct"] == last["31"]
        tallies = [message for message in host.log if message["type"] == "tally"]
        assert len(tallies) < 40, "they are gathered"
        results = call(room.url, "GET", f"/rooms/{room.code}/results?format=json", token=room.host_token)
        assert Counter(each["answer"] for each in results["polls"][0]["answers"]) == last

    school.teach(story, view=COURSE)


def test_an_answer_whose_acknowledgement_was_lost_is_sent_again_and_counted_once(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        for _ in range(3):
            assert give(room, poll, ada, "21")["stored"]
        set_state(room, poll, "closed")
        assert give(room, poll, ada, "21")["stored"], "it is stored already, whatever became of the poll"
        assert "counts" in give(room, poll, ada, "31", status=409)["problems"][0]["hint"]
        assert history(room)[0]["tally"]["answered"] == 1

    school.teach(story, view=COURSE)


def test_what_is_acknowledged_while_a_poll_closes_is_counted_and_what_is_refused_is_not(school: School) -> None:
    async def story(room: Class) -> None:
        tokens = [
            call(room.url, "POST", f"/rooms/{room.code}/guests", {"nickname": None}, status=201)["token"] for _ in range(60)
        ]
        poll = ask(room, GRADIENT)["poll"]
        path = f"{room.school.last}/api/v1/rooms/{room.code}/polls/{poll}"
        async with httpx2.AsyncClient(timeout=60) as client:

            async def answer(token: str) -> int:
                response = await client.put(f"{path}/answer", json={"answer": 31}, headers={"authorization": f"Bearer {token}"})
                return response.status_code

            async def close() -> Message:
                await asyncio.sleep(0.05)
                headers = {"authorization": f"Bearer {room.host_token}"}
                closed: Message = (await client.patch(path, json={"state": "closed"}, headers=headers)).json()
                return closed

            closing = asyncio.ensure_future(close())
            statuses = await asyncio.gather(*map(answer, tokens))
            closed = await closing
        assert set(statuses) <= {200, 409}
        assert history(room)[0]["tally"]["answered"] == statuses.count(200) == closed["answered"]

    school.teach(story, view=COURSE)


def test_another_poll_puts_the_last_one_away_and_an_old_one_can_be_taken_up_again(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        first = ask(room, GRADIENT)["poll"]
        give(room, first, ada, "31")
        second = ask(room, {"type": "text", "prompt": "Why?"})["poll"]
        assert second > first
        assert [each["state"] for each in history(room)] == ["over", "open"]
        give(room, first, ada, "21", status=409)
        give(room, second, ada, "Two paths.")
        assert set_state(room, first, "over")["state"] == "over"
        assert [each["state"] for each in history(room)] == ["over", "open"], "the other one stays on the screens"
        set_state(room, first, "open")
        assert [each["state"] for each in history(room)] == ["open", "over"]
        again = await Member(ada.url, room.code, ada.token).connect()
        assert (await again.until("snapshot"))["you"]["answer"] == "31"
        await again.socket.close()
        call(room.url, "DELETE", f"/rooms/{room.code}/polls/{first}", token=room.host_token, status=204)
        assert [each["poll"] for each in history(room)] == [second]
        set_state(room, first, "open", status=404)
        assert (await room.guest("Late")).snapshot["room"]["poll"] is None
        assert ask(room, GRADIENT)["poll"] > second, "numbers are never used again"

    school.teach(story, view=COURSE)


def test_a_poll_stays_what_it_was_when_the_program_changes(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        await host.request({"type": "show", "changes": {"program": "x = 1\nx"}})
        give(room, poll, ada, "31")
        assert history(room)[0]["tally"]["correct"] == 1
        await host.request({"type": "show", "changes": {"program": "x = 3\nx*x", "inputs": {"x": 5}}}, 2)
        assert call(room.url, "POST", f"/rooms/{room.code}/polls", GRADIENT, token=room.host_token, status=201)
        assert history(room)[1]["expected"] == 10.0

    school.teach(story, view=COURSE)


def test_only_the_host_asks_and_only_guests_answer(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        base = f"/rooms/{room.code}/polls"
        for method, path, body in (
            ("POST", base, GRADIENT),
            ("GET", base, None),
            ("PATCH", f"{base}/{poll}", {"state": "revealed"}),
            ("DELETE", f"{base}/{poll}", None),
            ("GET", f"/rooms/{room.code}/results", None),
        ):
            assert call(room.url, method, path, body, token=ada.token, status=403)["problems"][0]["code"] == "host-only"
            assert call(room.url, method, path, body, status=401)["problems"][0]["code"] == "unknown-token"
            assert call(room.url, method, path, body, token="x" * 32, status=401)["problems"][0]["code"] == "unknown-token"
        answer = f"{base}/{poll}/answer"
        assert (
            call(room.url, "PUT", answer, {"answer": 1}, token=room.host_token, status=403)["problems"][0]["code"] == "guest-only"
        )
        call(room.url, "PUT", answer, {"answer": 1}, token="x" * 32, status=401)
        call(room.url, "PUT", answer, {"answer": 1}, status=401)
        async with classroom(room.url, view=COURSE) as other:
            stranger = await other.guest("Eve")
            call(room.url, "PUT", answer, {"answer": 1}, token=stranger.token, status=401)
            call(room.url, "PUT", f"/rooms/{other.code}/polls/{poll}/answer", {"answer": 1}, token=stranger.token, status=404)
            set_state(other, poll, "revealed", status=404)
            # To strangers nothing tells a poll of this room from one of another, or a room from none.
            for code in (room.code, other.code, "22222B"):
                for number in (poll, 10**6):
                    path = f"/rooms/{code}/polls/{number}/answer"
                    refused = call(room.url, "PUT", path, {"answer": 1}, token="x" * 32, status=401)
                    assert refused["problems"][0]["code"] == "unknown-token"
        host = await room.host()
        await host.request({"type": "remove", "guest": ada.snapshot["you"]["guest"]})
        assert give(room, poll, ada, "31", status=403)["problems"][0]["code"] == "removed"
        assert history(room)[0]["tally"]["answered"] == 0

    school.teach(story, view=COURSE)


def test_a_question_or_an_answer_that_cannot_be_is_refused_with_its_place(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        assert ask(room, {"type": "number", "node": 99}, status=422)["problems"][0]["code"] == "not-askable"
        assert ask(room, {"type": "vote"}, status=400)["problems"][0]["code"] == "invalid-request"
        poll = ask(room, {"type": "formula", "node": 0})["poll"]
        refused = give(room, poll, ada, "b*(a + dd)", status=422)["problems"][0]
        assert (refused["code"], refused["span"], refused["hint"]) == ("unknown-name", [7, 9], "Did you mean `d`?")
        assert give(room, poll, ada, "b*(a + d", status=422)["problems"][0]["span"] == [2, 3]
        assert give(room, poll, ada, "2*a*b + b*d + c")["stored"]
        for answer in (None, True, {"a": 1}, [1.5], ["x"]):
            give(room, poll, ada, answer, status=400)
        give(room, 10**9, ada, "1", status=404)
        assert history(room)[0]["tally"]["correct"] == 1

    school.teach(story, view=COURSE)


def test_answers_outlive_killed_servers_and_nothing_stays_of_a_room_that_is_over(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "21")
        school.restart()
        again = await Member(ada.url, room.code, ada.token).connect()
        snapshot = await again.until("snapshot")
        assert snapshot["you"]["answer"] == "21"
        assert snapshot["room"]["poll"]["poll"] == poll
        assert give(room, poll, ada, "31")["stored"]
        assert history(room)[0]["tally"]["correct"] == 1
        room.call("DELETE", token=room.host_token, status=204)
        assert await again.closed() == 4410
        give(room, poll, ada, "31", status=401)

    school.teach(story, view=COURSE)


def results_table(room: Class) -> list[list[str]]:
    headers = {"authorization": f"Bearer {room.host_token}"}
    answer = httpx2.get(f"{room.url}/api/v1/rooms/{room.code}/results?format=csv", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert f'filename="backpass-{room.code}.csv"' in answer.headers["content-disposition"]
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_results_are_a_table_that_no_spreadsheet_executes(school: School) -> None:
    async def story(room: Class) -> None:
        poll = ask(room, {"type": "text", "prompt": '=HYPERLINK("http://evil")'})["poll"]
        evil = ["=1+1", "+1+1", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "\t=1", "-31", "+4.5e3", 'a,"b"\nc', "ümläut 🎲"]
        for number, text in enumerate(evil):
            give(room, poll, await room.guest("=Eve" if number == 0 else None), text)
        header, *rows = results_table(room)
        assert header == [
            "what",
            "number",
            "question",
            "student",
            "nickname",
            "answer",
            "correct",
            "misconception",
            "tries",
            "time",
            "first",
            "page",
            "place",
            "round",
            "late",
        ]
        cells = [row[5] for row in rows]
        assert cells == [
            "'=1+1",
            "'+1+1",
            "'@SUM(A1)",
            "'-2+3+cmd|' /C calc'!A0",
            "'=1",
            "-31",
            "+4.5e3",
            'a,"b"\nc',
            "ümläut 🎲",
        ]
        assert rows[0][2] == '\'=HYPERLINK("http://evil")'
        assert rows[0][4] == "'=Eve"
        assert not any(cell.startswith(("=", "@", "\t", "\r")) for row in rows for cell in row)

    school.teach(story, view=COURSE)


def test_results_as_json_tell_what_was_asked_and_what_came_of_it(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        poll = ask(room, GRADIENT)["poll"]
        give(room, poll, ada, "21")
        results = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)
        (asked,) = results["polls"]
        assert (asked["expected"], asked["state"], asked["about"]["program"]) == (31.0, "open", COURSE["program"])
        (answer,) = asked["answers"]
        assert (answer["nickname"], answer["answer"], answer["correct"]) == ("Ada", "21", False)
        assert "contribution of one path only" in answer["misconception"]
        call(room.url, "GET", f"/rooms/{room.code}/results?format=xls", token=room.host_token, status=400)

    school.teach(story, title="Monday", view=COURSE)
