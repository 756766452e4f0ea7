"""`backpass.Graph` of data from anywhere: what is no graph is refused with a sentence, and what is one comes back as it was."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import backpass
from backpass.app.api.endpoints.graphs import graph_of

DATA: dict[str, Any] = json.loads(json.dumps(graph_of("a = 2.0\nb = a*a\nL = tanh(b) + a")))


def test_a_graph_that_was_saved_is_read_back(tmp_path: Path) -> None:
    a = backpass.Tensor(np.linspace(-1.0, 1.0, 3))
    graph = backpass.capture((a * a).sum(), {"a": a})
    path = graph.save(tmp_path / "graph.json")
    again = backpass.Graph(json.loads(path.read_text(encoding="utf-8")))
    assert again.to_json() == graph.to_json()
    assert again.gradients == {"a": [-2.0, 0.0, 2.0]}
    assert again.save(tmp_path / "flow.html").stat().st_size > 100_000


def test_an_answer_of_the_api_is_a_graph() -> None:
    assert backpass.Graph(DATA).value == DATA["value"]


def test_names_with_markup_are_text_in_every_file(tmp_path: Path) -> None:
    data = copy.deepcopy(DATA)
    for node in data["nodes"]:
        node["name"] = "</script><script>alert(1)</script>"
    graph = backpass.Graph(data)
    for name in ("flow.html", "flow.svg"):
        assert "<script>alert" not in graph.save(tmp_path / name).read_text(encoding="utf-8")


def changed(list_: str, place: int, **changes: Any) -> Callable[[dict[str, Any]], Any]:
    def change(data: dict[str, Any]) -> Any:
        data[list_][place] = data[list_][place] | changes
        return data

    return change


def without(field: str) -> Callable[[dict[str, Any]], Any]:
    return lambda data: {name: value for name, value in data.items() if name != field}


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a truncated text": (lambda data: json.dumps(data)[:200], "This data is not a graph"),
    "a list": (lambda data: [data], "This data is not a graph"),
    "nothing": (lambda _: None, "This data is not a graph"),
    "without nodes": (lambda data: data | {"nodes": []}, "has no nodes"),
    "nodes that are none": (lambda data: data | {"nodes": 3}, "no list `nodes`"),
    "without steps": (without("steps"), "no list `steps`"),
    "without gradients": (without("gradients"), "no field `gradients`"),
    "without a value": (without("value"), "no field `value`"),
    "a cycle": (changed("nodes", 1, inputs=[1, 1]), "Entry 1 of `nodes`"),
    "an input that comes later": (changed("nodes", 1, inputs=[0, 2]), "Entry 1 of `nodes`"),
    "a truth value for a place": (changed("nodes", 1, inputs=[False, False]), "Entry 1 of `nodes`"),
    "another node's id": (changed("nodes", 1, id=0), "Entry 1 of `nodes`"),
    "a name that is none": (changed("nodes", 0, name=["x"]), "Entry 0 of `nodes`"),
    "a group that is not there": (changed("nodes", 1, group=4), "Entry 1 of `nodes`"),
    "an edge to nowhere": (changed("edges", 0, target=99), "Entry 0 of `edges`"),
    "an edge from elsewhere": (changed("edges", 0, source=2), "Entry 0 of `edges`"),
    "a million edges": (lambda data: data | {"edges": [0] * 1_000_000}, "Entry 0 of `edges`"),
    "a step to nowhere": (changed("steps", 0, node=99), "Entry 0 of `steps`"),
    "a group within itself": (
        lambda data: data | {"groups": [{"id": 0, "parent": 0, "kind": "call", "name": "f", "span": None}]},
        "Entry 0 of `groups`",
    ),
    "an output that is not there": (lambda data: data | {"output": 99}, "The field `output`"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_graph_is_refused_with_a_sentence(what: str) -> None:
    change, sentence = REFUSED[what]
    with pytest.raises(backpass.CaptureError) as error:
        backpass.Graph(change(copy.deepcopy(DATA)))
    (problem,) = error.value.problems
    assert sentence in problem.message
    assert "graph.to_json()" in problem.hint


@pytest.mark.parametrize("name", ["graph.json", "flow.html"])
def test_numbers_that_json_has_not_are_refused_in_words(tmp_path: Path, name: str) -> None:
    data = copy.deepcopy(DATA)
    data["nodes"][1]["data"] = float("nan")
    with pytest.raises(backpass.CaptureError, match="NaN or an infinity"):
        backpass.Graph(data).save(tmp_path / name)
    data["nodes"][1]["data"] = "NaN"
    assert backpass.Graph(data).save(tmp_path / name).is_file()
