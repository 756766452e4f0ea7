"""What the server keeps on disk: one asynchronous engine, its address a setting. Capabilities declare tables on `Table`.

Tables are made when the database is first asked for something, so a server that keeps nothing never opens a file.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase


class Table(DeclarativeBase):
    """What every table of the server is derived from."""


class Database:
    """Sessions on the database at `url`, an address as SQLAlchemy writes it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None
        self._opening = asyncio.Lock()

    async def _opened(self) -> AsyncEngine:
        async with self._opening:
            if self._engine is None:
                engine = create_async_engine(self._url)
                async with engine.begin() as connection:
                    await connection.run_sync(Table.metadata.create_all)
                self._engine = engine
            return self._engine

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are written when it ends without an error."""
        sessions = async_sessionmaker(await self._opened(), expire_on_commit=False)
        async with sessions.begin() as session:
            yield session

    async def close(self) -> None:
        """Ends all connections."""
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None
