"""Explanations: every operation is explained in full, and the sentences of the worked cases are what they were."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor
from backpass.engine.explain.explain import explanation_json
from backpass.engine.explain.number_format import aloud, equals_sign, format_number, format_value, number_aloud, shorten
from backpass.engine.explain.shared_inputs import SharedInputs
from backpass.engine.explain.short_names import ShortNames
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.graph.trace import Trace, ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.serialization.graph_json import graph_json
from tests.engine.interpreter.test_programs import TAKEN_APART, WORKED_CASES, ran
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn

MARKS = re.compile("[‹›«»]")
SPEAKABLE = re.compile(r"(?:[^\W_]|[ ,;:?']|\.(?!\w)|(?<=\d)\.(?=\d))*")


def explained(program: str, **inputs: object) -> Any:
    return explanation_json(ran(program, **inputs))


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of an answer with the field it stands in."""
    if isinstance(value, str):
        yield key, value
    for name, each in value.items() if isinstance(value, dict) else ():
        yield from texts(each, name)
    for each in value if isinstance(value, list) else ():
        yield from texts(each, key)


def check_latex(text: str) -> None:
    assert text.count(r"\left") - text.count(r"\leftarrow") == text.count(r"\right") - text.count(r"\rightarrow"), text
    assert text.count(r"\begin{") == text.count(r"\end{"), text
    bare = re.sub(r"\\[{}]", "", text)
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        assert depth >= 0, text
    assert depth == 0, text


def check_texts(answer: Any) -> None:
    """No mark of a template is left, LaTeX is balanced, and what is spoken has a sound."""
    for field, text in texts({name: answer[name] for name in ("start", "steps", "nodes", "contributions")}):
        assert not MARKS.search(text), text
        assert text == text.strip()
        assert text
        if field == "latex":
            check_latex(text)
        if field == "spoken":
            assert SPEAKABLE.fullmatch(text), text
            assert "  " not in text


def finished(output: Tensor) -> Run:
    """A run that a program might have had, for operations that programs write in many ways."""
    return replace(ran("x"), output=output)


def instance(record: Operation) -> Tensor:
    """The operation on samples of its inputs."""
    if record.elementwise:
        point = samples(record)[0]
        return FUNCTIONS[record.name](*(Tensor(x, label=name) for name, x in zip(record.parameters, point, strict=True)))
    case = record.cases[0]
    made = [
        Tensor(np.arange(1.0, 1 + np.prod(shape)).reshape(shape) ** 1.5, label=f"m{place}")
        for place, shape in enumerate(case.shapes)
    ]
    return FUNCTIONS[record.name](*([made] if record.variadic else made), **case.options)


@in_turn("record", OPERATIONS.values(), ids=lambda record: record.name)
def test_every_operation_is_explained_in_full(record: Operation) -> None:
    answer = explanation_json(finished(instance(record)))
    check_texts(answer)
    assert len(answer["contributions"]) >= record.arity
    for each in answer["contributions"]:
        assert each["chain_rule"]
        assert each["numbers"]
        assert (each["rule"] is None) == record.variadic
    assert answer["nodes"][-1]["rule"]["sentence"] == record.why


@pytest.mark.parametrize("program", [case[0] for case in WORKED_CASES], ids=[case[0][:30] for case in WORKED_CASES])
def test_the_worked_cases_are_explained_step_by_step_as_the_graph_has_them(program: str) -> None:
    answer, graph = explained(program), graph_json(ran(program))
    check_texts(answer)
    fields = ("phase", "node", "edge", "arriving")
    assert [[step.get(field) for field in fields] for step in answer["steps"]] == [
        [step.get(field) for field in fields] for step in graph["steps"]
    ]
    json.dumps(answer, allow_nan=False)


def test_31_comes_as_10_and_21() -> None:
    answer = explained("a, b, c, d = 2, 3, 4, 5\nt = a*b\n(t + c)*(a + d)")
    assert [step["sentence"] for step in answer["steps"] if step["sentence"].startswith("`a`")] == [
        "`a` gets `10 × 1` = 10 from `a + d`; so far its gradient is 10, with one contribution to come.",
        "`a` gets `7 × 3` = 21 from `t = a*b`; now 10 + 21 = 31, its whole gradient.",
    ]
    last = next(each for each in answer["contributions"] if each["edge"] == 0)
    assert last["spoken"] == "a gets 7 times 3, which is 21, from t; now 10 plus 21 is 31, its whole gradient."
    assert last["rule"] == {
        "plain": "∂t/∂a = b",
        "latex": r"\dfrac{\partial t}{\partial a} = b",
        "spoken": "the derivative of t with respect to a is b",
    }
    assert last["chain_rule"]["plain"] == "∂f/∂t · ∂t/∂a"
    assert (last["rule_numbers"]["plain"], last["numbers"]["plain"], last["result"]["plain"]) == ("3", "7 × 3", "21")


def test_a_sum_that_cannot_be_written_so_that_it_adds_up_is_about_what_it_is() -> None:
    answer = explained("w, b = 0.5, 0.1\nL = ((w*1+b-2)^2+(w*2+b-3)^2+(w*3+b-5)^2)/3")
    assert "; now −9.333 + (−0.9333) ≈ −10.27, its whole gradient." in answer["steps"][-1]["sentence"]


@pytest.mark.parametrize(
    ("program", "letter"), [("f = 2*x\nf*f", "F"), ("def f(x):\n    return x*x\nf(x) + x", "F"), ("x*x + x", "f")]
)
def test_an_output_without_a_name_is_called_by_a_letter_that_is_free(program: str, letter: str) -> None:
    assert explained(f"x = 2\n{program}")["nodes"][0]["gradient"]["plain"].startswith(f"∂{letter}/∂x = ")


@pytest.mark.parametrize(
    ("power", "letters", "numbers"),
    [
        ("x^2", "2 × x", "2 × 4 = 8"),
        ("x^3", "3 × x^2", "3 × 4^2 = 48"),
        ("x^2.5", "2.5 × x^1.5", "2.5 × 4^1.5 = 20"),
        ("x^0.5", "0.5 × x^(−0.5)", "0.5 × 4^(−0.5) = 0.25"),
        ("x^-1", "(−1) × x^(−2)", "(−1) × 4^(−2) = −0.0625"),
        ("x^n", "n × x^(n − 1)", "3 × 4^2 = 48"),
    ],
)
def test_the_exponent_of_a_slope_is_worked_out(power: str, letters: str, numbers: str) -> None:
    first = explained(f"x, n = 4, 3\n{power}")["contributions"][0]
    assert (first["rule"]["plain"], first["rule_numbers"]["plain"]) == (f"∂f/∂x = {letters}", numbers)


def test_a_node_without_a_name_is_spoken_as_its_card_is_called() -> None:
    answer = explained("a = 0.5\nb = 2.0\n(tanh(a*b + a/b) + exp(a*b - a) + sin(a*b*a) + cos(b - a*b)) * 2")
    check_texts(answer)
    spoken = [each["rule"]["spoken"] for each in answer["contributions"]]
    assert "with respect to tanh of a times b plus a over b plus exp of a is 2" in spoken[0]
    assert not any("value number" in text for text in spoken)


def test_a_sum_that_needs_more_digits_to_add_up_ends_with_the_digits_of_its_card() -> None:
    answer = explained("a, b = 0.12345, 1.2\ny = a + b\ny*a + y*y")
    assert answer["steps"][0]["sentence"] == "`y = a + b` is `0.12345 + 1.2` = 1.32345 ≈ 1.323."
    summed = next(each for each in answer["nodes"] if each["called"]["plain"] == "y")
    assert (summed["numbers"]["plain"], summed["result"]["plain"]) == ("0.12345 + 1.2", "1.32345 ≈ 1.323")
    assert summed["result"]["latex"] == r"1.32345 \approx 1.323"


@pytest.mark.parametrize(
    ("numbers", "result", "sign"),
    [
        ("0.8808 × −0.1192", "−0.1050", "="),
        ("0.4200 × 0.4200", "0.1763", "≈"),
        ("2 × (−3)", "`−6`", "="),
        ("1 / 3", "0.3333", "="),
        ("1 / 0", "∞", "="),
        ("1.234e−5 × 2", "2.468e−5", "="),
        ("tanh(0.8814)", "0.7071", "="),
    ],
)
def test_a_product_whose_factors_were_rounded_is_about_its_result(numbers: str, result: str, sign: str) -> None:
    assert equals_sign(numbers, result) == sign


def test_a_line_says_equal_only_where_a_reader_would_find_it_equal() -> None:
    explained_step = explained("x = 0.64845\ny = x*x")["steps"][0]["sentence"]
    assert explained_step == "`y = x*x` is `0.6484 × 0.6484` ≈ 0.4205."


def test_names_that_would_be_cut_alike_are_cut_where_they_differ() -> None:
    tables = ["token_embedding_table.weight", "position_embedding_table.weight", "lm_head.weight"]
    assert [ShortNames(tables).cut(name, 16) for name in tables] == ["token_em…weight", "position…weight", "lm_head.weight"]
    middles = [f"a_very_long_beginning_{index}_and_a_very_long_end" for index in range(30)]
    for width in (10, 16, 24):
        short = ShortNames(middles)
        assert len({short.cut(name, width) for name in middles}) == len(middles)
        assert all(len(short.cut(name, width)) <= width for name in middles)


def test_names_of_one_object_lose_the_same_parts_of_it_or_none() -> None:
    def cut(names: list[str], width: int) -> list[str]:
        return [ShortNames(names).cut(name, width) for name in names]

    assert cut(["m.fc1.weight", "m.fc1.bias", "x"], 12) == ["m.fc1.weight", "m.fc1.bias", "x"]
    assert cut(["m.fc1.weight", "m.fc1.bias", "x"], 10) == ["fc1.weight", "fc1.bias", "x"]
    assert cut(["a.fc1.weight", "a.fc1.w", "b.fc1.w"], 10) == ["fc1.weight", "fc1.w", "b.fc1.w"]


def test_the_tanh_of_a_neuron_goes_from_letters_to_numbers_to_its_result() -> None:
    answer = explained("n = 0.8814\no = tanh(n)")
    (each,) = answer["contributions"]
    assert each["rule"]["plain"] == "∂o/∂n = 1 − o²"
    assert each["rule"]["latex"] == r"\dfrac{\partial o}{\partial n} = 1 - {o}^{2}"
    assert each["rule"]["spoken"] == "the derivative of o with respect to n is 1 minus o squared"
    assert each["rule_numbers"]["plain"] == "1 − 0.7071² = 0.5000"
    assert each["numbers"]["plain"] == "1 × 0.5000"
    assert answer["steps"][0]["spoken"] == "o is the hyperbolic tangent of 0.8814, which is 0.7071."


def why(answer: Any, place: int = -1) -> str:
    return answer["contributions"][place]["why"]["sentence"]


def test_a_zero_says_what_made_it() -> None:
    assert "blocks the gradient: its local derivative is 0" in why(explained("x = -2\nrelu(x)"))
    assert "picked another input" in why(explained("x = -2\nmax(x, 3)"))
    assert "multiplied by `w`, which is 0" in why(explained("x, w = 2, 0\nx*w"), 0)
    assert "The gradient that arrives at `h` is 0" in why(explained("x, w = 2, 0\nh = exp(x)\nh*w"))
    assert "local derivative of `x**2` with respect to `x` is 0" in why(explained("x = 0\nx**2"))
    assert "too small to represent" in why(explained("1e-300*exp(x)", x=-700))


def test_a_condition_has_no_slope_though_the_choice_has_one() -> None:
    answer = explained("x = 2.0\nc = x > 0\nh = where(c, x, 0.1*x)\nh*3")
    decides = "`c` only decides which value `h` takes: the local derivative with respect to it is 0."
    assert [each["why"]["sentence"] for each in answer["nodes"] if each["called"]["plain"] == "c"] == [decides]
    assert why(answer) == f"The gradient that arrives at `c` is 0. {decides}"


def test_a_dead_stretch_names_its_first_cause() -> None:
    assert explained("x = -1\ny = relu(3x)\ny")["nodes"][0]["why"]["sentence"] == (
        "The gradient that arrives at `3x` is 0. `y` blocks the gradient: its local derivative is 0."
    )


def test_a_one_says_whether_it_is_the_seed_or_a_copy() -> None:
    answer = explained("a + b")
    assert "Every backward pass starts with this 1." in answer["nodes"][-1]["why"]["sentence"]
    assert "passed on unchanged" in why(answer)


def test_a_sum_over_axes_says_what_was_stretched() -> None:
    answer = explained("w*x", x=[1, 2, 3])
    assert why(answer, 0) == (
        "The forward pass broadcast `w` from a single number to (3,). All copies are the same value, "
        "so their gradients are summed."
    )
    assert answer["contributions"][0]["numbers"]["plain"] == "[1, 1, 1] → 6"


def test_what_is_not_finite_is_told_where_it_begins_and_only_there() -> None:
    answer = explained("log(x)*2", x=0)
    assert [node["why_value"] is not None for node in answer["nodes"]] == [False, True, False, False]
    assert answer["nodes"][1]["why_value"]["sentence"].startswith("∞ starts here. The logarithm needs")
    assert "so the gradient is no longer finite" in why(answer)
    assert "0 × ∞ is undefined: NaN starts here." in why(explained("log(x)*0", x=0))


def test_a_kink_names_the_convention() -> None:
    assert "At exactly 0 the derivative is taken as 0" in why(explained("x = 0\nrelu(x)"))
    assert "each gets half the gradient" in why(explained("max(x, x)"))


def test_a_constant_has_no_gradient_and_says_so() -> None:
    constant = explained("x*2")["nodes"][1]
    assert constant["gradient"] is None
    assert constant["why"]["sentence"] == "A constant cannot change, so no gradient is computed for it."


def test_a_product_of_matrices_shows_what_it_makes_of_the_upstream_gradient() -> None:
    answer = explained("c = a @ b", a=[[1, 2], [3, 4]], b=[[1, 0], [0, 1]])
    assert [each["chain_rule"]["plain"] for each in answer["contributions"]] == [
        "(∂c/∂c) @ transpose(b)",
        "transpose(a) @ (∂c/∂c)",
    ]
    first = answer["contributions"][0]
    assert (first["rule"]["plain"], first["numbers"]["plain"]) == ("G @ transpose(b)", "(2, 2) → (2, 2)")
    assert first["rule_numbers"]["latex"].startswith(r"\begin{bmatrix} 1 & 1 \\ 1 & 1 \end{bmatrix}")


def test_an_unnamed_node_that_computes_too_much_for_a_formula_is_called_as_on_its_card() -> None:
    text = "weight_one, input_one, weight_two, bias_one = 1, 2, 3, 4\ny = tanh(weight_one*input_one*weight_two*bias_one)"
    (rule,) = [each["rule"] for each in explained(text)["contributions"] if each["rule"]["plain"].startswith("∂y")]
    called = r"\left(\mathrm{weight\_one} \cdot \mathrm{input\_one} \cdot \mathrm{we}…\right)"
    assert rule["latex"] == rf"\dfrac{{\partial y}}{{\partial {called}}} = 1 - {{y}}^{{2}}"


def test_formulas_stay_short_however_deep_the_graph_is() -> None:
    answer = explained("x = 1\n" + "x = sin(x) + cos(x)\n" * 600)
    assert max(len(text) for field, text in texts(answer["contributions"]) if field in {"latex", "spoken"}) < 1_000


@given(st.text(alphabet="abcxyz0123456789+-*/()=<>²∞−π.,_ ", max_size=40))
def test_anything_can_be_read_aloud(text: str) -> None:
    assert re.fullmatch(r"(?:[^\W_]|[ ,;:?.])*", aloud(text))


@pytest.mark.parametrize(
    ("value", "written", "spoken"),
    [
        (2.5, "2.5", "2.5"),
        (0.1 + 0.2, "0.3", "0.3"),
        (1 / 3, "0.3333", "0.3333"),
        (-0.5, "−0.5", "minus 0.5"),
        (100.25, "100.3", "100.3"),
        (99_999.7, "1.000e5", "1.000 times 10 to the 5"),
        (1.5e-7, "1.5e−7", "1.5 times 10 to the minus 7"),
        (-0.0, "0", "0"),
        (float("inf"), "∞", "infinity"),
        (float("-inf"), "−∞", "minus infinity"),
        (float("nan"), "NaN", "not a number"),
    ],
)
def test_numbers_have_four_digits_and_a_true_minus(value: float, written: str, spoken: str) -> None:
    assert (format_number(value), number_aloud(value)) == (written, spoken)


def test_tensors_are_lists_where_they_are_short() -> None:
    assert format_value(np.array([1.0, -2.0])) == "[1, −2]"
    assert format_value(np.zeros((2, 3))) == "(2, 3)"
    assert format_value(None) == "—"


def test_of_a_long_text_the_modules_of_its_functions_go_before_its_end() -> None:
    assert shorten("torch.exp(x)", 12) == "torch.exp(x)"
    assert shorten("torch.nn.functional.cross_entropy(out, y)", 22) == "cross_entropy(out, y)"
    assert shorten("loss = F.mse_loss(self.fc(x), np.array(y))", 40) == "loss = mse_loss(fc(x), array(y))"
    assert shorten("model.fc(x) + np.pi * x.sum(0)", 20) == "model.fc(x) + np.pi…"


def test_an_array_that_arrives_is_written_once_in_its_sentence() -> None:
    text = "import torch\nX = torch.ones(3, 2)\nw = torch.ones(2, 2, requires_grad=True)\ny = X @ w\nloss = (y*y).sum()"
    sentences = [step["sentence"] for step in explained(text)["steps"]]
    assert sentences[-1] == (
        "`w` gets `Xᵀ @ G` from `y = X @ w`, with upstream gradient G: `(3, 2) → (2, 2)`; this is its whole gradient. "
        "Every gradient is complete."
    )


def test_arrays_without_numbers_have_their_rule_and_their_shapes() -> None:
    text = "A = [[1.5, 2], [3, 4]]\nB = A*0.5\nC = B - A\nD = C**3\nL = sum(tanh(D)/A)"
    steps = explained(text)["steps"]
    assert [step["sentence"] for step in steps[:2]] == [
        "`B = A*0.5`, in shapes: `(2, 2) × 0.5` → (2, 2).",
        "`C = B - A`, in shapes: `(2, 2) − (2, 2)` → (2, 2).",
    ]
    assert steps[0]["spoken"].endswith("gives a tensor of shape 2 by 2.")
    rules = [
        step["sentence"].split(", with upstream gradient G: ")[0] for step in steps if "upstream gradient G" in step["sentence"]
    ]
    assert rules[1:] == [
        "`tanh(D)` gets `G × (1 / A)` from `tanh(D)/A`",
        "`A` gets `G × (−(tanh(D)/A) / A)` from `tanh(D)/A`",
        "`D` gets `G × (1 − tanh(D)²)` from `tanh(D)`",
        "`C` gets `G × (3 × C^2)` from `D = C**3`",
        "`B` gets `G` from `C = B - A`",
        "`A` gets `−G` from `C = B - A`",
        "`A` gets `G × 0.5` from `B = A*0.5`",
    ]
    assert any(step["spoken"].startswith("A gets minus G from C") for step in steps)


@pytest.mark.parametrize(("text", "x"), [("1/x", 0.0), ("log(x)", -2.0)])
def test_a_pass_that_ends_in_what_is_no_finite_number_is_not_called_complete(text: str, x: float) -> None:
    assert explained(text, x=x)["steps"][-1]["sentence"].endswith("but not every gradient is valid.")


def test_a_program_that_computes_no_number_has_nothing_to_play() -> None:
    assert explained('print("hi")')["start"]["sentence"].startswith("The program computes no number")


def test_the_whole_story_of_the_neuron_ends_with_its_weights() -> None:
    sentences = [step["sentence"] for step in explained(TAKEN_APART)["steps"]]
    assert sentences[-1].endswith("Every gradient is complete.")
    assert sum("gets" in sentence for sentence in sentences) == len(explained(TAKEN_APART)["contributions"])


def test_what_is_said_does_not_grow_with_the_square_of_the_program() -> None:
    """Expressions within expressions share their text, and each is named by no more of it than a sentence can hold."""
    short, long = (len(json.dumps(explained("*".join(["x"] * factors), x=0.0))) for factors in (200, 800))
    assert long < 4.3 * short


def test_a_graph_with_too_many_contributions_is_refused_before_it_is_explained() -> None:
    with pytest.raises(ProblemError, match="804 contributions") as refused:
        explanation_json(ran("+".join(["x"] * 400) + "+0*" + "*".join(["x"] * 2)), limits=Limits(explained=700))
    assert refused.value.problems[0].code is Code.TOO_MUCH_WORK


def test_an_input_in_several_places_is_told_by_its_number() -> None:
    rules = [each["rule"] for each in explained("a = 3\nb = a*a")["contributions"]]
    assert [each["plain"] for each in rules] == ["∂b/∂a₍₁₎ = a", "∂b/∂a₍₂₎ = a"]
    assert rules[1]["latex"] == r"\dfrac{\partial b}{\partial a{}_{(2)}} = a"
    assert rules[1]["spoken"] == "the derivative of b with respect to a, its input number 2 is a"
    products = [each["chain_rule"]["plain"] for each in explained("a = 3\nb = a*a")["contributions"]]
    assert products == ["∂b/∂b · ∂b/∂a₍₁₎", "∂b/∂b · ∂b/∂a₍₂₎"]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        # By the second input alone the slope is p, while ∂y/∂x is 3x²; the first input is reached by one way.
        ("p = x*x\ny = p*x", {"∂y/∂p", "∂y/∂x₍₂₎", "∂p/∂x₍₁₎", "∂p/∂x₍₂₎"}),
        ("u = sin(x)\nv = cos(u)\nw = exp(v)\nw + x", {"∂f/∂w", "∂f/∂x₍₂₎", "∂w/∂v", "∂v/∂u", "∂u/∂x"}),
        ("u = sin(x)\ny = u*cos(x)", {"∂y/∂u", "∂y/∂(cos(x))", "∂u/∂x", "∂(cos(x))/∂x"}),
        ("y = x + z", {"∂y/∂x", "∂y/∂z"}),
    ],
)
def test_local_derivatives_are_by_one_input_where_it_is_used_otherwise(program: str, expected: set[str]) -> None:
    found = {each["rule"]["plain"].split(" = ")[0] for each in explained(program)["contributions"]}
    assert {re.sub(r"∂\(cos\(x\)\)", "∂(cos(x))", each).replace("∂cos(x)", "∂(cos(x))") for each in found} == expected


def test_ways_between_nodes_are_found_in_every_graph() -> None:
    random = np.random.default_rng(5)
    for _ in range(40):
        lines = ["v0 = x + 0", "v1 = y + 0"]
        for place in range(2, 12):
            one, other = random.integers(0, place, 2)
            lines.append(f"v{place} = v{one}*v{other}")
        trace = Trace.of(ran("\n".join(lines)).output)
        shared = SharedInputs(trace)
        for node, inputs in enumerate(trace.inputs):
            for slot, source in enumerate(inputs):
                others = [each for place, each in enumerate(inputs) if place != slot]
                reached = {trace.positions[each] for other in others for each in ancestors(trace.tensors[other])}
                assert ((node, slot) in shared) == (source in reached)
