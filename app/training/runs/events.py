"""The events of a run: their data as JSON. The shapes are those of docs/training.md.

Numbers that JSON does not have become strings, what was not computed is null, as everywhere in the API.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import orjson

from backpass.app.training.building import MARGIN, Built
from backpass.app.training.schemas import OwnPoints
from backpass.engine.learning.datasets import Dataset
from backpass.engine.learning.objective import ScalarObjective
from backpass.engine.learning.schedules import Constant
from backpass.engine.learning.training import Progress
from backpass.engine.messages import say
from backpass.engine.problems import Problem
from backpass.engine.serialization.graph_json import number, problem_json, utf16
from backpass.engine.shapes import Array

_DIGITS = 4
"""Of predictions in regions, which are only drawn."""
_RATES = 60
"""Steps whose learning rates `started` lists."""
_MAX_PREDICTIONS = 1_000
DRAWING_REACH = 1.5
"""How far from 0 points may be drawn by hand, along both features; the page's `EMPTY_BOUNDS`."""
_FEW_CELLS = 12
"""Cells per side where every prediction is a graph of its own."""


class EventWriter:
    """Writes the events of one built run."""

    def __init__(self, built: Built) -> None:
        self._built = built
        self._training = built.training
        self._bounds = _bounds(built)
        self._places = self._asked()
        """Where the model is asked for its regions."""

    def started(self, run_id: str) -> bytes:
        """The first event: all that does not change unless the set-up does; then it is the event `changed`."""
        built, training, shown = self._built, self._training, self._built.shown
        parameters = dict(training.model.named_parameters())
        return orjson.dumps(
            {
                "id": run_id,
                "request": built.request.model_dump(mode="json"),
                "features": built.features,
                "inputs": None if built.given.features is None else built.given.features.described(built.features),
                "classes": training.data.classes,
                "class_names": built.class_names,
                "examples": _examples(shown.data),
                "held_out": None if shown.held_out is None else _examples(shown.held_out),
                "standardized": self._standardized(),
                "layers": training.layers,
                "parameters": [{"name": name, "shape": list(tensor.shape)} for name, tensor in parameters.items()],
                "parameter_count": len(training.objective.parameters),
                "bounds": self._bounds,
                "boundary": None if training.data.classes is None else training.loss.boundary,
                "learning_rates": self._rates(),
                "step": training.step,
                "watch_every": built.request.watch_every,
                "keep_every": built.request.keep_every,
            }
        )

    def _standardized(self) -> dict[str, Any] | None:
        scaling = self._built.given.scaling
        standardize = self._built.request.standardize
        return {"mean": scaling.mean.tolist(), "scale": scaling.scale.tolist()} if standardize else None

    def _rates(self) -> list[float]:
        """The learning rate at some steps, evenly spread from the first to the last."""
        training = self._training
        steps = np.linspace(0, training.steps - 1, min(_RATES, training.steps)).round().astype(int).tolist()
        schedule = training.schedule or Constant(training.optimizer.learning_rate)
        return [schedule(step) for step in steps]

    def moment(self, *, passing: bool = False) -> bytes:
        """The model as it is before its next step; a `passing` one is replaced by the next."""
        return orjson.dumps({"step": self._training.step} | ({"passing": True} if passing else {}) | self._model())

    def progress(self, steps: list[Progress]) -> bytes:
        """Several steps."""
        return orjson.dumps({"steps": [step_json(progress) for progress in steps]})

    def finished(self) -> bytes:
        """The model after its last update."""
        standing = self._training.standing()
        return orjson.dumps(
            {
                "step": self._training.step,
                "loss": number(standing.loss),
                "accuracy": standing.accuracy,
                "held_out_loss": _maybe(standing.held_out_loss),
                "held_out_accuracy": standing.held_out_accuracy,
            }
            | self._model()
        )

    def diverged(self) -> bytes:
        """Where it diverged, and what to try."""
        divergence = self._training.divergence
        assert divergence is not None
        problem, suggestion = divergence.problem, divergence.suggestion
        pitfall = self._training.pitfall
        if pitfall and suggestion is not None:
            problem = Problem(
                problem.code,
                say("pitfall-diverges", began=divergence.began, pitfall=pitfall),
                say("pitfall-diverges.hint"),
            )
            suggestion = None
        return orjson.dumps(
            {
                "step": divergence.step,
                "began": divergence.began,
                "problem": problem_json(problem, utf16("")),
                "suggestion": None if suggestion is None else {"learning_rate": suggestion},
            }
        )

    def _model(self) -> dict[str, Any]:
        training = self._training
        numbers = training.objective.parameters
        named = training.named(numbers)
        return {
            "parameters": named if np.isfinite(numbers).all() else _plain(named),
            "regions": self._regions(),
            "predictions": self._predictions(),
        }

    def _predictions(self) -> list[Any] | None:
        """The model's prediction for each training example, if there are not too many to draw."""
        training = self._training
        if len(training.data) > _MAX_PREDICTIONS:
            return None
        with np.errstate(all="ignore"):
            outputs = training.predictions(training.data.inputs)
        return self._shown(outputs)

    def _shown(self, outputs: Array) -> list[Any]:
        """Predictions to be drawn; of several classes the number of the class."""
        return _numbers(_rounded(self._training.loss.decided(outputs) if outputs.ndim > 1 else outputs))

    def _asked(self) -> Array | None:
        cells = self._built.request.regions
        if cells is None or self._bounds is None:
            return None
        if isinstance(self._training.objective, ScalarObjective):
            cells = min(cells, _FEW_CELLS)
        centres = [low + (np.arange(cells) + 0.5) * (high - low) / cells for low, high in self._bounds]
        if len(centres) == 1:
            return centres[0][:, np.newaxis]
        x, y = np.meshgrid(*centres)
        return np.column_stack([x.ravel(), y.ravel()])

    def _regions(self) -> list[Any] | None:
        """The model's prediction at the middle of each cell, row by row from below; of one feature a single row."""
        if self._places is None:
            return None
        with np.errstate(all="ignore"):
            outputs = self._training.predictions(self._built.given.of_examples(self._places))
        rows = 1 if self._places.shape[1] == 1 else round(len(self._places) ** 0.5)
        flat = self._shown(outputs)
        columns = len(flat) // rows
        return [flat[start : start + columns] for start in range(0, len(flat), columns)]


def _bounds(built: Built) -> list[list[float]] | None:
    """The stretch of each feature that is drawn; None unless there are one or two."""
    inputs = built.shown.data.inputs
    if built.shown.held_out is not None:
        inputs = np.concatenate([inputs, built.shown.held_out.inputs])
    if inputs.shape[1] > 2:
        return None
    if isinstance(built.request.data, OwnPoints) and inputs.shape[1] == 2 and (np.abs(inputs) <= DRAWING_REACH).all():
        return [[-DRAWING_REACH, DRAWING_REACH]] * 2  # where points are drawn by hand, none moves when another one comes
    low, high = inputs.min(axis=0), inputs.max(axis=0)
    margin = np.where(high > low, (high - low) * MARGIN, 1.0)
    bounds: list[list[float]] = np.column_stack([low - margin, high + margin]).tolist()
    return bounds


def _examples(data: Dataset) -> dict[str, Any]:
    return {"inputs": data.inputs.tolist(), "targets": data.targets.tolist()}


def step_json(progress: Progress) -> dict[str, Any]:
    """One step, as `progress` has it."""
    return {
        "step": progress.step,
        "loss": number(progress.loss),
        "learning_rate": progress.learning_rate,
        "gradient_norm": number(progress.gradient_norm),
        "accuracy": progress.accuracy,
        "gradient_norms": _by_layer(progress.gradient_norms),
        "update_ratios": _by_layer(progress.update_ratios),
        "held_out_loss": _maybe(progress.held_out_loss),
        "held_out_accuracy": progress.held_out_accuracy,
    }


def _maybe(value: float | None) -> Any:
    return None if value is None else number(value)


def _by_layer(values: Mapping[str, float | None] | None) -> dict[str, Any] | None:
    return None if values is None else {name: _maybe(value) for name, value in values.items()}


def _rounded(numbers: Array) -> Array:
    """To few significant digits: a picture needs no more, and the text is a third as long."""
    with np.errstate(all="ignore"):
        scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(np.abs(numbers))))
        rounded = np.round(numbers * scale) / scale
    return np.where(np.isfinite(rounded), rounded, numbers)


def _numbers(array: Array) -> list[Any]:
    rows: list[Any] = array.tolist()
    return rows if np.isfinite(array).all() else _plain(rows)


def _plain(value: Any) -> Any:
    """Nested numbers with those in words that JSON does not have."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return number(value)
