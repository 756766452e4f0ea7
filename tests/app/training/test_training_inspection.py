"""A model opened up at a moment of its run: graphs of single examples, and steps in the input. And the presets' figures."""

from itertools import pairwise
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.training.presets import PRESETS
from backpass.engine.learning.datasets import four_blobs, moons
from backpass.engine.learning.descent import adversarial_step, dream_step
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import LogisticRegression
from tests.app.events import Event, steps_of
from tests.app.training.test_training import MOONS, trained

LOGISTIC = {
    "data": {"name": "four_blobs"},
    "model": {"kind": "logistic", "weights": [1.5, -2.0], "bias": 0.5},
    "loss": "binary_cross_entropy",
}


def opened(client: TestClient, path: str, **request: Any) -> Any:
    answer = client.post(f"/api/v1/training/{path}", json=request)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, **request: Any) -> dict[str, Any]:
    answer = client.post(f"/api/v1/training/{path}", json=request)
    assert answer.status_code in (400, 422), answer.text
    return answer.json()["problems"][0]


def test_the_graph_of_an_example_has_the_weights_of_the_moment_that_is_asked_for(client: TestClient) -> None:
    events = trained(client, MOONS)
    moment = next(event.data for event in events if event.kind == "moment" and event.data["step"] == 6)
    graph = opened(client, "graph", training=events[0].data["request"], parameters=moment["parameters"], example={"index": 3})
    model = MatrixMLP(2, [6, 1], "relu", last="linear")
    model.load(moment["parameters"])
    data = moons(40, 0.1, seed=3)
    expected = LOSSES["hinge"](model(data.inputs[3:4]), LOSSES["hinge"].encoded(data)[3:4])
    assert graph["value"] == pytest.approx(expected.item(), rel=1e-12)
    assert {group["name"] for group in graph["groups"]} == {"layer 1", "layer 2", *(f"neuron {index}" for index in range(1, 7))}
    assert graph["gradients"].keys() >= {"x", "y", "layer1.neuron6.w[1]", "layer2.neuron1.b"}


def test_the_program_of_an_example_opens_as_the_very_same_graph(client: TestClient) -> None:
    graph = opened(client, "graph", training=MOONS, example={"inputs": [0.5, 0.25], "target": 1})
    again = client.post("/api/v1/graph", json={"program": graph["program"], "inputs": graph["inputs"]}).json()
    for field in ("value", "gradients", "nodes", "edges", "steps"):
        assert graph[field] == again[field]
    text = graph["program"]
    (first,) = [node for node in graph["nodes"] if node["name"] == "x"]
    assert text[slice(*first["literal"])] == "0.5"


def test_a_held_out_example_opens_too_and_columns_may_be_had(client: TestClient) -> None:
    training = MOONS | {"held_out": 0.25}
    started = trained(client, training | {"steps": 1})[0].data
    graph = opened(client, "graph", training=training, example={"index": 9, "held_out": True}, layout="columns")
    place = graph["nodes"]["name"].index("x")
    assert graph["nodes"]["data"][place] == pytest.approx(started["held_out"]["inputs"][9][0])


@pytest.mark.parametrize(("direction", "move"), [("adversarial", adversarial_step), ("dream", dream_step)])
def test_an_input_step_is_the_engines(client: TestClient, direction: str, move: Any) -> None:
    answer = opened(
        client, "input-step", training=LOGISTIC, example={"inputs": [0.2, 0.1], "target": 1}, size=0.5, direction=direction
    )
    step = move(LogisticRegression(2, weights=[1.5, -2.0], bias=0.5), LOSSES["binary_cross_entropy"], [0.2, 0.1], 1, size=0.5)
    assert answer["moved"] == pytest.approx(step.moved.tolist())
    assert answer["gradient"] == pytest.approx(step.gradient.tolist())
    assert (answer["loss"], answer["loss_after"]) == pytest.approx((step.loss, step.loss_after))
    assert (answer["loss_after"] > answer["loss"]) == (direction == "adversarial")
    assert (answer["decided"], answer["prediction"] > 0.5) == (1, True)
    assert answer["decided_after"] == (answer["prediction_after"] > 0.5)


def test_an_input_step_of_several_classes_tells_every_score(client: TestClient) -> None:
    training = {"data": {"name": "blobs"}, "model": {"kind": "mlp", "layers": [4, 3]}, "loss": "cross_entropy"}
    answer = opened(client, "input-step", training=training, example={"index": 0}, size=1.0, by_sign=True)
    assert len(answer["prediction"]) == 3
    assert answer["decided"] == max(range(3), key=lambda index: answer["prediction"][index])
    assert [abs(after - before) for before, after in zip(answer["inputs"], answer["moved"], strict=True)] == pytest.approx([1, 1])


@pytest.mark.parametrize("direction", ["adversarial", "dream"])
def test_input_steps_go_on_until_the_class_is_the_one_wanted_and_no_further(client: TestClient, direction: str) -> None:
    # 1.5 x − 2 y + 0.5 is 0.6 at (0.2, 0.1): decided for 1. Each step by the sign changes it by 0.175.
    example = {"inputs": [0.2, 0.1], "target": 1 if direction == "adversarial" else 0}
    step = {"training": LOGISTIC, "example": example, "size": 0.05, "by_sign": True, "direction": direction}
    answer = opened(client, "input-step", **step, steps=50.0)  # a whole number of JSON Schema
    assert (answer["decided"], answer["decided_after"], answer["steps"]) == (1, 0, 4)
    assert answer["moved"] == pytest.approx([0.2 - 4 * 0.05, 0.1 + 4 * 0.05])
    assert answer["inputs"] == [0.2, 0.1]
    few = opened(client, "input-step", **step, steps=3)
    assert (few["decided_after"], few["steps"]) == (1, 3)
    assert (opened(client, "input-step", **step)["steps"], answer["loss"]) == (1, few["loss"])


def test_input_steps_of_numbers_have_no_class_to_go_on_for(client: TestClient) -> None:
    training = {"data": {"name": "sine"}, "model": {"kind": "program", "program": "w*x + b", "features": ["x"]}}
    assert opened(client, "input-step", training=training, example={"inputs": [2], "target": 0}, steps=9)["steps"] == 1


def test_an_input_step_of_numbers_decides_nothing(client: TestClient) -> None:
    training = {"data": {"name": "sine"}, "model": {"kind": "program", "program": "w*x + b", "features": ["x"]}}
    answer = opened(client, "input-step", training=training, example={"inputs": [2], "target": 0}, size=0.1, direction="dream")
    # (x + 1)² falls along −2 (x + 1)
    assert answer["moved"] == pytest.approx([2 - 0.1 * 2 * 3])
    assert answer["decided"] is answer["decided_after"] is None


@pytest.mark.parametrize(
    ("example", "parameters", "code", "message"),
    [
        ({"index": 40}, {}, "invalid-input", "There is no example 40: there are 40 of them"),
        ({"index": 0, "held_out": True}, {}, "invalid-input", "there are 0 of them"),
        ({"inputs": [1], "target": 0}, {}, "shape-mismatch", "has 1 number, but those of the run have 2"),
        ({"inputs": [1, 2], "target": 2}, {}, "invalid-input", "The target is 2, but classes are numbered 0 to 1"),
        ({"inputs": [1, 2]}, {}, "invalid-request", "target"),
        ({}, {}, "invalid-request", "`index` or `inputs`"),
        ({"index": 0}, {"w": 1}, "invalid-input", "parameter of only one of the two"),
    ],
)
def test_an_example_or_parameters_that_do_not_fit_are_refused(
    client: TestClient, example: dict[str, Any], parameters: dict[str, Any], code: str, message: str
) -> None:
    for path in ("graph", "input-step"):
        problem = refused(client, path, training=MOONS, example=example, parameters=parameters)
        assert problem["code"] == code, problem
        assert message in problem["message"]


@pytest.mark.parametrize("path", ["graph", "input-step"])
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"optimizer": {"name": "AAA"}}, "training.optimizer.name"),
        ({"schedule": {"name": "AAA"}}, "training.schedule.name"),
        ({"optimizer": {"name": "sgd", "speed": 3}}, "training.optimizer"),
    ],
)
def test_a_run_that_could_not_begin_is_not_opened_either(
    client: TestClient, path: str, changes: dict[str, Any], field: str
) -> None:
    problem = refused(client, path, training=MOONS | changes, example={"index": 0}, **({} if path == "graph" else {"size": 0.1}))
    begun = client.post("/api/v1/training", json=MOONS | changes).json()["problems"][0]
    assert (problem["code"], problem["message"]) == (begun["code"], begun["message"])
    assert problem["field"].startswith(field)


def test_a_graph_that_is_too_large_says_so(client: TestClient) -> None:
    training = MOONS | {"model": {"kind": "mlp", "layers": [220, 200, 1]}}
    assert refused(client, "graph", training=training, example={"index": 0})["code"] == "too-many-nodes"


def preset(client: TestClient, name: str) -> tuple[list[Event], list[float]]:
    (found,) = [each for each in client.get("/api/v1/training/options").json()["presets"] if each["name"] == name]
    events = trained(client, found["request"])
    assert events[-1].kind == "finished"
    return events, [step["loss"] for step in steps_of(events)]


def test_the_moons_are_told_apart_over_the_api_as_in_the_course(client: TestClient) -> None:
    events, losses = preset(client, "moons")
    assert events[0].data["parameter_count"] == 337
    assert losses[:3] == pytest.approx([0.8958441028683222, 1.7235905336972022, 0.7429006313851131], rel=1e-12)
    assert len(losses) == 100
    assert losses[-1] == pytest.approx(0.011, abs=5e-4)
    assert events[-1].data["accuracy"] == 1.0


def test_the_four_blobs_are_learnt_in_one_epoch_over_the_api(client: TestClient) -> None:
    events, losses = preset(client, "four_blobs")
    start = LogisticRegression(2, weights=[-1, 1], bias=2)
    data = four_blobs(120, 0.3, seed=0)
    right = [(start(row).item() > 0.5) == target for row, target in zip(data.inputs.tolist(), data.targets, strict=True)]
    assert sum(right) / 120 == pytest.approx(0.108, abs=1e-3)
    assert len(losses) == 120
    assert events[-1].data["accuracy"] == pytest.approx(0.983, abs=1e-3)
    assert events[-1].data["parameters"] == pytest.approx({"w[0]": 1.34, "w[1]": -0.93, "b": -0.95}, abs=5e-3)


def test_the_four_points_are_fitted_over_the_api_by_both_optimisers_and_with_larger_steps(client: TestClient) -> None:
    events, losses = preset(client, "four_points")
    assert events[0].data["parameter_count"] == 41
    assert losses[0] == pytest.approx(7.7298, abs=1e-4)
    assert losses[99] < 0.01
    for name in ("four_points_adam", "larger_steps"):
        events, losses = preset(client, name)
        assert events[-1].data["loss"] < 0.01, name
        assert len(losses) == 100


def test_gradients_set_back_and_forgotten_part_over_the_api(client: TestClient) -> None:
    _, zeroed = preset(client, "zeroed_gradients")
    assert all(after <= before for before, after in pairwise(zeroed))
    assert zeroed[-1] < 0.05
    events, forgotten = preset(client, "forgotten_zero_grad")
    assert forgotten[0] == zeroed[0]
    assert min(forgotten[:10]) < 0.001
    assert min(forgotten[14:]) > 3
    assert 3.5 < events[-1].data["loss"] < 4.5


def test_the_sine_is_learnt_along_two_paths_over_the_api(client: TestClient) -> None:
    events, losses = preset(client, "two_paths")
    assert [round(losses[step], 3) for step in (0, 100, 200, 300, 400)] == [10.109, 0.715, 0.261, 0.224, 0.212]
    assert list(events[-1].data["parameters"]) == ["w1", "w2", "w3"]


def test_every_preset_has_a_test_of_its_figures() -> None:
    tested = {"moons", "four_blobs", "four_points", "four_points_adam", "larger_steps", "zeroed_gradients", "forgotten_zero_grad"}
    assert {each.name for each in PRESETS} == tested | {"two_paths"}
