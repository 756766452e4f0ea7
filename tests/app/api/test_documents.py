"""What does not change is sent once: strong ETags, one for each form, and files that are compressed a single time."""

import gzip
import json

import pytest
from starlette.testclient import TestClient

from backpass.app.http.assets import Assets

CONSTANT = ["operations", "problems", "misconceptions", "examples"]


@pytest.mark.parametrize("name", CONSTANT)
def test_what_a_client_has_already_is_not_sent_again(client: TestClient, name: str) -> None:
    first = client.get(f"/api/v1/{name}")
    assert first.status_code == 200
    assert list(first.json()) == [name]
    again = client.get(f"/api/v1/{name}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


def test_each_form_has_an_etag_of_its_own(client: TestClient) -> None:
    plain = client.get("/api/v1/operations", headers={"accept-encoding": "identity"})
    packed = client.get("/api/v1/operations", headers={"accept-encoding": "br, gzip;q=0.8"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content
    assert plain.headers["etag"] != packed.headers["etag"]
    assert "accept-encoding" in plain.headers["vary"].lower()
    other = client.get("/api/v1/operations", headers={"accept-encoding": "identity", "if-none-match": packed.headers["etag"]})
    assert other.status_code == 200


@pytest.mark.parametrize("asked", ["W/{etag}", '"other", {etag}', "*"])
def test_several_and_weak_etags_are_understood(client: TestClient, asked: str) -> None:
    etag = client.get("/api/v1/examples").headers["etag"]
    assert client.get("/api/v1/examples", headers={"if-none-match": asked.format(etag=etag)}).status_code == 304


@pytest.mark.parametrize("refused", ["", "identity", "gzip;q=0", "br"])
def test_who_does_not_take_gzip_gets_none(client: TestClient, refused: str) -> None:
    assert "content-encoding" not in client.get("/api/v1/problems", headers={"accept-encoding": refused}).headers


def test_the_pages_script_is_compressed_and_kept(client: TestClient) -> None:
    address = Assets().url("main.js")
    with client.stream("GET", address, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "gzip"
        assert "immutable" in packed.headers["cache-control"]
        assert "javascript" in packed.headers["content-type"]
        assert int(packed.headers["content-length"]) == len(raw)
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert gzip.decompress(raw) == plain.content
    assert plain.headers["etag"] != packed.headers["etag"]
    again = client.get(address, headers={"accept-encoding": "identity", "if-none-match": plain.headers["etag"]})
    assert again.status_code == 304


def largest_script() -> str:
    """The address of a script of the page: that of an entry may do nothing but fetch others."""
    assets = Assets()
    mapped = [file.with_suffix("") for file in assets.directory.glob("*.js.map")]
    largest = max(mapped, key=lambda file: file.stat().st_size)
    return f"{assets.url('main.js').rpartition('/')[0]}/{largest.name}"


@pytest.mark.parametrize("coding", ["identity", "gzip", "br"])
def test_a_header_names_the_source_map_of_a_script(client: TestClient, coding: str) -> None:
    address = largest_script()
    script = client.get(address, headers={"accept-encoding": coding})
    assert b"sourceMappingURL" not in script.content
    assert script.headers["sourcemap"] == f"{address.rpartition('/')[2]}.map"
    assert client.get(f"{address}.map").json()["sources"]
    assert "sourcemap" not in client.get("/static/licences.txt").headers


def test_browsers_that_take_brotli_get_what_the_build_compressed(client: TestClient) -> None:
    address = largest_script()
    with client.stream("GET", address, headers={"accept-encoding": "gzip, br"}) as packed:
        raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "br"
        assert "accept-encoding" in packed.headers["vary"]
    assert raw == (Assets().directory / f"{address.rsplit('/', 1)[1]}.br").read_bytes()
    with client.stream("GET", address, headers={"accept-encoding": "gzip, br;q=0"}) as other:
        assert other.headers["content-encoding"] == "gzip"
        assert len(raw) < 0.95 * len(b"".join(other.iter_raw()))


def test_the_answer_is_what_it_always_was(client: TestClient) -> None:
    assert json.loads(client.get("/api/v1/problems").content)["problems"][0]["code"] == "empty-program"


TERMS = range(300)
LARGE = "\n".join([*(f"x{number} = {number}.5*a" for number in TERMS), "+".join(f"x{number}" for number in TERMS)])


@pytest.mark.parametrize("path", ["/api/v1/graph", "/api/v1/explain"])
def test_a_large_answer_about_a_program_is_compressed_for_who_takes_it(client: TestClient, path: str) -> None:
    long = {"program": LARGE, "inputs": {"a": 2.0}}
    plain = client.post(path, json=long, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(plain.content) == int(plain.headers["content-length"]) > 100_000
    with client.stream("POST", path, json=long, headers={"accept-encoding": "br, gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert len(raw) == int(packed.headers["content-length"]) < len(plain.content) / 5
    assert gzip.decompress(raw) == plain.content
    for response in (plain, packed):
        assert {name.strip() for name in response.headers["vary"].split(",")} == {"Accept-Encoding", "Accept-Language", "Origin"}


def test_a_small_answer_about_a_program_is_not_compressed(client: TestClient) -> None:
    answer = client.post("/api/v1/graph", json={"program": "x*y"}, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Language, Origin"
