"""Gradient checks, second derivatives and forward mode through the API."""

import json
import math

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints.checks import CheckResponse
from backpass.app.api.endpoints.gradients import GradientResponse
from backpass.app.api.gallery.examples import EXAMPLES
from backpass.app.main import create_app
from backpass.app.settings import Settings


def post(client: TestClient, path: str, program: str, **fields: object) -> dict:
    response = client.post(f"/api/v1/{path}", json={"program": program, **fields})
    assert response.status_code == 200, response.text
    return response.json()


def refused(client: TestClient, path: str, program: str, **fields: object) -> dict:
    response = client.post(f"/api/v1/{path}", json={"program": program, **fields})
    assert response.status_code == 422, response.text
    assert response.headers["content-type"] == "application/problem+json"
    return response.json()["problems"][0]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_example_is_checked_and_nothing_differs(client: TestClient, example) -> None:  # type: ignore[no-untyped-def]
    found = post(client, "check", example.program)
    CheckResponse.model_validate(found)
    assert {each["input"] for each in found["checks"]} == set(post(client, "gradient", example.program)["gradients"])
    assert "differs" not in {each["verdict"] for each in found["checks"]}


def test_a_check_shows_gradient_difference_and_sweep(client: TestClient) -> None:
    (check,) = post(client, "check", "exp(x)", inputs={"x": 1})["checks"]
    assert check["autodiff"] == math.e
    assert check["numeric"] == pytest.approx(math.e, rel=1e-9)
    assert check["complex_step"] == pytest.approx(math.e, rel=1e-15)
    assert [row["h"] for row in check["sweep"]] == [float(f"1e-{exponent}") for exponent in range(1, 16)]
    best = next(row for row in check["sweep"] if row["h"] == check["best_h"])
    assert best["estimate"] == check["numeric"]
    assert best["truncation"] + best["round_off"] == check["uncertainty"]


def test_an_answer_may_leave_the_sweep_out(client: TestClient) -> None:
    (check,) = post(client, "check", "exp(x)", sweep=False)["checks"]
    assert check["sweep"] is None


def test_a_kink_close_by_is_named_with_its_place(client: TestClient) -> None:
    found = post(client, "check", "x = 0.0005\ny = relu(x) + abs(x - 2)")
    (problem,) = [each for each in found["problems"] if each["code"] == "near-kink"]
    assert problem["span"] == [15, 22]
    assert problem["node"] == found["checks"][0]["kinks"][0]["node"]
    assert "0.0005" in problem["message"]
    assert found["checks"][0]["verdict"] == "agrees"


def test_a_kink_far_away_is_not_mentioned(client: TestClient) -> None:
    found = post(client, "check", "x = 0.05\nrelu(x)")
    assert not found["problems"]
    assert found["checks"][0]["kinks"][0]["h"] == 0.1


def test_numbers_that_do_not_exist_are_strings_and_the_check_is_undecided(client: TestClient) -> None:
    (check,) = post(client, "check", "1/x", inputs={"x": 0})["checks"]
    assert (check["autodiff"], check["verdict"], check["numeric"]) == ("-Infinity", "undecided", None)
    (check,) = post(client, "check", "log(x)", inputs={"x": -1})["checks"]
    assert {row["estimate"] for row in check["sweep"]} == {"NaN"}


def test_a_name_that_does_not_exist_is_refused(client: TestClient) -> None:
    assert refused(client, "check", "x*2", wrt=["y"])["code"] == "unknown-input"


def test_a_check_beyond_the_limit_names_number_limit_and_way_out() -> None:
    with TestClient(create_app(Settings(max_evaluations=300))) as small:
        problem = refused(small, "check", "x*y*z*w", sweep=False)
        assert problem["code"] == "too-much-work"
        assert "416" in problem["message"]
        assert "300" in problem["message"]
        assert "wrt" in problem["hint"]
        assert post(small, "check", "x*y*z*w", wrt=["w"])["checks"][0]["verdict"] == "agrees"


@pytest.mark.parametrize("program", ["x**2 * y + sin(y)", "a = 2\nb = 3\nc = a*b\ntanh(c)*a"])
def test_order_2_adds_the_hessian_and_changes_nothing_else(client: TestClient, program: str) -> None:
    first, second = post(client, "gradient", program), post(client, "gradient", program, order=2)
    hessian = second.pop("hessian")
    assert second == first
    assert set(hessian) == set(first["gradients"])
    assert all(hessian[name][other] == pytest.approx(hessian[other][name]) for name in hessian for other in hessian)
    GradientResponse.model_validate(second | {"hessian": hessian})


def test_second_derivatives_follow_the_inputs_of_a_repeated_request(client: TestClient) -> None:
    for x in (1.0, 2.0, -3.0):
        post(client, "gradient", "x**3", inputs={"x": x})
        assert post(client, "gradient", "x**3", inputs={"x": x}, order=2)["hessian"] == {"x": {"x": 6 * x}}


def test_wrt_chooses_the_rows_and_columns_of_the_hessian(client: TestClient) -> None:
    assert post(client, "gradient", "x*y*z", wrt=["x", "y"], order=2)["hessian"] == {"x": {"x": 0, "y": 1}, "y": {"x": 1, "y": 0}}


def test_a_second_derivative_that_alone_is_infinite_is_remarked_on(client: TestClient) -> None:
    found = post(client, "gradient", "x**1.5", inputs={"x": 0}, order=2)
    assert found["hessian"] == {"x": {"x": "Infinity"}}
    assert [problem["code"] for problem in found["problems"]] == ["not-finite-gradient"]


def test_second_derivatives_of_tensors_have_the_shape_of_both(client: TestClient) -> None:
    found = post(client, "gradient", "x*x*c", inputs={"x": [1, 2], "c": 3}, order=2)
    assert found["hessian"] == {"x": {"x": [[6, 0], [0, 6]], "c": [2, 4]}, "c": {"x": [2, 4], "c": 0}}
    GradientResponse.model_validate(found)


def test_an_order_above_2_gives_every_derivative_by_each_input_alone(client: TestClient) -> None:
    found = post(client, "gradient", "x**4 * y", inputs={"x": 2, "y": 3}, order=4)
    assert found["derivatives"] == {"x": [96, 144, 144, 72], "y": [16, 0, 0, 0]}
    GradientResponse.model_validate(found)
    assert refused(client, "gradient", "x*x", inputs={"x": [1, 2]}, order=3)["code"] == "scalars-only"


@pytest.mark.parametrize("program", ["x*y + z", "x = 0.5\ntanh(x)*x", "a = 3\na*a + a"])
def test_forward_mode_answers_the_same_and_nothing_else(client: TestClient, program: str) -> None:
    reverse, forward = post(client, "gradient", program), post(client, "gradient", program, mode="forward")
    assert set(forward) == set(reverse)
    assert forward["gradients"] == pytest.approx(reverse["gradients"], rel=1e-14)
    assert forward["problems"] == reverse["problems"]


def test_forward_mode_and_second_derivatives_go_together_with_upstream_and_tensors(client: TestClient) -> None:
    found = post(client, "gradient", "x*x", inputs={"x": 3}, mode="forward", order=2, upstream=-2)
    assert (found["gradients"], found["hessian"]) == ({"x": -12}, {"x": {"x": -4}})
    tensors = post(client, "gradient", "x*w", inputs={"x": [1, 2], "w": 5}, mode="forward", upstream=[10, 100])
    assert tensors["gradients"] == {"x": [50, 500], "w": 210}


@pytest.mark.parametrize("field", [{"order": 0}, {"order": 11}, {"order": "2"}, {"mode": "backward"}])
def test_other_orders_and_modes_are_refused(client: TestClient, field: dict[str, object]) -> None:
    response = client.post("/api/v1/gradient", content=json.dumps({"program": "x", **field}))
    assert response.status_code == 400
    assert response.json()["problems"][0]["code"] == "invalid-request"


def test_a_check_too_large_to_be_made_in_place_is_made_by_a_worker() -> None:
    with TestClient(create_app(Settings(inline_evaluations=10))) as cautious, TestClient(create_app(Settings())) as usual:
        request = {"program": "tanh(w*x + b)", "inputs": {"w": 0.5}}
        answers = [client.post("/api/v1/check", json=request) for client in (cautious, usual)]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
