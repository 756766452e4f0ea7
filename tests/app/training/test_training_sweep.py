"""Sweeps: the same run with several learning rates and widths."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine.learning.datasets import moons
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.optim import SGD
from backpass.engine.learning.training import Training
from tests.app.events import Event, events_of, steps_of
from tests.app.training.test_training import MOONS

SWEEP = {"training": MOONS | {"steps": 40, "held_out": 0.25}, "learning_rates": [0.1, 0.5, 1e3], "widths": [3, 6]}


def swept(client: TestClient, **changes: Any) -> list[Event]:
    answer = client.post("/api/v1/training/sweep", json=SWEEP | changes)
    assert answer.status_code == 200, answer.text
    return events_of(answer.text)


def test_every_cell_ends_as_its_run_alone_does(client: TestClient) -> None:
    started, *cells, finished = swept(client)
    assert (started.kind, finished.kind) == ("started", "finished")
    assert started.data == finished.data == {"cells": 6}
    found = {(cell.data["learning_rate"], cell.data["width"]): cell.data for cell in cells}
    assert set(found) == {(rate, width) for rate in (0.1, 0.5, 1e3) for width in (3, 6)}
    for (rate, width), cell in found.items():
        model = MatrixMLP(2, [width, 1], "relu", last="linear", random=5)
        data, held_out = moons(40, 0.1, seed=3).split(0.25)
        training = Training(model, data, "hinge", SGD(model.parameters(), rate), steps=40, held_out=held_out)
        list(training)
        if training.divergence is not None:
            assert cell["diverged_at"] == training.divergence.began
            assert cell["loss"] is None
        else:
            standing = training.standing()
            assert cell["loss"] == standing.loss
            assert cell["accuracy"] == standing.accuracy
            assert cell["held_out_loss"] == standing.held_out_loss
            assert cell["held_out_accuracy"] == standing.held_out_accuracy
            assert cell["diverged_at"] is None
        assert cell["problem"] is None
    assert any(cell["diverged_at"] is not None for cell in found.values())


def test_without_widths_the_model_stays_as_it_is(client: TestClient) -> None:
    logistic = {"data": {"name": "four_blobs"}, "model": {"kind": "logistic"}, "loss": "binary_cross_entropy", "steps": 5}
    _, *cells, _ = swept(client, training=logistic, learning_rates=[0.1], widths=None)
    assert [(cell.data["width"], cell.data["problem"]) for cell in cells] == [(None, None)]


def test_a_cell_that_cannot_be_trained_says_why_and_the_others_go_on(client: TestClient) -> None:
    _, *cells, finished = swept(client, widths=[1_000_000, 4])
    assert finished.kind == "finished"
    codes = {cell.data["width"]: cell.data["problem"] and cell.data["problem"]["code"] for cell in cells}
    assert codes == {4: None, 1_000_000: "too-many-parameters"}


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"learning_rates": []}, 400, "invalid-request", "learning_rates"),
        ({"learning_rates": [-1]}, 400, "invalid-request", "learning_rates.0"),
        ({"widths": [0]}, 400, "invalid-request", "widths.0"),
        ({"learning_rates": [0.1 + index for index in range(40)]}, 422, "too-much-work", None),
        ({"training": MOONS | {"data": {"name": "mons"}}}, 422, "unknown-function", "data.name"),
        ({"training": MOONS | {"data": {"csv": 3}}}, 400, "invalid-request", "training.data.csv"),
    ],
)
def test_a_sweep_that_makes_no_sense_is_refused_before_it_begins(
    client: TestClient, changes: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    answer = client.post("/api/v1/training/sweep", json=SWEEP | changes)
    assert answer.status_code == status, answer.text
    problem = answer.json()["problems"][0]
    assert (problem["code"], problem.get("field")) == (code, field)


CELLS: list[dict[str, Any]] = [
    {},
    {"l2": 0.05, "batch_size": 10},
    {"optimizer": {"name": "adam", "learning_rate": 0.02}},
    {"optimizer": {"name": "sgd", "learning_rate": 1e3}},
    {"loss": "no such loss"},
    {"model": MOONS["model"] | {"layers": [4, 4, 1]}, "steps": 7},
    {"steps": 10**30},
    {"steps": 0, "no_such_field": [{}]},
]


BASE: dict[str, Any] = MOONS | {"steps": 40, "held_out": 0.25, "regions": 6}


def of_cells(client: TestClient, **changes: Any) -> dict[int, dict[str, Any]]:
    given: dict[str, Any] = {"training": BASE, "cells": CELLS} | changes
    answer = client.post("/api/v1/training/sweep", json=given)
    assert answer.status_code == 200, answer.text
    started, *cells, finished = events_of(answer.text)
    assert (started.kind, finished.kind) == ("started", "finished")
    assert started.data == {"cells": len(cells)}
    return {cell.data["cell"]: cell.data for cell in cells}


def test_any_fields_may_differ_and_every_cell_is_its_run_alone(client: TestClient) -> None:
    cells = of_cells(client, curves=True)
    assert sorted(cells) == list(range(8))
    for index in (0, 1, 2, 5):
        alone: dict[str, Any] = BASE | {"watch_every": 1} | CELLS[index]
        run = events_of(client.post("/api/v1/training", json=alone).text)
        last = run[-1].data
        cell = cells[index]
        assert {name: cell[name] for name in ("loss", "accuracy", "held_out_loss", "regions")} == {
            name: last[name] for name in ("loss", "accuracy", "held_out_loss", "regions")
        }
        assert cell["curve"]["losses"] == [step["loss"] for step in steps_of(run)]
        assert cell["curve"]["steps"] == list(range(alone["steps"]))
        assert (cell["problem"], cell["diverged_at"]) == (None, None)
    assert cells[3]["diverged_at"] is not None
    assert (cells[3]["loss"], cells[3]["regions"]) == (None, None)
    assert cells[4]["problem"]["field"] == "loss"
    assert cells[6]["problem"] is not None
    assert cells[7]["problem"] is not None
    assert cells[4]["curve"] == {"steps": [], "losses": []}


def test_a_long_run_has_about_a_hundred_losses_and_none_unless_curves_are_wanted(client: TestClient) -> None:
    [cell] = of_cells(client, cells=[{"steps": 1_000}], curves=True).values()
    assert cell["curve"]["steps"] == [*range(0, 1_000, 10), 999]
    [cell] = of_cells(client, cells=[{"steps": 30}]).values()
    assert "curve" not in cell
    assert "regions" not in cell


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"cells": []}, 400, "invalid-request"),
        ({"cells": [{}], "learning_rates": [0.1]}, 422, "invalid-input"),
        ({"cells": [{}], "widths": [3]}, 422, "invalid-input"),
        ({"cells": None}, 422, "invalid-input"),
        ({"cells": [3]}, 400, "invalid-request"),
        ({"cells": [{}] * 65}, 422, "too-much-work"),
        ({"training": MOONS | {"loss": "nothing"}}, 422, "unknown-function"),
    ],
)
def test_cells_that_make_no_sense_are_refused(client: TestClient, changes: dict[str, Any], status: int, code: str) -> None:
    given: dict[str, Any] = {"training": BASE, "cells": CELLS} | changes
    answer = client.post("/api/v1/training/sweep", json=given)
    assert answer.status_code == status, answer.text
    assert answer.json()["problems"][0]["code"] == code


def test_a_sweep_counts_as_a_run() -> None:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://", max_training_runs_per_client=1))) as client:
        runs = client.app.state.parts.training  # type: ignore[attr-defined]
        runs._sweeps["another"] = "testclient"
        assert runs.active == 1
        for path, body in (("/api/v1/training/sweep", SWEEP), ("/api/v1/training", MOONS)):
            answer = client.post(path, json=body)
            assert answer.status_code == 429
            assert answer.json()["problems"][0]["code"] == "too-many-runs"
        runs._sweeps.clear()
        assert swept(client, learning_rates=[0.1], widths=None)[-1].kind == "finished"
        assert runs.active == 0
