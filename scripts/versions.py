"""The versions of packages: the lock file that tests run with, and the newest that pyproject.toml admits."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
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
        pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, "install", "--editable", ".[test]"], cwd=ROOT, check=False).returncode:
            return 1
        frozen = subprocess.run([*pip, "freeze"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        print_differences(versions(LOCK.read_text(encoding="utf-8")), versions(frozen))
        return min(1, subprocess.run([str(python), "-m", "pytest", *QUICK_TESTS], cwd=ROOT, check=False).returncode)


def versions(requirements: str) -> dict[str, str]:
    """The version of each package, by its normalised name, in a lock file or what `pip freeze` prints."""
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", requirements, re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def print_differences(before: Mapping[str, str], after: Mapping[str, str]) -> None:
    changed = [
        f"  {name} {before[name]} → {after[name]}" for name in sorted(before) if after.get(name, before[name]) != before[name]
    ]
    print("\n".join([f"{len(changed)} packages differ from the lock file{':' if changed else '.'}", *changed]), flush=True)
