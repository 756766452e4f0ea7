"""`/api/v1/rooms/{code}/polls`: asking, answering, and what came of it."""

import orjson
from fastapi import APIRouter, Request, Response

from app.errors import PROBLEM_JSON
from app.rooms.access import bearer, parsed
from app.rooms.codes import canonical
from app.rooms.polls.asking import Polls, RefusedError
from app.rooms.polls.results import table
from app.rooms.polls.schemas import (
    AnswerRequest,
    AnswerStored,
    AnswerWorth,
    AskBody,
    ExerciseAnswered,
    Exercises,
    Poll,
    PollChange,
    PollHistory,
    PracticeRequest,
    PracticeSet,
    Progress,
)
from app.rooms.router import described, identified, require_guest, require_host, written
from app.rooms.service import refusal
from app.routes import API
from engine import Code

_MEDIA_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

router = APIRouter(prefix=f"{API}/rooms/{{code}}", tags=["rooms"])


def polls_of(request: Request) -> Polls:
    """The polls of this process."""
    polls: Polls = request.app.state.polls
    return polls


@router.post("/polls", **described(Poll, AskBody, 201))
async def ask(request: Request, code: str) -> Response:
    """Asks everybody in the room, about the program that it shows. What is right is computed here and told to nobody yet."""
    code = canonical(code)
    await require_host(request, code)
    question = parsed(AskBody, await request.body()).root
    try:
        poll = await polls_of(request).ask(code, question)
    except RefusedError as refused:
        return Response(refused.answer.body, refused.answer.status, media_type=PROBLEM_JSON)
    return written(Poll.model_validate(poll), 201)


@router.get("/polls", **described(PollHistory))
async def history(request: Request, code: str) -> Response:
    """All polls of the room, each with what is right and how it was answered."""
    code = canonical(code)
    await require_host(request, code)
    return written(PollHistory.model_validate({"polls": await polls_of(request).history(code)}))


@router.patch("/polls/{poll}", **described(Poll, PollChange))
async def change(request: Request, code: str, poll: int) -> Response:
    """Closes a poll, reveals it, puts it away (`over`: nobody sees it, it stays in the history) or opens it again."""
    code = canonical(code)
    await require_host(request, code)
    state = parsed(PollChange, await request.body()).state
    return written(Poll.model_validate(await polls_of(request).set_state(code, poll, state)))


@router.delete("/polls/{poll}", **described(None, status=204))
async def delete(request: Request, code: str, poll: int) -> Response:
    """Deletes a poll and all answers to it."""
    code = canonical(code)
    await require_host(request, code)
    await polls_of(request).delete(code, poll)
    return Response(status_code=204)


@router.put("/polls/{poll}/answer", **described(AnswerStored, AnswerRequest))
async def answer(request: Request, code: str, poll: int) -> Response:
    """Answers a poll. The answer is stored when this returns; the last one counts, and sending one twice is harmless.

    Whether it is right is not told before the poll is revealed.
    """
    token, given = bearer(request), parsed(AnswerRequest, await request.body()).answer
    kept = await polls_of(request).answer(canonical(code), poll, token, given)
    return written(AnswerStored(answer=kept))


@router.get("/polls/{poll}/answer", **described(AnswerWorth))
async def own_answer(request: Request, code: str, poll: int) -> Response:
    """A student's own answer; once the poll is revealed, whether it was right, and what was mistaken."""
    code = canonical(code)
    guest = await require_guest(request, code)
    return written(AnswerWorth.model_validate(await polls_of(request).worth(code, poll, guest)))


@router.post("/practice", **described(PracticeSet, PracticeRequest, 201))
async def practise(request: Request, code: str) -> Response:
    """Gives every student exercises of its own; the last set ends."""
    code = canonical(code)
    await require_host(request, code)
    asked = parsed(PracticeRequest, await request.body())
    return written(PracticeSet.model_validate(await polls_of(request).practising.begin(code, asked.count, asked.level)), 201)


@router.get("/practice", **described(Exercises))
async def exercises(request: Request, code: str) -> Response:
    """A student's exercises; for the host, how far everybody is."""
    code, practising = canonical(code), polls_of(request).practising
    participant = await identified(request, code)
    if participant.role == "host":
        return written(Progress.model_validate(await practising.overview(code)))
    return written(Exercises.model_validate(await practising.own(code, participant.require_guest())))


@router.delete("/practice", **described(None, status=204))
async def end_practice(request: Request, code: str) -> Response:
    """Ends the practice set; what was answered stays in the results."""
    code = canonical(code)
    await require_host(request, code)
    await polls_of(request).practising.end(code)
    return Response(status_code=204)


@router.put("/practice/{number}/answer", **described(ExerciseAnswered, AnswerRequest))
async def answer_exercise(request: Request, code: str, number: int) -> Response:
    """Answers an exercise, as often as needed. Whether it is right is told at once; once right, it stays right."""
    code = canonical(code)
    guest = await require_guest(request, code)
    given = parsed(AnswerRequest, await request.body()).answer
    return written(ExerciseAnswered.model_validate(await polls_of(request).practising.answer(code, guest, number, given)))


@router.get("/results", **described(None))
async def results(request: Request, code: str) -> Response:
    """Everything that was asked and answered, to be kept: as JSON, or with `format=csv` as a table for a spreadsheet."""
    code = canonical(code)
    await require_host(request, code)
    wanted = request.query_params.get("format", "json")
    if wanted not in _MEDIA_TYPES:
        raise refusal(Code.INVALID_REQUEST, "Results are told as `json` or as `csv`.", "Add `?format=csv` to the address.")
    found = await polls_of(request).results(code)
    # Spreadsheets know by the mark at its beginning that a file is UTF-8.
    body = table(found).encode("utf-8-sig") if wanted == "csv" else orjson.dumps(found)
    headers = {"content-disposition": f'attachment; filename="backpass-{code}.{wanted}"', "cache-control": "no-store"}
    return Response(body, media_type=_MEDIA_TYPES[wanted], headers=headers)
