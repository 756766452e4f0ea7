"""Programs that are asked again with other numbers are answered from a recording, and only where nothing must be said of them."""

import json

import orjson
import pytest

from backpass.app.api.endpoints.gradients import _ANSWER_KIND as GRADIENT
from backpass.app.api.endpoints.gradients import GradientRequest, answer_gradient
from backpass.app.api.endpoints.graphs import GraphRequest, answer_graph
from backpass.app.evaluation.answer_cache import cached_answer
from backpass.app.evaluation.programs import run_program
from backpass.engine import OPERATIONS, Limits, Operation
from backpass.engine.serialization.graph_json import graph_json
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn


def replayed(program: str, inputs: dict, times: int = 3, **fields: object) -> bytes | None:
    """What the recording answers when it is asked so often."""
    request = GradientRequest(program=program, inputs=inputs, **fields)  # type: ignore[arg-type]
    answers = [cached_answer(GRADIENT, request, Limits()) for _ in range(times)]
    return answers[-1]


def test_the_third_time_a_program_is_answered_from_its_recording() -> None:
    program = "x*x + y # asked for the first time here"
    assert replayed(program, {"x": 3}, times=2) is None
    assert json.loads(replayed(program, {"x": 3}, times=1) or b"")["gradients"] == {"x": 6, "y": 1}
    assert json.loads(replayed(program, {"x": 5}, times=1) or b"")["value"] == 26


def test_a_graph_of_a_single_leaf_is_replayed_as_well() -> None:
    assert json.loads(replayed("single", {"single": 3}) or b"") == {"value": 3, "gradients": {"single": 1}, "problems": []}
    for program in ("x = 3\ny = x", "2.5", "x"):
        answers = {answer_graph(orjson.dumps({"program": program}), Limits()) for _ in range(4)}
        assert [answer.status for answer in answers] == [200]


def test_what_must_be_said_is_said_by_the_long_way() -> None:
    program = "log(x) + relu(y)"
    assert replayed(program, {"x": 2, "y": 3}) is not None
    for inputs in ({"x": -2, "y": 3}, {"x": 0, "y": 3}, {"x": 1e-310, "y": 3}, {"x": 2, "y": 0}):
        assert replayed(program, inputs) is None


@pytest.mark.parametrize(
    "program",
    [
        "if x > 0:\n    y = x\nelse:\n    y = -x\ny",
        "sum([x, 2])",
        "print(x)\nx*x",
        "y = x\nfor i in range(400):\n    y = y*x + 1\ny",
        "x +",
        "x * nothing_is_known(x)",
        "x + 1e999",
    ],
)
def test_what_decides_or_has_tensors_or_prints_or_is_large_or_wrong_or_infinite_is_not_recorded(program: str) -> None:
    assert replayed(program, {"x": 2}) is None


def test_a_name_that_does_not_feed_the_output_needs_no_number() -> None:
    assert json.loads(replayed("z = y*2; x*3", {"x": 2, "y": 1}) or b"")["gradients"] == {"x": 3}


@pytest.mark.parametrize("upstream", [1.0, -2.5])
def test_shared_nodes_copies_and_constants_are_replayed_number_for_number(upstream: float) -> None:
    program = "a = 2.0\nb = a*a - a/3\nc = max(b, a) + b*pi - (b + b)\nd = tanh(c)*sigmoid(a) + 2**a\nd"
    body = json.dumps({"program": program, "inputs": {"a": 1.75}, "upstream": upstream}).encode()
    for answer in (answer_gradient, answer_graph):
        answers = [answer(body, Limits()).body for _ in range(4)]
        assert len(set(answers)) == 1


@in_turn("record", [record for record in OPERATIONS.values() if record.elementwise], ids=lambda record: record.name)
def test_every_operation_is_replayed_number_for_number(record: Operation) -> None:
    names = [f"x{index}" for index in range(record.arity)]
    program = f"y = {record.name}({', '.join(names)})\ny*y + x0"
    for point in [*samples(record, 4), (0.0,) * record.arity, (1e200,) * record.arity]:
        body = json.dumps({"program": program, "inputs": dict(zip(names, point, strict=True))}).encode()
        request = GraphRequest.model_validate_json(body)
        long_way = orjson.dumps(graph_json(run_program(request, Limits())))
        assert answer_graph(body, Limits()).body == long_way
