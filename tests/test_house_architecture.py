"""What the import contracts of pyproject.toml cannot say: what a part may import, rather than what it may not."""

import ast
import sys
from pathlib import Path

import pytest

from scripts.page import ROOT


def imported_packages(file: Path) -> set[str]:
    packages: set[str] = set()
    for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            packages.add(statement.module.split(".")[0])
    return packages


@pytest.mark.parametrize(
    ("part", "allowed"),
    [
        pytest.param("engine/**/*.py", {"engine", "numpy"}, id="the engine: NumPy"),
        pytest.param("scripts/[!h]*.py", {"scripts"}, id="the scripts: nothing"),
        pytest.param("run.py", {"scripts"}, id="run.py: the scripts"),
    ],
)
def test_beside_the_standard_library_it_imports_only(part: str, allowed: set[str]) -> None:
    files = list(ROOT.glob(part))
    assert files
    foreign = {file.name: found for file in files if (found := imported_packages(file) - sys.stdlib_module_names - allowed)}
    assert foreign == {}
