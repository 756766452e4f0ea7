"""The documentation is true: tables come from the records, examples run, links lead somewhere, every route is described."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.settings import Settings
from scripts.docs import PICTURE, TABLES, picture, written
from tests.in_turn import in_turn

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
named = in_turn("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@named
def test_tables_are_up_to_date(page: Path) -> None:
    text = page.read_text()
    assert written(text) == text, "run `python3 run.py docs`"


def test_the_moving_picture_of_the_readme_is_what_the_export_makes_today() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture()
    assert "(docs/backward.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_table_stands_somewhere() -> None:
    everything = "".join(page.read_text() for page in PAGES)
    for name in TABLES:
        assert f"<!-- table: {name} -->" in everything


@cache
def headings(page: Path) -> set[str]:
    """The addresses of a page's headings."""
    tokens = MarkdownIt("commonmark").use(anchors_plugin, max_level=6).parse(page.read_text())
    return {str(token.attrs["id"]) for token in tokens if token.type == "heading_open"}


@named
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", page.read_text()):
        if "://" in target:
            continue
        file = page.parent / target if target else page
        assert file.exists(), target
        if heading and file.suffix == ".md":
            assert heading in headings(file), f"{target}#{heading}"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://"))) as made:
        yield made


@named
def test_requests_get_the_answers_that_stand_below_them(page: Path, client: TestClient) -> None:
    text = page.read_text()
    calls = re.findall(r"curl -s localhost:8000(\S+) -d '(.*?)'\n\s*```\s*```json\n(.*?)```", text, re.DOTALL)
    for path, body, answer in calls:
        assert client.post(path, content=body).json() == json.loads(answer)
    assert len(calls) == text.count("curl -s")


@named
def test_python_examples_print_what_their_comments_say(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for example in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
        if "print(" not in example:
            continue
        expected = re.findall(r"print\(.*\)  # (.*)", example)
        code = re.sub(r"^  ", "", example, flags=re.MULTILINE)
        exec(code, {})
        assert capsys.readouterr().out.splitlines() == expected


def test_every_route_of_the_api_is_described() -> None:
    text = (ROOT / "docs" / "api.md").read_text()
    for path in create_app(Settings()).openapi()["paths"]:
        assert path in text or path.removeprefix("/api/v1") in text
