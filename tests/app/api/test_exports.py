"""`POST /api/v1/export`: every format, and every refusal as a problem document."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.exports import answer_export
from backpass.engine import Limits
from backpass.engine.export.registry import FORMATS

PROGRAM = "a = 2.0\nb = -3.0\nL = tanh(a*b + 6) * a"


def post(client: TestClient, **fields: Any) -> Any:
    return client.post("/api/v1/export", json=fields)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_answered_with_its_text_and_a_file_name(client: TestClient, name: str) -> None:
    answer = post(client, program=PROGRAM, format=name)
    assert answer.status_code == 200
    assert answer.json() == {
        "format": name,
        "filename": f"L_{name}.py" if FORMATS[name].suffix == "py" else f"L.{FORMATS[name].suffix}",
        "media_type": FORMATS[name].media_type,
        "text": answer.json()["text"],
        "problems": [],
    }
    assert len(answer.json()["text"]) > 100


def test_inputs_output_wrt_and_upstream_are_those_of_the_gradient_request(client: TestClient) -> None:
    fields = {"program": "a = 2\nb = a*a\nc = b + 1", "inputs": {"a": 3}, "output": "b", "wrt": ["a"], "upstream": 2}
    text = post(client, format="python", **fields).json()["text"]
    printed: dict[str, Any] = {}
    exec(text, printed)
    assert (printed["b"], printed["grad_a"]) == (9.0, 12.0)
    assert "c" not in printed


def test_problems_that_come_with_a_result_come_along(client: TestClient) -> None:
    answer = post(client, program="a = 1\nx*2", wrt=["a"], format="dot").json()
    assert [problem["code"] for problem in answer["problems"]] == ["assumed-input", "no-influence"]


def test_operation_nodes_can_be_left_out_of_pictures(client: TestClient) -> None:
    assert "o1" in post(client, program="a*a", format="dot").json()["text"]
    assert "o1" not in post(client, program="a*a", format="dot", operation_nodes=False).json()["text"]


@pytest.mark.parametrize("path", ["graph", "gradient", "check", "explain", "export", "paths"])
def test_a_graph_that_was_exported_stands_for_its_program_on_every_route(client: TestClient, path: str) -> None:
    program = "x = 0.5\ny = tanh(x) * sum([x, 2])"
    text = post(client, program=program, format="json").json()["text"]
    asked = {"inputs": {"x": 0.25}} | ({"format": "pytorch"} if path == "export" else {"name": "x"} if path == "paths" else {})
    answers = [client.post(f"/api/v1/{path}", json={"program": each, **asked}).json() for each in (program, text)]
    for answer in answers:
        for node in answer.get("nodes", []):
            for field in ("span", "literal", "text"):  # of the program's text
                node.pop(field, None)
        answer.pop("mentions", None)
        answer["problems"] = [problem["code"] for problem in answer["problems"]]
    if path == "explain":  # without its text, a node is called by its operation
        answers = [answer["nodes"][0] for answer in answers]
    assert answers[0] == answers[1]


def test_a_graph_that_is_none_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/gradient", json={"program": '{"nodes": 1}'})
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["code"] == "invalid-graph"


REFUSALS = [
    ({"format": "excel"}, 400, "invalid-request", "there is no format 'excel'; there are json"),
    ({}, 400, "invalid-request", "`format` is missing"),
    ({"format": "python", "inputs": {"a": [1, 2]}}, 422, "not-exportable", "single numbers only"),
    ({"format": "python", "program": "log(-1*x)"}, 422, "not-exportable", "infinite or NaN"),
    ({"format": "jax", "program": "b = a*a\nb*2", "wrt": ["b"]}, 422, "not-exportable", "computed inside"),
    ({"format": "json", "wrt": ["q"]}, 422, "unknown-input", "`q`"),
    ({"format": "json", "program": "than(x)"}, 422, "unknown-function", "`than`"),
    ({"format": "numpy", "upstream": [1, 2]}, 422, "shape-mismatch", "upstream"),
]


@pytest.mark.parametrize(
    ("fields", "status", "code", "message"), REFUSALS, ids=[case[2] + str(index) for index, case in enumerate(REFUSALS)]
)
def test_a_refusal_says_what_is_wrong(client: TestClient, fields: dict[str, Any], status: int, code: str, message: str) -> None:
    answer = post(client, **{"program": PROGRAM, **fields})
    assert answer.status_code == status
    (problem,) = answer.json()["problems"]
    assert problem["code"] == code
    assert message in problem["message"]
    assert problem["hint"]


def test_a_long_export_is_left_to_a_worker() -> None:
    body = json.dumps({"program": "√" * 2_500 + "x", "format": "latex"}).encode()
    refused = json.loads(answer_export(body, Limits(evaluations=20_000)).body)
    assert refused["problems"][0]["code"] == "too-much-work"
    assert answer_export(body, Limits()).status == 200
