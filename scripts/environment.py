"""Keeps `.venv` in step with the project: makes it, installs the project, builds the page, each only when needed.

Runs in whatever Python started `run.py`; standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scripts import debian, page
from scripts.page import ROOT

VENV = ROOT / ".venv"
STAMP = VENV / "backpass.json"
LOCK = ROOT / "requirements.lock"
"""The versions that the tests passed with; `uv pip compile` writes it, see its first lines."""
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")

CPU_WHEELS = "https://download.pytorch.org/whl/cpu"


class SetUpError(Exception):
    """Something the person at the keyboard can mend; its text says how."""


def prepare(extra: str | None = None) -> None:
    """Makes everything ready for serving, or for what an extra of the project is for."""
    make_venv()
    stamp = read_stamp()
    project = project_fingerprint()
    extras = stamp.get("extras", []) if stamp.get("project") == project else []
    if stamp.get("project") != project or (extra and extra not in extras):
        install_project(extra)
        extras = sorted({*extras, extra} - {None})
    elif stamp.get("page") != page_fingerprint() or not page.MANIFEST.is_file():
        print("Building the page ...", flush=True)
        prepare_node()
        python("scripts/page.py", "build", doing="Building the page")
    STAMP.write_text(json.dumps({"project": project, "extras": extras, "page": page_fingerprint()}), encoding="utf-8")


def make_venv() -> None:
    if PYTHON.is_file():
        return
    print(f"Making {VENV} ...", flush=True)
    if importlib.util.find_spec("ensurepip") is None and not debian.install("python3-venv"):
        raise SetUpError(
            f"{sys.executable} cannot make virtual environments: its parts `venv` and `ensurepip` are missing.\n"
            "On Debian and Ubuntu: `sudo apt install python3-venv`, then try again."
        )
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, check=False).returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetUpError(f"`{' '.join(command)}` failed; what it said is above.")


def install_project(extra: str | None) -> None:
    """Editable: Python and templates are read where they stand. The build hook builds the page."""
    what = f".[{extra or 'server'}]"
    print(f"Installing Backpass ({what}) into .venv; the first time takes a moment ...", flush=True)
    if extra in {"test", "bench"}:
        install_torch()
    requirements = ("--constraint", str(LOCK), "--editable", what)
    if not uv_installs(*requirements):
        pip(*requirements)


def install_torch(of: Path = PYTHON) -> None:
    """PyTorch, which tests compare with, for a Python. Without it those tests are skipped, and `bench` says what it lacks.

    For Linux, PyPI's own build brings gigabytes of CUDA; the build without is at another index.
    """
    index = ("--retries", "1", "--extra-index-url", CPU_WHEELS) if sys.platform == "linux" else ()
    if subprocess.run([str(of), *PIP, "install", *index, torch_requirement()], cwd=ROOT, check=False).returncode:
        print("PyTorch could not be installed here: the tests that compare with it are skipped.", flush=True)


def torch_requirement() -> str:
    """As pyproject.toml pins it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements: list[str] = project["optional-dependencies"]["bench"]
    return next(requirement for requirement in requirements if requirement.startswith("torch"))


def prepare_node() -> None:
    """For work on the page outside pip: node from the machine, or else from PyPI into .venv."""
    if page.machine_node() is None:
        pip(page.NODE_WHEEL)


def prepare_packages() -> None:
    """For tests and measurements: node, and every npm package, since some of them run in the browser tests."""
    prepare_node()
    python("scripts/page.py", "fetch", doing="npm")


def uv_installs(*requirements: str) -> bool:
    """Whether uv installed them, in about a sixth of pip's time. Where it cannot, pip may, and says what is wrong."""
    asked = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
    command = [str(PYTHON), "-m", "uv", "pip", "install", "--python", str(PYTHON), *index(), *requirements]
    return all(subprocess.run(step, cwd=ROOT, capture_output=True, check=False).returncode == 0 for step in (asked, command))


def index() -> list[str]:
    """The index that pip is configured for, for uv, which does not read pip's configuration."""
    asked = [str(PYTHON), "-m", "pip", "config", "get", "global.index-url"]
    url = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return ["--index-url", url] if url else []


def pip(*arguments: str) -> None:
    python(*PIP, "install", *arguments, doing="pip")


def python(*arguments: str, doing: str) -> None:
    """Runs .venv's Python in the checkout and insists on success."""
    if subprocess.run([str(PYTHON), *arguments], cwd=ROOT, check=False).returncode != 0:
        raise SetUpError(f"{doing} failed; what it said is above.")


def read_stamp() -> dict[str, Any]:
    try:
        content = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def project_fingerprint() -> str:
    """Changes with what `pip install` reads, with the Python that made .venv, and when the checkout moves."""
    return fingerprint([ROOT / "pyproject.toml", LOCK], str(ROOT), (VENV / "pyvenv.cfg").read_text(encoding="utf-8"))


def page_fingerprint() -> str:
    sources = (path for path in (ROOT / "static").rglob("*") if path.is_file() and page.MANIFEST.parent not in path.parents)
    return fingerprint([ROOT / "package-lock.json", *sources])


def fingerprint(files: Iterable[Path], *texts: str) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)} ".encode() + content)
    for text in texts:
        digest.update(text.encode())
    return digest.hexdigest()
