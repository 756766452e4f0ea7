"""`POST /api/v1/paths` as its users meet it."""

import json

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.paths import PathsResponse, answer_paths
from backpass.app.api.endpoints.program_routes import PATHS_EXAMPLES as EXAMPLES
from backpass.engine import Limits
from tests.app.api.test_api import post, refused


@pytest.mark.parametrize("body", EXAMPLES.values(), ids=list(EXAMPLES))
def test_the_examples_have_the_documented_shape(client: TestClient, body: dict) -> None:
    answer = PathsResponse.model_validate(post(client, "paths", **body))
    assert len(answer.paths) == min(body.get("most", 10), int(answer.count))


def test_paths_and_graph_tell_of_the_same_edges(client: TestClient) -> None:
    program = "x = 0.7\ny = x*x + sin(x)\nexp(y)*x"
    edges = post(client, "graph", program)["edges"]
    paths = post(client, "paths", program, name="x")
    for path in paths["paths"]:
        assert path["locals"] == [edges[edge]["local"] for edge in path["edges"]]
    assert {step["edge"]: step["contribution"] for step in paths["last_steps"]} == {
        edge["id"]: edge["contribution"] for edge in edges if edge["source"] == paths["node"]
    }


def test_a_count_is_exact_though_no_float_could_hold_it(client: TestClient) -> None:
    found = post(client, "paths", "x = 1\n" + "x = x + x\n" * 500, node=0, most=1)
    assert found["count"] == str(2**500)


def test_a_name_that_feeds_nothing_has_no_path_and_the_gradient_0(client: TestClient) -> None:
    found = post(client, "paths", "q = 2\nx*2", name="q")
    assert (found["node"], found["gradient"], found["count"]) == (None, 0.0, "0")
    assert "no-influence" in {problem["code"] for problem in found["problems"]}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ('"name": "y"', "unknown-input"),
        ('"node": 9', "invalid-request"),
        ('"node": -1', "invalid-request"),
        ('"node": 0, "name": "x"', "invalid-request"),
        ('"most": 3', "invalid-request"),
        ('"name": "x", "most": 0', "invalid-request"),
        ('"name": "x", "most": 101', "invalid-request"),
        ('"name": "x", "element": [0]', "invalid-request"),
    ],
)
def test_what_cannot_be_answered_is_refused_by_name(client: TestClient, fields: str, code: str) -> None:
    document = refused(client, f'{{"program": "x*v", {fields}}}', "paths")
    assert document.problems[0].code == code
    assert document.problems[0].hint


def test_the_paths_of_a_large_graph_are_left_to_a_worker() -> None:
    body = json.dumps({"program": "√" * 2_500 + "x", "name": "x"}).encode()
    refused = json.loads(answer_paths(body, Limits(evaluations=20_000)).body)
    assert refused["problems"][0]["code"] == "too-much-work"
    assert answer_paths(body, Limits()).status == 200
