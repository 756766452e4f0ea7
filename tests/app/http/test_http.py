"""HTTP as its readers expect it: methods, conditional requests, other origins, times, and a description that is complete."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.problems.status_codes import status_of
from backpass.engine import Code

METHODS = {"get", "put", "post", "delete", "patch"}
PAGES = ["/", "/join", "/embed", "/training", "/docs", "/healthz", "/readyz", "/openapi.json", "/s/abc", "/r/abc"]
DOCUMENTS = ["/api/v1/operations", "/api/v1/problems", "/api/v1/examples", "/api/v1/misconceptions", "/api/v1/training/options"]


@pytest.fixture(scope="module")
def document(client: TestClient) -> dict[str, Any]:
    return client.get("/openapi.json").json()


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(method, path, each) for path, methods in document["paths"].items() for method, each in methods.items()]


def concrete(path: str) -> str:
    """An address of that form; numbers where numbers are wanted."""
    return re.sub(r"\{(\w+)\}", lambda found: "7" if found[1] in {"poll", "number"} else "ABC234", path)


@pytest.mark.parametrize("path", [*PAGES, *DOCUMENTS, "/static/manifest.json"])
def test_head_is_get_without_its_body(client: TestClient, path: str) -> None:
    head, got = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "etag", "cache-control", "content-encoding"):
        if name != "content-length" or "nonce" not in got.text:  # which is another one each time, and so is what it compresses to
            assert head.headers.get(name) == got.headers.get(name), name


def test_head_does_what_get_does_where_there_is_nothing(client: TestClient) -> None:
    assert client.head("/nowhere").status_code == 404
    assert client.head("/api/v1/gradient").status_code == 405


ANSWERS = [
    ("GET", "/docs"),
    ("GET", "/nowhere"),
    ("POST", "/api/v1/graph"),
    ("DELETE", "/api/v1/graph"),
    ("GET", "/api/v1/operations"),
]


@pytest.mark.parametrize(("method", "path"), ANSWERS)
def test_every_answer_is_shared_with_other_origins_and_says_that_it_varies_by_them(
    client: TestClient, method: str, path: str
) -> None:
    for headers in ({}, {"origin": "https://elsewhere.org"}):
        answer = client.request(method, path, headers=headers)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert [each.strip() for each in answer.headers["vary"].split(",")].count("Origin") == 1
        assert answer.headers.get("access-control-allow-origin") == ("*" if headers else None)
        assert ("X-Request-ID" in answer.headers.get("access-control-expose-headers", "")) == bool(headers)


def test_options_and_refused_methods_tell_the_methods_of_every_address(client: TestClient, document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        expected = {method.upper() for method in methods} | {"OPTIONS"} | ({"HEAD"} if "get" in methods else set())
        told = client.options(concrete(path))
        assert (told.status_code, set(told.headers["allow"].split(", "))) == (204, expected), path
        for method in METHODS - set(methods):
            refused = client.request(method, concrete(path))
            assert refused.status_code == 405, (method, path)
            assert refused.headers["content-type"] == "application/problem+json"
            assert set(refused.headers["allow"].split(", ")) == expected
    assert client.post("/").headers["allow"] == "GET, HEAD, OPTIONS"
    assert client.post("/static/manifest.json").headers["allow"] == "GET, HEAD, OPTIONS"
    assert client.options("/nowhere").status_code == 404


def test_pages_of_other_origins_may_use_every_method_and_header(client: TestClient, document: dict[str, Any]) -> None:
    for method, path, _ in operations(document):
        asked = {
            "origin": "https://school.example",
            "access-control-request-method": method.upper(),
            "access-control-request-headers": "authorization, content-type, if-none-match, idempotency-key, last-event-id",
        }
        answer = client.options(concrete(path), headers=asked)
        assert answer.status_code == 200, answer.text
        assert method.upper() in answer.headers["access-control-allow-methods"]
        assert {"authorization", "if-none-match", "idempotency-key"} <= {
            name.strip() for name in answer.headers["access-control-allow-headers"].split(",")
        }
        assert "access-control-allow-credentials" not in answer.headers


def test_the_description_names_every_operation_and_says_what_it_gives(document: dict[str, Any]) -> None:
    names = [each["operationId"] for _, _, each in operations(document)]
    assert len(set(names)) == len(names)
    tags = {tag["name"] for tag in document["tags"]}
    for method, path, each in operations(document):
        assert len(each["summary"].split()) >= 3, (method, path)
        assert len(each["description"]) > len(each["summary"]) / 2
        assert set(each["tags"]) <= tags
        for media in each.get("requestBody", {}).get("content", {}).values():
            assert media["examples"], (method, path)


def test_every_reference_of_the_description_leads_somewhere(client: TestClient, document: dict[str, Any]) -> None:
    text = client.get("/openapi.json").text
    assert "$defs" not in text
    for reference in set(re.findall(r'"(#/[^"]+)"', text)):
        node: Any = document
        for part in reference.removeprefix("#/").split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
    bounds = set(re.findall(r'"(ge|gt|le|lt|multiple_of)":', text))
    assert not bounds, "a bound that generators do not know"


def test_json_is_the_first_form_of_an_answer_and_each_schema_has_one_name(document: dict[str, Any]) -> None:
    """Generators of clients read an answer as its first form, and leave out what refers to two schemas of one title."""
    for method, path, each in operations(document):
        for response in each["responses"].values():
            forms = list(response.get("content", {}))
            assert "application/json" not in forms[1:], (method, path)
    titles = [schema.get("title", name) for name, schema in document["components"]["schemas"].items()]
    assert sorted(titles) == sorted(set(titles))
    assert not [name for name in document["components"]["schemas"] if not name.isidentifier()]


def test_every_refusal_that_is_described_is_a_problem_document(document: dict[str, Any]) -> None:
    codes = set(document["components"]["schemas"]["Code"]["enum"])
    assert codes == {code.value for code in Code}
    for method, path, each in operations(document):
        for status, response in each["responses"].items():
            if int(status) < 400:
                continue
            assert list(response["content"]) == ["application/problem+json"], (method, path, status)
            named = {code for code in re.findall(r"`([a-z-]+)`", response["description"]) if code in codes}
            assert named, (method, path, status)
            assert {status_of(Code(code)) for code in named} == {int(status)}  # type: ignore[call-arg] # a member by its value
        assert {"400", "408", "429", "431", "500"} <= set(each["responses"])
        assert "Retry-After" in each["responses"]["429"]["headers"]


@pytest.mark.parametrize("path", DOCUMENTS[:4])
def test_what_the_client_has_already_is_not_sent_again(client: TestClient, path: str) -> None:
    etag = client.get(path).headers["etag"]
    for method in ("GET", "HEAD"):
        again = client.request(method, path, headers={"if-none-match": etag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)


def test_times_have_their_zone(client: TestClient) -> None:
    shared = client.post("/api/v1/shares", json={"state": "v=1&program=x"}).json()["expires"]
    opened = client.post("/api/v1/rooms").json()["expires"]
    for text in (shared, opened):
        assert text.endswith("Z")
        assert datetime.fromisoformat(text) > datetime.now(UTC)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/v1/rooms/ABC234/polls/x"),
        ("PUT", "/api/v1/rooms/ABC234/practice/abc/answer"),
        ("GET", f"/api/v1/rooms/ABC234/polls/{10**30}/answer"),
        ("DELETE", "/api/v1/rooms/ABC234/polls/0"),
    ],
)
def test_an_address_with_no_number_where_one_belongs_leads_nowhere(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path, json={"secret": "geheim"}, headers={"authorization": "Bearer x"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["problems"][0]["code"] == "not-found"
    assert "geheim" not in answer.text


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("check", {"seed": False}),
        ("check", {"seed": "1"}),
        ("check", {"sweep": 1}),
        ("export", {"format": "json", "operation_nodes": 0}),
        ("gradient", {"order": True}),
        ("gradient", {"order": 2.5}),
        ("paths", {"name": "x", "most": "3"}),
        ("graph", {"wrt": "x"}),
    ],
)
def test_other_types_are_refused_as_the_schema_says(client: TestClient, path: str, fields: dict[str, Any]) -> None:
    answer = client.post(f"/api/v1/{path}", json={"program": "x*x", **fields})
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (400, "invalid-request")


def test_a_whole_number_may_be_written_with_a_point_as_json_schema_has_it(client: TestClient) -> None:
    answer = client.post("/api/v1/gradient", content=b'{"program": "x**3", "inputs": {"x": 2}, "order": 2.0}')
    assert answer.json()["hessian"] == {"x": {"x": 12.0}}


@pytest.mark.parametrize("upstream", [{}, "1", None, [1, {}]])
def test_an_upstream_gradient_that_is_none_is_refused_everywhere(client: TestClient, upstream: object) -> None:
    for path in ("gradient", "graph", "jacobian", "derivative", "check", "explain"):
        answer = client.post(f"/api/v1/{path}", json={"program": "x*x", "upstream": upstream})
        assert answer.status_code in {400, 422}, (path, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


def test_parameters_that_an_address_does_not_have_are_ignored(client: TestClient) -> None:
    assert client.get("/api/v1/problems?surprise=1").status_code == 200
    assert client.post("/api/v1/gradient?order=2", json={"program": "x*x"}).json().keys() == {"value", "gradients", "problems"}


def test_rooms_and_guests_need_no_body(client: TestClient, document: dict[str, Any]) -> None:
    opened = client.post("/api/v1/rooms")
    assert opened.status_code == 201
    assert client.post(f"/api/v1/rooms/{opened.json()['code']}/guests").status_code == 201
    assert document["paths"]["/api/v1/rooms"]["post"]["requestBody"]["required"] is False
    assert document["paths"]["/api/v1/shares"]["post"]["requestBody"]["required"] is True


@pytest.mark.parametrize("answer", [[10**30], [-(10**30)], [0, 2**53 + 1]])
def test_an_answer_too_large_to_be_stored_is_refused(client: TestClient, answer: object) -> None:
    opened = client.post("/api/v1/rooms", json={"view": {"program": "a = 2\na*a"}}).json()
    room, host = f"/api/v1/rooms/{opened['code']}", {"authorization": f"Bearer {opened['host_token']}"}
    guest = {"authorization": f"Bearer {client.post(f'{room}/guests').json()['token']}"}
    poll = client.post(f"{room}/polls", json={"type": "text"}, headers=host).json()["poll"]
    refused = client.put(f"{room}/polls/{poll}/answer", json={"answer": answer}, headers=guest)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (400, "invalid-request")


BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_a_browser_gets_a_page_where_there_is_none_in_its_language(client: TestClient) -> None:
    for path in ("/nope", "/docs/nope", "/learn/a/b/c", "/static/nope.js"):
        answer = client.get(path, headers=BROWSER)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "content-security-policy" in answer.headers
        assert "accept" in re.split(r",\s*", answer.headers["vary"].lower())
        assert f"There is nothing at {path}." in answer.text
        assert all(f'href="{way}"' in answer.text for way in ("/", "/learn", "/training", "/docs"))
    assert "Il n’y a rien" in client.get("/nope", headers=BROWSER | {"accept-language": "fr"}).text
    assert "<b>" not in client.get("/<b>", headers=BROWSER).text
    assert "Use GET" in client.post("/training", headers=BROWSER).text
    assert client.post("/training", headers=BROWSER).headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("accept", ["*/*", "application/json", "", "text/html;q=0, */*"])
def test_a_program_gets_a_problem_document_where_there_is_nothing(client: TestClient, accept: str) -> None:
    answer = client.get("/nope", headers={"accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert client.get("/api/v1/nope", headers=BROWSER).headers["content-type"] == "application/problem+json"
