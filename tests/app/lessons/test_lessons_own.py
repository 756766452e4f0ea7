"""A school's own lessons: on the shelf, read again when they change, refused with a place where they are wrong or mean harm."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import ANY

import pytest
from starlette.testclient import TestClient

from backpass.app.configuration import WrongSettingError, read_settings
from backpass.app.lessons.own import MAX_FILES
from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine.messages import languages
from tests.lessons import small_lesson

LESSON = small_lesson(
    "Our own",
    "One page",
    """`=grad(a)` and [the course](chain-rule) and [ours](second.md)
""",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "lessons"
    made.mkdir()
    (made / "01-first.md").write_text(LESSON, encoding="utf-8")
    (made / "second.md").write_text(LESSON.replace("Our own", "The second"), encoding="utf-8")
    return made


@pytest.fixture
def school(folder: Path) -> Iterator[TestClient]:
    with TestClient(
        create_app(Settings(lessons=str(folder), database=f"sqlite+aiosqlite:///{folder.parent / 'own.db'}"))
    ) as client:
        yield client


@pytest.mark.parametrize("language", languages())
def test_own_lessons_stand_below_the_course(school: TestClient, language: str) -> None:
    shelf = school.get("/learn", headers={"accept-language": language}).text
    assert shelf.index('data-lesson="tensors"') < shelf.index('data-lesson="first"') < shelf.index('data-lesson="second"')
    page = school.get("/learn/first", headers={"accept-language": language})
    assert '<span class="figure" title="grad(a)">5</span>' in page.text
    assert 'href="/learn/second"' in page.text
    assert school.get("/learn/first/all").status_code == 200
    assert "Our own" in school.get("/learn/edit?lesson=first").text


def test_a_lesson_about_a_name_that_nothing_uses_leaves_the_shelf_as_it_is(school: TestClient, folder: Path) -> None:
    unused = LESSON.replace("`=grad(a)`", "`=grad(c)`").replace("b = 5", "b = 5\nc = 1")
    (folder / "third.md").write_text(unused, encoding="utf-8")
    assert 'data-lesson="third"' in school.get("/learn").text
    assert '<span class="figure" title="grad(c)">0</span>' in school.get("/learn/third").text
    preview = school.post("/learn/preview", json={"text": unused})
    assert (preview.status_code, preview.json()["problems"]) == (200, [{"message": ANY, "hint": ANY, "line": 18, "column": 1}])


def test_a_lesson_that_is_changed_is_read_again(school: TestClient, folder: Path) -> None:
    assert "Our own" in school.get("/learn/first").text
    (folder / "01-first.md").write_text(LESSON.replace("Our own", "Changed"), encoding="utf-8")
    assert "Changed" in school.get("/learn/first").text
    (folder / "01-first.md").unlink()
    assert school.get("/learn/first").status_code == 404


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("wrong.md", LESSON.replace("L = a*b", "L = a*tanhh(b)").encode(), ("wrong.md:14:7", "tanhh")),
        ("lost.md", LESSON.replace("chain-rule", "nowhere").encode(), ("lost.md:17:1", "nowhere")),
        ("slope.md", LESSON.encode(), ("slope.md:1:1", "another lesson")),
        ("edit.md", LESSON.encode(), ("edit.md:1:1", "another lesson")),
        ("first.md", LESSON.encode(), ("first.md:1:1", "another lesson")),
        ("Our Lesson.md", LESSON.encode(), ("Our Lesson.md:1:1", "cannot be used in a URL")),
        ("..%2fetc.md", LESSON.encode(), ("..%2fetc.md:1:1", "cannot be used in a URL")),
        ("latin.md", LESSON.encode() + "été".encode("latin-1"), ("latin.md:18:1", "UTF-8")),
        ("huge.md", b"x" * 1_000_000, ("huge.md:1:1", "characters")),
        ("loop.md", LESSON.replace("L = a*b", "for i in range(10**9):\n    a = a*1.5\nL = a*b").encode(), ("loop.md:14:", "")),
        ("html.md", b"<script>alert(1)</script>", ("html.md:1:1", "title")),
    ],
)
def test_a_file_that_cannot_be_taught_is_named_with_its_place(
    school: TestClient, folder: Path, name: str, content: bytes, expected: tuple[str, str]
) -> None:
    (folder / name).write_bytes(content)
    shelf = school.get("/learn")
    assert shelf.status_code == 200
    refused = shelf.text[shelf.text.index('class="shelf-refused"') :]
    for words in expected:
        assert words in refused
    assert "<script>alert" not in shelf.text
    assert 'data-lesson="first"' in shelf.text, "the others stay"


def test_nothing_outside_the_folder_is_read(school: TestClient, folder: Path) -> None:
    secret = folder.parent / "secret.md"
    secret.write_text(LESSON.replace("Our own", "Secret"), encoding="utf-8")
    (folder / "link.md").symlink_to(secret)
    (folder / "circle.md").symlink_to(folder / "circle.md")
    (folder / "below.md").mkdir()
    os.mkfifo(folder / "pipe.md")
    shelf = school.get("/learn").text
    assert "Secret" not in shelf
    assert shelf.count('class="shelf-refused"') == 4
    for path in ("link", "secret", "..%2fsecret", "below", "pipe"):
        assert "Secret" not in school.get(f"/learn/{path}").text


def test_a_folder_of_many_files_is_bounded(school: TestClient, folder: Path) -> None:
    for number in range(MAX_FILES + 20):
        (folder / f"bad-{number:03}.md").write_text("no lesson", encoding="utf-8")
    assert school.get("/learn").text.count('class="shelf-refused"') <= MAX_FILES


def test_a_folder_that_is_not_there_ends_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BACKPASS_LESSONS", str(tmp_path / "nowhere"))
    with pytest.raises(WrongSettingError, match="a readable folder"):
        read_settings()
