"""`/api/v1/rooms/{code}/lesson`: a lesson in class. The class's own pages ask here; docs/classroom.md describes what they do."""

from typing import Annotated, get_args

import orjson
from fastapi import APIRouter, Path, Request, Response

from backpass.app.api.routes import API, WRITING, operation
from backpass.app.classroom.access import parsed
from backpass.app.classroom.codes import canonical
from backpass.app.classroom.downloads import download, format_of
from backpass.app.classroom.lesson_stage import LessonClass
from backpass.app.classroom.questions.lesson_results import table
from backpass.app.classroom.questions.lesson_schemas import (
    MAX_STUDENT,
    QUESTION,
    LessonAnswer,
    LessonChange,
    LessonRequest,
    PlaceRequest,
)
from backpass.app.classroom.router import HOST, identified, require_guest, require_host, require_leader, written
from backpass.app.classroom.store import refusal
from backpass.app.classroom.view_schemas import StageKind, StageRequest, StageShown
from backpass.app.state import state_of
from backpass.engine import Code
from backpass.engine.messages import say, spoken

router = APIRouter(prefix=f"{API}/rooms/{{code}}/lesson", include_in_schema=False)
stage_router = APIRouter(prefix=f"{API}/rooms/{{code}}/stage", tags=["rooms"])


def class_of(request: Request) -> LessonClass:
    """The lessons in class of this process."""
    return state_of(request).teaching


def _json(answer: object, status: int = 200) -> Response:
    return Response(spoken(orjson.dumps(answer).decode()), status, {"cache-control": "no-store"}, "application/json")


@stage_router.put(
    "",
    **operation(
        "set_stage",
        "What is on the screens",
        answer=StageShown,
        body=StageRequest,
        examples={kind: {"kind": kind} for kind in get_args(StageKind)},
        refuses=(*HOST, *WRITING),
        token=True,
    ),
)
async def set_stage(request: Request, code: str) -> Response:
    """Puts the playground, the room's lesson or the studio on all screens. Each is as it was left: page, copies and answers."""
    code = canonical(code)
    await require_host(request, code)
    kind = parsed(StageRequest, await request.body()).kind
    return written(StageShown.model_validate({"stage": await class_of(request).set_stage(code, kind)}))


@router.put("")
async def begin(request: Request, code: str) -> Response:
    """The room gets a lesson, by its name on the shelf or by its text; the last one ends."""
    code = canonical(code)
    await require_host(request, code)
    return _json(await class_of(request).begin(code, parsed(LessonRequest, await request.body())))


@router.patch("")
async def change(request: Request, code: str) -> Response:
    """Leads on: another page, pace or limit; shows to all how a question was answered, or hides it again."""
    code = canonical(code)
    await require_leader(request, code)
    asked = parsed(LessonChange, await request.body())
    if asked.compare is not None:  # single students' answers are the host's alone
        await require_host(request, code)
    return _json(await class_of(request).change(code, asked))


@router.delete("")
async def end(request: Request, code: str) -> Response:
    """Ends the lesson; what was answered stays until the class ends."""
    code = canonical(code)
    await require_host(request, code)
    await class_of(request).end(code)
    return Response(status_code=204)


@router.get("")
async def overview(request: Request, code: str) -> Response:
    """A student's place and answers; for the host, those of everybody."""
    code = canonical(code)
    participant = await identified(request, code)
    asked = class_of(request)
    if participant.guest is not None:
        return _json(await asked.own(code, participant.guest))
    participant.require_host()
    return _json(await asked.dashboard(code))


@router.get("/students/{guest}")
async def student(request: Request, code: str, guest: Annotated[int, Path(ge=1, le=MAX_STUDENT)]) -> Response:
    """Where a student is and what they answered, for the host."""
    code = canonical(code)
    await require_host(request, code)
    return _json(await class_of(request).own(code, guest))


@router.put("/place")
async def walk(request: Request, code: str) -> Response:
    """A student is on another page."""
    code = canonical(code)
    guest = await require_guest(request, code)
    await class_of(request).walk(code, guest, parsed(PlaceRequest, await request.body()).page)
    return Response(status_code=204)


@router.put("/answers/{question}")
async def answer(request: Request, code: str, question: str) -> Response:
    """A student's answer, as often as it is given; the last one counts."""
    code = canonical(code)
    guest = await require_guest(request, code)
    return _json(await class_of(request).answer(code, guest, _named(question), parsed(LessonAnswer, await request.body())))


@router.get("/answers/{question}")
async def tally(request: Request, code: str, question: str) -> Response:
    """How a question was answered, in counts; for the host."""
    code = canonical(code)
    await require_host(request, code)
    return _json(await class_of(request).tally(code, _named(question)))


@router.get("/answers/{question}/students")
async def answers(request: Request, code: str, question: str) -> Response:
    """Who gave which answer to a question, for the host."""
    code = canonical(code)
    await require_host(request, code)
    return _json(await class_of(request).answers(code, _named(question)))


@router.get("/results")
async def results(request: Request, code: str) -> Response:
    """All answers, to download: as JSON, or with `format=csv` as a table for a spreadsheet."""
    code = canonical(code)
    await require_host(request, code)
    wanted = format_of(request)
    return download(await class_of(request).results(code), table, f"backpass-{code}-lesson", wanted)


def _named(question: str) -> str:
    """The name of a question. Raises ProblemError for what cannot be one."""
    if QUESTION.fullmatch(question):
        return question
    raise refusal(Code.NOT_FOUND, say("in-class-no-question", question=question[:20]), say("in-class-no-question.hint"))
