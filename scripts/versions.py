"""The versions of packages: the lock file that tests run with, and the newest that pyproject.toml admits."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts import environment
from scripts.environment import LOCK, PYTHON
from scripts.page import ROOT

QUICK_TESTS = ("tests/engine", "tests/app", "-n", "2", "--no-loadscope-reorder", "-q")
"""What the newest packages are tried with: all but the browser."""


def lock() -> int:
    """Renews the lock file with the newest version of each package that pyproject.toml admits, for every platform."""
    environment.make_venv()
    environment.pip("uv")
    command = ["pip", "compile", "pyproject.toml", "--extra", "test", "--universal", "--python-version", "3.11", "--no-annotate"]
    command += ["--upgrade", "--quiet", "--custom-compile-command", "python3 run.py lock", "--output-file", str(LOCK)]
    before = versions(LOCK.read_text(encoding="utf-8"))
    status = subprocess.run(
        [str(PYTHON), "-m", "uv", *command, *environment.index()], cwd=ROOT, check=False, stdout=subprocess.DEVNULL
    ).returncode
    if status == 0:
        print_differences(before, versions(LOCK.read_text(encoding="utf-8")))
    return min(status, 1)


def newest() -> int:
    """Tries the newest packages in an environment of their own: 0 where the tests pass, else 1."""
    with tempfile.TemporaryDirectory(prefix="backpass-newest-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder) / PYTHON.relative_to(environment.VENV)
        print("Installing the newest packages that pyproject.toml admits ...", flush=True)
        environment.install_torch(python)
        pip = [str(python), *environment.PIP]
        if subprocess.run([*pip, "install", "--editable", ".[test]"], cwd=ROOT, check=False).returncode:
            return 1
        frozen = subprocess.run([*pip, "freeze"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        print_differences(versions(LOCK.read_text(encoding="utf-8")), versions(frozen))
        return min(1, subprocess.run([str(python), "-m", "pytest", *QUICK_TESTS], cwd=ROOT, check=False).returncode)


def versions(requirements: str) -> dict[str, list[str]]:
    """The versions of each package, by its normalised name, in a lock file or what `pip freeze` prints.

    A lock file holds several of one package where they need different versions of Python.
    """
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;+]+)", requirements, re.MULTILINE):
        found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), []).append(version)
    return found


def print_differences(before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> None:
    """What is none of the versions before is a difference; a package that is not in both is none."""
    changed = [
        f"  {name} {' or '.join(before[name])} → {' or '.join(after[name])}"
        for name in sorted(before.keys() & after.keys())
        if not set(after[name]) <= set(before[name])
    ]
    print("\n".join([f"{len(changed)} packages differ from the lock file{':' if changed else '.'}", *changed]), flush=True)
