"""Weights that are frozen in a run over the API: from its start, while it is under way, and from a checkpoint."""

from collections.abc import Iterator
from typing import Any

import httpx2
import numpy as np
import pytest

from tests.app.training.test_training_changes import REQUEST, engine_run, step_after_step
from tests.app.training.test_training_live import begun, patched, stream
from tests.servers import running_server

WEIGHT = {"parameter": "layer 1 · weights", "path": [1, 4]}
LAYER = [{"parameter": "layer 2 · weights"}, {"parameter": "layer 2 · biases", "path": []}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("freezing") / "server.log", max_seconds=60, training_grace_seconds=60) as url:
        yield f"{url}/api/v1/training"


def test_what_is_frozen_stays_from_the_first_step_to_the_last(server: str) -> None:
    with stream("POST", server, json=REQUEST | {"frozen": [WEIGHT, *LAYER]}) as events:
        seen = list(events)
    started = seen[0].data
    assert started["request"]["frozen"] == [WEIGHT, {"parameter": "layer 2 · weights", "path": []}, LAYER[1]]
    first, last = seen[1].data["parameters"], seen[-1].data["parameters"]
    assert seen[-1].kind == "finished"
    assert last["layer 2 · weights"] == first["layer 2 · weights"]
    assert last["layer 2 · biases"] == first["layer 2 · biases"]
    moved = np.array(last["layer 1 · weights"]) != np.array(first["layer 1 · weights"])
    assert np.argwhere(~moved).tolist() == [[1, 4]]
    progress = next(event for event in seen if event.kind == "progress").data["steps"][0]
    assert progress["gradient_norms"]["layer 2"] > 0
    assert progress["update_ratios"]["layer 2"] == 0


def test_a_weight_is_frozen_and_released_while_the_run_is_under_way(server: str) -> None:
    with stream("POST", server, json=REQUEST | {"paused": True}) as events:
        url = f"{server}/{begun(events).data['id']}"
        step_after_step(url, events, 3)
        patched(url, training=REQUEST | {"frozen": [WEIGHT]})
        changed = begun(events, "changed").data
        assert (changed["step"], changed["request"]["frozen"]) == (3, [WEIGHT])
        frozen = step_after_step(url, events, 4)
        held = {event.data["parameters"]["layer 1 · weights"][1][4] for event in frozen if event.kind == "moment"}
        assert len(held) == 1
        checkpoint = httpx2.get(f"{url}/checkpoint").json()
        patched(url, training=REQUEST)
        released = step_after_step(url, events, 1)[-1].data["parameters"]["layer 1 · weights"][1][4]
        assert {released} != held
        httpx2.delete(url)
    assert checkpoint["request"]["frozen"] == [WEIGHT]
    with stream("POST", server, json={"checkpoint": checkpoint}) as events:
        seen = list(events)
    assert seen[-1].kind == "finished"
    assert {seen[-1].data["parameters"]["layer 1 · weights"][1][4]} == held


def test_nothing_frozen_is_the_run_as_it_always_was(server: str) -> None:
    model, engine = engine_run(12)
    with stream("POST", server, json=REQUEST | {"frozen": []}) as events:
        last = list(events)[-1].data
    losses = [progress.loss for progress in engine]
    assert len(losses) == 12
    named = {name: np.asarray(tensor.raw).tolist() for name, tensor in model.named_parameters()}
    assert last["parameters"] == named


@pytest.mark.parametrize(
    ("frozen", "field", "words"),
    [
        ([{"parameter": "layer 9 · weights"}], "frozen", "no parameter `layer 9 · weights`"),
        ([{"parameter": "layer 1 · weights", "path": [2, 0]}], "frozen", "no element"),
        ([{"parameter": "layer 1 · weights", "path": [-1]}], "frozen.0.path.0", "greater than or equal to 0"),
        ([{"path": [1]}], "frozen.0.parameter", "missing"),
    ],
)
def test_a_weight_that_there_is_not_is_refused_with_its_place(
    server: str, frozen: list[dict[str, Any]], field: str, words: str
) -> None:
    answer = httpx2.post(server, json=REQUEST | {"frozen": frozen}, timeout=60)
    assert 400 <= answer.status_code < 500
    [problem] = answer.json()["problems"]
    assert problem["field"] == field
    assert words in problem["message"]
