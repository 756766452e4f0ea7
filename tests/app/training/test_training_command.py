"""`backpass train`: what it prints, how it goes on, and with which status it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from backpass.app.training.limits import TrainingLimits
from backpass.app.training.presets import PRESETS
from backpass.engine.learning.training import Progress, Training
from tests.app.cli.test_cli import said

LINE = {
    "data": {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]},
    "model": {"kind": "program", "program": "w*x + b", "features": ["x"]},
    "optimizer": {"name": "sgd", "learning_rate": 0.1},
    "steps": 4,
}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(LINE), encoding="utf-8")
    return path


def test_every_preset_can_be_trained_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for preset in PRESETS:
        lines = said(capsys, "train", preset.name, "--steps", 2)[0].splitlines()
        assert [line.split(" loss ")[0] for line in lines] == ["step 0", "step 1", "after 2 steps"]


def test_a_run_from_a_file_prints_every_so_many_steps_and_the_last(capsys: pytest.CaptureFixture[str], run: Path) -> None:
    out, _ = said(capsys, "train", run, "--every", 2)
    # With w = b = 1 the errors are 0, 1, 2: a loss of 5/3 with the slopes 10/3 and 2.
    assert out.splitlines()[0] == "step 0 loss 1.6666667"
    assert [line.split(" loss ")[0] for line in out.splitlines()] == ["step 0", "step 2", "step 3", "after 4 steps"]


def test_what_is_printed_as_json_is_what_the_api_tells(capsys: pytest.CaptureFixture[str], run: Path) -> None:
    first, *_, last = [json.loads(line) for line in said(capsys, "train", run, "--json")[0].splitlines()]
    assert first["loss"] == pytest.approx(5 / 3)
    assert set(first) == {*Progress.__dataclass_fields__} - {"parameters", "divergence"}
    assert set(last) == {"step", "loss", "accuracy", "held_out_loss", "held_out_accuracy"}
    assert last["step"] == 4


def test_a_run_goes_on_from_a_checkpoint_with_the_same_numbers(
    capsys: pytest.CaptureFixture[str], run: Path, tmp_path: Path
) -> None:
    whole = said(capsys, "train", run, "--steps", 9)[0].splitlines()
    begun = said(capsys, "train", run, "--checkpoint", tmp_path / "half.json")[0].splitlines()
    rest = said(capsys, "train", tmp_path / "half.json", "--steps", 9)[0].splitlines()
    assert begun[:4] + rest == whole
    assert len(rest) == 6


def test_ctrl_c_leaves_a_checkpoint(
    capsys: pytest.CaptureFixture[str], run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = Training.advance

    def interrupted(training: Training) -> Progress:
        if training.step == 2:
            raise KeyboardInterrupt
        return advance(training)

    monkeypatch.setattr(Training, "advance", interrupted)
    out, _ = said(capsys, "train", run, "--checkpoint", tmp_path / "half.json", status=130)
    assert len(out.splitlines()) == 2
    assert json.loads((tmp_path / "half.json").read_text())["checkpoint"]["step"] == 2


def test_a_table_takes_the_place_of_the_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "plants.csv"
    table.write_text("\ufefflength;width;kind\n1;2;oak\n2;1;ash\n3;1;ash\n0;2;oak\n", encoding="utf-8")
    out, _ = said(capsys, "train", "moons", "--data", table, "--steps", 3)
    assert "accuracy" in out
    assert "tmp" in said(capsys, "train", "moons", "--data", tmp_path / "none.csv", status=2)[1]


def test_a_run_that_runs_away_says_so_and_ends_with_status_1(capsys: pytest.CaptureFixture[str], run: Path) -> None:
    out, beside = said(capsys, "train", run, "--learning-rate", 5, "--steps", 100, status=1)
    assert "after" not in out
    assert "The loss diverges" in beside
    assert "Try the learning rate" in beside


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (LINE | {"loss": "hinge"}, "hinge needs classes"),
        (LINE | {"steps": 0}, "The field `steps`"),
        (LINE | {"model": {"kind": "program", "program": "w*x +", "features": ["x"]}}, "w*x +"),
        ({"format": 1, "checkpoint": {}}, "request"),
        ([], "needs one of the fields"),
    ],
)
def test_a_run_that_cannot_be_made_is_refused_with_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, document: Any, message: str
) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert message in said(capsys, "train", path, status=2)[1]


def test_what_is_neither_a_name_nor_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "neither a preset (moons, " in said(capsys, "train", "mons", status=2)[1]


def test_no_limit_of_a_server_holds_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    wide = {"kind": "mlp", "layers": [30_000, 1], "activation": "relu"}
    path.write_text(json.dumps({"data": {"name": "four_points"}, "model": wide, "steps": 1}), encoding="utf-8")
    assert "after 1 step loss" in said(capsys, "train", path)[0]
    assert TrainingLimits.none().parameters > 10**9
