"""Every way of failing that the studio names: the finding, and a model that learns once its remedy is applied."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import orjson
import pytest

from backpass.app.settings import Settings
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.options import options_json
from backpass.app.training.runs.worker import Beginning, Budget, advance, begin
from backpass.engine.learning.datasets import moons
from tests.app.events import Event

ROOT = Path(__file__).parents[2]
LIMITS = TrainingLimits.of(Settings())
LEARNT = 0.95
"""Of the points classified correctly, or of the variance explained."""


def network(*layers: int, activation: str = "tanh", seed: int = 0) -> dict[str, Any]:
    return {"kind": "mlp", "layers": [*layers], "activation": activation, "last": "linear", "seed": seed}


def own(inputs: Any, targets: Any) -> dict[str, Any]:
    return {"inputs": np.asarray(inputs).tolist(), "targets": np.asarray(targets).tolist(), "classes": 2}


MOONS: dict[str, Any] = {
    "data": {"name": "moons", "count": 100, "noise": 0.1, "seed": 3},
    "standardize": True,
    "model": network(8, 8, 1),
    "loss": "binary_cross_entropy_with_logits",
    "optimizer": {"name": "adam", "learning_rate": 0.03},
    "steps": 200,
    "regions": None,
}
_SMALL = moons(100, noise=0.1, seed=3)


CIRCLES = {"name": "circles", "count": 100, "noise": 0.1, "seed": 3}


class Failing(NamedTuple):
    name: str
    request: dict[str, Any]
    steps: int = 1000
    """With the remedy."""


FAILING = [
    Failing(
        "dead", MOONS | {"model": network(8, 8, 1, activation="relu", seed=1), "optimizer": {"name": "sgd", "learning_rate": 5.0}}
    ),
    Failing("unscaled", MOONS | {"standardize": False, "data": own(_SMALL.inputs * 1000, _SMALL.targets)}),
    Failing("batch", MOONS | {"batch_size": 1, "optimizer": {"name": "sgd", "learning_rate": 1.5}}),
    Failing("large-rate", MOONS | {"optimizer": {"name": "sgd", "learning_rate": 20.0}}),
    Failing("saturated", MOONS | {"optimizer": {"name": "adam", "learning_rate": 1.0}}),
    Failing("zero-rate", MOONS | {"optimizer": {"name": "sgd", "learning_rate": 0}}),
    Failing("small-rate", MOONS | {"optimizer": {"name": "sgd", "learning_rate": 0.0005}}),
    Failing("narrow", MOONS | {"model": network(1, 1), "steps": 600}),
    Failing("narrow", MOONS | {"data": CIRCLES, "model": {"kind": "logistic"}, "loss": "binary_cross_entropy", "steps": 3000}),
    Failing(
        "plateau",
        MOONS
        | {"optimizer": {"name": "sgd", "learning_rate": 0.01}, "schedule": {"name": "step_decay", "every": 20, "factor": 0.3}},
    ),
    Failing("unfinished", MOONS | {"optimizer": {"name": "adam", "learning_rate": 0.01}, "steps": 20}),
]


def events_of(request: dict[str, Any]) -> list[Event]:
    """The events of a run with this set-up, from its beginning to its end."""
    beginning = begin("run", orjson.dumps(request), LIMITS)
    assert isinstance(beginning, Beginning), beginning
    chunk = advance("run", beginning.request, beginning.checkpoint, Budget(0, request["steps"], 60.0), LIMITS)
    events = [*beginning.events, *chunk.events]
    if chunk.outcome is None:
        raise AssertionError("it has no end")
    return [Event(number, event.kind, orjson.loads(event.data)) for number, event in enumerate(events)]


OVERFITTING = MOONS | {
    "data": {"name": "moons", "count": 60, "noise": 0.3, "seed": 3},
    "held_out": 0.5,
    "model": network(16, 16, 1),
    "steps": 600,
}
WELL = [MOONS, MOONS | {"data": CIRCLES}, MOONS | {"optimizer": {"name": "sgd", "learning_rate": 1.0}}]
"""Runs that learn: nothing is to be found in them."""


@pytest.fixture(scope="module")
def found() -> list[dict[str, Any] | None]:
    """What the page finds in each of the runs."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    requests = [*(failing.request for failing in FAILING), OVERFITTING, *WELL]
    runs = [
        {"request": request, "events": [{"type": event.kind, "data": event.data} for event in events_of(request)]}
        for request in requests
    ]
    made = subprocess.run(
        [node, "tests/contract/diagnosis.mjs"],
        cwd=ROOT,
        input=json.dumps({"options": json.loads(options_json(Settings())), "runs": runs}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    answer: list[dict[str, Any] | None] = json.loads(made.stdout)
    return answer


def ending(request: dict[str, Any]) -> dict[str, Any]:
    """The last event of a run to its end."""
    data: dict[str, Any] = events_of(request)[-1].data
    return data


@pytest.mark.parametrize("place", range(len(FAILING)), ids=[f"{failing.name}-{place}" for place, failing in enumerate(FAILING)])
def test_every_way_of_failing_is_named_and_its_remedy_makes_the_model_learn(
    found: list[dict[str, Any] | None], place: int
) -> None:
    failing, finding = FAILING[place], found[place]
    assert ending(failing.request)["accuracy"] < LEARNT
    assert finding is not None
    assert finding["name"] == failing.name
    remedied = (finding["request"] or failing.request) | {"steps": failing.steps, "endless": False}
    assert ending(remedied)["accuracy"] >= LEARNT


@pytest.mark.parametrize("place", range(len(FAILING)), ids=[f"{failing.name}-{place}" for place, failing in enumerate(FAILING)])
def test_every_finding_leads_to_a_neuron_or_a_point_that_is_there(found: list[dict[str, Any] | None], place: int) -> None:
    proof = (found[place] or {})["proof"]
    if "neuron" in proof:
        layers = FAILING[place].request["model"]["layers"]
        assert 0 <= proof["neuron"]["row"] < layers[proof["neuron"]["column"] - 1]
    else:
        assert 0 <= proof["example"] < 100


def test_overfitting_is_named_with_the_step_it_began_at_and_a_penalty_lowers_the_loss_on_points_never_seen(
    found: list[dict[str, Any] | None],
) -> None:
    finding = found[len(FAILING)]
    assert finding is not None
    assert finding["name"] == "overfitting"
    held_out = {
        each["step"]: each["held_out_loss"]
        for event in events_of(OVERFITTING)
        if event.kind == "progress"
        for each in event.data["steps"]
    }
    assert finding["proof"]["step"] == min(held_out, key=lambda step: held_out[step])
    assert ending(finding["request"])["held_out_loss"] < 0.9 * ending(OVERFITTING)["held_out_loss"]


def test_nothing_is_found_in_a_run_that_learns(found: list[dict[str, Any] | None]) -> None:
    assert found[len(FAILING) + 1 :] == [None] * len(WELL)
