"""`POST /api/v1/explain` as its users meet it."""

import json

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.explanations import ExplanationResponse, answer_explanation
from backpass.app.api.endpoints.program_routes import EXPLANATION_EXAMPLES as EXAMPLES
from backpass.app.api.gallery.examples import EXAMPLES as PROGRAMS
from backpass.engine import Limits
from tests.app.api.test_api import post, refused


@pytest.mark.parametrize("body", [*EXAMPLES.values(), *({"program": example.program} for example in PROGRAMS)], ids=str)
def test_explanations_have_the_documented_shape(client: TestClient, body: dict) -> None:
    answer = ExplanationResponse.model_validate(post(client, "explain", **body))
    graph = post(client, "graph", **body)
    assert len(answer.steps) == len(graph["steps"])
    assert [node.node for node in answer.nodes] == [node["id"] for node in graph["nodes"]]
    assert {each.edge for each in answer.contributions} == {
        edge["id"] for edge in graph["edges"] if edge["contribution"] is not None
    }


def test_the_upstream_gradient_that_was_given_is_told(client: TestClient) -> None:
    found = post(client, "explain", "x = 3\nx*x", upstream=2)
    assert "with `2`." in found["steps"][1]["sentence"]


def test_a_program_that_cannot_run_is_refused(client: TestClient) -> None:
    assert refused(client, '{"program": "than(x)"}', "explain").problems[0].code == "unknown-function"


def test_a_long_explanation_is_left_to_a_worker_and_a_longer_one_refused() -> None:
    body = json.dumps({"program": "+".join(["x"] * 300)}).encode()
    assert answer_explanation(body, Limits()).status == 200
    refused = json.loads(answer_explanation(body, Limits(evaluations=20_000)).body)
    assert refused["problems"][0]["code"] == "too-much-work"


def test_an_explanation_is_bounded_however_much_work_is_allowed() -> None:
    body = json.dumps({"program": "+".join(["x"] * 300)}).encode()
    refused = json.loads(answer_explanation(body, Limits(explained=500)).body)
    assert refused["problems"][0]["code"] == "too-much-work"
    assert "598" in refused["detail"]
    assert "500" in refused["detail"]


def test_an_explanation_grows_with_the_program_and_not_with_its_square() -> None:
    def size(repeated: int) -> int:
        """Bytes of the explanation of an expression whose every gradient is 0, which each node has a reason for."""
        body = json.dumps({"program": f"0*({'sin(' * repeated}x{')' * repeated})", "inputs": {"x": 1}}).encode()
        answer = answer_explanation(body, Limits())
        assert answer.status == 200
        return len(answer.body)

    assert size(400) < 2.2 * size(200)
