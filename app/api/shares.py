"""`POST /api/v1/shares` and `GET /api/v1/shares/{code}`: short links. States are stored under a code; the time is an argument."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import DateTime, String, Text, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from backpass.app.api.routes import API, STORAGE, WRITING, operation
from backpass.app.api.schema_types import Instant
from backpass.app.problems.status_codes import PROBLEM_JSON, invalid_request, problem_answer
from backpass.app.settings import Settings
from backpass.app.state import state_of
from backpass.app.storage.database import Database, Table, upsert
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import say


class ShareRequest(BaseModel):
    """The state to be stored."""

    model_config = ConfigDict(extra="forbid", strict=True)

    state: str = Field(
        pattern=r"^v=[0-9]+(&|$)",
        description="The state of the page: what stands behind the `#` of its link.",
        examples=["v=1&program=x*y"],
    )


class ShareResponse(BaseModel):
    """A stored state."""

    code: str = Field(description="Under which it is found. Equal states have equal codes; a code cannot be guessed.")
    path: str = Field(description="Where this server opens it.")
    state: str
    expires: Instant | None = Field(description="Until when it is kept, in UTC; null for ever. Sharing again restarts it.")


class Share(Table):
    """The state of a page, as the fragment of its link has it. Times are in UTC, without a zone: SQLite keeps none."""

    __tablename__ = "shares"

    code: Mapped[str] = mapped_column(String(32), primary_key=True)
    state: Mapped[str] = mapped_column(Text)
    expires: Mapped[datetime | None] = mapped_column(DateTime, index=True)


_CODE_BYTES = 12
"""96 bits: two states never share a code, and nobody finds one by trying."""


@dataclass(frozen=True, slots=True)
class StoredShare:
    """A share as it is answered."""

    code: str
    state: str
    expires: datetime | None


def share_code(state: str) -> str:
    """Equal states have equal codes, so sharing the same state twice stores it once."""
    return base64.urlsafe_b64encode(hashlib.sha256(state.encode()).digest()[:_CODE_BYTES]).decode()


async def store_share(database: Database, settings: Settings, state: str, now: datetime) -> StoredShare:
    """Stores a state, or renews one that is stored. Raises ProblemError if it is too long or there is no room left."""
    if len(state) > settings.max_share_characters:
        raise ProblemError(
            Problem(
                Code.TOO_LONG,
                say("share-too-long", count=len(state), max_share_characters=settings.max_share_characters),
                say("share-too-long.hint"),
            )
        )
    expires = now + timedelta(days=settings.share_days) if settings.share_days > 0 else None
    code = share_code(state)

    def put(session: Session) -> None:
        session.execute(delete(Share).where(Share.expires < now))
        if session.get(Share, code) is None:
            _check_room(session, settings)
        upsert(session, Share, {"code": code, "state": state, "expires": expires}, keys=["code"])

    await database.write(put)
    return StoredShare(code, state, expires)


def _check_room(session: Session, settings: Settings) -> None:
    count = session.scalar(select(func.count()).select_from(Share)) or 0
    if count >= settings.max_shares:
        raise ProblemError(
            Problem(
                Code.SHARES_FULL,
                say("shares-full", max_shares=settings.max_shares),
                say("shares-full.hint"),
            )
        )


async def find_share(database: Database, code: str, now: datetime) -> StoredShare:
    """The state stored under a code. Raises ProblemError (not-found) if there is none, or it has expired."""
    share = await database.read(lambda session: session.get(Share, code))
    if share is None or (share.expires is not None and share.expires < now):
        raise ProblemError(
            Problem(
                Code.NOT_FOUND,
                say("share-gone"),
                say("share-gone.hint"),
            )
        )
    return StoredShare(share.code, share.state, share.expires)


router = APIRouter(prefix=API, tags=["sharing"])

EXAMPLES = {"a product, shown as a table": {"state": "v=1&program=x*y&view=table"}}


def current_time() -> datetime:
    """The time as shares store it: UTC, without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def _answer(stored: StoredShare, status: int) -> Response:
    body = ShareResponse(code=stored.code, path=f"/s/{stored.code}", state=stored.state, expires=stored.expires)
    return Response(body.model_dump_json(), status, media_type="application/json")


def _refusal(problem: ProblemError) -> Response:
    status, body = problem_answer(problem.problems, "")
    return Response(body, status, media_type=PROBLEM_JSON)


@router.post(
    "/shares",
    **operation(
        "share",
        "A short link for a state of the page",
        answer=ShareResponse,
        body=ShareRequest,
        examples=EXAMPLES,
        refuses=(Code.TOO_LONG, Code.SHARES_FULL, *WRITING),
    ),
)
async def share(request: Request) -> Response:
    """Stores the state of a page and answers the code under which `/s/{code}` opens it."""
    state = state_of(request)
    try:
        asked = ShareRequest.model_validate_json(await request.body())
        return _answer(await store_share(state.database, state.settings, asked.state, current_time()), 200)
    except ValidationError as error:
        return _refusal(ProblemError(invalid_request(error)))
    except ProblemError as error:
        return _refusal(error)


@router.get(
    "/shares/{code}",
    **operation("shared", "The state behind a short link", answer=ShareResponse, refuses=(Code.NOT_FOUND, *STORAGE)),
)
async def shared(request: Request, code: str) -> Response:
    """The state stored under a code."""
    try:
        return _answer(await find_share(state_of(request).database, code, current_time()), 200)
    except ProblemError as error:
        return _refusal(error)
