"""What `python3 run.py test` runs, in order, and the account of it. All run even if one fails; pytest comes last."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass

from scripts.environment import PYTHON
from scripts.page import ROOT


@dataclass(frozen=True)
class Check:
    """A name for the account, and the command line after .venv's Python."""

    name: str
    arguments: tuple[str, ...]


PYTEST = Check("pytest", ("-m", "pytest"))
SUITE = Check("pytest", ("scripts/suite.py",))

CHECKS = (
    Check("ruff check", ("-m", "ruff", "check")),
    Check("ruff format", ("-m", "ruff", "format", "--check")),
    Check("mypy", ("-m", "mypy")),
    Check("import contracts", ("-c", "from importlinter.cli import lint_imports_command as check; check(['--no-logo'])")),
    Check("TypeScript", ("scripts/page.py", "check")),
    Check("JavaScript tests", ("scripts/page.py", "unit")),
    Check("Chromium", ("scripts/chromium.py",)),
    Check("Redis and PostgreSQL", ("scripts/services.py",)),
    SUITE,
)


def run_all() -> int:
    start = time.monotonic()
    failed = [check.name for check in CHECKS if not passes(check)]
    seconds = f"{time.monotonic() - start:.0f} s"
    if failed:
        print(
            f"\nFAILED after {seconds}: {', '.join(failed)}. Passed: {', '.join(c.name for c in CHECKS if c.name not in failed)}."
        )
        return 1
    print(f"\nAll {len(CHECKS)} checks passed in {seconds}: {', '.join(check.name for check in CHECKS)}.")
    return 0


def passes(check: Check, *more: str) -> bool:
    start = time.monotonic()
    print(f"\n--- {check.name}", flush=True)
    status = subprocess.run([str(PYTHON), *check.arguments, *more], cwd=ROOT, check=False).returncode
    print(f"--- {check.name}: {'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.1f} s", flush=True)
    return status == 0
