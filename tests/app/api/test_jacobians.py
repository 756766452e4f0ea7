"""Jacobians through the API."""

from starlette.testclient import TestClient

from backpass.app.api.endpoints.jacobians import JacobianResponse


def test_every_element_is_differentiated_by_itself(client: TestClient) -> None:
    found = client.post("/api/v1/jacobian", json={"program": "x**2 * a", "inputs": {"x": [1, 2], "a": 2}, "upstream": 7}).json()
    JacobianResponse.model_validate(found)
    assert found["jacobian"] == {"x": [[4, 0], [0, 8]], "a": [1, 4]}


def test_wrt_chooses_names_and_a_constant_has_none(client: TestClient) -> None:
    found = client.post(
        "/api/v1/jacobian", json={"program": "y = x*2\ny*y*pi", "inputs": {"x": [1, 2]}, "wrt": ["y", "pi"]}
    ).json()
    assert found["jacobian"]["y"][0][1] == 0
    assert found["jacobian"]["pi"] is None


def test_numbers_that_do_not_exist_are_strings(client: TestClient) -> None:
    found = client.post("/api/v1/jacobian", json={"program": "1/x", "inputs": {"x": [0, 1]}}).json()
    assert found["jacobian"]["x"] == [["-Infinity", 0], [0, -1]]


def test_an_unknown_name_is_refused(client: TestClient) -> None:
    response = client.post("/api/v1/jacobian", json={"program": "x*2", "wrt": ["y"]})
    assert response.status_code == 422
    assert response.json()["problems"][0]["code"] == "unknown-input"
