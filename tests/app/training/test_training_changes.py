"""Runs that go on: without an end, past their end, and with another set-up while they are under way."""

import itertools
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from backpass.engine.learning.datasets import moons
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.optim import SGD, Adam
from backpass.engine.learning.training import Training
from tests.app.events import Event, steps_of
from tests.app.training.test_training_live import begun, patched, status, stream
from tests.servers import running_server

REQUEST: dict[str, Any] = {
    "data": {"name": "moons", "count": 40, "noise": 0.1, "seed": 3},
    "model": {"kind": "mlp", "layers": [6, 1], "activation": "tanh", "last": "linear", "seed": 5},
    "loss": "hinge",
    "optimizer": {"name": "sgd", "learning_rate": 0.3},
    "steps": 12,
    "regions": 5,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("changes") / "server.log", max_seconds=60, training_grace_seconds=60) as url:
        yield f"{url}/api/v1/training"


def step_after_step(url: str, events: Iterator[Event], count: int) -> list[Event]:
    """Makes so many single steps, and waits for the model after them."""
    wanted = patched(url, advance=count)["step"] + count
    seen: list[Event] = []
    for event in events:
        seen.append(event)
        if event.kind == "moment" and event.data["step"] >= wanted:
            return seen
    raise AssertionError("the run ended")


def engine_run(steps: int, **changes: Any) -> tuple[MatrixMLP, Training]:
    model = MatrixMLP(2, [6, 1], "tanh", last="linear", random=5)
    return model, Training(model, moons(40, 0.1, seed=3), "hinge", SGD(model.parameters(), 0.3), steps=steps, **changes)


def test_an_endless_run_goes_on_after_its_steps_with_the_same_numbers(server: str) -> None:
    with stream("POST", server, json=REQUEST | {"endless": True, "paused": True}) as events:
        url = f"{server}/{begun(events).data['id']}"
        seen = step_after_step(url, events, 40)
        httpx2.delete(url)
    _, engine = engine_run(40)
    assert [step["loss"] for step in steps_of(seen)] == [progress.loss for progress in engine]


def test_an_endless_run_is_told_of_more_rarely_the_longer_it_is(server: str) -> None:
    request = REQUEST | {"endless": True, "optimizer": {"name": "sgd", "learning_rate": 0.01}, "regions": None}
    seen: list[Event] = []
    with stream("POST", server, json=request) as events:
        for event in events:
            seen.append(event)
            if event.kind == "moment" and event.data["step"] > 3_000:
                break
        httpx2.delete(f"{server}/{seen[0].data['id']}")
    steps = [step["step"] for step in steps_of(seen)]
    assert steps[:1_001] == list(range(1_001)), "every step at first"
    assert {later - earlier for earlier, later in itertools.pairwise(steps) if 2_000 < later <= 4_000} == {4}
    kept = [event.data["step"] for event in seen if event.kind == "moment" and not event.data.get("passing")]
    assert kept[:100] == list(range(100))
    assert all(step % 32 == 0 for step in kept if step > 1_600)
    assert len([step for step in kept if step < 1_600]) == 100 + 50 * 4


def test_a_run_past_its_end_goes_on_from_its_checkpoint_without_end(server: str) -> None:
    with stream("POST", server, json=REQUEST) as events:
        seen = list(events)
    assert seen[-1].kind == "finished"
    checkpoint = httpx2.get(f"{server}/{seen[0].data['id']}/checkpoint").json()
    body = {"checkpoint": checkpoint, "training": REQUEST | {"endless": True}, "paused": True}
    with stream("POST", server, json=body) as events:
        started = begun(events)
        assert started.data["step"] == 12
        url = f"{server}/{started.data['id']}"
        seen += step_after_step(url, events, 8)
        httpx2.delete(url)
    _, engine = engine_run(20)
    assert [step["loss"] for step in steps_of(seen)] == [progress.loss for progress in engine]


def test_a_run_is_given_another_set_up_while_it_is_under_way(server: str) -> None:
    changed = REQUEST | {
        "optimizer": {"name": "adam", "learning_rate": 0.05},
        "batch_size": 8,
        "l1": 1e-3,
        "l2": 1e-2,
        "data": REQUEST["data"] | {"noise": 0.3},
    }
    with stream("POST", server, json=REQUEST | {"paused": True}) as events:
        url = f"{server}/{begun(events).data['id']}"
        seen = step_after_step(url, events, 5)
        assert patched(url, training=changed)["state"] == "paused"
        told = begun(events, "changed")
        assert told.data["step"] == 5
        assert told.data["request"]["l1"] == 1e-3
        seen += [told, *step_after_step(url, events, 4)]
        httpx2.delete(url)
    model, engine = engine_run(5)
    losses = [progress.loss for progress in engine]
    other = moons(40, 0.3, seed=3)
    assert told.data["examples"]["inputs"] == other.inputs.tolist()
    after = Training(model, other, "hinge", Adam(model.parameters(), 0.05), steps=12, batch_size=8, l1=1e-3, l2=1e-2)
    after.adopt(engine.checkpoint())
    losses += [after.advance().loss for _ in range(4)]
    assert [step["loss"] for step in steps_of(seen)] == losses
    assert [event.data["step"] for event in seen if event.kind == "moment"][-1] == 9


def test_the_memory_of_an_optimiser_that_stays_is_kept(server: str) -> None:
    momentum = {"name": "sgd", "learning_rate": 0.1, "momentum": 0.9}
    with stream("POST", server, json=REQUEST | {"optimizer": momentum, "paused": True}) as events:
        url = f"{server}/{begun(events).data['id']}"
        step_after_step(url, events, 5)
        patched(url, training=REQUEST | {"optimizer": momentum | {"learning_rate": 0.05}})
        step_after_step(url, events, 1)
        velocity = httpx2.get(f"{url}/checkpoint").json()["checkpoint"]["optimizer"]
        httpx2.delete(url)
    model = MatrixMLP(2, [6, 1], "tanh", last="linear", random=5)
    engine = Training(model, moons(40, 0.1, seed=3), "hinge", SGD(model.parameters(), 0.1, momentum=0.9), steps=12)
    for _ in range(5):
        engine.advance()
    engine.optimizer.learning_rate = 0.05
    engine.advance()
    assert velocity == engine.optimizer.state()


@pytest.mark.parametrize(
    ("change", "status_code", "field"),
    [
        ({"model": REQUEST["model"] | {"layers": [7, 1]}}, 422, None),
        ({"optimizer": {"name": "sgd", "learning_rate": -1}}, 422, "optimizer.learning_rate"),
        ({"l1": -1}, 400, "l1"),
    ],
)
def test_a_set_up_it_cannot_go_on_with_is_refused_and_it_stays_as_it_was(
    server: str, change: dict[str, Any], status_code: int, field: str | None
) -> None:
    with stream("POST", server, json=REQUEST | {"paused": True}) as events:
        url = f"{server}/{begun(events).data['id']}"
        answer = httpx2.patch(url, json={"training": REQUEST | change})
        assert answer.status_code == status_code, answer.text
        assert answer.json()["problems"][0].get("field") == field
        seen = step_after_step(url, events, 2)
        assert status(url)["state"] == "paused"
        httpx2.delete(url)
    assert len(steps_of(seen)) == 2


def test_another_set_up_comes_too_late_for_a_run_that_is_over(server: str) -> None:
    with stream("POST", server, json=REQUEST) as events:
        seen = list(events)
    answer = httpx2.patch(f"{server}/{seen[0].data['id']}", json={"training": REQUEST})
    assert answer.json()["problems"][0]["code"] == "run-ended"


def test_the_curve_of_l1_is_its_own_and_old_checkpoints_still_load() -> None:
    _, plain = engine_run(1)
    model, penalised = engine_run(1, l1=0.01)
    weights = sum(abs(value) for row in model.parameters() for value in _numbers(row.raw))
    assert penalised.advance().loss == pytest.approx(plain.advance().loss + 0.01 * weights, abs=1e-14)
    assert "l1" not in plain.checkpoint()["settings"], "checkpoints from before there was one have none"
    assert penalised.checkpoint()["settings"]["l1"] == 0.01
    moved = plain.objective.parameters - penalised.objective.parameters
    assert set(abs(moved).round(12).tolist()) <= {0.0, 0.003}, "each weight a step of rate times l1 nearer to 0"


def _numbers(raw: Any) -> list[float]:
    return [float(raw)] if isinstance(raw, float) else raw.ravel().tolist()
