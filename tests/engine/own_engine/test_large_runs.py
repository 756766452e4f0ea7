"""Engines that make more than is kept: what was watched is judged, what was not is said, and prints stay CPython's."""

import pytest

from backpass.engine import Limits
from backpass.engine.own_engine import watching
from backpass.engine.own_engine.answer import own_graph
from backpass.engine.problems import ProblemError
from tests.engine.own_engine.makes import CLOSURES
from tests.engine.own_engine.oracle import of_cpython

TRAINING = f"""{CLOSURES}
w = [Value(0.1 * i) for i in range(4)]
for step in range(20):
    loss = sum((wi * 2 - 1) ** 2 for wi in w)
    for wi in w:
        wi.grad = 0.0
    loss.backward()
    for wi in w:
        wi.data -= 0.05 * wi.grad
    print(step, loss.data)
"""
ONCE = "x = Value(3.0)\ny = x * x + x\ny.backward()\nprint(x.grad)\n"
WIDE = f"{CLOSURES}\nmany = [Value(float(i)) for i in range(300)]\n{ONCE}"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is watched."""
    monkeypatch.setattr(watching, "WATCHED", 100)
    monkeypatch.setattr(watching, "MAX_STORES", 2_000)


def messages(answer: dict) -> str:
    return " ".join(str(problem["message"]) for problem in answer["problems"])


@pytest.mark.usefixtures("small")
def test_of_many_passes_the_first_are_judged_and_all_are_run() -> None:
    answer = own_graph(TRAINING, Limits())
    ((printed, _),) = of_cpython([TRAINING])
    assert answer["printed"] == printed.splitlines()
    assert (answer["own_engine"]["verdict"], answer["own_engine"]["passes"] < 20) == ("right", True)
    assert "The others ran, and were not compared" in messages(answer)


@pytest.mark.usefixtures("small")
def test_a_mistake_in_what_is_watched_is_found() -> None:
    answer = own_graph(TRAINING.replace("self.grad += other.data * out.grad", "self.grad += out.grad"), Limits())
    assert answer["own_engine"]["mistake"]["kind"] == "wrong-local-derivative"


@pytest.mark.usefixtures("small")
def test_a_right_engine_is_right_behind_many_objects() -> None:
    answer = own_graph(WIDE, Limits())
    assert (answer["own_engine"]["verdict"], answer["printed"]) == ("right", ["7.0"])


def test_where_watching_ends_before_a_pass_does_nothing_is_called_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MAX_STORES", 500)
    for program in (WIDE, WIDE.replace("range(300)", "range(247)")):
        with pytest.raises(ProblemError) as refused:
            own_graph(program, Limits())
        assert "before its first backward pass ends" in str(refused.value.problems[0].message)


@pytest.mark.parametrize(
    "growing",
    [
        "junk = [float(i) for i in range(500)]",
        "junk = [Value(float(i)) for i in range(50)]",
        "junk = {i: [i] for i in range(100)}",
        "junk = 'x' * 4_000",
    ],
)
def test_what_is_dead_is_not_counted(growing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MAX_STORES", 50_000)
    text = f"{CLOSURES}\nfor step in range(200):\n    {growing}\n{ONCE}"
    assert own_graph(text, Limits(elements=40_000))["printed"] == ["7.0"]
    kept = (
        text.replace(growing, f"{growing}; kept.append(junk)")
        .replace("for step", "kept = []\nfor step")
        .replace("(200)", "(9000)")
    )
    assert "the limit is 40,000" in messages(_answered(kept, Limits(elements=40_000)))


def _answered(text: str, limits: Limits) -> dict:
    try:
        return own_graph(text, limits)
    except ProblemError as refused:
        return {"problems": [{"message": problem.message} for problem in refused.problems]}


def test_what_ran_before_a_limit_is_shown_with_the_reason() -> None:
    answer = own_graph(f"{CLOSURES}\n{ONCE}\nwhile True: pass\n", Limits(repetitions=1_000))
    assert (answer["own_engine"]["verdict"], answer["printed"]) == ("right", ["7.0"])
    assert "limit of 10,000 loop iterations" in messages(answer)
    answer = own_graph(f"{CLOSURES}\n{ONCE}\nimport torch\ntorch.tensor(1.0)\n", Limits())
    assert (answer["own_engine"]["verdict"], "`torch` is not available" in messages(answer)) == ("right", True)


def test_a_pass_that_a_limit_cuts_off_is_not_judged() -> None:
    endless = CLOSURES.replace("            v._backward()", "            v._backward()\n        while True: pass")
    assert endless != CLOSURES
    with pytest.raises(ProblemError):
        own_graph(f"{endless}\n{ONCE}", Limits(repetitions=1_000))


def test_long_prints_are_cut_and_not_refused() -> None:
    answer = own_graph(f"{CLOSURES}\nfor i in range(300): print('x' * 9)\n{ONCE}", Limits(printed=1_005))
    assert (len(answer["printed"]), answer["printed"][-1]) == (101, "xxxxx")
    assert "3,004 characters" in messages(answer)


def test_a_graph_is_folded_by_function_and_loop() -> None:
    text = (
        f"{CLOSURES}\ndef f(x):\n    return x * x + 1\n\na = Value(2.0)\nfor i in range(3):\n    a = f(a) * 0.5\na.backward()\n"
    )
    answer = own_graph(text, Limits())
    named = [(group["kind"], group["name"]) for group in answer["groups"]]
    assert {("loop", "for i in range(3)"), ("iteration", "i = 2"), ("call", "f")} <= {*named}
    assert all(group["parent"] is None or group["parent"] < group["id"] for group in answer["groups"])
    innermost = answer["groups"][answer["nodes"][answer["output"]]["group"]]
    assert innermost["name"] == "i = 2"
