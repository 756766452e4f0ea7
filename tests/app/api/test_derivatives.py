"""Derivatives as formulas through the API and on the command line."""

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.derivatives import DerivativeResponse
from backpass.app.cli import commands


def test_each_input_gets_its_formula_in_three_forms(client: TestClient) -> None:
    found = client.post("/api/v1/derivative", json={"program": "x*y", "inputs": {"x": 2, "y": 3}}).json()
    DerivativeResponse.model_validate(found)
    assert {name: each["text"] for name, each in found["derivatives"].items()} == {"x": "y", "y": "x"}
    assert found["problems"] == []


def test_wrt_output_and_upstream_are_heeded(client: TestClient) -> None:
    asked = {"program": "b = a*a\nc = b*pi", "output": "b", "wrt": ["a", "pi"], "upstream": 5, "inputs": {"a": 1}}
    response = client.post("/api/v1/derivative", json=asked | {"output": None})
    assert response.json()["derivatives"]["pi"] is None
    assert response.json()["derivatives"]["a"]["text"] == "10*pi*a"
    assert client.post("/api/v1/derivative", json=asked | {"wrt": None}).json()["derivatives"]["a"]["text"] == "10*a"


def test_notes_of_the_program_come_along(client: TestClient) -> None:
    found = client.post("/api/v1/derivative", json={"program": "1/2x"}).json()
    assert [problem["code"] for problem in found["problems"]] == ["reading"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"program": "x*x", "inputs": {"x": [1, 2]}}, "scalars-only"),
        ({"program": "x*x", "wrt": ["q"]}, "unknown-input"),
        ({"program": "s = 0*x0\n" + "".join(f"s = s*y + sin(s + {n})\n" for n in range(300))}, "expression-too-large"),
    ],
)
def test_a_refusal_says_what_is_wrong(client: TestClient, fields: dict[str, object], code: str) -> None:
    response = client.post("/api/v1/derivative", json=fields)
    assert response.status_code == 422
    (problem,) = response.json()["problems"]
    assert (problem["code"], bool(problem["message"] and problem["hint"])) == (code, True)


def test_the_command_line_prints_a_formula_that_runs_over_lines_below_itself(capsys: pytest.CaptureFixture[str]) -> None:
    program = "n = " + " + ".join(f"w{n}*x{n}" for n in range(9)) + "\no = tanh(n)\n(o - 0.5)**2 * o"
    assert commands.main(["derivative", program, *(f"{kind}{n}=1" for n in range(9) for kind in "wx"), "--wrt", "w0,x0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("∂/∂w0  o = tanh(")
    assert lines[1].startswith("       ")
