"""The faults of tests/planted, and the command that tries the tests with them."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scripts.page import ROOT
from tests.fuzz import planted
from tests.fuzz.__main__ import main
from tests.fuzz.planted import ENGINE, FAULTS, PAGE, SERVER, Fault, Verdict


def place_of(fault: Fault) -> str:
    (file,) = fault.changed
    return next(place for place, begins in (("page", PAGE), ("server", SERVER), ("engine", ENGINE)) if file.startswith(begins))


def test_there_are_many_faults_in_each_part_of_the_program_and_each_says_what_is_wrong() -> None:
    places = Counter(map(place_of, FAULTS))
    assert sum(places.values()) >= 40
    assert min(places[place] for place in ("page", "server", "engine")) >= 14
    assert len({fault.sentence for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        assert fault.sentence.endswith(".")
        assert len(fault.sentence.split()) > 4


def test_every_fault_still_applies() -> None:
    """What one changes has changed otherwise where it does not: write the patch again."""
    assert [fault.name for fault in FAULTS if not fault.applies(ROOT, "--check")] == []


def test_a_fault_that_is_found_and_one_that_is_not(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = {FAULTS[0].name: Verdict("tests/test_a.py::test_b", 3), FAULTS[1].name: Verdict(None, 600)}
    monkeypatch.setattr(planted, "copy_checkout", lambda _: None)
    monkeypatch.setattr(planted, "tried", lambda fault, *_: found[fault.name])
    assert main(["planted", FAULTS[0].name]) == 0
    assert "found by tests/test_a.py::test_b in 3 s" in capsys.readouterr().out
    assert main(["planted", *found]) == 1
    printed = capsys.readouterr().out
    assert "FOUND BY NO TEST in 600 s" in printed
    assert printed.endswith("1 of 2 faults were found.\n")


def test_a_name_that_no_fault_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["planted", "nonsense"])
    assert "no fault is called nonsense; there are " in capsys.readouterr().err


def test_a_fault_is_found_by_the_test_beside_it_and_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    code = copy / "sums.py"
    code.write_text("def added(a, b):\n    return a + b\n")
    (copy / "test_sums.py").write_text("from sums import added\n\n\ndef test_a():\n    assert added(1, 2) == 3\n")
    patch = tmp_path / "sums.patch"
    lines = "-    return a + b\n+    return a - b\n"
    patch.write_text(f"Added wrongly.\n\n--- a/sums.py\n+++ b/sums.py\n@@ -1,2 +1,2 @@\n def added(a, b):\n{lines}")
    monkeypatch.setattr(planted, "FOLDER", tmp_path)
    monkeypatch.setattr(planted, "likely_tests", lambda _: ["test_sums.py"])
    (copy / "conftest.py").write_text("def pytest_addoption(parser):\n    parser.addoption('--seconds')\n")
    subprocess.run(["git", "init", "-q", str(copy)], check=True)
    assert planted.tried(Fault(patch), copy, 300).test == "test_sums.py::test_a"
    assert "a + b" in code.read_text()
    monkeypatch.setattr(planted, "likely_tests", lambda _: [])
    assert planted.tried(Fault(patch), copy, 300).test is None


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("engine/learning/optim.py", "tests/engine/learning/test_optim.py"),
        ("app/classroom/downloads.py", "tests/app/classroom/test_rooms_parts.py"),
        ("messages/fr/explain.ftl", "tests/contract/test_wording.py"),
        ("lessons/en/03-chain-rule.md", "tests/app/lessons/test_lessons_course.py"),
        ("static/src/view/graph/index.ts", "tests/browser/graph/test_edges.py"),
    ],
)
def test_tests_beside_a_fault_come_first(file: str, test: str) -> None:
    tests = planted.likely_tests([file])
    assert test in tests[:20]
    assert len(tests) == len(set(tests))


def test_unit_tests_of_the_page_are_tried_from_the_nearest_on() -> None:
    assert planted.node_words(["static/src/layout/layout.ts"]) == [["/layout."], ["layout/"], []]
    assert planted.node_words(["app/main.py"]) == []
