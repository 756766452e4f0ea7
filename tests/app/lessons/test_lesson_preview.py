"""The editor's pages and the preview of a text: where the caret is, what is wrong, and texts that mean harm."""

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.lessons.reading import LONGEST, MAX_NODES, read_lesson
from backpass.engine.messages import languages

MATTER = "---\ntitle: T\nsummary: S\nlanguage: en\nminutes: 5\nlevel: 1\n---\n\n"
TWO_PAGES = MATTER + '## One\n\n```backpass caption="C"\na = 2\na*a\n```\n\n`=grad(a)`\n\n## Two\n\n[on](nowhere)\n'


def preview(client: TestClient, text: str, **where: int) -> dict[str, Any]:
    answer = client.post("/learn/preview", json={"text": text} | where)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_page_of_a_line_is_shown(client: TestClient) -> None:
    first = preview(client, TWO_PAGES, line=12)
    assert (first["page"], [page["title"] for page in first["pages"]]) == (1, ["One", "Two"])
    assert [part["line"] for part in first["parts"]] == [11, 16]
    assert 'data-live="backpass"' in first["parts"][0]["html"]
    assert '<span class="figure" title="grad(a)">4</span>' in first["parts"][1]["html"]
    assert {record["name"] for record in first["operations"]} == {"multiply"}
    second = preview(client, TWO_PAGES, line=18)
    assert (second["page"], second["figures"]) == (2, 1)
    assert preview(client, TWO_PAGES, page=99)["page"] == 2
    assert preview(client, "", line=1)["page"] == 0


def test_mistakes_have_line_column_and_hint(client: TestClient) -> None:
    text = TWO_PAGES.replace("a*a", "a*tanhh(a)")
    found = [(each["line"], each["column"], each["message"]) for each in preview(client, text)["problems"]]
    assert found[0][:2] == (13, 3)
    assert "tanhh" in found[0][2]
    assert found[-1] == (20, 1, "There is no lesson `nowhere`.")


@pytest.mark.parametrize("language", languages())
def test_the_editor_speaks_the_language_of_its_reader(client: TestClient, language: str) -> None:
    headers = {"accept-language": language}
    assert f'<html lang="{language}"' in client.get("/learn/edit", headers=headers).text
    assert client.get("/learn/shared", headers=headers).status_code == 200
    english = preview(client, "nothing")["problems"][0]["message"]
    spoken = client.post("/learn/preview", json={"text": "nothing"}, headers=headers).json()["problems"][0]["message"]
    assert (spoken == english) == (language == "en")


def test_a_lesson_of_the_shelf_comes_with_its_text(client: TestClient) -> None:
    assert "Move one number" in client.get("/learn/edit?lesson=slope").text
    assert '"text":null' in client.get("/learn/edit?lesson=../../README").text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"text": 1}',
        b'{"text": "a", "page": 0}',
        b'{"text": "a", "line": -1}',
        b'{"text": "\xff"}',
        b'{"program": "x"}',
    ],
)
def test_what_is_no_question_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/learn/preview", content=body)
    assert answer.status_code in {400, 422}
    assert answer.headers["content-type"].startswith("application/problem+json")


def block(program: str) -> str:
    return f'```backpass caption="C"\n{program}\n```\n\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x" * (LONGEST + 1), 1, "characters"),
        (MATTER + "## P\n\n" + block("a*a") * 300, 811, "at most 200"),
        (MATTER + "## P\n\n" + block("while True:\n    x = 1"), 12, ""),
        (MATTER + "## P\n\n" + block("x = 1\nfor i in range(10**9):\n    x = x*1.5"), 13, ""),
        (MATTER + "## P\n\n" + block("(" * 50_000 + "a" + ")" * 50_000), 12, ""),
        ("---\n" + "a: &a [x]\n" + "b: *a\n" * 300 + "---\n\n## P\n\ntext", 1, ""),
        ("---\ntitle: [\n---\n\n## P\n\ntext", 2, "YAML"),
        ("---\n" + "[" * 3_000 + "\n---\n\n## P\n\ntext", 1, "YAML"),
    ],
    ids=["long", "blocks", "loop", "counted", "deep", "anchors", "yaml", "nested-yaml"],
)
def test_a_hostile_text_gets_a_place_and_harms_nobody(client: TestClient, text: str, line: int, words: str) -> None:
    began = time.process_time()
    problems = preview(client, text)["problems"]
    assert any(words in each["message"] for each in problems)
    assert line in {each["line"] for each in problems}
    assert time.process_time() - began < 30, "it is computed elsewhere"


@pytest.mark.parametrize(
    "written",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "![p](https://elsewhere.example/p.png)",
        "`=1` <b>",
        "$</span><script>alert(1)</script>$",
        "> " * 300 + "deep",
        "- " * 300 + "deep",
    ],
)
def test_markup_stays_text(client: TestClient, written: str) -> None:
    html = "".join(part["html"] for part in preview(client, f"{MATTER}## P\n\n{written}\n\ntext")["parts"])
    assert html
    for tag in ("<script>", "<img", "<b>", 'href="javascript'):
        assert tag not in html


def test_a_program_cannot_end_the_element_it_stands_in(client: TestClient) -> None:
    text = MATTER + '## P\n\n```backpass caption="</script><script>alert(1)</script>"\nx = 1 # </script><script>\nx*x\n```\n'
    html = preview(client, text)["parts"][0]["html"]
    assert html.count("<script") == html.count("</script>") == 1


def test_the_graphs_that_come_with_a_lesson_are_bounded() -> None:
    many = "x = 1\n" + "\n".join("x = x*1.01" for _ in range(150))
    lesson = read_lesson(MATTER + "## P\n\n" + block(many) * 40)
    graphs = [part.data.get("graph") for page in lesson.pages for part in page.parts]
    assert sum(len(graph["nodes"]) for graph in graphs if graph) <= MAX_NODES
    assert len(graphs) == 40
    assert None in graphs
