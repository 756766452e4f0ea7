"""The command of the benchmarks; `python3 run.py bench --smallest` runs each as small as it can be."""

import runpy

import pytest

from tests.bench import __main__ as command


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
