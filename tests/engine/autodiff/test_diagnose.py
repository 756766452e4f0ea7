"""What a warning states of a graph is so: the program's own words, the true numbers, and each gradient looked at."""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import speaking
from backpass.engine.serialization.graph_json import gradient_json


def warned(text: str) -> tuple[str, str]:
    """The code and the message of the first problem that is about numbers."""
    problems = gradient_json(run(parse(text)))["problems"]
    found = next(each for each in problems if each["code"] not in ("assumed-input", "constant-output"))
    return found["code"], found["message"]


QUOTED = {
    "a = 0\nb = 1\ny = b / a": ("division-by-zero", "`b / a` is `1 / 0` here, which gives ∞."),
    "x = 1e200\nx*x": ("overflow", "`x*x` is `1e+200 * 1e+200` here, which gives ∞."),
    "x = -2\ny = 0.5\nx**y": ("outside-domain", "`x**y` is `(−2) ** 0.5` here, which gives NaN."),
    "u = -1\nlog(u)": ("outside-domain", "`log(u)` is `log(−1)` here, which gives NaN."),
    "log(-1)": ("outside-domain", "`log(-1)` gives NaN."),
    "v = [1.0, 0.0]\nsum(log(v))": ("outside-domain", "The element [1] of `log(v)` is `log(0)` here, which gives −∞."),
    "v = [1e300, 1e300]\nprod(v)": ("overflow", "`prod(v)` gives ∞."),
    "u = 6\nu // 3": ("kink", "`u // 3` is exactly at its kink"),
    "u = 6\nu % 3": ("kink", "`u % 3` is exactly at its kink"),
    "u = 0\nsqrt(u)": (
        "not-finite-gradient",
        "The value of `sqrt(u)` is finite here, but its local derivative with respect to `u` is ∞",
    ),
}


@pytest.mark.parametrize("text", QUOTED)
def test_a_warning_quotes_the_program_and_not_the_letters_of_the_operation(text: str) -> None:
    code, begin = QUOTED[text]
    found = warned(text)
    assert found[0] == code
    assert found[1].startswith(begin)


def test_an_infinite_slope_is_named_once_and_is_no_kink() -> None:
    def found(text: str) -> list[str]:
        return [problem["message"] for problem in gradient_json(run(parse(text)))["problems"]]

    assert len(found("u = 0\nsqrt(u)")) == 1
    assert len(found("import jax\nimport jax.numpy as jnp\nu = 0.0\ny = jax.grad(jnp.sqrt)(u)")) == 1
    assert found("u = 0\nv = 0\nsqrt(u) + sqrt(v)")[1].startswith("The tangent of `sqrt(u)` is vertical exactly here")


def test_a_long_expression_is_named_by_its_numbers() -> None:
    long = " + ".join(f"u{number}" for number in range(40))
    assert warned(f"log(-1*({long}))")[1].startswith("`log(−40)` gives NaN.")


def test_what_a_warning_states_of_the_gradients_is_so() -> None:
    assert warned("x = 1e200\nx*x")[1].endswith("Every gradient is finite nevertheless.")
    assert warned("a = 0\nb = 1\nb / a")[1].endswith("Not every gradient is a finite number.")
    slope = "The derivative formula still gives −1 here, but it is not valid: a function without a value has no derivative."
    assert warned("x = -1\nlog(x)")[1].endswith(slope)
    assert warned("x = -1\nlog(x)*x")[1].endswith(f"{slope} Not every gradient is a finite number.")
    assert "gradient" not in warned("log(-1)")[1]


@pytest.mark.parametrize("text", ["nan*x", "NaN*x", "import math\nmath.nan*x"])
def test_a_nan_of_the_program_is_named_and_no_overflow(text: str) -> None:
    code, message = warned(text)
    written = "math.nan" if "math" in text else text.partition("*")[0]
    assert code == "not-finite-number"
    assert message.startswith(f"The program itself contains NaN, as `{written}`")


def test_a_number_that_python_computes_is_named_as_a_constant() -> None:
    code, message = warned('float("nan")*x')
    assert code == "not-finite-number"
    assert "The program itself contains NaN as a constant" in message


@pytest.mark.parametrize("name", ["inf", "Inf", "Infinity"])
def test_infinity_by_name_is_no_input_that_counts_as_one(name: str) -> None:
    answer = gradient_json(run(parse(f"x = 2\nx*{name}")))
    assert (answer["value"], list(answer["gradients"])) == ("Infinity", ["x"])
    assert [each["code"] for each in answer["problems"]] == ["not-finite-number"]


def test_a_name_that_the_program_or_a_request_gives_a_value_is_that_value() -> None:
    assert gradient_json(run(parse("nan = 3\nnan*2")))["gradients"] == {"nan": 2}
    assert gradient_json(run(parse("nan*2"), {"nan": 3.0}))["value"] == 6


@pytest.mark.parametrize("text", ["x = 1\nmin(x, inf)", "import math\nx = 1\nmax(-math.inf, x)*2"])
def test_infinity_as_a_bound_is_not_reported(text: str) -> None:
    assert gradient_json(run(parse(text)))["problems"] == []


def test_a_number_with_too_many_digits_is_an_overflow() -> None:
    assert warned("1e999*x")[0] == "overflow"


def test_what_a_program_differentiates_itself_is_reported_once() -> None:
    problems = gradient_json(run(parse("x = -1\ny = log(x)\ndy/dx + y")))["problems"]
    assert [each["code"] for each in problems].count("outside-domain") == 1


def test_the_same_in_french() -> None:
    with speaking("fr"):
        assert warned("a = 0\nb = 1\nb / a")[1].startswith("`b / a` est ici `1 / 0`, ce qui donne ∞.")


ATTENTION = "import torch\nimport torch.nn.functional as F\nw = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)\n"
MASK = "m = torch.tril(torch.ones(2, 2)) == 0\n"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (MASK + "a = F.softmax(w.masked_fill(m, float('-inf')), dim=-1)\nloss = (a**2).sum()", "info"),
        (MASK + "a = F.softmax(w.masked_fill(m, float('-inf')) / 2, dim=-1)\nloss = (a**2).sum()", "info"),
        ("a = F.softmax(w + torch.triu(torch.full((2, 2), float('-inf')), 1), dim=-1)\nloss = (a**2).sum()", "info"),
        (MASK + "a = torch.exp(w.masked_fill(m, float('-inf')))\nloss = (a / a.sum(1, keepdim=True))[1, 0]", "info"),
        ("a = F.softmax(w.masked_fill(w > 0, float('-inf')), dim=-1)\nloss = (a**2).sum()", "warning"),  # all masked: 0 / 0
        (MASK + "loss = (w.masked_fill(m, float('-inf')) ** 2).sum()", "warning"),
        (MASK + "b = w.masked_fill(m, float('-inf'))\nloss = F.softmax(b, dim=-1)[0, 0] + b.sum()", "warning"),
        ("loss = (F.softmax(torch.log(w - 1), dim=-1) ** 2).sum()", "warning"),
    ],
)
def test_minus_infinity_before_a_softmax_is_a_mask_and_no_mistake(text: str, severity: str) -> None:
    problems = gradient_json(run(parse(ATTENTION + text)))["problems"]
    found = [each for each in problems if each["code"] in ("ignored", "not-finite-number", "outside-domain")]
    assert [each["severity"] for each in found] == [severity]
