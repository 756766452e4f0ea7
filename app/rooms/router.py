"""`/api/v1/rooms`: opening, joining and closing rooms, and the live channel."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import BaseModel

from app.problem_models import ProblemDocument
from app.rooms import service
from app.rooms.access import bearer, parsed
from app.rooms.addresses import local_addresses
from app.rooms.codes import canonical
from app.rooms.origins import allowed
from app.rooms.rooms import Rooms
from app.rooms.schemas import Addresses, GuestJoined, GuestRequest, RoomFacts, RoomOpened, RoomRequest
from app.rooms.service import Participant
from app.rooms.visit import visit
from app.routes import API

router = APIRouter(prefix=f"{API}/rooms", tags=["rooms"])

_REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ProblemDocument, "description": "What is wrong, why, and what to do instead (RFC 9457)."}
}


OPENING = {"a product, to be followed": {"value": {"title": "Chain rule", "view": {"program": "x*y"}}}}
JOINING = {"a name of one's own": {"value": {"nickname": "Ada"}}, "one that is made up": {"value": {"nickname": None}}}


def described(
    answer: type[BaseModel] | None,
    body: type[BaseModel] | None = None,
    status: int = 200,
    examples: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Arguments for a route's decorator, since the routes read and write plain bytes."""
    responses = _REFUSALS | {status: {"model": answer} if answer else {"description": "Done."}}
    made: dict[str, Any] = {"response_model": None, "responses": responses, "status_code": status}
    if body is not None:
        schema = {"application/json": {"schema": body.model_json_schema()} | ({"examples": examples} if examples else {})}
        made["openapi_extra"] = {"requestBody": {"required": True, "content": schema}}
    return made


def written(answer: BaseModel, status: int = 200) -> Response:
    """An answer as JSON that nobody may keep: it may hold a token."""
    return Response(answer.model_dump_json(), status, media_type="application/json", headers={"cache-control": "no-store"})


def rooms_of(request: Request | WebSocket) -> Rooms:
    """The rooms of this process."""
    rooms: Rooms = request.app.state.rooms
    return rooms


@router.post("", **described(RoomOpened, RoomRequest, 201, OPENING))
async def open_room(request: Request) -> Response:
    """Opens a room. The host's token is told once: it is the right to lead the room."""
    rooms, asked = rooms_of(request), parsed(RoomRequest, await request.body())
    code, token, expires = await rooms.write(lambda session: service.create(session, rooms.settings, asked, service.utc_now()))
    return written(RoomOpened(code=code, host_token=token, path=f"/r/{code}", expires=expires), 201)


@router.get("/{code}", **described(RoomFacts))
async def facts(request: Request, code: str) -> Response:
    """What everybody may know who has the code."""
    rooms, code = rooms_of(request), canonical(code)
    room = await rooms.read(lambda session: service.find(session, code, service.utc_now()))
    return written(RoomFacts(code=code, title=room.title, locked=room.locked, named=room.named, guests=rooms.online(code)))


@router.post("/{code}/guests", **described(GuestJoined, GuestRequest, 201, JOINING))
async def join(request: Request, code: str) -> Response:
    """Lets a student in. The token is the right to come back to the same place."""
    rooms, code, asked = rooms_of(request), canonical(code), parsed(GuestRequest, await request.body())
    guest, token, nickname = await rooms.write(
        lambda session: service.join(session, rooms.settings, code, asked.nickname, service.utc_now())
    )
    rooms.tell(code, {"kind": "attendee", "guest": guest, "nickname": nickname})
    return written(GuestJoined(guest=guest, token=token, nickname=nickname), 201)


@router.delete("/{code}", **described(None, status=204))
async def close(request: Request, code: str) -> Response:
    """Closes a room: everybody is sent home, and all that was kept of it is deleted."""
    rooms, code = rooms_of(request), canonical(code)
    await require_host(request, code)
    await rooms.close_room(code)
    return Response(status_code=204)


@router.get("/{code}/addresses", **described(Addresses))
async def addresses(request: Request, code: str) -> Response:
    """Where other machines of the network reach the room, for a page that was opened as `localhost`."""
    code = canonical(code)
    await require_host(request, code)
    port = f":{request.url.port}" if request.url.port else ""
    found = [f"{request.url.scheme}://{address}{port}/r/{code}" for address in local_addresses()]
    return written(Addresses(addresses=found))


@router.websocket("/{code}/live")
async def live(websocket: WebSocket, code: str) -> None:
    """The live channel; docs/classroom.md tells its messages."""
    rooms = rooms_of(websocket)
    if not allowed(websocket.headers, rooms.settings.allowed_origins):
        await websocket.close()
        return
    await websocket.accept()
    await visit(websocket, rooms, canonical(code))


async def identified(request: Request, code: str) -> Participant:
    """Whose token a request has. Raises ProblemError where it is nobody's."""
    token = bearer(request)
    return await rooms_of(request).read(lambda session: service.identify(session, code, token, service.utc_now()))


async def require_host(request: Request, code: str) -> None:
    """Raises ProblemError unless the request has the token of the room's host."""
    (await identified(request, code)).require_host()


async def require_guest(request: Request, code: str) -> int:
    """The number of the guest whose token the request has. Raises ProblemError for anybody else."""
    return (await identified(request, code)).require_guest()
