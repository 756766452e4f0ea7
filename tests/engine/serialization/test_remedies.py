"""What is offered to be written where a name without a value is the trouble."""

import pytest

from backpass.engine.interpreter.partial import run_partly
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json


def problems_of(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = graph_json(run(parse(text)))["problems"]
    return found


def test_an_unused_name_much_like_one_without_a_value_is_offered_and_named() -> None:
    assumed, unused = problems_of("alpha = 2\ny = alhpa * 3")
    assert assumed["replacement"] == {"span": [14, 19], "text": "alpha"}
    assert str(unused["message"]).startswith("`alpha` does not feed the output")


@pytest.mark.parametrize(
    "text", ["x1 = 3\ny = x2 * 2", "a = 3\ny = b * 2", "alpha = 2\ny = alhpa * alpha", "alpha = 2\ny = beta * 2"]
)
def test_no_name_is_guessed_that_is_not_close_or_is_used(text: str) -> None:
    assert all(problem.get("replacement") is None for problem in problems_of(text))


def test_a_formula_in_latex_without_a_finite_value_is_offered_values_that_give_one() -> None:
    text = r"L = -\frac{1}{2}\left( y \log(\hat{y}) + (1-y)\log(1-\hat{y}) \right)"
    (found,) = (problem for problem in problems_of(text) if problem.get("replacement"))
    written = found["replacement"]["text"]  # type: ignore[index]
    assert written == "y = 0.3\n\\hat{y} = 0.6\n"
    assert run(parse(written + text)).output.raw == pytest.approx(0.397, abs=1e-3)
    assert not any(problem.get("replacement") for problem in problems_of(r"L = \frac{x}{2}"))


def test_of_the_part_before_an_error_no_element_is_asked_for() -> None:
    graph = graph_json(run_partly(parse("W = [[1,2,3],[4,5,6]]\nx = [1,2]\ny = W @ x")))
    assert [problem["code"] for problem in graph["problems"]] == ["shape-mismatch"]


def test_a_gradient_that_the_last_line_takes_is_named_with_its_number() -> None:
    beginning = "import jax\ndef f(x):\n    return x**3\nx = 2.0\ny = "
    for taken in ("jax.grad(f)(x)", "jax.grad(jax.grad(f))(x)"):
        (note,) = graph_json(run(parse(beginning + taken)))["problems"]
        assert (note["code"], "`y` is its gradient with respect to `x` there, 12." in note["message"]) == ("reading", True)
        assert graph_json(run(parse(f"{beginning}{taken}\n1 * y")))["problems"] == []
