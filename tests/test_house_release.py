"""A release: its version in every file that names it, and the notes of its changes in the changelog."""

import re
import shutil
import sys
from pathlib import Path

import pytest

import backpass
from backpass.app.main import create_app
from backpass.app.settings import Settings
from scripts.environment import SetUpError
from scripts.page import ROOT
from scripts.release import release, versions

PLACES = 4
"""The package of Python, that of the page, and that one's lock twice."""

KINDS = {"added", "changed", "deprecated", "removed", "fixed", "security"}
NOTES = Path("docs", "changes")


def headings(changelog: str) -> list[str]:
    return re.findall(r"^## \[(.+?)\] - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What a release reads and writes."""
    for file in (
        "backpass/__init__.py",
        "package.json",
        "package-lock.json",
        "pyproject.toml",
        "CHANGELOG.md",
        NOTES / "README.md",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_every_file_names_the_version_of_the_newest_section_of_the_changelog() -> None:
    assert versions(ROOT) == [backpass.__version__] * PLACES
    assert headings((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[0] == backpass.__version__
    assert create_app(Settings()).openapi()["info"]["version"] == backpass.__version__


def test_every_note_is_named_as_its_readme_says() -> None:
    notes = [file for file in (ROOT / NOTES).iterdir() if file.name != "README.md"]
    assert [file.name for file in notes if not re.fullmatch(rf"\+[\w-]+\.({'|'.join(sorted(KINDS))})\.md", file.name)] == []
    assert [file.name for file in notes if not file.read_text(encoding="utf-8").strip()] == []


def test_the_readme_of_notes_names_every_kind() -> None:
    readme = (ROOT / NOTES / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)`", readme)) >= KINDS


def test_a_release_moves_the_notes_into_the_changelog_and_writes_its_version(checkout: Path) -> None:
    (checkout / NOTES / "+hessians.added.md").write_text("Hessians of many points at once.\n", encoding="utf-8")
    (checkout / NOTES / "+links.fixed.md").write_text("A link from a phone opens.\n", encoding="utf-8")
    before = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    release("98.1.0", checkout, Path(sys.executable))
    after = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    assert headings(after) == ["98.1.0", *headings(before)]
    section = after.partition("## [98.1.0]")[2].partition("## [")[0].partition("\n")[2]
    written = [line for line in section.splitlines() if line]
    assert written == ["### Added", "- Hessians of many points at once.", "### Fixed", "- A link from a phone opens."]
    assert after.endswith(before.partition("<!-- releases -->\n")[2].lstrip())
    assert [file.name for file in (checkout / NOTES).iterdir()] == ["README.md"]
    assert versions(checkout) == ["98.1.0"] * PLACES


@pytest.mark.parametrize("version", ["1.0", "v98.0.0", "0.9.0", backpass.__version__, "98.0.0-rc1"])
def test_a_version_that_is_none_or_older_is_refused_and_nothing_is_written(checkout: Path, version: str) -> None:
    before = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    with pytest.raises(SetUpError, match="is not possible"):
        release(version, checkout, Path(sys.executable))
    assert (checkout / "CHANGELOG.md").read_text(encoding="utf-8") == before
    assert set(versions(checkout)) == {backpass.__version__}
