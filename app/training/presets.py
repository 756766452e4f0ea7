"""Runs to begin with: every training run of the courses that Backpass grew from, declared, with its known figures.

Tests hold each `expected` against the run as it comes over the API.
"""

from dataclasses import dataclass
from typing import Any

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
        """As it stands in `GET /api/v1/training/options`."""
        return {name: getattr(self, name) for name in ("name", "title", "sentence", "expected", "request")}


PRESETS = (
    Preset(
        "moons",
        "Two moons",
        "A network of 337 parameters learns to tell two half circles apart, with the max-margin loss and a falling rate.",
        "All 100 points are told apart, with a loss near 0.011.",
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
        "Four blobs",
        "Logistic regression sees one example at a time, once each, starting from weights that are nearly all wrong.",
        "From 11 % of the examples right at the start to 98 % after 120 steps.",
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
        "Four points",
        "A network of 41 parameters and four examples: small enough to follow every number.",
        "The loss falls from 7.73 to below 0.01 within 100 steps.",
        _FOUR_POINTS,
    ),
    Preset(
        "four_points_adam",
        "Four points with Adam",
        "The same four examples; each parameter gets a step of its own size.",
        "The loss falls below 0.01 within 100 steps here, too.",
        _FOUR_POINTS | {"optimizer": {"name": "adam", "learning_rate": 0.05}},
    ),
    Preset(
        "zeroed_gradients",
        "Gradients set back",
        "Another start of the four points, as it should be: gradients begin at 0 in every step.",
        "The loss falls at every step, and is below 0.05 after 40.",
        _FOUR_POINTS_1337,
    ),
    Preset(
        "forgotten_zero_grad",
        "Forgotten zero_grad",
        "The same start with the classic mistake: gradients of all steps add up, and nothing brakes them.",
        "It seems to learn within 15 steps, then the loss is thrown out of the valley again, above 3.",
        _FOUR_POINTS_1337 | {"pitfall": "forgotten-zero-grad"},
    ),
    Preset(
        "larger_steps",
        "Larger steps",
        "The same start with twice the learning rate.",
        "The loss is below 0.01 after 100 steps.",
        _FOUR_POINTS_1337 | {"optimizer": {"name": "sgd", "learning_rate": 0.1}, "steps": 100},
    ),
    Preset(
        "two_paths",
        "A sine along two paths",
        "A program of three parameters: w3 reaches the output along two paths, and its gradient is the sum of both.",
        "The loss falls from 10.1 to 0.21 in 500 steps.",
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
