"""Which programs are run as Python, what they give, and what happens where they cannot be."""

import json

import pytest

from backpass.engine.interpreter.partial import run_partly
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.limits import TOO_MUCH, Limits
from backpass.engine.many_points.batch import gradients
from backpass.engine.many_points.recording import ProgramRecording
from backpass.engine.problems import ProblemError, Severity
from backpass.engine.reading.run_as_python import _kept_source, python_source, run_as_python
from backpass.engine.serialization.graph_json import gradient_json, graph_json

SQUARE = "def f(x):\n    return x*x\n"


@pytest.mark.parametrize(
    "text",
    [
        "x*x",
        "import torch\nx = torch.ones(2, requires_grad=True)\nx.detach().numpy().sum()",
        "import torch, numpy\ntorch.ones(2, requires_grad=True)",
        f"{SQUARE}f(k)",
        f"{SQUARE}f(2.0).backward()",
        f"{SQUARE}np.sin(f(2.0))",
        "class F:\n    def forward(self, x): return x\n    def backward(self, g): return g\nF().forward(2.0)",
        "def f(x): return 2x\nf(1.0)",
    ],
)
def test_what_is_more_than_python_is_left_to_the_interpreter(text: str) -> None:
    assert python_source(text) is None


@pytest.mark.parametrize(
    ("operation", "value", "derivative"),
    [
        ("[[x, 2.0], [3.0, 4.0]] @ [[1.0], [2.0]]", 17.0, 1.0),
        ("[x, 2.0] + 3.0", 10.0, 1.0),
        ("3.0 + [x, 2.0]", 10.0, 1.0),
        ("[x, 2.0] - [1.0, 1.0]", 2.0, 1.0),
        ("[x, 2.0] * [2.0, 3.0]", 10.0, 2.0),
        ("2.5 * [x, 1.0]", 7.5, 2.5),
        ("[x, 2.0] / 2.0", 2.0, 0.5),
        ("2.0 / [x, 2.0]", 2.0, -0.5),
        ("[x, 2.0] ** 2", 8.0, 4.0),
        ("-[x, 2.0]", -4.0, -1.0),
        ("(x, 2.0) + 3.0", 10.0, 1.0),
        ("-(x, 1.0)", -3.0, -1.0),
    ],
)
def test_an_operator_that_python_has_none_of_for_lists_computes_with_arrays(
    operation: str, value: float, derivative: float
) -> None:
    text = f"def f(x): return {operation}\nsum(f(2.0))"
    assert python_source(text) is not None
    assert gradient_json(run_as_python(parse(text))) == {"value": value, "gradients": {"x": derivative}, "problems": []}


def test_what_python_does_with_lists_is_python_s() -> None:
    text = "def f(x): return [x, 2.0]*2 + [x]\nsum(f(2.0))"
    assert gradient_json(run_as_python(parse(text))) == {"value": 10.0, "gradients": {"x": 3.0}, "problems": []}


@pytest.mark.parametrize(
    ("text", "value", "derivatives"),
    [
        (f"{SQUARE}f(3.0)", 9.0, {"x": 6.0}),
        (f"a = 2\n{SQUARE}f(a) + isinstance(a, int)", 5.0, {"a": 4.0}),
        ("n = 12345\ndef f(): return n*1103515245**3 % 2**31\nf()", 12345 * 1103515245**3 % 2**31, {"n": 1.0}),
        ("k = 3\ndef f(): return len([0]*k)*k\nf()", 9.0, {"k": 3.0}),
        (f"import math\n{SQUARE}x = 0.5\nmath.sin(f(x))", 0.24740395925452294, {"x": 0.9689124217106447}),
        ("def f(x):\n    try:\n        return x/0\n    except ZeroDivisionError:\n        return -x\nf(2.0)", -2.0, {"x": -1.0}),
    ],
)
def test_numbers_are_python_s(text: str, value: float, derivatives: dict[str, float]) -> None:
    assert python_source(text) is not None
    answer = gradient_json(run_as_python(parse(text)))
    assert answer["value"] == value
    if "%" not in text:  # a slope of some 10^27, rounded
        assert answer["gradients"] == derivatives


def test_inputs_are_given_by_name() -> None:
    text = f"a = 2.0\n{SQUARE}f(a)"
    assert run_as_python(parse(text), {"a": 5.0}).output.raw == 25.0
    with pytest.raises(ProblemError, match="zz"):
        run_as_python(parse(text), {"zz": 5.0})


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        (f"{SQUARE}f()", Limits()),
        ("def f(x): return x\ns = 1.0\nfor i in range(3000):\n    s = s*0.5 + 1.0\nf(s)", Limits(nodes=2_000)),
    ],
)
def test_both_refuse_in_the_words_of_the_interpreter(text: str, limits: Limits) -> None:
    said = []
    for runs in (run, run_as_python):
        with pytest.raises(ProblemError) as refused:
            runs(parse(text), limits=limits)
        said.append(refused.value.problems)
    assert said[0] == said[1]


def test_what_python_raises_ends_a_program() -> None:
    with pytest.raises(ProblemError, match="ZeroDivisionError") as refused:
        run_as_python(parse("def f(x): return 1 + (x*2)/(x - x)\nf(2.0)"))
    start, end = refused.value.problems[0].span
    assert "def f(x): return 1 + (x*2)/(x - x)\nf(2.0)"[start:end] == "(x*2)/(x - x)"


def test_groups_names_and_places_are_those_of_the_program() -> None:
    text = f"x = 2.0\ns = 0\n{SQUARE}for i in range(2):\n    s += f(x)*i\ns"
    old, new = (json.loads(json.dumps(graph_json(each(parse(text))))) for each in (run, run_as_python))
    assert new == old


@pytest.mark.parametrize(
    ("text", "may_change"),
    [
        (f"{SQUARE}f(3.0)", False),
        (f"{SQUARE}f(3)", True),
        ("def f(x): return x if x > 0 else -x\nf(3.0)", True),
        ("import math\ndef f(x): return math.floor(x)*x\nf(3.0)", True),
        ("import math\ndef f(x): return math.tanh(x)*max(x, 1.0)\nf(3.0)", False),
        ("import math\ndef f(x): return math.sin(x*x)*max(x, 1.0)\nf(3.0)", True),  # which has no answer at an infinity
        ("def f(x): return sum([x*i for i in range(3)])\nf(3.0)", False),
        ("def f(x): return sorted([x, 1.0])[0]\nf(3.0)", True),
        ("def f(x): return {x: x}[x]\nf(3.0)", True),
        ("def f(x): return x % 2.0\nf(3.0)", True),
        ("k = 2\ndef f(x): return sum([x]*k)\nf(3.0)", True),
    ],
)
def test_a_program_that_looks_at_numbers_may_have_another_graph(text: str, may_change: bool) -> None:
    assert run_as_python(parse(text)).is_data_dependent is may_change


def test_a_program_with_an_error_is_run_up_to_it_by_the_interpreter() -> None:
    text = f"a = 2.0\n{SQUARE}b = f(a)\nc = b + f()\nc"
    found = run_as_python(parse(text), limits=Limits(), otherwise=run_partly)
    assert found.output.raw == 4.0
    assert found.stopped_at is not None or found.left_out
    whole = run_as_python(parse(f"{SQUARE}f(2.0)"), otherwise=run_partly)
    assert whole.stopped_at is None
    assert whole.output.raw == 4.0


def test_what_our_own_parser_does_not_read_is_no_problem() -> None:
    run = run_as_python(parse("def shifted(a): return a\nx = 2.0\nn = 3\nshifted(x)*(n << 1)"))
    assert run.output.raw == 12.0
    assert not [each for each in run.problems if each.severity is Severity.ERROR]


def test_a_name_may_be_the_output() -> None:
    text = f"n = 12345\n{SQUARE}y = n*1103515245**3 % 2**31\nf(2.0)"
    assert run_as_python(parse(text), output="y").output.raw == 12345 * 1103515245**3 % 2**31
    with pytest.raises(ProblemError, match="`z`"):
        run_as_python(parse(text), output="z")


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 10**400])
def test_an_input_that_is_no_float_is_refused_as_everywhere(value: float) -> None:
    with pytest.raises(ProblemError):
        run_as_python(parse(f"a = 2.0\n{SQUARE}f(a)"), {"a": value})


@pytest.mark.parametrize(
    ("text", "may_run_there"),
    [
        (f"{SQUARE}sum([f(x) for x in [1.0, 2.0]])", True),
        (
            "import math\nclass N:\n    def __call__(self, x): return math.tanh(x)\nN()(1.0)",
            True,
        ),
        (f"{SQUARE}print(sorted([2.0, 1.0]))\nf(2.0)", False),
        (f"{SQUARE}g = sorted\nf(2.0)", False),
        (f"import itertools\n{SQUARE}f(2.0)", False),
        (f"from math import factorial as g\n{SQUARE}f(2.0)*g(3)", False),
        (f"{SQUARE}f(2.0)*len('a'.join(['b', 'c']))", False),
    ],
)
def test_the_serving_process_runs_arithmetic_and_listed_calls(text: str, may_run_there: bool) -> None:
    assert run_as_python(parse(text)).output.raw > 0
    if may_run_there:
        assert run_as_python(parse(text), limits=Limits(tentative=True)).output.raw > 0
    else:
        with pytest.raises(ProblemError) as refused:
            run_as_python(parse(text), limits=Limits(tentative=True))
        assert {each.code for each in refused.value.problems} <= TOO_MUCH


def test_what_is_too_much_in_the_serving_process_is_not_run_again_there() -> None:
    runs = []
    text = f"{SQUARE}for i in range(5000):\n    f(2.0)"
    few = Limits(repetitions=1000, tentative=True)
    with pytest.raises(ProblemError):
        run_as_python(parse(text), limits=few, otherwise=lambda *_: runs.append(1))
    assert not runs


def test_items_count_as_long_as_they_are_alive() -> None:
    text = f"{SQUARE}for i in range(300):\n    xs = [i]*1000\nf(3.0)"
    assert run_as_python(parse(text), limits=Limits(elements=100_000)).output.raw == 9.0


def test_long_texts_are_not_kept() -> None:
    before = _kept_source.cache_info().currsize
    assert python_source(f"{SQUARE}f(2.0)" + " " * 10_000) is not None
    assert python_source("def f(" + " " * 10_000) is None
    assert _kept_source.cache_info().currsize == before


def test_many_points_are_as_one() -> None:
    text = f"n = 12345\n{SQUARE}n*1103515245**3 % 2**31"
    alone = [run_as_python(parse(text), {"n": n}).output.raw for n in (7, 8)]
    assert gradients(text, {"n": [7, 8]}).values.tolist() == alone
    divides = "x = 2.0\ndef f(x): return 1/x\nf(x)"
    assert gradients(divides, {"x": [1, 2]}).values.tolist() == [1.0, 0.5]
    with pytest.raises(ProblemError, match=r"point 1.*ZeroDivisionError"):
        gradients(divides, {"x": [1, 0]})
    with pytest.raises(ProblemError, match=r"point 1.*ZeroDivisionError"):
        gradients("x = 2.0\ndef f(x): return min(1/x, 5.0)\nf(x)", {"x": [1, 0]})


def test_a_recorded_program_is_the_one_that_was_run() -> None:
    with pytest.raises(ValueError, match="depends"):
        ProgramRecording(parse(f"k = 3\n{SQUARE}len([0]*k)*f(2.0)"), ["k"], None)
