"""Checks that read `backpass` without running it, as a wheel has it: `engine` and `app` as folders of it, by links.

    python scripts/linked.py mypy [ARGUMENT ...]
    python scripts/linked.py contracts

In a checkout the two stand beside `backpass`, whose `__init__` finds them when it runs (docs/adr/0021); what only reads sources
does not. An editor finds them likewise: its extra path for types is the folder that this script makes, `.venv/linked`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINKED = ROOT / ".venv" / "linked"
_OPTIONS = ["--no-logo", "--config", str(ROOT / "pyproject.toml")]
_CONTRACTS = f"from importlinter.cli import lint_imports_command as check; check({_OPTIONS})"
COMMANDS = {"mypy": (ROOT, ("-P", "-m", "mypy")), "contracts": (LINKED, ("-P", "-c", _CONTRACTS))}
"""In which folder each runs, and its command line after Python."""


def link() -> None:
    """Makes the folder, with a link for each part of the package."""
    package = LINKED / "backpass"
    package.mkdir(parents=True, exist_ok=True)
    for target in (*(ROOT / "backpass").iterdir(), ROOT / "app", ROOT / "engine"):
        place = package / target.name
        if not place.is_symlink():
            place.symlink_to(target, target_is_directory=target.is_dir())


def main(arguments: list[str]) -> int:
    link()
    folder, command = COMMANDS[arguments[0]]
    environment = os.environ | {"PYTHONPATH": str(LINKED), "MYPYPATH": str(LINKED)}
    done = subprocess.run(
        [sys.executable, *command, *arguments[1:]], cwd=folder, env=environment, check=False, stdout=subprocess.PIPE, text=True
    )
    print(done.stdout.replace(f"{LINKED.relative_to(ROOT)}/backpass/", ""), end="")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
