"""What `python3 run.py test` runs, and the account of it. All run even if one fails.

What only reads sources runs beside the rest, and each is printed whole when it is over. What installs comes first of the rest,
one after the other since all ask the same package manager, and pytest last.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
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
BESIDE_NICENESS = 10
IN_PARALLEL = ("-n", str(WORKERS), "--no-loadscope-reorder")
ALL_TESTS = Check("pytest", ("scripts/suite.py",))
CHECKS = (
    Check("ruff check", ("-m", "ruff", "check"), "source"),
    Check("ruff format", ("-m", "ruff", "format", "--check"), "source"),
    Check("mypy", ("scripts/linked.py", "mypy"), "source"),
    Check("import contracts", ("scripts/linked.py", "contracts"), "source"),
    Check("TypeScript", ("scripts/page.py", "check"), "page"),
    Check("TypeScript format and lint", ("scripts/page.py", "lint"), "page"),
    Check("JavaScript tests", ("scripts/page.py", "unit"), "page"),
    Check("Redis and PostgreSQL", ("scripts/services.py",)),
    Check("Chromium", ("scripts/chromium.py",)),
    Check("Firefox", ("scripts/firefox.py",)),
    ALL_TESTS,
)


def covered(pytest_arguments: Sequence[str]) -> list[Check]:
    """The tests, with the lines of engine, app and page that none of them reached; with arguments, pytest alone."""
    measure = ("--cov=engine", "--cov=app", "--cov=backpass", "--cov-report=term-missing:skip-covered")
    python = Check("coverage of engine and app", (*PYTEST.arguments, *IN_PARALLEL, *measure, *pytest_arguments))
    return [python] if pytest_arguments else [python, Check("coverage of the page", ("scripts/page.py", "coverage"))]


def run(wanted: Sequence[Check] = CHECKS) -> int:
    """Runs them all, whichever fail, and prints the account. The exit status: 0 where all pass, 2 for arguments
    that pytest does not understand, else 1.
    """
    start = time.monotonic()
    found = statuses(wanted)
    failed = [check.name for check, status in zip(wanted, found, strict=True) if status != 0]
    seconds = f"{time.monotonic() - start:.0f} s"
    if failed:
        print(
            f"\nFAILED after {seconds}: {', '.join(failed)}. Passed: {', '.join(c.name for c in wanted if c.name not in failed)}."
        )
        return 2 if _NOT_UNDERSTOOD in found else 1
    print(f"\nAll {len(wanted)} checks passed in {seconds}: {', '.join(check.name for check in wanted)}.")
    return 0


def statuses(wanted: Sequence[Check]) -> list[int]:
    """The exit status of each: those of sources side by side, one for each core, and beside them the others one by one."""
    beside = ThreadPoolExecutor(max(2, os.cpu_count() or 1))
    try:
        sources = {check.name: beside.submit(status_beside, check) for check in wanted if check.kind != "other"}
        others = {check.name: status_of(check) for check in wanted if check.kind == "other"}
        return [others[check.name] if check.kind == "other" else sources[check.name].result() for check in wanted]
    finally:
        beside.shutdown(cancel_futures=True)  # where the user has stopped it, none begins any more


def status_beside(check: Check) -> int:
    """Takes what the others leave of the processor, since tests wait for one another; prints all at once when it is over."""
    start = time.monotonic()
    command = [str(PYTHON), *check.arguments]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, process.pid, BESIDE_NICENESS)
        printed, _ = process.communicate()
    print(f"\n--- {check.name}\n{printed}{verdict(check, process.returncode, time.monotonic() - start)}", flush=True)
    return process.returncode


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
    print(verdict(check, status, time.monotonic() - start), flush=True)
    return status


def verdict(check: Check, status: int, seconds: float) -> str:
    return f"--- {check.name}: {'passed' if status == 0 else 'FAILED'} in {seconds:.1f} s"
