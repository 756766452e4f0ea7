"""`/api/v1/rooms`: opening, joining and closing rooms, and the live channel."""

import orjson
from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import BaseModel

from backpass.app.api.routes import API, STORAGE, WRITING, operation
from backpass.app.classroom import store
from backpass.app.classroom.access import bearer, parsed
from backpass.app.classroom.codes import canonical
from backpass.app.classroom.live.session import serve_session
from backpass.app.classroom.origins import allowed
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import Participant
from backpass.app.classroom.view_schemas import (
    Addresses,
    GuestJoined,
    GuestRequest,
    KeyMade,
    KeyRequest,
    RoomFacts,
    RoomOpened,
    RoomRequest,
)
from backpass.app.http.local_addresses import reachable_addresses
from backpass.app.state import state_of
from backpass.engine import Code
from backpass.engine.messages import spoken

_PORT_OF_SCHEME = {"http": 80, "https": 443}

router = APIRouter(prefix=f"{API}/rooms", tags=["rooms"])

OPENING = {"a product, to be followed": {"title": "Chain rule", "view": {"program": "x*y"}}}
JOINING = {"a name of one's own": {"nickname": "Ada"}, "one that is made up": {"nickname": None}}
HOST = (Code.NOT_FOUND, Code.REMOVED, Code.HOST_ONLY)
"""Problems for clients that are not the room's host."""


def written(answer: BaseModel, status: int = 200) -> Response:
    """An answer as JSON that nobody may keep: it may hold a token."""
    return Response(
        spoken(answer.model_dump_json()), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def rooms_of(request: Request | WebSocket) -> Rooms:
    """The rooms of this process."""
    return state_of(request).rooms


@router.post(
    "",
    **operation(
        "open_room",
        "A room is opened",
        answer=RoomOpened,
        status=201,
        body=RoomRequest,
        optional=True,
        examples=OPENING,
        refuses=(Code.TOO_LONG, Code.ROOMS_FULL, *WRITING),
    ),
)
async def open_room(request: Request) -> Response:
    """Opens a room. The response has the host's token, this once: it is the right to lead the room."""
    rooms, asked = rooms_of(request), parsed(RoomRequest, await request.body())
    delete = rooms.steady()
    code, token, expires = await rooms.write(
        lambda session: store.create(session, rooms.settings, asked, store.utc_now(), delete=delete)
    )
    return written(RoomOpened(code=code, host_token=token, path=f"/r/{code}", expires=expires), 201)


@router.get(
    "/{code}", **operation("room", "What everybody may know of a room", answer=RoomFacts, refuses=(Code.NOT_FOUND, *STORAGE))
)
async def facts(request: Request, code: str) -> Response:
    """What everybody may know who has the code."""
    rooms, code = rooms_of(request), canonical(code)
    room = await rooms.read(lambda session: store.find(session, code, store.utc_now()))
    known = {"title": room.title, "locked": room.locked, "named": room.named, "stage": room.stage}
    return written(RoomFacts.model_validate({"code": code, "guests": rooms.online(code)} | known))


@router.post(
    "/{code}/guests",
    **operation(
        "join_room",
        "A student joins a room",
        answer=GuestJoined,
        status=201,
        body=GuestRequest,
        optional=True,
        examples=JOINING,
        refuses=(Code.NOT_FOUND, Code.ROOM_LOCKED, Code.ROOM_FULL, Code.UNFIT_NICKNAME, *WRITING),
    ),
)
async def join(request: Request, code: str) -> Response:
    """Lets a student in. The token is the right to come back to the same place."""
    rooms, code, asked = rooms_of(request), canonical(code), parsed(GuestRequest, await request.body())
    guest, token, nickname = await rooms.write(
        lambda session: store.join(session, rooms.settings, code, asked.nickname, store.utc_now())
    )
    rooms.publish(code, {"kind": "attendee", "guest": guest, "nickname": nickname})
    return written(GuestJoined(guest=guest, token=token, nickname=nickname), 201)


@router.delete(
    "/{code}",
    **operation(
        "close_room", "A room is closed", answer=None, status=204, says="It is closed.", refuses=(*HOST, *WRITING), token=True
    ),
)
async def close(request: Request, code: str) -> Response:
    """Closes a room: disconnects everybody and deletes all that is stored of it."""
    rooms, code = rooms_of(request), canonical(code)
    await require_host(request, code)
    await rooms.close_room(code)
    return Response(status_code=204)


@router.get(
    "/{code}/addresses",
    **operation(
        "room_addresses", "Where a room is on the local network", answer=Addresses, refuses=(*HOST, *STORAGE), token=True
    ),
)
async def addresses(request: Request, code: str) -> Response:
    """Where other machines of the network reach the room, for a page that was opened as `localhost`; none where the server
    answers its own machine alone. A screen may ask, too: it shows the address.
    """
    code = canonical(code)
    await require_watcher(request, code)
    scheme, port = request.url.scheme, request.url.port
    shown_port = f":{port}" if port else ""
    reachable = await reachable_addresses(port or _PORT_OF_SCHEME[scheme])
    found = [f"{scheme}://{address}{shown_port}/r/{code}" for address in reachable]
    return written(Addresses(addresses=found))


@router.post("/{code}/remotes", include_in_schema=False)
async def add_remote(request: Request, code: str) -> Response:
    """A phone becomes the host's remote control: it leads and pauses, and can do nothing else."""
    return await _add_key(request, canonical(code), "remote")


@router.post("/{code}/keys", include_in_schema=False)
async def add_key(request: Request, code: str) -> Response:
    """Another right than the teacher's: of a remote control, or of a screen, which sees what the class sees and nothing more."""
    return await _add_key(request, canonical(code), parsed(KeyRequest, await request.body()).kind)


async def _add_key(request: Request, code: str, kind: str) -> Response:
    rooms = rooms_of(request)
    await require_host(request, code)
    token, ended = await rooms.write(lambda session: store.add_key(session, code, kind, store.utc_now()))
    if ended:
        rooms.publish(code, {"kind": "keys", "ended": ended})
    return written(KeyMade(token=token), 201)


@router.delete("/{code}/remotes", include_in_schema=False)
async def end_remotes(request: Request, code: str) -> Response:
    """Ends all remote controls of a room."""
    return await _end_keys(request, canonical(code), "remote")


@router.delete("/{code}/keys", include_in_schema=False)
async def end_keys(request: Request, code: str) -> Response:
    """Ends all keys of a kind."""
    return await _end_keys(request, canonical(code), parsed(KeyRequest, orjson.dumps(dict(request.query_params))).kind)


async def _end_keys(request: Request, code: str, kind: str) -> Response:
    rooms = rooms_of(request)
    await require_host(request, code)
    ended = await rooms.write(lambda session: store.end_keys(session, code, kind))
    rooms.publish(code, {"kind": "keys", "ended": ended})
    return Response(status_code=204)


@router.websocket("/{code}/live")
async def live(websocket: WebSocket, code: str) -> None:
    """The live channel; docs/classroom.md describes its messages."""
    rooms = rooms_of(websocket)
    if not allowed(websocket.headers, rooms.settings.allowed_origins):
        await websocket.close()
        return
    await websocket.accept()
    await serve_session(websocket, rooms, canonical(code))


async def identified(request: Request, code: str) -> Participant:
    """Whose token a request has. Raises ProblemError where it is nobody's."""
    token = bearer(request)
    return await rooms_of(request).read(lambda session: store.identify(session, code, token, store.utc_now()))


async def require_host(request: Request, code: str) -> None:
    """Raises ProblemError unless the request has the token of the room's host."""
    (await identified(request, code)).require_host()


async def require_watcher(request: Request, code: str) -> Participant:
    """Who has the token of the room's host or of a screen. Raises ProblemError for anybody else."""
    participant = await identified(request, code)
    participant.require_watcher()
    return participant


async def require_leader(request: Request, code: str) -> None:
    """Raises ProblemError unless the request has the token of the room's host or of a remote control."""
    (await identified(request, code)).require_leader()


async def require_guest(request: Request, code: str) -> int:
    """The number of the guest whose token the request has. Raises ProblemError for anybody else."""
    return (await identified(request, code)).require_guest()
