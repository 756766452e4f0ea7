"""Set-ups that data sets bring with them, and features that are standardized."""

from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from backpass.engine.learning.datasets import DATASETS, blobs
from tests.app.events import events_of
from tests.bench.setups import GOAL, GOALS, trained

BLOBS: dict[str, Any] = {
    "data": {"name": "blobs", "count": 40, "seed": 3},
    "model": {"kind": "mlp", "layers": [4, 3], "activation": "tanh", "last": "linear", "seed": 2},
    "loss": "cross_entropy",
    "optimizer": {"name": "sgd", "learning_rate": 0.5},
    "steps": 3,
    "regions": 6,
    "standardize": True,
}


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_is_learnt_with_the_set_up_that_it_brings(name: str) -> None:
    for seed in (11, 12):
        learnt = trained(name, seed)
        assert learnt.steps is not None, learnt
        assert learnt.figure >= GOALS.get(name, GOAL)


def test_the_options_have_a_set_up_for_each_data_set_and_for_data_of_ones_own(client: TestClient) -> None:
    options = client.get("/api/v1/training/options").json()
    table = "a,b,c\n100,-3000,1.5\n120,-2500,2.5\n140,1000,2.0\n90,0,0.5\n"
    own = {"two": "a,b,c\n1,2,no\n2,3,yes\n", "several": "a,b,c\n1,2,0\n2,3,1\n3,1,2\n", "numbers": table}
    requests = [each["setup"] | {"data": {"name": each["name"]}} for each in options["datasets"]]
    requests += [options["setups"][kind] | {"data": {"csv": text}} for kind, text in own.items()]
    for request in requests:
        events = events_of(client.post("/api/v1/training", json=request | {"endless": False, "steps": 2}).text)
        assert events[-1].kind == "finished", request


def test_features_are_standardized_for_the_model_and_shown_as_they_are(client: TestClient) -> None:
    events = events_of(client.post("/api/v1/training", json=BLOBS).text)
    started = events[0].data
    data = blobs(40, seed=3)
    assert started["examples"]["inputs"] == data.inputs.tolist()
    assert started["standardized"]["mean"] == pytest.approx(data.inputs.mean(axis=0).tolist())
    assert started["standardized"]["scale"] == pytest.approx(data.inputs.std(axis=0).tolist())
    low, high = np.array(started["bounds"]).T
    assert (low < data.inputs.min(axis=0)).all()
    assert (high > data.inputs.max(axis=0)).all()
    given = (data.inputs - data.inputs.mean(axis=0)) / data.inputs.std(axis=0)
    alike = BLOBS | {"data": {"inputs": given.tolist(), "targets": data.targets.tolist(), "classes": 3}, "standardize": False}
    others = events_of(client.post("/api/v1/training", json=alike).text)
    for event, other in zip(events, others, strict=True):
        for step, same in zip(event.data.get("steps", []), other.data.get("steps", []), strict=True):
            assert step["loss"] == pytest.approx(same["loss"], rel=1e-12)
        assert event.data.get("regions") == other.data.get("regions"), "the same places of the same picture"


def test_a_feature_that_never_changes_is_standardized_to_nothing(client: TestClient) -> None:
    data = {"inputs": [[5, 1], [5, 2], [5, 4]], "targets": [0, 1, 1], "classes": 2}
    model = {"kind": "mlp", "layers": [3, 1], "last": "linear"}
    request = {"data": data, "model": model, "loss": "hinge", "standardize": True, "steps": 2}
    events = events_of(client.post("/api/v1/training", json=request).text)
    assert events[-1].kind == "finished"
    assert events[0].data["standardized"]["scale"][0] == 1


def test_an_example_is_pushed_in_its_own_units(client: TestClient) -> None:
    body = {"training": BLOBS, "example": {"index": 5}, "size": 0.25}
    step = client.post("/api/v1/training/input-step", json=body).json()
    data = blobs(40, seed=3)
    deviation = data.inputs.std(axis=0)
    assert step["inputs"] == pytest.approx(data.inputs[5].tolist())
    # One standard deviation is the unit of the step, and of the slope that is followed.
    moved = data.inputs[5] + 0.25 * np.array(step["gradient"]) * deviation**2
    assert step["moved"] == pytest.approx(moved.tolist())
    own = {"inputs": data.inputs[5].tolist(), "target": int(data.targets[5])}
    again = client.post("/api/v1/training/input-step", json=body | {"example": own}).json()
    assert again["loss"] == pytest.approx(step["loss"])
