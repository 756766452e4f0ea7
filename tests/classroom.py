"""A teacher and students for tests, over HTTP and a real WebSocket."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

SECONDS = 60
"""How long anything may take that is waited for: a machine may be busy with much else."""
Message = dict[str, Any]


class Member:
    """One page in a room: what it was told is merged as the page merges it."""

    def __init__(self, url: str, code: str, token: str, tab: str = "tab") -> None:
        self.url, self.code, self.token, self.tab = url, code, token, tab
        self.socket: ClientConnection | None = None
        self.view: Message = {}
        self.settings: Message = {}
        self.snapshot: Message = {}
        self.epoch: str | None = None
        self.revision: int | None = None
        self.featured: Message | None = None
        self.guests: dict[int, Message] = {}
        """What the host has been told of students."""
        self.answers = True
        self.log: list[Message] = []

    async def connect(self, **options: Any) -> "Member":
        """Says hello, with what is known from before."""
        await self.open(**options)
        await self.send({"type": "hello", "token": self.token, "epoch": self.epoch, "revision": self.revision, "tab": self.tab})
        return self

    async def open(self, **options: Any) -> None:
        """Says nothing yet; an earlier connection is closed."""
        await self.leave()
        address = self.url.replace("http", "ws", 1)
        self.socket = await connect(f"{address}/api/v1/rooms/{self.code}/live", max_size=None, open_timeout=SECONDS, **options)

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send(self, message: Message | str) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def receive(self) -> Message:
        """The next message, taken in."""
        async with asyncio.timeout(SECONDS):
            message: Message = json.loads(await self.socket.recv())
        self.log.append(message)
        self._take(message)
        if message.get("acknowledge") and self.answers:
            await self.send({"type": "seen", "revision": self.revision})
        return message

    def _take(self, message: Message) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.snapshot = message
            self.epoch = message["epoch"]
            self.view, self.settings = message["room"]["view"], message["room"]["settings"]
            self.featured = message["room"]["featured"]
            self.guests = {guest["guest"]: guest for guest in message.get("guests", [])}
        elif kind == "changes":
            assert self.revision is not None
            assert message["revision"] > self.revision
            self.view = self.view | message.get("view", {})
            self.settings = self.settings | message.get("settings", {})
            self.featured = message.get("featured", self.featured)
        elif kind == "guests":
            self.guests |= {guest["guest"]: guest for guest in message["joined"] + message["changed"]}
            for guest in message["left"]:
                self.guests.pop(guest, None)
        if message.get("revision") is not None:
            self.revision = message["revision"]

    async def until(self, kind: str, **fields: Any) -> Message:
        """The next message of a type, with these fields; others are taken in on the way."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def until_view(self, **fields: Any) -> None:
        """Waits until this is shown."""
        while any(self.view.get(name) != value for name, value in fields.items()):
            await self.receive()

    async def until_featured(self, guest: int | None) -> None:
        """Waits until this student's copy is shown to all."""
        while (self.featured or {}).get("guest") != guest:
            await self.receive()

    async def until_guest(self, nickname: str, **fields: Any) -> Message:
        """Waits until the host knows this of a student; what it knows."""
        while True:
            for guest in self.guests.values():
                if guest["nickname"] == nickname and all(guest[name] == value for name, value in fields.items()):
                    return guest
            await self.receive()

    async def until_gone(self, guest: int) -> None:
        """Waits until the host knows of a student no more."""
        while guest in self.guests:
            await self.receive()

    async def told(self, seconds: float) -> list[Message]:
        """All that comes until nothing has come for so long."""
        messages = []
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(seconds):
                    messages.append(await self.receive())
        return messages

    async def again(self) -> "Member":
        """Comes back, as a page does, until it is let in; waits until it knows the state."""
        end = asyncio.get_running_loop().time() + SECONDS
        while True:
            try:
                await self.connect()
                first = await self.receive()
                assert first["type"] in {"snapshot", "resumed"}, first
            except (OSError, ConnectionClosed, InvalidHandshake):
                if asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.1)
            else:
                return self

    async def request(self, message: Message, number: int = 1) -> Message:
        """The answer to a message: `stored` or `refused`."""
        await self.send(message | {"request": number})
        while True:
            answer = await self.receive()
            if answer.get("request") == number:
                return answer

    async def closed(self) -> int:
        """The code with which the server closes; what comes before is taken in."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.receive()
        assert self.socket.close_code is not None
        return self.socket.close_code


class Classroom:
    """A room on the server at `url`; others may be reached at other addresses."""

    def __init__(self, url: str, opened: Message) -> None:
        self.url = url
        self.code: str = opened["code"]
        self.host_token: str = opened["host_token"]
        self._members: list[Member] = []

    def stranger(self, token: str = "", code: str | None = None) -> Member:
        """Somebody who has not said anything yet."""
        member = Member(self.url, self.code if code is None else code, token)
        self._members.append(member)
        return member

    async def host(self, tab: str = "tab", url: str | None = None) -> Member:
        """One more tab of the teacher, with its snapshot."""
        return await self._here(Member(url or self.url, self.code, self.host_token, tab))

    async def guest(self, nickname: str | None = None, url: str | None = None) -> Member:
        """One more student, with the snapshot."""
        path = f"/rooms/{self.code}/guests"
        joined = await asyncio.to_thread(call, url or self.url, "POST", path, {"nickname": nickname}, status=201)
        return await self._here(Member(url or self.url, self.code, joined["token"]))

    async def _here(self, member: Member) -> Member:
        self._members.append(member)
        await member.connect()
        await member.until("snapshot")
        return member

    async def leave(self) -> None:
        for member in self._members:
            await member.leave()


def call(url: str, method: str, path: str, body: Message | None = None, *, token: str = "", status: int = 200) -> Message:
    """A request that is answered with this status."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = httpx2.request(method, f"{url}/api/v1{path}", json=body, headers=headers, timeout=SECONDS, verify=False)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else {}


@contextlib.asynccontextmanager
async def classroom(url: str, **asked: Any) -> AsyncIterator[Classroom]:
    """A new room; everybody leaves it at the end."""
    room = Classroom(url, call(url, "POST", "/rooms", asked, status=201))
    try:
        yield room
    finally:
        await room.leave()
