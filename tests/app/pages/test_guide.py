"""The guide at /docs/guide: every file of docs/ is a page, links between them arrive, and a search finds."""

import re

import pytest
from starlette.testclient import TestClient

from backpass.app.pages.guide import GROUPS
from scripts.page import ROOT

DOCS = ROOT / "docs"
NAMES = [
    file.relative_to(DOCS).with_suffix("").as_posix()
    for file in sorted(DOCS.rglob("*.md"))
    if file.parent.name != "changes"  # notes for the next release
]


def test_every_file_stands_in_the_contents_once() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(name for name in NAMES if "/" not in name)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_contents_and_links_that_arrive(client: TestClient, name: str) -> None:
    answer = client.get(f"/docs/guide/{name}")
    assert answer.status_code == 200
    text = answer.text
    assert text.count("<h1") == 1
    anchors = set(re.findall(r'<h[123] id="([^"]+)"', text))
    within = {each for each in re.findall(r'href="#([^"]+)"', text) if each != "text"}
    assert within <= anchors
    for target in {*re.findall(r'(?:href|src)="(/docs/guide/[^"#?]+)', text)}:
        file = DOCS / target.removeprefix("/docs/guide/")
        assert file.is_file() or file.with_name(f"{file.name}.md").is_file(), target


def test_a_search_has_every_word_and_puts_headings_first(client: TestClient) -> None:
    found = client.get("/docs/guide", params={"q": "command line"}).text
    assert '<a href="/docs/guide/cli#' in found.partition("<h2>")[2].partition("</h2>")[0]
    assert "Nothing found" in client.get("/docs/guide", params={"q": "zzqqzz"}).text
    hostile = client.get("/docs/guide", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in hostile


@pytest.mark.parametrize(
    "path", ["nope", "changes/README", "../README", "%2e%2e/README", "..%2f..%2ftemplates%2ficons.svg", "adr"]
)
def test_nothing_but_the_guide_is_served(client: TestClient, path: str) -> None:
    assert client.get(f"/docs/guide/{path}").status_code == 404


def test_a_picture_is_served(client: TestClient) -> None:
    assert client.get("/docs/guide/gallery/mlp.svg").headers["content-type"].startswith("image/svg+xml")
