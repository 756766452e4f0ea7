"""`/api/v1/rooms/{code}/polls`: asking, answering, and what came of it."""

from collections.abc import Awaitable
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request, Response

from backpass.app.api.routes import API, PROGRAM, STORAGE, WRITING, operation
from backpass.app.classroom.access import bearer, parsed
from backpass.app.classroom.codes import canonical
from backpass.app.classroom.downloads import MEDIA_TYPES, download, format_of
from backpass.app.classroom.questions.asking import PollService, RefusedError
from backpass.app.classroom.questions.results import table
from backpass.app.classroom.questions.schemas import (
    LONGEST_COUNTDOWN,
    SHORTEST_COUNTDOWN,
    AnswerRequest,
    AnswerStored,
    AnswerWorth,
    AskBody,
    Asking,
    Draft,
    Drafts,
    ExerciseAnswered,
    Exercises,
    HostPoll,
    ModerationRequest,
    Moving,
    Poll,
    PollChange,
    PollHistory,
    PollsAsked,
    PracticeRequest,
    PracticeSet,
    Progress,
    Results,
)
from backpass.app.classroom.router import HOST, identified, require_guest, require_host, require_watcher, written
from backpass.app.classroom.store import JSON
from backpass.app.problems.status_codes import PROBLEM_JSON
from backpass.app.state import state_of
from backpass.engine import Code

router = APIRouter(prefix=f"{API}/rooms/{{code}}", tags=["rooms"])

PollNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the poll.")]
ExerciseNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the exercise, from 1.")]

ASKING = {
    "a gradient": {"type": "number", "node": 0, "quantity": "gradient", "prompt": "What comes back to a?"},
    "a choice": {"type": "choice", "choices": ["it grows", "it shrinks"], "correct": [0], "prompt": "What does the loss do?"},
    "a number that the host gives": {"type": "number", "quantity": "given", "correct": 0.3, "prompt": "Which rate?"},
    "an open question": {"type": "text", "prompt": "Why is the gradient 0 here?"},
}
ANSWERING = {"a number as text": {"answer": "21"}, "a choice": {"answer": [1]}}
MARKING = (Code.NOT_FOUND, Code.POLL_CLOSED, Code.REMOVED)
"""What is answered where something is to be marked; besides what any program may be answered, since answers may be formulas."""
_FORMAT = {
    "name": "format",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(MEDIA_TYPES), "default": "json"},
    "description": "As JSON, or as a table for a spreadsheet.",
}
_SHOWN = {
    "name": "shown",
    "in": "query",
    "required": False,
    "schema": {"type": "boolean", "default": False},
    "description": "Whether marks, counts and what is right are left out until they are shown, for a screen that the class sees.",
}


_DRAFT = {
    "name": "draft",
    "in": "query",
    "required": False,
    "schema": {"type": "boolean", "default": False},
    "description": "Whether it is only prepared: nobody but the host sees it until `PATCH` opens it, which asks it.",
}
_SECONDS = {
    "name": "seconds",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": SHORTEST_COUNTDOWN, "maximum": LONGEST_COUNTDOWN},
    "description": "After so many it is closed.",
}
_STATE = {
    "name": "state",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": ["draft"]},
    "description": "Whether the questions are listed that wait to be asked, and no others.",
}


def polls_of(request: Request) -> PollService:
    """The polls of this process."""
    return state_of(request).polls


@router.post(
    "/polls",
    **operation(
        "ask_poll",
        "A question to everybody in a room",
        answer=Poll | Draft,
        status=201,
        body=AskBody,
        examples=ASKING,
        refuses=(*HOST, *PROGRAM, Code.NOT_ASKABLE, *WRITING),
        parameters=[_DRAFT, _SECONDS],
        token=True,
    ),
)
async def ask(request: Request, code: str) -> Response:
    """Asks everybody in the room, about the program that it shows. The right answer is computed here and not published yet.

    With `draft=true` the question is only kept, to be asked later.
    """
    code = canonical(code)
    await require_host(request, code)
    asking = parsed(Asking, orjson.dumps(dict(request.query_params)))
    question = parsed(AskBody, await request.body()).root
    if asking.draft:
        return written(Draft.model_validate(await polls_of(request).prepare(code, question)), 201)
    return await _asked(polls_of(request).ask(code, question, seconds=asking.seconds), 201)


async def _asked(asking: Awaitable[JSON], status: int = 200) -> Response:
    """The question as everybody sees it, or why it cannot be asked."""
    try:
        return written(Poll.model_validate(await asking), status)
    except RefusedError as refused:
        return Response(refused.answer.body, refused.answer.status, media_type=PROBLEM_JSON)


@router.get(
    "/polls",
    **operation(
        "polls",
        "All polls of a room",
        answer=PollHistory | Drafts,
        refuses=(*HOST, *STORAGE),
        parameters=[_SHOWN, _STATE],
        token=True,
    ),
)
async def history(request: Request, code: str) -> Response:
    """All polls of the room, each with what is right and how it was answered; with `shown=true` only of those revealed now.

    With `state=draft` the questions that wait to be asked. A screen's key is answered with `shown=true` alone, and with the poll
    that the class sees.
    """
    code = canonical(code)
    participant = await require_watcher(request, code)
    asked = parsed(PollsAsked, orjson.dumps(dict(request.query_params)))
    if not asked.shown or asked.state == "draft":
        participant.require_host()
    if asked.state == "draft":
        return written(Drafts.model_validate({"polls": await polls_of(request).drafts(code)}))
    polls = await polls_of(request).history(code, shown=asked.shown, now=participant.screen is not None)
    return written(PollHistory.model_validate({"polls": polls}))


@router.patch(
    "/polls/{poll}",
    **operation(
        "change_poll",
        "A poll is closed, revealed, put away or opened again",
        answer=Poll | Draft,
        body=PollChange,
        examples={
            "it is revealed": {"state": "revealed"},
            "it is open for a minute": {"state": "open", "seconds": 60},
            "a prepared one comes first": {"state": "draft", "place": 0},
        },
        refuses=(*HOST, *PROGRAM, Code.NOT_ASKABLE, *WRITING),
        token=True,
    ),
)
async def change(request: Request, code: str, poll: PollNumber) -> Response:
    """Closes a poll, reveals it, puts it away (`over`: nobody sees it, it stays in the history) or opens it again.

    A prepared one is asked when it is opened, and has another place in its list with the state `draft`.
    """
    code = canonical(code)
    await require_host(request, code)
    wanted = parsed(PollChange, await request.body()).root
    if isinstance(wanted, Moving):
        return written(Draft.model_validate(await polls_of(request).move(code, poll, wanted.place)))
    return await _asked(polls_of(request).set_state(code, poll, wanted.state, wanted.seconds))


@router.patch(
    "/polls/{poll}/answers",
    **operation(
        "moderate_poll",
        "Open answers are hidden, starred or grouped",
        answer=HostPoll,
        body=ModerationRequest,
        examples={"two answers are one": {"answers": ["the chain rule", "chain rule"], "group": "chain rule"}},
        refuses=(*HOST, Code.TOO_LONG, Code.EMPTY_PROGRAM, *WRITING),
        token=True,
    ),
)
async def moderate(request: Request, code: str, poll: PollNumber) -> Response:
    """Sorts the answers to an open question: hidden ones are shown to nobody, starred ones come first, a group is one answer."""
    code = canonical(code)
    await require_host(request, code)
    asked = parsed(ModerationRequest, await request.body())
    return written(HostPoll.model_validate(await polls_of(request).moderate(code, poll, asked)))


@router.delete(
    "/polls/{poll}",
    **operation(
        "delete_poll",
        "A poll and its answers are deleted",
        answer=None,
        status=204,
        says="They are deleted.",
        refuses=(*HOST, *WRITING),
        token=True,
    ),
)
async def delete(request: Request, code: str, poll: PollNumber) -> Response:
    """Deletes a poll and all answers to it."""
    code = canonical(code)
    await require_host(request, code)
    await polls_of(request).delete(code, poll)
    return Response(status_code=204)


@router.put(
    "/polls/{poll}/answer",
    **operation(
        "answer_poll",
        "A student's answer to a poll",
        answer=AnswerStored,
        body=AnswerRequest,
        examples=ANSWERING,
        refuses=(*MARKING, Code.GUEST_ONLY, *PROGRAM, *WRITING),
        token=True,
    ),
)
async def answer(request: Request, code: str, poll: PollNumber) -> Response:
    """Answers a poll. The answer is stored when this returns; the last one counts, and sending one twice is harmless.

    The response does not contain the mark before the poll is revealed.
    """
    token, given = bearer(request), parsed(AnswerRequest, await request.body()).answer
    stored = await polls_of(request).answer(canonical(code), poll, token, given)
    return written(AnswerStored(answer=stored))


@router.get(
    "/polls/{poll}/answer",
    **operation(
        "own_answer",
        "A student's own answer and what it is worth",
        answer=AnswerWorth,
        refuses=(*MARKING, Code.GUEST_ONLY, *PROGRAM, *STORAGE),
        token=True,
    ),
)
async def own_answer(request: Request, code: str, poll: PollNumber) -> Response:
    """A student's own answer; once the poll is revealed, whether it was right, and what was mistaken."""
    code = canonical(code)
    guest = await require_guest(request, code)
    return written(AnswerWorth.model_validate(await polls_of(request).worth(code, poll, guest)))


@router.post(
    "/practice",
    **operation(
        "begin_practice",
        "Exercises for every student",
        answer=PracticeSet,
        status=201,
        body=PracticeRequest,
        optional=True,
        examples={"five chains": {"count": 5, "level": 2}},
        refuses=(*HOST, *WRITING),
        token=True,
    ),
)
async def practise(request: Request, code: str) -> Response:
    """Gives every student exercises of its own; the last set ends."""
    code = canonical(code)
    await require_host(request, code)
    asked = parsed(PracticeRequest, await request.body())
    return written(
        PracticeSet.model_validate(await polls_of(request).practice_service.begin(code, asked.count, asked.level)), 201
    )


@router.get(
    "/practice",
    **operation(
        "practice",
        "A student's exercises, or how far everybody is",
        answer=Exercises | Progress,
        refuses=(Code.NOT_FOUND, Code.REMOVED, Code.POLL_CLOSED, *WRITING),
        token=True,
    ),
)
async def exercises(request: Request, code: str) -> Response:
    """A student's exercises; for the host, how far everybody is."""
    code, practice_service = canonical(code), polls_of(request).practice_service
    participant = await identified(request, code)
    if participant.role == "host":
        participant.require_host()
        return written(Progress.model_validate(await practice_service.overview(code)))
    return written(Exercises.model_validate(await practice_service.own(code, participant.require_guest())))


@router.delete(
    "/practice",
    **operation(
        "end_practice",
        "The practice set ends",
        answer=None,
        status=204,
        says="It has ended.",
        refuses=(*HOST, Code.POLL_CLOSED, *WRITING),
        token=True,
    ),
)
async def end_practice(request: Request, code: str) -> Response:
    """Ends the practice set; what was answered stays in the results."""
    code = canonical(code)
    await require_host(request, code)
    await polls_of(request).practice_service.end(code)
    return Response(status_code=204)


@router.put(
    "/practice/{number}/answer",
    **operation(
        "answer_exercise",
        "A student's answer to an exercise",
        answer=ExerciseAnswered,
        body=AnswerRequest,
        examples=ANSWERING,
        refuses=(*MARKING, Code.GUEST_ONLY, *PROGRAM, *WRITING),
        token=True,
    ),
)
async def answer_exercise(request: Request, code: str, number: ExerciseNumber) -> Response:
    """Answers an exercise, as often as needed. The response has the mark; once right, an exercise stays right."""
    code = canonical(code)
    guest = await require_guest(request, code)
    given = parsed(AnswerRequest, await request.body()).answer
    return written(ExerciseAnswered.model_validate(await polls_of(request).practice_service.answer(code, guest, number, given)))


@router.get(
    "/results",
    **operation(
        "results",
        "Everything that was asked and answered in a room",
        answer=Results,
        besides={"text/csv": {"schema": {"type": "string"}}},
        refuses=(*HOST, *STORAGE),
        parameters=[_FORMAT],
        token=True,
    ),
)
async def results(request: Request, code: str) -> Response:
    """All questions and answers, to download: as JSON, or with `format=csv` as a table for a spreadsheet."""
    code = canonical(code)
    await require_host(request, code)
    wanted = format_of(request)
    return download(await polls_of(request).results(code), table, f"backpass-{code}", wanted)
