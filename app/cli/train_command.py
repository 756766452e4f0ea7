"""`backpass train`: a declared run on the command line, in place, without a server. Prints a line for each step."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from backpass.app.cli.refusals import leave, reason
from backpass.app.problems.status_codes import invalid_request
from backpass.app.training.building import build, load
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.presets import PRESETS
from backpass.app.training.runs.events import step_json
from backpass.app.training.runs.worker import downloaded, program_of
from backpass.app.training.schemas import ContinuedRun, OwnTable, StartRequest, TrainingRequest, place_in_start
from backpass.engine.learning.training import ModelEvaluation, Progress, Training
from backpass.engine.messages import in_language, say
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.graph_json import number

_DIVERGED, _INTERRUPTED = 1, 130
_START: TypeAdapter[StartRequest] = TypeAdapter(StartRequest)


def train(options: argparse.Namespace) -> None:
    """Carries the command out. Raises ProblemError where the run cannot be made; sets `options.text` to the program it has."""
    started = _changed(_read(options.run), options)
    request = (
        started.request
        if isinstance(started, ContinuedRun)
        else TrainingRequest.model_validate(started.model_dump(exclude={"paused"}))
    )
    options.text = program_of(request)
    built = build(request, TrainingLimits.none())
    training = built.training
    if isinstance(started, ContinuedRun):
        load(training, started.checkpoint.checkpoint, changed=started.training is not None)
    interrupted = _followed(training, options)
    if training.divergence is not None:
        raise _Diverged(training)
    if options.checkpoint:
        document = downloaded(built.request.model_dump_json().encode(), json.dumps(training.checkpoint()).encode())
        _write(options.checkpoint, document)
    if interrupted:
        raise SystemExit(_INTERRUPTED)


class _Diverged(SystemExit):
    """Ends the command with what happened."""

    def __init__(self, training: Training) -> None:
        super().__init__(_DIVERGED)
        assert training.divergence is not None
        problem = training.divergence.problem
        sys.stderr.write(f"{in_language(problem.message)}\n  {in_language(problem.hint or '')}\n")


def _followed(training: Training, options: argparse.Namespace) -> bool:
    """Makes the steps and prints them; whether somebody ended it before."""
    try:
        for progress in training:
            if progress.step % options.every == 0 or training.finished:
                sys.stdout.write((json.dumps(step_json(progress)) if options.json else _line(progress)) + "\n")
                sys.stdout.flush()
    except KeyboardInterrupt:
        return True
    if training.divergence is None:
        standing = training.standing()
        figures = {name: _json_number(getattr(standing, name)) for name in ModelEvaluation.__dataclass_fields__}
        totals = {"step": training.step} | figures
        sys.stdout.write(
            (
                json.dumps(totals)
                if options.json
                else say("cli-after", counted=_counted(training.step), numbers=_numbers(standing))
            )
            + "\n"
        )
    return False


def _counted(steps: int) -> str:
    return say("cli-steps", steps=steps)


def _json_number(value: float | None) -> Any:
    return None if value is None else number(value)


def _line(progress: Progress) -> str:
    """As the notebooks print it."""
    return say("cli-step", step=progress.step, numbers=_numbers(progress))


def _numbers(figures: Progress | ModelEvaluation) -> str:
    text: str = say("cli-loss", loss=f"{figures.loss:.8g}")
    if figures.accuracy is not None:
        text += say("cli-accuracy", accuracy=f"{figures.accuracy:.1%}")
    if figures.held_out_loss is not None:
        text += say("cli-held-out", held_out_loss=f"{figures.held_out_loss:.8g}")
    if figures.held_out_accuracy is not None:
        text += say("cli-held-out.accuracy", held_out_accuracy=f"{figures.held_out_accuracy:.1%}")
    return text


def _read(run: str) -> Any:
    """The request as JSON has it. Exits where there is none."""
    for preset in PRESETS:
        if preset.name == run:
            return preset.request
    try:
        document = json.loads(Path(run).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        leave(say("cli-no-run", run=run, presets=", ".join(preset.name for preset in PRESETS), error=reason(error)))
    # A downloaded checkpoint is a document of its own.
    return {"checkpoint": document} if isinstance(document, dict) and {"format", "checkpoint"} <= document.keys() else document


def _changed(document: Any, options: argparse.Namespace) -> StartRequest:
    """The run with what the options say of it. Raises ProblemError where it cannot be read."""
    try:
        started = _START.validate_python(document)
    except ValidationError as error:
        raise ProblemError(invalid_request(error, place_in_start)) from None
    request: TrainingRequest = started.checkpoint.request if isinstance(started, ContinuedRun) else started
    changes: dict[str, Any] = {}
    if options.steps is not None:
        changes["steps"] = options.steps
    if options.learning_rate is not None:
        changes["optimizer"] = request.optimizer.model_dump() | {"learning_rate": options.learning_rate}
    if options.data is not None:
        changes["data"] = OwnTable(csv=_table(options.data)).model_dump()
    if not changes:
        return started
    changed = request.model_dump(mode="json") | changes
    if isinstance(started, ContinuedRun):
        changed = {"checkpoint": started.checkpoint.model_dump(mode="json") | {"request": changed}}
    return _changed(changed, argparse.Namespace(steps=None, learning_rate=None, data=None))


def _table(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        leave(say("cli-unreadable-path", path=path, error=reason(error)))


def _write(path: Path, document: bytes) -> None:
    try:
        path.write_bytes(document)
    except OSError as error:
        leave(say("cli-unwritable-path", path=path, error=reason(error)))
