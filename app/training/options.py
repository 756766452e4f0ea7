"""Everything a run can be declared with, for forms: read from the engine's own records."""

from functools import cache
from typing import Any

import orjson

from backpass.app.settings import Settings
from backpass.app.training.csv_data import feature_names
from backpass.app.training.presets import PRESETS
from backpass.app.training.schemas import MAX_INPUT_STEP_SIZE, MAX_INPUT_STEPS
from backpass.app.training.setups import own_setups, setup_of
from backpass.engine.learning.choices import Choice
from backpass.engine.learning.datasets import DATASETS, Dataset
from backpass.engine.learning.features import FEATURES
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.nn import LINEAR
from backpass.engine.learning.optim import OPTIMIZERS
from backpass.engine.learning.schedules import SCHEDULES
from backpass.engine.learning.training import Pitfall
from backpass.engine.messages import language, worded
from backpass.engine.operations import OPERATIONS

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
                "title": each.title,
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
        "setup": setup_of(choice.name, data),
        "sketch": {"inputs": data.inputs.round(3).tolist(), "targets": data.targets.round(3).tolist()},
    }


def _activations() -> list[str]:
    """The activation functions between two layers, the usual first."""
    possible = [record for record in OPERATIONS.values() if record.arity == 1 and record.elementwise]
    usual = [record.name for record in possible if record.activation]
    return [*usual, LINEAR, *(record.name for record in possible if not record.activation)]


def options_json(settings: Settings) -> bytes:
    """As `GET /api/v1/training/options` answers, in the language of the context."""
    return _options_json(settings, language.get())


@cache
def _options_json(settings: Settings, _language: str) -> bytes:
    document = worded(
        {
            "datasets": [_choice(choice) | _shown(choice) for choice in DATASETS.values()],
            "features": [{"name": each.name} | each.described(feature_names(2)) for each in FEATURES.values()],
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
            "setups": own_setups(),
            "presets": [preset.as_json() for preset in PRESETS],
            "limits": {
                name: getattr(settings, name)
                for name in (
                    "max_parameters",
                    "max_examples",
                    "max_training_steps",
                    "max_training_seconds",
                    "max_training_runs_per_client",
                    "max_sweep_cells",
                    "training_grace_seconds",
                )
            }
            | {"max_input_step_size": MAX_INPUT_STEP_SIZE, "max_input_steps": MAX_INPUT_STEPS},
        }
    )
    return orjson.dumps(document)
