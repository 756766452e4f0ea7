"""Every benchmark runs, as small as it can be. What it measures then means nothing, and nobody looks at it."""

import os
import runpy
import subprocess
import sys

import pytest

from scripts.commands import BENCHMARKS
from scripts.page import ROOT
from tests.bench import __main__ as command


def test_every_benchmark_runs_at_its_smallest() -> None:
    """In one process, since most of the time goes into starting Python and the libraries that are compared with."""
    environment = os.environ | {"BENCHMARKS_OF_BACKPASS": "smallest"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert [line.removeprefix("--- ") for line in done.stdout.splitlines() if line.startswith("--- ")] == BENCHMARKS


def test_one_that_breaks_is_told_of_and_one_that_lacks_a_package_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def module(name: str, **_: object) -> None:
        raise {"tests.bench.breaks": ZeroDivisionError(), "tests.bench.lacks": ModuleNotFoundError(name="torch.nn")}[name]

    monkeypatch.setattr(runpy, "run_module", module)
    assert command.main(["lacks"]) == 0
    assert "NOT MEASURED: lacks, for lack of the package torch.nn." in capsys.readouterr().out
    assert command.main(["breaks", "lacks"]) == 1
    printed = capsys.readouterr()
    assert "ZeroDivisionError" in printed.err
    assert "NOT MEASURED: lacks" in printed.out
