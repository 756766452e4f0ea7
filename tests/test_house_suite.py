"""The second look at tests that failed, over small suites that fail as they are told to."""

import contextlib
import re
import sys
import textwrap
import time
import tomllib
from pathlib import Path

import psutil
import pytest

from scripts import suite
from scripts.page import ROOT
from tests import forked_servers, servers
from tests.processes import is_there

ONCE = """
    from pathlib import Path

    def fails_first(name):
        seen = Path(__file__).parent / name
        if not seen.exists():
            seen.touch()
            print("what the test printed")
            assert 1 == 2, "the first time"
"""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "SECONDS_TO_END", 1.0)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(folder: Path, *bodies: str) -> int:
    """The exit status of a suite whose files, a part each, have these bodies."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider -q\n", encoding="utf-8")
    parts = []
    for index, body in enumerate(bodies):
        file = folder / f"test_{index}.py"
        file.write_text(textwrap.dedent(ONCE) + textwrap.dedent(body), encoding="utf-8")
        parts.append(suite.Part(f"part {index}", (file.name,)))
    return suite.main(parts, folder)


def test_what_passes_in_every_part_passes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "def test_a(): pass", "def test_b(): pass\ndef test_c(): pass") == 0
    printed = capfd.readouterr().out
    assert "1 passed" in printed
    assert "2 passed" in printed
    assert "Second look" not in printed


def test_what_fails_twice_fails_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "def test_a(): assert 'five' == 'four'", "def test_b(): pass") == 1
    printed = capfd.readouterr().out
    assert printed.count("FAILED test_0.py::test_a - AssertionError: assert 'five' == 'four'") == 2  # both looks are printed
    assert "FAILED twice test_0.py::test_a" in printed
    assert "Unsteady" not in printed


def test_what_passes_when_tried_alone_is_listed_last_with_its_first_failure_and_does_not_fail(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "def test_a(): pass", "def test_b(): fails_first('b')\ndef test_c(): pass") == 0
    account = capfd.readouterr().out.rpartition("Unsteady: 1 ")[2]
    assert "unsteady: test_1.py::test_b" in account
    assert "AssertionError: the first time" in account
    assert "what the test printed" in account
    assert "test_c" not in account


def test_what_fails_in_a_fixture_gets_a_second_look_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = """
        import pytest

        @pytest.fixture
        def given():
            fails_first("setup")
            yield
            fails_first("teardown")

        def test_a(given): pass
    """
    assert run(tmp_path, body) == 1  # set up passes the second time, and what is taken down fails then
    assert "FAILED twice test_0.py::test_a" in capfd.readouterr().out
    assert run(tmp_path, body) == 0


def test_a_test_that_is_skipped_at_the_second_look_has_not_passed(tmp_path: Path) -> None:
    body = """
        import pytest

        def test_a():
            fails_first("a")
            pytest.skip("not now")
    """
    assert run(tmp_path, body) == 1


def test_many_unsteady_tests_fail_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = """
        import pytest

        @pytest.mark.parametrize("index", range({count}))
        def test_a(index): fails_first(f"{count}-{{index}}")
    """
    assert run(tmp_path, body.format(count=suite.UNSTEADY_LIMIT)) == 0
    assert run(tmp_path, body.format(count=suite.UNSTEADY_LIMIT + 1)) == 1
    assert f"FAILED: more than {suite.UNSTEADY_LIMIT} tests are unsteady." in capfd.readouterr().out


def test_so_many_failures_that_they_are_no_accident_get_no_second_look(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "SECOND_LOOKS", 1)
    assert run(tmp_path, "def test_a(): fails_first('a')\ndef test_b(): fails_first('b')") == 1
    printed = capfd.readouterr().out
    assert "2 tests failed; with more than 1 there is no second look." in printed
    assert "FAILED test_0.py::test_b" in printed


def test_a_test_that_waits_for_ever_is_ended_and_named_and_the_rest_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    options = "-o faulthandler_timeout=2 -o faulthandler_exit_on_timeout=true -n 1"
    monkeypatch.setenv("PYTEST_ADDOPTS", options)
    body = """
        import time
        def test_before(): pass
        def test_that_waits(): time.sleep(600)
        def test_after(): pass
    """
    assert run(tmp_path, body) == 1
    printed = capfd.readouterr().out
    assert "1 failed, 2 passed" in printed
    assert "crashed while running 'test_0.py::test_that_waits'" in printed
    assert "FAILED twice test_0.py::test_that_waits" in printed
    house = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert house["faulthandler_exit_on_timeout"] is True
    assert house["faulthandler_timeout"] <= 600


@pytest.mark.parametrize(
    "body", ["import nothing_of_that_name", "import os\ndef test_a(): os._exit(3)", "def test_a(): raise KeyboardInterrupt"]
)
def test_a_part_that_does_not_come_to_its_end_fails_the_command(
    body: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "def test_fine(): pass", body) == 1
    assert "in part 1. There was no second look." in capfd.readouterr().out


def test_a_process_that_outlives_the_tests_is_named_with_its_test_ended_and_fails_the_command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = f"""
        import subprocess

        def test_that_leaves_one():
            subprocess.Popen([{sys.executable!r}, "-c", "import time; time.sleep(600)"])
    """
    assert run(tmp_path, body) == 1
    printed = capfd.readouterr().out
    assert "FAILED: a process outlived the tests: " in printed
    assert "time.sleep(600)`, started in test_0.py::test_that_leaves_one (call)" in printed
    pid = int(printed.rpartition("outlived the tests: ")[2].split()[0])
    with contextlib.suppress(psutil.NoSuchProcess):
        ended, deadline = psutil.Process(pid), time.monotonic() + 60
        # Nobody has asked how it ended. A machine that is busy takes a while to take a killed process apart.
        while ended.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_every_case_of_a_test_runs_and_those_that_fail_are_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = """
        from tests.in_turn import in_turn

        @in_turn("a", [1, 2, 3])
        @in_turn("b, c", [(1, 2), (2, 5)], ids=lambda case: f"b{case[0]}")
        def test_sum(a, b, c): assert a + b == c
    """
    assert run(tmp_path, body) == 1
    printed = capfd.readouterr().out
    assert set(re.findall(r"_ test_sum \[(\S+)\] _", printed)) == {"1-b2", "2-b1", "2-b2", "3-b1"}
    assert "FAILED twice test_0.py::test_sum" in printed


@pytest.mark.skipif(not forked_servers.can_fork(), reason="servers are not forked on this system")
def test_a_forked_server_that_outlives_its_test_is_named_with_it_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = forked_servers.Forks()
    monkeypatch.setattr(servers, "start_process", made.start)
    server = servers.Server(tmp_path / "log.txt")
    server.start()
    assert is_there(server.process)
    with pytest.raises(AssertionError, match="test_a_forked_server_that_outlives_its_test"):
        made.end()
    end = time.monotonic() + servers.ENDING
    while is_there(server.process):
        assert time.monotonic() < end
        time.sleep(0.05)
