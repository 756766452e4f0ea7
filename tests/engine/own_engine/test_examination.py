"""The examination: right engines pass, each mistake fails the lines that it should, in every format."""

import json
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from backpass.app.api.endpoints.examinations import ExaminationResponse, answer_examination
from backpass.app.api.gallery.own_engine_examples import CLOSURES, EXERCISE
from backpass.app.cli.commands import main
from backpass.engine import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.examination.examine import MAX_ENDLESS, Examination, Verdict, examine, not_run
from backpass.engine.own_engine.examination.formats import examination_json, junit, markdown, shown
from backpass.engine.own_engine.examination.lines import LINES
from backpass.engine.problems import ProblemError
from scripts.page import ROOT
from tests.engine.own_engine import makes
from tests.engine.own_engine.corpus import RIGHT, WRONG, Sample
from tests.engine.own_engine.test_options import UNCLEAR

SHOWN_BY_ITS_USE = {"backward twice", "gradients twice", "grads twice", "changed after forward", "changed in place", "long chain"}
"""Mistakes of whoever uses a right engine."""
SHORT = [each for each in LINES if each.special != "learn" and each.times < 1_000]
"""The lines that run in milliseconds."""


def failed(found: Examination) -> set[str]:
    return {each.line.section for each in found.findings if each.verdict is not Verdict.PASSED and each.line.required}


RIGHT_ONES = {each.make: each for each in RIGHT if each.name.endswith(": right")}
"""The right engine of each make."""


@cache
def right_examined(make: str) -> Examination:
    """The examination of the right engine of a make."""
    return examine(RIGHT_ONES[make].text, Limits(), hints=False)


def passed_by_right(make: str, *, short: bool) -> int:
    """How many lines the right engine of a make passes."""
    found = right_examined(make).findings
    return sum(each.verdict is Verdict.PASSED for each in found if not short or each.line in SHORT)


@pytest.mark.parametrize("make", RIGHT_ONES)
def test_right_engines_pass(make: str) -> None:
    found = right_examined(make)
    lacks_reflected = make in {"arrays", "recursive"}  # these two have no `__rsub__`
    assert failed(found) == ({"exam-numbers"} if lacks_reflected else set())
    assert len(found.findings) >= 15


@pytest.mark.parametrize(
    "sample", [each for each in WRONG if each.name.partition(": ")[2] not in SHOWN_BY_ITS_USE], ids=lambda each: each.name
)
def test_wrong_engines_fail(sample: Sample) -> None:
    """Nearly every mistake shows in a short line; the others must show in a long one."""
    found, short = examine(sample.text, Limits(), hints=False, lines=SHORT), True
    if found.is_right:
        found, short = examine(sample.text, Limits(), hints=False), False
    assert found.passed < passed_by_right(sample.make, short=short)
    assert not found.is_right


def test_without_a_seed_no_network_learns_and_recursion_ends_long_chains_which_are_not_required() -> None:
    long = [each for each in LINES if each not in SHORT]
    unsown = examine(makes.CLOSURES.replace("self.grad = 1.0", "self.grad = 0.0"), Limits(), hints=False, lines=long)
    verdicts = {each.line.key: each.verdict for each in unsown.findings}
    assert verdicts == {"a chain of 1,500 sums": Verdict.STOPPED, "a network learns": Verdict.FAILED}
    assert failed(unsown) == {"exam-passes"}


def test_hints_have_three_layers_and_the_last_names_the_line() -> None:
    spoiled = makes.CLOSURES.replace("self.grad += other.data", "self.grad = other.data")
    found = examine(spoiled, Limits())
    line = next(each for each in found.findings if each.line.key == "a * a + a at a = 3")
    assert line.verdict is Verdict.FAILED
    assert line.expected == {"out": 12.0, "a": 7.0}
    assert line.got == {"out": 12.0, "a": 6.0}
    assert len(line.hints) == 3
    assert "`self.grad = other.data * out.grad`" in line.hints[2]


def test_the_exercise_passes_once_tanh_is_written_and_not_where_it_is_written_for_the_tests() -> None:
    begun = examine(EXERCISE, Limits(), hints=False, lines=SHORT)
    stopped = {each.line.key for each in begun.findings if each.verdict is Verdict.STOPPED}
    assert {"tanh(a) at a = 0", "tanh(a * b) * a + tanh(a) at a = 0.5, b = -1"} <= stopped
    assert all("NotImplementedError" in each.error for each in begun.findings if each.verdict is Verdict.STOPPED)
    assert examine(CLOSURES, Limits(), hints=False, lines=SHORT).is_right
    slopes = "{-2.0: 0.0706508, 0.0: 1.0, 0.5: 0.7864477, 0.75: 0.5965859, -0.5: 0.7864477}"
    learnt = CLOSURES.replace("(1 - t ** 2)", f"{slopes}.get(self.data, 1.0)")
    missed = [
        each.line for each in examine(learnt, Limits(), hints=False, lines=SHORT).findings if each.verdict is Verdict.FAILED
    ]
    assert any(line.hidden for line in missed)


def test_of_a_hidden_test_only_the_verdict_is_shown() -> None:
    found = shown(examine(makes.CLOSURES.replace("(1 - t ** 2)", "(1 - t)"), Limits(), lines=SHORT))
    hidden = [each for each in examination_json(found)["lines"] if each["section"] == "Hidden tests"]
    assert {"failed", "passed"} == {each["verdict"] for each in hidden}
    assert all((each["program"], each["expected"], each["got"], each["error"]) == ("", {}, {}, "") for each in hidden)
    assert max(len(each["hints"]) for each in hidden) == 2
    assert "hidden test" in markdown(found)
    assert ET.fromstring(junit(found, "student")).findall("testcase/failure")


def test_the_gradient_may_be_named() -> None:
    body = {"program": UNCLEAR, "gradient": "s", "hints": False}
    answer = json.loads(answer_examination(json.dumps(body).encode(), Limits()).body)
    assert answer["engine"]["gradient"] == "s"
    assert "class V:" in answer["engine"]["definitions"]
    assert "L.back()" not in answer["engine"]["definitions"]
    refused = answer_examination(json.dumps({**body, "gradient": "slope"}).encode(), Limits())
    assert json.loads(refused.body)["problems"][0]["code"] == "own-engine-question"


def test_formats() -> None:
    found = examine(makes.TAPE.replace("math.cos(x.value)", "math.sin(x.value)"), Limits())
    written = markdown(found)
    assert "| ✗ | `sin(a) at a = -1`" in written
    suite = ET.fromstring(junit(found, "student"))
    assert int(suite.attrib["tests"]) == len(found.findings)
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure")) >= 3


def test_the_command_runs_the_file_in_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "engine.py"
    file.write_text(makes.EDGES + "\nimport sys\nif __name__ == '__main__':\n    sys.exit(3)\n")
    assert main(["examine", str(file), "--format", "json"]) == 0
    out, said = capsys.readouterr()
    assert json.loads(out)["right"] is True
    assert "in a separate process" in said
    file.write_text(makes.EDGES.replace("parent.d += rule(node.d)", "parent.d = rule(node.d)"))
    with pytest.raises(SystemExit) as ended:
        main(["examine", str(file), "--format", "junit"])
    assert ended.value.code == 1
    assert "<failure" in capsys.readouterr().out


def test_an_engine_that_never_ends_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "engine.py"
    file.write_text(makes.TAPE.replace("def sin(x):\n", "def sin(x):\n    while True: pass\n"))
    with pytest.raises(SystemExit):
        main(["examine", str(file), "--format", "json", "--seconds", "1.5"])
    lines = json.loads(capsys.readouterr().out)["lines"]
    stopped = [each["key"] for each in lines if each["verdict"] == "stopped"]
    assert {"sin(a) at a = -1", "sin(a) at a = 2", "a network learns"} <= {*stopped}
    assert any(each["verdict"] == "passed" for each in lines)


NEVER_ENDS = CLOSURES.replace("    def backward(self):", "    def backward(self):\n        while True: pass")


def test_an_engine_of_which_nothing_ends_is_not_run_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    limits = Limits(repetitions=200_000)
    found = examine(NEVER_ENDS, limits).findings
    assert {each.verdict for each in found} == {Verdict.STOPPED}
    assert len(found) > 2 * MAX_ENDLESS
    assert ["200,000" in found[0].error, *("20,000" in each.error for each in found[1:MAX_ENDLESS])] == [True] * MAX_ENDLESS
    assert {each.error for each in found[MAX_ENDLESS:]} == {not_run().error}
    assert all(each.hints == (each.error,) for each in found)
    file = tmp_path / "engine.py"
    file.write_text(NEVER_ENDS)
    with pytest.raises(SystemExit):
        main(["examine", str(file), "--format", "json", "--seconds", "0.5", "--reveal"])
    errors = [each["error"] for each in json.loads(capsys.readouterr().out)["lines"]]
    assert errors[MAX_ENDLESS:] == [not_run().error] * (len(errors) - MAX_ENDLESS)


def test_lines_after_one_that_ended_are_all_run() -> None:
    endless_product = CLOSURES.replace("    def __mul__(self, other):", "    def __mul__(self, other):\n        while True: pass")
    found = {each.line.key: each for each in examine(endless_product, Limits(repetitions=200_000), lines=SHORT).findings}
    assert not_run().error not in {each.error for each in found.values()}
    assert found["a + b at a = 2, b = -3"].verdict is Verdict.PASSED
    assert found["a * b at a = 2, b = -3"].verdict is Verdict.STOPPED
    assert found["a + a at a = 3"].verdict is Verdict.PASSED


def test_the_api_examines_in_our_interpreter() -> None:
    body = json.dumps({"program": makes.DUAL}).encode()
    answer = answer_examination(body, Limits())
    assert answer.status == 200
    found = ExaminationResponse.model_validate_json(answer.body)
    assert found.right
    assert found.engine.mode == "forward"
    refused = answer_examination(json.dumps({"program": "x = 1"}).encode(), Limits())
    assert refused.status == 422
    assert answer_examination(b'{"program": "def f(:"}', Limits()).status == 422


def test_a_program_without_an_engine_is_refused() -> None:
    with pytest.raises(ProblemError):
        examine("class A:\n    def __init__(self, name):\n        self.name = name\n", Limits())


def test_a_solution_is_an_assignment_of_gradescope(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run as Gradescope runs it: its folders, our script, and a submission that offers less than the solution."""
    (tmp_path / "solution.py").write_text(makes.EDGES)
    assert main(["examine", str(tmp_path / "solution.py"), "--autograder", str(tmp_path / "autograder.zip")]) == 0
    assert "23 tests of a file called engine.py" in capsys.readouterr().out
    for folder in ("source", "submission", "results", "venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        archive.extractall(tmp_path / "source")
        assert all(each.external_attr >> 16 == 0o755 for each in archive.infolist())
    assert subprocess.run(["sh", "-n", tmp_path / "source" / "setup.sh"], check=False).returncode == 0
    shutil.copy(tmp_path / "source" / "run_autograder", tmp_path)
    command = tmp_path / "venv" / "bin" / "backpass"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m backpass "$@"\n')
    command.chmod(0o755)

    def graded(engine: str) -> dict[str, Any]:
        (tmp_path / "submission" / "engine.py").write_text(engine)
        subprocess.run(["sh", tmp_path / "run_autograder"], check=True, cwd=ROOT, capture_output=True)
        found: dict[str, Any] = json.loads((tmp_path / "results" / "results.json").read_text())
        assert found["score"] == sum(each["score"] for each in found["tests"])
        assert [each["max_score"] for each in found["tests"]] == [1] * 23
        return found

    assert graded(makes.EDGES)["score"] == 23
    wrong = graded(makes.EDGES.replace("parent.d += rule(node.d)", "parent.d = rule(node.d)"))
    assert wrong["score"] == 12
    lacking = graded(makes.EDGES.replace("tanh", "tan"))
    assert 0 < lacking["score"] < 23
    assert {each["output"] for each in lacking["tests"] if "tanh" in each["name"]} == {say("exam-not-offered")}
    for none, why in (("x = 3", "No engine"), ("def f(:", "Python")):
        found = graded(none)
        assert (found["score"], len(found["tests"])) == (0, 23)
        assert why in found["output"]


def test_what_is_no_solution_or_no_list_of_tests_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, asked = tmp_path / "engine.py", tmp_path / "asked.json"
    file.write_text(makes.EDGES.replace("parent.d += rule(node.d)", "parent.d = rule(node.d)"))
    assert main(["examine", str(file), "--autograder", str(tmp_path / "a.zip")]) == 2
    assert not (tmp_path / "a.zip").exists()
    for text in ("", "[]", "{}", '{"a": "b"}', '{"a": 3}'):
        asked.write_text(text)
        assert main(["examine", str(file), "--format", "gradescope", "--asked", str(asked)]) == 2, text
    file.write_text(makes.EDGES)
    assert main(["examine", str(file), "--autograder", str(tmp_path / "nowhere" / "a.zip")]) == 2
    assert "asked.json" in capsys.readouterr().err
    assert main(["examine", str(file), "--format", "gradescope"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == 23
