"""The pages of lessons, the shelf, and `backpass lesson check`."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from backpass.app.cli import main
from backpass.app.lessons.shelf import FOLDER, files, find, names
from backpass.engine.messages import languages


@pytest.mark.parametrize("language", languages())
def test_the_shelf_has_every_lesson_in_order(client: TestClient, language: str) -> None:
    answer = client.get("/learn", headers={"accept-language": language})
    assert answer.status_code == 200
    assert re.findall(r'data-lesson="([^"]+)"', answer.text) == list(names())
    assert f'<html lang="{language}"' in answer.text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", names())
def test_every_page_of_every_lesson_is_served_and_leads_on(client: TestClient, name: str, language: str) -> None:
    found = find(name, language)
    assert found is not None
    count = len(found.lesson.pages)
    for page in range(1, count + 1):
        answer = client.get(f"/learn/{name}/{page}", headers={"accept-language": language})
        assert answer.status_code == 200
        assert ('rel="next"' in answer.text) == (page < count or name != names()[-1])
        assert answer.text.count("<div") == answer.text.count("</div>"), "what a prediction closes is closed"
    assert client.get(f"/learn/{name}").status_code == 200
    whole = client.get(f"/learn/{name}/all", headers={"accept-language": language})
    assert whole.text.count('class="lesson-page"') == count
    picture = client.get(f"/learn/{name}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


@pytest.mark.parametrize(
    "path", ["nothing", "slope/0", "slope/99", "slope/x", "slope/-1", "slope/1e1", "..%2f..%2fREADME", "01-slope.md", "slope/٣"]
)
def test_an_address_without_a_lesson_shows_the_shelf(client: TestClient, path: str) -> None:
    answer = client.get(f"/learn/{path}")
    assert answer.status_code == 404
    if answer.headers["content-type"].startswith("text/html"):
        assert 'class="shelf-missing"' in answer.text


def test_a_page_of_a_lesson_loads_nothing_from_elsewhere(client: TestClient) -> None:
    answer = client.get("/learn/slope")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', answer.text)


def test_checking_the_course_prints_a_row_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    course = [str(file) for file in files("en").values()]
    assert main(["lesson", "check", *course]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(course) + 1
    assert all(line.endswith("ready") for line in lines[1:])


def test_checking_a_lesson_with_mistakes_names_their_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (FOLDER / "en" / "01-slope.md").read_text(encoding="utf-8")
    file = tmp_path / "mine.md"
    file.write_text(text.replace("select=x", "selekt=x", 1) + "\n[on](nowhere)\n[here](mine.md)\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["lesson", "check", str(file)])
    assert ended.value.code == 2
    said = capsys.readouterr().out
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "select=x" in each)
    assert f"{file}:{line}:" in said
    assert "Did you mean `select`?" in said
    assert "There is no lesson `nowhere`" in said
    assert "`mine`" not in said.split("\n")[0]


def test_checking_what_is_no_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "none.md"):
        with pytest.raises(SystemExit) as ended:
            main(["lesson", "check", str(path)])
        assert ended.value.code == 2
    assert "Cannot read" in capsys.readouterr().err
