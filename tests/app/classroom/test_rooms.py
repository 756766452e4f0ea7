"""Rooms as a class uses them, against real servers: one process with SQLite, and two that share PostgreSQL and Redis.

The teacher is at the first process, students are at the last.
"""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.classroom import Member
from tests.school import PROGRAM, Class, School
from tests.servers import ServerByCommand
from tests.services import MissingServiceError, free_port, redis

SHOWN = 30
COMPARED_SECONDS = 2.0
"""How often processes compare what they have (`app.classroom.maintenance`)."""


async def shown_at_once(host: Member, guest: Member, first: int) -> bool:
    """Whether positions from the first on, one after the other, arrive in a tenth of the time that comparing takes for them."""
    began = time.monotonic()
    for position in range(first, first + SHOWN):
        await host.request({"type": "show", "changes": {"position": position}}, position)
        await guest.until_view(position=position)
    return time.monotonic() - began < SHOWN * COMPARED_SECONDS / 10


def test_changes_arrive_at_once_and_not_only_when_processes_compare_what_they_have(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        assert await shown_at_once(host, ada, 1)

    school.teach(story)


def test_what_happens_while_redis_is_away_arrives_all_the_same(tmp_path: Path) -> None:
    """Two processes that share a file: what one does not hear from the other, it finds in the database."""
    port = free_port()
    shared: dict[str, object] = {
        "database": f"sqlite+aiosqlite:///{tmp_path / 'shared.db'}",
        "redis": f"redis://127.0.0.1:{port}",
    }
    school = School([ServerByCommand(tmp_path / f"{name}.txt", free_port(), **shared) for name in ("one", "two")])
    with contextlib.ExitStack() as ends:
        away = ends.enter_context(contextlib.ExitStack())
        try:
            away.enter_context(redis(port))
        except MissingServiceError as missing:
            pytest.skip(str(missing))
        for server in school.servers:
            ends.callback(server.stop)
            server.start()

        async def story(room: Class) -> None:
            host, ada = await room.host(), await room.guest("Ada")
            assert await shown_at_once(host, ada, 1)
            await asyncio.to_thread(away.close)
            assert (await host.request({"type": "show", "changes": {"position": 50}}, 50))["type"] == "stored"
            await ada.until_view(position=50)
            bob = await room.guest("Bob")
            assert bob.view["position"] == 50
            ends.enter_context(redis(port))
            await asyncio.sleep(2)
            assert await shown_at_once(host, ada, 51)
            await bob.until_view(position=50 + SHOWN)
            ada.epoch = None
            await host.again()
            assert {(guest["nickname"], guest["online"]) for guest in host.snapshot["guests"]} == {("Ada", True), ("Bob", True)}

        school.teach(story)


def test_students_see_what_the_teacher_shows_and_late_joiners_all_of_it_at_once(school: School) -> None:
    async def story(room: Class) -> None:
        host, early = await room.host(), await room.guest("Ada")
        assert early.view == PROGRAM
        assert early.snapshot["you"]["nickname"] == "Ada"
        assert host.snapshot["you"]["in_charge"]
        assert (await host.request({"type": "show", "changes": {"position": 3, "selected": 1}}))["type"] == "stored"
        await early.until_view(position=3, selected=1)
        late = await room.guest()
        assert late.view == PROGRAM | {"position": 3, "selected": 1}
        assert "guests" not in late.snapshot
        assert late.revision == early.revision == host.revision

    school.teach(story)


def test_the_host_is_told_who_comes_and_goes_and_everybody_how_many(school: School) -> None:
    async def story(room: Class) -> None:
        host = await room.host()
        ada = await room.guest("Ada")
        assert [guest["nickname"] for guest in (await host.until("guests"))["joined"]] == ["Ada"]
        await ada.until("count", guests=1)
        await host.until("count", guests=1)
        assert room.call("GET")["guests"] == 1
        await ada.socket.close()
        await host.until_guest("Ada", online=False)
        await host.until("count", guests=0)

    school.teach(story)


def test_settings_and_a_student_s_work_reach_those_they_are_for_and_nobody_else(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        await host.request({"type": "settings", "changes": {"mode": "explore", "title": "Chain rule"}})
        await ada.until("changes")
        assert ada.settings["mode"] == "explore"
        assert ada.settings["title"] == "Chain rule"
        assert (await ada.request({"type": "explored", "changes": {"program": "x**3"}}))["type"] == "stored"
        await ada.request({"type": "following", "following": False})
        assert (await host.until_guest("Ada", following=False))["view"] == {"program": "x**3"}
        await host.request({"type": "feature", "guest": 1})
        await bob.until_featured(1)
        assert bob.featured["view"]["program"] == "x**3"
        assert bob.view["program"] == PROGRAM["program"]
        heard = {message["type"] for message in bob.log}
        assert heard <= {"snapshot", "changes", "count"}
        await host.request({"type": "feature", "guest": None})
        await bob.until_featured(None)
        ada.epoch = None  # as after a reload
        await ada.again()
        assert ada.snapshot["you"]["view"] == {"program": "x**3"}

    school.teach(story)


def test_what_the_wall_examines_is_kept_and_a_student_s_engine_is_sent_to_the_teacher_alone(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        await host.request({"type": "settings", "changes": {"mode": "explore"}})
        await host.request({"type": "show", "changes": {"examining": True, "gradient_attribute": "s"}})
        await bob.until_view(examining=True, gradient_attribute="s")
        engine = "class Value:\n    ..."
        await ada.request({"type": "explored", "changes": {"program": engine, "gradient_attribute": "d"}})
        await ada.request({"type": "following", "following": False})
        guest = await host.until_guest("Ada", following=False)
        assert guest["view"] == {"program": engine, "gradient_attribute": "d"}
        host.epoch = None  # as after a reload
        await host.again()
        assert host.snapshot["room"]["view"]["examining"] is True
        await host.request({"type": "show", "changes": {"examining": False}})
        await bob.until_view(examining=False)
        assert "class Value" not in str(bob.log)
        assert {message["type"] for message in bob.log} <= {"snapshot", "changes", "count"}

    school.teach(story)


def test_who_comes_back_is_told_only_what_was_missed(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        await ada.socket.close()
        known = ada.revision
        for position in range(5):
            await host.request({"type": "show", "changes": {"position": position}}, position)
        await host.request({"type": "settings", "changes": {"paused": True}})
        await host.until("changes")
        await ada.connect()
        assert (await ada.receive())["type"] == "resumed"
        missed: dict[str, Any] = {"revision": known}
        while missed["revision"] < host.revision:  # another process may hear of the last change a moment later
            missed = {**missed, **await ada.receive()}
            assert missed["type"] == "changes"
        assert (missed["view"], missed["settings"]) == ({"position": 4}, {"paused": True})
        assert missed["revision"] == host.revision > known
        await ada.socket.close()
        await ada.connect()
        assert (await ada.receive())["revision"] == host.revision
        ada.revision = 10_000  # of a future that was lost
        await ada.connect()
        assert (await ada.receive())["type"] == "snapshot"

    school.teach(story)


def test_a_killed_server_forgets_nothing_that_was_acknowledged_and_a_class_of_fifty_comes_back(school: School) -> None:
    async def story(room: Class) -> None:
        host = await room.host()
        guests = await asyncio.gather(*(room.guest(f"Student {number}") for number in range(50)))
        await host.request({"type": "settings", "changes": {"mode": "explore"}})
        begun: set[Member] = set()

        async def work(guest: Member) -> int:
            """Sends without waiting, until the server is gone; the last number that was acknowledged."""
            stored = 0
            with contextlib.suppress(ConnectionClosed):
                for number in range(1, 1_000):
                    await guest.request({"type": "explored", "changes": {"position": number}}, number)
                    stored = number
                    begun.add(guest)
                    await asyncio.sleep(0.05)
            return stored

        async def lead() -> int:
            stored = 0
            with contextlib.suppress(ConnectionClosed):
                for number in range(1, 1_000):
                    await host.request({"type": "show", "changes": {"position": number}}, number)
                    stored = number
                    await asyncio.sleep(0.03)
            return stored

        working = [asyncio.create_task(work(guest)) for guest in guests]
        leading = asyncio.create_task(lead())
        while len(begun) < len(guests):  # noqa: ASYNC110 - fifty events say no more
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        await asyncio.to_thread(room.school.restart)
        explored = await asyncio.gather(*working)
        shown = await leading
        assert min(explored) > 0
        assert shown > 0
        began = time.monotonic()
        await asyncio.gather(host.again(), *(guest.again() for guest in guests))
        assert time.monotonic() - began < 20
        assert host.view["position"] >= shown
        assert host.snapshot["you"]["in_charge"]
        kept = {guest["nickname"]: guest["view"]["position"] for guest in host.snapshot["guests"]}
        for number, stored in enumerate(explored):
            assert kept[f"Student {number}"] >= stored
        await host.request({"type": "show", "changes": {"position": 5_000}})
        await asyncio.gather(*(guest.until_view(position=5_000) for guest in guests))

    school.teach(story)


def narrow_socket(url: str) -> socket.socket:
    """A socket that takes little before it is read, at both ends: the sender's buffer grows with the size of a segment."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    made.connect(("127.0.0.1", int(url.rpartition(":")[2])))
    made.setblocking(False)
    return made


def test_one_slow_phone_does_not_slow_the_class_and_comes_back_to_what_it_missed(school: School) -> None:
    async def story(room: Class) -> None:
        host, quick, slow = await room.host(), await room.guest("Quick"), await room.guest("Slow")
        await slow.connect(sock=narrow_socket(slow.url))
        await slow.receive()
        slow.socket.transport.pause_reading()
        large = "x" + "+x" * 40_000
        behind = []
        for number in range(1, 40):
            began = time.monotonic()
            await host.request({"type": "show", "changes": {"program": f"{large} + {number}", "position": number}}, number)
            await quick.until_view(position=number)
            behind.append(time.monotonic() - began)
        assert sorted(behind)[len(behind) // 2] < 1
        await host.until_guest("Slow", online=False)
        slow.socket.transport.resume_reading()
        assert await slow.closed() == 1006  # given up: nothing is kept for it
        await slow.again()
        await slow.until_view(position=39)

    school.teach(story)


def test_who_leaves_requests_unanswered_gets_no_more_until_it_answers_and_then_all_at_once(school: School) -> None:
    async def story(room: Class) -> None:
        host, slow, quick = await room.host(), await room.guest(), await room.guest()
        await slow.send({"type": "seen", "revision": 0})
        slow.answers = False
        for number in range(1, 13):
            changes = {"position": number, "program": "x" * 9_000}
            await host.request({"type": "show", "changes": changes}, number)
            await quick.until_view(position=number)
        told = await slow.told(0.5)
        assert len([message for message in told if message.get("acknowledge")]) == 2
        assert slow.view["position"] == 2
        slow.answers = True
        await slow.send({"type": "seen", "revision": slow.revision})
        assert (await slow.receive())["view"]["position"] == 12

    school.teach(story)


def test_of_two_tabs_of_the_teacher_one_leads_until_the_other_takes_charge(school: School) -> None:
    async def story(room: Class) -> None:
        one, two = await room.host("one"), await room.host("two")
        assert (one.snapshot["you"]["in_charge"], two.snapshot["you"]["in_charge"]) == (True, False)
        refused = await two.request({"type": "show", "changes": {"position": 1}})
        assert (refused["type"], refused["problems"][0]["code"]) == ("refused", "not-in-charge")
        await one.request({"type": "show", "changes": {"position": 2}})
        await two.until_view(position=2)
        await two.request({"type": "take_charge"}, 2)
        await one.until("charge", in_charge=False)
        assert (await two.request({"type": "show", "changes": {"position": 3}}, 3))["type"] == "stored"
        await one.until_view(position=3)
        await two.socket.close()
        await one.until("charge", in_charge=True)
        assert (await one.request({"type": "show", "changes": {"position": 4}}))["type"] == "stored"

    school.teach(story)


def test_a_teacher_s_reload_stays_in_charge(school: School) -> None:
    async def story(room: Class) -> None:
        one, two = await room.host("one"), await room.host("two")
        await one.again()
        assert one.snapshot["you"]["in_charge"]
        assert not two.snapshot["you"]["in_charge"]

    school.teach(story)


def test_a_removed_student_is_told_and_does_not_come_back(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada, bob = await room.host(), await room.guest("Ada"), await room.guest("Bob")
        await host.request({"type": "remove", "guest": 1})
        assert await ada.closed() == 4403
        assert ada.log[-1]["type"] == "removed"  # and nothing after it
        await host.until_gone(1)
        await ada.connect()
        assert await ada.closed() == 4403
        assert ada.log[-1]["problems"][0]["code"] == "removed"
        assert (await bob.request({"type": "ping"}))["type"] == "pong"
        gone = await host.request({"type": "feature", "guest": 1}, 2)
        assert (gone["type"], gone["problems"][0]["code"]) == ("refused", "not-found")

    school.teach(story)


def test_a_renamed_student_is_told_and_so_is_the_host(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        await room.guest("Bob")
        await host.request({"type": "rename", "guest": 1, "nickname": "Bob"})
        assert (await ada.until("snapshot"))["you"]["nickname"] == "Bob 2"
        await host.until_guest("Bob 2", online=True)

    school.teach(story)


def test_a_closed_room_sends_everybody_home_and_keeps_nothing(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        room.call("DELETE", status=403, token=ada.token)
        room.call("DELETE", status=401)
        room.call("DELETE", status=204, token=host.token)
        assert await ada.closed() == 4410
        assert ada.log[-1]["type"] == "closed"
        assert await host.closed() == 4410
        room.call("GET", status=404)
        await ada.connect()
        assert await ada.closed() == 4401

    school.teach(story)


def test_a_locked_room_lets_in_only_who_was_there(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        await host.request({"type": "settings", "changes": {"locked": True}})
        assert room.call("GET")["locked"] is True
        answer = room.call("POST", "/guests", 403, body={"nickname": "Eve"})
        assert answer["problems"][0]["code"] == "room-locked"
        await ada.again()

    school.teach(story)


def test_a_hundred_hosts_changes_at_once_all_count_and_everybody_ends_with_the_same(school: School) -> None:
    """Two of the teacher's tabs, at different processes where there are two, change different settings at the same time."""

    async def story(room: Class) -> None:
        one, two = await room.host("one"), await room.room.host("two", room.school.last)
        guests = [await room.guest() for _ in range(3)]

        async def change(tab: Member, name: str) -> None:
            for number in range(1, 51):
                await tab.request({"type": "settings", "changes": {name: number % 2 == 0}}, number)

        await asyncio.gather(change(one, "paused"), change(two, "locked"))
        fresh = await room.host("three")
        assert fresh.revision == 100
        for each in (one, two, *guests):
            while each.revision != fresh.revision:
                await each.receive()
            assert each.settings == fresh.settings

    school.teach(story)
