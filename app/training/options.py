"""Everything a run can be declared with, for forms: read from the engine's own records."""

from functools import lru_cache
from typing import Any

import orjson

from app.settings import Settings
from app.training.presets import PRESETS
from app.training.tables import feature_names
from engine.choices import Choice
from engine.datasets import DATASETS, Dataset
from engine.losses import LOSSES
from engine.nn import LINEAR
from engine.operations import OPERATIONS
from engine.optim import OPTIMIZERS
from engine.schedules import SCHEDULES
from engine.training import Pitfall

SKETCHED = 40
"""Points in the small picture of a data set."""


def _choice(choice: Choice[Any]) -> dict[str, Any]:
    return {
        "name": choice.name,
        "title": choice.title,
        "sentence": choice.sentence,
        "numbers": [
            {
                "name": each.name,
                "meaning": each.meaning,
                "low": each.low,
                "high": each.high,
                "default": choice.default(each),
                "kind": {bool: "switch", int: "whole", float: "real"}[type(choice.default(each))],
            }
            for each in choice.numbers
        ],
    }


def _shown(choice: Choice[Dataset]) -> dict[str, Any]:
    """What a set looks like with its usual numbers."""
    countable = any(number.name == "count" for number in choice.numbers)
    data = choice(count=SKETCHED) if countable else choice()
    return {
        "features": feature_names(data.inputs.shape[1]),
        "classes": data.classes,
        "sketch": {"inputs": data.inputs.round(3).tolist(), "targets": data.targets.round(3).tolist()},
    }


def _activations() -> list[str]:
    """Everything that may stand between two layers, the usual first."""
    possible = [record for record in OPERATIONS.values() if record.arity == 1 and record.elementwise]
    usual = [record.name for record in possible if record.activation]
    return [*usual, LINEAR, *(record.name for record in possible if not record.activation)]


@lru_cache(maxsize=1)
def options_json(settings: Settings) -> bytes:
    """As `GET /api/v1/training/options` answers."""
    return orjson.dumps(
        {
            "datasets": [_choice(choice) | _shown(choice) for choice in DATASETS.values()],
            "activations": _activations(),
            "losses": [
                {
                    "name": loss.name,
                    "title": loss.title,
                    "sentence": loss.summary,
                    "encoding": loss.encoding,
                    "of_numbers": loss.of_numbers,
                }
                for loss in LOSSES.values()
            ],
            "optimizers": list(map(_choice, OPTIMIZERS.values())),
            "schedules": list(map(_choice, SCHEDULES.values())),
            "pitfalls": [{"name": each.value, "title": each.heading, "sentence": each.sentence} for each in Pitfall],
            "presets": [preset.as_json() for preset in PRESETS],
            "limits": {
                name: getattr(settings, name)
                for name in (
                    "max_parameters",
                    "max_examples",
                    "max_training_steps",
                    "max_training_seconds",
                    "max_training_runs_per_client",
                    "training_grace_seconds",
                )
            },
        }
    )
