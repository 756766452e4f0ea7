"""Engines of every make, right and spoiled: what they print is what Python prints, and the first mistake is named."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from backpass.app.api.endpoints.graphs import GraphResponse, answer_graph
from backpass.engine import Limits
from backpass.engine.own_engine.detection import defines_engine
from backpass.engine.own_engine.engine_graph import close
from backpass.engine.own_engine.report import Report, examine_run
from tests.engine.own_engine.corpus import CORPUS, RIGHT, WRONG, Sample
from tests.engine.own_engine.oracle import of_cpython
from tests.in_turn import in_turn

REPORTS: dict[str, Report] = {}


def report_of(sample: Sample) -> Report:
    """The report on a sample, made once."""
    if sample.name not in REPORTS:
        REPORTS[sample.name] = examine_run(sample.text, Limits())
    return REPORTS[sample.name]


def line_of(sample: Sample, report: Report) -> str:
    """The line of the program that the mistake is said to be in."""
    span = report.machine.places.span(report.mistake.at) if report.mistake else None
    return "" if span is None else sample.text[: span[1]].rpartition("\n")[2] + sample.text[span[1] :].partition("\n")[0]


def decoded(value: Any) -> Any:
    """A number or array of an answer; JSON writes those that are not finite as texts, and nothing as null."""
    return None if value is None else np.asarray(value, dtype=float)


def test_every_engine_prints_what_python_prints_and_stops_where_python_stops() -> None:
    for sample, (printed, error) in zip(CORPUS, of_cpython([each.text for each in CORPUS]), strict=True):
        outcome = report_of(sample).outcome
        assert outcome.printed == printed, sample.name
        ours = None if outcome.error is None else [type(outcome.error).__name__, str(outcome.error)]
        if error and error[0] == "RecursionError":
            assert ours is not None, sample.name
            assert ours[0] == error[0], sample.name
        else:
            assert ours == error, sample.name


@pytest.mark.parametrize("sample", RIGHT, ids=lambda each: each.name)
def test_no_right_engine_is_called_wrong(sample: Sample) -> None:
    report = report_of(sample)
    assert report.mistake is None
    assert report.graph is not None
    assert report.graph.unknown is None
    compared = [each for each in report.graph.vertices if each.theirs is not None]
    assert len(compared) >= 5
    assert all(close(each.theirs, each.right) for each in compared)


def test_mistakes_are_found_named_and_placed() -> None:
    named, placed = Counter[str](), Counter[str]()
    for sample in WRONG:
        report = report_of(sample)
        assert report.mistake is not None, sample.name
        named[sample.make] += report.mistake.kind is sample.kind
        line = line_of(sample, report)
        placed[sample.make] += not sample.line or any(part in line for part in sample.line.split("|"))
    assert len(CORPUS) >= 60
    assert named.total() >= 0.95 * len(WRONG)
    assert placed.total() >= 0.95 * len(WRONG)


@in_turn("sample", CORPUS, ids=lambda each: each.name)
def test_the_api_answers_with_the_engines_own_graph(sample: Sample) -> None:
    assert defines_engine(sample.text)
    status, body, *_ = answer_graph(json.dumps({"program": sample.text}).encode(), Limits())
    answer = json.loads(body)
    if status != 200:
        assert answer["problems"][0]["code"] == "own-engine-stopped"
        assert answer["problems"][0]["span"]
        return
    GraphResponse.model_validate(answer)
    about = answer["own_engine"]
    assert about["verdict"] == ("right" if sample.kind is None else "wrong")
    assert all(edge["source"] < edge["target"] for edge in answer["edges"])
    wrong = [node for node in answer["nodes"] if node.get("wrong")]
    assert all(not close(decoded(node["grad"]), decoded(node["right"])) for node in wrong)
    if sample.kind is None:
        assert wrong == []
    elif about["mistake"]["node"] is not None:
        assert wrong != []
    for step in answer["steps"]:
        assert ("edge" in step and step["edge"] < len(answer["edges"])) or step["node"] < len(answer["nodes"])
    if sample.kind is not None:
        (said,) = [each for each in answer["problems"] if each["message"] == about["mistake"]["message"]]
        assert said["hint"]


def test_a_request_gives_leaves_other_numbers() -> None:
    program = RIGHT[0].text
    body = json.dumps({"program": program, "inputs": {"a": 0.5}}).encode()
    answer = json.loads(answer_graph(body, Limits()).body)
    (leaf,) = [node for node in answer["nodes"] if node["name"] == "a"]
    assert leaf["data"] == 0.5
    assert program[slice(*leaf["literal"])] == "2.0"
    assert answer["own_engine"]["verdict"] == "right"
    refused = answer_graph(json.dumps({"program": program, "inputs": {"nobody": 1.0}}).encode(), Limits())
    assert json.loads(refused.body)["problems"][0]["code"] == "unknown-input"
