"""What does not change is sent once: strong ETags, one for each form, and files that are compressed a single time."""

import gzip
import json

import pytest
from starlette.testclient import TestClient

from app.assets import Assets

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


def test_the_answer_is_what_it_always_was(client: TestClient) -> None:
    assert json.loads(client.get("/api/v1/problems").content)["problems"][0]["code"] == "empty-program"
