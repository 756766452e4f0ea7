"""Makes a release of the checkout: its version in every file that names it, and the notes of docs/changes in the changelog.

Standard library only; towncrier, which gathers the notes, is configured in pyproject.toml.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from scripts.environment import PYTHON, SetUpError

_VERSION = re.compile(r"\d+\.\d+\.\d+")
_NAMED_IN = (
    ("backpass/__init__.py", re.compile(r'(?m)^(__version__ = ")([^"]+)(")$')),
    ("package.json", re.compile(r'(\A\{\s*"name": "backpass-page",\s*"version": ")([^"]+)(")')),
    ("package-lock.json", re.compile(r'("name": "backpass-page",\s*"version": ")([^"]+)(")')),
)
"""Files that name the version. The wheel, the command line and the API read the first."""


def versions(root: Path) -> list[str]:
    """The version that each place names."""
    return [found[2] for file, pattern in _NAMED_IN for found in pattern.finditer((root / file).read_text(encoding="utf-8"))]


def release(version: str, root: Path, python: Path = PYTHON) -> None:
    """Writes the version everywhere, and moves all notes into the changelog; commits nothing."""
    before = versions(root)[0]
    if _VERSION.fullmatch(version) is None or _numbers(version) <= _numbers(before):
        raise SetUpError(f"A version is three numbers, as in 1.2.0, and comes after {before}: {version} is not possible.")
    command = [str(python), "-m", "towncrier", "build", "--yes", "--version", version, "--dir", str(root)]
    if subprocess.run(command, cwd=root, check=False).returncode:
        raise SetUpError("towncrier failed, with the output above.")
    for file, pattern in _NAMED_IN:
        path = root / file
        text = path.read_text(encoding="utf-8")
        path.write_text(pattern.sub(lambda found: found[1] + version + found[3], text), encoding="utf-8")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split("."))
