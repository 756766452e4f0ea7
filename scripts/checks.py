"""What `python3 run.py test` runs, and the account of it. All run even if one fails.

What only reads sources runs side by side, and is printed whole and in order; what installs comes after that, and pytest last.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from scripts.environment import PYTHON
from scripts.page import ROOT


@dataclass(frozen=True)
class Check:
    """A name for the account, and the command line after .venv's Python."""

    name: str
    arguments: tuple[str, ...]
    kind: Literal["source", "page", "other"] = "other"
    """What it reads: Python alone, the page alone, or more than that. Only the first two run beside others."""


PYTEST = Check("pytest", ("-m", "pytest"))
WORKERS = min(4, (os.cpu_count() or 1) + 1)
"""Many tests wait for servers: with one worker for each core, two fifths of the time nothing computes. Browsers leave no room for
more than four.
"""
IN_PARALLEL = ("-n", str(WORKERS), "--no-loadscope-reorder")
ALL_TESTS = Check("pytest", ("scripts/suite.py",))
_LINT_IMPORTS = "from importlinter.cli import lint_imports_command as check; check(['--no-logo'])"

CHECKS = (
    Check("ruff check", ("-m", "ruff", "check"), "source"),
    Check("ruff format", ("-m", "ruff", "format", "--check"), "source"),
    Check("mypy", ("-m", "mypy"), "source"),
    Check("import contracts", ("-c", _LINT_IMPORTS), "source"),
    Check("TypeScript", ("scripts/page.py", "check"), "page"),
    Check("TypeScript format and lint", ("scripts/page.py", "lint"), "page"),
    Check("JavaScript tests", ("scripts/page.py", "unit"), "page"),
    Check("Chromium", ("scripts/chromium.py",)),
    Check("Firefox", ("scripts/firefox.py",)),
    Check("Redis and PostgreSQL", ("scripts/services.py",)),
    ALL_TESTS,
)


def covered(pytest_arguments: Sequence[str]) -> list[Check]:
    """The tests, with the lines of engine, app and page that none of them reached; with arguments, pytest alone."""
    measure = ("--cov=engine", "--cov=app", "--cov=backpass", "--cov-report=term-missing:skip-covered")
    python = Check("coverage of engine and app", (*PYTEST.arguments, *IN_PARALLEL, *measure, *pytest_arguments))
    return [python] if pytest_arguments else [python, Check("coverage of the page", ("scripts/page.py", "coverage"))]


def run(wanted: Sequence[Check] = CHECKS) -> int:
    """Runs them all, whichever fail, and prints the account. The exit status: 0 where all pass, else 1."""
    start = time.monotonic()
    failed = [check.name for check, status in statuses(wanted) if status != 0]
    seconds = f"{time.monotonic() - start:.0f} s"
    if failed:
        print(
            f"\nFAILED after {seconds}: {', '.join(failed)}. Passed: {', '.join(c.name for c in wanted if c.name not in failed)}."
        )
        return 1
    print(f"\nAll {len(wanted)} checks passed in {seconds}: {', '.join(check.name for check in wanted)}.")
    return 0


def statuses(wanted: Sequence[Check]) -> Iterator[tuple[Check, int]]:
    """Each check with its exit status: those of sources side by side, one for each core, then the others one by one."""
    sources = [check for check in wanted if check.kind != "other"]
    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as beside:
        for check, (status, seconds, printed) in zip(sources, beside.map(captured, sources), strict=True):
            print(f"\n--- {check.name}\n{printed}", end="")
            print_verdict(check, status, seconds)
            yield check, status
    for check in wanted:
        if check.kind == "other":
            yield check, status_of(check)


def captured(check: Check) -> tuple[int, float, str]:
    """Exit status, seconds, and what it printed."""
    start = time.monotonic()
    done = subprocess.run(
        [str(PYTHON), *check.arguments], cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode, time.monotonic() - start, done.stdout


def run_pytest(arguments: Sequence[str]) -> int:
    """Pytest alone. The exit status: 0 where all pass, 2 for arguments that pytest does not understand, else 1."""
    status = status_of(PYTEST, *arguments)
    return 2 if status == _NOT_UNDERSTOOD else min(abs(status), 1)


_NOT_UNDERSTOOD = 4
"""Pytest's own exit status for it, also where a named file or test does not exist; it prints a sentence."""


def status_of(check: Check, *more: str) -> int:
    start = time.monotonic()
    print(f"\n--- {check.name}", flush=True)
    status = subprocess.run([str(PYTHON), *check.arguments, *more], cwd=ROOT, check=False).returncode
    print_verdict(check, status, time.monotonic() - start)
    return status


def print_verdict(check: Check, status: int, seconds: float) -> None:
    print(f"--- {check.name}: {'passed' if status == 0 else 'FAILED'} in {seconds:.1f} s", flush=True)
