"""What is computed of a run, in whatever process: its beginning, and then a chunk of steps at a time.

A chunk is a pure function of the run's declaration, a checkpoint and a budget; so a run can be paused anywhere, cancelled at
once, taken up in another process, or in the same one after a crash. What was built for one chunk is cached for the next, which
saves building it again if the next chunk comes to the same process. Module-level functions that take and return plain data:
they travel to worker processes and to a cluster. Knows nothing of clients, events' numbers or time of day.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

import orjson
from pydantic import TypeAdapter, ValidationError

from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.problems.status_codes import invalid_request
from backpass.app.training.building import Built, build, load
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs.events import EventWriter
from backpass.app.training.schemas import FORMAT, ContinuedRun, OwnProgram, StartRequest, TrainingRequest, place_in_start
from backpass.engine.learning.training import Progress
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.graph_json import problem_json, utf16

_START: TypeAdapter[StartRequest] = TypeAdapter(StartRequest)
_FIRST_MOMENTS, _FIRST_REPORTS = 100, 1_000
"""Of an endless run, before they become rarer."""
_MAX_BUILT = 16
"""Runs that one process keeps built."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a chunk may go; whichever is reached first."""

    start: int
    """The step of the checkpoint."""
    steps: int
    seconds: float
    reported_step: int = -1
    """The last step whose moment was sent."""
    show: bool = False
    """Whether the moment at the end of the chunk is to be sent, whatever `keep_every` says."""
    passing: bool = False
    """Whether that moment is only for those who look on now."""


class Event(NamedTuple):
    """One thing to be reported: its type, and its data as JSON."""

    kind: str
    data: bytes


class Beginning(NamedTuple):
    """A run that is ready for its first chunk."""

    request: bytes
    """With everything filled in."""
    checkpoint: bytes
    step: int
    steps: int
    endless: bool
    paused: bool
    events: list[Event]


class Altered(NamedTuple):
    """A run that goes on with another set-up."""

    request: bytes
    checkpoint: bytes
    steps: int
    endless: bool
    events: list[Event]


class Chunk(NamedTuple):
    """What a stretch of a run gave."""

    events: list[Event]
    checkpoint: bytes | None
    """To go on from; None where the run has diverged."""
    step: int
    """The present step."""
    made: int
    """Steps in this chunk."""
    reported_step: int
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
        return refusal(invalid_request(error, place_in_start))
    changed = isinstance(asked, ContinuedRun) and asked.training is not None
    if isinstance(asked, ContinuedRun):
        request, checkpoint = asked.request, asked.checkpoint.checkpoint
    else:
        request, checkpoint = TrainingRequest.model_validate(asked.model_dump(exclude={"paused"})), None
    try:
        built = build(request, limits)
        if checkpoint is not None:
            load(built.training, checkpoint, changed=changed)
        running = _Running(built)
        events = [Event("started", running.writer.started(run_id)), Event("moment", running.writer.moment())]
    except ProblemError as error:
        return refusal(error.problems, program_of(request))
    training = built.training
    _keep(run_id, running)
    return Beginning(
        running.request,
        orjson.dumps(training.checkpoint()),
        training.step,
        training.steps,
        training.endless,
        asked.paused,
        events,
    )


def alter(run_id: str, wanted: bytes, checkpoint: bytes, limits: TrainingLimits) -> Altered | Answer:
    """The run with another set-up, from the same checkpoint; a refusal where it cannot go on with that."""
    request = TrainingRequest.model_validate_json(wanted)
    try:
        running = _Running(build(request, limits))
        load(running.built.training, orjson.loads(checkpoint), changed=True)
        events = [Event("changed", running.writer.started(run_id)), Event("moment", running.writer.moment())]
    except ProblemError as error:
        return refusal(error.problems, program_of(request))
    _keep(run_id, running)
    training = running.built.training
    return Altered(running.request, orjson.dumps(training.checkpoint()), training.steps, training.endless, events)


def advance(run_id: str, request: bytes, checkpoint: bytes, budget: Budget, limits: TrainingLimits) -> Chunk:
    """Takes a run from its checkpoint as far as the budget goes."""
    try:
        return _advanced(run_id, request, checkpoint, budget, limits)
    except ProblemError as error:
        # A program may meet, in its examples or with what it has learnt, what it cannot compute.
        problem = problem_json(error.problems[0], utf16(program_of(TrainingRequest.model_validate_json(request))))
        stopped = Event("stopped", orjson.dumps({"reason": "failed", "step": budget.start, "problem": problem}))
        return Chunk([stopped], None, budget.start, 0, budget.reported_step, 0.0, None, None, stopped.kind)


def _advanced(run_id: str, request: bytes, checkpoint: bytes, budget: Budget, limits: TrainingLimits) -> Chunk:
    running = _taken_up(run_id, request, checkpoint, budget.start, limits)
    training, writer = running.built.training, running.writer
    kept, watched = running.kept, running.watched
    events: list[Event] = []
    steps: list[Progress] = []
    reported, start, last = budget.reported_step, time.perf_counter(), budget.start + budget.steps
    loss = accuracy = None
    while not training.finished and training.step < last:
        if training.step % kept.every(training.step) == 0 and training.step > reported:
            reported = training.step
            events.append(Event("moment", writer.moment()))
        training.watch_every = watched.every(training.step)
        progress = training.advance()
        loss, accuracy = progress.loss, progress.accuracy if progress.accuracy is not None else accuracy
        if progress.step % training.watch_every == 0 or training.finished:
            steps.append(progress)
        if time.perf_counter() - start > budget.seconds:
            break
    seconds = time.perf_counter() - start
    if steps:
        events.insert(0, Event("progress", writer.progress(steps)))
    outcome = None
    if training.divergence is not None:
        outcome = "diverged"
        events.append(Event(outcome, writer.diverged()))
    elif training.finished:
        outcome = "finished"
        events.append(Event(outcome, writer.finished()))
    elif budget.show and training.step > reported:
        reported = training.step
        passing = budget.passing and training.step % kept.every(training.step) != 0
        events.append(Event("moment", writer.moment(passing=passing)))
    if outcome is None:
        _keep(run_id, running)
    left = None if training.divergence is not None else orjson.dumps(training.checkpoint())
    return Chunk(events, left, training.step, training.step - budget.start, reported, seconds, loss, accuracy, outcome)


def downloaded(request: bytes, checkpoint: bytes) -> bytes:
    """A checkpoint as it is given to clients, who can send it back."""
    return orjson.dumps({"format": FORMAT, "request": orjson.Fragment(request), "checkpoint": orjson.Fragment(checkpoint)})


def program_of(request: TrainingRequest) -> str:
    """The text that a problem's place is in."""
    return request.model.program if isinstance(request.model, OwnProgram) else ""


@dataclass(frozen=True, slots=True)
class _Interval:
    """Every how many steps something is sent: twice as many whenever an endless run has become twice as long as `span` steps."""

    first: int
    span: int | None

    def every(self, step: int) -> int:
        return self.first if self.span is None else self.first << (step // self.span).bit_length()


class _Running:
    """A run that is built."""

    def __init__(self, built: Built) -> None:
        self.built = built
        self.request = built.request.model_dump_json().encode()
        self.writer = EventWriter(built)
        self.kept = _interval(built.request, built.request.keep_every, _FIRST_MOMENTS)
        self.watched = _interval(built.request, built.request.watch_every, _FIRST_REPORTS)


def _interval(request: TrainingRequest, every: int, count: int) -> _Interval:
    return _Interval(every, max(request.steps, every * count) if request.endless else None)


_built_runs: OrderedDict[str, _Running] = OrderedDict()
"""Runs built in this process. One that is worked on is taken out, since a cluster's worker may have several threads."""


def _keep(run_id: str, running: _Running) -> None:
    _built_runs[run_id] = running
    while len(_built_runs) > _MAX_BUILT:
        _built_runs.popitem(last=False)


def _taken_up(run_id: str, request: bytes, checkpoint: bytes, start: int, limits: TrainingLimits) -> _Running:
    """The run, standing where the checkpoint says: as it was left here, or restored, or built again."""
    running = _built_runs.pop(run_id, None)
    # It may have been given another set-up in another process.
    if running is None or running.request != request:
        running = _Running(build(TrainingRequest.model_validate_json(request), limits))
    elif running.built.training.step == start:
        return running
    load(running.built.training, orjson.loads(checkpoint))
    return running
