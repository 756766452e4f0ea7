"""What other sites show of a link: Open Graph tags, the picture, and oEmbed, checked against what the two formats demand."""

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.pages.link_picture import HEIGHT, WIDTH, can_rasterize, picture_of
from backpass.app.pages.linked_program import read_link
from backpass.app.settings import Settings
from backpass.engine.messages import languages

BASE = "http://testserver"
STATE = "v=1&program=a=2%0Ab=-3%0AL=tanh(a*b%2B7)&inputs=a:3"
EVIL = "x = 1 # </title><script>alert(1)</script>\"'&amp;"


class Head(HTMLParser):
    """What stands in a page's head: meta tags by name or property, links by rel."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, dict[str, str | None]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            assert name not in self.meta, f"{name} stands twice"
            self.meta[name] = given.get("content") or ""
        if tag == "link" and given.get("rel"):
            self.links[str(given["rel"])] = given


def shared(client: TestClient, state: str = STATE) -> str:
    return str(client.post("/api/v1/shares", json={"state": state}).json()["code"])


@pytest.fixture
def code(client: TestClient) -> str:
    return shared(client)


@pytest.fixture
def named() -> Iterator[TestClient]:
    settings = Settings(database="sqlite+aiosqlite://", public_address="https://backpass.school.example")
    with TestClient(create_app(settings)) as client:
        yield client


def head_of(client: TestClient, path: str, **options: Any) -> Head:
    answer = client.get(path, **options)
    assert answer.status_code == 200
    return Head(answer.text)


@pytest.mark.parametrize("page", ["s", "embed"])
def test_a_short_link_has_every_tag_that_open_graph_demands(client: TestClient, code: str, page: str) -> None:
    head = head_of(client, f"/{page}/{code}")
    assert head.meta["og:title"] == head.meta["twitter:title"] == "L=tanh(a*b+7)"
    assert head.meta["og:type"] == "website"
    assert head.meta["og:url"] == head.links["canonical"]["href"] == f"{BASE}/s/{code}"
    assert head.meta["og:description"] == "a=2; b=-3; L=tanh(a*b+7)"
    assert head.meta["twitter:card"] == "summary_large_image"
    assert (head.meta["og:image:width"], head.meta["og:image:height"]) == (str(WIDTH), str(HEIGHT))
    picture = client.get(head.meta["og:image"].removeprefix(BASE))
    assert picture.status_code == 200
    assert picture.headers["content-type"] == head.meta["og:image:type"]


def test_a_link_with_its_program_in_the_query_unfolds_as_well(client: TestClient) -> None:
    head = head_of(client, f"/?{STATE}&theme=dark")
    assert head.meta["og:title"] == "L=tanh(a*b+7)"
    address = head.meta["og:url"]
    assert "theme" not in address
    again = head_of(client, address.removeprefix(BASE))
    assert again.meta == head.meta | {"csp-nonce": again.meta["csp-nonce"]}
    assert client.get(head.meta["og:image"].removeprefix(BASE)).status_code == 200


def test_a_compressed_program_is_read_and_no_bomb_is_expanded() -> None:
    def state(text: str) -> str:
        packer = zlib.compressobj(wbits=-15)
        packed = packer.compress(text.encode()) + packer.flush()
        return "v=1&z=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    assert read_link(state("a = 2\na*a é")).program == "a = 2\na*a é"
    assert read_link(state("a" * 10_000_000)) is None
    assert read_link(state("a*a")[:-3]) is None


@pytest.mark.parametrize(
    "state", ["", "v=1", "v=1&program=", "v=1&program=%FF", "v=1&z=%%%", "v=1&z=AAAA", "v=1&z=é", "&" * 200 + "program=x"]
)
def test_a_link_without_a_program_that_can_be_read_has_no_preview(client: TestClient, state: str) -> None:
    assert read_link(state) is None
    assert "og:title" not in head_of(client, f"/?{state}").meta
    assert client.get(f"/picture.svg?{state}").status_code == 404


def test_a_notebook_with_half_of_a_pair_of_surrogates_is_no_program(client: TestClient) -> None:
    cell = {"cell_type": "code", "source": ["x*x # \ud800"], "metadata": {}, "outputs": [], "execution_count": None}
    notebook = json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}})
    state = urlencode({"v": "1", "program": notebook})
    assert read_link(state) is None
    assert read_link(state.replace("%5Cud800", "")) is not None
    assert client.get(f"/?{state}").status_code == 200
    assert client.get("/oembed", params={"url": f"{BASE}/?{state}"}).status_code == 404


def test_oembed_with_too_many_fields_is_no_mistake_of_ours(client: TestClient) -> None:
    assert client.get(f"/oembed?{'a=1&' * 60}").status_code == 404


def test_pages_without_a_program_of_their_own_have_no_preview(client: TestClient) -> None:
    for path in ("/", "/embed", "/s/AAAAAAAAAAAAAAAA", "/join"):
        assert "og:title" not in head_of(client, path).meta, path


def test_names_of_the_program_never_become_markup(client: TestClient) -> None:
    code = shared(client, "v=1&" + urlencode({"program": EVIL}))
    page = client.get(f"/s/{code}")
    assert Head(page.text).meta["og:title"] == EVIL
    assert "<script>alert" not in page.text
    assert "<script>alert" not in client.get("/oembed", params={"url": f"{BASE}/s/{code}"}).json()["html"]
    picture = client.get(f"/s/{code}/picture.svg")
    assert "script" not in {element.tag.rpartition("}")[2] for element in ET.fromstring(picture.content).iter()}
    assert "sandbox" in picture.headers["content-security-policy"]


def texts(svg: bytes) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_shows_the_values_and_gradients_at_the_inputs_of_the_link(client: TestClient, code: str) -> None:
    shown = texts(client.get(f"/s/{code}/picture.svg").content)
    gradient = client.post("/api/v1/gradient", json={"program": "a=2\nb=-3\nL=tanh(a*b+7)", "inputs": {"a": 3}}).json()
    assert f"{gradient['gradients']['a']:.4g}".replace("-", "−") in shown
    assert "3" in shown
    assert "Backpass" in shown


@pytest.mark.parametrize("program", ["a = foo(", "1/", "x = 'é'"])
def test_what_cannot_be_computed_is_shown_as_text(client: TestClient, program: str) -> None:
    answer = client.get("/picture.svg", params={"v": "1", "program": program})
    assert answer.status_code == 200
    assert texts(answer.content)[-1] == program


def test_text_that_xml_cannot_hold_is_left_out() -> None:
    ET.fromstring(picture_of(read_link("v=1&" + urlencode({"program": "a\x00\x08 = 1 ￾"})), None))


def test_the_png_is_one(client: TestClient, code: str) -> None:
    if not can_rasterize():
        pytest.skip("the extra `picture` or a font is not installed")
    answer = client.get(f"/s/{code}/picture.png")
    assert answer.headers["content-type"] == "image/png"
    content = answer.content
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (WIDTH, HEIGHT)
    assert "picture.png" in head_of(client, f"/s/{code}").meta["og:image"]


def test_without_a_renderer_the_picture_is_the_svg(client: TestClient, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backpass.app.pages.previews.can_rasterize", lambda: False)
    head = head_of(client, f"/s/{code}")
    assert head.meta["og:image"].endswith("/picture.svg")
    assert head.meta["og:image:type"] == "image/svg+xml"
    assert client.get(f"/s/{code}/picture.png").status_code == 404
    assert "thumbnail_url" not in client.get("/oembed", params={"url": f"{BASE}/s/{code}"}).json()


def test_the_discovered_address_answers_oembed_as_the_specification_has_it(client: TestClient, code: str) -> None:
    link = head_of(client, f"/s/{code}").links["alternate"]
    assert link["type"] == "application/json+oembed"
    answer = client.get(str(link["href"]).removeprefix(BASE))
    assert answer.headers["content-type"] == "application/json"
    found = answer.json()
    assert (found["type"], found["version"]) == ("rich", "1.0")
    assert all(isinstance(found[name], int) for name in ("width", "height", "cache_age"))
    assert f'src="{BASE}/embed/{code}"' in found["html"]
    assert f'width="{found["width"]}" height="{found["height"]}"' in found["html"]
    thumbnail = {"thumbnail_url", "thumbnail_width", "thumbnail_height"}
    assert len(thumbnail & found.keys()) in {0, 3}
    assert client.get(f"/embed/{code}").status_code == 200


@pytest.mark.parametrize("separator", ["?", "#"])
def test_a_long_link_is_embedded_by_its_program(client: TestClient, separator: str) -> None:
    found = client.get("/oembed", params={"url": f"{BASE}/{separator}{STATE}"}).json()
    source = found["html"].split('src="')[1].split('"')[0].replace("&amp;", "&")
    assert urlsplit(source).path == "/embed"
    assert read_link(urlsplit(source).query).program == read_link(STATE).program


def test_oembed_keeps_to_the_room_that_there_is(client: TestClient, code: str) -> None:
    found = client.get("/oembed", params={"url": f"{BASE}/s/{code}", "maxwidth": 300, "maxheight": 200}).json()
    assert (found["width"], found["height"]) == (300, 200)
    assert "thumbnail_url" not in found
    for wrong in ("0", "-1", "x", "1.5", "9" * 30, "²"):
        assert client.get("/oembed", params={"url": f"{BASE}/s/{code}", "maxwidth": wrong}).status_code == 400


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "http://[",
        f"{BASE}/s/AAAAAAAAAAAAAAAA",
        f"{BASE}/training",
        "https://elsewhere.example/s/{code}",
        "ftp://testserver/s/{code}",
    ],
)
def test_oembed_knows_nothing_of_other_addresses(client: TestClient, code: str, address: str) -> None:
    assert client.get("/oembed", params={"url": address.format(code=code)}).status_code == 404


@pytest.mark.parametrize("language", languages())
def test_oembed_is_not_implemented_as_xml(client: TestClient, code: str, language: str) -> None:
    address = {"url": f"{BASE}/s/{code}", "format": "xml"}
    answer = client.get("/oembed", params=address, headers={"accept-language": language})
    assert answer.status_code == 501
    assert "JSON" in answer.text


def test_addresses_begin_as_the_setting_has_it_whatever_the_request_names(named: TestClient) -> None:
    code = shared(named)
    head = head_of(named, f"/s/{code}", headers={"host": "evil.example", "x-forwarded-host": "evil.example"})
    assert all(head.meta[name].startswith("https://backpass.school.example/s/") for name in ("og:url", "og:image"))
    found = named.get("/oembed", params={"url": f"https://backpass.school.example/s/{code}"})
    assert found.json()["provider_url"] == "https://backpass.school.example"


def test_a_name_that_is_no_host_makes_no_addresses(client: TestClient, code: str) -> None:
    for host in ('a"><script>', "a b", "a/b", "user@host"):
        assert "og:url" not in head_of(client, f"/s/{code}", headers={"host": host}).meta
