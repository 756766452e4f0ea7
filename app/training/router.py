"""`/api/v1/training`: runs as streams of events."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.sse import EventSourceResponse
from pydantic import ValidationError
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.types import Send

from backpass.app.api.routes import API, PROGRAM, answered, operation, requester_of
from backpass.app.evaluation.answer import Answer, AnswerFunction
from backpass.app.http.clients import client_of
from backpass.app.problems.status_codes import PROBLEM_JSON, invalid_request
from backpass.app.state import state_of
from backpass.app.training import inspection
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.options import options_json
from backpass.app.training.presets import PRESETS
from backpass.app.training.runs.run_registry import RunRegistry
from backpass.app.training.runs.training_run import TrainingRun
from backpass.app.training.runs.worker import downloaded
from backpass.app.training.schemas import (
    ChangeRequest,
    Checkpoint,
    ContinuedRun,
    ExampleGraphRequest,
    ExampleGraphResponse,
    InputStepRequest,
    InputStepResponse,
    NewRun,
    Options,
    RunStatus,
    SweepRequest,
    place_in_change,
    place_in_request,
)
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import say


class _RunId(StringConvertor):
    """The name of a run: whatever is not one of the addresses beside it, which have methods of their own."""

    regex = r"(?!(?:options|graph|input-step|sweep)(?:/|$))[^/]+"


register_url_convertor("run", _RunId())

router = APIRouter(prefix=f"{API}/training", tags=["training"])

EXAMPLES = {
    "the two moons": next(preset.request for preset in PRESETS if preset.name == "moons"),
    "a line through three points": {
        "data": {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]},
        "model": {"kind": "program", "program": "w*x + b", "features": ["x"]},
        "optimizer": {"name": "sgd", "learning_rate": 0.1},
    },
}

GRAPH_EXAMPLES = {"the first of the moons": {"training": EXAMPLES["the two moons"], "example": {"index": 0}}}
STEP_EXAMPLES = {
    "where the loss grows": {"training": EXAMPLES["the two moons"], "example": {"inputs": [0.2, 0.1], "target": 1}, "size": 0.1}
}
SWEEP_EXAMPLES = {
    "nine networks": {
        "training": EXAMPLES["the two moons"] | {"schedule": None},
        "learning_rates": [0.01, 0.1, 1.0],
        "widths": [4, 8, 16],
    }
}

TRAINING = (*PROGRAM, Code.TOO_MANY_PARAMETERS, Code.TOO_MANY_EXAMPLES)
"""What whatever declares a run may be answered."""
_EVENT = {
    "type": "object",
    "description": "One event of the stream; docs/training.md lists them.",
    "properties": {
        "id": {"type": "string", "description": "Its number."},
        "event": {"type": "string", "description": "Its kind, such as `started` or `steps`."},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
_STREAM = {"text/event-stream": {"schema": _EVENT}}

_AFTER = {
    "name": "after",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
    "description": "The number of the last event that has arrived; like the header `Last-Event-ID`.",
}
_LAST_EVENT_ID = _AFTER | {"name": "Last-Event-ID", "in": "header", "description": "As browsers send it; `after` goes before it."}


class EventStream(EventSourceResponse):
    """A stream of serialised server-sent events; their generator is closed at once when the client disconnects."""

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, headers={"cache-control": "no-cache", "x-accel-buffering": "no"})
        self._events = events

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._events):  # type: ignore[type-var]
            await super().stream_response(send)


def _runs(request: Request) -> RunRegistry:
    return state_of(request).training


def _json(document: object) -> Response:
    return Response(orjson.dumps(document), media_type="application/json")


def _stream(request: Request, run: TrainingRun, after: int) -> Response:
    return EventStream(_runs(request).listen(run, after))


@router.get("/options", **operation("training_options", "What a run can be declared with", answer=Options))
async def options(request: Request) -> Response:
    """Everything a run can be declared with, presets included."""
    return Response(options_json(state_of(request).settings), media_type="application/json")


@router.post(
    "",
    **operation(
        "train",
        "A run begins, or goes on, as a stream of events",
        answer=_STREAM,
        says="The run's events, as they come.",
        body={"application/json": {"schema": {"anyOf": [NewRun.model_json_schema(), ContinuedRun.model_json_schema()]}}},
        examples=EXAMPLES,
        refuses=(*TRAINING, Code.TOO_MANY_RUNS),
    ),
)
async def start(request: Request) -> Response:
    """Begins a run and streams its events; a checkpoint is taken up where it stood."""
    begun = await _runs(request).start(await request.body(), client_of(request.scope))
    if isinstance(begun, Answer):
        return Response(begun.body, begun.status, media_type=PROBLEM_JSON)
    return _stream(request, begun, 0)


@router.post(
    "/graph",
    **operation(
        "training_graph",
        "The graph of the loss on one example",
        answer=ExampleGraphResponse,
        body=ExampleGraphRequest,
        examples=GRAPH_EXAMPLES,
        refuses=TRAINING,
    ),
)
async def example_graph(request: Request) -> Response:
    """The graph of the loss on one example, with the parameters of any moment, as `/graph` has it; and the program it is of."""
    return await _computed(request, inspection.example_graph)


@router.post(
    "/input-step",
    **operation(
        "training_input_step",
        "An example moved along the gradient of its loss",
        answer=InputStepResponse,
        body=InputStepRequest,
        examples=STEP_EXAMPLES,
        refuses=TRAINING,
    ),
)
async def input_step(request: Request) -> Response:
    """Moves an example along the gradient of its own loss (an adversarial step), or against it (a dream step)."""
    return await _computed(request, inspection.input_step)


async def _computed(request: Request, function: Callable[[TrainingLimits], AnswerFunction]) -> Response:
    state = state_of(request)
    limits = TrainingLimits.of(state.settings)
    return await answered(state.dispatcher.in_worker(function(limits), await request.body(), requester_of(request)))


@router.post(
    "/sweep",
    **operation(
        "training_sweep",
        "The same run with several learning rates and widths",
        answer=_STREAM,
        says="How each of the runs ends, as they end.",
        body=SweepRequest,
        examples=SWEEP_EXAMPLES,
        refuses=(*TRAINING, Code.TOO_MANY_RUNS),
    ),
)
async def sweep(request: Request) -> Response:
    """Makes the same run with several learning rates and widths, and streams how each of them ends."""
    try:
        asked = SweepRequest.model_validate_json(await request.body())
    except ValidationError as error:
        raise ProblemError(invalid_request(error, place_in_request)) from None
    swept = await _runs(request).sweep(asked, client_of(request.scope))
    return Response(swept.body, swept.status, media_type=PROBLEM_JSON) if isinstance(swept, Answer) else EventStream(swept)


@router.get(
    "/{run_id:run}",
    **operation(
        "training_run",
        "The events of a run, or where it stands",
        answer=RunStatus,
        besides=_STREAM,
        says="The events; with `Accept: application/json` where the run stands.",
        refuses=(Code.UNKNOWN_RUN,),
        parameters=[_AFTER, _LAST_EVENT_ID],
    ),
)
async def resume(request: Request, run_id: str) -> Response:
    """The events of a run after the one numbered `Last-Event-ID` (or `after`); as JSON, its status."""
    run = _runs(request).find(run_id)
    if "application/json" in request.headers.get("accept", ""):
        return _json(run.status())
    return _stream(request, run, _last_heard(request))


def _last_heard(request: Request) -> int:
    """The number of the event after which the client wants to hear more, in a parameter or in the header browsers send."""
    given = request.query_params.get("after", request.headers.get("last-event-id", "0"))
    if not re.fullmatch(r"[0-9]{1,15}", given):
        raise ProblemError(
            Problem(
                Code.INVALID_REQUEST,
                say("event-not-number"),
                say("event-not-number.hint"),
            )
        )
    return int(given)


@router.patch(
    "/{run_id:run}",
    **operation(
        "change_training_run",
        "A run is paused, goes on, makes single steps",
        answer=RunStatus,
        body=ChangeRequest,
        examples={
            "it pauses": {"state": "paused"},
            "one step": {"advance": 1},
            "another learning rate": {"training": EXAMPLES["the two moons"] | {"schedule": None}},
        },
        refuses=(*TRAINING, Code.UNKNOWN_RUN, Code.RUN_ENDED),
    ),
)
async def change(request: Request, run_id: str) -> Response:
    """Pauses a run, lets it go on, makes single steps, sets its pace, or goes on with another set-up."""
    run = _runs(request).find(run_id)
    try:
        wanted = ChangeRequest.model_validate_json(await request.body())
    except ValidationError as error:
        raise ProblemError(invalid_request(error, place_in_change)) from None
    if wanted.training is not None:
        refused = await run.alter(wanted.training.model_dump_json().encode())
        if refused is not None:
            return Response(refused.body, refused.status, media_type=PROBLEM_JSON)
    run.change(wanted)
    return _json(run.status())


@router.get(
    "/{run_id:run}/checkpoint",
    **operation("training_checkpoint", "What is needed to go on with a run", answer=Checkpoint, refuses=(Code.UNKNOWN_RUN,)),
)
async def checkpoint(request: Request, run_id: str) -> Response:
    """All that is needed to go on with a run, here or elsewhere, exactly as if there had been no pause."""
    run = _runs(request).find(run_id)
    return Response(
        downloaded(run.request, run.checkpoint),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="training-step-{run.checkpoint_step}.json"'},
    )


@router.delete(
    "/{run_id:run}",
    **operation(
        "end_training_run", "A run ends at once", answer=None, status=204, says="It has ended.", refuses=(Code.UNKNOWN_RUN,)
    ),
)
async def end(request: Request, run_id: str) -> Response:
    """Ends a run at once."""
    runs = _runs(request)
    runs.end(runs.find(run_id))
    return Response(status_code=204)
