"""What happens at the same moment as something else, played slowly: reading a room while it changes, leaving, expiring."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from backpass.app.classroom import edits, maintenance, store
from backpass.app.classroom.bus import LocalBus
from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.live_room import Attendee, LiveRoom, RoomState
from backpass.app.classroom.live.mailbox import Mailbox
from backpass.app.classroom.live.seen import Eyes
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.view_schemas import RoomRequest, View
from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.app.storage.database import Database, Job, T


class SlowReader(Database):
    """Where something happens between a read and its answer."""

    meanwhile: Callable[[], Awaitable[Any]] | None = None

    async def read(self, job: Job[T]) -> T:
        found = await super().read(job)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return found


class FakeHost:
    """A tab of the teacher without a socket."""

    mailbox: Mailbox
    participant = store.Participant("host")
    tab = "tab"
    eyes = Eyes.TEACHER

    def wake(self) -> None:
        pass

    def send_now(self) -> None:
        pass

    def send(self, message: store.JSON) -> None:
        self.mailbox.put(json.dumps(message))

    def drop(self, close_code: Close) -> None:
        raise AssertionError(close_code)


def told(story: Callable[[Rooms, SlowReader, str], Awaitable[None]]) -> None:
    async def play() -> None:
        settings = Settings()
        database = SlowReader("sqlite+aiosqlite://")
        rooms = Rooms(settings, database, LocalBus(), maintenance.run)
        request = RoomRequest(view=View(program="x*y"))
        code, _, _ = await rooms.write(lambda session: store.create(session, settings, request, store.utc_now()))
        try:
            await story(rooms, database, code)
        finally:
            await rooms.close()
            await database.close()

    asyncio.run(play())


def showing(position: int) -> store.Edit:
    return edits.showing({"position": position})


def test_what_changes_while_a_room_is_read_for_the_first_visitor_is_not_missed() -> None:
    async def story(rooms: Rooms, database: SlowReader, code: str) -> None:
        database.meanwhile = lambda: rooms.change(code, showing(7))
        live = await rooms.enter(code)
        assert live.public["view"]["position"] == 7
        assert live.history.revision == 1

    told(story)


def test_a_state_that_is_older_than_what_has_been_told_is_not_taken() -> None:
    async def story(rooms: Rooms, database: SlowReader, code: str) -> None:
        live = await rooms.enter(code)
        await rooms.change(code, showing(1))
        database.meanwhile = lambda: rooms.change(code, showing(2))
        await rooms.reload(live)
        assert live.public["view"]["position"] == 2
        assert live.history.revision == 2

    told(story)


def test_changes_that_arrive_in_another_order_are_told_in_theirs_and_one_that_is_lost_is_read() -> None:
    async def story(rooms: Rooms, _database: SlowReader, code: str) -> None:
        live = await rooms.enter(code)
        for position in (1, 2, 3, 4):
            edit = showing(position)
            await rooms.write(lambda session, edit=edit: store.change(session, code, edit, store.utc_now()))  # type: ignore[misc]
        for revision in (3, 1, 1, 2):
            live.changed(store.Change(revision, {"view": {"position": revision}}))
        assert live.history.revision == 3
        assert live.gap_since is None
        live.changed(store.Change(9, {"view": {"position": 9}}))
        assert live.public["view"]["position"] == 3
        assert live.gap_since is not None
        await rooms.reload(live)
        assert live.public["view"]["position"] == 4
        assert live.history.revision == 4

    told(story)


def test_two_visitors_at_once_read_a_room_once() -> None:
    async def story(rooms: Rooms, _database: SlowReader, code: str) -> None:
        one, two = await asyncio.gather(rooms.enter(code), rooms.enter(code))
        assert one is two
        await rooms.unload(one)
        assert await rooms.enter(code) is not one

    told(story)


@contextlib.contextmanager
def visitor(client: TestClient, code: str, token: str) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(f"/api/v1/rooms/{code}/live") as socket:
        socket.send_text(json.dumps({"type": "hello", "token": token}))
        assert socket.receive_json()["type"] == "snapshot"
        yield socket


def test_a_room_ends_with_its_time_and_not_while_the_teacher_is_there() -> None:
    def pass_time(client: TestClient, seconds: float) -> None:
        assert client.portal is not None
        client.portal.call(asyncio.sleep, seconds)
        client.portal.call(maintenance.expire, client.app.state.parts.rooms)  # type: ignore[attr-defined]

    with TestClient(create_app(Settings(database="sqlite+aiosqlite://", room_hours=1 / 3_600))) as client:
        opened = client.post("/api/v1/rooms", json={}).json()
        code = opened["code"]
        token = client.post(f"/api/v1/rooms/{code}/guests", json={}).json()["token"]
        with visitor(client, code, token) as guest:
            with visitor(client, code, opened["host_token"]):
                for _ in range(3):
                    pass_time(client, 0.6)
                    assert client.get(f"/api/v1/rooms/{code}").status_code == 200
            pass_time(client, 1.2)
            assert client.get(f"/api/v1/rooms/{code}").status_code == 404
            while (message := guest.receive_json())["type"] != "closed":
                assert message["type"] == "count"
            assert guest.receive()["code"] == 4410


def test_students_of_a_process_that_died_are_shown_as_gone() -> None:
    now = 0.0
    state = RoomState("epoch", 0, {"settings": {"title": ""}, "view": {}}, {1: Attendee(1, "Ada")}, {}, "tab")
    live = LiveRoom("KMPR42", state, lambda: now)
    host = FakeHost()
    host.mailbox = Mailbox(live.history, lambda: live.snapshot(host))
    live.add(host)

    def news() -> list[tuple[str, bool]]:
        live.forget_silent()
        live.send_updates()
        messages = [json.loads(text) for text in iter(host.mailbox.take, None)]
        return [(row["nickname"], row["online"]) for message in messages for row in message.get("changed", [])]

    live.receive({"kind": "presence", "process": "other", "guests": {"1": True}, "tabs": []})
    assert news() == [("Ada", True)]
    now = 10.0
    live.receive({"kind": "presence", "process": "other", "guests": {"1": True}, "tabs": []})
    now = 20.0
    assert news() == []
    now = 30.0
    assert news() == [("Ada", False)]
