"""`/api/v1/training`: runs as streams of events."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.sse import EventSourceResponse
from pydantic import BaseModel, ValidationError
from starlette.types import Send

from app.clients import client_of
from app.errors import PROBLEM_JSON, invalid_request
from app.evaluator import Answer, AnswerFunction, Evaluator
from app.problem_models import ProblemDocument
from app.routes import API, described
from app.training import opening
from app.training.limits import TrainingLimits
from app.training.options import options_json
from app.training.presets import PRESETS
from app.training.run import Run
from app.training.runs import Runs
from app.training.schemas import (
    ChangeRequest,
    Checkpoint,
    ContinuedRun,
    ExampleGraphRequest,
    ExampleGraphResponse,
    InputStepRequest,
    InputStepResponse,
    NewRun,
    RunStatus,
    SweepRequest,
    place_in_request,
)
from app.training.worker import downloaded
from engine import Code, Problem, ProblemError

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

_REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ProblemDocument, "description": "What is wrong, why, and what to write instead (RFC 9457)."}
}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "The run's events, as they come.", "content": {"text/event-stream": {}}}
}


_AFTER = {
    "name": "after",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The number of the last event that has arrived; like the header `Last-Event-ID`.",
}


def _answered(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    return {200: {"model": model}, **_REFUSALS}


class EventStream(EventSourceResponse):
    """Server-sent events that are written already; whoever makes them is told at once when nobody listens any more."""

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, headers={"cache-control": "no-cache", "x-accel-buffering": "no"})
        self._events = events

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._events):  # type: ignore[type-var]
            await super().stream_response(send)


def _runs(request: Request) -> Runs:
    runs: Runs = request.app.state.training
    return runs


def _json(document: object) -> Response:
    return Response(orjson.dumps(document), media_type="application/json")


def _stream(request: Request, run: Run, after: int) -> Response:
    return EventStream(_runs(request).listen(run, after))


@router.get("/options")
async def options(request: Request) -> Response:
    """Everything a run can be declared with, presets included."""
    return Response(options_json(request.app.state.settings), media_type="application/json")


@router.post(
    "",
    response_model=None,
    responses=_STREAM | _REFUSALS,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"anyOf": [NewRun.model_json_schema(), ContinuedRun.model_json_schema()]},
                    "examples": {name: {"value": value} for name, value in EXAMPLES.items()},
                }
            },
        }
    },
)
async def start(request: Request) -> Response:
    """Begins a run and streams its events; a checkpoint is taken up where it stood."""
    begun = await _runs(request).start(await request.body(), client_of(request.scope))
    if isinstance(begun, Answer):
        return Response(begun.body, begun.status, media_type=PROBLEM_JSON)
    return _stream(request, begun, 0)


@router.post("/graph", **described(ExampleGraphRequest, ExampleGraphResponse, GRAPH_EXAMPLES))
async def example_graph(request: Request) -> Response:
    """The graph of the loss on one example, with the parameters of any moment, as `/graph` has it; and the program it is of."""
    return await _computed(request, opening.example_graph)


@router.post("/input-step", **described(InputStepRequest, InputStepResponse, STEP_EXAMPLES))
async def input_step(request: Request) -> Response:
    """Moves an example along the gradient of its own loss (an adversarial step), or against it (a dream step)."""
    return await _computed(request, opening.input_step)


async def _computed(request: Request, function: Callable[[TrainingLimits], AnswerFunction]) -> Response:
    evaluator: Evaluator = request.app.state.evaluator
    limits = TrainingLimits.of(request.app.state.settings)
    status, body = await evaluator.elsewhere(function(limits), await request.body(), request.scope.get("charge"))
    return Response(body, status, media_type="application/json" if status == 200 else PROBLEM_JSON)


@router.post(
    "/sweep",
    response_model=None,
    responses=_STREAM | _REFUSALS,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": SweepRequest.model_json_schema(),
                    "examples": {name: {"value": value} for name, value in SWEEP_EXAMPLES.items()},
                }
            },
        }
    },
)
async def sweep(request: Request) -> Response:
    """Makes the same run with several learning rates and widths, and streams how each of them ends."""
    try:
        asked = SweepRequest.model_validate_json(await request.body())
    except ValidationError as error:
        raise ProblemError(invalid_request(error, place_in_request)) from None
    swept = await _runs(request).sweep(asked, client_of(request.scope))
    return Response(swept.body, swept.status, media_type=PROBLEM_JSON) if isinstance(swept, Answer) else EventStream(swept)


@router.get("/{run_id}", response_model=None, responses=_answered(RunStatus), openapi_extra={"parameters": [_AFTER]})
async def resume(request: Request, run_id: str) -> Response:
    """The events of a run after the one numbered `Last-Event-ID` (or `after`); as JSON, where it stands."""
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
                "`Last-Event-ID`, or `after`, is not the number of an event.",
                "Send the `id` of the last event that arrived, or leave it out.",
            )
        )
    return int(given)


@router.patch("/{run_id}", response_model=None, responses=_answered(RunStatus))
async def change(request: Request, run_id: str) -> Response:
    """Pauses a run, lets it go on, makes single steps, or sets its pace."""
    run = _runs(request).find(run_id)
    try:
        wanted = ChangeRequest.model_validate_json(await request.body())
    except ValidationError as error:
        raise ProblemError(invalid_request(error)) from None
    run.change(wanted)
    return _json(run.status())


@router.get("/{run_id}/checkpoint", response_model=None, responses=_answered(Checkpoint))
async def checkpoint(request: Request, run_id: str) -> Response:
    """All that is needed to go on with a run, here or elsewhere, exactly as if there had been no pause."""
    run = _runs(request).find(run_id)
    return Response(
        downloaded(run.request, run.checkpoint),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="training-step-{run.checkpoint_step}.json"'},
    )


@router.delete("/{run_id}", status_code=204, response_model=None, responses=_REFUSALS)
async def end(request: Request, run_id: str) -> Response:
    """Ends a run at once."""
    runs = _runs(request)
    runs.end(runs.find(run_id))
    return Response(status_code=204)
