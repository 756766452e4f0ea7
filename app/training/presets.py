"""Runs to begin with: every training run of the courses that Backpass grew from, declared, with its known figures.

Tests hold each `expected` against the run as it comes over the API.
"""

from dataclasses import dataclass
from typing import Any

from backpass.engine.messages import say

_FOUR_POINTS: dict[str, Any] = {
    "data": {"name": "four_points"},
    "model": {"kind": "mlp", "layers": [4, 4, 1], "activation": "tanh"},
    "loss": "summed_squared_error",
    "optimizer": {"name": "sgd", "learning_rate": 0.05},
    "steps": 100,
}
_FOUR_POINTS_1337 = _FOUR_POINTS | {"model": _FOUR_POINTS["model"] | {"seed": 1337}, "steps": 40}


@dataclass(frozen=True, slots=True)
class Preset:
    """A declared run and what is known of it."""

    name: str
    title: str
    sentence: str
    expected: str
    request: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """As `GET /api/v1/training/options` lists it."""
        return {name: getattr(self, name) for name in ("name", "title", "sentence", "expected", "request")}


PRESETS = (
    Preset(
        "moons",
        say("preset-two-moons"),
        say("preset-two-moons.summary"),
        say("preset-two-moons.outcome"),
        {
            "data": {"name": "moons", "count": 100, "noise": 0.1, "seed": 1337},
            "model": {
                "kind": "mlp",
                "layers": [16, 16, 1],
                "activation": "relu",
                "last": "linear",
                "zero_biases": True,
                "seed": 1337,
            },
            "loss": "hinge",
            "l2": 1e-4,
            "optimizer": {"name": "sgd", "learning_rate": 1.0},
            "schedule": {"name": "linear_decay", "end": 0.1},
            "steps": 100,
        },
    ),
    Preset(
        "four_blobs",
        say("preset-four-blobs"),
        say("preset-four-blobs.summary"),
        say("preset-four-blobs.outcome"),
        {
            "data": {"name": "four_blobs", "count": 120, "noise": 0.3, "seed": 0},
            "model": {"kind": "logistic", "weights": [-1, 1], "bias": 2},
            "loss": "binary_cross_entropy",
            "optimizer": {"name": "sgd", "learning_rate": 0.1},
            "steps": 120,
            "batch_size": 1,
        },
    ),
    Preset(
        "four_points",
        say("preset-four-points"),
        say("preset-four-points.summary"),
        say("preset-four-points.outcome"),
        _FOUR_POINTS,
    ),
    Preset(
        "four_points_adam",
        say("preset-adam"),
        say("preset-adam.summary"),
        say("preset-adam.outcome"),
        _FOUR_POINTS | {"optimizer": {"name": "adam", "learning_rate": 0.05}},
    ),
    Preset(
        "zeroed_gradients",
        say("preset-gradients-reset"),
        say("preset-gradients-reset.summary"),
        say("preset-gradients-reset.outcome"),
        _FOUR_POINTS_1337,
    ),
    Preset(
        "forgotten_zero_grad",
        say("preset-forgotten-zero-grad"),
        say("preset-forgotten-zero-grad.summary"),
        say("preset-forgotten-zero-grad.outcome"),
        # Later steps happen to end with a loss of 0, which would teach that the mistake does no harm.
        _FOUR_POINTS_1337 | {"pitfall": "forgotten-zero-grad", "steps": 18},
    ),
    Preset(
        "larger_steps",
        say("preset-larger-steps"),
        say("preset-larger-steps.summary"),
        say("preset-larger-steps.outcome"),
        _FOUR_POINTS_1337 | {"optimizer": {"name": "sgd", "learning_rate": 0.1}, "steps": 100},
    ),
    Preset(
        "two_paths",
        say("preset-sine"),
        say("preset-sine.summary"),
        say("preset-sine.outcome"),
        {
            "data": {"name": "sine", "count": 500, "noise": 0.0, "seed": 0},
            "model": {
                "kind": "program",
                "program": "w1 = 1.7\nw2 = 0.2\nw3 = 0.6\na = x**2\n4*sin(relu(w1*a + w3) + relu(w2*a + w3))",
                "features": ["x"],
            },
            "loss": "mean_squared_error",
            "l2": 0.1,
            "optimizer": {"name": "sgd", "learning_rate": 1e-3},
            "steps": 500,
        },
    ),
)
