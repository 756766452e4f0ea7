"""Server processes that serve the same rooms, and a room on them: the teacher is at the first, students are at the last."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.classroom import Classroom, Member, call, classroom
from tests.servers import Server
from tests.services import free_port, postgresql, redis

PROGRAM = {"program": "x*y + sin(x)", "inputs": {"x": 2}, "position": 0}

SCHOOLS = {"one process, SQLite": 1, "two processes, PostgreSQL and Redis": 2}
"""How many processes each has."""


@dataclass
class School:
    """The processes that serve the same rooms."""

    servers: list[Server]

    @property
    def first(self) -> str:
        return self.servers[0].url

    @property
    def last(self) -> str:
        return self.servers[-1].url

    def restart(self) -> None:
        """All are killed in the middle of what they do, and started again."""
        for server in self.servers:
            server.kill()
        for server in self.servers:
            server.start()

    def teach(self, story: Callable[["Class"], Awaitable[None]], **asked: object) -> None:
        """Tells a story in a new room."""

        async def told() -> None:
            async with asyncio.timeout(120), classroom(self.first, **{"view": PROGRAM} | asked) as room:
                await story(Class(self, room))

        asyncio.run(told())


@dataclass
class Class:
    """A room of a school."""

    school: School
    room: Classroom

    @property
    def url(self) -> str:
        """Where the teacher is."""
        return self.school.first

    @property
    def code(self) -> str:
        return self.room.code

    @property
    def host_token(self) -> str:
        return self.room.host_token

    async def host(self, tab: str = "tab") -> Member:
        return await self.room.host(tab, self.school.first)

    async def guest(self, nickname: str | None = None) -> Member:
        return await self.room.guest(nickname, self.school.last)

    def call(
        self, method: str, path: str = "", status: int = 200, token: str = "", body: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        return call(self.school.first, method, f"/rooms/{self.room.code}{path}", body, token=token, status=status)


@contextlib.contextmanager
def serving(processes: int, folder: Path) -> Iterator[School]:
    """Where there are two they share PostgreSQL and Redis. Raises MissingServiceError where those are not installed."""
    shared: dict[str, Any] = {"stall_seconds": 1, "hello_seconds": 30, "guesses_per_minute": 0, "creations_per_hour": 0}
    with contextlib.ExitStack() as ends:
        if processes > 1:
            shared["database"] = ends.enter_context(postgresql())
            shared["redis"] = ends.enter_context(redis())
        school = School([Server(folder / f"{number}.txt", free_port(), **shared) for number in range(processes)])
        for server in school.servers:
            ends.callback(server.stop)
            server.start()
        yield school
