"""What strangers send to rooms: refused at the edge, without a word to the class and without harm to it."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.classroom import Classroom, call, classroom
from tests.servers import running_server

SETTINGS: dict[str, Any] = {"hello_seconds": 0.5, "max_message_bytes": 10_000, "max_messages_per_second": 20, "max_guests": 5}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("rooms") / "log.txt", **SETTINGS) as url:
        yield url


def in_class(url: str, story: Callable[[Classroom], Awaitable[None]]) -> None:
    async def told() -> None:
        async with asyncio.timeout(60), classroom(url, view={"program": "x*y"}) as room:
            await story(room)
            if room.code:  # the class goes on
                host, guest = await room.host("another"), await room.guest()
                await host.request({"type": "take_charge"})
                await host.request({"type": "show", "changes": {"position": 77}})
                await guest.until_view(position=77)

    asyncio.run(told())


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type": "show", "changes": {}}',
        '{"type": "hello"}',
        '{"type": "hello", "token": 1}',
        '{"type": "hello", "token": "' + "x" * 500 + '"}',
        b"\xff\xfe",
        '{"type": "ping"}',
    ],
)
def test_whoever_begins_otherwise_than_with_a_hello_is_not_let_in(url: str, first: str | bytes) -> None:
    async def story(room: Classroom) -> None:
        member = room.stranger()
        await member.open()
        await member.socket.send(first)
        assert await member.closed() == 4400

    in_class(url, story)


def test_who_says_nothing_is_not_waited_for(url: str) -> None:
    async def story(room: Classroom) -> None:
        member = room.stranger()
        await member.open()
        assert await member.closed() == 4408

    in_class(url, story)


def test_a_wrong_token_opens_nothing_and_a_wrong_code_looks_the_same(url: str) -> None:
    async def story(room: Classroom) -> None:
        heard = []
        for code, token in ((room.code, "x" * 32), ("222222", "x" * 32), (room.code, ""), ("<script>", "x")):
            member = await room.stranger(token, code).connect()
            assert await member.closed() == 4401
            heard.append(member.log[-1]["problems"])
        assert heard[0] == heard[1]
        async with classroom(url) as other:
            ada = await room.guest("Ada")
            member = await other.stranger(ada.token).connect()
            assert await member.closed() == 4401
            call(url, "DELETE", f"/rooms/{other.code}", token=room.host_token, status=401)

    in_class(url, story)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_is_refused_before_the_handshake(url: str, origin: str) -> None:
    async def story(room: Classroom) -> None:
        page = room.stranger(room.host_token)
        with pytest.raises(InvalidStatus) as refused:
            await page.connect(additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403
        await page.connect(additional_headers={"Origin": url})
        await page.until("snapshot")

    in_class(url, story)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "show", "changes": {"position": 1}},
        {"type": "settings", "changes": {"paused": True}},
        {"type": "feature", "guest": 1},
        {"type": "rename", "guest": 1, "nickname": "Eve"},
        {"type": "remove", "guest": 1},
        {"type": "take_charge"},
    ],
)
def test_a_student_cannot_do_what_the_teacher_does(url: str, message: dict[str, object]) -> None:
    async def story(room: Classroom) -> None:
        guest, other = await room.guest("Eve"), await room.guest("Ada")
        answer = await guest.request(message)
        assert (answer["type"], answer["problems"][0]["code"]) == ("refused", "host-only")
        assert {each["type"] for each in await other.told(0.3)} <= {"count"}
        assert (await guest.request({"type": "ping"}, 2))["type"] == "pong"

    in_class(url, story)


def test_the_teacher_does_not_do_what_students_do(url: str) -> None:
    async def story(room: Classroom) -> None:
        host = await room.host()
        answer = await host.request({"type": "explored", "changes": {"position": 1}})
        assert answer["problems"][0]["code"] == "guest-only"

    in_class(url, story)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "destroy"},
        {"type": "explored", "changes": {"position": "far"}},
        {"type": "explored", "changes": {"theme": "dark"}},
        {"type": "explored", "changes": {"inputs": {"x": {"$ne": 1}}}},
        {"type": "hello", "token": "x"},
        {"changes": {}},
    ],
)
def test_a_message_that_is_not_understood_is_refused_and_many_of_them_end_the_connection(
    url: str, message: dict[str, object]
) -> None:
    async def story(room: Classroom) -> None:
        guest = await room.guest()
        await guest.send(message)
        refused = await guest.until("refused")
        assert refused["problems"][0]["code"] == "invalid-request"
        assert "far" not in json.dumps(refused)
        for _ in range(60):
            with contextlib.suppress(ConnectionClosed):
                await guest.send({"type": "destroy"})
                await asyncio.sleep(0.05)
        assert await guest.closed() == 4400

    in_class(url, story)


def test_a_message_of_a_megabyte_ends_the_connection_unread(url: str) -> None:
    async def story(room: Classroom) -> None:
        guest = await room.guest()
        with contextlib.suppress(ConnectionClosed):
            await guest.send({"type": "explored", "changes": {"program": "x" * 1_000_000}})
        assert await guest.closed() in {1009, 4400}

    in_class(url, story)


def test_a_thousand_messages_a_second_end_the_connection_and_spare_the_class(url: str) -> None:
    async def story(room: Classroom) -> None:
        guest = await room.guest()
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1_000):
                await guest.send({"type": "ping"})
        assert await guest.closed() == 4429
        assert 20 <= len([message for message in guest.log if message["type"] == "pong"]) <= 100

    in_class(url, story)


def test_a_teacher_s_burst_is_gathered_into_few_messages(url: str) -> None:
    async def story(room: Classroom) -> None:
        host, guest = await room.host(), await room.guest()
        for position in range(35):
            await host.send({"type": "show", "changes": {"position": position}})
        await guest.until_view(position=34)
        assert len([message for message in guest.log if message["type"] == "changes"]) < 10

    in_class(url, story)


def test_a_full_room_says_so(url: str) -> None:
    async def story(room: Classroom) -> None:
        for _ in range(4):
            await room.guest("Ada")
        answer = call(url, "POST", f"/rooms/{room.code}/guests", {}, status=201)
        assert answer["nickname"] != "Ada"
        answer = call(url, "POST", f"/rooms/{room.code}/guests", {}, status=409)
        assert answer["problems"][0]["code"] == "room-full"
        room.code = ""

    in_class(url, story)


def test_a_full_server_says_so_until_a_room_is_closed(tmp_path: Path) -> None:
    with running_server(tmp_path / "log.txt", max_rooms=2) as url:
        opened = [call(url, "POST", "/rooms", {}, status=201) for _ in range(2)]
        assert call(url, "POST", "/rooms", {}, status=507)["problems"][0]["code"] == "rooms-full"
        call(url, "DELETE", f"/rooms/{opened[0]['code']}", token=opened[0]["host_token"], status=204)
        call(url, "POST", "/rooms", {}, status=201)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"nickname": "\u202eevil"}, 422, "unfit-nickname"),
        ({"nickname": "x" * 25}, 422, "unfit-nickname"),
        ({"nickname": "x" * 300}, 400, "invalid-request"),
        ({"nickname": 5}, 400, "invalid-request"),
        ({"name": "Ada"}, 400, "invalid-request"),
    ],
)
def test_joining_with_something_else_is_refused_kindly(url: str, body: dict[str, object], status: int, code: str) -> None:
    opened = call(url, "POST", "/rooms", {}, status=201)
    answer = call(url, "POST", f"/rooms/{opened['code']}/guests", body, status=status)
    assert answer["problems"][0]["code"] == code
    assert "evil" not in json.dumps(answer)
    call(url, "DELETE", f"/rooms/{opened['code']}", token=opened["host_token"], status=204)
