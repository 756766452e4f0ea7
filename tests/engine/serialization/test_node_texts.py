"""What nodes are called that their own piece of the program does not name."""

import pytest

from backpass.engine.graph.trace import Trace, ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.node_texts import node_texts


def texts(program: str) -> list[str]:
    done = run(parse(program))
    return list(node_texts(done, Trace(ancestors(done.output))).values())


def test_each_term_of_a_sum_is_called_by_its_own_names() -> None:
    assert texts(r"\frac{1}{n}\sum_{i=1}^{2}(y_i-\hat{y}_i)^2")[:6] == [
        "1 / n",
        "y_1 − y_hat_1",
        "(y_1 − y_hat_1)^2",
        "y_2 − y_hat_2",
        "(y_2 − y_hat_2)^2",
        "(y_1 − y_hat_1)^2 + (y_2 − y_hat_2)^2",
    ]


@pytest.mark.parametrize(
    ("program", "last"),
    [
        (r"\frac{a}{b} + \pi", "a / b + π"),
        (r"\sqrt{a^2 + b^2}", "sqrt(a^2 + b^2)"),
        (r"-\log(\sigma(z))", "−log(sigmoid(z))"),
        (r"\frac{a - b}{a + b}", "(a − b) / (a + b)"),
        (r"L = \frac{1}{2}(y - t)^2", "1 / 2 × (y − t)^2"),
    ],
)
def test_a_formula_is_written_so_that_it_can_be_read(program: str, last: str) -> None:
    assert texts(program)[-1] == last


def test_a_long_text_ends() -> None:
    nested = "x"
    for _ in range(9):
        nested = rf"\frac{{{nested}}}{{2}} + {nested}" if len(nested) < 2000 else rf"\sin({nested})"
    longest = max(map(len, texts(nested)))
    assert longest == 200


def test_a_program_keeps_its_own_text() -> None:
    assert texts("x = 2\ny = (x - 1)**2") == []
    assert "text" not in graph_json(run(parse("x = 2\n(x - 1)**2")))["nodes"][-1]


def test_the_steps_of_a_layer_are_called_by_what_they_compute_and_its_result_by_the_call() -> None:
    layer = "import torch\nnorm = torch.nn.LayerNorm(2)\nx = torch.tensor([1.0, 3.0], requires_grad=True)\nnorm(x).sum()"
    assert texts(layer) == [
        "mean(x)",
        "x − mean(x)",
        "2",
        "(x − mean(x))^2",
        "mean((x − mean(x))^2)",
        "1e−05",
        "mean((x − mean(x))^2) + 1e−05",
        "sqrt(mean((x − mean(x))^2) + 1e−05)",
        "(x − mean(x)) / sqrt(mean((x − mean(x))^2) + 1e−05)",
        "(…) × norm.weight",
    ]


def test_the_loss_of_several_rows_is_called_by_the_call_and_that_of_each_row_is_not() -> None:
    assert texts("import torch\nx = torch.tensor([[1.0, 2.0]])\ntorch.nn.functional.cross_entropy(x, torch.tensor([1]))") == [
        "cross_entropy(x, torch.tensor([1]))"
    ]


def test_the_rows_of_a_mapped_gradient_are_called_by_their_place() -> None:
    rows = "import jax\nimport jax.numpy as jnp\nx = jnp.array([1.0, 2.0])\njax.vmap(jax.grad(jnp.sin))(x)"
    assert texts(rows) == ["x[0]", "x[1]", "cos(x[0])", "cos(x[1])"]


def test_a_repeated_line_keeps_its_own_text() -> None:
    assert texts("s = 1\nfor k in range(3):\n    s = s * x\ns") == []
    assert texts("import torch\nx = torch.ones(2)\ny = x\nfor k in range(2):\n    y = torch.relu(y) * 2\ny.sum()") == []


def test_texts_are_part_of_the_graph() -> None:
    nodes = graph_json(run(parse(r"\frac{a}{b} + 2")))["nodes"]
    assert [node.get("text") for node in nodes] == [None, None, "a / b", None, "a / b + 2"]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("f(x) = x^2\nf'(3)", ["2", "2 × x"]),
        (r"\frac{d}{dx}\sin(x^2)", ["x^2", "cos(x^2)", "2", "2 × x", "cos(x^2) × (2 × x)"]),
        ("x = 2\ndiff(sin(x) * 3, x)", ["cos(x)", "3 × cos(x)"]),
    ],
)
def test_each_node_of_a_derivative_is_called_by_what_it_computes(program: str, expected: list[str]) -> None:
    assert texts(program) == expected


def test_what_a_function_with_the_name_of_a_derivative_computes_has_its_own_text() -> None:
    assert texts("def gradient(x):\n    return x * 2\n\nx = 3\ngradient(x) + 1") == []


@pytest.mark.parametrize("text", [r"\sum_{i=1}^{3} i x", "x = 2\n∑_{i=1}^{3} i·x", "x = 2\nΣᵢ₌₁³ i x"])
def test_terms_of_a_sum_have_the_number_of_the_index(text: str) -> None:
    assert [each for each in texts(text) if each.endswith("x")] == [
        "1 × x",
        "2 × x",
        "3 × x",
        "1 × x + 2 × x",
        "1 × x + 2 × x + 3 × x",
    ]
