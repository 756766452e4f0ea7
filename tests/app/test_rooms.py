"""Rooms as a class uses them, against a real server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from tests.classroom import Classroom, call, classroom
from tests.servers import running_server

PROGRAM = {"program": "x*y + sin(x)", "inputs": {"x": 2}, "position": 0}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("rooms") / "log.txt") as url:
        yield url


def in_class(url: str, story: Callable[[Classroom], Awaitable[None]], **asked: object) -> None:
    async def told() -> None:
        async with asyncio.timeout(60), classroom(url, **{"view": PROGRAM} | asked) as room:
            await story(room)

    asyncio.run(told())


def test_students_see_what_the_teacher_shows_and_late_joiners_all_of_it_at_once(url: str) -> None:
    async def story(room: Classroom) -> None:
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

    in_class(url, story)


def test_the_host_is_told_who_comes_and_goes_and_everybody_how_many(url: str) -> None:
    async def story(room: Classroom) -> None:
        host = await room.host()
        ada = await room.guest("Ada")
        news = await host.until("guests")
        assert [guest["nickname"] for guest in news["joined"]] == ["Ada"]
        assert (await ada.until("count"))["guests"] == 1
        assert call(room.url, "GET", f"/rooms/{room.code}")["guests"] == 1
        await ada.socket.close()
        news = await host.until("guests")
        assert [(guest["nickname"], guest["online"]) for guest in news["changed"]] == [("Ada", False)]
        assert (await host.until("count"))["guests"] == 0

    in_class(url, story)
