"""The recipes of docs/extend.md, applied literally to a copy of the project; then their commands run in it."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
COPIED = (
    "app",
    "backpass",
    "engine",
    "messages",
    "tests",
    "static",
    "templates",
    "scripts",
    "pyproject.toml",
    "package.json",
    "package-lock.json",
)


class Recipe(NamedTuple):
    title: str
    steps: list[tuple[str, str, str, str]]
    """How (`before`, `after` or `new`), file, line that marks the place, code."""
    commands: list[tuple[list[str], str]]
    """The lines of a block of commands, and the text that they must print (empty: any)."""


def recipes() -> list[Recipe]:
    found = []
    for section in re.split(r"^## ", (ROOT / "docs" / "extend.md").read_text(), flags=re.MULTILINE)[1:]:
        steps = [
            (how or "new", file or new, mark, code)
            for new, file, how, mark, code in re.findall(
                r"^(?:New file `([^`]+)`|In `([^`]+)`, (before|after) `([^`]+)`):\n\n```\w+\n(.*?)```",
                section,
                re.MULTILINE | re.DOTALL,
            )
        ]
        commands = [
            (block.splitlines(), printed)
            for block, printed in re.findall(r"```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?", section, re.DOTALL)
        ]
        found.append(Recipe(section.splitlines()[0], steps, commands))
    return found


RECIPES = recipes()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with all recipes applied, one after the other, as a reader who follows the page has it."""
    folder = tmp_path_factory.mktemp("project")
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "browser", "golden"))
        elif source.is_file():
            shutil.copyfile(source, target)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for recipe in RECIPES:
        for how, name, mark, code in recipe.steps:
            file = folder / name
            if how == "new":
                assert not file.exists(), name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(code, encoding="utf-8")
                continue
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            place = next(number for number, line in enumerate(lines) if line.startswith(mark))
            lines.insert(place + (how == "after"), code)
            file.write_text("".join(lines), encoding="utf-8")
    return folder


def test_there_is_a_recipe_for_each_thing_that_is_often_added() -> None:
    assert len(RECIPES) >= 10
    assert all(recipe.steps and recipe.commands for recipe in RECIPES)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title)
def test_a_recipe_works_as_it_is_written(recipe: Recipe, copy: Path) -> None:
    for commands, printed in recipe.commands:
        output = "".join(_run(command, copy) for command in commands)
        assert printed.strip() in output, output


def _run(command: str, folder: Path) -> str:
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, f"{command}\n{run.stdout}\n{run.stderr}"
    return run.stdout
