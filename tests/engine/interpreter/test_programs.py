"""Running programs: the worked cases of the courses that Backpass grew from, inputs, outputs, and every refusal."""

import math
import re
from typing import Any

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import Code, Limits, ProblemError, Severity, Trace, backward, check_trace
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json, graph_json
from scripts.page import ROOT

MICROGRAD = next(example.program for example in EXAMPLES if example.name == "micrograd")
NEURON = next(example.program for example in EXAMPLES if example.name == "neuron")
TAKEN_APART = next(example.program for example in EXAMPLES if example.name == "neuron-taken-apart")

WORKED_CASES = [
    ("x = 2\ny = -3\nz = 10\nx*y + z", 4, {"x": -3, "y": 2, "z": 1}),
    ("a = 3\na*a", 9, {"a": 6}),
    ("a = 3\na + a", 6, {"a": 2}),
    ("a = 3\na*a + a", 12, {"a": 7}),
    ("a, b, c, d = 2, 3, 4, 5\n((a*b)+c)*(a+d)", 70, {"a": 31, "b": 14, "c": 7, "d": 10}),
    ("x = 0.5\ntanh(x)", 0.4621171573, {"x": 0.7864477330}),
    ("x = 3\n3x² - 4x + 5", 20, {"x": 14}),
    ("a=2; b=-3; c=10; f=-2; L = (a*b + c) * f", -8, {"a": 6, "b": -4, "c": -2, "f": 4}),
    (NEURON, 0.7071067812, {"x1": -1.5, "x2": 0.5, "w1": 1.0, "w2": 0.0, "b": 0.5}),
    (TAKEN_APART, 0.7071067812, {"x1": -1.5, "x2": 0.5, "w1": 1.0, "w2": 0.0, "b": 0.5}),
    (MICROGRAD, 24.7040816327, {"a": 138.8338192420, "b": 645.5772594752}),
    ("x = 0\n2x² + 3x + 5", 5, {"x": 3}),
    ("x = -0.75\n2x² + 3x + 5", 3.875, {"x": 0}),
]


def ran(text: str, **inputs: object) -> Run:
    return run(parse(text), inputs)


def refusal(text: str, output: str | None = None, limits: Limits | None = None, **inputs: object) -> list[Code]:
    with pytest.raises(ProblemError) as error:
        run(parse(text), inputs, output, limits)
    for problem in error.value.problems:
        assert problem.message[-1] in ".:"
        assert problem.hint
    return [problem.code for problem in error.value.problems]


@pytest.mark.parametrize(("program", "value", "gradients"), WORKED_CASES, ids=[case[0][:30] for case in WORKED_CASES])
def test_the_worked_cases_give_their_published_numbers(program: str, value: float, gradients: dict[str, float]) -> None:
    answer = gradient_json(ran(program))
    assert answer["value"] == pytest.approx(value, rel=1e-9)
    assert answer["gradients"] == pytest.approx(gradients, rel=1e-9, abs=1e-9)


def test_the_intermediate_values_of_the_two_path_case_are_6_10_and_7() -> None:
    graph = graph_json(ran("a = 2\nb = 3\nc = 4\nd = 5\nt1 = a*b\nt2 = t1 + c\nt3 = a + d\nt2*t3"))
    values = {node["name"]: node["data"] for node in graph["nodes"]}
    assert (values["t1"], values["t2"], values["t3"]) == (6, 10, 7)


def test_the_gradient_31_arrives_as_two_contributions_of_10_and_21_along_two_edges() -> None:
    graph = graph_json(ran("a = 2\nb = 3\nc = 4\nd = 5\n((a*b)+c)*(a+d)"))
    a = next(node["id"] for node in graph["nodes"] if node["name"] == "a")
    arrivals = [edge["contribution"] for edge in graph["edges"] if edge["source"] == a]
    assert sorted(arrivals) == [10, 21]
    totals = [step["total"] for step in graph["steps"] if "edge" in step and graph["edges"][step["edge"]]["source"] == a]
    assert totals in ([10, 31], [21, 31])


def test_a_product_with_itself_has_two_edges_and_two_arrivals() -> None:
    graph = graph_json(ran("a = 3\na*a"))
    assert [(edge["slot"], edge["contribution"]) for edge in graph["edges"]] == [(0, 3), (1, 3)]
    assert [step["total"] for step in graph["steps"] if "edge" in step] == [3, 6]


def test_a_step_along_the_gradient_raises_the_output() -> None:
    inputs = {"a": 2.0, "b": -3.0, "c": 10.0, "f": -2.0}
    answer = gradient_json(ran("(a*b + c) * f", **inputs))
    moved = {name: value + 0.01 * answer["gradients"][name] for name, value in inputs.items()}
    assert gradient_json(ran("(a*b + c) * f", **moved))["value"] > answer["value"]


def test_two_literals_that_look_alike_are_two_nodes_and_a_name_used_twice_is_one() -> None:
    nodes = graph_json(ran("x*2 + x*2"))["nodes"]
    assert [node["role"] for node in nodes].count("constant") == 2
    assert [node["name"] for node in nodes].count("x") == 1


def test_a_name_without_a_value_is_an_input_of_1_and_is_reported() -> None:
    answer = graph_json(ran("x*3"))
    assert answer["value"] == 3
    assert answer["nodes"][0]["assumed"] is True
    assert [problem["code"] for problem in answer["problems"]] == ["assumed-input"]


def test_a_mistyped_name_is_told_of_the_one_it_resembles() -> None:
    problems = ran("alpha = 2\nalhpa * 3").problems
    assert any("alpha" in (problem.hint or "") for problem in problems)


def test_given_inputs_take_the_place_of_assigned_numbers_and_of_free_names() -> None:
    assert gradient_json(ran("a = 2\na*b", a=5, b=7))["gradients"] == {"a": 7, "b": 5}


def test_arithmetic_of_numbers_that_is_used_later_is_one_input() -> None:
    graph = graph_json(ran("x = pi/2\nsin(x)"))
    assert [node["op"] for node in graph["nodes"]] == [None, "sin"]
    assert graph["nodes"][0]["literal"] == [4, 8]
    assert [node["op"] for node in graph_json(ran("y = 2*3"))["nodes"]] == [None, None, "multiply"]


def test_pi_and_e_are_constants_until_a_program_or_request_says_otherwise() -> None:
    assert gradient_json(ran("e*x"))["value"] == math.e
    assert gradient_json(ran("e = 3\ne*x"))["value"] == 3
    assert gradient_json(ran("e*x", e=3))["gradients"] == {"e": 1, "x": 3}
    assert gradient_json(ran("2π"))["value"] == 2 * math.pi


def test_the_output_is_what_calls_backward_else_the_last_value_else_what_is_asked_for() -> None:
    assert ran("a = 2\nL = a*3\nL.backward()\nz = a*5").output.label == "L"
    assert ran("a = 2\nL = a*3\nz = a*5").output.label == "z"
    assert run(parse("a = 2\nL = a*3\nz = a*5"), {}, "L").output.label == "L"


def test_a_second_leaf_of_the_same_name_is_told_apart() -> None:
    assert gradient_json(ran("x = 2\ny = x*x\nx = 5\ny*x"))["gradients"] == {"x": 20, "x#2": 4}


def test_notebook_habits_are_understood() -> None:
    text = (
        "a = Value(2.0, label='a')\nb = Value(-3.0); b.label = 'b'\nd = a*b; d.label = 'dee'\n"
        "draw_dot(d)\nprint(f'{d.data}')\nd.backward()\na.grad"
    )
    graph = graph_json(ran(text))
    assert [node["name"] for node in graph["nodes"]] == ["a", "b", "dee"]
    assert graph["gradients"] == {"a": -3, "b": 2}
    assert [problem["code"] for problem in graph["problems"]] == ["ignored"]
    assert graph["printed"] == ["-6.0", "-3.0"]


def test_a_value_made_within_an_expression_is_an_input_too() -> None:
    assert gradient_json(ran("Value(2.0) * Value(5.0)"))["gradients"] == {"Value(2.0)": 5, "Value(5.0)": 2}


def test_the_names_of_the_math_module_are_ours() -> None:
    assert gradient_json(ran("import math\nmath.exp(0*x) * math.pi"))["value"] == math.pi
    assert gradient_json(ran("from math import tanh\ntanh(x)"))["value"] == math.tanh(1)
    assert gradient_json(ran("import math as m\nm.exp(x)"))["value"] == math.e


def test_a_known_value_before_a_parenthesis_is_a_factor() -> None:
    answer = gradient_json(ran("x = 3\nx(x + 1)"))
    assert answer["value"] == 12
    assert answer["problems"][0]["code"] == "reading"


def test_what_does_not_feed_the_output_is_not_in_the_graph_and_is_reported() -> None:
    graph = graph_json(ran("a = 2\nb = a*3\na*5"))
    assert [problem["code"] for problem in graph["problems"]] == ["unused"]
    answer = gradient_json(ran("a = 2\nb = 3\na*5"), wrt=["a", "b"])
    assert answer["gradients"] == {"a": 5, "b": 0}
    assert answer["problems"][0]["code"] == "no-influence"


def test_gradients_of_intermediates_may_be_asked_for() -> None:
    assert gradient_json(ran("a = 2\nd = a*3\nd*d"), wrt=["d"])["gradients"] == {"d": 12}


def test_the_upstream_gradient_scales_everything() -> None:
    assert gradient_json(ran("x = 3\nx*x"), upstream=-2.0)["gradients"] == {"x": -12}
    answer = gradient_json(ran("x*x", x=[1, 2]), upstream=[10, 100])
    assert answer["gradients"] == {"x": [20, 400]}


def test_spans_and_mentions_count_utf16_units() -> None:
    graph = graph_json(ran("𝛼 = 2\n𝛼*3"))
    assert graph["nodes"][0]["span"] == [0, 2]
    assert graph["mentions"] == [[7, 9, 0]]
    assert graph["nodes"][-1]["span"] == [7, 11]


def test_an_undone_broadcast_has_a_frame_of_its_own() -> None:
    graph = graph_json(ran("x*w", x=[1, 2, 3], w=5))
    steps = [step for step in graph["steps"] if "edge" in step]
    assert [step.get("arriving", False) for step in steps] == [False, True, False]
    assert steps[1]["total"] is None
    assert graph["edges"][1]["how"] == "sum-over-axes"
    assert graph["gradients"] == {"x": [5, 5, 5], "w": 6}


def test_constants_have_no_gradient_which_is_not_the_same_as_zero() -> None:
    graph = graph_json(ran("x*2"))
    assert graph["nodes"][1]["grad"] is None
    assert graph["edges"][1]["contribution"] is None
    assert graph_json(ran("2*3"))["steps"] == [{"phase": "forward", "node": 2}]


WARNINGS = {
    "log(-1)": Code.OUTSIDE_DOMAIN,
    "log(0)": Code.OUTSIDE_DOMAIN,
    "sqrt(-x)": Code.OUTSIDE_DOMAIN,
    "asin(2)*x": Code.OUTSIDE_DOMAIN,
    "1/0": Code.DIVISION_BY_ZERO,
    "x/(x-1)": Code.DIVISION_BY_ZERO,
    "0**-1": Code.DIVISION_BY_ZERO,
    "exp(1000)": Code.OVERFLOW,
    "9**9**9": Code.OVERFLOW,
    "1e400*x": Code.OVERFLOW,
    "1e200*1e200": Code.OVERFLOW,
    "sqrt(x-1)": Code.NOT_FINITE_GRADIENT,
    "relu(x-1)": Code.KINK,
    "abs(x-1)": Code.KINK,
    "max(x, 1)": Code.KINK,
}


@pytest.mark.parametrize("text", WARNINGS)
def test_a_number_that_does_not_exist_is_answered_shown_and_explained_where_it_began(text: str) -> None:
    graph = graph_json(ran(text))
    found = [problem for problem in graph["problems"] if problem["code"] == WARNINGS[text].value]
    assert len(found) == 1
    assert found[0]["hint"]
    node = graph["nodes"][found[0]["node"]]
    assert found[0]["span"] == node["span"]
    if WARNINGS[text] not in (Code.KINK, Code.NOT_FINITE_GRADIENT):
        assert node["data"] in ("NaN", "Infinity", "-Infinity")
        inputs = [graph["nodes"][source]["data"] for source in node["inputs"]]
        assert not {"NaN", "Infinity", "-Infinity"} & {value for value in inputs if isinstance(value, str)}


def test_a_blocked_branch_does_not_poison_the_gradient() -> None:
    answer = gradient_json(ran("x = -2\nrelu(x) / (x + 2) + x"))
    assert answer["gradients"]["x"] == "NaN"  # 0/0 is honest
    blocked = gradient_json(ran("x = -1\nsqrt(relu(x)) + 3*x"))
    assert blocked["gradients"]["x"] == 3


REFUSALS = {
    "": Code.EMPTY_PROGRAM,
    "  \n# only words\n": Code.EMPTY_PROGRAM,
    "x = ": Code.SYNTAX,
    "x +": Code.SYNTAX,
    "(x": Code.UNBALANCED_PARENTHESES,
    "thn(x)": Code.UNKNOWN_FUNCTION,
    "foo(x)": Code.UNKNOWN_FUNCTION,
    "tanh + 1": Code.UNKNOWN_NAME,
    "tanh(1, 2)": Code.ARGUMENT_COUNT,
    "tanh()": Code.ARGUMENT_COUNT,
    "x.tanh(1)": Code.ARGUMENT_COUNT,
    "tanh(x=1)": Code.ARGUMENT_COUNT,
    "Value()": Code.ARGUMENT_COUNT,
    "().__class__": Code.ATTRIBUTE_REFUSED,
    "x.__class__": Code.ATTRIBUTE_REFUSED,
    "x.__class__.__bases__": Code.ATTRIBUTE_REFUSED,
    "x.__reduce__()": Code.ATTRIBUTE_REFUSED,
    "__import__('os')": Code.ATTRIBUTE_REFUSED,
    "open('/etc/passwd')": Code.UNSUPPORTED,
    "eval('1')": Code.UNKNOWN_FUNCTION,
    "'abc'": Code.STRING_NOT_ALLOWED,
    "x + 'abc'": Code.STRING_NOT_ALLOWED,
    "x = 1.0\ny = x * 'abc'": Code.STRING_NOT_ALLOWED,
    "x = 'abc'\ny = x*2": Code.STRING_NOT_ALLOWED,
    "x = 2.0\n'-' * x**2\nx": Code.STRING_NOT_ALLOWED,
    "“x”": Code.STRING_NOT_ALLOWED,
    "import socket\nsocket": Code.IMPORT_REFUSED,
    "from socket import socket\nsocket('true')": Code.IMPORT_REFUSED,
    "from socket import *\nsocket('true')": Code.IMPORT_REFUSED,
    "from math import frexp\nfrexp(3)": Code.IMPORT_REFUSED,
    "math + 1": Code.UNKNOWN_NAME,
    "x\0": Code.INVALID_CHARACTER,
    "x\ud800": Code.INVALID_CHARACTER,
    "0x1f": Code.NOT_A_NUMBER_TEXT,
    "x + None": Code.UNSUPPORTED,
    "(1, 2)*x": Code.UNSUPPORTED,
    "x = [[1, 2], [3]]": Code.EMPTY_PROGRAM,
    "x = [[1, 2], [3]]\nx*2": Code.SHAPE_MISMATCH,
    "x = [1, 2, 3]\nx[3]": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx[0.5]": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx[::0]": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx.sum(axis=1)": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx.sum(axis=0.5)": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx.sum(foo=1)": Code.ARGUMENT_COUNT,
    "x = [1, 2, 3]\nx.reshape(2, 2)": Code.INVALID_AXIS,
    "x = [1, 2, 3]\nx.reshape()": Code.ARGUMENT_COUNT,
    "a = [[1, 2], [3, 4]]\nb = [1, 2, 3]\na @ b": Code.SHAPE_MISMATCH,
    "2 @ x": Code.SHAPE_MISMATCH,
    "concatenate(x, y)": Code.ARGUMENT_COUNT,
    "inverse([[1, 2], [2, 4]])": Code.SINGULAR_MATRIX,
    "lambda x: x": Code.EMPTY_PROGRAM,
    "x = 2\ny = x*x\ny.data = 3\ny": Code.ATTRIBUTE_REFUSED,
    "while True:\n    pass": Code.TOO_MANY_REPETITIONS,
    "def f(x):\n    return f(x)\nf(1)": Code.TOO_DEEP,
    "assert 1 > 2": Code.ASSERTION,
    "print(f'{2:zz}')": Code.INVALID_FORMAT,
    "x.backward(inputs=[x])": Code.ARGUMENT_COUNT,
}


@pytest.mark.parametrize("text", ['import os; os.system("ls")', "import shutil\nshutil.rmtree('x')"])
def test_a_program_that_only_calls_what_does_nothing_here_says_so(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    assert "do nothing: programs here cannot use commands" in caught.value.problems[0].message


@pytest.mark.parametrize("text", REFUSALS, ids=ascii)
def test_what_cannot_be_computed_is_refused_by_name(text: str) -> None:
    assert refusal(text, limits=Limits(repetitions=100_000))[0] is REFUSALS[text]


def test_a_text_that_is_no_part_of_the_computation_may_be_repeated() -> None:
    program = "n = 3\np = 0.35\nsep = '=' * 20\nline = '-' * n\nprint(line + '#' * round(10*p))\nn*2"
    assert ran(program).printed == ["---####"]


def test_words_of_what_is_missing_or_out_of_place_are_named() -> None:
    def words(text: str) -> str:
        with pytest.raises(ProblemError) as error:
            ran(text)
        (problem,) = error.value.problems
        return f"{problem.message} {problem.hint}"

    assert "empty parentheses, `()`. Write a value" in words("x = 1\nx + ()")
    assert words("x = 2.0\ny = yield x").startswith("The Python keyword `yield` is not supported")


def test_a_mistake_in_one_line_is_reported_once_though_others_use_it() -> None:
    assert refusal("a = foo(1)\nb = a*2\nb + 1") == [Code.UNKNOWN_FUNCTION]
    assert refusal("a = foo(1)\nb = bar(2)\na*b") == [Code.UNKNOWN_FUNCTION] * 2


def test_the_output_asked_for_must_exist() -> None:
    assert refusal("alpha = 2\nalpha*3", "alhpa") == [Code.UNKNOWN_OUTPUT]


@pytest.mark.parametrize(
    "value", ["1", None, True, [], [[1], [2, 3]], {"a": 1}, math.nan, math.inf, 10**400, [1, "2"], 1j, [math.inf]]
)
def test_an_input_must_be_a_finite_number_or_a_regular_list_of_them(value: object) -> None:
    assert refusal("x*2", x=value) == [Code.INVALID_INPUT]


def test_values_are_refused_for_names_that_are_computed_or_not_used() -> None:
    assert refusal("a = 2\nb = a*3\nb*b", b=7) == [Code.NOT_AN_INPUT]
    assert refusal("alpha*2", alhpa=7) == [Code.UNKNOWN_INPUT]


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ProblemError) as error:
        ran("x*y", x=[1, 2, 3], y=[1, 2])
    (problem,) = error.value.problems
    assert problem.code is Code.SHAPE_MISMATCH
    assert "(3,) and (2,)" in problem.message
    assert problem.span == (0, 3)


def test_work_is_counted_and_refused_before_it_is_done() -> None:
    assert refusal("+".join(["x"] * 200), limits=Limits(nodes=100)) == [Code.TOO_MANY_NODES]
    column, row = [[1.0]] * 1000, [1.0] * 1000
    assert refusal("c*r", limits=Limits(elements=100_000), c=column, r=row) == [Code.TOO_MANY_ELEMENTS]


def test_every_code_of_the_engine_has_a_case_here() -> None:
    sources = [path for path in (ROOT / "engine").glob("**/*.py") if path.name != "problems.py"]
    of_the_engine = {Code[name] for path in sources for name in re.findall(r"\bCode\.([A-Z_]+)", path.read_text())}
    elsewhere = {
        Code.TOO_LONG,
        Code.NOT_FOUND,
        Code.SCALARS_ONLY,
        Code.TOO_MUCH_WORK,
        Code.INVALID_REQUEST,
        Code.DIVERGED,
        Code.NOT_EXPORTABLE,
        Code.INVALID_GRAPH,
        Code.EXPRESSION_TOO_LARGE,
    }
    here = {
        *WARNINGS.values(),
        *REFUSALS.values(),
        Code.UNKNOWN_OUTPUT,
        Code.INVALID_INPUT,
        Code.NOT_AN_INPUT,
        Code.UNKNOWN_INPUT,
    }
    here |= {Code.SHAPE_MISMATCH, Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS, Code.ASSUMED_INPUT, Code.NO_INFLUENCE, Code.UNUSED}
    here |= {Code.USED_TOO_EARLY, Code.IGNORED, Code.READING}
    elsewhere |= {
        Code.CONSTANT_OUTPUT,
        Code.NOT_FINITE_NUMBER,
        Code.SUMMED_OUTPUT,
        Code.LIBRARY_DIFFERS,
        Code.AMBIGUOUS,
        Code.LAST_REPETITION,
        Code.OWN_ENGINE,
        Code.OWN_ENGINE_STOPPED,
        Code.OWN_ENGINE_QUESTION,
        Code.AS_IT_IS,
        Code.TIMEOUT,
    }  # test_outputs, test_diagnose, test_differences, test_long_loops, tests/engine/own_engine, tests/engine/as_it_is
    assert of_the_engine == here | elsewhere


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_example_runs_without_error_and_its_trace_is_sound(example) -> None:  # type: ignore[no-untyped-def]
    result = ran(example.program)
    check_trace(Trace.of(result.output))
    assert not any(problem.severity is Severity.ERROR for problem in result.problems)


def test_long_sums_and_deep_parentheses_run_forward_and_backward() -> None:
    assert gradient_json(ran("+".join(["x"] * 10_000)))["gradients"] == {"x": 10_000}
    assert gradient_json(ran("(" * 1_000 + "x" + ")" * 1_000 + "*3"))["gradients"] == {"x": 3}
    assert gradient_json(ran("sin(" * 1_000 + "x" + ")" * 1_000))["value"] == pytest.approx(0.0, abs=0.1)
    assert graph_json(ran("-(" * 1_000 + "x" + ")" * 1_000))["gradients"] == {"x": 1}


def test_contributions_add_up_to_the_gradient_of_each_node_of_each_example() -> None:
    for example in EXAMPLES:
        result = ran(example.program)
        gradients = backward(result.output)
        sums: dict[Any, Any] = {result.output: 1.0} if result.output.requires_grad else {}
        for each in gradients.contributions():
            sums[each.input] = sums.get(each.input, 0.0) + each.sent
        for tensor, value in zip(gradients.tensors, gradients.values, strict=True):
            if value is not None:
                assert np.allclose(sums[tensor], value, equal_nan=True)


def test_errors_are_listed_in_the_order_of_the_text() -> None:
    assert refusal("a = foo(1)\nb = 2 +\nc = bar(1)") == [Code.UNKNOWN_FUNCTION, Code.SYNTAX, Code.UNKNOWN_FUNCTION]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("thn", "tanh"), ("than", "tanh"), ("sigmiod", "sigmoid"), ("Relu", "relu"), ("sqtr", "sqrt"), ("lgo", "log")],
)
def test_a_mistyped_function_gets_the_one_it_resembles(typed: str, meant: str) -> None:
    with pytest.raises(ProblemError) as error:
        ran(f"{typed}(x)")
    assert error.value.problems[0].hint == f"Did you mean `{meant}`?"


def test_a_name_without_a_value_gets_the_one_it_resembles_unless_they_differ_in_their_numbers_alone() -> None:
    assert ran("width = 2\nwidht*3").problems[0].hint == "Did you mean `width`?"
    assert [problem.hint for problem in ran("x1*x2").problems] == [
        "Write `x1 = 2.0` above, or move its slider.",
        "Write `x2 = 2.0` above, or move its slider.",
    ]


def test_thousands_of_names_without_a_value_are_not_compared_with_one_another() -> None:
    names = ["ab" + "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}") for number in range(1_000)]
    assert not any("Did you mean" in problem.hint for problem in ran("+".join(names)).problems[201:])


def test_tensors_are_written_as_lists_and_indexed() -> None:
    program = "W = [[1, 2], [3, 4]]\nx = [1, -1]\nb = 0.5\n(W @ x + b).relu().sum() + W[0, 1] + x[-1:].sum() + max(x)"
    answer = gradient_json(ran(program, b=2))
    assert answer["value"] == 4
    assert answer["gradients"] == {"W": [[1, 0], [1, -1]], "x": [5, 7], "b": 2}


def test_a_list_with_values_in_it_is_stacked() -> None:
    assert gradient_json(ran("a = 2\nb = 3\nsum([a, b, a*b])"))["gradients"] == {"a": 4, "b": 3}
    assert gradient_json(ran("x = [1, 2]\ny = [3]\nconcatenate([x, y])[1:].prod()"))["gradients"] == {"x": [0, 3], "y": [2]}


@pytest.mark.parametrize(
    ("program", "meant"),
    [("x = 2\ny = 3\nx*y + xy", "x*y"), ("x = 2\nsinx + x", "sin(x)"), ("loss = 1\nb = 2\n2lossb + loss + b", "loss*b")],
)
def test_names_run_together_are_one_name_and_said_so(program: str, meant: str) -> None:
    notes = [problem for problem in ran(program).problems if problem.code is Code.READING]
    assert [note.hint for note in notes] == [f"If you mean that, write `{meant}`."]
    assert not [problem for problem in ran("alpha = 2\nalphabet + alpha").problems if problem.code is Code.READING]
