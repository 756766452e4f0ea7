"""What the import contracts of pyproject.toml cannot say: what a part may import, rather than what it may not."""

import ast
import re
import sys
from pathlib import Path

import pytest

from scripts.page import ROOT

ROAD_FROM_NOTHING = ["run.py", "scripts/page.py", "scripts/commands.py", "scripts/checks.py", "scripts/chromium.py"]
"""Where a Python without any package starts; what these import of `scripts` counts as theirs."""


def imports_of(file: Path) -> set[str]:
    names: set[str] = set()
    for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            names |= {f"{statement.module}.{alias.name}" for alias in statement.names}
    return names


def packages_of_statements(file: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports_of(file)}


def packages_of(file: Path) -> set[str]:
    """Names of the packages that a file imports, and those that the scripts it imports do."""
    packages: set[str] = set()
    for name in imports_of(file):
        package, _, rest = name.partition(".")
        packages |= packages_of(ROOT / "scripts" / f"{rest.split('.')[0]}.py") if package == "scripts" else {package}
    return packages - sys.stdlib_module_names


def test_engine_and_app_are_imported_as_parts_of_the_package_alone() -> None:
    """By their bare names they would be loaded a second time in a checkout, and not be found in a wheel."""
    sources = [file for tree in ("app", "backpass", "engine", "scripts", "tests") for file in (ROOT / tree).rglob("*.py")]
    assert len(sources) > 1_000
    assert [str(file) for file in sources if packages_of_statements(file) & {"app", "engine"}] == []


def test_the_engine_imports_numpy_and_fluent_and_nothing_else() -> None:
    own = {"backpass", "fluent", "numpy"}
    foreign = {file.relative_to(ROOT / "engine").as_posix(): packages_of(file) - own for file in ROOT.glob("engine/**/*.py")}
    assert len(foreign) > 10
    extras = {"compile/backends/numba_loops.py": "numba", "capture/pytorch": "torch", "capture/jaxprs": "jax"}
    widgets = {"capture/widget.py": {"anywidget", "traitlets"}}  # traitlets comes with anywidget
    found = {file: packages for file, packages in foreign.items() if packages}
    for file, packages in found.items():
        if file in widgets:
            assert packages == widgets[file]
            continue
        place = next(place for place in extras if file.startswith(place))
        assert packages == {extras[place]}, f"{file}: only the optional extra, which everything else works without"
    assert len(found) > 3


@pytest.mark.parametrize("file", ROAD_FROM_NOTHING)
def test_what_runs_before_anything_is_installed_imports_the_standard_library_alone(file: str) -> None:
    assert packages_of(ROOT / file) == set()


def test_an_import_is_found_wherever_and_however_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(
        "import one.part\ndef f():\n    from two.part import name\n    from scripts import debian\n", encoding="utf-8"
    )
    assert packages_of(file) == {"one", "two"}


MOST_FILES = 20
"""In one folder: more are no longer taken in at a glance."""
LISTS = {"tests/bench"}
"""Folders that are a list of commands."""


def folders() -> list[Path]:
    found = [path for tree in ("app", "backpass", "engine", "static/src", "tests") for path in (ROOT / tree).rglob("*")]
    return [path for path in found if path.is_dir() and path.name not in ("__pycache__", "screenshots")]


def test_no_folder_holds_more_files_than_a_reader_takes_in() -> None:
    counted = {
        folder.relative_to(ROOT).as_posix(): sum(file.suffix in (".py", ".ts") for file in folder.iterdir())
        for folder in folders()
    }
    assert len(counted) > 100
    assert {folder: count for folder, count in counted.items() if count > MOST_FILES + 1 and folder not in LISTS} == {}


@pytest.mark.parametrize("tree", ["app", "engine", "static/src"])
def test_every_room_has_a_readme_that_says_what_it_may_import_and_where_to_begin(tree: str) -> None:
    rooms = [path for path in (ROOT / tree).iterdir() if path in folders() and any(path.glob("*.*"))]
    assert len(rooms) > 8
    for room in rooms:
        text = (room / "README.md").read_text(encoding="utf-8")
        assert "egin with" in text, room
        assert "import" in text, room


LARGE_PARTS = re.compile(
    r"(?:\.(?:workbench|picture|program|graph|graph-surface|graph-foot|has-class)\b[^\s,>+~:]*)+(?::not\([^)]*\))*:has\("
)


def test_no_style_of_a_large_part_of_the_page_depends_on_what_is_in_it() -> None:
    """A browser styles all of such a part again with every change in it: at 1,000 nodes four times as much as is needed."""
    sheets = sorted((ROOT / "static" / "css").rglob("*.css"))
    found = [
        f"{sheet.relative_to(ROOT)}: {line.strip()}"
        for sheet in sheets
        for line in sheet.read_text(encoding="utf-8").splitlines()
        if LARGE_PARTS.search(line)
    ]
    assert len(sheets) > 40
    assert found == []
