"""What beginners write that runs, or nearly: what they meant is named, with what to write, and no other number is computed."""

import math

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Problem, ProblemError, Severity


def problems(text: str) -> list[Problem]:
    try:
        return run(parse(text)).problems
    except ProblemError as error:
        return list(error.problems)


def applied(text: str) -> str:
    """The text with every replacement that is offered."""
    for problem in sorted(problems(text), key=lambda each: each.span or (0, 0), reverse=True):
        if problem.replacement:
            (start, end), written = problem.replacement
            text = text[:start] + written + text[end:]
    return text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = 3\nprint(x*2)", 6),
        ("x = 3\nprint x*2", 6),
        ('x = 3\nprint(f"{x*4:.2f}")', 12),
        ("x = 2\ny = x**2\nz = 5\nprint(y)", 4),
        ("x = 2\ny = x**2\nprint(x)", 4),
        ("x = 2\nprint(x*3)\nx**2", 4),
        ("x = 3\nprint(x)", 3),
    ],
)
def test_what_is_computed_and_printed_comes_before_an_input_that_nothing_is_computed_of(text: str, value: float) -> None:
    assert float(run(parse(text)).output.raw) == value


@pytest.mark.parametrize("call", ["L = f(x)", "f(x)", "f(3)"])
def test_a_function_that_lacks_its_return_is_named_with_what_to_return(call: str) -> None:
    (problem,) = problems(f"x = 3\ndef f(x):\n    y = x*2\n{call}")
    assert "`f` returns nothing" in problem.message
    assert problem.hint == "End the function with `return y`."


@pytest.mark.parametrize(
    "text",
    [
        "x = 3\ndef f(x):\n    return x*2\nL = f(x)",
        "x = 3\ndef f(x):\n    y = x*2\n    print(y)\nf(x)",
        "x = 3\nL = x**2\ndef show(x):\n    y = x*2\nshow(x)",
        "x = 3\nL = x**2\ndef nothing():\n    y = 1\nseen = {}\nseen['a'] = nothing()",
        "x = 3\nL = x**2\ndef nothing():\n    y = 1\nclass A: pass\na = A()\na.b = nothing()",
        "x = 3\ndef f(x):\n    global y\n    y = x*2\nf(x)\ny*x",
    ],
)
def test_functions_that_need_no_return_run(text: str) -> None:
    assert run(parse(text)).output.operation is not None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("w = 2.0\nlambda = 0.1\nloss = w**2 + lambda*w", "w = 2.0\nlam = 0.1\nloss = w**2 + lam*w"),
        ("class = 3\ny = class*2", "class_ = 3\ny = class_*2"),
        ("in = 3\ny = 2*in", "in_ = 3\ny = 2*in_"),
    ],
)
def test_a_word_of_python_s_is_replaced_wherever_it_is_a_name(text: str, mended: str) -> None:
    assert all("cannot be a name" in problem.message for problem in problems(text))
    assert applied(text) == mended
    assert problems(mended) == []


def test_a_real_lambda_is_none_of_them() -> None:
    assert float(run(parse("f = lambda x: x**2\nf(3.0)")).output.raw) == 9
    assert "parameter list" in problems("lambda x y: x")[0].message


@pytest.mark.parametrize("text", ["x = 2\ny == x*3", "x == 3\ny = x*2"])
def test_a_comparison_that_was_meant_to_store_is_one_apply_away(text: str) -> None:
    assert applied(text) == text.replace("==", "=")


def test_a_comparison_of_two_known_values_is_one() -> None:
    assert not [each for each in problems("a = 1\nb = 2\na == b") if each.replacement]


def test_another_case_is_offered_where_the_name_has_no_other_use() -> None:
    assert applied("X = 2\ny = x*3") == "X = 2\ny = X*3"
    assert applied("a = 2\nL = A*3") == "a = 2\nL = a*3"
    assert applied("Y = 3*x\nL = 2*y") == "Y = 3*x\nL = 2*Y"
    assert applied("A = 2\ny = a*A") == "A = 2\ny = a*A"


def test_advice_gives_no_other_number() -> None:
    (problem,) = problems("x = 8\nlog(x, 2)")
    assert "log(x)/log(2)" in (problem.hint or "")
    (problem,) = problems("x = 8\nsqr(x)")
    assert problem.replacement is None
    assert "`x**2`" in (problem.hint or "")
    assert float(run(parse("def sqr(x):\n    return x*x\nsqr(3.0)")).output.raw) == 9


@pytest.mark.parametrize(
    ("use", "returned"),
    [
        ("y, z = f(x)", "y, z"),
        ("def g(x):\n    a, b = f(x)\n    return a*b\ng(x)", "y, z"),
        ("for a in f(x):\n    print(a)", "z"),
        ("len(f(x))", "z"),
        ("f(x)[0]", "z"),
        ("f(x)*2", "z"),
        ("a = [*f(x)]", "z"),
    ],
)
def test_a_function_without_return_is_named_wherever_its_value_is_used(use: str, returned: str) -> None:
    text = f"x = 3\ndef f(x):\n    y = x*2\n    z = x*3\n{use}"
    (problem,) = problems(text)
    assert problem.severity is Severity.ERROR
    assert "`f` returns nothing" in problem.message
    assert problem.hint == f"End the function with `return {returned}`."
    assert problem.span
    assert text[slice(*problem.span)] == "f(x)"


def test_nothing_of_elsewhere_is_not_blamed_on_a_function() -> None:
    (problem,) = problems("x = 3\nr = None\na, b = r\na*b*x")
    assert "`return`" in (problem.hint or "")
    assert "returns nothing" not in problem.message
    (problem,) = problems("x = 3\ndef f(x):\n    return None\na, b = f(x)\na*b")
    assert "returns nothing" not in problem.message


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("x = 1e", "1e"),
        ("x = 1.5E", "1.5E"),
        ("x = 1e*2", "1e"),
        ("x = 3\ny = 2e*x", "2e"),
        ("lr = 1e-\nlr*x", "1e"),
        ("a = [.5e, 3]", ".5e"),
    ],
)
def test_a_number_without_its_power_of_ten_is_no_product_with_e(text: str, number: str) -> None:
    problem = problems(text)[0]
    assert problem.severity is Severity.ERROR
    assert f"`{number}` is incomplete" in problem.message
    assert f"`{number}-3`" in (problem.hint or "")
    assert "`2*e`" in (problem.hint or "")
    assert problem.span
    assert text[slice(*problem.span)] == number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = 2\n2e^x", 2 * math.e**2),
        ("x = 2\ny = 2e**x", 2 * math.e**2),
        ("2e²", 2 * math.e**2),
        ("x = 2\n2eˣ", 2 * math.e**2),
        (r"x = 1 \\ 2e \cdot x", 2 * math.e),
        ("E = 3\ny = 2E", 6),
        ("E*2 + 2E", 4),
        ("e = 3\ny = 2e", 6),
        ("m, e = 2, 3\ny = 2e*m", 12),
        ("def f(e):\n    return 2e\nf(3.0)", 6),
        ("x = 2\n1e3*x", 2000),
    ],
)
def test_a_power_of_e_and_an_e_that_has_a_value_are_factors(text: str, value: float) -> None:
    assert float(run(parse(text)).output.raw) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("x = 2\ny = xsin(x)", "x = 2\ny = x*sin(x)"),
        ("y = xcos(x)", "y = x*cos(x)"),
        ("a = 3\nx = 2\ny = axsin(x)", "a = 3\nx = 2\ny = a*x*sin(x)"),
        ("w1 = 3\nx = 2\ny = 2w1xtanh(x)**2", "w1 = 3\nx = 2\ny = 2w1*x*tanh(x)**2"),
        ("x = 2\ny = xln(x)", "x = 2\ny = x*ln(x)"),
        ("x = 2\ndef f(t):\n    return tsin(t)\nf(x)", "x = 2\ndef f(t):\n    return t*sin(t)\nf(x)"),
        ("x = 2\ndef half(t):\n    return t/2\nxhalf(x)", "x = 2\ndef half(t):\n    return t/2\nx*half(x)"),
    ],
)
def test_factors_before_a_function_are_kept(text: str, mended: str) -> None:
    (problem,) = [each for each in problems(text) if each.severity is Severity.ERROR]
    assert problem.replacement
    assert problem.replacement.text in (problem.hint or "")
    assert applied(text) == mended
    assert run(parse(mended)).output.operation is not None


@pytest.mark.parametrize("text", ["x = 2\ny = axsin(x)", "x = 2\ny = 1/xsin(x)", "x = 2\ny = x^xsin(x)", "y = 2qrsin(x)"])
def test_no_replacement_drops_a_factor_or_moves_it(text: str) -> None:
    found = [each for each in problems(text) if each.severity is Severity.ERROR]
    assert found
    assert not [each.replacement for each in found if each.replacement]
    assert "`asin`" not in (found[0].hint or "")


@pytest.mark.parametrize(("name", "meant"), [("ssin", "sin"), ("tahn", "tanh"), ("leakyrelu", "leaky_relu")])
def test_a_function_that_is_mistyped_is_still_replaced(name: str, meant: str) -> None:
    assert applied(f"x = 2\ny = {name}(x)") == f"x = 2\ny = {meant}(x)"


@pytest.mark.parametrize(
    ("text", "mended", "value"),
    [
        ('x = 2\ny = "x" * 3', "x = 2\ny = x * 3", 6),
        ("x = 2\n“x” * 3", "x = 2\nx * 3", 6),
        ('x = 2\ny = "x+1" * 3', "x = 2\ny = (x+1) * 3", 9),
        ("x = 2\ny = 'x*3'", "x = 2\ny = x*3", 6),
        ("x = 2\ny = 'sin(x)'", "x = 2\ny = sin(x)", math.sin(2)),
        ("x = 2\ny = 'x' * 3\nz = x*5", "x = 2\ny = x * 3\nz = x*5", 10),
    ],
)
def test_a_formula_in_quotes_of_which_nothing_is_made_is_named(text: str, mended: str, value: float) -> None:
    (problem,) = problems(text)
    assert problem.severity is Severity.ERROR
    assert "is a string, but a number is needed here" in problem.message
    assert problem.hint == "Remove the quotes."
    assert applied(text) == mended
    assert float(run(parse(mended)).output.raw) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        '"""x"""\nx = 2\ny = x*3',
        "x = 2\ny = x*3\nprint('x' * 3)",
        "x = 2\ny = x*3\ntitle = 'a loss'",
        "x = 2\ny = x*3\nline = '-' * 40",
        "x = 2\ny = x*3\nname = 'model'",
        "x = 2\nkind = 'x'\ny = x*3",
        "x = 2\nline = 'x' * 3\nprint(line)\ny = x*3",
    ],
)
def test_texts_that_are_meant_stay_silent(text: str) -> None:
    assert not problems(text)
    assert float(run(parse(text)).output.raw) == 6


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("W = [[1, 2], [3, 4]]\nv = [1, 1]\ny = W v", "W = [[1, 2], [3, 4]]\nv = [1, 1]\ny = W @ v"),
        (
            "import numpy as np\nW = np.array([[1, 2], [3, 4]])\nv = np.array([1, 1])\nW v",
            "import numpy as np\nW = np.array([[1, 2], [3, 4]])\nv = np.array([1, 1])\nW @ v",
        ),
    ],
)
def test_a_matrix_beside_a_vector_is_a_matrix_product(text: str, mended: str) -> None:
    (problem,) = problems(text)
    assert "`W @ v`" in (problem.hint or "")
    assert "W*v" not in (problem.hint or "")
    assert applied(text) == mended
    assert np.array_equal(run(parse(mended)).output.raw, [3, 7])


@pytest.mark.parametrize("value", ["2", "[[1, 2], [3, 4]]"])
def test_a_name_of_a_number_beside_another_is_multiplied(value: str) -> None:
    (problem,) = problems(f"rate = {value}\nsize = 3\ny = rate size")
    assert "`rate*size`" in (problem.hint or "")
    assert problem.replacement is None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("// a note\nx = 2\ny = x*3", "# a note\nx = 2\ny = x*3"),
        ("x = 2\ny = x && 3", "x = 2\ny = x and 3"),
        ("x = 2\ny = x || 3", "x = 2\ny = x or 3"),
        ("x = 2\nx++\ny = x*3", "x = 2\nx += 1\ny = x*3"),
        ("x = 2\nx--", "x = 2\nx -= 1"),
        ("x = 5\ny = x mod 3", "x = 5\ny = x % 3"),
        ("y = 5 mod 3", "y = 5 % 3"),
        ("x = 2\ny = !x", "x = 2\ny = not x"),
    ],
)
def test_signs_of_other_languages_are_named_with_python_s(text: str, mended: str) -> None:
    problem = next(each for each in problems(text) if each.severity is Severity.ERROR)
    assert problem.hint
    assert "Python" in problem.message or "comment" in problem.message
    assert applied(text) == mended
    assert not [each for each in problems(mended) if each.severity is Severity.ERROR]


@pytest.mark.parametrize("text", ["y = |x||z|", "x = 7\nn = 2\ny = x // n", "x = 3\ny = x - -x", "mod = 3\nx = 2\ny = x*mod"])
def test_signs_that_are_read_are_left_alone(text: str) -> None:
    assert not any("another language" in each.message or "comment" in each.message for each in problems(text))


def test_a_declared_name_is_read_without_a_word_about_powers_that_are_not_there() -> None:
    assert "^" not in problems("const x = 2;\ny = x*2")[0].message
    assert "`^`" in problems("const x = 2;\ny = x^2")[0].message


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("r = 2\nA = PI*r^2", "r = 2\nA = pi*r^2"),
        ("r = 2\nA = Pi*r^2", "r = 2\nA = pi*r^2"),
        ("a = 1\nL = 3 + 2*a*true", "a = 1\nL = 3 + 2*a*True"),
    ],
)
def test_a_constant_in_other_letters_is_offered_as_it_is_spelled_here(text: str, mended: str) -> None:
    (problem,) = problems(text)
    assert "Did you mean" in (problem.hint or "")
    assert applied(text) == mended
    assert problems(mended) == []
