"""Runs whose model is given features of the points: what is trained, drawn, opened and pushed."""

from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from backpass.engine.learning.datasets import circles
from tests.app.events import Event, events_of, steps_of

NAMES = ["x", "y", "x^2", "y^2", "x*y", "sin(x)", "sin(y)"]
CIRCLES: dict[str, Any] = {
    "data": {"name": "circles", "count": 40, "seed": 3},
    "model": {"kind": "mlp", "layers": [3, 1], "activation": "tanh", "last": "linear", "seed": 2},
    "features": NAMES,
    "loss": "hinge",
    "optimizer": {"name": "sgd", "learning_rate": 0.1},
    "steps": 5,
    "regions": 6,
}


def of(points: Any) -> Any:
    x, y = np.asarray(points).T
    return np.column_stack([x, y, x**2, y**2, x * y, np.sin(x), np.sin(y)])


def trained(client: TestClient, request: dict[str, Any]) -> list[Event]:
    answer = client.post("/api/v1/training", json=request)
    assert answer.status_code == 200, answer.text
    return events_of(answer.text)


@pytest.mark.parametrize("standardize", [False, True])
def test_it_learns_what_a_run_with_the_features_as_its_data_learns(client: TestClient, standardize: bool) -> None:
    events = trained(client, CIRCLES | {"standardize": standardize})
    data = circles(40, seed=3)
    table = {"inputs": of(data.inputs).tolist(), "targets": data.targets.tolist(), "classes": 2}
    others = trained(client, CIRCLES | {"standardize": standardize, "data": table, "features": None})
    losses, same = ([step["loss"] for step in steps_of(each)] for each in (events, others))
    assert len(losses) == 5
    assert losses == pytest.approx(same, rel=1e-9)


def test_the_first_event_names_what_the_model_is_given_and_the_points_stay_as_they_are(client: TestClient) -> None:
    started = trained(client, CIRCLES)[0].data
    assert started["request"]["features"] == NAMES
    assert started["features"] == ["x", "y"]
    assert [each["title"] for each in started["inputs"]] == ["x", "y", "x²", "y²", "x·y", "sin x", "sin y"]
    assert started["inputs"][4] == {"title": "x·y", "operation": "multiply", "columns": [0, 1]}
    assert [each["name"] for each in client.get("/api/v1/training/options").json()["features"]] == NAMES
    assert started["examples"]["inputs"] == circles(40, seed=3).inputs.tolist()
    assert len(started["bounds"]) == 2
    assert started["parameters"][0]["shape"] == [7, 3]


def test_without_features_the_first_event_has_none(client: TestClient) -> None:
    assert trained(client, CIRCLES | {"features": None})[0].data["inputs"] is None


def test_the_picture_is_that_of_the_features_of_each_place(client: TestClient) -> None:
    events = trained(client, CIRCLES | {"model": {"kind": "logistic"}, "loss": "binary_cross_entropy", "standardize": True})
    started, moment = events[0].data, events[-1].data
    standardized, parameters = started["standardized"], moment["parameters"]
    (left, right), (low, high) = started["bounds"]
    across, up = (start + (np.arange(6) + 0.5) * (end - start) / 6 for start, end in ((left, right), (low, high)))
    places = of([[x, y] for y in up for x in across])
    given = (places - standardized["mean"]) / standardized["scale"]
    score = given @ [parameters[f"w[{place}]"] for place in range(7)] + parameters["b"]
    np.testing.assert_allclose(np.ravel(moment["regions"]), 1 / (1 + np.exp(-score)), atol=1e-3)


@pytest.mark.parametrize("standardize", [False, True])
@pytest.mark.parametrize("model", [CIRCLES["model"], {"kind": "logistic", "seed": 4}])
def test_the_graph_of_a_point_and_the_step_in_its_input_have_the_same_gradient(
    client: TestClient, model: dict[str, Any], standardize: bool
) -> None:
    loss = "binary_cross_entropy" if model["kind"] == "logistic" else "binary_cross_entropy_with_logits"
    training = CIRCLES | {"model": model, "loss": loss, "standardize": standardize}
    for index in (0, 7, 21):
        body = {"training": training, "example": {"index": index}}
        graph = client.post("/api/v1/training/graph", json=body).json()
        step = client.post("/api/v1/training/input-step", json=body | {"size": 0.1}).json()
        assert graph["value"] == pytest.approx(step["loss"], rel=1e-9)
        nodes = {node["name"]: node for node in graph["nodes"] if node["name"]}
        assert [nodes[name]["data"] for name in "xy"] == pytest.approx(step["inputs"])
        assert [nodes[name]["grad"] for name in "xy"] == pytest.approx(step["gradient"], rel=1e-9)
        assert {"power", "multiply", "sin"} <= {node["op"] for node in graph["nodes"]}
        scale = circles(40, seed=3).inputs.std(axis=0) if standardize else np.ones(2)
        moved = np.array(step["inputs"]) + 0.1 * np.array(step["gradient"]) * scale**2
        assert step["moved"] == pytest.approx(moved.tolist(), rel=1e-9)
        own = {"inputs": step["moved"], "target": int(circles(40, seed=3).targets[index])}
        after = client.post("/api/v1/training/input-step", json={"training": training, "example": own}).json()
        assert after["loss"] == pytest.approx(step["loss_after"], rel=1e-9)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"features": ["x", "cos(x)"]}, "cos(x)"),
        ({"features": ["x", "x"]}, "`x`"),
        ({"features": ["x*y"], "data": {"name": "sine"}, "loss": "mean_squared_error"}, "x*y"),
        ({"features": ["x"], "model": {"kind": "program", "program": "w = 1.0\nw*x + y"}}, "program"),
    ],
)
def test_features_that_cannot_be_are_refused_beside_their_field(client: TestClient, change: dict[str, Any], named: str) -> None:
    answer = client.post("/api/v1/training", json=CIRCLES | change)
    assert answer.status_code == 422
    (problem,) = answer.json()["problems"]
    assert problem["field"].startswith("features")
    assert named in problem["message"]


def test_a_checkpoint_goes_on_with_its_features(client: TestClient) -> None:
    whole = trained(client, CIRCLES | {"steps": 6})
    run = trained(client, CIRCLES | {"steps": 3})[0].data["id"]
    checkpoint = client.get(f"/api/v1/training/{run}/checkpoint").json()
    assert checkpoint["request"]["features"] == NAMES
    rest = trained(client, {"checkpoint": checkpoint, "training": checkpoint["request"] | {"steps": 6}})
    assert rest[-1].data["loss"] == pytest.approx(whole[-1].data["loss"], rel=1e-12)
    assert rest[0].data["step"] == 3
