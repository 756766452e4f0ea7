"""Training over the API: the stream, what is told in it, and what is refused before it begins."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from backpass.app.training.presets import PRESETS
from backpass.engine.learning.choices import Choice
from backpass.engine.learning.datasets import DATASETS, moons
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.optim import OPTIMIZERS, SGD, Adam
from backpass.engine.learning.schedules import SCHEDULES, Cosine
from backpass.engine.learning.training import Pitfall, Training
from backpass.engine.operations import OPERATIONS
from tests.app.events import Event, events_of, steps_of

MOONS: dict[str, Any] = {
    "data": {"name": "moons", "count": 40, "noise": 0.1, "seed": 3},
    "model": {"kind": "mlp", "layers": [6, 1], "activation": "relu", "last": "linear", "seed": 5},
    "loss": "hinge",
    "optimizer": {"name": "sgd", "learning_rate": 0.3},
    "steps": 12,
    "regions": 5,
}


def trained(client: TestClient, request: dict[str, Any]) -> list[Event]:
    answer = client.post("/api/v1/training", json=request)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return events_of(answer.text)


def refused(client: TestClient, **changes: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/training", json=MOONS | changes)
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.json()["problems"][0]


def test_a_run_over_the_api_is_the_engines_number_by_number(client: TestClient) -> None:
    request = MOONS | {
        "held_out": 0.25,
        "seed": 7,
        "batch_size": 8,
        "l2": 1e-3,
        "optimizer": {"name": "adam", "learning_rate": 0.05, "beta1": 0.8},
        "schedule": {"name": "cosine", "lowest": 0.01},
    }
    events = trained(client, request)
    model = MatrixMLP(2, [6, 1], "relu", last="linear", random=5)
    data, held_out = moons(40, 0.1, seed=3).split(0.25, 7)
    engine = Training(
        model,
        data,
        "hinge",
        Adam(model.parameters(), 0.05, beta1=0.8),
        schedule=Cosine(0.05, 12, 0.01),
        steps=12,
        batch_size=8,
        seed=7,
        l2=1e-3,
        held_out=held_out,
        keep_every=1,
    )
    expected = list(engine)
    steps = steps_of(events)
    assert [step["step"] for step in steps] == list(range(12))
    for step, progress in zip(steps, expected, strict=True):
        for name in ("loss", "learning_rate", "gradient_norm", "accuracy", "held_out_loss", "held_out_accuracy"):
            assert step[name] == getattr(progress, name)
        assert step["gradient_norms"] == progress.gradient_norms
        assert step["update_ratios"] == progress.update_ratios
    moments = [event.data for event in events if event.kind == "moment"]
    assert [moment["step"] for moment in moments] == list(range(12))
    for moment, progress in zip(moments, expected, strict=True):
        assert moment["parameters"] == engine.named(progress.parameters)
    final = events[-1].data
    assert final["parameters"] == model.state()
    assert final["loss"] == engine.standing().loss
    assert final["held_out_accuracy"] == engine.standing().held_out_accuracy


def test_events_are_numbered_begin_with_the_declaration_and_end_with_the_result(client: TestClient) -> None:
    events = trained(client, MOONS)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert [event.kind for event in events[:3]] == ["started", "moment", "state"]
    assert events[-1].kind == "finished"
    started = events[0].data
    assert len(started["id"]) == 32
    assert started["features"] == ["x", "y"]
    assert started["classes"] == 2
    assert len(started["examples"]["inputs"]) == len(started["examples"]["targets"]) == 40
    assert started["held_out"] is None
    assert started["layers"] == ["layer 1", "layer 2"]
    assert started["parameters"][0] == {"name": "layer 1 · weights", "shape": [2, 6]}
    assert started["parameter_count"] == 25
    assert started["request"]["data"] == MOONS["data"]
    assert started["request"]["optimizer"] == {
        "name": "sgd",
        "learning_rate": 0.3,
        "momentum": 0.0,
        "nesterov": False,
        "weight_decay": 0.0,
    }
    assert started["boundary"] == 0
    assert started["learning_rates"] == [0.3] * 12
    assert all("seconds_left" in event.data for event in events if event.kind == "progress")


def test_a_moment_says_what_the_model_makes_of_each_example(client: TestClient) -> None:
    events = trained(client, MOONS)
    model = MatrixMLP(2, [6, 1], "relu", last="linear")
    for event in events:
        if event.kind in ("moment", "finished"):
            model.load(event.data["parameters"])
            said = model(moons(40, 0.1, seed=3).inputs).data
            assert event.data["predictions"] == pytest.approx(said.tolist(), rel=1e-3)
    blobs = {"data": {"name": "blobs"}, "model": {"kind": "mlp", "layers": [3]}, "loss": "cross_entropy", "steps": 40}
    started, *_, final = trained(client, blobs)
    assert started.data["boundary"] is None
    right = [said == wanted for said, wanted in zip(final.data["predictions"], started.data["examples"]["targets"], strict=True)]
    assert sum(right) / len(right) == final.data["accuracy"]
    many = MOONS | {"data": {"name": "moons", "count": 1_001}, "steps": 1, "regions": None}
    assert trained(client, many)[-1].data["predictions"] is None


def test_the_rates_of_a_schedule_are_told_beforehand(client: TestClient) -> None:
    falling = MOONS | {"schedule": {"name": "linear_decay", "end": 0.1}, "steps": 200}
    events = trained(client, falling)
    rates = events[0].data["learning_rates"]
    assert len(rates) == 60
    steps = steps_of(events)
    assert (rates[0], rates[-1]) == (steps[0]["learning_rate"], steps[-1]["learning_rate"])


def test_what_a_run_started_with_makes_the_same_run_again(client: TestClient) -> None:
    first = trained(client, MOONS | {"schedule": {"name": "step_decay", "every": 5}})
    again = trained(client, first[0].data["request"])
    assert steps_of(again) == steps_of(first)


def test_regions_are_what_the_model_says_in_the_middle_of_each_cell_from_below(client: TestClient) -> None:
    events = trained(client, MOONS | {"steps": 1})
    (left, right), (low, high) = events[0].data["bounds"]
    model = MatrixMLP(2, [6, 1], "relu", last="linear", random=5)
    regions = events[1].data["regions"]
    assert [len(row) for row in regions] == [5] * 5
    for row in range(5):
        for column in range(5):
            place = [left + (column + 0.5) * (right - left) / 5, low + (row + 0.5) * (high - low) / 5]
            assert regions[row][column] == pytest.approx(model(place).item(), rel=1e-3)
            assert len(repr(regions[row][column]).strip("-0.").replace(".", "")) <= 4
    points = moons(40, 0.1, seed=3).inputs
    assert left < points[:, 0].min() < points[:, 0].max() < right
    assert low < points[:, 1].min() < points[:, 1].max() < high


def test_points_drawn_by_hand_stay_in_their_place_when_others_come(client: TestClient) -> None:
    def bounds(points: list[list[float]]) -> Any:
        data = {"inputs": points, "targets": [each % 2 for each in range(len(points))], "classes": 2}
        return trained(client, MOONS | {"data": data, "steps": 1})[0].data["bounds"]

    drawn = [[0.5, 0.5], [-1.5, 0.2], [0.4, 0.1]]
    # Where the page lets people draw: training_runner.test.ts has the same numbers.
    assert bounds(drawn[:2]) == bounds(drawn) == [[-1.5, 1.5], [-1.5, 1.5]]
    (left, right), (low, high) = bounds([*drawn, [3.0, 0.0]])
    assert left < -1.5
    assert right > 3.0
    assert low < 0.1
    assert 0.5 < high < 1.0


def test_of_one_feature_a_curve_is_told_of_three_nothing_and_of_many_classes_the_class(client: TestClient) -> None:
    line = {"kind": "program", "program": "w*x + b", "features": ["x"]}
    numbers = {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]}
    curve = trained(client, MOONS | {"data": numbers, "model": line, "loss": "mean_squared_error"})[-1].data["regions"]
    assert [len(row) for row in curve] == [5]
    assert curve[0] == sorted(curve[0])
    points = trained(client, {"data": {"name": "four_points"}, "model": {"kind": "mlp", "layers": [1]}, "steps": 1})
    assert points[0].data["bounds"] is None
    assert points[-1].data["regions"] is None
    blobs = {"data": {"name": "blobs"}, "model": {"kind": "mlp", "layers": [3]}, "loss": "cross_entropy", "steps": 40}
    regions = trained(client, blobs)[-1].data["regions"]
    assert {cell for row in regions for cell in row} == {0, 1, 2}


def test_a_program_learns_and_its_parameters_have_its_own_names(client: TestClient) -> None:
    events = trained(
        client,
        {
            "data": {"csv": "area,price\n0,1\n1,3\n2,5\n3,7\n"},
            "model": {"kind": "program", "program": "w = 0.5; b = 0; w*area + b"},
            "optimizer": {"name": "sgd", "learning_rate": 0.1},
            "steps": 300,
        },
    )
    assert events[0].data["features"] == ["area"]
    assert events[0].data["request"]["model"]["features"] == ["area"]
    assert events[-1].data["parameters"] == {"w": pytest.approx(2, abs=1e-3), "b": pytest.approx(1, abs=1e-3)}


def test_a_program_may_give_a_score_for_each_class(client: TestClient) -> None:
    program = "stack([a*x + d*y, b*x + e*y, c*x + f*y])"
    for text in (program, f"if x > 100:\n    x = x*2\n{program}"):
        model = {"kind": "program", "program": text, "features": ["x", "y"]}
        request = {"data": {"name": "blobs", "count": 30}, "model": model, "loss": "cross_entropy", "steps": 30, "regions": 4}
        events = trained(client, request)
        assert events[-1].kind == "finished"
        losses = [step["loss"] for step in steps_of(events)]
        assert losses[-1] < losses[0]
        assert set(events[-1].data["predictions"]) <= {0, 1, 2}


def test_a_table_may_name_its_columns_and_its_classes(client: TestClient) -> None:
    table = "\ufefflength;width;kind\n1;2;oak\n2;1;ash\n\n3;1;ash\n0;2;oak\n"
    started = trained(client, {"data": {"csv": table}, "model": {"kind": "mlp", "layers": [1]}, "steps": 1})[0].data
    assert started["features"] == ["length", "width"]
    assert started["class_names"] == ["ash", "oak"]
    assert started["examples"]["targets"] == [1, 0, 0, 1]
    signs = {"data": {"csv": "1,2,-1\n2,1,1\n"}, "model": {"kind": "mlp", "layers": [1]}, "steps": 1}
    assert trained(client, signs)[0].data["examples"]["targets"] == [0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The table is empty"),
        ("x,y,class\n", "a header but no examples"),
        ("1\n2\n", "Line 1 has only one column"),
        ("x,y,class\n1,2,0\n1,2\n", "Line 3 of the table has 2 columns, but the lines before it have 3"),
        ("1,2,0\n1,,1\n", "Line 2, column 2 of the table: the cell is empty"),
        ("1,2,0\n1,two,1\n", "Line 2, column 2 of the table: `two` is not a finite number"),
        ("1,2,0\n1,inf,1\n", "`inf` is not a finite number"),
        ("1,2,0\n1,2,\n", "Line 2, column 3 of the table is empty"),
        ("1,2,0\n1,3,yes\n", "Line 2, column 3 of the table: `yes` is not a finite number"),
        ("1,2,yes\n1,3,yes\n", "Every example has the class `yes`, so there is nothing to classify"),
        ("1,2,1\n1,3,1\n", "Every example has the class `1`"),
        ('1,2,"yes\n1,3,no\n', "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_its_place(client: TestClient, text: str, message: str) -> None:
    problem = refused(client, data={"csv": text})
    assert message in problem["message"]
    assert problem["hint"]


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({"data": {"name": "mons"}}, "unknown-function", "no data set called `mons`"),
        ({"data": {"name": "moons", "nois": 1}}, "invalid-input", "no numeric setting called `nois`"),
        ({"data": {"name": "moons", "noise": -1}}, "invalid-input", "from 0 to 10"),
        ({"data": {"name": "moons", "count": 50_000}}, "too-many-examples", "50,000 examples"),
        ({"data": {"inputs": [], "targets": []}}, "invalid-input", "no examples"),
        ({"data": {"inputs": [[1, 2], [1, 3]], "targets": [0, 1], "classes": 10**9}}, "invalid-request", "classes"),
        ({"data": {"inputs": [[1, 2], [1]], "targets": [0, 1]}}, "invalid-input", "Example 1 has 1 number,"),
        (
            {"data": {"inputs": [[1, 2], [1, 3]], "targets": [1, 1], "classes": 2}},
            "invalid-input",
            "at least two of them must occur",
        ),
        ({"data": {}}, "invalid-request", "needs one of the fields `name` or `inputs` or `csv`"),
        ({"model": {"kind": "mlp", "layers": [1_000_000, 1]}}, "too-many-parameters", "4,000,001 weights and biases"),
        ({"model": {"kind": "mlp", "layers": [0, 1]}}, "invalid-input", "empty layer"),
        ({"model": {"kind": "mlp", "layers": [-5, 1]}}, "invalid-input", "empty layer"),
        ({"model": {"kind": "mlp", "layers": [4, 2]}}, "shape-mismatch", "the last layer has 2 neurons"),
        ({"model": {"kind": "mlp", "layers": [4, 1], "activation": "tahn"}}, "unknown-function", "`tahn`"),
        ({"model": {"kind": "logistic", "weights": [1]}}, "shape-mismatch", "2 inputs"),
        ({"model": {"kind": "program", "program": "x + y", "features": ["x", "y"]}}, "invalid-input", "nothing to learn"),
        ({"model": {"kind": "program", "program": "w*x +", "features": ["x", "y"]}}, "syntax", ""),
        ({"model": {"kind": "program", "program": "w*x", "features": ["x"]}}, "invalid-input", "1 feature (x)"),
        ({"model": {"kind": "program", "program": "while True:\n    w = 1\nw*x + y"}}, "too-many-repetitions", ""),
        ({"model": {"kind": "tree"}}, "invalid-request", ""),
        ({"loss": "hing"}, "unknown-function", "no loss called `hing`"),
        (
            {"loss": "binary_cross_entropy"},
            "invalid-input",
            "compares probabilities, between 0 and 1, but the last layer's `linear`",
        ),
        ({"model": {"kind": "program", "program": "w*stack([x, y])", "features": ["x", "y"]}}, "shape-mismatch", ""),
        (
            {"data": {"name": "blobs"}, "loss": "cross_entropy", "model": {"kind": "program", "program": "w*x + y"}},
            "shape-mismatch",
            "a list of 3 scores",
        ),
        ({"model": {"kind": "program", "program": "assert x < -5\nw*x + y"}}, "assertion", ""),
        ({"data": {"name": "sine"}}, "invalid-input", "hinge needs classes, but these targets are numbers"),
        ({"data": {"name": "blobs"}}, "invalid-input", "hinge needs two classes, but there are 3"),
        ({"batch_size": 41}, "invalid-input", "A batch of 41 is larger than the 40 training examples"),
        ({"batch_size": 31, "held_out": 0.25}, "invalid-input", "the 30 training examples"),
        ({"held_out": 0.001}, "invalid-input", "leaves one part empty"),
        ({"optimizer": {"name": "sdg"}}, "unknown-function", "no optimiser called `sdg`"),
        ({"optimizer": {"name": "sgd", "learning_rate": -1}}, "invalid-input", "from 0 to 1,000"),
        ({"schedule": {"name": "stairs"}}, "unknown-function", "no schedule called `stairs`"),
        ({"steps": 0}, "invalid-request", "steps"),
        ({"steps": 10_000_000}, "too-much-work", "10,000,000 steps"),
        ({"steps": 1_000_000, "model": {"kind": "mlp", "layers": [200, 200, 1]}}, "too-much-work", "multiplications"),
        ({"pitfall": "forgotten"}, "invalid-request", "pitfall"),
        ({"typo": 1}, "invalid-request", "typo"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_the_stream(
    client: TestClient, changes: dict[str, Any], code: str, message: str
) -> None:
    problem = refused(client, **changes)
    assert problem["code"] == code, problem
    assert message in problem["message"]
    assert problem["hint"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"data": {"name": "mons"}}, "data.name"),
        ({"data": {"name": "moons", "noise": -1}}, "data.noise"),
        ({"data": {"csv": ""}}, "data.csv"),
        ({"data": {"inputs": [[0, "a"]], "targets": [1]}}, "data.inputs.0.1"),
        ({"data": {}}, "data"),
        ({"model": {"kind": "mlp", "layers": [4, 2]}}, "model.layers"),
        ({"model": {"kind": "mlp", "layers": ["x"]}}, "model.layers.0"),
        ({"model": {"kind": "mlp", "layers": [10**6, 1]}}, "model.layers"),
        ({"model": {"kind": "program", "program": "w*x +", "features": ["x", "y"]}}, "model.program"),
        ({"loss": "hing"}, "loss"),
        ({"batch_size": 41}, "batch_size"),
        ({"held_out": 0.001}, "held_out"),
        ({"optimizer": {"name": "sgd", "learning_rate": -1}}, "optimizer.learning_rate"),
        ({"schedule": {"name": "cosine", "high": 1}}, "schedule.high"),
        ({"steps": 0}, "steps"),
        ({"steps": 10_000_000}, "steps"),
        ({"typo": 1}, "typo"),
    ],
)
def test_a_refusal_names_the_field_it_concerns(client: TestClient, changes: dict[str, Any], field: str) -> None:
    assert refused(client, **changes)["field"] == field


def test_a_mistake_in_a_program_has_its_place(client: TestClient) -> None:
    problem = refused(client, model={"kind": "program", "program": "tanhh(w*x + y)", "features": ["x", "y"]})
    assert problem["span"] == [0, 5]


def test_a_run_that_runs_away_ends_with_where_that_began_and_a_rate_to_try(client: TestClient) -> None:
    wild = MOONS | {"optimizer": {"name": "sgd", "learning_rate": 500.0}, "steps": 100}
    events = trained(client, wild)
    assert events[-1].kind == "diverged"
    found = events[-1].data
    assert found["began"] <= found["step"] == steps_of(events)[-1]["step"] < 99
    assert found["problem"]["code"] == "diverged"
    rate = found["suggestion"]["learning_rate"]
    assert 0 < rate < 250
    calm = trained(client, wild | {"optimizer": {"name": "sgd", "learning_rate": min(rate, 0.3)}})
    assert calm[-1].kind == "finished"


def test_a_pitfall_that_runs_away_is_blamed_on_the_pitfall(client: TestClient) -> None:
    line = {"kind": "program", "program": "w*x + b", "features": ["x"]}
    events = trained(
        client,
        {
            "data": {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]},
            "model": line,
            "optimizer": {"name": "sgd", "learning_rate": 0.1},
            "pitfall": "wrong-sign",
            "steps": 1000,
        },
    )
    assert events[-1].kind == "diverged"
    assert events[-1].data["suggestion"] is None
    assert "wrong-sign" in events[-1].data["problem"]["message"]


def test_a_loss_that_is_no_number_from_the_start_is_not_blamed_on_the_learning_rate(client: TestClient) -> None:
    events = trained(
        client,
        {
            "data": {"inputs": [[0], [1], [2]], "targets": [1, 3, 5]},
            "model": {"kind": "program", "program": "w*log(x - 1)", "features": ["x"]},
        },
    )
    assert events[-1].kind == "diverged"
    assert steps_of(events)[0]["loss"] in ("NaN", "-Infinity", "Infinity")
    assert events[-1].data["suggestion"] is None
    assert "not a number at step 0" in events[-1].data["problem"]["message"]
    blamed = trained(client, events[0].data["request"] | {"pitfall": "wrong-sign"})
    assert "not a number at step 0" in blamed[-1].data["problem"]["message"], "not on the pitfall"


def test_a_program_that_fails_for_what_it_has_learnt_ends_its_run_with_the_reason(client: TestClient) -> None:
    program = "w = 0\nassert w < 0.5, 'too large'\nw*x"
    events = trained(
        client,
        {
            "data": {"inputs": [[1], [2]], "targets": [1, 2]},
            "model": {"kind": "program", "program": program},
            "optimizer": {"name": "sgd", "learning_rate": 0.05},
        },
    )
    assert events[-1].kind == "stopped"
    assert events[-1].data["reason"] == "failed"
    assert events[-1].data["problem"]["code"] == "assertion"
    start, end = events[-1].data["problem"]["span"]
    assert "assert" in program[start:end] or "w < 0.5" in program[start:end]


def test_a_program_whose_graphs_would_fill_the_memory_is_refused(client: TestClient) -> None:
    loop = "s = 0\nfor i in range(300):\n    s = s + w*x*i\n    if s > 1e9:\n        s = 0\ns"
    model = {"kind": "program", "program": loop, "features": ["x"]}
    problem = refused(client, data={"name": "sine", "count": 10_000}, model=model, loss="mean_squared_error")
    assert problem["code"] == "too-many-nodes"


def test_a_large_model_is_sent_less_often(client: TestClient) -> None:
    wide = MOONS | {"model": {"kind": "mlp", "layers": [150, 100, 1], "activation": "relu", "last": "linear"}, "steps": 200}
    started = trained(client, wide | {"regions": None, "optimizer": {"name": "sgd", "learning_rate": 1e-4}})[0].data
    assert started["parameter_count"] > 15_000
    assert started["keep_every"] == 4


def test_long_runs_are_told_less_often_and_say_so(client: TestClient) -> None:
    events = trained(client, MOONS | {"steps": 6_000, "optimizer": {"name": "sgd", "learning_rate": 0.01}})
    started = events[0].data
    assert (started["watch_every"], started["keep_every"]) == (3, 30)
    steps = [step["step"] for step in steps_of(events)]
    assert steps == [*range(0, 6_000, 3), 5_999]
    assert [event.data["step"] for event in events if event.kind == "moment"] == list(range(0, 6_000, 30))


def test_the_options_are_the_engines_records(client: TestClient) -> None:
    options = client.get("/api/v1/training/options").json()
    tables: dict[str, Any] = {"datasets": DATASETS, "losses": LOSSES, "optimizers": OPTIMIZERS, "schedules": SCHEDULES}
    for name, records in tables.items():
        assert [each["name"] for each in options[name]] == list(records)
        for each in options[name]:
            record = records[each["name"]]
            if name == "datasets":
                assert each["classes"] == (None if each["name"] == "sine" else record().classes)
                assert len(each["sketch"]["inputs"]) == len(each["sketch"]["targets"]) <= 40
                assert len(each["features"]) == len(each["sketch"]["inputs"][0])
            if isinstance(record, Choice):
                assert {number["name"]: number["default"] for number in each["numbers"]} == record.settled({})
    usual = [name for name, record in OPERATIONS.items() if record.activation]
    assert options["activations"][: len(usual) + 1] == [*usual, "linear"]
    assert len(options["activations"]) == len(set(options["activations"]))
    assert [each["name"] for each in options["pitfalls"]] == [each.value for each in Pitfall]
    assert [each["name"] for each in options["presets"]] == [each.name for each in PRESETS]
    assert options["limits"]["max_parameters"] == 50_000


@pytest.mark.parametrize("activation", ["relu", "tanh", "sigmoid", "leaky_relu", "softplus", "gelu", "sin", "linear"])
def test_every_usual_activation_trains(client: TestClient, activation: str) -> None:
    run = MOONS | {"model": {"kind": "mlp", "layers": [4, 1], "activation": activation, "last": "linear"}, "steps": 2}
    assert trained(client, run)[-1].kind == "finished"


def test_the_start_of_the_request_says_what_it_needs(client: TestClient) -> None:
    for body in ("", "[]", "{}", '{"steps": 5}', '{"checkpoint": 3}', "{"):
        answer = client.post("/api/v1/training", content=body)
        assert answer.status_code == 400, body
        assert answer.json()["problems"][0]["hint"]


def test_sgd_is_the_optimiser_where_none_is_named(client: TestClient) -> None:
    request = {name: value for name, value in MOONS.items() if name != "optimizer"} | {"steps": 3}
    model = MatrixMLP(2, [6, 1], "relu", last="linear", random=5)
    engine = Training(model, moons(40, 0.1, seed=3), "hinge", SGD(model.parameters()), steps=3)
    assert [step["loss"] for step in steps_of(trained(client, request))] == [progress.loss for progress in engine]
