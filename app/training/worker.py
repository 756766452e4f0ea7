"""What is computed of a run, in whatever process: its beginning, and then a chunk of steps at a time.

A chunk is a pure function of the run's declaration, a checkpoint and a budget; so a run can be paused anywhere, cancelled at
once, taken up in another process, or in the same one after a crash. What was built for one chunk is kept for the next, which
saves building it anew where the next chunk comes to the same process. Module-level functions that take and return plain data:
they travel to worker processes and to a cluster. Knows nothing of clients, events' numbers or time of day.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

import orjson
from pydantic import TypeAdapter, ValidationError

from app.errors import invalid_request, problem_answer
from app.evaluator import Answer
from app.training.building import Built, build, load
from app.training.limits import TrainingLimits
from app.training.schemas import FORMAT, ContinuedRun, OwnProgram, StartRequest, TrainingRequest, place_in_start
from app.training.telling import Telling
from engine.graph import problem_json, utf16
from engine.problems import ProblemError
from engine.training import Progress

_START: TypeAdapter[StartRequest] = TypeAdapter(StartRequest)
_MOST_KEPT = 16
"""Runs that one process keeps built."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a chunk may go; whichever is reached first."""

    start: int
    """The step that the checkpoint stands at."""
    steps: int
    seconds: float
    told: int = -1
    """The last step whose moment was sent."""
    show: bool = False
    """Whether the moment at the end of the chunk is to be sent, whatever `keep_every` says."""


class Event(NamedTuple):
    """One thing to be told: its type, and its data as JSON."""

    kind: str
    data: bytes


class Beginning(NamedTuple):
    """A run that is ready for its first chunk."""

    request: bytes
    """With everything filled in."""
    checkpoint: bytes
    step: int
    steps: int
    paused: bool
    events: list[Event]


class Chunk(NamedTuple):
    """What a stretch of a run gave."""

    events: list[Event]
    checkpoint: bytes | None
    """To go on from; None where the run has diverged."""
    step: int
    """Where it stands now."""
    made: int
    """Steps in this chunk."""
    told: int
    seconds: float
    """Spent on the steps."""
    loss: float | None
    accuracy: float | None
    outcome: str | None
    """The type of the last event where the run is over: finished, diverged or stopped."""


def begin(run_id: str, body: bytes, limits: TrainingLimits) -> Beginning | Answer:
    """Reads and builds a run; a refusal where it cannot be one."""
    try:
        asked = _START.validate_json(body)
    except ValidationError as error:
        return Answer(*problem_answer(invalid_request(error, place_in_start), ""))
    if isinstance(asked, ContinuedRun):
        request, checkpoint = asked.checkpoint.request, asked.checkpoint.checkpoint
    else:
        request, checkpoint = TrainingRequest.model_validate(asked.model_dump(exclude={"paused"})), None
    try:
        built = build(request, limits)
        if checkpoint is not None:
            load(built.training, checkpoint)
        running = _Running(built)
        events = [Event("started", running.telling.started(run_id)), Event("moment", running.telling.moment())]
    except ProblemError as error:
        return Answer(*problem_answer(error.problems, program_of(request)))
    training = built.training
    _keep(run_id, running)
    return Beginning(
        built.request.model_dump_json().encode(),
        orjson.dumps(training.checkpoint()),
        training.step,
        training.steps,
        asked.paused,
        events,
    )


def advance(run_id: str, request: bytes, checkpoint: bytes, budget: Budget, limits: TrainingLimits) -> Chunk:
    """Takes a run from its checkpoint as far as the budget goes."""
    try:
        return _advanced(run_id, request, checkpoint, budget, limits)
    except ProblemError as error:
        # A program may meet, in its examples or with what it has learnt, what it cannot compute.
        problem = problem_json(error.problems[0], utf16(program_of(TrainingRequest.model_validate_json(request))))
        stopped = Event("stopped", orjson.dumps({"reason": "failed", "step": budget.start, "problem": problem}))
        return Chunk([stopped], None, budget.start, 0, budget.told, 0.0, None, None, stopped.kind)


def _advanced(run_id: str, request: bytes, checkpoint: bytes, budget: Budget, limits: TrainingLimits) -> Chunk:
    running = _taken_up(run_id, request, checkpoint, budget.start, limits)
    training, telling = running.built.training, running.telling
    keep_every, watch_every = running.built.request.keep_every, running.built.request.watch_every
    events: list[Event] = []
    steps: list[Progress] = []
    told, start, last = budget.told, time.perf_counter(), budget.start + budget.steps
    loss = accuracy = None
    while not training.finished and training.step < last:
        if training.step % keep_every == 0 and training.step > told:
            told = training.step
            events.append(Event("moment", telling.moment()))
        progress = training.advance()
        loss, accuracy = progress.loss, progress.accuracy if progress.accuracy is not None else accuracy
        if progress.step % watch_every == 0 or training.finished:
            steps.append(progress)
        if time.perf_counter() - start > budget.seconds:
            break
    seconds = time.perf_counter() - start
    if steps:
        events.insert(0, Event("progress", telling.progress(steps)))
    outcome = None
    if training.divergence is not None:
        outcome = "diverged"
        events.append(Event(outcome, telling.diverged()))
    elif training.finished:
        outcome = "finished"
        events.append(Event(outcome, telling.finished()))
    elif budget.show and training.step > told:
        told = training.step
        events.append(Event("moment", telling.moment()))
    if outcome is None:
        _keep(run_id, running)
    left = None if training.divergence is not None else orjson.dumps(training.checkpoint())
    return Chunk(events, left, training.step, training.step - budget.start, told, seconds, loss, accuracy, outcome)


def downloaded(request: bytes, checkpoint: bytes) -> bytes:
    """A checkpoint as it is given to clients, who can send it back."""
    return orjson.dumps({"format": FORMAT, "request": orjson.Fragment(request), "checkpoint": orjson.Fragment(checkpoint)})


def program_of(request: TrainingRequest) -> str:
    """The text that a problem's place is in."""
    return request.model.program if isinstance(request.model, OwnProgram) else ""


class _Running:
    """A run that is built."""

    def __init__(self, built: Built) -> None:
        self.built = built
        self.telling = Telling(built)


_kept: OrderedDict[str, _Running] = OrderedDict()
"""Runs built in this process. One that is worked on is taken out, since a cluster's worker may have several threads."""


def _keep(run_id: str, running: _Running) -> None:
    _kept[run_id] = running
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)


def _taken_up(run_id: str, request: bytes, checkpoint: bytes, start: int, limits: TrainingLimits) -> _Running:
    """The run, standing where the checkpoint says: as it was left here, or restored, or built anew."""
    running = _kept.pop(run_id, None)
    if running is None:
        running = _Running(build(TrainingRequest.model_validate_json(request), limits))
    elif running.built.training.step == start:
        return running
    load(running.built.training, orjson.loads(checkpoint))
    return running
