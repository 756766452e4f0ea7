"""Requests, pages and commands in the language of whoever reads them."""

import pytest
from starlette.testclient import TestClient

from backpass.app.cli.commands import main
from backpass.app.http.language import COOKIE
from backpass.engine.messages import preferred

REFUSED = {"program": "tanj(2)"}
FRENCH = {"accept-language": "fr-CH, fr;q=0.9, en;q=0.8"}


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en-GB,en;q=0.9,fr;q=0.5", "en"),
        ("de, fr;q=0.4", "fr"),
        ("de", "en"),
        ("*", "en"),
        ("fr;q=0", "en"),
        ("fr;q=much, en", "en"),
        ("", "en"),
    ],
)
def test_the_language_wanted_most_is_taken_of_those_there_are(header: str, chosen: str) -> None:
    assert preferred(header) == chosen


def test_a_refusal_is_worded_in_the_language_asked_for_and_says_so(client: TestClient) -> None:
    english = client.post("/api/v1/graph", json=REFUSED)
    french = client.post("/api/v1/graph", json=REFUSED, headers=FRENCH)
    assert english.headers["content-language"] == "en"
    assert french.headers["content-language"] == "fr"
    assert "accept-language" in french.headers["vary"].lower()
    assert french.json()["title"] == "L’appel de quelque chose qui n’est pas une opération."
    assert french.json()["detail"] == "`tanj` n’est pas une fonction ici."
    assert french.json()["problems"][0]["hint"] == "Vouliez-vous dire `tan`\u202f?"
    assert {key: value for key, value in french.json().items() if key in {"type", "status"}} == {
        key: value for key, value in english.json().items() if key in {"type", "status"}
    }


@pytest.mark.parametrize("path", ["graph", "gradient", "explain"])
def test_answers_that_are_kept_do_not_mix_languages(client: TestClient, path: str) -> None:
    asked = {"program": "y = log(x)\ny*z"}
    for _ in range(5):  # often enough for the answer to be recorded
        english = client.post(f"/api/v1/{path}", json=asked).text
        french = client.post(f"/api/v1/{path}", json=asked, headers=FRENCH).text
        assert "is taken as an input" in english
        assert "donc une entrée" in french
        assert "input with the value" not in french


@pytest.mark.parametrize("path", ["operations", "misconceptions", "problems", "examples"])
def test_documents_have_an_etag_in_each_language(client: TestClient, path: str) -> None:
    english, french = client.get(f"/api/v1/{path}"), client.get(f"/api/v1/{path}", headers=FRENCH)
    assert english.headers["etag"] != french.headers["etag"]
    assert english.text != french.text


def test_the_cookie_of_the_menu_decides_for_pages_and_not_for_the_api(client: TestClient) -> None:
    chosen = {"cookie": f"{COOKIE}=fr"}
    assert '<html lang="fr"' in client.get("/", headers=chosen).text
    assert '<html lang="en"' in client.get("/", headers={"cookie": f"{COOKIE}=xx"}).text
    assert client.post("/api/v1/graph", json=REFUSED, headers=chosen).headers["content-language"] == "en"


def test_large_programs_are_answered_in_the_same_language_by_worker_processes(client: TestClient) -> None:
    text = "\n".join(f"a{n} = x + {n}" for n in range(3_000)) + "\ntanj(x)"
    answer = client.post("/api/v1/gradient", json={"program": text}, headers=FRENCH).json()
    assert answer["detail"] == "`tanj` n’est pas une fonction ici."


@pytest.mark.parametrize(("arguments", "environment"), [(["--language", "fr"], "C"), ([], "fr_CA.UTF-8")])
def test_the_command_line_speaks_the_language_asked_for_or_that_of_the_environment(
    arguments: list[str], environment: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", environment)
    assert main([*arguments, "grad", "tanj(2)"]) == 2
    assert capsys.readouterr().err.startswith("erreur\u00a0: `tanj` n’est pas une fonction ici.")


def _sentences(document: object) -> list[str]:
    """Every text of a document that reads as a sentence, in order."""
    if isinstance(document, dict):
        return [text for key, value in document.items() if key != "program" for text in _sentences(value)]
    if isinstance(document, list):
        return [text for value in document for text in _sentences(value)]
    return [document] if isinstance(document, str) and len(document.split()) > 4 and document.endswith(".") else []


@pytest.mark.parametrize("path", ["operations", "misconceptions", "problems", "examples", "training/options"])
def test_no_sentence_of_a_document_is_left_in_english(client: TestClient, path: str) -> None:
    english = _sentences(client.get(f"/api/v1/{path}").json())
    french = _sentences(client.get(f"/api/v1/{path}", headers=FRENCH).json())
    assert min(len(english), len(french)) > 10
    assert [text for text in french if text in set(english)] == []


@pytest.mark.parametrize(
    "program",
    ["tanj(2)", "x +", "log(-1)", "relu(x) * 0", "x[0]", "a b", "import os", "sqrt(0)", "[1, 2] + [1, 2, 3]", "zip(1)", "1e400"],
)
def test_no_problem_or_explanation_is_left_in_english(client: TestClient, program: str) -> None:
    english, french = (client.post("/api/v1/explain", json={"program": program}, headers=each).json() for each in ({}, FRENCH))
    untranslated = set(_sentences(english)) & set(_sentences(french))
    assert untranslated == set()
    assert _sentences(french)
