"""A share of the fuzzer's cases at every run, the same on every machine; and the fuzzer notices what it is there for."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from backpass.app.api.endpoints.graphs import GraphResponse
from backpass.engine.language import parse
from tests.fuzz import requests
from tests.fuzz.corpus import corpus
from tests.fuzz.fuzzing import case, generator_of, run_cases, smallest
from tests.fuzz.grammar import program
from tests.fuzz.oracles import differences_disagree, torch_disagrees, torch_program
from tests.fuzz.requests import Call, Violation, checked
from tests.fuzz.shrinking import shrunk

CASES = 800
SEED = 1
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_programs_and_spoiled_programs_are_answered_or_refused(part: int) -> None:
    tally = run_cases(SEED, range(CASES * part // PARTS, CASES * (part + 1) // PARTS))
    assert not tally.violations, "\n".join(str(smallest(found[0])) for found in tally.violations.values())
    assert tally.answers["gradient 200"] > 0.2 * tally.cases, "hardly any program can be run, so little is tried"
    assert tally.answers["compared with differences"] > 0.05 * tally.cases


def test_a_case_is_made_again_from_its_number() -> None:
    assert [case(generator_of(3, number)) for number in range(20)] == [case(generator_of(3, number)) for number in range(20)]


def test_programs_of_the_grammar_use_all_of_the_language() -> None:
    text = "\n".join(program(random.Random(number)) for number in range(600))
    for word in (
        "for ",
        "while ",
        "if ",
        "def ",
        "class ",
        "lambda",
        "import torch",
        "jnp.",
        "tf.",
        "Value(",
        "²",
        r"\frac",
        "[::2]",
    ):
        assert word in text, word
    assert sum(not any(problem.severity.value == "error" for problem in parse(each).problems) for each in corpus()) > 700


def test_what_fails_is_shrunk_to_what_makes_it_fail() -> None:
    assert shrunk("a = 1\nb = 2\nc = sin(a) + boom(b, 3)\nd = 4", lambda text: "boom" in text) == "boom"


def test_an_exception_anywhere_is_a_violation_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_body: bytes, _limits: object) -> None:
        int("no number")

    monkeypatch.setitem(requests.ENDPOINTS, "graph", (broken, GraphResponse))
    with pytest.raises(Violation, match="exception: ValueError"):
        checked(Call("graph", {"program": "x"}))


@pytest.mark.parametrize(("spans", "sound"), [([None, [0, 1]], True), ([None, [0, 2]], False), ([[0, 1], None], True)])
def test_spans_of_a_column_are_checked_where_the_first_node_has_none(spans: list[object], sound: bool) -> None:
    call = Call("graph", {"program": "x", "layout": "columns"})
    if sound:
        requests.check_spans({"nodes": {"span": spans}}, call)
        return
    with pytest.raises(Violation, match="span"):
        requests.check_spans({"nodes": {"span": spans}}, call)


def test_a_gradient_that_is_wrong_differs_from_differences() -> None:
    call = Call("gradient", {"program": "x = 1.5\ny = 0.7\nsin(x)*y + x**3", "inputs": {}})
    document = checked(call)
    assert differences_disagree(call, document) is None
    document["gradients"]["x"] += 0.01
    assert "d/dx" in str(differences_disagree(call, document))


def test_a_gradient_that_is_wrong_differs_from_pytorchs() -> None:
    pytest.importorskip("torch")
    text = next(each for each in map(torch_program, map(random.Random, range(20))) if "sin" in each)
    document = checked(Call("gradient", {"program": text, "inputs": {}}))
    assert torch_disagrees(text, document) is None
    document["value"] = np.add(document["value"], 1e-6).tolist()
    assert "value" in str(torch_disagrees(text, document))


def test_answers_do_not_depend_on_the_process() -> None:
    def answers(seed: int) -> list[str]:
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-m", "tests.fuzz.answers", str(seed)]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.splitlines()

    first, second = answers(1), answers(2)
    assert len(first) > 300
    assert [one for one, other in zip(first, second, strict=True) if one != other] == []
