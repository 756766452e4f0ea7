"""Gradients at many points through the API."""

import json
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.gradients import BatchResponse, answer_batch
from backpass.engine import Limits
from tests.servers import running_server

PATH = "/api/v1/gradient/batch"


def test_every_point_gets_its_value_and_its_gradients(client: TestClient) -> None:
    found = client.post(PATH, json={"program": "x*y + z", "inputs": {"x": [1, 2, 3], "y": [4, 5, 6], "z": 0}}).json()
    BatchResponse.model_validate(found)
    assert found == {
        "values": [4, 10, 18],
        "gradients": {"x": [4, 5, 6], "y": [1, 2, 3], "z": [1, 1, 1]},
        "problems": [],
    }


def test_each_point_gets_what_it_gets_alone(client: TestClient) -> None:
    program = "n = a*b + 2\no = tanh(n) / (1 + exp(-b)) + relu(a - b)**2\no"
    points = [(a / 3, b / 7) for a in range(-5, 6) for b in range(-5, 6)]
    inputs = {"a": [a for a, _ in points], "b": [b for _, b in points]}
    found = client.post(PATH, json={"program": program, "inputs": inputs, "upstream": 2, "wrt": ["b", "n"]}).json()
    for index, (a, b) in enumerate(points):
        alone = client.post(
            "/api/v1/gradient", json={"program": program, "inputs": {"a": a, "b": b}, "upstream": 2, "wrt": ["b", "n"]}
        ).json()
        assert found["values"][index] == pytest.approx(alone["value"], rel=1e-14)
        for name in ("b", "n"):
            assert found["gradients"][name][index] == pytest.approx(alone["gradients"][name], rel=1e-13)


def test_numbers_that_do_not_exist_are_strings_and_counted(client: TestClient) -> None:
    found = client.post(PATH, json={"program": "😀 = 1; log(x)", "inputs": {"x": [1, 0, -1]}}).json()
    assert found["problems"][0]["code"] == "invalid-character"
    found = client.post(PATH, json={"program": "log(x)", "inputs": {"x": [1, 0, -1]}}).json()
    assert found["values"] == [0, "-Infinity", "NaN"]
    assert found["gradients"]["x"] == [1, "Infinity", -1]
    (problem,) = found["problems"]
    assert (problem["code"], problem["severity"], problem["span"], problem["node"]) == ("outside-domain", "warning", [0, 6], None)
    assert problem["message"].startswith("At 2 of 3 points")


def test_the_answer_to_a_program_that_is_known_is_the_same() -> None:
    bodies = [json.dumps({"program": "x*y", "inputs": {"x": [1, number], "y": number}}).encode() for number in (2, 3, 2, 3)]
    answers = [json.loads(answer_batch(body, Limits()).body)["values"] for body in bodies]
    assert answers == [[2, 4], [3, 9]] * 2


def test_names_without_a_gradient_and_tensors_are_answered(client: TestClient) -> None:
    found = client.post(PATH, json={"program": "w = [1, 2]\nsum(w*x)*pi", "inputs": {"x": [1, 2, 3]}, "wrt": ["w", "pi"]}).json()
    BatchResponse.model_validate(found)
    assert found["gradients"]["pi"] is None
    assert len(found["gradients"]["w"]) == 3


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"inputs": {"x": [1, 2], "y": [1]}}, "shape-mismatch"),
        ({"inputs": {"x": []}}, "invalid-input"),
        ({"inputs": {"x": [1, None]}}, "invalid-input"),
        ({"inputs": {"x": [1, 2]}, "order": 2}, "invalid-request"),
        ({"inputs": {"x": [1, 2]}, "wrt": ["q"]}, "unknown-input"),
        ({"inputs": {"q": [1, 2]}}, "unknown-input"),
        ({"program": "x +", "inputs": {"x": [1, 2]}}, "syntax"),
    ],
)
def test_what_makes_no_sense_is_refused(client: TestClient, fields: dict, code: str) -> None:
    response = client.post(PATH, json={"program": "x*y", **fields})
    assert response.status_code in {400, 422}
    assert response.json()["problems"][0]["code"] == code
    assert response.json()["problems"][0]["hint"]


def test_many_points_are_computed_by_a_worker_and_too_many_are_refused(tmp_path: Path) -> None:
    many = {"program": "+".join(["x"] * 50), "inputs": {"x": list(range(5_000))}}
    with running_server(tmp_path / "log.txt") as url, httpx2.Client(base_url=url, timeout=30) as client:
        found = client.post(PATH, json=many).json()
        assert found["values"] == [50 * number for number in range(5_000)]
        assert found["gradients"]["x"] == [50] * 5_000
        refused = client.post(PATH, json=many | {"program": "+".join(["sin(x)"] * 5_000)}).json()
        assert refused["problems"][0]["code"] == "too-much-work"


def test_points_as_a_list_of_objects_are_shown_the_other_way_round(client: TestClient) -> None:
    (problem,) = client.post(PATH, json={"program": "x*x", "inputs": [{"x": 1}, {"x": 2}]}).json()["problems"]
    assert '{"x": [1, 2]}' in problem["hint"]
