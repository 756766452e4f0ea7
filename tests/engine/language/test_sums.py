r"""LaTeX's sums over numbered values: value and gradients beside those of the same formula in Python, by finite differences."""

import math

import pytest

from backpass.engine import Limits, ProblemError
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import Code
from backpass.engine.serialization.graph_json import gradient_json

NAMES = {name: getattr(math, name) for name in ("exp", "log", "sqrt")} | {"max": max, "sum": sum}
_STEP = 1e-6

WRITTEN_OUT = {
    r"\frac{1}{n} \sum_{i=1}^{n} (y_i - \hat{y}_i)^2": "((y_1-y_hat_1)**2 + (y_2-y_hat_2)**2 + (y_3-y_hat_3)**2)/3",
    r"\text{MSE}(y, \hat{y}) = \frac1n \sum_{i=1}^n (y_i - \hat{y}_i)^2": (
        "((y_1-y_hat_1)**2 + (y_2-y_hat_2)**2 + (y_3-y_hat_3)**2)/3"
    ),
    r"\sum_{i=1}^{3} w_i x_i + b": "w_1*x_1 + w_2*x_2 + w_3*x_3 + b",
    r"-\frac{1}{N}\sum_{i=1}^N \left[y_i \log p_i + (1-y_i)\log(1-p_i)\right]": (
        "-(y_1*log(p_1)+(1-y_1)*log(1-p_1) + y_2*log(p_2)+(1-y_2)*log(1-p_2) + y_3*log(p_3)+(1-y_3)*log(1-p_3))/3"
    ),
    r"J(w, b) = \frac{1}{2m} \sum_{i=1}^{m} (w x^{(i)} + b - y^{(i)})^2": (
        "((w*x_1+b-y_1)**2 + (w*x_2+b-y_2)**2 + (w*x_3+b-y_3)**2)/6"
    ),
    r"\sum_{i=1}^{2} (wx_i + b - y_i)^2": "(w*x_1+b-y_1)**2 + (w*x_2+b-y_2)**2",
    r"\frac{e^{z_1}}{\sum_j e^{z_j}}": "exp(z_1)/(exp(z_1)+exp(z_2)+exp(z_3))",
    r"\sigma(\mathbf{z})_i = \frac{e^{z_i}}{\sum_{j=1}^K e^{z_j}}": "exp(z_1)/(exp(z_1)+exp(z_2)+exp(z_3))",
    r"\frac{e^{z_5}}{\sum_j e^{z_j}}": "exp(z_5)/(exp(z_1)+exp(z_2)+exp(z_3)+exp(z_4)+exp(z_5))",
    r"\sum_i^2 a_i": "a_1 + a_2",
    "\\hat{y}_i = w x_i + b \\\\ L = \\sum_{i=1}^2 (y_i - \\hat{y}_i)^2": "(y_1-w*x_1-b)**2 + (y_2-w*x_2-b)**2",
    "L = \\sum_{i=1}^2 (y_i - a_i)^2 \\\\ a_i = w x_i": "(y_1-w*x_1)**2 + (y_2-w*x_2)**2",
    "n = 4\n\\frac{1}{n} \\sum_{i=1}^n x_i^2": "(x_1**2+x_2**2+x_3**2+x_4**2)/4",
    r"\sum_{i=1}^{n-1} (x_{i+1} - x_i)^2 + x_n": "(x_2-x_1)**2 + (x_3-x_2)**2 + (x_4-x_3)**2 + x_4",
    r"\sum_{i=1}^{3} (x_i - x_{i-1})^2": "(x_1-x_0)**2 + (x_2-x_1)**2 + (x_3-x_2)**2",
    r"\sum_{i=1}^{2} \sum_{j=1}^{2} w_{ij} x_j": "w_11*x_1 + w_12*x_2 + w_21*x_1 + w_22*x_2",
    r"a_j = \sum_{i=1}^{2} w_{ji} x_i + b_j": "w_j1*x_1 + w_j2*x_2 + b_j",
    r"\prod_{i=1}^{n} p_i": "p_1*p_2*p_3",
    "softmax(z)_i = e^{z_i} / Σ_j e^{z_j}": "exp(z_1)/(exp(z_1)+exp(z_2)+exp(z_3))",
    "L = Σ_{i=1}^{2} (y_i − t_i)²": "(y_1-t_1)**2 + (y_2-t_2)**2",
    "L = ½ ∑_i=1^2 x_i²": "(x_1**2 + x_2**2)/2",
    "L = Π_{i=1}^{3} p_i": "p_1*p_2*p_3",
    "L = Σᵢ x_i y_i": "x_1*y_1 + x_2*y_2 + x_3*y_3",
    "L = Σᵢ₌₁² xᵢ yᵢ": "x_1*y_1 + x_2*y_2",
    "∑ⱼ₌₀ⁿ⁻¹ xⱼ²": "x_0**2 + x_1**2 + x_2**2",
    "Σ x_i y_i": "x_1*y_1 + x_2*y_2 + x_3*y_3",
    "L = (1/n) Σ (y_i − t_i)²": "((y_1-t_1)**2 + (y_2-t_2)**2 + (y_3-t_3)**2)/3",
    r"\frac{1}{N} \sum_i y_i": "(y_1 + y_2 + y_3)/3",
    r"\sum w_i x_i + b": "w_1*x_1 + w_2*x_2 + w_3*x_3 + b",
    r"\sum^{2} w_i": "w_1 + w_2",
    "Π_{i=1}^{3} x_i⁻¹": "1/(x_1*x_2*x_3)",
    r"\sum_{i=1}^{2} i a_i": "a_1 + 2*a_2",
    r"\sum_{i=0}^{n-1} x_i": "x_0 + x_1 + x_2",
    r"\sum_{i=1}^{2} \max(0, 1 - y_i (w x_i + b)) + \lambda w^2": "max(0,1-y_1*(w*x_1+b)) + max(0,1-y_2*(w*x_2+b)) + λ*w**2",
    r"D_{KL}(P \| Q) = \sum_{i} P_i \log \frac{P_i}{Q_i}": "P_1*log(P_1/Q_1) + P_2*log(P_2/Q_2) + P_3*log(P_3/Q_3)",
    r"\sqrt{\sum_{i=1}^n (p_i - q_i)^2}": "sqrt((p_1-q_1)**2 + (p_2-q_2)**2 + (p_3-q_3)**2)",
    "\\bar{x} = \\frac{1}{n}\\sum_{i=1}^n x_i \\\\ \\frac{1}{n-1}\\sum_{i=1}^n (x_i - \\bar{x})^2": (
        "sum((x - (x_1+x_2+x_3)/3)**2 for x in (x_1, x_2, x_3))/2"
    ),
}


def inputs_of(made: Run) -> dict[str, float]:
    return {name: float(leaf.raw) for name, leaf in made.inputs.items()}


def computed(formula: str, values: dict[str, float]) -> float:
    return eval(formula, {**NAMES, **values})


@pytest.mark.parametrize("text", WRITTEN_OUT, ids=WRITTEN_OUT)
def test_each_term_has_values_of_its_own(text: str) -> None:
    made = run(parse(text))
    values = inputs_of(made)
    formula = WRITTEN_OUT[text]
    assert float(made.output.raw) == pytest.approx(computed(formula, values), rel=1e-12)
    gradients = gradient_json(made)["gradients"]
    for name, value in values.items():
        above, below = (computed(formula, {**values, name: value + step}) for step in (_STEP, -_STEP))
        assert gradients[name] == pytest.approx((above - below) / (2 * _STEP), rel=1e-5, abs=1e-7), name


def test_the_elements_of_a_list_are_the_values() -> None:
    made = run(parse("x = [1, 2, 3, 4]\ny = [2, 2, 5, 1]\nL = \\frac{1}{n} \\sum_{i=1}^n (x_i - y_i)^2"))
    assert float(made.output.raw) == pytest.approx((1 + 0 + 4 + 9) / 4)


def test_numbers_that_are_given_are_taken() -> None:
    made = run(parse("y_1 = 2\n\\sum_{i=1}^2 y_i^2"), {"y_2": 3.0})
    assert float(made.output.raw) == 13.0


def test_what_the_text_does_not_say_is_noted() -> None:
    program = parse(r"\frac{e^{z_i}}{\sum_{j=1}^K e^{z_j}}")
    assert [problem.code for problem in program.problems] == [Code.READING] * 3
    count, every, values = (problem.message for problem in program.problems)
    assert "3 are written out" in count
    assert "`z_i` is read as `z_1`" in every
    assert "`z_1`, `z_2`, `z_3`" in values


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        (r"\sum_{i=1}^N y_i \log(p_i) + (1-y_i)", "y_i", "is one of `y_1` … `y_3`"),
        (r"\sum_{i=1}^{100} x_i", r"\sum_{i=1}^{100} x_i", "runs over its index"),
        (r"\sum_{i=a}^{b} x_i", r"\sum_{i=a}^{b} x_i", "runs over its index"),
        (r"\sum_{i=0}^{2} x_{i-1}", r"\sum_{i=0}^{2} x_{i-1}", "runs over its index"),
        (r"\sum_i w", r"\sum_i", "subscript"),
        ("L = -Σ y log(p)", "Σ", "would be one term"),
        (r"\sum w_{ij} x_j", r"\sum", "would be one term"),
        (r"\sum F_x", r"\sum", "would be one term"),
        ("y = [1, 2]\nL = ∑^3 y", "∑^3", "would be one term"),
    ],
)
def test_where_it_is_not_known_which_value_is_meant_the_sum_is_refused(text: str, marked: str, message: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    problem = refused.value.problems[0]
    assert message in problem.message
    assert problem.span
    assert text[slice(*problem.span)] == marked


def test_sums_within_sums_are_bounded() -> None:
    letters = "abcdefgh"
    text = "".join(rf"\sum_{{{letter}=1}}^{{12}} " for letter in letters) + "".join(f"x_{letter}" for letter in letters)
    with pytest.raises(ProblemError):
        run(parse(text), limits=Limits())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = [1, 2, 3]\ny = [4, 5, 6]\nL = Σᵢ xᵢ yᵢ", 32),
        ("x = [1, 2, 3]\ny = [4, 5, 6]\nL = Σ x_i y_i", 32),
        ("n = 2\nx_1 = 1\nx_2 = 5\nL = 1/n Σ x_i", 3),
        ("y = [1, 2, 4]\nL = Σ y²", 21),
        ("y = [1, 2, 4]\nL = ∑ (y)²", 21),
        ("y = [1, 2, 4]\nL = \\sum (y)^2", 21),
        ("Σ = 3\nL = Σ (2 + 1)", 9),
        ("Σ = [[1, 0], [0, 1]]\nx = [1, 2]\nx @ Σ @ x", 5),
    ],
)
def test_the_sign_of_a_sum_adds_up_powers_and_a_name_of_that_letter_stays_one(text: str, value: float) -> None:
    assert run(parse(text)).output.raw == value
