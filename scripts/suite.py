"""The tests as `python3 run.py test` runs them: in processes side by side, with a second look at those that failed.

A test that fails is run once more when all others are over, alone, in a fresh process. One that fails twice fails the command.
One that passes then is unsteady: it is listed last with its first failure whole, and does not fail the command, but more than
`UNSTEADY_LIMIT` of them do. A process that outlives the tests fails the command too; the account names it and its test.

`python scripts/suite.py` runs in .venv; `python scripts/suite.py --record FILE [ARGUMENT ...]` is one such process of pytest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts.checks import IN_PARALLEL
from scripts.page import ROOT

UNSTEADY_LIMIT = 5
"""More unsteady tests than these fail the command: then the machine, or the way the tests share it, is what is broken."""
SECOND_LOOKS = 25
"""With more failures than these none gets a second look: that many are no accident."""
SECONDS_TO_END = 10.0
"""How long a process may take to end after the tests that started it."""
RUN = "TESTS_OF_BACKPASS"
"""An environment variable by which the processes that tests started are known again: children inherit it.

Servers refuse to start with a variable that begins with `BACKPASS_` and is no setting.
"""
RULE = "=" * 88


@dataclass(frozen=True)
class Part:
    """Tests that run in a process of their own, beside the other parts."""

    name: str
    arguments: tuple[str, ...]


PARTS = (Part("all tests", IN_PARALLEL),)


@dataclass
class Outcome:
    """What one process of pytest came to."""

    status: int
    """Its exit status; negative where a signal ended it."""
    passed: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    """The whole report of each test that failed, or whose fixtures did, by node id."""

    @property
    def complete(self) -> bool:
        """Whether all tests ran, so that what failed can be tried again one by one."""
        return self.status == 0 or (self.status == 1 and bool(self.failures))


class Recorder:
    """A plugin of pytest that names what fails, and writes at the end what failed, whole, and how many passed."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Names it at once: the account comes when all tests are over."""
        if report.failed:
            print(f"\nfailed: {report.nodeid}", flush=True)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        failures: dict[str, list[str]] = {}
        for kind in ("failed", "error"):
            for report in terminalreporter.getreports(kind):
                captured = [f"--- {title}\n{text}" for title, text in report.sections]
                failures.setdefault(report.nodeid, []).append("\n".join([report.longreprtext, *captured]))
        found = {
            "passed": len(terminalreporter.getreports("passed")),
            "failures": {test: "\n".join(texts) for test, texts in failures.items()},
        }
        self.file.write_text(json.dumps(found), encoding="utf-8")


def record(file: Path, arguments: Sequence[str]) -> int:
    """Runs pytest in this process; the exit status is pytest's."""
    return int(pytest.main(list(arguments), plugins=[Recorder(file)]))


def main(parts: Sequence[Part] = PARTS, root: Path = ROOT) -> int:
    """Runs all parts side by side, looks again at what failed, prints the account. 0 where the tests pass, else 1."""
    run = uuid.uuid4().hex
    # Tests start hundreds of processes: where no bytecode is kept, each compiles the whole of Backpass again.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {RUN: run}
    left: list[str] = []
    with tempfile.TemporaryDirectory(prefix="backpass-tests-") as folder:
        try:
            outcomes = run_parts(parts, root, environment, Path(folder))
            complete = all(outcome.complete for outcome in outcomes)
            first = {test: text for outcome in outcomes for test, text in outcome.failures.items()}
            left += end_survivors(run)
            looked = complete and len(first) <= SECOND_LOOKS
            again = {test: try_again(test, root, environment, Path(folder)) for test in first} if looked else {}
        finally:
            left += end_survivors(run)
    unsteady = {test: first[test] for test, outcome in again.items() if outcome.status == 0 and outcome.passed}
    failed = [test for test in first if test not in unsteady]
    for part, outcome in zip(parts, outcomes, strict=True):
        if not outcome.complete:
            print(
                f"\nNot all tests ran: pytest ended with exit status {outcome.status} in {part.name}. There was no second look."
            )
    if complete and not looked:
        print(f"\n{len(first)} tests failed; with more than {SECOND_LOOKS} there is no second look.")
    for test in failed:
        print(f"FAILED {'twice ' if looked else ''}{test}")
    for line in left:
        print(f"FAILED: a process outlived the tests: {line}")
    print_unsteady(unsteady)
    return 1 if not complete or failed or left or len(unsteady) > UNSTEADY_LIMIT else 0


def run_parts(parts: Sequence[Part], root: Path, environment: Mapping[str, str], folder: Path) -> list[Outcome]:
    """Prints what the first part prints as it goes, and what the others printed when they are over."""
    started = time.monotonic()
    running: list[tuple[subprocess.Popen[bytes], Path, Path]] = []
    for index, part in enumerate(parts):
        found, printed = folder / f"{index}.json", folder / f"{index}.txt"
        with printed.open("wb") as output:
            process = subprocess.Popen(
                command(found, part.arguments),
                cwd=root,
                env=environment,
                stdout=output if index else None,
                stderr=subprocess.STDOUT if index else None,
            )
        running.append((process, found, printed))
    outcomes = []
    for part, (process, found, printed) in zip(parts, running, strict=True):
        status = process.wait()
        print(printed.read_text(encoding="utf-8", errors="replace"), end="")
        print(f"{part.name}: {time.monotonic() - started:.0f} s\n", flush=True)
        outcomes.append(read(found, status))
    return outcomes


def try_again(test: str, root: Path, environment: Mapping[str, str], folder: Path) -> Outcome:
    """The second look: the test alone, in a process of its own."""
    print(f"\n{RULE}\nSecond look: {test}\n{RULE}", flush=True)
    found = folder / "again.json"
    found.unlink(missing_ok=True)
    status = subprocess.run(command(found, (test,)), cwd=root, env=environment, check=False).returncode
    return read(found, status)


def command(found: Path, arguments: Sequence[str]) -> list[str]:
    return [sys.executable, str(Path(__file__).resolve()), "--record", str(found), *arguments]


def read(found: Path, status: int) -> Outcome:
    try:
        content = json.loads(found.read_text(encoding="utf-8"))
    except FileNotFoundError:  # pytest did not come to its summary
        return Outcome(status)
    return Outcome(status, content["passed"], content["failures"])


def print_unsteady(unsteady: Mapping[str, str]) -> None:
    if not unsteady:
        return
    print(f"\n{RULE}\nUnsteady: {len(unsteady)} failed first and passed alone. Each is a defect; mend it before the next change.")
    for test, text in unsteady.items():
        print(f"{RULE}\nunsteady: {test}\n{text}")
    if len(unsteady) > UNSTEADY_LIMIT:
        print(f"FAILED: more than {UNSTEADY_LIMIT} tests are unsteady.")


def end_survivors(run: str) -> list[str]:
    """Ends the processes that tests left behind, once they had time to end on their own. A line for each."""
    limit = time.monotonic() + SECONDS_TO_END
    while (left := survivors(run)) and time.monotonic() < limit:
        time.sleep(0.2)
    for process in left:
        process.kill()
    return list(left.values())


def survivors(run: str) -> dict[psutil.Process, str]:
    """The processes that inherited this run's mark and still run: what they are, and the test during which they started."""
    found = {}
    for process in psutil.process_iter():
        try:
            environment = process.environ()
            if environment.get(RUN) == run and process.status() != psutil.STATUS_ZOMBIE:
                test = environment.get("PYTEST_CURRENT_TEST", "no test")
                found[process] = f"{process.pid} `{' '.join(process.cmdline())[:200]}`, started in {test}"
        except (psutil.Error, OSError):  # over meanwhile, or another user's
            continue
    return found


if __name__ == "__main__":
    sys.exit(record(Path(sys.argv[2]), sys.argv[3:]) if sys.argv[1:2] == ["--record"] else main())
