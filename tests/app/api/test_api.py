"""The API as its users meet it: documented answers, documented refusals, and JSON that is JSON."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.api.endpoints import gradients, graphs
from backpass.app.api.endpoints.gradients import GradientResponse
from backpass.app.api.endpoints.graphs import GraphResponse
from backpass.app.api.gallery.examples import COURSES, EXAMPLES, OWN_ENGINES
from backpass.app.main import create_app
from backpass.app.problems.problem_models import ProblemDocument
from backpass.app.settings import Settings
from backpass.engine import OPERATIONS, Code, Limits
from tests.columns import columns
from tests.engine.interpreter.test_programs import REFUSALS, WARNINGS, WORKED_CASES

ROOT = Path(__file__).parents[3]


def strict(text: str) -> Any:
    """JSON as the standard has it: no NaN, no Infinity."""

    def refuse(constant: str) -> object:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def post(client: TestClient, path: str, program: str, **fields: object) -> dict:
    response = client.post(f"/api/v1/{path}", json={"program": program, **fields})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return strict(response.text)


def refused(client: TestClient, content: bytes | str, path: str = "graph") -> ProblemDocument:
    response = client.post(f"/api/v1/{path}", content=content)
    assert 400 <= response.status_code < 500, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document = ProblemDocument.model_validate(strict(response.text), strict=False)
    assert document.status == response.status_code
    assert document.detail == document.problems[0].message
    return document


@pytest.mark.parametrize(("program", "value", "gradients"), WORKED_CASES, ids=[case[0][:30] for case in WORKED_CASES])
def test_the_worked_cases_through_the_api(client: TestClient, program: str, value: float, gradients: dict) -> None:
    for path in ("gradient", "graph"):
        found = post(client, path, program)
        assert found["value"] == pytest.approx(value, rel=1e-9)
        assert found["gradients"] == pytest.approx(gradients, rel=1e-9, abs=1e-9)


def test_the_documented_request_gets_the_documented_answer(client: TestClient) -> None:
    program = "a = 2.0\nb = -3.0\nc = 10.0\nL = tanh(a*b + c)"
    found = post(client, "graph", program, inputs={"a": 2.5}, output="L", wrt=["a", "b"], upstream=1.0)
    assert found["output"] == 5
    assert set(found["gradients"]) == {"a", "b"}
    first = {
        "id": 0,
        "name": "a",
        "op": None,
        "role": "input",
        "inputs": [],
        "shape": [],
        "data": 2.5,
        "span": [0, 1],
        "literal": [4, 7],
    }
    assert {name: value for name, value in found["nodes"][0].items() if name != "grad"} == first
    assert found["edges"][0]["how"] == "scale"
    assert found["steps"][0] == {"phase": "forward", "node": 3}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_answers_have_the_documented_shape(client: TestClient, example) -> None:  # type: ignore[no-untyped-def]
    GraphResponse.model_validate(post(client, "graph", example.program))
    GraphResponse.model_validate(post(client, "graph", example.program, layout="columns"))
    GraphResponse.model_validate(post(client, "graph", example.program, detail="gradients"))
    GradientResponse.model_validate(post(client, "gradient", example.program))


@pytest.mark.parametrize(
    "program", ["a = 2\na*a + b", "x", "2", "log(-1)*x", "sum([[1, 2], [3, 4]] * x, axis=0) @ [y, z]"], ids=lambda text: text[:20]
)
def test_columns_hold_the_same_as_rows(client: TestClient, program: str) -> None:
    in_rows = post(client, "graph", program)
    in_columns = post(client, "graph", program, layout="columns")
    for table in ("nodes", "edges", "steps"):
        assert in_columns[table] == columns(in_rows[table])


def test_a_gradient_request_leaves_the_graph_out(client: TestClient) -> None:
    assert set(post(client, "graph", "x*x", detail="gradients")) == {"value", "gradients", "problems"}


@pytest.mark.parametrize("text", [text for text in REFUSALS if text.isascii() and "\0" not in text])
def test_programs_that_cannot_run_are_refused_with_code_message_hint_and_place(client: TestClient, text: str) -> None:
    document = refused(client, json.dumps({"program": text}))
    first = document.problems[0]
    assert first.code == REFUSALS[text].value
    assert first.hint
    assert first.span is not None
    assert document.type == f"/api/v1/problems#{first.code}"


@pytest.mark.parametrize("text", WARNINGS)
def test_numbers_that_do_not_exist_are_answered_as_strings(client: TestClient, text: str) -> None:
    found = post(client, "graph", text)
    assert WARNINGS[text].value in {problem["code"] for problem in found["problems"]}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"x"',
        b"{}",
        b'{"program": 3}',
        b'{"program": null}',
        b'{"program": "x", "inputs": 3}',
        b'{"program": "x", "inputs": {"x": "2"}}',
        b'{"program": "x", "inputs": {"x": NaN}}',
        b'{"program": "x", "inputs": {"x": 1e400}}',
        b'{"program": "x", "inputs": {"x": "Infinity"}}',
        b'{"program": "x", "inputs": {"x": true}}',
        b'{"program": "x", "inputs": {"x": null}}',
        b'{"program": "x", "inputs": {"x": [[1],[2,3]]}}',
        b'{"program": "x", "inputs": {"x": ' + b"9" * 400 + b"}}",
        b'{"program": "x", "inputs": {"x": ' + b"[" * 300 + b"]" * 300 + b"}}",
        b'{"program": "x", "inputs": {"x": ' + b"[" * 70 + b"1" + b"]" * 70 + b"}}",
        b'{"program": "x", "upstream": "a"}',
        b'{"program": "x", "upstream": NaN}',
        b'{"program": "x", "upstream": [1, 2]}',
        b'{"program": "x", "output": "nothing"}',
        b'{"program": "x", "wrt": ["nothing"]}',
        b'{"program": "x", "wrt": "x"}',
        b'{"program": "x", "layout": "circle"}',
        b'{"program": "x", "surprise": 1}',
        b'{"program": "\\ud800x"}',
        b'{"program": "x\\u0000"}',
        b"\xff\xfe",
        b'{"program": "x" "y"}',
    ],
    ids=repr,
)
def test_requests_that_make_no_sense_are_refused_and_never_crash(client: TestClient, body: bytes) -> None:
    document = refused(client, body)
    assert all(problem.hint for problem in document.problems)
    assert all("``" not in problem.message for problem in document.problems)


def test_a_refusal_never_repeats_what_was_sent(client: TestClient) -> None:
    response = client.post("/api/v1/graph", content=b'{"program": ["geheim"]}')
    assert "geheim" not in response.text


def test_unknown_addresses_and_methods_are_problem_documents(client: TestClient) -> None:
    for response, code in (
        (client.get("/api/v1/nothing"), Code.NOT_FOUND),
        (client.get("/api/v1/graph"), Code.METHOD_NOT_ALLOWED),
        (client.put("/api/v1/gradient"), Code.METHOD_NOT_ALLOWED),
    ):
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["problems"][0]["code"] == code.value


def test_limits_name_the_number_the_limit_and_the_way_out() -> None:
    settings = Settings(max_characters=50, max_nodes=10, max_elements=100, max_body_bytes=2_000)
    with TestClient(create_app(settings)) as small:
        long = refused(small, json.dumps({"program": "x + " * 20 + "x"})).problems[0]
        assert (long.code, "81" in long.message, "50" in long.message) == ("too-long", True, True)
        many = refused(small, json.dumps({"program": "x*x*x*x*x*x*x*x*x*x*x*x"})).problems[0]
        assert (many.code, "10" in many.message) == ("too-many-nodes", True)
        again = refused(small, json.dumps({"program": "x*x*x*x*x*x*x*x*x*x*x*x"}), "gradient").problems[0]
        assert again.code == "too-many-nodes"
        wide = refused(small, json.dumps({"program": "a*b", "inputs": {"a": [[1]] * 50, "b": [1] * 50}})).problems[0]
        assert (wide.code, "2,600" in wide.message, "100" in wide.message) == ("too-many-elements", True, True)
        large = refused(small, b'{"program": "' + b"x" * 3_000 + b'"}').problems[0]
        assert (large.code, "2,000" in large.message) == ("body-too-large", True)


def test_a_body_without_announced_length_is_counted_as_it_comes() -> None:
    def chunks():  # type: ignore[no-untyped-def]
        for _ in range(100):
            yield b"x" * 100

    with TestClient(create_app(Settings(max_body_bytes=2_000))) as small:
        response = small.post("/api/v1/graph", content=chunks())
    assert response.status_code == 413
    assert response.json()["problems"][0]["code"] == "body-too-large"


PROGRAMS = [case[0] for case in WORKED_CASES] + [example.program for example in EXAMPLES]


@pytest.mark.parametrize("program", PROGRAMS, ids=[program[:20] for program in PROGRAMS])
def test_a_repeated_program_gets_what_the_long_way_gives(
    client: TestClient, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list(post(client, "gradient", program)["gradients"])
    for number in (0.0, 1.0, -1.5, 0.3, 1e300):
        body = json.dumps(
            {"program": program, "inputs": dict.fromkeys((name for name in names if "#" not in name), number)}
        ).encode()
        for path, module, answer in (("gradient", gradients, gradients.answer_gradient), ("graph", graphs, graphs.answer_graph)):
            with monkeypatch.context() as uncached:
                uncached.setattr(module, "_cached", lambda _request, _limits: None)
                expected = answer(body, Limits())
            assert client.post(f"/api/v1/{path}", content=body).content == expected.body


def test_operations_and_codes_are_listed_from_their_records(client: TestClient) -> None:
    listed = client.get("/api/v1/operations").json()["operations"]
    assert [each["name"] for each in listed] == list(OPERATIONS)
    assert [each["code"] for each in client.get("/api/v1/problems").json()["problems"]] == [code.value for code in Code]
    assert len(client.get("/api/v1/examples").json()["examples"]) == len(EXAMPLES) + len(COURSES) + len(OWN_ENGINES)


def test_the_api_description_has_an_example_that_runs_for_every_route_to_post_to(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        if "post" not in methods or "{" in path:
            continue
        examples = methods["post"]["requestBody"]["content"]["application/json"]["examples"]
        assert examples
        for example in examples.values():
            assert client.post(path, json=example["value"]).status_code in {200, 201}


def test_answers_may_be_read_from_other_pages_and_are_not_sniffed(client: TestClient) -> None:
    response = client.post("/api/v1/gradient", json={"program": "x"}, headers={"origin": "https://example.org"})
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["x-content-type-options"] == "nosniff"


def test_every_setting_is_documented() -> None:
    documented = (ROOT / "docs" / "operating.md").read_text()
    for name, field in Settings.model_fields.items():
        assert f"BACKPASS_{name.upper()}" in documented
        assert field.description


def test_large_and_tiny_numbers_keep_every_digit(client: TestClient) -> None:
    for number in (0.1, 1 / 3, math.pi * 1e200, 5e-324, -0.0, 123456789.123456789):
        assert post(client, "gradient", "x + 0", inputs={"x": number})["value"] == number


def test_the_page_has_a_strict_policy_and_its_first_picture(client: TestClient) -> None:
    response = client.get("/")
    assert response.status_code == 200
    policy = response.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    bootstrap = re.search(r'<script type="application/json" id="bootstrap">(.*?)</script>', response.text, re.DOTALL)
    assert bootstrap is not None
    content = strict(bootstrap.group(1))
    assert content["graph"]["value"] == 70
    assert not re.search(r"<script(?![^>]*(src=|application/json))", response.text)
    assert " style=" not in response.text
    assert client.get("/").headers["content-security-policy"] != policy


BROKEN = "x = 3.0\ny = x*x\nz = foo(y)"


@pytest.mark.parametrize("path", ["graph", "gradient", "explain", "check", "jacobian", "export", "derivative"])
def test_a_program_with_a_mistake_is_refused_unless_a_part_is_asked_for(client: TestClient, path: str) -> None:
    refused = client.post(f"/api/v1/{path}", json={"program": BROKEN, **({"format": "dot"} if path == "export" else {})})
    assert refused.status_code == 422
    assert "statement" not in refused.json()["problems"][0]
    answer = client.post(
        f"/api/v1/{path}", json={"program": BROKEN, "partial": True, **({"format": "dot"} if path == "export" else {})}
    )
    assert answer.status_code == 200, answer.text


def test_a_part_says_how_far_it_goes_and_where_the_mistake_is(client: TestClient) -> None:
    for path in ("graph", "gradient"):
        answer = post(client, path, f"# 😀\n{BROKEN}", partial=True)
        assert answer["gradients"] == {"x": 6.0}
        assert answer["partial"] == {"line": 4}
        (error,) = (each for each in answer["problems"] if each["severity"] == "error")
        assert (error["span"], error["statement"]) == ([25, 28], [21, 31])
    assert "partial" not in post(client, "graph", "x = 3.0", partial=True)


def test_of_a_part_nothing_is_called_unused_that_the_rest_may_use(client: TestClient) -> None:
    part = post(client, "graph", "x = 2.0\ny = 3.0\nz = foo(x)*y", partial=True)
    assert [each["code"] for each in part["problems"]] == ["unknown-function"]
    whole = post(client, "graph", "x = 2.0\ny = 3.0", partial=True)
    assert [each["code"] for each in whole["problems"]] == ["unused"]


def test_what_is_more_than_is_computed_is_not_taken_for_a_mistake_to_be_left_out(client: TestClient) -> None:
    large = "import numpy as np\nx = 3.0\ny = x*x\nz = np.ones((3_000, 3_000)) * x"
    for path in ("graph", "gradient"):
        answer = post(client, path, large, partial=True)
        assert answer["gradients"] == {"x": 6.0}
        assert answer["partial"] == {"line": 4, "over_limit": True}
        (error,) = (each for each in answer["problems"] if each["severity"] == "error")
        assert error["code"] == "too-many-elements"
        assert "statement" not in error


def test_many_points_of_a_part_come_with_the_errors_of_the_whole(client: TestClient) -> None:
    answer = post(client, "gradient/batch", BROKEN, partial=True, inputs={"x": [1.0, 2.0]})
    assert answer["values"] == [1.0, 4.0]
    assert answer["gradients"] == {"x": [2.0, 4.0]}
    assert [each["code"] for each in answer["problems"]] == ["unknown-function"]
    assert client.post("/api/v1/gradient/batch", json={"program": BROKEN}).status_code == 422


def test_a_notebook_is_answered_with_the_text_that_spans_refer_to(client: TestClient) -> None:
    cells = [{"cell_type": "code", "source": ["a = 2.0\n", "b = a*a"]}, {"cell_type": "code", "source": ["c = foo(b)"]}]
    notebook = json.dumps({"cells": cells, "nbformat": 4})
    for path in ("graph", "gradient"):
        answer = post(client, path, notebook, partial=True)
        assert answer["program"] == "# %% cell 1\na = 2.0\nb = a*a\n# %% cell 2\nc = foo(b)"
        assert answer["gradients"] == {"a": 4.0}
        (error,) = (each for each in answer["problems"] if each["severity"] == "error")
        assert answer["program"][slice(*error["span"])] == "foo"
    refused = client.post("/api/v1/graph", json={"program": notebook}).json()
    assert refused["problems"][0]["span"] == error["span"]


@pytest.mark.parametrize(("given", "shown"), [("null", "null"), ("true", "true"), ("[1, null]", "[1, null]"), ('"a"', "'a'")])
def test_a_value_that_is_no_number_is_shown_as_the_request_has_it(client: TestClient, given: str, shown: str) -> None:
    answer = client.post("/api/v1/gradient", content=f'{{"program": "x", "inputs": {{"x": {given}}}}}').json()
    assert answer["detail"].startswith(f"The value given for `x`: {shown} is neither a number")


def test_a_method_that_is_not_answered_is_refused_with_the_one_that_is(client: TestClient) -> None:
    refused = client.get("/api/v1/gradient")
    assert (refused.status_code, refused.headers["allow"]) == (405, "OPTIONS, POST")
    assert refused.json()["problems"][0]["hint"].startswith("Use POST.")


HUGE = 2**64
BEYOND_64_BITS = {
    "a slice": (f"x[:{HUGE}].sum()", "x.sum()"),
    "the step of a slice": (f"x[::{HUGE}].sum()", "x[0]"),
    "a slice from behind": (f"x[-{HUGE}:].sum()", "x.sum()"),
    "a slice among others": (f"x[None, 1:{HUGE}].sum()", "x[None, 1:].sum()"),
    "an option that is true": (f"np.sum(x, keepdims={HUGE}).sum()", "x.sum()"),
    "degrees of freedom": (f"np.var(x, ddof={HUGE})", "np.var(x, ddof=4)"),
    "a stride": (f"F.max_pool1d(x.reshape(1, 1, 4), 2, stride={HUGE}).sum()", "max(x[:2])"),
    "a dilation": (f"F.conv1d(x.reshape(1, 1, 4), torch.ones(1, 1, 1), dilation={HUGE}).sum()", "x.sum()"),
}
LIBRARIES = "import numpy as np\nimport torch\nimport torch.nn.functional as F\nx = np.array([1., 2, 3, 4])\n"


@pytest.mark.parametrize("layout", ["rows", "columns"])
@pytest.mark.parametrize("case", BEYOND_64_BITS.values(), ids=BEYOND_64_BITS)
def test_a_whole_number_beyond_64_bits_is_answered(client: TestClient, case: tuple[str, str], layout: str) -> None:
    huge, usual = (post(client, "graph", LIBRARIES + each, layout=layout) for each in case)
    assert (huge["value"], huge["gradients"]) == (usual["value"], usual["gradients"])
    again = client.post("/api/v1/export", json={"program": LIBRARIES + case[0], "format": "json"}).json()["text"]
    assert post(client, "graph", again)["value"] == usual["value"]


def test_a_graph_is_not_read_with_an_option_beyond_64_bits(client: TestClient) -> None:
    program = LIBRARIES + "np.sum(x, keepdims=3)"
    text = client.post("/api/v1/export", json={"program": program, "format": "json"}).json()["text"]
    response = client.post("/api/v1/graph", json={"program": text.replace('"keepdims": 3', f'"keepdims": {HUGE}')})
    assert response.status_code == 422
    assert "64-bit" in response.json()["detail"]
