"""A sweep: the same run with several learning rates and widths, or with any other changes, to compare how they end.

Every cell is a run like any other, scheduled by the same code on the same executor; only its result is sent. Knows nothing
of HTTP.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import orjson

from backpass.app.evaluation.answer import Answer
from backpass.app.settings import Settings
from backpass.app.training.executors.executor import STARTING_SECONDS, Executor, WorkerLostError, too_slow, worker_lost
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs.scheduler import RunScheduler
from backpass.app.training.runs.training_run import ALIVE, TrainingRun, event_text
from backpass.app.training.runs.worker import Beginning, Event, begin
from backpass.app.training.schemas import Network, OptimizerChoice, SweepRequest, TrainingRequest
from backpass.engine.problems import Problem
from backpass.engine.serialization.graph_json import problem_json, utf16

_BUFFER_BYTES = 1
"""A cell's run keeps its last event only."""
_LOSSES = 100
"""Of a cell that is sent with its curve, about."""


class Cell(NamedTuple):
    """One combination; `width` is that of every hidden layer, None where the model keeps its own."""

    learning_rate: float
    width: int | None


class PlannedRun(NamedTuple):
    """The run of one cell, before it is begun."""

    label: dict[str, Any]
    """What its event begins with: which cell it is."""
    body: bytes
    """A request for a run, which is checked as any other when it begins."""


def planned(request: SweepRequest) -> list[PlannedRun]:
    """The run of every cell, in the order in which they are asked for; rates and widths row by row."""
    if request.cells is not None:
        return [
            PlannedRun({"cell": index}, _changed(request.training, changes, request.curves))
            for index, changes in enumerate(request.cells)
        ]
    widths: list[int | None] = [*request.widths] if request.widths else [None]
    cells = [Cell(rate, width) for width in widths for rate in request.learning_rates or ()]
    return [PlannedRun(cell._asdict(), declared(request.training, cell).model_dump_json().encode()) for cell in cells]


def base_of(request: SweepRequest) -> bytes:
    """The run that all cells are changed from, to be checked before any of them is begun."""
    if request.learning_rates is None:
        return _changed(request.training, {}, request.curves)
    return declared(request.training, Cell(request.learning_rates[0], None)).model_dump_json().encode()


def _changed(training: TrainingRequest, changes: Mapping[str, Any], curves: bool) -> bytes:
    """The run with other fields, none of whose events are sent; with `curves` about so many of its losses are kept."""
    fields = training.model_dump(mode="json") | dict(changes)
    steps = max(1, fields["steps"]) if isinstance(fields["steps"], int) else training.steps
    quiet = {"watch_every": -(-steps // _LOSSES) if curves else steps, "keep_every": steps}
    # What a client sends may hold whole numbers of any length.
    return json.dumps(fields | quiet | ({} if curves else {"regions": None})).encode()


def declared(training: TrainingRequest, cell: Cell) -> TrainingRequest:
    """The run of a cell; none of its events are sent."""
    model = training.model
    if cell.width is not None and isinstance(model, Network):
        model = model.model_copy(update={"layers": [cell.width] * (len(model.layers) - 1) + model.layers[-1:]})
    numbers = training.optimizer.numbers | {"learning_rate": cell.learning_rate}
    return training.model_copy(
        update={
            "model": model,
            "optimizer": OptimizerChoice(name=training.optimizer.name, **numbers),
            "watch_every": training.steps,
            "keep_every": training.steps,
            "regions": None,
        }
    )


class _CellRun(TrainingRun):
    """A run whose losses are collected as they are published."""

    def __init__(self, run_id: str, beginning: Beginning) -> None:
        self.steps_seen: list[int] = []
        self.losses: list[Any] = []
        super().__init__(run_id, "", beginning, _BUFFER_BYTES)

    def publish(self, kind: str, data: bytes) -> None:
        if kind == "progress":
            for step in orjson.loads(data)["steps"]:
                self.steps_seen.append(step["step"])
                self.losses.append(step["loss"])
        super().publish(kind, data)

    def curve(self) -> dict[str, Any]:
        """The losses, each from before the update of its step."""
        return {"steps": self.steps_seen, "losses": self.losses}


class Sweep:
    """A sweep under way; as many cells at the same time as there are workers."""

    def __init__(self, request: SweepRequest, executor: Executor, limits: TrainingLimits, settings: Settings) -> None:
        self._request = request
        self._executor = executor
        self._limits = limits
        self._begin_seconds = settings.max_seconds
        self._seconds = settings.max_training_seconds
        self._abreast = asyncio.Semaphore(
            settings.training_cluster_workers if settings.training_cluster else settings.training_processes
        )
        self._events: asyncio.Queue[Event] = asyncio.Queue()

    def stop(self, problem: Problem) -> None:
        """Ends it with an event to its listeners."""
        written = problem_json(problem, utf16(""))
        self._events.put_nowait(Event("stopped", orjson.dumps({"reason": "shutdown", "problem": written})))

    async def events(self) -> AsyncIterator[bytes]:
        """As they go over the wire: `started`, a `cell` as each ends, `finished`. A client that disconnects ends all of it."""
        cells = planned(self._request)
        yield event_text(1, Event("started", orjson.dumps({"cells": len(cells)})))
        tasks = [asyncio.create_task(self._publish_result(cell)) for cell in cells]
        try:
            number = 1
            while number <= len(cells):
                try:
                    async with asyncio.timeout(ALIVE.seconds):
                        event = await self._events.get()
                except TimeoutError:
                    yield ALIVE.text
                    continue
                number += 1
                yield event_text(number, event)
                if event.kind == "stopped":
                    return
            yield event_text(number + 1, Event("finished", orjson.dumps({"cells": len(cells)})))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _publish_result(self, cell: PlannedRun) -> None:
        async with self._abreast:
            result = await self._ended(cell.body)
        if self._request.curves:
            result = {"curve": {"steps": [], "losses": []}, "regions": None} | result
        self._events.put_nowait(Event("cell", orjson.dumps(cell.label | result)))

    async def _ended(self, body: bytes) -> dict[str, Any]:
        """How the run ends that a cell asks for."""
        run_id = secrets.token_urlsafe()
        try:
            seconds = self._begin_seconds + STARTING_SECONDS
            beginning = await self._executor.call(seconds, begin, run_id, body, self._limits)
        except WorkerLostError as error:
            return _without(worker_lost(error))
        except TimeoutError:
            return _without(too_slow(self._begin_seconds))
        if isinstance(beginning, Answer):
            return _result(problem=orjson.loads(beginning.body)["problems"][0])
        run = _CellRun(run_id, beginning)
        await RunScheduler(run, self._executor, self._limits, self._seconds, lambda: 1.0).through()
        last = orjson.loads(run.ending)
        curve = {"curve": run.curve()} if self._request.curves else {}
        if run.outcome == "diverged":
            return _result(diverged_at=last["began"], **curve)
        if run.outcome == "stopped":
            return _result(problem=last["problem"], **curve)
        names = ("loss", "accuracy", "held_out_loss", "held_out_accuracy", *(("regions",) if self._request.curves else ()))
        return _result(**{name: last[name] for name in names}, **curve)


def _result(**result: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("loss", "accuracy", "held_out_loss", "held_out_accuracy", "diverged_at", "problem"))
    return nothing | result


def _without(problem: Problem) -> dict[str, Any]:
    return _result(problem=problem_json(problem, utf16("")))
