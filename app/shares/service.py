"""Keeping states and finding them again. The time comes in as an argument."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from app.database import Database, upsert
from app.settings import Settings
from app.shares.tables import Share
from engine import Code, Problem, ProblemError

_CODE_BYTES = 12
"""96 bits: two states never share a code, and nobody finds one by trying."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A share as it is answered."""

    code: str
    state: str
    expires: datetime | None


def code_of(state: str) -> str:
    """Equal states have equal codes, so sharing the same thing twice keeps it once."""
    return base64.urlsafe_b64encode(hashlib.sha256(state.encode()).digest()[:_CODE_BYTES]).decode()


async def keep(database: Database, settings: Settings, state: str, now: datetime) -> Kept:
    """Keeps a state, anew where it is kept already. Raises ProblemError where it is too long or there is no room left."""
    if len(state) > settings.max_share_characters:
        raise ProblemError(
            Problem(
                Code.TOO_LONG,
                f"What is to be shared has {len(state):,} characters; this server keeps {settings.max_share_characters:,}.",
                "Share a shorter program, or send the program itself.",
            )
        )
    expires = now + timedelta(days=settings.share_days) if settings.share_days > 0 else None
    code = code_of(state)

    def put(session: Session) -> None:
        session.execute(delete(Share).where(Share.expires < now))
        if session.get(Share, code) is None:
            _check_room(session, settings)
        upsert(session, Share, {"code": code, "state": state, "expires": expires}, keys=["code"])

    await database.write(put)
    return Kept(code, state, expires)


def _check_room(session: Session, settings: Settings) -> None:
    count = session.scalar(select(func.count()).select_from(Share)) or 0
    if count >= settings.max_shares:
        raise ProblemError(
            Problem(
                Code.SHARES_FULL,
                f"This server keeps {settings.max_shares:,} short links, and all are taken.",
                "Copy the long link instead: it holds everything by itself.",
            )
        )


async def find(database: Database, code: str, now: datetime) -> Kept:
    """What is kept under a code. Raises ProblemError where there is nothing (any more)."""
    share = await database.read(lambda session: session.get(Share, code))
    if share is None or (share.expires is not None and share.expires < now):
        raise ProblemError(
            Problem(
                Code.NOT_FOUND,
                "There is nothing under this short link, or no longer.",
                "Ask whoever sent it to share it once more.",
            )
        )
    return Kept(share.code, share.state, share.expires)
